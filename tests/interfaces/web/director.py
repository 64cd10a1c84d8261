"""A game in two worlds: played once by a director who makes people do anything at all, then again with other secrets.

What one viewer did, and what everybody saw, is done again; all else that the others do is left to chance.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, TypeAlias

import msgspec
import rowdy_tricks

from rowdy.play.table.entries import Chair, Viewer
from rowdy.rules.djeco_state import Draw
from rowdy.rules.game import CHANCE, AnyGame, Chance, Event, IllegalMove, Window
from rowdy.rules.tiles import CARDS, ObjectiveCard
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Deal, Lay
from tests.interfaces.web.wire import Chosen, Deed, World
from tests.worlds import Events, observations

DRAWS = (Deal, Draw, rowdy_tricks.Deal)
"""What chance gives to a seat, unseen by the others."""

GARBAGE = ("", "{", "[]", "null", '{"do":"fly","id":"g","seen":0}', '{"do":"hint","id":"","seen":0}', "\0")
PIECES = ("", "own", "draw", "r1", "r2", "b3", "y", "g", "nonsense")
"""What somebody may have picked."""
MAX_CHANGES = 60
"""How many changes are tried to make another world."""


@dataclass(frozen=True)
class Comes:
    """Somebody's connection breaks off, and they come back."""

    viewer: Viewer
    since: int


@dataclass(frozen=True)
class Exports:
    viewer: Viewer


@dataclass(frozen=True)
class Restart:
    pass


@dataclass(frozen=True)
class Waits:
    """Everybody does, where the world has a clock of its own."""

    seconds: float


class Director:
    """Makes people do things, those that make sense and those that do not."""

    def __init__(self, world: World, rng: Random) -> None:
        self.world = world
        self.rng = rng
        self.wonders = Random("why")
        self.obeyed: dict[Viewer, list[str]] = {viewer: [] for viewer in world.viewers}

    def move(self) -> Deed:
        table = self.world.table
        assert table.game_log is not None
        assert table.to_move is not None
        if table.bot_to_move:
            return self.world.await_bot()
        legal = table.game_log.view(table.to_move).legal
        bright = [lay for lay in legal if self._in_line(lay)]
        move = self.rng.choice(bright if bright and self.rng.random() < 0.4 else legal)
        deed = self.world.do(Chair(table.to_move), "play", move=str(move))
        self.obeyed[deed.viewer].append(deed.text)
        return deed

    def _in_line(self, lay: Any = None) -> list[ObjectiveCard]:
        """The cards in people's hands that could be shown now, or after a move."""
        game, game_log = self.world.game, self.world.table.game_log
        assert game_log is not None
        if not isinstance(game, XoxoGame):
            return []
        hands = [card for hand in game_log.state.hands for card in hand]
        state = game_log.state if lay is None else game.play(game_log.state, self.world.table.to_move or 0, lay)
        return [card for card in hands if game.in_line(state, card)]

    def quiet(self, viewer: Viewer) -> Deed:
        """Something that only concerns whoever does it."""
        world, rng = self.world, self.rng
        kinds = ["garbage", "preview", "illegal", "stale", "again", "hint", "foreign", "useless"]
        match rng.choice([*kinds, *["hint"] * (3 * world.hints)]):
            case "garbage":
                return world.tell(viewer, rng.choice(GARBAGE))
            case "preview":
                return world.do(viewer, "preview", move=self._any_move())
            case "illegal":
                return world.do(viewer, "play", move=self._illegal_move(viewer))
            case "stale":
                return world.do(viewer, "play", move=self._any_move(), seen=max(0, world.table.moved[viewer] - 1))
            case "again" if self.obeyed[viewer]:
                return world.tell(viewer, rng.choice(self.obeyed[viewer]))
            case "foreign":
                return world.do(viewer, "order", card=self._foreign_card(viewer), order=rng.choice(["show", "hold"]))
            case "useless":
                return self._useless(viewer)
        return world.do(viewer, "hint")

    def _useless(self, viewer: Viewer) -> Deed:
        """What does not fit the moment; a bot might sit in for somebody who has left, so that is not tried then."""
        do = self.rng.choice(["rematch", "sit", "sit-in"])
        if do == "sit-in" and not any(sitter.left for sitter in self.world.table.chairs):
            return self.world.do(viewer, do, seat=self.rng.randrange(self.world.game.seats))
        if do == "sit":
            return self.world.do(viewer, do, name="Eve", nonce="f" * 32)
        return self.world.do(viewer, "rematch", nonce="f" * 32)

    def open(self, seat: int) -> Deed:
        """Something that the others may come to know of."""
        world, rng, table = self.world, self.rng, self.world.table
        if (left := self._those_left()) and rng.random() < 0.5:
            return world.do(Chair(seat), "sit-in", seat=rng.choice(left))
        match rng.choice(["react", "come", "undo", "consent", "order", "order", "order"]):
            case "react":
                return world.do(Chair(seat), "react", reaction=rng.choice(["clap", "oops", "thinking"]))
            case "come":
                return world.do(Chair(seat), "return" if table.chairs[seat].left else "leave")
            case "undo":
                return world.do(Chair(seat), "undo")
            case "order" if isinstance(world.game, XoxoGame):
                return self._order(seat)
        return world.do(Chair(seat), "consent", yes=False)

    def _those_left(self) -> list[int]:
        """Those for whom a bot may sit in, where there are any: not while another one thinks, which might soon move."""
        if not self.world.stand_ins or self.world.room.thinking.task is not None:
            return []
        return [seat for seat, sitter in enumerate(self.world.table.chairs) if sitter.left and not sitter.stand_in]

    def wait(self) -> Waits:
        """Not for so long that a bot moves meanwhile."""
        waits = Waits(0.001 * self.rng.randint(1, 10 if self.world.table.bot_to_move else 2_000))
        self.world.wait(waits.seconds)
        return waits

    def _order(self, seat: int) -> Deed:
        """Often for a card that was held back until its line lay."""
        game_log, rng = self.world.table.game_log, self.rng
        assert game_log is not None
        hand = game_log.state.hands[seat]
        if (ready := [card for card in self._in_line() if card in hand]) and rng.random() < 0.7:
            return self.world.do(Chair(seat), "order", card=str(rng.choice(ready)), order="show")
        return self.world.do(
            Chair(seat), "order", card=str(rng.choice(hand)), order=rng.choice(["show", "hold", "hold"])
        )

    def wonder(self) -> Deed:
        """Somebody asks why nothing can be done somewhere; whoever it is, the rest of the story stays the same."""
        grid, rng = self.world.game.grid, self.wonders
        square = rng.choice(("", *grid.squares)) if grid else "a1"
        return self.world.do(rng.choice(self.world.viewers), "why", piece=rng.choice(PIECES), square=square)

    def look_back(self) -> Deed:
        """Somebody asks to be shown again what happened since their last move; the rest of the story stays the same."""
        return self.world.do(self.wonders.choice(self.world.viewers), "recap")

    def _any_move(self) -> str:
        return str(self.rng.choice(self.world.game.actions))

    def _illegal_move(self, viewer: Viewer) -> str:
        game_log, game = self.world.table.game_log, self.world.game
        assert game_log is not None
        legal = set(game_log.view(self.world.table.viewer_seat(viewer)).legal)
        return str(self.rng.choice([a for a in (*game.actions, *game.chances[::7]) if a not in legal]))

    def _foreign_card(self, viewer: Viewer) -> str:
        """One that is somebody else's, or nobody's."""
        game_log = self.world.table.game_log
        assert game_log is not None
        own = game_log.state.hands[viewer] if isinstance(self.world.game, XoxoGame) and viewer is not None else ()
        return str(self.rng.choice([card for card in CARDS if card not in own]))


Story: TypeAlias = list[Deed | Comes | Exports | Restart | Waits]


def play_first(world: World, rng: Random, most: int) -> Story:
    """A game of at most so many moves, in which everybody does whatever comes to mind."""
    director, story = Director(world, rng), Story()
    restart = rng.randint(2, 12)
    for number in range(most):
        if not world.going_on:
            break
        if number == restart:
            world.restart()
            story.append(Restart())
        for _ in range(rng.randint(0, 3)):
            story.append(director.quiet(rng.choice(world.viewers)))
        story.append(director.wonder())
        if not world.hints:  # where hints and bots take their time, another message would change the whole story
            story.append(director.look_back())
        if rng.random() < 0.6:
            story.append(director.open(rng.choice(world.people)))
        story.append(director.wait())
        if not world.going_on:
            break
        if rng.random() < 0.2:
            back = Comes(rng.choice(world.viewers), rng.randint(0, 2 * number))
            world.come_back(back.viewer, back.since)
            story.append(back)
        if rng.random() < 0.05:
            for viewer in world.viewers:
                world.export(viewer)
                story.append(Exports(viewer))
        story.append(director.move())
    return story


def play_again(world: World, story: Story, viewer: Viewer, rng: Random) -> None:
    """The same as far as this viewer did or saw it; else the others do other things."""
    director, world.ids = Director(world, rng), (f"x{number}" for number in count(1))
    for number, deed in enumerate(story):
        match deed:
            case Restart():
                world.restart()
            case Waits():
                world.wait(deed.seconds)
            case Comes():
                world.come_back(deed.viewer, deed.since)
            case Exports():
                if deed.viewer == viewer:
                    world.export(viewer)
            case Deed():
                arrange(world, story[number:], viewer, rng)
                if deed.by_bot:
                    world.await_bot()
                elif deed.viewer == viewer:
                    world.tell(viewer, deed.text)
                elif deed.public:
                    world.tell(deed.viewer, deed.seen_at(world.table.seen[deed.viewer]))
                if rng.random() < 0.2 and (others := [seat for seat in world.people if seat != viewer]):
                    rng.choice([world.look_in, world.renew])(rng.choice(others))
                if world.going_on and rng.random() < 0.5:
                    other = rng.choice([other for other in world.viewers if other != viewer])
                    assert not director.quiet(other).public


def arrange(world: World, ahead: Story, viewer: Viewer, rng: Random) -> None:
    """Gives the others' orders before a deed, so that just the cards are shown that were shown before; the rest is left
    to chance."""
    deed, game, game_log = ahead[0], world.game, world.table.game_log
    assert isinstance(deed, Deed)
    if not deed.public or not isinstance(game, XoxoGame) or game_log is None:
        return
    told = msgspec.json.decode(deed.text)
    if told.get("do") == "sit-in" and told["seat"] != viewer:
        shown = shown_until_return(ahead, told["seat"])
        for card in game_log.state.hands[told["seat"]]:
            order(world, told["seat"], card, hold=card not in shown)
    if not deed.moved or told.get("do") == "undo":
        return
    state = after = game_log.state
    if "move" in told and isinstance(lay := game.parse_action(told["move"]), Lay):
        after = game.play(state, deed.viewer or 0, lay)
    for seat in world.people:
        if seat == viewer or world.table.chairs[seat].player:
            continue
        for card in state.hands[seat]:
            held = str(card) in world.table.chairs[seat].held
            if card in deed.shown:
                hold = held and game.in_line(state, card)
            elif game.in_line(after, card):
                hold = True
            else:
                hold = held if game.in_line(state, card) else rng.random() < 0.5
            order(world, seat, card, hold)


def order(world: World, seat: int, card: ObjectiveCard, hold: bool) -> None:
    if hold != (str(card) in world.table.chairs[seat].held):
        done = world.do(Chair(seat), "order", card=str(card), order="hold" if hold else "show")
        assert not done.public


def shown_until_return(ahead: Story, seat: int) -> set[ObjectiveCard]:
    """The cards that come to light while a bot sits in, by orders that nobody can change meanwhile."""
    shown = set[ObjectiveCard]()
    for deed in ahead:
        if isinstance(deed, Deed) and deed.public:
            shown |= deed.shown
            if deed.viewer == seat and msgspec.json.decode(deed.text).get("do") == "return":
                break
    return shown


# Other worlds for tables with bots


def redraw_all(
    game: AnyGame, game_logs: Sequence[Events], viewer: Viewer, bots: Collection[int], rng: Random
) -> dict[Chosen, Any]:
    """What chance could have brought as well, in every game_log that the game took before moves were taken back.

    Hidden cards change places or become others, one change after another, wherever this viewer sees the same.
    """
    brought = {chosen: chosen[1] for game_log in game_logs for chosen in _chances(game_log)}
    hidden = [chosen for chosen in brought if isinstance(chosen[1], DRAWS) and chosen[1].seat != viewer]
    spare = [action for action in game.chances if isinstance(action, DRAWS)]
    seen = [observations(game, game_log, viewer) for game_log in game_logs]
    for _ in range(MAX_CHANGES):
        other, one = dict(brought), rng.choice(hidden)
        two = rng.choice([chosen for chosen in hidden if _alike(brought[chosen], brought[one])])
        if rng.random() < 0.5:
            other[two] = _with_card(brought[two], brought[one])
            other[one] = _with_card(brought[one], brought[two])
        else:
            other[one] = _with_card(brought[one], rng.choice([draw for draw in spare if _alike(draw, brought[one])]))
        made = [bring(game_log, other) for game_log in game_logs] if other != brought else ()
        if made and all(_looks_so(game, *both, viewer, bots) for both in zip(made, seen, strict=True)):
            brought = other
    return brought


def _alike(one: Any, two: Any) -> bool:
    """Whether two draws could be of one back."""
    return not isinstance(one, Deal) or one.card.kind is two.card.kind


def bring(game_log: Events, brought: Mapping[Chosen, Any]) -> Events:
    """The same play, with what chance brings instead."""
    chances = iter(_chances(game_log))
    return tuple(Event(CHANCE, brought[next(chances)]) if event.actor is CHANCE else event for event in game_log)


def _chances(game_log: Events) -> Iterator[Chosen]:
    return enumerate(action for actor, action in game_log if actor is CHANCE)


def _with_card(action: Any, other: Any) -> Any:
    return type(action)(action.seat, other.card)


def _looks_so(game: AnyGame, game_log: Events, told: Events, viewer: Viewer, bots: Collection[int]) -> bool:
    """Whether this can happen and looks so, and no bot has a card that it would have shown: they hold nothing back."""
    state = game.start()
    try:
        for actor, action in game_log:
            turn = game.turn(state)
            if isinstance(turn, Chance) and action not in turn.actions:
                return False
            if isinstance(turn, Window) and actor in bots and action != game.legal(state, actor)[-1]:
                return False
            state = game.play(state, actor, action)
    except IllegalMove:
        return False
    return observations(game, game_log, viewer) == told
