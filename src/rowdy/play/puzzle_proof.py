"""Proves puzzles by other means than those by which they were made."""

from __future__ import annotations

from rowdy.play.catalog import play_kit
from rowdy.play.puzzles import Puzzle, solver_of
from rowdy.rules.catalog import game as make_game
from rowdy.search.catalog import search_kit


def fault(puzzle: Puzzle) -> str:
    """Why a puzzle is wrong; an empty text if it is right.

    A puzzle of a solved game is confirmed by a search that does not use the solution. With hidden cards, every deal is
    checked once more.
    """
    game = make_game(puzzle.game)
    if not game.facts.hidden:
        return search_kit(game).puzzle_fault(game, puzzle.position, puzzle.theme, puzzle.turns)
    state = game.parse_state(puzzle.position)
    found = play_kit(game).deductions(game, state, solver_of(game, state))
    known = [((one.answer,), one.options) for one in found if one.theme == puzzle.theme]
    return "" if (puzzle.turns, puzzle.options) in known else "no deduction leads to this answer"
