"""The page with an engine of its own: a folder for any web host, or one file, without a server."""

import json
import tempfile
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from bitgames import games
from bitgames._core import __version__, text_from_drawing
from bitgames.bundle import script
from bitgames.engine_files import as_json, engine_files, engine_parts, in_page
from bitgames.files import write_atomic
from bitgames.games.rulebook import LANGUAGES
from bitgames.play.room import Room
from bitgames.play.room.offers import catalogue
from bitgames.play.tree import MAX_NODES
from bitgames.web.assets import asset, page_script
from bitgames.web.limits import MAX_IMPORT

_TEXTS = [f"{language}.json" for language in LANGUAGES if language != "en"]
# The engine speaks in the place of the server.
_LOCAL = {"web/static/page/link.js": "web/static/page/local.js"}
_TRUSTED = (
    "base-uri 'none'; form-action 'none'; trusted-types engine; require-trusted-types-for 'script'"
)
_MANIFEST = {
    "name": "bitgames",
    "short_name": "bitgames",
    "description": "Board and card games to play and analyse",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#f5f2ec",
    "theme_color": "#1c6f52",
    "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}


def write_folder(path: Path) -> int:
    """Write the page to a new folder, or in the place of an earlier one, and return its bytes.

    The whole folder is there at the end, or nothing has changed. Raises ``UnsupportedError`` where
    this package has no engine for browsers, and ``FileExistsError`` for a folder of something else.
    """
    contents = site_files()
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(f"{path.parent} is no folder: the site is written into one")
    if path.exists() and not (path / "sw.js").exists() and any(path.iterdir()):
        raise FileExistsError(f"{path} has other files: give the name of a new folder")
    with tempfile.TemporaryDirectory(dir=path.absolute().parent, prefix=f".{path.name}.") as near:
        made, before = Path(near) / "site", Path(near) / "before"
        for name, content in contents.items():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            write_atomic(made / name, content)
        if path.exists():
            path.rename(before)
        try:
            made.rename(path)
        except OSError:
            if before.exists():
                before.rename(path)
            raise
    return sum(map(len, contents.values()))


def write_single(path: Path) -> int:
    """Write the page as one HTML file, and return its bytes.

    It opens from a disk, and asks nobody for anything. Raises ``UnsupportedError`` where this
    package has no engine for browsers.
    """
    data = single_file()
    write_atomic(path, data)
    return len(data)


def site_files() -> Mapping[str, bytes]:
    """Return the files of the page by their names.

    Raises ``UnsupportedError`` without an engine.
    """
    policy = (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "
        f"{_TRUSTED}"
    )
    manifest = '    <link rel="manifest" href="manifest.webmanifest">\n'
    found = {
        "index.html": _index({_VIEWPORT: _policy(policy) + manifest + _VIEWPORT}).encode(),
        "app.js": page_script(_LOCAL).encode(),
        "style.css": asset("style.css"),
        "icon.svg": asset("icon.svg"),
        "games.json": as_json(offer()).encode(),
        "manifest.webmanifest": as_json(_MANIFEST).encode(),
        **{name: asset(name) for name in _TEXTS},
        **{f"engine/{name}": content for name, content in engine_files().items()},
    }
    # An installed page is renewed as a whole: its files are those of one version.
    digests = {name: sha256(content).hexdigest() for name, content in found.items()}
    digests["./"] = digests.pop("index.html")
    version = sha256(as_json(digests).encode()).hexdigest()[:16]
    head = f'const VERSION = "{version}";\nconst FILES = {as_json(digests)};\n'
    return {**found, "sw.js": (head + _source("sw.js")).encode()}


def single_file() -> bytes:
    """Return the page as one HTML file. Raises ``UnsupportedError`` without an engine."""
    parts = {
        **engine_parts(),
        "texts": {name.removesuffix(".json"): json.loads(asset(name)) for name in _TEXTS},
        "offer": offer(),
    }
    source, style = script("web/static/site/single.js"), asset("style.css").decode()
    program = f"{source}\n{page_script(_LOCAL)}"
    icon = f"data:image/svg+xml;base64,{b64encode(asset('icon.svg')).decode()}"
    policy = (
        f"default-src 'none'; script-src {_hash(program)} 'wasm-unsafe-eval'; "
        f"style-src {_hash(style)}; img-src data: blob:; worker-src blob:; {_TRUSTED}"
    )
    return _index(
        {
            _VIEWPORT: _policy(policy) + _VIEWPORT,
            '<link rel="stylesheet" href="style.css">': f"<style>{style}</style>",
            '    <script type="module" src="app.js"></script>\n': "",
            'href="icon.svg"': f'href="{icon}"',
            'src="icon.svg"': f'src="{icon}"',
            "</body>": f'<script type="application/json" id="parts">{in_page(parts)}</script>'
            f'<script type="module">{program}</script></body>',
        }
    ).encode()


def offer() -> dict[str, Any]:
    """Return what the page offers, as the answer ``welcome`` of a server does, and its boards."""
    limits = {"nodes": MAX_NODES, "import": MAX_IMPORT}
    offered = list(catalogue())
    boards = [spec for game in offered if not game["hidden"] for spec in game["sizes"]]
    return {
        "version": __version__,
        "games": offered,
        "players": [],
        "limits": limits,
        "firsts": {spec: _first(spec) for spec in boards},
    }


def _first(spec: str) -> dict[str, Any]:
    """Return a game as it begins for people at one screen, for the time before the engine."""
    answers: list[Mapping[str, Any]] = []
    room = Room(lambda _, answer: answers.append(answer), spec)
    room.admit("", owner=True)
    seats = ["human"] * len(games.get(spec).facts.player_names)
    room.handle("", {"do": "new", "game": spec, "seats": seats})
    room.handle("", {"do": "geometry", "game": spec})
    found = {answer["is"]: answer for answer in answers}
    size = len(found["state"]["scene"]["owners"])
    # The letters of the seats in a text, by boards that are full of one of them.
    full = [
        text_from_drawing(games.get(spec), str(seat) * size, 0).split(" ")[1][0]
        for seat in range(len(seats))
    ]
    begun = {**found["state"], "serial": 1, "formats": [], "can": ["play"]}
    return {"letters": "".join(full), "state": begun, "geometry": found["geometry"]}


_VIEWPORT = '    <meta name="viewport"'


def _policy(policy: str) -> str:
    return f'    <meta http-equiv="Content-Security-Policy" content="{policy}">\n'


def _index(changes: Mapping[str, str]) -> str:
    """Return the page with a few of its parts changed."""
    page = asset("index.html").decode()
    for old, new in changes.items():
        before, found, after = page.partition(old)
        assert found, old
        page = f"{before}{new}{after}"
    return page


def _hash(text: str) -> str:
    """Return a source of a content policy: the digest of a text that stands in the page."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _source(name: str) -> str:
    return (files("bitgames.web") / "static" / "site" / name).read_text(encoding="utf-8")
