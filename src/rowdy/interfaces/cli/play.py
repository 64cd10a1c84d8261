"""Playing in the terminal: people at one screen and bots, saved after every move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from rowdy.interfaces.cli import saves
from rowdy.interfaces.cli.draw import Artist
from rowdy.interfaces.cli.opponents import Opponents
from rowdy.interfaces.cli.saves import Orders, Sealed
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.seating import Seating
from rowdy.play.course import Course, last_turn
from rowdy.play.orders import answer_by_orders
from rowdy.rules.catalog import changed_rulings
from rowdy.rules.flip import FlipGame
from rowdy.rules.flip import State as FlipState
from rowdy.rules.game import GameError, InvalidMove, Move, Outcome, Over, Seat, View, Window

INTERRUPTED = 130
QUIT = ("quit", "q", "exit")


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

    def __init__(
        self, screen: Screen, course: Course, seating: Seating, path: Path | None = None, orders: Orders | None = None
    ) -> None:
        self.screen = screen
        self.words = screen.words
        self.course = course
        self.game = course.game
        self.seating = seating
        self.names = seating.names(self.words)
        self.opponents = Opponents(screen, self.game, seating)
        self.hidden = self.game.facts.hidden and len(seating.people) > 1
        self.path = path
        self.saving = bool(seating.people) or path is not None
        self.orders: Orders = orders or {}
        self.told = {viewer: len(course.log(viewer)) for viewer in (None, *seating.people)}
        """How many events of its log each viewer has been told; the deal is seen on the table."""

    # The course of a game

    def run(self) -> int:
        """Plays to the end; returns the exit code."""
        self._greet()
        self.opponents.prepare()
        try:
            self._save()
            while self._play_on():
                pass
        except (Leave, EOFError):
            self._farewell()
            return 0
        except KeyboardInterrupt:
            self.screen.say("")
            self._farewell()
            return INTERRUPTED
        return 0

    def _play_on(self) -> bool:
        """One move, one window, or the end; false once the game is over for good."""
        match self.course.turn:
            case Window(seats):
                self._answer(seats)
            case Move(seat):
                self._move(seat)
            case Over(outcome):
                self._finish(outcome)
                if not self._taken_back():
                    return False
        self._save()
        return True

    def _move(self, seat: Seat) -> None:
        if seat in self.seating.people:
            self.opponents.pace.keep()
            self._ask_person(seat)
            self.opponents.pace.begin()
        else:
            self._ask_bot(seat)
            if not self.seating.people:
                self._tell(None)

    def _answer(self, seats: Sequence[Seat]) -> None:
        """Bots choose, people have given standing orders: nobody is asked, so nothing is told by asking."""
        for seat in seats:
            view = self.course.view(seat)
            if not view.legal:  # it had answered when the game was saved
                continue
            if seat in self.seating.people:
                self.course.act(seat, answer_by_orders(view.legal, self.orders.get(seat, frozenset())))
            else:
                self._ask_bot(seat)

    def _ask_bot(self, seat: Seat) -> None:
        """The same position and seed give the same choice, so that what is taken back can be played again."""
        rng = Random(f"{self.course.dealer.seed}/{seat}/{len(self.course.events)}")
        self.course.act(seat, self.opponents.choose(seat, self.course.log(seat), self.course.view(seat), rng))

    # A person's turn

    def _ask_person(self, seat: Seat) -> None:
        """Asks until a move is made or taken back."""
        if self.hidden:
            self.screen.wipe()
            while answer := self.screen.ask(self.words("pass-to", name=self.names[seat])):
                if answer.lower() in QUIT:
                    raise Leave
        self.opponents.report()
        self._tell(seat)
        self.told[None] = len(self.course.log(None))
        self._draw(seat)
        moves = grouped(self.course.view(seat).legal)
        self._list_moves(moves)
        while not self._obey(seat, moves, self.screen.ask(self._prompt(seat))):
            pass
        if self.hidden:
            self.screen.wipe()

    def _prompt(self, seat: Seat) -> str:
        state = self.course.state
        what = str(state.part) if isinstance(state, FlipState) else self.game.edition.game
        return self.words("prompt", name=self.names[seat], what=self.words(f"ask-{what}", stone="Aa"[seat % 2]))

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
                    self._help()
                case word if word in QUIT:
                    raise Leave
                case "save":
                    self._save_as(rest.strip())
                case "undo":
                    return self._undo(seat)
                case "hold" | "show" if self.game.facts.windows:
                    self._order(seat, command.lower(), rest.strip())
                case "hint":
                    self._hint(seat)
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

    def _hint(self, seat: Seat) -> None:
        """From what this seat knows, so it tells nothing that the person could not see."""
        from rowdy.interfaces.cli.hint import Adviser  # brings the compiler, so not earlier

        Adviser(self.screen, self._describer(seat)).advise(self.course.log(seat), self.course.view(seat))

    def _help(self) -> None:
        topic = "flip" if isinstance(self.game, FlipGame) else self.game.edition.game
        marks = "help-marks-plain" if self.screen.plain else "help-marks"
        for message in (f"help-{topic}", marks, "help-commands"):
            self.screen.say(self.words(message))

    def _play(self, seat: Seat, moves: Sequence[Any], line: str) -> None:
        if line.isascii() and line.isdigit():
            if len(line) > 4 or not 1 <= int(line) <= len(moves):
                raise InvalidMove("no-such-number", text=line[:8], most=len(moves))
            self.course.act(seat, moves[int(line) - 1])
            return
        actions = self._read(seat, line.split())
        for action in actions:
            self.course.act(seat, action)

    def _read(self, seat: Seat, texts: Sequence[str]) -> list[Any]:
        """Moves in notation, tried one after the other, so that a whole turn is made or refused as one."""
        state, actions = self.course.view(seat).state, list[Any]()
        for text in texts:
            if actions and isinstance(self.game.turn(state), Over):
                raise InvalidMove("ends-before", text=text, move=actions[-1])
            action = self._read_one(state, seat, text)
            if len(texts) > 1:
                state = self.game.play(state, seat, action)
            actions.append(action)
        return actions

    def _read_one(self, state: Any, seat: Seat, text: str) -> Any:
        """Letters may be of either case where that leaves no doubt."""
        same = [move for move in self.game.legal(state, seat) if str(move).lower() == text.lower()]
        return same[0] if len(same) == 1 else self.game.parse_action(text)

    def _undo(self, seat: Seat) -> bool:
        if not self.seating.alone:
            self.screen.complain(self.words("undo-alone"))
            return False
        if not self.course.undo(seat):
            self.screen.complain(self.words("undo-nothing"))
            return False
        self.told[seat] = min(self.told[seat], len(self.course.log(seat)))
        self.screen.say(self.words("undone"))
        return True

    def _order(self, seat: Seat, order: str, text: str) -> None:
        """A standing order for one of the seat's own cards, or for all of them."""
        hand = self.course.view(seat).state.hands[seat]
        words = text.lower().replace(",", " ").split()
        cards = {card for card in hand if str(card) in words or words == ["all"]}
        if len(cards) != (len(hand) if words == ["all"] else len(words)) or not cards:
            raise InvalidMove("order-card", text=f"{order} {text}", known=", ".join(map(str, hand)))
        held = self.orders.get(seat, frozenset())
        self.orders[seat] = held | cards if order == "hold" else held - cards
        self._save()
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
        artist.draw(self.course.view(viewer), last_turn(self.course.log(viewer)))

    def _tell(self, viewer: Seat | None) -> None:
        """What has happened since this viewer was last told."""
        self._tell_from(viewer, self.told[viewer])

    def _tell_all(self, viewer: Seat | None) -> None:
        self._tell_from(viewer, 0)

    def _tell_from(self, viewer: Seat | None, start: int) -> None:
        describer = self._describer(viewer)
        state = self.game.seen(self.game.start(), viewer)
        log = self.course.log(viewer)
        for number, event in enumerate(log):
            after = self.game.follow(state, event)
            if number >= start:
                for sentence in describer.step(state, event, after):
                    self.screen.say(sentence)
            state = after
        self.told[viewer] = len(log)

    def _finish(self, outcome: Outcome) -> None:
        """Who has won and why, with all cards open."""
        self.opponents.pace.keep()
        self._tell(self.seating.people[0] if self.seating.alone else None)
        describer = self._describer(None)
        open_view = View(None, self.course.state, self.course.turn, ())
        Artist(self.screen, describer).draw(open_view, last_turn(self.course.log(None)))
        self.screen.say(describer.outcome(outcome), style="bold")
        if self.path is not None and self.saving:
            self.screen.say(self.words("record-at", path=self.path))

    def _taken_back(self) -> bool:
        """Someone alone against bots may take back even the last move."""
        if not self.seating.alone:
            return False
        try:
            answer = self.screen.ask(self.words("ask-end"))
        except (EOFError, KeyboardInterrupt):
            return False
        return answer.lower() == "undo" and self._undo(self.seating.people[0])

    # Saving

    def _save(self) -> None:
        """After every move. If the usual place cannot be written to, another is tried and said once."""
        if not self.saving:
            return
        try:
            if self.path is None:
                folder = saves.games_folder()
                folder.mkdir(parents=True, exist_ok=True)
                self.path = saves.new_path(self.game.edition.game, folder)
            self._write(self.path)
        except OSError as error:
            self._save_elsewhere(error)

    def _save_elsewhere(self, error: OSError) -> None:
        reason = error.strerror or error
        spare = saves.new_path(self.game.edition.game, saves.spare_folder())
        try:
            self._write(spare)
        except OSError:
            self.saving = False
            self.screen.complain(self.words("cannot-save", reason=reason))
        else:
            self.path = spare
            self.screen.complain(self.words("saved-elsewhere", reason=reason, path=spare))

    def _write(self, path: Path) -> None:
        saves.save(path, self.course.record(), Sealed(self.course.dealer.seed, self.orders))

    def _save_as(self, name: str) -> None:
        path = Path(name).expanduser() if name else self.path
        if path is None:
            raise GameError("save-where")
        if path != self.path and path.exists():
            raise GameError("save-exists", path=path)
        try:
            self._write(path)
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
