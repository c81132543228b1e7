"""The site without a program: offline, and in browsers that lack a feature."""
import json
import shutil
import tomllib
from pathlib import Path

from lib.program import HOME, Wrong

from .board import Site, same

# All files of the site are stored for offline use.
KEPT = """(async () => {
  await navigator.serviceWorker.ready;
  const [name] = await caches.keys();
  const kept = name ? await (await caches.open(name)).keys() : [];
  return navigator.serviceWorker.controller !== null && kept.length > 50;
})()"""
LINK = "rules=kalah&holes=4&seeds=3"


def leave(desk):
    """Leaves a page of another server, whose files and workers no longer matter."""
    desk.browser.show("about:blank", 1200, 900)
    desk.browser.events = []


def test_without_a_network(desk):
    """After the first visit both pages work when the server is gone, and so does a search."""
    other = desk.at(Site(desk.board.folder))
    other.open(LINK)
    other.wait(KEPT, "all files to be kept")
    value = other.wait("chongkak.engine.found?.exact && chongkak.engine.found.value", "the value")
    other.board.stop()
    other.open(LINK)
    other.wait("chongkak.engine.found?.exact", "the value without a network")
    same("the value", other.value("chongkak.engine.found.value"), value)
    other.open("", page="/chong")
    other.wait("globalThis.chongkak?.info", "Chong without a network")
    leave(desk)


# An icon as drawn, and the vector drawing in the same place: their difference, of 255.
DIFFER = """(async () => {
  const pixels = async (address, at, size) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(SIZE, SIZE).getContext("2d");
    canvas.fillStyle = "#f4e3c1";
    canvas.fillRect(0, 0, SIZE, SIZE);
    canvas.drawImage(image, at, at, size, size);
    return canvas.getImageData(0, 0, SIZE, SIZE).data;
  };
  const a = await pixels("icon-SIZE.png", 0, SIZE);
  const b = await pixels("icon.svg", SIZE / 10, 0.8 * SIZE);
  return a.reduce((sum, value, index) => sum + Math.abs(value - b[index]), 0) / a.length;
})()"""


def test_can_be_installed(desk):
    """Browsers can install the site on a home screen; its icons show what `icon.svg` does."""
    desk.open(LINK)
    desk.wait(KEPT, "all files to be kept")
    found = desk.browser.ask("Page.getAppManifest")
    same("mistakes of the manifest", found["errors"], [])
    same("what keeps it from being installed", desk.browser.ask("Page.getInstallabilityErrors")["installabilityErrors"], [])
    icons = json.loads(found["data"])["icons"]
    same("icons to be cut out", [one["sizes"] for one in icons if one.get("purpose") == "maskable"], ["512x512"])
    for size in (180, 192, 512):
        sizes = [one["sizes"] for one in icons if one["src"] == f"icon-{size}.png"] or ["180x180"]
        same(f"the size of icon-{size}.png", set(sizes), {f"{size}x{size}"})
        real = "createImageBitmap(await (await fetch('icon-SIZE.png')).blob())".replace("SIZE", str(size))
        same(f"its pixels", desk.value(f"(async () => {{ const one = await {real}; return [one.width, one.height]; }})()"), [size] * 2)
        differ = desk.value(DIFFER.replace("SIZE", str(size)))
        if differ > 2:
            raise Wrong(f"icon-{size}.png is no drawing of icon.svg: it differs by {differ:.1f}; scripts/make icons")
    same("the icon of iOS", desk.value("document.querySelector('link[rel=apple-touch-icon]').getAttribute('href')"), "icon-180.png")


def test_a_new_version(desk):
    """A new version of the site is there on the next visit, complete; the old one is deleted."""
    folder = Path(desk.folder) / "renewed"
    shutil.copytree(desk.board.folder, folder)
    other = desk.at(Site(folder))
    other.open(LINK)
    other.wait(KEPT, "all files to be kept")
    for name in ("words.js", "service-worker.js"):
        text = (folder / name).read_text()
        (folder / name).write_text(text.replace('const KEPT = "chongkak ', 'const KEPT = "chongkak new') + "\n// new\n")
    desk.browser.show("about:blank", 1200, 900)
    other.open(LINK)
    # Browsers check for a new one when a page is opened; it waits until no page of the old one is
    # open.
    other.wait("navigator.serviceWorker.ready.then((one) => one.waiting !== null)", "the new version to be kept")
    of_new = "fetch('words.js').then((file) => file.text()).then((text) => text.endsWith('// new\\n'))"
    same("the new version beside a page of the old one", other.value(of_new), False)
    desk.browser.show("about:blank", 1200, 900)
    other.open(LINK)
    other.wait(of_new, "the new version")
    other.wait("caches.keys().then((names) => names.length === 1)", "the old version to be forgotten")
    other.board.stop()
    leave(desk)


def test_an_old_browser(desk):
    """Without WebAssembly the page says what it needs."""
    script = desk.browser.ask("Page.addScriptToEvaluateOnNewDocument", source="delete globalThis.WebAssembly")
    try:
        desk.browser.show(desk.board.address("/"), 1200, 900)
        desk.wait_text("#connection", "it needs a browser with WebAssembly")
    finally:
        desk.browser.ask("Page.removeScriptToEvaluateOnNewDocument", identifier=script["identifier"])
    leave(desk)


def test_without_the_engine(desk):
    """Without the engine's file the page says so, and does not mention a program."""
    folder = Path(desk.folder) / "without-engine"
    shutil.copytree(desk.board.folder, folder)
    (folder / "engine.wasm").unlink()
    other = desk.at(Site(folder))
    desk.browser.show(other.board.address("/"), 1200, 900)
    said = desk.wait("/\\d/.test(document.getElementById('connection').textContent) && document.getElementById('connection').textContent",
                     "what is wrong")
    counts = [desk.words("frame.not-reached", count=count) for count in range(1, 16)]
    same("what is said while it is tried again", said in counts, True)
    desk.value("chongkak.server.tries = 6; chongkak.server.tryAgain = null; chongkak.server.connect(); 0")
    desk.wait_words("#connection", "frame.missing")
    other.board.stop()
    leave(desk)


def test_a_first_visit(desk):
    """The first visit sends each file once, although all are stored for offline use."""
    folder = Path(desk.folder) / "first-visit"
    shutil.copytree(desk.board.folder, folder)
    other = desk.at(Site(folder))
    other.open(LINK)
    other.wait(KEPT, "all files to be kept")
    sent = [path for path, code in other.board.server.answers if code == 200]
    # Browsers fetch the worker itself at any time.
    twice = sorted({path for path in sent if sent.count(path) > 1 and not path.endswith("service-worker.js")})
    same("files that were sent twice", twice, [])
    if not any(path.endswith("engine.wasm") for path in sent):
        raise Wrong(f"the engine was never sent: {sent}")
    other.board.stop()
    leave(desk)
    return f"{len(sent)} files"


def test_quick_beside_a_search(desk):
    """While an unlimited search runs other requests are answered, and cancelling it takes no
    time."""
    desk.open("rules=kalah&seeds=6")
    took, cancelled, stopped, depth = desk.value("""(async () => {
      const { engine, server } = chongkak;
      engine.set({ on: false });
      let search;
      const params = { rules: "kalah", seeds: 6, time: 1e6, fresh: true };
      await new Promise((told) => { search = server.search("evaluate", params, told); });
      const began = performance.now();
      await server.ask("position", { rules: "kalah" });
      const asked = performance.now();
      search.cancel();
      const found = await search.answer;
      return [asked - began, performance.now() - asked, found.stopped, found.depth];
    })()""")
    same("the answer of what was cancelled", [stopped, depth >= 1], ["cancelled", True])
    return f"a quick answer in {took:.0f} ms, a cancelled one in {cancelled:.0f} ms"


def test_two_tabs(desk):
    """Two tabs of one browser search at once, each with its own game; the first one continues when
    the other is closed."""
    desk.open("rules=kalah&seeds=6")
    desk.value("chongkak.engine.set({ seconds: null })")
    searches = "chongkak.engine.running !== null && chongkak.engine.found?.depth >= 3"
    desk.wait(searches, "a search on its way")
    first = desk.browser.other_tab()
    desk.open("rules=kalah&seeds=7")
    desk.value("chongkak.engine.set({ seconds: null })")
    desk.wait(searches, "a search in the other tab")
    desk.play("A1")
    desk.wait(searches, "a search of the place after it")
    same("the other tab", desk.value("chongkak.study.link"), "rules=kalah&seeds=7&moves=A1&at=1")
    desk.check()
    desk.browser.use(first)
    same("the first tab", desk.value("chongkak.study.link"), "rules=kalah&seeds=6")
    same("its search", desk.value(searches), True)
    desk.play("A2")
    desk.wait(searches, "a search after the other tab was closed")


def test_a_reload_within_a_search(desk):
    """A page reloaded during a search starts again, and answers at once."""
    desk.open("rules=kalah&seeds=6")
    desk.value("chongkak.engine.set({ seconds: null })")
    desk.wait("chongkak.engine.found?.depth >= 3", "a search on its way")
    desk.open(LINK)
    desk.wait("chongkak.engine.found?.exact", "the value after the reload")
    same("who answers", desk.value("chongkak.server.ask('position', { rules: 'kalah' }).then((found) => !!found)"), True)


def test_what_needs_a_program(desk):
    """The page says what a program has in addition, in the right places, and there is no choice of
    threads."""
    desk.open(LINK)
    desk.wait_words("#engine .row", "engine.without-program")
    same("the list of threads", desk.value("document.getElementById('engine-threads').checkVisibility()"), False)


def test_licences(desk):
    """The licences of the page, and of each package in the engine, are next to the page, which
    names them."""
    desk.open(LINK)
    of_others = desk.value("""fetch(document.querySelector("link[rel=license]").href).then((file) => file.text())""")
    needed = tomllib.loads((HOME / "Cargo.toml").read_text())["dependencies"]
    needed = [name for name, how in needed.items() if not (isinstance(how, dict) and how.get("optional"))
              and not name.startswith("chongkak-")]
    missing = [name for name in needed if f"\n{name} " not in of_others]
    same("dependencies whose licence is missing", missing, [])
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        same(name, (Path(desk.board.folder) / name).read_text(), (HOME / name).read_text())


def test_nothing_but_the_site(desk):
    """No page runs a script that is not a file of the site, or contacts another host."""
    for page in ("/", "/chong"):
        desk.open("", page=page)
        desk.value("""(() => {
          const script = document.createElement("script");
          script.textContent = "globalThis.ran = true";
          document.head.append(script);
        })()""")
        same(f"a script within {page} has run", desk.value("globalThis.ran === true"), False)
        other = "fetch('http://127.0.0.2/').then(() => '', (error) => error.name)"
        refused = f"new Promise((told) => {{ addEventListener('securitypolicyviolation', (event) => told(event.effectiveDirective)); {other}; }})"
        same(f"what refuses another host at {page}", desk.value(refused), "connect-src")
        leave(desk)
