"""Tests the site's engine, and the code that calls it, with Node and no browser, in seconds.

usage: scripts/test site-node [--site FOLDER]

  --site FOLDER  the site (scripts/build-site; default target/site)
"""
import subprocess
from pathlib import Path

from lib import debian
from lib.program import HOME, TARGET, Arguments, Failed, Wrong, finish


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--site", type=Path, default=TARGET / "site")
    given = parser.parse_args()
    if not (given.site / "engine.wasm").exists():
        raise Failed(f"{given.site}: there is no site: expected one that scripts/build-site made")
    node = debian.found("node", "nodejs")
    if not node:
        raise Failed("there is no Node: expected `node` on the path")
    command = [node, HOME / "tests/browser/site_node.mjs", given.site.resolve()]
    if subprocess.run(command, env=debian.environment(node)).returncode != 0:
        raise Wrong("a test of the site has failed")


if __name__ == "__main__":
    finish(main)
