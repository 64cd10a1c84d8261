"""The messages on docs/translating.md are Fluent, and give what the page says of them."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from rowdy.interfaces.fluent_bundle import Messages
from rowdy.interfaces.phrases import Phrase
from tests.docs_blocks import blocks

PAGE = Path(__file__).parents[2] / "docs" / "translating.md"


@dataclass(frozen=True)
class RedSeven:
    """The card of the page's example."""

    messages: Messages

    def in_form(self, form: str) -> str:
        return self.messages.put("card-red", {"number": 7, "form": form})


@pytest.fixture
def messages() -> Messages:
    text = "\n".join("\n".join(block.lines) for block in blocks(PAGE.read_text("utf-8")))
    found = Messages("ru", "ru", text)
    assert set(found.own) == {"page-minutes", "card-red", "event-play"}
    return found


@pytest.mark.parametrize(
    ("count", "said"), [(1, "1 минута"), (3, "3 минуты"), (5, "5 минут"), (21, "21 минута"), (1.5, "1,5 минуты")]
)
def test_a_number_selects_by_plural_category(messages: Messages, count: float, said: str) -> None:
    assert messages.put("page-minutes", {"count": count}) == said


def test_a_sentence_gets_the_form_that_it_asks_for(messages: Messages) -> None:
    card = RedSeven(messages)
    assert card.in_form("") == "красная 7"
    said = messages.put("event-play", {"who": "Анна", "card": Phrase(card.in_form(""), card), "square": "b3"})
    assert said == "Анна: красную 7 на b3."
