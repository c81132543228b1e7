"""Headless Chromium: one process for all pages, controlled through a pipe (the DevTools protocol,
whose messages end with a zero byte)."""
import base64
import json
import os
import select
import shutil
import subprocess
import sys

from lib.program import Failed, Wrong

# Seconds after which an unresponsive browser is given up.
ANSWERS = 120


def found(given):
    """Returns the browser, installed with apt-get if it is missing and we may."""
    path = shutil.which(given or "chromium")
    if path:
        return path
    if given:
        raise Failed(f"{given}: not found")
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise Failed("chromium is missing, and only root can install it with apt-get: "
                     "install it, or name another one with --browser")
    print("installing chromium", file=sys.stderr)
    for arguments in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
        done = subprocess.run(["apt-get", "-q", *arguments], stdout=sys.stderr,
                              env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
        if done.returncode:
            raise Failed(f"apt-get {arguments[0]}: exit code {done.returncode}")
    path = shutil.which("chromium")
    if not path:
        raise Failed("chromium is missing after its installation")
    return path

# Key codes of keys that write nothing.
CODES = {
    "Enter": 13, "Tab": 9, "Escape": 27, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36, "ArrowLeft": 37,
    "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Delete": 46, "Backspace": 8,
}


def give(reading, writing):
    """Makes these the descriptors 3 and 4, where the browser expects its pipe."""
    copies = [os.dup(reading), os.dup(writing)]
    while min(copies) <= 4:
        copies = [os.dup(copy) for copy in copies]
    for copy, number in zip(copies, (3, 4)):
        os.dup2(copy, number)


# The browser's error for an expression whose page has been replaced.
GONE = ["navigated or closed", "context was destroyed", "Cannot find context"]


class Gone(Wrong):
    """The page no longer exists."""


class Browser:
    """One tab at a time. Any console message or error of a page is a failure."""

    def __init__(self, path, folder):
        down, up = os.pipe(), os.pipe()
        command = [path, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                   "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe",
                   f"--user-data-dir={folder}/profile", "about:blank"]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL, pass_fds=(3, 4),
                                        preexec_fn=lambda: give(down[0], up[1]))
        for end in (down[0], up[1]):
            os.close(end)
        self.input, self.output = os.fdopen(down[1], "wb"), os.fdopen(up[0], "rb")
        self.number, self.session, self.events, self.rest = 0, None, [], b""
        self.tab, = (target["targetId"] for target in self.ask("Target.getTargets")["targetInfos"]
                     if target["type"] == "page")
        self.attach()

    def close(self):
        self.session = None
        self.ask("Browser.close")
        self.process.wait()

    def attach(self):
        """Attaches to the tab, with real time."""
        if self.session:
            old, self.session = self.session, None
            self.ask("Target.detachFromTarget", sessionId=old)
        attached = self.ask("Target.attachToTarget", targetId=self.tab, flatten=True)
        self.session, self.paused = attached["sessionId"], False
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")

    def other_tab(self):
        """Opens another tab and uses it. Returns the previous one, for `use`."""
        former = self.tab, self.session
        self.tab = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.attach()
        self.ask("Network.enable")
        return former

    def use(self, tab):
        """Uses an open tab, and closes the current one."""
        self.ask("Page.close")
        self.tab, self.session = tab
        self.ask("Page.bringToFront")

    def receive(self):
        while b"\0" not in self.rest:
            if not select.select([self.output], [], [], ANSWERS)[0]:
                raise Failed(f"the browser has not answered for {ANSWERS} seconds")
            read = self.output.read1(1 << 20)
            if not read:
                raise Failed("the browser has ended")
            self.rest += read
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, **parameters):
        """Sends a command of the protocol and returns its answer; earlier events are stored."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.input.write(json.dumps(message).encode() + b"\0")
        self.input.flush()
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    told = answer["error"]["message"]
                    kind = Gone if any(words in told for words in GONE) else Wrong
                    raise kind(f"{method}: {told}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.receive())
        self.events = [event for event in self.events if event.get("method") != method]

    def show(self, address, width, height, dark=False, still=False, scripts=True):
        """Loads a page into a window of this size."""
        if self.paused:
            self.attach()
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=False)
        self.ask("Emulation.setEmulatedMedia", media="", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"},
        ])
        self.ask("Emulation.setScriptExecutionDisabled", value=not scripts)
        # A page that differs only after # would not be reloaded.
        for url in ("about:blank", address):
            self.events = []
            self.ask("Page.navigate", url=url)
            self.wait_for("Page.loadEventFired")

    def print_look(self):
        """Shows the open page as it is printed, for a reader of dark pages."""
        self.ask("Emulation.setEmulatedMedia", media="print",
                 features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self.value("dispatchEvent(new Event('beforeprint')); new Promise(requestAnimationFrame).then(() => 0)")

    def pass_time(self, seconds):
        """Advances the page's virtual time, with all its timers. Then time stands still."""
        self.paused = True
        self.ask("Emulation.setVirtualTimePolicy", policy="advance", budget=1000 * seconds)
        self.wait_for("Emulation.virtualTimeBudgetExpired")

    def value(self, expression):
        """Evaluates an expression in the page, awaiting promises."""
        found = self.ask("Runtime.evaluate", expression=expression, returnByValue=True,
                         awaitPromise=True)
        if "exceptionDetails" in found:
            raise Wrong(f"{expression}: {found['exceptionDetails']}")
        return found["result"].get("value")

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key, control=False):
        """Presses a key, such as `Enter`, `Tab` or `x`, optionally with Ctrl."""
        text = "\r" if key == "Enter" else key if len(key) == 1 and not control else ""
        code = CODES.get(key) or ord(key.upper())
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code,
                     modifiers=2 if control else 0, **({"text": text} if text and kind == "keyDown" else {}))

    def type(self, text):
        """Types text into the focused field."""
        self.ask("Input.insertText", text=text)

    def wheel(self, x, y, down):
        """Turns the mouse wheel over a place, down if positive."""
        self.ask("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=100 * down)

    def drop(self, x, y, file):
        """Drops a file on a place."""
        data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.ask("Input.dispatchDragEvent", type=kind, x=x, y=y, data=data)

    def choose_file(self, selector, file):
        """Chooses a file in a file field."""
        root = self.ask("DOM.getDocument")["root"]["nodeId"]
        field = self.ask("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.ask("DOM.setFileInputFiles", nodeId=field, files=[str(file)])

    def complaints(self):
        """Returns the console messages and errors of the page since it was shown."""
        kinds = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        return [event["params"] for event in self.events if event.get("method") in kinds]

    def picture(self, file):
        shot = self.ask("Page.captureScreenshot", format="png")
        file.write_bytes(base64.b64decode(shot["data"]))
