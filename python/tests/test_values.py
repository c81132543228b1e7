"""What is made of results: dictionaries, tables, sorted values."""

import copy
import dataclasses
import itertools
import pickle
from typing import Any

import pandas as pd  # type: ignore[import-untyped]
import pytest

from chongkak import Engine, Estimate, Evaluation, Position, Proven, Rules, Value

SMALL = Rules("kalah", holes=3, seeds=2)


@pytest.fixture(scope="module")
def evaluation(engine: Engine) -> Evaluation:
    return engine.evaluate(engine.opening(SMALL), nodes=10_000)


def test_values_sort_by_their_seeds() -> None:
    in_order: list[Value] = [Proven(-3), Estimate(-1), Estimate(2), Proven(2), Estimate(3)]
    for values in itertools.permutations(in_order):
        assert sorted(values) == in_order
    for first, second in itertools.combinations(in_order, 2):
        assert all((first < second, first <= second, second > first, second >= first))
        assert first != second
    assert max(in_order, key=int) == Estimate(3)
    assert [int(value) for value in in_order] == [-3, -1, 2, 2, 3]
    assert [value.proven for value in in_order] == [True, False, False, True, False]


def test_a_value_is_no_number() -> None:
    values: list[Any] = [Proven(3), Estimate(3)]
    for value in values:
        assert value != 3
        for wrong in (lambda value: value + 1, lambda value: value < 5, lambda value: [0][value]):
            with pytest.raises(TypeError):
                wrong(value)


def test_results_are_dictionaries_and_tuples(evaluation: Evaluation) -> None:
    told = dataclasses.asdict(evaluation)
    assert told["value"] == {"seeds": evaluation.value.seeds, "proven": True}
    assert told["position"]["rules"]["name"] == "kalah"
    assert told["position"]["a"]["holes"][0] == {"seeds": 2, "state": "open"}
    assert told["moves"][0]["move"] == "A1"
    assert dataclasses.astuple(evaluation.position)[2] == "A"
    for same in copy.deepcopy(evaluation), pickle.loads(pickle.dumps(evaluation)):
        assert same == evaluation


def test_results_are_rows_of_a_table(evaluation: Evaluation) -> None:
    table: Any = pd.DataFrame([evaluation, evaluation])
    assert list(table["nodes"]) == [evaluation.nodes] * 2
    flat: Any = pd.json_normalize(dataclasses.asdict(evaluation))
    assert (flat["value.seeds"][0], flat["value.proven"][0]) == (evaluation.value.seeds, True)
    values: Any = pd.Series([evaluation.value, Estimate(-1)])
    assert list(values.astype(int)) == [evaluation.value.seeds, -1]
    assert min(values) == Estimate(-1)


def test_a_position_reads_as_what_makes_it(engine: Engine) -> None:
    position = engine.opening(SMALL)
    text = "Position.parse('2,2,2/0 2,2,2/0 A', Rules('kalah', holes=3, seeds=2))"
    assert repr(position) == text
    assert eval(text) == position
    (first, *_) = position.moves()
    assert len(repr(first)) < 250
    # What is made of it without an engine asks the default one.
    assert position.engine is engine
    assert dataclasses.replace(position, mover="B").engine is None
    assert Position.parse(str(position), SMALL).asking(engine).engine is engine
