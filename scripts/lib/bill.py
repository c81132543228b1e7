"""The contents of shipped files: third-party packages, their licences, a bill of materials."""
import json
import subprocess
from pathlib import Path

from lib.program import HOME, Failed

# Names of licence files.
LICENCES = ("LICENSE*", "LICENCE*", "COPYING*", "NOTICE*", "UNLICENSE*", "license*")
# The file with third-party licences, and the library that is linked into everything.
OF_OTHERS = "LICENCES-OF-OTHERS.txt"
STANDARD = ("The standard library of Rust", "MIT OR Apache-2.0", HOME / "LICENSE-APACHE")


def packages(manifest, target, *options):
    """Lists the packages compiled into a package for a target, which comes first itself."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target,
               "--manifest-path", str(manifest), *options]
    told = subprocess.run(command, stdout=subprocess.PIPE)
    if told.returncode:
        raise Failed(f"{' '.join(command)} failed")
    told = json.loads(told.stdout)
    by_id = {package["id"]: package for package in told["packages"]}
    nodes = {node["id"]: node for node in told["resolve"]["nodes"]}
    root = told["resolve"]["root"]
    seen, waiting = {root}, [root]
    while waiting:
        for edge in nodes[waiting.pop()]["deps"]:
            normal = any(kind["kind"] is None for kind in edge["dep_kinds"])
            is_macro = any("proc-macro" in one["kind"] for one in by_id[edge["pkg"]]["targets"])
            if normal and not is_macro and edge["pkg"] not in seen:
                seen.add(edge["pkg"])
                waiting.append(edge["pkg"])
    others = sorted((by_id[one] for one in seen - {root}), key=lambda one: (one["name"], one["version"]))
    return [by_id[root], *others]


def licences(packages, libraries):
    """Lists the licences of all third-party packages and of the language libraries, with their
    texts: the name, the licence and its file."""
    told = {}
    for package in packages:
        if package["source"] is None:
            continue
        folder = Path(package["manifest_path"]).parent
        texts = sorted({path for name in LICENCES for path in folder.glob(name) if path.is_file()})
        if not texts and not package["license"]:
            raise Failed(f"{package['name']} {package['version']}: no licence, expected one")
        told[f"{package['name']} {package['version']}: {package['license']}"] = texts
    told |= {f"{name}: {licence}": [text] for name, licence, text in libraries}
    parts = ["What is compiled into the program, or into the engine without it, besides its own code, and the "
             "licences\nof it. (libsqlite3-sys has SQLite within it, which is in the public domain.)\n"]
    first = {}
    for title, files in told.items():
        parts.append(f"\n{'=' * 100}\n{title}\n")
        for file in files:
            text = file.read_text(errors="replace").strip()
            where = first.setdefault(text, title)
            parts.append(f"\n--- {file.name}\n\n" + (f"{text}\n" if where is title else f"As of {where}\n"))
    return "".join(parts)


def materials(packages, moment):
    """Returns the bill of materials in CycloneDX format."""
    own = packages[0]

    def component(package, kind):
        name, version = package["name"], package["version"]
        told = {"type": kind, "name": name, "version": version, "purl": f"pkg:cargo/{name}@{version}"}
        told["bom-ref"] = told["purl"]
        if package["license"]:
            told["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
        return told

    bill = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"timestamp": moment, "component": component(own, "application")},
        "components": [component(package, "library") for package in packages[1:]],
    }
    return json.dumps(bill, indent=1) + "\n"
