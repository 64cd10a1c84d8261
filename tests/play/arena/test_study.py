"""Studies: what is played, and that the figures are those of the games."""

from __future__ import annotations

import pytest

import rowdy
from rowdy.play.arena.arena import Arena
from rowdy.play.arena.code import code_digest
from rowdy.play.arena.figures import Solved
from rowdy.play.arena.match import GameSpec, Match, Result, play_match
from rowdy.play.arena.rulings import changes, comparisons, measured_rulings
from rowdy.play.arena.study import StudyPlan
from rowdy.rules.catalog import CATALOG, kit
from rowdy.rules.game import InvalidSetup
from tests.interfaces.arenas import NoLog


def plan(game: str = "rubik", games: int = 3, bot: str = "random", **more: object) -> StudyPlan:
    setup = {"edition": None, "seats": None, "seed": "1", "most": 1000, **more}
    return StudyPlan.of(game, bot=bot, games=games, **setup)  # type: ignore[arg-type]


def settings(studied: StudyPlan) -> list[tuple[int, dict[str, str]]]:
    return [(contest.spec.seats, dict(contest.spec.rulings)) for contest in studied.contests]


def test_every_option_is_played_once_with_all_it_needs() -> None:
    enclosed = {"row": "enclosed"}
    assert settings(plan("rubik")) == [
        (2, {}),
        (2, {"row": "survives"}),
        (2, {"both_rows": "mover"}),
        (2, {"both_rows": "opponent"}),
    ]
    assert settings(plan("xoxo2")) == [
        (2, {}),
        (2, enclosed),
        (2, {"both_rows": "mover", **enclosed}),
        (2, {"both_rows": "opponent", **enclosed}),
    ]


def test_every_number_of_seats_is_played_or_the_one_asked_for() -> None:
    options = [{}, {"piles": "en"}, {"last_window": "no"}]
    assert settings(plan("xoxo")) == [(seats, changed) for seats in (2, 3, 4) for changed in options]
    assert settings(plan("xoxo", seats=3, edition="en")) == [
        (3, {"piles": "de"}),
        (3, {}),
        (3, {"last_window": "no"}),
    ]


@pytest.mark.parametrize("game", CATALOG)
def test_a_deck_of_ones_own_is_no_option(game: str) -> None:
    found = measured_rulings(kit(game))
    assert not any("custom" in map(str, options) for options in found.values())
    assert all(options[0] == kit(game).ruling(name).default for name, options in found.items())


def test_settings_share_no_seed() -> None:
    seeds = [contest.round_seed(1) for contest in plan("djeco").contests]
    assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize(
    ("game", "more", "code"),
    [
        ("chess", {}, "unknown-game"),
        ("rubik", {"edition": "xx"}, "unknown-edition"),
        ("rubik", {"seats": 3}, "seat-count"),
        ("rubik", {"bot": "nobody"}, "arena-no-bot"),
        ("rubik", {"bot": "perfect", "games": 1}, "study-games"),
        ("xoxo", {"bot": "perfect"}, "bot-game"),
        ("rubik", {"games": 1001}, "study-games"),
        ("rubik", {"seed": " "}, "seed"),
    ],
)
def test_what_cannot_be_studied_is_told(game: str, more: dict[str, object], code: str) -> None:
    with pytest.raises(InvalidSetup) as caught:
        plan(game, **more)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_the_figures_are_a_plain_count_of_the_games() -> None:
    studied, results = plan("rubik", games=6), dict[Match, Result]()
    for contest in studied.contests:
        arena = Arena(contest, studied.games)
        arena.run(NoLog(), 1)
        results |= arena.results
    study = studied.study(results, "rowdy study rubik")
    assert (study.game, study.bot, study.command) == ("rubik", "random", "rowdy study rubik")
    assert study.code == code_digest("rubik")
    assert len(study.settings) == 4
    for setting in study.settings:
        changed = " ".join(f"{name}={option}" for name, option in setting.rulings.items())
        played = []
        for number in range(1, 7):
            game = rowdy.game("rubik", rulings=setting.rulings)
            seed = f"1/2 {changed}".strip() + f"/{number}"
            played.append(play_match(Match(GameSpec.of(game), ("random", "random"), seed)))
        figures = setting.figures
        assert figures.games == 6
        assert figures.moves.value == pytest.approx(sum(one.moves for one in played) / 6, abs=1e-6)
        assert figures.draws.value == pytest.approx(sum(not one.winners for one in played) / 6, abs=1e-6)
        points = sum(0.5 if not one.winners else float(one.winners == (0,)) for one in played)
        assert figures.first.value == pytest.approx(points / 6, abs=1e-6)
        for reason, share in figures.reasons.items():
            assert share.value == pytest.approx(sum(one.reason == reason for one in played) / 6, abs=1e-6)
    assert {str(one.rulings): one.solved for one in study.settings} == {
        "{}": Solved(None, None),
        "{'row': 'survives'}": Solved(0, 15),
        "{'both_rows': 'mover'}": Solved(1, 16),
        "{'both_rows': 'opponent'}": Solved(None, None),
    }
    reasons = {reason for setting in study.settings for reason in setting.figures.reasons}
    assert comparisons(study) == 3 * (3 + len(reasons))


def test_an_option_differs_from_its_edition_alone() -> None:
    rules = kit("djeco")
    assert changes(rules, rules.edition("sv"), "yellow", rules.option("yellow", "some")) == {}
    assert changes(rules, rules.edition("it"), "yellow", rules.option("yellow", "some")) == {"yellow": "some"}
