#!/usr/bin/env bash
# Fits the networks of src/search/heuristic.rs; tools/fit-estimate.rs describes the positions and
# the method. Writes src/search/weights/RULES.bin, and prints the errors of the networks and of the
# formula for other boards. Takes some ten minutes on one core.
#
# The training evaluations come from the current network. So a new rule set is fitted twice: before
# its file is listed in src/search/heuristic.rs, and after.
#
# usage: scripts/make estimate [RULES …]     (default: all that have a network)
set -euo pipefail
cd "$(dirname "$0")/../../.."
cargo build --release --quiet --example fit-estimate
fit="${CARGO_TARGET_DIR:-target}/release/examples/fit-estimate"
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
[ $# -gt 0 ] || set -- overbeck conglak congklak-six congklak congklak-bank dakon kalah
for rules in "$@"; do
  "$fit" exact "$rules" 2500 1 >"$folder/exact"
  "$fit" deep "$rules" 2500 4 >"$folder/deep"
  "$fit" fit "$rules" "$folder/exact" "$folder/deep"
done
