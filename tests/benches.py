"""Scripts of `benches/` as modules, for tests of what they compute."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from tests import scripts

BENCHES = Path(__file__).parents[1] / "benches"


def bench(name: str) -> ModuleType:
    """Load a script; its neighbours are found as if it were started by itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BENCHES))
        return scripts.load(BENCHES / f"{name}.py", f"benches_{name}")
