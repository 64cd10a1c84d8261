"""Set-up by pip, as far as it can be tried without the network: a stand-in plays Python."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PYTHON = """#!/bin/sh
case "$*" in
    *"pip install"*) echo "Obtaining file:///x"; echo "Collecting numpy>=1.26 (from rowdy)"; echo "  Collecting rich"
        echo "the reason" >&2; exit %d ;;
esac
"""


@pytest.mark.parametrize("code", [0, 1])
def test_the_packages_are_named_while_pip_works_and_its_reason_if_it_fails(tmp_path: Path, code: int) -> None:
    (tmp_path / "scripts").mkdir()
    for name in ("scripts/setup.sh", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    venv = tmp_path / ".venv"
    for path, text in ((venv / "bin" / "python", PYTHON % code), (tmp_path / "bin" / "uv", "#!/bin/sh\nexit 1\n")):
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")
        path.chmod(0o755)
    (venv / ".finished-in").write_text(f"{tmp_path.resolve()}\n", "utf-8")
    environment = {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    command = ["sh", str(tmp_path / "scripts" / "setup.sh"), ".venv", "play"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == code
    assert "numpy rich " in done.stdout
    assert ("the reason" in done.stderr) == bool(code)
    assert (venv / ".stamp-play").exists() == (code == 0)
