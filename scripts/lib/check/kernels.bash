#!/usr/bin/env bash
# Plays random rounds of random rule sets with the kernel, the plain rules and the reference
# implementation, and compares every move. Runs one process on each core, with its own seed.
#
# usage: scripts/check kernels [MOVES [SEED]]      (default 100000000 1)
set -euo pipefail
cd "$(dirname "$0")/../../.."
moves=${1:-100000000}
seed=${2:-1}
cores=$(nproc)
cargo test --release --test suite --no-run
for ((core = 0; core < cores; core++)); do
  # The test plays 3,000 moves for each percent.
  CHONGKAK_CASES=$((moves / cores / 3000 + 1)) CHONGKAK_SEED=$((seed + core)) \
    cargo test --release --test suite -q -- --nocapture agree_along_random_rounds &
done
failed=0
for job in $(jobs -p); do wait "$job" || failed=1; done
exit $failed
