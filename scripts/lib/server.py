"""A server of the line protocol in its own process."""
import json
import subprocess
import time

from lib.program import Wrong


class Server:
    def __init__(self, command, environment):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=environment)

    def ask(self, number, method, params):
        """Returns the answer to a request."""
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise Wrong(f"{method} {params}: the end of the output in place of an answer")
        return json.loads(line)

    def time(self, method, params):
        """Returns the seconds until the answer."""
        began = time.monotonic()
        self.ask(0, method, params)
        return time.monotonic() - began

    def stop(self):
        self.process.stdin.close()
        self.process.wait()
