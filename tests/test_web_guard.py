"""The guard alone: hosts, origins and scopes."""

from __future__ import annotations

from typing import Any

import pytest

from bitgames.web.guard import Guard, own_hosts

PORT = 8437
NAME = "board.example"
HOSTS = own_hosts(PORT, [NAME, "other.example:80"])
SECURE = HOSTS - own_hosts(PORT)


def passes(kind: str, *headers: tuple[str, str], method: str = "GET") -> bool:
    """Whether a request or socket with these headers reaches the application."""
    reached, sent = [], []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        reached.append(scope)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
    scope = {"type": kind, "headers": raw, "method": method, "path": "/"}
    # Nothing here waits, so the coroutine runs to its end without a loop.
    with pytest.raises(StopIteration):
        Guard(app, HOSTS, SECURE)(scope, receive, send).send(None)
    assert bool(reached) != bool(sent), "refused exactly if it does not pass"
    return bool(reached)


LOCAL = [f"127.0.0.1:{PORT}", f"localhost:{PORT}", f"[::1]:{PORT}"]
NAMED = [NAME, f"{NAME}:{PORT}", "other.example:80"]
FOREIGN = [
    "evil.example", f"evil.example:{PORT}", f"127.0.0.1.evil.example:{PORT}", "127.0.0.1",
    f"127.0.0.1:{PORT + 1}", f"127.0.0.1:{PORT}.", f"127.0.0.2:{PORT}", f"0.0.0.0:{PORT}", "",
    f"user@127.0.0.1:{PORT}", f"127.0.0.1:{PORT}, evil.example", f"\xff{NAME}", "other.example",
]  # fmt: skip


@pytest.mark.parametrize("host", [*LOCAL, *NAMED, *FOREIGN])
def test_every_host_and_origin(host: str) -> None:
    known = host not in FOREIGN
    assert passes("http", ("Host", host)) == known
    for other in (*LOCAL, *NAMED, *FOREIGN):
        for scheme in ("http", "https", "ws", "file"):
            own = other == host and (scheme == "http" or (scheme == "https" and host in NAMED))
            headers = (("Host", host), ("Origin", f"{scheme}://{other}"))
            assert passes("websocket", *headers) == (known and own), headers
    for origin in ("null", "", "*", f"http://{host}/", f"http://{host}@evil.example", f"//{host}"):
        assert not passes("websocket", ("Host", host), ("Origin", origin))


def test_headers_that_are_missing_or_twice() -> None:
    host, origin = ("Host", LOCAL[0]), ("Origin", f"http://{LOCAL[0]}")
    assert passes("websocket", host, origin) and passes("http", host)
    assert not passes("http") and not passes("websocket", host) and not passes("websocket", origin)
    for again in (host, ("Host", "evil.example")):
        assert not passes("http", host, again) and not passes("websocket", host, again, origin)
    for again in (origin, ("Origin", "http://evil.example")):
        assert not passes("websocket", host, origin, again)
    # What a server in front may add proves nothing.
    foreign = ("Host", "evil.example")
    assert not passes("http", foreign, ("X-Forwarded-Host", LOCAL[0]))
    assert not passes("websocket", foreign, origin, ("X-Forwarded-For", "127.0.0.1"))


def test_letters_of_either_case_and_methods() -> None:
    assert passes("http", ("Host", f"LOCALHOST:{PORT}")) and passes("http", ("Host", NAME.upper()))
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get"):
        assert not passes("http", ("Host", LOCAL[0]), method=method)
    assert passes("http", ("Host", LOCAL[0]), method="HEAD")
    assert passes("lifespan")


def test_the_usual_port_needs_no_number() -> None:
    assert {"localhost", "127.0.0.1", "[::1]"} <= own_hosts(80)
    assert not {"localhost", "127.0.0.1"} & own_hosts(PORT)
