"""The messages of one language, formatted by Fluent, with those of games of other packages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from babel import Locale
from babel.numbers import format_decimal
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number
from fluent.syntax.ast import (
    Junk,
    Message,
    MessageReference,
    NumberLiteral,
    Resource,
    SelectExpression,
    VariableReference,
)
from fluent.syntax.visitor import Visitor

from rowdy.interfaces.languages import ENGLISH
from rowdy.interfaces.phrases import in_form
from rowdy.interfaces.words import COUNTED
from rowdy.rules.guest_games import guest_kits

FORM = "form"
"""The variable by which the name of something selects its grammatical form; it is always given."""
FEW, LARGE = range(100), range(1000, 1100)
"""Numbers that may have a text of their own, and numbers that no sentence contains by itself; together they have all
plural categories that counts on a page can have."""


class Messages:
    """Messages by id; a guest cannot change ours."""

    def __init__(self, language: str, locale: str, text: str) -> None:
        """`locale` is the name of the language's rules for plurals and numbers, such as `pt-PT`."""
        resource = FluentResource(text)
        self.locale = Locale.parse(locale, sep="-")
        functions: dict[str, Any] = {"FORM": in_form}
        self.bundle = FluentBundle([locale], functions, use_isolating=False)
        self._entries: dict[str, Message] = {}
        self.foreign: set[str] = set()
        """The messages of guests that are in another language, as they do not have this one."""
        for text_language, added in ((language, resource), *_guests_resources(language)):
            self.bundle.add_resource(added)  # the first definition of a message wins
            for entry in added.body:
                if isinstance(entry, Message) and entry.id.name not in self._entries:
                    self._entries[entry.id.name] = entry
                    if text_language != language:
                        self.foreign.add(entry.id.name)
        self.own = {entry.id.name: entry for entry in resource.body if isinstance(entry, Message)}
        self._uses: dict[str, _Uses] = {}

    def has(self, message: str) -> bool:
        return self.bundle.has_message(message)

    def put(self, message: str, args: Mapping[str, object]) -> str:
        """The message with its variables filled in; `KeyError` if there is none, or one of ours lacks a variable."""
        found = self.bundle.get_message(message)
        if found.value is None:
            raise KeyError(message)
        given = {FORM: ""} | {
            name: fluent_number(value, useGrouping=False) if type(value) is int and name not in COUNTED else value
            for name, value in args.items()
        }
        text, errors = self.bundle.format_pattern(found.value, given)
        if errors and message in self.own:  # a fault in a guest's message only shows in its text
            raise KeyError(f"{message}: {errors}")
        return str(text)

    # What a message uses

    def variables(self, message: str) -> set[str]:
        """The variables of one of our messages."""
        return self._used(message).variables - {FORM}

    def has_forms(self, message: str) -> bool:
        return FORM in self._used(message).variables

    def _used(self, message: str) -> _Uses:
        """What a message uses, including the messages in it."""
        if message not in self._uses:
            uses = self._uses[message] = _Uses()
            uses.visit(self._entries[message])
            for other in uses.messages & self._entries.keys():
                uses.add(self._used(other))
        return self._uses[message]

    # Numbers

    def number(self, number: float, digits: int) -> str:
        return format_decimal(number, "#,##0" + ("." + digits * "0" if digits else ""), locale=self.locale)

    def plurals(self, message: str, variable: str) -> dict[str, int]:
        """An example value of a variable for each text of a message: by plural category of the language, and by
        number for those that have a text of their own."""
        exact = self._used(message).exact.get(variable, set())
        alone = exact.union(*(numbers for numbers in self._categories.values() if LARGE.start > numbers[-1]))
        found = {str(number): number for number in sorted(alone)}
        for category, numbers in self._categories.items():
            if numbers[-1] in LARGE:
                found[category] = numbers[-1]
        return found

    @cached_property
    def _categories(self) -> dict[str, list[int]]:
        """Example numbers of each plural category."""
        found = dict[str, list[int]]()
        for number in (*FEW, *LARGE):
            found.setdefault(self.locale.plural_form(number), []).append(number)
        return found


class _Uses(Visitor):
    """The variables and the other messages that a message uses, and the numbers that have a text of their own."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.messages: set[str] = set()
        self.exact: dict[str, set[int]] = {}

    def add(self, other: _Uses) -> None:
        self.variables |= other.variables
        for name, numbers in other.exact.items():
            self.exact.setdefault(name, set()).update(numbers)

    def visit_VariableReference(self, node: VariableReference) -> None:  # noqa: N802  (named by fluent)
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: MessageReference) -> None:  # noqa: N802  (named by fluent)
        self.messages.add(node.id.name)

    def visit_SelectExpression(self, node: SelectExpression) -> None:  # noqa: N802  (named by fluent)
        if isinstance(node.selector, VariableReference):
            numbers = {int(found.key.value) for found in node.variants if isinstance(found.key, NumberLiteral)}
            self.exact.setdefault(node.selector.id.name, set()).update(numbers)
        self.generic_visit(node)


def _guests_resources(language: str) -> list[tuple[str, Resource]]:
    """The messages of games of other packages, in English if they do not have this language."""
    spoken = [(language_of_game(game_id, language), kit.interface.ftl) for game_id, kit in guest_kits().items()]
    return [(found, FluentResource(texts.get(found, ""))) for found, texts in spoken]


def language_of_game(game_id: str, language: str) -> str:
    """The language in which a game has its words: this one, or English if a game of another package lacks it."""
    guest = guest_kits().get(game_id)
    return language if guest is None or language in guest.interface.ftl else ENGLISH


def words_fault(ftl: object) -> str | None:
    """What is wrong with a guest's messages, or `None`; it may have no messages at all."""
    if not isinstance(ftl, Mapping) or not all(isinstance(text, str) for text in ftl.values()):
        return "its words must be texts by language"
    if ftl and ENGLISH not in ftl:
        return "its words must be there in English"
    for language, text in ftl.items():
        for entry in FluentResource(text).body:
            if isinstance(entry, Junk):
                line = (entry.content or "").strip().partition("\n")[0]
                return f"its words ({language}) cannot be read from here on: {line}"
    return None
