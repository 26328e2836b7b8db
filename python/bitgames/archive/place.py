"""Where an index lies, and whether it is that of its source as the source is now."""

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from bitgames.archive.blobs import Blobs, Damaged, write
from bitgames.archive.build import build
from bitgames.archive.sources import Source
from bitgames.arguments import Progress, printable
from bitgames.files import open_to_read, user_folder

SUFFIX = ".index.sqlite"
"""What follows the name of a file in the name of its index."""

_RACY = 2_000_000_000
"""Nanoseconds in which a file may change twice with one time of its last change."""

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Opened:
    """An open index."""

    blobs: Blobs
    path: str | None
    """Its file; ``None`` if it is in memory."""
    note: str | None
    """Why the index is not where it should be, in one line."""
    built: bool
    """True if it was made now."""


def opened(
    source: Source,
    *,
    beside: bool = False,
    rebuild: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Opened:
    """Open the index of a source; make it if there is none, or if it is not that of the source.

    One beside the source is used. A new one is made there if ``beside`` says so and the folder can
    be written; else in the cache of the user; and if that cannot be written either, in memory.
    """
    here, *cache = _places(source.path)
    if not beside and not rebuild and (found := _valid(here, source)) is not None:
        return Opened(found, str(here), None, False)
    failed: list[OSError] = []

    def fill(blobs: Blobs) -> None:
        try:
            stamp, content = _stamp(source), _content(source)
            build(source, blobs, threads=threads, progress=progress)
        except OSError as error:
            failed.append(error)
            raise
        # A file that changed under its reader is read again the next time.
        same = _stamp(source) == stamp
        blobs.set_facts(stamp=stamp, content=content if same else None, checked=time.time_ns())

    note = None
    for place in [here, *cache] if beside else cache:
        if not rebuild and (found := _valid(place, source)) is not None:
            return Opened(found, str(place), note and f"{note}{printable(str(place))}", False)
        try:
            if place != here:
                place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Who may not read the games may not read their index.
            blobs = write(str(place), fill, os.stat(source.path).st_mode & 0o666 | 0o600)
        except OSError:
            # Another place mends only what is wrong with this one.
            if failed:
                raise
            note = f"cannot write to {printable(str(place.parent))}: the index of the games is in "
            continue
        return Opened(blobs, str(place), note and f"{note}{printable(str(place))}", True)
    return Opened(write(None, fill), None, note and f"{note}memory, until the end", True)


def _places(path: str) -> list[Path]:
    whole = Path(os.path.realpath(path))
    name = blake2b(os.fsencode(whole), digest_size=12).hexdigest()
    places = [whole.with_name(whole.name + SUFFIX)]
    with suppress(RuntimeError):  # a user without a home
        places.append(user_folder("cache") / "archives" / f"{name}{SUFFIX}")
    return places


def _valid(path: Path, source: Source) -> Blobs | None:
    """Return an open index if it is that of its source as the source is now."""
    try:
        blobs = Blobs.open(str(path))
    except Damaged:
        return None
    try:
        if _is_of(blobs, source):
            return blobs
    except Damaged:
        pass
    blobs.close()
    return None


def _is_of(blobs: Blobs, source: Source) -> bool:
    now, stamp = _stamp(source), blobs.fact("stamp")
    content, checked = blobs.fact("content"), blobs.fact("checked")
    if not isinstance(content, str) or not isinstance(checked, int) or len(stamp or ()) != len(now):
        return False
    if [row[:2] for row in stamp] != [row[:2] for row in now]:
        return False
    # A change right after the last look may have left the time as it was.
    if stamp == now and all(checked - row[2] > _RACY for row in now):
        return True
    checked = time.time_ns()
    if _content(source) != content:
        return False
    blobs.try_facts(stamp=now, checked=checked)
    return True


def _stamp(source: Source) -> list[list[Any]]:
    """Return name, size and time of the last change of each file that is read."""
    found = [(file, os.stat(file)) for file in source.files]
    return [[os.path.basename(file), stat.st_size, stat.st_mtime_ns] for file, stat in found]


def _content(source: Source) -> str:
    digest = blake2b(digest_size=16)
    for name in source.files:
        with open_to_read(name) as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
        digest.update(b"\0")
    return digest.hexdigest()
