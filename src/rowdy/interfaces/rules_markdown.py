"""How to play a game as Markdown, for terminals and documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from rowdy.interfaces.rules_page import Block, Bullets, ExampleShown, HouseRule, Paragraph, RuleOption, RulesPage
from rowdy.interfaces.words import Words

PagePart: TypeAlias = str | ExampleShown


def to_markdown(words: Words, page: RulesPage) -> str:
    """The whole page as text, with only the captions of the example boards."""
    return "\n\n".join(part if isinstance(part, str) else f"> {part.caption}" for part in parts(words, page))


def parts(words: Words, page: RulesPage) -> Iterator[PagePart]:
    """The page from top to bottom: Markdown, with the examples in their places, for callers that can draw them."""
    yield f"# {page.title}"
    if page.aim:
        yield page.aim
    if page.picture:
        yield page.picture
    if page.edition:
        changed = ", ".join(f"{rule.name}={rule.option}" for rule in page.changed)
        yield words("rules-shown", edition=page.edition, rulings=changed or words("none"))
    for section in page.sections:
        if section.title:
            yield f"## {section.title}"
        for block in section.blocks:
            yield from _block(words, block)
    yield f"## {words('rules-editions')}"
    yield _list(f"**{name}**: {say}" for name, say in page.editions.items())


def _block(words: Words, block: Block) -> Iterator[PagePart]:
    match block:
        case Paragraph(text):
            yield text
        case Bullets(items):
            yield _list(items)
        case ExampleShown():
            yield block
        case HouseRule(name, question, options, source):
            yield f"**{name}**: {question}"
            yield _list(
                "\n  - ".join([f"`{option.name}`: {option.say}{_marks(words, option)}", *option.results])
                for option in options
            )
            if source:
                yield source


def _list(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _marks(words: Words, option: RuleOption) -> str:
    default = f" {words('rules-default', option=option.default)}" if option.default else ""
    differs = option.chosen and option.chosen != option.default
    return default + (f" {words('rules-here', option=option.chosen)}" if differs else "")
