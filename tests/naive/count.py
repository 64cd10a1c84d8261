"""Counting sequences of play, one by one."""

from .common import Chance, Game, Move, Over, Window


def actions(game: Game) -> list[tuple[int | None, str]]:
    """Every single action that may come next; in a window the first seat that has not answered goes first."""
    match game.pending():
        case Chance(outcomes):
            return [(None, text) for text in outcomes]
        case Move(seat, legal):
            return [(seat, text) for text in legal]
        case Window(answers):
            first = min(seat for seat, legal in answers.items() if legal)
            return [(first, text) for text in answers[first]]
        case _:
            return []


def after(game: Game, actor: int | None, text: str) -> Game:
    later = game.clone()
    later.apply(actor, text)
    return later


def count_actions(game: Game, depth: int) -> int:
    """The number of sequences of exactly so many single actions."""
    if depth == 0:
        return 1
    return sum(count_actions(after(game, actor, text), depth - 1) for actor, text in actions(game))


def count_turns(game: Game, depth: int) -> int:
    """The number of sequences of exactly so many whole turns, with the chance and the windows in and before them."""
    if depth == 0:
        return 1
    return _count_turns(game, depth, None)


def _count_turns(game: Game, left: int, seat: int | None) -> int:
    """`left` turns are still to be finished, the one that `seat` has begun (None: nobody yet) among them."""
    now = game.pending()
    if isinstance(now, Over):
        return 1 if seat is not None and left == 1 else 0
    if isinstance(now, Move):
        if seat is not None and now.seat != seat:
            left -= 1
            if left == 0:
                return 1
        seat = now.seat
    return sum(_count_turns(after(game, actor, text), left, seat) for actor, text in actions(game))
