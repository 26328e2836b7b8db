"""What a release is checked by: versions, notes, and the contents of its files.

    python .ci/release.py version [v0.1.0]    # all files name one version; with a tag, that of it
    python .ci/release.py notes v0.1.0        # its section of CHANGELOG.md
    python .ci/release.py files dist/*        # tags, licences, nothing stray, sizes

Needs Python alone. What is wrong goes to stderr, a line each, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LICENCES = {"LICENSE-APACHE", "LICENSE-MIT"}
LARGEST = 16_000_000
"""Bytes of a file of a release."""
KINDS = {
    ".css", ".html", ".js", ".json", ".md", ".py", ".pyi", ".svg", ".ts", ".typed", ".so", ".pyd",
    ".bin", ".book", ".scores", ".txt", ".tsv", ".wasm", ".weights",
}  # fmt: skip
"""Endings of files of the package in a wheel; "" is for those of its metadata alone."""
PLATFORMS = re.compile(
    r"manylinux\w+_(x86_64|aarch64)|musllinux_1_\d_(x86_64|aarch64)|macosx_\w+|win_(amd64|arm64)"
)
STRAY = re.compile(
    r"(^|/)(\.git|target|__pycache__|\.venv|node_modules|docs/_build)(/|$)|\.(so|pyd|pyc)$"
)


def versions() -> dict[str, str]:
    """The version that each file names."""

    def toml(name: str) -> Any:
        return tomllib.loads((ROOT / name).read_text(encoding="utf-8"))

    found = {"Cargo.toml": str(toml("Cargo.toml")["workspace"]["package"]["version"])}
    for package in toml("Cargo.lock")["package"]:
        if str(package["name"]).startswith("bitgames-"):
            found[f"Cargo.lock, {package['name']}"] = str(package["version"])
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    cited = re.search(r"^version: (.+)$", citation, re.MULTILINE)
    package = json.loads((ROOT / "rust/web/js/package.json").read_text(encoding="utf-8"))
    found["rust/web/js/package.json"] = package["version"]
    found["CITATION.cff"] = cited[1] if cited else "none"
    return found


def version_faults(tag: str | None) -> Iterator[str]:
    """Files that name another version than Cargo.toml, or than the tag."""
    found = versions()
    if tag is not None and not re.fullmatch(r"v\d+\.\d+\.\d+", tag):
        yield f"{tag} is not a valid tag of a release: allowed are v and three numbers, as v0.1.0"
        return
    wanted = tag[1:] if tag else found["Cargo.toml"]
    for name, version in found.items():
        if version != wanted:
            yield f"{name} has version {version}, not {wanted}"
    if tag:
        try:
            notes(tag)
        except ValueError as error:
            yield str(error)


def notes(tag: str) -> str:
    """The section of the changelog for a tag."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version = re.escape(tag.removeprefix("v"))
    head = rf"^## \[?{version}\]?(?: - \d{{4}}-\d\d-\d\d)?$"
    match = re.search(rf"{head}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if match is None or not match[1].strip():
        raise ValueError(f"CHANGELOG.md has no section {tag.removeprefix('v')} with text")
    return match[1].strip() + "\n"


def wheel_faults(path: Path) -> Iterator[str]:
    """What is wrong with a wheel."""
    name = re.fullmatch(r"bitgames-(\d+\.\d+\.\d+)-cp311-abi3-(.+)\.whl", path.name)
    if name is None or not all(PLATFORMS.fullmatch(each) for each in name[2].split(".")):
        yield f"{path.name} is not named as an abi3 wheel of a known platform"
        return
    with zipfile.ZipFile(path) as wheel:
        members = [PurePosixPath(each) for each in wheel.namelist()]
    info = f"bitgames-{name[1]}.dist-info"
    for member in members:
        if member.parts[0] not in ("bitgames", info):
            yield f"{path.name} has {member} beside the package"
        elif member.parts[0] == "bitgames" and member.suffix not in KINDS:
            yield f"{path.name} has {member}, a kind of file that the package does not need"
    natives = [member.name for member in members if member.suffix in (".so", ".pyd")]
    if natives not in (["_core.abi3.so"], ["_core.pyd"]):
        yield f"{path.name} has the native modules {natives}, not _core alone"
    held = {str(member) for member in members}
    for needed in (
        "bitgames/py.typed",
        "bitgames/_core.pyi",
        "bitgames/web/static/index.html",
        *(f"{info}/licenses/{licence}" for licence in sorted(LICENCES)),
    ):
        if needed not in held:
            yield f"{path.name} lacks {needed}"


def sdist_faults(path: Path) -> Iterator[str]:
    """What is wrong with a source distribution."""
    name = re.fullmatch(r"(bitgames-\d+\.\d+\.\d+)\.tar\.gz", path.name)
    if name is None:
        yield f"{path.name} is not named as a source distribution of a version"
        return
    with tarfile.open(path) as archive:
        members = [member.name for member in archive.getmembers() if not member.isdir()]
    for member in members:
        if not member.startswith(f"{name[1]}/") or STRAY.search(member):
            yield f"{path.name} has the stray {member}"
    for needed in ("PKG-INFO", "Cargo.lock", "Cargo.toml", "pyproject.toml", *sorted(LICENCES)):
        if f"{name[1]}/{needed}" not in members:
            yield f"{path.name} lacks {needed}"


def file_faults(paths: Iterable[Path]) -> Iterator[str]:
    """What is wrong with files of a release."""
    for path in paths:
        if path.stat().st_size > LARGEST:
            yield f"{path.name} has more than {LARGEST:,} bytes"
        yield from (wheel_faults if path.suffix == ".whl" else sdist_faults)(path)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check, or print the notes."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("version").add_argument("tag", nargs="?")
    commands.add_parser("notes").add_argument("tag")
    commands.add_parser("files").add_argument("paths", nargs="+", type=Path)
    given = parser.parse_args(arguments)
    faults: list[str] = []
    if given.command == "version":
        faults += version_faults(given.tag)
    elif given.command == "files":
        faults += file_faults(given.paths)
    else:
        try:
            print(notes(given.tag), end="")
        except ValueError as error:
            faults.append(str(error))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
