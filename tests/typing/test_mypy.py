"""The types that a user's checker sees, held by mypy itself."""

from __future__ import annotations

from pathlib import Path

from mypy import api


def test_public_types(tmp_path: Path) -> None:
    checked = Path(__file__).with_name("api.py")
    cache = tmp_path / "cache"
    report, errors, status = api.run(["--strict", "--cache-dir", str(cache), str(checked)])
    assert status == 0, report + errors
