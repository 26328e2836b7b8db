"""The files that the server sends, as they are sent."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from bitgames import games
from bitgames.bundle import script, style
from bitgames.web.pictures import pictures


def page_script(instead: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the script of the page; ``instead`` is as in ``bundle.script``."""
    text = f"const PICTURES = {json.dumps(pictures(), separators=(',', ':'))};\n"
    return text + script("web/static/page/main.js", instead)


@cache
def asset(name: str) -> bytes:
    """Return a file of the page as it is sent.

    >>> asset("icon.svg")[:4], b"/*" in asset("style.css")
    (b'<svg', False)
    """
    if name == "app.js":
        return page_script().encode()
    if name == "practise.js":
        return script("web/static/page/practise.js").encode()
    if name == "style.css":
        return style("theme", "board", "around", "page").encode()
    static = files("bitgames.web") / "static"
    if not name.endswith(".json"):
        return (static / name).read_bytes()
    texts = json.loads((static / "locales" / name).read_bytes())
    for game in games.names():
        spec, language = games.examples(game)[0], name.removesuffix(".json")
        texts[games.rules(spec).paragraphs] = games.rules(spec, language).paragraphs
    # Two lists are smaller than pairs, once they are compressed.
    lists = [list(texts), list(texts.values())]
    return json.dumps(lists, ensure_ascii=False, separators=(",", ":")).encode()
