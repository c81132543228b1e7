"""The words of the analysis page: errors in the terms of the page, texts of any length, links after
an error, and the way to Chong and back."""
import json

from .board import differs_on_a_site, same
from .board_play import SMALL
from .chong_page import Page
from lib.program import Wrong

WIDER = "document.documentElement.scrollWidth - innerWidth"


def expect(desk, selector, words, never):
    """An element contains these words, and no terms of the protocol."""
    told = desk.wait_text(selector, words)
    for term in never:
        if term in told:
            raise Wrong(f"{selector} says {told!r}, in which {term!r} is a program's word")
    return told


def test_plain_mistakes(desk):
    """Options have the names of the panel of rules; parameters are not named."""
    desk.open(SMALL)
    desk.unfold("rules")
    desk.write("#option-holes", "99")
    desk.browser.press("Enter")
    expect(desk, "#rules .fault", 'Holes in a row: found "99", expected a number from 1 to 18', ["option"])
    desk.open("rules=kalah&set.max_protected=77")
    expect(desk, "#fault", 'Protected holes at most: found "77"', ["max_protected", "option"])
    # The board refuses such a line at once; the analysis requests all of it again.
    desk.open(f"{SMALL}&moves=A1B1B9&at=2")
    desk.unfold("curve")
    desk.click("#curve-analyse")
    expect(desk, "#fault", "move 3, B9", ["line["])
    desk.open("foo")
    desk.value("location.hash = 'bar'; 0")
    expect(desk, "#fault", "bar: no such part of a link, expected rules, holes", ["found"])


def test_words_at_the_end(desk):
    """Returns the page's words for a finished round."""
    desk.open("rules=kalah&position=0,0,0/2+0,0,0/10+A+over")
    desk.wait_text("#caption", "round over, A moved last; A 2 : B 10 (\u22128)")
    desk.wait("!!chongkak.engine.found && chongkak.engine.running === null", "the value of the end")
    desk.keys(" ")
    same("the key for the best move", desk.text("#said"), "The round is over.")
    desk.value("chongkak.engine.learn(chongkak.study.node, { ...chongkak.engine.found, nodes: 1, before: false }); 0")
    facts = desk.text("#value-facts").split(" \u00b7 ")
    same("one node", [part for part in facts if "node" in part], ["1 node"])
    desk.open("rules=kalah&position=0,0,0/6+0,0,0/6+A+over")
    desk.wait_text("#caption", "A 6 : B 6 (0)")


def test_words_without_hints(desk):
    """Why there are no values: a person plays, the programs play, or the round is over."""
    desk.open(f"{SMALL}&players=you,beginner,1")
    desk.wait_text("#value-words", "Hints are off while you play")
    desk.open("rules=kalah&position=0,0,0/2+0,0,0/10+A+over&players=you,beginner,1")
    desk.wait_text("#value-words", "The round is over: “Stop playing” shows the values")
    # No answer comes, so that the programs don't play on.
    desk.open(SMALL)
    desk.value("chongkak.engine.borrow = () => new Promise(() => {}); 0")
    desk.unfold("play")
    desk.choose("#play-A", "beginner")
    desk.click("#play-new")
    desk.wait_text("#value-words", "Values are off while the program plays")


def test_long_texts(desk):
    """Pasted nonsense of any length does not widen the page, and messages are readable."""
    nonsense = "x" * 100_000
    desk.open(SMALL, width=390, height=844)
    desk.keys("s", rest=False)
    desk.wait("chongkak.setup.active", "the set-up")
    desk.write("#setup-text", nonsense)
    narrow(desk, "#setup-wrong")
    same("the text is left", desk.value("document.getElementById('setup-text').value.length"), len(nonsense))
    desk.value("chongkak.setup.close(); 0")
    desk.wait("!chongkak.setup.active", "the game")
    desk.unfold("record")
    desk.write("#record-text", nonsense)
    desk.click("#record-read")
    narrow(desk, "#record-wrong")
    desk.value(f"location.hash = 'at=' + {json.dumps(nonsense[:5000])}; 0")
    narrow(desk, "#fault")
    # An error far to the right is shown with its surroundings.
    far = "1," * 300 + "q,1/0 1/0 A"
    desk.open(SMALL)
    desk.keys("s", rest=False)
    desk.wait("chongkak.setup.active", "the set-up")
    desk.write("#setup-text", far)
    narrow(desk, "#setup-wrong")


def test_long_texts_of_chong(desk):
    """The same on the page of Chong."""
    page = Page(desk)
    page.open("holes=4", 390, 844)
    before = desk.value(WIDER)
    desk.value("document.activeElement.blur()")
    desk.keys("s", rest=False)
    desk.wait("!!document.querySelector('.setting-up')", "the set-up")
    desk.write("#setup-text", "x" * 50_000)
    narrow(desk, "#setup-wrong", before)


def narrow(desk, selector, before=0):
    told = desk.wait(f"document.querySelector('{selector} .fault, {selector}:not([hidden])')?.textContent",
                     f"a mistake in {selector}")
    if len(told) > 600:
        raise Wrong(f"{selector} says {len(told)} characters")
    same(f"pixels that the page is too wide, with a mistake in {selector}", desk.value(WIDER), before)


def test_link_after_a_mistake(desk):
    """A link pasted over a wrong text can be followed by the mouse."""
    desk.open(SMALL)
    desk.keys("s", rest=False)
    desk.wait("chongkak.setup.active", "the set-up")
    desk.write("#setup-text", "garbage 123")
    desk.wait_text("#setup-wrong", "expected")
    same("a wrong text can't be used", desk.value("document.getElementById('setup-use').disabled"), True)
    desk.write("#setup-text", "http://127.0.0.1:1/?token=old#rules=kalah&moves=A1")
    desk.wait("!document.getElementById('setup-use').disabled", "the button")
    same("what was wrong is gone", desk.text("#setup-wrong"), "")
    desk.click("#setup-use")
    desk.wait("chongkak.study.rules === 'kalah' && chongkak.study.tree.toString() === 'A1'", "the link")


@differs_on_a_site
def test_to_chong_and_back(desk):
    """Each page is restored when one returns from the other, by its link."""
    desk.open("rules=kalah")
    desk.choose("#speed", "-1")
    desk.play("A3")
    desk.click("nav a")
    desk.wait("!!globalThis.chongkak?.game?.first", "the page of Chong")
    desk.value("location.hash = 'holes=8'; 0")
    desk.wait("chongkak.game.holes === 8 && chongkak.info?.holes === 8", "a small board of Chong")
    desk.click("nav a")
    desk.wait("globalThis.chongkak?.stage?.found && chongkak.stage.still", "the analysis page")
    same("the game", [desk.value("chongkak.study.rules"), desk.line()], ["kalah", ["A3"]])
    desk.click("nav a")
    desk.wait("globalThis.chongkak?.game?.first && chongkak.game.holes === 8", "the same board of Chong")
