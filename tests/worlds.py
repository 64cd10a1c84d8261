"""What the tests of all games share: the games, games played at random, and other worlds that look the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile
from random import Random
from typing import Any, TypeAlias

import rowdy_tictactoe
import rowdy_tricks

import rowdy
from rowdy.rules import djeco_rulings, djeco_state, flip, xoxo, xoxo_state
from rowdy.rules.catalog import CATALOG
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_state import Draw
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import CHANCE, Actor, AnyGame, Chance, Event, IllegalMove, Move, Over, Window
from rowdy.rules.kit import Setup
from rowdy.rules.tiles import CARD, TILES, ObjectiveCard, Tile
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Deal, Reveal

Events: TypeAlias = tuple[Event[Any], ...]

# Games

CUSTOM_TILES = tuple(map(str, TILES[:48]))
"""No yellow tile at all, so that the yellow card can never be shown."""
CUSTOM_NUMBERS = (7,) * 16 + (8, 99)
"""Nearly all cards go on each other: stacks grow high."""

PRINTED: dict[str, AnyGame] = {
    f"{kit.id}-{edition.name}-{seats}": rowdy.game(kit.id, edition=edition.name, seats=seats)
    for kit in CATALOG.values()
    for edition in kit.editions
    for seats in kit.seats
}

AWKWARD: dict[str, AnyGame] = {
    "rubik-mover": rowdy.game("rubik", rulings={"both_rows": "mover"}),
    "rubik-opponent": rowdy.game("rubik", rulings={"both_rows": "opponent"}),
    "rubik-survives": rowdy.game("rubik", rulings={"row": "survives"}),
    "xoxo2-enclosed": rowdy.game("xoxo2", rulings={"row": "enclosed", "both_rows": "mover"}),
    "xoxo-no-window": rowdy.game("xoxo", seats=3, rulings={"last_window": "no"}, starter=2),
    "xoxo-en-piles-de": rowdy.game("xoxo", edition="en", seats=4, rulings={"piles": "de"}, starter=1),
    "xoxo-custom": rowdy.game("xoxo", seats=2, deck=CUSTOM_TILES, starter=1),
    "djeco-recycle": rowdy.game("djeco", rulings={"discard": "recycle", "target": "12", "yellow": "some"}),
    "djeco-six": rowdy.game("djeco", rulings={"numbers": "1-6x3", "lines": "one", "target": "1"}, starter=1),
    "djeco-fixed": rowdy.game("djeco", edition="ru", rulings={"grid": "fixed", "scorer": "maker", "target": "3"}),
    "djeco-custom": rowdy.game("djeco", edition="sv", deck=CUSTOM_NUMBERS, rulings={"discard": "recycle"}, starter=1),
}


def _rulings(game_id: str, **changes: Any) -> dict[str, Any]:
    """The rulings of the first edition with these changes."""
    kit = CATALOG[game_id]
    return {**kit.defaults(kit.editions[0]), **changes}


def _flip(row: flip.Row, sizes: flip.Sizes, both_rows: flip.BothRows = flip.BothRows.DRAW) -> FlipGame:
    game_id = "rubik" if row is flip.Row.ENCLOSED else "xoxo2"
    return FlipGame(CATALOG[game_id].editions[0], flip.Rulings(row, both_rows), sizes)


def _tiles(values: int) -> tuple[Tile, ...]:
    """The tiles that show only the first so many values of each kind."""
    return tuple(tile for tile in TILES if max(tile.indices) < values)


def cards(*names: str) -> tuple[ObjectiveCard, ...]:
    return tuple(CARD[name] for name in names)


def _xoxo(seats: int, pile: int, hand: int, last: str = "yes", starter: int = 0, field: int = 2) -> XoxoGame:
    few = cards("red", "blue", "circle", "square", "joy", "wink")
    sizes = xoxo_state.Sizes(pile=pile, hand=hand, cards=few, field=field, line=2)
    rulings = xoxo.Rulings(**_rulings("xoxo", last_window=xoxo.LastWindow(last)))
    tiles = _tiles(2) if field == 2 and seats < 4 else _tiles(3)
    return XoxoGame(CATALOG["xoxo"].editions[0], rulings, seats, starter, tiles, sizes)


def _djeco(
    *numbers: int,
    hand: int = 2,
    tokens: int = 4,
    turns: int = 12,
    removal: tuple[int, int] = (2, 1),
    starter: int = 0,
    **rulings: Any,
) -> DjecoGame:
    yellows, greens = removal
    sizes = djeco_state.Sizes(yellows, greens, hand, tokens, turns, field=2, line=2)
    chosen = djeco_rulings.Rulings(**_rulings("djeco", **rulings))
    return DjecoGame(CATALOG["djeco"].editions[0], chosen, starter, numbers, sizes)


RECYCLE, SOME, FIXED = djeco_rulings.Discard.RECYCLE, djeco_rulings.YellowClears.SOME, djeco_rulings.GridRuling.FIXED

SMALL: dict[str, AnyGame] = {
    "flip-3x3-enclosed": _flip(flip.Row.ENCLOSED, flip.Sizes(3, 3, 3, 4)),
    "flip-3x3-survives": _flip(flip.Row.SURVIVES, flip.Sizes(3, 3, 3, 4)),
    "flip-3x2-enclosed": _flip(flip.Row.ENCLOSED, flip.Sizes(3, 2, 2, 3), flip.BothRows.MOVER),
    "flip-2x4-survives": _flip(flip.Row.SURVIVES, flip.Sizes(2, 4, 2, 4)),
    "flip-4x3-opponent": _flip(flip.Row.ENCLOSED, flip.Sizes(4, 3, 3, 6), flip.BothRows.OPPONENT),
    "xoxo-small-2": _xoxo(2, pile=2, hand=1),
    "xoxo-small-2-cards": _xoxo(2, pile=3, hand=2, starter=1),
    "xoxo-small-3": _xoxo(3, pile=2, hand=2),
    "xoxo-small-4": _xoxo(4, pile=3, hand=1, starter=3),
    "xoxo-small-no-window": _xoxo(3, pile=2, hand=1, last="no"),
    "xoxo-small-wide": _xoxo(2, pile=8, hand=3, field=3),
    "djeco-small": _djeco(1, 1, 2, target=2),
    "djeco-small-some": _djeco(1, 1, 2, target=3, yellow=SOME, lines=djeco_rulings.Lines.ONE, starter=1),
    "djeco-small-recycle": _djeco(1, 2, tokens=24, target=12, discard=RECYCLE, yellow=SOME),
    "djeco-small-fixed": _djeco(1, 2, 3, target=1, grid=FIXED, discard=RECYCLE, hand=1),
    "djeco-small-removal": _djeco(1, tokens=24, target=12, removal=(4, 2), hand=3),
    "djeco-small-blocked": _djeco(1, 2, tokens=24, target=12, removal=(3, 1), hand=2, discard=RECYCLE, turns=40),
}

GAMES = PRINTED | AWKWARD | SMALL

LONG_RUN = {
    *("xoxo-de-3", "xoxo-de-4", "xoxo-en-2", "xoxo-en-3", "djeco-pt-2", "djeco-sv-2", "djeco-ru-2"),
    *("rubik-opponent", "rubik-survives", "xoxo2-enclosed", "xoxo-en-piles-de", "djeco-fixed", "djeco-custom"),
    *("xoxo-no-window", "djeco-six", "flip-2x4-survives", "xoxo-small-2-cards", "djeco-small-removal"),
}
"""What is tried with every game is tried with these in the long run alone: the quick one has others of their kind."""

GUESTS: dict[str, AnyGame] = {
    f"guest-{kit.id}-{edition.name}": kit.make(Setup(edition, dict(kit.defaults(edition)), 2, 0, None))
    for kit in (rowdy_tictactoe.KIT.rules, rowdy_tricks.KIT.rules)
    for edition in kit.editions
}
"""The games of `examples/`; tests/rules/conftest.py has them installed where more than their rules is needed."""

EVERY = GAMES | GUESTS
SEARCHED = {name: game for name, game in GAMES.items() if not (name in SMALL and isinstance(game, XoxoGame))}
"""Those that have compiled rules: XOXO has them for the printed display alone."""
HIDDEN = {name: game for name, game in EVERY.items() if game.facts.hidden}


def viewers(game: AnyGame) -> tuple[int | None, ...]:
    """Every seat and the spectator."""
    return (*range(game.seats), None)


def players(game: AnyGame) -> tuple[str, ...]:
    return ("ann", "bob", "cem", "dee")[: game.seats]


# Games played at random


def next_event(game: AnyGame, state: Any, rng: Random) -> Event[Any] | None:
    """Anything that may come next; in a window the seats answer in any order."""
    actor: Actor
    match game.turn(state):
        case Over():
            return None
        case Chance(actions, weights):
            return Event(CHANCE, rng.choices(actions, weights)[0])
        case Move(seat):
            actor = seat
        case Window(seats):
            actor = rng.choice([seat for seat in seats if game.legal(state, seat)])
    return Event(actor, rng.choice(game.legal(state, actor)))


@cache
def random_game(name: str, seed: int) -> Events:
    """A whole game of `EVERY`."""
    game, rng = EVERY[name], Random(f"{name} {seed}")
    state, events = game.start(), list[Event[Any]]()
    while event := next_event(game, state, rng):
        state = game.play(state, event.actor, event.action)
        events.append(event)
    return tuple(events)


def fold(game: AnyGame, events: Sequence[Event[Any]], start: Any = None) -> Iterator[Any]:
    """Every state from the start on, that of the game or another one."""
    state = game.start() if start is None else start
    yield state
    for actor, action in events:
        state = game.play(state, actor, action)
        yield state


def observations(game: AnyGame, events: Sequence[Event[Any]], viewer: int | None) -> Events:
    """All that the viewer is told while these events happen."""
    steps = zip(fold(game, events), events, strict=False)
    return tuple(told for state, event in steps for told in game.observe(state, event, viewer))


def last_turn(events: Sequence[Event[Any]]) -> Events:
    """The moves of the seat that moved last, the last one first; chance and answers to windows are no moves."""
    moves = [event for event in events if event.actor is not CHANCE and not isinstance(event.action, Reveal)]
    return tuple(takewhile(lambda event: event.actor == moves[-1].actor, reversed(moves)))


@cache
def random_states(name: str, seed: int) -> tuple[Any, ...]:
    return tuple(fold(EVERY[name], random_game(name, seed)))


def sample(things: Sequence[Any], n: int, rng: Random) -> list[Any]:
    """The last one and up to so many others, in their order."""
    chosen = {len(things) - 1, *rng.sample(range(len(things)), min(n, len(things)))} if things else ()
    return [things[i] for i in sorted(chosen)]


# Other worlds with the same observations


def redraw(game: AnyGame, events: Events, viewer: int | None, rng: Random) -> Events:
    """The same game as this viewer saw it, but what it could not see drawn anew as far as the play allows."""
    if isinstance(game, XoxoGame):
        return _redraw_xoxo(game, events, viewer, rng)
    if isinstance(game, DjecoGame):
        return _redraw_djeco(game, events, viewer, rng)
    return _redraw_any(game, events, viewer, rng) if game.facts.hidden else events


def _redraw_xoxo(game: XoxoGame, events: Events, viewer: int | None, rng: Random) -> Events:
    """The other hands get other values of the same kinds, and others may have answered an open window otherwise."""
    seen = observations(game, events, viewer)
    shown = [
        {card for actor, a in seen if isinstance(a, Reveal) and actor == seat for card in a.cards}
        for seat in range(game.seats)
    ]
    own = {a.card for _, a in seen if isinstance(a, Deal) and a.seat == viewer}
    spare = [card for card in game.sizes.cards if card not in own.union(*shown)]
    rng.shuffle(spare)
    drawn: list[Event[Any]] = list(events[: len(events) - _open_answers(game, events)])
    for seat in range(game.seats):
        if seat == viewer:
            continue
        slots = [i for i, (_, a) in enumerate(drawn) if isinstance(a, Deal) and a.seat == seat]
        rng.shuffle(slots)
        must = sorted(shown[seat], key=lambda card: card.order)
        for i in slots:
            kind = drawn[i].action.card.kind
            source = must if any(card.kind is kind for card in must) else spare
            card = next(card for card in source if card.kind is kind)
            source.remove(card)
            drawn[i] = Event(CHANCE, Deal(seat, card))
    return (*drawn, *_answers_anew(game, drawn, events[len(drawn) :], viewer, rng))


def _answers_anew(
    game: XoxoGame, drawn: Sequence[Event[Any]], answers: Events, viewer: int | None, rng: Random
) -> list[Event[Any]]:
    """The viewer's own answer to an open window, among others that leave it open."""
    *_, state = fold(game, drawn)
    late = [event for event in answers if event.actor == viewer]
    if isinstance(game.turn(state), Window):
        rivals = [seat for seat in range(game.seats) if seat != viewer]
        rng.shuffle(rivals)
        early = rivals[1:] if late or viewer is None else rivals
        late += [Event(seat, rng.choice(game.legal(state, seat))) for seat in early if rng.random() < 0.7]
        rng.shuffle(late)
    return late


def _open_answers(game: XoxoGame, events: Events) -> int:
    """How many answers at the end of the log belong to a window that is still open."""
    tail = 0
    while tail < len(events) and isinstance(events[-1 - tail].action, Reveal):
        tail += 1
    return tail % game.seats


def shuffle_answers(game: AnyGame, events: Events, rng: Random) -> Events:
    """The same game with the answers to each window given in another order."""
    shuffled: list[Event[Any]] = []
    window: list[Event[Any]] = []
    for event in events:
        if not isinstance(event.action, Reveal):
            shuffled.append(event)
            continue
        window.append(event)
        if len(window) == game.seats:
            rng.shuffle(window)
            shuffled += window
            window = []
    return (*shuffled, *window)


def _redraw_djeco(game: DjecoGame, events: Events, viewer: int | None, rng: Random) -> Events:
    """Hidden draws change places or become other cards, one change after another, wherever all play stays legal."""
    slots = [i for i, (_, a) in enumerate(events) if isinstance(a, Draw) and a.seat != viewer]
    states = list(fold(game, events))
    for _ in range(30):
        other, i, j = list(events), rng.choice(slots), rng.choice(slots)
        first, second = events[i].action, events[j].action
        if rng.random() < 0.6:
            other[j] = Event(CHANCE, Draw(second.seat, first.card))
            other[i] = Event(CHANCE, Draw(first.seat, second.card))
        else:
            j, other[i] = i, Event(CHANCE, Draw(first.seat, rng.choice(game.all_cards)))
        same = min(i, j)
        try:
            rest = list(fold(game, other[same:], states[same]))
        except IllegalMove:
            continue
        events, states = tuple(other), states[:same] + rest
    return events


def _redraw_any(game: AnyGame, events: Events, viewer: int | None, rng: Random) -> Events:
    """What chance did unseen becomes something else, one outcome after another, wherever this viewer sees the same."""
    seen = observations(game, events, viewer)
    steps = zip(fold(game, events), events, strict=False)
    slots = [i for i, (s, e) in enumerate(steps) if e.actor is CHANCE and game.observe(s, e, viewer) != (e,)]
    for _ in range(60 if slots else 0):
        i, outcome = rng.choice(slots), rng.choice(game.chances)
        other = (*events[:i], Event[Any](CHANCE, outcome), *events[i + 1 :])
        try:
            list(fold(game, other))
        except IllegalMove:
            continue
        if observations(game, other, viewer) == seen:
            events = other
    return events
