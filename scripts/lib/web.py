"""The line protocol as a module of WebAssembly (the package in `web`)."""
import os
import shutil
import subprocess
from pathlib import Path

from lib import debian
from lib.program import HOME, TARGET, Failed

# What the search may take of the stack, which lies below all other memory.
STACK = 4 << 20
TRIPLE = "wasm32-unknown-unknown"
BINARYEN = "132"
# What all browsers of the last years have; of newer things some refuse to load a module.
FEATURES = ["--mvp-features", *(f"--enable-{one}" for one in (
    "bulk-memory", "bulk-memory-opt", "sign-ext", "nontrapping-float-to-int", "mutable-globals", "multivalue",
    "reference-types", "call-indirect-overlong"))]
PACKAGES = ("rustc-web", "rust-web-src", "lld-22")


def module():
    """The module, built by Rust's own target if that is installed (`rustup target add
    wasm32-unknown-unknown`), else by Debian's packages, unpacked below the target folder."""
    folder = TARGET / "web"
    command = ["cargo", "build", "--release", "--quiet", "--locked", "--target", TRIPLE]
    environment = {**os.environ, "CARGO_TARGET_DIR": str(folder),
                   "RUSTFLAGS": f"-Clink-arg=-zstack-size={STACK}"}
    if not installed():
        # It has the sources of the standard library, and not what is built of them.
        command += ["-Zbuild-std=std,panic_abort"]
        environment |= of_debian()
    done = subprocess.run(command, cwd=HOME / "web", env=environment)
    if done.returncode != 0:
        raise Failed("the module of WebAssembly can't be built")
    return folder / TRIPLE / "release/chongkak_web.wasm"


def optimised(module):
    """The same module, smaller and faster, by `wasm-opt`: the one on the path, or that of npm's
    binaryen, which is put below the target folder."""
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


def installed():
    """Whether the toolchain that builds the program has the target."""
    root = subprocess.run(["rustc", "--print", "sysroot"], text=True, stdout=subprocess.PIPE).stdout
    return (Path(root.strip()) / "lib/rustlib" / TRIPLE).exists()


def of_debian():
    """The environment in which cargo builds with the compiler of Debian's packages."""
    unpacked = debian.FOLDER / PACKAGES[0]
    if not unpacked.exists() and not (shutil.which("apt-get") and debian.unpack(PACKAGES, unpacked)):
        raise Failed(f"there is no target {TRIPLE}: expected it to be installed by "
                     f"`rustup target add {TRIPLE}`, or Debian's packages {', '.join(PACKAGES)}")
    sources = unpacked / "usr/lib/rustlib/src/rust"
    if not sources.exists():
        raise Failed(f"{PACKAGES[1]} has no sources of the standard library")
    libraries = unpacked / "usr/lib/x86_64-linux-gnu"
    compiler, linker = unpacked / "rustc.sh", unpacked / "wasm-ld"
    for wrapper, tool in (compiler, f'rustc" --sysroot "{unpacked}/usr'), (linker, "wasm-ld-22"):
        wrapper.write_text(f'#!/bin/sh\nLD_LIBRARY_PATH="{libraries}" exec "{unpacked}/usr/bin/{tool}" "$@"\n')
        wrapper.chmod(0o755)
    return {
        "RUSTC": str(compiler),
        # It is no nightly compiler, and builds the standard library anyway.
        "RUSTC_BOOTSTRAP": "1",
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER": str(linker),
    }
