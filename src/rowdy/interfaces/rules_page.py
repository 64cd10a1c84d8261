"""How to play a game, as data: its aim, the chosen rules with example boards, the house rules, and settled points.

The text in the locales is a subset of Markdown: headings, paragraphs, lists, and lines such as `![flip]` that name an
example. The terminal, the page and all others that show the rules render this model, so that they agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from rowdy.interfaces.consequences import measured, results
from rowdy.interfaces.titles import (
    book_says,
    book_title,
    edition_title,
    game_line,
    game_title,
    ruling_option,
    ruling_question,
)
from rowdy.interfaces.words import Words
from rowdy.rules.kit import RulesKit
from rowdy.rules.rulings import Edition, Option, Ruling

AIM = "aim"
"""The id of the example beside the aim."""
_EXAMPLE = re.compile(r"!\[([a-z0-9-]+)\]")
_SPAN = re.compile(
    r"\*\*(?P<strong>.+?)\*\*|\((?P<label>[^()*]+) \*(?P<ruling>\w+)\*\)|\*(?P<em>[^*]+)\*|`(?P<code>[^`]+)`"
)


# The model


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Bullets:
    items: tuple[str, ...]


@dataclass(frozen=True)
class ExampleShown:
    """The place of an example board, by its id in the game's kit."""

    id: str
    caption: str


@dataclass(frozen=True)
class RuleOption:
    """One option of a ruling, or a span of numbers."""

    name: str
    say: str
    default: str = ""
    """The default option, if it is this one or in this span."""
    chosen: str = ""
    """The option in force, if it is this one or in this span; nothing where the ruling does not apply."""
    results: tuple[str, ...] = ()
    """What the option is known to change."""


@dataclass(frozen=True)
class HouseRule:
    """An open point: its question, what can be chosen, and what the rulebooks say."""

    name: str
    question: str
    options: tuple[RuleOption, ...]
    source: str


@dataclass(frozen=True)
class ChangedRule:
    name: str
    option: str
    question: str
    say: str


Block: TypeAlias = Paragraph | Bullets | ExampleShown | HouseRule


@dataclass(frozen=True)
class Section:
    title: str
    """The heading; empty for the text before the first heading."""
    blocks: tuple[Block, ...]
    for_terminal: bool = False
    """True if the section is about typing, which only a terminal needs."""
    common_title: bool = False
    """True if the title is that of all games, and not in the game's own words."""


@dataclass(frozen=True)
class RulesPage:
    game: str
    title: str
    aim: str
    picture: ExampleShown | None
    """What the aim looks like."""
    edition: str
    """The rulebook in force, in words; empty if a game has no house rules."""
    changed: tuple[ChangedRule, ...]
    """The house rules that differ from the edition's."""
    sections: tuple[Section, ...]
    editions: Mapping[str, str]
    """The editions by name, in words."""
    marks: str = ""
    """What else a player should know of the signs at a table of this game, where they are drawn."""

    def examples(self) -> Iterator[ExampleShown]:
        """All examples that the page shows."""
        if self.picture:
            yield self.picture
        for section in self.sections:
            yield from (block for block in section.blocks if isinstance(block, ExampleShown))


def rules_page(words: Words, kit: RulesKit, edition: Edition, options: Mapping[str, Option]) -> RulesPage:
    """The page for this edition with these options in force; parts for which a guest has no words are left out."""
    chosen = _variables(words, kit, options)

    def told(message: str) -> str:
        return words(message, **chosen) if words.has(message) else ""

    def example(name: str) -> ExampleShown:
        return ExampleShown(name, told(f"example-{kit.id}-{name}"))

    sections = list(_sections(told(f"rules-{kit.id}"), example))
    if typing := told(f"typing-{kit.id}"):
        (section,) = _sections(f"## {words('rules-typing')}\n\n{typing}", example)
        sections.append(Section(section.title, section.blocks, for_terminal=True, common_title=True))
    if kit.rulings:
        house_rules = tuple(_house_rule(words, kit, ruling, options) for ruling in kit.rulings)
        how = measured(words, kit.id)
        blocks = (*house_rules, *((Paragraph(how),) if how else ()))
        sections.append(Section(words("rules-rulings"), blocks, common_title=True))
    if decided := kit.decided(options):
        decisions = Bullets(tuple(words(f"decision-{kit.id}-{decision}") for decision in decided))
        sections.append(Section(words("rules-decisions"), (decisions,), common_title=True))
    return RulesPage(
        game=kit.id,
        title=game_title(words, kit.id),
        aim=told(f"aim-{kit.id}") or game_line(words, kit.id),
        picture=example(AIM) if words.has(f"example-{kit.id}-{AIM}") else None,
        edition=edition_title(words, kit.id, edition.name) if kit.rulings else "",
        changed=tuple(_changed(words, kit, edition, options)),
        sections=tuple(sections),
        editions={book: edition_title(words, kit.id, book) for book in kit.books},
        marks=told(f"marks-{kit.id}"),
    )


def _variables(words: Words, kit: RulesKit, options: Mapping[str, Option]) -> dict[str, str | int]:
    """The variables of the text: for each ruling the option in force by its name, and its sentence by `name-text`."""
    chosen = {name: option if type(option) is int else str(option) for name, option in options.items()}
    return chosen | {f"{name}-text": ruling_option(words, kit.id, name, str(option)) for name, option in chosen.items()}


def _changed(words: Words, kit: RulesKit, edition: Edition, options: Mapping[str, Option]) -> Iterator[ChangedRule]:
    standard = kit.defaults(edition)
    for ruling in kit.rulings:
        option = str(options[ruling.name])
        if options[ruling.name] != standard[ruling.name]:
            question, say = ruling_question(words, kit.id, ruling), ruling_option(words, kit.id, ruling.name, option)
            yield ChangedRule(ruling.name, option, question, say)


def _house_rule(words: Words, kit: RulesKit, ruling: Ruling, in_force: Mapping[str, Option]) -> HouseRule:
    default, chosen = ruling.default, in_force[ruling.name]
    needs = ruling.needs if ruling.needs and in_force[ruling.needs[0]] != ruling.needs[1] else None

    def option(name: str, say: str, *among: Option) -> RuleOption:
        told = ruling_option(words, kit.id, ruling.name, say)
        marks = str(default) if default in among else "", str(chosen) if chosen in among and not needs else ""
        known = _results(words, kit, ruling.name, among)
        if needs:
            known = (words(f"consequence-with-{needs[0]}-{needs[1]}", text=text) for text in known)
        return RuleOption(name, told, *marks, tuple(known))

    if words.has(f"ruling-{ruling.name}-n"):
        span = f"{min(map(int, ruling.options))}-{max(map(int, ruling.options))}"
        options = [option(span, "*n*", *ruling.options)]
    else:
        options = [option(str(one), str(one), one) for one in ruling.options]
    question, source = ruling_question(words, kit.id, ruling), source_in_words(words, kit.id, ruling)
    return HouseRule(ruling.name, question, tuple(options), source)


def _results(words: Words, kit: RulesKit, name: str, among: tuple[Option, ...]) -> Iterator[str]:
    """What an option changes; for a span of numbers, what its ends change."""
    if len(among) == 1:
        yield from results(words, kit, name, among[0])
        return
    for end in (min(among), max(among)):
        number = ruling_option(words, kit.id, name, str(end))
        yield from (words("rules-number", number=number, text=text) for text in results(words, kit, name, end))


def source_in_words(words: Words, game_id: str, ruling: Ruling) -> str:
    """What each rulebook says of a ruling, and further remarks on it."""
    books = dict[str, list[str]]()
    for book, source in ruling.sources.items():
        books.setdefault(book_says(words, game_id, ruling, source), []).append(book_title(words, book))
    if not books:
        return ""
    if len(books) == 1 and len(ruling.sources) > 2:
        books = {says: [words("book-all")] for says in books}
    told = [words("rules-book-says", says=says, books=words.series(names)) for says, names in books.items()]
    said = words("rules-books", said="; ".join(told))
    more = f"ruling-{game_id}-{ruling.name}-source"
    return f"{said} {words(more)}" if words.has(more) else said


# Reading the text of the locales


def _sections(text: str, example: Callable[[str], ExampleShown]) -> Iterator[Section]:
    for part in re.split(r"^(?=## )", text, flags=re.MULTILINE):
        title, _, rest = part.partition("\n") if part.startswith("## ") else ("", "", part)
        blocks = tuple(_block(block, example) for block in re.split(r"\n\s*\n", rest.strip()) if block)
        if title or blocks:
            yield Section(title.removeprefix("## "), blocks)


def _block(text: str, example: Callable[[str], ExampleShown]) -> Block:
    if named := _EXAMPLE.fullmatch(text):
        return example(named[1])
    if text.startswith("- "):
        return Bullets(tuple(re.split(r"\n- ", text[2:])))
    return Paragraph(text)


class Span(NamedTuple):
    """A part of a text in one style."""

    text: str
    style: Literal["", "strong", "em", "code"] = ""
    ruling: str = ""
    """The house rule to which a note in brackets refers."""


def spans(text: str) -> Iterator[Span]:
    """The parts of a paragraph or of an item."""
    end = 0
    for found in _SPAN.finditer(text):
        if found.start() > end:
            yield Span(text[end : found.start()])
        end = found.end()
        if found["strong"]:
            yield Span(found["strong"], "strong")
        elif found["ruling"]:
            yield Span(f"({found['label']})", ruling=found["ruling"])
        elif found["em"]:
            yield Span(found["em"], "em")
        else:
            yield Span(found["code"], "code")
    if end < len(text):
        yield Span(text[end:])
