"""`rowdy explore`: what best play leads to from any position of a solved game, step by step."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rowdy.interfaces.cli.command_words import IN_EXPLORER, read_command, suggested, taught
from rowdy.interfaces.cli.draw import Artist
from rowdy.interfaces.cli.move_list import pick
from rowdy.interfaces.cli.moves import read_moves
from rowdy.interfaces.cli.options import add_game, add_rulings, make_solved_game
from rowdy.interfaces.cli.screen import BRIEF, LOWEST, QUIT, LeavePrompt, Screen
from rowdy.interfaces.cli.verdicts import Speaker, patience
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.probing import probe_answer, probe_json
from rowdy.interfaces.titles import game_title
from rowdy.interfaces.words import Words
from rowdy.play.explorer import Analysis, analyse
from rowdy.rules.catalog import changed_rulings
from rowdy.rules.game import AnyGame, Event, GameError, Highlight, InvalidMove, Move, Over, Seat, View
from rowdy.search.catalog import search_kit
from rowdy.search.library import solved_games
from rowdy.search.oracle import RatedTurn, Value
from rowdy.search.symmetry import EquivalentMoves, Moves, play_all

SHORT, SHORTER, SHORTEST = 12, 8, 4
"""The number of choices listed unless all are asked for: normally, on a low screen, and on a very low one."""
SHORTER_LINE, SHORTEST_LINE = 6, 2
"""The number of turns of the main line on a low screen, and on a very low one."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    add_game(parser, words, solved_games())
    parser.add_argument("position", nargs="*", default=(), metavar="POSITION", help=words("help-explore-position"))
    add_rulings(parser, words)
    parser.add_argument("--json", action="store_true", help=words("help-json"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    game = make_solved_game(args)
    state = game.parse_state(" ".join(args.position)) if args.position else game.start()
    if args.json:
        print_json(screen, game, state)
        return 0
    return Explorer(screen, game).run(state)


def print_json(screen: Screen, game: AnyGame, state: Any) -> None:
    """Prints one line of JSON; the value is for the player to move."""
    asked = search_kit(game).oracle(game)
    found, line = analyse(asked, state), asked.main_line(state)
    if asked.refused:
        _complain_refused(screen, asked.refused)
    sys.stdout.write(probe_json(probe_answer(game, state, found.probe, line)))


def _complain_refused(screen: Screen, error: GameError) -> None:
    screen.complain(screen.words("explore-refused", reason=screen.words.error(error)))


@dataclass(frozen=True)
class ExplorerStep:
    """A position that was visited, and the moves of the turn that led to it."""

    found: Analysis
    line: tuple[RatedTurn, ...]
    """The main line: best turns of both to the end, beginning with the first turn listed."""
    last: Moves = ()
    last_mover: Seat | None = None
    deciding: tuple[Highlight, ...] = ()
    """What decided the game, if these moves ended it."""

    @property
    def state(self) -> Any:
        return self.found.state


class Explorer:
    """A walk through positions, each shown with what best play leads to."""

    def __init__(self, screen: Screen, game: AnyGame) -> None:
        self.screen = screen
        self.words = screen.words
        self.oracle = search_kit(game).oracle(game)
        self.game = game
        self.speaker = Speaker(screen.words, self.game)
        self.names = self.speaker.names
        self.path: list[ExplorerStep] = []
        self.ahead: list[ExplorerStep] = []
        """The steps that were taken back, the next one last."""
        self.listed: list[EquivalentMoves] = []
        """The choices shown last, from which a number picks."""
        self.told: str | None = None
        """The last sentence on where the answers come from."""

    def run(self, state: Any) -> int:
        """Runs interactively for a person; otherwise shows only the first position."""
        self._greet()
        self._go(state)
        try:
            while self.screen.interactive:
                if self.screen.redraws:
                    self.screen.frame(self._draw, "", self._prompt(), paged=True)
                self._obey(self.screen.ask(self._prompt(), suggested(self.words, IN_EXPLORER)))
        except LeavePrompt:
            pass
        except (EOFError, KeyboardInterrupt):
            self.screen.say("")
        return 0

    # What a person can do

    @property
    def _here(self) -> ExplorerStep:
        return self.path[-1]

    @property
    def _mover(self) -> Seat:
        """The seat whose turn it is; the game must not be over."""
        turn = self.game.turn(self._here.state)
        assert isinstance(turn, Move)
        return turn.seat

    def _prompt(self) -> str:
        if not self.listed:
            return self.words("explore-prompt-over")
        return self.words(f"explore-prompt-{self._here.found.due}", name=self.names[self._mover])

    def _obey(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        try:
            match read_command(self.words, command, IN_EXPLORER):
                case "":
                    self._pick("1")
                case "?" | "help":
                    self._help()
                case word if word in QUIT:
                    raise LeavePrompt
                case "b" | "back":
                    self._back(rest.strip())
                case "f" | "forward":
                    self._forward()
                case "start":
                    self._go(self.game.start())
                case "board":
                    self._show()
                case "turns":
                    self._list_turns()
                case "all":
                    self._list(self.listed)
                case number if number.isascii() and number.isdigit() and not rest:
                    self._pick(number)
                case text if "/" in text:
                    self._go(self.game.parse_state(line.strip("\"'“”")))
                case _:
                    self._play(read_moves(self.game, self._here.state, line))
        except GameError as error:
            self.screen.complain(self.words.error(error))

    def _go(
        self, state: Any, last: Moves = (), last_mover: Seat | None = None, deciding: tuple[Highlight, ...] = ()
    ) -> None:
        """Steps to a position, if its value can be found."""
        if self.path:
            found, line = analyse(self.oracle, state), tuple(self.oracle.main_line(state))
        else:
            with patience(self.screen):
                found, line = analyse(self.oracle, state), tuple(self.oracle.main_line(state))
        self.path.append(ExplorerStep(found, line, last, last_mover, deciding))
        self.ahead.clear()
        self._show()

    def _pick(self, number: str) -> None:
        if not self.listed:
            self.screen.complain(self.words("explore-over"))
            return
        self._play(pick(self.listed, number).ways[0])

    def _play(self, moves: Moves) -> None:
        """Steps forward by moves that are known to be legal."""
        state, last = self._here.state, self._here.last
        mover: Seat | None = self._here.last_mover
        deciding: tuple[Highlight, ...] = ()
        for action in moves:
            turn = self.game.turn(state)
            assert isinstance(turn, Move)
            last = (*last, action) if turn.seat == mover else (action,)
            mover, before, state = turn.seat, state, play_all(self.game, state, (action,))
            deciding = self.game.highlights(before, Event(mover, action), state)
        self._go(state, last, mover, tuple(found for found in deciding if found.decides))

    def _back(self, steps: str) -> None:
        """Goes back one step or several, at most to the first position."""
        if steps and not (steps.isascii() and steps.isdigit()):
            raise InvalidMove("explore-back", text=steps)
        if len(self.path) == 1:
            self.screen.complain(self.words("explore-first"))
            return
        count = int(steps[:4]) if steps else 1
        while count and len(self.path) > 1:
            self.ahead.append(self.path.pop())
            count -= 1
        self._show()

    def _forward(self) -> None:
        """Goes forward to the step that was last taken back."""
        if not self.ahead:
            self.screen.complain(self.words("explore-last"))
            return
        self.path.append(self.ahead.pop())
        self._show()

    def _help(self) -> None:
        for message in ("explore-help", "explore-help-words"):
            self.screen.say(self.words(message))
        for line in taught(self.words, IN_EXPLORER):
            self.screen.say(line)

    # What a person sees

    def _greet(self) -> None:
        changed = ", ".join(f"{name}={option}" for name, option in changed_rulings(self.game).items())
        name = game_title(self.words, self.game.edition.game)
        self.screen.say(f"{name} ({changed})" if changed else name, style="bold")

    def _show(self) -> None:
        """Shows the position, unless the screen is redrawn before each prompt anyway."""
        self._tell_source()
        self.listed = self._here.found.parts
        if not self.screen.redraws:
            self._draw()

    def _draw(self) -> None:
        """Draws the position, its value, the next choices and the main line."""
        found, state = self._here.found, self._here.state
        describer = Describer(self.words, self.game, self.names, None)
        turn = self.game.turn(state)
        events = [Event(0, action) for action in self._here.last]
        self.screen.say(self.words("explore-position", text=self.game.format_state(state)), style="dim")
        deciding = self._here.deciding
        Artist(self.screen, describer).draw(View(None, state, turn, ()), events, deciding)
        if isinstance(turn, Over):
            self.screen.say(describer.outcome(turn.outcome, state, deciding), style="bold")
            return
        self.screen.say(self.speaker.sentence(self._mover, found.probe.verdict), style="bold")
        self._list_short()
        if not self.screen.interactive and any(len(turn.actions) > 1 for turn in found.probe.turns):
            self._list_turns()
        self._show_line()

    @property
    def _short(self) -> int | None:
        """The number of choices to list; `None` for all, if no person can ask for the rest."""
        if not self.screen.interactive:
            return None
        return {LOWEST: SHORTER, BRIEF: SHORTEST}.get(self.screen.height, SHORT)

    def _list_turns(self) -> None:
        self.listed = self._here.found.turns
        if not self.listed or not self.screen.redraws:
            self._list_short()

    def _list_short(self) -> None:
        """Lists the choices from which a number picks, with a heading."""
        found = self._here.found
        if self.listed:
            name, number = self.names[self._mover], found.made + 1
            whole = self.listed is found.turns
            heading = (
                self.words("explore-turns", name=name)
                if whole
                else self.words(f"explore-{found.due}s", name=name, turn=number)
            )
            self.screen.say(heading)
        self._list(self.listed, self._short)

    def _list(self, listed: Sequence[EquivalentMoves], most: int | None = None) -> None:
        """Lists choices grouped by what they lead to, best first; marks one that alone keeps the result."""
        if not listed:
            self.screen.complain(self.words("explore-over"))
            return
        mover, marked = self._mover, self._here.found.only(listed)
        shown = listed if most is None or len(listed) <= most + 1 else listed[:most]
        entries = self._entries(shown, marked)
        groups: dict[str, list[str]] = {}
        for choice, entry in zip(shown, entries, strict=True):
            groups.setdefault(self.speaker.label(mover, [choice.verdict]), []).append(entry)
        for value in Value:
            rest = [choice.verdict for choice in listed[len(shown) :] if choice.verdict.value is value]
            if rest:
                more = self.words("explore-more", count=len(rest)).ljust(len(entries[0]))
                groups.setdefault(self.speaker.label(mover, rest), []).append(more)
        self.screen.groups(groups)
        if len(shown) < len(listed):
            self.screen.say(self.words("explore-all"))
        if marked:
            self._tell_only(marked[0].verdict.value)

    def _entries(self, shown: Sequence[EquivalentMoves], marked: Sequence[EquivalentMoves]) -> list[str]:
        """The texts of the choices: the number, the ways to make it, and a mark if it alone keeps the result."""
        entries = []
        for number, choice in enumerate(shown, 1):
            ways = [f"×{len(choice.ways)}"] * (len(choice.ways) > 1)
            only = [self.words("explore-only")] * (choice in marked)
            numbers = [str(number).rjust(len(str(len(shown))))] * self.screen.interactive
            entries.append(" ".join([*numbers, str(choice), *ways, *only]))
        return self._even(entries)

    def _even(self, entries: Sequence[str]) -> list[str]:
        """The entries padded to the same width, if they are shown in columns."""
        wide = 0 if self.screen.plain else max(map(len, entries))
        return [entry.ljust(wide) for entry in entries]

    def _tell_only(self, kept: Value) -> None:
        """Says what all other choices give away, and names the only turn that keeps it."""
        whole = self._here.found.only_turn
        if whole is None:
            self.screen.say(self.words(f"explore-only-{kept}"))
        else:
            self.screen.say(self.words(f"explore-only-turn-{kept}", turn=whole))

    def _show_line(self) -> None:
        here = self._here
        first = here.found.made + 1
        wide = 0 if self.screen.plain else len(str(first + len(here.line) - 1))
        turns = [f"{str(number).rjust(wide)}. {turn}" for number, turn in enumerate(here.line, first)]
        most = {LOWEST: SHORTER_LINE, BRIEF: SHORTEST_LINE}.get(self.screen.height, len(turns))
        shown = [*turns[:most], *["…"] * (len(turns) > most)]
        self.screen.groups({self.words("explore-line"): self._even(shown)})

    def _tell_source(self) -> None:
        """Says where the answers come from, once and whenever that changes."""
        source = self.oracle.source
        if source == self.told:
            return
        if self.oracle.refused:
            _complain_refused(self.screen, self.oracle.refused)
        self.told = source
        self.screen.say(self.words(f"explore-source-{source}", path=self.oracle.solution_path or ""))
