"""Writes the PNG icons that phones want for the site, from `icon.svg`: as it is, and filled to the
edges.

usage: scripts/make icons [--browser FILE]

  --browser FILE  Chromium, which draws them (default: chromium on the path)

They are kept in web/site, so that building the site needs no browser.
"""
import base64
import sys
import tempfile

from lib.program import HOME, Arguments, finish

sys.path.append(str(HOME / "tests"))
from browser.browser import Browser, found

ICON = HOME / "src/cli/web/page/icon.svg"
# For iOS, for Android, and for its splash screen.
SIZES = (180, 192, 512)
# Systems cut out rounded shapes: the board is within the circle of four fifths that all of them
# keep.
ROOM = ('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80" style="background:#f4e3c1"')


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--browser")
    given = parser.parse_args()
    drawing = base64.b64encode(ICON.read_text().replace(*ROOM).encode()).decode()
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(found(given.browser), folder)
        for size in SIZES:
            browser.show(f"data:image/svg+xml;base64,{drawing}", size, size)
            browser.picture(HOME / f"web/site/icon-{size}.png")
        browser.close()


if __name__ == "__main__":
    finish(main)
