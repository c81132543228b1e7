"""Stores: this package and the program read what the other has written, and nothing is lost."""

import csv
import functools
import io
import json
import math
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import pytest

from chongkak import (
    ChongkakError,
    Engine,
    Evaluation,
    InvalidParameterError,
    MissingDataError,
    Position,
    RequestError,
    Rules,
    Solution,
    _native,
    batch,
    evaluate_many,
    solve_many,
    store,
)
from chongkak.connection import request_line

RULES = Rules("kalah", holes=4, lone="bank")
# The same for the program.
OPTIONS = ["--rules", "kalah", "--set", "lone=bank"]
PROGRAM = os.environ.get("CHONGKAK", "chongkak")
HARD = Position.parse("9,9,9,9,9,9,9,9,9/0 9,9,9,9,9,9,9,9,9/0 A", "overbeck")


def positions(count: int, seed: int = 1, seeds: int = 20) -> list[str]:
    """Different positions with 4 holes a row."""
    chance, made = random.Random(seed), set[str]()
    while len(made) < count:
        cells = [0] * 10
        for _ in range(seeds):
            cells[chance.randrange(10)] += 1
        mover = chance.randrange(2)
        if any(cells[5 * mover : 5 * mover + 4]):
            rows = (f"{','.join(map(str, cells[at : at + 4]))}/{cells[at + 4]}" for at in (0, 5))
            made.add(f"{' '.join(rows)} {'AB'[mover]}")
    return sorted(made)


def program(*words: str | Path, code: int = 0, given: str | None = None) -> str:
    """What the program prints."""
    done = subprocess.run(
        [PROGRAM, *map(str, words)], capture_output=True, text=True, input=given, check=False
    )
    assert done.returncode == code, done.stderr
    return done.stdout


def records(*words: str | Path, code: int = 0) -> list[dict[str, Any]]:
    """The records that the program prints."""
    printed = program(*words, "--format", "jsonl", "--quiet", code=code)
    return [json.loads(line) for line in printed.splitlines()]


def silent(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes an engine that is not to be asked for a search."""
    send = engine._connection.send

    def sent(method: str, *more: Any) -> Any:
        assert method not in ("solve", "evaluate"), "it was searched"
        return send(method, *more)

    monkeypatch.setattr(engine._connection, "send", sent)


# How many positions are asked in each way: the method, options here and there.
WAYS: list[tuple[Callable[..., Iterator[Any]], dict[str, Any], list[str]]] = [
    (solve_many, {}, []),
    (solve_many, {"nodes": 150}, ["--nodes", "150"]),
    (solve_many, {"winner": True}, ["--winner"]),
    (solve_many, {"time": 60.5}, ["--time", "60500ms"]),
    (evaluate_many, {"depth": 3}, ["--eval", "--depth", "3"]),
    (evaluate_many, {"nodes": 300, "fresh": True}, ["--eval", "--nodes", "300", "--fresh"]),
    (evaluate_many, {"time": 5}, ["--eval"]),
]


def agree(record: dict[str, Any], result: Solution | Evaluation) -> None:
    """A record says what a result says, field by field."""
    raw = dict(result.raw)
    assert record["rules"] == raw["rules"]["name"]
    assert record["limits"] == {n: v for n, v in raw["limits"].items() if n != "threads"}
    others = ("rules", "set", "method", "at_least", "limits", "seconds", "id")
    for name, value in record.items():
        assert name in others or value == raw[name], name
    assert not set(raw) - set(record) - {"known", "book"}


@pytest.mark.parametrize(("ask", "options", "words"), WAYS)
def test_python_finds_what_the_program_has_written(
    engine: Engine,
    ask: Callable[..., Iterator[Any]],
    options: dict[str, Any],
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = positions(30)
    listed, kept = tmp_path / "list.txt", tmp_path / "kept.sqlite"
    listed.write_text("\n".join(texts))
    limited = 3 if "--nodes" in words and "--eval" not in words else 0
    written = records("batch", listed, "--store", kept, *OPTIONS, *words, code=limited)
    asked = {one.index: one for one in ask(texts, RULES, engine=engine, **options)}
    silent(engine, monkeypatch)
    found = list(ask(texts, RULES, engine=engine, store=kept, **options))
    assert [one.index for one in found] == list(range(30))
    for one, record in zip(found, written, strict=True):
        assert one.position == one.result.position == Position.parse(texts[one.index], RULES)
        agree(record, one.result)
        # A search by this package says as much in the same form.
        searched = asked[one.index].result
        assert set(searched.raw) == set(one.result.raw)
        if "nodes" not in options:
            assert (searched.value, searched.bounds) == (one.result.value, one.result.bounds)
        assert searched.known == one.result.known


@pytest.mark.parametrize(("ask", "options", "words"), WAYS)
def test_the_program_finds_what_python_has_written(
    engine: Engine,
    ask: Callable[..., Iterator[Any]],
    options: dict[str, Any],
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = positions(30, seed=2)
    listed, kept, told = (tmp_path / name for name in ("list.txt", "kept.sqlite", "told.json"))
    listed.write_text("\n".join(texts))
    first = {
        one.index: one.result for one in ask(texts, RULES, engine=engine, store=kept, **options)
    }
    is_open = any(result.stopped for result in first.values()) and ask is solve_many
    words = [*words, "--store", str(kept), "--summary", str(told)]
    printed = records("batch", listed, *OPTIONS, *words, code=3 if is_open else 0)
    summary = json.loads(told.read_text())
    assert (summary["known"], summary["nodes"]) == (30, 0)
    for index, record in enumerate(printed):
        agree(record, first[index])
        assert 0 <= record["seconds"] < 60
    assert sum(record["seconds"] for record in printed) > 0
    # And so does this package, in each field and of each type.
    silent(engine, monkeypatch)
    again = list(ask(texts, RULES, engine=engine, store=kept, **options))
    assert [one.result for one in again] == [first[index] for index in range(30)]
    assert [one.result.raw for one in again] == [first[index].raw for index in range(30)]


def test_whether_the_value_is_at_least_a_number(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts, kept = positions(20, seed=3), tmp_path / "kept.sqlite"
    listed = tmp_path / "list.jsonl"
    lines = [json.dumps({"position": text, "at_least": 2}) for text in texts]
    listed.write_text("\n".join(lines))
    written = records("batch", listed, "--store", kept, *OPTIONS)
    other = {one.index for one in solve_many(texts[:3], RULES, engine=engine, store=kept)}
    assert other == {0, 1, 2}
    silent(engine, monkeypatch)
    for one in solve_many(texts, RULES, engine=engine, store=kept, at_least=2):
        assert one.result is not None
        agree(written[one.index], one.result)
        bounds = one.result.bounds
        assert bounds.lower >= 2 or bounds.upper < 2


def test_proven_results_hold_under_all_limits_and_open_ones_under_their_own(
    engine: Engine, tmp_path: Path
) -> None:
    texts, kept = positions(30, seed=4), tmp_path / "kept.sqlite"

    def asked(**options: Any) -> tuple[int, int]:
        """How many are searched, and how many stay open."""
        sent = 0
        send = engine._connection.send

        def counted(method: str, *more: Any) -> Any:
            nonlocal sent
            sent += method == "solve"
            return send(method, *more)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(engine._connection, "send", counted)
            found = list(solve_many(texts, RULES, engine=engine, store=kept, **options))
        return sent, sum(one.result is not None and bool(one.result.stopped) for one in found)

    searched, still_open = asked(nodes=30)
    assert searched == 30
    assert 0 < still_open < 30
    assert asked(nodes=30) == (0, still_open)
    searched, left = asked(nodes=60)
    assert searched == still_open
    assert left <= still_open
    assert asked() == (left, 0)
    assert asked(nodes=30) == (0, 0)


def test_what_comes_twice_is_searched_once(engine: Engine, tmp_path: Path) -> None:
    texts = positions(5, seed=5)
    many = [*texts, *texts, texts[0]]
    sent = []
    send = engine._connection.send

    def noted(method: str, parameters: dict[str, Any], *more: Any) -> Any:
        if method == "solve":
            sent.append(parameters["position"])
        return send(method, parameters, *more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine._connection, "send", noted)
        found = batch.solve(many, RULES, engine=engine, store=tmp_path / "kept.sqlite")
    assert sorted(sent) == texts
    assert [*found["value"]] == [*found["value"][:5], *found["value"][:5], found["value"][0]]
    assert [*batch.solve(many, RULES, engine=engine)["value"]] == [*found["value"]]


KILLED = """
import sys, chongkak
rules = chongkak.Rules("kalah", holes=4, lone="bank")
texts = open(sys.argv[1]).read().splitlines()
for one in chongkak.solve_many(texts, rules, store=sys.argv[2]):
    print(one.index, one.result.value, flush=True)
"""


def test_a_process_that_is_killed_loses_nothing(engine: Engine, tmp_path: Path) -> None:
    texts = positions(300, seed=6, seeds=24)
    listed, kept, script = (tmp_path / name for name in ("list.txt", "kept.sqlite", "killed.py"))
    listed.write_text("\n".join(texts))
    script.write_text(KILLED)
    printed: dict[int, str] = {}
    for most in (3, 40, 100):
        with subprocess.Popen(
            [sys.executable, str(script), str(listed), str(kept)], stdout=subprocess.PIPE, text=True
        ) as child:
            assert child.stdout is not None
            known = len(printed)
            for count, line in enumerate(child.stdout, 1):
                index, value = line.split()
                assert printed.get(int(index), value) == value
                printed[int(index)] = value
                if count >= known + most:
                    break
            child.kill()
            for line in child.stdout:
                if line.endswith("\n"):
                    index, value = line.split()
                    printed[int(index)] = value
        exported = {one["position"]: one["value"] for one in records("batch", "export", kept)}
        for number, value in printed.items():
            assert exported[texts[number]] == int(value)
    assert len(printed) < 300
    whole = batch.solve(texts, RULES, engine=engine, store=kept)
    assert {index: int(value) for index, value in printed.items()} == {
        index: int(whole["value"][index]) for index in printed
    }
    assert [*whole["value"]] == [*batch.solve(texts, RULES, engine=engine)["value"]]


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("kind", ["spawn", "fork", "threads"])
def test_who_asks_an_executor_has_the_store(kind: str, engine: Engine, tmp_path: Path) -> None:
    texts, kept = positions(40, seed=7), tmp_path / "kept.sqlite"
    made: Executor = (
        ThreadPoolExecutor(2)
        if kind == "threads"
        else ProcessPoolExecutor(2, mp_context=get_context(kind))
    )
    with made as executor:
        found = batch.solve(texts, RULES, executor=executor, store=kept)

        def submitted(*_: Any) -> None:
            raise AssertionError("a worker was asked")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(executor, "submit", submitted)
            again = batch.solve(texts, RULES, executor=executor, store=kept)
    assert [*again["value"]] == [*found["value"]]
    assert [*batch.solve(texts, RULES, engine=engine)["value"]] == [*found["value"]]
    assert (store.read(kept)["seconds"] > 0).any()
    assert sorted(os.listdir(tmp_path)) == ["kept.sqlite"]


def test_several_processes_share_a_store(engine: Engine, tmp_path: Path) -> None:
    texts = positions(200, seed=8, seeds=24)
    listed, kept, script = (tmp_path / name for name in ("list.txt", "kept.sqlite", "killed.py"))
    listed.write_text("\n".join(texts))
    script.write_text(KILLED)
    python = [sys.executable, str(script), str(listed), str(kept)]
    other = [PROGRAM, "batch", str(listed), "--store", str(kept), *OPTIONS, "--quiet"]
    children = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for command in (python, other, python)
    ]
    for child in children:
        printed, told = child.communicate()
        assert (child.returncode, told, len(printed.splitlines())) == (0, "", 200)
    found = store.read(kept)
    assert [*found["position"]] == sorted(texts)
    values = batch.solve(texts, RULES, engine=engine)["value"]
    assert dict(zip(texts, values, strict=True)) == dict(
        zip(found["position"], found["value"], strict=True)
    )


def test_what_a_store_does_not_keep_is_refused_before_a_search(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent(engine, monkeypatch)
    kept, texts = tmp_path / "kept.sqlite", positions(2)
    for options, param in (
        ({"every_move": True}, "every_move"),
        ({"moves": ["A1"]}, "moves"),
        ({"threads": 2}, "threads"),
        ({"nodes": 0}, "nodes"),
        ({"time": -1}, "time"),
    ):
        with pytest.raises(InvalidParameterError, match=f"^{param}: ") as caught:
            evaluate_many(texts, RULES, engine=engine, store=kept, **options)
        assert caught.value.param == param
    with pytest.raises(InvalidParameterError, match=r"^at_least: "):
        solve_many(texts, RULES, engine=engine, store=kept, winner=True, at_least=1)


def test_what_is_no_store_is_refused_and_left_alone(engine: Engine, tmp_path: Path) -> None:
    texts = positions(5)
    good = tmp_path / "good.sqlite"
    batch.solve(texts, RULES, engine=engine, store=good)
    notes = tmp_path / "notes.txt"
    notes.write_text("some notes of somebody, and not a few of them\n" * 100)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE songs (title TEXT)")
    database.close()
    later = shutil.copy(good, tmp_path / "later.sqlite")
    with sqlite3.connect(later) as database:
        database.execute("PRAGMA user_version = 3")
    database.close()
    damaged = shutil.copy(good, tmp_path / "damaged.sqlite")
    content = bytearray(good.read_bytes())
    content[content.index(b'"lower":') + 2] ^= 1
    Path(damaged).write_bytes(content)
    for path, why in (
        (notes, "not an SQLite file, expected a batch store"),
        (other, "an SQLite file of another program, expected a batch store"),
        (later, "a store of format 3, expected format 2"),
        (damaged, "the store is damaged: the result of "),
        (tmp_path, "expected"),
        (tmp_path / "none" / "new.sqlite", "can't be opened: expected a writable file"),
    ):
        before = Path(path).read_bytes() if Path(path).is_file() else None
        solve = functools.partial(batch.solve, texts, RULES, engine=engine, store=path)
        for use in solve, functools.partial(store.read, path):
            with pytest.raises(MissingDataError) as caught:
                use()
            assert str(path) in str(caught.value)
            is_read = "no such file" in str(caught.value) or "a folder" in str(caught.value)
            assert why in str(caught.value) or is_read, str(caught.value)
            assert caught.value.kind == "data"
        assert before is None or Path(path).read_bytes() == before
    wrong: Any = 5
    with pytest.raises(TypeError):
        batch.solve(texts, RULES, engine=engine, store=wrong)


FULL = """
import resource, signal, sys, chongkak
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
rules = chongkak.Rules("kalah", holes=4, lone="bank")
texts = open(sys.argv[1]).read().splitlines()
answers = chongkak.solve_many(texts, rules, store=sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
try:
    for one in answers:
        print(one.index, one.result.value, flush=True)
except chongkak.ChongkakError as error:
    sys.exit(f"{type(error).__name__} {error.kind}: {error}")
"""


def test_a_full_disk_is_told_and_loses_nothing(engine: Engine, tmp_path: Path) -> None:
    texts = positions(300, seed=9)
    listed, kept, script = (tmp_path / name for name in ("list.txt", "kept.sqlite", "full.py"))
    listed.write_text("\n".join(texts))
    script.write_text(FULL)
    done = subprocess.run(
        [sys.executable, str(script), str(listed), str(kept)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"MissingDataError data: {kept}: "), done.stderr
    printed = dict(map(str.split, done.stdout.splitlines()))
    assert 0 < len(printed) < 300
    there = dict(zip(*(store.read(kept)[name] for name in ("position", "value")), strict=True))
    # All but the last, which could not be kept.
    lost = [index for index in printed if texts[int(index)] not in there]
    assert lost == list(printed)[-1:]
    whole = batch.solve(texts, RULES, engine=engine, store=kept)
    assert all(int(whole["value"][int(index)]) == int(value) for index, value in printed.items())


def test_what_is_cancelled_is_not_kept(make: Callable[..., Engine], tmp_path: Path) -> None:
    kept = tmp_path / "kept.sqlite"
    with make() as engine:
        answers = evaluate_many(
            [HARD, HARD.play("A1")], engine=engine, store=kept, time=math.inf, fresh=True
        )
        many = iter(answers)
        threading.Timer(0.5, engine.close).start()
        try:
            found = next(many)
        except ChongkakError:
            pass
        else:
            assert found.result is not None
            assert found.result.stopped == "cancelled"
        answers.close()  # type: ignore[attr-defined]
    assert len(store.read(kept)["position"]) == 0


# Later versions of Python warn of a fork beside threads, whatever the threads do.
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_fork_leaves_the_store_to_its_parent(engine: Engine, tmp_path: Path) -> None:
    texts, kept = positions(10), tmp_path / "kept.sqlite"
    answers = solve_many(texts, RULES, engine=engine, store=kept)
    first = next(answers)
    child = os.fork()
    if child == 0:
        try:
            answers.close()  # type: ignore[attr-defined]
            del answers
        finally:
            os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    rest = list(answers)
    assert sorted(one.index for one in [first, *rest]) == list(range(10))
    assert len(store.read(kept)["position"]) == 10


def as_frame(table: str) -> Any:
    """A table as pandas reads it."""
    return pd.read_csv(io.StringIO(table))


def test_columns_are_those_of_an_export(engine: Engine, tmp_path: Path) -> None:
    texts = [*positions(20, seed=10), "0,0,0,0/9 0,0,0,0/11 A over"]
    one, other = tmp_path / "one.sqlite", tmp_path / "other.sqlite"
    list(solve_many(texts, RULES, engine=engine, store=one, nodes=100, fresh=True))
    list(solve_many(texts[:5], RULES, engine=engine, store=one, at_least=3))
    list(evaluate_many(texts, RULES, engine=engine, store=other, depth=2))
    list(evaluate_many(texts[:9], "kalah", engine=engine, store=other, time=9.5))
    for paths in ([one], [other], [one, other], [other, one]):
        table = program("batch", "export", *paths, "--format", "csv")
        found = store.read(*paths)
        assert list(found) == next(csv.reader(io.StringIO(table)))
        frame, expected = pd.DataFrame(found), as_frame(table)
        assert len(frame) == len(expected) > 20
        pd.testing.assert_frame_equal(frame, expected, check_dtype=False, rtol=1e-12, atol=0)
        for name in ("value", "lower", "upper", "nodes", "memory", "seconds"):
            assert frame[name].dtype.kind in "if", name
        assert frame["nodes"].dtype == np.int64
        assert frame["exact"].dtype == bool
    assert {"best", "pv", "stopped"} <= set(found)
    assert any(" " in moves for moves in store.read(one)["pv"] if isinstance(moves, str))


def test_columns_of_nothing(engine: Engine, tmp_path: Path) -> None:
    kept = tmp_path / "kept.sqlite"
    assert list(solve_many([], RULES, engine=engine, store=kept)) == []
    found = store.read(kept)
    assert found["nodes"].shape == (0,)
    assert len(pd.DataFrame(found)) == 0
    with pytest.raises(TypeError, match="found no path"):
        store.read()
    with pytest.raises(RequestError, match=r"nowhere\.sqlite: no such file"):
        store.read(tmp_path / "nowhere.sqlite")


def test_results_that_contradict_each_other_are_told(engine: Engine, tmp_path: Path) -> None:
    text, good, bad = positions(1), tmp_path / "good.sqlite", tmp_path / "bad.sqlite"
    found = batch.solve(text, RULES, engine=engine, store=good)
    assert found["value"][0] is not None
    answer = next(iter(solve_many(text, RULES, engine=engine))).result
    assert answer is not None
    wrong = dict(answer.raw) | {name: answer.raw[name] + 2 for name in ("value", "lower", "upper")}
    made, fault = _native.Store.open(bad)
    assert fault is None
    assert made is not None
    position = Position.parse(text[0], RULES)
    request = request_line(0, "solve", position.parameters() | {"threads": 1})
    assert "error" not in json.loads(made.keep(request, json.dumps(wrong), 0.0))
    made.close()
    with pytest.raises(RequestError, match="contradictory results"):
        store.read(good, bad)


def test_an_interruption_keeps_what_has_come(engine: Engine, tmp_path: Path) -> None:
    kept = tmp_path / "kept.sqlite"
    easy = Position.parse(positions(1)[0], RULES)
    script = (
        "import signal, sys, chongkak\n"
        # Whoever began the tests may have it ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "easy = chongkak.Position.parse(sys.argv[2], chongkak.Rules('kalah', lone='bank'))\n"
        f"hard = chongkak.Position.parse({str(HARD)!r}, 'overbeck')\n"
        "for one in chongkak.solve_many([easy, hard], store=sys.argv[1], fresh=True):\n"
        "    print(one.index, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(kept), str(easy)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "0\n"
        child.send_signal(signal.SIGINT)
        _, told = child.communicate()
    assert "KeyboardInterrupt" in told
    assert [*store.read(kept)["position"]] == [str(easy)]
    assert not engine.closed
