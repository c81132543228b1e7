"""Data files: a JSON document a line, replaced whole."""
import fcntl
import json
import os

from .program import Failed


def read(path):
    """The documents of a file, none if it is not there."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def write(path, lines):
    """Replaces a file, so that at any moment the old one or the new one is there."""
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        with part.open("w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def lock(folder):
    """Held while the process lives: two runs at once would undo each other's work."""
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Failed("another run is at work") from None
