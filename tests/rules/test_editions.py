"""Games, rulings and editions, and the squares that all games share."""

from __future__ import annotations

import dataclasses
from dataclasses import replace

import pytest

import rowdy
from rowdy.rules import djeco_rulings, flip, xoxo
from rowdy.rules.catalog import kit as rules_kit
from rowdy.rules.game import AnyGame, InvalidMove, InvalidSetup
from rowdy.rules.record import Record
from rowdy.rules.record_text import format_record, parse_record
from rowdy.rules.rulings import Edition, Ruling, Says
from tests.rules.support import (
    a_last_square,
    after,
    djeco,
    fields,
    goes_on,
    lattice,
    legal_texts,
    squares_for,
    text,
    winners,
)

SEATS = {"xoxo": (2, 3, 4), "rubik": (2,), "xoxo2": (2,), "djeco": (2,)}
RULINGS: dict[str, dict[str, list[str]]] = {
    "xoxo": {"piles": ["de", "en"], "deck": ["balanced", "custom"], "last_window": ["yes", "no"]},
    "rubik": {"row": ["enclosed", "survives"], "both_rows": ["draw", "mover", "opponent"]},
    "xoxo2": {"row": ["survives", "enclosed"], "both_rows": ["draw", "mover", "opponent"]},
    "djeco": {
        "target": ["5", "1", "2", "3", "4", "6", "7", "8", "9", "10", "11", "12"],
        "numbers": ["1-9x2", "1-6x3", "custom"],
        "yellow": ["stack", "some"],
        "scorer": ["owner", "maker"],
        "lines": ["each", "one"],
        "discard": ["out", "recycle"],
        "grid": ["floating", "fixed"],
    },
}
"""The options of each ruling, the default first."""

EDITIONS: dict[tuple[str, str], dict[str, str]] = {
    ("xoxo", "de"): {},
    ("xoxo", "en"): {"piles": "en"},
    ("rubik", "de"): {},
    ("xoxo2", "nl"): {},
    ("djeco", "it"): {},
    ("djeco", "pt"): {},
    ("djeco", "sv"): {"yellow": "some"},
    ("djeco", "da"): {"yellow": "some"},
    ("djeco", "ru"): {"yellow": "some"},
}
"""The rulings in which each differs from the default."""

FIVE_BOOKS = ("it", "pt", "sv", "da", "ru")

every_ruling = pytest.mark.parametrize(
    ("name", "ruling"), [(name, ruling) for name, rulings in RULINGS.items() for ruling in rulings]
)


def defaults(name: str) -> dict[str, str]:
    return {ruling: options[0] for ruling, options in RULINGS[name].items()}


# Games and rulings


@pytest.mark.clause("general.games.ids")
def test_there_are_four_games() -> None:
    assert set(rowdy.games()) == set(SEATS)
    with pytest.raises(InvalidSetup):
        rowdy.game("chess")


@pytest.mark.clause("general.games.seats")
@pytest.mark.parametrize("name", SEATS)
def test_how_many_may_play(name: str) -> None:
    for seats in range(7):
        if seats in SEATS[name]:
            assert rowdy.game(name, seats=seats).seats == seats
        else:
            with pytest.raises(InvalidSetup):
                rowdy.game(name, seats=seats)


@pytest.mark.clause("general.rulings.names")
@pytest.mark.parametrize("name", RULINGS)
def test_each_game_has_its_rulings_at_their_defaults(name: str) -> None:
    assert dict(rowdy.game(name).options) == defaults(name)


@every_ruling
@pytest.mark.clause("general.rulings.options")
def test_a_ruling_has_its_options_the_default_first(name: str, ruling: str) -> None:
    assert [str(option) for option in rules_kit(name).ruling(ruling).options] == RULINGS[name][ruling]


@pytest.mark.clause("general.rulings.sources")
@pytest.mark.parametrize(
    ("name", "ruling", "sources"),
    [
        ("xoxo", "piles", {"de": "de", "en": "en"}),
        ("xoxo", "deck", dict.fromkeys(("de", "en"), Says.SILENT)),
        ("xoxo", "last_window", dict.fromkeys(("de", "en"), Says.UNCLEAR)),
        ("rubik", "row", {"de": "enclosed", "nl": "survives"}),
        ("rubik", "both_rows", {"de": Says.SILENT}),
        ("djeco", "target", dict.fromkeys(FIVE_BOOKS, Says.PLAYERS_AGREE)),
        ("djeco", "numbers", dict.fromkeys(FIVE_BOOKS, Says.SILENT)),
        ("djeco", "yellow", {"it": "stack", "pt": "stack", "sv": "some", "da": "some", "ru": "some"}),
        ("djeco", "scorer", {**dict.fromkeys(FIVE_BOOKS, "owner"), "pt": Says.UNCLEAR, "da": Says.UNCLEAR}),
        ("djeco", "lines", dict.fromkeys(FIVE_BOOKS, "each")),
        ("djeco", "discard", {**dict.fromkeys(FIVE_BOOKS, Says.SILENT), "da": "out", "ru": "out"}),
        ("djeco", "grid", dict.fromkeys(FIVE_BOOKS, Says.UNCLEAR)),
    ],
)
def test_a_ruling_tells_what_the_rulebooks_say(name: str, ruling: str, sources: dict[str, str | Says]) -> None:
    told = rules_kit(name).ruling(ruling).sources
    assert {book: says if isinstance(says, Says) else str(says) for book, says in told.items()} == sources


@every_ruling
@pytest.mark.clause("general.rulings.sources")
def test_every_ruling_has_a_source(name: str, ruling: str) -> None:
    assert rules_kit(name).ruling(ruling).sources


@every_ruling
@pytest.mark.clause("general.rulings.picked")
def test_every_option_can_be_picked(name: str, ruling: str) -> None:
    for option in RULINGS[name][ruling]:
        if option == "custom":
            continue
        needed = {"row": "enclosed"} if ruling == "both_rows" else {}
        picked = needed | {ruling: option}
        assert dict(rowdy.game(name, rulings=picked).options) == defaults(name) | picked


@pytest.mark.clause("general.rulings.picked")
@pytest.mark.parametrize(
    ("name", "ruling", "deck"),
    [
        ("xoxo", "deck", [c + s + f for c in "rbg" for s in "csth" for f in "jwsg"]),
        ("djeco", "numbers", [3] * 18),
    ],
)
def test_a_deck_of_ones_own_is_a_ruling(name: str, ruling: str, deck: list[object]) -> None:
    assert rowdy.game(name, deck=deck).options[ruling] == "custom"


@every_ruling
@pytest.mark.clause("general.rulings.unknown")
def test_no_other_option_is_known(name: str, ruling: str) -> None:
    with pytest.raises(InvalidSetup):
        rowdy.game(name, rulings={ruling: "maybe"})


@pytest.mark.clause("general.rulings.unknown")
@pytest.mark.parametrize("name", RULINGS)
def test_no_other_ruling_is_known(name: str) -> None:
    with pytest.raises(InvalidSetup):
        rowdy.game(name, rulings={"weather": "fair"})


CHANGED = [
    ("xoxo", None, {"last_window": "no"}),
    ("xoxo", "en", {"last_window": "no", "piles": "de"}),
    ("rubik", None, {"both_rows": "mover"}),
    ("xoxo2", None, {"row": "enclosed", "both_rows": "opponent"}),
    ("djeco", "ru", {"target": "7", "lines": "one", "discard": "recycle", "grid": "fixed"}),
]


@pytest.mark.clause("general.rulings.saved")
@pytest.mark.clause("general.rulings.recorded")
@pytest.mark.parametrize(("name", "edition", "rulings"), CHANGED)
def test_a_record_names_and_carries_the_rulings(name: str, edition: str | None, rulings: dict[str, str]) -> None:
    game = rowdy.game(name, edition=edition, rulings=rulings)
    record = format_record(Record(game, ("ann", "ben")))
    named = {line.removeprefix("Ruling: ") for line in record.splitlines() if line.startswith("Ruling: ")}
    assert named == {f"{ruling}={option}" for ruling, option in rulings.items()}
    assert parse_record(record).game.options == game.options
    assert parse_record(record).game.edition.name == game.edition.name


# Editions


@pytest.mark.clause("general.editions.xoxo.de")
@pytest.mark.clause("general.editions.xoxo.en")
@pytest.mark.clause("general.editions.rubik.de")
@pytest.mark.clause("general.editions.xoxo2.nl")
@pytest.mark.clause("general.editions.djeco.it")
@pytest.mark.clause("general.editions.djeco.pt")
@pytest.mark.clause("general.editions.djeco.sv")
@pytest.mark.clause("general.editions.djeco.da")
@pytest.mark.clause("general.editions.djeco.ru")
@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_an_edition_is_the_defaults_and_its_changes(name: str, edition: str) -> None:
    game = rowdy.game(name, edition=edition)
    assert game.edition.name == edition
    assert dict(game.options) == defaults(name) | EDITIONS[name, edition]


def test_an_edition_plays_what_its_book_says_and_the_default_where_it_names_nothing() -> None:
    """A book that speaks otherwise would make another edition, with nothing else to change."""
    options = rules_kit("djeco").ruling("yellow").options
    other = Ruling("yellow", options, {"it": djeco_rulings.YellowClears.SOME, "sv": Says.UNCLEAR})
    changed = replace(rules_kit("djeco"), rulings=(other,))
    found = {edition.name: changed.defaults(edition)["yellow"] for edition in changed.editions}
    assert found == {"it": "some", "pt": "stack", "sv": "stack", "da": "stack", "ru": "stack"}


def test_a_default_stands_in_the_ruling_alone() -> None:
    for rulings in (flip.Rulings, xoxo.Rulings, djeco_rulings.Rulings):
        assert all(
            field.default is field.default_factory is dataclasses.MISSING for field in dataclasses.fields(rulings)
        )


@pytest.mark.parametrize("name", SEATS)
def test_an_edition_is_a_value(name: str) -> None:
    for edition in rules_kit(name).editions:
        again = Edition(name, edition.name)
        assert again == edition
        assert {again} == {edition}
        assert again != Edition("chess", edition.name)
    assert len(set(rules_kit(name).editions)) == len(rules_kit(name).editions)


@pytest.mark.clause("general.editions.others")
@pytest.mark.parametrize("name", SEATS)
def test_there_are_no_other_editions(name: str) -> None:
    assert [edition.name for edition in rules_kit(name).editions] == [e for game, e in EDITIONS if game == name]
    with pytest.raises(InvalidSetup):
        rowdy.game(name, edition="fr")


@pytest.mark.clause("general.editions.xoxo.de")
@pytest.mark.clause("general.editions.xoxo.en")
@pytest.mark.parametrize(("edition", "piles"), [("de", "8./8./8./8./16."), ("en", "6./6./6./6./24.")])
def test_the_editions_of_xoxo_deal_their_piles(edition: str, piles: str) -> None:
    game = rowdy.game("xoxo", edition=edition, seats=4)
    assert fields(game, game.start())[2] == piles


@pytest.mark.clause("general.editions.rubik.de")
@pytest.mark.clause("general.editions.xoxo2.nl")
def test_the_editions_of_the_flip_games_are_won_in_their_ways() -> None:
    """The row a1-c1 is left unbroken, but open at d1."""
    position, flip = "...A/..../aba./AAA. flip", "d4-c4"
    rubik, xoxo2 = rowdy.game("rubik", edition="de"), rowdy.game("xoxo2", edition="nl")
    assert goes_on(rubik, after(rubik, position, flip))
    assert winners(xoxo2, after(xoxo2, position, flip)) == (0,)


@pytest.mark.clause("general.editions.djeco.it")
@pytest.mark.clause("general.editions.djeco.pt")
@pytest.mark.clause("general.editions.djeco.sv")
@pytest.mark.clause("general.editions.djeco.da")
@pytest.mark.clause("general.editions.djeco.ru")
@pytest.mark.parametrize("edition", ["it", "pt", "sv", "da", "ru"])
def test_the_editions_of_djeco_read_yellow_in_their_ways(edition: str) -> None:
    game = rowdy.game("djeco", edition=edition)
    position = djeco(lattice({"c3": "r7+b7"}), "y/b1", "1")
    assert legal_texts(game, position) == ({"y@c3"} if edition in ("it", "pt") else {"y1@c3", "y2@c3"})


# Squares

RUBIK, XOXO2, XOXO, DJECO = (rowdy.game(name) for name in ("rubik", "xoxo2", "xoxo", "djeco"))
HANDS = "red,circle,joy/blue,square,wink"


def tiles(pieces: dict[str, str], due: str) -> str:
    return f"{lattice(pieces)} - 12rsj/12bsj/{24 - len(pieces)}gsj {HANDS} {due}"


@pytest.mark.clause("general.squares.columns")
@pytest.mark.clause("general.squares.rows")
@pytest.mark.clause("general.squares.flip")
@pytest.mark.parametrize("game", [RUBIK, XOXO2], ids=["rubik", "xoxo2"])
@pytest.mark.parametrize(
    ("square", "board"),
    [
        ("a1", "..../..../..../A..."),
        ("d1", "..../..../..../...A"),
        ("a4", "A.../..../..../...."),
        ("d4", "...A/..../..../...."),
        ("b3", "..../.A../..../...."),
    ],
)
def test_squares_are_named_from_the_lower_left_corner(game: AnyGame, square: str, board: str) -> None:
    assert text(game, after(game, game.start(), f"A@{square}")) == f"{board} flip"


@pytest.mark.clause("general.squares.flip")
@pytest.mark.parametrize("square", ["a0", "a5", "e1", "e5"])
def test_a_flip_board_ends_at_d4(square: str) -> None:
    with pytest.raises(InvalidMove):
        RUBIK.parse_action(f"A@{square}")


@pytest.mark.clause("general.squares.lattice")
@pytest.mark.clause("general.squares.columns")
@pytest.mark.clause("general.squares.rows")
@pytest.mark.parametrize(
    ("square", "board"),
    [
        ("a1", "...../...../..r7../...../r1...."),
        ("e1", "...../...../..r7../...../....r1"),
        ("a5", "r1..../...../..r7../...../....."),
        ("e5", "....r1/...../..r7../...../....."),
        ("d2", "...../...../..r7../...r1./....."),
    ],
)
def test_the_lattice_is_a1_to_e5(square: str, board: str) -> None:
    position = djeco(lattice({"c3": "r7"}), "r1/b1", "1")
    assert fields(DJECO, after(DJECO, position, f"r1@{square}"))[0] == board


@pytest.mark.clause("general.squares.lattice")
@pytest.mark.parametrize("move", ["{}@a0", "{}@f1", "{}@a6"])
def test_the_lattice_ends_at_e5(move: str) -> None:
    for game, what in ((XOXO, "own"), (DJECO, "r1")):
        with pytest.raises(InvalidMove):
            game.parse_action(move.format(what))


@pytest.mark.clause("general.squares.first")
def test_the_first_tile_or_card_lies_on_c3() -> None:
    assert squares_for(XOXO, tiles({}, "lay 1"), "own") == {"c3"}
    assert squares_for(DJECO, djeco(lattice({}), "r1/b1", "1"), "r1") == {"c3"}


@pytest.mark.clause("general.squares.window-xoxo")
@pytest.mark.parametrize(
    ("lying", "outside"), [("b3 c3 d3", "a3 e3"), ("c3 c4 c5", "c2"), ("c3 d3 d4 e4", "b3"), ("a3 b3 c3", "d3")]
)
def test_tiles_fit_into_one_window(lying: str, outside: str) -> None:
    """The squares outside touch a tile, and would make the display four wide or high."""
    pieces = dict(zip(lying.split(), ["rcw", "rcs", "rcg", "rsw"], strict=False))
    position = tiles(pieces, f"lay {1 + len(pieces) % 2} {a_last_square(pieces)}")
    assert not squares_for(XOXO, position, "own") & set(outside.split())


@pytest.mark.clause("general.squares.window-djeco")
@pytest.mark.parametrize(("used", "outside"), [("_", "a3 a5 b5 e1 e2"), ("b2", "a3 a5 b5 e1 e2")])
def test_cards_fit_into_one_window_with_all_squares_used(used: str, outside: str) -> None:
    """b1 and c3 bind rows 1-3; with d3 they bind columns b-d."""
    position = djeco(lattice({"c3": "r7", "b1": used, "d3": "b4"}), "r1/b1", "1")
    assert squares_for(DJECO, position, "r1") >= {"b2", "c1", "c2", "d1", "d2", "b3"}
    assert not squares_for(DJECO, position, "r1") & set(outside.split())
