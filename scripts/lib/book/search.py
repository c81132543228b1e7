"""The searches for the lines of an opening."""
from lib.book.opening import Opening, book_goals
from lib.program import Failed

# The shares of the time: everything at once, then lines that win the set.
PARTS = {"all": 0.7, "set": 0.3}
# Positions of an enumeration per second of search, for the bounds on lines to a second goal.
BOUND_NODES = 40_000
# Widths of beams, and their memory in MiB, which limits how wide later ones get. Many narrow beams
# find lines with few laps, a few wide ones lines with few moves.
BEAMS = [(10, 1), (1000, None)]


def search(program, opening, seconds):
    """Proves what it can in the time and searches for the rest, with another seed every time."""
    if program.again:
        return search_again(program, opening, seconds)
    chance = ["--seed", opening.seconds + program.seed]
    first, second = opening.goals
    targets = targets_of(opening)

    def improve(line):
        return ["--improve", line["line"]] if line and not program.nodes else []

    bounds = opening.is_countable() and program.width is None
    wide = ["--beam", program.width or 1000]
    beam = [] if bounds else wide
    found = program.turns(opening, *targets[first], *chance, *improve(opening.harvest), *beam,
                          *program.limit(seconds * PARTS["all"]))
    opening.take(program, found, first)
    goal = opening.goals[second]
    if goal.is_proven():
        return
    if bounds:
        found = program.turns(opening, *targets[second], "--shortest",
                              "--nodes", max(1, round(BOUND_NODES * seconds)))
        opening.take(program, found, second)
    opening.compare_goals()
    line = goal.best["moves"] or opening.harvest
    found = program.turns(opening, *targets[second], *chance, *wide, *improve(line),
                          *program.limit(seconds * PARTS["set"]))
    opening.take(program, found, second)


def search_again(program, opening, seconds):
    """Searches for open goals from scratch, and then from every best line so far: a search that
    only improves one line ends at a local optimum."""
    chance = ["--seed", opening.seconds + program.seed]
    open_goals = {name: goal for name, goal in opening.goals.items() if not goal.is_proven()}
    # Every search also looks for lines that win the set, and for the maximum gain.
    asked = [name for name, goal in open_goals.items() if goal.target is not None]
    asked = asked or [next(iter(opening.goals))]
    targets = targets_of(opening)

    def beams(*improve):
        for name in asked:
            for width, memory in [(program.width, None)] if program.width else BEAMS:
                found = program.turns(opening, *targets[name], "--beam", width, *chance, *improve,
                                      *program.limit(seconds), memory=memory)
                opening.take(program, found, name)

    beams()
    lines = [line for goal in open_goals.values() for line in goal.best.values()]
    lines += [] if opening.most_proven else [opening.harvest]
    for line in dict.fromkeys(line["line"] for line in lines if line):
        beams("--improve", line)


def targets_of(opening):
    return {name: ["--win-set"] if goal.target is None else ["--target", goal.target]
            for name, goal in opening.goals.items()}


def exhaust(program, opening, seconds):
    """Enumerates all positions of the turn, if the time is enough."""
    targets = targets_of(opening)
    for name in opening.goals:
        given = ["--exhaustive", *targets[name], "--time", seconds]
        found = program.turns(opening, *given)
        opening.take(program, found, name)
        # The enumeration also decides whether the set can be won.
        if opening.is_proven() or not found["complete"]:
            return


def prove(program, opening, seconds, spill):
    """Proves the maximum gain of a turn from both ends, if the time is enough."""
    name = next(iter(opening.goals))
    limits = ["--prove-harvest", "--time", seconds, *spill]
    found = program.turns(opening, *targets_of(opening)[name], *limits)
    opening.take(program, found, name)


def system(program, opening, seconds):
    """Returns Overbeck's system (hint 4), and the best line found after it."""
    filled = opening.filled[1]
    moves = " ".join(["A1", *(f"A{hole}" for hole in range(filled, 1, -2))])
    played = program.run("play", opening.position, "--line", moves, *opening.rules_given)
    if any(move["outcome"] != "again" for move in played["line"]):
        raise Failed(f"{opening.position}: the system ends the turn")
    after = Opening(opening.rules, played["after"], opening.holes, opening.seeds, book_goals)
    before = opening.system
    if before:
        # Previous knowledge is kept.
        lines = [before[name]["line"] for name in ("harvest", *SYSTEM_LINES) if before[name]]
        for line in lines:
            rest = line.removeprefix(moves).strip()
            if rest:
                after.offer(program, rest)
    search(program, after, seconds)
    gain = after.store - opening.store
    laps = sum(move["laps"] for move in played["line"])

    def whole(line, proven):
        return line and {
            "seeds": gain + line["seeds"],
            "moves": len(played["line"]) + line["moves"],
            "laps": laps + line["laps"],
            "line": f"{moves} {line['line']}",
            "proven": proven,
        }

    for line in after.lines():
        opening.offer(program, f"{moves} {line}")
    all_taken = after.harvest["seeds"] == after.total - after.store
    after.most_proven |= all_taken or bool(before and before["harvest"]["proven"])
    found = {"line": moves, "moves": len(played["line"]), "laps": laps, "seeds": gain}
    found["harvest"] = whole(after.harvest, after.most_proven)
    for field, (goal, measure) in SYSTEM_LINES.items():
        line = after.goals[goal].best[measure]
        proven = bool(line) and line[measure] == after.goals[goal].at_least[measure]
        found[field] = whole(line, proven or keeps(before, field, found["moves"], line))
    known = bool(before) and before.get("set_impossible", False)
    found["set_impossible"] = known or after.goals["set"].impossible
    return found


SYSTEM_LINES = {"round": ("round", "moves"), "set": ("set", "moves")}


def keeps(before, field, moves, line):
    """Whether an earlier run has proven that no line is shorter."""
    known = before and before[field]
    return bool(known and line and known["proven"] and known["moves"] == moves + line["moves"])
