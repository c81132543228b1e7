"""Visibility: the contrast of every text with its background, in the states of the page, light and
dark, and in forced colours."""
from .board import same
from .board_modes import first_visit
from .board_play import SMALL
from lib.program import Wrong

# The page's own colours, and forced colours; both light and dark.
LOOKS = [(scheme, forced) for forced in ("none", "active") for scheme in ("light", "dark")]

# The texts with too little contrast, as [text, contrast], and the number of texts. The required
# contrast is that of the Web Content Accessibility Guidelines: 4.5, for large letters 3. Disabled
# controls are exempt.
CONTRASTS = """(() => {
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  // Parses any colour notation to numbers from 0 to 1.
  const read = (colour) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
  };
  const over = ([r, g, b, a], ground) => [r, g, b].map((part, at) => part * a + ground[at] * (1 - a));
  const light = (colour) => colour.map((part) => (part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [.2126, .7152, .0722][at], 0);
  const contrast = (one, other) => {
    const [less, more] = [light(one), light(other)].sort((a, b) => a - b);
    return (more + .05) / (less + .05);
  };
  const chain = (element) => (element ? [...chain(element.parentElement), element] : []);
  const groundOf = (element) => chain(element).reduce((ground, one) =>
    over(read(getComputedStyle(one).backgroundColor), ground), read("Canvas").slice(0, 3));
  // In a drawing: the background at the middle of a text.
  const drawnBelow = (text) => {
    const { left, top, width, height } = text.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const svg = text.ownerSVGElement;
    let ground = groundOf(svg);
    for (const one of svg.querySelectorAll("rect, circle, ellipse, path, text")) {
      if (one === text) return ground;
      const box = one.getBoundingClientRect();
      const there = box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
      if (one.nodeName === "text" || !there || !seen(one)) continue;
      const { fill, fillOpacity } = getComputedStyle(one);
      if (fill === "none") continue;
      const [r, g, b, a] = read(fill);
      ground = over([r, g, b, a * fillOpacity], ground);
    }
    return ground;
  };
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen");
  const off = (element) => element.closest(":disabled, [aria-disabled=true]:not(svg *), [inert]");
  const own = (element) => (element.matches("select, textarea, input:not([type=checkbox], [type=file])")
    ? element.value || element.placeholder || element.nodeName
    : [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data.trim()).join(""));
  const found = [];
  let count = 0;
  for (const element of document.querySelectorAll("body *:not(option, title, script, noscript, noscript *)")) {
    const text = own(element);
    if (!text || !seen(element) || off(element)) continue;
    const { width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0 || getComputedStyle(element).opacity === "0") continue;
    const style = getComputedStyle(element);
    const drawn = element.ownerSVGElement;
    const ground = drawn ? drawnBelow(element) : groundOf(element);
    const opacity = chain(element).reduce((all, one) => all * getComputedStyle(one).opacity, 1);
    const [r, g, b, a] = read(drawn ? style.fill : style.color);
    const size = parseFloat(style.fontSize) * (drawn ? element.getScreenCTM().a : 1);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const is = contrast(over([r, g, b, a * opacity], ground), ground);
    count++;
    if (is < (large ? 3 : 4.5)) found.push([text.slice(0, 40), Math.round(100 * is) / 100]);
  }
  return [found, count];
})()"""

# The chosen entry of a group, and another one: true if they look the same.
ALIKE = """((chosen, other) => {
  const [one, two] = [chosen, other].map((selector) => getComputedStyle(document.querySelector(selector)));
  return ["color", "backgroundColor", "borderColor", "borderWidth", "outlineStyle"].every((name) => one[name] === two[name]);
})"""

OVER = "rules=kalah&position=0,0,0,0,0,1/20+0,0,1,0,0,1/25+A&players=you,beginner,1"
OPEN = "for (const one of document.querySelectorAll('.panel:not(#setup), #curve details')) one.open = true; 0"


def first_screen(desk):
    first_visit(desk)
    desk.wait("document.querySelectorAll('#rule-sets button').length === 10", "the rule sets")
    desk.click("#sources > summary")


def end_of_a_round(desk):
    desk.open(OVER)
    desk.play("A6")
    desk.wait("!document.getElementById('round-next').hidden", "the next round")


def hint(desk):
    desk.open(f"{SMALL}&players=you,beginner,1")
    desk.keys("h", rest=False)
    desk.wait("chongkak.engine.found?.exact", "a hint")


def together(desk):
    desk.open("rules=overbeck&holes=3&seeds=2&players=you,you,1")
    desk.wait("!document.getElementById('play-together').hidden", "both to begin")


def lesson(desk):
    desk.open("rules=congklak&lesson=sowing,1")
    desk.wait("document.getElementById('lesson-task').textContent", "a lesson")


def analysis(desk):
    desk.open(f"{SMALL}&moves=A1%22good%22%7B%22why%22%7D(A3)&at=1")
    desk.wait("chongkak.engine.found?.exact", "a value")
    desk.value(OPEN)
    desk.wait("document.querySelectorAll('.options .option').length > 0 && document.querySelectorAll('#curve-table tr').length > 0",
              "all panels")
    desk.value("chongkak.complain('a mistake', { text: '1,2,x', at: 4 }); chongkak.say('said'); 0")


def setting_up(desk):
    desk.open(SMALL)
    desk.keys("s", rest=False)
    desk.wait("chongkak.setup.active && !document.getElementById('setup-use').disabled", "the set-up")


def chong(desk):
    desk.open(page="/chong")
    desk.wait("globalThis.chongkak?.info && !document.getElementById('chance').textContent.includes('…')", "Chong")
    desk.value("for (const one of document.querySelectorAll('details')) one.open = true; 0")


STATES = [first_screen, end_of_a_round, hint, together, lesson, analysis, setting_up, chong]


def looking(desk, scheme, forced):
    desk.browser.ask("Emulation.setEmulatedMedia", features=[
        {"name": "prefers-color-scheme", "value": scheme}, {"name": "forced-colors", "value": forced}])
    # Colours can take a moment to change.
    desk.value("new Promise(requestAnimationFrame).then(() => Promise.all(document.getAnimations().map((one) => one.finished)))"
               ".then(() => 0, () => 0)")


def test_contrast(desk):
    """All text is readable, in every state of the page, in light and dark, and in forced
    colours."""
    faults, count = [], 0
    for state in STATES:
        state(desk)
        for scheme, forced in LOOKS:
            looking(desk, scheme, forced)
            found, texts = desk.value(CONTRASTS)
            if texts < 20:
                raise Wrong(f"{state.__name__}: only {texts} texts")
            count += texts
            faults += [(state.__name__, scheme, forced, *one) for one in found]
    if faults:
        raise Wrong(f"{len(faults)} texts that can't be read: {sorted(set(faults))[:12]}")
    return f"{count} texts"


def test_forced_colours(desk):
    """In forced colours the chosen mode and the current move can be distinguished."""
    desk.open(f"{SMALL}&moves=A1B1&at=1")
    desk.wait("document.querySelectorAll('#rule-sets button').length === 10", "the rule sets")
    looking(desk, "light", "active")
    for chosen, other in [("#mode-analyse", "#mode-play"), ("#tree [aria-current]", "#tree button:not([aria-current])"),
                          ("#rule-sets [aria-current]", "#rule-sets button:not([aria-current])")]:
        same(f"{chosen} looks like {other}", desk.value(f"{ALIKE}('{chosen}', '{other}')"), False)
