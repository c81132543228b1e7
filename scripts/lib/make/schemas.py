"""Writes the JSON Schemas of docs/schemas that follow from the declarations of the records.

usage: scripts/make schemas

The program prints the schemas if it is built with the feature `schemas`. Their list is in
src/cli/commands/mod.rs; a schema that is not in it is written by hand. That the files are what the
records say is a test of the suite.
"""
import json
import subprocess

from lib.program import HOME, Arguments, Failed, finish

FOLDER = HOME / "docs/schemas"


def printed():
    # `preserve_order` keeps fields in the order in which they are printed.
    features = "schemas,schemars/preserve_order"
    command = ["cargo", "run", "--quiet", "--features", features, "--bin", "chongkak", "schemas"]
    run = subprocess.run(command, cwd=HOME, stdout=subprocess.PIPE, text=True)
    if run.returncode != 0:
        raise Failed(f"{' '.join(command)} failed")
    return json.loads(run.stdout)


def schemas():
    """Writes the schemas that the program prints; returns the names of outdated ones."""
    stale = []
    for name, schema in printed().items():
        # Users look for the schema of rule files, so it is where its page says.
        folder = FOLDER.parent if name == "rules" else FOLDER
        file = folder / f"{name}.schema.json"
        text = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        if file.exists() and file.read_text() == text:
            continue
        stale.append(str(file.relative_to(HOME)))
        file.write_text(text)
    return stale


def main():
    Arguments(__doc__).parse_args()
    stale = schemas()
    print(f"{len(stale)} written: {', '.join(stale)}" if stale else "all schemas are what the records say")


finish(main)
