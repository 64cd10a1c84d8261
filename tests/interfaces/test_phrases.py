"""Forms: a sentence asks for what it names in another case, and gets it, wherever the name comes from."""

from __future__ import annotations

import re
from functools import cache

import pytest
from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax import ast as ftl

import rowdy
from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.kits.djeco import card_words
from rowdy.interfaces.kits.xoxo import tile_words
from rowdy.interfaces.languages import locale_text
from rowdy.interfaces.phrases import Gap, Phrase, in_form
from rowdy.interfaces.web.pictures.picture import encoded
from rowdy.interfaces.words import Words
from rowdy.play.kit import NOTHING_HELD
from rowdy.rules.cards import Colour, DjecoCard
from rowdy.rules.game import CHANCE
from rowdy.rules.tiles import TILE
from tests.interfaces.made_up import MakeUp
from tests.worlds import GAMES, random_game, random_states

CASES = {
    "locale": "ru",
    "card-red": "{ $form ->\n    [acc] красную { $number }\n   *[nom] красная { $number }\n}",
    "card-blue": "{ $form ->\n    [acc] синюю { $number }\n   *[nom] синяя { $number }\n}",
    "event-play": '{ $who }: { FORM($card, "acc") } на { $square }.',
    "colour-red": "{ $form ->\n    [acc] красную\n   *[nom] красная\n}",
    "value-red": "{ $form ->\n    [acc] красное\n   *[nom] красная\n}",
    "tile": "{ $form ->\n    [acc] { FORM($colour, $form) } плитку\n   *[nom] { $colour } плитка\n}",
    "event-lay": '{ $who }: { FORM($tile, "acc") } на { $square }.',
    "hint-hold": 'Придержи { FORM($cards, "acc") }.',
    "list-and": "{ $first } и { $last }",
}


def test_a_sentence_asks_for_a_form(make_up: MakeUp) -> None:
    words = make_up("xa", CASES)
    red, blue = card_words(words, DjecoCard(Colour.RED, 7)), card_words(words, DjecoCard(Colour.BLUE, 2))
    assert red == "красная 7"
    assert words("event-play", who="Аня", you="no", card=red, square="c3") == "Аня: красную 7 на c3."
    assert words("event-play", who="Аня", you="no", card="джокер", square="c3") == "Аня: джокер на c3."
    assert in_form(red, "no-such-form") == red
    assert words("hint-hold", cards=words.listing([red, blue, "джокер"])) == "Придержи красную 7, синюю 2 и джокер."


def test_names_that_read_the_same_are_kept_apart(make_up: MakeUp) -> None:
    """The sentence on one must not be answered with that on the other."""
    words = make_up("xa", CASES)
    first, second = words("colour-red"), words("value-red")
    assert first == second
    told = [words("hint-hold", cards=name) for name in (first, second, str(first))]
    assert told == ["Придержи красную.", "Придержи красное.", "Придержи красная."]


def test_a_name_made_of_names_passes_the_form_on(make_up: MakeUp) -> None:
    words = make_up("xa", CASES)
    tile = tile_words(words, TILE["rcj"])
    assert (tile, in_form(tile, "acc")) == ("красная плитка", "красную плитку")


def test_what_only_the_state_tells_is_put_in_the_form_that_is_asked_for(make_up: MakeUp) -> None:
    words = make_up("xa", CASES)
    game, events = rowdy.game("xoxo"), random_game("xoxo-de-2", 0)
    describer = Describer(words, game, ("Аня", "{tile}"), None)
    moves = (
        (state, event)
        for state, event in zip(random_states("xoxo-de-2", 0), events, strict=False)
        if event.actor is not CHANCE
    )
    said = [describer.event(*move) for move in moves]
    assert any(said)
    for sentence in filter(None, said):
        if "плит" in sentence:
            assert re.fullmatch(r"(Аня|\{tile\}): (красную|\w+) плитку на [a-i]\d\.", sentence)


def test_a_gap_is_filled_in_each_form(make_up: MakeUp) -> None:
    words = make_up("xa", CASES)
    card = card_words(words, DjecoCard(Colour.RED, 7))
    assert Gap("card").fill("{card}! {card:acc}, {other:acc}", card) == "красная 7! красную 7, {other:acc}"
    assert Gap("card").fill("{card}, {card:acc}", "Ann") == "Ann, Ann"


@cache
def all_with_forms() -> dict[str, str]:
    """Every message of English as one that selects a form, though it reads the same in all."""
    found = {}
    for entry in FluentParser().parse(locale_text("en")).body:
        if isinstance(entry, ftl.Message) and entry.value and entry.id.name != "locale":
            variant = ftl.Variant(ftl.Identifier("nom"), entry.value, default=True)
            select = ftl.SelectExpression(ftl.VariableReference(ftl.Identifier("form")), [variant])
            message = ftl.Message(entry.id, ftl.Pattern([ftl.Placeable(select)]))
            found[entry.id.name] = FluentSerializer().serialize_entry(message).partition("=")[2].strip()
    return found


@pytest.mark.parametrize("name", ["xoxo-de-2", "rubik-de-2", "djeco-it-2"])
def test_texts_with_forms_are_sent_like_others(make_up: MakeUp, name: str) -> None:
    """A language in which everything has forms tells and shows a game in the very bytes of English."""
    words, english = make_up("xb", all_with_forms()), Words()
    assert isinstance(words("page-play"), Phrase)
    game, events = GAMES[name], random_game(name, 1)
    for i, state in enumerate(random_states(name, 1)):
        told = list[object]()
        for spoken in (english, words):
            describer = Describer(spoken, game, ("Ann", "Ben"), 0)
            view, last = game.view(state, 0), events[max(0, i - 1) : i]
            picture = interface_kit(game).paint(describer, view, last, NOTHING_HELD, all_open=False)
            said = [describer.event(state, event) for event in events[i : i + 1] if event.actor is not CHANCE]
            told.append((bytes(encoded(picture)), said))  # type: ignore[call-overload]
        assert told[0] == told[1]
