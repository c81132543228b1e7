"""The real engine: what it answers is what the rules say, wherever it can be known."""

import math
import pydoc
import random
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from test_game import random_text

from chongkak import (
    AsyncEngine,
    Engine,
    Estimate,
    Evaluation,
    InvalidParameterError,
    Move,
    Position,
    Proven,
    Row,
    Rules,
    queries,
)

SMALL = Rules("kalah", holes=3, seeds=2)


def owned(row: Row) -> int:
    """The seeds of a player at the end of a round: those left in the row are his too."""
    return row.store + sum(hole.seeds for hole in row.holes)


def value_of(position: Position, moves: dict[Position, tuple[Move, ...]]) -> int:
    """Minimax in its plainest form, over the moves that the engine lists."""
    if position.over:
        return owned(position.a) - owned(position.b)
    if position not in moves:
        moves[position] = position.moves()
    values = [value_of(move.after, moves) for move in moves[position]]
    return max(values) if position.mover == "A" else min(values)


def test_the_engine_says_what_it_is(engine: Engine) -> None:
    info = engine.info()
    assert (info.name, info.protocol) == ("chongkak", 1)
    assert {"overbeck", "kalah"} <= set(info.rules)
    assert {"evaluate", "solve", "cancel"} <= set(info.methods)
    assert info.threads >= 1


def test_the_engine_plays_by_the_usual_rules(
    make: Callable[[], Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHONGKAK_RULES", "kalah")
    with make() as engine:
        assert engine.info().default_rules == "kalah"
        assert engine.opening().seeds == 48
        assert engine.opening(Rules(holes=3)).seeds == 24
        assert engine.opening("overbeck").seeds == 162
        # By kalah the last seed among others ends the turn, by overbeck it is sown on.
        read = Position.parse("1,1,0/0 0,1,0/0 A")
        assert str(read.asking(engine).play("A1")) == "0,2,0/0 0,1,0/0 B"
    monkeypatch.delenv("CHONGKAK_RULES")
    with make() as engine:
        assert engine.info().default_rules == "overbeck"
        assert engine.opening().seeds == 162


def test_a_rule_set_has_its_options(engine: Engine) -> None:
    kalah = engine.rules("kalah")
    assert (kalah.name, kalah["holes"], kalah["seeds"]) == ("kalah", "6", "4")
    with pytest.raises(KeyError, match="expected one of holes, seeds"):
        kalah["colour"]
    values = {option.option: option.values for option in kalah.options}
    assert (values["lone"], values["holes"]) == (("stay", "bank"), ())
    changed = engine.rules(Rules("kalah", holes=3, lone="bank"))
    assert (changed["holes"], changed["lone"]) == ("3", "bank")


def test_moves_to_look_at_are_a_list_or_a_text(engine: Engine) -> None:
    opening = engine.opening(Rules("kalah", holes=3, seeds=2))
    by_list = engine.evaluate(opening, nodes=500, moves=["A1", "A2"], threads=1)
    by_text = engine.evaluate(opening, nodes=500, moves="A1 A2", threads=1)
    assert [one.move for one in by_text.moves] == [one.move for one in by_list.moves]
    assert len(by_list.moves) == 2


def test_a_position_plays(engine: Engine) -> None:
    opening = engine.opening("overbeck")
    assert (opening.seeds, opening.holes, opening.mover) == (162, 9, "A")
    # Sowing by hand: A1's nine seeds end in the store behind A's nine holes, and A moves on.
    after = opening.play("A1")
    assert str(after) == "0,10,10,10,10,10,10,10,10/1 9,9,9,9,9,9,9,9,9/0 A"
    assert opening.play(["A1", "A7"]) == after.play("7") == after.play(7) == opening.play([1, 7])
    assert [move.move for move in after.moves()] == [f"A{hole}" for hole in range(2, 10)]
    by_name = {move.move: move for move in opening.moves()}
    assert (by_name["A1"].gain, by_name["A1"].outcome, by_name["A1"].lands) == (1, "again", ("RA",))
    assert engine.opening("overbeck", owned=99, mover="B").mover == "B"


def test_a_relay_is_told_lap_by_lap(engine: Engine) -> None:
    first, second = engine.trace(engine.opening("overbeck", owned=99), "A1 A7")
    assert [lap.start for lap in first.laps_told] == ["A1"]
    assert len(second.laps_told) == second.laps == len(second.lands)
    assert [lap.end for lap in second.laps_told] == list(second.lands)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_solved_is_what_minimax_finds(engine: Engine, seed: int) -> None:
    chance = random.Random(seed)
    rows = [[chance.randint(0, 2) for _ in range(3)] for _ in "AB"]
    rows[0][0] += 1
    position = Position.from_rows(*rows, rules=SMALL).asking(engine)
    value = value_of(position, {})
    solution = engine.solve(position, fresh=True)
    assert solution.value == Proven(value)
    assert solution.stopped is None
    winner = "A" if value > 0 else "B" if value < 0 else "draw"
    assert engine.solve(position, winner=True).winner == winner
    for least in value - 2, value, value + 2:
        bounds = engine.solve(position, at_least=least, fresh=True).bounds
        assert bounds.lower >= least if value >= least else bounds.upper < least
    end = position.play(solution.pv)
    assert end.over
    assert owned(end.a) - owned(end.b) == value
    evaluation = engine.evaluate(position, nodes=100_000)
    assert evaluation.value == Proven(value)
    assert evaluation.best in solution.best
    assert value in evaluation.bounds


def test_an_estimate_is_no_proof(engine: Engine) -> None:
    opening = engine.opening("dakon")
    evaluation = engine.evaluate(opening, nodes=500, threads=1, fresh=True)
    assert isinstance(evaluation.value, Estimate)
    assert str(evaluation.value).startswith("about ")
    assert evaluation.stopped == "nodes"
    assert evaluation == engine.evaluate(opening, nodes=500, threads=1, fresh=True)
    open_one = engine.solve(opening, nodes=500, fresh=True)
    assert open_one.value is None
    assert open_one.bounds.lower < open_one.bounds.upper


def test_every_move_may_have_its_line(engine: Engine) -> None:
    position = engine.opening(SMALL)
    alone = engine.evaluate(position, fresh=True)
    assert all(move.pv == () for move in alone.moves)
    every = engine.evaluate(position, every_move=True, time=math.inf, fresh=True)
    for move, legal in zip(every.moves, position.moves(), strict=True):
        assert move.value == Proven(value_of(legal.after, {}))
        assert move.pv[0] == move.move
        end = position.play(move.pv)
        assert move.value == Proven(owned(end.a) - owned(end.b))


def test_a_search_without_end_is_cancelled(engine: Engine) -> None:
    with engine.start(
        queries.evaluate(engine.opening("dakon"), time=math.inf, fresh=True)
    ) as search:
        progress = next(iter(search))
    assert progress.seconds is not None
    assert progress.nodes_per_second is not None
    evaluation = search.result()
    assert evaluation.stopped == "cancelled"
    assert evaluation.raw["limits"]["seconds"] is None


def test_turns_and_the_book(engine: Engine) -> None:
    turns = engine.turns(engine.opening(SMALL), threads=1, memory=64)
    assert turns.complete
    assert turns.harvest.proven
    assert turns.harvest.seeds == engine.opening(SMALL).play(turns.harvest.line).a.store
    entry = engine.book(engine.opening("overbeck"))
    assert entry is not None
    assert entry["owned"] == 81
    assert engine.book(engine.opening(Rules("overbeck", holes=4, seeds=3))) is None


def test_a_board_is_drawn(engine: Engine) -> None:
    position = engine.opening(Rules("congklak", holes=5))
    assert "A5" in position.drawing()
    picture = position._repr_svg_()
    assert picture is not None
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    assert engine.draw(position)._repr_svg_() == picture
    # What is said of it, in the language of who looks at it.
    last = [position.drawing(language=code).splitlines()[-1] for code in ("en", "ms", "id-ID")]
    assert last == ["A to move", "giliran A", "giliran A"]
    with pytest.raises(InvalidParameterError, match="expected one of en, ms, id"):
        position.drawing(language="xx")


@pytest.mark.parametrize(
    ("query", "param", "at"),
    [
        (queries.position("4,4,4/0 4,y,4/0 A"), "position", 10),
        (queries.position("4,4,4/0 4,4,4/0 A", "kala"), "rules", None),
        (queries.opening(Rules(lone="never")), "set.lone", None),
        (queries.trace(Position.parse("4,4,4/0 4,4,4/0 A", SMALL), "A1 B2 A9"), "line", 6),
        (queries.evaluate(Position.parse("4,4,4/0 4,4,4/0 A", SMALL), nodes=-1), "nodes", None),
        (queries.turns(Position.parse("4,4,4/0 4,4,4/0 A", SMALL), target=99), "target", None),
    ],
)
def test_what_is_wrong_is_named(
    engine: Engine, query: queries.Query[object], param: str, at: int | None
) -> None:
    with pytest.raises(InvalidParameterError) as caught:
        engine.ask(query)
    assert caught.value.param == param
    if at is not None:
        assert caught.value.at == at
        assert str(caught.value).endswith(" " * (at + 2) + "^")


def test_a_text_is_no_position(engine: Engine) -> None:
    text: Any = "7,7/0 7,7/0 A"
    asking: list[Callable[[Any], object]] = [engine.evaluate, engine.moves, queries.solve]
    for ask in asking:
        with pytest.raises(TypeError, match=r"'7,7/0 7,7/0 A': expected a Position"):
            ask(text)


@pytest.mark.parametrize("seed", range(100))
def test_every_position_comes_back_as_it_was_asked(engine: Engine, seed: int) -> None:
    position = Position.parse(random_text(random.Random(seed)), Rules("congklak"))
    try:
        moves = engine.moves(position)
    except InvalidParameterError:
        return
    assert position.over == (not moves)


def test_what_this_package_does_not_know_can_be_asked(engine: Engine) -> None:
    answer = engine.request("position", rules="kalah", holes=2, seeds=1)
    assert answer["position"] == "1,1/0 1,1/0 A"
    with pytest.raises(InvalidParameterError, match="colour"):
        engine.request("position", colour="red")


def test_a_search_tells_and_can_be_ended(engine: Engine) -> None:
    opening = engine.opening(Rules("kalah", seeds=6))
    with engine.start(queries.solve(opening, fresh=True)) as search:
        for progress in search:
            # Everything else is answered meanwhile.
            assert engine.opening("kalah").holes == 6
            assert progress.nodes is not None
            search.cancel()
    solution = search.result()
    assert (solution.value, solution.stopped) == (None, "cancelled")


def test_a_game_of_chong_is_judged(engine: Engine) -> None:
    game: dict[str, Any] = {"holes": 2, "dice": 1, "turns": ["1 1:K2<>1", "3 pass"]}
    engine.request("chong_evaluate", holes=2, dice=1, exact=True)
    exact = engine.request("chong_analyze", **game)
    estimated = engine.request("chong_analyze", **game, fresh=True)
    assert (exact["exact"], estimated["exact"]) == (True, False)
    for found in (exact, estimated):
        signs = [1 if turn["player"] == "A" else -1 for turn in found["turns"]]
        luck = sum(
            sign * (turn["luck"] - turn["loss"])
            for sign, turn in zip(signs, found["turns"], strict=True)
        )
        left = found["result"] - found["start"] - luck - found["corrections"]
        assert abs(left) < 1e-9
    assert abs(exact["corrections"]) < 1e-9


def test_every_question_can_be_asked_without_waiting(engine: Engine) -> None:
    opening = engine.opening(SMALL)
    questions: list[queries.Query[Any]] = [
        queries.moves(opening),
        queries.book(opening),
        queries.info(),
    ]
    for query in questions:
        with engine.start(query) as search:
            assert list(search) == []
            assert search.result() == engine.ask(query)


def test_help_shows_the_parameters() -> None:
    text = pydoc.plain(pydoc.render_doc(Engine.evaluate))
    assert "evaluate(self, position: 'Position', *, time: 'float | None' = None" in text
    for option in ("nodes: 'int | None' = None", "fresh: 'bool' = False", "moves: 'Sequence[str]'"):
        assert option in text
    assert "-> 'Evaluation'" in text
    assert "estimated or proven" in text


@pytest.mark.parametrize("owner", [Engine, AsyncEngine])
def test_a_method_is_one_of_its_class(owner: type) -> None:
    for name in ("info", "evaluate", "book"):
        method = getattr(owner, name)
        assert (method.__name__, method.__qualname__) == (name, f"{owner.__name__}.{name}")
        assert getattr(sys.modules[method.__module__], owner.__name__) is owner
    assert get_type_hints(owner.evaluate)["return"] is Evaluation  # type: ignore[attr-defined]
    assert get_type_hints(owner.moves)["return"] == tuple[Move, ...]  # type: ignore[attr-defined]


def test_a_limit_that_there_is_not_is_refused(engine: Engine) -> None:
    opening = engine.opening(SMALL)
    for ask in (engine.evaluate, engine.solve, engine.turns):
        with pytest.raises(TypeError, match="unexpected keyword argument 'node'"):
            ask(opening, node=100)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'node'"):
        engine.analysis(opening, node=100)  # type: ignore[call-arg]


def test_an_analysis_that_is_refused_says_so(engine: Engine) -> None:
    wrong: Any = 2.5
    with engine.analysis(engine.opening(SMALL), depth=wrong) as analysis:
        for ask in (lambda: list(analysis), analysis.result, lambda: list(analysis)):
            with pytest.raises(InvalidParameterError, match=r"depth: found 2\.5"):
                ask()


def test_an_analysis_goes_on_until_it_is_left(engine: Engine) -> None:
    with engine.analysis(engine.opening("dakon"), fresh=True) as analysis:
        for progress in analysis:
            assert progress.value is not None
            break
        assert not analysis.done
    assert analysis.result(60).stopped == "cancelled"
    with engine.analysis(engine.opening("dakon"), nodes=100, fresh=True) as analysis:
        assert all(progress.nodes is not None for progress in analysis)
    assert analysis.result().stopped == "nodes"


def test_the_version_is_that_of_the_program(engine: Engine) -> None:
    import chongkak

    # The program's version of a state between releases, as packages of Python write it.
    version = chongkak.__version__.replace(".dev0", "-dev")
    manifest = Path(__file__).parents[2] / "Cargo.toml"
    assert f'\nversion = "{version}"\n' in manifest.read_text()
    # The program adds the commit that it was built from.
    assert engine.info().version.partition("+")[0] == version
