"""The Fluent files of the languages as data, for tests that compare them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from babel import Locale
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from rowdy.interfaces.fluent_bundle import FEW, LARGE
from rowdy.interfaces.languages import locale_text

ALIKE = "Same as in English:"
"""How the comment begins that lists the messages of a language that may read as in English."""


@dataclass
class Select:
    variable: str
    keys: list[str]
    """Of each variant; numbers as they are written."""
    default: str


@dataclass
class Written(Visitor):
    """What a message is made of."""

    pattern: str
    """As it is written."""
    texts: list[str] = field(default_factory=list)
    """All that is neither a variable nor a selector."""
    variables: set[str] = field(default_factory=set)
    messages: set[str] = field(default_factory=set)
    selects: list[Select] = field(default_factory=list)
    asked: set[tuple[str, str]] = field(default_factory=set)
    """The forms asked for, with the variable."""

    def visit_TextElement(self, node: ftl.TextElement) -> None:  # noqa: N802  (named by fluent, as all of these)
        self.texts.append(node.value)

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ftl.MessageReference) -> None:  # noqa: N802
        self.messages.add(node.id.name)

    def visit_SelectExpression(self, node: ftl.SelectExpression) -> None:  # noqa: N802
        if isinstance(node.selector, ftl.VariableReference):
            keys = [_key(variant) for variant in node.variants]
            default = next(_key(variant) for variant in node.variants if variant.default)
            self.selects.append(Select(node.selector.id.name, keys, default))
        self.generic_visit(node)

    def visit_FunctionReference(self, node: ftl.FunctionReference) -> None:  # noqa: N802
        variable, form = node.arguments.positional
        assert node.id.name == "FORM"
        assert isinstance(variable, ftl.VariableReference)
        if isinstance(form, ftl.StringLiteral):
            self.asked.add((variable.id.name, form.value))
        self.generic_visit(node)

    @property
    def forms(self) -> set[str]:
        return {key for select in self.selects if select.variable == "form" for key in select.keys}


def _key(variant: ftl.Variant) -> str:
    return variant.key.name if isinstance(variant.key, ftl.Identifier) else variant.key.value


@dataclass(frozen=True)
class LocaleFile:
    text: str
    messages: Mapping[str, Written]
    alike: frozenset[str]

    def variables(self, message: str) -> set[str]:
        """The variables of a message and of those in it."""
        written = self.messages[message]
        return written.variables.union(*map(self.variables, written.messages)) - {"form"}


@cache
def locale_file(language: str) -> LocaleFile:
    text = locale_text(language)
    found, alike = dict[str, Written](), set[str]()
    for entry in FluentParser().parse(text).body:
        assert not isinstance(entry, ftl.Junk), entry.content
        if isinstance(entry, ftl.ResourceComment) and entry.content and entry.content.startswith(ALIKE):
            alike |= set(entry.content.removeprefix(ALIKE).replace(",", " ").split())
        if isinstance(entry, ftl.Message) and entry.value and entry.value.span:
            written = Written(text[entry.value.span.start : entry.value.span.end])
            written.visit(entry)
            assert entry.id.name not in found, f"{entry.id.name} stands twice"
            assert not entry.attributes, f"{entry.id.name}: words are asked for by message alone"
            found[entry.id.name] = written
    return LocaleFile(text, found, frozenset(alike))


@cache
def plural_categories(locale: str) -> dict[str, frozenset[int]]:
    """The plural categories of whole numbers in a language, with some numbers of each."""
    form = Locale.parse(locale, sep="-").plural_form
    found = dict[str, set[int]]()
    for number in (*FEW, *LARGE):
        found.setdefault(form(number), set()).add(number)
    return {category: frozenset(numbers) for category, numbers in found.items()}
