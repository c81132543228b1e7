"""docs/CLAIMS.md: what stands between `<!-- NAME -->` and `<!-- end -->`."""
import json
import sys
from pathlib import Path

from lib import page
from lib.program import HOME

from .files import CLAIMS, HINTS, MEASUREMENTS, read
from .measures import RANKS
from .numbers import about, percent, score
from .readings import CONGLAK, OVERBECK, all_hints


def table(heads, rows):
    cell = lambda text: str(text).replace("|", "\\|")
    return page.table(heads, [map(cell, row) for row in rows], "---")


def hint_list(source):
    """The hints of a source: its words, and below them each reading with what was found."""
    kept = [line for line in read(HINTS).values() if line["source"] == source]
    told = {}
    for x in kept:
        item = f"- *{x['reading']}*: **{x['verdict']}**: {x['finding']}."
        told.setdefault((x["quote"], x["section"]), []).append(page.paragraph(item, "  "))
    words = {key: page.paragraph(f"“{key[0]}” ({key[1]})") for key in told}
    return "\n\n".join(words[key] + "\n\n" + "\n".join(items) for key, items in told.items())


def claim_tables(program):
    found = program.run("verify", CLAIMS, allowed=(0, 1))["claims"]
    parts = []
    for file in dict.fromkeys(claim["file"] for claim in found):
        claims = [claim for claim in found if claim["file"] == file]
        name = Path(file).name
        head = f"**[{name}](../positions/claims/{name})**: {claims[0]['source']}"
        parts.append(page.paragraph(head))
        rows = [[x["id"], x["section"], x["verdict"], amount(x["evidence"])] for x in claims]
        parts.append(table(["claim", "section", "verdict", "checked"], rows))
    return "\n\n".join(parts)


def amount(evidence):
    if "statements" not in evidence:
        return json.dumps(evidence, ensure_ascii=False)
    names = [("cases", "case"), ("moves", "move"), ("statements", "check")]
    told = [(evidence[key], name) for key, name in names if evidence[key] > (key == "cases")]
    return ", ".join(f"{count} {name}{'s' * (count != 1)}" for count, name in told)


def summary(program):
    found = program.run("verify", CLAIMS, allowed=(0, 1))["claims"]
    rows = []
    for file in dict.fromkeys(claim["file"] for claim in found):
        verdicts = [claim["verdict"] for claim in found if claim["file"] == file]
        rows.append([Path(file).name, len(verdicts), *(verdicts.count(v) for v in ("holds", "refuted", "open"))])
    rows.append(["all files", *(sum(row[i] for row in rows) for i in range(1, 5))])
    verdicts = [line["verdict"] for line in read(HINTS).values()]
    kinds = {"holds": "hold", "refuted": "refuted", "open": "open", "measured": "measured"}
    told = ", ".join(f"{verdicts.count(kind)} {word}" for kind, word in kinds.items())
    return table(["claims", "in all", "hold", "refuted", "open"], rows) + f"\n\nHints: {len(verdicts)} readings, {told}."


def starts():
    n = read(MEASUREMENTS)["start-9-9"]["numbers"]
    bounds = lambda pair: f"{pair[0]:+}" if pair[0] == pair[1] else f"{pair[0]:+} to {pair[1]:+}"
    rows = [[f"{a} against 9", bounds(n["by_filled"][a])] for a in n["by_filled"] if a != "9"]
    rows += [[f"9 against {k}", bounds(n["by_opponents_filled"][k])] for k in reversed(n["by_opponents_filled"])]
    return table(["holes filled, the starter first", "value for the starter, proven"], rows)


def system_table():
    n = read(MEASUREMENTS)["systems"]["numbers"]
    words = {"k": "9 holes against k", "a": "a holes against 9"}
    rows = [
        [words[letter], f"{letter} = {s['from']} to {s['to']}", s["system"], s["moves"]]
        for letter in n
        for s in n[letter]
    ]
    return table(["starter", "holds for", "system", "moves in all"], rows)


def matches():
    lines = [x for x in read(MEASUREMENTS).values() if x["kind"] == "match"]
    rows = [[x["numbers"]["first"], x["numbers"]["second"], score(x["numbers"]), x["how"]] for x in lines]
    return table(["first", "second", "the first player", "how"], rows)


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
    "level": "the smallest biggest pile in the own row, after it",
    "filled": "the fewest empty holes in the own row, after it",
    "long": "the most seeds in the own row, after it",
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
        rows.append([words, *(f"{about(x['gain'])}; -{x['lost']['mean']} ({x['positions']})" for x in ways)])
    heads = [f"{n['rules']} ({n['holes']}, {n['seeds']})" for n in found]
    return table(["", *heads], rows)


def hints_follow():
    """Whether the recorded hints are what the recorded measurements say."""
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
        "starts": starts,
        "matches": matches,
        "exact": exact_table,
        "choices": choices_table,
        "claims": lambda: claim_tables(program),
    }
    return page.renew(
        "CLAIMS.md", parts, only_compare, "scripts/measure hints --docs", but="evidence"
    )
