"""The engine for browsers: its files, and the same as data of a page that holds it.

``rust/web/build.py`` makes them; a package that was built without it has none.
"""

import gzip
import json
from base64 import b64encode
from importlib.resources import files
from pathlib import Path
from typing import Any

from bitgames._core import UnsupportedError
from bitgames.bundle import script


def engine_files() -> dict[str, bytes]:
    """Return the files of the engine by their names. Raises ``UnsupportedError`` without one."""
    folder = files("bitgames.web") / "engine"
    if not folder.joinpath("engine.wasm").is_file():
        raise UnsupportedError(
            "this installation has no engine for browsers: in a checkout of the source, "
            "'python rust/web/build.py' builds it, and 'pip install .' brings it along"
        )
    names = sorted(each.name for each in folder.iterdir() if not each.name.startswith("."))
    return {name: folder.joinpath(name).read_bytes() for name in names}


def engine_parts(game: str | None = None) -> dict[str, Any]:
    """Return the engine as data of a page that holds it, with the files of one game or of all.

    Raises ``UnsupportedError`` without one.
    """
    held = {
        name: content
        for name, content in engine_files().items()
        if name == "engine.wasm" or (not name.endswith(".js") and game in (None, Path(name).stem))
    }
    return {
        "files": {name: b64encode(gzip.compress(held[name], mtime=0)).decode() for name in held},
        # From a disk no worker starts that is a module, and only a module has `import.meta`.
        "worker": script("web/engine/worker.js").replace("import.meta.url", "location.href"),
    }


def in_page(data: object) -> str:
    """Return data as JSON that may stand in a script: a text may hold what ends one."""
    return as_json(data).replace("<", "\\u003c")


def as_json(data: object) -> str:
    """Return data as JSON without spaces."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
