"""Measures the loss of `eval`: its turns against proven values.

From each drawn position of positions/loss.jsonl the best move of `eval --nodes N` is played, and
again as long as the turn continues. The loss of the turn is the proven value of the position minus
that of the position after the turn, both for the player whose turn it was. Prints for each program
and limit the mean loss in seeds for each rule set and for all (each rule set has the same weight),
how many turns lost something, and the CPU time of all evaluations, on one thread.

A program is a path, optionally with options: "target/release/chongkak --tables DIR". Unknown values
are proven by the release program, which is the referee, and kept in the file.

usage: scripts/measure loss [OPTIONS] PROGRAM ...

  --nodes N,N     limits of eval (default 20000,200000)
  --rules NAME,…  only these rule sets
  --draw N        first draws positions until N of each rule set are proven with 60 million nodes
                  (as scripts/make mid-round does)
  --referee FILE  the referee (default target/release/chongkak)
  --tables DIR    endgame tables of the referee

Exit code: 0 done; 1 a turn is better than the proven value allows; 2 wrong usage, or a program
failed; 130 interrupted.
"""
import shlex
import statistics
import sys

from lib.data import read, write
from lib.figures import bare
from lib.mid_round import KINDS, drawn
from lib.program import HOME, Arguments, Program, Wrong, finish, number

VALUES = HOME / "positions/loss.jsonl"
SEED = 17
PROOF = 60_000_000


def known():
    return {(line["rules"], line["position"]): line for line in read(VALUES)}


class Values:
    """Proven values: those in the file, and new ones from the referee."""

    def __init__(self, referee, options):
        self.referee, self.options = referee, [*options, "--threads", 1]
        self.lines = known()

    def drawn(self, rules):
        found = [line for line in self.lines.values() if line["rules"] == rules and line["drawn"]]
        return [line["position"] for line in found if line["value"] is not None]

    def of(self, rules, position, *limit, drawn=False):
        if (rules, position) not in self.lines:
            how = ["--rules", rules, *self.options, *limit]
            value = self.referee.run("solve", position, *how)["value"]
            line = {"rules": rules, "position": position, "value": value, "drawn": drawn}
            self.lines[rules, position] = line
            self.save()
        return self.lines[rules, position]["value"]

    def draw(self, kind, count):
        for position in drawn(self.referee, kind, SEED, 3 * count):
            if len(self.drawn(kind[0])) == count:
                return
            self.of(kind[0], position, "--nodes", PROOF, drawn=True)
        raise Wrong(f"{kind[0]}: not so many positions are proven")

    def save(self):
        # Another run may have saved something meanwhile.
        self.lines = {**known(), **self.lines}
        lines = sorted(self.lines.values(), key=lambda line: (line["rules"], not line["drawn"]))
        write(VALUES, lines)


def turns(program, options, rules, nodes, positions):
    """Returns where the best turns lead, and the CPU time of finding them."""
    mover = {position: position.split()[2] for position in positions}
    after, seconds = {position: position for position in positions}, 0
    going = positions
    while going:
        at, rules_of = [after[position] for position in going], ["--rules", rules]
        how = [*rules_of, "--nodes", nodes, "--threads", 1, *options, "--format", "jsonl"]
        answer = program.answer("eval", "-", *how, given="".join(f"{line}\n" for line in at))
        seconds += answer.used
        moves = program.lines("moves", "-", *rules_of, lines=at)
        for position, found, told in zip(going, answer.documents, moves, strict=True):
            best = found["pv"][0]
            after[position] = next(m["after"] for m in told["moves"] if m["move"] == best)
        going = [p for p in going if after[p].split()[2:] == [mover[p]]]
    return after, seconds


def standing(position):
    """Returns the result of a finished round."""
    owned = [sum(map(int, row.replace("/", ",").split(","))) for row in position.split()[:2]]
    return owned[0] - owned[1]


def losses(values, rules, after):
    for position, reached in after.items():
        over = reached.endswith("over")
        value = standing(reached) if over else values.of(rules, reached)
        sign = 1 if position.split()[2] == "A" else -1
        loss = sign * (values.of(rules, position) - value)
        if loss < 0:
            raise Wrong(f"{rules} {position}: {reached} is better by {-loss} than the proven value")
        yield loss


def measure(values, command, nodes, kinds):
    path, *options = shlex.split(command)
    program = Program(path)
    if "--tables" not in options:
        options += bare(program)
    means = []
    for rules in kinds:
        after, seconds = turns(program, options, rules, nodes, values.drawn(rules))
        found = list(losses(values, rules, after))
        mean, lost, count = statistics.mean(found), sum(loss > 0 for loss in found), len(found)
        means.append((mean, seconds, lost, count))
        error = statistics.stdev(found) / count ** 0.5
        told = f"{mean:6.3f} ± {error:.3f}  {lost:3} of {count:3}  {seconds:7.2f} s"
        print(f"{nodes:>8}  {rules:10} {told}  {command}", flush=True)
    mean = statistics.mean(loss for loss, *_ in means)
    seconds, lost, count = (sum(column) for column in list(zip(*means))[1:])
    told = f"{mean:6.3f}          {lost:3} of {count:3}  {seconds:7.2f} s"
    print(f"{nodes:>8}  {'all':10} {told}  {command}", flush=True)


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--nodes", default="20000,200000")
    parser.add_argument("--rules", default=",".join(kind[0] for kind in KINDS))
    parser.add_argument("--draw", type=number(1))
    parser.add_argument("--referee")
    parser.add_argument("--tables")
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    given = parser.parse_args()
    referee, asked = Program(given.referee), given.rules.split(",")
    with_tables = ["--fresh", "--tables", given.tables]
    values = Values(referee, with_tables if given.tables else bare(referee))
    for kind in KINDS:
        if given.draw and kind[0] in asked:
            values.draw(kind, given.draw)
    for nodes in map(int, given.nodes.split(",")):
        for command in given.programs:
            measure(values, command, nodes, asked)


finish(main)
