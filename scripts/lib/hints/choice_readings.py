"""Hints about the choice of a hole, by exact values late in a round on full boards."""
from .choices import BOARDS
from .numbers import about, percent, side_of_zero

# Policy, section and quotation of the source, and the policy in words. The verdict is for the
# source's own board; the others are shown next to it.
OVERBECKS = [
    ("biggest", "hint 1", "If your turn comes, always begin with the biggest pile in your kampong", "the biggest pile"),
    ("level", "hint 1", "It is always advisable to avoid big accumulations of seeds in one's own kampong.", "the move after which the biggest pile of the own row is smallest,"),
    ("filled", "hint 1", "you fill up any empty holes wherein otherwise you may come to a stop", "the move after which the fewest holes of the own row are empty,"),
    ("again", "hint 2", "Bear in mind § 4! It will bring many seeds into your rumah", "a move that ends in the rumah, if there is one,"),
    ("capture", "hint 2", "makes opportunities for attempts on your opponent's treasures", "a move that captures, if there is one,"),
    ("long", "hint 3", "Do your utmost to get the last move in the game.", "the move that leaves most seeds in the own row, so that own moves last,"),
]
ODD = "the rules enable the player to determine in advance whether she will win or lose before selecting an odd or even numbered pile of playing pieces"
CONGLAKS = [
    ("capture", "End of the game", "create the opportunity to harvest the opponent's shells in a tembak", "a move that captures, if there is one,"),
    ("odd", "End of the game", ODD, "an odd pile"),
    ("even", "End of the game", ODD, "an even pile"),
]
VERDICTS = {"above": "holds", "below": "refuted", "around": "open"}


def of_choices(m, hint, source, own, hints):
    """Returns the hints of a source whose own board is that of the rule set `own`."""
    boards = [own, *(name for name in BOARDS if name != own)]
    for way, section, quote, words in hints:
        found = {name: m[f"choices-{name}"]["ways"][way] for name in boards}
        finding = "; ".join(
            f"{name}: {about(one['gain'])} seeds, and {one['lost']['mean']} less than the best move, "
            f"which it is in {percent(one['best'], 1)} of {one['positions']} positions"
            for name, one in found.items()
        )
        yield hint(
            *(f"choice-{own}-{way}", section, quote),
            f"late in a round, with best play afterwards, {words} gains seeds over a random first move of the turn ({own}, its full board)",
            VERDICTS[side_of_zero(found[own]["gain"])],
            finding,
            *(f"choices-{name}" for name in boards),
            source=source,
        )
