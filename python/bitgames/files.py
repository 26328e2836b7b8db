"""The one place that writes files: whole and synced, or not at all, and signed."""

import errno
import os
from contextlib import suppress
from pathlib import Path

from bitgames._core import __version__

__all__ = ["generator", "write_atomic"]


def generator() -> str:
    """Return the signature of what this package writes: its name and version.

    >>> generator().split()[0]
    'bitgames'
    """
    return f"bitgames {__version__}"


def write_atomic(path: str | os.PathLike[str], data: bytes) -> None:
    """Write ``data`` to ``path`` so that a reader sees the old file or the new one, never half.

    The bytes go to a temporary file in the same folder, are synced and then take the name.
    An existing file keeps its permissions, and a symbolic link goes on pointing at its target.
    Raises ``OSError`` as the system reports it and leaves nothing behind.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomic(Path(folder) / "note.txt", b"o x o")
    ...     (Path(folder) / "note.txt").read_bytes()
    b'o x o'
    """
    try:
        _write(Path(os.path.realpath(path)), data)
    except OSError as error:
        # The name that the caller gave, not that of a temporary file or of a link's target.
        raise type(error)(error.errno, error.strerror, str(path)) from None


def _write(target: Path, data: bytes) -> None:
    """Write ``data`` to a temporary file beside ``target``, and give it that name."""
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    temporary = target.with_name(f".{target.name}.{os.getpid()}-{os.urandom(4).hex()}.tmp")
    # Opened by hand rather than by `tempfile`, so that a new file gets the user's own umask.
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        try:
            file = os.fdopen(handle, "wb")
        except BaseException:
            os.close(handle)
            raise
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            temporary.chmod(target.stat().st_mode & 0o7777)
        temporary.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name durable, where the system lets a folder be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
