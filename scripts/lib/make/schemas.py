"""Writes the JSON Schemas of docs/schemas that follow from the declarations of the records.

usage: scripts/make schemas [--check]

  --check  only compares; exit code 1 if a schema is out of date

The program prints them if it is built with the feature `schemas`. Their list is in
src/cli/schemas.rs.
"""
import json
import subprocess

from lib.program import HOME, Arguments, Failed, finish

FOLDER = HOME / "docs/schemas"


def printed():
    command = ["cargo", "run", "--quiet", "--features", "schemas", "--bin", "chongkak", "schemas"]
    run = subprocess.run(command, cwd=HOME, stdout=subprocess.PIPE, text=True)
    if run.returncode != 0:
        raise Failed(f"{' '.join(command)} failed")
    return json.loads(run.stdout)


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    schemas = printed()
    stale = []
    for name, schema in schemas.items():
        file = FOLDER / f"{name}.schema.json"
        text = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        if file.exists() and file.read_text() == text:
            continue
        stale.append(file.name)
        if not check:
            file.write_text(text)
    if check and stale:
        print(f"docs/schemas: {', '.join(stale)}: not what the records say; run scripts/make schemas")
        return False
    print(f"docs/schemas: {len(schemas)} schemas of records, {len(stale)} written")


finish(main)
