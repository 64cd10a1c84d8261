"""A game in the terminal: people at one screen and bots, saved after every move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.cli.command_words import AT_TABLE, ORDERS, read_command, read_items, suggested, taught
from rowdy.interfaces.cli.draw import Artist
from rowdy.interfaces.cli.game_file import GameFile
from rowdy.interfaces.cli.move_list import grouped, list_moves, meant, pick_move
from rowdy.interfaces.cli.moves import read_moves
from rowdy.interfaces.cli.opponents import Opponents
from rowdy.interfaces.cli.screen import INTERRUPTED, QUIT, LeavePrompt, Screen
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.seating import Seating
from rowdy.interfaces.titles import aim, edition_title, game_title
from rowdy.play.catalog import play_kit
from rowdy.play.game_log import GameLog, seen_transitions
from rowdy.play.kit import NOTHING_HELD, Held, answer_by_orders
from rowdy.play.windows import OrderWord, ordered, reopen, unanswered
from rowdy.rules.catalog import changed_rulings
from rowdy.rules.catalog import kit as rules_kit
from rowdy.rules.game import Chance, GameError, InvalidMove, Move, Outcome, Over, Seat, View, Window


class Session:
    """One game at this terminal until it ends or is left."""

    def __init__(
        self,
        screen: Screen,
        game_log: GameLog,
        seating: Seating,
        path: Path | None = None,
        orders: dict[Seat, Held] | None = None,
        known: str | None = None,
    ) -> None:
        self.screen = screen
        self.words = screen.words
        self.game_log = game_log
        self.game = game_log.game
        self.kit = play_kit(self.game)
        self.seating = seating
        self.names = seating.names(self.words)
        self.opponents = Opponents(screen, self.game, seating)
        self.hidden = self.game.facts.hidden and len(seating.people) > 1
        self.orders: dict[Seat, Held] = orders or {}
        saving = bool(seating.people) or path is not None
        self.file = GameFile(screen, game_log, self.orders, path, known, saving)
        self.told = {viewer: self._known_already(viewer) for viewer in (None, *seating.people)}
        """How many events of its log each viewer has been told."""

    def _known_already(self, viewer: Seat | None) -> int:
        """How many events a viewer need not be told who sits down now.

        The deal is on the table. Of a game that is continued, people are told their own last move and what followed.
        """
        told = len(self.game_log.observations(viewer))
        own = None if viewer is None else self.game_log.last_move(viewer)
        if own is None:
            return told
        news = self.game_log.transitions(own)
        return told - sum(len(self.game.observe(step.before, step.event, viewer)) for step in news)

    # The game

    def run(self) -> int:
        """Plays to the end; returns the exit code."""
        self._greet()
        self.opponents.prepare()
        try:
            self.file.save()
            while self._play_on():
                pass
        except (LeavePrompt, EOFError):
            self._farewell()
            return 0
        except KeyboardInterrupt:
            self.screen.say("")
            self._farewell()
            return INTERRUPTED
        finally:
            self.file.close()
        return 0

    def _play_on(self) -> bool:
        """Plays one move or window, or finishes the game; false once the game is over for good."""
        match self.game_log.turn:
            case Window():
                self._answer()
            case Move(seat):
                self._move(seat)
            case Over(outcome):
                if not self._taken_back(self._finish(outcome)):
                    if self.screen.redraws and self.seating.alone:
                        self._say_record()
                    return False
            case Chance():
                raise AssertionError("the game log draws chance by itself")
        self.file.save()
        return True

    def _move(self, seat: Seat) -> None:
        if seat in self.seating.people:
            self.opponents.pace.keep()
            self._ask_person(seat)
            self.opponents.pace.begin()
        else:
            self._ask_bot(seat)
            if not self.seating.people and self.game_log.turn != Move(seat):
                self._tell(None)

    def _answer(self) -> None:
        """Answers the open window. Bots choose; for people their standing orders do, so that asking reveals nothing.

        In a game without standing orders every person is asked, whether they have a choice or not.
        """
        for seat, legal in unanswered(self.game_log):
            if seat not in self.seating.people:
                self._ask_bot(seat)
            elif self.kit.orders:
                held = self.orders.get(seat, NOTHING_HELD)
                self.game_log.act(seat, answer_by_orders(self.kit, legal, held))
            else:
                self._ask_person(seat)

    def _ask_bot(self, seat: Seat) -> None:
        """Plays a bot's move. The same position and seed give the same choice, also after moves were taken back."""
        rng = Random(f"{self.game_log.dealer.seed}/{seat}/{len(self.game_log.events)}")
        self.game_log.act(
            seat, self.opponents.choose(seat, self.game_log.observations(seat), self.game_log.view(seat), rng)
        )

    # A person's turn

    def _ask_person(self, seat: Seat) -> None:
        """Asks until a move is made or taken back."""
        if self.hidden:
            self.screen.wipe()
            while answer := self.screen.ask(self.words("pass-to", name=self.names[seat])):
                if read_command(self.words, answer, ("quit",)) in QUIT:
                    raise LeavePrompt
        self.opponents.report()
        news = len(self.game_log.observations(seat)) > self.told[seat]
        if news and self.game_log.last_move(seat) is not None and self.game_log.moves_since(seat):
            self.screen.say(self.words("since-your-turn"), style="bold")
        self._tell(seat)
        self.told[None] = len(self.game_log.observations(None))
        moves = grouped(self.game_log.view(seat).legal)
        with suppress(OSError):  # the next save reports it
            self.file.leave_if_changed()
        self._look(seat, moves)
        while not self._obey(seat, moves, self.screen.ask(self._prompt(seat), self._typed(seat, moves))):
            if self.screen.redraws:
                self._look(seat, moves, again=True)
        if self.hidden:
            self.screen.wipe()

    def _look(self, seat: Seat, moves: Sequence[Any], again: bool = False) -> None:
        """Shows the table and the moves; if the screen is redrawn before each prompt, the list is collapsed."""
        if self.screen.redraws:
            folded = self.words("moves-folded", count=len(moves))
            self.screen.frame(lambda: self._draw(seat), folded, self._prompt(seat), paged=again)
        else:
            self._draw(seat)
            list_moves(self.screen, moves)

    def _typed(self, seat: Seat, moves: Sequence[Any]) -> list[str]:
        """The texts that can be typed: moves and commands."""
        items = self.kit.order_items(self.game, self.game_log.view(seat).state, seat) if self.kit.orders else ()
        named = [*items, *(interface_kit(self.game).item(self.words, item).casefold() for item in items)]
        objects = list(dict.fromkeys((*named, *suggested(self.words, ("all",)))))
        orders = [f"{order} {item}" for order in suggested(self.words, ("hold", "show")) for item in objects if items]
        return [*map(str, moves), *orders, *suggested(self.words, AT_TABLE)]

    def _prompt(self, seat: Seat) -> str:
        view = self.game_log.view(seat)
        example = str(grouped(view.legal)[0])
        what = interface_kit(self.game).ask(self.words, self.game, view.state, seat, example)
        return self.words("prompt", name=self.names[seat], what=what)

    def _obey(self, seat: Seat, moves: Sequence[Any], line: str) -> bool:
        """Obeys a line; true if it was a move, or changed the game in another way."""
        command, _, rest = line.partition(" ")
        try:
            match read_command(self.words, command, (*AT_TABLE, *ORDERS)):
                case "":
                    return False
                case "?" | "help":
                    self._help()
                case "rules":
                    self._rules()
                case word if word in QUIT:
                    raise LeavePrompt
                case "save":
                    self.file.save_as(rest.strip())
                case "undo":
                    return self._undo(seat)
                case "hold" if self.kit.orders:
                    self._order(seat, "hold", rest.strip())
                case "show" if self.kit.orders:
                    return self._order(seat, "show", rest.strip())
                case "hint":
                    self._hint(seat)
                case "moves":
                    list_moves(self.screen, moves)
                case "board":
                    self._redraw(seat)
                case "log":
                    self._tell_all(seat, rest.strip())
                case _:
                    self._play(seat, moves, line)
                    return True
        except GameError as error:
            self.screen.complain(self.words.error(error))
        return False

    def _hint(self, seat: Seat) -> None:
        """Gives a hint, from what this seat knows alone."""
        from rowdy.interfaces.cli.hint import Adviser  # imports the compiler

        Adviser(self.screen, self._describer(seat)).advise(self.game_log.observations(seat), self.game_log.view(seat))

    def _help(self) -> None:
        if about := aim(self.words, self.game):
            self.screen.say(about)
        self.screen.say(interface_kit(self.game).help(self.words, self.game))
        if self.game.grid is not None:
            self.screen.say(self.words("help-marks-plain" if self.screen.plain else "help-marks"))
        self.screen.say(self.words("help-commands"))
        for line in taught(self.words, (*AT_TABLE, *(ORDERS if self.kit.orders else ()))):
            self.screen.say(line)
        self.screen.say(self.words("more-rules", game=self.game.edition.game))

    def _rules(self) -> None:
        """Shows how to play this very game, with its house rules."""
        from rowdy.interfaces.cli.how_to_play import tell_rules

        kit, edition = rules_kit(self.game.edition.game), self.game.edition
        tell_rules(self.screen, kit, edition, kit.settle(edition, changed_rulings(self.game)))

    def _play(self, seat: Seat, moves: Sequence[Any], line: str) -> None:
        if (picked := pick_move(moves, line)) is not None:
            self.game_log.act(seat, picked)
            return
        try:
            actions = read_moves(self.game, self.game_log.view(seat).state, line, seat)
        except InvalidMove as error:
            if error.code != "unreadable-move" or (move := meant(moves, line)) is None:
                raise
            actions = (move,)
        for action in actions:
            self.game_log.act(seat, action)

    def _undo(self, seat: Seat) -> bool:
        if not self.seating.alone:
            self.screen.complain(self.words("undo-alone"))
            return False
        if not self.game_log.undo(seat):
            self.screen.complain(self.words("undo-nothing"))
            return False
        self.told[seat] = min(self.told[seat], len(self.game_log.observations(seat)))
        self.screen.say(self.words("undone"))
        return True

    def _order(self, seat: Seat, order: OrderWord, text: str) -> bool:
        """Changes the standing orders on some items of the seat, such as cards, or on all; true if a window reopens."""
        known = self.kit.order_items(self.game, self.game_log.view(seat).state, seat)
        typed = read_items(self.words, interface_kit(self.game), known, text)
        items = {item for item in known if item in typed or typed == ["all"]}
        if len(items) != (len(known) if typed == ["all"] else len(typed)) or not items:
            names = ", ".join(interface_kit(self.game).item(self.words, item).casefold() for item in known)
            word = self.words(f"typed-{order}").split()[0]
            raise InvalidMove("order-card", text=f"{word} {text}".strip(), known=names)
        self.orders[seat] = ordered(self.orders.get(seat, NOTHING_HELD), order, frozenset(items))
        if order == "show" and reopen(self.game_log, seat, frozenset(items)):
            self.told = {viewer: min(n, len(self.game_log.observations(viewer))) for viewer, n in self.told.items()}
            return True
        self.file.save()
        self._redraw(seat)
        return False

    # What people see

    def _greet(self) -> None:
        game = self.game.edition.game
        self.screen.say(game_title(self.words, game), style="bold")
        rulings = ", ".join(f"{name}={option}" for name, option in changed_rulings(self.game).items())
        self.screen.say(
            self.words(
                "greeting",
                edition=edition_title(self.words, game, self.game.edition.name),
                rulings=rulings or self.words("none"),
                seats=", ".join(f"{seat + 1} {name}" for seat, name in enumerate(self.names)),
            )
        )
        if self.game_log.start is not None:
            self.screen.say(self.words("greeting-position"))
        elif self.seating.people and (wins := aim(self.words, self.game)):
            self.screen.say(wins)
        if self.seating.people:
            self.screen.say(self.words("greeting-help"))

    def _describer(self, viewer: Seat | None) -> Describer:
        return Describer(self.words, self.game, self.names, viewer)

    def _draw(self, viewer: Seat | None) -> None:
        """Draws the board, with marks for the moves since the viewer's own last one, or else for that one."""
        artist = Artist(self.screen, self._describer(viewer), self.orders if self.kit.orders else None)
        artist.draw(self.game_log.view(viewer), self.game_log.moves_since(viewer) or self.game_log.last_turn(viewer))

    def _redraw(self, viewer: Seat) -> None:
        if not self.screen.redraws:  # otherwise the next frame draws it
            self._draw(viewer)

    def _tell(self, viewer: Seat | None) -> None:
        """Tells what has happened since this viewer was last told."""
        self._tell_from(viewer, self.told[viewer])

    def _tell_all(self, viewer: Seat, how: str) -> None:
        wish = read_command(self.words, how, ("all",))
        if wish not in ("", "all"):
            raise InvalidMove("log-what", text=f"{self.words('typed-log').split()[0]} {how}")
        if not self.game_log.length:
            self.screen.say(self.words("log-empty"))
        self._tell_from(viewer, 0, details=wish == "all")

    def _tell_from(self, viewer: Seat | None, start: int, details: bool = False) -> None:
        """Prints a line for each turn with an event since that one."""
        log = self.game_log.observations(viewer)
        for turn in self._describer(viewer).turns(seen_transitions(self.game, log, viewer)):
            if turn.end > start:
                self.screen.say(turn.said)
                for sentence in turn.details if details else ():
                    self.screen.say(f"  {sentence}")
        self.told[viewer] = len(log)

    def _finish(self, outcome: Outcome) -> Callable[[], None]:
        """Tells how the game ended, with all cards open; returns what draws the board as it is then."""
        self.opponents.pace.keep()
        viewer = self.seating.people[0] if self.seating.alone else None
        self._tell(viewer)
        open_view = View(None, self.game_log.state, self.game_log.turn, ())
        deciding = self.game_log.deciding()
        artist = Artist(self.screen, self._describer(None))
        draw = partial(artist.draw, open_view, self.game_log.last_turn(None), deciding)
        framed = self.screen.redraws and self.seating.alone
        if not framed:
            draw()
        self.screen.say(self._describer(viewer).outcome(outcome, self.game_log.state, deciding), style="bold")
        if framed:
            self.screen.frame(draw, "", self.words("ask-end"))
        else:
            self._say_record()
        return draw

    def _say_record(self) -> None:
        if self.file.path is not None and self.file.saving:
            self.screen.say(self.words("record-at", path=self.file.path), copied=True)

    def _taken_back(self, draw: Callable[[], None]) -> bool:
        """True if the last move of the game is taken back, which somebody alone against bots may do.

        Until they leave they can also read the turns, the rules and the board.
        """
        if not self.seating.alone:
            return False
        (seat,) = self.seating.people
        while True:
            try:
                answer = self.screen.ask(self.words("ask-end"))
            except (EOFError, KeyboardInterrupt):
                return False
            command, _, rest = answer.partition(" ")
            match read_command(self.words, command, AT_TABLE):
                case "undo":
                    return self._undo(seat)
                case "log":
                    self._tell_all(seat, "all" if rest else "")
                case "rules":
                    self._rules()
                case "?" | "help":
                    self._help()
                case "board" | "moves" | "hint":
                    if not self.screen.redraws:
                        draw()
                case _:
                    return False
            if self.screen.redraws:
                self.screen.frame(draw, "", self.words("ask-end"), paged=True)

    def _farewell(self) -> None:
        self.file.save()
        if self.hidden:
            self.screen.wipe()
        if self.file.saving and self.file.path is not None:
            self.screen.say(self.words("left", path=self.file.path), copied=True)
        else:
            self.screen.say(self.words("left-unsaved"))
