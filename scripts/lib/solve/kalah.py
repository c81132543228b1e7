"""Proves the value of a hard opening of Kalah: builds an endgame table and solves with it.

Keeps the result in positions/long/kalah.jsonl, or for empty capture in kalah-empty-capture.jsonl
(docs/formats/data.md); `scripts/solve openings --docs` then shows it in docs/SOLVED.md.

usage: scripts/solve kalah [OPTIONS] [DIR [SEEDS [MEMORY]]]

  --opening N,S    holes in a row and seeds in each (default 6,5)
  DIR              folder of the table (default target/kalah); an existing table is used
  SEEDS            the most seeds in play it has (default 26: 2.7 GB on disk and, while it is built,
                   in memory)
  MEMORY           memory of the search in MiB (default 12288)
  --set lone=bank  empty capture; without it the standard rule
  --threads N      threads for building and searching (default: all cores)
  --program FILE   the program (default: the one that cargo builds)

Exit code: 0 done; 1 the value is not the published one, and nothing is kept; 2 wrong usage, or the
program failed; 130 interrupted.
"""
import json
from operator import itemgetter

from lib.data import read, write
from lib.kalah import NAMES, arguments, changed
from lib.program import HOME, Failed, Program, Wrong, board, built, finish

LONG = HOME / "positions/long"
PUBLISHED = HOME / "positions/published/kalah.jsonl"


def published(options, opening):
    wanted = {"rules": "kalah", "set": options, **opening}
    for line in read(PUBLISHED):
        if line.items() >= wanted.items() and "value" in line:
            return line["value"]
    size = f"{opening['holes']},{opening['seeds']}"
    raise Failed(f"no value of {size} is published: expected one to compare with")


def opening_of(text):
    holes, _, seeds = text.partition(",")
    return {"holes": int(holes), "seeds": int(seeds)}


def prove(program, given, options):
    """Returns the record: a line as in positions/solved, and how it was found."""
    rules = board("kalah", given.opening["holes"], given.opening["seeds"])
    common = [*rules, *changed(given), "--threads", given.threads, "--format", "json"]
    given.folder.mkdir(parents=True, exist_ok=True)

    def run(*arguments):
        return program.answer(*arguments, *common, allowed=(0,), quiet=False)

    build = run("tables", "build", given.folder, "--max", given.seeds)
    search = run("solve", "--fresh", "--tables", given.folder, "--memory", given.memory)
    found = search.documents
    return {
        "rules": "kalah",
        "set": options,
        **given.opening,
        **{field: found[field] for field in ["position", "value", "best", "nodes"]},
        "seconds": round(search.seconds),
        "threads": given.threads,
        "memory": given.memory,
        "table": given.seeds,
        "table_seconds": round(build.seconds),
    }


def keep(path, record):
    """Saves a record in its file, replacing one of the same opening."""
    size = itemgetter("holes", "seeds")
    lines = {size(line): line for line in [*read(path), record]}
    write(path, [lines[key] for key in sorted(lines)])


def parse_arguments():
    parser = arguments(__doc__, "kalah")
    parser.add_argument("seeds", nargs="?", type=int, default=26, metavar="SEEDS")
    parser.add_argument("memory", nargs="?", type=int, default=12288, metavar="MEMORY")
    parser.add_argument("--opening", type=opening_of, default="6,5", metavar="N,S")
    return parser.parse_args()


def main():
    given = parse_arguments()
    program = Program(given.program or built())
    options = dict([given.set.split("=")]) if given.set else {}
    expected = published(options, given.opening)
    record = prove(program, given, options)
    print(json.dumps(record))
    if record["value"] != expected:
        raise Wrong(f"value {record['value']}, published is {expected}")
    keep(LONG / f"{NAMES[given.set]}.jsonl", record)


finish(main)
