"""Rubik's Tac Toe and XOXO² solved naively: every move tried until the game is over, and nothing else known."""

from typing import NamedTuple

from .common import Move, Over, name, place, ranks, squares
from .flip import Flip

TURNED_OVER = [str.maketrans(one, other) for one, other in [("", ""), ("AB", "BA"), ("ab", "ba"), ("ABab", "BAba")]]
"""Nothing, all stones of the one player, of the other, and of both turned over."""


class Rating(NamedTuple):
    """What a position is worth to the player to move: 1, 0 or -1, and in how many turns the game ends.

    The turn in which it ends counts. A draw that is still to come has no distance.
    """

    value: int
    distance: int | None


def goodness(rating: Rating) -> tuple[int, int]:
    """Higher is better: a win soon, a win late, a draw, a loss late, a loss soon."""
    if rating.value == 0 or rating.distance is None:
        return (0, 0)
    return (rating.value, -rating.value * rating.distance)


def for_player(over: Over, player: int, distance: int) -> Rating:
    if not over.winners:
        return Rating(0, 0 if distance == 0 else None)
    return Rating(1 if player in over.winners else -1, distance)


class Image(NamedTuple):
    """A way to see the same position: each square is another square, and stones may show their other sides."""

    square: dict[str, str]
    letters: dict[int, int]

    def position(self, text: str, width: int, height: int) -> str:
        board, part = text.split(" ")
        cells = dict(zip(squares(width, height), board.replace("/", ""), strict=True))
        seen = {self.square[square]: cell for square, cell in cells.items()}
        lines = ["".join(seen[square] for square in rank) for rank in ranks(width, height)]
        return f"{'/'.join(lines).translate(self.letters)} {part}"

    def turn(self, text: str) -> str:
        """The same turn in the position that is seen: `a1-a2 B@c3`."""
        actions = []
        for action in text.split(" "):
            if "-" in action:
                source, target = action.split("-")
                actions.append(f"{self.square[source]}-{self.square[target]}")
            else:
                stone, square = action.split("@")
                actions.append(f"{stone.translate(self.letters)}@{self.square[square]}")
        return " ".join(actions)


def images(width: int, height: int) -> list[Image]:
    """The mirrorings and turnings of the board, each with any player's stones turned over or not."""
    maps = []
    for swap in [False, True] if width == height else [False]:
        for left_right in [False, True]:
            for up_down in [False, True]:
                seen = {}
                for square in squares(width, height):
                    x, y = place(square)
                    x, y = (width - 1 - x if left_right else x), (height - 1 - y if up_down else y)
                    seen[square] = name(y, x) if swap else name(x, y)
                if seen not in maps:
                    maps.append(seen)
    return [Image(seen, letters) for seen in maps for letters in TURNED_OVER]


class Solver:
    """Rates positions of one game, each told by a text, and remembers every rating.

    With `fold` a position and its images are remembered as one.
    """

    def __init__(
        self,
        row: str = "enclosed",
        both_rows: str = "draw",
        width: int = 4,
        height: int = 4,
        line: int = 3,
        stones: int = 8,
        fold: bool = False,
    ) -> None:
        self.row = row
        self.both_rows = both_rows
        self.sizes = (width, height, line, stones)
        self.images = images(width, height) if fold else []
        self.known: dict[str, Rating] = {}

    def read(self, text: str) -> Flip:
        return Flip.from_text(text, self.row, self.both_rows, *self.sizes)

    def rate(self, text: str) -> Rating:
        if text not in self.known:
            game = self.read(text)
            now = game.pending()
            if isinstance(now, Over):
                rating = for_player(now, game.mover(), 0)
            else:
                rating = max((self.rate_after(game, action) for action in legal(game)), key=goodness)
            self.known[text] = rating
            for image in self.images:
                self.known[image.position(text, *self.sizes[:2])] = rating
        return self.known[text]

    def rate_after(self, game: Flip, action: str) -> Rating:
        """What an action, a flip or a placement, is worth to the player who makes it."""
        mover = game.mover()
        later = game.clone()
        later.apply(mover, action)
        now = later.pending()
        if isinstance(now, Over):
            return for_player(now, mover, 1)
        rating = self.rate(later.text())
        if later.mover() == mover:
            return rating  # a flip: the turn goes on
        return Rating(-rating.value, None if rating.distance is None else rating.distance + 1)

    def turns(self, text: str) -> dict[str, Rating]:
        """Every turn, or what is left of one, and what it is worth to the player who makes it."""
        found = {}
        game = self.read(text)
        for action in legal(game):
            later = game.clone()
            later.apply(game.mover(), action)
            if later.mover() == game.mover() and not isinstance(later.pending(), Over):
                for placement in legal(later):
                    found[f"{action} {placement}"] = self.rate_after(later, placement)
            else:
                found[action] = self.rate_after(game, action)
        return found


def legal(game: Flip) -> list[str]:
    """What the player to move can do; nothing once the game is over."""
    now = game.pending()
    return sorted(now.legal) if isinstance(now, Move) else []
