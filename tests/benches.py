"""Scripts of `benches/` as modules, for tests of what they compute."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCHES = Path(__file__).parents[1] / "benches"


def bench(name: str) -> ModuleType:
    """Load a script; its neighbours are found as if it were started by itself."""
    spec = importlib.util.spec_from_file_location(f"benches_{name}", BENCHES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Known by name before it runs: its dataclasses look their module up.
    sys.modules[spec.name] = module
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BENCHES))
        spec.loader.exec_module(module)
    return module
