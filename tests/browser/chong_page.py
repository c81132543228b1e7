"""The page of Chong for tests."""


class Page:
    """The page of Chong on a desk."""

    def __init__(self, desk):
        self.desk = desk

    def open(self, link="", width=None, height=900, **how):
        self.desk.open(link, width, height, page="/chong", **how)
        self.desk.wait("globalThis.chongkak?.info && chongkak.board.position", "a board of Chong")

    def done(self):
        """Waits until all chances of the current place are there."""
        self.desk.wait("chongkak.done && chongkak.info.position === chongkak.game.position", "chances")

    def position(self):
        return self.desk.value("chongkak.game.position")

    def hole(self, number):
        found = self.desk.middle(f"document.querySelector('[data-hole=\"{number}\"] .pit')")
        self.desk.browser.click(*found)

    def throw(self, faces):
        """Types a throw."""
        self.desk.write("#faces", faces)
        self.desk.keys("Enter", rest=False)

    def rest(self, turns):
        """Waits until this many turns are played and the last one is shown."""
        self.desk.wait(f"chongkak.game.at === {turns} && chongkak.info?.position === chongkak.game.position"
                       f" && chongkak.ways.info", f"turn {turns}")

    def eval(self, position, *arguments):
        return self.desk.program.run("chong", "eval", position, *arguments)


def pieces(position):
    """Returns the pieces of a position as the page names them."""
    found, hole, rest = [], 0, position.split()[0].replace("|", "")
    while rest:
        part = rest[:rest.index(")") + 1] if rest[0] == "(" else rest[0]
        found += [f"{hole}{letter}" for letter in part if letter.isalpha()]
        hole, rest = hole + 1, rest[len(part):]
    return sorted(found)


def percent(chance):
    """Formats a chance as the page does."""
    number, exact, error = 100 * chance["probability"], chance["exact"], chance["error"]
    if exact:
        return f"= {number:.2f} %"
    return f"\u2248 {number:.1f} %" + ("" if error is None else f" \u00b1 {100 * error:.1f}")
