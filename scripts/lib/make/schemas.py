"""Writes the JSON Schemas of docs/schemas that follow from the declarations of the records, and the
tables of fields in docs/FORMATS.md and docs/formats that follow from the schemas.

usage: scripts/make schemas [--pages [--check]]

  --pages  only the pages, from the schemas as they are: nothing is built
  --check  only compares the pages; exit code 1 if one is out of date. (That the schemas are those of
           the records is a test of the suite.)

The program prints the schemas if it is built with the feature `schemas`. Their list is in
src/cli/commands/mod.rs; a schema that is not in it is written by hand. scripts/lib/fields.py says
how a page asks for a table.
"""
import json
import subprocess

from lib import fields
from lib.program import HOME, Arguments, Failed, finish

FOLDER = HOME / "docs/schemas"


def printed():
    # `preserve_order`: fields in the order in which they are printed.
    features = "schemas,schemars/preserve_order"
    command = ["cargo", "run", "--quiet", "--features", features, "--bin", "chongkak", "schemas"]
    run = subprocess.run(command, cwd=HOME, stdout=subprocess.PIPE, text=True)
    if run.returncode != 0:
        raise Failed(f"{' '.join(command)} failed")
    return json.loads(run.stdout)


def schemas():
    """Writes the schemas that the program prints; the names of those that were stale."""
    stale = []
    for name, schema in printed().items():
        # That of rule files is what people look for: it lies where its page says.
        folder = FOLDER.parent if name == "rules" else FOLDER
        file = folder / f"{name}.schema.json"
        text = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        if file.exists() and file.read_text() == text:
            continue
        stale.append(str(file.relative_to(HOME)))
        file.write_text(text)
    return stale


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--pages", action="store_true")
    given = parser.parse_args()
    if given.check and not given.pages:
        raise Failed("--check compares pages alone: expected --pages")
    stale = [] if given.pages else schemas()
    known = {file.name.removesuffix(".schema.json"): json.loads(file.read_text())
             for file in FOLDER.glob("*.json")}
    stale += fields.renew(known, given.check)
    if given.check and stale:
        print(f"{', '.join(stale)}: not what the records say; run scripts/make schemas")
        return False
    print(f"{len(known)} schemas, {len(fields.PAGES)} pages, {len(stale)} written")


finish(main)
