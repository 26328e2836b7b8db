"""Tasks that the workers of the tests run; some of them end their worker."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path


def slow(spec: bytes) -> bytes:
    """Work for a while; the spec says how long."""
    time.sleep(json.loads(spec)["seconds"])
    return spec


def deadly(spec: bytes) -> bytes:
    """End the worker where the numbers of the spec have one to die of: once, or each time."""
    document = json.loads(spec)
    once = Path(document["folder"]) / "once"
    for number in document["numbers"]:
        if number == document.get("once") and not once.exists():
            once.touch()
            os._exit(1)
        if number == document.get("always"):
            os._exit(1)
    return json.dumps(document["numbers"]).encode()


def split(spec: bytes) -> list[bytes]:
    document = json.loads(spec)
    numbers = document["numbers"]
    middle = len(numbers) // 2
    parts = [numbers[:middle], numbers[middle:]] if middle else [numbers]
    return [json.dumps({**document, "numbers": part}).encode() for part in parts]


def where(spec: bytes) -> bytes:
    """Tell which process works."""
    time.sleep(0.2)
    return b"%s %d" % (spec, os.getpid())
