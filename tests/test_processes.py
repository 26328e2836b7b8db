"""The helper of all tests that start programs: Ctrl-C is heeded, and nothing is left behind."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import processes

ROOT = Path(__file__).parents[1]
SLEEP = "import time; print('ready', flush=True); time.sleep(600)"

# Tells its own number and that of a child, and waits.
BROOD = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
time.sleep(600)
"""

# Runs tests as a shell runs a background job, or as `nohup` does.
IN_THE_BACKGROUND = """
import signal, sys, pytest
signal.signal(signal.SIGINT, signal.SIG_IGN)
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *sys.argv[1:]]))
"""


@processes.posix
def test_a_failing_test_leaves_no_process_behind() -> None:
    with (
        pytest.raises(ZeroDivisionError),
        processes.running([sys.executable, "-c", BROOD]) as child,
    ):
        assert child.stdout is not None
        grandchild = int(child.stdout.readline())
        assert processes.is_there(grandchild)
        raise ZeroDivisionError
    assert child.returncode is not None
    deadline = time.monotonic() + 30
    while processes.is_there(grandchild) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not processes.is_there(grandchild)


def test_a_program_that_hangs_is_ended() -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        processes.python(SLEEP, timeout=0.2)


@processes.posix
def test_ctrl_c_is_heeded_in_the_background() -> None:
    tests = [
        "tests/test_interrupt.py::test_ctrl_c_ends_a_long_call[perft]",
        "tests/test_cli_processes.py::test_ctrl_c_ends_at_once[perft]",
        "tests/test_engine_command.py::test_ctrl_c_ends_the_engine[True]",
    ]
    done = processes.python(IN_THE_BACKGROUND, *tests, cwd=ROOT)
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


def test_programs_are_started_in_one_place() -> None:
    for path in {*(ROOT / "tests").rglob("*.py")} - {Path(processes.__file__)}:
        text = path.read_text(encoding="utf-8")
        if not re.search(r"\b(?:subprocess\.|Popen|os\.system)", text):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert not called.startswith(("subprocess.", "Popen", "os.system")), (
                    f"{path}:{node.lineno}: {called}: use tests/processes.py"
                )
