"""An external program that communicates in lines, and that always ends."""

import contextlib
import os
import signal
import subprocess
import sys
import weakref
from collections import deque
from collections.abc import Sequence
from queue import Empty, Full, Queue
from threading import Event, Thread
from time import monotonic
from typing import IO

from bitgames.arguments import printable, shortened
from bitgames.protocols.lines import split_lines

__all__ = ["EndedError", "LateError", "Program", "ProgramError"]

# Number of waiting lines, each of at most 64 KiB; a program that writes more must wait.
_MAX_LINES = 64
_CHUNK = 1 << 16
# Number of last lines of the error stream that are kept for messages.
_ERROR_LINES = 5
_QUIT_SECONDS = 1.0


class ProgramError(Exception):
    """A fault of a program: it is late, it ended, or its answer is invalid."""


class LateError(ProgramError):
    """The program did not answer in time."""


class EndedError(ProgramError):
    """The program has ended."""


# Waits until the process that made it is gone, however that ended, and then kills its own group.
_GUARD = ["/bin/sh", "-c", "read _; kill -KILL 0"]


class Program:
    """A program started with pipes, in a process group of its own.

    ``farewell`` is the line that asks it to end; without one it finds the end of its input. It ends
    at ``close``, when the object is garbage-collected, and when Python exits or is killed (on
    Windows not when it is killed). Raises ``OSError`` if it cannot be started.

    >>> import sys, time
    >>> program = Program([sys.executable, "-c", "print(input() + '!')"])
    >>> program.send("hello")
    >>> program.receive(time.monotonic() + 30)
    'hello!'
    >>> program.close()
    """

    def __init__(
        self, command: Sequence[str], folder: str | None = None, *, farewell: str = "quit"
    ) -> None:
        # A group of its own: Ctrl-C does not reach the program, and its children end with it.
        guard = None if sys.platform == "win32" else _guard()
        try:
            self._process = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                process_group=None if guard is None else guard.pid,
            )
        except BaseException:
            if guard is not None:
                _dismiss(guard)
            raise
        self._lines: Queue[str | None] = Queue(_MAX_LINES)
        self._errors: deque[str] = deque(maxlen=_ERROR_LINES)
        self._closed = Event()
        # The threads hold no reference to this object, so it can be garbage-collected.
        output = (self._process.stdout, self._lines, self._closed)
        readers = [
            Thread(target=_read, args=output, daemon=True),
            Thread(target=_keep, args=(self._process.stderr, self._errors), daemon=True),
        ]
        for reader in readers:
            reader.start()
        self._readers = readers
        if sys.platform != "win32":
            # A program that does not read its input must not block this process.
            assert self._process.stdin is not None
            os.set_blocking(self._process.stdin.fileno(), False)
        last = f"{farewell}\n".encode() if farewell else b""
        process, owner = self._process, os.getpid()
        self._end = weakref.finalize(
            self, _end, process, guard, readers, self._closed, owner, last, _QUIT_SECONDS
        )

    def send(self, line: str) -> None:
        """Send a line.

        Raises ``EndedError`` if the program has ended, and another ``ProgramError`` if it does not
        read.
        """
        assert self._process.stdin is not None
        data = line.encode() + b"\n"
        try:
            written = self._process.stdin.write(data)
        except (OSError, ValueError):
            raise EndedError(self._exit_reason()) from None
        if written != len(data):
            raise ProgramError("does not read its input")

    def receive(self, deadline: float) -> str:
        """Return the next line.

        Raises ``LateError`` if no line comes before ``deadline``, a time of ``time.monotonic``, and
        ``EndedError`` if the program has ended.
        """
        left = deadline - monotonic()
        try:
            # Waiting lines do not count after the deadline: the program may write forever.
            line = self._lines.get(timeout=max(left, 0.0)) if left > 0 else ""
        except Empty:
            left = 0
        if left <= 0:
            raise LateError
        if line is None:
            self._lines.put(None)
            raise EndedError(self._exit_reason())
        return line

    @property
    def has_ended(self) -> bool:
        """True once the program has ended by itself."""
        return self._process.poll() is not None

    def close(self) -> None:
        """End the program: by a request, and then by force."""
        self._end()

    def _exit_reason(self) -> str:
        """Describe the end of the program, with its last lines on the error stream."""
        try:
            code = self._process.wait(_QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            return "closed its output"
        if code >= 0:
            how = f"ended with code {code}"
        else:
            with contextlib.suppress(ValueError):
                return f"was ended by {signal.Signals(-code).name}"
            how = f"was ended by signal {-code}"
        # Its last lines may still arrive.
        self._readers[1].join(0.2)
        said = next((line for line in reversed(self._errors) if line.strip()), "")
        return f"{how}: {printable(shortened(said.strip()))}" if said else how


def _read(stream: IO[bytes], lines: "Queue[str | None]", closed: Event) -> None:
    with contextlib.suppress(OSError, ValueError):
        for line in split_lines(lambda: stream.read(_CHUNK)):
            _put(lines, line, closed)
    _put(lines, None, closed)


def _put(lines: "Queue[str | None]", line: str | None, closed: Event) -> None:
    """Put a line in the queue; wait for space until the program is closed."""
    while not closed.is_set():
        with contextlib.suppress(Full):
            lines.put(line, timeout=0.1)
            return


def _keep(stream: IO[bytes], errors: "deque[str]") -> None:
    with contextlib.suppress(OSError, ValueError):
        errors.extend(split_lines(lambda: stream.read(_CHUNK)))


def _end(
    process: "subprocess.Popen[bytes]",
    guard: "subprocess.Popen[bytes] | None",
    readers: list[Thread],
    closed: Event,
    owner: int,
    last: bytes,
    patience: float,
) -> None:
    if os.getpid() != owner:
        return  # a forked child has the object, but not the program
    closed.set()
    assert process.stdin is not None
    try:
        with contextlib.suppress(OSError, ValueError):
            process.stdin.write(last)
        with contextlib.suppress(OSError):
            process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
    finally:
        if guard is None:
            process.kill()
        else:
            _dismiss(guard)
        process.wait()
    for reader, stream in zip(readers, (process.stdout, process.stderr), strict=True):
        reader.join(patience)
        # A descendant outside of the group may keep the pipe open; then only the thread waits on.
        if not reader.is_alive() and stream is not None:
            stream.close()


def _guard() -> "subprocess.Popen[bytes]":
    """Start the first process of a group, which ends the group with this process."""
    quiet = subprocess.DEVNULL
    return subprocess.Popen(
        _GUARD, bufsize=0, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, process_group=0
    )


def _dismiss(guard: "subprocess.Popen[bytes]") -> None:
    """Kill a guard and all other processes of its group."""
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(guard.pid, signal.SIGKILL)
    assert guard.stdin is not None
    guard.stdin.close()
    guard.wait()
