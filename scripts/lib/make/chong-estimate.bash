#!/usr/bin/env bash
# Fits the guess of src/chong/estimate.rs; see tools/fit-chong.rs, which prints the weights as
# they stand there, and how far off they are.
#
# usage: scripts/make chong-estimate [POSITIONS]     (positions a solved board, default 20000)
set -euo pipefail
cd "$(dirname "$0")/../../.."
exec cargo run --release --quiet --example fit-chong -- "$@"
