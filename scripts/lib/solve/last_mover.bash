#!/usr/bin/env bash
# Proves who moves last in a round of Overbeck's rules, by a program that shares nothing with the
# project's. tools/last-mover.rs describes it. With 4 filled holes and 6 seeds, some minutes; this
# decides the sets of a starter with 36 to 44 seeds (docs/SETS.md).
#
# usage: scripts/solve last-mover [FILLED [SEEDS]]
#   FILLED  the filled holes of the starter [4]
#   SEEDS   the fewest seeds that the player who moves last is to get [6]
set -euo pipefail
cd "$(dirname "$0")/../../.."
mkdir -p target
rustc --edition 2024 -O -o target/last-mover tools/last-mover.rs
exec target/last-mover "$@"
