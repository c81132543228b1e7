"""Counts the names in the library's interface: those that `cargo doc` shows.

usage: scripts/check interface

Users may depend on each of these names, so there are at most 200. Other names, which the program
and the tests need, are hidden in the documentation.
"""
import re

from lib.program import TARGET, Arguments, finish

MOST = 200


def main():
    Arguments(__doc__).parse_args()
    page = (TARGET / "doc/chongkak/all.html").read_text()
    links = re.findall(r'<a href="([^"]+)">([^<]+)</a>', page)
    names = [name for link, name in links if not link.startswith("../")]
    print(f"{len(names)} names in the interface")
    return 0 < len(names) <= MOST


finish(main)
