"""Tests `chongkak serve` with an independent client: the package jsonrpcclient from PyPI makes the
requests and parses the answers, as JSON-RPC 2.0 specifies.

pip installs it once below the target folder. If it is not available the test is skipped, with a
message.

usage: scripts/test clients [--program FILE]

  --program FILE  the program (default: the release program of this folder)
"""
import json
import subprocess
import sys

from lib.program import TARGET, Arguments, Program, Wrong, finish

PACKAGE = "jsonrpcclient==4.0.3"


def fetched():
    """Returns the folder of the package; None if it is unavailable."""
    folder = TARGET / "clients" / PACKAGE.replace("==", "-")
    if not (folder / "jsonrpcclient").exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps",
               "--disable-pip-version-check", "--target", folder, PACKAGE]
        done = subprocess.run(pip, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            why = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            print(f"test clients: left out, since pip can't install {PACKAGE}: {why}")
            return None
    return folder


def expect(found, expected):
    if found != expected:
        raise Wrong(f"found {found}, expected {expected}")


class Engine:
    """Runs the program, with the requests and answers of the package."""

    def __init__(self, path):
        self.process = subprocess.Popen([path, "serve", "--threads", "1"], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env=Program.ENVIRONMENT)

    def send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def read(self):
        import jsonrpcclient

        return jsonrpcclient.parse_json(self.process.stdout.readline())

    def result(self, request):
        import jsonrpcclient

        self.send(json.dumps(request))
        answer = self.read()
        if not isinstance(answer, jsonrpcclient.Ok):
            raise Wrong(f"{request}: {answer}")
        expect(answer.id, request["id"])
        return answer.result

    def error(self, text):
        import jsonrpcclient

        self.send(text)
        answer = self.read()
        if not isinstance(answer, jsonrpcclient.Error):
            raise Wrong(f"{text}: {answer}")
        return answer


def talk(program):
    import jsonrpcclient as client

    engine = Engine(program.path)
    expect(engine.result(client.request("info"))["protocol"], 1)
    game = {"rules": "kalah", "holes": 3, "seeds": 2}
    options = ["--rules", "kalah", "--holes", 3, "--seeds", 2, "--threads", 1]
    # Ids of all the kinds that the package makes.
    for request in (client.request, client.request_uuid, client.request_hex, client.request_random):
        expect(engine.result(request("solve", params=game)), program.run("solve", *options))
    line = program.run("play", *options, "--line", "A2 A3")
    expect(engine.result(client.request("position", params={**game, "line": "A2 A3"}))["position"],
           line["after"])
    wrong = engine.error(client.request_json("position", params={"position": "1,q/0 1,1/0 A"}))
    expect((wrong.code, wrong.data["at"]), (-32602, 2))
    expect(engine.error(client.request_json("solved")).code, -32601)
    expect(engine.error(client.request_json("position", params=(1, 2))).code, -32600)
    expect(engine.error("{").code, -32700)
    # An unlimited search, other answers meanwhile, and its cancellation.
    endless = client.request("solve", params={"holes": 12, "seeds": 12})
    engine.send(json.dumps(endless))
    engine.result(client.request("position"))
    engine.send(client.notification_json("cancel", params={"id": endless["id"]}))
    stopped = engine.read()
    expect((stopped.id, stopped.result["stopped"]), (endless["id"], "cancelled"))
    batch = [client.request("info"), client.notification("info"), client.request("nothing")]
    engine.send(json.dumps(batch))
    first, second = engine.read()
    expect((first.id, second.id, second.code), (batch[0]["id"], batch[2]["id"], -32601))
    expect(engine.result(client.request("shutdown")), None)
    expect(engine.process.wait(), 0)
    print(f"{PACKAGE} and serve understand each other")


def main():
    arguments = Arguments(__doc__)
    arguments.add_program()
    options = arguments.parse_args()
    folder = fetched()
    if folder is not None:
        sys.path.insert(0, str(folder))
        talk(Program(options.program))


finish(main)
