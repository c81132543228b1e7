"""Solves the openings of all rule sets and keeps the results in positions/.

Tries every rule set with 1 to 7 holes, and seeds from 1 upwards, until two openings in a row aren't
solved within the limit. positions/solved/NAME.jsonl has the exact values,
positions/unsolved/NAME.jsonl proven bounds of those that were not solved (docs/formats/data.md).
What is in positions/long was solved by scripts/solve kalah; it is shown with the rest. Files are
replaced atomically after every opening, so a run can be stopped at any time; the next run
continues: it skips openings that are solved, and those not solved under the same limit or a larger
one. When the data has changed, --docs renews docs/SOLVED.md.

usage: scripts/solve openings [OPTIONS] [NAME...]        (default: all rule sets)

  --time SECONDS    limit of one opening, in processor time (default 60)
  --holes N         only boards with N holes a row
  --seeds N         most seeds a hole (default 18)
  --failures N      unsolved openings in succession that end a row of a table (default 2)
  --again           solve recorded openings again, to renew the node counts; values must agree
  --check           only solve recorded openings again and compare
  --proofs          with --check: also write a proof of each, which scripts/check-proof must confirm;
                    none is kept. Those of Kalah take gigabytes where the search took millions of
                    nodes (--nodes)
  --nodes N         with --again, --check: only openings that took at most N nodes
  --threads N       with --check: threads of the search (node counts are only compared on one)
  --docs            only renew the tables of docs/SOLVED.md; with --check: only compare
  --program FILE    the program (default target/release/chongkak, or under $CARGO_TARGET_DIR)

Exit code: 0 done; 1 a recorded result differs from the new one; 2 wrong usage, or the program
failed; 130 interrupted.
"""
import sys
import tempfile
import time
from pathlib import Path

from lib import data
from lib.page import NAMES
from lib.program import HOME, Arguments, Failed, Program, Wrong, board, finish, number
from lib.openings import lines, proofs
from lib.openings.page import docs, signed

SOLVED = HOME / "positions/solved"
UNSOLVED = HOME / "positions/unsolved"
LONG = HOME / "positions/long"

# Rule sets with changed options, besides the named ones.
VARIANTS = {"kalah-empty-capture": ("kalah", {"lone": "bank"})}
HOLES = range(1, 8)
# The program's default, explicit because node counts may depend on it.
MEMORY = "512"


class RuleSet:
    """A rule set with the known results of its openings, by (holes, seeds)."""

    def __init__(self, name, rules, changed, options):
        self.name, self.rules, self.changed = name, rules, changed
        self.within = tuple(changed.get(option, options[option]) for option in proofs.IN_A_ROUND)
        self.solved = read(SOLVED / f"{name}.jsonl")
        self.unsolved = read(UNSOLVED / f"{name}.jsonl")
        self.long = read(LONG / f"{name}.jsonl")

    def proven(self):
        """Returns all exact values, including the slow ones of other scripts."""
        return {**self.solved, **self.long}

    def open(self):
        proven = self.proven()
        return {key: line for key, line in self.unsolved.items() if key not in proven}

    def record(self, holes, seeds, found):
        """Returns the first fields of a line, which identify the opening."""
        return {
            "rules": self.rules,
            "set": self.changed,
            "holes": holes,
            "seeds": seeds,
            "position": found["position"],
        }

    def write(self):
        # Writes solved ones first: an opening in both files counts as solved.
        write(SOLVED / f"{self.name}.jsonl", self.solved)
        unsolved = {k: v for k, v in self.unsolved.items() if k not in self.solved}
        write(UNSOLVED / f"{self.name}.jsonl", unsolved)

    def copy(self, other):
        """Copies the results of a rule set with the same rules within a round."""
        own = {"rules": self.rules, "set": self.changed}
        self.solved = {k: {**v, **own} for k, v in other.solved.items()}
        self.unsolved = {k: {**v, **own} for k, v in other.unsolved.items()}
        self.write()


def read(path):
    return {(line["holes"], line["seeds"]): line for line in data.read(path)}


def write(path, lines):
    data.write(path, [lines[key] for key in sorted(lines)])


def rule_sets(program):
    named = {name: rules for name, rules in program.rule_sets().items() if name in NAMES}
    variants = {**{name: (name, {}) for name in named}, **VARIANTS}
    for name, (rules, changed) in variants.items():
        yield RuleSet(name, rules, changed, named[rules])


def options(rule_set, holes, seeds):
    arguments = board(rule_set.rules, holes, seeds)
    for option, value in rule_set.changed.items():
        arguments += ["--set", f"{option}={value}"]
    return arguments


def solve(program, rule_set, holes, seeds, seconds, threads=1, more=()):
    """Runs the program on an opening, interrupted after this many seconds."""
    arguments = options(rule_set, holes, seeds)
    arguments += ["--fresh", "--threads", threads, "--memory", MEMORY, *more]
    return program.run("solve", *arguments, limit=seconds, allowed=(0,))


def differences(recorded, found):
    """Lists the differences between a recorded opening and a new result."""
    told = []
    for field in ["position", "value", "best"]:
        if found[field] != recorded[field]:
            told.append(f"{field} was {recorded[field]}, is {found[field]}")
    return told


def differ(name, key, told):
    print(f"{name} {key}: {'; '.join(told)}", file=sys.stderr)


def tell(rule_set, key, what, started):
    seconds = time.monotonic() - started
    print(f"{rule_set.name} {key}: {what}, {seconds:.1f} s", flush=True)


def solve_all(program, leader, arguments):
    """Solves the openings of one rule set; returns whether everything agrees."""
    right = True
    for holes in [arguments.holes] if arguments.holes else HOLES:
        failures = 0
        for seeds in range(1, arguments.seeds + 1):
            known = leader.solved.get((holes, seeds))
            if known:
                failures = 0
                if lines.is_missing(known):
                    known.update(lines.search(program, options(leader, holes, seeds), known))
                    leader.write()
                if arguments.again and few(known, arguments):
                    right &= solve_one(program, leader, holes, seeds, None) != "wrong"
                continue
            if arguments.again:
                continue
            before = leader.unsolved.get((holes, seeds))
            if before and before["seconds"] >= arguments.time:
                outcome = "open"
            else:
                outcome = solve_one(program, leader, holes, seeds, arguments.time)
            right &= outcome != "wrong"
            failures = failures + 1 if outcome == "open" else 0
            if failures >= arguments.failures:
                break
    return right


def few(record, arguments):
    return arguments.nodes is None or record["nodes"] <= arguments.nodes


def solve_one(program, rule_set, holes, seeds, seconds):
    """Solves an opening and saves the result: `solved`, `open` or `wrong`. Openings known to be
    solvable have no time limit (None)."""
    key, started = (holes, seeds), time.monotonic()
    known = rule_set.solved.get(key)
    found = solve(program, rule_set, holes, seeds, seconds)
    # A search can end between the value and the last of the best moves.
    if found["stopped"]:
        before = rule_set.unsolved.get(key, found)
        rule_set.unsolved[key] = {
            **rule_set.record(holes, seeds, found),
            "lower": max(found["lower"], before["lower"]),
            "upper": min(found["upper"], before["upper"]),
            "seconds": seconds,
        }
        bounds = f"from {signed(found['lower'])} to {signed(found['upper'])}"
        tell(rule_set, key, f"open, {bounds}", started)
        rule_set.write()
        return "open"
    told = differences(known, found) if known else []
    before = rule_set.unsolved.get(key)
    if before and not before["lower"] <= found["value"] <= before["upper"]:
        told.append(f"value {found['value']} is beyond the bounds recorded")
    if told:
        differ(rule_set.name, key, told)
        return "wrong"
    result = {field: found[field] for field in ["value", "best", "nodes"]}
    rule_set.solved[key] = {**rule_set.record(holes, seeds, found), **result, **lines.of(found)}
    rule_set.unsolved.pop(key, None)
    tell(rule_set, key, f"{signed(found['value'])}, {found['nodes']} nodes", started)
    rule_set.write()
    return "solved"


def solve_with_proof(program, rule_set, key):
    """Solves with a proof, which must be confirmed; returns the number of its positions, or None if
    it is not confirmed."""
    with tempfile.TemporaryDirectory() as folder:
        proof = Path(folder) / "opening.proof"
        asked = ["--proof", proof, "--proof-positions", proofs.MOST]
        found = solve(program, rule_set, *key, None, 1, asked)
        try:
            return found, proofs.confirmed(proof, found, rule_set.within)
        except Wrong as error:
            differ(rule_set.name, key, [str(error)])
            return found, None


def check(program, rule_sets, arguments):
    """Solves recorded openings again, without writing anything."""
    right, count, nodes, other, proven = True, 0, 0, 0, []
    started = time.monotonic()
    for rule_set in rule_sets:
        for key, recorded in sorted(rule_set.solved.items()):
            if not few(recorded, arguments) or arguments.holes not in (None, key[0]):
                continue
            if arguments.proofs:
                found, positions = solve_with_proof(program, rule_set, key)
                proven.append(positions)
            else:
                found = solve(program, rule_set, *key, None, arguments.threads)
            told = differences(recorded, found)
            if told:
                differ(rule_set.name, key, told)
                right = False
            count, nodes = count + 1, nodes + found["nodes"]
            other += found["nodes"] != recorded["nodes"]
    seconds = time.monotonic() - started
    counts = f"; {other} node counts differ" if arguments.threads == 1 else ""
    print(f"{count} openings solved again, {nodes} nodes, {seconds:.1f} s{counts}")
    if proven:
        confirmed = [positions for positions in proven if positions is not None]
        print(f"confirmed by proofs: {len(confirmed)}, with {sum(confirmed)} positions")
    return right and None not in proven


def parse_arguments():
    parser = Arguments(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--time", type=number(1), default=60)
    parser.add_argument("--holes", type=number(1))
    parser.add_argument("--seeds", type=number(1), default=18)
    parser.add_argument("--failures", type=number(1), default=2)
    parser.add_argument("--nodes", type=number(0))
    parser.add_argument("--threads", type=number(1), default=1)
    parser.add_program()
    for flag in ["--again", "--check", "--docs", "--proofs"]:
        parser.add_argument(flag, action="store_true")
    arguments = parser.parse_args()
    if arguments.check and arguments.again:
        parser.error("--check changes nothing, --again writes: expected one of them")
    if arguments.nodes is not None and not (arguments.check or arguments.again):
        parser.error("--nodes goes with --check or --again")
    if arguments.proofs and (not arguments.check or arguments.docs):
        parser.error("--proofs goes with --check: none is kept")
    if arguments.proofs and arguments.threads != 1:
        parser.error("--proofs takes one thread")
    if arguments.threads != 1 and not arguments.check:
        parser.error("--threads goes with --check: recorded node counts are those of one thread")
    return arguments


def main():
    arguments = parse_arguments()
    program = Program(arguments.program)
    everything = list(rule_sets(program))
    if arguments.docs:
        return docs(everything, arguments.check)
    unknown = set(arguments.names) - {rule_set.name for rule_set in everything}
    if unknown:
        raise Failed(f"no rule set {', '.join(sorted(unknown))}")
    chosen = [r for r in everything if not arguments.names or r.name in arguments.names]
    if arguments.check:
        return check(program, chosen, arguments)
    data.lock(SOLVED)
    leaders, right = {}, True
    for rule_set in everything:
        leader = leaders.setdefault(rule_set.within, rule_set)
        if rule_set is leader and any(r.within == leader.within for r in chosen):
            right &= solve_all(program, leader, arguments)
        elif rule_set is not leader:
            rule_set.copy(leader)
    return right


finish(main)
