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
# The most positions of a proof, as in the program.
MOST = (1 << 32) - 1


def confirmed(file, found, within):
    """Writes a proof that a position has this value, under rules with these options, and returns
    the number of its positions if it is confirmed."""
    checker = [sys.executable, CHECKER, file]
    told = subprocess.run(checker, stdout=subprocess.PIPE, text=True).stdout.strip()
    worth = f"{file}: confirmed: {found['position']} is worth {signed(found['value'])} "
    rules = ", ".join(f"{option} = {value}" for option, value in zip(IN_A_ROUND, within))
    claim = re.escape(f"{worth}(A's seeds minus B's), by ")
    positions = re.fullmatch(rf"{claim}(\d+) positions; {re.escape(rules)}", told)
    if not positions:
        raise Wrong(f"the proof is not that of {signed(found['value'])}: {told}")
    return int(positions[1])
