"""Tests the program under memory limits: it must answer or print a clear error, never be killed or
abort.

Runs commands under `ulimit -v` from 200 MB to 8 GB with 1 to 64 threads, and, if this user may make
control groups, within one of 100 MB to 1 GB. Each run must end with 0 (success), 3 (a limit was
reached) or 4 (with a message). The threads and memory in the JSON must fit the limit. Without
limits a run may use at most a tenth more than `--memory`. Takes one to two minutes.

usage: scripts/test limits [--program FILE]

  --program FILE  the program (default: the release program of this folder)
"""
import itertools
import json
import os
import resource
import subprocess
from pathlib import Path

from lib.program import Arguments, Program, Wrong, finish

MEGABYTE = 10**6

# Commands whose search takes a second or less, and fills its memory.
SEARCHES = {
    "solve": "solve --rules kalah --holes 5 --seeds 4 --fresh --tables none",
    "eval": "eval --rules kalah --fresh --tables none --nodes 300000",
    "turns": "turns --exhaustive --holes 5 --seeds 6",
    "large": "solve --rules kalah --fresh --tables none --nodes 1500000",
}
# The same for longer, so that they use all the memory that they may.
LONG = {
    "turns": "turns --exhaustive --holes 6 --seeds 7",
    "large": "solve --rules kalah --fresh --tables none --nodes 4000000",
    "eval": "eval --rules kalah --fresh --tables none --nodes 4000000",
}
# Commands that divide the memory, or are of another kind.
OTHERS = {
    "batch": "batch positions/mid-round.jsonl --no-store --fresh --tables none --nodes 4000",
    "longer batch": "batch positions/mid-round.jsonl --no-store --fresh --tables none --nodes 50000",
    "analyze": "analyze --rules kalah --line A3 --fresh --tables none --nodes 20000",
    "bounds": "start --rules overbeck --holes 3 --seeds 2 --bounds --nodes 20000",
    "beams": "turns --rules dakon --beam 1000 --nodes 50000",
    "set": "set solve --holes 3 --seeds 2",
    "perft": "perft 6 --holes 5",
    "match": "match --first random --second greedy --rounds 50 --holes 4",
    "start": "start --rules congklak-six --holes 2 --seeds 2",
    "chong": "chong solve --holes 2",
    "serve": "serve",
}
REQUEST = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "solve", "params": {
    "rules": "kalah", "holes": 4, "seeds": 3, "fresh": True}}) + "\n"

ADDRESSES = [200, 300, 500, 800, 1200, 2000, 4000, 8000]
THREADS = [1, 2, 4, 8, 16, 64]
GROUPS = [100, 300, 1000]


class Group:
    """A control group with a memory limit, of version 1 or 2."""

    VERSIONS = {
        "/sys/fs/cgroup/memory": "memory.limit_in_bytes",
        "/sys/fs/cgroup": "memory.max",
    }

    def __init__(self, megabytes):
        for root, limit in self.VERSIONS.items():
            self.folder = Path(root) / f"chongkak-limits-{os.getpid()}"
            try:
                self.folder.mkdir()
            except OSError:
                continue
            try:
                (self.folder / limit).write_text(str(megabytes * MEGABYTE))
                return
            except OSError:
                self.folder.rmdir()
        raise OSError("no control group can be made")

    def enter(self):
        (self.folder / "cgroup.procs").write_text(str(os.getpid()))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.rmdir()


def limited(megabytes):
    """Limits the address space of the process about to start."""
    bytes_ = megabytes * MEGABYTE
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (bytes_, bytes_))


def run(program, command, threads, begin, where):
    """Runs the program, and returns its output if it is done."""
    arguments = [program, *command.split(), "--threads", str(threads)]
    if command != "serve":
        arguments += ["--format", "jsonl"]
    told = f"{where}, {threads} threads: {command}"
    try:
        done = subprocess.run(arguments, input=REQUEST, capture_output=True, text=True,
                              preexec_fn=begin, env=Program.ENVIRONMENT, timeout=20)
    except subprocess.TimeoutExpired as late:
        raise Wrong(f"{told}: it hangs") from late
    said = done.stderr.strip()
    if done.returncode not in (0, 3, 4) or "panicked" in said:
        raise Wrong(f"{told}: ended with {done.returncode}: {said[-300:] or 'without a word'}")
    if done.returncode == 4 and not said:
        raise Wrong(f"{told}: 4 without a word")
    return done.stdout if done.returncode != 4 else None


def check_peak(program, command, mebibytes):
    """Checks that a run takes at most its memory and a tenth more."""
    arguments = [program, *command.split(), "--memory", str(mebibytes), "--threads", "2", "--quiet"]
    with subprocess.Popen(arguments, stdout=subprocess.DEVNULL, env=Program.ENVIRONMENT) as child:
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0
    # Linux counts in KiB.
    peak = usage.ru_maxrss >> 10
    if peak > mebibytes * 1.1:
        raise Wrong(f"--memory {mebibytes}: {command} took {peak} MiB")


def check_limits(found, threads, megabytes, told):
    """Checks that the threads and memory in a result are within the limits."""
    limits = json.loads(found)["limits"]
    if not 1 <= limits["threads"] <= threads:
        raise Wrong(f"{told}: {limits} with {threads} threads")
    if limits["memory"] > megabytes:
        raise Wrong(f"{told}: {limits} in {megabytes} MB")


def main():
    arguments = Arguments(__doc__)
    arguments.add_program()
    program = Program(arguments.parse_args().program).path
    answers = {}
    for megabytes, threads in itertools.product(ADDRESSES, THREADS):
        for name, command in SEARCHES.items():
            where = f"ulimit -v {megabytes} MB"
            found = run(program, command, threads, limited(megabytes), where)
            answers.setdefault(found is not None, []).append(name)
            if found:
                check_limits(found, threads, megabytes, f"{where}, {name}")
    for megabytes, threads in itertools.product([200, 1200, 3000], [1, 8, 16]):
        for command in OTHERS.values():
            where = f"ulimit -v {megabytes} MB"
            found = run(program, command, threads, limited(megabytes), where)
            if found is None and megabytes > 200:
                raise Wrong(f"{where}, {threads} threads: no answer to {command}")
    done, refused = (len(answers.get(answer, [])) for answer in (True, False))
    print(f"test limits: {done} searches answered and {refused} refused under ulimit -v")
    if done < 9 * refused:
        raise Wrong("too many searches were refused")
    for mebibytes, name in itertools.product([128, 256], SEARCHES):
        check_peak(program, LONG.get(name, SEARCHES[name]), mebibytes)
    print("test limits: no search took more than --memory and a tenth")
    try:
        with Group(GROUPS[0]):
            pass
    except OSError as error:
        print(f"test limits: control groups are left out: {error}")
        return
    for megabytes, threads in itertools.product(GROUPS, [1, 16]):
        for command in [*SEARCHES.values(), *OTHERS.values()]:
            with Group(megabytes) as group:
                where = f"a control group of {megabytes} MB"
                if run(program, command, threads, group.enter, where) is None:
                    raise Wrong(f"{where}, {threads} threads: no answer to {command}")
    print(f"test limits: all commands answered in control groups of {GROUPS} MB")


finish(main)
