"""docs/SOLVED.md: tables of solved openings."""
from lib.data import read
from lib.page import block, paragraph, renew
from lib.program import HOME

PUBLISHED = HOME / "positions/published/kalah.jsonl"


def signed(value):
    return f"{value:+}" if value else "0"


def grid(corner, rows, columns, cell):
    return block([corner, *columns], [[n, *(cell(n, s) for s in columns)] for n in rows], " ")


def bounds(line):
    lower, upper = line["lower"], line["upper"]
    if lower == upper:
        return f"{signed(lower)}, with the best moves open"
    won = "won by the starter" if lower > 0 else "lost for the starter" if upper < 0 else ""
    return f"from {signed(lower)} to {signed(upper)}" + (won and f", {won}")


def shown(rule_set):
    """Returns the contents of a table of values: exact values, and bounds of unsolved openings."""
    exact = {key: line["value"] for key, line in rule_set.proven().items()}
    return exact, {key: bounds(line) for key, line in rule_set.open().items()}


def values(rule_set, before):
    """Returns the table of a rule set without the rows that an earlier one has too, or the name of
    an earlier one with the same table."""
    solved, unsolved = rule_set.proven(), rule_set.open()
    known = sorted({**solved, **unsolved})
    if not known:
        return "Nothing is solved yet."
    same = [other.name for other in before if shown(other) == shown(rule_set)]
    if same:
        return f"The values are those of `{same[0]}`."

    def cell(n, s):
        if (n, s) in solved:
            return signed(solved[n, s]["value"])
        return "?" if (n, s) in unsolved else ""

    rows, columns = sorted({n for n, _ in known}), range(1, max(s for _, s in known) + 1)
    row_of = lambda shown, n: [{key: x for key, x in part.items() if key[0] == n} for part in shown]
    own, said = shown(rule_set), []
    alike = {}
    for other in before:
        theirs = shown(other)
        alike[other.name] = [n for n in rows if row_of(theirs, n) == row_of(own, n)]
    name = max(alike, key=lambda name: len(alike[name]), default=None)
    left = alike[name] if name else []
    if left:
        told = ", ".join(map(str, left))
        said.append(f"{'Row' if len(left) == 1 else 'Rows'} {told}: as under `{name}`.")
    text = grid("n\\s", [n for n in rows if n not in left], columns, cell)
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
    return block(heads, rows)


def winner(value):
    return "A" if value > 0 else "B" if value < 0 else "draw"


def agrees(line, ours):
    """Whether a published result agrees with ours; None where there is none of ours."""
    if "value" in ours:
        lower = upper = ours["value"]
    else:
        lower, upper = ours["lower"], ours["upper"]
    if "value" in line:
        settled = lower == upper
        right = lower <= line["value"] <= upper
    elif "lower" in line:
        # At least so much.
        settled = lower >= line["lower"]
        right = upper >= line["lower"]
    else:
        settled = winner(lower) == winner(upper)
        right = {"A": upper > 0, "B": lower < 0, "draw": lower <= 0 <= upper}[line["winner"]]
    return False if not right else (True if settled else None)


def comparison(rule_set):
    published = [line for line in read(PUBLISHED) if line["set"] == rule_set.changed]
    words = {"A": "won", "B": "lost", "draw": "drawn"}
    cells, wrong, agreed, open_ = {}, [], 0, 0
    known = {**rule_set.unsolved, **rule_set.proven()}
    for line in published:
        key = line["holes"], line["seeds"]
        if "value" in line:
            theirs = signed(line["value"])
        elif "lower" in line:
            theirs = f"{signed(line['lower'])} or more"
        else:
            theirs = words[line["winner"]]
        ours = known.get(key)
        right = None if ours is None else agrees(line, ours)
        agreed += right is True
        open_ += right is None
        cells[key] = theirs if right else f"{theirs}?"
        if right is False:
            found = signed(ours["value"]) if "value" in ours else bounds(ours)
            wrong.append(f"({key[0]}, {key[1]}) DIFFERS: published {theirs}, found {found}.")
    rows, columns = sorted({m for m, _ in cells}), sorted({n for _, n in cells})
    text = grid("m\\n", rows, columns, lambda m, n: cells.get((m, n), ""))
    said = f"{agreed} of {len(published)} published results agree, {len(wrong)} differ, {open_} "
    said += f"{'is' if open_ == 1 else 'are'} not solved{' (?)' if open_ else ''}."
    return "\n\n".join([text, said, *wrong])


def docs(rule_sets, only_compare):
    parts = {
        f"values {r.name}": lambda r=r, before=rule_sets[:i]: values(r, before)
        for i, r in enumerate(rule_sets)
    }
    kalah = [rule_set for rule_set in rule_sets if rule_set.rules == "kalah"]
    parts |= {f"published {r.name}": lambda r=r: comparison(r) for r in kalah}
    parts["summary"] = lambda: summary(rule_sets)
    return renew("SOLVED.md", parts, only_compare, "scripts/solve openings --docs", but="rounds")
