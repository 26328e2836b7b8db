"""The files that run the project: workflows, checks, and what they promise."""

from __future__ import annotations

import os
import re
import shutil
import tarfile
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

import bitgames as bg
from tests import processes, scripts

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
COMMAND = (
    "pip install '.[test]' && cargo test --workspace"
    " && python -m pytest -n auto && python -m pytest -m timed"
)


@pytest.mark.skipif(
    not (ROOT / ".git").exists() or shutil.which("git") is None, reason="no checkout of git"
)
def test_the_top_level_is_the_planned_one() -> None:
    """What a run left there is seen before it is committed."""
    listed = processes.run(["git", "ls-files"], cwd=ROOT).stdout
    folders = ".cargo .ci .github benches docs python rust tests"
    files = (
        ".gitignore CHANGELOG.md CITATION.cff CONTRIBUTING.md Cargo.lock Cargo.toml LICENSE-APACHE"
        " LICENSE-MIT README.md SECURITY.md clippy.toml pyproject.toml rustfmt.toml"
    )
    assert {path.partition("/")[0] for path in listed.splitlines()} == {
        *folders.split(),
        *files.split(),
    }


def test_every_action_is_pinned_by_its_commit() -> None:
    """A tag can be moved to other code; the version stands beside the hash for people."""
    used = [
        line.partition("uses:")[2].strip()
        for path in WORKFLOWS
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses:" in line
    ]
    assert len(used) > 10
    pins = {}
    for each in used:
        pinned = re.fullmatch(r"([\w.-]+/[\w.-]+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)", each)
        assert pinned, f"pin {each} by commit and version"
        assert pins.setdefault(pinned[1], pinned[2]) == pinned[2], f"{pinned[1]}: two commits"


def test_one_command_runs_all_tests() -> None:
    for name in ("README.md", "CONTRIBUTING.md"):
        assert COMMAND in (ROOT / name).read_text(encoding="utf-8").splitlines(), name


@pytest.mark.skipif(os.name == "nt", reason="permissions differ there")
def test_the_checks_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_package_says_what_it_is() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["authors"] == [{"name": "The bitgames developers"}]
    assert {"Documentation", "Source", "Issues", "Changelog"} <= project["urls"].keys()
    assert not [each for each in project["classifiers"] if "Free Threading" in each]


def test_publishing_waits_for_the_tests() -> None:
    text = (ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8")
    publish = text[text.index("\n  publish:") :]
    needs = re.search(r"needs: \[(.+)\]", publish)
    assert needs is not None
    assert {"sdist", "test", "contents"} <= set(needs[1].split(", "))
    names = re.findall(r"name: ((?:linux|macos|windows)[\w-]+)", text)
    built, tested = names[: len(names) // 2], names[len(names) // 2 :]
    assert built == tested
    assert {name.split("-")[0] for name in tested} == {"linux", "macos", "windows"}


def test_workflows_may_only_read_but_where_they_publish() -> None:
    """Rights are given to single jobs, with a reason beside each."""
    for path in WORKFLOWS:
        text = path.read_text(encoding="utf-8")
        head, _, jobs = text.partition("\njobs:\n")
        assert "permissions:\n  contents: read\n" in head, path.name
        given = [line for line in jobs.splitlines() if re.match(r" +[\w-]+: write", line)]
        assert all(" # " in line for line in given), path.name
        assert not given or path.name in ("docs.yml", "nightly.yml", "wheels.yml")
        steps = re.findall(r"run: (?:\|\n(?: {10,}.*\n)+|.*)", jobs)
        assert not [step for step in steps if "${{" in step], f"{path.name}: use an env"


def test_dependabot_looks_after_all_that_is_pinned() -> None:
    text = (ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8")
    assert re.findall(r"package-ecosystem: (\S+)", text) == ["cargo", "pip", "github-actions"]


def test_what_security_promises_is_tried() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    tests = re.findall(r"`(tests/\w+\.\w+)`", text)
    assert len(tests) > 10
    assert [name for name in tests if not (ROOT / name).is_file()] == []
    contact = (ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml").read_text(encoding="utf-8")
    assert "/security/advisories/new" in contact


@pytest.fixture(scope="module")
def release() -> ModuleType:
    """The checks of a release."""
    return scripts.load(ROOT / ".ci" / "release.py", "ci_release")


def test_all_files_name_one_version(release: ModuleType) -> None:
    assert list(release.version_faults(None)) == []
    assert set(release.versions().values()) == {bg.__version__}


def test_a_tag_is_the_version_and_has_notes(
    release: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    version = bg.__version__
    for name in ("Cargo.toml", "Cargo.lock", "CITATION.cff"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    package = tmp_path / "rust/web/js/package.json"
    package.parent.mkdir(parents=True)
    package.write_bytes((ROOT / "rust/web/js/package.json").read_bytes())
    changelog = tmp_path / "CHANGELOG.md"
    monkeypatch.setattr(release, "ROOT", tmp_path)
    changelog.write_text("# Changelog\n\n## Unreleased\n\n- More.\n")
    assert release.main(["version", f"v{version}"]) == 1
    changelog.write_text(f"# Changelog\n\n## {version} - 2026-11-22\n\n- A.\n\n## 0.0.1\n\n- B.\n")
    assert release.main(["version", f"v{version}"]) == 0
    capsys.readouterr()
    assert release.main(["notes", f"v{version}"]) == 0
    assert capsys.readouterr().out == "- A.\n"
    assert release.main(["version", "v9.9.9"]) == 1
    assert f"Cargo.toml has version {version}, not 9.9.9" in capsys.readouterr().err
    assert release.main(["version", "9.9"]) == 1
    assert "9.9 is not a valid tag" in capsys.readouterr().err


def test_files_of_a_release_hold_what_they_should(release: ModuleType, tmp_path: Path) -> None:
    whole = [
        "bitgames/__init__.py",
        "bitgames/py.typed",
        "bitgames/_core.pyi",
        "bitgames/_core.abi3.so",
        "bitgames/web/static/index.html",
        "bitgames-1.2.3.dist-info/METADATA",
        "bitgames-1.2.3.dist-info/licenses/LICENSE-APACHE",
        "bitgames-1.2.3.dist-info/licenses/LICENSE-MIT",
    ]

    def wheel(tag: str, members: list[str]) -> list[str]:
        path = tmp_path / f"bitgames-1.2.3-{tag}.whl"
        with zipfile.ZipFile(path, "w") as file:
            for member in members:
                file.writestr(member, "")
        return list(release.file_faults([path]))

    linux = "cp311-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64"
    assert wheel(linux, whole) == []
    for tag in ("cp311-abi3-musllinux_1_2_aarch64", "cp311-abi3-macosx_11_0_universal2"):
        assert wheel(tag, whole) == []
    windows = [each.replace(".abi3.so", ".pyd") for each in whole]
    assert wheel("cp311-abi3-win_amd64", windows) == []
    assert "is not named" in wheel("cp313-cp313-linux_x86_64", whole)[0]
    assert "beside the package" in wheel(linux, [*whole, "tests/x.py"])[0]
    assert "does not need" in wheel(linux, [*whole, "bitgames/left.orig"])[0]
    assert "native modules" in wheel(linux, whole[:3] + whole[4:])[0]
    assert "LICENSE-MIT" in wheel(linux, whole[:-1])[0]

    needed = ["PKG-INFO", "Cargo.lock", "Cargo.toml", "pyproject.toml"]
    needed += ["LICENSE-APACHE", "LICENSE-MIT"]

    def sdist(members: list[str]) -> list[str]:
        path = tmp_path / "bitgames-1.2.3.tar.gz"
        with tarfile.open(path, "w:gz") as file:
            for member in members:
                file.addfile(tarfile.TarInfo(f"bitgames-1.2.3/{member}"))
        return list(release.file_faults([path]))

    assert sdist(needed) == []
    assert "lacks LICENSE-MIT" in sdist(needed[:-1])[0]
    for stray in ("target/x", "python/bitgames/_core.abi3.so", ".git/config"):
        assert "stray" in sdist([*needed, stray])[0]
