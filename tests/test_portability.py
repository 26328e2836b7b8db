"""The tests run on systems without POSIX: what such a system lacks is used behind a mark only."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from mypy import api

from tests import processes

ROOT = Path(__file__).parents[1]
TESTS = sorted(path.relative_to(ROOT) for path in (ROOT / "tests").rglob("*.py"))

# Hides what Windows does not have, and then imports every file of the tests. The package and the
# libraries are loaded before, because they look at the system in their own way.
WITHOUT_POSIX = """
import contextlib, importlib, os, pkgutil, signal, sys
import pytest, hypothesis, mypy.api
import bitgames
with contextlib.suppress(ImportError):
    import endplay.dds, endplay.parsers.pbn

for found in pkgutil.walk_packages(bitgames.__path__, "bitgames."):
    # One starts the program, one is part of another program that is not on every system.
    if not found.name.endswith(("__main__", "envs.openspiel")):
        importlib.import_module(found.name)
for name in ("fcntl", "grp", "posix", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
for owner, names in {
    os: "fork forkpty geteuid getuid getgid getloadavg killpg mkfifo openpty setsid setuid "
    "sched_getaffinity uname wait4 WNOHANG O_NOFOLLOW".split(),
    signal: "SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 "
    "SIGWINCH SIGXFSZ alarm pthread_kill setitimer sigwait".split(),
}.items():
    for name in names:
        if hasattr(owner, name):
            delattr(owner, name)
sys.platform = "win32"
for module in sys.argv[1:]:
    try:
        importlib.import_module(module)
    except pytest.skip.Exception:
        pass  # another program that is not here
    except BaseException as error:
        print(f"{module}: {type(error).__name__}: {error}")
"""


def is_marked(path: Path, line: int) -> bool:
    """Whether a line stands in a test, or a file, that is left out on Windows."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    marks_of_all = (each for each in map(ast.unparse, tree.body) if each.startswith("pytestmark ="))
    if any("processes.posix" in each for each in marks_of_all):
        return True
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.end_lineno is not None:
            marks = {ast.unparse(decorator) for decorator in node.decorator_list}
            if node.lineno <= line <= node.end_lineno and marks & {
                "processes.posix",
                "processes.linux",
            }:
                return True
    return False


def test_every_file_is_imported_without_posix() -> None:
    modules = [
        ".".join(path.with_suffix("").parts)
        for path in TESTS
        if path.stem != "__init__" and path.as_posix() != "tests/typing/api.py"  # never run
    ]
    done = processes.python(WITHOUT_POSIX, *modules, cwd=ROOT)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


@pytest.mark.deep
@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_names_of_one_system_stand_behind_a_mark(platform: str, tmp_path: Path) -> None:
    """A type checker knows what each system has."""
    files = [str(ROOT / path) for path in TESTS]
    options = ["--platform", platform, "--explicit-package-bases", "--cache-dir", str(tmp_path)]
    # The names of libraries do not matter here, and reading them takes long.
    report, errors, _ = api.run([*options, "--follow-imports=skip", *files])
    assert not errors, errors
    assert f"checked {len(files)} source files" in report
    missing = r"^(.+?):(\d+): error: Module has no attribute \"[a-zA-Z].+"
    for found in re.finditer(missing, report, re.M):
        path = ROOT / found[1]
        assert is_marked(path, int(found[2])), found[0]
