"""Reading and writing of files: checked names, regular files only, atomic writes."""

import errno
import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Literal

from bitgames._core import __version__
from bitgames.arguments import parameter_error

__all__ = [
    "check_regular",
    "generator",
    "lock",
    "open_to_read",
    "path_text",
    "read_regular",
    "sync",
    "sync_folder",
    "user_folder",
    "write_atomic",
]


def generator() -> str:
    """Return the signature of this package in the files that it writes: name and version.

    >>> generator().split()[0]
    'bitgames'
    """
    return f"bitgames {__version__}"


def user_folder(
    kind: Literal["cache", "state"],
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
) -> Path:
    """Return the folder where the system keeps what programs remember of a user, or can remake.

    It may not exist yet.

    >>> user_folder("state", {"XDG_STATE_HOME": "/state"}, "linux").as_posix()
    '/state/bitgames'
    """
    if platform == "win32":
        base = environment.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif platform == "darwin":
        library = {"cache": "Caches", "state": "Application Support"}
        base = str(Path.home() / "Library" / library[kind])
    else:
        base = environment.get(f"XDG_{kind.upper()}_HOME", "")
        # The standard of these folders has relative names ignored.
        if not os.path.isabs(base):
            base = str(Path.home() / {"cache": ".cache", "state": ".local/state"}[kind])
    return Path(base) / "bitgames"


def path_text(path: str | os.PathLike[str]) -> str:
    """Return the name of a file or folder as text.

    Raises ``TypeError`` for anything but text and ``os.PathLike`` (Python takes a number for an
    open file), and ``ParameterError`` for a name that is empty or has a NUL character or a lone
    surrogate.

    >>> path_text(Path("game.json"))
    'game.json'
    """
    name = os.fspath(path)
    if not isinstance(name, str):
        raise TypeError(f"a path must be text or os.PathLike, not {type(name).__name__}")
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
    """Return the bytes of a file, but at most ``most + 1`` of them.

    Raises ``OSError`` for a file that the system cannot read, and for a pipe, a device or a folder,
    which could block for ever; for an invalid name it raises what ``path_text`` raises.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomic(Path(folder) / "note.txt", b"o x o")
    ...     read_regular(Path(folder) / "note.txt", 3)
    b'o x '
    """
    with open_to_read(path) as file:
        return file.read(most + 1)


def open_to_read(path: str | os.PathLike[str]) -> IO[bytes]:
    """Open a regular file to read its bytes; the errors are those of ``read_regular``.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomic(Path(folder) / "note.txt", b"o x o")
    ...     with open_to_read(Path(folder) / "note.txt") as file:
    ...         file.readline()
    b'o x o'
    """
    name = path_text(path)
    # Opening a pipe without a writer would wait for one.
    handle = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        check_regular(os.fstat(handle), name)
        return os.fdopen(handle, "rb")
    except OSError:
        os.close(handle)
        raise


def check_regular(found: os.stat_result, name: str) -> None:
    """Raise ``OSError`` for a folder, a pipe or a device, which are no regular files."""
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", name)


def write_atomic(path: str | os.PathLike[str], data: bytes) -> None:
    """Write ``data`` to ``path`` atomically: a reader sees the old file or the new file.

    The bytes go to a temporary file in the same folder, which is synced and then renamed. An
    existing file keeps its permissions, and a symbolic link keeps its target. Raises ``OSError``
    for a path that is not a regular file, such as a device, and for an error of the system, such as
    a full disk; then no temporary file stays.

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
        # The caller's name, not the name of a temporary file or of a link's target.
        raise type(error)(error.errno, error.strerror, name) from None


def _write(target: Path, data: bytes) -> None:
    """Write ``data`` to a temporary file beside ``target``, and rename it."""
    with suppress(FileNotFoundError):
        check_regular(target.stat(), str(target))
    temporary = target.with_name(f".{target.name}.{os.getpid()}-{os.urandom(4).hex()}.tmp")
    # Not by `tempfile`, so that a new file gets the user's umask.
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
    sync_folder(target)


def sync(path: str | os.PathLike[str]) -> None:
    """Sync a file that another library has written, so that its contents are durable."""
    # Windows syncs only what is open to be written.
    with open(path, "rb+") as file:
        os.fsync(file.fileno())


def sync_folder(path: str | os.PathLike[str]) -> None:
    """Sync the folder of a file, so that a new name is durable, if the system can open folders."""
    with suppress(OSError):
        handle = os.open(Path(path).parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def lock(handle: int, name: str) -> None:
    """Lock an open file for this process; the lock ends when the file is closed or the process.

    Raises ``BlockingIOError`` with the ``name`` of the file if another process has it.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            # One byte far behind the end: others can read the file.
            os.lseek(handle, 1 << 40, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK):
            raise
        raise BlockingIOError(
            errno.EAGAIN, "another process uses this file: wait for it, or choose another", name
        ) from None
