"""The machine on which a script measures."""

from __future__ import annotations

import platform
from contextlib import suppress
from pathlib import Path


def processor() -> str:
    """Return the name of the processor, as far as the system tells it."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
