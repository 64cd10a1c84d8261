"""The messages of one language as Fluent puts them, with those of games of other packages."""

from __future__ import annotations

from collections.abc import Mapping

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax.ast import Junk, Message, VariableReference
from fluent.syntax.visitor import Visitor

from rowdy.rules.guest_games import guest_kits

FALLBACK = "en"
"""The language that guests must speak."""


class Messages:
    """Messages by id. No guest can change ours."""

    def __init__(self, language: str, text: str) -> None:
        resource = FluentResource(text)
        self.bundle = FluentBundle([language], use_isolating=False)
        for added in (resource, *map(FluentResource, _guests_texts(language))):
            self.bundle.add_resource(added)  # what comes first stays
        self.own = {entry.id.name: entry for entry in resource.body if isinstance(entry, Message)}

    def has(self, message: str) -> bool:
        return self.bundle.has_message(message)

    def put(self, message: str, args: Mapping[str, object]) -> str:
        """The message with its variables filled in; `KeyError` if there is none, or if ours lacks a variable."""
        found = self.bundle.get_message(message)
        if found.value is None:
            raise KeyError(message)
        text, errors = self.bundle.format_pattern(found.value, dict(args))
        if errors and message in self.own:  # what a guest's words lack is seen in them, and harms nobody else
            raise KeyError(f"{message}: {errors}")
        return str(text)

    def variables(self, message: str) -> set[str]:
        """The variables of a message of ours."""
        visitor = _Variables()
        visitor.visit(self.own[message])
        return visitor.names


class _Variables(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: VariableReference) -> None:  # noqa: N802  (named by fluent)
        self.names.add(node.id.name)


def _guests_texts(language: str) -> list[str]:
    """The words of games of other packages, in English where they do not speak this language."""
    texts: list[Mapping[str, str]] = [kit.interface.ftl for kit in guest_kits().values()]
    return [spoken.get(language, spoken.get(FALLBACK, "")) for spoken in texts]


def words_fault(ftl: object) -> str | None:
    """What is wrong with a guest's words; there may be none."""
    if not isinstance(ftl, Mapping) or not all(isinstance(text, str) for text in ftl.values()):
        return "its words must be texts by language"
    if ftl and FALLBACK not in ftl:
        return "its words must be there in English"
    for language, text in ftl.items():
        for entry in FluentResource(text).body:
            if isinstance(entry, Junk):
                line = (entry.content or "").strip().partition("\n")[0]
                return f"its words ({language}) cannot be read from here on: {line}"
    return None
