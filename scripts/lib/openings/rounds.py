"""docs/SOLVED.md: the openings of rounds on the boards of the texts."""
from lib.data import read
from lib.page import NAMES, renew, table
from lib.openings.page import signed


def filled(row):
    """Filled holes of a row: neither closed nor protected."""
    holes = row.split("/")[0].split(",")
    return sum(not (hole.startswith("x") or hole.endswith("p")) for hole in holes)


def values(lines):
    heads = ["filled", "A owns", "A's lead", "best"]
    rows = []
    for line in lines:
        a, b, _ = line["position"].split()
        first, last = line["owned"]
        if "value" in line:
            lead, best = signed(line["value"]), " ".join(line["best"])
        else:
            lead, best = f"{signed(line['lower'])} to {signed(line['upper'])}", "?"
        owned = first if first == last else f"{first} to {last}"
        rows.append([f"{filled(a)} : {filled(b)}", owned, lead, best])
    return table(heads, rows, ["---:", "---:", "---:", "---"])


def summary(folder):
    heads = ["rules", "kinds", "solved", "won", "drawn", "lost", "open, but won", "open, but lost", "open"]
    rows = []
    for name in NAMES:
        lines = read(folder / f"{name}.jsonl")
        solved = [line["value"] for line in lines if "value" in line]
        bounds = [(line["lower"], line["upper"]) for line in lines if "lower" in line]
        won, lost = sum(low > 0 for low, _ in bounds), sum(high < 0 for _, high in bounds)
        rows.append([
            name, len(lines), len(solved),
            sum(value > 0 for value in solved), solved.count(0), sum(value < 0 for value in solved),
            won, lost, len(bounds) - won - lost,
        ])
    return table(heads, rows, ["---", *["---:"] * (len(heads) - 1)])


def docs(folder, only_compare):
    parts = {
        f"rounds {name}": lambda name=name: values(read(folder / f"{name}.jsonl"))
        for name in NAMES if (folder / f"{name}.jsonl").exists()
    }
    parts["rounds"] = lambda: summary(folder)
    return renew("SOLVED.md", parts, only_compare, "scripts/solve rounds --docs", of="rounds")
