"""Proofs are those that the program writes, and hold by the plain rules or are refused."""

import asyncio
import json
import os
import pickle
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
from test_analyses import minimax

import chongkak
from chongkak import (
    AsyncEngine,
    Bounds,
    Engine,
    Position,
    Proof,
    ProofError,
    Proven,
    Rules,
    proof,
)

SMALL = Rules("kalah", holes=3, seeds=2)
OPENING = Position.parse("2,2,2/0 2,2,2/0 A", SMALL)
MEANS: dict[str, Any] = {"threads": 1, "memory": 16}
CHECKER = Path(__file__).parents[2] / "scripts" / "check-proof"


def found(engine: Engine, **options: Any) -> Proof:
    """The proof of the small opening."""
    made = engine.prove(OPENING, **MEANS, **options).proof
    assert made is not None
    return made


def confirmed(path: Path) -> bool:
    """Whether the checker of the sources, which does without the engine, confirms a file."""
    command = [sys.executable, str(CHECKER), str(path)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_a_proof_is_what_the_program_writes(engine: Engine, tmp_path: Path) -> None:
    program = os.environ.get("CHONGKAK", "chongkak")
    by_program, by_python = tmp_path / "program.proof", tmp_path / "python.proof"
    command = [program, "solve", str(OPENING), "--rules", "kalah", "--set", "seeds=2"]
    means = ["--threads", "1", "--memory", "16", "--quiet", "--proof", str(by_program)]
    subprocess.run([*command, *means], check=True, stdout=subprocess.DEVNULL)
    found(engine).save(by_python)
    own, other = by_python.read_text().splitlines(), by_program.read_text().splitlines()
    # The header says by which version it was found, which may be built at another commit.
    versions = [json.loads(lines[0]).pop("program") for lines in (own, other)]
    assert own[0].replace(*versions) == other[0]
    assert own[1:-1] == other[1:-1]
    if versions[0] == versions[1]:
        assert by_python.read_bytes() == by_program.read_bytes()
    for path in by_python, by_program:
        assert confirmed(path)
        read = proof.read(path)
        assert (read.check(), read.position, read.bounds) == (read, OPENING, Bounds(4, 4))
        assert read.positions == len(own) - 2
    assert [one.name for one in tmp_path.iterdir() if one.suffix == ".part"] == []


@pytest.mark.parametrize(
    ("options", "bounds"), [({"winner": True}, (1, 12)), ({"at_least": 5}, (-12, 4))]
)
def test_a_part_of_the_value_is_proven(
    engine: Engine, options: dict[str, Any], bounds: tuple[int, int]
) -> None:
    value = minimax(OPENING, {})
    made = found(engine, **options).check()
    assert value in made.bounds
    # No weaker than asked for.
    assert bounds[0] <= made.bounds.lower
    assert made.bounds.upper <= bounds[1]


def test_what_is_solved_stands_beside_the_proof(engine: Engine) -> None:
    proved = engine.prove(OPENING, **MEANS)
    solved = engine.solve(OPENING, **MEANS)
    assert (proved.value, proved.best, proved.unproven) == (solved.value, solved.best, None)
    assert proved.value == Proven(minimax(OPENING, {}))
    assert pickle.loads(pickle.dumps(proved)) == proved
    few = engine.prove(OPENING, **MEANS, positions=20)
    assert (few.value, few.proof, few.unproven) == (proved.value, None, "more than 20 positions")
    short = engine.prove(engine.opening("overbeck"), nodes=100, threads=1)
    assert (short.value, short.proof, short.unproven) == (None, None, "stopped by: nodes")


def test_a_proof_can_be_awaited() -> None:
    async def proved() -> Proof | None:
        async with AsyncEngine() as engine:
            return (await engine.prove(OPENING, **MEANS)).proof

    with Engine() as engine:
        assert asyncio.run(proved()) == found(engine)


def sealed(lines: list[str]) -> str:
    """Lines with an end that fits them."""
    text = "".join(f"{line}\n" for line in lines)
    crc32 = f"{zlib.crc32(text.encode()):08x}"
    return text + f'{{"end":{{"positions":{len(lines) - 1},"crc32":"{crc32}"}}}}\n'


def test_what_was_tampered_with_is_refused_with_its_place(engine: Engine, tmp_path: Path) -> None:
    *lines, _ = found(engine).text.splitlines()
    path = tmp_path / "tampered.proof"
    values: dict[Position, int] = {}
    for number, line in enumerate(lines[1:], 2):
        told = json.loads(line)
        value = minimax(Position.parse(told["position"], SMALL), values)
        for bound, wrong in ("lower", value + 2), ("upper", value - 2):
            if bound not in told:
                continue
            # What is not true does not follow from what is.
            changed = json.dumps(told | {bound: wrong})
            text = sealed([*lines[: number - 1], changed, *lines[number:]])
            path.write_text(text)
            with pytest.raises(ProofError, match=rf"^invalid proof: line {number}: ") as caught:
                proof.read(path).check()
            assert caught.value.line == number
            if number < 5:
                assert not confirmed(path)
    missing = sealed([*lines[:3], *lines[4:]])
    with pytest.raises(ProofError, match="is proven to bring"):
        Proof.parse(missing).check()
    claimed = sealed([lines[0].replace('"lower":4', '"lower":6'), *lines[1:]])
    with pytest.raises(ProofError, match=r"line 1: from \+6 to \+4 is claimed"):
        Proof.parse(claimed).check()


def test_what_is_damaged_is_refused_with_its_place(engine: Engine, tmp_path: Path) -> None:
    text = found(engine).text
    lines = text.count("\n")
    first, _, rest = text.partition("\n")
    upper, lower = '"upper":', '"lower":'
    for damaged, line in (
        (text[:-1], lines),
        (f"{first}\n{rest.replace(upper, lower, 1)}", lines),
        (text.replace('"move":"A', '"move":"B', 1), lines),
        (text[: text.rindex('{"end')], lines - 1),
        (text + "\n", lines + 1),
    ):
        with pytest.raises(ProofError, match="cut off") as caught:
            Proof.parse(damaged).check()
        assert caught.value.line == line
    path = tmp_path / "no.proof"
    path.write_text("nothing")
    with pytest.raises(ProofError, match="line 1: found no position with its rules"):
        chongkak.proof.read(path)
    path.write_bytes(text.encode() + b"\xff")
    with pytest.raises(ProofError, match="not UTF-8") as caught:
        chongkak.proof.read(path)
    assert pickle.loads(pickle.dumps(caught.value)).line == caught.value.line == lines + 1
    with pytest.raises(FileNotFoundError):
        chongkak.proof.read(tmp_path / "nowhere.proof")


@pytest.mark.parametrize("path", sorted((CHECKER.parents[1] / "positions/proofs").glob("*.proof")))
def test_the_proofs_of_full_openings_hold(path: Path) -> None:
    read = proof.read(path).check()
    # One of the players wins these openings.
    assert 0 not in read.bounds
