"""The languages of the page: the choice, the switch, and room for its words on a phone."""
import tomllib

from .board import SHOWN, same
from .board_modes import first_visit
from .chong_page import Page
from lib.program import HOME, Wrong

SMALL = "rules=congklak&holes=3&seeds=2"
LANGUAGES = {"en": "English", "ms": "Bahasa Melayu", "id": "Bahasa Indonesia"}
PHONE = (390, 844)


def spoken(desk, code, page="/", link=""):
    """Opens a link in the chosen language, at a phone's width."""
    desk.language = code
    desk.open(link, *PHONE, page=page)
    same("the language that readers hear", desk.value("document.documentElement.lang"), code)


def in_all(test):
    """Runs a test in each language of the desk, and restores the language."""
    def tested(desk):
        own = desk.language
        try:
            for code in desk.languages:
                test(desk, code)
        finally:
            desk.language = own
    tested.__doc__ = test.__doc__
    return tested


def prefers(desk, languages):
    """Sets the browser's languages."""
    agent = desk.value("navigator.userAgent")
    desk.browser.ask("Network.setUserAgentOverride", userAgent=agent, acceptLanguage=languages)


def test_language_of_the_browser(desk):
    """Without a choice the page uses the first known language of the browser, else English."""
    own, desk.language = desk.language, None
    try:
        for languages, code in [("ta,ms-MY,en", "ms"), ("id-ID", "id"), ("in", "id"), ("fr-FR,ta", "en"), ("en-GB,ms", "en")]:
            prefers(desk, languages)
            for page in ("/", "/chong"):
                desk.open(page=page)
                desk.wait("document.querySelectorAll('#language option').length > 0", "the switch")
                same(f"the language of {languages}", desk.value("document.documentElement.lang"), code)
    finally:
        prefers(desk, "en-US,en")
        desk.language = own


# List entries that have less room than they need, whichever is chosen; the arrow of a list takes
# some, too.
CUT = """(() => {
  const measure = document.createElement("canvas").getContext("2d");
  const found = [];
  for (const list of document.querySelectorAll("LISTS")) {
    const before = list.value;
    for (const { value, textContent } of list.options) {
      list.value = value;
      const style = getComputedStyle(list);
      measure.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const needs = measure.measureText(textContent).width + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) + 16;
      if (list.checkVisibility() && list.clientWidth < needs - 1) found.push([textContent, list.clientWidth, Math.ceil(needs)]);
      if (document.documentElement.scrollWidth > innerWidth) found.push([textContent, "the page is too wide"]);
    }
    list.value = before;
  }
  return found;
})()"""


@in_all
def test_lists_on_a_phone(desk, code):
    """The chosen entry of a list is fully readable: the speed, and the lesson."""
    spoken(desk, code, link=SMALL)
    same("speeds", desk.value(CUT.replace("LISTS", "#speed")), [])
    spoken(desk, code, link="rules=congklak&lesson=sowing,1")
    desk.wait("document.querySelectorAll('#lesson-name option').length > 4", "the lessons")
    same("lessons", desk.value(CUT.replace("LISTS", "#lesson-name")), [])


def test_language_switch(desk):
    """The switch names each language in that language, changes all words and nothing else, and is
    remembered."""
    for page, ready in [("/", "chongkak?.stage?.still"), ("/chong", "chongkak?.info")]:
        link = f"{SMALL}&moves=A1&at=1" if page == "/" else "dice=2&holes=4"
        desk.open(link, page=page)
        desk.wait(f"globalThis.{ready}", "the page")
        names = desk.value("[...document.querySelectorAll('#language option')].map((one) => [one.value, one.textContent, one.lang])")
        same("the names", names, [[code, name, code] for code, name in LANGUAGES.items()])
        for code in ["ms", "id", "en"]:
            before = desk.value("location.hash.replace(/&seed=\\d+/, '')")
            desk.value("globalThis.before = true")
            desk.choose("#language", code)
            desk.wait(f"!globalThis.before && document.documentElement?.lang === '{code}' && globalThis.{ready}", f"the page in {code}")
            same("the link", desk.value("location.hash.replace(/&seed=\\d+/, '')"), before)
            same("the choice", desk.value("document.getElementById('language').value"), code)
            undo = file_of(code)["page"]["moves"]["undo"]
            same("a button", desk.text("#undo"), undo)
        desk.browser.show(f"{desk.board.address(page)}#{link}", 1200, 900)
        desk.wait("document.documentElement?.lang === 'en'", "the choice at the next visit")


def file_of(code):
    """Returns the contents of a language file."""
    return tomllib.loads((HOME / f"crates/base/src/language/{code}.toml").read_text())


# Elements that are wider than the page, or whose words don't fit: buttons, lists, and whatever
# hides overflow.
CUT = """(() => {
  const told = [];
  for (const one of document.querySelectorAll("details")) one.open = one.id !== "setup";
  if (document.documentElement.scrollWidth > innerWidth) told.push(`${document.documentElement.scrollWidth} pixels`);
  const scrolls = (one) => one.closest(".scroll:not(.values), #tree, .chips, textarea, pre, #turns, svg, .then");
  for (const one of document.querySelectorAll("button, select, summary, label, h1, h2, h3, p, dt, dd, td, legend, a")) {
    if (one.getClientRects().length === 0 || scrolls(one)) continue;
    const { left, right } = one.getBoundingClientRect();
    const unseen = one.closest(".unseen");
    if (!unseen && (left < -0.5 || right > innerWidth + 0.5)) told.push(`${one.id || one.textContent} reaches to ${right}`);
    const wide = one.scrollWidth > one.clientWidth + 1;
    const hides = getComputedStyle(one).overflow === "hidden" && (wide || one.scrollHeight > one.clientHeight + 1);
    const cut = hides || (wide && one.matches("button, #values td:nth-of-type(2)"));
    if (!unseen && cut) told.push(`${one.textContent} is cut`);
  }
  const box = (one) => one.getBoundingClientRect();
  for (const label of document.querySelectorAll("#board tspan")) {
    if (label.getClientRects().length === 0) continue;
    const svg = label.closest("svg");
    const [{ left, right, top, bottom }, plank] = [box(label), box(svg.querySelector(".plank"))];
    const over = [...svg.querySelectorAll(".pit")].map(box)
      .some((pit) => left < pit.right && pit.left < right && top < pit.bottom && pit.top < bottom);
    if (over || left < plank.left || right > plank.right) told.push(`${label.textContent} has no room`);
  }
  return told;
})()"""


@in_all
def test_words_have_room(desk, code):
    """On a phone nothing is wider than the window, and no button is cut: first screen, lesson,
    analysis, Chong."""
    def look(what):
        if desk.pictures:
            desk.browser.picture(desk.pictures / f"{what}-{code}-390.png")
        same(f"{what} in {LANGUAGES[code]}", desk.value(CUT), [])
        if desk.pictures:
            picture_of_all(desk, f"{what}-{code}-all")

    desk.language = code
    first_visit(desk, *PHONE)
    desk.wait("document.querySelectorAll('#rule-sets button').length === 10", "the rule sets")
    look("first")
    first_visit(desk, *PHONE, kept="localStorage.setItem('mode', 'learn');")
    desk.wait("document.getElementById('lesson-goal').textContent", "a lesson")
    look("lesson")
    spoken(desk, code, link="rules=overbeck")
    desk.wait("!!chongkak.engine.found", "a value")
    look("analysis")
    page = Page(desk)
    page.open("dice=2&holes=4", *PHONE)
    desk.wait("chongkak.info", "a board of Chong")
    page.throw("1 2")
    desk.wait("document.querySelectorAll('#ways button').length > 0", "ways")
    look("chong")


def picture_of_all(desk, name):
    """The whole page, whatever its length."""
    height = desk.value("document.documentElement.scrollHeight")
    desk.browser.ask("Emulation.setDeviceMetricsOverride", width=PHONE[0], height=min(height, 9000), deviceScaleFactor=1,
                     mobile=False)
    desk.browser.picture(desk.pictures / f"{name}.png")


@in_all
def test_a_game_in_each_language(desk, code):
    """A game against the program, a lesson and a turn of Chong, in the words of the language."""
    desk.language = code
    first_visit(desk)
    desk.wait_words("#play-told", "play.press")
    same("the holes for readers", desk.value(f"{SHOWN}.querySelector('[data-cell=\"0\"]').ariaLabel").split(",")[:2],
         ["A1", f" {desk.words('count.seeds', count=7)}"])
    desk.choose("#speed", "-1")
    desk.click("#play-back")
    desk.open(f"{SMALL}&players=you,you,1")
    desk.choose("#speed", "-1")
    desk.wait_words("#play-told", "play.turn-of", side="A")
    desk.browser.click(*desk.cell("B1"))
    desk.wait_words("#said", "holes.not-played", hole="B1", reason=desk.words("holes.turn", side="A"))
    desk.click("#mode-learn")
    desk.wait("document.getElementById('lesson-goal').textContent", "a lesson")
    goal = desk.value("document.getElementById('lesson-goal').textContent")
    before, after = desk.words("lessons.task", goal="|").split("|")
    if not (goal.startswith(before) and goal.endswith(after)):
        raise Wrong(f"the task: {goal!r}")
    page = Page(desk)
    page.open("dice=1&holes=3")
    desk.wait_words("#caption", "chong.to-throw", side="A")
    desk.wait("chongkak.info?.position === chongkak.game.position", "the board")
    page.throw("1")
    desk.wait("chongkak.info?.throw", "the throw")
    desk.wait_words("#said", "chong.throws", side="A", faces="1", count=desk.value("chongkak.info.count"))
    names = desk.value("Object.keys(localStorage)")
    if "language" not in names:
        raise Wrong(f"the choice is gone: {names}")
    same("no language in the link", "language" in desk.value("location.href"), False)


@in_all
def test_faults_in_each_language(desk, code):
    """Errors in a position, a link, a record and a throw, and the options of Chong, are
    translated."""
    file = file_of(code)
    faults = file["faults"]

    def begins(text):
        """Returns the text before the first value."""
        return text.split("{")[0].strip()

    desk.language = code
    desk.open(SMALL)
    desk.keys("s", rest=False)
    desk.wait("chongkak.setup.active", "the set-up")
    desk.write("#setup-text", "1,q,1/0 1,1,1/0 A")
    desk.wait_text("#setup-wrong", faults["position"]["a-hole"])
    desk.open("rules=nothing")
    desk.wait_text("#fault", begins(faults["rule-set"]))
    desk.open("rules=kalah&moves=A3A3&at=0")
    desk.keys("End")
    desk.wait_text("#fault", begins(faults["move"]["empty"]))
    desk.open(SMALL)
    desk.unfold("record")
    desk.write("#record-text", "rules: kalah")
    desk.click("#record-read")
    desk.wait_text("#record-wrong", faults["record"]["no-round"])
    page = Page(desk)
    page.open("dice=1&holes=3")
    page.throw("7")
    desk.wait_text("#wrong-throw", file["chong-game"]["wrong"]["face"].split("}")[-1].strip())
    desk.unfold("rules")
    chong = file["page"]["chong"]
    desk.wait_text("#rules", chong["options"]["goal"]["name"])
    for text in [chong["options"]["goal"]["annihilate"], chong["profiles"]["blocked"]]:
        desk.wait_text("#rules", text)


@in_all
def test_data_in_each_language(desk, code):
    """The page shows the sources of rules, their places, and the list of claim files in the
    language."""
    file = file_of(code)
    sets, claims = file["rule-sets"], file["claims"]
    desk.language = code
    first_visit(desk)
    desk.wait("document.querySelectorAll('#rule-sets button').length === 10", "the rule sets")
    for name in ["kalah", "congklak-six"]:
        desk.wait_text("#sources", sets[name]["source"][1:])
        title = desk.value(f"document.querySelector('#rule-sets [data-rules={name}]').title")
        same("the words of a picture", title, f"{sets[name]['title']}\n{sets[name]['source']}")
    desk.open("rules=overbeck&set.lap=circuit")
    desk.unfold("rules")
    desk.wait_text("#rules", sets["overbeck"]["notes"]["store_last"])
    desk.wait_text("#rules", file["rules"]["basis"]["on-top"].replace("{value}", "none"))
    english = desk.value("document.querySelectorAll('.rests p[lang], #sources [lang]').length")
    same("notes that are said to be in English", english, 0)
    desk.unfold("claims")
    desk.wait_text("#claims-file", claims["systems"]["title"])
    desk.wait_text("#claims-words", claims["overbeck"]["title"])
    desk.choose("#claims-list", "sowing")
    desk.wait_text("#claims-words", claims["overbeck"]["notes"]["sowing"])
    page = Page(desk)
    page.open("dice=1&holes=3")
    # Until all chances are shown, what lies below them moves on a narrow screen.
    page.done()
    desk.unfold("rules")
    desk.wait_text("#rules", file["chong-notes"]["king_step"])
