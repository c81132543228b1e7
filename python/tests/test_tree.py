"""Rounds with side lines, sets as records."""

import random
from typing import Any

import pytest

from chongkak import Engine, InvalidParameterError, Node, Position, Record, Rules, TreeError

KALAH = Rules("kalah", holes=2, seeds=1)
OPENING = Position.parse("1,1/0 1,1/0 A", KALAH)


def grown(chance: random.Random, rules: Rules, engine: Engine) -> Node:
    """A tree that was played at random, with names and comments that no text likes."""
    root = Node(engine.opening(rules))
    nodes = [root]
    for _ in range(40):
        node = chance.choice(nodes)
        if node.position.over:
            continue
        nodes.append(node.add(chance.choice(node.position.legal_moves)))
        nodes[-1].name = chance.choice(["", "", '"quoted"', "(A1)", "é #1\\"])
        nodes[-1].comment = chance.choice(["", "", "a } b {", "two\nlines # no more"])
    return root


def same(one: Node, other: Node) -> bool:
    return told(one) == told(other)


def told(root: Node) -> list[Any]:
    return [
        (node.position, node.move, node.name, node.comment, len(node.children))
        for node in root.walk()
    ]


def test_a_tree_grows_side_lines() -> None:
    root = Node(OPENING)
    end = root.add("A2 A1")
    assert (end.move, end.position.over, end.path()[0].move) == ("A1", True, "A2")
    side = root.add("1")
    assert [node.move for node in root.children] == ["A2", "A1"]
    assert root.main_line() == ["A2", "A1"]
    # What is there is not doubled.
    assert root.add(["A2", 1]) is end
    assert len([*root.walk()]) == 4
    side.promote()
    assert root.main_line() == ["A1"]
    assert str(root) == "A1(A2A1)"
    assert root.add("A2", main=True) is root.children[0]
    side.remove()
    assert str(root) == "A2A1"
    assert end.parent is not None
    assert end.parent.main_line() == ["A1"]


def test_a_node_is_short() -> None:
    root = Node(OPENING)
    root.add("A2 A1")
    assert repr(root) == "<Node root: 1,1/0 1,1/0 A, 1 child>"
    assert repr(root.end()) == f"<Node A1: {root.end().position}, 0 children>"


def test_a_move_that_is_not_legal_grows_nothing() -> None:
    root = Node(OPENING)
    for line in "B1", "A3", "A1 A1":
        with pytest.raises(InvalidParameterError):
            root.add(line)
    assert str(root) == "A1"


@pytest.mark.parametrize("seed", range(20))
def test_a_tree_is_read_as_it_was_written(engine: Engine, seed: int) -> None:
    root = grown(random.Random(seed), Rules("congklak", holes=4), engine)
    again = Node(root.position)
    again.read(str(root))
    assert same(root, again)


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("A2?", 2, "a move, a name"),
        ("(A2)", 0, "a move before its side lines"),
        ("A2)", 2, "a move"),
        ("A2(A1", 5, "a closing parenthesis"),
        ('A2"\\q"', 2, "a JSON string in quotes"),
    ],
)
def test_a_text_that_is_no_tree_is_refused_with_the_place(
    text: str, at: int, expected: str
) -> None:
    with pytest.raises(TreeError, match=expected) as caught:
        Node(OPENING).read(text)
    assert (caught.value.at, caught.value.text) == (at, text)


@pytest.mark.parametrize("seed", range(10))
def test_a_set_is_read_as_it_was_written(engine: Engine, seed: int) -> None:
    chance = random.Random(seed)
    rules = Rules(chance.choice(["congklak", "kalah"]), holes=4, seeds=3)
    root = grown(chance, rules, engine)
    record = Record(root.position, [("A", "Minah"), ("note", "a rainy day")], [root])
    text = record.write(engine)
    again = Record.read(text, engine)
    assert (again.tags, again.opening) == (record.tags, record.opening)
    assert same(again.rounds[0], root)
    assert again.write(engine) == text


def test_a_record_of_others_is_read(engine: Engine) -> None:
    # The record of docs/formats/set-records.md.
    text = """
rules: kalah
holes: 2
seeds: 1
A: Minah            # who played
place: Malacca

round 1: 1,1/0 1,1/0 A
A2 A1               # A1 ends in A2 and takes what lies in B1
result: 3 1

round 2: 1,1/1 x,1/0 A
A2 A1
position: 0,1/2 x,1/0 B

set: unfinished, B is to move
"""
    record = Record.read(text, engine)
    assert record.rules == KALAH
    assert sorted(record.tags) == [("A", "Minah"), ("note", "who played"), ("place", "Malacca")]
    assert [root.main_line() for root in record.rounds] == [["A2", "A1"], ["A2", "A1"]]
    assert str(record.rounds[1].end().position) == "0,1/2 x,1/0 B"
    record.rounds[1].add("A1")
    note = "note: side lines of round 2: A2(A1)A1"
    assert note in record.write(engine)


def test_a_record_that_cannot_be_is_refused(engine: Engine) -> None:
    first, second = Node(OPENING), Node(OPENING)
    first.add("A2")
    record = Record(OPENING, rounds=[first, second])
    with pytest.raises(InvalidParameterError, match="round 1 is not over"):
        record.write(engine)
    wrong: Any = "rules: kalah\nround 1\nA9"
    with pytest.raises(InvalidParameterError, match="line 3"):
        Record.read(wrong, engine)


def test_remarks_on_moves_are_comments(engine: Engine) -> None:
    text = """rules: kalah
holes: 2
seeds: 1
round 1: 1,1/0 1,1/0 A # the smallest board
A2
A1 # takes what lies in B1
"""
    record = Record.read(text, engine)
    root = record.rounds[0]
    comments = [one.comment for one in root.walk()]
    assert comments == ["the smallest board", "", "takes what lies in B1"]
    written = record.write(engine)
    assert "# the smallest board\nA2 A1  # takes what lies in B1\n" in written
    assert Record.read(written, engine).write(engine) == written
    # With a side line all of it stands in a note, once.
    root.add("A1")
    written = record.write(engine)
    assert "  # " not in written
    assert "note: side lines of round 1: {" in written
    assert same(Record.read(written, engine).rounds[0], root)
