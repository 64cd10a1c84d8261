"""A hint for the person whose turn it is, from what they know: the best move, why, and what comes next to it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.cli.verdicts import choices, only_choice, patience
from rowdy.interfaces.describe import Describer
from rowdy.play.hints import keep_back, quick_searcher
from rowdy.play.review import Log, Searcher, solved
from rowdy.rules.djeco_state import State as DjecoState
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import AnyGame, View
from rowdy.rules.tiles import sort_hand
from rowdy.rules.xoxo import XoxoGame
from rowdy.search.perfect import Value, Verdict, prober
from rowdy.search.plain import Choice
from rowdy.search.ready import Part, part_of

LISTED = 3
"""So many moves are told, the best among them."""


class Adviser:
    """Speaks to the seat of the view it is given, and looks at nothing else."""

    def __init__(self, screen: Screen, describer: Describer, think: Searcher | None = None) -> None:
        self.screen = screen
        self.words = screen.words
        self.describer = describer
        self.game: AnyGame = describer.game
        self.think = think

    def advise(self, log: Log, view: View[Any, Any]) -> None:
        if len(view.legal) == 1:
            self.screen.say(self.words("hint-only", move=view.legal[0]))
            return
        with patience(self.screen, Part.PERFECT if solved(self.game) else part_of(self.game)):
            if isinstance(self.game, FlipGame) and solved(self.game):
                sentences = self._exact(self.game, view)
            else:
                sentences = self._searched(log, view)
        for sentence in sentences:
            self.screen.say(sentence)

    # By perfect play

    def _exact(self, game: FlipGame, view: View[Any, Any]) -> list[str]:
        """Whole turns; mirror images are one."""
        turns = {turn.actions: turn.verdict for turn in prober(game).probe(view.state).turns}
        listed = choices(game, view.state, turns)
        alone = "yes" if only_choice(listed) else "no"
        verdict = listed[0].verdict
        reason = self.words(f"hint-{verdict.value}", count=verdict.distance or 0, alone=alone)
        others = [(str(choice), self._value(choice.verdict)) for choice in listed[1:LISTED]]
        return [self.words("hint-move", move=listed[0], reason=reason), *self._next(others)]

    def _value(self, verdict: Verdict) -> str:
        if verdict.value is Value.DRAW:
            return self.words("review-draw")
        return self.words(f"review-{verdict.value}", count=verdict.distance)

    # By search

    def _searched(self, log: Log, view: View[Any, Any]) -> list[str]:
        think = self.think or quick_searcher()
        found = think(self.game, log, view).choices
        best = found[0]
        reason = self.words("hint-share", share=self._percent(best.value))
        brings = self._brings(view, best.action)
        others = [(str(choice.action), figure) for choice, figure in self._figures(best, found[1:LISTED])]
        kept = keep_back(self.game, log, view, best.action, think, Random(0))
        said = [self.words("hint-move", move=best.action, reason=" ".join([*brings, reason])), *self._next(others)]
        if kept:
            cards = sort_hand(list(kept))
            named = self.words.listing([self.describer.card(card) for card in cards])
            said.append(self.words("hint-keep", cards=named, order=", ".join(map(str, cards))))
        return said

    def _figures(self, best: Choice, others: Sequence[Choice]) -> list[tuple[Choice, str]]:
        """What the others are worth, most first. The best was tried most often, and one that was tried less may look
        worth more by chance: no more is said of it than that it is about as good."""
        order = sorted(others, key=lambda choice: choice.value, reverse=True)
        as_good = self.words("hint-as-good")
        return [(choice, as_good if choice.value > best.value else self._percent(choice.value)) for choice in order]

    def _brings(self, view: View[Any, Any], action: Any) -> list[str]:
        """What the move earns there and then."""
        seat, before = view.viewer, view.state
        if seat is None:
            return []
        after = self.game.play(before, seat, action)
        if isinstance(self.game, XoxoGame):
            game = self.game
            new = [card for card in before.hands[seat] if game.in_line(after, card) and not game.in_line(before, card)]
            cards = self.words.listing([self.describer.card(card) for card in new])
            return [self.words("hint-line", cards=cards)] if new else []
        if isinstance(after, DjecoState) and (earned := after.tokens[seat] - before.tokens[seat]):
            return [self.words("hint-tokens", count=earned)]
        return []

    def _percent(self, part: float) -> str:
        return self.words("percent", number=round(100 * part))

    def _next(self, others: Sequence[tuple[str, str]]) -> list[str]:
        if not others:
            return []
        told = [self.words("hint-other", move=move, value=value) for move, value in others]
        return [self.words("hint-next", moves=", ".join(told))]
