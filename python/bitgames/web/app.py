"""The server as an ASGI application: a few files, one socket, nothing else."""

from collections.abc import Callable, Iterable
from gzip import compress
from hashlib import sha256

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from bitgames.web.assets import asset
from bitgames.web.guard import App, Guard
from bitgames.web.lobby import Lobby
from bitgames.web.socket import Socket

ASSETS = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/app.js": ("app.js", "text/javascript; charset=utf-8"),
    "/practise.js": ("practise.js", "text/javascript; charset=utf-8"),
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
    # Ask each time: the answer is 304 where nothing has changed.
    "cache-control": "no-cache",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "vary": "accept-encoding",
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
    # Joined and compressed once: later changes of the file system do not reach the server.
    plain = asset(name)
    bodies = {"": plain, "gzip": compress(plain, mtime=0)}
    tags = {coding: f'"{sha256(body).hexdigest()[:32]}"' for coding, body in bodies.items()}

    async def answer(request: Request) -> Response:
        def said(header: str) -> str:
            return ",".join(request.headers.getlist(header))

        coding = "gzip" if takes_gzip(said("accept-encoding")) else ""
        policy = _POLICY.format(host=request.headers["host"])
        headers = {**_HEADERS, "content-security-policy": policy, "etag": tags[coding]}
        if has_tag(said("if-none-match"), tags[coding]):
            return Response(status_code=304, headers=headers)
        if coding:
            headers["content-encoding"] = coding
        return Response(bodies[coding], headers=headers, media_type=kind)

    return answer  # type: ignore[return-value]


def takes_gzip(accepted: str) -> bool:
    """Whether a client takes answers in gzip, by its header Accept-Encoding.

    >>> [takes_gzip(each) for each in ("br, GZIP;q=0.5", "", "gzip;q=0, br", "*")]
    [True, False, False, False]
    """
    for each in accepted.lower().split(","):
        coding, *options = (part.strip() for part in each.split(";"))
        if coding == "gzip":
            return not any(
                option.replace(" ", "").rstrip("0") in ("q=", "q=0.") for option in options
            )
    return False


def has_tag(known: str, tag: str) -> bool:
    """Whether the header If-None-Match names a tag, as one of several or as any.

    >>> [has_tag(each, '"a"') for each in ('"b", W/"a"', "*", '"b"', "")]
    [True, True, False, False]
    """
    tags = [each.strip().removeprefix("W/") for each in known.split(",")]
    return tag in tags or tags == ["*"]
