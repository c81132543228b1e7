"""docs/CLAIMS.md: the parts between `<!-- NAME -->` and `<!-- end -->`."""
import re
import sys
from pathlib import Path

from lib import page
from lib.program import HOME

from .files import CLAIMS, HINTS, MEASUREMENTS, read
from .measures import RANKS
from .numbers import about, percent
from .readings import CONGLAK, OVERBECK, all_hints

# Files with claims of this project, which no source makes.
OWN = ("start.toml", "systems.toml", "values.toml")

# What all readings in the table of choices have in common; the page says it once.
COMMON = re.compile(
    r", with best play afterwards|,? gains seeds over a random first move of the turn \(.*\)"
)


def table(heads, rows):
    return page.table(heads, rows, "---")


def hint_list(source):
    """Lists the hints of a source: its words, and below them each reading with the result. Of
    choices late in a round only the verdict is told; the table of choices has the numbers."""
    kept = [line for line in read(HINTS).values() if line["source"] == source]
    told = {}
    for x in kept:
        chosen = x["id"].startswith("choice-")
        reading = COMMON.sub("", x["reading"]) if chosen else x["reading"]
        found = "" if chosen else f"; {x['finding']}"
        item = f"- *{reading}*: **{x['verdict']}**{found}."
        told.setdefault((x["quote"], x["section"]), []).append(page.paragraph(item, "  "))
    words = {key: page.paragraph(f"“{key[0]}” ({key[1]})") for key in told}
    return "\n\n".join(words[key] + "\n\n" + "\n".join(items) for key, items in told.items())


def summary(program):
    """Counts the verdicts on claims of the sources, on the project's own claims, and on hints."""
    found = program.run("verify", CLAIMS, allowed=(0, 1))["claims"]
    rows = []
    for name, own in (("of the sources", False), ("of our own", True)):
        part = [claim["verdict"] for claim in found if (Path(claim["file"]).name in OWN) is own]
        rows.append([name, len(part), *(part.count(v) for v in ("holds", "refuted", "open"))])
    verdicts = [line["verdict"] for line in read(HINTS).values()]
    kinds = {"holds": "hold", "refuted": "refuted", "open": "open", "measured": "measured"}
    told = ", ".join(f"{verdicts.count(kind)} {word}" for kind, word in kinds.items())
    counts = page.block(["claims", "in all", "hold", "refuted", "open"], rows)
    return counts + f"\n\nHints: {len(verdicts)} readings, {told}."


def system_table():
    n = read(MEASUREMENTS)["systems"]["numbers"]
    words = {"k": "9 holes against k", "a": "a holes against 9"}
    rows = [
        [words[letter], f"{letter} = {s['from']} to {s['to']}", s["system"], s["moves"]]
        for letter in n
        for s in n[letter]
    ]
    return table(["starter", "holds for", "system", "moves in all"], rows)


def exact_table():
    rows = []
    for x in read(MEASUREMENTS).values():
        if x["kind"] == "exact":
            n = x["numbers"]
            lost = [n["lost"][name] for name in RANKS]
            board = f"{n['rules']} ({n['holes']}, {n['seeds']}), {n['positions']} positions"
            rows.append([board, *(f"{one['mean']} ({percent(one['best'], 1)})" for one in lost)])
    return table(["board", *RANKS], rows)


WORDS = {
    "biggest": "the biggest pile",
    "smallest": "the smallest pile",
    "nearest": "the pile nearest to the store",
    "farthest": "the pile farthest from it",
    "greedy": "the move that gains most",
    "again": "a move that ends in the store",
    "capture": "a move that captures",
    "level": "leaves the biggest own pile smallest",
    "filled": "leaves the fewest own holes empty",
    "long": "leaves the most seeds in the own row",
    "odd": "an odd pile",
    "even": "an even pile",
}


def choices_table():
    found = [x["numbers"] for x in read(MEASUREMENTS).values() if x["kind"] == "choices"]
    rows = [["positions", *(n["positions"] for n in found)]]
    rows.append(["seeds in play, on average", *(n["in_play"] for n in found)])
    left = lambda n: f"{n['open']}, with {n['open_in_play']}" if n["open"] else 0
    rows.append(["left out as not proven, and their seeds in play", *map(left, found)])
    random = lambda n: "-{mean} (-{high} to -{low})".format(**n["random_lost"])
    rows.append(["any move, against the best", *map(random, found)])
    for way, words in WORDS.items():
        ways = [n["ways"][way] for n in found]
        rows.append([words, *(f"{about(x['gain'])}; {x['positions']}" for x in ways)])
    heads = [f"{n['rules']} ({n['holes']}, {n['seeds']})" for n in found]
    return table(["", *heads], rows)


def hints_follow():
    """Whether the recorded hints agree with the recorded measurements."""
    known = {name: line["numbers"] for name, line in read(MEASUREMENTS).items()}
    if list(read(HINTS).values()) == all_hints(known):
        return True
    print(f"{HINTS.relative_to(HOME)} is not what the measurements say", file=sys.stderr)
    return False


def docs(program, only_compare):
    if not hints_follow():
        return False
    parts = {
        "summary": lambda: summary(program),
        "hints overbeck": lambda: hint_list(OVERBECK),
        "hints conglak": lambda: hint_list(CONGLAK),
        "systems": system_table,
        "exact": exact_table,
        "choices": choices_table,
    }
    return page.renew(
        "CLAIMS.md", parts, only_compare, "scripts/measure hints --docs", but="evidence"
    )
