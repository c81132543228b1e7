"""Renews the tables of docs/SETS.md from what is recorded in positions/sets.

usage: scripts/pages sets [--check]

  --check  only compares; exit code 1 if the page is out of date
"""
from lib import data
from lib.page import NAMES, main, table
from lib.program import HOME


def read(name):
    return data.read(HOME / f"positions/sets/{name}.jsonl")


def solved():
    return {(entry["rules"], entry["holes"], entry["seeds"]): entry for entry in read("solved")}


def worth(winner, rounds):
    return "–" if winner == "nobody" else f"{winner} {rounds}"


def full_openings():
    """What the full opening of every board is worth, A starting."""
    known = solved()
    rows = []
    for holes, seeds in sorted({key[1:] for key in known}):
        row = [f"2 x {holes}", seeds]
        for name in NAMES:
            entry = known.get((name, holes, seeds))
            row.append(worth(*entry["openings"][str(holes * seeds)]) if entry else "")
        rows.append(row)
    return table(["board", "seeds", *NAMES], rows)


def counts():
    """How often the starter, the other and nobody can force the set, over all openings."""
    rows = []
    for name in NAMES:
        entries = [entry for key, entry in solved().items() if key[0] == name]
        values = [tuple(value) for entry in entries for value in entry["openings"].values()]
        by = [sum(value[0] == winner for value in values) for winner in ("A", "B", "nobody")]
        longest = max(value[1] or 0 for value in values)
        rows.append([name, len(entries), len(values), *by, longest])
    heads = ["rules", "boards", "openings", "the starter", "the other", "nobody", "most rounds"]
    return table(heads, rows)


def thresholds():
    """On each board, whether there is a number of seeds from which on the starter has the set."""
    rows = []
    for name in NAMES:
        for key, entry in solved().items():
            if key[0] != name or key[1] < 4 or key[2] < 3:
                continue
            values = [(int(owned), value[0]) for owned, value in entry["openings"].items()]
            won = [owned for owned, winner in values if winner == "A"]
            lost = [owned for owned, winner in values if winner == "B"]
            nobody = [owned for owned, winner in values if winner == "nobody"]
            rows.append([name, f"2 x {key[1]}", key[2], key[1] * key[2], spans(lost), spans(nobody), spans(won)])
    heads = ["rules", "board", "seeds", "half", "the starter loses with", "nobody wins with", "he wins with"]
    return table(heads, rows)


def spans(numbers):
    """Numbers in short: 3, 5 to 8."""
    spans = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in spans)


def large():
    """Who wins the set on the boards of the texts."""
    rows = []
    for name in NAMES:
        entries = read(name)
        cells = []
        later = ("solve", "rounds")
        columns = [("B", ("reply",)), ("B", later), ("nobody", later), (None, (None,)), ("A", later), ("A", ("turn",))]
        for winner, proofs in columns:
            chosen = [e["owned"] for e in entries if e["winner"] == winner and e["proof"] in proofs]
            cells.append(spans(chosen))
        size = f"2 x {entries[0]['holes']}, {entries[0]['seeds']}"
        rows.append([name, size, f"{entries[0]['owned']} to {entries[-1]['owned']}", *cells])
    heads = ["rules", "board, seeds", "openings", "lost to the reply", "lost", "nobody's", "open", "won", "won at once"]
    return table(heads, rows)


parts = {"full openings": full_openings, "counts": counts, "thresholds": thresholds, "large": large}
main("SETS.md", parts, __doc__, "scripts/pages sets")
