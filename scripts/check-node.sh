#!/bin/sh
# Checks what needs Node: the types of the page's scripts, and with pyright those that users of the library get.
set -eu
cd "$(dirname "$0")/.."
if ! node --version >/dev/null 2>&1 || ! npm --version >/dev/null 2>&1; then
    echo "NODE OR NPM IS NOT INSTALLED: neither the scripts of the page nor the examples with pyright were checked" >&2
    [ -z "${ROWDY_NO_SKIPS:-}" ]
    exit
fi

# The stamp tells what it was installed from, as that of scripts/setup.sh does.
made_from=$(cksum <package.json)
if [ "$(cat node_modules/.stamp 2>/dev/null)" != "$made_from" ]; then
    echo "Setting up node_modules (once) ..."
    npm install --no-package-lock --no-audit --no-fund --loglevel=error
    echo "$made_from" >node_modules/.stamp
fi
echo node_modules/.bin/tsc
node_modules/.bin/tsc
echo node_modules/.bin/pyright
node_modules/.bin/pyright --pythonpath .venv/bin/python
