"""Child processes of the tests: heed Ctrl-C, end in time, and leave nothing behind.

Every test that starts a program starts it here, with `run` or `running`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

BITGAMES = [sys.executable, "-m", "bitgames"]

# What `python -m bitgames` does, for programs that set something up before it.
MAIN = "import runpy; runpy.run_module('bitgames', run_name='__main__', alter_sys=True)\n"

# Seconds after which a program hangs; a busy machine is slow, but not that slow.
HANGS = 300

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and forks of POSIX")
linux = pytest.mark.skipif(sys.platform != "linux", reason="limits a process as Linux does")


def heed_ctrl_c() -> None:
    """Give SIGINT its handler again where it is ignored, and SIGHUP one that does nothing.

    The tests and their children inherit ignored signals from `nohup` or from a shell that runs them
    in the background. A child of a process with a handler begins with the default action.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)


@contextmanager
def running(
    command: Sequence[str | os.PathLike[str]],
    *,
    text: bool = True,
    env: Mapping[str, str] | None = None,
    **options: Any,
) -> Iterator[subprocess.Popen[Any]]:
    """Run a program with pipes; when the block ends, it is gone, and all that it started too.

    `env` holds variables to add to the environment. The other options are those of `Popen`.
    """
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    # A process group, which one signal ends, as a window that is closed ends what runs in it.
    group = {} if sys.platform == "win32" else {"process_group": 0}
    environment = {**os.environ, **(env or {})}
    with subprocess.Popen(
        command, text=text, env=environment, **{**streams, **group, **options}
    ) as process:
        try:
            yield process
        finally:
            kill(process)


def kill(process: subprocess.Popen[Any]) -> None:
    """Kill a program and all that it started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def run(
    command: Sequence[str | os.PathLike[str]],
    *,
    input: str | bytes | None = None,
    text: bool = True,
    timeout: float = HANGS,
    **options: Any,
) -> subprocess.CompletedProcess[Any]:
    """Run a program to its end; it reads `input`, or nothing.

    The other options are those of `running`.
    """
    stdin = subprocess.DEVNULL if input is None else subprocess.PIPE
    with running(command, text=text, **{"stdin": stdin, **options}) as process:
        output, errors = process.communicate(input, timeout)
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


def python(code: str, *arguments: str, **options: Any) -> subprocess.CompletedProcess[Any]:
    """Run Python code to its end, as `run` does."""
    return run([sys.executable, "-c", code, *arguments], **options)


def is_there(number: int) -> bool:
    """Whether a process exists and is not only waiting for its parent to reap it."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{number}/stat")
    try:
        return (
            not stat.exists()
            or stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
        )
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + HANGS
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
