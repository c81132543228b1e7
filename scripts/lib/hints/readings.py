"""The hints, each with the results of its measurements."""
from .choice_readings import CONGLAKS, OVERBECKS, of_choices
from .numbers import about, percent, score, side_of_zero


OVERBECK = 'H. Overbeck, New Notes on the Game of "Chongkak" (1915)'

CONGLAK = "Conglak, a description with two accounts of the later rounds"


def hint(name, section, quote, reading, verdict, finding, *measurements, source=OVERBECK):
    """A hint: `holds` and `refuted` are about the reading, `measured` means that it says nothing
    that could be false, `open` that the measurements don't decide."""
    return {
        "id": name,
        "source": source,
        "section": section,
        "quote": quote,
        "reading": reading,
        "verdict": verdict,
        "finding": finding,
        "measurements": list(measurements),
    }


def all_hints(m):
    overbecks = of_choices(m, hint, OVERBECK, "overbeck", OVERBECKS)
    conglaks = of_choices(m, hint, CONGLAK, "conglak", CONGLAKS)
    return [
        *[*biggest_pile(m), *last_move(m), *system_hints(m), *overbecks],
        *[*odd_or_even(m), *conglaks],
    ]


def biggest_pile(m):
    quote = "If your turn comes, always begin with the biggest pile in your kampong"
    beats = {"above": "holds", "below": "refuted", "around": "open"}
    saves = {"above": "refuted", "below": "holds", "around": "open"}
    yield hint(
        *("biggest-every-move", "hint 1", quote),
        "at every move, against a player who moves at random, it wins more seeds than they do",
        beats[side_of_zero(m["biggest-random"]["result"])],
        f"{score(m['biggest-random'])}; the smallest pile: {score(m['smallest-random'])}; the move that gains most: {score(m['greedy-random'])}",
        *("biggest-random", "smallest-random", "greedy-random"),
    )
    yield hint(
        *("biggest-first-move", "hint 1", quote),
        "as the first move of every turn, the others at random, against a player who moves at random",
        beats[side_of_zero(m["biggest-random-random"]["result"])],
        f"{score(m['biggest-random-random'])}; against it, the biggest pile at every move: {score(m['biggest-biggest-random'])}",
        *("biggest-random-random", "biggest-biggest-random"),
    )
    yield hint(
        *("biggest-against-other-rules", "hint 1", quote),
        "at every move, it is better than any other rule that looks at the piles alone or at one move",
        "refuted" if any(side_of_zero(m[f"biggest-{o}"]["result"]) == "below" for o in ("smallest", "nearest", "farthest", "greedy")) else "open",
        "against " + "; against ".join(f"{text}: {score(m[f'biggest-{o}'])}" for o, text in (
            ("smallest", "the smallest pile"),
            ("nearest", "the pile nearest to the rumah"),
            ("farthest", "the pile farthest from it"),
            ("greedy", "the move that gains most"),
        )),
        *("biggest-smallest", "biggest-nearest", "biggest-farthest", "biggest-greedy"),
    )
    for name in ("exact-overbeck", "exact-overbeck-five-three", "exact-overbeck-five"):
        n, lost = m[name], m[name]["lost"]
        yield hint(
            *(f"biggest-best-play-{n['holes']}-{n['seeds']}", "hint 1", quote),
            f"between best players, with {n['holes']} holes and {n['seeds']} seeds, it gives away less than a pile taken at random",
            saves[side_of_zero(lost["biggest"]["more_than_random"])],
            f"it gives away {lost['biggest']['mean']} seeds, a random pile {lost['random']['mean']}: difference {about(lost['biggest']['more_than_random'])}",
            name,
        )
    biggest, at_random = m["biggest-first-search"]["result"], m["random-first-search"]["result"]
    apart = biggest["low"] > at_random["high"] or at_random["low"] > biggest["high"]
    yield hint(
        *("biggest-against-search", "hint 1", quote),
        "a player who searches does better to begin with it than with a random pile (against one who searches every move)",
        ("holds" if biggest["mean"] > at_random["mean"] else "refuted") if apart else "open",
        f"beginning with the biggest pile {about(biggest)} seeds a round, with a random one {about(at_random)}, with the one that gains most {about(m['greedy-first-search']['result'])}: "
        "each far worse than to choose the first move by search too",
        *("biggest-first-search", "random-first-search", "greedy-first-search"),
    )
    players = m["biggest-random"]["players"]
    mean = lambda count: round(count / m["biggest-random"]["rounds"], 2)
    yield hint(
        *("biggest-profitable", "hint 1", "It is profitable for your rumah"),
        "the biggest pile at every move brings more into the rumah in a round than random moves against it",
        "holds" if players[0]["gained"] > players[1]["gained"] and m["biggest-random"]["result"]["low"] > 0 else "open",
        f"{mean(players[0]['gained'])} seeds a round, the random player {mean(players[1]['gained'])}",
        "biggest-random",
    )
    both = m["start-random"]["players"]
    captures, captured = (sum(p[key] for p in both) for key in ("captures", "captured"))
    other = players[1]
    yield hint(
        *("biggest-spoils-hauls", "hint 1", "you spoil your opponent's chance of making a big haul"),
        "a random player takes fewer seeds with a capture from one who plays the biggest piles than from another random player",
        "measured",
        f"{other['captured'] / other['captures']:.2f} seeds a capture instead of {captured / captures:.2f}, with {mean(other['captures'])} captures a round instead of {captures / 2 / m['start-random']['rounds']:.2f}",
        *("biggest-random", "start-random"),
    )
    names = ("exact-overbeck", "exact-overbeck-five-three", "exact-overbeck-five")
    own = [m[name]["piles"]["own_biggest"] for name in names]
    sides = {side_of_zero(found) for found in own}
    yield hint(
        *("accumulations", "hint 1", "It is always advisable to avoid big accumulations of seeds in one's own kampong."),
        "with as many seeds in both rows, and as big a pile on the other side, a bigger pile of one's own makes the exact value less (least squares, the player to move)",
        {frozenset(["below"]): "holds", frozenset(["above"]): "refuted"}.get(frozenset(sides), "open"),
        "a seed more in the biggest own pile is worth "
        + "; ".join(f"{about(found)} with {m[n]['holes']} holes and {m[n]['seeds']} seeds" for n, found in zip(names, own)),
        *names,
    )


def last_move(m):
    deeds = m["search-random"]["players"][0]
    dull = [p for p in m["start-random"]["players"]]
    yield hint(
        *("moves-that-go-on", "hint 2", "Bear in mind § 4! It will bring many seeds into your rumah"),
        "part of what reaches the rumah that comes by moves that end there",
        "measured",
        f"{percent(deeds['going_on'], deeds['gained'])} for a player who searches and starts from the full board, against a random one; "
        f"{percent(sum(p['going_on'] for p in dull), sum(p['gained'] for p in dull))} between random players",
        *("search-random", "start-random"),
    )
    n = m["start-9-9"]
    yield hint(
        *("the-start-is-worth-something", "hint 3", "It gives you the start of the next game, which has many advantages."),
        "whatever a player owns, with best play it is better to start the round than to let the other start it",
        "holds" if n["worth_above_0"] == n["openings"] else "refuted",
        f"proven for all {n['openings']} openings of a round; with the full board it is worth {n['worth']['full']} seeds of difference at the round's end, and nowhere less than {n['worth']['least']}",
        "start-9-9",
    )
    yield hint(
        *("the-starter-wins", "hint 3", "It gives you the start of the next game, which has many advantages."),
        f"a starter with {n['wins_from']} seeds or more (three holes) wins the round, one with fewer loses it",
        "holds" if n["starter_wins"] + n["starter_loses"] == n["openings"] and n["loses_to"] + 1 == n["wins_from"] == 27 else "open",
        f"proven: won from {n['wins_from']} seeds on ({n['starter_wins']} openings), lost up to {n['loses_to']} ({n['starter_loses']})",
        "start-9-9",
    )
    small = [m[name] for name in ("start-3-3", "start-4-4", "start-5-5")]
    yield hint(
        *("the-start-on-small-boards", "hint 3", "It gives you the start of the next game, which has many advantages."),
        "the same on small boards, exactly",
        "holds" if all(x["better"] == x["openings"] for x in small) else "refuted",
        "; ".join(f"{x['holes']} holes and {x['seeds']} seeds: worth {x['least']} to {x['most']} seeds, {x['mean']} on average, and the winner is another one in {x['changes_winner']} of {x['openings']} openings" for x in small),
        *("start-3-3", "start-4-4", "start-5-5"),
    )
    yield hint(
        *("the-start-without-skill", "hint 3", "It gives you the start of the next game, which has many advantages."),
        "from the full board, between players who both move at random, and who both play the biggest pile",
        "holds" if all(side_of_zero(m[x]["result"]) == "above" for x in ("start-random", "start-biggest")) else "open",
        f"random: {score(m['start-random'])}; biggest: {score(m['start-biggest'])}",
        *("start-random", "start-biggest"),
    )
    last = {name: [sum(p[key] for p in m[name]["players"]) for key in ("last_and_won", "last")] for name in ("start-random", "biggest-random")}
    yield hint(
        *("last-move-and-the-round", "hint 3", "Do your utmost to get the last move in the game."),
        "how often the player with the last move wins the round too",
        "measured",
        "; ".join(f"{percent(*last[x])} of the rounds ({text})" for x, text in (("start-random", "random players"), ("biggest-random", "biggest piles against random moves"))),
        *("start-random", "biggest-random"),
    )


def system_hints(m):
    n = m["starting-positions"]
    yield hint(
        *("few-starting-positions", "hint 4", "Find out a system providing for each starting position, which is not difficult, as their number is limited."),
        "the number of openings of a round, loose seeds left out of account",
        "measured",
        f"{n['without_loose_seeds']}, and {n['openings']} with them",
        "starting-positions",
    )
    short = {s["system"]: s for s in m["systems"]["a"]}
    rule = short.get("A(a+1) and on by -2")
    whole = rule is not None and (rule["from"], rule["to"]) == (5, 8)
    yield hint(
        *("similar-system-from-five-holes", "hint 4", "If he has less, the system changes, but it is similar and can easily be figured out."),
        "with 5 to 8 filled holes: a first hole, then always the second to the right",
        "holds" if whole and rule["moves"] == max(s["moves"] for s in short.values()) else "refuted",
        f"A(a+1) with a filled holes, then the second to the right: {rule['moves']} moves in all; no other rule of a first hole and a step has as many",
        "systems",
    )
    yield hint(
        *("similar-system-below-five-holes", "hint 4", "If he has less, the system changes, but it is similar and can easily be figured out."),
        "with 1 to 4 filled holes there is such a system too",
        "refuted" if not any(s["from"] < 4 for s in short.values()) else "open",
        "with one or two holes no move goes on, with three only A7 and nothing by a step after it; with four A6 or A7, then A9",
        "systems",
    )


def odd_or_even(m):
    quote = "the rules enable the player to determine in advance whether she will win or lose before selecting an odd or even numbered pile of playing pieces"
    for what, reading in (("pile", "the number of pieces in the pile"), ("hole", "the number of the hole")):
        n = m["exact-conglak"]["parity"][what]
        yield hint(
            *(f"odd-or-even-{what}", "End of the game", quote),
            f"where the choice decides who wins, {reading}, odd or even, decides it",
            "refuted" if n["same_parity_differs"] else "open",
            f"in {n['same_parity_differs']} of {n['choice_decides']} positions in which the choice decides, of two moves of the same parity one wins and one does not; the first is {n['example']}",
            "exact-conglak",
            source=CONGLAK,
        )
        shares = [f"{name}: {percent(n[name]['win'], n[name]['moves'])} win, {percent(n[name]['best'], n[name]['moves'])} are best" for name in ("odd", "even")]
        yield hint(
            *(f"odd-or-even-{what}-leaning", "End of the game", quote),
            f"how often a move wins, and is a best one, by {reading}",
            "measured",
            "; ".join(shares) + f" (4 holes and 4 seeds, {m['exact-conglak']['positions']} positions)",
            "exact-conglak",
            source=CONGLAK,
        )
