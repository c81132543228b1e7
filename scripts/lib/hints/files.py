"""The data files."""
from lib import data
from lib.program import HOME

MEASUREMENTS = HOME / "positions/measured/measurements.jsonl"
HINTS = HOME / "positions/measured/hints.jsonl"
CLAIMS = HOME / "positions/claims"


def read(path):
    return {line["id"]: line for line in data.read(path)}
