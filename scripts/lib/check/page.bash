#!/usr/bin/env bash
# Checks the scripts of the pages with eslint, from npm: no text for people in the code (each has
# its key in crates/base/src/language, in every language), no unknown or unused variables.
set -euo pipefail
cd "$(dirname "$0")/../../.."
tools=$(realpath -m "${CARGO_TARGET_DIR:-target}")/eslint
if [ ! -d "$tools/node_modules/eslint" ]; then
  npm install --silent --no-audit --no-fund --prefix "$tools" eslint@10.15.0 globals@17.14.0
fi
node scripts/lib/check/page.mjs "$tools"
