"""The program for the scripts: building and running it, reading what it says, and how a script
ends."""
import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent.parent
TARGET = HOME / os.environ.get("CARGO_TARGET_DIR", "target")


def cores():
    """The processors that this process may use, by its affinity and the quota of its control group."""
    ours = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    try:
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text(encoding="utf-8").split()
    except OSError:
        return ours
    return ours if quota == "max" else max(1, min(ours, int(quota) // int(period)))


CORES = cores()

# What was called, for messages: a part of a script has its own name set by `parts`.
called = Path(sys.argv[0]).name


class Failed(Exception):
    """The program can't be run, or did something it should not: exit code 2."""


class Wrong(Exception):
    """An answer is not what it must be: exit code 1."""


def finish(main):
    """Runs a script. Exit code: 0 done; 1 `main` says False, or something is wrong; 2 wrong usage,
    or the program failed; 130 interrupted, also by SIGTERM."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        code = 1 if main() is False else 0
    except (Failed, Wrong) as error:
        print(f"{called}: {error}", file=sys.stderr)
        code = 1 if isinstance(error, Wrong) else 2
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


class Arguments(argparse.ArgumentParser):
    """The arguments of a script. Its own text, which has a line `usage: …`, is its help."""

    def __init__(self, text):
        usage = next(line for line in text.splitlines() if line.startswith("usage: "))
        super().__init__(prog=called, usage=usage.removeprefix("usage: "), add_help=False)
        self.text = text
        self.add_argument("-h", "--help", action="store_true")

    def parse_args(self, *arguments):
        if {"-h", "--help"} & set(sys.argv[1:]):
            print(self.text.strip())
            sys.exit(0)
        return super().parse_args(*arguments)

    def add_program(self):
        """--program FILE: without it the release program, which `of` builds if it is asked to."""
        self.add_argument("--program", type=Path, metavar="FILE")


def number(least, kind=int):
    """The type of an argument that is at least so much."""

    def parse(text):
        value = kind(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"{text}: expected at least {least}")
        return value

    return parse


def cargo(*arguments, folder=HOME):
    """Runs cargo in the project, or in another folder."""
    command = ["cargo", *map(str, arguments)]
    if subprocess.run(command, cwd=folder).returncode != 0:
        raise Failed(f"{' '.join(command)} failed")


def built():
    """The release program, built if it is not up to date."""
    cargo("build", "--release", "--quiet", "--target-dir", TARGET)
    return TARGET / "release/chongkak"


class Answer:
    """What a run said: its documents, and the seconds it took, on the clock and of processors."""

    def __init__(self, documents, seconds, used):
        self.documents, self.seconds, self.used = documents, seconds, used


class Program:
    """The program; every run has these options too. Without a path it is the release program, which
    must have been built. It uses no endgame tables but those that a run names, and nobody's usual
    rules: answers and figures must not depend on what somebody has installed."""

    ENVIRONMENT = {**os.environ, "CHONGKAK_TABLES": "none", "CHONGKAK_RULES": ""}

    def __init__(self, path=None, *common):
        self.path = Path(path or TARGET / "release/chongkak").resolve()
        self.common = common

    def run(self, *arguments, **how):
        """The JSON document that a run prints. See `answer`."""
        return self.answer(*arguments, "--format", "json", **how).documents

    def lines(self, *arguments, lines=None, **how):
        """The JSON documents that a run prints, one a line. `lines` are positions for its input."""
        given = None if lines is None else "".join(f"{line}\n" for line in lines)
        return self.answer(*arguments, "--format", "jsonl", given=given, **how).documents

    def answer(self, *arguments, given="", allowed=(0, 3), limit=None, quiet=True):
        """A run with its times. `given` is its input, `allowed` its exit codes: 3 is a limit that
        was reached. After `limit` seconds of processor time it is interrupted."""
        command = [self.path, *arguments, *self.common, *(["--quiet"] if quiet else [])]
        command = list(map(str, command))
        started, before = time.monotonic(), processor_seconds()
        try:
            child = subprocess.Popen(
                command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if quiet else None, env=self.ENVIRONMENT,
            )
        except OSError as error:
            raise Failed(f"{self.path}: {error.strerror}; `cargo build --release` makes it") from None
        ended = False
        try:
            while True:
                try:
                    output, errors = child.communicate(given, timeout=None if limit is None else 0.2)
                    break
                except subprocess.TimeoutExpired:
                    given = None
                    if not ended and used(child, started) >= limit:
                        child.send_signal(signal.SIGINT)
                        ended = True
        finally:
            child.kill()
            child.wait()
        seconds, processors = time.monotonic() - started, processor_seconds() - before
        if child.returncode == 130 and not ended:
            raise KeyboardInterrupt
        if child.returncode not in (*allowed, *([130] if ended else [])):
            told = (errors or "").strip()
            raise Failed(f"{' '.join(command)}: exit code {child.returncode}: {told}")
        return Answer(documents(output, command), seconds, processors)

    def rule_sets(self):
        """The options of the named rule sets, with their values."""
        named = self.run("rules")
        return {r["name"]: {o["option"]: o["value"] for o in r["options"]} for r in named}


def processor_seconds():
    """The processor time of all children that have ended."""
    import resource  # Windows has none, where these scripts only build.

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def documents(output, command):
    if "jsonl" in command:
        return [json.loads(line) for line in output.splitlines()]
    return json.loads(output) if output else None


def used(child, started):
    """The processor time a process has used, so that a busy machine takes nothing away; where the
    system doesn't tell, the time since its start."""
    try:
        fields = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return time.monotonic() - started


def board(rules, holes, seeds):
    return ["--rules", rules, "--holes", holes, "--seeds", seeds]
