#!/usr/bin/env bash
# Proves what the second player can force in a round of Overbeck's rules, by a program that shares
# nothing with the project's. tools/first-turn.rs describes it. `4 6 last` decides the sets of a
# starter with 36 to 44 seeds (docs/SETS.md), `5 3` the value of the round with 45
# (docs/RESULTS.md); that takes some minutes and 5 GB of memory.
#
# usage: scripts/solve first-turn FILLED SEEDS [last]
#   FILLED  the filled holes of the starter
#   SEEDS   the fewest seeds in play that the other player is to get
#   last    the other player is also to move last
set -euo pipefail
cd "$(dirname "$0")/../../.."
mkdir -p target
rustc --edition 2024 -O -o target/first-turn tools/first-turn.rs
exec target/first-turn "$@"
