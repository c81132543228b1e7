#!/usr/bin/env bash
# Measures how work scales with threads and memory: perft, an endgame table, four searches on 1, 2,
# 4 and so on up to all threads of the machine, then one search with 256 MiB to 8 GiB;
# tools/measure-scaling.rs explains the columns. Takes some two minutes for each number of threads,
# and 8 GiB of memory. Slow times are not a failure, a wrong answer is.
#
# usage: scripts/measure scaling [THREADS,THREADS…]
set -euo pipefail
cd "$(dirname "$0")/../../.."
cargo build --release --quiet --example measure-scaling
exec "${CARGO_TARGET_DIR:-target}/release/examples/measure-scaling" "$@"
