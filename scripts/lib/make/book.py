"""Makes the opening book: the best first turns for every opening of every rule set.

positions/book/NAME.jsonl has an opening a line (docs/formats/book.md): all openings that the refill
between rounds can produce, A to move; for overbeck the 17 kinds without loose seeds.
positions/book/dakon-openings.jsonl has the full openings of dakon with n seeds in 2 x n holes.
`chongkak turns` proves what it can and searches with beams for the rest. Known results are kept
until something better is found: more seeds, a shorter line, a higher bound. A good line in one
opening is also tried in all that differ from it only in seeds that are never sown, and in the same
opening of the other file, if both are searched. Whole turns in positions/turns are used for all rule
sets that have the same turns. Files are replaced atomically after every opening,
so a run can be stopped at any time; the next run continues: it skips openings that were searched as
long or longer, and those proven completely. When the data has changed, scripts/pages book renews
docs/BOOK.md.

usage: scripts/make book [OPTIONS] [NAME...]    (default: all rule sets, and dakon-openings)

  --time SECONDS        search of one opening (default 4)
  --loose SECONDS       of one where a player has loose seeds (default: half of --time)
  --exhaustive SECONDS  before that, try to enumerate all positions of the turn
  --prove SECONDS       only prove the maximum gain, from both ends, where it is open
  --spill DIR           with --prove: a folder for data that does not fit in memory, with a subfolder
                        for each opening; the next run continues from it
  --memory MIB          memory of the program (default 2048)
  --threads N           threads of the program (default 2)
  --nodes N             with --width or --again: positions of each run of `turns`, instead of the
                        time; the same options then give the same results from the same files
  --again               search open goals again with beams, from scratch and then from every known
                        line
  --seed N              random seed (default 1)
  --width N             only beams of this width (default: 1000, after what can be proven; with
                        --again 10 too)
  --holes N             with dakon-openings: only this board
  --check               only replay every line of the files
  --program FILE        the program (default target/release/chongkak, or under $CARGO_TARGET_DIR)

Exit code: 0 done; 1 a recorded result differs from the new one; 2 wrong usage, or the program
failed; 130 interrupted.
"""
import sys
import time
from pathlib import Path

from lib.book.opening import Opening, book_goals, has_system
from lib.book.search import exhaust, prove, search, system
from lib.data import lock, read, write
from lib.page import NAMES
from lib.program import HOME, Arguments, Failed, Program, finish, number

BOOK = HOME / "positions/book"
TURNS = HOME / "positions/turns"
# What no turn depends on: the end of a round, and what comes after it.
AFTER_A_TURN = {"end", "rest", "short", "max_protected", "fill", "starter", "first_round"}
DAKON = "dakon-openings"
DAKON_HOLES = range(2, 19)


class Turns(Program):
    """The program with the limits of the searches."""

    def __init__(self, given):
        super().__init__(given.program)
        self.threads, self.memory = given.threads, given.memory
        self.width, self.nodes = given.width, given.nodes
        self.again, self.seed = given.again, given.seed

    def limit(self, seconds):
        return ["--nodes", self.nodes] if self.nodes else ["--time", seconds]

    def turns(self, opening, *arguments, memory=None):
        limits = ["--threads", self.threads, "--memory", memory or self.memory]
        return self.run("turns", opening.position, *opening.rules_given, "--fresh", *limits, *arguments)


class Book:
    """The openings of a file."""

    def __init__(self, name, openings, arguments, whole=()):
        self.name, self.openings = name, openings
        self.path = BOOK / f"{name}.jsonl"
        self.arguments = arguments
        self.whole = {turn["position"]: turn for turn in whole}
        known = {line["position"]: line for line in read(self.path)}
        for opening in openings:
            if opening.position in known:
                opening.read(known.pop(opening.position))
        if known:
            raise Failed(f"{self.path}: no openings of {name}: {', '.join(known)}")

    def write(self):
        lines = [opening.record() for opening in self.openings if opening.harvest]
        write(self.path, lines)

    def seconds(self, opening):
        loose = self.arguments.loose or self.arguments.time / 2
        return loose if opening.loose() else self.arguments.time

    def search(self, program):
        """Searches openings without loose seeds first, because their lines help in the others."""
        for opening in sorted(self.openings, key=Opening.loose):
            if self.is_wanted(opening):
                self.search_one(program, opening)

    def prove(self, program):
        """Proves maximum gains, the easiest first; a proof for one opening holds for all of its
        kind."""
        tried = set()
        wanted = [o for o in self.openings if o.harvest and not o.most_proven]
        for opening in sorted(wanted, key=lambda o: (o.loose(), o.missed())):
            kind = tuple(opening.filled)
            if kind not in tried and self.is_chosen(opening):
                started = time.monotonic()
                tried.add(kind)
                prove(program, opening, self.arguments.prove, self.spill(opening))
                self.share(program, opening)
                self.write()
                tell(self.name, opening, time.monotonic() - started)

    def spill(self, opening):
        """Returns the options of a proof that uses a folder."""
        if not self.arguments.spill:
            return []
        filled = "-".join(str(holes) for holes in opening.filled)
        return ["--spill", self.arguments.spill / f"{self.name}-{opening.holes}-{filled}"]

    def is_chosen(self, opening):
        return self.arguments.holes in (None, opening.holes) or self.name != DAKON

    def is_wanted(self, opening):
        if not self.is_chosen(opening):
            return False
        if opening.is_proven() and (opening.system or not has_system(opening)):
            return False
        return self.arguments.again or opening.seconds < self.seconds(opening)

    def search_one(self, program, opening):
        seconds, started = self.seconds(opening), time.monotonic()
        self.take_whole_turn(program, opening)
        if self.arguments.exhaustive and not opening.is_proven():
            exhaust(program, opening, self.arguments.exhaustive)
        if not opening.is_proven():
            search(program, opening, seconds)
        if has_system(opening):
            opening.system = system(program, opening, seconds / 2)
        # They depend on how long the timed search took.
        if not self.arguments.nodes:
            opening.seconds += max(1, round(seconds))
        self.share(program, opening)
        self.write()
        tell(self.name, opening, time.monotonic() - started)

    def take_whole_turn(self, program, opening):
        """Takes in what positions/turns has of an opening. Lines that win the set are replayed, but
        what is proven of them is not taken over: it depends on how a round ends."""
        if turn := self.whole.get(opening.position):
            unproven = {field: line and {**line, "proven": False} for field, line in turn["set"].items()}
            opening.take(program, {**turn, "complete": False, "set": unproven})

    def share(self, program, opening):
        """Shares results among openings of a kind."""
        for other in self.openings:
            if other is not opening and other.filled == opening.filled and self.name != DAKON:
                if other.harvest:
                    other.share(program, opening)
                opening.share(program, other)

    def check(self, program):
        """Replays every line; returns whether each agrees with the record."""
        right = True
        known = read(self.path)
        if [line["position"] for line in known] != [o.position for o in self.openings]:
            print(f"{self.name}: other openings than the refill produces", file=sys.stderr)
            right = False
        for line in known:
            opening = next(o for o in self.openings if o.position == line["position"])
            lines = opening.lines()
            opening.harvest = None
            for goal in opening.goals.values():
                goal.best = dict.fromkeys(goal.best)
            for moves in lines:
                opening.offer(program, moves)
            if opening.record() != line:
                print(f"{self.name} {line['position']}: is not as recorded", file=sys.stderr)
                right = False
        print(f"{self.name}: {len(known)} openings replayed", flush=True)
        return right


def tell(name, opening, seconds):
    goals = []
    for goal, found in opening.goals.items():
        line = found.best["moves"]
        what = "impossible" if found.impossible else line["moves"] if line else "?"
        goals.append(f"{goal} {what}")
    harvest = f"{opening.harvest['seeds']}{'' if opening.most_proven else '+'}"
    what = f"harvest {harvest}, {', '.join(goals)}"
    print(f"{name} {opening.position}: {what}, {seconds:.1f} s", flush=True)


def whole_turns(rule_sets, name):
    """Returns the turns of positions/turns of this rule set, and of those that have the same
    turns."""
    own = {option: value for option, value in rule_sets[name].items()
           if option not in AFTER_A_TURN | {"holes", "seeds"}}
    for path in sorted(TURNS.glob("*.json")):
        if own.items() <= rule_sets[path.stem.rsplit("-", 2)[0]].items():
            yield from read(path)


def book_of(program, rules, rule_sets, arguments):
    options = rule_sets[rules]
    holes, seeds = int(options["holes"]), int(options["seeds"])
    # Overbeck's openings of one kind differ only in loose seeds.
    step = seeds if rules == "overbeck" else 1
    openings = []
    for owned in range(seeds, 2 * holes * seeds - seeds + 1, step):
        shown = program.run("show", "--rules", rules, "--owned", owned)
        openings.append(Opening(rules, shown["position"], holes, seeds, book_goals))
    return Book(rules, openings, arguments, whole_turns(rule_sets, rules))


def dakon_book(arguments):
    openings = []
    for n in DAKON_HOLES:
        row = ",".join([str(n)] * n)
        goals = lambda total, n=n: {"winning": total - n, "more": total - n + 1}
        size = ["--holes", n, "--seeds", n]
        openings.append(Opening("dakon", f"{row}/0 {row}/0 A", n, n, goals, size))
    return Book(DAKON, openings, arguments)


def parse_arguments():
    parser = Arguments(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--time", type=number(0.1, float), default=4)
    parser.add_argument("--loose", type=number(0.1, float))
    parser.add_argument("--exhaustive", type=number(0.1, float))
    parser.add_argument("--prove", type=number(0.1, float))
    parser.add_argument("--spill", type=Path)
    parser.add_argument("--memory", type=number(1), default=2048)
    parser.add_argument("--threads", type=number(1), default=2)
    parser.add_argument("--holes", type=number(2))
    parser.add_argument("--width", type=number(1))
    parser.add_argument("--nodes", type=number(1))
    parser.add_argument("--seed", type=number(0), default=1)
    parser.add_program()
    for flag in ["--again", "--check"]:
        parser.add_argument(flag, action="store_true")
    arguments = parser.parse_args()
    if arguments.nodes and not (arguments.width or arguments.again):
        parser.error("--nodes goes with --width or --again")
    if arguments.spill and not arguments.prove:
        parser.error("--spill goes with --prove")
    return arguments


def share_openings(program, books):
    """Shares the best lines of an opening that is in both books."""
    for book in books:
        for other in books:
            if other is not book and share_with(program, book.openings, other.openings):
                other.write()


def share_with(program, openings, others):
    pairs = [(one, other) for one in openings for other in others
             if one.harvest and other.harvest and one.rules == other.rules
             and one.position == other.position]
    for one, other in pairs:
        for line in one.lines():
            other.offer(program, line)
    return bool(pairs)


def main():
    given = parse_arguments()
    program = Turns(given)
    rule_sets = program.rule_sets()
    unknown = set(given.names) - {*rule_sets, DAKON}
    if unknown:
        raise Failed(f"no book of {', '.join(sorted(unknown))}")
    names = given.names or [*NAMES, DAKON]

    def books():
        for name in names:
            if name == DAKON:
                yield dakon_book(given)
            else:
                yield book_of(program, name, rule_sets, given)

    if given.check:
        return all([book.check(program) for book in books()])
    lock(BOOK)
    searched = []
    for book in books():
        if given.prove:
            book.prove(program)
        else:
            book.search(program)
        book.write()
        searched.append(book)
    share_openings(program, searched)


finish(main)
