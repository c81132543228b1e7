"""Sets the version and the addresses everywhere, including examples in pages; Cargo.toml has the
original. A version without `-` is a release, which closes the section of the changelog.

usage: scripts/make version NEW | --check

  NEW      such as 0.2.0, or 0.3.0-dev after a release
  --check  prints the version, and fails if any file has another one
"""
import re
import time

from lib.program import HOME, Arguments, Wrong, finish

# Where the version occurs once: the text before and after it.
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
    """Replaces the version in a file."""
    text = file.read_text()
    file.write_text(re.sub(place, lambda found: found[0].replace(version, new), text, flags=re.M))


def changelog(new):
    """Returns the changelog with its first section closed by a release, or with a new open one."""
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
    """Sets the release date for citations."""
    file = HOME / "CITATION.cff"
    if "-" not in new:
        file.write_text(re.sub(r'^(date-released: ").*"$', rf'\g<1>{today()}"', file.read_text(), flags=re.M))


def addresses(check):
    """Checks the addresses of the sources and the site, if they are known: the Python package has
    the same ones, and the README links to the site."""
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
