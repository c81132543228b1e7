"""docs/SOLVED.md: the openings of rounds on the boards of the sources."""
from lib.data import read
from lib.page import NAMES, block, renew
from lib.openings.page import signed

# Rule sets with changed options, besides the named ones: the rule set, the options.
VARIANTS = {
    f"{name}-board-empty": (name, {"end": "board-empty"})
    for name in ["conglak", "congklak-six", "congklak"]
}
ALL = {**{name: (name, {}) for name in NAMES}, **VARIANTS}


def holes(row):
    return row.split("/")[0].split(",")


def filled(row):
    """Returns the filled holes of a row, neither closed nor protected."""
    return sum(not (hole.startswith("x") or hole.endswith("p")) for hole in holes(row))


def leads(folder):
    """Returns A's lead, first for A's unfilled holes, then for B's."""
    found, size = {}, {}
    for name in NAMES:
        for line in read(folder / f"{name}.jsonl"):
            a, b, _ = line["position"].split()
            size[name] = len(holes(a))
            found[name, filled(a), filled(b)] = signed(line["value"])
    most = max(size.values())
    fewer, more = range(1, most + 1), range(most - 1, 0, -1)
    starter = [[name, *(found.get((name, k, n), "") for k in fewer)] for name, n in size.items()]
    other = [[name, *(found.get((name, n, k), "") for k in more)] for name, n in size.items()]
    return "\n\n".join([block(["A fills", *fewer], starter), block(["B fills", *more], other)])


def docs(folder, only_compare):
    parts = {"rounds": lambda: leads(folder)}
    return renew("SOLVED.md", parts, only_compare, "scripts/solve rounds --docs", of="rounds")
