"""Many positions at once, and pictures of one."""

import math
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import pytest

from chongkak import Engine, InvalidParameterError, Position, PositionError, Rules, batch, svg

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
        pd.Series(["1,1,1/0 1,1,1/0 A", math.nan]),
    ],
)
def test_a_wrong_position_is_named_by_its_place(engine: Engine, wrong: Any) -> None:
    rules = Rules("kalah", holes=2 if isinstance(wrong, np.ndarray) else 3)
    with pytest.raises(PositionError, match=r"positions\[1\]"):
        batch.evaluate(wrong, rules, engine=engine, nodes=10)
    # Nothing is left behind that still searches.
    assert batch.evaluate(TEXTS, RULES, engine=engine, nodes=10)["nodes"].shape == (4,)


@pytest.mark.parametrize("number", [math.nan, math.inf, None, 0.5, "1"])
def test_a_number_that_is_none_is_named_by_its_place(number: Any) -> None:
    rows = np.array([[1, 1, 0, 1, 1, 0], [1, 1, 0, number, 1, 0]], dtype=object)
    with pytest.raises(
        PositionError, match=rf"positions\[1\].*found {number} in column 3, expected"
    ):
        batch.moves(rows, "kalah")


def test_what_is_no_fault_of_a_position_has_no_place(engine: Engine) -> None:
    wrong: Any = -1
    with pytest.raises(InvalidParameterError, match=r"^nodes: found -1") as caught:
        batch.evaluate(TEXTS, RULES, engine=engine, nodes=wrong)
    assert caught.value.param == "nodes"
    asking: list[Callable[..., Any]] = [batch.evaluate, batch.solve, batch.moves]
    for ask in asking:
        with pytest.raises(InvalidParameterError, match=r"^rules: no rule set") as caught:
            ask(TEXTS, "nosuch")
        assert caught.value.param == "rules"


@pytest.mark.parametrize(
    ("alone", "found"),
    [
        (TEXTS[0], repr(TEXTS[0])),
        (POSITIONS[0], repr(POSITIONS[0])),
        (pd.DataFrame({"position": TEXTS}), "a DataFrame"),
        (None, "None"),
    ],
    ids=["a text", "a position", "a table", "nothing"],
)
def test_what_is_not_many_positions_is_refused(alone: Any, found: str) -> None:
    asking: list[Callable[..., Any]] = [batch.evaluate, batch.solve, batch.moves]
    for ask in asking:
        with pytest.raises(TypeError) as caught:
            ask(alone, RULES)
        expected = "expected a list, an array or a column of positions"
        assert str(caught.value) == f"found {found} as the positions, {expected}"


def test_an_option_that_there_is_not_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'node'"):
        batch.evaluate([], RULES, node=10)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'depth'"):
        batch.solve([], RULES, depth=10)  # type: ignore[call-arg]


@pytest.mark.parametrize("module", ["numpy", "tqdm"])
def test_what_is_not_installed_is_named(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=rf'{module} .*pip install "chongkak\[batch\]"'):
        batch.moves(TEXTS, RULES, progress=True)


def test_a_bar_shows_how_far_it_is(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    batch.evaluate(TEXTS, RULES, engine=engine, nodes=10, progress=True)
    shown = capsys.readouterr().err
    assert "4/4" in shown
    assert "positions/s" in shown
    batch.evaluate(TEXTS, RULES, engine=engine, nodes=10, progress=False)
    assert capsys.readouterr().err == ""


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
