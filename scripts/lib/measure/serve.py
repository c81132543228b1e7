"""Measures `chongkak serve` under load: requests a second, memory growth, the delay of `position`
while a search uses all threads, the time of a `cancel`; then the same server over WebSocket:
connections that come and go, and the time of a request.

The mix is positions, lines, errors, small values and short evaluations. The memory after a tenth of
the requests, or of the connections, is compared with that at the end: it may grow by 8 MiB. Half of
the connections close properly, half break off, all during a search.

usage: scripts/measure serve [OPTIONS]

  --requests N    number of requests (default 100000)
  --delays N      number of positions and cancels during searches (default 200)
  --windows N     number of WebSocket connections, one after the other (default 5000)
  --program FILE  the program (default: the release program of this folder)
"""
import json
import subprocess
import time
from pathlib import Path

from lib.program import Arguments, Program, Wrong, finish, number
from lib.websocket import WebSocket

MIX = (
    ("position", {"rules": "kalah", "holes": 6, "seeds": 4, "line": "A3"}),
    ("solve", {"rules": "kalah", "holes": 3, "seeds": 2}),
    ("play", {"line": "A1 A7 A5"}),
    ("evaluate", {"rules": "conglak", "nodes": 50}),
    ("position", {"position": "1,2,3"}),
    ("solve", {"rules": "congklak", "holes": 3, "seeds": 2, "fresh": True}),
)
# The number of concurrent requests.
UNDER_WAY = 50
MAY_GROW = 8 << 10


class Engine:
    def __init__(self, path, *options):
        self.process = subprocess.Popen([path, "serve", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, env=Program.ENVIRONMENT)
        self.last = 0

    def send(self, method, params):
        self.last += 1
        request = {"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        return self.last

    def read(self):
        return json.loads(self.process.stdout.readline())

    def resident(self):
        """KiB of memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))


def soak(path, requests):
    engine = Engine(path)
    open_ids, early, started = set(), None, time.monotonic()
    for count in range(requests + UNDER_WAY):
        if count < requests:
            open_ids.add(engine.send(*MIX[count % len(MIX)]))
        # The answers come later, but all of them.
        answered = count + 1 - UNDER_WAY
        if answered > 0:
            open_ids.remove(engine.read()["id"])
        if answered == requests // 10:
            early = engine.resident()
    seconds, late = time.monotonic() - started, engine.resident()
    if open_ids:
        raise Wrong(f"no answer to {sorted(open_ids)[:5]}")
    print(f"{requests} requests: {requests / seconds:.0f} a second; "
          f"{early / 1024:.1f} MiB after a tenth, {late / 1024:.1f} MiB at the end")
    if late > early + MAY_GROW:
        raise Wrong("the memory has grown")


def timed(engine, method, params):
    started = time.perf_counter()
    asked = engine.send(method, params)
    others = []
    while (value := engine.read()).get("id") != asked:
        others.append(value)
    return 1000 * (time.perf_counter() - started), others


def told(name, times):
    times = sorted(times)
    print(f"{name}: median {times[len(times) // 2]:.2f} ms, "
          f"99 % within {times[int(len(times) * 0.99)]:.2f} ms, at most {times[-1]:.2f} ms")


def delays(path, count):
    engine = Engine(path)
    searches = [("solve", {"holes": 12, "seeds": 12}), ("evaluate", {"time": 1000, "fresh": True}),
                ("turns", {"holes": 12, "seeds": 12, "time": 1000})]
    for method, params in searches:
        position, cancel = [], []
        for _ in range(max(count // 20, 1)):
            search = engine.send(method, params)
            for _ in range(20):
                time.sleep(0.01)
                position.append(timed(engine, "position", {"line": "A1"})[0])
            started = time.perf_counter()
            engine.send("cancel", {"id": search})
            while engine.read().get("id") != search:
                pass
            cancel.append(1000 * (time.perf_counter() - started))
            # The answer to the cancel may still come.
            timed(engine, "info", {})
        told(f"position beside {method}", position)
        told(f"cancel of {method}", cancel)


def windows(path, count):
    server = Engine(path, "--listen", "localhost:0")
    url, early, started = server.read()["url"], None, time.monotonic()
    request = {"jsonrpc": "2.0", "id": 1, "method": "position", "params": {"line": "A1"}}
    search = {"jsonrpc": "2.0", "id": 2, "method": "solve", "params": {"holes": 12, "seeds": 12}}
    times = []
    for number in range(count):
        window = WebSocket(url)
        for _ in range(3):
            asked = time.perf_counter()
            window.send(json.dumps(request))
            if json.loads(window.read())["id"] != 1:
                raise Wrong("an answer to something else")
            times.append(1000 * (time.perf_counter() - asked))
        window.send(json.dumps(search))
        window.close(word=number % 2 == 0)
        if number == count // 10:
            early = server.resident()
    seconds, late = time.monotonic() - started, server.resident()
    print(f"{count} connections: {count / seconds:.0f} a second; "
          f"{early / 1024:.1f} MiB after a tenth, {late / 1024:.1f} MiB at the end")
    if late > early + MAY_GROW:
        raise Wrong("the memory has grown")
    told("position over WebSocket", times)
    window = WebSocket(url)
    window.send(json.dumps({**request, "method": "shutdown", "params": {}}))
    if server.process.wait() != 0:
        raise Wrong("the server did not end well")


def main():
    arguments = Arguments(__doc__)
    arguments.add_argument("--requests", type=number(100), default=100_000)
    arguments.add_argument("--delays", type=number(20), default=200)
    arguments.add_argument("--windows", type=number(10), default=5_000)
    arguments.add_program()
    options = arguments.parse_args()
    path = Program(options.program).path
    soak(path, options.requests)
    delays(path, options.delays)
    windows(path, options.windows)


finish(main)
