"""Renews the tables of docs/BOOK.md from the opening book in positions/book.

usage: scripts/pages book [--check]

  --check  only compares; exit code 1 if the page is out of date
"""
from lib import data
from lib.page import NAMES, block, main, table
from lib.program import HOME

DAKON = "dakon-openings"
# Whether first turns of dakon that gain 2n²-n seeds or more are published: for n up to 18, for all
# but these.
PUBLISHED = {3: "no"}


def read(name):
    return data.read(HOME / f"positions/book/{name}.jsonl")


def harvest(line, all_seeds):
    return f"{line['seeds']}" if line["proven"] else f"{line['seeds']} to {all_seeds}"


def reach(opening):
    """Returns all seeds that are not in A's store."""
    total = 2 * opening["holes"] * opening["seeds"]
    return total - int(opening["position"].split(" ")[0].split("/")[1])


def moves(goal):
    """Returns the moves of the shortest line: the number if proven, else the range."""
    if goal["impossible"]:
        return "none"
    line, least = goal["shortest"], goal["at_least"]["moves"]
    if not line:
        return f"{least} or more"
    return least if line["moves"] == least else f"{least} to {line['moves']}"


def system():
    """Returns Overbeck's system, and what it gives up."""
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
    heads = ["rules", "openings", "harvest", "round won", "shortest", "never", "open", "set won",
             "shortest", "never", "open"]
    return block(heads, rows)


def dakon():
    rows = []
    for opening in read(DAKON):
        n, winning = opening["holes"], opening["winning"]
        found = "no" if winning["impossible"] else "yes" if winning["shortest"] else "?"
        most = harvest(opening["harvest"], reach(opening))
        lengths = [moves(winning), moves(opening["more"])]
        rows.append([n, 2 * n * n - n, most, PUBLISHED.get(n, "yes"), found, *lengths])
    return block(["n", "2n²-n", "harvest", "published", "ours", "moves", "moves to more"], rows)


parts = {"system": system, "summary": summary, "dakon": dakon}
main("BOOK.md", parts, __doc__, "scripts/pages book")
