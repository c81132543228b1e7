"""Makes the tables of sets: who wins the set when A starts and owns a given number of seeds.

positions/sets/NAME.jsonl has an opening a line (docs/formats/set.md), from s seeds of A to all but
s. An opening is won by a line of the opening book that wins the set at once, or by one that
`chongkak turns --win-set` finds; lost if `chongkak set reply` has a winning reply to every end of
A's turn; or solved by `chongkak set solve`; or, with --known, won by rounds that lead to openings
known to the program: rebuild it after each run that found some. Known results are kept. Files are
replaced atomically after every opening, so a run can be stopped at any time.

usage: scripts/make set-tables [OPTIONS] [NAME...]    (default: all rule sets)

  --time SECONDS        search of each opening's first turn, and of the replies (default 4)
  --ends N              most ends of a first turn to look for replies to (default 20000)
  --solve SECONDS       try to solve all openings of the rule set (default 0: don't)
  --known NODES         only look for openings that lead to known ones, with this many positions for
                        each opening and player (default 0: don't)
  --memory MIB          memory of --solve (default 4096)
  --threads N           threads of the program (default 2)
  --check               only replay every line of the files and look for every reply again
  --program FILE        the program (default target/release/chongkak, or under $CARGO_TARGET_DIR)

Exit code: 0 done; 1 a recorded result differs from the new one; 2 wrong usage, or the program
failed; 130 interrupted.
"""
import subprocess
import sys

from lib.data import read, write
from lib.page import NAMES
from lib.program import HOME, Arguments, Failed, Program, Wrong, finish

TABLES = HOME / "positions/sets"
BOOK = HOME / "positions/book"

# Positions for each player of an opening that is proven again by known ones.
AGAIN = 50_000_000

# What `scripts/solve first-turn` decides of overbeck: a search of the rounds takes more memory.
BY_LAST_MOVER = range(36, 45)


def wins(position, fill):
    """Whether A has won the set in this position, however the round continues."""
    row_a, row_b, *marks = position.split(" ")
    seeds = [[int(pit.rstrip("p")) for pit in half.split("/")[0].split(",") if pit != "x"] for half in (row_a, row_b)]
    stores = [int(half.split("/")[1]) for half in (row_a, row_b)]
    outside = sum(map(sum, seeds)) + stores[1]
    return outside < fill or "over" in marks and sum(seeds[1]) + stores[1] < fill


def filled(position):
    halves = position.split(" ")[:2]
    return [sum(pit != "x" and not pit.endswith("p") for pit in half.split("/")[0].split(",")) for half in halves]


def winning_part(program, name, entry, line):
    """Returns the first moves of a line that win the set; None if it doesn't win or can't be
    played."""
    played = program.run("play", "--rules", name, "--owned", entry["owned"], "--line", line, allowed=(0, 2))
    if not played:
        return None
    moves = line.split()
    for number, move in enumerate(played["line"], 1):
        if wins(move["after"], entry["seeds"]):
            return " ".join(moves[:number])
        if move["outcome"] != "again":
            return None
    return None


def book_lines(name):
    """Returns the lines of the book by the numbers of holes that the players have filled."""
    lines = {}
    for opening in read(BOOK / f"{name}.jsonl"):
        goal = opening["set"]
        found = [goal["shortest"], goal["fewest_laps"], opening["harvest"]]
        kind = lines.setdefault(tuple(opening["filled"]), [])
        kind += [line["line"] for line in found if line]
    return lines


def won_at_once(program, name, entry, lines, seconds):
    parts = (winning_part(program, name, entry, line) for line in lines)
    best = min((part for part in parts if part), key=lambda part: len(part.split()), default=None)
    if best or not seconds:
        return best
    found = program.run("turns", "--rules", name, "--owned", entry["owned"], "--win-set", "--time", seconds)
    for goal in ("shortest", "fewest_laps"):
        if found[goal]:
            return winning_part(program, name, entry, " ".join(found[goal]["line"]))
    return None


def lost(program, name, entry, arguments):
    """Returns the ends of A's first turn, if each has a reply that wins the set."""
    options = ["--time", arguments.time, "--ends", arguments.ends]
    found = program.run("set", "reply", "--rules", name, "--owned", entry["owned"], *options)
    return found["ends"] if found["lost"] else None


def openings(program, name):
    """Returns all openings that A starts, as the table has them."""
    options = program.rule_sets()[name]
    holes, fill = int(options["holes"]), int(options["seeds"])
    for owned in range(fill, 2 * holes * fill - fill + 1):
        shown = program.run("show", "--rules", name, "--owned", owned)
        yield {
            "rules": name, "holes": holes, "seeds": fill, "owned": owned, "position": shown["position"],
            "winner": None, "rounds": None, "proof": None,
        }


def solve(program, name, entries, arguments):
    options = ["--time", arguments.solve, "--memory", arguments.memory]
    found = program.run("set", "solve", "--rules", name, *options)
    for entry, solved in zip(entries, found["openings"], strict=True):
        if entry["owned"] != solved["owned"]:
            raise Failed(f"{name}: openings out of order")
        if solved["winner"]:
            if entry["winner"] not in (None, solved["winner"]):
                raise Wrong(f"{name}, A owns {entry['owned']}: {entry['winner']} and {solved['winner']}")
            keep = {key: entry[key] for key in ("line",) if key in entry and solved["rounds"] == 1}
            entry.update(winner=solved["winner"], rounds=solved["rounds"], proof="turn" if keep else "solve")
            entry.pop("ends", None)
            if not keep:
                entry.pop("line", None)


def extend(program, name, entries, nodes):
    """Adds what follows from the openings that the program knows."""
    found = program.run("set", "solve", "--known", "--rules", name, "--nodes-each", nodes)
    for entry, known in zip(entries, found["openings"], strict=True):
        if entry["owned"] != known["owned"]:
            raise Failed(f"{name}: openings out of order")
        if known["winner"] and not entry["winner"]:
            entry.update(winner=known["winner"], rounds=known["rounds"], proof="rounds")


def make(program, name, arguments):
    path = TABLES / f"{name}.jsonl"
    known = {entry["owned"]: entry for entry in read(path) if entry["winner"]}
    entries = list(openings(program, name))
    for place, entry in enumerate(entries):
        entries[place] = known.get(entry["owned"], entry)
    if arguments.solve:
        solve(program, name, entries, arguments)
        write(path, entries)
    if arguments.known:
        extend(program, name, entries, arguments.known)
        write(path, entries)
    lines = book_lines(name)
    left = [] if arguments.known else [entry for entry in entries if not entry["winner"]]
    for entry in left:
        kind = lines.get(tuple(filled(entry["position"])), [])
        if line := won_at_once(program, name, entry, kind, arguments.time):
            entry.update(winner="A", rounds=1, proof="turn", line=line)
        elif ends := lost(program, name, entry, arguments):
            entry.update(winner="B", rounds=1, proof="reply", ends=ends)
        write(path, entries)
        print(f"{name}, A owns {entry['owned']}: {entry['winner'] or 'open'}", file=sys.stderr)
    counts = [sum(entry["winner"] == winner for entry in entries) for winner in ("A", "B", "nobody", None)]
    print(f"{name}: A wins {counts[0]}, B {counts[1]}, nobody {counts[2]}, open {counts[3]}")


def proven_anew(program, name, entry):
    """Returns the winner, from openings that are won within fewer rounds."""
    # The value of the round may be enough, without a search.
    for nodes in (1, AGAIN):
        options = ["--owned", entry["owned"], "--nodes-each", nodes]
        found = program.run("set", "solve", "--known", "--rules", name, *options)
        if found["openings"][0]["winner"]:
            break
    return found["openings"][0]["winner"]


def last_mover(seeds):
    """Whether the other player can always move last and win this many seeds, after any first turn of
    a starter with four filled holes under overbeck."""
    command = [HOME / "scripts/solve", "first-turn", "4", str(seeds), "last"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        for line in run.stdout:
            # One end is enough, and all of them would take hours.
            if line.startswith("not from"):
                run.kill()
                return False
    if run.returncode:
        raise Failed(f"first-turn: exit code {run.returncode}")
    return line.endswith("from all ends but 0\n")


def check(program, name, arguments):
    """Whether every recorded short proof still holds."""
    by_last_mover = BY_LAST_MOVER if name == "overbeck" else []
    if by_last_mover and not (last_mover(6) and not last_mover(7)):
        raise Wrong("overbeck: the last mover can't win six seeds, or can win seven")
    for entry in read(TABLES / f"{name}.jsonl"):
        place = f"{name}, A owns {entry['owned']}"
        if entry["proof"] == "turn" and winning_part(program, name, entry, entry["line"]) != entry["line"]:
            raise Wrong(f"{place}: the line does not win the set")
        if entry["proof"] == "reply" and lost(program, name, entry, arguments) != entry["ends"]:
            raise Wrong(f"{place}: not every end has a reply")
        by_rounds = entry["proof"] == "rounds" and entry["owned"] not in by_last_mover
        if by_rounds and proven_anew(program, name, entry) != entry["winner"]:
            raise Wrong(f"{place}: not won by openings that are won within fewer rounds")
    print(f"{name}: as recorded")


def main():
    parser = Arguments(__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--time", type=float, default=4)
    parser.add_argument("--ends", type=int, default=20000)
    parser.add_argument("--solve", type=float, default=0)
    parser.add_argument("--known", type=int, default=0, metavar="NODES")
    parser.add_argument("--memory", type=int, default=4096)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--check", action="store_true")
    parser.add_program()
    given = parser.parse_args()
    program = Program(given.program, "--threads", given.threads)
    known = NAMES
    for name in given.names:
        if name not in known:
            raise Failed(f"no rule set {name!r}: expected one of {', '.join(known)}")
    for name in given.names or known:
        (check if given.check else make)(program, name, given)


finish(main)
