"""Solves the openings of rounds on the boards of the sources and keeps the results in
positions/rounds/.

A starts, with any number of seeds from one filled hole on. Openings of a kind, with the same
numbers of filled holes on both sides, differ in loose seeds, which are never played: one more loose
seed of A's instead of B's is worth two. So one opening of each kind is solved, that in which A owns
fewest, and --check also solves that in which A owns most (docs/formats/data.md). Files are replaced
atomically after every opening, so a run can be stopped at any time; the next run continues with
what is not solved. Results of scripts/solve openings are reused. NAME-board-empty has the rules of
NAME with end=board-empty. docs/SOLVED.md has the tables.

usage: scripts/solve rounds [OPTIONS] [NAME...]        (default: all rule sets)

  --time SECONDS    limit of one opening, in processor time (default 20)
  --memory MIB      memory of the search (default 512)
  --check           only solve recorded openings again and compare
  --nodes N         with --check: only openings that took at most N nodes
  --docs            only renew the tables of docs/SOLVED.md; with --check: only compare
  --program FILE    the program (default target/release/chongkak, or under $CARGO_TARGET_DIR)

Exit code: 0 done; 1 a recorded result differs from the new one; 2 wrong usage, or the program
failed; 130 interrupted.
"""
import re
import sys
import time

from lib import data
from lib.program import HOME, Arguments, Failed, Program, finish, number
from lib.openings import lines
from lib.openings.page import signed
from lib.openings.rounds import ALL, docs

ROUNDS = HOME / "positions/rounds"
SOLVED = HOME / "positions/solved"


def path(name):
    return ROUNDS / f"{name}.jsonl"


def kind_of(position):
    """Returns what matters in play: the open holes. Loose seeds are in stores and protected
    holes."""
    a, b, _ = position.split()
    return re.sub(r"\d+p", "p", f"{a.split('/')[0]} {b.split('/')[0]}")


def options(name):
    """Returns the options of the program for the rules of a file."""
    rules, changed = ALL[name]
    return ["--rules", rules, *(f"--set={option}={value}" for option, value in changed.items())]


def openings(program, name):
    """Returns the openings that A starts, one of each kind, with the fewest and the most seeds of
    A."""
    kinds, (rules, changed) = {}, ALL[name]
    for line in program.lines("batch", "openings", *options(name)):
        if line["mover"] == "A":
            kinds.setdefault(kind_of(line["position"]), []).append(line)
    own = {"rules": rules, **({"set": changed} if changed else {})}
    return [{**own, "position": kind[0]["position"],
             "owned": [kind[0]["owned"], kind[-1]["owned"]], "last": kind[-1]["position"]}
            for kind in kinds.values()]


def solved_elsewhere(name):
    """Returns the results of scripts/solve openings, by the kind of an opening."""
    fields = ["value", "best", "nodes", "line"]
    lines_of_all = data.read(SOLVED / f"{name}.jsonl")
    return {kind_of(line["position"]): {field: line[field] for field in fields if field in line}
            for line in lines_of_all if line["rules"] == name and not line["set"]}


def solve(program, name, position, seconds, memory):
    """Runs the program, interrupted after this many seconds of CPU time."""
    arguments = [*options(name), "--memory", memory, "--threads", 1, "--fresh"]
    return program.run("solve", position, *arguments, limit=seconds, allowed=(0,))


def others_differ(program, name, opening, line):
    """Whether the opening of the kind in which A owns most contradicts this value."""
    first, last = opening["owned"]
    found = solve(program, name, opening["last"], None, 256)
    return found["value"] != line["value"] + 2 * (last - first)


def solve_all(program, name, given):
    """Solves the open openings of a rule set."""
    known = {kind_of(line["position"]): line for line in data.read(path(name))}
    elsewhere = solved_elsewhere(name)
    for opening in openings(program, name):
        kind = kind_of(opening["position"])
        before = known.get(kind, {})
        if lines.is_missing(before):
            before.update(lines.search(program, [before["position"], *options(name)], before))
            data.write(path(name), sorted(known.values(), key=lambda line: line["owned"]))
        first, last = opening["owned"]
        proven = elsewhere.get(kind) if first == last else None
        if before:
            continue
        started = time.monotonic()
        if not proven:
            found = solve(program, name, opening["position"], given.time, given.memory)
            if found["stopped"]:
                bounds = f"from {signed(found['lower'])} to {signed(found['upper'])}"
                print(f"{name} {opening['owned']}: open, {bounds}", flush=True)
                continue
            proven = {field: found[field] for field in ["value", "best", "nodes"]} | lines.of(found)
        line = {**opening, **proven}
        del line["last"]
        known[kind] = line
        data.write(path(name), sorted(known.values(), key=lambda line: line["owned"]))
        told = f"{signed(line['value'])}, {line['nodes']} nodes, {time.monotonic() - started:.1f} s"
        print(f"{name} {line['owned']}: {told}", flush=True)


def check(program, names, nodes):
    """Solves recorded openings again, without writing anything."""
    right, count, started = True, 0, time.monotonic()
    for name in names:
        recorded_lines = data.read(path(name))
        kinds = {kind_of(opening["position"]): opening for opening in openings(program, name)}
        for line in recorded_lines:
            opening = kinds.get(kind_of(line["position"]), {})
            wrong = [field for field in line.keys() & opening.keys() if line[field] != opening[field]]
            wrong += [] if opening else ["the kind"]
            if nodes is None or line["nodes"] <= nodes:
                found = solve(program, name, line["position"], None, 256)
                wrong += [field for field in ["value", "best"] if found[field] != line[field]]
                if others_differ(program, name, opening, line):
                    wrong.append("the value of the last of its kind")
                count += 1
            for field in wrong:
                print(f"{name} {line['position']}: {field} differs", file=sys.stderr)
            right &= not wrong
    print(f"{count} openings solved again, {time.monotonic() - started:.1f} s")
    return right


def main():
    parser = Arguments(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--time", type=number(1), default=20)
    parser.add_argument("--memory", type=number(1), default=512)
    parser.add_argument("--nodes", type=number(0))
    parser.add_program()
    for flag in ["--check", "--docs"]:
        parser.add_argument(flag, action="store_true")
    given = parser.parse_args()
    if given.docs:
        return docs(ROUNDS, given.check)
    unknown = set(given.names) - set(ALL)
    if unknown:
        raise Failed(f"no rule set {', '.join(sorted(unknown))}: expected some of {', '.join(ALL)}")
    program, names = Program(given.program), given.names or ALL
    if given.check:
        return check(program, names, given.nodes)
    data.lock(ROUNDS)
    for name in names:
        solve_all(program, name, given)
    return True


finish(main)
