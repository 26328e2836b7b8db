"""Files: checked names, regular files only, atomic writes, and what goes into them."""

import errno
import glob
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import fields, is_dataclass
from functools import cache
from io import StringIO
from itertools import repeat
from pathlib import Path
from platform import machine, system
from types import UnionType
from typing import IO, Any, Literal, Union, get_args, get_origin

from bitgames._core import __version__, checksum
from bitgames.arguments import parameter_error


def generator() -> str:
    """Return the signature of this package in the files that it writes: name and version.

    >>> generator().split()[0]
    'bitgames'
    """
    return f"bitgames {__version__}"


@cache
def build_id() -> str:
    """Return what tells builds of this package apart: version, and digests of its files.

    Processes with the same one compute the same. The first digest is that of the files in Python,
    the second that of the native module, which differs between kinds of machines.

    >>> build_id().split()[:2] == generator().split()
    True
    """
    from bitgames import _core

    root = Path(__file__).parent
    sources = "".join(
        f"{path.relative_to(root).as_posix()} {checksum(path.read_bytes()):016x}\n"
        for path in sorted(root.rglob("*.py"))
    )
    native = checksum(Path(_core.__file__).read_bytes())
    kind = f"{system()}-{machine()}"
    return f"{generator()} {checksum(sources.encode()):016x} {kind}:{native:016x}"


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


def read_regular(path: str | os.PathLike[str], most: int | None = None) -> bytes:
    """Return the bytes of a file: all, or at most ``most + 1`` of them.

    Raises ``OSError`` for a file that the system cannot read, and for a pipe, a device or a folder,
    which could block forever; for an invalid name it raises what ``path_text`` raises.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomic(Path(folder) / "note.txt", b"o x o")
    ...     read_regular(Path(folder) / "note.txt", 3)
    b'o x '
    """
    with open_to_read(path) as file:
        return file.read(-1 if most is None else most + 1)


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
    with replacement(target) as temporary:
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            temporary.chmod(target.stat().st_mode & 0o7777)


@contextmanager
def replacement(target: Path, mode: int = 0o666) -> Iterator[Path]:
    """Yield a new, empty file beside ``target``, which takes its place when the block ends.

    ``mode`` has the permissions that it may have. If an exception ends the block, also Ctrl-C at
    any moment, nothing stays of the file. What a killed process left beside ``target`` goes.
    """
    for old in target.parent.glob(f".{glob.escape(target.name)}.*.tmp"):
        if _is_left(old.name):
            with suppress(OSError):
                old.unlink()
    temporary = target.with_name(f".{target.name}.{os.getpid()}-{os.urandom(4).hex()}.tmp")
    try:
        # Not by `tempfile`, so that a new file gets the user's umask.
        os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
        yield temporary
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


def from_data(kind: Any, data: Any) -> Any:
    """Return data of JSON as a type: a number, text, a literal, a tuple or a dataclass of these.

    Raises ``ValueError``, ``TypeError`` or ``KeyError`` for data that does not fit.

    >>> from_data(tuple[int, str | None], [1, None])
    (1, None)
    """
    origin, parts = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        return kind(**{each.name: from_data(each.type, data[each.name]) for each in fields(kind)})
    if origin is tuple:
        kinds = repeat(parts[0], len(data)) if parts[1:] == (...,) else parts
        return tuple(from_data(*pair) for pair in zip(kinds, data, strict=True))
    if origin in (Union, UnionType):
        return data if type(data) in parts else from_data(parts[0], data)
    if origin is not Literal:
        return kind(data)
    if data not in parts:
        raise ValueError(f"{data!r} is not a valid value: allowed are {', '.join(parts)}")
    return data


def attributes(thing: object, *names: str) -> dict[str, Any]:
    """Return attributes by their names.

    >>> attributes(3 + 4j, "real", "imag")
    {'real': 3.0, 'imag': 4.0}
    """
    return {name: getattr(thing, name) for name in names}


def csv_text(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    r"""Return a table as CSV: a line of names, then a line for each row; None is empty.

    >>> csv_text(("name", "score"), [("ann", None)])
    'name,score\nann,\n'
    """
    import csv  # here, because few commands need it

    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return text.getvalue()


def _is_left(name: str) -> bool:
    """Whether the process that made a temporary file is gone.

    >>> _is_left(f".games.txt.index.sqlite.{os.getpid()}-00c0ffee.tmp")
    False
    """
    number = name.split(".")[-2].partition("-")[0]
    if not number.isdecimal() or int(number) == os.getpid():
        return False
    if os.name == "nt":  # where a file that is open cannot be removed
        return True
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False
