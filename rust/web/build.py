"""Builds the engine for browsers: ``engine.wasm``, and the weights and books that it fetches.

    python rust/web/build.py [--out DIR]

It makes the engine of the package for JavaScript, and that of the page without a server, which
``bitgames site`` writes: an installation from the source brings it along.

Two toolchains will do: that of rustup with its target ``wasm32-unknown-unknown``, and Debian's
packages ``rustc-web``, ``cargo-web`` and ``rust-web-src``, which build the standard library first,
with the package of the linker that their ``rust-lld`` names (``lld-22``).
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path

TARGET = "wasm32-unknown-unknown"
ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "rust/core/src/games"
#: The files of ``games::DATA`` by their names there.
DATA = {
    "othello.weights": GAMES / "othello/patterns/weights.bin",
    "othello.book": GAMES / "othello/opening.book",
    "connect4.scores": GAMES / "connect4/opening.scores",
}
JS = ROOT / "rust/web/js"
PAGE = ROOT / "python/bitgames/web/engine"
#: What its page needs besides.
SCRIPTS = {name: JS / name for name in ("index.js", "worker.js")}
FLAGS = [
    # What every browser has that is updated: 128-bit vectors, and copies of memory in one step.
    "-Ctarget-feature=+simd128,+bulk-memory",
    # Names of functions are a sixth of all bytes.
    "-Clink-arg=--strip-all",
    # Searches are deep, and large on the stack.
    "-Clink-arg=-zstack-size=4194304",
    # A phone has little memory; a table that does not fit is made shorter.
    "-Clink-arg=--max-memory=268435456",
]


def said(*command: str) -> str | None:
    """What a command prints; None if it is missing or fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def toolchain() -> tuple[list[str], dict[str, str]] | str:
    """The start of the command that builds, and its environment; or what is missing, in a line."""
    rustc, cargo = os.environ.get("RUSTC", "rustc"), os.environ.get("CARGO", "cargo")
    library = said(rustc, "--print", "target-libdir", "--target", TARGET)
    if library and Path(library).is_dir() and shutil.which(cargo):
        return [cargo, "build"], {}
    debian = {"RUSTC": "/usr/bin/rustc", "RUSTC_BOOTSTRAP": "1"}
    root = said(debian["RUSTC"], "--print", "sysroot")
    std = Path(root or "/") / "lib/rustlib/src/rust/library/std"
    if not (root and Path("/usr/bin/cargo").exists() and std.is_dir()):
        return (
            f"the target {TARGET} is missing: run 'rustup target add {TARGET}', "
            "or install Debian's rustc-web, cargo-web and rust-web-src"
        )
    # A link to a linker that is a package of its own.
    linker = Path("/usr/bin/rust-lld")
    if linker.is_symlink() and not linker.exists():
        return f"the linker {linker} is missing: install Debian's {linker.readlink().name}"
    return ["/usr/bin/cargo", "build", "-Zbuild-std=std,panic_abort"], debian


def build(out: Path) -> str | None:
    """Builds into a folder; what is missing in a line, or None."""
    found = toolchain()
    if isinstance(found, str):
        return found
    command, environment = found
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    package = ["--release", "-p", "bitgames-web", "--target", TARGET, "--target-dir", str(target)]
    flags = "\x1f".join(FLAGS)
    environment = {**os.environ, "CARGO_ENCODED_RUSTFLAGS": flags, **environment}
    done = subprocess.run([*command, *package], cwd=ROOT, env=environment, check=False)
    if done.returncode:
        return "the engine cannot be built: see above"
    made = {"engine.wasm": target / TARGET / "release/bitgames_web.wasm", **DATA}
    copy(made, out)
    if out == JS / "engine":
        copy(made | SCRIPTS, PAGE)
    for name in made:
        raw = (out / name).read_bytes()
        print(f"{name}: {len(raw):,} bytes, {len(gzip.compress(raw, 9)):,} by gzip")
    return None


def copy(made: dict[str, Path], folder: Path) -> None:
    """Copies files into a folder, so that a page that loads one sees the old or the new one."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, source in made.items():
        temporary = folder / f".{name}.tmp"
        shutil.copyfile(source, temporary)
        temporary.replace(folder / name)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Builds the engine for browsers.")
    parser.add_argument("--out", type=Path, default=JS / "engine", help="folder of what is made")
    sys.exit(build(parser.parse_args().out))
