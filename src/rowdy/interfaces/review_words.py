"""The moves of a review in words: what each mark means, and how moves were judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.words import Words
from rowdy.play.review import Mark
from rowdy.play.reviewed import ExactValue, Method, ReviewedMove
from rowdy.rules.game import AnyGame
from rowdy.search.compilation import part_of


@dataclass(frozen=True)
class ReviewWords:
    words: Words
    describer: Describer

    def how(self, method: Method, simulations: int, game: AnyGame) -> str:
        """How the moves are judged, and from what."""
        numba = "missing" if part_of(game) else "useless"  # told where playouts judge
        return self.words(f"review-{method}", sims=f"{simulations:,}", numba=numba)

    def moves(self, texts: Sequence[str]) -> str:
        """The actions of a turn as a list of moves has them."""
        game, kit = self.describer.game, self.describer.kit
        return ", ".join(kit.listed(self.words, game.parse_action(text)) for text in texts)

    def percent(self, share: float | None) -> str:
        return "" if share is None else self.words("percent", number=round(100 * share))

    def label(self, move: ReviewedMove) -> str:
        """What the mark of a move means, in a few words."""
        if move.mark is Mark.FORCED:
            return self.words("review-forced")
        if move.exact is not None:
            return self._exact_label(move, *move.exact)
        if move.mark is Mark.BEST:
            return self.words("review-best", value=self.percent(move.after))
        mark = self.words(f"mark-{move.mark}")
        return self.words("review-dropped", mark=mark, before=self.percent(move.before), after=self.percent(move.after))

    def _exact_label(self, move: ReviewedMove, best: ExactValue, made: ExactValue) -> str:
        if made.value != best.value:
            return self.words("review-gave", before=best.value, after=made.value)
        if move.mark is not Mark.BEST:
            return self.words("review-slower", value=made.value, before=best.distance or 0, after=made.distance or 0)
        if made.value == "loss" or move.kept == move.of:
            return self.words("mark-best")
        return self.words("review-kept", value=made.value, count=move.kept)
