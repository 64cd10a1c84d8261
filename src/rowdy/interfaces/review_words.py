"""The moves of a review in words: what each mark means, what was proved about a move, and how moves were judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.phrases import in_form
from rowdy.interfaces.titles import line_name
from rowdy.interfaces.words import Words
from rowdy.play.claims import (
    Claim,
    CouldShow,
    EveryTurnLoses,
    GivesWin,
    HeldCards,
    Keeps,
    MakesLines,
    MissedWin,
    Suggests,
)
from rowdy.play.review import Mark
from rowdy.play.reviewed import ExactValue, Method, ReviewedMove
from rowdy.rules.game import AnyGame, Seat
from rowdy.search.compilation import part_of


@dataclass(frozen=True)
class ReviewWords:
    words: Words
    describer: Describer

    def how(self, method: Method, simulations: int, game: AnyGame) -> str:
        """How the moves are judged, and from what."""
        numba = "missing" if part_of(game) else "useless"  # whether Numba would help, mentioned if playouts judge
        return self.words(f"review-{method}", sims=self.words.number(simulations), numba=numba)

    def moves(self, texts: Sequence[str]) -> str:
        """The actions of a turn, as in a list of moves."""
        game, kit = self.describer.game, self.describer.kit
        return self.words.series(kit.listed(self.words, game.parse_action(text)) for text in texts)

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

    # Claims

    def claim(self, claim: Claim, seat: Seat) -> str:
        """The sentence for something that was proved about a move of this seat."""
        match claim:
            case MissedWin(moves, line):
                return self.words("claim-missed-win", moves=self.turn(moves), line=line_name(line), row=_yes(line))
            case GivesWin(moves, line):
                rival = self.describer.names[1 - seat]
                row = _yes(line)
                return self.words("claim-gives-win", rival=rival, moves=self.turn(moves), line=line_name(line), row=row)
            case Keeps(moves, value):
                return self.words("claim-keeps", moves=self.turn(moves), value=value)
            case EveryTurnLoses(turn, moves):
                return self.words("claim-every-turn-loses", turn=turn, moves=self.moves(moves), held=_yes(moves))
            case MakesLines(lines, owner, count):
                named = self.words.listing(list(map(line_name, lines)))
                who = self.describer.names[owner]
                return self.words("claim-makes-lines", count=count, lines=named, who=who, own=_yes(owner == seat))
            case CouldShow(cards):
                return self.words("claim-could-show", cards=self._cards(cards))
            case Suggests(witness, card, before, after):
                names = {"who": self.describer.names[seat], "witness": self.describer.names[witness]}
                shares = {"before": self.words("percent", number=before), "after": self.words("percent", number=after)}
                said = self.describer.kit.item(self.words, card)
                return self.words("claim-suggests", **names, **shares, card=said, more=_yes(after > before))
            case HeldCards(owner, cards):
                return self.words("claim-held", who=self.describer.names[owner], cards=self._cards(cards))
            case _:
                assert_never(claim)

    def turn(self, moves: Sequence[str]) -> str:
        """The actions of a turn in words, one after the other; whoever reads them need not be the player."""
        said = [self._move(move) for move in moves]
        return said[0] if len(said) == 1 else self.words("claim-then", first=said[0], second=said[1])

    def _move(self, text: str) -> str:
        return str(in_form(self.describer.move(self.describer.game.parse_action(text)), "their"))

    def _cards(self, cards: Sequence[str]) -> str:
        return self.words.listing([self.describer.kit.item(self.words, card) for card in cards])


def _yes(found: object) -> str:
    return "yes" if found else "no"
