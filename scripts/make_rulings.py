"""Fills docs/rulings.md in from the studies that ship: `python scripts/make_rulings.py`.

`rowdy study GAME --rulings --out src/rowdy/interfaces/study_files/GAME.json` makes a study anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rowdy.interfaces.consequences import claims, sentence, shipped_study
from rowdy.interfaces.titles import decided_by, game_title
from rowdy.interfaces.words import Words
from rowdy.play.arena.figures import Mean, Setting, Study
from rowdy.play.arena.rulings import changes, measured_rulings
from rowdy.rules.catalog import kit

PAGE = Path(__file__).parent.parent / "docs" / "rulings.md"
_GAP = re.compile(r"(<!--=(\w+)-->\n).*?(<!--/-->)", re.DOTALL)
"""What stands between the two comments is the study of the game that the first one names."""


def fill(page: str) -> str:
    """The page with what the studies say now."""
    return _GAP.sub(lambda gap: f"{gap[1]}{game_part(gap[2])}\n{gap[3]}", page)


def game_part(game_id: str) -> str:
    study = shipped_study(game_id)
    assert study
    return "\n".join(_lines(Words(), study))


def _lines(words: Words, study: Study) -> Iterator[str]:
    games = min(setting.figures.games for setting in study.settings)
    yield f"## {game_title(words, study.game)}"
    yield ""
    yield f"{games} games with each option; code `{study.code}` of Rowdy {study.rowdy}:"
    yield ""
    yield f"    {study.command} --out src/rowdy/interfaces/study_files/{study.game}.json"
    for seats in study.seats:
        yield ""
        players = f" with {seats} players" if len(study.seats) > 1 else ""
        yield f"| option{players} | moves | first seat | draws | how games end | what we say of it |"
        yield "|---|---|---|---|---|---|"
        yield from _rows(words, study, seats)


def _rows(words: Words, study: Study, seats: int) -> Iterator[str]:
    rules = kit(study.game)
    edition = rules.edition(study.edition)
    for name, options in measured_rulings(rules).items():
        for option in options:
            setting = study.setting(seats, changes(rules, edition, name, option))
            assert setting
            said = " ".join(sentence(words, one) for one in claims(study, name, option, seats))
            yield f"| `{name}={option}` | {_figures(words, study.game, setting)} | {said} |"


def _figures(words: Words, game_id: str, setting: Setting) -> str:
    figures = setting.figures
    ends = "; ".join(f"{decided_by(words, game_id, name)} {_share(mean)}" for name, mean in figures.reasons.items())
    moves = f"{figures.moves.value:.1f} ± {(figures.moves.high - figures.moves.low) / 2:.1f}"
    return f"{moves} | {_share(figures.first)} | {_share(figures.draws)} | {ends}"


def _share(mean: Mean) -> str:
    """A share in percent with its interval, which is not symmetric."""
    return f"{100 * mean.value:.0f} % ({100 * mean.low:.0f} to {100 * mean.high:.0f})"


if __name__ == "__main__":
    PAGE.write_text(fill(PAGE.read_text("utf-8")), "utf-8")
