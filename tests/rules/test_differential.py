"""The engine and the naive games agree: random games go through both, and all that either tells is compared.

The one text left out is that of a finished game of XOXO: the naive one names the next seat, the engine the one that
laid last.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from contextlib import suppress
from itertools import product
from typing import Any

import pytest

from rowdy.rules.game import CHANCE, Actor, AnyGame, Chance, IllegalMove, InvalidPosition, Move, Over, Window
from tests.naive import common
from tests.naive.djeco import cards_text
from tests.naive.xoxo import ALL_CARDS, all_tiles, balanced_deck
from tests.perft import engine, naive, read_variant

# Both implementations in step


def everyone(game: AnyGame, state: Any) -> dict[Actor, set[str]]:
    """What each actor may do, as texts, none of which stands there twice."""
    actors: list[Actor] = [CHANCE, *range(game.seats)]
    legal = {actor: game.legal(state, actor) for actor in actors}
    found = {actor: {str(action) for action in actions} for actor, actions in legal.items()}
    assert all(len(found[actor]) == len(legal[actor]) for actor in actors)
    return found


def due(game: AnyGame, state: Any, legal: dict[Actor, set[str]]) -> common.Pending:
    """What the engine waits for, in the naive games' terms."""
    match game.turn(state):
        case Chance() as chance:
            return common.Chance({str(action): probability for action, probability in chance.outcomes})
        case Move(seat):
            return common.Move(seat, legal[seat])
        case Window(seats):
            return common.Window({seat: legal[seat] for seat in seats})
        case Over(outcome):
            return common.Over(outcome.winners, str(outcome.reason))


def allowed(pending: common.Pending) -> dict[Actor, set[str]]:
    match pending:
        case common.Chance(outcomes):
            return {CHANCE: set(outcomes)}
        case common.Move(seat, legal):
            return {seat: legal}
        case common.Window(answers):
            return {seat: legal for seat, legal in answers.items() if legal}
        case _:
            return {}


class Pair:
    """One game in both implementations."""

    def __init__(self, variant: str, rng: random.Random, position: str = "start") -> None:
        self.variant = variant
        self.rng = rng
        self.game = engine(variant)
        self.naive = naive(variant, position)
        self.state = self.game.start() if position == "start" else self.game.parse_state(position)
        self.log: list[str] = []
        self.moves = self.game.actions + self.game.chances

    def compare(self) -> common.Pending:
        legal = everyone(self.game, self.state)
        pending, found = self.naive.pending(), due(self.game, self.state, legal)
        assert (type(found), found) == (type(pending), pending), self
        assert {actor: texts for actor, texts in legal.items() if texts} == allowed(pending), self
        if not (isinstance(pending, common.Over) and read_variant(self.variant)[0] == "xoxo"):
            text = self.naive.text()
            assert self.game.format_state(self.state) == text, self
            assert self.game.parse_state(text) == self.state, self
        return pending

    def refuse(self, pending: common.Pending, tries: int) -> None:
        """The engine refuses moves that the naive game does not name."""
        legal = allowed(pending)
        for _ in range(tries):
            actor: Actor = self.rng.choice([CHANCE, *range(self.game.seats)])
            action = self.rng.choice(self.moves)
            if str(action) not in legal.get(actor, ()):
                with pytest.raises(IllegalMove):
                    self.game.play(self.state, actor, action)

    def step(self, pending: common.Pending) -> None:
        """A random action of a random actor among those who are asked."""
        actor, legal = self.rng.choice(list(allowed(pending).items()))
        text = self.rng.choice(sorted(legal))
        self.log.append(text)
        self.state = self.game.play(self.state, actor, self.game.parse_action(text))
        self.naive.apply(None if actor is CHANCE else actor, text)

    def run(self) -> common.Over:
        """Play to the end."""
        while not isinstance(pending := self.compare(), common.Over):
            self.refuse(pending, 2)
            self.step(pending)
        self.refuse(pending, 20)
        return pending

    def __str__(self) -> str:
        return f"{self.variant}: {' '.join(self.log)}"


def random_games(variant: str, seeds: range) -> Counter[str]:
    """Play a game for each seed; how often they ended for which reason."""
    return Counter(Pair(variant, random.Random(f"{variant} {seed}")).run().reason for seed in seeds)


# Whole random games

SMALL_XOXO = "field=2 line=2 deck=rcj,rcw,bsj,bsw,gtj,rsj,bcj,yhw,ycs,gss cards=red,blue,circle,square,joy,wink"
SMALL_DJECO = "numbers=1,1,2,3 yellows=2 greens=1 hand=2 field=2 line=2 tokens=4"


def custom_tiles(seed: int) -> str:
    return ",".join(random.Random(seed).sample(all_tiles(), 48))


def djeco_variants() -> list[str]:
    """Every combination of the rulings but scorer, which changes from one to the next, as do targets and starters."""
    numbers = ["1-9x2", "1-6x3", "1,2,3,4,5,6,7,8,9,9,8,7,6,5,4,1,1,12"]
    rulings = product(["stack", "some"], ["each", "one"], ["out", "recycle"], ["floating", "fixed"], numbers)
    return [
        f"djeco yellow={y} scorer={['owner', 'maker'][i % 2]} lines={o} discard={d} grid={g} numbers={n}"
        f" target={1 + i * 7 % 12} starter={1 + i // 3 % 2}"
        for i, (y, o, d, g, n) in enumerate(rulings)
    ]


BOTH_ROWS = ["draw", "mover", "opponent"]
QUICK_GAMES: list[tuple[str, int, set[str]]] = [
    # how many games, and the reasons for which some of them end
    ("rubik", 24, {"row", "full"}),
    ("xoxo2", 24, {"row", "full"}),
    *((f"rubik width=3 height=3 stones=4 line=2 both_rows={b}", 40, {"row", "full", "both_rows"}) for b in BOTH_ROWS),
    ("rubik width=4 height=3 stones=5", 30, {"row", "full"}),
    ("xoxo2 width=3 height=4 stones=6", 30, {"row", "full"}),
    ("xoxo", 6, {"last_card", "pile"}),
    ("xoxo seats=4 edition=en starter=4", 4, {"last_card"}),
    (f"xoxo seats=3 piles=en starter=2 deck={custom_tiles(2)}", 3, set()),
    (f"xoxo pile=3 hand=3 last_window=no {SMALL_XOXO}", 40, {"last_card", "pile", "pile_tie"}),
    (f"xoxo seats=3 pile=2 hand=2 starter=3 {SMALL_XOXO}", 40, {"last_card", "pile", "pile_tie"}),
    *((variant, 1, set[str]()) for variant in djeco_variants()[::5]),
    ("djeco edition=ru target=12", 5, {"blocked"}),
    (f"djeco scorer=maker yellow=some target=3 {SMALL_DJECO}", 40, {"target", "tokens", "blocked"}),
    (f"djeco yellow=some discard=recycle max_turns=14 grid=fixed lines=one {SMALL_DJECO}", 40, {"tokens", "turns"}),
]
MORE_GAMES: list[tuple[str, int, set[str]]] = [
    # for the long run
    ("rubik both_rows=mover", 20, {"row", "full"}),
    ("rubik both_rows=opponent", 20, {"row", "full"}),
    ("rubik row=survives", 20, {"row", "full"}),
    ("xoxo2 row=enclosed both_rows=mover", 20, {"row", "full"}),
    *((f"rubik width=2 height=3 stones=3 line=2 both_rows={b}", 30, {"row", "full", "both_rows"}) for b in BOTH_ROWS),
    ("rubik width=3 height=4 stones=6 both_rows=mover", 30, {"row", "full"}),
    ("rubik width=3 height=3 stones=4", 30, {"full"}),
    ("xoxo2 width=3 height=3 stones=4", 30, {"row", "full"}),
    ("xoxo2 line=4", 20, {"full"}),
    ("xoxo edition=en last_window=no starter=2", 6, {"last_card", "pile"}),
    ("xoxo seats=3", 4, {"last_card"}),
    ("xoxo seats=3 edition=en last_window=no starter=3", 4, {"last_card"}),
    ("xoxo seats=4 last_window=no starter=2", 4, set()),
    (f"xoxo seats=2 deck={custom_tiles(1)}", 3, set()),
    (f"xoxo pile=2 hand=1 {SMALL_XOXO}", 40, {"last_card", "pile_tie"}),
    (f"xoxo pile=3 hand=3 starter=2 {SMALL_XOXO}", 40, {"last_card", "pile", "pile_tie"}),
    ("xoxo pile=6 hand=1 line=2", 10, {"last_card"}),
    *((variant, 1, set[str]()) for i, variant in enumerate(djeco_variants()) if i % 5),
    ("djeco edition=pt target=12 lines=one", 5, {"blocked"}),
    (f"djeco target=4 {SMALL_DJECO}", 40, {"tokens", "blocked"}),
    (f"djeco yellow=some target=3 starter=2 {SMALL_DJECO}", 40, {"target", "tokens", "blocked"}),
    (f"djeco discard=recycle max_turns=9 target=2 {SMALL_DJECO}", 40, {"target", "tokens", "turns"}),
    ("djeco numbers=1,2,2,3,3 yellows=2 hand=3 max_turns=30 discard=recycle", 10, {"turns"}),
]
LONG = 6
"""How many times as many games the long tests play."""

each_variant = pytest.mark.parametrize(
    ("variant", "games", "reasons"),
    [
        pytest.param(*case, id=re.sub(r",[\w,]+", ",..", case[0]), marks=marks)
        for cases, marks in ((QUICK_GAMES, ()), (MORE_GAMES, pytest.mark.long))
        for case in cases
    ],
)


@each_variant
def test_random_games_agree(variant: str, games: int, reasons: set[str]) -> None:
    assert set(random_games(variant, range(games))) >= reasons


@pytest.mark.long
@each_variant
def test_many_random_games_agree(variant: str, games: int, reasons: set[str]) -> None:
    assert set(random_games(variant, range(games, games * (LONG + 1)))) >= reasons


# Positions that need not be reachable: stones


def stones_at_random(rng: random.Random, width: int, height: int, stones: int) -> str:
    """A board with right numbers of stones. Most of a player's may show the same side, so that rows are common."""
    laid = rng.choice([rng.randint(0, 2 * stones), 2 * stones - rng.randint(0, 4)])
    letters = ["."] * (width * height - laid)
    for sides, number in (("AB", (laid + 1) // 2), ("ab", laid // 2)):
        other = rng.choice([0.5, 0.2, 0.0])
        letters += [sides[rng.random() < other] for _ in range(number)]
    rng.shuffle(letters)
    rows = ["".join(letters[i : i + width]) for i in range(0, len(letters), width)]
    return f"{'/'.join(rows)} {rng.choice(['flip', 'place'])}"


def judge(variant: str, text: str, rng: random.Random) -> str:
    """Compare a position and one that follows; "refused" if it is none, "on" if the game goes on, or how it ended."""
    try:
        naive(variant, text)
    except ValueError:
        with pytest.raises(InvalidPosition):
            engine(variant).parse_state(text)
        return "refused"
    pair = Pair(variant, rng, text)
    pending = pair.compare()
    if isinstance(pending, common.Over):
        return pending.reason
    pair.step(pending)
    pair.compare()
    return "on"


FLIPS = [
    ("rubik", 4, 4, 8),
    ("xoxo2", 4, 4, 8),
    ("rubik width=3 height=3 stones=4 both_rows=mover line=2", 3, 3, 4),
    pytest.param("rubik both_rows=mover", 4, 4, 8, marks=pytest.mark.long),
    pytest.param("rubik both_rows=opponent", 4, 4, 8, marks=pytest.mark.long),
    pytest.param("xoxo2 width=3 height=4 stones=6", 3, 4, 6, marks=pytest.mark.long),
]
each_flip = pytest.mark.parametrize(("variant", "width", "height", "stones"), FLIPS)


def judge_many(variant: str, width: int, height: int, stones: int, seeds: range) -> set[str]:
    rngs = (random.Random(f"{variant} {seed}") for seed in seeds)
    return {judge(variant, stones_at_random(rng, width, height, stones), rng) for rng in rngs}


@each_flip
def test_any_board_is_judged_alike(variant: str, width: int, height: int, stones: int) -> None:
    both = {"both_rows"} if variant.startswith("rubik") else set()
    assert judge_many(variant, width, height, stones, range(400)) == {"refused", "on", "row", "full"} | both


@pytest.mark.long
@each_flip
def test_many_boards_are_judged_alike(variant: str, width: int, height: int, stones: int) -> None:
    judge_many(variant, width, height, stones, range(400, 3000))


@pytest.mark.parametrize("both_rows", BOTH_ROWS)
@pytest.mark.parametrize(
    "text",
    [
        "AAAa/bbbA/aBAB/.aBa place",  # no flip exists, so the first player made these rows
        "AAAa/bbbA/aBAB/.Aba place",  # the second player flipped
        "AAAa/bbbA/aBAB/.Aba flip",
        "AAAa/bbbA/aBAB/b.Ba flip",
        "AAAa/bbbA/aBAB/babA place",
    ],
)
def test_boards_with_a_row_of_each_are_judged_alike(both_rows: str, text: str) -> None:
    assert judge(f"rubik both_rows={both_rows}", text, random.Random(0)) == "both_rows"


def misspelt(rng: random.Random, text: str) -> str:
    """The text with a letter or two left out, added or exchanged."""
    for _ in range(rng.randint(1, 2)):
        i = rng.randrange(len(text))
        letters = rng.choice([".", "A", "b", "/", " ", "x", "flip", "place", "\n", "_", "", ""])
        text = text[:i] + letters + text[i + rng.randint(0, 1) :]
    return text


@each_flip
def test_misspelt_positions_are_refused_alike(variant: str, width: int, height: int, stones: int) -> None:
    rngs = [random.Random(f"{variant} {seed}") for seed in range(400)]
    found = Counter(judge(variant, misspelt(rng, stones_at_random(rng, width, height, stones)), rng) for rng in rngs)
    assert found["refused"] > 200
    assert found["on"] > 10


@pytest.mark.parametrize("variant", ["rubik", "xoxo2"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "..../..../..../....",
        "..../..../..../.... flip",
        "..../..../..../.... lay",
        "..../..../..../.... Place",
        "..../..../..../....  place",
        "..../..../..../.... place ",
        " ..../..../..../.... place",
        "..../..../..../.... place\n",
        "..../..../.... place",
        "..../..../..../..../.... place",
        ".../..../..../..... place",
        "..../..../..../...c place",
        "..../..../..../...a place",
        "..../..../..../..AB flip",
        "ABAB/abab/ABAB/ABab place",
        "ABAB/abab/ABAB/abab flip",
        "..../..../ABAB/abab flip",
    ],
)
def test_texts_that_are_no_position_are_refused_by_both(variant: str, text: str) -> None:
    assert judge(variant, text, random.Random(0)) == "refused"


# Positions near the end, not all of them reachable: tiles and cards


def lattice(pieces: dict[str, str]) -> str:
    return "/".join("".join(pieces.get(square, ".") for square in rank) for rank in common.ranks(5, 5))


def window_at_random(rng: random.Random) -> list[str]:
    """The squares of a window that holds c3."""
    return sorted(common.window(rng.randint(0, 2), rng.randint(0, 2), 3))


def tiles_at_random(rng: random.Random, last_window: str) -> str:
    """A position of XOXO for two near its end: a turn or a window is due, the top just uncovered may have to show."""
    tiles, cards = rng.sample(balanced_deck(), 48), rng.sample(ALL_CARDS, 6)
    board = {square: tiles.pop() for square in window_at_random(rng)}
    showing, sizes = rng.random() < 0.6, [rng.randint(1, 3) for _ in range(3)]
    seat = (sum(sizes) + showing) % 2  # 48 less these have been laid, and the first seat began
    laid_from = rng.choice([seat, 2])
    if showing and last_window == "yes" and rng.random() < 0.5:
        sizes[laid_from] -= 2 if sizes[laid_from] == 2 else 0  # used up by the tile just laid
    tops = ["" if size == 0 else tiles.pop() for size in sizes]
    if showing and 0 not in sizes and rng.random() < 0.3:
        tops[laid_from] = "."
    covered = sorted(tiles[: 39 - sum(sizes)], key=all_tiles().index)
    hands = []
    for three in (cards[:3], cards[3:]):
        held = rng.choice([1, 1, 2, 3])
        written = sorted(three[:held], key=ALL_CARDS.index), sorted(three[held:], key=ALL_CARDS.index)
        hands.append(",".join([*written[0], *("!" + card for card in written[1])]))
    fields = [
        lattice(board),
        ",".join(covered),
        "/".join(f"{size}{top}" for size, top in zip(sizes, tops, strict=True)),
        "/".join(hands),
        f"{'show' if showing else 'lay'} {seat + 1} {rng.choice(sorted(board))}",
    ]
    answers = [" ./.", " ./-", " -/."] if "." not in tops else [" ./."]  # tops show before anyone answers
    return " ".join(fields) + (rng.choice(answers) if showing else "")


def cards_at_random(rng: random.Random, variant: str) -> str:
    """A position of Djeco that is not refused, with many or few tokens and cards left, and a move or a draw due."""
    while True:
        text = shuffled_cards(rng, "fixed" in variant, "recycle" in variant)
        with suppress(InvalidPosition):
            return engine(variant).format_state(engine(variant).parse_state(text))


def shuffled_cards(rng: random.Random, fixed: bool, recycle: bool) -> str:
    """A position of Djeco that may be refused for its tokens, draws or what is said to be cleared."""
    cards = rng.sample([f"{c}{n}" for c in "rb" for n in range(1, 10) for _ in "12"] + ["y"] * 6 + ["g"] * 2, 44)
    few = rng.choice([0, 1, 2, 5])
    hands = [[cards.pop() for _ in range(rng.choice([0, 1, 2, 5]) if recycle else few)] for _ in range(2)]
    squares = sorted(common.window(1, 1, 3)) if fixed else window_at_random(rng)
    stacks: dict[str, list[str]] = {}
    discard = []
    for _ in range(rng.choice([0, 2, 12, 30])):
        card, stack = cards.pop(), stacks.setdefault(rng.choice(squares), [])
        if card not in "yg" and (not stack or stack[-1][1:] == card[1:]):
            stack.append(card)
        else:
            discard.append(card)
    board = {square: "+".join(stack) for square, stack in stacks.items() if stack}
    if board:
        used = {"c3", *rng.sample(squares, rng.randint(0, 2)), *board}
        board = {square: board.get(square, "_") for square in used}
    deck = min(len(cards), rng.choice([0, 0, 1, 2, 3, 20]))
    discard += cards[deck:]
    tokens = rng.choice(["0:0", "4:3", "3:4", "11:12", "12:11", "11:11", "5:4"])
    played = rng.choice([280, 298, 299]) if recycle else 44 - deck - sum(map(len, hands))
    rest = rng.choice(["", ""] + [" +1", " +2", " +1,2", " +2,1"] * (deck > 0))
    due = f"play {played} {rng.randint(1, 2)}{rest}"
    return " ".join([lattice(board), "/".join(map(cards_text, hands)), cards_text(discard), tokens, due])


def xoxo_ends(last_window: str, seeds: range) -> set[str]:
    variant = f"xoxo last_window={last_window}"
    rngs = (random.Random(f"{variant} {seed}") for seed in seeds)
    return {Pair(variant, rng, tiles_at_random(rng, last_window)).run().reason for rng in rngs}


def djeco_ends(variant: str, seeds: range) -> set[str]:
    rngs = (random.Random(f"{variant} {seed}") for seed in seeds)
    return {Pair(variant, rng, cards_at_random(rng, variant)).run().reason for rng in rngs}


@pytest.mark.parametrize("last_window", ["yes", "no"])
def test_any_end_of_xoxo_is_played_alike(last_window: str) -> None:
    assert xoxo_ends(last_window, range(80)) == {"last_card", "pile", "pile_tie"}


@pytest.mark.long
@pytest.mark.parametrize("last_window", ["yes", "no"])
def test_many_ends_of_xoxo_are_played_alike(last_window: str) -> None:
    xoxo_ends(last_window, range(80, 600))


DJECO_ENDS = [
    ("djeco scorer=maker yellow=some", {"target", "tokens", "blocked"}),
    ("djeco discard=recycle yellow=some grid=fixed", {"target", "tokens", "turns"}),
    ("djeco", {"target", "tokens", "blocked"}),
    ("djeco edition=da lines=one target=8 grid=fixed", {"target", "tokens", "blocked"}),
    ("djeco discard=recycle target=12", {"target", "tokens", "turns"}),
]


@pytest.mark.parametrize(
    ("variant", "reasons"), [*DJECO_ENDS[:2], *(pytest.param(*case, marks=pytest.mark.long) for case in DJECO_ENDS[2:])]
)
def test_any_end_of_djeco_is_played_alike(variant: str, reasons: set[str]) -> None:
    assert djeco_ends(variant, range(60)) >= reasons


@pytest.mark.long
@pytest.mark.parametrize(("variant", "reasons"), DJECO_ENDS)
def test_many_ends_of_djeco_are_played_alike(variant: str, reasons: set[str]) -> None:
    assert djeco_ends(variant, range(60, 500)) >= reasons
