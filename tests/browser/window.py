"""The layout of a page in its window: nothing is cut off or covered, the answer comes first, and
the board uses the available room."""
import time

from lib.program import Wrong

# Width and height of the windows: a phone, a tablet, a laptop.
WINDOWS = [(390, 844), (768, 1024), (1200, 900)]
PHONE = 390
# The approximate minimum width at which the board is not upright.
LEAST_WIDE = (600, 960)

# The layout of a page that plays a line: boxes as [left, top, right, bottom] in the window, and the
# covered parts of texts.
LOOK = """(() => {
  const seen = (element) => element && element.getClientRects().length > 0 && element.textContent !== "";
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const boxes = {};
  for (const id of ["answer", "caption", "said", "choice"]) {
    if (seen(document.getElementById(id))) boxes[id] = box(document.getElementById(id));
  }
  boxes.heading = box(document.querySelector("h1"));
  boxes.controls = box(document.querySelector(".buttons"));
  boxes.place = box(document.querySelector(".place"));
  const svg = [...document.querySelectorAll("#board svg")].find((one) => one.getClientRects().length > 0);
  boxes.board = box(svg.querySelector(".plank"));
  const covered = [];
  for (const selector of ["h1", "#answer", "#caption", "#said", "#board svg", ".buttons button"]) {
    for (const element of document.querySelectorAll(selector)) {
      if (!element.getClientRects().length || (!element.textContent && !element.firstElementChild)) continue;
      const [left, top, right, bottom] = box(element);
      for (const [x, y] of [[left + 3, top + 3], [right - 3, bottom - 3], [(left + right) / 2, (top + bottom) / 2]]) {
        const there = document.elementFromPoint(x, y);
        if (there !== element && !element.contains(there)) covered.push(`${selector} at ${x}, ${y}`);
      }
    }
  }
  return {
    boxes, covered, tall: svg.classList.contains("tall"), title: document.title,
    heading: document.querySelector("h1").textContent.replace(/\\s+/g, " "),
    wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    cut: [...document.querySelectorAll(".values:has(button)")].map((one) => one.scrollWidth - one.clientWidth),
    holes: (svg.querySelectorAll(".cell").length - 2) / 2,
  };
})()"""

# A curve: texts that overlap or extend beyond the window, their size, and whether each mark is
# where its numbers are between the ticks. A bar reaches from 0 to its value.
CURVE = """(() => {
  const faults = [];
  const width = document.documentElement.clientWidth;
  for (const plot of document.querySelectorAll(".plot")) {
    const { left, right } = plot.getBoundingClientRect();
    if (left < 0 || right > width) faults.push(`a plot from ${left} to ${right}`);
    if (right - left < 0.8 * Math.min(width, 1000)) faults.push(`a plot of ${right - left} pixels`);
    const texts = [...plot.querySelectorAll("text")];
    const boxes = texts.map((text) => text.getBoundingClientRect());
    boxes.forEach((one, index) => {
      const text = texts[index].textContent;
      if (one.left < 0 || one.right > width + 1) faults.push(`${text} is cut off`);
      if (one.height < 11) faults.push(`${text} is ${one.height} pixels high`);
      for (const other of boxes.slice(0, index)) {
        if (one.left < other.right && other.left < one.right && one.top < other.bottom - 2 && other.top < one.bottom - 2)
          faults.push(`${text} lies over another label`);
      }
    });
    for (const mark of plot.querySelectorAll(".datum")) {
      const box = mark.getBoundingClientRect();
      if (box.width <= 0 || box.height <= 0) faults.push(`${mark.textContent} can't be seen`);
      if (box.left < left || box.right > right) faults.push(`${mark.textContent} is cut off`);
    }
    // The number at a place by the first and the last tick of an axis, whose labels are the
    // numbers.
    const axis = (name, at) => {
      const ticks = [...plot.querySelectorAll(name)];
      const [first, last] = [ticks[0], ticks.at(-1)].map((tick) => [Number(tick.getAttribute(at)), Number(tick.textContent)]);
      return (place) => first[1] + (place - first[0]) / (last[0] - first[0]) * (last[1] - first[1]);
    };
    const x = axis(".tick:not(.end)", "x"), below = axis(".tick.end", "y");
    // A label is four pixels below its tick.
    const y = (place) => below(place + 4);
    const [shift, pixel] = [Math.abs(x(1) - x(0)), Math.abs(y(1) - y(0))];
    for (const mark of plot.querySelectorAll(".datum")) {
      const [place, value] = mark.textContent.split(": ").map(Number);
      const shape = mark.lastElementChild, of = (name) => Number(shape.getAttribute(name));
      const bar = shape.tagName === "rect";
      const middle = bar ? of("x") + of("width") / 2 : of("cx");
      const ends = bar ? [of("y"), of("y") + of("height")] : [of("cy"), of("cy")];
      const told = bar ? [Math.max(0, value), Math.min(0, value)] : [value, value];
      const off = ends.some((end, index) => Math.abs(y(end) - told[index]) > pixel);
      if (Math.abs(x(middle) - place) > shift || off) faults.push(`${mark.textContent} lies elsewhere`);
    }
  }
  return faults;
})()"""

# What is wrong with a printed page: things that are cut off, things to press, light letters.
PAPER = """(() => {
  const faults = [];
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
  for (const one of document.querySelectorAll("body, body *:not(svg *)")) {
    if (!seen(one)) continue;
    const name = one.id || one.className || one.nodeName;
    const { overflowX, overflowY, color } = getComputedStyle(one);
    const cut = (overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1) || (overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1);
    if (cut && !one.matches(".unseen, input, textarea")) faults.push(`${name} is cut off`);
    if (one.getBoundingClientRect().right > innerWidth + 1) faults.push(`${name} is too wide`);
    if (one.matches("button, .file, input[type=range]") && !one.closest(".chips, #line, #values, #turns, #ways")) faults.push(`${name} is a button`);
    const [r, g, b] = color.match(/[0-9.]+/g).map(Number);
    if (one.textContent && Math.max(r, g, b) > 190) faults.push(`${name} is as light as ${color}`);
  }
  const paper = getComputedStyle(document.body).backgroundColor;
  if (paper !== "rgb(255, 255, 255)") faults.push(`the paper is ${paper}`);
  if (![...document.querySelectorAll("svg.wide, svg.chong")].some(seen)) faults.push("there is no board");
  return faults;
})()"""


class Window:
    """Checks the look of a page in windows of all sizes."""

    def __init__(self, browser, name, address):
        self.browser, self.name, self.address = browser, name, address

    def expect(self, right, what):
        if not right:
            raise Wrong(f"{self.name}: {what}")

    def check(self, titles, places, windows=WINDOWS):
        """Checks a page that plays lines at these places of the first line."""
        for width, height in windows:
            for place in places:
                self.browser.show(f"{self.address}#step={place}", width, height)
                self.at(width, height, f"at {width} pixels, #step={place}", titles)

    def at(self, width, height, where, titles):
        look = self.browser.value(LOOK)
        boxes = look["boxes"]
        self.expect(look["wider"] <= 0, f"{where}: the page is {look['wider']} pixels too wide")
        self.expect(not any(look["cut"]), f"{where}: {look['cut']} pixels of the table are cut off")
        self.expect(not look["covered"], f"{where}: covered: {look['covered']}")
        for name, (left, top, right, bottom) in boxes.items():
            inside = left >= 0 and top >= 0 and right <= width + 0.5 and bottom <= height + 0.5
            self.expect(inside, f"{where}: {name} is not in the window: {boxes[name]}")
        for name in ("heading", "answer", "choice"):
            above = name not in boxes or boxes[name][3] <= boxes["board"][1] + 1
            self.expect(above, f"{where}: {name} is not above the board")
        for text in titles:
            told = text in look["title"] and text in look["heading"]
            self.expect(told, f"{where}: {text!r} is not in {look['title']!r}, or not in the heading")
        self.expect(look["tall"] == (width == PHONE), f"{where}: the wrong layout")
        self.share(width, where, look)

    def share(self, width, where, look):
        """A board of nine holes uses the width, which used to be 155 pixels on a phone."""
        left, top, right, bottom = look["boxes"]["board"]
        if look["holes"] != 9:
            return
        least = 0.6 if width == PHONE else 0.94
        part = (right - left) / width
        self.expect(part >= least, f"{where}: the board has {part:.2f} of the width")
        self.expect(width != 1200 or bottom - top > 300, f"{where}: the board is {bottom - top} high")

    def alone(self):
        """A key shows the board alone, limited to a large screen's size, and the page again."""
        self.browser.show(self.address, 1920, 1080)
        width = "document.querySelector('#board svg.wide .plank').getBoundingClientRect().width"
        rest = "document.querySelector('.rest').getClientRects().length > 0"
        before = self.browser.value(width)
        # A headless browser may never answer a request for full screen; the rest is up to the page.
        self.browser.value("document.documentElement.requestFullscreen = undefined; 0")
        self.browser.press("f")
        # Timers of the page stand still while nothing is drawn, so the test waits itself.
        time.sleep(0.3)
        after = self.browser.value(width)
        self.expect(after > 1.2 * before, f"the board alone is {after} pixels wide, and was {before}")
        self.expect(not self.browser.value(rest), "the rest is seen beside the board alone")
        size = self.browser.value("Number.parseFloat(getComputedStyle(document.getElementById('said')).fontSize)")
        self.expect(size >= 22, f"what is said is {size} pixels high")
        inside = self.browser.value("document.querySelector('.buttons').getBoundingClientRect().bottom <= innerHeight")
        self.expect(inside, "the buttons are out of sight")
        self.browser.press("f")
        self.expect(self.browser.value(rest), "the page does not come back")

    def told(self):
        """While a lap is shown the page describes this one, and not the previous one."""
        self.browser.show(self.address, 1200, 900)
        self.browser.press("ArrowRight")
        said = self.browser.value("document.getElementById('said').textContent")
        self.expect(said.startswith("1. "), f"of the first lap it says {said!r}")
        quiet = self.browser.value("document.getElementById('said').getAttribute('aria-live')")
        self.expect(quiet == "off", f"a lap that runs is told aloud: {quiet}")
        self.browser.press("End")
        quiet = self.browser.value("document.getElementById('said').getAttribute('aria-live')")
        self.expect(quiet == "polite", f"the end of the line is not told aloud: {quiet}")

    def curve(self, marks):
        """A curve has this many marks, each in its place, in every window."""
        for width, height in WINDOWS:
            self.browser.show(self.address, width, height)
            faults = self.browser.value(CURVE)
            self.expect(not faults, f"at {width} pixels: {faults}")
            found = self.browser.value("document.querySelectorAll('.plot .datum').length")
            self.expect(found == marks, f"at {width} pixels: {found} marks, expected {marks}")

    def rows(self):
        """A click on a row of the table plays its line, and so does Enter; the board that it plays
        on is in the window."""
        for width, height in WINDOWS:
            for key in (False, True):
                self.browser.show(self.address, width, height)
                name = self.press(key)
                look = self.browser.value("""(() => {
                  const top = document.querySelector("#board svg.tall, #board svg.wide").parentElement;
                  const shown = [...top.children].find((svg) => svg.getClientRects().length > 0);
                  const [board, buttons] = [shown, document.querySelector(".buttons")]
                    .map((one) => one.getBoundingClientRect());
                  return {
                    line: document.querySelector("#line button").firstChild.textContent,
                    current: document.querySelector("#values [aria-current]").textContent,
                    plays: document.getElementById("play").classList.contains("playing"),
                    focus: document.activeElement.id, top: board.top, bottom: buttons.bottom,
                  };
                })()""")
                where = f"at {width} pixels, {'a key' if key else 'a click'} on {name}"
                shown = (look["line"], look["current"], look["plays"], look["focus"])
                self.expect(shown == (name, name, True, "play"), f"{where}: {look}")
                visible = look["top"] >= 0 and look["bottom"] <= height
                self.expect(visible, f"{where}: the board is not in the window: {look}")

    def press(self, key):
        """Clicks the last button of the table, and returns its name."""
        last = "[...document.querySelectorAll('#values button')].at(-1)"
        name, x, y = self.browser.value(f"""(() => {{
          const button = {last};
          button.scrollIntoView({{ block: "center" }});
          const box = button.getBoundingClientRect();
          {"button.focus();" if key else ""}
          return [button.textContent, (box.left + box.right) / 2, (box.top + box.bottom) / 2];
        }})()""")
        if key:
            self.browser.press("Enter")
        else:
            self.browser.click(x, y)
        return name

    def on_paper(self):
        """A printed page has all its lines, whole, dark on white, and nothing to press."""
        for width, height in ((360, 640), (768, 1024), (1280, 800)):
            self.browser.show(self.address, width, height, dark=True)
            self.browser.print_look()
            for fault in self.browser.value(PAPER):
                raise Wrong(f"{self.name}, printed at {width} pixels: {fault}")
            data = self.browser.value("""(() => {
              const { scenes } = JSON.parse(document.getElementById("data").textContent);
              const text = document.body.innerText;
              const told = scenes.flatMap(({ name, notes }) => [name, ...notes.map((note) => note.text)]);
              return [told.filter((one) => one && !text.includes(one.trim().replace(/\\s+/g, " "))), scenes.length,
                document.querySelectorAll("#paper article").length];
            })()""")
            self.expect(data[0] == [], f"not printed: {data[0][:3]}")
            self.expect(data[2] == (data[1] if data[1] > 1 else 0), f"{data[2]} of {data[1]} lines are printed")

    def without_scripts(self, texts):
        """Checks the content for a reader without scripts."""
        for width, height in WINDOWS:
            self.browser.show(self.address, width, height, scripts=False)
            text = self.browser.value("document.querySelector('main').innerText")
            for wanted in texts:
                self.expect(wanted in text, f"without scripts: {wanted!r} is not to be read")
