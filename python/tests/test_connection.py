"""What goes wrong between Python and the program, with engines made for it."""

import copy
import os
import pickle
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from chongkak import (
    ChongkakError,
    Engine,
    EngineNotFoundError,
    EngineTerminatedError,
    InvalidParameterError,
    MissingDataError,
    Position,
    ProtocolError,
    Query,
    RequestError,
    Rules,
    TooManyRequestsError,
    default_engine,
    queries,
)

PlayedBy = Callable[[str], list[str]]
Make = Callable[..., Engine]
POSITION = Position.from_rows([1, 2], [3, 4])
# A search whose answer is taken as it comes.
SEARCH = Query("solve", POSITION.parameters(), lambda answer, _: answer)


def test_a_program_that_is_not_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = tmp_path / "nowhere"
    with pytest.raises(EngineNotFoundError, match="nowhere"):
        Engine.popen(missing)
    monkeypatch.setenv("CHONGKAK", str(missing))
    with pytest.raises(EngineNotFoundError, match="expected `chongkak` installed"):
        Engine.popen()
    monkeypatch.delenv("CHONGKAK")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("chongkak.process._installed", lambda: None)
    with pytest.raises(EngineNotFoundError, match="the environment variable CHONGKAK"):
        Engine.popen()


def test_the_end_of_the_program_is_told_with_its_log(played_by: PlayedBy) -> None:
    command = played_by(
        """
        next(requests)
        print("the board broke", file=sys.stderr)
        sys.exit(7)
        """
    )
    with Engine.popen(command) as engine:
        with pytest.raises(EngineTerminatedError, match="exit code 7") as caught:
            engine.info()
        assert caught.value.exit_code == 7
        assert "the board broke" in str(caught.value)
        assert engine.closed
        with pytest.raises(EngineTerminatedError, match="exit code 7"):
            engine.info()


def test_a_program_that_is_no_engine_ends_every_question(tmp_path: Path) -> None:
    # It ends before it reads, so that also a write may fail.
    with Engine.popen([sys.executable, "-c", "pass"]) as engine:
        for _ in range(3):
            with pytest.raises(EngineTerminatedError):
                engine.info()


def test_whoever_waits_when_the_engine_is_closed_is_told(played_by: PlayedBy) -> None:
    engine = Engine.popen(played_by("list(requests)"))
    waiting = engine.start(queries.solve(POSITION))
    errors: list[Exception] = []

    def wait() -> None:
        try:
            waiting.result()
        except EngineTerminatedError as error:
            errors.append(error)

    thread = threading.Thread(target=wait)
    thread.start()
    engine.close()
    thread.join()
    assert [str(error) for error in errors] == ["the engine was closed"]
    engine.close()
    for ask in engine.info, lambda: list(waiting):
        with pytest.raises(EngineTerminatedError, match="was closed"):
            ask()


@pytest.mark.parametrize(
    "answer",
    ["'no object'", "{'id': 1}", "{'id': 1, 'result': {'name': 5}}", "{'id': 1, 'error': 'no'}"],
)
def test_answers_of_another_form_are_refused(played_by: PlayedBy, answer: str) -> None:
    command = played_by(f"for request in requests: say({answer})")
    with Engine.popen(command) as engine, pytest.raises(ProtocolError):
        engine.info()


def test_a_line_that_is_no_json_is_shown(played_by: PlayedBy) -> None:
    command = played_by("for request in requests: print('Segmentation', flush=True)")
    with Engine.popen(command) as engine, pytest.raises(ProtocolError, match="Segmentation"):
        engine.info()


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (-32602, InvalidParameterError),
        (-32000, TooManyRequestsError),
        (-32002, MissingDataError),
        (-32601, RequestError),
    ],
)
def test_errors_are_exceptions(played_by: PlayedBy, code: int, kind: type[RequestError]) -> None:
    data = {"kind": "illegal-move", "param": "line", "text": "é A9", "at": 3, "expected": "a hole"}
    error = {"code": code, "message": "wrong", "data": data}
    command = played_by(f"for r in requests: say({{'id': r['id'], 'error': {error!r}}})")
    with Engine.popen(command) as engine, pytest.raises(ChongkakError) as caught:
        engine.info()
    refused = caught.value
    assert type(refused) is kind
    assert isinstance(refused, RequestError)
    assert (refused.code, refused.param, refused.expected) == (code, "line", "a hole")
    assert refused.kind == "illegal-move"
    # The place counts bytes, and é is two of them.
    assert (refused.at, refused.column) == (3, 2)
    assert str(refused) == "wrong\n  é A9\n    ^"


def test_progress_comes_until_the_answer(played_by: PlayedBy) -> None:
    command = played_by(
        """
        for request in requests:
            if request["method"] == "cancel":
                continue
            assert request["params"]["progress"]
            told = {"id": request["id"], "nodes": 5, "value": 3, "exact": False}
            say({"method": "progress", "params": told | {"lower": -1, "upper": 9}})
            say({"method": "progress", "params": {"id": "somebody else's"}})
            say({"method": "progress", "params": {"id": request["id"], "nodes": 6}})
            say({"id": request["id"], "result": None})
        """
    )
    with Engine.popen(command) as engine, engine.start(SEARCH) as search:
        first, second = search
        assert (first.nodes, second.nodes) == (5, 6)
        assert str(first.value) == "about +3"
        assert first.bounds is not None
        assert 9 in first.bounds
        assert 10 not in first.bounds
        assert (second.value, second.bounds, second.pv) == (None, None, ())
        assert search.result() is None
        assert list(search) == []


def test_a_search_that_is_left_is_cancelled(played_by: PlayedBy) -> None:
    command = played_by(
        """
        first = next(requests)
        cancel = next(requests)
        assert cancel["method"] == "cancel"
        say({"id": cancel["id"], "result": {"cancelled": True}})
        say({"id": first["id"], "result": {"of": cancel["params"]["id"]}})
        list(requests)
        """
    )
    with Engine.popen(command) as engine:
        with engine.start(SEARCH) as search:
            with pytest.raises(TimeoutError):
                search.result(timeout=0.01)
            assert not search.done
        assert search.result() == {"of": 1}


def test_a_program_that_does_not_end_is_ended(played_by: PlayedBy) -> None:
    command = played_by(
        """
        import time
        list(requests)
        while True:
            time.sleep(1)
        """
    )
    engine = Engine.popen(command)
    began = time.monotonic()
    engine._connection.close(patience=0.1)
    assert engine._connection._process.returncode is not None  # type: ignore[attr-defined]
    assert time.monotonic() - began < 60


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("time", float("nan"), "JSON"),
        ("time", float("inf"), "JSON"),
        ("position", "\ud800", "JSON"),
        ("position", "4," * 600_000, "at most 1048576 bytes"),
    ],
)
def test_what_cannot_be_sent_is_refused_by_its_name(
    make: Make, name: str, value: float | str, expected: str
) -> None:
    with make() as engine:
        with pytest.raises(InvalidParameterError, match=expected) as caught:
            engine.request("evaluate", **{name: value})
        assert caught.value.param == name
        # Nothing was sent, and the engine answers as before.
        assert engine.info().name == "chongkak"


def test_nobody_waits_for_the_answer_to_what_the_program_cannot_read(make: Make) -> None:
    with make() as engine:
        # A number that JSON can write and the program, with doubles, cannot hold.
        with pytest.raises(RequestError, match="number out of range") as caught:
            engine.start(queries.evaluate(POSITION, nodes=10**400)).result(20)
        assert caught.value.code == -32700
        assert engine.info().name == "chongkak"


def test_a_command_without_words_is_refused() -> None:
    commands: tuple[list[str] | str, ...] = ([], "")
    for command in commands:
        with pytest.raises(EngineNotFoundError, match="expected the path of the program"):
            Engine.popen(command)


def test_a_program_that_ends_before_all_threads_run_is_told(
    played_by: PlayedBy, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whatever thread starts has ended, if it can, before the next one starts.
    start = threading.Thread.start

    def start_slowly(thread: threading.Thread) -> None:
        start(thread)
        thread.join(5)

    monkeypatch.setattr(threading.Thread, "start", start_slowly)
    with (
        Engine.popen(played_by("sys.exit(1)")) as engine,
        pytest.raises(EngineTerminatedError, match="exit code 1"),
    ):
        engine.info()


@pytest.mark.parametrize(
    "query",
    [
        queries.moves(POSITION),
        queries.trace(POSITION, "A1"),
        queries.draw(POSITION),
        queries.evaluate(POSITION),
        queries.solve(POSITION),
        queries.turns(POSITION),
    ],
)
def test_an_answer_about_another_position_is_refused(
    played_by: PlayedBy, query: Query[object]
) -> None:
    answer = "{'position': '1,2/0 3,5/0 A', 'moves': [], 'line': [], 'harvest': {}, 'value': 0}"
    command = played_by(f"for r in requests: say({{'id': r['id'], 'result': {answer}}})")
    with Engine.popen(command) as engine, pytest.raises(ProtocolError, match=r"3,4/0 A.*3,5/0 A"):
        engine.ask(query)


def test_a_command_may_have_the_word_and_options() -> None:
    program = os.environ.get("CHONGKAK", "chongkak")
    for engine in (
        Engine.popen([program, "serve", "--threads", "1", "--memory=7"]),
        Engine.popen([program], threads=1, memory=7),
        Engine.popen(threads=1, memory=7, tables="none"),
    ):
        with engine:
            info = engine.info()
            assert (info.threads, info.memory) == (1, 7)
    with (
        Engine.popen(tables="/nowhere") as engine,
        pytest.raises(EngineTerminatedError, match="/nowhere"),
    ):
        engine.info()


def test_a_position_asks_the_engine_that_gave_it_and_no_other(make: Make) -> None:
    with make() as engine:
        position = engine.position(str(POSITION), POSITION.rules)
        assert position.drawing()
    with pytest.raises(EngineTerminatedError, match="was closed"):
        position.drawing()
    # A notebook that shows it shows the text.
    assert position._repr_svg_() is None
    assert position.asking(None).drawing() == POSITION.drawing()


def test_positions_of_the_default_engine_ask_the_next_one() -> None:
    position = default_engine().position(str(POSITION), POSITION.rules)
    default_engine().close()
    assert position.moves() == POSITION.moves()
    assert position._repr_svg_()


def test_an_engine_stays_in_its_process(make: Make) -> None:
    with make() as engine:
        for copied in pickle.dumps, copy.copy:
            with pytest.raises(TypeError, match="stays in its process"):
                copied(engine)
        # What it finds travels.
        found = engine.evaluate(engine.opening(Rules("kalah", holes=3)), nodes=100)
        assert pickle.loads(pickle.dumps(found)) == found
        assert found.position.engine is engine
        assert pickle.loads(pickle.dumps(found)).position.engine is None


def test_a_program_that_is_killed_is_told() -> None:
    with Engine.popen() as engine:
        search = engine.start(queries.solve(engine.opening("dakon"), fresh=True))
        next(iter(search))
        process = engine._connection._process  # type: ignore[attr-defined]
        process.kill()
        with pytest.raises(EngineTerminatedError, match="exit code"):
            search.result(30)


def test_an_error_of_the_program_travels_between_processes(make: Make) -> None:
    with make() as engine, pytest.raises(InvalidParameterError) as caught:
        POSITION.asking(engine).play("A1 B9")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (type(copy), str(copy)) == (InvalidParameterError, str(caught.value))
    assert (copy.param, copy.at, copy.code) == ("line", 3, -32602)
    assert copy.kind == caught.value.kind == "illegal-move"
