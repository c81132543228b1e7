"""Proofs of openings, which scripts/check-proof confirms without the program."""
import re
import subprocess

from lib.openings.page import signed
from lib.program import HOME, Wrong


def confirmed(proof, position, value):
    """How many positions a proof has that a position is worth so much."""
    checker = [HOME / "scripts/check-proof", proof]
    told = subprocess.run(checker, capture_output=True, text=True).stdout.strip()
    worth = f": confirmed: {position} is worth {signed(value)} "
    positions = re.search(r"by (\d+) positions", told)
    if worth not in told or not positions:
        raise Wrong(f"the proof is not that of {signed(value)}: {told}")
    return int(positions[1])
