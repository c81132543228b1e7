"""Works on campaigns about questions that are open.

positions/campaigns/questions.jsonl has the questions, and positions/campaigns/NAME what the jobs of
one have proven (docs/formats/campaign.md). Without a name all are listed: the answer, the jobs that
are done, and what they took. A campaign may be interrupted at any time and continues from what it
has proven, here or on any cluster (docs/CLUSTER.md). The same results lead to the same next jobs.

usage: scripts/solve campaign [OPTIONS] [NAME]

  --jobs N        ends after N jobs
  --time SECONDS  ends after this time
  --parallel N    jobs at once, each on one thread (default: the number of cores)
  --memory MIB    memory of all jobs together (default 3000)
  --tables DIR    folder for the endgame tables (default target/campaign-tables); the one that the
                  question names is built if it isn't there
  --check N       instead solves anew the first N answered jobs, in the order of their positions, with
                  other limits and without a table
  --program FILE  the program (default: the one that cargo builds)

Exit code: 0 done; 1 an answer was contradicted; 2 wrong usage, or the program failed; 3 the question
is open; 130 interrupted.
"""
import json
import sqlite3
import sys
import time
from pathlib import Path

from lib import data
from lib.program import CORES, HOME, TARGET, Arguments, Failed, Program, Wrong, built, finish, number

CAMPAIGNS = HOME / "positions/campaigns"


def options(question):
    """Returns the rules, for the command line."""
    given = ["--rules", question["rules"]]
    for option in ["holes", "seeds"]:
        given += [f"--{option}", question[option]] if option in question else []
    for option, value in question["set"].items():
        given += ["--set", f"{option}={value}"]
    return given


def folder_of(program, question):
    """Returns the folder of a question, created if necessary."""
    folder = CAMPAIGNS / question["name"]
    if not (folder / "campaign.json").exists():
        limits = ["--at-least", question["at_least"], "--job-nodes", question["job_nodes"]]
        program.run("campaign", "new", folder, *options(question), *limits)
    return folder


def results(folder):
    """Returns what the jobs have found, in the order of their positions."""
    path = folder / "results.sqlite"
    if not path.exists():
        return []
    store = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    rows = store.execute("SELECT findings, spent FROM results ORDER BY position, limits")
    found = [{**json.loads(findings), "seconds": spent / 1e6} for findings, spent in rows]
    store.close()
    return found


def answer(state, at_least):
    if state["lower"] >= at_least:
        return "yes"
    return "no" if state["upper"] < at_least else "open"


def told(program, question):
    """Returns a line on a question."""
    folder = CAMPAIGNS / question["name"]
    if not (folder / "campaign.json").exists():
        return f"{question['name']:30} not begun"
    state, found = program.run("campaign", "status", folder), results(folder)
    decided = sum(not one["stopped"] for one in found)
    hours = sum(one["seconds"] for one in found) / 3600
    return (f"{question['name']:30} {answer(state, question['at_least']):4} {len(found):6} jobs, "
            f"{decided} answered, open positions {state['open']}, {state['nodes']} nodes, {hours:.1f} h")


def run(program, question, given):
    """Does jobs of a question; returns its answer."""
    folder = folder_of(program, question)
    given.tables.mkdir(parents=True, exist_ok=True)
    most = ["--max", question["table"]]
    program.run("tables", "build", given.tables, *most, *options(question), quiet=False)
    limits = ["--parallel", given.parallel, "--threads", given.parallel, "--memory", given.memory]
    limits += ["--jobs", given.jobs] if given.jobs else []
    limits += ["--time", f"{given.time}s"] if given.time else []
    state = program.run("campaign", "run", folder, "--tables", given.tables, *limits, quiet=False)
    return answer(state, question["at_least"])


def check(program, question, count):
    """Solves answered jobs anew."""
    asked, started = question["at_least"], time.monotonic()
    found = [one for one in results(CAMPAIGNS / question["name"]) if not one["stopped"]][:count]
    for one in found:
        again = program.run("solve", one["position"], *options(question), "--fresh", "--threads", 1,
                            "--memory", 100, "--at-least", asked)
        if answer(again, asked) != answer(one, asked):
            raise Wrong(f"{one['position']}: {answer(one, asked)}, now {answer(again, asked)}")
    print(f"{len(found)} answers found again, {time.monotonic() - started:.0f} s")


def parse_arguments():
    parser = Arguments(__doc__)
    parser.add_argument("name", nargs="?", metavar="NAME")
    parser.add_argument("--jobs", type=number(1))
    parser.add_argument("--time", type=number(1))
    parser.add_argument("--parallel", type=number(1), default=CORES)
    parser.add_argument("--memory", type=number(1), default=3000)
    parser.add_argument("--tables", type=Path, default=TARGET / "campaign-tables")
    parser.add_argument("--check", type=number(1))
    parser.add_program()
    return parser.parse_args()


def main():
    given = parse_arguments()
    questions = {line["name"]: line for line in data.read(CAMPAIGNS / "questions.jsonl")}
    if given.name and given.name not in questions:
        raise Failed(f"no question {given.name!r}: expected one of {', '.join(questions)}")
    if given.check and not given.name:
        raise Failed("--check: expected the name of a question")
    program = Program(given.program or built())
    if given.check:
        return check(program, questions[given.name], given.check)
    if given.name and run(program, questions[given.name], given) == "open":
        sys.exit(3)
    if not given.name:
        for question in questions.values():
            print(told(program, question))


finish(main)
