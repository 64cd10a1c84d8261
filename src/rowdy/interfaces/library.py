"""Positions for users of the library: the board as text, and as the SVG that the page would draw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from rowdy.interfaces.audience import Audience
from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.kit import Marks
from rowdy.interfaces.languages import ENGLISH, languages
from rowdy.interfaces.titles import game_title, player_title
from rowdy.interfaces.words import Words
from rowdy.rules.game import AnyGame, Event, InvalidSetup, Seat, View
from rowdy.rules.record import ALL, SPECTATOR, Eyes

WIDTH = 100
"""The greatest width of a board as text, in characters."""


class Drawing(str):
    """A drawing as SVG text, which can be written to a file, and which a notebook displays."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class BoardText(str):
    """A board as text. The interpreter prints it as it is, a notebook draws it."""

    _draw: Callable[[], Drawing]

    def __repr__(self) -> str:
        return str(self)

    def _repr_svg_(self) -> str:
        return str(self._draw())


def board(
    game: AnyGame,
    state: Any,
    *,
    viewer: Seat | Eyes | None = ALL,
    last: Sequence[Event[Any]] = (),
    names: Sequence[str] | None = None,
    lang: str = ENGLISH,
) -> BoardText:
    """A position as text, as the terminal shows it.

    `viewer` is a seat, which sees only its own cards, `None` for a spectator, or `rowdy.ALL`, which sees everything in
    the state. The moves of `last` are marked. `names` are those of the seats, `lang` is the language of the text.

    >>> import rowdy
    >>> game = rowdy.game("rubik")
    >>> rowdy.board(game, game.parse_state("..../.B../..Bb/.... flip"), names=["Ann", "Ben"])
    ╭───┬──────────┬──────────┬──────────┬──────────╮
    │   │    a     │    b     │    c     │    d     │
    ├───┼──────────┼──────────┼──────────┼──────────┤
    │ 4 │          │          │          │          │
    │   │          │          │          │          │
    ├───┼──────────┼──────────┼──────────┼──────────┤
    │ 3 │          │    X     │          │          │
    │   │          │ B green  │          │          │
    ├───┼──────────┼──────────┼──────────┼──────────┤
    │ 2 │          │          │    X     │    O     │
    │   │          │          │ B green  │ b white  │
    ├───┼──────────┼──────────┼──────────┼──────────┤
    │ 1 │          │          │          │          │
    │   │          │          │          │          │
    ╰───┴──────────┴──────────┴──────────┴──────────╯
    Stones left: Ann 6 (A blue X, B green X), Ben 7 (a yellow O, b white O).
    """
    from rowdy.interfaces.cli.board import board_text  # imports Rich

    audience, view = _look(game, state, viewer, names, lang)
    kit = interface_kit(game)
    touched = {square for event in last for square in kit.touches(game, event.action)}
    shown = kit.board(audience, view.state, Marks(touched, frozenset()), None, plain=False)
    text = BoardText(board_text(shown, WIDTH))
    text._draw = partial(svg, game, state, viewer=viewer, last=last, names=names, lang=lang)
    return text


def svg(
    game: AnyGame,
    state: Any,
    *,
    viewer: Seat | Eyes | None = ALL,
    last: Sequence[Event[Any]] = (),
    names: Sequence[str] | None = None,
    lang: str = ENGLISH,
) -> Drawing:
    """A position as SVG, drawn as the page draws it; the arguments are those of `board`.

    >>> import rowdy
    >>> game = rowdy.game("rubik")
    >>> rowdy.svg(game, game.start())[:4]
    '<svg'
    """
    from rowdy.interfaces.drawing.position import draw_position

    audience, view = _look(game, state, viewer, names, lang)
    title = f"{game_title(audience.words, game.edition.game)}: {game.format_state(view.state)}"
    return Drawing(draw_position(audience, view, last, viewer is ALL, title))


def _look(
    game: AnyGame, state: Any, viewer: Seat | Eyes | None, names: Sequence[str] | None, lang: str
) -> tuple[Audience, View[Any, Any]]:
    """The audience and the view for these arguments of `board` and `svg`."""
    if lang not in languages():
        raise InvalidSetup("unknown-language", name=lang, known=", ".join(languages()))
    words, seats = Words(lang), range(game.seats)
    called = [player_title(words, game.edition.game, seat) for seat in seats] if names is None else list(names)
    if len(called) != game.seats:
        raise InvalidSetup("name-count", names=", ".join(called), seats=game.seats)
    seat = None if viewer in (ALL, SPECTATOR, None) else viewer
    if viewer is ALL:
        view = View(None, state, game.turn(state), ())
    elif seat is None or seat in seats:
        view = game.view(state, seat)
    else:
        raise InvalidSetup("no-such-viewer", viewer=viewer, most=game.seats - 1)
    return Audience(words, game, called, seat), view
