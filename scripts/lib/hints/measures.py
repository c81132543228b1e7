"""The measurements: each is a function from the program to numbers, with its kind and method."""
import re
from fractions import Fraction

from lib.data import read
from lib.program import HOME, Failed, board
from lib.rounds import Rounds, sample

from .choices import BOARDS, choices
from .numbers import interval, least_squares
from .positions import valued


def contest(first, second, rounds=10_000, keep=False, rules=("overbeck", 9, 9)):
    """Plays rounds from the opening; the numbers are those of `match`."""

    def measure(program):
        sides = ["--keep-sides"] if keep else []
        found = program.run(
            *["match", *board(*rules), "--first", first, "--second", second],
            *["--rounds", rounds, "--seed", 1, *sides],
        )
        about = ("position", "rules", "version", "stopped")
        return {key: found[key] for key in found if key not in about}

    sides = f"{first} starts every round" if keep else "each starts every other round"
    how = f"{rounds} rounds from the opening of {rules[0]} ({rules[1]}, {rules[2]}), {sides}"
    return "match", how, measure


def from_positions(first, second, count, moves, rules=("overbeck", 9, 9)):
    """Plays two rounds, with sides changed, from each of many positions after a few random
    moves."""

    def measure(program):
        rounds = Rounds(program, board(*rules), count, 1)
        for _ in range(moves):
            rounds.step()
        # A finished round has no moves.
        starts = [p for p in rounds.positions if not p.endswith("over")]
        found = program.lines(
            *["match", "-", *board(*rules), "--first", first, "--second", second],
            *["--rounds", 2, "--seed", 1],
            lines=starts,
        )
        # A pair of rounds counts as one sum, because both start from the same position.
        results = [one["result"]["mean"] for one in found]
        total = {key: sum(one[key] for one in found) for key in ("rounds", "won", "drawn", "lost")}
        return {"first": first, "second": second, "positions": len(starts), **total, "result": interval(results)}

    how = f"two rounds, sides changed, from each of {count} positions after {moves} random moves of "
    return "match", f"{how}{rules[0]} ({rules[1]}, {rules[2]})", measure


RANKS = {
    "biggest": lambda move: move["pile"],
    "smallest": lambda move: -move["pile"],
    "nearest": lambda move: move["hole"],
    "farthest": lambda move: -move["hole"],
    "greedy": lambda move: move["gain"],
    "random": lambda move: 0,
}


def exact(rules, holes, seeds, count):
    """Measures what policies give away, by the exact values of all moves."""

    def measure(program):
        options = board(rules, holes, seeds)
        positions = sample(program, options, count, 1)
        known = [(p, moves) for p, moves in valued(program, options, positions) if len(moves) > 1]
        numbers = {"rules": rules, "holes": holes, "seeds": seeds, "positions": len(known)}
        numbers["lost"] = {name: given_away(known, rank) for name, rank in RANKS.items()}
        numbers["parity"] = {
            "pile": parity(known, lambda move: move["pile"]),
            "hole": parity(known, lambda move: move["hole"]),
        }
        numbers["piles"] = accumulations(known)
        return numbers

    how = f"exact values of all moves in one position of each of {count} random rounds of {rules} ({holes}, {seeds})"
    return "exact", how, measure


def given_away(known, rank):
    """Returns the seeds that a choice loses against the best one, and how often it is a best one;
    ties are chosen with equal probability."""
    lost, more, best = [], [], Fraction(0)
    for _, moves in known:
        top = max(map(rank, moves))
        chosen = [move["value"] for move in moves if rank(move) == top]
        values = [move["value"] for move in moves]
        mean = Fraction(sum(chosen), len(chosen))
        lost.append(float(max(values) - mean))
        more.append(float(Fraction(sum(values), len(values)) - mean))
        best += Fraction(chosen.count(max(values)), len(chosen))
    than_random = interval(more)
    return {**interval(lost), "more_than_random": than_random, "best": round(float(best / len(known)), 3)}


def parity(known, number):
    """For moves with an odd and an even number: how many win, and how many are best; and the first
    position in which moves of one parity differ in who wins, which refutes that parity decides."""
    counts = {name: {"moves": 0, "win": 0, "best": 0} for name in ("odd", "even")}
    differ, choice, example = 0, 0, None
    for position, moves in known:
        most = max(move["value"] for move in moves)
        winners = {"odd": set(), "even": set()}
        for move in moves:
            name = "odd" if number(move) % 2 else "even"
            count = counts[name]
            count["moves"] += 1
            count["win"] += move["value"] > 0
            count["best"] += move["value"] == most
            winners[name].add(move["value"] > 0)
        if len(winners["odd"] | winners["even"]) == 2:
            choice += 1
            if any(len(kinds) == 2 for kinds in winners.values()):
                differ += 1
                example = example or position
    return {**counts, "choice_decides": choice, "same_parity_differs": differ, "example": example}


def accumulations(known):
    """Least squares: the mover's future gains as a function of the seeds in both rows and the
    biggest pile of each, over the sampled positions; each coefficient with its interval."""
    rows, results = [], []
    for position, moves in known:
        halves = [h.split("/") for h in position.split()[:2]]
        if position.split()[2] == "B":
            halves.reverse()
        piles = [[int(n) for n in re.findall(r"\d+", half[0])] for half in halves]
        lead = int(halves[0][1]) - int(halves[1][1])
        rows.append([1, sum(piles[0]), sum(piles[1]), max(piles[0]), max(piles[1])])
        results.append(max(move["value"] for move in moves) - lead)
    names = ["constant", "own_row", "other_row", "own_biggest", "other_biggest"]
    return dict(zip(names, least_squares(rows, results)))


def start_exact(rules, holes, seeds):
    """The exact value of starting: for every number of seeds N that a player can own, that player's
    result as the starter and as the other."""

    def measure(program):
        total = 2 * holes * seeds
        value = {}
        for owned in range(seeds, total - seeds + 1):
            found = program.run("solve", "--fresh", *board(rules, holes, seeds), "--owned", owned, "--threads", 1)
            if not found["exact"]:
                raise Failed(f"{rules} ({holes}, {seeds}), {owned} owned: not solved")
            value[owned] = found["value"]
        # The other player starts with the rest: the same position with A and B exchanged.
        worth = {owned: value[owned] + value[total - owned] for owned in value}
        return {
            "rules": rules,
            "holes": holes,
            "seeds": seeds,
            "openings": len(worth),
            "better": sum(x > 0 for x in worth.values()),
            "equal": sum(x == 0 for x in worth.values()),
            "worse": sum(x < 0 for x in worth.values()),
            "least": min(worth.values()),
            "mean": round(sum(worth.values()) / len(worth), 2),
            "most": max(worth.values()),
            "changes_winner": sum(value[n] > 0 > -value[total - n] for n in worth),
        }

    how = f"solve on every opening of a round of {rules} ({holes}, {seeds})"
    return "start", how, measure


def start_bounds():
    """The same for Overbeck's full board, from the value of each kind of opening: one more loose seed
    is worth two (docs/formats/data.md)."""

    def measure(program):
        value = {}
        for kind in read(HOME / "positions/rounds/overbeck.jsonl"):
            fewest, most = kind["owned"]
            for owned in range(fewest, most + 1):
                value[owned] = kind["value"] + 2 * (owned - fewest)
        worth = {n: value[n] + value[162 - n] for n in value}
        wins = [n for n in value if value[n] > 0]
        loses = [n for n in value if value[n] < 0]
        return {
            "openings": len(value),
            "starter_wins": len(wins),
            "starter_loses": len(loses),
            "wins_from": min(n for n in wins if all(m in wins for m in range(n, 154))),
            "loses_to": max([n for n in loses if all(m in loses for m in range(9, n + 1))], default=0),
            "lowest_win": min(wins),
            "by_filled": {str(a): value[9 * a] for a in range(1, 10)},
            "by_opponents_filled": {str(k): value[162 - 9 * k] for k in range(1, 10)},
            "worth_above_0": sum(x > 0 for x in worth.values()),
            "worth": {"least": min(worth.values()), "full": worth[81], "most": max(worth.values())},
        }

    return "start", "every opening of a round of overbeck (9, 9), from positions/rounds", measure


def starting_positions(program):
    rows = {}
    for owned in range(9, 154):
        position = program.run("show", "--owned", owned)["position"]
        rows.setdefault(tuple(half.split("/")[0] for half in position.split()[:2]), []).append(owned)
    return {"openings": sum(map(len, rows.values())), "without_loose_seeds": len(rows)}


def systems(program):
    found = program.run("systems")
    return {
        family["number"]: [
            {"system": s["system"], "from": s["from"], "to": s["to"], "moves": sum(map(len, s["lines"]))}
            for s in family["systems"]
        ]
        for family in found["families"]
    }


QUICK = "random smallest nearest farthest greedy biggest/random".split()
MEASURES = {
    **{f"biggest-{other.replace('/', '-')}": contest("biggest", other) for other in QUICK},
    **{f"{one.replace('/', '-')}-random": contest(one, "random") for one in QUICK[1:]},
    "start-random": contest("random", "random", keep=True),
    "start-biggest": contest("biggest", "biggest", keep=True),
    "biggest-search": from_positions("biggest", "search:1000", 100, 8),
    "random-search": from_positions("random", "search:1000", 100, 8),
    "biggest-first-search": from_positions("biggest/search:1000", "search:1000", 100, 8),
    "random-first-search": from_positions("random/search:1000", "search:1000", 100, 8),
    "greedy-first-search": from_positions("greedy/search:1000", "search:1000", 100, 8),
    "exact-overbeck": exact("overbeck", 4, 4, 2000),
    "exact-overbeck-five-three": exact("overbeck", 5, 3, 2000),
    "exact-overbeck-five": exact("overbeck", 5, 5, 1000),
    "exact-conglak-three": exact("conglak", 3, 3, 300),
    "exact-conglak": exact("conglak", 4, 4, 2000),
    "exact-conglak-five": exact("conglak", 5, 5, 1000),
    **{f"choices-{name}": choices(name) for name in BOARDS},
    "search-random": contest("search:1000", "random", rounds=200, keep=True),
    "start-3-3": start_exact("overbeck", 3, 3),
    "start-4-4": start_exact("overbeck", 4, 4),
    "start-5-5": start_exact("overbeck", 5, 5),
    "start-conglak-4-4": start_exact("conglak", 4, 4),
    "start-9-9": start_bounds(),
    "starting-positions": ("count", "show on every opening of a round of overbeck (9, 9)", starting_positions),
    "systems": ("systems", "systems on overbeck (9, 9)", systems),
}
