"""Every sentence of a review is proved again: by the naive rules, by the oracle asked anew, or by the record itself."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.review_words import ReviewWords
from rowdy.interfaces.titles import line_name
from rowdy.interfaces.words import LANGUAGES, Words
from rowdy.play.bots.registry import Bot, GreedyBot, RandomBot
from rowdy.play.claims import (
    Claim,
    CouldShow,
    EveryTurnLoses,
    GivesWin,
    Held,
    Keeps,
    MakesLines,
    MissedWin,
    claims_of,
    held_by_others,
    last_that_held,
)
from rowdy.play.review import Judged, Mark, decisions, judge_exactly, judgeable
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import CHANCE, AnyGame, Chance, Event, Over, Window
from rowdy.rules.record import Record
from rowdy.search.perfect import probe, prober
from tests.naive import common
from tests.naive.djeco import Djeco
from tests.naive.flip import Flip
from tests.perft import naive


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

    def __init__(self, record: Record) -> None:
        self.record = record
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
                    earlier = next(each for each in decisions(self.record, (seat,)) if each.turn == turn)
                    assert rated(self.game, earlier.view.state, moves) != "loss"
            case MakesLines(lines, owner, count):
                self.lines(judged, lines, owner, count)
            case CouldShow(cards):
                pending = self.naive[judged.ply].pending()
                assert isinstance(pending, common.Window)
                shown = {str(card) for card in judged.actions[0].cards}
                assert not shown & set(cards)
                answers = [set(text.removeprefix("!").split(",")) for text in pending.legal[seat]]
                assert {*cards, *shown} in answers
            case Held(owner, cards):
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


def prove_all(game: AnyGame, seeds: range) -> set[type]:
    """Proves all that is claimed of these games, says it in every language, and tells which claims there were."""
    kinds = set[type]()
    for seed in seeds:
        proof = Proof(played(game, seed))
        speakers = [
            ReviewWords(Words(lang), Describer(Words(lang), game, proof.record.players, None)) for lang in LANGUAGES
        ]
        for judged, claim in proof.claims():
            proof.prove(judged, claim)
            for speaker in speakers:
                assert speaker.claim(claim, judged.seat)
            kinds.add(type(claim))
    return kinds


FLIP = {MissedWin, GivesWin, Keeps, EveryTurnLoses}


@pytest.mark.parametrize(("name", "kinds"), [("rubik", FLIP), ("xoxo2", FLIP), ("xoxo", {CouldShow, Held})])
def test_all_that_is_said_is_true(name: str, kinds: set[type]) -> None:
    assert prove_all(rowdy.game(name), range(6)) >= kinds


@pytest.mark.long
def test_several_lines_at_once_are_told() -> None:
    assert MakesLines in prove_all(rowdy.game("djeco"), range(40))


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats"), [("rubik", 2), ("xoxo2", 2), ("xoxo", 2), ("xoxo", 4), ("djeco", 2)])
def test_over_thousands_of_moves(name: str, seats: int) -> None:
    assert prove_all(rowdy.game(name, seats=seats), range(100, 180))


def test_a_false_claim_is_found_out() -> None:
    """The proofs can fail."""
    proof = Proof(played(rowdy.game("rubik"), 1))
    judged, _ = next(proof.claims())
    for claim in (MissedWin(("A@a1",)), Keeps(tuple(map(str, judged.actions)), "win"), Held(judged.seat, ())):
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
    assert xoxo.claim(Held(1, ("heart", "red")), 0) == "Ben held heart and red then."
