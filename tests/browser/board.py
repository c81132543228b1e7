"""The page of `chongkak board` in a browser: a server, clicks and keys, and what is shown."""
import functools
import http.server
import json
import os
import subprocess
import threading
import time
from urllib.parse import urlsplit

from .browser import Gone
from lib.program import Program, Wrong

# Seconds allowed for a change on the page.
PATIENCE = 60

# A phone, a tablet and a desk.
WINDOWS = [(390, 844), (768, 1024), (1200, 900)]

# The visible drawing.
SHOWN = "[...document.querySelectorAll('#board svg')].find((svg) => svg.getClientRects().length > 0)"


class Board:
    """`chongkak board` and its address."""

    def __init__(self, path, *arguments):
        # The default address has room for one board, and a browser would keep settings between
        # tests.
        command = [path, "board", "--no-open", *(arguments or ["--listen", "127.0.0.1:0"])]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                                        env=Program.ENVIRONMENT)
        self.url = json.loads(self.process.stdout.readline())["url"]

    def address(self, page):
        url = urlsplit(self.url)
        return f"{url.scheme}://{url.netloc}{page}?{url.query}"

    def signal(self, number):
        os.kill(self.process.pid, number)

    def stop(self):
        """Ends the program."""
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


class FileServer(http.server.ThreadingHTTPServer):
    """A file server with a long backlog: a page requests all of its files at once, and a refused
    connection is retried after seconds, doubling each time."""

    request_queue_size = 128

    def __init__(self, *how):
        super().__init__(*how)
        # The requested paths, with the status codes.
        self.answers = []


class Site:
    """The same pages as a site (scripts/build-site), from a file server, below a path."""

    def __init__(self, folder):
        self.folder = folder
        served = functools.partial(Quiet, directory=folder.resolve().parent)
        self.server = FileServer(("127.0.0.1", 0), served)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.base = f"http://127.0.0.1:{self.server.server_port}/{folder.resolve().name}/"

    def address(self, page):
        return self.base + {"/": "", "/chong": "chong.html"}[page]

    def stop(self):
        """Stops serving."""
        self.server.shutdown()
        self.server.server_close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files, records its answers, and writes no log."""

    def send_response(self, code, message=None):
        self.server.answers.append((urlsplit(self.path).path, code))
        super().send_response(code, message)

    def log_message(self, *_):
        pass


def of_the_program(test):
    """Marks a test of something that a page has only with a program: the site skips it."""
    test.of_the_program = True
    return test


def differs_on_a_site(test):
    """Marks a test of something that a site does in its own way, with an engine in the browser or
    by its addresses: it runs on the site for every commit, all others at night."""
    test.differs_on_a_site = True
    return test


def in_all_windows(test):
    """Marks a test of the layout: it runs in all windows for every commit, as all others do at
    night."""
    test.in_all_windows = True
    return test


def at_a_desk(reason):
    """Marks a test that always has the window of a desk, for this reason."""

    def marked(test):
        test.at_a_desk = reason
        return test

    return marked


def at_night(reason):
    """Marks a slow test, with the reason: a commit skips it."""

    def marked(test):
        test.at_night = reason
        return test

    return marked


class InVain(Wrong):
    """A condition never became true."""


class Desk:
    """A window with a page of the board, used as people use it. Nothing may be requested from
    another host or written to the console."""

    def __init__(self, browser, board, program):
        self.browser, self.board, self.program = browser, board, program
        # The chosen language of the page; None for that of the browser.
        self.language = None
        # The test servers. The browser may still report requests of the previous page after the
        # next one is loaded, so its host is allowed.
        self.hosts = {urlsplit(board.address("/")).netloc}
        # The default window of pages.
        self.window = WINDOWS[-1]
        # The browser itself reports a lost connection.
        self.losses_allowed = False
        browser.ask("Network.enable")

    def open(self, link="", width=None, height=900, page="/", **how):
        """Loads the page with a link, without stored data, and waits until it shows a board:
        without a link that of an analysis."""
        width, height = (width, height) if width else self.window
        self.check()
        # Two browsers run at once, so one thread searches for each.
        kept = {"mode": "analyse", "engine-threads": "1", **({"language": self.language} if self.language else {})}
        self.value(f"try {{ localStorage.clear(); Object.assign(localStorage, {json.dumps(kept)}); }} catch {{}} 0")
        address = self.board.address(page)
        self.browser.show(f"{address}#{link}" if link else address, width, height, **how)
        if page == "/":
            self.wait("globalThis.chongkak?.stage.found && chongkak.stage.still", "a board")

    def check(self):
        """Checks what must hold whenever a page is left."""
        for event in self.browser.events:
            method, params = event.get("method"), event.get("params", {})
            asked = method in ("Network.requestWillBeSent", "Network.webSocketCreated")
            url = params.get("request", {}).get("url") or params.get("url") or ""
            local = url.startswith(("data:", "blob:", "about:"))
            if asked and not local and urlsplit(url).netloc not in self.hosts:
                raise Wrong(f"the page asked another host: {url}")
        told = self.browser.complaints()
        if self.losses_allowed:
            told = [one for one in told if "ERR_CONNECTION" not in one.get("entry", {}).get("text", "")]
        if told:
            raise Wrong(f"on the console: {told}")

    def value(self, expression):
        return self.browser.value(expression)

    def wait(self, expression, what):
        """Waits until an expression holds, and returns its value."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                found = self.value(expression)
            except Gone:
                # Another page is loading, and the expression is for that one.
                found = None
            if found:
                return found
            time.sleep(0.03)
        fault = self.value("document.getElementById('fault')?.textContent")
        # The page, its loading state, and its pending requests.
        there = self.value("""[location.pathname, document.readyState, typeof globalThis.chongkak,
          performance.getEntriesByType("resource").filter(({ responseEnd }) => !responseEnd).map(({ name }) => name)]""")
        raise InVain(f"waited in vain for {what}; told: {fault!r}; there is {there}")

    def text(self, selector):
        return self.value(f"document.querySelector({json.dumps(selector)})?.textContent")

    def wait_text(self, selector, part):
        """Waits until an element contains a text, and returns its whole text."""
        said = f"(document.querySelector({json.dumps(selector)})?.textContent ?? '')"
        return self.wait(f"{said}.includes({json.dumps(part)}) && {said}", f"{part!r} in {selector}")

    def lose_connection(self):
        """Cuts the connection, which the page reports; it reconnects after three seconds."""
        self.value("chongkak.server.pause = 3000; chongkak.server.socket.close(); 0")
        self.wait_text("#connection", "Trying again in")

    def words(self, key, **values):
        """Returns a text of the page in its language."""
        module = "import(new URL('language.js', document.querySelector('link[href*=\"frame.css\"]').href).href)"
        return self.value(f"{module}.then(({{ t }}) => t({json.dumps(key)}, {json.dumps(values)}))")

    def wait_words(self, selector, key, **values):
        """Waits until an element contains a text of the page, and returns its whole text."""
        return self.wait_text(selector, self.words(key, **values))

    def middle(self, expression):
        """Scrolls an element into view and returns its centre.

        A frame later the board may have scrolled too, and moved the element.
        """
        return self.value(f"""(async () => {{
          const element = {expression};
          if (!element) return null;
          const toSee = () => element.scrollIntoView({{ block: "nearest", behavior: "instant" }});
          const before = scrollY;
          toSee();
          if (scrollY !== before) {{
            const frame = () => new Promise(requestAnimationFrame);
            await frame().then(frame).then(frame).then(toSee);
          }}
          const {{ left, top, width, height }} = element.getBoundingClientRect();
          return [left + width / 2, top + height / 2];
        }})()""")

    def cell(self, name):
        """Returns the centre of a cell of the board."""
        number = f"chongkak.stage.boards.cells.indexOf({json.dumps(name)})"
        found = self.middle(f"{SHOWN}.querySelector(`[data-cell=\"${{{number}}}\"] .pit`)")
        if not found:
            raise Wrong(f"there is no cell {name}")
        return found

    def click(self, selector):
        place = self.middle(f"document.querySelector({json.dumps(selector)})")
        if not place:
            raise Wrong(f"there is no {selector}")
        self.browser.click(*place)

    def play(self, name):
        """Clicks a hole of the chosen place, once it is drawn, and waits until all seeds are
        still."""
        self.wait("chongkak.stage.node === chongkak.study.node", "the place to be drawn")
        before = self.value("chongkak.study.link")
        self.browser.click(*self.cell(name))
        self.wait(f"chongkak.study.link !== {json.dumps(before)}", f"{name} to be played")
        self.rest()

    def rest(self):
        """Ends any running move on the board and waits for it."""
        self.wait("(chongkak.stage.skip(), chongkak.stage.still)", "the board to come to rest")

    def keys(self, *keys, rest=True):
        for key in keys:
            self.browser.press(key)
            if rest:
                self.rest()

    def choose(self, selector, value):
        """Chooses an entry of a list."""
        self.value(f"""(() => {{
          const list = document.querySelector({json.dumps(selector)});
          list.value = {json.dumps(value)};
          list.dispatchEvent(new Event("change", {{ bubbles: true }}));
        }})()""")

    def write(self, selector, text):
        """Replaces the content of a field, once it exists."""
        self.wait(f"!!document.querySelector({json.dumps(selector)})", selector)
        self.click(selector)
        self.value(f"document.querySelector({json.dumps(selector)}).select()")
        self.browser.type(text)

    def link(self, part=""):
        """Waits until the address has the state of the page, which is written with a delay, and this
        part; returns it after its #."""
        now = "decodeURIComponent(location.hash) === '#' + decodeURIComponent(chongkak.study.link)"
        self.wait(f"{now} && location.hash.includes({json.dumps(part)})", f"{part!r} in the address")
        return self.value("location.hash.slice(1)")

    def count_runs(self):
        """Counts the moves whose seeds run from now on, as `moved` of the page: a short run may be over
        before a test looks."""
        self.value("globalThis.moved = 0; chongkak.stage.addEventListener('moving', () => { moved++; }); 0")

    def unfold(self, panel):
        """Opens a panel by its heading, unless it is open."""
        if not self.value(f"document.getElementById({json.dumps(panel)}).open"):
            self.click(f"#{panel} > summary")
        self.wait(f"document.getElementById({json.dumps(panel)}).open", f"the panel {panel}")

    def tab_to(self, selector, most=150):
        """Presses Tab until an element has the focus."""
        for _ in range(most):
            self.browser.press("Tab")
            if self.value(f"document.activeElement.matches({json.dumps(selector)})"):
                return
        raise Wrong(f"no key leads to {selector}")

    def tabbed(self, most=90):
        """Returns the names of all elements that Tab reaches from here."""
        names = []
        for _ in range(most):
            self.browser.press("Tab")
            name = self.value("""(() => {
              const one = document.activeElement;
              if (!one || one === document.body) return null;
              return one.getAttribute("aria-label") || one.labels?.[0]?.textContent || one.textContent
                || "nameless " + one.id;
            })()""")
            if name is None:
                break
            names.append(name)
        nameless = [name for name in names if name.startswith("nameless")]
        if nameless:
            raise Wrong(f"without a name: {nameless}")
        return names

    def of_own_program(self):
        """A desk with its own program, which a test may end."""
        return self.at(Board(self.program.path))

    def at(self, board):
        """A desk with pages from another server, which a test may end."""
        self.check()
        self.browser.events = []
        other = Desk(self.browser, board, self.program)
        self.hosts |= other.hosts
        other.hosts = self.hosts
        other.window = self.window
        other.losses_allowed, other.language = True, self.language
        return other

    def position(self):
        return self.value("chongkak.stage.found.position")

    def line(self):
        return self.value("chongkak.study.tree.line()")

    def drawn(self):
        """Returns the numbers on the board."""
        return self.value(f"[...{SHOWN}.querySelectorAll('.count')].map((count) => count.textContent)")

    def legal(self):
        """Returns the names of the holes that can be clicked."""
        return self.value(f"""[...{SHOWN}.querySelectorAll('.legal')]
          .map((group) => chongkak.stage.boards.cells[group.dataset.cell])""")


def same(what, found, expected):
    if found != expected:
        raise Wrong(f"{what}: found {found!r}, expected {expected!r}")


def cells(position):
    """Returns the numbers of a position in the order of the board: A's row and store, B's row and
    store."""
    rows = position.split()[:2]
    return [cell for row in rows for cell in [*row.rsplit("/", 1)[0].split(","), row.rsplit("/", 1)[1]]]


def signed(value):
    """Formats a value as the page does."""
    return f"+{value}" if value > 0 else str(value).replace("-", "\u2212")
