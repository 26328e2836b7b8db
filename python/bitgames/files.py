"""The one place that reads and writes files: checked names, regular files, whole or not at all."""

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from bitgames._core import __version__
from bitgames.arguments import parameter_error

__all__ = ["generator", "path_text", "read_regular", "write_atomic"]


def generator() -> str:
    """Return the signature of what this package writes: its name and version.

    >>> generator().split()[0]
    'bitgames'
    """
    return f"bitgames {__version__}"


def path_text(path: str | os.PathLike[str]) -> str:
    """Return the name of a file or folder as text.

    Raises ``TypeError`` for anything but text and ``os.PathLike`` (a number would be an open
    file to Python), and ``ParameterError`` for an empty name and for one with a NUL or a lone
    surrogate, which no system takes.

    >>> path_text(Path("game.json"))
    'game.json'
    """
    name = os.fspath(path)
    if not isinstance(name, str):
        raise TypeError(f"a path is text or os.PathLike, not {type(name).__name__}")
    allowed = "the name of a file or folder"
    if not name:
        raise parameter_error("path", allowed, "an empty text")
    if "\0" in name:
        raise parameter_error("path", allowed, "text with a NUL character")
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        raise parameter_error("path", allowed, "text with a lone surrogate") from None
    return name


def read_regular(path: str | os.PathLike[str], most: int) -> bytes:
    """Return the bytes of a file, and one more than ``most`` of a larger one.

    A pipe, a device or a folder is refused, because to read one may wait for ever. Raises
    ``OSError`` as the system reports it, and as ``path_text`` does for a name that is none.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomic(Path(folder) / "note.txt", b"o x o")
    ...     read_regular(Path(folder) / "note.txt", 3)
    b'o x '
    """
    name = path_text(path)
    # Opening a pipe without a writer would wait for one.
    handle = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        _check_regular(os.fstat(handle), name)
    except OSError:
        os.close(handle)
        raise
    with os.fdopen(handle, "rb") as file:
        return file.read(most + 1)


def _check_regular(found: os.stat_result, name: str) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", name)


def write_atomic(path: str | os.PathLike[str], data: bytes) -> None:
    """Write ``data`` to ``path`` so that a reader sees the old file or the new one, never half.

    The bytes go to a temporary file in the same folder, are synced and then take the name.
    An existing file keeps its permissions, and a symbolic link goes on pointing at its target;
    what is there and no regular file, such as a device, is refused. Raises ``OSError`` as the
    system reports it, for a full disk too, and leaves nothing behind.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomic(Path(folder) / "note.txt", b"o x o")
    ...     (Path(folder) / "note.txt").read_bytes()
    b'o x o'
    """
    name = path_text(path)
    try:
        _write(Path(os.path.realpath(name)), data)
    except OSError as error:
        # The name that the caller gave, not that of a temporary file or of a link's target.
        raise type(error)(error.errno, error.strerror, name) from None


def _write(target: Path, data: bytes) -> None:
    """Write ``data`` to a temporary file beside ``target``, and give it that name."""
    with suppress(FileNotFoundError):
        _check_regular(target.stat(), str(target))
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
