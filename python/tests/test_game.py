"""Rules and positions, for which no engine is needed."""

import copy
import doctest
import pickle
import random
import types
from pathlib import Path
from typing import Any

import pytest

import chongkak.engine
import chongkak.game
import chongkak.svg
from chongkak import Engine, Hole, InvalidParameterError, Position, PositionError, Rules

KALAH = Rules("kalah", holes=3, lone="bank")


def random_text(random: random.Random) -> str:
    """A text of the program's form."""
    holes = random.randint(1, 9)

    def row() -> str:
        cells = [random.choice(["x", "0", f"{random.randint(0, 99)}p", "12"]) for _ in range(holes)]
        return f"{','.join(cells)}/{random.randint(0, 200)}"

    mark = random.choice(["", " final", " over"])
    return f"{row()} {row()} {random.choice('AB')}{mark}"


@pytest.mark.parametrize("module", [chongkak.game, chongkak.engine, chongkak.svg])
def test_examples_of_the_documentation(module: types.ModuleType) -> None:
    failed, tried = doctest.testmod(module, extraglobs=vars(chongkak))
    assert (failed, tried > 0) == (0, True)


@pytest.mark.parametrize("seed", range(200))
def test_a_position_is_written_as_it_was_read(seed: int) -> None:
    text = random_text(random.Random(seed))
    position = Position.parse(text, KALAH)
    assert str(position) == text
    assert position == Position.parse(text, KALAH)
    assert hash(position) == hash(Position.parse(text, KALAH))
    assert position != Position.parse(text, Rules("kalah"))
    for same in pickle.loads(pickle.dumps(position)), copy.deepcopy(position):
        assert same == position


def test_rows_make_a_position() -> None:
    position = Position.from_rows([7, 0, None], ["1", "2p", "x"], stores=(4, 5), mover="B")
    assert str(position) == "7,0,x/4 1,2p,x/5 B"
    assert position["a1"] == Hole(7)
    assert position["B2"] == Hole(2, "protected")
    assert position["A3"] == Hole(0, "closed")
    assert (position.holes, position.seeds, position.over) == (3, 19, False)
    assert [str(row) for row in (position.row("A"), position.row("B"))] == ["7,0,x/4", "1,2p,x/5"]


@pytest.mark.parametrize("name", ["A0", "A4", "C1", "", "A", "1", "A1 "])
def test_a_hole_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(KeyError, match="expected A1 to A3 or B1 to B3"):
        Position.from_rows([1, 2, 3], [1, 2, 3])[name]


def test_a_position_has_holes_and_is_no_sequence() -> None:
    position: Any = Position.from_rows([1, 2, 3], [1, 2, 3])
    with pytest.raises(TypeError, match="found 1, expected the name of a hole, such as 'A1'"):
        position[1]
    for ask in (lambda: [*position], lambda: "A1" in position):
        with pytest.raises(TypeError, match="not iterable"):
            ask()


@pytest.mark.parametrize("found", [None, 7, b"4,4/0 4,4/0 A"])
def test_what_is_no_text_is_no_position(found: Any) -> None:
    for rules in None, KALAH:
        with pytest.raises(TypeError, match=f"found {found!r} as a position, expected a string"):
            Position.parse(found, rules)


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", 0, "the holes, one slash and the store"),
        ("4,4/0", 5, "the holes, one slash and the store"),
        ("4,4/ 4,4/0 A", 0, "the holes, one slash and the store"),
        ("4,4/0 4,4/0 C", 12, "A or B"),
        ("4,4/0 4,4/0 A never", 14, "final, over or nothing"),
        ("4,4/0 4,4/0 A over A", 19, "nothing more"),
        ("4,,4/0 4,4/0 A", 2, "a number of seeds"),
        ("4,y/0 4,4/0 A", 2, "a number of seeds"),
        (f"{'9' * 5000}/0 4/0 A", 0, "at most 1023 seeds"),
        ("4;4/0 4,4/0 A", 0, "a number of seeds"),
        ("\N{FULLWIDTH DIGIT FOUR},4/0 4,4/0 A", 0, "a number of seeds"),
    ],
)
def test_a_wrong_text_is_refused_with_the_place(text: str, at: int, expected: str) -> None:
    with pytest.raises(PositionError, match="expected") as caught:
        Position.parse(text)
    error = caught.value
    assert (error.text, error.at, error.column) == (text, at, at)
    assert error.expected is not None
    assert error.expected.startswith(expected)
    first, shown, caret = str(error).split("\n")
    assert (shown[2:], caret.index("^") - 2) == (text, at)
    assert error.expected in first


def test_rows_are_of_one_length_and_all_characters_have_a_place() -> None:
    with pytest.raises(PositionError, match="row A has 3 holes and row B has 2") as caught:
        Position.parse("4,4,4/0 4,4/0 A")
    assert (caught.value.at, caught.value.expected) == (None, "as many in both")
    with pytest.raises(PositionError, match="hole A2") as caught:
        Position.parse("4,\udc80/0 4,4/0 A")
    assert caught.value.column == 2


@pytest.mark.parametrize("rules", [None, KALAH])
def test_what_the_program_reads_is_a_position(rules: Rules | None) -> None:
    position = Position.parse("  4, 4,X /0 4,4P,4 / 1 b OVER ", rules)
    assert str(position) == "4,4,x/0 4,4p,4/1 B over"
    assert str(Position.parse("4,4/0 4,4/0", rules)) == "4,4/0 4,4/0 A"


@pytest.mark.parametrize("seed", range(300))
def test_damaged_texts_are_read_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    characters = list(random_text(chance))
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(characters))
        characters[at] = chance.choice("0189xpAB/, éover")
    text = "".join(characters)
    try:
        position = Position.parse(text)
    except PositionError as error:
        # The rows together have no place.
        places = range(len(text.encode()) + 1)
        assert error.at in places or "row" in str(error)  # noqa: PT017
    else:
        # A number may be written with zeros before it.
        assert Position.parse(str(position)) == position


def test_nothing_of_a_position_or_of_rules_changes() -> None:
    position = Position.from_rows([1], [1])
    for thing, name in ((position, "mover"), (position.a, "store"), (KALAH, "holes")):
        with pytest.raises(AttributeError):
            setattr(thing, name, 5)


@pytest.mark.parametrize(
    ("rules", "parameters"),
    [
        (Rules(), {"rules": "overbeck"}),
        (Rules("kalah", seeds=3), {"rules": "kalah", "seeds": 3}),
        (KALAH, {"rules": "kalah", "holes": 3, "set": {"lone": "bank"}}),
    ],
)
def test_rules_are_parameters(rules: Rules, parameters: dict[str, Any]) -> None:
    assert rules.parameters() == parameters
    assert eval(repr(rules)) == rules


def test_rules_of_a_position_may_be_a_name() -> None:
    rows = Position.from_rows([1, 2], [3, 4], rules="kalah")
    assert rows.rules == Rules("kalah")
    assert Position.parse(str(rows), "kalah") == rows


OURS = "name = 'ours'\nbase = 'congklak'\nholes = 5\nset.lone = 'stay'\n"


def test_rules_of_a_file_are_its_options(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(OURS)
    rules = Rules(file, seeds=3)
    assert rules == Rules(str(file), seeds=3) == Rules("congklak", holes=5, seeds=3, lone="stay")
    assert repr(rules) == "Rules('congklak', holes=5, seeds=3, lone='stay')"
    # What is said in the call goes before what the file says.
    assert Rules(file, holes=7, lone="bank") == Rules("congklak", holes=7)


def test_rules_stay_when_their_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "ours.toml"
    text = "name = 'ours'\nbase = 'congklak'\nset.lone = '{}'\n"
    start = "1,0,1/0 1,0,1/0 A"
    with Engine() as engine:

        def told(position: Position) -> list[object]:
            moves = [move.captured for move in position.moves()]
            return [moves, engine.moves(position), engine.solve(position).value]

        found = {}
        for lone in "bank", "stay":
            file.write_text(text.format(lone))
            position = Position.parse(start, Rules(str(file)))
            found[lone] = position, pickle.dumps(position), told(position)
        # They differ, and each stays what it is: the file has the second one's rules by now.
        assert found["bank"][2] != found["stay"][2]
        assert found["bank"][0] != found["stay"][0]
        file.unlink()
        # Nor does the folder matter in which a copy is made.
        monkeypatch.chdir(tmp_path)
        for lone, (position, pickled, before) in found.items():
            plain = Position.parse(start, Rules("congklak", lone=lone))
            for same in position, pickle.loads(pickled), copy.deepcopy(position), plain:
                assert same == position
                assert hash(same) == hash(position)
                assert told(same) == before


def test_rules_are_equal_where_their_options_are() -> None:
    kalah = Rules("kalah")
    assert kalah == Rules("kalah", holes=6, seeds=4) == Rules("kalah", occupied="stop")
    assert hash(kalah) == hash(Rules("kalah", holes=6, seeds=4))
    assert kalah != Rules("kalah", seeds=5)
    assert kalah != Rules("kalah", occupied="relay")
    # What the engine would refuse is compared as it is written.
    assert Rules("kalha") == Rules("kalha") != Rules("kalha", holes=3)
    assert kalah != "kalah"


def test_a_wrong_rule_file_is_refused_at_once(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    with pytest.raises(InvalidParameterError, match=r"ours\.toml"):
        Rules(file)
    file.write_text("name = 'ours'\nset.lap = 'twice'\n")
    wrong = r'line 2, column 11: lap: found "twice"'
    with pytest.raises(InvalidParameterError, match=wrong) as caught:
        Rules(file)
    assert caught.value.param == "rules"


def test_usual_rules_are_those_of_now(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(OURS)
    for usual, rules in (
        ("kalah", Rules("kalah")),
        (str(file), Rules("congklak", holes=5, lone="stay")),
    ):
        monkeypatch.setenv("CHONGKAK_RULES", usual)
        named = Rules()
        position = Position.parse("1,1,0,0,2/0 0,1,0,0,1/0 A")
        monkeypatch.delenv("CHONGKAK_RULES")
        assert named == position.rules == rules != Rules()
    monkeypatch.setenv("CHONGKAK_RULES", "nowhere.toml")
    with pytest.raises(ValueError, match=r"CHONGKAK_RULES: .*nowhere"):
        Rules()
