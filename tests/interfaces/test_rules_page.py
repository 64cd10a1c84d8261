"""The rules page: it begins with the aim, tells what is in force, and says what each rulebook says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum

import pytest

from rowdy.interfaces.languages import languages
from rowdy.interfaces.rules_markdown import to_markdown
from rowdy.interfaces.rules_page import HouseRule, rules_page, source_in_words
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import CATALOG, kit
from rowdy.rules.kit import RulesKit
from rowdy.rules.rulings import Option, Ruling, Says
from rowdy.rules.xoxo import PILE_SIZES, Piles
from tests.interfaces.cli import Cli

every_language = pytest.mark.parametrize("language", languages())
every_game = pytest.mark.parametrize("game", CATALOG)


def page(game: str, edition: str | None = None, language: str = "en", **changes: str) -> str:
    found = kit(game)
    chosen = found.edition(edition)
    return to_markdown(Words(language), rules_page(Words(language), found, chosen, found.settle(chosen, changes)))


def rules(game: str, edition: str | None = None, language: str = "en", **changes: str) -> str:
    """How to play, without the lists of house rules, decisions and editions."""
    return page(game, edition, language, **changes).partition(f"\n## {Words(language)('rules-rulings')}\n")[0]


def aim(text: str) -> str:
    title, first, _ = text.split("\n\n", 2)
    assert title.startswith("# ")
    return first


def settings(game: str) -> Iterator[Mapping[str, str]]:
    """Each option of each ruling, with what it needs in order to matter."""
    for ruling in kit(game).rulings:
        needed: dict[str, Option] = dict([ruling.needs]) if ruling.needs else {}
        for option in ruling.options:
            yield {name: str(chosen) for name, chosen in needed.items()} | {ruling.name: str(option)}


# The aim


@pytest.mark.clause("general.pages.aim")
@every_language
@every_game
def test_a_page_begins_with_the_aim_in_one_or_two_short_sentences(language: str, game: str) -> None:
    words = Words(language)
    for edition in kit(game).editions:
        options = kit(game).defaults(edition)
        expected = words(f"aim-{game}", **{name: str(option) for name, option in options.items()})
        assert aim(page(game, edition.name, language)) == expected
    for changes in settings(game):
        first = aim(page(game, None, language, **changes))
        assert 1 <= len(re.findall(r"[.!?](?= |$)", first)) <= 2, first
        assert len(first.split()) <= 45, first


@pytest.mark.clause("general.pages.aim")
@pytest.mark.parametrize(
    ("game", "changes", "said"),
    [
        ("xoxo", {}, "whoever has shown all their cards first wins"),
        ("rubik", {}, "with no empty square beside any of them"),
        ("rubik", {"row": "survives"}, "after the other player has flipped"),
        ("xoxo2", {}, "after the other player has flipped"),
        ("xoxo2", {"row": "enclosed"}, "with no empty square beside any of them"),
        ("djeco", {}, "three cards of your colour"),
        ("djeco", {"scorer": "maker"}, "three of one colour"),
        ("djeco", {"target": "7"}, "at least 7 of them"),
    ],
)
def test_the_aim_is_that_of_the_rulings_in_force(game: str, changes: dict[str, str], said: str) -> None:
    assert said in aim(page(game, **changes))


# The edition and the rulings in force


@pytest.mark.clause("general.pages.edition")
@pytest.mark.parametrize(
    ("arguments", "each", "left"),
    [
        ((), "12 tiles each with two players, 8 each with three, 6 each with four", "24"),
        (("--edition", "de"), "12 tiles each with two players, 10 each with three, 8 each with four", "24, 18 or 16"),
        (("--edition", "en"), "12 tiles each with two players, 8 each with three, 6 each with four", "24"),
        (
            ("--edition", "de", "--ruling", "piles=en"),
            "12 tiles each with two players, 8 each with three, 6 each with four",
            "24",
        ),
        (("--edition", "en", "--ruling", "piles=de"), "10 each with three, 8 each with four", "24, 18 or 16"),
    ],
)
def test_the_command_tells_the_piles_in_force(cli: Cli, arguments: tuple[str, ...], each: str, left: str) -> None:
    run = cli("rules", "xoxo", *arguments)
    assert run.code == 0
    body = run.out.partition("## House rules")[0]
    assert each in body
    assert f"The other {left} are the draw pile." in body


@every_language
def test_the_command_tells_the_edition_in_the_language_which_is_the_one_that_play_takes(
    cli: Cli, language: str
) -> None:
    editions = [edition.name for edition in kit("djeco").editions]
    taken = language if language in editions else editions[0]
    assert (
        cli("--lang", language, "rules", "djeco").out
        == cli("--lang", language, "rules", "djeco", "--edition", taken).out
    )


@every_language
@pytest.mark.clause("general.pages.edition")
@pytest.mark.parametrize("edition", ["de", "en"])
def test_the_piles_told_are_those_dealt(language: str, edition: str) -> None:
    setup = next(line for line in rules("xoxo", edition, language).splitlines() if "*piles*" in line)
    sizes = PILE_SIZES[Piles(edition)]
    left = sorted({48 - seats * size for seats, size in sizes.items()}, reverse=True)
    assert [int(number) for number in re.findall(r"\d+", setup)] == [*sizes.values(), *left]


@pytest.mark.clause("general.pages.edition")
@pytest.mark.parametrize("edition", ["it", "pt", "sv", "da", "ru"])
def test_the_yellow_card_told_is_that_of_the_edition(edition: str) -> None:
    whole, some = "the whole stack there goes to the discard", "one or more cards from the top of one stack"
    body = rules("djeco", edition)
    assert (whole in body, some in body) == ((True, False) if edition in ("it", "pt") else (False, True))
    assert ("`y2@b3`" in body) == (edition not in ("it", "pt"))


@every_language
@every_game
def test_every_option_makes_other_rules(language: str, game: str) -> None:
    told = [rules(game, None, language, **changes) for changes in settings(game)]
    bodies = [text.split("\n\n", 3)[3] for text in told]
    for ruling in kit(game).rulings:
        count = len(ruling.options)
        assert len(set(bodies[:count])) == count, ruling.name
        bodies = bodies[count:]


@every_language
@every_game
def test_the_rules_point_to_every_house_rule_that_matters(language: str, game: str) -> None:
    pointer = re.compile(r"\([^()*]+ \*(\w+)\*\)")
    for changes in settings(game):
        found = kit(game)
        options = found.settle(found.editions[0], changes)
        matter = {
            ruling.name
            for ruling in found.rulings
            if ruling.needs is None or options[ruling.needs[0]] == ruling.needs[1]
        }
        assert set(pointer.findall(rules(game, None, language, **changes))) == matter


def test_a_page_says_which_edition_and_rulings_it_tells() -> None:
    assert "by the German rulebook; house rules changed: none." in page("xoxo")
    assert "by the Swedish rulebook" in page("djeco", "sv", target="7", scorer="maker")
    assert "house rules changed: target=7, scorer=maker." in page("djeco", "sv", target="7", scorer="maker")
    assert "house rules changed: none." in page("djeco", "sv", yellow="some")


def test_an_option_in_force_is_marked_unless_it_is_the_default() -> None:
    plain, changed = page("djeco"), page("djeco", "ru", target="7")
    assert "(here:" not in plain
    assert re.findall(r"\(here: (\w+)\)", changed) == ["7", "some"]
    assert "(default: 5) (here: 7)" in changed
    assert "(default: stack)" in changed


@pytest.mark.parametrize(("row", "in_force"), [("survives", set()), ("enclosed", {"draw"})])
def test_no_option_is_in_force_where_its_ruling_does_not_apply(row: str, in_force: set[str]) -> None:
    """Who wins with two enclosed rows matters only where rows must be enclosed."""
    found = kit("xoxo2")
    edition = found.edition(None)
    told = rules_page(Words(), found, edition, found.settle(edition, {"row": row}))
    blocks = [block for section in told.sections for block in section.blocks]
    (both_rows,) = (block for block in blocks if isinstance(block, HouseRule) and block.name == "both_rows")
    assert {option.chosen for option in both_rows.options if option.chosen} == in_force


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--edition", "fr"), "fr"),
        (("--ruling", "piles"), "piles"),
        (("--ruling", "piles=nl"), "nl"),
        (("--ruling", "weather=fair"), "weather"),
        (("--ruling", "piles=de", "--ruling", "piles=en"), "piles"),
    ],
)
def test_rules_that_do_not_exist_are_refused(cli: Cli, arguments: tuple[str, ...], words: str) -> None:
    run = cli("rules", "xoxo", *arguments)
    assert (run.code, run.out) == (2, "")
    assert words in run.err


# What the rulebooks say


@pytest.mark.clause("general.rulings.sources")
@pytest.mark.parametrize(
    ("game", "ruling", "said"),
    [
        ("xoxo", "piles", "12, 10 or 8 tiles for two, three or four players (German); 12, 8 or 6 tiles"),
        ("xoxo", "deck", "The rulebooks: silent (German, English)."),
        ("xoxo", "last_window", "open to more than one reading (German, English)."),
        ("rubik", "row", "an enclosed row (German); a row that survives the flip (Dutch)."),
        ("rubik", "both_rows", "silent (German). It speaks of two rows only once"),
        ("djeco", "target", "The rulebooks: the players agree on it (all)."),
        ("djeco", "numbers", "The rulebooks: silent (all)."),
        ("djeco", "yellow", "the whole stack (Italian, Portuguese); one or more cards (Swedish, Danish, Russian)."),
        ("djeco", "scorer", "lines of your own colour (Italian, Swedish, Russian); open to more than one reading ("),
        ("djeco", "lines", "a token whenever a line is made (all)."),
        (
            "djeco",
            "discard",
            "silent (Italian, Portuguese, Swedish); the discard is out of the game (Danish, Russian).",
        ),
        ("djeco", "grid", "open to more than one reading (all). All five speak of an imagined square."),
    ],
)
def test_a_source_says_what_the_rulebooks_say(game: str, ruling: str, said: str) -> None:
    assert said in source_in_words(Words(), game, kit(game).ruling(ruling))
    assert said in page(game)


@every_language
def test_silence_and_agreement_are_not_the_same(language: str) -> None:
    words, djeco = Words(language), kit("djeco")
    target, numbers = (source_in_words(words, "djeco", djeco.ruling(name)) for name in ("target", "numbers"))
    assert target != numbers


# A game of another package


class Ending(StrEnum):
    ROW_WINS = "wins"
    ROW_LOSES = "loses"


def guest(*rulings: Ruling) -> RulesKit:
    return replace(kit("rubik"), id="guestgame", books=("home", "club"), rulings=rulings, decisions=())


def test_a_guest_s_ruling_is_not_told_as_one_of_ours_with_the_same_name() -> None:
    row = Ruling("row", tuple(Ending), {"home": Ending.ROW_WINS})
    assert source_in_words(Words(), "guestgame", row) == "The rulebooks: wins (home)."


def test_a_game_without_words_is_told_by_its_names() -> None:
    ending = Ruling("ending", tuple(Ending), {"home": Says.SILENT, "club": Ending.ROW_LOSES})
    found = guest(ending)
    club = found.edition("club")
    assert to_markdown(Words(), rules_page(Words(), found, club, found.defaults(club))).split("\n\n") == [
        "# guestgame",
        Words()("rules-shown", edition="club", rulings="none"),
        "## House rules",
        "**ending**: ending",
        "- `wins`: wins (default: wins)\n- `loses`: loses (here: loses)",
        "The rulebooks: silent (home); loses (club).",
        "## Editions",
        "- **home**: home\n- **club**: club",
    ]


def test_a_game_without_rulings_has_a_short_page() -> None:
    found = guest()
    assert (
        to_markdown(Words(), rules_page(Words(), found, found.editions[0], {}))
        == "# guestgame\n\n## Editions\n\n- **home**: home\n- **club**: club"
    )


# What two pages once said wrongly


def test_the_rules_of_djeco_promise_nothing_that_cannot_be() -> None:
    text = page("djeco")
    assert "all the new lines of a turn have the same colour" in text
    assert "that can only be at twelve each" in text
    assert "both players may get tokens" not in text


# Example boards in a terminal


def test_the_command_draws_the_examples(cli: Cli) -> None:
    run = cli("rules", "rubik")
    told = run.out.split("\n\n")
    flip = next(part for part in told if "moves from b3 to b4" in part)
    before, after = flip.split("\n↓\n")
    assert "b3 green X" in before
    assert "b4 blue X (last move)" in after
    cards = next(part for part in cli("rules", "xoxo").out.split("\n\n") if "see the backs" in part)
    assert "cards held: a colour, a shape, a face" in cards


# What follows from the rulings in force


def lists(text: str, title: str) -> list[str]:
    """The items of the section with this title."""
    section = text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return [line for line in section.splitlines() if line.lstrip().startswith("- ")]


def test_results_that_need_another_option_say_so_unless_it_is_in_force() -> None:
    def told(**changes: str) -> list[str]:
        both = page("xoxo2", **changes).partition("**both_rows**")[2].partition("The rulebooks")[0]
        return [line.strip() for line in both.splitlines() if line.startswith("  - ")]

    assert len(told()) == 3
    assert all(line.startswith("- With enclosed rows: ") for line in told())
    assert [line.replace("With enclosed rows: ", "") for line in told()] == told(row="enclosed")


def test_how_figures_were_measured_is_told_without_the_names_of_options() -> None:
    """That results need another option stands with each of them."""
    assert "between bots of the level “medium”, all else by the Dutch rulebook." in page("xoxo2")
    assert "row=enclosed" not in page("xoxo2")


@every_language
@pytest.mark.parametrize("game", ["rubik", "xoxo2"])
def test_decisions_on_rows_that_survive_are_told_only_where_these_win(game: str, language: str) -> None:
    title = Words(language)("rules-decisions")
    survives, enclosed = (lists(page(game, language=language, row=row), title) for row in ("survives", "enclosed"))
    about_rows = [f"- {Words(language)(f'decision-{game}-{name}')}" for name in ("last-step", "unbroken")]
    assert [line for line in survives if line not in enclosed] == about_rows
    assert [line for line in enclosed if line not in survives] == []


def test_a_fixed_field_has_no_decision_on_squares_that_bind_it() -> None:
    binds = Words()("decision-djeco-cleared-binds")
    assert binds in page("djeco")
    assert binds not in page("djeco", grid="fixed")


@pytest.mark.parametrize("game", ["rubik", "xoxo2", "djeco"])
def test_minutes_that_no_rulebook_names_are_called_ours(game: str) -> None:
    assert "(our estimate)" in rules(game)
    assert "estimate" not in rules("xoxo")


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("en", "one token", "2 tokens"),
        ("de", "einen Chip", "2 Chips"),
        ("da", "én jeton", "2 jetoner"),
        ("it", "un gettone", "2 gettoni"),
        ("nl", "één fiche", "2 fiches"),
        ("pt", "uma ficha", "2 fichas"),
        ("sv", "en bricka", "2 brickor"),
    ],
)
def test_one_token_is_not_a_plural(language: str, one: str, many: str) -> None:
    for target, amount in (("1", one), ("2", many)):
        assert f"{amount} **" in rules("djeco", language=language, target=target)
    assert f"1 {many[2:]}" not in page("djeco", language=language, target="1")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "and at least two more"),
        ("de", "und mindestens zwei mehr"),
        ("da", "og mindst to flere"),
        ("it", "e almeno due più"),
        ("nl", "en minstens twee meer"),
        ("pt", "e pelo menos mais duas"),
        ("ru", "и хотя бы на два больше"),
        ("sv", "och minst två fler"),
    ],
)
def test_the_aim_of_djeco_asks_for_a_lead_of_at_least_two(language: str, words: str) -> None:
    assert words in aim(page("djeco", language=language))
