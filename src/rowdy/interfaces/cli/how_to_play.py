"""How to play a game, shown in the terminal as text and boards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from rowdy.interfaces.audience import Audience
from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.cli.draw import show_table
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.examples import Example, example_game, moments
from rowdy.interfaces.kit import Marks
from rowdy.interfaces.rules_markdown import parts
from rowdy.interfaces.rules_page import rules_page
from rowdy.interfaces.titles import player_title
from rowdy.rules.game import AnyGame
from rowdy.rules.kit import RulesKit
from rowdy.rules.rulings import Edition, Option


def tell_rules(screen: Screen, kit: RulesKit, edition: Edition, rulings: Mapping[str, Option]) -> None:
    """Shows how to play by an edition and house rules, in the pager if a person reads it."""
    page = rules_page(screen.words, kit, edition, rulings)
    game = example_game(kit, edition, rulings)
    with screen.paged():
        for part in parts(screen.words, page):
            if isinstance(part, str):
                screen.markdown(part)
            else:
                if part.id in interface_kit(game).examples:
                    _show(screen, game, interface_kit(game).examples[part.id])
                screen.markdown(f"> {part.caption}")
            screen.say("")


def _show(screen: Screen, game: AnyGame, example: Example) -> None:
    """Shows the boards of an example, with what is beside them if that matters."""
    kit, names = (
        interface_kit(game),
        [player_title(screen.words, game.edition.game, seat) for seat in range(game.seats)],
    )
    for nth, moment in enumerate(moments(game, example)):
        if nth:
            screen.say("↓")
        audience = Audience(screen.words, game, names, moment.view.viewer)
        played = {square for event in moment.last for square in kit.touches(game, event.action)}
        aims = [
            action for action in moment.view.legal if example.pick and example.pick in re.split("[@-]", str(action))
        ]
        targets = {square for action in aims for square in kit.touches(game, action)}
        shown = kit.board(audience, moment.view.state, Marks(played, targets), None, screen.plain)
        show_table(screen, shown if example.beside else replace(shown, beside=()))
