"""Measures how good the sources' hints are, and keeps the numbers in positions/measured/.

measurements.jsonl has the measurements and how they were made, hints.jsonl the hints with their
verdicts (docs/formats/data.md). Everything is seeded, so a run reproduces the same bytes.
docs/CLAIMS.md shows both, and counts the verdicts on the claims of positions/claims. Results based
on a limited search (`search:1000`) hold for the version of the program that found them; all others
follow from the rules. The values of start-9-9 are those of positions/rounds.

usage: scripts/measure hints [OPTIONS]

  --only ID,ID…     only these measurements
  --check           only measure again and compare
  --docs            only renew the tables of docs/CLAIMS.md; with --check: only compare
  --program FILE    the program (default target/release/chongkak, or under $CARGO_TARGET_DIR)

Exit code: 0 done; 1 a recorded result differs from the new one; 2 wrong usage, or the program
failed; 130 interrupted.
"""
import sys
import time

from lib.hints.files import HINTS, MEASUREMENTS, read
from lib.hints.measures import MEASURES
from lib.hints.page import docs, hints_follow
from lib.hints.readings import all_hints
from lib import provenance
from lib.data import write
from lib.program import Arguments, Program, finish


def measured(program, name):
    kind, how, measure = MEASURES[name]
    started = time.monotonic()
    numbers = measure(program)
    print(f"{name}: {time.monotonic() - started:.1f} s", flush=True)
    return {"id": name, "kind": kind, "how": how, "numbers": numbers}


def parse_arguments():
    parser = Arguments(__doc__)
    parser.add_argument("--only", metavar="ID,ID…")
    parser.add_program()
    for flag in ["--check", "--docs"]:
        parser.add_argument(flag, action="store_true")
    arguments = parser.parse_args()
    arguments.names = arguments.only.split(",") if arguments.only else list(MEASURES)
    unknown = [name for name in arguments.names if name not in MEASURES]
    if unknown:
        parser.error(f"no measurement {', '.join(unknown)}: expected some of {', '.join(MEASURES)}")
    return arguments


def main():
    arguments = parse_arguments()
    program = Program(arguments.program)
    if arguments.docs:
        return docs(program, arguments.check)
    known, right = read(MEASUREMENTS), True
    for name in arguments.names:
        found = measured(program, name)
        if arguments.check and found != known.get(name):
            print(f"{name}: recorded {known.get(name)}, found {found}", file=sys.stderr)
            right = False
        known[name] = found if not arguments.check else known.get(name)
    if not arguments.check:
        write(MEASUREMENTS, [known[name] for name in MEASURES if name in known])
        if arguments.only is None:
            provenance.stamp("positions/measured/measurements.jsonl", program)
        if all(name in known for name in MEASURES):
            write(HINTS, all_hints({name: line["numbers"] for name, line in known.items()}))
        return None
    return right and hints_follow()


finish(main)
