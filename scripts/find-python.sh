#!/bin/sh
# Prints the path of a Python that can run rowdy: $PYTHON if set, else the newest found.
#   find-python.sh [--venv-not-needed]
# When there is none, says in one line how to get it, and fails.
set -u

# Prints "fit PATH", or "no-venv VERSION" for one that cannot make environments; fails if it is too old. Only a run
# tells: a name may be a shim with nothing behind it. The path is the base interpreter's, as the one found may
# belong to an environment about to be made anew.
probe() {
    "$1" - "$option" 2>/dev/null <<'END'
import sys
if sys.version_info < (3, 11):
    sys.exit(1)
try:
    if sys.argv[1] != "--venv-not-needed":
        import ensurepip, venv
    print("fit", getattr(sys, "_base_executable", "") or sys.executable)
except ImportError:
    print("no-venv", "%d.%d" % sys.version_info[:2])
END
}

fail() {
    echo "rowdy: $1" >&2
    exit 1
}

option=${1:-}
if [ -n "${PYTHON:-}" ]; then
    set -- "$PYTHON"
else
    set -- python3.14 python3.13 python3.12 python3.11 python3 python
fi
no_venv=
for name; do
    answer=$(probe "$name") || answer=
    case $answer in
        "fit "*) echo "${answer#fit }"; exit 0 ;;
        "no-venv "*) no_venv=${no_venv:-${answer#no-venv }} ;;
    esac
done

has() { command -v "$1" >/dev/null 2>&1; }

if [ -n "${PYTHON:-}" ] && [ -z "$no_venv" ]; then
    fail "PYTHON=$PYTHON is not a Python 3.11 or newer that runs; name another, or leave PYTHON out"
elif [ -n "$no_venv" ] && has apt-get; then
    fail "Python $no_venv lacks its venv module; install it with: sudo apt install python$no_venv-venv"
elif [ -n "$no_venv" ]; then
    fail "Python $no_venv lacks its venv or ensurepip module; install a complete Python 3.11 or newer"
elif [ "$(uname)" = Darwin ]; then
    fail "Python 3.11 or newer is missing; install it with: brew install python"
elif has apt-get && has python3; then # the release's own python3 is too old
    fail "Python 3.11 or newer is missing; install it with: sudo apt install python3.11-venv"
elif has apt-get; then
    fail "Python 3.11 or newer is missing; install it with: sudo apt install python3-venv"
elif has dnf; then
    fail "Python 3.11 or newer is missing; install it with: sudo dnf install python3"
else
    fail "Python 3.11 or newer is missing; install it with your system's package manager"
fi
