"""Checks that the library in WebAssembly answers like the program: builds the module of the folder
`web`, and asks it and `chongkak serve`, with one thread and the same memory, the same questions by
the line protocol. All answers must be equal, including nodes but not times; chances of chong to
twelve places, because each C library has its own hyperbolic tangent.

Needs Node, and the target wasm32-unknown-unknown or Debian's packages (scripts/lib/web.py).

usage: scripts/check web [--program FILE] [--module FILE] [--speed] [--doors]

  --program FILE  the program (default: the release program of this folder)
  --module FILE   the module (default: built from `web`)
  --speed         prints the best of three times of both for ten searches, and the mean of their
                  ratios
  --doors         also asks it the games of the law about all interfaces, a test of the suite
"""
import json
import os
import statistics
import subprocess
from pathlib import Path

from lib import debian, web
from lib.program import HOME, Arguments, Failed, Program, Wrong, finish
from lib.server import Server

# Memory of the program in MiB: a search that runs alone gets half as much as in the module; and for
# a search that asks for an amount.
MEMORY = 340
ASKED = 128
MID_ROUND = "1,11,11,11,11,11,1,12,12/21 x,x,10,10,10,10,10,10,0/0 A"
QUESTIONS = [
    ("rules", {"rules": "congklak"}),
    ("position", {"rules": "overbeck", "position": MID_ROUND}),
    ("elsewhere", {"rules": "congklak", "line": "A1"}),
    ("scene", {"rules": "kalah", "line": "A3 A6"}),
    ("start", {"rules": "overbeck", "choices": "A1 B2"}),
    ("lesson", {"name": "capture", "step": 1, "line": "A2"}),
    ("puzzles", {"rules": "kalah"}),
    ("puzzle", {"rules": "conglak", "position": "0,0,1,1/0 5,0,0,0/5 A"}),
    ("evaluate", {"rules": "overbeck", "position": MID_ROUND, "depth": 4}),
    ("evaluate", {"rules": "congklak", "depth": 5, "fresh": True}),
    ("evaluate", {"rules": "conglak"}),
    ("solve", {"rules": "kalah", "holes": 4, "seeds": 3, "fresh": True}),
    ("solve", {"rules": "kalah", "holes": 6, "seeds": 3, "fresh": True}),
    ("solve", {"rules": "conglak", "holes": 4, "seeds": 4, "fresh": True}),
    ("prove", {"rules": "kalah", "holes": 3, "seeds": 2}),
    ("turns", {"rules": "congklak-six", "nodes": 100_000}),
    ("analyze", {"rules": "kalah", "holes": 3, "seeds": 2, "line": "A1 B2", "nodes": 1000}),
    ("turns", {"rules": "kalah", "holes": 4, "seeds": 4, "exhaustive": True}),
    ("choose", {"rules": "overbeck", "policy": "greedy", "seed": 1}),
    ("choose", {"rules": "kalah", "policy": "search:1000", "seed": 2}),
    ("claims", {"rules": "overbeck"}),
    ("book", {"rules": "congklak-six", "owned": 48}),
    ("chong_evaluate", {}),
    ("chong_analyze", {"holes": 3, "turns": ["1,2,3,4 1:K3<>2 4:S3-7x"]}),
    ("chong_choose", {"policy": "greedy", "seed": 3}),
    ("evaluate", {"rules": "nosuch"}),
    ("evaluate", {"rules": "kalah", "position": "1,2"}),
    ("nosuch", {}),
]
GIVEN = {"nodes": 3_000_000, "fresh": True, "threads": 1, "memory": ASKED}
# Decimal places in which chances must agree.
PLACES = 12
# Fields that may differ; and the version, if only one of the two was rebuilt.
IGNORED = {"seconds", "nodes_per_second", "version"}


def compared(value):
    if isinstance(value, dict):
        return {name: compared(one) for name, one in value.items() if name not in IGNORED}
    if isinstance(value, float):
        return round(value, PLACES)
    return [compared(one) for one in value] if isinstance(value, list) else value


def speeds(native, inside):
    """Prints the best times of searches, and the speed of the module relative to the program."""
    ratios = []
    for search in web.SEARCHES:
        asked = {**search, **GIVEN}
        best = [min(server.time("evaluate", asked) for _ in range(3)) for server in (native, inside)]
        ratios.append(best[0] / best[1])
        print(f"{json.dumps(search)}: the program {best[0]:.2f} s, WebAssembly {best[1]:.2f} s")
    print(f"WebAssembly has {statistics.geometric_mean(ratios):.2f} of the speed, as a geometric mean")


def main():
    parser = Arguments(__doc__)
    parser.add_program()
    parser.add_argument("--module", type=Path)
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--doors", action="store_true")
    given = parser.parse_args()
    program = Program(given.program)
    node = debian.found("node", "nodejs")
    if not node:
        raise Failed("there is no Node: expected `node` on the path")
    module = given.module or web.module()
    command = [program.path, "serve", "--threads", "1", "--memory", str(MEMORY)]
    native = Server(command, Program.ENVIRONMENT)
    inside = Server([node, HOME / "web/serve.mjs", module], debian.environment(node))
    try:
        for number, (method, params) in enumerate(QUESTIONS):
            expected, found = (compared(server.ask(number, method, params)) for server in (native, inside))
            if found != expected:
                raise Wrong(f"{method} {params}: found {json.dumps(found)}, expected as by the program "
                            f"{json.dumps(expected)}")
        if given.speed:
            speeds(native, inside)
    finally:
        native.stop()
        inside.stop()
    if given.doors:
        environment = {**debian.environment(node), "CHONGKAK_MODULE": str(module.resolve()),
                       "PATH": f"{Path(node).parent}:{os.environ['PATH']}"}
        law = ["cargo", "test", "--quiet", "--test", "suite", "--", "--ignored", "the_site_gives_the_same_answer"]
        if subprocess.run(law, cwd=HOME, env=environment).returncode != 0:
            raise Wrong("the site breaks the law of the doors")
    bytes_of = module.stat().st_size
    print(f"{len(QUESTIONS)} questions are answered alike in WebAssembly ({bytes_of / 1e6:.2f} MB)")


if __name__ == "__main__":
    finish(main)
