"""Measures what the sources' hints are worth, and keeps the numbers in positions/measured/.

measurements.jsonl has what was measured and how, hints.jsonl the hints with what the measurements
say of them (docs/formats/data.md). Everything is seeded, so that a run gives the same bytes again.
docs/CLAIMS.md shows both, and counts the verdicts on the claims of positions/claims. What rests on a
search within limits (`search:1000`) belongs to the version of the program that found it; all else
follows from the rules. The bounds of start-9-9 are those of positions/rounds.

usage: scripts/measure hints [OPTIONS]

  --only ID,ID…     only these measurements
  --check           measure once more and compare; changes nothing
  --docs            renew the tables of docs/CLAIMS.md, nothing else; with --check: only compare
  --program FILE    the program (default target/release/chongkak, or under $CARGO_TARGET_DIR)

Exit code: 0 done; 1 something recorded is not what comes out now; 2 wrong usage, or the program
failed; 130 interrupted.
"""
import sys
import time

from lib.hints.files import HINTS, MEASUREMENTS, read
from lib.hints.measures import MEASURES
from lib.hints.page import docs, hints_follow
from lib.hints.readings import all_hints
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
        if all(name in known for name in MEASURES):
            write(HINTS, all_hints({name: line["numbers"] for name, line in known.items()}))
        return None
    return right and hints_follow()


finish(main)
