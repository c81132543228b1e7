"""Continues the campaigns on Kalah with six holes and six seeds, empty capture.

Its value is published: +2 (Rawlings 2015). Two campaigns ask whether it is at least +2, and whether
it is at least +4. Their state, which is everything that their jobs have proven, is in
positions/campaigns; they may be interrupted at any time and continue from there, here or elsewhere
(docs/CLUSTER.md). The first one is finished before the second.

usage: scripts/solve kalah-campaign [OPTIONS]

  --time SECONDS  time limit (default: until both are answered)
  --tables DIR    endgame tables (default target/kalah-6-6); one of --most seeds is built if it isn't
                  there
  --most N        the most seeds in play of the table (default 28: 5.6 GB on disk and in memory)
  --memory MIB    memory of all jobs together (default 6000)
  --jobs N        concurrent jobs (default: the number of cores)
  --status        only prints their progress
  --program FILE  the program (default: the one that cargo builds)

Exit code: 0 both are answered; 1 the value is not the published one; 2 wrong usage, or the program
failed; 3 open; 130 interrupted.
"""
import sys
import time
from pathlib import Path

from lib.program import CORES, HOME, TARGET, Arguments, Program, Wrong, board, built, finish

CAMPAIGNS = HOME / "positions/campaigns"
RULES = [*board("kalah", 6, 6), "--set", "lone=bank"]
# The published value, and the next possible one: values are even.
QUESTIONS = [2, 4]
JOB_NODES = 30_000_000


def campaign(program, value):
    """Returns the folder of a question, creating it if necessary."""
    folder = CAMPAIGNS / f"kalah-6-6-at-least-{value}"
    if not (folder / "campaign.json").exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        program.run("campaign", "new", folder, *RULES, "--at-least", value, "--job-nodes", JOB_NODES)
    return folder


def answered(program, folder, value):
    """Whether a campaign has an answer, which must agree with the published value."""
    state = program.run("campaign", "status", folder)
    lower, upper = state["lower"], state["upper"]
    jobs = f"{state['open']} positions open, {state['nodes']} nodes"
    print(f"at least {value:+}? {lower:+} to {upper:+} is proven; {jobs}", flush=True)
    if not lower <= QUESTIONS[0] <= upper:
        raise Wrong(f"from {lower:+} to {upper:+}, published is {QUESTIONS[0]:+}")
    return lower >= value or upper < value


def work_off(program, given, folder, end):
    """Runs a campaign with an endgame table until a given time."""
    given.tables.mkdir(parents=True, exist_ok=True)
    program.run("tables", "build", given.tables, "--max", given.most, *RULES, quiet=False)
    left = [] if end is None else ["--time", f"{max(end - time.monotonic(), 1):.0f}s"]
    limits = ["--parallel", given.jobs, "--threads", given.jobs, "--memory", given.memory, *left]
    program.run("campaign", "run", folder, "--tables", given.tables, *limits, quiet=False)


def parse_arguments():
    parser = Arguments(__doc__)
    parser.add_argument("--time", type=float)
    parser.add_argument("--tables", type=Path, default=TARGET / "kalah-6-6")
    parser.add_argument("--most", type=int, default=28)
    parser.add_argument("--memory", type=int, default=6000)
    parser.add_argument("--jobs", type=int, default=CORES)
    parser.add_argument("--status", action="store_true")
    parser.add_program()
    return parser.parse_args()


def main():
    given = parse_arguments()
    program = Program(given.program or built())
    end = time.monotonic() + given.time if given.time else None
    all_answered = True
    for value in QUESTIONS:
        folder = campaign(program, value)
        if not given.status and not answered(program, folder, value):
            work_off(program, given, folder, end)
        all_answered &= answered(program, folder, value)
    if not all_answered:
        sys.exit(3)


finish(main)
