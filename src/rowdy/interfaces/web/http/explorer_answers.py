"""The explorer for a page: a position of a solved game as a picture, with the value of every choice in it."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias
from urllib.parse import quote, urlencode

from msgspec import Meta, Struct

import rowdy
from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.exploration import ExplorationWords
from rowdy.interfaces.titles import game_title, ruling_option, ruling_question
from rowdy.interfaces.web.foreign_words import ForeignText, marked_words
from rowdy.interfaces.web.http.bodies import MAX_ASKED_RULINGS, MAX_POSITION_LETTERS, ShortText
from rowdy.interfaces.web.http.menu import MenuItem
from rowdy.interfaces.web.pictures.common import with_won_lines
from rowdy.interfaces.web.pictures.picture import Picture, Piece
from rowdy.interfaces.words import Words
from rowdy.play.explorer import Analysis, Outlook
from rowdy.play.game_log import Transition, deciding
from rowdy.play.kit import NOTHING_HELD
from rowdy.rules.catalog import changed_rulings
from rowdy.rules.catalog import kit as rules_kit
from rowdy.rules.game import AnyGame, Event, GameError, InvalidSetup, Move, Over, View
from rowdy.rules.geometry import Square
from rowdy.search.catalog import search_kit
from rowdy.search.oracle import Verdict
from rowdy.search.symmetry import EquivalentMoves, Moves

MAX_WALK_MOVES = 40
"""The most moves that a request can make from its position: more than the longest line has."""
MAX_CELLS = 81
"""The most squares of a position that is set up piece by piece."""
ChosenRulings: TypeAlias = Annotated[dict[ShortText, ShortText], Meta(max_length=MAX_ASKED_RULINGS)]
ValueName: TypeAlias = Literal["win", "draw", "loss"]


class ExploreWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, by its text, and moves from there; without a position, the start of the game."""

    position: Annotated[str, Meta(max_length=MAX_POSITION_LETTERS)] | None = None
    moves: Annotated[tuple[ShortText, ...], Meta(max_length=MAX_WALK_MOVES)] = ()
    rulings: ChosenRulings = {}


class SetUpWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces set up by hand, by their squares, and the part of the turn that is due; or a position by its text."""

    cells: Annotated[dict[ShortText, ShortText], Meta(max_length=MAX_CELLS)] = {}
    part: ShortText = ""
    position: Annotated[str, Meta(max_length=MAX_POSITION_LETTERS)] | None = None
    rulings: ChosenRulings = {}


class Worth(Struct, frozen=True, omit_defaults=True):
    """What a choice leads to for the player who makes it, in words, and as a sign."""

    say: str
    sign: str
    label: str
    """The sign and the number of turns."""
    value: ValueName
    distance: int | None = None


class ExploredChoice(Struct, frozen=True, omit_defaults=True):
    """A first part of a turn, or all that is left of one; mirror images are one choice."""

    moves: tuple[str, ...]
    worth: Worth
    then: str = ""
    """How the best turn that begins with this part continues."""
    ways: int = 1
    """The number of ways to make it, counting mirror images."""
    only: str = ""
    """What all other choices give away, if only this one keeps it."""


class ExploredTurn(Struct, frozen=True):
    """A whole turn of the main line."""

    number: int
    moves: tuple[str, ...]


class Exploration(Struct, frozen=True, omit_defaults=True):
    """A position and its values."""

    position: str
    picture: Picture
    due: str
    """A sentence on whose turn it is and what is due, or how the game ended."""
    title: str = ""
    """What the position is worth to the player to move."""
    say: tuple[str, ...] = ()
    worth: Worth | None = None
    """`None` if the game is over."""
    values: dict[str, Worth] = {}
    """What each legal move leads to."""
    choices: tuple[ExploredChoice, ...] = ()
    """Best first."""
    holding: str = ""
    """How many turns keep the value."""
    kept: int = 0
    turns: int = 0
    turn: int = 0
    """The number of the turn that is due."""
    moves: tuple[str, ...] = ()
    """The moves of the turn that led here."""
    foreign: tuple[ForeignText, ...] = ()
    """The texts of this message that have words in another language, in parts."""


class ReplyCount(Struct, frozen=True):
    """How many replies hold after a turn."""

    moves: tuple[str, ...]
    say: str
    worth: Worth
    kept: int
    turns: int


class ExploredAhead(Struct, frozen=True, omit_defaults=True):
    """What comes after a position."""

    line: tuple[ExploredTurn, ...]
    end: str
    """How the line ends."""
    replies: tuple[ReplyCount, ...]
    foreign: tuple[ForeignText, ...] = ()
    """The texts of this message that have words in another language, in parts."""


class SetUpAnswer(Struct, frozen=True, omit_defaults=True):
    """A position that was set up by hand."""

    picture: Picture
    cells: dict[Square, str]
    part: str
    position: str = ""
    """The position in notation; empty if it is impossible."""
    refused: str = ""
    """Why the position is impossible."""
    foreign: tuple[ForeignText, ...] = ()
    """The texts of this message that have words in another language, in parts."""


class ExplorerRuling(Struct, frozen=True):
    name: str
    say: str
    options: tuple[MenuItem, ...]
    default: str
    needs: tuple[str, str] | None


class ExplorerPlan(Struct, frozen=True):
    """What the explorer of a game begins with."""

    game: str
    title: str
    rulings: tuple[ExplorerRuling, ...]
    pieces: tuple[Piece, ...]
    """The pieces for setting up a position; empty if that is not possible."""
    parts: tuple[MenuItem, ...]
    """The parts of a turn that can be due in such a position."""


# Requests


def explored_game(game_id: str, rulings: dict[str, str]) -> AnyGame:
    """Returns a solved game; `InvalidSetup` if it is not solved."""
    game = rowdy.game(game_id, rulings=rulings)
    if not search_kit(game).solved(game):
        raise InvalidSetup("no-perfect-play", game=game_id, known=", ".join(explored_games()))
    return game


def explored_games() -> list[str]:
    """Returns the ids of the games that can be explored."""
    return [game_id for game_id in rowdy.games() if search_kit(game := rowdy.game(game_id)).solved(game)]


def explorer_address(game: AnyGame, state: Any) -> str:
    """Returns the address of a position in the explorer; empty if the game is not solved."""
    if not search_kit(game).solved(game):
        return ""
    query = urlencode({**changed_rulings(game), "position": game.format_state(state)}, quote_via=quote)
    return f"/explore/{game.edition.game}?{query}"


def explorer_plan(words: Words, game_id: str) -> ExplorerPlan:
    """Returns what the page of a game's explorer begins with; `InvalidSetup` if it has none."""
    game = explored_game(game_id, {})
    kit = interface_kit(game)
    rulings = tuple(
        ExplorerRuling(
            ruling.name,
            ruling_question(words, game_id, ruling),
            tuple(
                MenuItem(str(each), ruling_option(words, game_id, ruling.name, str(each))) for each in ruling.options
            ),
            game.options[ruling.name],
            ruling.needs and (ruling.needs[0], str(ruling.needs[1])),
        )
        for ruling in rules_kit(game_id).rulings
    )
    pieces = kit.setup_pieces(words, game)
    parts = tuple(MenuItem(name, words(f"explore-part-{name}")) for name in kit.setup_parts)
    return ExplorerPlan(game_id, game_title(words, game_id), rulings, pieces, parts)


class Walk:
    """The position that a request asks for, with the moves that led there."""

    def __init__(self, game_id: str, wanted: ExploreWanted) -> None:
        """Raises `GameError` if the position is unreadable or impossible, or a move is illegal."""
        game = self.game = explored_game(game_id, wanted.rulings)
        self.state = game.start() if wanted.position is None else game.parse_state(wanted.position)
        self.made: list[Transition] = []
        for text in wanted.moves:
            turn = game.turn(self.state)
            if not isinstance(turn, Move):
                raise GameError("game-over")
            before, event = self.state, Event(turn.seat, game.parse_action(text))
            self.state = game.play(before, turn.seat, event.action)
            self.made.append(Transition(before, event, self.state, False))

    @property
    def last_turn(self) -> tuple[Event[Any], ...]:
        """The moves of the turn that led here, the latest first."""
        if not self.made:
            return ()
        mover = self.made[-1].event.actor
        events = [made.event for made in reversed(self.made)]
        return tuple(events[: next((i for i, event in enumerate(events) if event.actor != mover), len(events))])


# Answers


def exploration(words: Words, walk: Walk, found: Analysis) -> Exploration:
    """Returns a position as a page shows it."""
    game, state = walk.game, walk.state
    words = marked_words(words, game.edition.game)
    speaker, turn = ExplorationWords(words, game), game.turn(state)
    mover = turn.seat if isinstance(turn, Move) else None
    describer = Describer(words, game, speaker.names, mover)
    view = game.view(state, mover) if mover is not None else View(None, state, turn, ())
    picture = describer.kit.paint(describer, view, walk.last_turn, NOTHING_HELD, all_open=True)
    position = game.format_state(state)
    moves = tuple(str(event.action) for event in reversed(walk.last_turn))
    if mover is None:
        assert isinstance(turn, Over)
        ended = deciding(game, walk.made[-1:])
        return Exploration(
            position,
            with_won_lines(picture, ended),
            describer.title(turn.outcome),
            say=tuple(describer.ending(turn.outcome, state, ended)),
            turn=found.made,
            moves=moves,
        )
    number = found.made + 1
    holding = found.holding
    return Exploration(
        position,
        picture,
        speaker.due(found.due, mover, number),
        title=speaker.title(found),
        say=(speaker.say(found),),
        worth=_worth(speaker, found.probe.verdict),
        values={str(way[0]): _worth(speaker, part.verdict) for part in found.parts for way in part.ways},
        choices=_choices(speaker, found),
        holding=speaker.holding(holding),
        kept=holding.kept,
        turns=holding.turns,
        turn=number,
        moves=moves,
    )


def _choices(speaker: ExplorationWords, found: Analysis) -> tuple[ExploredChoice, ...]:
    only = found.only(found.parts)
    return tuple(
        ExploredChoice(
            _texts(part.ways[0]),
            _worth(speaker, part.verdict),
            then=", ".join(_texts(found.best_turn(part).actions[len(part.ways[0]) :])),
            ways=len(part.ways),
            only=_only(speaker, part, only),
        )
        for part in found.parts
    )


def _only(speaker: ExplorationWords, part: EquivalentMoves, only: list[EquivalentMoves]) -> str:
    if part not in only:
        return ""
    return speaker.words("explore-only-first" if len(only) == 1 else "explore-only-one-of", value=part.verdict.value)


def _worth(speaker: ExplorationWords, verdict: Verdict) -> Worth:
    said, sign, label = speaker.value(verdict), speaker.sign(verdict), speaker.label(verdict)
    return Worth(said, sign, label, verdict.value.value, verdict.distance)


def _texts(moves: Moves) -> tuple[str, ...]:
    return tuple(map(str, moves))


def explored_ahead(words: Words, walk: Walk, found: Outlook) -> ExploredAhead:
    """Returns what comes after a position as a page shows it."""
    game, state = walk.game, walk.state
    words = marked_words(words, game.edition.game)
    speaker, turn = ExplorationWords(words, game), game.turn(state)
    line = tuple(ExploredTurn(number, _texts(each.actions)) for number, each in enumerate(found.line, found.made + 1))
    end = speaker.line_end(turn.seat, found.line[0].verdict) if found.line and isinstance(turn, Move) else ""
    replies = tuple(
        ReplyCount(_texts(reply.moves), speaker.holding(reply.holding), _worth(speaker, reply.verdict), *reply.holding)
        for reply in found.replies
    )
    return ExploredAhead(line, end, replies)


def set_up(words: Words, game_id: str, wanted: SetUpWanted) -> SetUpAnswer:
    """Returns the position with these pieces, and whether it is possible."""
    game = explored_game(game_id, wanted.rulings)
    kit, words = interface_kit(game), marked_words(words, game_id)
    refused = position = ""
    if wanted.position is not None:
        state = game.parse_state(wanted.position)
    else:
        state = kit.arranged(game, wanted.cells, wanted.part)
    part = kit.part_due(game, state)
    try:
        position = game.format_state(game.parse_state(game.format_state(state)))
    except GameError as error:
        refused = words.error(error)
    describer = Describer(words, game, ExplorationWords(words, game).names, None)
    view: View[Any, Any] = View(None, state, game.turn(state), ())
    picture = describer.kit.paint(describer, view, (), NOTHING_HELD, all_open=True)
    return SetUpAnswer(picture, dict(game.cells(state)), part, position, refused)
