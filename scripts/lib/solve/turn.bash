#!/usr/bin/env bash
# Meets every position of the starter's first turn and keeps what was found in positions/turns. With
# 7 holes and 7 seeds: 3.9 billion positions, 13 GB of disk, some 20 minutes on two cores. A run
# that was ended goes on when it is started again.
#
# usage: scripts/solve turn [HOLES [SEEDS [RULES [DIR [MEMORY]]]]]
#   HOLES, SEEDS  of the board [7, 7]
#   RULES         the rule set [overbeck]
#   DIR           for positions that memory does not hold [target/whole-turn]; empty in the end
#   MEMORY        in mebibytes [7000]
set -euo pipefail
cd "$(dirname "$0")/../../.."
holes=${1:-7} seeds=${2:-7} rules=${3:-overbeck} dir=${4:-target/whole-turn} memory=${5:-7000}

cargo build --release --quiet
part=positions/turns/$rules-$holes-$seeds.part
mkdir -p positions/turns
time target/release/chongkak turns --rules "$rules" --holes "$holes" --seeds "$seeds" \
  --exhaustive --spill "$dir" --memory "$memory" --format jsonl > "$part"
mv "$part" "${part%.part}.json"
