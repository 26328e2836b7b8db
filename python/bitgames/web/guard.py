"""The guard in front of the server: only requests to its own names, sockets only from its own page.

A page of another site can send requests to a local server, and by a host name that changes its
address (DNS rebinding) such a page can count as the server's own. The guard therefore checks the
raw headers of every request and socket before anything else sees it. The address of the client
proves nothing, because such requests come from the user's own browser.
"""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, TypeAlias

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

_MISDIRECTED = 421
_NOT_ALLOWED = 405
_DEFAULT_PORT = 80


def own_hosts(port: int, allowed: Iterable[str] = ()) -> frozenset[str]:
    """Return the values of the header Host that name this server.

    They are the names of this computer with the port, and the further names ``allowed``: as given,
    and with the port if they have none.

    >>> sorted(own_hosts(8000, ["Board.Example"]))[:3]
    ['127.0.0.1:8000', '[::1]:8000', 'board.example']
    """
    names = ["127.0.0.1", "localhost", "[::1]"]
    found = {f"{name}:{port}" for name in names}
    if port == _DEFAULT_PORT:
        found |= set(names)
    for name in map(str.lower, allowed):
        has_port = ":" in name.rpartition("]")[2]
        found |= {name, name if has_port else f"{name}:{port}"}
    return frozenset(found)


class Guard:
    """Passes requests and sockets to ``app`` only if their headers are those of our own page.

    A request needs exactly one header Host, which is one of ``hosts``; else the answer is 421. Only
    GET and HEAD are allowed. A socket needs, besides, exactly one header Origin, which names the
    same host; a name of ``secure``, behind a server that adds TLS, may use ``https``.
    """

    def __init__(self, app: App, hosts: Iterable[str], secure: Iterable[str] = ()) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._secure = frozenset(secure)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the headers, then call the app."""
        kind = scope["type"]
        if kind == "lifespan":
            await self._app(scope, receive, send)
        elif kind == "http":
            if self._host(scope) is None:
                await _refuse(send, _MISDIRECTED, b"this server has another name")
            elif scope["method"] not in ("GET", "HEAD"):
                await _refuse(send, _NOT_ALLOWED, b"only GET is allowed")
            else:
                await self._app(scope, receive, send)
        elif kind == "websocket":
            if self._is_own(scope):
                await self._app(scope, receive, send)
            else:
                # Before it is accepted, a closed socket is answered with status 403.
                await receive()
                await send({"type": "websocket.close", "code": 1008})

    def _host(self, scope: Scope) -> str | None:
        host = _only(scope, b"host")
        return host if host in self._hosts else None

    def _is_own(self, scope: Scope) -> bool:
        host, origin = self._host(scope), _only(scope, b"origin")
        if host is None or origin is None:
            return False
        return origin == f"http://{host}" or (host in self._secure and origin == f"https://{host}")


def _only(scope: Scope, name: bytes) -> str | None:
    """Return a header that a request has exactly once, in lower case; else ``None``."""
    values = [value for key, value in scope["headers"] if key.lower() == name]
    return values[0].decode("latin-1").lower() if len(values) == 1 else None


async def _refuse(send: Send, status: int, words: bytes) -> None:
    headers = [(b"content-type", b"text/plain"), (b"content-length", str(len(words)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words})
