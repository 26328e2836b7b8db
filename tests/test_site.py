"""The files of the page without a server: small, whole, and in no folder of something else."""

from __future__ import annotations

import gzip
import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames import engine_files
from bitgames.web import site
from tests.commands import fails, run

MAX_BYTES = 90 << 10
"""What comes before the engine, by gzip."""
ENGINE = {"engine.wasm": b"\0asm", "othello.book": b"book", "index.js": b"", "worker.js": b""}


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that has an engine, which need not run."""
    monkeypatch.setattr(site, "engine_files", lambda: ENGINE)
    monkeypatch.setattr(engine_files, "engine_files", lambda: ENGINE)
    monkeypatch.setattr(engine_files, "script", lambda name: "import.meta.url")


@pytest.mark.usefixtures("engine")
def test_what_comes_before_the_engine_is_small() -> None:
    files = site.site_files()
    early = {name: len(gzip.compress(data)) for name, data in files.items() if "/" not in name}
    languages = [early.pop(f"{name}.json") for name in ("ja", "zh-Hant")]
    assert sum(early.values()) + max(languages) <= MAX_BYTES, early


@pytest.mark.usefixtures("engine")
def test_the_folder_names_its_files_by_their_digests(tmp_path: Path) -> None:
    path = tmp_path / "games"
    size = site.write_folder(path)
    worker = (path / "sw.js").read_text()
    found = re.search("const FILES = (.*);", worker)
    assert found
    digests = json.loads(found[1])
    digests["index.html"] = digests.pop("./")
    files = {each.relative_to(path).as_posix() for each in path.rglob("*") if each.is_file()}
    assert files == {*digests, "sw.js"}
    for name, digest in digests.items():
        assert sha256((path / name).read_bytes()).hexdigest() == digest
    assert size == sum((path / name).stat().st_size for name in files)
    for name in ("index.html", "manifest.webmanifest"):
        text = (path / name).read_text()
        assert not re.search(r"https?://", text)
    # A page of the same files is of the same version.
    site.write_folder(path)
    assert (path / "sw.js").read_text() == worker


@pytest.mark.usefixtures("engine")
def test_a_folder_is_replaced_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games"
    site.write_folder(path)
    (path / "old.txt").write_text("of the version before")
    rename = Path.rename

    def fail(self: Path, target: Path) -> Path:
        if self.name == "site":
            raise OSError(28, "No space left on device", str(target))
        return rename(self, target)

    with monkeypatch.context() as broken:
        broken.setattr(Path, "rename", fail)
        with pytest.raises(OSError, match="No space left"):
            site.write_folder(path)
    assert (path / "old.txt").exists() and (path / "sw.js").exists()
    assert [each.name for each in tmp_path.iterdir()] == ["games"]
    site.write_folder(path)
    assert not (path / "old.txt").exists()


@pytest.mark.usefixtures("engine")
def test_other_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(FileExistsError, match="has other files: give the name of a new folder"):
        site.write_folder(tmp_path)
    with pytest.raises(FileNotFoundError, match="nowhere is no folder"):
        site.write_folder(tmp_path / "nowhere" / "games")
    with pytest.raises(NotADirectoryError):
        site.write_folder(tmp_path / "notes.txt")
    assert [each.name for each in tmp_path.iterdir()] == ["notes.txt"]
    empty = tmp_path / "empty"
    empty.mkdir()
    site.write_folder(empty)
    assert (empty / "index.html").exists()


@pytest.mark.usefixtures("engine")
def test_a_single_file_has_the_suffix_of_a_page(tmp_path: Path) -> None:
    path = tmp_path / "lessons"
    assert "allowed is .html" in fails(run("site", "--single", str(path)), 2)
    assert not path.exists()


@pytest.mark.usefixtures("engine")
def test_the_single_file_holds_all(tmp_path: Path) -> None:
    path = tmp_path / "games.html"
    assert site.write_single(path) == path.stat().st_size
    page = path.read_text(encoding="utf-8")
    assert not re.search(r'(?:src|href)="(?!data:)', page)
    held = re.search(r'id="parts">(.*?)</script>', page)
    assert held
    parts: dict[str, Any] = json.loads(held[1])
    assert parts["files"].keys() == {"engine.wasm", "othello.book"}
    assert "import.meta" not in parts["worker"]


def test_without_an_engine_it_says_how_to_have_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_files, "files", lambda package: tmp_path)
    monkeypatch.chdir(tmp_path)
    for command in (["site", "games"], ["site", "--single", "games.html"],
                    ["analyze", "f5d6", "--html", "game.html", "--live"]):  # fmt: skip
        result = run(*command)
        assert result.exit_code == 1
        assert "python rust/web/build.py" in result.stderr
        assert len(result.stderr.splitlines()) == 1 and not result.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_live_report_needs_its_page() -> None:
    result = run("analyze", "f5d6", "--live")
    assert result.exit_code == 2 and "--live is for the page of --html" in result.stderr


def test_a_live_report_of_hidden_cards_is_refused() -> None:
    from bitgames.play.report import to_html

    record = bg.Record(bg.Honeymoon(1)).play("pass")
    with pytest.raises(bg.UnsupportedError, match="would tell hidden cards"):
        to_html(record, live=True)
