"""The page of Chong in play: throws stay, the player's ways are shown, and how to win is
explained."""
import json

from .board import same
from .board_chong_use import AGAINST
from .chong_page import Page
from lib.program import Wrong


def wrong(desk, faces):
    """Returns the program's error for an invalid throw."""
    asked = json.dumps({"throw": faces, "most": 0})
    return desk.value(f"chongkak.server.ask('chong_position', {{ ...chongkak.game.place(), ...{asked} }})"
                      ".catch(({ message }) => message)")


def test_chong_throw_stands(desk):
    """Against the program a throw is final: neither another click nor undo brings another."""
    page = Page(desk)
    page.open(AGAINST)
    for faces, told in (("1 1 1 1 1 1", "6"), ("1 3", "2"), ("1 3 7 2", "3")):
        page.throw(faces)
        desk.wait_words("#wrong-throw", "chong.wrong-throw", message=wrong(desk, faces))
        desk.wait_text("#wrong-throw", told)
    desk.click("#throw")
    thrown = desk.wait("chongkak.ways.info?.throw", "the throw")
    desk.click("#throw")
    desk.wait_words("#said", "chong.stands")
    page.throw("1 1 1 1")
    desk.wait_words("#said", "chong.stands")
    same("the throw", desk.value("chongkak.game.thrown"), thrown)
    # Enough throws that they would hardly all be equal by chance.
    for _ in range(5):
        desk.click("#undo")
        desk.wait("chongkak.game.thrown === null", "the time before the throw")
        desk.click("#throw")
        same("the throw again", desk.wait("chongkak.game.thrown", "the throw"), thrown)
    # Two people may agree on anything, and so may a person with real dice.
    desk.value("document.getElementById('real').click()")
    page.throw("1 2 4 6")
    desk.wait("chongkak.game.thrown === '1,2,4,6'", "the dice that lie on the table")


def test_chong_colours_and_goal(desk):
    """Bars of ways have the colour of their player, and the page explains how to play and win."""
    page = Page(desk)
    colour = "getComputedStyle(document.querySelector('#ways .bar span')).backgroundColor"
    found = {}
    for player in "AB":
        page.open(f"holes=4&position=SSSS|K..k|ssss+{player}+opened:AB&throw=1,2,3,4")
        desk.wait("document.querySelector('#ways .bar span') !== null", "ways")
        found[player] = desk.value(colour)
        own = desk.value(f"getComputedStyle(document.querySelector('.chong .name.{player.lower()}')).fill")
        same(f"the colour of {player}", found[player], own)
    if found["A"] == found["B"]:
        raise Wrong(f"both have {found['A']}")
    same("how one plays", desk.text("#how"), desk.words("chong.how"))
