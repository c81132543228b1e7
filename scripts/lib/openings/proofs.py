"""Proofs of openings, which scripts/check-proof confirms without the program."""
import re
import runpy
import subprocess
import sys

from lib.openings.page import signed
from lib.program import HOME, Wrong

CHECKER = HOME / "scripts/check-proof"
# The options that matter within a round. Rule sets that agree in them are solved once.
IN_A_ROUND = runpy.run_path(str(CHECKER))["IN_A_ROUND"]
# The most positions of a proof: as many as the program takes.
MOST = (1 << 32) - 1


def confirmed(file, found, within):
    """How many positions the proof has that a position is worth so much, under rules with these
    values of the options that matter within a round."""
    checker = [sys.executable, CHECKER, file]
    told = subprocess.run(checker, stdout=subprocess.PIPE, text=True).stdout.strip()
    worth = f"{file}: confirmed: {found['position']} is worth {signed(found['value'])} "
    rules = ", ".join(f"{option} = {value}" for option, value in zip(IN_A_ROUND, within))
    claim = re.escape(f"{worth}(A's seeds less B's), by ")
    positions = re.fullmatch(rf"{claim}(\d+) positions; {re.escape(rules)}", told)
    if not positions:
        raise Wrong(f"the proof is not that of {signed(found['value'])}: {told}")
    return int(positions[1])
