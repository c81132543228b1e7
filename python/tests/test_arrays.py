"""Positions as rows of numbers, and what the engine says of many of them at once."""

import random
import sys
import threading
from typing import Any

import numpy as np
import pytest

from chongkak import (
    ChongkakError,
    Estimate,
    Position,
    PositionError,
    Rules,
    _native,
    arrays,
    batch,
    default_engine,
)

RULE_SETS = (
    "overbeck",
    "conglak",
    "conglak-burnt",
    "congklak-six",
    "congklak",
    "congklak-bank",
    "sungka",
    "chonka",
    "kalah",
    "dakon",
)


def random_rules(chance: random.Random, name: str) -> Rules:
    """A rule set with some of its options changed."""
    options = [one for one in default_engine().rules(name).options if one.values]
    changed = chance.sample(options, chance.randint(0, 4))
    chosen: dict[str, Any] = {one.option: chance.choice(one.values) for one in changed}
    return Rules(name, **chosen)


def random_texts(chance: random.Random, rules: Rules, count: int) -> list[str]:
    """Texts of positions of one size under the rules."""
    holes = chance.randint(1, 9)
    found: list[str] = []

    def row() -> str:
        cells = ["x", f"{chance.randint(0, 9)}p", "0", "1", "2", f"{chance.randint(3, 40)}"]
        weights = (1, 1, 2, 2, 2, 4)
        return f"{','.join(chance.choices(cells, weights, k=holes))}/{chance.randint(0, 90)}"

    while len(found) < count:
        mark = chance.choice(["", "", " final", " over"])
        text = f"{row()} {row()} {chance.choice('AB')}{mark}"
        try:
            found.append(str(Position.parse(text, rules).check()))
        except ChongkakError:
            # There is no such position under these rules.
            continue
    return found


def row_of(text: str) -> list[int]:
    """The row of a text, as the documentation says."""
    a, b, mover, *mark = text.split()
    numbers = []
    for half in a, b:
        holes, _, store = half.partition("/")
        for hole in holes.split(","):
            seeds = int(hole.rstrip("p").replace("x", "0"))
            numbers.append({"x": -1, "p": -2 - seeds}.get(hole[-1], seeds))
        numbers.append(int(store))
    return [*numbers, "AB".index(mover) + 2 * ["", "final", "over"].index("".join(mark))]


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("seed", range(5))
def test_rows_are_texts_in_numbers(name: str, seed: int) -> None:
    chance = random.Random(f"{name} {seed}")
    rules = random_rules(chance, name)
    texts = random_texts(chance, rules, 30)
    rows = batch.rows(texts, rules)
    assert rows.tolist() == [row_of(text) for text in texts]
    # And back, of whatever kind the numbers are.
    for same in rows, rows.astype(float), rows.astype(object):
        assert [str(position) for position in batch.positions(same, rules)] == texts
        assert np.array_equal(batch.rows(same, rules), rows)
    assert np.array_equal(batch.rows(batch.positions(texts, rules)), rows)
    # Without the last column A is to move.
    a_moves = rows[:, -1] == 0
    told = batch.positions(rows[a_moves, :-1], rules)
    assert [str(position) for position in told] == [str(one) for one in np.array(texts)[a_moves]]


def test_a_row_is_written_once() -> None:
    found = batch.rows(["7,0,x/4 1,2p,0p/5 B"], "congklak")
    assert found.tolist() == [[7, 0, -1, 4, 1, -4, -2, 5, 1]]
    assert found.dtype == np.int16
    found[0, 0] = 8
    assert str(batch.positions(found, "congklak")[0]) == "8,0,x/4 1,2p,0p/5 B"
    assert batch.rows([]).shape == (0, 0)
    with pytest.raises(PositionError, match=r"positions\[1\].*found 2 holes a row, expected 1"):
        batch.rows(["1/0 1/0 A", "1,1/0 1,1/0 A"], "kalah")


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("seed", range(10))
def test_moves_are_those_of_each_position(name: str, seed: int) -> None:
    chance = random.Random(f"{name} {seed}")
    rules = random_rules(chance, name)
    texts = random_texts(chance, rules, 30)
    rows = batch.rows(texts, rules)
    found = batch.moves(rows, rules, after=True)
    holes = (rows.shape[1] - 3) // 2
    for array in ("legal", "gain", "captured", "again"):
        assert found[array].shape == (len(texts), holes)
    for index, text in enumerate(texts):
        # Stops after a move are left out.
        all_moves = Position.parse(text, rules).moves()
        moves = {int(move.move[1:]) - 1: move for move in all_moves if not move.move.endswith("s")}
        for hole in range(holes):
            told = [found[array][index, hole] for array in ("legal", "gain", "captured", "again")]
            after = found["after"][index, hole].tolist()
            if hole in moves:
                move = moves[hole]
                assert told == [True, move.gain, move.captured, move.outcome == "again"]
                assert after == row_of(str(move.after))
            else:
                assert told == [False, 0, 0, False]
                assert after == [0] * rows.shape[1]
    # In whatever form they come.
    for given in texts, batch.positions(texts, rules), rows.astype(float), rows.astype(object):
        again = batch.moves(given, rules, after=True)
        assert all(np.array_equal(again[array], found[array]) for array in found)
    assert set(found) - set(batch.moves(rows, rules)) == {"after"}


def test_positions_of_several_sizes_and_rules_have_one_array() -> None:
    positions = [
        Position.parse("1,0/0 1,2/0 B", "kalah"),
        Position.parse("3,0,4/0 1,2,2/0 A", "congklak"),
        Position.parse("3,0,4/0 1,2,2/0 A", "kalah"),
        Position.parse("0,1/0 1,2/0 A", "kalah"),
    ]
    found, worth = batch.moves(positions), batch.estimate(positions)
    for index, position in enumerate(positions):
        alone = batch.moves([position])
        for array, all_of in found.items():
            assert all_of[index, : position.holes].tolist() == alone[array][0].tolist()
            assert not all_of[index, position.holes :].any()
        assert [worth[index]] == batch.estimate([position])
    with pytest.raises(ValueError, match="after: found boards of 2 and 3 holes a row"):
        batch.moves(positions, after=True)


@pytest.mark.parametrize("name", RULE_SETS)
def test_estimates_of_other_boards_are_by_the_formula(name: str) -> None:
    chance = random.Random(name)
    rules = random_rules(chance, name)
    # No board with so many closed holes has a network of its own.
    texts = [text.replace("/", ",x,x,x,x/") for text in random_texts(chance, rules, 30)]
    rows = batch.rows(texts, rules)
    for text, found in zip(texts, batch.estimate(rows, rules), strict=True):
        position = Position.parse(text, rules)
        won, open_seeds = {}, {}
        for side in "AB":
            row = position.a if side == "A" else position.b
            open_seeds[side] = sum(hole.seeds for hole in row.holes if hole.state == "open")
            won[side] = row.store + sum(hole.seeds for hole in row.holes) - open_seeds[side]
        mover, other = position.mover, "BA"["AB".index(position.mover)]
        # Rounded towards 0.
        guess = int((7 * open_seeds[mover] - 4 * open_seeds[other]) / 8)
        if position.over:
            guess = open_seeds[mover] - open_seeds[other]
        assert found == won["A"] - won["B"] + (guess if mover == "A" else -guess)
    assert batch.estimate(texts, rules).tolist() == batch.estimate(rows, rules).tolist()


@pytest.mark.parametrize("name", RULE_SETS)
def test_estimates_are_those_of_a_search(name: str) -> None:
    opening = default_engine().opening(name)
    compared = 0
    for move in opening.moves():
        told = default_engine().evaluate(move.after, depth=1, threads=1, memory=8)
        moves = {one.move: one.after for one in move.after.moves()}
        for one in told.moves:
            within = one.bounds.lower < int(one.value) < one.bounds.upper
            if isinstance(one.value, Estimate) and within:
                assert batch.estimate([moves[one.move]]).tolist() == [int(one.value)]
                compared += 1
    assert compared > 0


WRONG: list[tuple[str, Any]] = [
    ("no number", [1, np.nan, 0, 1, 1, 0, 0]),
    ("half a seed", [1, 0.5, 0, 1, 1, 0, 0]),
    ("too many seeds", [1, 2.0**16 + 1, 0, 1, 1, 0, 0]),
    ("more than a board has", [1, 1024, 0, 1, 1, 0, 0]),
    ("more than a board has in all", [600, 600, 0, 1, 1, 0, 0]),
    ("a store below 0", [1, 1, -1, 1, 1, 0, 0]),
    ("no such mover", [1, 1, 0, 1, 1, 0, 6]),
    ("no such mover below 0", [1, 1, 0, 1, 1, 0, -1]),
    ("no move", [0, 0, 0, 1, 1, 0, 0]),
    ("no move from protected holes", [-5, -1, 0, 1, 1, 0, 0]),
    ("no final turn under these rules", [1, 1, 0, 1, 1, 0, 2]),
]


@pytest.mark.parametrize("wrong", [row for _, row in WRONG], ids=[name for name, _ in WRONG])
@pytest.mark.parametrize("place", [0, 6000, 9000])
def test_a_wrong_row_is_named_by_its_place(
    wrong: Any, place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The last place is in the second of the parts that are asked about.
    monkeypatch.setattr(arrays, "_ROWS_AT_ONCE", 8192)
    rows = np.tile([1.0, 1, 0, 1, 1, 0, 0], (max(2, place + 1), 1))
    rows[place] = wrong
    with pytest.raises(PositionError) as slow:
        batch.positions(rows[place : place + 1], "kalah")
    expected = str(slow.value).replace("positions[0]", f"positions[{place}]")
    assert expected.startswith(f"positions[{place}], ")
    for ask in batch.moves, batch.estimate:
        with pytest.raises(PositionError) as caught:
            ask(rows, "kalah")
        assert str(caught.value) == expected


def test_what_is_no_array_of_rows_is_refused() -> None:
    for ask in batch.moves, batch.estimate, batch.positions:
        for shape in (1, 0), (1, 1), (1, 2), (1, 3), (2, 60):
            with pytest.raises(PositionError, match=r"positions\[0\]"):
                ask(np.ones(shape, dtype=np.int64), "kalah")
        with pytest.raises(ChongkakError, match="rules: no rule set"):
            ask(np.ones((1, 6), dtype=np.int64), "nosuch")
        with pytest.raises(PositionError, match=r"positions\[0\].*holes"):
            ask(np.ones((1, 6), dtype=np.int64), Rules("kalah", holes=3))
    assert batch.moves(np.ones((0, 9), dtype=np.int64), "kalah")["legal"].shape == (0, 3)
    assert batch.estimate(np.ones((0, 9), dtype=np.int64), "kalah").shape == (0,)


def test_other_threads_of_python_run_meanwhile() -> None:
    rules = Rules("congklak", holes=7)._all_options()
    assert rules is not None
    rows = np.tile(batch.rows([default_engine().opening("congklak")]), (10_000, 1)).tobytes()
    interval = sys.getswitchinterval()
    # Nobody gets the lock unless it is given away.
    sys.setswitchinterval(1000)
    try:
        for _ in range(50):
            gate, ran = threading.Lock(), [False]
            gate.acquire()

            def run(gate: threading.Lock = gate, ran: list[bool] = ran) -> None:
                with gate:
                    ran[0] = True

            thread = threading.Thread(target=run)
            thread.start()
            gate.release()
            _native.array_moves(rules, rows, 7, True, False)
            meanwhile = ran[0]
            thread.join()
            if meanwhile:
                return
    finally:
        sys.setswitchinterval(interval)
    pytest.fail("no other thread has run")
