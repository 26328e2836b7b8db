"""Running the server: its address, its connections, and its end by Ctrl-C."""

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from bitgames.web import limits
from bitgames.web.app import application
from bitgames.web.guard import own_hosts
from bitgames.web.lobby import Lobby
from bitgames.web.places import Places


def serve(
    lobby: Lobby, host: str, port: int, *, allowed: list[str], ready: Callable[[int], object]
) -> None:
    """Serve a lobby at an address until SIGINT or SIGTERM; ``ready`` is called with the port.

    ``allowed`` are further names of the server. Port 0 takes a free one. Raises ``OSError`` if the
    address cannot be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family, backlog=64) as listener:
        port = listener.getsockname()[1]
        hosts = own_hosts(port, allowed)
        server = _Server(
            uvicorn.Config(
                # A server in front of this one may use the further names with TLS.
                application(lobby, hosts, hosts - own_hosts(port)),
                access_log=False,
                http=partial(_TimedConnection, lobby.places),  # type: ignore[arg-type]
                h11_max_incomplete_event_size=16 << 10,
                lifespan="off",
                log_config=None,
                log_level="critical",
                loop="asyncio",
                # Where a connection comes from is what its own end says.
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=1,
                timeout_keep_alive=5,
                ws="websockets-sansio",
                ws_max_size=limits.MAX_FRAME,
                ws_per_message_deflate=False,
            ),
            lobby,
            lambda: ready(port),
        )
        try:
            server.run([listener])
        finally:
            lobby.close()


class _TimedConnection(H11Protocol):
    """A connection that takes a place, and ends if no whole request comes in time.

    Else silent connections could take all places.
    """

    def __init__(self, places: Places, **options: Any) -> None:
        super().__init__(**options)
        self._places = places

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(limits.REQUEST_SECONDS, self._give_up)
        if self.client is not None:
            self._places.take(self.client, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._places.free(self.client)

    def _give_up(self) -> None:
        # A request begins a cycle; a socket has got another protocol.
        if self.cycle is None and self.transport.get_protocol() is self:
            self.transport.close()


class _Server(uvicorn.Server):
    """A server that tells when it is ready, and ends by a signal without an error."""

    def __init__(self, config: uvicorn.Config, lobby: Lobby, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._lobby, self._ready = lobby, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # A thread: a room that takes long does not hold up what the clients send.
        threading.Thread(target=self._lobby.run_ticker, daemon=True).start()
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._lobby.close()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End by a signal as by a request, with no error: the end by Ctrl-C is the usual one."""

        def end(number: int, frame: FrameType | None) -> None:
            self.should_exit = True

        before = {each: signal.signal(each, end) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)
