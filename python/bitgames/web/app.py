"""The server as an ASGI application: a few files, one socket, nothing else."""

from collections.abc import Callable, Iterable

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from bitgames.web import bundle
from bitgames.web.guard import App, Guard
from bitgames.web.lobby import Lobby
from bitgames.web.socket import Socket

ASSETS = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/app.js": ("app.js", "text/javascript; charset=utf-8"),
    "/style.css": ("style.css", "text/css; charset=utf-8"),
    "/ja.json": ("ja.json", "application/json"),
    "/zh-Hant.json": ("zh-Hant.json", "application/json"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
"""The files by their paths, with their types. No other path is looked up anywhere."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self' ws://{host} wss://{host}; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'"
)
_HEADERS = {
    "cache-control": "no-cache",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


def application(lobby: Lobby, hosts: Iterable[str], secure: Iterable[str] = ()) -> App:
    """Return the application of a lobby, guarded for the ``hosts``; see ``Guard``."""

    async def socket(websocket: object) -> None:
        await Socket(websocket, lobby).serve()  # type: ignore[arg-type]

    routes = [Route(path, _endpoint(name, kind)) for path, (name, kind) in ASSETS.items()]
    app = Starlette(routes=[*routes, WebSocketRoute("/ws", socket)])
    return Guard(app, hosts, secure)


def _endpoint(name: str, kind: str) -> Callable[[Request], Response]:
    # Read once: later changes of the file system do not reach the server.
    body = bundle.asset(name)

    async def answer(request: Request) -> Response:
        policy = _POLICY.format(host=request.headers["host"])
        headers = {**_HEADERS, "content-security-policy": policy}
        return Response(body, headers=headers, media_type=kind)

    return answer  # type: ignore[return-value]
