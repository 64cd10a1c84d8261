"""Drawings of pieces and boards as SVG, from the same data as the page's: `pieces.json` and `games.json`."""
