"""A histogram of puzzle ratings for each game, as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

RATING_STEP = 100
"""The width of one bar, in rating points."""
WIDTH, ROW, MARGIN, BAR_ROOM = 720, 120, 44, 76
"""The width of the picture, the height for one game, the margin beside the bars, and their greatest height."""
ROW_COLOURS = ("#7a4fd0", "#1f6fb2", "#1e7f5c", "#b5541c")


def draw_spread(ratings: Mapping[str, Sequence[int]]) -> str:
    """A row of bars for each game, by its name, all with the same scale."""
    everything = [rating for found in ratings.values() for rating in found]
    low, high = min(everything) // RATING_STEP, max(everything) // RATING_STEP
    width = (WIDTH - 2 * MARGIN) / (high - low + 1)
    parts = []
    for row, (name, found) in enumerate(ratings.items()):
        bottom = (row + 1) * ROW - 20
        counts = [sum(rating // RATING_STEP == step for rating in found) for step in range(low, high + 1)]
        most = max(counts)
        title = f"{escape(name)} · {len(found)}"
        parts.append(f'<text class="name" x="{MARGIN}" y="{bottom - BAR_ROOM - 6}">{title}</text>')
        for i, count in enumerate(counts):
            tall = BAR_ROOM * count / most
            x, rating = MARGIN + i * width, (low + i) * RATING_STEP
            parts.append(
                f'<rect x="{x:.1f}" y="{bottom - tall:.1f}" width="{width - 2:.1f}" height="{tall:.1f}" rx="2" '
                f'fill="{ROW_COLOURS[row % len(ROW_COLOURS)]}"><title>{rating}+: {count}</title></rect>'
            )
            if i % 2 == 0:
                parts.append(f'<text x="{x:.1f}" y="{bottom + 14}">{rating}</text>')
    height = ROW * len(ratings) + 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
        "<style>text{font:12px sans-serif;fill:#6b6276}.name{font-size:15px;font-weight:700;fill:#2b2533}</style>"
        f'<rect width="{WIDTH}" height="{height}" rx="12" fill="#fbf7f0"/>{"".join(parts)}</svg>\n'
    )
