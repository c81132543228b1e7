"""Renews the tables of docs/MEASUREMENTS.md: what each technique is worth, and what the recorded files
show, each with its command, its day and its commit.

usage: scripts/pages figures [--check]

  --check  only compares; exit code 1 if the page is out of date or a line of the data is wrong
"""
import datetime
import re

from lib import page
from lib.data import read
from lib.program import HOME, Wrong
from lib.provenance import FIGURES, made


def commands(line):
    return ", ".join(f"`{command}`" for command in line["commands"]) or "–"


def checked(line):
    """A line whose days, commits, pages and scripts are such."""
    wrong = []
    for one in line["made"]:
        datetime.date.fromisoformat(one["date"])
        if not re.fullmatch("[0-9a-f]{8}", one["commit"]):
            wrong.append(one["commit"])
    for command in line["commands"]:
        words = command.split()
        script = words[0].startswith("scripts/") and HOME / words[0]
        part = script and HOME / "scripts/lib" / script.name / words[1].replace("-", "_")
        if script and not any(part.with_suffix(end).exists() for end in (".py", ".bash")):
            wrong.append(command)
    if not (HOME / "docs" / line["page"].partition("#")[0]).exists():
        wrong.append(line["page"])
    if "file" in line and not (HOME / line["file"]).exists():
        wrong.append(line["file"])
    if wrong:
        raise Wrong(f"{FIGURES.name}: {line['figure']}: no such {', '.join(wrong)}")
    return line


def techniques():
    lines = [checked(line) for line in read(FIGURES) if "file" not in line]
    rows = [[f"[{line['figure']}]({line['page']})", line["worth"], commands(line), made(line)]
            for line in lines]
    return page.table(["technique", "what it is worth", "measured by", "recorded"], rows, "---")


def recorded():
    lines = [checked(line) for line in read(FIGURES) if "file" in line]
    rows = [[f"[{line['figure']}]({line['page']})", f"[{line['file'].rpartition('/')[2]}](../{line['file']})",
             commands(line), made(line)] for line in lines]
    return page.table(["figures", "data", "measured by", "recorded"], rows, "---")


page.main("MEASUREMENTS.md", {"figures": techniques, "recorded": recorded}, __doc__,
          "scripts/pages figures")
