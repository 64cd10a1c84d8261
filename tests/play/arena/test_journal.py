"""The log of an arena: what is finished stays, what is torn is dropped, what is foreign is refused and left alone."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from rowdy.play.arena import code, journal
from rowdy.play.arena.arena import Contest
from rowdy.play.arena.journal import Journal, default_path, header, write_line
from rowdy.play.arena.match import GameSpec, Result, play_match
from rowdy.rules.game import GameError
from tests.play.support import RUBIK, contest
from tests.visiting_games import installed


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return [play_match(match) for number in (1, 2) for match in contest().round(number)]


class TestLog:
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        return tmp_path / "log.jsonl"

    def write(self, path: Path, results: Sequence[Result]) -> None:
        with Journal(path, contest()) as log:
            for result in results:
                log.append(result)

    def read(self, path: Path) -> Journal:
        with Journal(path, contest()) as log:
            return log

    def error(self, path: Path, of: Contest | None = None) -> GameError:
        before = path.read_bytes() if path.is_file() else None
        with pytest.raises(GameError) as caught, Journal(path, of or contest()):
            pass
        assert (path.read_bytes() if path.is_file() else None) == before
        return caught.value

    def test_what_is_written_is_read(self, path: Path, results: list[Result]) -> None:
        self.write(path, results[:3])
        self.write(path, results[3:])
        log = self.read(path)
        assert log.results == {result.match: result for result in results}
        first, *lines = path.read_text("utf-8").splitlines()
        assert json.loads(first) == header(contest())
        assert len(lines) == 4

    def test_a_result_is_on_the_disk_at_once(self, path: Path, results: list[Result]) -> None:
        with Journal(path, contest()) as log:
            log.append(results[0])
            assert path.read_text("utf-8").count("\n") == 2

    def test_an_unfinished_line_is_dropped(self, path: Path, results: list[Result]) -> None:
        """Wherever it broke off, the header included."""
        self.write(path, results)
        data = path.read_bytes()
        second = data.index(b"\n") + 1
        for end in (1, 20, second - 1, second + 1, second + 100, len(data) - 2):
            path.write_bytes(data[:end])
            log = self.read(path)
            assert log.torn is (end != second - 1)
            self.write(path, results)
            log = self.read(path)
            assert not log.torn
            assert log.results == {result.match: result for result in results}
            assert b"}{" not in path.read_bytes()

    def test_a_last_line_that_only_lacks_its_end_counts(self, path: Path, results: list[Result]) -> None:
        self.write(path, results[:2])
        path.write_bytes(path.read_bytes().rstrip())
        assert len(self.read(path).results) == 2
        self.write(path, results[2:])
        assert len(self.read(path).results) == 4

    def test_logs_may_be_put_together(self, path: Path, results: list[Result]) -> None:
        """Whole ones or results alone, with some of them twice, and blank lines."""
        parts = []
        for part in (results[:2], results[1:3]):
            self.write(path, part)
            parts.append(path.read_text("utf-8"))
            path.unlink()
        alone = "\n" + write_line(results[3].to_json())
        path.write_text(alone + parts[1] + "\n" + parts[0], "utf-8")
        assert self.read(path).results == {result.match: result for result in results}

    @pytest.mark.parametrize(
        ("other", "name"),
        [
            (contest("random", "greedy"), "bots"),
            (contest(seed="2"), "seed"),
            (contest(spec=GameSpec("xoxo2", "nl", 2)), "game"),
            (contest(spec=replace(RUBIK, rulings=(("both_rows", "mover"),))), "rulings"),
        ],
    )
    def test_the_log_of_another_contest_is_refused(
        self, path: Path, results: list[Result], other: Contest, name: str
    ) -> None:
        self.write(path, results)
        error = self.error(path, other)
        assert (error.code, error.details["name"]) == ("arena-other", name)
        assert default_path(other) != default_path(contest())

    def test_a_log_of_another_version_is_refused(self, path: Path) -> None:
        path.write_text(write_line(header(contest()) | {"rowdy": "0.0.1"}))
        error = self.error(path)
        assert (error.code, error.details["name"], error.details["there"]) == ("arena-other", "rowdy", "0.0.1")

    @pytest.mark.parametrize("code", ["0123456789ab", None])
    def test_a_log_that_other_code_played_is_refused(self, path: Path, code: str | None) -> None:
        """Also one from before logs told of their code."""
        told = {name: value for name, value in header(contest()).items() if name != "code"}
        path.write_text(write_line(told | ({"code": code} if code else {})))
        assert self.error(path).code == "arena-other-code"
        assert self.error(path, contest(seed="2")).code == "arena-other"

    def test_other_code_finds_the_log_of_the_same_contest(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """So that it can be refused: a new log in a new place would seem to have forgotten all games."""
        place = default_path(contest())
        self.write(path, [])
        monkeypatch.setattr(journal, "code_digest", lambda game_id: "other")
        assert default_path(contest()) == place
        assert self.error(path).code == "arena-other-code"

    def test_any_change_of_the_code_is_noticed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(code, "__file__", str(tmp_path / "play" / "arena" / "code.py"))
        found = [code.code_digest.__wrapped__("rubik")]
        for name, content in [
            ("play/bots/registry.py", "a"),
            ("rules/flip.py", "a"),
            ("search/kernels/flip.py", "a"),
            ("search/kernels/flip.py", "b"),
            ("search/more.py", ""),
        ]:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(content)
            found.append(code.code_digest.__wrapped__("rubik"))
        assert len(set(found)) == 6
        (tmp_path / "interfaces.py").write_text("words only")
        assert code.code_digest.__wrapped__("rubik") == found[-1]

    def test_a_change_of_a_guest_s_game_is_noticed(self, tmp_path: Path) -> None:
        module = tmp_path / "gamelet.py"
        with installed(tmp_path, gamelet="gamelet:KIT"):
            found = []
            for content in ("KIT = 1", "KIT = 2"):
                module.write_text(content)
                found += [code.code_digest.__wrapped__(name) for name in ("gamelet", "rubik")]
        assert found[0] != found[2]
        assert found[1] == found[3]

    def test_a_match_of_another_contest_is_refused(self, path: Path, results: list[Result]) -> None:
        self.write(path, results)
        stranger = play_match(contest(seed="2").round(1)[0])
        with path.open("a") as file:
            file.write(write_line(stranger.to_json()))
        error = self.error(path)
        assert (error.code, error.details["line"]) == ("arena-other-match", 6)

    @pytest.mark.parametrize("text", ["hello", "hello\n", '{"hello": 1}\n', "[]\n", "{\n", "\xff\n", "[" * 10**5])
    def test_some_other_file_is_refused_and_left_alone(self, path: Path, text: str) -> None:
        path.write_text(text, "latin-1")
        error = self.error(path)
        assert (error.code, error.details["line"]) == ("arena-line", 1)

    def test_a_broken_line_in_the_middle_is_refused(self, path: Path, results: list[Result]) -> None:
        self.write(path, results)
        lines = path.read_text("utf-8").splitlines(keepends=True)
        endless = json.dumps(results[1].to_json() | {"moves": float("inf")})
        for broken in (lines[2][:40], endless):
            path.write_text("".join([*lines[:2], broken + "\n", *lines[3:]]), "utf-8")
            error = self.error(path)
            assert (error.code, error.details["line"]) == ("arena-line", 3)

    def test_two_arenas_do_not_write_one_log(self, path: Path) -> None:
        with Journal(path, contest()):
            assert self.error(path).code == "arena-busy"
        self.read(path)

    def test_a_folder_is_no_log(self, tmp_path: Path) -> None:
        assert self.error(tmp_path).code == "arena-unwritable"
        assert self.error(tmp_path / "nowhere" / "log").code == "arena-unwritable"

    def test_a_full_disk(self, path: Path, results: list[Result], monkeypatch: pytest.MonkeyPatch) -> None:
        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        with Journal(path, contest()) as log:
            log.append(results[0])
            monkeypatch.setattr("os.fsync", full)
            with pytest.raises(GameError) as caught:
                log.append(results[1])
        assert caught.value.code == "arena-unwritable"
        assert caught.value.details["reason"] == "No space left on device"

    def test_half_a_line_written_is_an_error(
        self, path: Path, results: list[Result], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write = os.write
        with Journal(path, contest()) as log:
            monkeypatch.setattr("os.write", lambda file, data: write(file, data[:30]))
            with pytest.raises(GameError) as caught:
                log.append(results[0])
        monkeypatch.undo()
        assert caught.value.code == "arena-unwritable"
        assert self.read(path).torn

    def test_each_contest_has_its_own_place(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("ROWDY_HOME", str(tmp_path))
        path = default_path(contest("mcts:sims=20000,beliefs=off", "greedy"))
        assert path.parent == tmp_path / "arena"
        assert path.name.startswith("rubik-mcts-sims-20000-beliefs-off-greedy-")
        assert len(default_path(contest(*["greedy"] * 40)).name) < 90
