"""Pages of docs with generated parts between `<!-- NAME -->` and `<!-- end -->`."""
import re
import textwrap

from .program import HOME, Arguments, Failed, finish

# The rule sets with recorded openings, in the order of the pages.
NAMES = [
    "overbeck", "conglak", "conglak-burnt", "congklak-six", "congklak", "congklak-bank", "sungka",
    "chonka", "dakon", "kalah",
]


def table(heads, rows, marks="---:"):
    """Returns a Markdown table. `marks` is for all columns, or a list with one for each."""
    marks = marks if isinstance(marks, list) else [marks] * len(heads)
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in [heads, marks, *rows])


def block(heads, rows, gap="  "):
    """Returns text in columns, the first left-aligned, the others right-aligned, for small
    numbers."""
    lines = [[str(cell) for cell in row] for row in [heads, *rows]]
    widths = [max(map(len, column)) for column in zip(*lines)]
    told = []
    for first, *rest in lines:
        cells = [cell.rjust(width) for cell, width in zip(rest, widths[1:])]
        told.append(gap.join([first.ljust(widths[0]), *cells]).rstrip())
    return "\n".join(["```text", *told, "```"])


def paragraph(text, then=""):
    """Wraps prose at 100 columns. All lines but the first begin with `then`."""
    return textwrap.fill(
        text, 100, subsequent_indent=then, break_long_words=False, break_on_hyphens=False
    )


def renewed(page, parts, of=None, but=None):
    """Returns the page with its parts generated anew. `parts` has a function for each, and the page
    a place. Where two scripts renew a page, `of` is the first word of the parts of one script, and
    the other script's are all `but` these."""
    used = set()

    def renew(match):
        name = match[1]
        word = name.split()[0]
        if (of and word != of) or word == but:
            return match[0]
        used.add(name)
        if name not in parts:
            raise Failed(f"{page.name}: no generated part is called {name!r}")
        return f"<!-- {name} -->\n\n{parts[name]()}\n\n<!-- end -->"

    text = re.sub(r"<!-- (.+?) -->\n.*?<!-- end -->", renew, page.read_text(), flags=re.S)
    if parts.keys() - used:
        raise Failed(f"{page.name} has no part {', '.join(sorted(parts.keys() - used))}")
    return text


def renew(name, parts, only_compare, by, of=None, but=None):
    """Renews docs/NAME, or reports whether it is up to date. `by` is the command that renews it;
    `of` and `but` are those of `renewed`."""
    page = HOME / "docs" / name
    text, before = renewed(page, parts, of, but), page.read_text()
    if text == before:
        print(f"docs/{name} shows what is recorded")
    elif only_compare:
        print(f"docs/{name} is out of date: {by} renews it")
        return False
    else:
        page.write_text(text)
        print(f"docs/{name} renewed")
    return True


def main(name, parts, text, by):
    """Runs a script that renews a page, with --check for comparing only."""
    parser = Arguments(text)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    finish(lambda: renew(name, parts, given.check, by))
