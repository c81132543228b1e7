"""Pages of docs with tables that are made from data: what stands between `<!-- NAME -->` and `<!-- end -->`."""
import re
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent


def table(heads, rows, right=True):
    marks = ["---:" if right else "---"] * len(heads)
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in [heads, marks, *rows])


def renewed(page, parts):
    """The page with its parts made anew. `parts` has a function for each."""
    used = set()

    def renew(match):
        used.add(match[1])
        if match[1] not in parts:
            sys.exit(f"{page.name}: no generated part is called {match[1]!r}")
        return f"<!-- {match[1]} -->\n\n{parts[match[1]]()}\n\n<!-- end -->"

    text = re.sub(r"<!-- (.+?) -->\n.*?<!-- end -->", renew, page.read_text(), flags=re.S)
    if parts.keys() - used:
        sys.exit(f"{page.name} has no part {', '.join(sorted(parts.keys() - used))}")
    return text


def main(name, parts, usage):
    """Renews docs/NAME, or with --check only compares: exit code 1 if the page is out of date."""
    if sys.argv[1:] not in ([], ["--check"]):
        print(usage, file=sys.stderr)
        sys.exit(2)
    page = HOME / "docs" / name
    text, before = renewed(page, parts), page.read_text()
    if text == before:
        print(f"docs/{name} shows what is recorded")
    elif sys.argv[1:]:
        print(f"docs/{name} is out of date: {Path(sys.argv[0]).name} renews it")
        sys.exit(1)
    else:
        page.write_text(text)
        print(f"docs/{name} renewed")
