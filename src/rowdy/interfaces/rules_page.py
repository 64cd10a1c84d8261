"""The rules page of a game: its aim, how it is played as chosen, the house rules, and what was settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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


def rules_page(words: Words, kit: RulesKit, edition: Edition, options: Mapping[str, Option]) -> str:
    """The page in Markdown, for this edition with these options in force; what a guest has no words for is left out."""
    chosen = _variables(words, kit, options)
    aim, rules = (
        words(message, **chosen) if words.has(message) else "" for message in (f"aim-{kit.id}", f"rules-{kit.id}")
    )
    shown = _shown(words, kit, edition, options) if kit.rulings else ""
    parts = [f"# {game_title(words, kit.id)}", aim or game_line(words, kit.id), shown, rules]
    if kit.rulings:
        parts.append(f"## {words('rules-rulings')}")
        parts += (part for ruling in kit.rulings for part in _house_rule(words, kit, ruling, options[ruling.name]))
    if kit.decisions:
        parts.append(f"## {words('rules-decisions')}")
        parts.append("\n".join(f"- {words(f'decision-{kit.id}-{decision}')}" for decision in kit.decisions))
    parts.append(f"## {words('rules-editions')}")
    parts.append("\n".join(f"- **{book}**: {edition_title(words, kit.id, book)}" for book in kit.books))
    return "\n\n".join(filter(None, parts))


def source_in_words(words: Words, game_id: str, ruling: Ruling) -> str:
    """What each rulebook says of a ruling, and whatever else there is to tell about it."""
    books = dict[str, list[str]]()
    for book, source in ruling.sources.items():
        books.setdefault(book_says(words, game_id, ruling, source), []).append(book_title(words, book))
    if not books:
        return ""
    if len(books) == 1 and len(ruling.sources) > 2:
        books = {says: [words("book-all")] for says in books}
    said = words("rules-books", said="; ".join(f"{says} ({', '.join(names)})" for says, names in books.items()))
    more = f"ruling-{game_id}-{ruling.name}-source"
    return f"{said} {words(more)}" if words.has(more) else said


def _variables(words: Words, kit: RulesKit, options: Mapping[str, Option]) -> dict[str, str]:
    """The option in force for each ruling under its name, and under `name-text` the sentence that tells it."""
    texts = {name: str(option) for name, option in options.items()}
    return texts | {f"{name}-text": ruling_option(words, kit.id, name, option) for name, option in texts.items()}


def _shown(words: Words, kit: RulesKit, edition: Edition, options: Mapping[str, Option]) -> str:
    standard = kit.defaults(edition)
    changed = [f"{name}={option}" for name, option in options.items() if option != standard[name]]
    book = edition_title(words, kit.id, edition.name)
    return words("rules-shown", edition=book, rulings=", ".join(changed) or words("none"))


def _house_rule(words: Words, kit: RulesKit, ruling: Ruling, chosen: Option) -> Iterator[str]:
    def line(name: str, option: str, mark: str) -> str:
        return f"- `{name}`: {ruling_option(words, kit.id, ruling.name, option)}{mark}"

    yield f"**{ruling.name}**: {ruling_question(words, kit.id, ruling)}"
    if words.has(f"ruling-{ruling.name}-n"):
        span = f"{min(map(int, ruling.options))}-{max(map(int, ruling.options))}"
        marks = dict.fromkeys([_mark(words, ruling, ruling.default, chosen), _mark(words, ruling, chosen, chosen)])
        yield line(span, "*n*", "".join(marks))
    else:
        options = ((option, _mark(words, ruling, option, chosen)) for option in ruling.options)
        yield "\n".join(line(str(option), str(option), mark) for option, mark in options)
    yield source_in_words(words, kit.id, ruling)


def _mark(words: Words, ruling: Ruling, option: Option, chosen: Option) -> str:
    if option == ruling.default:
        return f" {words('rules-default', option=option)}"
    return f" {words('rules-here', option=option)}" if option == chosen else ""
