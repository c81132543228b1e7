"""Programs from Debian packages, unpacked into a private folder without installing anything."""
import os
import shutil
import subprocess
from pathlib import Path

from lib.program import TARGET

FOLDER = TARGET / "debian"


def found(name, *packages):
    """Finds a program on the path, or else in these packages; None if they are unavailable. Some
    programs have another name until the package is installed."""
    unpacked = FOLDER / packages[0]
    here = f"{unpacked}/usr/bin:{unpacked}/usr/sbin"
    for path in (os.environ["PATH"] + ":/usr/sbin", here):
        for one in (name, f"{name}-wlm"):
            if shutil.which(one, path=path):
                return shutil.which(one, path=path)
    if shutil.which("apt-get") and not unpacked.exists() and unpack(packages, unpacked):
        return found(name, *packages)
    return None


def libraries(program):
    """Folders of libraries unpacked with a program; none if it is installed."""
    unpacked = next((one for one in Path(program).parents if one.parent == FOLDER), None)
    # Slurm's own library is with its plug-ins.
    return sorted({file.parent for file in unpacked.glob("**/lib*.so*")}) if unpacked else []


def environment(program):
    """Returns the environment in which a program finds its libraries."""
    paths = ":".join(map(str, libraries(program)))
    return {**os.environ, **({"LD_LIBRARY_PATH": paths} if paths else {})}


def unpack(packages, folder, architecture=None):
    """Unpacks these packages and missing dependencies into the folder; returns whether that worked.
    For another architecture all dependencies are missing."""
    part = folder.with_suffix(f".{os.getpid()}.part")
    part.mkdir(parents=True)
    try:
        # The machine's package lists may be empty; then private lists are downloaded.
        own = ["-o", f"Dir::State::lists={part}/lists", "-o", f"Dir::Cache={part}/cache"]
        (part / "lists/partial").mkdir(parents=True)
        if architecture:
            (part / "lists/status").touch()
            own += ["-o", f"APT::Architecture={architecture}", "-o", f"APT::Architectures={architecture}",
                    "-o", f"Dir::State::status={part}/lists/status"]
        if architecture or not fetch(packages, part, []):
            updated = run("apt-get", *own, "update", folder=part) is not None
            if not (updated and fetch(packages, part, own)):
                return False
        for file in part.glob("*.deb"):
            if run("dpkg", "-x", file, part, folder=part) is None:
                return False
            file.unlink()
        for folders in ("lists", "cache"):
            shutil.rmtree(part / folders, ignore_errors=True)
        part.rename(folder)
        return True
    finally:
        shutil.rmtree(part, ignore_errors=True)


def fetch(packages, folder, options):
    listed = run("apt-get", *options, "install", "--print-uris", "-qq", "-y",
                 "--no-install-recommends", *packages, folder=folder)
    if listed is None:
        return False
    files = [line.split()[1] for line in listed.splitlines() if line.startswith("'")]
    names = [file.split("_")[0] for file in files]
    return run("apt-get", *options, "download", *names, folder=folder) is not None


def run(*command, folder):
    """Returns the output of a command; None if it fails."""
    done = subprocess.run([*map(str, command)], cwd=folder, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout if done.returncode == 0 else None
