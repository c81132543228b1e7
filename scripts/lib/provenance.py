"""Where the figures of the documents come from: the command, the commit and the date of each.

positions/measured/figures.jsonl has a line for each technique and for each recorded file
(docs/formats/data.md). A script that records figures renews its line itself."""
import datetime

from .data import read, write
from .program import HOME, Failed

FIGURES = HOME / "positions/measured/figures.jsonl"


def commit_of(program):
    """The commit that a program was built from, as git writes it short."""
    version = program.version()
    commit = version.partition("+")[2]
    if not commit or "dirty" in commit:
        raise Failed(f"{version}: figures need a program built from a commit without changes")
    return commit[:8]


def stamp(file, program):
    """Renews the line of a recorded file."""
    lines = read(FIGURES)
    line = next((line for line in lines if line.get("file") == file), None)
    if line is None:
        raise Failed(f"{FIGURES.name} has no line for {file}")
    line["made"] = [{"date": datetime.date.today().isoformat(), "commit": commit_of(program)}]
    write(FIGURES, lines)


def made(line):
    """The days and commits of a line in words."""
    return "; ".join(f"{one['date']}, `{one['commit']}`" for one in line["made"])
