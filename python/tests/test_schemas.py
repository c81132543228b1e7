"""What the package sends and reads is what the schemas of the protocol say."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from chongkak import AnalysedTurn, Engine, Move, Position, Record, Rules, Solution, queries, results
from chongkak.queries import Query

SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "schemas"

SMALL = Rules("kalah", holes=3, seeds=2, lone="bank")
OPENING = Position.parse("2,2,2/0 2,2,2/0 A", SMALL)

#: Every question, with all that it can be asked.
LIMITS: dict[str, Any] = {"time": 5.0, "nodes": 1000, "threads": 1, "memory": 16, "parallel": True}
ASKED: list[Query[Any]] = [
    queries.info(),
    queries.rules(SMALL),
    queries.position("2,2,2/0 2,2,2/0 A", SMALL),
    queries.opening(SMALL, owned=5, mover="B"),
    queries.moves(OPENING),
    queries.trace(OPENING, ["A2", "A1"]),
    queries.play(OPENING, "A2"),
    queries.draw(OPENING),
    queries.evaluate(OPENING, **LIMITS, depth=3, every_move=True, moves=["A1"], fresh=True),
    queries.solve(OPENING, **LIMITS, winner=True, fresh=True),
    queries.solve(OPENING, at_least=-3),
    queries.prove(OPENING, **LIMITS, winner=True, positions=1000),
    queries.prove(OPENING, at_least=-3, positions=1),
    queries.analyze("A1 B1", SMALL, **LIMITS, depth=3, fresh=True),
    queries.analyze(Record(OPENING), nodes=10),
    queries.turns(OPENING, **LIMITS, beam=10, target=1, fresh=True),
    queries.turns(OPENING, nodes=1000),
    queries.book(Position.parse("4,4,4,4,4,4/0 4,4,4,4,4,4/0 A", Rules("kalah"))),
]


class Schema:
    """A part of a schema, with the file in which it stands."""

    def __init__(self, file: str, part: Any) -> None:
        self.file = file
        self.part = part

    def kinds(self) -> Iterator[Schema]:
        """What it may be: itself, or what it refers to."""
        yield self
        for part in [self.part, *(self.part.get(name, []) for name in ("anyOf", "oneOf", "allOf"))]:
            for one in part if isinstance(part, list) else []:
                yield from Schema(self.file, one).kinds()
        if "$ref" in self.part:
            yield from referred(self.file, self.part["$ref"]).kinds()

    def fields(self) -> dict[str, Schema]:
        """Its fields, if it is an object."""
        return {
            name: Schema(kind.file, field)
            for kind in self.kinds()
            for name, field in kind.part.get("properties", {}).items()
        }

    def items(self) -> Schema:
        """What is in it, if it is a list."""
        return next(
            Schema(kind.file, kind.part["items"]) for kind in self.kinds() if "items" in kind.part
        )

    def always_has(self, name: str) -> bool:
        """Whether an object always has a field."""
        objects = [kind.part for kind in self.kinds() if name in kind.part.get("properties", {})]
        return bool(objects) and all(name in part.get("required", []) for part in objects)

    def words(self) -> set[Any]:
        """The words that it may be."""
        each = (kind.part for kind in self.kinds())
        found = {word for part in each for word in part.get("enum", [part.get("const")])}
        return found - {None}


@cache
def read(file: str) -> Any:
    return json.loads((SCHEMAS / file).read_text(encoding="utf-8"))


def referred(file: str, reference: str) -> Schema:
    other, _, place = reference.partition("#")
    part = read(other or file)
    for step in place.split("/")[1:]:
        part = part[step]
    return Schema(other or file, part)


def of(kind: str, method: str) -> Schema:
    return referred("serve.schema.json", f"#/$defs/{kind}/{method}")


class Told(dict[str, Any]):
    """An object of an answer, of which nothing is read that the schema does not promise."""

    def __init__(self, told: dict[str, Any], schema: Schema) -> None:
        super().__init__(told)
        self._schema = schema

    def __getitem__(self, name: str) -> Any:
        assert self._schema.always_has(name), f"{name}: not in every answer"
        return promised(super().__getitem__(name), self._schema.fields()[name])

    def get(self, name: str, default: Any = None) -> Any:
        """What is there, or may be."""
        fields = self._schema.fields()
        if name not in fields:
            # Moves of a position are read as those of a line are, which tell more.
            fields = of("results", "play").fields()["line"].items().fields()
        assert name in fields, f"{name}: in no answer"
        return promised(super().get(name, default), fields[name])


def promised(told: Any, schema: Schema) -> Any:
    if isinstance(told, dict):
        return Told(told, schema)
    if isinstance(told, list):
        return [promised(one, schema.items()) for one in told]
    return told


@pytest.mark.parametrize("query", ASKED, ids=lambda query: query.method)
def test_what_is_sent_and_read_is_in_the_schemas(engine: Engine, query: Query[Any]) -> None:
    sent = query.telling()
    assert set(sent) <= set(of("params", query.method).fields())
    answer = engine.request(query.method, **query.parameters)
    query.read(promised(answer, of("results", query.method)), engine)


@pytest.mark.parametrize("query", ASKED, ids=lambda query: query.method)
def test_searches_can_be_asked_all_that_they_take(query: Query[Any]) -> None:
    # Progress is told to whoever starts a search. Results are numbers: words are for pages. A file
    # of rules is named by its path.
    taken = set(of("params", query.method).part["properties"]) - {"progress", "language", "text"}
    asked = set(inspect.signature(getattr(queries, query.method, lambda: None)).parameters)
    # The record has these of a whole game, and its rules.
    taken -= {"rounds", "remarks", "tags"}
    asked -= {"rules"} if query.method == "analyze" else set()
    if taken:
        # The position is the game.
        assert taken == asked - {"position", "game"}


def test_a_game_is_told_by_all_that_a_request_can_say() -> None:
    sent = {name for query in ASKED for name in query.parameters}
    fields = set(referred("serve.schema.json", "#/$defs/game").fields())
    # The turn that both begin with is for lines from the opening: here a position has it behind it.
    assert fields - {"language", "start"} <= sent


def test_what_is_read_of_progress_is_in_the_schema() -> None:
    told = {"id": 1, "seconds": 0.5, "nodes_per_second": 3, "nodes": 9, "depth": 2, "pv": ["A1"]}
    told |= {"value": 1, "exact": False, "lower": -2, "upper": 4}
    about = referred("serve.schema.json", "#/$defs/progress/properties/params").part
    found_so_far = {name: field.part for name, field in of("results", "evaluate").fields().items()}
    properties = found_so_far | about["properties"]
    both = Schema("eval.schema.json", {"properties": properties, "required": list(properties)})
    found = results.progress(Told(told, both))
    assert (found.nodes, found.seconds, found.bounds) == (9, 0.5, results.Bounds(-2, 4))


@pytest.mark.parametrize(
    ("record", "field", "schema"),
    [
        (Move, "outcome", of("results", "position").fields()["moves"].items()),
        (Solution, "winner", of("results", "solve")),
        (AnalysedTurn, "player", of("results", "analyze").fields()["turns"].items()),
    ],
)
def test_the_words_of_a_field_are_those_of_the_schema(
    record: type, field: str, schema: Schema
) -> None:
    hint = get_type_hints(record)[field]
    kinds = [hint, *get_args(hint)]
    words = {word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind)}
    assert words == schema.fields()[field].words() != set()
