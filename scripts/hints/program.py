"""The program, and the files that are kept."""
import json
import os
import subprocess
import sys
from pathlib import Path


HOME = Path(__file__).resolve().parent.parent.parent
MEASUREMENTS = HOME / "positions/measured/measurements.jsonl"
HINTS = HOME / "positions/measured/hints.jsonl"
CLAIMS = HOME / "positions/claims"
PAGE = HOME / "docs/CLAIMS.md"


def fail(message):
    print(f"measure-hints: {message}", file=sys.stderr)
    sys.exit(2)


class Program:
    def __init__(self, path):
        self.path = path

    def run(self, *arguments, lines=None):
        """The objects that the program prints, one a line; `lines` are positions for its input."""
        command = [self.path, *map(str, arguments), "--format", "jsonl", "--quiet"]
        given = None if lines is None else "".join(f"{line}\n" for line in lines)
        try:
            done = subprocess.run(command, input=given, capture_output=True, text=True)
        except OSError as error:
            fail(f"{self.path}: {error.strerror}; `cargo build --release` makes it")
        # 3: a limit ended a search; what it proved is printed all the same.
        if done.returncode not in (0, 1, 3):
            fail(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr.strip()}")
        return [json.loads(line) for line in done.stdout.splitlines()]


def board(rules, holes, seeds):
    return ["--rules", rules, "--holes", holes, "--seeds", seeds]


def read(path):
    if not path.exists():
        return {}
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return {line["id"]: line for line in lines}


def write(path, lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        part.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
