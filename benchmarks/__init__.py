"""Speed, measured side by side in one run: `make bench`."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "examples"))  # as for pytest: `tests.worlds` has the games there, too
