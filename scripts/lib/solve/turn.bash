#!/usr/bin/env bash
# Enumerates every position of the starter's first turn and keeps the results in positions/turns.
# With 7 holes and 7 seeds: 3.9 billion positions, 13 GB of disk, some 20 minutes on two cores. An
# interrupted run continues when it is started again.
#
# usage: scripts/solve turn [HOLES [SEEDS [RULES [DIR [MEMORY]]]]]
#   HOLES, SEEDS  size of the board [7, 7]
#   RULES         the rule set [overbeck]
#   DIR           for positions that do not fit in memory [target/whole-turn]; empty at the end
#   MEMORY        in MiB [7000]
set -euo pipefail
cd "$(dirname "$0")/../../.."
holes=${1:-7} seeds=${2:-7} rules=${3:-overbeck} dir=${4:-target/whole-turn} memory=${5:-7000}

cargo build --release --quiet
part=positions/turns/$rules-$holes-$seeds.part
mkdir -p positions/turns
time target/release/chongkak turns --rules "$rules" --holes "$holes" --seeds "$seeds" \
  --exhaustive --spill "$dir" --memory "$memory" --format jsonl > "$part"
mv "$part" "${part%.part}.json"
