"""A game that asks several at once and knows no standing orders: everybody is asked, where that tells nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rowdy.interfaces.words import Words
from rowdy.play.bots.registry import check_bot
from rowdy.play.catalog import play_kit
from rowdy.play.table.plans import check_plan
from rowdy.rules.game import InvalidSetup, Outcome
from tests.interfaces.cli import Cli
from tests.play.table.tables import new_plan
from tests.visiting_games import EVENS, installed


@pytest.fixture(autouse=True)
def _evens(tmp_path: Path) -> Iterator[None]:
    with installed(tmp_path, evens="tests.visiting_games:EVENS"):
        yield


def test_no_live_table_plays_it() -> None:
    assert not play_kit(EVENS.rules.make_default()).orders
    for chairs in ((None, None), (None, "random"), ("random", "random")):
        with pytest.raises(InvalidSetup) as caught:
            check_plan(new_plan("evens", *chairs), check_bot)
        assert caught.value.code == "windows-need-orders"
        assert "only in the terminal" in Words().error(caught.value)


@pytest.mark.parametrize(("lines", "winner"), [("one\none\n", 0), ("1\n2\n", 1), ("nonsense\ntwo\n2\n", 0)])
def test_in_a_terminal_everybody_is_asked(cli: Cli, lines: str, winner: int) -> None:
    run = cli("play", "evens", "--seats", "you,you", lines=lines)
    assert run.code == 0
    assert ("not a move in this game" in run.err) == ("nonsense" in lines)
    assert cli.record().outcome() == Outcome((winner,), "sum")


def test_there_is_nothing_to_hold_back(cli: Cli) -> None:
    run = cli("play", "evens", "--seats", "you,random", lines="hold one\none\n")
    assert "not a move in this game" in run.err
    assert cli.record().outcome() is not None


@pytest.mark.parametrize("seats", ["you,random", "you,greedy", "random,you"])
def test_bots_answer_beside_people(cli: Cli, seats: str) -> None:
    assert cli("play", "evens", "--seats", seats, lines="two\n").code == 0
    assert cli.record().outcome() is not None
