"""Writes the golden games anew: `python -m tests.playthroughs`. Read the differences before you commit them."""

from __future__ import annotations

from tests.playthroughs import FILES, FOLDER, playthrough

if __name__ == "__main__":
    for old in set(FOLDER.glob("*.txt")) - set(FILES):
        old.unlink()
    for path, game in FILES.items():
        path.write_text(playthrough(game), encoding="ascii", newline="\n")
        print(f"{path.name}: {path.stat().st_size:,} bytes")
