"""The files that the server sends, as they are sent."""

import json
from functools import cache
from importlib.resources import files

from bitgames import games
from bitgames.bundle import script, style
from bitgames.web.pictures import pictures


@cache
def asset(name: str) -> bytes:
    """Return a file of the page as it is sent.

    >>> asset("icon.svg")[:4], b"/*" in asset("style.css")
    (b'<svg', False)
    """
    if name == "app.js":
        text = f"const PICTURES = {json.dumps(pictures(), separators=(',', ':'))};\n"
        return (text + script("web/static/page/main.js")).encode()
    if name == "style.css":
        return style("theme", "board", "around", "page").encode()
    static = files("bitgames.web") / "static"
    if not name.endswith(".json"):
        return (static / name).read_bytes()
    texts = json.loads((static / "locales" / name).read_bytes())
    for game in games.names():
        spec, language = games.examples(game)[0], name.removesuffix(".json")
        texts[games.rules(spec).paragraphs] = games.rules(spec, language).paragraphs
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()
