"""What is written where an encoding lacks a sign."""

from __future__ import annotations

import pytest

from rowdy.interfaces.cli.plain_letters import HANDLER, plain_letters
from rowdy.interfaces.kits.djeco import CARD_SIGNS
from rowdy.interfaces.kits.flip import STONE_SIGNS
from rowdy.interfaces.kits.xoxo import SHAPES


@pytest.mark.parametrize(
    "signs",
    [
        [sign for sign, _ in CARD_SIGNS.values()],
        [sign for sign, _ in STONE_SIGNS["rubik"].values()],
        [sign for sign, _ in STONE_SIGNS["xoxo2"].values()],
        list(SHAPES.values()),
        list("▁▂▃▄▅▆▇█"),
    ],
)
def test_different_signs_stay_different_and_as_wide(signs: list[str]) -> None:
    stand_ins = [plain_letters(sign) for sign in signs]
    assert len(set(stand_ins)) == len(set(signs))
    assert all(len(sign) == 1 and sign != "?" for sign in stand_ins)


def test_only_what_the_encoding_lacks_is_replaced() -> None:
    assert "Grün ★ “é”".encode("latin-1", HANDLER).decode("latin-1") == 'Grün * "é"'
    assert "Grün ★ “é” 漢".encode("ascii", HANDLER) == b'Gruen * "e" ?'
