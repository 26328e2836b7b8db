"""The server as others meet it: its page, its clients, attacks on it, and its end."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from bitgames.play import MessageError
from bitgames.web import limits
from bitgames.web.app import ASSETS
from bitgames.web.lobby import Lobby
from bitgames.web.server import serve
from bitgames.web.socket import Socket
from tests import processes
from tests.commands import fails, run
from tests.test_web_secrecy import Window
from tests.web_client import SECONDS, Client, Server, serving

NIGHT = "alphabeta:seconds=36000"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("--seconds", "5", "--player", "friend=first") as server:
        yield server


@pytest.fixture
def owner(server: Server) -> Iterator[Client]:
    with server.client() as client:
        yield client


def play_on(server: Server) -> None:
    """A game goes on as if nothing had happened."""
    with server.client() as client:
        client.begin("tictactoe", "human", "first")
        client.send("play", text="b2")
        assert client.wait("played", by="computer")["text"] == "a1"


# The page.


def test_every_asset_comes_with_its_policy(server: Server) -> None:
    for path, kind in {
        "/": "text/html",
        "/app.js": "text/javascript",
        "/style.css": "text/css",
        "/icon.svg": "image/svg+xml",
    }.items():
        status, headers, body = server.get(path)
        assert status == 200 and len(body) > 100 and headers["content-type"].startswith(kind)
        policy = headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
        assert f"connect-src 'self' ws://{server.host}" in policy
        assert "frame-ancestors 'none'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in headers and "server" not in headers


def test_what_is_sent_is_packed_once_and_only_if_it_changed(server: Server) -> None:
    for path in ASSETS:
        _, plain, whole = server.get(path)
        assert "content-encoding" not in plain
        status, packed, body = server.get(path, **{"Accept-Encoding": "br, gzip"})
        assert status == 200 and packed["content-encoding"] == "gzip"
        assert gzip.decompress(body) == whole
        # A strong tag is that of the bytes.
        assert (
            packed["etag"] != plain["etag"] and packed["vary"] == plain["vary"] == "accept-encoding"
        )
        for coding, headers in (("", plain), ("gzip", packed)):
            tags = f'"other", {headers["etag"]}'
            again = {"Accept-Encoding": coding, "If-None-Match": tags}
            status, same, nothing = server.get(path, **again)
            assert (status, nothing, same["etag"]) == (304, b"", headers["etag"])
            # The page keeps its policy.
            assert same["content-security-policy"] == headers["content-security-policy"]
        other = {"Accept-Encoding": "gzip", "If-None-Match": plain["etag"]}
        assert server.get(path, **other)[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "/static/app.js", "/../pyproject.toml", "/..%2f..%2fpyproject.toml", "/app.js/", "//app.js",
        "/%2e%2e/server.py", "/guard.py", "/index.html", "/app.js%00.html", "/ws/", "/etc/passwd",
        "/....//....//etc/passwd", "/C:/windows/win.ini", "/\\..\\..\\server.py", "/?/../guard.py.",
    ],
)  # fmt: skip
def test_nothing_else_is_served(server: Server, path: str) -> None:
    status, _, body = server.get(path)
    if path.startswith("/?"):
        assert b"<!doctype html>" in body.lower()
    else:
        assert status in (307, 400, 404) and b"import" not in body and b"root:" not in body


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT"])
def test_requests_change_nothing(server: Server, method: str) -> None:
    assert server.get("/", method=method)[0] == 405


# Strangers.


def test_a_rebinding_host_is_refused(server: Server) -> None:
    evil = f"evil.example:{server.port}"
    for host in (evil, "evil.example", "127.0.0.1", f"127.0.0.1.evil.example:{server.port}", ""):
        assert server.get("/", Host=host)[0] == 421
        # As after a rebinding: the origin is that of the host.
        assert server.handshake(f"Host: {host}", f"Origin: http://{host}") == 403
    assert server.get("/", Host=f"LOCALHOST:{server.port}")[0] == 200
    play_on(server)


def test_a_page_of_another_origin_is_refused(server: Server) -> None:
    own = f"Host: {server.host}"
    for origin in (
        "http://evil.example", f"http://evil.example:{server.port}", "null", "file://", "",
        f"https://{server.host}", f"http://localhost:{server.port}", f"http://{server.host}.evil",
        f"http://127.0.0.1:{server.port + 1}", f"http://{server.host}/", "http://192.168.1.9",
    ):  # fmt: skip
        assert server.handshake(own, f"Origin: {origin}") == 403, origin
    assert server.handshake(own) == 403, "no origin at all"
    twice = (f"Origin: http://{server.host}", "Origin: http://evil.example")
    assert server.handshake(own, *twice) in (400, 403)
    assert server.handshake(own, own, f"Origin: http://{server.host}") in (400, 403)
    assert server.handshake(own, f"Origin: http://{server.host}") == 101
    play_on(server)


@pytest.mark.parametrize(
    "message",
    [
        {"do": "hello"},
        {"do": "hello", "token": "x" * 22},
        {"do": "hello", "token": 5},
        {"do": "hello", "token": ["a"]},
        {"do": "hello", "token": "\udcff"},
        {"do": "hello", "token": ""},
        {"do": "hello", "extra": 1},
        {"do": "new", "game": "othello"},
        {"do": "play", "i": 4},
        [],
    ],
    ids=str,
)
def test_nobody_comes_in_without_a_token(server: Server, message: Any) -> None:
    with server.open() as raw:
        raw.send(json.dumps(message))
        assert json.loads(raw.recv(SECONDS))["is"] == "note"
        with pytest.raises(ConnectionClosed) as closed:
            raw.recv(SECONDS)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


def test_clients_that_never_show_a_token_leave_room_for_others(server: Server) -> None:
    with server.client() as client, ExitStack() as strangers:
        first = strangers.enter_context(server.open())
        for _ in range(limits.MAX_UNAUTHENTICATED + 10):
            strangers.enter_context(server.open())
        with pytest.raises(ConnectionClosed):
            first.recv(SECONDS)
        # Those who are in go on, and the owner comes in at once.
        client.begin("tictactoe", "human", "first")
        assert client.say("play", text="b2")["is"] == "played"
        play_on(server)


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: "], ids=["silent", "half-open"])
def test_connections_without_a_request_leave_room_for_others(server: Server, said: bytes) -> None:
    with ExitStack() as strangers:
        for _ in range(5 * limits.MAX_UNAUTHENTICATED):
            raw = socket.create_connection(("127.0.0.1", server.port), SECONDS)
            strangers.enter_context(raw).sendall(said)
        assert server.get("/")[0] == 200
        play_on(server)


def test_a_place_is_kept_for_the_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_SOCKETS", 6)
    monkeypatch.setattr(limits, "MAX_SPECTATORS", 3)
    lobby = Lobby()
    owner = Window(lobby, lobby.token)
    links = owner.say("new", game="quo:3", seats=["human", "open", "open", "open"])["links"]
    for _ in range(2):
        Window(lobby, links["watch"])
    with pytest.raises(MessageError, match="too many clients") as refused:
        Window(lobby, links["watch"])
    assert refused.value.code == "busy", "the page tries again"
    guests = [Window(lobby, links[seat]) for seat in "12"]
    with pytest.raises(MessageError, match="too many clients"):
        Window(lobby, links["3"])
    again = Window(lobby, lobby.token)
    with pytest.raises(MessageError, match="too many clients"):
        Window(lobby, lobby.token)
    for gone in (again, *guests):
        lobby.exit(gone.person, gone)
    # The invitation that was refused still holds.
    Window(lobby, links["3"])
    lobby.close()


@contextmanager
def opened(server: Server) -> Iterator[ClientConnection]:
    """A socket; the server notices a little later that others have gone."""
    until = time.monotonic() + SECONDS
    with ExitStack() as stack:
        while True:
            try:
                raw = stack.enter_context(server.open())
                break
            except InvalidStatus:
                assert time.monotonic() < until
        yield raw


def test_silence_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that shows no token and a connection without a request are ended."""
    monkeypatch.setattr(limits, "HELLO_SECONDS", 0.2)
    monkeypatch.setattr(limits, "REQUEST_SECONDS", 0.2)
    found: list[Any] = []

    def visit(port: int) -> None:
        try:
            with socket.create_connection(("127.0.0.1", port), SECONDS) as raw:
                raw.sendall(b"GET / HTTP/1.1\r\nHost: ")
                found.append(raw.recv(10))
            host = f"127.0.0.1:{port}"
            with connect(f"ws://{host}/ws", origin=f"http://{host}") as client:  # type: ignore[arg-type]
                found.append(json.loads(client.recv(SECONDS))["code"])
                with pytest.raises(ConnectionClosed):
                    client.recv(SECONDS)
            # Who is in may be silent; a busy machine takes longer than allowed to come in.
            for _ in range(50):
                with (
                    suppress(ConnectionClosed, InvalidMessage),
                    connect(f"ws://{host}/ws", origin=f"http://{host}") as client,  # type: ignore[arg-type]
                ):
                    client.send(json.dumps({"do": "hello", "token": lobby.token}))
                    if json.loads(client.recv(SECONDS))["is"] == "welcome":
                        time.sleep(0.5)
                        client.send(json.dumps({"do": "new", "game": "othello"}))
                        found.append(json.loads(client.recv(SECONDS))["is"])
                        break
        finally:
            signal.raise_signal(signal.SIGTERM)

    lobby = Lobby()
    visitors: list[threading.Thread] = []

    def ready(port: int) -> None:
        visitors.append(threading.Thread(target=visit, args=(port,)))
        visitors[0].start()

    serve(lobby, "127.0.0.1", 0, allowed=[], ready=ready)
    visitors[0].join()
    assert found == [b"", "denied", "state"]


def test_a_client_that_goes_at_once_leaves_nothing_behind(server: Server) -> None:
    with server.client() as owner:
        state = owner.begin("tictactoe", "human", "open")
        for _ in range(20):
            with opened(server) as raw:
                raw.send(json.dumps({"do": "hello", "token": server.token, "room": state["room"]}))
        with server.client(state["links"]["1"]) as guest:
            assert guest.welcome["seats"] == [1]
        while owner.wait("state")["seats"][1]["online"]:
            pass
    # All places are free again.
    with ExitStack() as clients:
        for _ in range(limits.MAX_UNAUTHENTICATED - 1):
            clients.enter_context(opened(server))


def test_a_fault_of_the_server_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Client:
        client = None

        def __init__(self) -> None:
            self.sent: list[dict[str, Any]] = []
            self.said = [{"do": "hello", "token": lobby.token}, {"do": "new", "id": 7}]

        async def accept(self) -> None:
            pass

        async def receive(self) -> Any:
            if not self.said:
                return {"type": "websocket.disconnect"}
            return {"type": "websocket.receive", "text": json.dumps(self.said.pop(0))}

        async def send_text(self, text: str) -> None:
            self.sent.append(json.loads(text))

        async def close(self, code: int) -> None:
            raise AssertionError

    def fail(*arguments: Any) -> None:
        raise RuntimeError("SA SK SQ")

    async def talk(client: Client) -> None:
        await Socket(client, lobby).serve()  # type: ignore[arg-type]

    lobby = Lobby()
    client = Client()
    monkeypatch.setattr(lobby, "handle", fail)
    asyncio.run(talk(client))
    assert [(each["is"], each.get("code"), each.get("re")) for each in client.sent] == [
        ("welcome", None, None),
        ("note", "failed", 7),
    ]
    assert "SA" not in json.dumps(client.sent[-1]) and "SA SK SQ" in caplog.text
    lobby.close()


def test_a_message_at_the_end_of_the_server_is_no_fault() -> None:
    lobby = Lobby()
    lobby.close()
    with pytest.raises(MessageError, match="the server ends"):
        asyncio.run(lobby.run(len, ""))


# Seats and spectators.


def test_two_people_play_and_a_third_watches(server: Server, owner: Client) -> None:
    state = owner.begin("tictactoe", "human", "open")
    links = state["links"]
    assert set(links) == {"1", "watch"} and len({*links.values(), server.token}) == 3
    with server.client(links["1"]) as other, server.client(links["watch"]) as third:
        assert other.welcome["role"] == "guest" and other.welcome["seats"] == [1]
        assert [seat["online"] for seat in other.wait("state")["seats"]] == [True, True]
        owner.send("play", text="b2")
        assert other.wait("played")["text"] == third.wait("played")["text"] == "b2"
        other.send("play", text="a1")
        assert owner.wait("played", seat=1)["text"] == "a1"
        # Neither is told of the links.
        assert not any("links" in answer for answer in (*other.heard, *third.heard))
        for do, fields in (("play", {"i": 2}), ("new", {}), ("sit", {"seat": 1, "player": "human"}),
                           ("resign", {}), ("analyze", {}), ("comment", {"node": 0, "text": "x"}),
                           ("tree", {}), ("hello", {"token": server.token})):  # fmt: skip
            assert third.say(do, **fields)["is"] == ("welcome" if do == "hello" else "note")
        assert third.say("export", format="text")["is"] == "file"
        # A move between people is taken back by consent.
        owner.send("undo")
        ask = other.wait("ask")
        other.send("answer", ask=ask["ask"], yes=True)
        assert len(owner.wait("state", node=0)["path"]) == 0
    while owner.wait("state")["seats"][1]["online"]:
        pass
    with server.client(other.welcome["token"]) as again:
        assert again.wait("state")["seats"][1]["yours"]


def test_a_seat_cannot_be_forged(server: Server, owner: Client) -> None:
    first = owner.begin("tictactoe", "human", "open")
    link = first["links"]["1"]
    second = owner.begin("quo:3", "human", "open", "open", "first")
    with server.client(link) as guest:
        guest.wait("state")
        own = guest.welcome["token"]
        assert guest.say("play", i=0, room=second["room"])["code"] == "denied"
        assert guest.say("sit", seat=0, player="human")["code"] == "denied"
        assert guest.say("sit", seat=1, player="first")["code"] == "denied"
        assert guest.say("new", game="othello")["code"] == "denied"
        assert guest.say("match", a="first", b="first", games=5)["code"] == "denied"
        assert guest.say("import", data="f5d6")["code"] == "denied"
        assert guest.say("play", i=0)["code"] == "denied", "it is not their turn"
    with server.client(second["links"]["1"]) as guest:
        guest.wait("state")
        assert guest.say("sit", seat=2, player="human")["code"] == "denied"
    # A link of a seat that a computer has got meanwhile only watches.
    while owner.say("sit", seat=1, player="first", room=first["room"]).get("code") == "denied":
        time.sleep(0.05)  # The server notices a little later that the guest has gone.
    with server.client(own) as guest:
        assert guest.welcome["seats"] == []
        assert guest.say("play", i=0)["code"] == "denied"
    play_on(server)


def test_a_client_comes_back_to_its_game(server: Server, owner: Client) -> None:
    state = owner.begin("othello", "human", "human")
    owner.say("play", text="d3", at=state["node"])
    with server.client(room=state["room"]) as again:
        assert [step["text"] for step in again.wait("state")["path"]] == ["d3"]
        # Both windows show the same; an answer to one is not for the other.
        again.say("play", text="c3")
        assert owner.wait("played", text="c3")["node"] == 2
        assert again.say("geometry")["is"] == "geometry"
        owner.say("geometry", view="plan")
        assert not any(answer["is"] == "geometry" for answer in owner.heard[:-1])
    with server.client(room="gone") as lost:
        assert (
            lost.welcome["is"] == "welcome"
            and lost.say("play", i=0, room="gone")["code"] == "stale"
        )


def test_a_position_is_set_up_without_a_game(server: Server) -> None:
    with server.client() as owner:
        before = owner.welcome["rooms"]
        found = owner.say("edit", text="othello:4", cell=0, owner=1, room="gone", serial=7, at=7)
        assert found["is"] == "edited" and found["text"] == "othello:4 O---/-OX-/-XO-/---- X"
        assert owner.say("geometry", game="othello:4")["cells"]
        assert owner.say("edit", text="nope")["code"] == "unsupported"
        assert owner.say("edit")["code"] == "denied", "there is no position to begin with"
        with server.client() as again:
            assert again.welcome["rooms"] == before
        state = owner.begin("tictactoe", "human", "open")
        assert owner.say("edit", cell=4, owner=0)["text"] == "tictactoe .../.o./..."
        assert (
            owner.say("edit", text="connect4", cell=0, owner=0, room=state["room"])["turn"] is None
        )
        assert owner.say("hello")["is"] == "welcome" and owner.wait("state")["path"] == []
        with server.client(state["links"]["watch"]) as watcher:
            assert watcher.say("edit", text="othello")["code"] == "denied"
        with server.client(state["links"]["0" if "0" in state["links"] else "1"]) as guest:
            assert guest.say("edit", text="othello")["is"] == "edited"


def test_a_repeated_message_counts_once(owner: Client) -> None:
    owner.begin("tictactoe", "human", "human")
    for _ in range(2):
        owner.raw.send(json.dumps({"do": "play", "i": 4, "id": "move"}))
    assert owner.wait("played")["text"] == "b2"
    state = owner.wait("state", re="move")
    state = owner.wait("state", re="move")
    assert [step["text"] for step in state["path"]] == ["b2"]


# Too much.


def test_a_flood_is_dropped_and_then_cut_off(server: Server) -> None:
    with server.client() as flood, server.client() as calm:
        calm.begin("tictactoe", "human", "first")
        # What is refused at once is no work, which would slow the flood down on a slow machine.
        for _ in range(limits.MAX_BURST + 10):
            flood.raw.send("{")
        while flood.hear().get("code") != "busy":
            pass
        # The other client is served meanwhile.
        assert calm.say("play", text="b2")["is"] == "played"
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(100_000):
                flood.raw.send("{")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
        assert calm.say("undo")["is"] == "state"


def test_a_client_that_does_not_listen_is_cut_off() -> None:
    """Its answers wait in a queue that ends."""

    class Deaf:
        code: int | None = None
        client = None

        async def accept(self) -> None:
            pass

        async def receive(self) -> Any:
            await asyncio.sleep(SECONDS)

        async def send_text(self, text: str) -> None:
            await asyncio.sleep(SECONDS)

        async def close(self, code: int) -> None:
            Deaf.code = code

    async def talk() -> None:
        client = Socket(Deaf(), lobby)  # type: ignore[arg-type]
        serving = asyncio.create_task(client.serve())
        await asyncio.sleep(0)
        for _ in range(limits.MAX_QUEUE + 2):
            client.post({"is": "state"})
        await asyncio.wait_for(serving, SECONDS)

    lobby = Lobby()
    asyncio.run(talk())
    assert Deaf.code == 1013
    lobby.close()


@pytest.mark.parametrize("size", [limits.MAX_FRAME + 1, 20 * limits.MAX_FRAME])
def test_a_frame_that_is_too_large_ends_the_connection(server: Server, size: int) -> None:
    with server.client() as large, server.client() as calm:
        with pytest.raises(ConnectionClosed) as closed:
            large.raw.send("x" * size)
            large.hear()
        if closed.value.rcvd is not None:
            assert closed.value.rcvd.code == 1009
        assert calm.begin("tictactoe", "human", "human")["is"] == "state"


def test_an_import_that_is_too_large_is_refused(server: Server, owner: Client) -> None:
    """With the limit, and the game that is there goes on."""
    state = owner.begin("othello", "human", "human")
    most = owner.welcome["limits"]["import"]
    for size in (most, 3 * most):
        answer = owner.say("import", data="x" * size, room=state["room"])
        assert (answer["is"], answer["code"], answer["limit"]) == ("note", "limit", most)
    assert owner.say("play", text="d3")["is"] == "played"
    # Just below it the content counts.
    assert owner.say("import", data="x" * (most - 200), room=state["room"])["code"] == "damaged"
    with server.client(state["links"]["watch"]) as watcher:
        watcher.raw.send(json.dumps({"do": "import", "data": "x" * most}))
        assert watcher.wait("note")["limit"] == limits.MAX_MESSAGE


def test_other_frames_are_refused(server: Server, owner: Client) -> None:
    owner.begin("othello", "human", "human")
    for text in ("{", "[]", "5", '{"do": NaN}', "[" * 5000, '{"do":"play","i":' + "9" * 5000 + "}"):
        owner.raw.send(text)
        assert owner.hear()["code"] == "damaged", text[:20]
    owner.raw.send('{"do":"undo","x":"' + "y" * limits.MAX_MESSAGE + '"}')
    assert owner.hear()["code"] == "limit"
    assert owner.say("smoke")["code"] == "unsupported"
    assert owner.say("play", i=19, extra=1)["code"] == "damaged"
    owner.raw.send(b"\x00\x01")
    with pytest.raises(ConnectionClosed):
        while True:
            owner.hear()
    play_on(server)


BOMBS = {
    "deep": "[" * 900_000,
    "deep tree": '{"format": "bitgames tree", "nodes": ' + "[" * 900_000,
    "wide tree": json.dumps(
        {
            "format": "bitgames tree",
            "version": 1,
            "game": "mnk:26,26,5",
            "start": "mnk:26,26,5",
            "comment": "",
            "current": 0,
            "nodes": [{"n": n, "parent": 0, "move": "a1", "comment": ""} for n in range(1, 12_000)],
        }
    )[:1_000_000],
    "large board": json.dumps(
        {"format": "bitgames tree", "version": 1, "start": "mnk:99999,99999,5"}
    ),
    "many games": "f5d6c3d3c4\n" * 70_000,
    "many tags": "(;GM[Othello]" * 70_000,
    "bytes": "\0" * 150_000,
    "digits": "9" * 900_000,
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_of_a_file_is_refused(server: Server, owner: Client, bomb: str) -> None:
    state = owner.begin("othello", "human", "human")
    with server.client() as calm:
        calm.begin("tictactoe", "human", "first")
        number = owner.send("import", data=BOMBS[bomb], room=state["room"])
        assert calm.say("play", text="b2")["is"] == "played"
        answer = owner.hear()
        while answer.get("re") != number:
            answer = owner.hear()
        assert answer["is"] in ("note", "games") and len(json.dumps(answer)) < 20_000
        assert owner.say("play", text="d3")["is"] == "played"


def test_a_player_that_asks_for_a_night_is_refused(server: Server, owner: Client) -> None:
    owner.begin("othello", "human", "human")
    for spec in (
        NIGHT, "alphabeta:depth=250", "alphabeta:nodes=1e15", "alphabeta:table=60000",
        "mcts:sims=1000000000000", "mcts:memory=1000000", "mcts:exact=60", "perfect:patience=1e9",
        "alphabeta:seconds=1,seconds=36000", "alphabeta:seconds=inf", "alphabeta:seconds=nan",
    ):  # fmt: skip
        answer = owner.say("sit", seat=1, player=spec)
        assert answer["is"] == "note" and answer["code"] in ("limit", "damaged"), spec
        assert owner.say("match", a=spec, b="first", games=1)["is"] == "note"
    play_on(server)


@pytest.mark.parametrize("spec", ["engine:touch {}", "python:{}:Player", "engine:/bin/sh"])
def test_a_command_is_refused(server: Server, owner: Client, tmp_path: Any, spec: str) -> None:
    spec = spec.format(tmp_path / "made")
    owner.begin("othello", "human", "human")
    assert owner.say("sit", seat=1, player=spec)["code"] == "unsupported"
    assert owner.say("new", game="othello", seats=["human", spec])["code"] == "unsupported"
    assert owner.say("match", a=spec, b="first", games=1)["code"] == "unsupported"
    assert owner.say("export", format=str(tmp_path / "made"))["code"] == "damaged"
    assert list(tmp_path.iterdir()) == []
    # The owner's own names are for all.
    assert owner.say("sit", seat=1, player="friend")["is"] == "state"


def test_a_file_of_the_server_cannot_be_read(owner: Client, tmp_path: Any) -> None:
    path = tmp_path / "game.txt"
    path.write_text("f5d6\n")
    state = owner.begin("othello", "human", "human")
    answer = owner.say("import", data=str(path), room=state["room"])
    assert answer["is"] == "note" and answer["code"] == "damaged"


# The end.


def ends(server: Server, number: int) -> None:
    """A signal ends the server, with status 0."""
    server.process.send_signal(number)
    # The promise is 1 s; a machine that runs something else beside may need longer.
    assert server.process.wait(SECONDS) == 0
    assert server.process.communicate() == ("", "")


@processes.posix
def test_work_ends_at_the_limit_of_the_server() -> None:
    """A search without a limit of its own is cut off; the player waits and does not lose."""
    with serving("--seconds", "0.3") as server, server.client() as client:
        client.begin("othello", "human", "alphabeta:depth=40")
        client.send("play", text="d3")
        assert client.wait("note")["code"] == "limit"
        state = client.wait("state")
        assert state["waits"] and state["ended"] is None
        answer = client.say("analyze", seconds=36000, depth=200)
        while not answer["final"]:
            answer = client.wait("values")
        assert answer["seconds"] < 30
        client.send("go")
        ends(server, signal.SIGTERM)


@processes.posix
def test_there_are_only_so_many_games() -> None:
    with serving() as server, server.client() as client:
        rooms = [client.begin("tictactoe", "human", "human")["room"] for _ in range(34)]
        # The first ones, where nobody is any more, have made place.
        assert client.say("play", i=0, room=rooms[0])["code"] == "stale"
        assert client.say("play", i=0, room=rooms[-2])["is"] == "played"
        client.begin("othello", "human", "alphabeta:seconds=60")
        client.send("play", text="d3")
        client.wait("state")
        ends(server, signal.SIGINT)


@processes.posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_server_stops_at_any_time(number: signal.Signals, request: Any) -> None:
    """Also while a client comes, while a player thinks, and when it is told twice."""
    draw = random.Random(int(number))
    for _ in range(100 if request.config.getoption("--deep") else 2):
        with serving() as server, ExitStack() as stack:
            if draw.random() < 0.8:
                client = stack.enter_context(server.client())
                client.begin("othello", "human", "alphabeta:seconds=60")
                client.send("play", text="d3")
                client.send("analyze")
            time.sleep(draw.random() * 0.3)
            if draw.random() < 0.5:
                server.process.send_signal(number)
                time.sleep(draw.random() * 0.02)
            ends(server, number)


@pytest.mark.parametrize(
    "options",
    [
        ["--host", "0.0.0.0"],
        ["--host", "192.168.1.2"],
        ["--port", "99999"],
        ["--player", "nothing"],
        ["--player", "=first"],
        ["--seconds", "0"],
        ["--seconds", "nan"],
        ["--table", "0"],
        ["--threads", "0"],
    ],
    ids=" ".join,
)
def test_wrong_options(options: list[str]) -> None:
    complaint = fails(run("serve", "--no-open", *options), 2)
    assert options[0] in complaint


@pytest.mark.parametrize("name", ["websockets", "bitgames.web.server"])
def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    complaint = fails(run("serve", "--no-open"), 1)
    assert f"the package {name}: pip install 'bitgames[web]'" in complaint


def test_a_port_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert "in use" in fails(run("serve", "--no-open", "--port", str(port)), 1)


def test_the_line_is_the_only_output(server: Server) -> None:
    assert server.address == f"http://127.0.0.1:{server.port}"
    assert len(server.token) == 22
