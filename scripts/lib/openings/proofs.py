"""Proofs of openings, which scripts/check-proof confirms without the program."""
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


def wish(file):
    """The options of `solve` for a proof of any length."""
    file.unlink(missing_ok=True)
    return ["--proof", file, "--proof-positions", MOST]


def confirmed(file, found, within):
    """How many positions the proof has that a position is worth so much, under rules with these
    values of the options that matter within a round."""
    checker = [sys.executable, CHECKER, file]
    told = subprocess.run(checker, stdout=subprocess.PIPE, text=True).stdout.strip()
    before = f"{file}: confirmed: {found['position']} is worth {signed(found['value'])} "
    rules = ", ".join(f"{option} = {value}" for option, value in zip(IN_A_ROUND, within))
    middle = told.removeprefix(before).removesuffix(f" positions; {rules}")
    by = middle.rpartition(" by ")[2]
    if told != f"{before}(A's seeds less B's), by {by} positions; {rules}" or not by.isdecimal():
        raise Wrong(f"the proof is not that of {signed(found['value'])}: {told}")
    return int(by)
