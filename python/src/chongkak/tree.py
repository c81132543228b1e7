"""Rounds with side lines, and sets of rounds as records.

::

    record = Record(engine.opening("kalah"))
    node = record.rounds[0].add("A3 A6")       # the main line, and its end
    node.comment = "the usual opening"
    node.parent.add("A2")                      # a side line
    text = record.write()
    assert Record.read(text).rounds[0].main_line() == ["A3", "A6"]
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .errors import PlacedError
from .game import Position, Rules, names_of

if TYPE_CHECKING:
    from .engine import Engine

# A tree as text, as in links to the board: each move is followed by its name in quotes and its
# comment in braces, then by the side lines that replace it, in parentheses:
# A1A7"good"(A6B2)B3{"why?"}
_TOKEN = re.compile(
    r'\s*(?:([AB]\d{1,2}s?)|("(?:[^"\\]|\\.)*")|\{("(?:[^"\\]|\\.)*")\}|([()]))\s*', re.ASCII
)
_NOTE = re.compile(r"side lines of round ([0-9]+): (.*)", re.DOTALL)


class TreeError(PlacedError, ValueError):
    """A text that is not a tree of moves."""


class Node:
    """A position in a tree: the move before it, and what may follow.

    The first of its `children` continues the main line. The root has no `move` and no `parent`.
    """

    def __init__(self, position: Position, parent: Node | None = None, move: str = "") -> None:
        self.position = position
        self.parent = parent
        self.move = move
        self.name = ""
        self.comment = ""
        self.children: list[Node] = []

    def __repr__(self) -> str:
        count = len(self.children)
        follow = f"{count} child{'' if count == 1 else 'ren'}"
        return f"<Node {self.move or 'root'}: {self.position}, {follow}>"

    def add(self, line: str | int | Sequence[str | int], *, main: bool = False) -> Node:
        """Plays a line from here and returns its last node. Existing nodes are reused.

        The first move becomes a side line if there is another move, unless `main` is set.
        """
        node = self
        for move in [line] if isinstance(line, int) else _moves(line):
            node = node._child(move)
            if main:
                node.promote()
        return node

    def _child(self, move: str | int) -> Node:
        after = self.position.play(move)
        name = f"{self.position.mover}{str(move).lstrip('ABab')}"
        for child in self.children:
            if child.move == name:
                return child
        self.children.append(Node(after, self, name))
        return self.children[-1]

    def promote(self) -> None:
        """Makes the node the main line of its parent."""
        if self.parent is not None:
            others = [child for child in self.parent.children if child is not self]
            self.parent.children = [self, *others]

    def remove(self) -> None:
        """Removes the node with everything after it."""
        if self.parent is not None:
            self.parent.children = [one for one in self.parent.children if one is not self]

    def path(self) -> list[Node]:
        """Returns the nodes from the first move to this one."""
        nodes = []
        node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def end(self) -> Node:
        """Returns the last node of the main line."""
        node = self
        while node.children:
            node = node.children[0]
        return node

    def main_line(self) -> list[str]:
        """Returns the moves of the main line after this node."""
        here = len(self.path())
        return [node.move for node in self.end().path()[here:]]

    def walk(self) -> Iterator[Node]:
        """Yields this node and all after it, each main line before its side lines."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def __str__(self) -> str:
        """The tree after this node, as in links to the board."""
        return "".join(self._parts())

    def _parts(self) -> Iterator[str]:
        node = self
        while node.children:
            main, *others = node.children
            yield f"{main.move}{main._notes()}"
            for other in others:
                yield f"({other.move}{other._notes()}{other})"
            node = main

    def _notes(self) -> str:
        name = json.dumps(self.name) if self.name else ""
        return name + (f"{{{json.dumps(self.comment)}}}" if self.comment else "")

    def read(self, text: str) -> None:
        """Parses a tree and adds it.

        Raises `TreeError` with the place of the first error.
        """
        node, waiting, at = self, list[Node](), 0
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise _wrong(text, at, "a move, a name in quotes, a comment in braces, or ( or )")
            move, name, comment, parenthesis = found.groups()
            if move:
                node = node._child(move)
            elif name:
                node.name = _unquoted(text, at, name)
            elif comment:
                node.comment = _unquoted(text, at, comment)
            elif parenthesis == "(":
                if node.parent is None:
                    raise _wrong(text, at, "a move before its side lines")
                waiting.append(node)
                node = node.parent
            elif not waiting:
                raise _wrong(text, at, "a move")
            else:
                node = waiting.pop()
            at = found.end()
        if waiting:
            raise _wrong(text, at, "a closing parenthesis")


@dataclass
class Record:
    """A set: its rounds as trees, and the remarks at its head.

    `starts` has the joint turn of each round that begins with one. By default there is one round,
    from the opening.
    """

    opening: Position
    tags: list[tuple[str, str]] = field(default_factory=list)
    rounds: list[Node] = field(default_factory=list)
    starts: list[str | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rounds = self.rounds or [Node(self.opening)]

    @property
    def rules(self) -> Rules:
        """The rules of all rounds."""
        return self.opening.rules

    @classmethod
    def read(cls, text: str, engine: Engine | None = None) -> Record:
        """Parses a set record. Remarks on moves become comments; side lines are in notes.

        Raises `InvalidParameterError` with the place of the first error or illegal move.
        """
        answer = _request(engine, text=text)
        games, rounds = answer["games"], answer["record"]["rounds"]
        first = games[0]
        rules = Rules(first["rules"], holes=first["holes"], seeds=first["seeds"], **first["set"])
        roots = [Node(Position.parse(game["position"], rules).asking(engine)) for game in games]
        for root, game, fields in zip(roots, games, rounds, strict=True):
            root.add(game["line"])
            line = [root, *root.end().path()]
            for remark in fields.get("remarks", ()):
                node = line[remark["move"]]
                node.comment = "; ".join(filter(None, (node.comment, remark["text"])))
        tags = []
        for tag in answer["record"]["tags"]:
            found = _NOTE.fullmatch(tag["text"]) if tag["name"] == "note" else None
            if found and 1 <= int(found[1]) <= len(roots):
                roots[int(found[1]) - 1].read(found[2])
            else:
                tags.append((tag["name"], tag["text"]))
        opening = Position.parse(rounds[0]["opening"], rules).asking(engine)
        return cls(opening, tags, roots, [one["start"] for one in rounds])

    def write(self, engine: Engine | None = None) -> str:
        """Formats the record: main lines with comments as remarks, all else in notes.

        Raises `InvalidParameterError` if a round does not follow from those before it.
        """
        text: str = _request(engine, **self.parameters())["text"]
        return text

    def parameters(self) -> dict[str, Any]:
        """Returns the parameters of a request for this set."""
        tags = [{"name": name, "text": text} for name, text in self.tags]
        remarks: list[list[dict[str, Any]]] = []
        for number, root in enumerate(self.rounds, 1):
            line = enumerate([root, *root.end().path()])
            comments = {at: one.comment for at, one in line if one.comment}
            is_line = all(len(one.children) < 2 and not one.name for one in root.walk())
            if is_line and all(text.isprintable() and text.strip() for text in comments.values()):
                remarks.append([{"move": at, "text": text} for at, text in comments.items()])
                continue
            remarks.append([])
            # A note ends at #.
            tree = f"{root._notes()}{root}".replace("#", "\\u0023")
            tags.append({"name": "note", "text": f"side lines of round {number}: {tree}"})
        starts = [*self.starts, *[None] * len(self.rounds)]
        lines = [
            {"start": start, "line": root.main_line(), "remarks": remarks_of}
            for start, root, remarks_of in zip(starts, self.rounds, remarks, strict=False)
        ]
        return self.opening.parameters() | lines[0] | {"rounds": lines[1:], "tags": tags}


# What can stand for a game: a set, a round with a node of it, the text of a record, or a line of
# moves from the opening.
Game = Record | Node | str


def parameters_of(game: Game, rules: Rules | str | None = None) -> dict[str, Any]:
    """Returns the parameters of a request for a game; `rules` are those of a line of moves."""
    if isinstance(game, Record):
        return game.parameters()
    if isinstance(game, Node):
        path = game.path()
        root = path[0].parent if path else game
        assert root is not None
        line = [*(node.move for node in path), *game.main_line()]
        return root.position.parameters() | {"line": line}
    if not isinstance(game, str):
        expected = "expected a Record, a Node, the text of a record, or a line of moves"
        raise TypeError(f"found {game!r} as a game, {expected}")
    # Distinguished as in the program: a record begins with a key and a colon.
    lines = (line.strip() for line in game.lstrip("\ufeff").splitlines())
    if ":" in next((line for line in lines if line and not line.startswith("#")), ""):
        return {"text": game}
    named = rules if isinstance(rules, Rules) else Rules(rules)
    return named.parameters() | {"line": game}


def _request(engine: Engine | None, **parameters: Any) -> Any:
    from .engine import default_engine

    return (engine or default_engine()).request("record", **parameters)


def _moves(line: str | Sequence[str | int]) -> list[str]:
    return re.split(r"[\s,]+", line.strip()) if isinstance(line, str) else names_of(line)


def _unquoted(text: str, at: int, quoted: str) -> str:
    try:
        unquoted: str = json.loads(quoted)
    except ValueError as error:
        raise _wrong(text, at, "a JSON string in quotes") from error
    return unquoted


def _wrong(text: str, at: int, expected: str) -> TreeError:
    found = f"found {text[at : at + 10]!r}" if at < len(text) else "the text ends here"
    message = f"invalid tree of moves: {found}, expected {expected}"
    return TreeError(message, text=text, at=len(text[:at].encode()), expected=expected)
