"""Renews the tables of docs/BOOK.md from the opening book in positions/book.

usage: scripts/pages book [--check]

  --check  only compares; exit code 1 if the page is out of date
"""
from lib import data
from lib.page import NAMES, main, table
from lib.program import HOME

DAKON = "dakon-openings"
# What is published of first turns of dakon that take 2n²-n seeds or more, for n up to 18.
PUBLISHED = {3: "none exists"}


def read(name):
    return data.read(HOME / f"positions/book/{name}.jsonl")


def harvest(line, all_seeds):
    return f"**{line['seeds']}**" if line["proven"] else f"{line['seeds']} to {all_seeds}"


def reach(opening):
    """All seeds that are not in A's store."""
    total = 2 * opening["holes"] * opening["seeds"]
    return total - int(opening["position"].split(" ")[0].split("/")[1])


def length(goal, measure, field):
    """The shortest line: its length if that is proven, else what it lies between."""
    if goal["impossible"]:
        return "none"
    line, least = goal[field], goal["at_least"][measure]
    if not line:
        return f"{least} or more"
    return f"**{least}**" if line[measure] == least else f"{least} to {line[measure]}"


def goal_cells(goal):
    return [length(goal, "moves", "shortest"), length(goal, "laps", "fewest_laps")]


def openings(name):
    """The openings of a rule set where nobody who is short has loose seeds."""
    rows = []
    for opening in read(name):
        if opening["owned"] % opening["seeds"] == 0:
            cells = goal_cells(opening["round"]) + goal_cells(opening["set"])
            holes = " : ".join(map(str, opening["filled"]))
            rows.append([holes, opening["owned"], harvest(opening["harvest"], reach(opening)), *cells])
    heads = ["holes", "owned", "harvest", "round: moves", "laps", "set: moves", "laps"]
    return table(heads, rows)


def system():
    """Overbeck's system, and what it gives up."""
    rows = []
    for opening in read("overbeck"):
        found = opening.get("system")
        if not found:
            continue
        row = [" : ".join(map(str, opening["filled"])), found["line"], found["seeds"]]
        best, then = opening["harvest"], found["harvest"]
        known = best["proven"] and then["proven"]
        row += [best["seeds"], then["seeds"], difference(best["seeds"] - then["seeds"], known)]
        for goal in ("round", "set"):
            best, then = opening[goal]["shortest"], found[goal]
            if not best or not then:
                never = goal == "set" and found["set_impossible"]
                row += [best["moves"] if best else "?", "**none**" if never else "?", ""]
                continue
            known = best["proven"] and then["proven"]
            row += [best["moves"], then["moves"], difference(then["moves"] - best["moves"], known)]
        rows.append(row)
    heads = ["holes", "system", "seeds", "harvest", "with it", "less by", "round", "with it", "later by",
             "set", "with it", "later by"]
    return table(heads, rows)


def difference(number, proven):
    return f"**{number}**" if proven else str(number)


def summary():
    rows = []
    for name in NAMES:
        known = read(name)
        row = [name, len(known), sum(o["harvest"]["proven"] for o in known)]
        for goal in ("round", "set"):
            won = sum(bool(o[goal]["shortest"]) for o in known)
            never = sum(o[goal]["impossible"] for o in known)
            proven = sum(bool(o[goal]["shortest"]) and o[goal]["shortest"]["proven"] for o in known)
            row += [won, proven, never, len(known) - won - never]
        rows.append(row)
    heads = ["rules", "openings", "harvest proven", "round won", "shortest proven", "never", "open",
             "set won", "shortest proven", "never", "open"]
    return table(heads, rows)


def dakon():
    rows = []
    for opening in read(DAKON):
        n = opening["holes"]
        cells = goal_cells(opening["winning"]) + goal_cells(opening["more"])
        found = "none exists" if opening["winning"]["impossible"] else "found"
        found = found if opening["winning"]["shortest"] or found != "found" else "not found"
        published = PUBLISHED.get(n, "some exist")
        most = harvest(opening["harvest"], reach(opening))
        rows.append([n, 2 * n * n - n, most, *cells, published, found])
    heads = ["n", "2n²-n", "harvest", "2n²-n: moves", "laps", "more: moves", "laps", "published", "ours"]
    return table(heads, rows)


parts = {f"openings {name}": lambda name=name: openings(name) for name in NAMES}
parts |= {"system": system, "summary": summary, "dakon": dakon}
main("BOOK.md", parts, __doc__, "scripts/pages book")
