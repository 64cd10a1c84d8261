"""Every sentence of a review is proved again: by the naive rules, by the oracle asked anew, or by the record itself."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.languages import languages
from rowdy.interfaces.review_words import ReviewWords
from rowdy.interfaces.titles import line_name
from rowdy.interfaces.words import Words
from rowdy.play.bots.registry import Bot, GreedyBot, RandomBot
from rowdy.play.claims import (
    BELIEF_SEED,
    MIN_SHIFT,
    Claim,
    CouldShow,
    EveryTurnLoses,
    GivesWin,
    HeldCards,
    Keeps,
    MakesLines,
    MissedWin,
    Suggests,
    claims_of,
    held_by_others,
    last_that_held,
)
from rowdy.play.review import Judged, Mark, decisions, judge_exactly, judgeable
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import CHANCE, AnyGame, Chance, Event, Over, Window
from rowdy.rules.record import Record
from rowdy.rules.xoxo import XoxoGame
from rowdy.search.catalog import search_kit
from rowdy.search.kits.djeco_belief import MIN_POSSIBLE_SHARE
from rowdy.search.perfect import probe, prober
from tests.naive import common
from tests.naive.djeco import Djeco
from tests.naive.flip import Flip
from tests.perft import naive
from tests.search import test_belief as beliefs


def played(game: AnyGame, seed: int) -> Record:
    """A game between a bot that looks at what lies there and one that does anything."""
    rng, state, events = Random(seed), game.start(), list[Event[Any]]()
    bots: list[Bot] = [GreedyBot(), RandomBot()]
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            event = Event(CHANCE, rng.choices(turn.actions, turn.weights)[0])
        elif isinstance(turn, Window):
            seat = min(seat for seat in turn.seats if game.legal(state, seat))
            event = Event(seat, rng.choice(game.legal(state, seat)))
        else:
            bot = bots[(turn.seat + seed) % 2]
            event = Event(turn.seat, bot.choose(game, (), game.view(state, turn.seat), rng))
        state = game.play(state, event.actor, event.action)
        events.append(event)
    return Record(game, tuple(f"P{seat}" for seat in range(game.seats)), tuple(events))


class Proof:
    """The claims about one game, and the same game by the naive rules."""

    def __init__(self, record: Record, naive_beliefs: bool = True) -> None:
        self.record = record
        self.naive_beliefs = naive_beliefs
        self.game = game = record.game
        self.states = list(record.states())
        self.naive = [naive(f"{game.edition.game} seats={game.seats}" if game.facts.windows else game.edition.game)]
        for actor, action in record.events:
            after = self.naive[-1].clone()
            after.apply(None if actor is CHANCE else int(actor), str(action))
            self.naive.append(after)

    def claims(self) -> Iterator[tuple[Judged, Claim]]:
        """All claims about all moves; where only a search could judge them, all are taken for mistakes."""
        game, judged = self.game, list[Judged]()
        oracle = prober(game) if isinstance(game, FlipGame) else None
        for decision in decisions(self.record, judgeable(self.record)):
            if oracle:
                judged.append(judge_exactly(decision, oracle))
            else:
                actions = decision.actions
                judged.append(Judged(decision.turn, decision.ply, decision.seat, actions, Mark.MISTAKE, actions))
            yield from ((judged[-1], claim) for claim in claims_of(game, decision, judged[-1], oracle))
            if lost := last_that_held(judged, len(judged) - 1):
                yield judged[-1], lost
            yield from ((judged[-1], held) for held in held_by_others(game, self.states[decision.ply], decision.seat))

    def prove(self, judged: Judged, claim: Claim) -> None:
        """Fails unless the claim is true."""
        seat, state = judged.seat, self.states[judged.ply]
        match claim:
            case MissedWin(moves, line):
                self.win(judged.ply, (), moves, seat, line)
            case GivesWin(moves, line):
                self.win(judged.ply, tuple(map(str, judged.actions)), moves, 1 - seat, line)
            case Keeps(moves, value):
                assert rated(self.game, state, moves) == value == probed(self.game, state)
                assert ORDER[rated(self.game, state, tuple(map(str, judged.actions)))] < ORDER[value]
            case EveryTurnLoses(turn, moves):
                assert probed(self.game, state) == "loss"
                if moves:
                    own = {each.turn: each.view.state for each in decisions(self.record, (seat,))}
                    assert rated(self.game, own[turn], moves) != "loss"
                    later = [state for number, state in own.items() if turn < number < judged.turn]
                    assert all(probed(self.game, each) == "loss" for each in later)  # so it was the last
            case MakesLines(lines, owner, count):
                self.lines(judged, lines, owner, count)
            case CouldShow(cards):
                pending = self.naive[judged.ply].pending()
                assert isinstance(pending, common.Window)
                shown = {str(card) for card in judged.actions[0].cards}
                assert not shown & set(cards)
                answers = [set(text.removeprefix("!").split(",")) for text in pending.legal[seat]]
                assert {*cards, *shown} in answers
            case Suggests(witness, card, before, after):
                assert witness != seat
                assert abs(after - before) >= MIN_SHIFT
                assert 100 * self.believed(judged.ply, witness, seat, card) == pytest.approx(before, abs=0.51)
                assert 100 * self.believed(judged.ply + 1, witness, seat, card) == pytest.approx(after, abs=0.51)
            case HeldCards(owner, cards):
                assert owner != seat
                assert sorted(cards) == sorted(map(str, state.hands[owner]))

    def win(self, ply: int, made: tuple[str, ...], moves: tuple[str, ...], winner: int, line: tuple[str, ...]) -> None:
        """By the naive rules these moves end the game, and the row is there then."""
        found = self.naive[ply].clone()
        assert isinstance(found, Flip)
        for text in made:
            found.apply(1 - winner, text)
        for text in moves:
            found.apply(winner, text)
        end = found.pending()
        assert isinstance(end, common.Over)
        assert end.winners == (winner,)
        if line:
            rows = [row for row in found.rows(winner) if set(row) == set(line)]
            assert rows
            assert found.row == "survives" or found.enclosed(rows[0])

    def believed(self, ply: int, witness: int, seat: int, card: str) -> float:
        """How likely the seat held a card, by the beliefs of a witness; the naive ones take long."""
        game, (log, view) = self.game, beliefs.seen_after(self.game, self.record.events[:ply], witness)
        if not self.naive_beliefs:
            return search_kit(game).likely_cards(game, log, view, BELIEF_SEED)[seat, card]
        if not isinstance(game, XoxoGame):
            assert isinstance(game, DjecoGame)
            hands, possible = beliefs.naive_hands(game, log, view, BELIEF_SEED)
            if sum(possible) < MIN_POSSIBLE_SHARE * len(hands):
                possible = [True] * len(hands)
            found = [card in map(str, hand) for hand, can in zip(hands, possible, strict=True) if can]
            return sum(found) / len(found)
        deals = beliefs.deals_of(beliefs.believe(game, log, view, BELIEF_SEED, weigh=False))
        weights = [1.0] * len(deals)
        for other in set(range(game.seats)) - {witness}:
            held = sorted({deal[other] for deal in deals}, key=sorted)
            weighed = dict(zip(held, beliefs.naive_weights(game, log, view, other, held), strict=True))
            weights = [weight * weighed[deal[other]] for weight, deal in zip(weights, deals, strict=True)]
        return sum(weight for weight, deal in zip(weights, deals, strict=True) if card in deal[seat]) / sum(weights)

    def lines(self, judged: Judged, lines: tuple[tuple[str, ...], ...], owner: int, count: int) -> None:
        before, after = self.naive[judged.ply], self.naive[judged.ply + 1]
        assert isinstance(before, Djeco)
        assert isinstance(after, Djeco)
        new = [set(line) for colour in "rb" for line in after.coloured(colour) if line not in before.coloured(colour)]
        assert len(lines) > 1
        assert all(set(line) in new for line in lines)
        assert after.tokens[owner] - before.tokens[owner] == count > 1


ORDER = {"loss": 0, "draw": 1, "win": 2}


def probed(game: AnyGame, state: Any) -> str:
    assert isinstance(game, FlipGame)
    return probe(game, state).value.value


def rated(game: AnyGame, state: Any, moves: tuple[str, ...]) -> str:
    """What these moves lead to; of a turn that was not finished, the best that it could have come to."""
    assert isinstance(game, FlipGame)
    turns = probe(game, state).turns
    return next(turn.verdict.value.value for turn in turns if tuple(map(str, turn.actions))[: len(moves)] == moves)


def prove_all(game: AnyGame, seeds: range) -> tuple[set[type], int]:
    """Proves all that is claimed of these games, and says it in every language.

    Tells which claims there were, and how many moves they could be about."""
    kinds, moves = set[type](), 0
    for seed in seeds:
        proof = Proof(played(game, seed), seed % 10 == 0)
        moves += len(decisions(proof.record, judgeable(proof.record)))
        speakers = [
            ReviewWords(Words(lang), Describer(Words(lang), game, proof.record.players, None)) for lang in languages()
        ]
        for judged, claim in proof.claims():
            proof.prove(judged, claim)
            for speaker in speakers:
                assert speaker.claim(claim, judged.seat)
            kinds.add(type(claim))
    return kinds, moves


FLIP = {MissedWin, GivesWin, Keeps, EveryTurnLoses}
XOXO = {CouldShow, HeldCards, Suggests}
DJECO = {MakesLines, Suggests}


@pytest.mark.parametrize(
    ("name", "kinds"), [("xoxo2", FLIP), ("xoxo", XOXO), pytest.param("rubik", FLIP, marks=pytest.mark.long)]
)
def test_all_that_is_said_is_true(name: str, kinds: set[type]) -> None:
    assert prove_all(rowdy.game(name), range(6))[0] >= kinds


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "seats", "seeds", "kinds"),
    [
        ("rubik", 2, range(100, 200), FLIP),
        ("xoxo2", 2, range(100, 200), FLIP),
        ("xoxo", 2, range(100, 160), XOXO),
        ("xoxo", 4, range(100, 140), XOXO),
        ("djeco", 2, range(60), DJECO),  # a game in which cards are suggested is rare
    ],
)
def test_over_thousands_of_moves(name: str, seats: int, seeds: range, kinds: set[type]) -> None:
    found, moves = prove_all(rowdy.game(name, seats=seats), seeds)
    assert found >= kinds
    assert moves >= 1_000


def test_a_false_claim_is_found_out() -> None:
    """The proofs can fail."""
    proof = Proof(played(rowdy.game("rubik"), 1))
    judged, _ = next(proof.claims())
    for claim in (MissedWin(("A@a1",)), Keeps(tuple(map(str, judged.actions)), "win"), HeldCards(judged.seat, ())):
        with pytest.raises((AssertionError, ValueError, StopIteration, AttributeError)):
            proof.prove(judged, claim)


def test_the_words_name_what_was_proved() -> None:
    game = rowdy.game("rubik")
    speaker = ReviewWords(Words(), Describer(Words(), game, ("Ann", "Ben"), None))
    line = line_name(("a2", "b3", "c4"))
    assert speaker.claim(GivesWin(("d2-d3", "A@c4"), ("a2", "b3", "c4")), 1) == (
        f"Now Ann can flip the stone from d2 to d3, then place a blue X on c4 and win at once with {line}."
    )
    assert speaker.claim(EveryTurnLoses(9, ("c3-c2", "B@d1")), 0) == (
        "From here every turn loses; the last that held was c3-c2, B@d1 in turn 9."
    )
    xoxo = ReviewWords(Words(), Describer(Words(), rowdy.game("xoxo"), ("Ann", "Ben"), None))
    assert xoxo.claim(CouldShow(("blue",)), 0) == "blue could have been shown here."
    assert xoxo.claim(Suggests(1, "heart", 20, 85), 0) == (
        "This made heart likelier in the hand of Ann, by all that Ben could know: 20 % → 85 %."
    )
    assert xoxo.claim(HeldCards(1, ("heart", "red")), 0) == "Ben held heart and red then."
