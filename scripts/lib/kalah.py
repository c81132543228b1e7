"""What the scripts on hard questions of Kalah share."""
from pathlib import Path

from lib.program import CORES, TARGET, Arguments, number

# The options changed: the name of the file for the results.
NAMES = {None: "kalah", "lone=bank": "kalah-empty-capture"}


def arguments(text, folder):
    """The arguments DIR, --set, --threads and --program. The default of DIR is a folder of the
    target."""
    parser = Arguments(text)
    parser.add_argument("folder", nargs="?", type=Path, default=TARGET / folder, metavar="DIR")
    parser.add_argument("--set", choices=[name for name in NAMES if name])
    parser.add_argument("--threads", type=number(1), default=CORES)
    parser.add_program()
    return parser


def changed(given):
    """The options that set what is changed."""
    return ["--set", given.set] if given.set else []
