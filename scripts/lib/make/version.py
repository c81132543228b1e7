"""The version, of which Cargo.toml is the place: written everywhere, in the examples of the pages
too.

usage: scripts/make version NEW | --check

  --check  says the version, and fails if anything else has another
"""
import re

from lib.program import HOME, Arguments, Wrong, finish

# Where it stands once, before or behind what.
PLACES = {
    "Cargo.toml": r'^version = "(.+)"$', "web/Cargo.toml": r'^version = "(.+)"$',
    "python/Cargo.toml": r'^version = "(.+)"$', "CITATION.cff": r'^version: "(.+)"$',
    "Cargo.lock": r'^name = "chongkak"\nversion = "(.+)"$',
    "web/Cargo.lock": r'^name = "chongkak(?:-web)?"\nversion = "(.+)"$',
    "python/Cargo.lock": r'^name = "chongkak(?:-python)?"\nversion = "(.+)"$',
}


def rewrite(file, place, version, new):
    """Puts the new version where the old one stands."""
    text = file.read_text()
    file.write_text(re.sub(place, lambda found: found[0].replace(version, new), text, flags=re.M))


def main():
    words = Arguments(__doc__)
    words.add_argument("new", nargs="?")
    words.add_argument("--check", action="store_true")
    given = words.parse_args()
    if given.check == bool(given.new):
        words.error("expected NEW or --check")
    new = given.new
    found = {name: re.findall(place, (HOME / name).read_text(), re.M) for name, place in PLACES.items()}
    version = found["Cargo.toml"][0]
    for name, versions in found.items():
        if set(versions) != {version}:
            raise Wrong(f"{name}: found {', '.join(versions) or 'no version'}, expected {version}")
    if new:
        for name, place in PLACES.items():
            rewrite(HOME / name, place, version, new)
        for page in [HOME / "README.md", *(HOME / "docs").glob("*.md")]:
            rewrite(page, rf'(?:chongkak |"version":"){re.escape(version)}', version, new)
    print(f"version: {new or version}")


finish(main)
