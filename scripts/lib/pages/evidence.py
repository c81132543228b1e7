"""Renews the tables of docs/CLAIMS.md that show which options each source proves: by its own worked
examples, and by the positions that we made for its sentences.

usage: scripts/pages evidence [--check] [--program FILE]

  --check         only compares; exit code 1 if the page is out of date
  --program FILE  the program; without it the release program, which must have been built
"""
import tomllib

from lib.page import renew, table
from lib.program import HOME, Arguments, Failed, Program, finish

CLAIMS = HOME / "positions/claims"
SIZES = {"holes", "seeds"}
# The rule sets with their own source, and the files with the claims about each.
SOURCES = {
    "overbeck": "overbeck", "conglak": "conglak", "conglak-burnt": "conglak",
    "congklak-six": "congklak-six", "congklak": "congklak", "sungka": "sungka", "chonka": "chonka",
    "dakon": "dakon",
}


def claims(rules, examples):
    """Returns the claims about a rule set, without those about its variations: the source's own
    examples, or the others. None if there are none."""
    head, *blocks = (CLAIMS / f"{SOURCES[rules]}.toml").read_text().split("[[claim]]")
    chosen = []
    for block in blocks:
        claim = tomllib.loads("[[claim]]" + block)["claim"][0]
        varied = claim.get("set", {}).keys() - SIZES
        if claim["rules"] == rules and not varied and claim.get("example", False) in examples:
            chosen.append("[[claim]]" + block)
    return head + "".join(chosen) if chosen else None


class Evidence:
    def __init__(self, program):
        self.program = program
        self.options = program.rule_sets()
        self.found = {
            (rules, examples): self.infer(rules, examples)
            for rules in SOURCES for examples in [(True,), (True, False)]
        }

    def infer(self, rules, examples):
        text = claims(rules, examples)
        if text is None:
            return None
        found = self.program.run("infer", "-", given=text)
        for option, left in found["options"].items():
            if str(self.options[rules][option]) not in left["allowed"]:
                raise Failed(f"{rules}: {option} is not among {left['allowed']}")
        return found

    def counts(self):
        """Counts the claims of each source, and the combinations of options that fit."""
        rows = []
        for rules in SOURCES:
            row = [rules]
            for examples in [(True,), (True, False)]:
                found = self.found[rules, examples]
                row += [found["claims"], fit(found)] if found else ["none", ""]
            rows.append(row)
        heads = ["rules", "worked examples", "fit", "with our positions", "fit"]
        return table(heads, rows, ["---", "---:", "---:", "---:", "---:"])

    def left(self):
        """Lists the values that each source leaves for every option."""
        rows = []
        for option in next(iter(self.found.values()))["options"]:
            cells = []
            for rules in SOURCES:
                example, both = self.found[rules, (True,)], self.found[rules, (True, False)]
                cells.append(cell(option, example, both))
            rows.append([option, *cells])
        return table(["option", *SOURCES], rows, "---")


def fit(found):
    return f"{found['fit']} of {found['combinations']}"


def cell(option, example, both):
    """Formats in bold what the examples alone decide, and plainly what needs our positions too."""
    by_example = example and example["options"][option]
    left = both["options"][option]
    if not left["matters"]:
        return "open"
    decided = by_example and by_example["matters"] and len(by_example["allowed"]) == 1
    return f"**{among(left['allowed'])}**" if decided else among(left["allowed"])


def among(values):
    """Lists values in words; consecutive numbers as a range."""
    if len(values) > 2 and all(value.isdigit() for value in values):
        first, last = int(values[0]), int(values[-1])
        if last - first == len(values) - 1:
            return f"{first} to {last}"
    return ", ".join(values)


def main(given):
    evidence = Evidence(Program(given.program))
    parts = {
        "evidence counts": evidence.counts,
        "evidence left": evidence.left,
    }
    return renew("CLAIMS.md", parts, given.check, "scripts/pages evidence", of="evidence")


parser = Arguments(__doc__)
parser.add_argument("--check", action="store_true")
parser.add_program()
given = parser.parse_args()
finish(lambda: main(given))
