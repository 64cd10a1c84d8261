"""Chance from a seed: always the same, exactly as likely as it should be, and sealed."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from typing import Any

import pytest

from rowdy.play.dealer import Dealer
from rowdy.rules.game import Chance, InvalidSetup
from rowdy.rules.seal import valid_nonce
from tests.worlds import HIDDEN, PRINTED, fold, random_game

COIN: Chance[str] = Chance(("head", "tail"), (1, 1))
DIE: Chance[str] = Chance(tuple("123456"), (1,) * 6)
LOADED: Chance[str] = Chance(("a", "b", "c", "d"), (1, 2, 0, 5))
SALT, ANN, BEN = "5a" * 32, "0c" * 16, "be" * 32
LIVE = Dealer("sesame", secret=True, salt=SALT, nonces=(ANN, "-"))


def rolls(seed: str, chance: Chance[str], n: int) -> str:
    return "".join(Dealer(seed).deal(number, chance) for number in range(n))


def test_these_seeds_always_gave_these_rolls() -> None:
    """Seeds stand in old records: a change here makes them tell another story."""
    assert rolls("sesame", DIE, 40) == "6511465446165543125414536153362526432546"
    assert rolls("Zoë", LOADED, 20) == "dbdddbdddaaaddbbabdd"
    assert "".join(LIVE.deal(number, DIE) for number in range(40)) == "1123112146441342145516426255454212243243"


@pytest.mark.parametrize("total", [1, 2, 3, 6, 7, 44, 1000])
def test_a_roll_is_the_first_number_below_the_last_multiple(total: int) -> None:
    """Worked out here once more: HMAC-SHA256 of number and attempt, without the numbers above the last multiple."""
    chance = Chance(tuple(range(total)), (1,) * total)
    for number in range(50):
        attempt = 0
        while True:
            digest = hmac.new(b"x", f"{number}.{attempt}".encode(), hashlib.sha256).digest()
            drawn = int.from_bytes(digest, "big")
            if drawn < 2**256 - 2**256 % total:
                break
            attempt += 1
        assert Dealer("x").deal(number, chance) == drawn % total


def test_a_number_that_would_favour_the_first_outcomes_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**256 is one more than a multiple of three, so the very last number must not count for the first of three."""
    asked: list[bytes] = []

    def digest(key: bytes, message: bytes, name: str) -> bytes:
        asked.append(message)
        return {b"5.0": b"\xff" * 32, b"5.1": b"\xff" * 32, b"5.2": b"\xff" * 31 + b"\xfe"}[message]

    monkeypatch.setattr("rowdy.play.dealer.hmac.digest", digest)
    three = Chance(("a", "b", "c"), (1, 1, 1))
    assert Dealer("x").deal(5, three) == "c"
    assert asked == [b"5.0", b"5.1", b"5.2"]
    asked.clear()
    assert Dealer("x").deal(5, COIN) == "tail"
    assert asked == [b"5.0"]


@pytest.mark.parametrize("chance", [COIN, DIE, LOADED])
def test_outcomes_come_as_often_as_their_weights_say(chance: Chance[str]) -> None:
    n = 8000
    counts = Counter(Dealer("fair").deal(number, chance) for number in range(n))
    for outcome, probability in chance.outcomes:
        p = float(probability)
        assert abs(counts[outcome] - n * p) <= 4 * (n * p * (1 - p)) ** 0.5


def test_an_outcome_without_weight_never_comes() -> None:
    assert "c" not in rolls("x", LOADED, 1000)
    assert set(rolls("x", Chance(("a", "b"), (0, 1)), 20)) == {"b"}


def test_weights_count_by_their_share() -> None:
    for factor in (2, 3, 10**40):
        times = Chance(LOADED.actions, tuple(weight * factor for weight in LOADED.weights))
        counts = Counter(Dealer("s").deal(number, times) for number in range(2000))
        assert 0.5 < counts["d"] / 2000 < 0.75


def test_the_same_seed_and_number_give_the_same_whatever_was_asked_before() -> None:
    first, second = Dealer("s"), Dealer("s")
    forward = [first.deal(n, DIE) for n in range(50)]
    backward = [second.deal(n, DIE) for n in reversed(range(50))]
    assert forward == backward[::-1]
    assert forward != [Dealer("t").deal(n, DIE) for n in range(50)]


def test_numbers_are_independent() -> None:
    """Also where the texts of number and attempt might run together."""
    assert len({rolls(seed, DIE, 30) for seed in ("1", "10", "1.", "01", "1 1")}) == 5


def test_the_commitment_seals_a_secret_seed() -> None:
    assert Dealer("sesame", secret=True).commitment == hashlib.sha256(b"sesame").hexdigest()
    assert Dealer("Zoë", secret=True).commitment == hashlib.sha256("Zoë".encode()).hexdigest()
    own = Dealer()
    assert own.commitment == hashlib.sha256(own.seed.encode()).hexdigest()


def test_a_seed_that_a_person_chose_has_none_since_it_could_be_guessed() -> None:
    assert Dealer("5").commitment is None


@pytest.mark.parametrize("seed", ["", " ", " x", "a\nb", "x" * 201, "\ud800"])
def test_a_seed_that_no_record_could_carry_is_refused(seed: str) -> None:
    with pytest.raises(InvalidSetup):
        Dealer(seed)


def test_a_seed_of_its_own_cannot_be_guessed() -> None:
    seeds = {Dealer().seed for _ in range(200)}
    assert len(seeds) == 200
    assert all(len(seed) == 32 and set(seed) <= set("0123456789abcdef") for seed in seeds)


# Live tables


def test_a_salt_goes_into_the_commitment_and_not_into_the_deal() -> None:
    salted, plain = Dealer("sesame", secret=True, salt=SALT), Dealer("sesame", secret=True)
    assert salted.commitment == hashlib.sha256(f"{SALT}:sesame".encode()).hexdigest()
    assert salted.commitment != plain.commitment
    assert [salted.deal(n, DIE) for n in range(30)] == [plain.deal(n, DIE) for n in range(30)]


def test_whatever_has_a_salt_is_secret() -> None:
    assert Dealer("sesame", salt=SALT).commitment == Dealer("sesame", secret=True, salt=SALT).commitment


def test_nonces_come_under_the_same_commitment_and_change_the_deal() -> None:
    before = Dealer("sesame", secret=True, salt=SALT)
    after = before.with_nonces([ANN, BEN])
    assert (after.seed, after.salt, after.commitment) == (before.seed, before.salt, before.commitment)
    assert (before.nonces, after.nonces) == ((), (ANN, BEN))
    deals = {tuple(before.with_nonces(nonces).deal(n, DIE) for n in range(30)) for nonces in NONCES}
    assert len(deals) == len(NONCES)


NONCES = [(), (ANN, BEN), (BEN, ANN), (ANN, "-"), ("-", ANN), ("-", "-"), (ANN,), (ANN, "-", "-")]


def test_the_key_is_the_seed_and_the_nonces_in_seat_order() -> None:
    digest = hmac.new(f"sesame|{ANN}|-".encode(), b"7.0", hashlib.sha256).digest()
    assert LIVE.deal(7, COIN) == ("head", "tail")[int.from_bytes(digest, "big") % 2]


@pytest.mark.parametrize(
    ("nonce", "valid"),
    [
        ("0" * 32, True),
        ("f" * 64, True),
        ("0123456789abcdef" * 2 + "0", True),
        ("0" * 31, False),
        ("0" * 65, False),
        ("F" * 32, False),
        ("g" * 32, False),
        ("-", False),
        ("", False),
        ("\uff10" * 32, False),
        ("0" * 32 + "\n", False),
        ("0" * 16 + "|" + "0" * 16, False),
    ],
)
def test_a_nonce_is_32_to_64_digits(nonce: str, valid: bool) -> None:
    assert valid_nonce(nonce) == valid
    if valid or nonce == "-":
        assert Dealer("s", nonces=[nonce]).nonces == (nonce,)
    else:
        with pytest.raises(InvalidSetup):
            Dealer("s", nonces=[nonce])


@pytest.mark.parametrize("salt", ["", "5a" * 31, "5A" * 32, "5a" * 32 + "\n", "-"])
def test_a_salt_is_64_digits(salt: str) -> None:
    with pytest.raises(InvalidSetup):
        Dealer("s", salt=salt)


def test_no_commitment_opens_in_two_ways() -> None:
    """A seed without salt that is written like salt and seed would fit the commitment to these two."""
    sealed = Dealer("sesame", secret=True, salt=SALT).commitment
    assert sealed == hashlib.sha256(f"{SALT}:sesame".encode()).hexdigest()
    with pytest.raises(InvalidSetup):
        Dealer(f"{SALT}:sesame", secret=True)
    assert Dealer(f"{SALT}-sesame").seed
    assert Dealer(f"{SALT[1:]}:sesame").seed


@pytest.mark.parametrize("name", [name for name in PRINTED if name in HIDDEN])
def test_the_chance_of_every_game_can_be_dealt(name: str) -> None:
    game, dealt = PRINTED[name], 0
    for number, state in enumerate(fold(game, random_game(name, 0))):
        turn: Any = game.turn(state)
        if isinstance(turn, Chance):
            assert Dealer("s").deal(number, turn) in turn.actions
            dealt += 1
    assert dealt > 5
