"""Many positions at once, and pictures of one."""

import sys
import types
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import pytest

from chongkak import Engine, Position, PositionError, Rules, batch, svg

RULES = Rules("kalah", holes=3)
TEXTS = ["2,0,1/0 1,2,0/0 A", "0,0,2/1 1,1,1/0 B", "x,0,1/0 1,2,x/0 A", "0,0,0/5 0,0,0/1 A over"]
NUMBERS = [[2, 0, 1, 0, 1, 2, 0, 0, 0], [0, 0, 2, 1, 1, 1, 1, 0, 1], [-1, 0, 1, 0, 1, 2, -1, 0, 0]]
POSITIONS = [Position.parse(text, RULES) for text in TEXTS]


@pytest.mark.parametrize(
    "given",
    [TEXTS, POSITIONS, pd.Series(TEXTS), np.array(TEXTS), dict.fromkeys(TEXTS)],
    ids=["texts", "positions", "column", "array", "any iterable"],
)
def test_what_comes_out_is_what_one_by_one_says(engine: Engine, given: Iterable[Any]) -> None:
    found = batch.evaluate(given, RULES, engine=engine, nodes=1000)
    for index, position in enumerate(POSITIONS):
        one = engine.evaluate(position, nodes=1000, threads=1)
        assert (found["value"][index], found["proven"][index]) == (int(one.value), one.value.proven)
        assert (found["lower"][index], found["upper"][index]) == (
            one.bounds.lower,
            one.bounds.upper,
        )
        assert found["best"][index] == (one.best or "")
    table = pd.DataFrame(found)
    assert len(table) == len(POSITIONS)


def test_rows_of_numbers_are_positions(engine: Engine) -> None:
    rows = np.array(NUMBERS)
    found = batch.solve(rows, RULES, engine=engine)
    values = [engine.solve(position).value for position in POSITIONS[:3]]
    assert [*found["value"]] == [int(value) for value in values if value is not None]
    # Without the last column A is to move.
    first = batch.solve(rows[[0, 2], :-1], RULES, engine=engine)
    assert [*first["value"]] == [*found["value"][[0, 2]]]
    whole = batch.solve(rows.astype(float), RULES, engine=engine)
    assert [*whole["value"]] == [*found["value"]]


def test_what_is_open_is_no_number(engine: Engine) -> None:
    opening = engine.opening("dakon")
    found = batch.solve([opening] * 3, engine=engine, nodes=200, fresh=True)
    assert np.isnan(found["value"]).all()
    assert (found["lower"] < found["upper"]).all()


def test_moves_are_told_by_their_holes() -> None:
    found = batch.moves(TEXTS, RULES)
    for index, position in enumerate(POSITIONS):
        names = [f"{position.mover}{hole + 1}" for hole in np.flatnonzero(found["legal"][index])]
        assert names == [*position.legal_moves]
        for move in position.moves():
            at = index, int(move.move[1:]) - 1
            assert found["gain"][at] == move.gain
            assert found["captured"][at] == move.captured
            assert found["again"][at] == (move.outcome == "again")
    assert batch.moves([], RULES)["legal"].shape == (0, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        ["1,1,1/0 1,1,1/0 A", "1,1,y/0 1,1,1/0 A"],
        np.array([[1, 1, 0, 1, 1, 0, 0], [1, 1, 0, 1, 1, 0, 2]]),
        np.array([[1, 1, 0, 1, 1, 0, 0], [1, 1.5, 0, 1, 1, 0, 0]]),
        ["1,1,1/0 1,1,1/0 A", "1,1/0 1,1/0 A"],
        ["1,1,1/0 1,1,1/0 A", None],
    ],
)
def test_a_wrong_position_is_named_by_its_place(engine: Engine, wrong: Any) -> None:
    rules = Rules("kalah", holes=2 if isinstance(wrong, np.ndarray) else 3)
    with pytest.raises(PositionError, match=r"positions\[1\]"):
        batch.evaluate(wrong, rules, engine=engine, nodes=10)
    # Nothing is left behind that still searches.
    assert batch.evaluate(TEXTS, RULES, engine=engine, nodes=10)["nodes"].shape == (4,)


def test_a_bar_shows_how_far_it_is(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def tqdm(steps: Iterable[Any], total: int, unit: str) -> Iterable[Any]:
        for step in steps:
            seen.append((total, unit))
            yield step

    module = types.ModuleType("tqdm.auto")
    module.tqdm = tqdm  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", module)
    batch.evaluate(TEXTS, RULES, engine=engine, nodes=10, progress=True)
    assert seen == [(4, " positions")] * 4
    batch.evaluate(TEXTS, RULES, engine=engine, nodes=10, progress=False)
    assert len(seen) == 4


def test_a_picture_has_arrows_and_values(engine: Engine) -> None:
    position = engine.opening(Rules("congklak", holes=5))
    evaluation = engine.evaluate(position, nodes=500)
    relay = next(move for move in position.moves() if move.laps > 1)
    picture = svg.board(
        position, arrows=[("A1", "B2"), ("A5", "RA"), "A4", relay], values=evaluation
    )
    root = ElementTree.fromstring(picture)
    name = "{http://www.w3.org/2000/svg}"

    def found(tag: str, kind: str) -> list[ElementTree.Element]:
        return [one for one in root.iter(f"{name}{tag}") if one.get("class") == kind]

    values = [one.text for one in found("text", "value")]
    assert values == [str(move.value).replace("about ", "≈") for move in evaluation.moves]
    assert any("≈" in str(value) for value in values)
    circles = found("circle", "arrow")
    assert len(found("path", "arrow")) + len(circles) == 3 + relay.laps
    assert len(found("path", "head")) == len(found("path", "arrow"))
    # The circle lies around its hole.
    hole = next(
        one for one in root.iter(f"{name}g") if any(text.text == "A4" for text in one.iter())
    )
    assert (circles[0].get("cx"), circles[0].get("cy")) == (hole.get("data-x"), hole.get("data-y"))
    assert "&lt;b&gt;" in svg.board(position, values={"A1": "<b>"})
    with pytest.raises(ValueError, match="A6: expected one of A1, A2"):
        svg.board(position, arrows=["A6"])


def test_an_analysis_goes_on_until_it_is_left(engine: Engine) -> None:
    with engine.analysis(engine.opening("dakon"), fresh=True) as analysis:
        progress = next(iter(analysis))
        assert progress.value is not None
    assert analysis.result().stopped == "cancelled"
    with engine.analysis(engine.opening(RULES), nodes=100) as analysis:
        assert all(progress.nodes is not None for progress in analysis)
    assert analysis.result().nodes <= 101
