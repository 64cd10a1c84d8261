"""Which options of a game's rulings a study compares, and the settings that it plays for them."""

from __future__ import annotations

from rowdy.play.arena.figures import Study, quantities
from rowdy.rules.catalog import kit as rules_kit
from rowdy.rules.kit import RulesKit
from rowdy.rules.rulings import Edition, Option, Ruling


def measured_rulings(kit: RulesKit) -> dict[str, tuple[Option, ...]]:
    """The rulings that a study compares, and their options, the default first.

    A custom deck is not compared, as it may be any deck.
    """
    found = {ruling.name: _measured_options(kit, ruling) for ruling in kit.rulings}
    return {name: options for name, options in found.items() if len(options) > 1}


def _measured_options(kit: RulesKit, ruling: Ruling) -> tuple[Option, ...]:
    own_deck = ruling.name == kit.deck_ruling
    return tuple(option for option in ruling.options if not (own_deck and str(option) == "custom"))


def changes(kit: RulesKit, edition: Edition, name: str, option: Option) -> dict[str, str]:
    """The changes to the edition that give a game with this option of a ruling and nothing else changed.

    If the ruling matters only with an option of another one, that option is chosen too.
    """
    ruling, standard = kit.ruling(name), kit.defaults(edition)
    wanted = {**({ruling.needs[0]: ruling.needs[1]} if ruling.needs else {}), name: option}
    return {key: str(value) for key, value in wanted.items() if value != standard[key]}


def comparisons(study: Study) -> int:
    """The number of differences that a study looks for: every quantity for every option other than the default."""
    kit = rules_kit(study.game)
    others = sum(len(options) - 1 for options in measured_rulings(kit).values())
    return others * len(study.seats) * len(quantities(setting.figures for setting in study.settings))
