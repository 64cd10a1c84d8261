"""A table in one viewer's words: its view, and what was said in each step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.kit import addressed
from rowdy.interfaces.titles import (
    bot_title,
    edition_title,
    game_title,
    ruling_option,
    ruling_question,
    seat_titles,
    short_aim,
)
from rowdy.interfaces.web.messages import (
    About,
    KeyEvent,
    LogLine,
    OutcomeView,
    RulingView,
    ScoreView,
    SeatView,
    Step,
    TableView,
    Trail,
    UndoView,
    WhyNot,
)
from rowdy.interfaces.web.pictures.common import with_won_lines
from rowdy.interfaces.web.pictures.picture import Picture, encoded
from rowdy.interfaces.why import Reason, before_the_move
from rowdy.interfaces.words import Words
from rowdy.play.kit import NOTHING_HELD
from rowdy.play.table.chairs import Sitter
from rowdy.play.table.decisions import playing
from rowdy.play.table.entries import (
    Again,
    BotCame,
    CameBack,
    Chair,
    Left,
    Played,
    Resigned,
    Sat,
    UndoAsked,
    UndoGranted,
    Undone,
    UndoRefused,
    Viewer,
)
from rowdy.play.table.steps import TableStep
from rowdy.play.table.table import Table
from rowdy.rules.catalog import changed_rulings
from rowdy.rules.game import CHANCE, Event, GameError, Highlight, Outcome, Seat, View

WHO_DID_IT = {
    Sat: "told-sat",
    UndoAsked: "told-undo-asked",
    UndoGranted: "told-undo-granted",
    UndoRefused: "told-undo-refused",
    Undone: "told-undone",
    Resigned: "told-resigned",
    Left: "told-left",
    CameBack: "told-back",
    Again: "told-again",
}
"""The messages on changes of which nothing is told but who made them."""


class Narrator:
    """Puts a table, as it is now, into words for one viewer in one language."""

    def __init__(self, table: Table, viewer: Viewer, words: Words, host: bool = False, several: bool = False) -> None:
        """`several`: people share the viewer's screen, so that each is named and none is called "you"."""
        self.table = table
        self.viewer = viewer
        self.words = words
        self.host = host
        self.several = several
        self._look()

    def _look(self) -> None:
        """Notes who sits where, which stays the same from move to move."""
        table = self.table
        self._seating = table.seating
        self.seat = table.viewer_seat(self.viewer)
        self.names = self._names()
        self.describer = Describer(self.words, table.game, self.names, self.seat, self.several)
        named = zip(table.sitters, self.names, strict=True)
        seats = tuple(self._seat(seat, sitter, name) for seat, (sitter, name) in enumerate(named))
        self.seats = encoded(seats)

    def refreshed(self) -> Narrator:
        """Returns this narrator, with its notes on who sits where brought up to date."""
        if self._seating != self.table.seating:
            self._look()
        return self

    def _names(self) -> tuple[str, ...]:
        """Returns what the seats are called."""
        sitters = self.table.sitters
        names = [sitter.name or self.words("open-seat") for sitter in sitters]
        return seat_titles(self.words, names, [None if sitter.name else sitter.player for sitter in sitters])

    # Steps

    def lines(self, since: int) -> tuple[LogLine, ...]:
        """Returns what was said in the steps of this round after that number."""
        return tuple(self.line(number, step) for number, step in self.table.told(self.viewer, since))

    @property
    def seen(self) -> int:
        """The number of steps that the viewer has been told."""
        return self.table.seen[self.viewer]

    @property
    def answered(self) -> str:
        """The id of the command that led to the last step; empty if somebody else gave it."""
        entry = self.table.steps[-1].entry
        own = entry.chair == self.viewer and (self.viewer is not None or self.host)
        return (entry.command or "") if own else ""

    def line(self, number: int, step: TableStep) -> LogLine:
        """Returns the sentences on a step, as this viewer may hear them; what the table shows anyway comes last."""
        said, quiet, keys = self._change(step), list[str](), list[KeyEvent]()
        changes = len(said)
        observe, describer = self.table.game.observe, self.describer
        for before, event, public, public_after, highlights in self.table.announcements(step):
            for part in observe(before, event, self.seat):
                if sentence := describer.event(public, part):
                    (quiet if describer.kit.is_quiet(part.action) else said).append(sentence)
            said += describer.news(public, public_after)
            keys += [self._key(found) for found in describer.kit.together(highlights)]
        dealt = bool(step.happened) and step.happened[0].event.actor is CHANCE
        say = (*said, *quiet)
        return LogLine(
            n=number,
            say=say,
            deal=len(say) - changes if dealt else 0,
            quiet=0 if dealt else len(quiet),
            seat=_mover(step),
            keys=tuple(keys),
            turn=describer.joined_turn(step.turn[::-1], said),
        )

    def step(self, line: LogLine, view: TableView) -> Step:
        """Returns the message on the last step, of which this is the line and the view."""
        return Step(line.n, line.say, view, self.answered, line.deal, line.quiet, line.seat, line.keys, line.turn)

    def _key(self, found: Highlight) -> KeyEvent:
        kit, describer = self.describer.kit, self.describer
        return KeyEvent(found.seat, kit.highlight(describer, found), found.lines, kit.cards(self.words, found))

    def _change(self, step: TableStep) -> list[str]:
        """Returns the sentences on an entry, apart from what happened in the game."""
        change, chair = step.entry.change, step.entry.chair
        if isinstance(change, Played):
            return []
        if isinstance(change, BotCame):
            bot = bot_title(self.words, change.bot)
            if self.table.chairs[change.chair].name:
                return [self.words("told-sits-in", bot=bot, **self._who(change.chair))]
            return [self.words("told-bot-came", bot=bot)]
        message = WHO_DID_IT.get(type(change))
        return [] if message is None or chair is None else [self.words(message, **self._who(chair))]

    def _who(self, chair: Chair) -> dict[str, str]:
        return addressed(self.describer, self.table.seat_of(chair))

    def reaction(self, chair: Chair, reaction: str) -> str:
        return self.words(f"reaction-{reaction}", **self._who(chair))

    # The view

    def view(self) -> TableView:
        return views([self])[0]

    def look(self) -> View[Any, Any] | None:
        """Returns what the viewer sees of the game; `None` before it has begun."""
        return None if self.table.game_log is None else self.table.view(self.viewer)

    def frame(self, picture: Picture | None) -> TableView:
        """Returns the whole view, given the picture of the game."""
        table, outcome = self.table, self.table.outcome
        ended = None if outcome is None else self._outcome(outcome)
        return TableView(
            phase=table.phase,
            round=table.round + 1,
            say=ended.say if ended else picture.ask if picture else self._awaited(),
            seats=self.seats,
            can=table.can(self.viewer, self.host),
            you=self.seat,
            picture=picture,
            undo=self._undo(),
            outcome=ended,
            trail=() if table.game_log is None else self.trail(table.game_log.moves_since(self.seat)),
            score=self._score(),
            practice=table.game_log is not None and table.game_log.practice,
            aim=self._aim(),
            commitment=table.dealer.commitment or "",
            next_commitment=table.next_commitment or "",
        )

    def picture(self, view: View[Any, Any]) -> Picture:
        table = self.table
        assert table.game_log is not None
        ended = table.outcome is not None
        picture = self.paint(view, table.game_log.last_turn(self.seat), all_open=ended)
        return with_won_lines(picture, table.deciding) if ended else picture

    def paint(self, view: View[Any, Any], last: Sequence[Event[Any]], all_open: bool = False) -> Picture:
        """Returns the picture of a view, in which these events are marked as the last turn."""
        held = NOTHING_HELD if self.viewer is None or all_open else self.table.chairs[self.viewer].held
        return self.describer.kit.paint(self.describer, view, last, held, all_open=all_open)

    def why(self, piece: str, square: str) -> WhyNot:
        """Returns why the viewer can do nothing there now; `GameError` if they take no part in the game."""
        if self.viewer is None:
            raise GameError("only-watching")
        if self.table.outcome is not None:
            reason = Reason("over")
        else:
            playing(self.table, self.viewer)
            describer, view = self.describer, self.table.view(self.viewer)
            reason = before_the_move(describer, view) or describer.kit.why_not(describer, view, piece, square)
        return WhyNot(reason.code, reason.say(self.words))

    def _seat(self, seat: Seat, sitter: Sitter, name: str) -> SeatView:
        kind: Literal["person", "bot", "open"] = "person" if sitter.name else "bot" if sitter.player else "open"
        return SeatView(
            name=name,
            kind=kind,
            bot=sitter.player,
            left=sitter.left,
            resigned=sitter.resigned,
            again=sitter.wants_again,
            nonce=sitter.nonce,
            chair=self.table.chair_at(seat),
        )

    def trail(self, since: Sequence[Event[Any]]) -> tuple[Trail, ...]:
        """Returns where moves were made; one that touches no square, such as passing, leaves no trail."""
        table, kit = self.table, self.describer.kit
        moves = ((seat, action) for seat, action in since if isinstance(seat, int))
        found = [Trail(seat, kit.touches(table.game, move), kit.origin(table.game, move)) for seat, move in moves]
        return tuple([trail for trail in found if trail.squares])

    def _aim(self) -> str:
        """Returns what the game is about until somebody has moved; a guest may have no words for it."""
        log, steps = self.table.game_log, self.table.steps
        taken_back = bool(steps) and isinstance(steps[-1].entry.change, Undone)  # which is told instead
        if log is None or log.has_moves or taken_back:
            return ""
        return short_aim(self.words, self.table.game)

    def _undo(self) -> UndoView | None:
        asked = self.table.undo
        if asked is None:
            return None
        return UndoView(
            self.table.seat_of(asked.chair),
            self.words("told-undo-asked", **self._who(asked.chair)),
            tuple(sorted(map(self.table.seat_of, asked.waits_for))),
        )

    def _outcome(self, outcome: Outcome) -> OutcomeView:
        table, describer = self.table, self.describer
        assert table.game_log is not None
        ended = outcome, table.game_log.state, table.deciding
        return OutcomeView(
            winners=outcome.winners,
            reason=outcome.reason,
            say=describer.outcome(*ended),
            seed=table.dealer.seed,
            salt=table.dealer.salt or "",
            nonces=table.dealer.nonces,
            title=describer.title(outcome),
            to_you=describer.title_to_viewer(outcome),
            why=tuple(describer.ending(*ended)),
        )

    def _score(self) -> ScoreView | None:
        tally, table = self.table.tally, self.table
        if tally is None:
            return None
        return ScoreView(tuple(tally.wins[table.chair_at(seat)] for seat in range(len(table.chairs))), tally.draws)

    def _awaited(self) -> str:
        return self.words("waiting-for-people", count=sum(not sitter.ready for sitter in self.table.sitters))

    # Facts that never change

    def about(self, table_id: str, grace: float) -> About:
        """Returns the facts about the table; without marks, as a page knows in which language a game has its names."""
        table, words = self.table, Words(self.words.language)
        game = table.game.edition.game
        edition = table.game.edition.name
        return About(
            table=table_id,
            game=game,
            title=game_title(words, game),
            edition=edition,
            edition_say=edition_title(words, game, edition),
            rulings=tuple(_ruling(words, game, name, option) for name, option in changed_rulings(table.game).items()),
            host=self.host,
            confirm=table.plan.confirm,
            hidden=table.game.facts.hidden,
            chance=table.game.facts.chance,
            grace=grace,
        )


def _ruling(words: Words, game_id: str, name: str, option: str) -> RulingView:
    question, chosen = ruling_question(words, game_id, name), ruling_option(words, game_id, name, option)
    return RulingView(name, option, f"{question} {chosen}")


def _mover(step: TableStep) -> Seat | None:
    """Returns the seat that moved in a step."""
    if not isinstance(step.entry.change, Played) or not step.happened:
        return None
    actor = step.happened[0].event.actor
    return actor if isinstance(actor, int) else None


def views(narrators: Sequence[Narrator]) -> list[TableView]:
    """Returns the view of each narrator.

    Each part of the work is done for all narrators before the next part: code that runs many times in a row stays in
    the processor's cache.
    """
    looks = [narrator.look() for narrator in narrators]
    pairs = zip(narrators, looks, strict=True)
    pictures = [None if look is None else narrator.picture(look) for narrator, look in pairs]
    return [narrator.frame(picture) for narrator, picture in zip(narrators, pictures, strict=True)]
