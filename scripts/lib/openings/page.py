"""docs/SOLVED.md: tables of what is solved."""
from lib.data import read
from lib.page import paragraph, renew, table
from lib.program import HOME

PUBLISHED = HOME / "positions/published/kalah.jsonl"


def signed(value):
    return f"{value:+}" if value else "0"


def pairs(keys):
    return ", ".join(f"({n}, {s})" for n, s in keys) or "none"


def grid(rows, columns, cell):
    return table(["n \ s", *columns], [[n, *(cell(n, s) for s in columns)] for n in rows])


def bounds(line):
    lower, upper = line["lower"], line["upper"]
    if lower == upper:
        return f"{signed(lower)}, with the best moves open"
    won = "won by the starter" if lower > 0 else "lost for the starter" if upper < 0 else ""
    return f"from {signed(lower)} to {signed(upper)}" + (won and f", {won}")


def values(rule_set):
    solved, unsolved = rule_set.proven(), rule_set.open()
    known = sorted({**solved, **unsolved})
    if not known:
        return "Nothing is solved yet."

    def cell(n, s):
        if (n, s) in solved:
            return signed(solved[n, s]["value"])
        return "?" if (n, s) in unsolved else ""

    rows, columns = sorted({n for n, _ in known}), range(1, max(s for _, s in known) + 1)
    text = grid(rows, columns, cell)
    lost = [key for key in sorted(solved) if solved[key]["value"] < 0]
    drawn = [key for key in sorted(solved) if solved[key]["value"] == 0]
    said = [f"Lost for the starter: {pairs(lost)}. Drawn: {pairs(drawn)}."]
    if rule_set.long:
        told = [f"({n}, {s}), up to {line['table']} seeds" for (n, s), line in sorted(rule_set.long.items())]
        said.append(f"Solved with an endgame table on disk: {'; '.join(told)}.")
    told = [f"({n}, {s}) {bounds(line)}" for (n, s), line in sorted(unsolved.items())]
    if told:
        said.append(f"Not solved, proven bounds: {'; '.join(told)}.")
    return "\n\n".join([text, *map(paragraph, said)])


def summary(rule_sets):
    heads = ["rules", "solved", "won", "drawn", "lost", "all seeds", "most nodes", "not solved"]
    rows = []
    for rule_set in rule_sets:
        found = rule_set.proven()
        values = [line["value"] for line in found.values()]
        everything = sum(line["value"] == 2 * n * s for (n, s), line in found.items())
        counts = [
            len(found),
            sum(value > 0 for value in values),
            values.count(0),
            sum(value < 0 for value in values),
            everything,
            f"{max((line['nodes'] for line in rule_set.solved.values()), default=0):,}",
            len(rule_set.open()),
        ]
        rows.append([rule_set.name, *counts])
    return table(heads, rows, ["---", *["---:"] * (len(heads) - 1)])


def winner(value):
    return "A" if value > 0 else "B" if value < 0 else "draw"


def agrees(line, ours):
    """Whether a published result is what was found; None where nothing was found."""
    if "value" in ours:
        lower = upper = ours["value"]
    else:
        lower, upper = ours["lower"], ours["upper"]
    if "value" in line:
        settled = lower == upper
        right = lower <= line["value"] <= upper
    else:
        settled = winner(lower) == winner(upper)
        right = {"A": upper > 0, "B": lower < 0, "draw": lower <= 0 <= upper}[line["winner"]]
    return False if not right else (True if settled else None)


def comparison(rule_set):
    published = [line for line in read(PUBLISHED) if line["set"] == rule_set.changed]
    words = {"A": "won", "B": "lost", "draw": "drawn"}
    rows, agreed, open_ = [], 0, 0
    known = {**rule_set.unsolved, **rule_set.proven()}
    for line in published:
        key = line["holes"], line["seeds"]
        theirs = signed(line["value"]) if "value" in line else words[line["winner"]]
        ours = known.get(key)
        if ours is None:
            shown, verdict = "", "not solved"
            open_ += 1
        else:
            shown = signed(ours["value"]) if "value" in ours else bounds(ours)
            right = agrees(line, ours)
            verdict = {True: "agrees", False: "DIFFERS", None: "not solved"}[right]
            agreed += right is True
            open_ += right is None
        rows.append([*key, theirs, shown, verdict, line["source"]])
    marks = [*["---:"] * 4, "---", "---"]
    text = table(["m", "n", "published", "ours", "", "source"], rows, marks)
    differ = len(published) - agreed - open_
    text += f"\n\n{agreed} of {len(published)} published results agree, {differ} differ, "
    return text + f"{open_} {'is' if open_ == 1 else 'are'} not solved."


def docs(rule_sets, only_compare):
    parts = {f"values {r.name}": lambda r=r: values(r) for r in rule_sets}
    kalah = [rule_set for rule_set in rule_sets if rule_set.rules == "kalah"]
    parts |= {f"published {r.name}": lambda r=r: comparison(r) for r in kalah}
    parts["summary"] = lambda: summary(rule_sets)
    return renew("SOLVED.md", parts, only_compare, "scripts/solve openings --docs", but="rounds")
