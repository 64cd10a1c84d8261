"""A chart of the standings of bots, as SVG or PNG. Only this module imports Matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from rowdy.interfaces.words import Words
from rowdy.play.arena.arena import Tally
from rowdy.play.arena.ratings import Estimate
from rowdy.rules.game import GameError, InvalidSetup

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENDINGS = (".svg", ".png")
INK, FAINT, LINE, POINT = "#22303c", "#6b7883", "#dfe4e8", "#1f6f8b"
MAX_TITLE_LETTERS = 84
"""The most letters in a line of the title."""
STYLE: Any = {
    "font.size": 11,
    "text.color": INK,
    "axes.labelcolor": FAINT,
    "axes.edgecolor": LINE,
    "xtick.color": FAINT,
    "ytick.color": INK,
    "svg.fonttype": "none",
    "svg.hashsalt": "rowdy",  # so that the same standings give the same file
}


def check_plot(path: Path) -> None:
    """Raises `InvalidSetup` if no chart could be written there."""
    if path.suffix.lower() not in ENDINGS:
        raise InvalidSetup("plot-ending", path=path)
    if not path.parent.is_dir():
        raise InvalidSetup("plot-folder", path=path)
    if find_spec("matplotlib") is None:
        raise InvalidSetup("plot-missing")


def games_in_rounds(words: Words, tally: Tally) -> str:
    rounds = words("arena-rounds", count=tally.rounds)
    return words("arena-games", count=tally.matches, rounds=rounds)


class Plotter:
    """Draws each bot's share of the points and its rating, with their intervals, best first."""

    def __init__(self, words: Words, title: str, tally: Tally) -> None:
        self.words = words
        self.title = title
        self.tally = tally
        self.standings = tally.standings()

    def write(self, path: Path) -> None:
        import matplotlib as mpl

        with mpl.rc_context(STYLE):
            figure = self.draw()
            metadata = {"Date": None} if path.suffix.lower() == ".svg" else {}
            try:
                figure.savefig(path, dpi=160, facecolor="white", metadata=metadata)
            except OSError as error:
                raise GameError("plot-unwritable", path=path, reason=error.strerror or error) from error

    def draw(self) -> Figure:
        from matplotlib.figure import Figure

        rated = len(self.standings) > 1 and all(standing.elo for standing in self.standings)
        figure = Figure(figsize=(9.6, 2.1 + 0.5 * len(self.standings)))
        figure.set_layout_engine("constrained", w_pad=0.12, h_pad=0.1, wspace=0.06)
        figure.suptitle(fill(self.title, MAX_TITLE_LETTERS), x=0.012, ha="left", fontsize=13, fontweight="bold")
        both = figure.subplots(1, 2 if rated else 1, sharey=True, squeeze=False)[0]
        self._draw_shares(both[0])
        if rated:
            self._draw_ratings(both[1])
        tally = self.tally
        about = self.words("plot-about", games=games_in_rounds(self.words, tally), seed=tally.contest.seed)
        figure.supxlabel(about, x=0.012, ha="left", fontsize=9, color=FAINT)
        return figure

    def _draw_shares(self, axes: Axes) -> None:
        fair = 100 / self.tally.contest.spec.seats
        axes.axvline(fair, color=FAINT, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        axes.annotate(
            self.words("plot-fair"),
            (fair, 1),
            (4, 3),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            fontsize=9,
            color=FAINT,
        )
        shares = [_scaled(standing.share, 100) for standing in self.standings]
        self._draw_rows(axes, shares, lambda share: self.words("percent", number=self.words.number(share, 1)))
        axes.set_xlim(-2, 102)
        axes.set_xlabel(self.words("plot-share"))
        axes.set_yticks(range(len(self.standings)), [standing.bot for standing in self.standings])
        axes.set_ylim(len(self.standings) - 0.4, -0.6)

    def _draw_ratings(self, axes: Axes) -> None:
        ratings = [standing.elo for standing in self.standings if standing.elo]
        axes.axvline(0, color=FAINT, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        self._draw_rows(axes, ratings, _signed)
        axes.margins(x=0.12)
        axes.locator_params(axis="x", nbins=6)
        axes.set_xlabel(self.words("plot-elo", bot=self.tally.contest.competitors[-1]))

    def _draw_rows(self, axes: Axes, estimates: Sequence[Estimate], label: Callable[[float], str]) -> None:
        """Draws a row for each estimate: a point and its interval, with the figure above."""
        from matplotlib.patheffects import withStroke

        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(length=0)
        axes.grid(axis="x", color=LINE, linewidth=0.8)
        axes.set_axisbelow(True)
        for row, estimate in enumerate(estimates):
            axes.plot([estimate.low, estimate.high], [row, row], color=POINT, linewidth=5, alpha=0.3, zorder=2)
            axes.plot(estimate.value, row, "o", color=POINT, markersize=8, zorder=3)
            axes.annotate(
                label(estimate.value),
                (estimate.value, row),
                (0, 8),
                textcoords="offset points",
                ha="center",
                fontsize=10,
                path_effects=[withStroke(linewidth=3, foreground="white")],
            )


def _signed(value: float) -> str:
    return f"{value:+.0f}".replace("-", "\N{MINUS SIGN}") if round(value) else "0"


def _scaled(estimate: Estimate, factor: float) -> Estimate:
    return Estimate(
        estimate.value * factor, estimate.low * factor, estimate.high * factor, estimate.half_width * factor
    )
