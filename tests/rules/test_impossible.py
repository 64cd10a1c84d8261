"""Positions that no play can have led to are refused, each with the reason; one that play can lead to is read."""

from __future__ import annotations

import pytest

import rowdy
from rowdy.rules.game import AnyGame, InvalidPosition
from tests.rules.support import TILES, lattice, nine

GAMES: dict[str, AnyGame] = {
    "xoxo": rowdy.game("xoxo"),
    "no-window": rowdy.game("xoxo", rulings={"last_window": "no"}),
    "djeco": rowdy.game("djeco"),
    "maker": rowdy.game("djeco", rulings={"scorer": "maker"}),
    "recycle": rowdy.game("djeco", rulings={"discard": "recycle"}),
    "fixed": rowdy.game("djeco", rulings={"grid": "fixed"}),
    "rubik": rowdy.game("rubik"),
}

# XOXO

EMPTY = lattice({})
ROW = lattice({"b3": "rsj", "c3": "rcw", "d3": "rhj"})
CROSS = lattice({"b3": "rsj", "c3": "rcw", "d3": "rhj", "c4": "gtg"})
NINE = lattice(nine("rsj rhj rcw gtg yhw btj gcj yss bsg"))
HANDS = "red,circle,joy/blue,square,wink"
COVERED = ",".join([tile for tile in TILES if tile not in NINE and tile not in "bcj bcs ycj"][:30])

DEALING = f"{EMPTY} - 12./12./24. red,circle/blue deal 1"
TOPS = f"{EMPTY} - 12btj/12./24. {HANDS} lay 1"
BEGUN = f"{ROW} - 10btj/11gsj/24yhw {HANDS} lay 2 d3"
FOUR = f"{CROSS} - 10btj/10gsj/24yhw {HANDS} lay 1 c4"
ASKED = f"{ROW} - 10btj/11gsj/24yhw {HANDS} show 1 d3 red/."
FULL = f"{NINE} - 7bcj/8bcs/24ycj {HANDS} lay 2 b2"
LAST_TILE = f"{NINE} {COVERED} 0/2bcs/7ycj {HANDS} show 1 c3 ./."
COUNTED = f"{NINE} {COVERED} 0/2bcs/7ycj {HANDS} lay 1 c3"
SHOWN = f"{NINE} {COVERED} 1bcj/2bcs/6ycj !red,!circle,!joy/blue,square,wink lay 1 c3"

# Djeco

CARDS = "r1,r3,b9,y,g/b2,b2,b4,b9,y"
DEALT = f"{EMPTY} {CARDS} - 0:0 play 0 1"
ONE = f"{lattice({'c3': 'r7'})} {CARDS} - 0:0 play 1 2"
DRAWS = f"{lattice({'c3': 'r7'})} r1,r3,b9,y/b2,b2,b4,b9,y - 0:0 play 1 2 +1"
CLEARED = f"{lattice({'c3': 'r7', 'd3': '_'})} r1,r3,b9,g,g/b2,b2,b4,b9,y r8,y 0:0 play 3 2"
LINE = f"{lattice({'b3': 'r1', 'c3': 'r7', 'd3': 'r8'})} {CARDS} - 1:0 play 3 2"
PASSED = f"{lattice({'c3': 'r7'})} g/g - 0:0 play 1 2 pass"
BLOCKED = f"{lattice({'c3': 'r7'})} g/g - 0:0 play 1 2 +2,1"
ROUND = f"{lattice({'c3': 'r7'})} {CARDS} - 0:0 play 60 2"

FLIP = "..../.B../..Bb/.... flip"

POSSIBLE = {
    "xoxo": (DEALING, TOPS, BEGUN, FOUR, ASKED, FULL, LAST_TILE, COUNTED, SHOWN),
    "no-window": (BEGUN, COUNTED),
    "djeco": (DEALT, ONE, DRAWS, CLEARED, LINE, PASSED, BLOCKED),
    "maker": (LINE, LINE.replace("1:0", "0:1")),
    "recycle": (ONE, ROUND, ROUND.replace("play 60", "play 300")),
    "fixed": (ONE, ONE.replace(lattice({"c3": "r7"}), lattice({"b2": "r7"}))),
    "rubik": (FLIP,),
}
IMPOSSIBLE = [
    # the display grows from the middle, each tile next to another
    ("xoxo", BEGUN, ROW, lattice({"b3": "rsj", "c3": "rcw", "d4": "rhj"}), "tiles-apart"),
    ("xoxo", BEGUN, ROW, lattice({"c5": "rsj", "c3": "rcw", "d3": "rhj"}), "tiles-apart"),
    ("xoxo", BEGUN, ROW, lattice({"b4": "rsj", "c4": "rcw", "d4": "rhj"}), "off-middle-tile"),
    ("xoxo", FOUR, CROSS, lattice({"a3": "gtg", "b3": "rsj", "c3": "rcw", "d3": "rhj"}), "outside-field"),
    ("xoxo", FOUR, CROSS, lattice({"c5": "gtg", "c4": "rsj", "c3": "rcw", "c2": "rhj"}), "outside-field"),
    ("xoxo", BEGUN, "d3", "c3", "last-tile"),
    ("xoxo", FULL, "b2", "c3", "last-tile"),
    ("xoxo", BEGUN, "lay 2 d3", "lay 2 b4", "last-tile"),
    ("xoxo", BEGUN, "lay 2 d3", "lay 2", "last-tile"),
    ("xoxo", BEGUN, "- 10btj", "gtg 9btj", "covered-early"),
    ("xoxo", BEGUN, "rhj", "rsj", "tile-twice"),
    ("xoxo", BEGUN, "10btj", "11btj", "tile-count"),
    # the piles fit whose turn it is, and how many turns each has had
    ("xoxo", BEGUN, "lay 2", "lay 1", "other-seat"),
    ("xoxo", ASKED, "show 1", "show 2", "other-seat"),
    ("xoxo", TOPS, "lay 1", "lay 2", "other-seat"),
    ("xoxo", BEGUN, "10btj/11gsj", "11btj/10gsj", "pile-turns"),
    ("xoxo", BEGUN, "10btj/11gsj", "9btj/12gsj", "pile-turns"),
    ("xoxo", BEGUN, "10btj/11gsj/24yhw", "12btj/13gsj/20yhw", "pile-size"),
    ("xoxo", COUNTED, "0/2bcs/7ycj", "2bcs/0/7ycj", "pile-used-up"),
    ("xoxo", COUNTED, "0/2bcs/7ycj", "0/9bcs/0", "pile-used-up"),
    ("xoxo", BEGUN, "11gsj", "11.", "pile-tops"),
    ("xoxo", ASKED, "10btj", "10.", "pile-tops"),
    ("xoxo", TOPS, "12btj/12.", "12./12btj", "pile-tops"),
    ("no-window", COUNTED, "lay 1 c3", "show 1 c3 ./.", "pile-no-window"),
    # cards are dealt in order, and shown on a line
    ("xoxo", DEALING, "red,circle/blue", "red/blue,circle", "dealing"),
    ("xoxo", BEGUN, "red,circle,joy/", "red,circle/", "hand-count"),
    ("xoxo", BEGUN, "blue,square,wink", "red,square,wink", "card-twice"),
    ("xoxo", BEGUN, HANDS, "red,joy,!circle/blue,square,wink", "shown-early"),
    ("xoxo", ASKED, "show 1 d3 red/.", "show 1 d3 ./blue", "unreadable-due"),
    ("xoxo", BEGUN, "red,circle", "circle,red", "position-order"),
    ("xoxo", SHOWN, "!red", "!surprise", "shown-last"),
    # what lies on the table
    ("djeco", ONE, "..r7..", ".r7...", "off-middle"),
    ("djeco", ONE, "..r7..", "..r7_.", "squares-cleared"),
    ("djeco", ONE, "..r7..", ".._..", "used-though-empty"),
    ("djeco", CLEARED, "..r7_.", "_.r7_.", "outside-field"),
    ("fixed", ONE, "..r7..", "r7....", "used-off-field"),
    ("djeco", LINE, ".r1r7r8.", ".r1r7+r8..", "unequal-stack"),
    ("djeco", ONE, "b2,b2", "b2,b2,b2", "card-count"),
    # what has been played
    ("djeco", ONE, "play 1 2", "play 0 1", "cards-played"),
    ("djeco", ONE, "play 1 2", "play 2 1", "cards-played"),
    ("recycle", ROUND, "play 60", "play 301", "played-on"),
    ("recycle", ROUND, "play 60", "play 0", "cards-played"),
    ("djeco", DEALT, "play 0 1", "play 0 2", "other-starter"),
    ("djeco", CLEARED, "r8,y", "y", "discard-cleared"),
    ("djeco", CLEARED, "r8,y", "r8", "discard-cleared"),
    ("djeco", CLEARED, "r8,y", "r8,r9", "discard-cleared"),
    ("djeco", CLEARED, "r8,y", "r8,g", "card-count"),
    # tokens are earned by lines
    ("djeco", LINE, "1:0", "0:0", "line-unpaid"),
    ("djeco", LINE, "1:0", "0:1", "line-unpaid"),
    ("maker", LINE, "1:0", "0:0", "line-unpaid"),
    ("djeco", LINE, "1:0", "1:1", "token-split"),
    ("djeco", ONE, "0:0", "0:1", "token-split"),
    ("djeco", ONE, "0:0", "7:0", "token-split"),
    ("djeco", ONE, "0:0", "20:5", "token-count"),
    # who passes, and who draws
    ("djeco", PASSED, "g/g", "g/b2", "passed-though"),
    ("djeco", BLOCKED, "g/g", "g/b2", "passed-though"),
    ("djeco", BLOCKED, "g/g", "y/g", "passed-though"),
    ("djeco", PASSED, "pass", "pass pass", "unreadable-due"),
    ("djeco", DRAWS, "+1", "+1,1,1", "draws-due"),
    ("djeco", DRAWS, "+1", "+2", "draws-due"),
    ("djeco", DRAWS, "+1", "+1,2", "draws-due"),
    ("djeco", PASSED, "pass", "pass +1", "draws-due"),
    ("djeco", ONE, "play 1 2", "play 1 2 +1", "hands-unequal"),
    ("djeco", ONE, ",b9,y -", ",b9 -", "hands-unequal"),
    # the flip games
    ("rubik", FLIP, "Bb", "BB", "stone-counts"),
    ("rubik", FLIP, FLIP, "..../..../..../.... flip", "no-flip-exists"),
]


@pytest.mark.parametrize("name", POSSIBLE)
def test_the_positions_changed_below_are_read(name: str) -> None:
    game = GAMES[name]
    for text in POSSIBLE[name]:
        assert game.format_state(game.parse_state(text)) == text


@pytest.mark.parametrize(
    ("name", "text", "old", "new", "code"),
    IMPOSSIBLE,
    ids=[f"{name}-{code}-{new[:24]}" for name, _, _, new, code in IMPOSSIBLE],
)
def test_a_position_that_no_play_leads_to_is_refused_with_the_reason(
    name: str, text: str, old: str, new: str, code: str
) -> None:
    assert old in text
    changed = text.replace(old, new, 1)
    with pytest.raises(InvalidPosition) as caught:
        GAMES[name].parse_state(changed)
    assert caught.value.code == code
