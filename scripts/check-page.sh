#!/bin/sh
# Checks the types of the page's scripts, where Node and npm are there.
set -eu
cd "$(dirname "$0")/.."
if ! node --version >/dev/null 2>&1 || ! npm --version >/dev/null 2>&1; then
    echo "NODE OR NPM IS NOT INSTALLED: the scripts of the page were not checked" >&2
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
