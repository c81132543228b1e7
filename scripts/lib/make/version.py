"""The version and the addresses, of which Cargo.toml is the place: written everywhere, in the
examples of the pages too. A version without `-` is a release: it closes the changelog's section.

usage: scripts/make version NEW | --check

  NEW      such as 0.2.0, or 0.3.0-dev to go on
  --check  says the version, and fails if anything else has another
"""
import re
import time

from lib.program import HOME, Arguments, Wrong, finish

# Where it stands once, before or behind what.
PLACES = {
    "Cargo.toml": r'^(?:chongkak-\w+ = \{ )?version = "=?([^"]+)"', "web/Cargo.toml": r'^version = "(.+)"$',
    "python/Cargo.toml": r'^version = "(.+)"$', "CITATION.cff": r'^version: "(.+)"$',
    "Cargo.lock": r'^name = "chongkak(?:-base|-chong)?"\nversion = "(.+)"$',
    "web/Cargo.lock": r'^name = "chongkak(?:-base|-chong|-web)?"\nversion = "(.+)"$',
    "python/Cargo.lock": r'^name = "chongkak(?:-base|-chong|-python)?"\nversion = "(.+)"$',
}
ADDRESS = re.compile(r'^(?:repository|homepage) = ".*"\n', re.M)
OPEN = "## [Unreleased]\n"


def rewrite(file, place, version, new):
    """Puts the new version where the old one stands."""
    text = file.read_text()
    file.write_text(re.sub(place, lambda found: found[0].replace(version, new), text, flags=re.M))


def changelog(new):
    """The changelog with its first section closed by a release, or with an open one."""
    text = (HOME / "CHANGELOG.md").read_text()
    released = "-" not in new
    if released and OPEN not in text and f"## [{new}]" not in text:
        raise Wrong(f"CHANGELOG.md: found no section [Unreleased], expected one for {new}")
    if released:
        return text.replace(OPEN, f"## [{new}] - {today()}\n")
    return text if OPEN in text else text.replace("## [", f"{OPEN}\n## [", 1)


def today():
    return time.strftime("%Y-%m-%d", time.gmtime())


def cite(new):
    """The day of a release, for those who cite it."""
    file = HOME / "CITATION.cff"
    if "-" not in new:
        file.write_text(re.sub(r'^(date-released: ").*"$', rf'\g<1>{today()}"', file.read_text(), flags=re.M))


def addresses(check):
    """Where the sources and the site are, if that is known: the Python package says the same, and
    the README leads to the site."""
    told = ADDRESS.findall((HOME / "Cargo.toml").read_text())
    python = HOME / "python/Cargo.toml"
    text = ADDRESS.sub("", python.read_text())
    text = text.replace("license = ", "".join(told) + "license = ", 1)
    if not check:
        python.write_text(text)
    elif text != python.read_text():
        raise Wrong("python/Cargo.toml: found other addresses, expected those of Cargo.toml")
    for site in (line.split('"')[1] for line in told if line.startswith("homepage")):
        if f"]({site})" not in (HOME / "README.md").read_text():
            raise Wrong(f"README.md: found no link to {site}, expected one: it is the homepage of Cargo.toml")


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
        (HOME / "CHANGELOG.md").write_text(changelog(new))
        cite(new)
        for name, place in PLACES.items():
            rewrite(HOME / name, place, version, new)
        for page in [HOME / "README.md", *(HOME / "docs").glob("**/*.md")]:
            rewrite(page, rf'(?:chongkak |"version":"){re.escape(version)}', version, new)
    addresses(given.check)
    print(f"version: {new or version}")


finish(main)
