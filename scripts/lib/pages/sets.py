"""Renews the tables of docs/SETS.md from the records in positions/sets.

usage: scripts/pages sets [--check]

  --check  only compares; exit code 1 if the page is out of date
"""
from lib import data
from lib.page import NAMES, block, main
from lib.program import HOME


def read(name):
    return data.read(HOME / f"positions/sets/{name}.jsonl")


def solved():
    return {(entry["rules"], entry["holes"], entry["seeds"]): entry for entry in read("solved")}


def counts():
    """Counts how often the starter, the other player and nobody can force the set, over all
    openings."""
    rows = []
    for name in NAMES:
        entries = [entry for key, entry in solved().items() if key[0] == name]
        values = [tuple(value) for entry in entries for value in entry["openings"].values()]
        by = [sum(value[0] == winner for value in values) for winner in ("A", "B", "nobody")]
        longest = max(value[1] or 0 for value in values)
        rows.append([name, len(entries), len(values), *by, longest])
    heads = ["rules", "boards", "openings", "the starter", "the other", "nobody", "most rounds"]
    return block(heads, rows)


def spans(numbers):
    """Shortens a list of numbers: 3, 5 to 8."""
    spans = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in spans)


def large():
    """Lists with how many seeds A, who starts, wins the set on the boards of the sources."""
    rows = []
    for name in NAMES:
        entries = read(name)
        by = lambda winner: spans([e["owned"] for e in entries if e["winner"] == winner])
        all_seeds = 2 * entries[0]["holes"] * entries[0]["seeds"]
        rows.append([name, all_seeds, by("B"), by("nobody"), by(None), by("A")])
    heads = ["rules", "seeds", "A loses with", "nobody wins with", "open", "A wins with"]
    return block(heads, rows)


parts = {"counts": counts, "large": large}
main("SETS.md", parts, __doc__, "scripts/pages sets")
