"""What is claimed of house rules: from the studies that ship, and nothing that they do not show."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import rowdy
from rowdy.interfaces import consequences
from rowdy.interfaces.consequences import (
    StudyClaim,
    StudyClaimCode,
    claims,
    consequence,
    figures_claim,
    measured,
    results,
    sentence,
    shipped_study,
    usual_figures,
)
from rowdy.interfaces.languages import languages
from rowdy.interfaces.words import Words
from rowdy.play.arena.figures import GameEnd, Setting, Study, measure
from rowdy.play.arena.rulings import changes, measured_rulings
from rowdy.rules.catalog import CATALOG, kit
from rowdy.rules.rulings import Option
from rowdy.search.catalog import search_kit

OPTIONS = [
    (game, name, option, seats)
    for game, rules in CATALOG.items()
    for name, options in measured_rulings(rules).items()
    for option in options
    for seats in rules.seats
]


def shipped(game: str) -> Study:
    study = shipped_study(game)
    assert study
    return study


@pytest.mark.parametrize("game", CATALOG)
def test_every_option_that_can_be_measured_was(game: str) -> None:
    study, rules = shipped(game), kit(game)
    edition = rules.edition(study.edition)
    wanted = {
        (seats, tuple(sorted(changes(rules, edition, name, option).items())))
        for name, options in measured_rulings(rules).items()
        for option in options
        for seats in rules.seats
    }
    assert {(one.seats, tuple(sorted(one.rulings.items()))) for one in study.settings} == wanted
    assert f"rowdy study {game} --rulings" in study.command
    assert re.fullmatch("[0-9a-f]{12}", study.code)


@pytest.mark.parametrize("language", languages())
def test_every_option_is_told_in_every_language(language: str) -> None:
    words = Words(language)
    for game, name, option, seats in OPTIONS:
        text = consequence(words, game, name, option, seats)
        assert text.endswith((".", ")"))
        assert not re.search(r"\{|consequence-|decided-|_", text)
    assert all(measured(words, game) for game in CATALOG)


@pytest.mark.long
@pytest.mark.parametrize("game", ["rubik", "xoxo2"])
def test_what_perfect_play_leads_to_is_what_the_solution_says(game: str) -> None:
    winners = {"win": 0, "loss": 1, "draw": None}
    for setting in shipped(game).settings:
        made = rowdy.game(game, rulings=setting.rulings)
        verdict = search_kit(made).oracle(made).probe(made.start()).verdict
        assert setting.solved
        assert setting.solved.winner == winners[verdict.value.value]
        assert setting.solved.turns == (None if setting.solved.winner is None else verdict.distance)


def test_with_mover_the_second_player_can_force_a_win() -> None:
    text = consequence(Words(), "rubik", "both_rows", kit("rubik").option("both_rows", "mover"), 2)
    assert text.startswith("With perfect play the second player can force a win.")
    german = consequence(Words("de"), "rubik", "both_rows", kit("rubik").option("both_rows", "mover"), 2)
    assert german.startswith("Spielen beide perfekt, kann die Seite, die nicht anfängt, den Sieg erzwingen.")


# Studies made up


def setting(rulings: dict[str, str], moves: int, draws: int, seats: int = 2) -> Setting:
    """A hundred games, of which so many are drawn."""
    ends = [
        GameEnd(moves + game % 3, () if game < draws else (game % 2,), "full" if game < draws else "row", 0.5)
        for game in range(100)
    ]
    return Setting(seats, rulings, measure(ends))


def study(*settings: Setting) -> Study:
    return replace(shipped("rubik"), settings=settings)


def codes(found: Study, name: str, option: Option) -> list[str]:
    return [claim.code for claim in claims(found, name, option, 2)]


SURVIVES, ENCLOSED = kit("rubik").option("row", "survives"), kit("rubik").option("row", "enclosed")


def test_the_usual_option_is_called_so_and_has_its_figures_once() -> None:
    usual = setting({}, 20, 30)
    made = study(usual, setting({"row": "survives"}, 20, 30))
    assert claims(made, "row", ENCLOSED, 2) == (StudyClaim(StudyClaimCode.USUAL, {}),)
    figures: dict[str, str | int] = {"moves": 21, "first": 50, "fair": 50, "draws": 30, "drawn": "some"}
    assert figures_claim(usual) == StudyClaim(StudyClaimCode.FIGURES, figures)
    assert sentence(Words(), figures_claim(setting({}, 20, 0))) == (
        "With the usual rules a game takes about 21 moves, no game is drawn, and the first player gets 50 % "
        "of the points (50 % would be fair)."
    )
    assert usual_figures(Words(), "xoxo", 5) == ""


def test_no_difference_is_told_with_the_number_of_games() -> None:
    made = study(setting({}, 20, 30), setting({"row": "survives"}, 20, 33))
    assert claims(made, "row", SURVIVES, 2) == (StudyClaim(StudyClaimCode.NO_DIFFERENCE, {"games": 100}),)
    assert "100 games" in sentence(Words(), claims(made, "row", SURVIVES, 2)[0])


def test_differences_are_told_once() -> None:
    """All draws are games with a full board, so the draws tell it; the rows are the rest."""
    made = study(setting({}, 20, 10), setting({"row": "survives"}, 15, 60))
    length, draws = claims(made, "row", SURVIVES, 2)[:2]
    assert length == StudyClaim(StudyClaimCode.LENGTH, {"change": "fewer", "percent": 24})
    assert draws == StudyClaim(StudyClaimCode.DRAWS, {"change": "more", "now": 60, "before": 10})
    assert codes(made, "row", SURVIVES) == [StudyClaimCode.LENGTH, StudyClaimCode.DRAWS]
    assert [sentence(Words(), one) for one in (length, draws)] == [
        "Games are about 24 % shorter than usual.",
        "There are more draws: 60 % of the games, usually 10 %.",
    ]


def test_what_was_not_measured_is_not_claimed() -> None:
    made = study(setting({}, 20, 10))
    assert claims(made, "row", SURVIVES, 2) == ()
    assert claims(made, "row", ENCLOSED, 4) == ()
    assert consequence(Words(), "tictactoe", "row", ENCLOSED, 2) == ""
    assert measured(Words(), "tictactoe") == ""


def test_in_how_to_play_what_holds_for_some_seats_names_them(monkeypatch: pytest.MonkeyPatch) -> None:
    same = [setting(rulings, 20, 0, seats) for seats in (2, 3, 4) for rulings in ({}, {"last_window": "no"})]
    piles = [setting({"piles": "en"}, moves, 0, seats) for seats, moves in ((2, 20), (3, 15), (4, 15))]
    made = replace(shipped("xoxo"), settings=(*same, *piles))
    monkeypatch.setattr(consequences, "shipped_study", lambda game: made)
    rules, words = kit("xoxo"), Words()
    assert results(words, rules, "piles", rules.option("piles", "de")) == ()
    nothing = "Among bots we found no difference from the usual rule in 100 games."
    assert results(words, rules, "last_window", rules.option("last_window", "no")) == (nothing,)
    assert results(words, rules, "piles", rules.option("piles", "en")) == (
        f"With 2 players: {nothing}",
        "With 3 and 4 players: Games are about 24 % shorter than usual.",
    )
