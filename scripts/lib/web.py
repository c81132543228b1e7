"""The line protocol as a WebAssembly module (the package in `web`)."""
import gzip
import os
import shutil
import subprocess
from pathlib import Path

from lib import toolchain
from lib.program import HOME, TARGET, Failed

# The stack of the search, which is below all other memory.
STACK = 4 << 20
TRIPLE = "wasm32-unknown-unknown"
BINARYEN = "132"
# What all browsers have had since 2023; some refuse to load a module with newer features.
FEATURES = ["--mvp-features", *(f"--enable-{one}" for one in (
    "bulk-memory", "bulk-memory-opt", "sign-ext", "nontrapping-float-to-int", "mutable-globals", "multivalue",
    "reference-types", "call-indirect-overlong", "simd"))]
# Ten searches, for comparing speeds.
SEARCHES = [
    *({"rules": rules} for rules in ("overbeck", "conglak", "conglak-burnt", "congklak-six", "congklak",
                                     "congklak-bank", "dakon", "kalah")),
    {"rules": "congklak", "position": "5,0,3,6,2,1,4/19 2,4,0,3,5,2,6/36 A"},
    {"rules": "overbeck", "position": "1,11,11,11,11,11,1,12,12/21 x,x,10,10,10,10,10,10,0/0 A"},
]


def module(quick=False):
    """Builds the module, for release or, with `quick`, in a quarter of the time, by Rust's own
    target if that is installed (`rustup target add wasm32-unknown-unknown`), else by Debian
    packages, unpacked below the target folder."""
    folder = TARGET / "web"
    options, environment = toolchain.building(TRIPLE)
    if environment:
        # The linker included in a toolchain that has the target.
        environment["CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER"] = str(toolchain.wrapper("wasm-ld", "wasm-ld-22"))
    # Estimates add rows of numbers: with SIMD a search is a tenth faster, with many holes by a
    # third.
    environment["RUSTFLAGS"] = " ".join([f"-Clink-arg=-zstack-size={STACK}", "-Ctarget-feature=+simd128",
                                         *toolchain.remapped()])
    environment["CARGO_TARGET_DIR"] = str(folder)
    profile = "quick" if quick else "release"
    command = ["cargo", "build", "--profile", profile, "--quiet", "--locked", "--target", TRIPLE, *options]
    done = subprocess.run(command, cwd=HOME / "web", env={**os.environ, **environment})
    if done.returncode != 0:
        raise Failed("the module of WebAssembly can't be built")
    return folder / TRIPLE / profile / "chongkak_web.wasm"


def optimised(module):
    """Returns the module optimised by `wasm-opt`, from the path or from npm's binaryen, which is
    installed below the target folder."""
    folder = TARGET / "web/npm"
    tool = shutil.which("wasm-opt") or folder / "node_modules/.bin/wasm-opt"
    if not Path(tool).exists():
        done = subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder,
                               f"binaryen@{BINARYEN}"])
        if done.returncode != 0:
            raise Failed(f"there is no wasm-opt: expected it on the path, or binaryen {BINARYEN} from npm")
    smaller = module.with_suffix(".opt.wasm")
    done = subprocess.run([tool, "-O3", *FEATURES, "--strip-debug", "--strip-producers", module, "-o", smaller])
    if done.returncode != 0:
        raise Failed("wasm-opt can't make the module smaller")
    return smaller


def loaded(site):
    """Returns the files that pages load: not the licences or the icons of home screens."""
    return [path for path in site.rglob("*") if path.is_file() and path.suffix != ".png" and not path.name.startswith("LICEN")]


def over_the_wire(site):
    """Returns the bytes of a first visit of a site, with gzip."""
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in loaded(site))
