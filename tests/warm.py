"""Starts of the command without its loading: a server loads it once, and forks for each terminal.

A start is a process of its own all the same, with its own session, terminal, environment and exit
code, and ends as any other. It only skips the imports, which cost more than most tests.
"""

from __future__ import annotations

import atexit
import functools
import io
import json
import os
import runpy
import socket
import sys
from collections.abc import Mapping
from contextlib import ExitStack, redirect_stdout
from pathlib import Path
from typing import Any

from tests import processes

if sys.platform != "win32":
    import fcntl
    import termios
    from os import fork, setsid
    from socket import recv_fds, send_fds

ROOT = Path(__file__).parents[1]


class Server:
    """A program that starts others; it ends with this one."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        stack = ExitStack()
        atexit.register(stack.close)
        self._connection = stack.enter_context(ours)
        command = [sys.executable, "-m", "tests.warm", str(theirs.fileno())]
        # Its own streams are pipes, because streams of files would remember that they can seek.
        stack.enter_context(processes.running(command, cwd=ROOT, pass_fds=[theirs.fileno()]))
        theirs.close()

    def start(self, terminal: int, arguments: list[str], environment: Mapping[str, str]) -> int:
        """Start ``bitgames`` on a terminal, and return the number of its process."""
        return self._ask({"arguments": arguments, "environment": dict(environment)}, [terminal])

    def wait(self, process: int) -> int:
        """Wait for the end of a process that was started; return its code, or minus its signal."""
        return self._ask({"wait": process})

    def _ask(self, request: dict[str, Any], files: list[int] | None = None) -> int:
        message = json.dumps(request).encode() + b"\n"
        sent = send_fds(self._connection, [message], files or [])
        self._connection.sendall(message[sent:])
        answer = self._connection.recv(100)
        assert answer, "the server has ended"
        return int(answer)


@functools.cache
def server() -> Server:
    """The server of this process."""
    return Server()


def become(request: dict[str, Any], terminal: int) -> None:
    """Make this process the one that was asked for."""
    setsid()
    for stream in range(3):
        os.dup2(terminal, stream)
    os.close(terminal)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.argv = ["bitgames", *request["arguments"]]


def serve(connection: socket.socket) -> bool:
    """Start what is asked for. Return False at the end, True in a process that was started."""
    from bitgames.cli import main

    # Loads what commands have in common.
    with redirect_stdout(io.StringIO()):
        assert main(["games"]) == 0
    while True:
        message, files, *_ = recv_fds(connection, 1 << 16, 1)
        while message and not message.endswith(b"\n"):
            message += connection.recv(1 << 16)
        if not message:
            return False
        request = json.loads(message)
        if "wait" in request:
            _, status = os.waitpid(request["wait"], 0)
            answer = os.waitstatus_to_exitcode(status)
        elif (answer := fork()) == 0:
            connection.close()
            become(request, files[0])
            return True
        else:
            os.close(files[0])
        connection.sendall(str(answer).encode())


if __name__ == "__main__" and serve(socket.socket(fileno=int(sys.argv[1]))):
    runpy.run_module("bitgames", run_name="__main__", alter_sys=True)
