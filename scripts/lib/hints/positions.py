"""The exact values of moves."""
from lib.program import Failed


def valued(program, options, positions):
    """Returns every position's moves, each with its pile, its gain and its exact value to the
    mover."""
    told = program.lines("moves", "-", *options, lines=positions)
    evaluated = program.lines(
        *["eval", "-", *options, "--every-move", "--fresh", "--nodes", 1_000_000_000],
        *["--threads", 1, "--memory", 16],
        lines=positions,
    )
    for position, moves, values in zip(positions, told, evaluated):
        sign = 1 if moves["mover"] == "A" else -1
        row = position.split()["AB".index(moves["mover"])].split("/")[0].split(",")
        listed = []
        for move, value in zip(moves["moves"], values["moves"]):
            if move["move"] != value["move"] or not value["exact"]:
                raise Failed(f"{position}: {value['move']} has no proven value")
            hole = int(move["move"][1:])
            listed.append(
                {"hole": hole, "pile": int(row[hole - 1]), "gain": move["gain"], "value": sign * value["value"]}
            )
        yield position, listed
