"""Signals that end a command: nothing is printed, nothing is left, and the status says which."""

from __future__ import annotations

import shlex
import signal
import sys
from pathlib import Path

import pytest

from tests import processes

pytestmark = processes.posix


# An engine that starts a child, writes the numbers of both, and never answers the first genmove.
BUSY = """
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
for line in sys.stdin:
    if line.startswith("genmove"):
        with open(sys.argv[1] + ".part", "w") as file:
            file.write(f"{os.getpid()} {child.pid}")
        os.rename(sys.argv[1] + ".part", sys.argv[1])
        while True:
            pass
    print({"protocol_version": "= 2", "list_commands": "= genmove"}.get(line.strip(), "="))
    print(flush=True)
"""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL", "SIGINT"])
def test_a_busy_engine_and_its_children_end_with_the_command(tmp_path: Path, name: str) -> None:
    script, numbers = tmp_path / "busy.py", tmp_path / "numbers"
    script.write_text(BUSY)
    words = shlex.join([sys.executable, str(script), str(numbers)])
    command = [*processes.BITGAMES, "match", "othello", f"engine:{words}", "random", "--games", "2"]
    number = getattr(signal, name)
    with processes.running(command) as process:
        processes.wait_for(numbers.exists)
        process.send_signal(number)
        output, errors = process.communicate(timeout=processes.HANGS)
        assert (process.returncode, output, errors) == (
            130 if name == "SIGINT" else -number,
            "",
            "",
        )
        started = list(map(int, numbers.read_text().split()))
        processes.wait_for(lambda: not any(map(processes.is_there, started)))
