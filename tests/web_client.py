"""A server of `bitgames serve` in a process of its own, and clients that talk with it."""

from __future__ import annotations

import http.client
import itertools
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests import processes

SECONDS = 20.0
"""How long a client waits for an answer: a busy machine is slow."""


class Server:
    """A running server: its port and its owner's token."""

    def __init__(self, process: Any) -> None:
        self.process = process
        line = process.stdout.readline()
        assert line.startswith("Listening on http://127.0.0.1:"), line
        self.address, self.token = line.split()[-1].split("/#")
        self.port = int(self.address.rpartition(":")[2])
        self.host = f"127.0.0.1:{self.port}"

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Ask for a path as it stands, and return status, headers and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        method = headers.pop("method", "GET")
        connection.putrequest(method, path, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        found = {name.lower(): value for name, value in answer.getheaders()}
        body = answer.read()
        connection.close()
        return answer.status, found, body

    def handshake(self, *headers: str) -> int:
        """Ask for a socket with these headers, and return the status."""
        lines = ["GET /ws HTTP/1.1", *headers, "Connection: Upgrade", "Upgrade: websocket"]
        lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
        with socket.create_connection(("127.0.0.1", self.port), SECONDS) as raw:
            raw.sendall("\r\n".join([*lines, "", ""]).encode())
            return int(raw.recv(64).split()[1])

    def open(self) -> ClientConnection:
        """Open a socket as our own page does."""
        # Answers that nobody reads must not keep the end from being heard.
        return connect(
            f"ws://{self.host}/ws", origin=f"http://{self.host}", compression=None,
            max_size=None, max_queue=None, open_timeout=SECONDS, close_timeout=SECONDS,
        )  # type: ignore[arg-type]  # fmt: skip

    @contextmanager
    def client(self, token: str | None = None, **hello: Any) -> Iterator[Client]:
        """A client that has said hello."""
        with self.open() as raw:
            client = Client(raw)
            own = self.token if token is None else token
            client.welcome = client.say("hello", token=own, **hello)
            yield client


class Client:
    """A client with all that it has heard."""

    def __init__(self, raw: ClientConnection) -> None:
        self.raw = raw
        self.heard: list[dict[str, Any]] = []
        self.welcome: dict[str, Any] = {}
        # The clients of one token share their ids.
        self._ids = (f"{id(self)}-{count}" for count in itertools.count())

    def send(self, do: str, **fields: Any) -> str:
        """Send a message and return its id."""
        number = next(self._ids)
        self.raw.send(json.dumps({"do": do, "id": number, **fields}))
        return number

    def hear(self) -> dict[str, Any]:
        """The next answer."""
        answer: dict[str, Any] = json.loads(self.raw.recv(SECONDS))
        self.heard.append(answer)
        return answer

    def wait(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next answer of a kind and with these fields."""
        while True:
            answer = self.hear()
            if answer["is"] == kind and all(answer.get(key) == fields[key] for key in fields):
                return answer

    def say(self, do: str, **fields: Any) -> dict[str, Any]:
        """Send a message and return the first answer to it."""
        number = self.send(do, **fields)
        while (answer := self.hear()).get("re") != number:
            pass
        return answer

    def begin(self, game: str, *seats: str, **fields: Any) -> dict[str, Any]:
        """Begin a game, and return its state."""
        state = self.say("new", game=game, seats=list(seats), **fields)
        assert state["is"] == "state", state
        return state


@contextmanager
def serving(*options: str) -> Iterator[Server]:
    """Run a server."""
    command = [*processes.BITGAMES, "serve", "--port", "0", "--no-open", *options]
    with processes.running(command) as process:
        yield Server(process)
