"""Playing in the terminal: people at one screen and bots, saved after every move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from rowdy.interfaces.cli import saves
from rowdy.interfaces.cli.draw import Artist, last_turn
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.cli.seating import Seating
from rowdy.interfaces.describe import Describer
from rowdy.play.bots import bot
from rowdy.play.table import Table, answer_by_orders
from rowdy.rules.catalog import changed_rulings
from rowdy.rules.flip import State as FlipState
from rowdy.rules.game import GameError, InvalidMove, Move, Over, Seat, Window
from rowdy.rules.record import format_record
from rowdy.rules.tiles import CARD, Card

QUIT_CODE = 0
INTERRUPTED = 130


def split_move(move: Any) -> tuple[str, str]:
    """A move's text before and after the sign between piece and target, the sign with the piece."""
    piece, sign, target = re.split("([@-]|$)", str(move), maxsplit=1)
    return piece + sign, target


def grouped(moves: Sequence[Any]) -> list[Any]:
    """The moves of each piece together, pieces and moves otherwise in their order."""
    pieces = [split_move(move)[0] for move in moves]
    return [move for _, move in sorted(zip(pieces, moves, strict=True), key=lambda pair: pieces.index(pair[0]))]


class Leave(Exception):
    """The person wants to stop here."""


class Session:
    """One game at this terminal until it ends or is left."""

    def __init__(self, screen: Screen, table: Table, seating: Seating, path: Path | None = None) -> None:
        self.screen = screen
        self.words = screen.words
        self.table = table
        self.game = table.game
        self.seating = seating
        self.names = seating.names(self.words)
        self.hidden = self.game.facts.hidden and len(seating.people) > 1
        self.path = path
        self.saving = bool(seating.people) or path is not None
        self.orders: dict[Seat, frozenset[Card]] = {}
        self.told = {viewer: len(table.log(viewer)) for viewer in (None, *seating.people)}
        """How many events of its log each viewer has been told; the deal is seen on the table."""

    # The course of a game

    def run(self) -> int:
        """Plays to the end; returns the exit code."""
        self._greet()
        try:
            self._save()
            while not isinstance(turn := self.table.turn, Over):
                if isinstance(turn, Window):
                    self._answer(turn)
                elif isinstance(turn, Move):
                    self._move(turn.seat)
                self._save()
            self._finish(turn)
        except (Leave, EOFError):
            self._farewell()
            return QUIT_CODE
        except KeyboardInterrupt:
            self.screen.say("")
            self._farewell()
            return INTERRUPTED
        return 0

    def _move(self, seat: Seat) -> None:
        if seat in self.seating.people:
            self._ask_person(seat)
        else:
            self._ask_bot(seat)
            if not self.seating.people:
                self._tell(None)

    def _answer(self, window: Window) -> None:
        """Bots choose, people have given standing orders: nobody is asked, so nothing is told by asking."""
        for seat in window.seats:
            view = self.table.view(seat)
            if not view.legal:  # it had answered when the game was saved
                continue
            if seat in self.seating.people:
                self.table.act(seat, answer_by_orders(view, self.orders.get(seat, frozenset())))
            else:
                self._ask_bot(seat)

    def _ask_bot(self, seat: Seat) -> None:
        """The same position and seed give the same choice, so that what is taken back can be played again."""
        rng = Random(f"{self.table.dealer.seed}/{seat}/{len(self.table.events)}")
        chosen = bot(self.seating.labels[seat]).choose(self.game, self.table.log(seat), self.table.view(seat), rng)
        self.table.act(seat, chosen)

    # A person's turn

    def _ask_person(self, seat: Seat) -> None:
        """Asks until a move is made or taken back."""
        if self.hidden:
            self.screen.wipe()
            self.screen.ask(self.words("pass-to", name=self.names[seat]))
        self._tell(seat)
        self.told[None] = len(self.table.log(None))
        self._draw(seat)
        moves = grouped(self.table.view(seat).legal)
        self._list_moves(moves)
        while not self._obey(seat, moves, self.screen.ask(self._prompt(seat))):
            pass
        if self.hidden:
            self.screen.wipe()

    def _prompt(self, seat: Seat) -> str:
        return self.words("prompt", name=self.names[seat], what=self.words(f"ask-{self._what()}"))

    def _what(self) -> str:
        state = self.table.state
        return str(state.part) if isinstance(state, FlipState) else self.game.edition.game

    def _list_moves(self, moves: Sequence[Any]) -> None:
        """One line for each piece that can be played, such as `own@`, with the number and target of each move."""
        self.screen.say(self.words("legal-moves", count=len(moves)))
        groups: dict[str, list[str]] = {}
        for number, move in enumerate(moves, 1):
            piece, target = split_move(move)
            groups.setdefault(piece, []).append(f"{number} {target}")
        self.screen.groups(groups)

    def _obey(self, seat: Seat, moves: Sequence[Any], line: str) -> bool:
        """Whether the line was a move, or changed the game in another way."""
        command, _, rest = line.partition(" ")
        try:
            match command.lower():
                case "":
                    return False
                case "?" | "help":
                    self.screen.say(self.words(f"help-{self._help_topic()}"))
                    self.screen.say(self.words("help-commands"))
                case "quit" | "q" | "exit":
                    raise Leave
                case "save":
                    self._save_as(rest.strip())
                case "undo":
                    return self._undo(seat)
                case "hold" | "show" if self.game.facts.windows:
                    self._order(seat, command.lower(), rest.strip())
                case "moves":
                    self._list_moves(moves)
                case "board":
                    self._draw(seat)
                case "log":
                    self._tell_all(seat)
                case _:
                    self._play(seat, moves, line)
                    return True
        except GameError as error:
            self.screen.complain(self.words.error(error))
        return False

    def _help_topic(self) -> str:
        return "flip" if self.game.edition.game in ("rubik", "xoxo2") else self.game.edition.game

    def _play(self, seat: Seat, moves: Sequence[Any], line: str) -> None:
        if line.isascii() and line.isdigit():
            if not 1 <= int(line[:6]) <= len(moves):
                raise InvalidMove("no-such-number", text=line[:6], most=len(moves))
            self.table.act(seat, moves[int(line[:6]) - 1])
            return
        actions = self._read(seat, line)
        if len(actions) > 1:  # a whole turn is made or refused as one
            state = self.table.view(seat).state
            for action in actions:
                state = self.game.play(state, seat, action)
        for action in actions:
            self.table.act(seat, action)

    def _read(self, seat: Seat, line: str) -> list[Any]:
        """Moves in notation; letters may be of either case where that leaves no doubt."""
        actions = []
        for text in line.split():
            same = [move for move in self.table.view(seat).legal if str(move).lower() == text.lower()]
            exact = [move for move in same if str(move) == text]
            if not exact and len(same) == 1:
                actions.append(same[0])
            else:
                actions.append(self.game.parse_action(text))
        return actions

    def _undo(self, seat: Seat) -> bool:
        if not self.seating.alone:
            raise GameError("undo-alone")
        if not self.table.undo(seat):
            raise GameError("undo-nothing")
        self.told[seat] = min(self.told[seat], len(self.table.log(seat)))
        self.screen.say(self.words("undone"))
        return True

    def _order(self, seat: Seat, order: str, text: str) -> None:
        """A standing order for one of the seat's own cards, or for all of them."""
        hand = self.table.view(seat).state.hands[seat]
        cards = set(hand) if text == "all" else {CARD.get(word) for word in text.replace(",", " ").split()}
        if not cards or not cards <= set(hand):
            raise InvalidMove("order-card", text=text, known=", ".join(map(str, hand)))
        held = self.orders.get(seat, frozenset())
        self.orders[seat] = held | cards if order == "hold" else held - cards  # type: ignore[operator]  # no None in it
        self._draw(seat)

    # What people see

    def _greet(self) -> None:
        game = self.game.edition.game
        self.screen.say(self.words(f"game-{game}"), style="bold")
        rulings = ", ".join(f"{name}={option}" for name, option in changed_rulings(self.game).items())
        self.screen.say(
            self.words(
                "greeting",
                edition=self.words(f"edition-{game}-{self.game.edition.name}"),
                rulings=rulings or self.words("none"),
                seats=", ".join(f"{seat + 1} {name}" for seat, name in enumerate(self.names)),
            )
        )
        if self.seating.people:
            self.screen.say(self.words("greeting-help"))

    def _describer(self, viewer: Seat | None) -> Describer:
        return Describer(self.words, self.game, self.names, viewer)

    def _draw(self, viewer: Seat | None) -> None:
        artist = Artist(self.screen, self._describer(viewer), self.orders)
        artist.draw(self.table.view(viewer), last_turn(self.table.log(viewer)))

    def _tell(self, viewer: Seat | None) -> None:
        """What has happened since this viewer was last told."""
        self._tell_from(viewer, self.told[viewer])

    def _tell_all(self, viewer: Seat | None) -> None:
        self._tell_from(viewer, 0)

    def _tell_from(self, viewer: Seat | None, start: int) -> None:
        describer = self._describer(viewer)
        state = self.game.seen(self.game.start(), viewer)
        log = self.table.log(viewer)
        for number, event in enumerate(log):
            after = self.game.follow(state, event)
            if number >= start:
                for sentence in describer.step(state, event, after):
                    self.screen.say(sentence)
            state = after
        self.told[viewer] = len(log)

    def _finish(self, over: Over) -> None:
        viewer = self.seating.people[0] if self.seating.alone else None
        self._tell(viewer)
        self._draw(viewer)
        self.screen.say(self._describer(None).outcome(over.outcome), style="bold")
        if self.game.facts.hidden:
            self.screen.say(self.words("final-position", text=self.game.format_state(self.table.state)))
        if self.path is not None and self.saving:
            self.screen.say(self.words("record-at", path=self.path))

    # Saving

    def _save(self) -> None:
        """After every move; a disk that cannot be written to is said once and does not stop the game."""
        if not self.saving:
            return
        try:
            if self.path is None:
                self.path = saves.new_path(self.game.edition.game)
            saves.save(self.path, self.table.record(), self.table.dealer)
        except OSError as error:
            self.saving = False
            self.screen.complain(self.words("cannot-save", path=self.path, reason=error.strerror or error))

    def _save_as(self, name: str) -> None:
        path = Path(name).expanduser() if name else self.path
        if path is None:
            raise GameError("save-where")
        try:
            saves.save(path, self.table.record(), self.table.dealer)
        except OSError as error:
            raise GameError("save-failed", path=path, reason=error.strerror or error) from error
        self.path, self.saving = path, True
        self.screen.say(self.words("saved", path=path))

    def _farewell(self) -> None:
        self._save()
        if self.hidden:
            self.screen.wipe()
        if self.saving and self.path is not None:
            self.screen.say(self.words("left", path=self.path))
        else:
            self.screen.say(self.words("left-unsaved"))
            if not self.hidden:
                self.screen.say(format_record(self.table.record()))
