"""The knowledge about an opening: the best lines, and proven bounds of all lines."""
import math
import re

from lib.program import Failed, Wrong


def better(measure, known, new):
    """Returns the better of two lines, one of which may be missing."""
    lines = [line for line in (known, new) if line]
    keys = {
        "seeds": lambda line: (-line["seeds"], line["moves"], line["laps"]),
        "moves": lambda line: (line["moves"], line["laps"], -line["seeds"]),
        "laps": lambda line: (line["laps"], line["moves"], -line["seeds"]),
    }
    return min(lines, key=keys[measure], default=None)


class Goal:
    """Lines that reach a goal: a number of seeds in the store, or (target None) winning the set."""

    FIELDS = {"moves": "shortest", "laps": "fewest_laps"}

    def __init__(self, target):
        self.target = target
        self.impossible = False
        self.best = {"moves": None, "laps": None}
        self.at_least = {"moves": 1, "laps": 1}

    def read(self, record):
        self.impossible = record["impossible"]
        self.best = {measure: record[field] for measure, field in self.FIELDS.items()}
        self.at_least = record["at_least"] or self.at_least

    def record(self):
        if self.impossible and any(self.best.values()):
            raise Wrong("a line reaches what was proven impossible")
        for measure, line in self.best.items():
            if line and line[measure] < self.at_least[measure]:
                raise Wrong(f"{line} is shorter than what was proven")

        def proven(measure):
            line = self.best[measure]
            return line and {**line, "proven": line[measure] == self.at_least[measure]}

        return {
            "target": self.target,
            "impossible": self.impossible,
            **{field: proven(measure) for measure, field in self.FIELDS.items()},
            "at_least": None if self.impossible else self.at_least,
        }

    def is_proven(self):
        return self.impossible or all(
            line and line[measure] == self.at_least[measure] for measure, line in self.best.items()
        )

    def offer(self, line):
        for measure in self.best:
            self.best[measure] = better(measure, self.best[measure], line)

    def bound(self, measure, least):
        self.at_least[measure] = max(self.at_least[measure], least)

    def reached(self, opening, store, over_with):
        if self.target is not None:
            return store >= self.target
        outside = opening.total - store
        return outside < opening.seeds or over_with is not None and over_with < opening.seeds


class Opening:
    def __init__(self, rules, position, holes, seeds, goals, size_given=()):
        self.rules, self.position, self.holes, self.seeds = rules, position, holes, seeds
        self.rules_given = ["--rules", rules, *size_given]
        row_a, row_b = position.split(" ")[:2]
        self.store = int(row_a.split("/")[1])
        self.owned = seeds_of(row_a)
        self.total = self.owned + seeds_of(row_b)
        self.filled = [sum(cell == str(seeds) for cell in row.split("/")[0].split(","))
                       for row in (row_a, row_b)]
        self.harvest, self.most_proven, self.seconds = None, False, 0
        self.goals = {name: Goal(target) for name, target in goals(self.total).items()}
        self.system = None

    def read(self, record):
        self.harvest, self.seconds = record["harvest"], record["seconds"]
        self.most_proven = self.harvest["proven"]
        self.system = record.get("system")
        for name, goal in self.goals.items():
            goal.read(record[name])

    def record(self):
        most = self.harvest["seeds"] == self.total - self.store
        self.most_proven |= most
        record = {
            "rules": self.rules,
            "holes": self.holes,
            "seeds": self.seeds,
            "owned": self.owned,
            "filled": self.filled,
            "position": self.position,
            "harvest": {**self.harvest, "proven": self.most_proven},
            **{name: goal.record() for name, goal in self.goals.items()},
        }
        if has_system(self):
            record["system"] = self.system
        return {**record, "seconds": self.seconds}

    def loose(self):
        return self.owned % self.seeds != 0

    def missed(self):
        """Returns the seeds in holes that the best turn does not bring to the store."""
        rows = [row.split("/")[0] for row in self.position.split()[:2]]
        held = [int(hole) for row in rows for hole in row.split(",") if hole.isdigit()]
        return sum(held) - self.harvest["seeds"]

    def is_proven(self):
        return self.most_proven and all(goal.is_proven() for goal in self.goals.values())

    def is_countable(self):
        """Whether the program can enumerate all positions; on larger boards it only has beams."""
        cells = 2 * self.holes
        return math.comb(self.total + cells, cells) < 2**128

    def lines(self):
        goals = [goal.best[measure] for goal in self.goals.values() for measure in goal.best]
        return list(dict.fromkeys(line["line"] for line in [self.harvest, *goals] if line))

    def offer(self, program, moves):
        """Plays a line and keeps its prefixes that are better than the known lines."""
        played = program.run("play", self.position, "--line", moves, *self.rules_given)
        store, laps, reached = self.store, 0, set()
        for number, move in enumerate(played["line"], 1):
            store, laps = store + move["gain"], laps + move["laps"]
            over_with = None
            if move["outcome"] == "over":
                over_with = seeds_of(move["after"].split(" ")[1])
            line = {
                "seeds": store - self.store,
                "moves": number,
                "laps": laps,
                "line": " ".join(m["move"] for m in played["line"][:number]),
            }
            self.harvest = better("seeds", self.harvest, line)
            for name, goal in self.goals.items():
                if name not in reached and goal.reached(self, store, over_with):
                    reached.add(name)
                    goal.offer(line)
            if move["outcome"] != "again" and number < len(played["line"]):
                raise Failed(f"{self.position}: {moves}: the turn ends with move {number}")

    def take(self, program, found, asked="round"):
        """Takes in the results of `turns`; `asked` is the goal that it searched."""
        if found["harvest"]["proven"]:
            self.prove_most(found["harvest"]["seeds"])
        records = [found["harvest"]]
        for name, part in ((asked, found), ("set", found["set"])):
            goal = self.goals.get(name)
            for measure, field in Goal.FIELDS.items():
                line = part[field]
                records.append(line)
                if goal and line and line["proven"]:
                    goal.bound(measure, line[measure])
            if goal and found["complete"] and not any(part[f] for f in Goal.FIELDS.values()):
                goal.impossible = True
        if found["at_least"]:
            for measure, least in found["at_least"].items():
                self.goals[asked].bound(measure, least)
        for line in dict.fromkeys(" ".join(r["line"]) for r in records if r and r["line"]):
            self.offer(program, line)

    def prove_most(self, seeds):
        if self.most_proven and self.harvest["seeds"] != seeds:
            raise Wrong(f"{self.position}: two largest harvests")
        self.most_proven = True

    def compare_goals(self):
        """A turn that gains more than 2n²-n seeds also reaches that many."""
        if "more" in self.goals:
            winning, more = self.goals["winning"], self.goals["more"]
            more.impossible |= winning.impossible
            for measure, least in winning.at_least.items():
                more.bound(measure, least)

    def is_no_easier_than(self, other):
        """With the same moves: if every line to a goal here also reaches it there."""
        return self.store <= other.store and self.owned <= other.owned

    def share(self, program, other):
        """Shares its knowledge with an opening that has the same moves."""
        for line in self.lines():
            if line not in other.lines():
                other.offer(program, line)
        if self.most_proven:
            other.prove_most(self.harvest["seeds"])
        if other.is_no_easier_than(self):
            for name, goal in self.goals.items():
                theirs = other.goals[name]
                theirs.impossible |= goal.impossible
                for measure, least in goal.at_least.items():
                    theirs.bound(measure, least)


def seeds_of(half):
    return sum(int(cell.rstrip("p")) for cell in re.split("[,/]", half) if cell != "x")


def has_system(opening):
    return opening.rules == "overbeck" and opening.filled[0] == opening.holes


def book_goals(total):
    return {"round": total // 2 + 1, "set": None}
