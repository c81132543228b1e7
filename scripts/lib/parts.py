"""The parts of a script: `scripts/ENTRY NAME …` runs one, `scripts/ENTRY --help` lists all."""
import ast
import os
import runpy
import sys
import textwrap

from lib import program
from lib.program import HOME

LIB = HOME / "scripts/lib"


def text_of(part):
    """Returns the help of a part: its docstring, or the comment at its head."""
    text = part.read_text()
    if part.suffix == ".py":
        return ast.get_docstring(ast.parse(text))
    head = text[: text.index("\nset ")].splitlines()[1:]
    return "\n".join(line.removeprefix("#").removeprefix(" ") for line in head)


def in_a_line(part):
    """Returns its first sentence or clause."""
    first = " ".join(text_of(part).split("\n\n")[0].split())
    for end in (". ", ": ", "; "):
        first = first.split(end)[0]
    return first.removesuffix(".")


def parts_of(folder):
    """Returns the parts in a folder, by name."""
    return {path.stem.replace("_", "-"): path for path in sorted(folder.iterdir())
            if path.suffix in (".py", ".bash")}


def run(entry, text, parts=None):
    """Runs the part named first; without a name, or with --help, lists all."""
    parts = parts or parts_of(LIB / entry)
    name, *arguments = sys.argv[1:] or ["--help"]
    if name in ("-h", "--help"):
        print(f"{text.strip()}\n\nusage: scripts/{entry} NAME [OPTIONS]\n")
        width = max(map(len, parts))
        for name, part in parts.items():
            print(textwrap.fill(in_a_line(part), 100, initial_indent=f"  {name:{width}}  ",
                                subsequent_indent=" " * (width + 4)))
        print(f"\n`scripts/{entry} NAME --help` describes each.")
        return
    if name not in parts:
        known = ", ".join(parts)
        print(f"scripts/{entry}: nothing is called {name!r}: expected {known}", file=sys.stderr)
        sys.exit(2)
    part = parts[name]
    sys.argv[1:] = arguments
    program.called = f"{entry} {name}"
    if {"-h", "--help"} & set(arguments):
        # Handles --help here, because the part may import missing packages.
        print(text_of(part).strip())
    elif part.suffix == ".py":
        runpy.run_path(str(part), run_name="__main__")
    else:
        os.execv(part, [str(part), *arguments])
