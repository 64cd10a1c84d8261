"""Verifying: chance worked out once more from docs/notation.md alone, and tampered records are caught."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from functools import cache
from itertools import product
from math import lcm
from random import Random

import pytest

from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.play.verify import CheckStatus, all_hold, verify
from rowdy.rules.game import InvalidRecord, InvalidSetup
from rowdy.rules.record import SPECTATOR
from rowdy.rules.record_text import format_record, parse_record
from rowdy.rules.seal import commitment
from tests.worlds import AWKWARD, PRINTED, next_event, players

CATALOGUED = PRINTED | AWKWARD
every_game = pytest.mark.parametrize("name", CATALOGUED)
SALT, ANN = "5a" * 32, "0c" * 16
HOLDS, FAILS, OPEN, ASIDE = CheckStatus


@cache
def game_log(name: str, live: bool = True, steps: int = 10_000) -> GameLog:
    """A game played at random, dealt at a live table or from a sealed seed alone."""
    game, rng = CATALOGUED[name], Random(name)
    nonces = (ANN, *["-"] * (game.seats - 1))
    dealer = Dealer("sesame", True, SALT, nonces) if live else Dealer("sesame", True)
    played = GameLog(game, players(game), dealer)
    while steps and (event := next_event(game, played.state, rng)) and isinstance(event.actor, int):
        played.act(event.actor, event.action)
        steps -= 1
    return played


def text_of(name: str, live: bool = True) -> str:
    return format_record(game_log(name, live).record())


def found(text: str, nonces: dict[int, str] | None = None) -> dict[str, CheckStatus]:
    return {finding.code: finding.verdict for finding in verify(text, nonces)}


def edited(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


# From the notation alone

CARDS = "red blue green yellow circle square triangle heart joy wink surprise grumpy".split()
TILES = [
    "rbgy"[colour] + "csth"[shape] + "jwsg"[face]
    for colour, shape, face in product(range(4), repeat=3)
    if (colour + shape + face) % 4
]
NUMBERED = [f"{colour}{number}" for colour in "rb" for number in range(1, 10)]


def drawn(key: str, number: int, weights: list[int]) -> int:
    """The place of the outcome that comes."""
    total, attempt = sum(weights), 0
    while True:
        digest = hmac.new(key.encode(), f"{number}.{attempt}".encode(), hashlib.sha256).hexdigest()
        x = int(digest, 16)
        if x < 2**256 - 2**256 % total:
            break
        attempt += 1
    rest = x % total
    for place, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return place
    raise AssertionError


def header(text: str, name: str) -> str | None:
    line = re.search(f"^{name}: (.*)$", text, re.MULTILINE)
    return line[1] if line else None


def chance_tokens(text: str) -> list[tuple[str, str]]:
    """What chance brought, as whose it is and what: `1+` and `red`, `draw=` and `rcw`."""
    return re.findall(r"(?<=\s)([1-4][+=]|draw=)(\S+)", text.partition("\n\n")[2])


def key_of(text: str) -> str:
    seed, nonces = header(text, "Seed"), header(text, "Nonces")
    assert seed is not None
    return "|".join([seed, *nonces.split(",")]) if nonces else seed


def xoxo_by_the_notation(text: str) -> list[str]:
    key, cards, tiles, dealt = key_of(text), [*CARDS], [*TILES], []
    for number, (whose, _) in enumerate(chance_tokens(text)):
        if whose.endswith("+"):
            kinds = Counter(CARDS.index(card) // 4 for card in cards)
            dealt.append(cards.pop(drawn(key, number, [lcm(*kinds.values())] * len(cards))))
        else:
            dealt.append(tiles.pop(drawn(key, number, [1] * len(tiles))))
    return dealt


def djeco_by_the_notation(text: str) -> list[str]:
    key, dealt = key_of(text), list[str]()
    deck = dict.fromkeys(NUMBERED, 2) | {"y": 6, "g": 2}
    for number, _ in enumerate(chance_tokens(text)):
        left = [card for card, count in deck.items() if count]
        dealt.append(left[drawn(key, number, [deck[card] for card in left])])
        deck[dealt[-1]] -= 1
    return dealt


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("name", [name for name in PRINTED if name.startswith(("xoxo-", "djeco-"))])
def test_chance_can_be_worked_out_from_the_notation(name: str, live: bool) -> None:
    text = text_of(name, live)
    worked_out = xoxo_by_the_notation(text) if name.startswith("xoxo-") else djeco_by_the_notation(text)
    assert worked_out == [what for _, what in chance_tokens(text)]
    assert len(worked_out) > 10


@pytest.mark.parametrize("live", [True, False])
def test_the_commitment_can_be_worked_out_from_the_notation(live: bool) -> None:
    text = text_of("djeco-it-2", live)
    sealed = f"{header(text, 'Salt')}:{header(text, 'Seed')}" if live else header(text, "Seed")
    assert sealed is not None
    assert header(text, "Commitment") == hashlib.sha256(sealed.encode()).hexdigest()


# What holds


@every_game
def test_a_game_as_it_was_played_holds(name: str) -> None:
    for live in (True, False):
        findings = verify(text_of(name, live))
        codes = [finding.code for finding in findings]
        if CATALOGUED[name].facts.chance:
            assert codes == ["legal", "sealed", "dealt", "nonces" if live else "no-nonces"]
        else:
            assert codes == ["legal", "sealed", "no-chance"]
        assert all_hold(findings)


def test_all_outcomes_are_counted() -> None:
    text = text_of("djeco-it-2")
    dealt = next(finding for finding in verify(text) if finding.code == "dealt")
    assert dealt.details == {"count": len(chance_tokens(text))}


def test_a_practice_game_holds_since_the_same_chance_comes_again() -> None:
    game, rng = PRINTED["djeco-it-2"], Random(5)
    played = GameLog(game, players(game), Dealer("sesame", True, SALT, (ANN, "-")))
    turns = 0
    while (event := next_event(game, played.state, rng)) and isinstance(event.actor, int):
        played.act(event.actor, event.action)
        turns += 1
        if turns % 5 == 0 and turns < 30:
            assert played.undo(event.actor)
    text = format_record(played.record())
    assert "\nPractice: yes\n" in text
    assert all_hold(verify(text))


@every_game
def test_a_game_that_was_resigned_holds(name: str) -> None:
    text = format_record(game_log(name, steps=3).record(resigned=(0,)))
    findings = verify(text)
    assert all_hold(findings)
    assert str(findings[0].details["result"]).endswith(" resigned")


# What does not


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("Seed: sesame", "Seed: sesam", "other-seed"),
        (f"Salt: {SALT}", f"Salt: {'5b' * 32}", "other-seed"),
        (f"Salt: {SALT}\n", "", "other-seed"),
        (f"Nonces: {ANN},-", f"Nonces: {'0d' * 16},-", "dealt-otherwise"),
        (f"Nonces: {ANN},-", f"Nonces: -,{ANN}", "dealt-otherwise"),
        (f"Nonces: {ANN},-\n", "", "dealt-otherwise"),
    ],
)
@pytest.mark.parametrize("name", ["xoxo-de-2", "djeco-it-2"])
def test_other_seeds_salts_and_nonces_are_caught(name: str, old: str, new: str, code: str) -> None:
    codes = found(edited(text_of(name), old, new))
    assert codes["legal"] is HOLDS
    assert codes[code] is FAILS
    assert ("not-dealt" in codes) == (code == "other-seed")


def test_another_seed_with_a_commitment_to_fit_is_caught_by_the_deal() -> None:
    text = edited(text_of("xoxo-de-2"), "Seed: sesame", "Seed: sesam")
    text = edited(text, commitment("sesame", SALT), commitment("sesam", SALT))
    codes = found(text)
    assert codes["sealed"] is HOLDS
    assert codes["dealt-otherwise"] is FAILS


def test_a_swapped_tile_is_caught_wherever_it_lies() -> None:
    """Tiles that no card asks for can be exchanged, and the game stays legal."""
    text, caught = text_of("xoxo-de-2"), 0
    tokens = chance_tokens(text)
    tiles = [(number, tile) for number, (whose, tile) in enumerate(tokens, 1) if not whose.endswith("+")]
    unused = next(tile for tile in TILES if tile not in {tile for _, tile in tiles})
    for number, tile in tiles:
        findings = verify(re.sub(rf"={tile}\b", f"={unused}", text))
        (wrong,) = (finding for finding in findings if finding.verdict is FAILS)
        if wrong.code == "dealt-otherwise":
            told = {name: str(value) for name, value in wrong.details.items()}
            whose = tokens[number - 1][0]
            assert told == {"number": str(number), "found": f"{whose}{unused}", "due": f"{whose}{tile}"}
            caught += 1
    assert caught > 5


def test_two_draws_that_changed_places_are_caught() -> None:
    text = text_of("djeco-it-2")
    first, second = re.findall(r"1\+\S+", text)[:2]
    assert first != second
    swapped = edited(edited(edited(text, first, "#"), second, first), "#", second)
    wrong = next(finding for finding in verify(swapped) if finding.verdict is FAILS)
    assert (wrong.code, wrong.details["number"]) == ("dealt-otherwise", 1)


@pytest.mark.parametrize(
    ("old", "new"), [("@c3", "@c4"), ("Result: ", "Resigned: 1\nResult: "), ("Result: ", "Result: 9")]
)
def test_a_game_that_is_not_legal_fails(old: str, new: str) -> None:
    assert found(edited(text_of("djeco-it-2"), old, new)) == {"illegal": FAILS}


def test_a_move_after_the_end_fails() -> None:
    assert found(text_of("rubik-de-2") + "A@a1\n") == {"illegal": FAILS}


@pytest.mark.parametrize(("old", "new"), [("Game: ", "Play: "), ("@c3", "@z9"), ("Nonces: ", "Nonces: x")])
def test_what_is_no_record_cannot_be_checked_at_all(old: str, new: str) -> None:
    with pytest.raises(InvalidRecord):
        verify(edited(text_of("djeco-it-2"), old, new))


# What is said, not passed


@every_game
def test_a_game_that_goes_on_is_not_passed(name: str) -> None:
    findings = verify(format_record(game_log(name, steps=3).record()))
    codes = {finding.code: finding.verdict for finding in findings}
    assert codes["unfinished"] is OPEN
    assert not all_hold(findings)
    if CATALOGUED[name].facts.chance:
        assert (codes["seed-later"], codes["not-dealt"]) == (OPEN, OPEN)


@pytest.mark.parametrize("name", ["xoxo-de-3", "djeco-it-2"])
def test_a_seats_record_is_not_passed(name: str) -> None:
    for eyes in (0, SPECTATOR):
        codes = found(format_record(game_log(name).record(eyes)))
        assert (codes["legal"], codes["eyes"], codes["not-dealt"]) == (HOLDS, OPEN, OPEN)


def test_a_seed_that_somebody_chose_is_not_passed() -> None:
    text = edited(text_of("xoxo-de-2", live=False), f"Commitment: {commitment('sesame')}\n", "")
    assert found(text) == {"legal": HOLDS, "no-commitment": OPEN, "dealt": HOLDS, "no-nonces": ASIDE}


def test_a_seed_that_was_lost_is_not_passed() -> None:
    text = edited(text_of("xoxo-de-2", live=False), "Seed: sesame\n", "")
    assert found(text) == {"legal": HOLDS, "no-seed": OPEN, "not-dealt": OPEN, "no-nonces": ASIDE}


def test_without_chance_nothing_has_to_be_sealed() -> None:
    text = edited(text_of("rubik-de-2", live=False), f"Commitment: {commitment('sesame')}\n", "")
    assert found(text) == {"legal": HOLDS, "no-chance": ASIDE}
    assert found(edited(text_of("rubik-de-2"), "Seed: sesame", "Seed: s"))["other-seed"] is FAILS


# Nonces that seats remember


def test_a_nonce_is_compared_with_what_its_seat_remembers() -> None:
    text = text_of("djeco-it-2")
    assert found(text, {0: ANN})["same-nonce"] is HOLDS
    assert found(text, {0: "0d" * 16})["other-nonce"] is FAILS
    assert found(text, {1: ANN})["other-nonce"] is FAILS
    assert found(text_of("djeco-it-2", live=False), {0: ANN})["other-nonce"] is FAILS
    going_on = format_record(game_log("djeco-it-2", steps=3).record())
    assert found(going_on, {0: ANN})["same-nonce"] is HOLDS


def test_who_gave_a_nonce_is_told() -> None:
    told = next(finding for finding in verify(text_of("xoxo-de-3")) if finding.code == "nonces")
    assert told.details["seats"] == (1,)


@pytest.mark.parametrize("seat", [-1, 2])
def test_only_seats_of_the_game_remember(seat: int) -> None:
    with pytest.raises(InvalidSetup):
        verify(text_of("djeco-it-2"), {seat: ANN})


def test_reading_is_stricter_than_verifying() -> None:
    """What verifying tells as a finding, everyone else is refused."""
    text = edited(text_of("djeco-it-2"), "Seed: sesame", "Seed: sesam")
    assert parse_record(text, any_seed=True).seed == "sesam"
    with pytest.raises(InvalidRecord):
        parse_record(text)
