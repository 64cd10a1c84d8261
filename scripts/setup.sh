#!/bin/sh
# Makes an environment with this project in it, installed so that edits in src count at once.
#   setup.sh .venv play       what playing needs
#   setup.sh .venv dev        the same and the extra "dev" of pyproject.toml, or another extra
# Uses uv if it is there, else venv and pip.
set -eu
cd "$(dirname "$0")/.."
venv=$1 extra=$2
here=$(pwd -P)
case $venv in
    .venv*) ;; # the folder may be deleted below
    *) echo "setup.sh: $venv does not begin with .venv" >&2; exit 2 ;;
esac

# The stamp tells what the environment was made from, so that nothing is done while that is unchanged.
made_from=$({ echo "$here"; cat pyproject.toml constraints.txt scripts/setup.sh; } | cksum)
if [ -x "$venv/bin/python" ] && [ "$(cat "$venv/.stamp-$extra" 2>/dev/null)" = "$made_from" ]; then
    exit 0
fi

say() { echo "Setting up $venv (once) ..."; }
if uv --version >/dev/null 2>&1; then uv=yes needs=sys; else uv='' needs=pip; fi

# The stamps and the note of a finished setup go first and come back last: one that is broken off leaves none.
finished_in=$(cat "$venv/.finished-in" 2>/dev/null) || finished_in=
rm -f "$venv/.finished-in" "$venv"/.stamp-*

# Made anew if it was not finished, or not by this script, or in another place (its scripts name that), or if its
# Python is gone, or if uv made it without pip and is gone.
if [ "$finished_in" = "$here" ] && "$venv/bin/python" -c "import $needs" 2>/dev/null; then
    say
elif [ -n "$uv" ]; then # without a fitting Python, uv may get one itself
    python=$(sh scripts/find-python.sh --venv-not-needed 2>/dev/null) || python=${PYTHON:-3.13}
    say
    rm -rf "$venv"
    uv venv --quiet --python "$python" "$venv" || { sh scripts/find-python.sh --venv-not-needed >/dev/null; exit 1; }
else
    python=$(sh scripts/find-python.sh)
    say
    rm -rf "$venv"
    "$python" -m venv "$venv"
fi

case $extra in
    play) project=. levels=play ;;
    *) project=".[$extra]" levels="play $extra" ;;
esac
# The constraints hold for the isolated environment of the build backend too. pip takes them for that from its
# environment alone, under either name by its version; relative, as it splits them at blanks. While it
# works, the packages that it gets are named; what else it says is shown only if it fails, but then whole: its own --quiet
# leaves out the reason.
if [ -n "$uv" ]; then
    uv pip install --quiet --python "$venv/bin/python" -c constraints.txt -b constraints.txt -e "$project"
else
    rm -f "$venv/.installed"
    {
        PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 \
            "$venv/bin/python" -m pip install -e "$project" && : >"$venv/.installed"
    } 2>&1 | tee "$venv/setup.log" |
        awk '/^ *Collecting / { sub(/[^A-Za-z0-9._-].*/, "", $2); printf "%s ", $2; fflush() } END { print "" }'
    [ -e "$venv/.installed" ] || {
        cat "$venv/setup.log" >&2
        exit 1
    }
fi

echo "$here" >"$venv/.finished-in"

# Tests need the compiled code of the bots, so it is compiled before them; if that is broken off, the next setup goes on
# with it, as there is no stamp yet. Who plays waits for nothing: it is compiled beside the game. All works without, so a
# failure here is no failure.
if [ "$extra" != play ]; then
    "$venv/bin/python" -m rowdy prepare || echo "Compiling has failed; Rowdy works without, only more simply." >&2
fi

for level in $levels; do
    echo "$made_from" >"$venv/.stamp-$level"
done
