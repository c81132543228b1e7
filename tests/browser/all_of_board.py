"""Tests the page of `chongkak board` in a headless browser.

Starts the program and uses its page by clicks and keys. The page must show what the program prints
on the command line. Nothing may be written to the browser's console, and no other host may be
contacted. The tests are functions in tests/browser/board_*.py.

A missing Chromium is installed with apt-get, if permissions allow.

The tests take turns with three window sizes: phone, tablet, desktop; on the site each test uses the
next size. Tests of the layout run in all sizes. Without options, slow tests are left out, tests in
every language run in English and one other, and on the site only tests of what differs there run.

usage: scripts/test board [--all] [--windows] [--program FILE] [--browser FILE] [--pictures DIR]
                          [--site FOLDER] [--language CODE] [--width N] [--jobs N] [NAME …]

  --all            all tests, in all languages, also on the site
  --windows        like --all, with each test in all window sizes
  --program FILE   the program (default: the release program of this folder)
  --browser FILE   Chromium (default: chromium on the path)
  --pictures DIR   also writes pictures of the page, in all window sizes, light and dark
  --site FOLDER    tests the site in this folder (scripts/build-site) instead of the program's page,
                   without the tests that need a program
  --language CODE  the page in this language, with the tests that find its words by their keys
  --width N        all tests in the window of this width: 390, 768 or 1200 pixels
  --jobs N         browsers to run at once, each with the next test that is left (default: as many
                   as cores, or one if tests are named)
  NAME             only tests whose function names contain NAME
"""
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from lib.program import CORES, HOME, Arguments, Program, Wrong, finish, number

sys.path.append(str(HOME / "tests"))
from browser import board_access, board_chong, board_chong_judged, board_chong_play, board_chong_use
from browser import board_by_link, board_claims, board_clock, board_contrast
from browser import board_curve, board_engine, board_faults, board_language, board_look, board_marks, board_modes
from browser import board_opponent, board_play, board_puzzles, board_record, board_study, board_together, board_turns, board_words
from browser import board_paper, board_phone, board_site
from browser.board import WINDOWS, Board, Desk, InVain, Site
from browser.browser import Browser, found

GROUPS = [board_play, board_modes, board_engine, board_study, board_faults, board_claims, board_record,
          board_opponent, board_turns, board_together, board_curve, board_look, board_contrast, board_access,
          board_language, board_words, board_puzzles, board_chong, board_chong_use, board_chong_play, board_chong_judged,
          board_phone, board_paper, board_by_link, board_marks, board_clock]


# Tests that know the words of the page by key, and so can run in any language.
SPOKEN = [board_play, board_modes, board_language, board_chong_play]


def tests(names, groups):
    """Lists the tests in the order of their files, each with its number: all, or those whose name
    contains one of these."""
    found = [(name, test) for group in groups for name, test in vars(group).items() if name.startswith("test_")]
    for number, (name, test) in enumerate(found):
        if not names or any(part in name for part in names):
            yield number, name.removeprefix("test_").replace("_", " "), test


def windows_of(test, number, windows, every):
    """Returns the windows of a test."""
    if hasattr(test, "at_a_desk"):
        return WINDOWS[-1:]
    return windows if every or hasattr(test, "in_all_windows") else [windows[number % len(windows)]]


def left_out(test, given):
    """Returns why a test is skipped; None if it runs."""
    if given.site and hasattr(test, "of_the_program"):
        return "of the program"
    whole = given.all or given.windows or given.names
    if hasattr(test, "at_night") and not whole:
        return f"for the night: {test.at_night}"
    own = test.__module__ == board_site.__name__ or hasattr(test, "differs_on_a_site")
    return "the same on the board" if given.site and not (own or whole) else None


def twice_at_most(test, desk, name, folder):
    """Runs a test and returns its result. One page in some thousand never loads, for an unknown
    reason: that is reported, and the test starts again. A second time is a failure. Each attempt
    has an empty folder for its files, below this one."""
    desk.folder = Path(tempfile.mkdtemp(dir=folder))
    try:
        return test(desk)
    except InVain as error:
        print(f"{name}, {desk.window[0]} pixels, once more: {error}", flush=True)
        desk.folder = Path(tempfile.mkdtemp(dir=folder))
        return test(desk)


def main():
    parser = Arguments(__doc__)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--windows", action="store_true")
    parser.add_program()
    parser.add_argument("--browser")
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--site", type=Path)
    parser.add_argument("--language")
    parser.add_argument("--width", type=int, choices=[width for width, _ in WINDOWS])
    parser.add_argument("--jobs", type=number(1))
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    # Before several processes would install it.
    given.browser = found(given.browser)
    jobs = given.jobs or (1 if given.names else CORES)
    with ProcessPoolExecutor(jobs, get_context("fork")) as pool:
        parts = [pool.submit(tested, given) for _ in range(jobs)]
        count = sum(part.result() for part in parts)
    if given.names and not count:
        raise Wrong(f"no test has {' or '.join(given.names)} in its name: expected such as chong_windows")
    print(f"{count} tests of the board in the browser")
    return count > 0


# How many tests the processes have taken from the list.
TAKEN = get_context("fork").Value("i", 0)


def left(tests):
    """Takes one test after the other that no other process has taken."""
    while True:
        with TAKEN.get_lock():
            place = TAKEN.value
            TAKEN.value += 1
        if place >= len(tests):
            return
        yield tests[place]


def tested(given):
    """Runs tests in one browser until none is left; returns how many passed."""
    program, count = Program(given.program), 0
    with tempfile.TemporaryDirectory() as folder:
        board = Site(given.site) if given.site else Board(program.path)
        browser = Browser(given.browser, folder)
        try:
            desk = Desk(browser, board, program)
            # A browser stores nothing for a page that it has never shown. (No language is chosen
            # yet.)
            desk.open()
            desk.pictures, desk.language = given.pictures, given.language
            desk.languages = board_language.LANGUAGES if given.all or given.windows else ["id"]
            groups = SPOKEN if given.language else [*GROUPS, board_site] if given.site else GROUPS
            windows = [one for one in WINDOWS if given.width in (None, one[0])]
            for number, name, test in left(list(tests(given.names, groups))):
                if why := left_out(test, given):
                    print(f"{name}: left out, {why}", flush=True)
                    continue
                for desk.window in windows_of(test, number + bool(given.site), windows, given.windows):
                    started = time.monotonic()
                    try:
                        said = twice_at_most(test, desk, name, folder)
                        desk.check()
                    except Wrong as error:
                        raise Wrong(f"{name}, {desk.window[0]} pixels: {error}") from None
                    print(f"{name}: {said or 'right'} ({desk.window[0]} pixels, {time.monotonic() - started:.1f} s)", flush=True)
                count += 1
        finally:
            browser.close()
            board.stop()
    return count


if __name__ == "__main__":
    finish(main)
