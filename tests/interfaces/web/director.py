"""A game in two worlds: played once by a director who makes people do anything at all, then again with other secrets.

What one viewer did, and what everybody saw, is done again; all else that the others do is left to chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, TypeAlias

import msgspec

from rowdy.play.table import Viewer
from rowdy.rules.tiles import CARDS, Card
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Lay
from tests.interfaces.web.wire import Deed, World

GARBAGE = ("", "{", "[]", "null", '{"do":"fly","id":"g","seen":0}', '{"do":"hint","id":"","seen":0}', "\0")


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


class Director:
    """Makes people do things, those that make sense and those that do not."""

    def __init__(self, world: World, rng: Random) -> None:
        self.world = world
        self.rng = rng
        self.obeyed: dict[Viewer, list[str]] = {viewer: [] for viewer in world.viewers}

    def move(self) -> Deed:
        table = self.world.table
        assert table.course is not None
        assert table.to_move is not None
        legal = table.course.view(table.to_move).legal
        bright = [lay for lay in legal if self._in_line(lay)]
        move = self.rng.choice(bright if bright and self.rng.random() < 0.4 else legal)
        deed = self.world.do(table.to_move, "play", move=str(move))
        self.obeyed[deed.viewer].append(deed.text)
        return deed

    def _in_line(self, lay: Any = None) -> list[Card]:
        """The cards in people's hands that could be shown now, or after a move."""
        game, course = self.world.game, self.world.table.course
        assert course is not None
        if not isinstance(game, XoxoGame):
            return []
        hands = [card for hand in course.state.hands for card in hand]
        state = course.state if lay is None else game.play(course.state, self.world.table.to_move or 0, lay)
        return [card for card in hands if game.in_line(state, card)]

    def quiet(self, viewer: Viewer) -> Deed:
        """Something that only concerns whoever does it."""
        world, rng = self.world, self.rng
        match rng.choice(["garbage", "preview", "illegal", "stale", "again", "hint", "foreign", "useless"]):
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
        match rng.choice(["react", "come", "undo", "consent", "order", "order", "order"]):
            case "react":
                return world.do(seat, "react", reaction=rng.choice(["clap", "oops", "thinking"]))
            case "come":
                return world.do(seat, "return" if table.chairs[seat].left else "leave")
            case "undo":
                return world.do(seat, "undo")
            case "order" if isinstance(world.game, XoxoGame):
                return self._order(seat)
        return world.do(seat, "consent", yes=False)

    def _order(self, seat: int) -> Deed:
        """Often for a card that was held back until its line lay."""
        course, rng = self.world.table.course, self.rng
        assert course is not None
        hand = course.state.hands[seat]
        if (ready := [card for card in self._in_line() if card in hand]) and rng.random() < 0.7:
            return self.world.do(seat, "order", card=str(rng.choice(ready)), order="show")
        return self.world.do(seat, "order", card=str(rng.choice(hand)), order=rng.choice(["show", "hold", "hold"]))

    def _any_move(self) -> str:
        return str(self.rng.choice(self.world.game.actions))

    def _illegal_move(self, viewer: Viewer) -> str:
        course, game = self.world.table.course, self.world.game
        assert course is not None
        legal = set(course.view(self.world.table.seat_seen(viewer)).legal)
        return str(self.rng.choice([a for a in (*game.actions, *game.chances[::7]) if a not in legal]))

    def _foreign_card(self, viewer: Viewer) -> str:
        """One that is somebody else's, or nobody's."""
        course = self.world.table.course
        assert course is not None
        own = course.state.hands[viewer] if isinstance(self.world.game, XoxoGame) and viewer is not None else ()
        return str(self.rng.choice([card for card in CARDS if card not in own]))


Story: TypeAlias = list[Deed | Comes | Exports | Restart]


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
        if rng.random() < 0.6:
            story.append(director.open(rng.randrange(world.game.seats)))
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
    for deed in story:
        match deed:
            case Restart():
                world.restart()
            case Comes():
                world.come_back(deed.viewer, deed.since)
            case Exports():
                if deed.viewer == viewer:
                    world.export(viewer)
            case Deed():
                if deed.moved:
                    arrange(world, deed, viewer, rng)
                if deed.viewer == viewer:
                    world.tell(viewer, deed.text)
                elif deed.public:
                    world.tell(deed.viewer, deed.seen_at(world.table.seen[deed.viewer]))
                if rng.random() < 0.2:
                    windows = rng.choice([other for other in world.viewers if other not in (viewer, None)])
                    assert windows is not None
                    rng.choice([world.look_in, world.renew])(windows)
                if world.going_on and rng.random() < 0.5:
                    other = rng.choice([other for other in world.viewers if other != viewer])
                    assert not director.quiet(other).public


def arrange(world: World, deed: Deed, viewer: Viewer, rng: Random) -> None:
    """Gives the others' orders, so that just the cards are shown that were shown before; the rest is left to chance."""
    game, course = world.game, world.table.course
    if not isinstance(game, XoxoGame):
        return
    assert course is not None
    state = after = course.state
    move = msgspec.json.decode(deed.text).get("move")
    if move is not None and isinstance(lay := game.parse_action(move), Lay):
        after = game.play(state, deed.viewer or 0, lay)
    for seat in range(game.seats):
        if seat == viewer:
            continue
        for card in state.hands[seat]:
            if card in deed.shown:
                hold = game.in_line(state, card)
            elif game.in_line(state, card) or game.in_line(after, card):
                hold = True
            else:
                hold = rng.random() < 0.5
            if hold != (card in world.table.chairs[seat].held):
                done = world.do(seat, "order", card=str(card), order="hold" if hold else "show")
                assert not done.public
