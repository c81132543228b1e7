"""Lines of best play stored with recorded values: those for which the program would search longer
than a moment (src/known.rs)."""
from lib.program import Failed

FEW_NODES = 1 << 16


def of(found):
    """Returns the line of a result as a field of the record, if it is worth keeping."""
    return {"line": " ".join(found["pv"])} if found["nodes"] > FEW_NODES else {}


def is_missing(recorded):
    return "value" in recorded and recorded["nodes"] > FEW_NODES and "line" not in recorded


def search(program, arguments, recorded):
    """Searches the line of a recorded value; the program knows the value."""
    found = program.run("solve", *arguments, "--nodes", 1 << 40, allowed=(0,))
    if found["value"] != recorded["value"]:
        raise Failed(f"{recorded['position']}: the value is {found['value']}, not {recorded['value']}")
    return {"line": " ".join(found["pv"])}
