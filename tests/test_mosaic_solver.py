"""Long solves of Mosaic: checkpoints through Python and the command line, and what is known."""

import re
import time
from pathlib import Path

import pytest

import bitgames as bg
from tests import processes
from tests.commands import fails, run

COMMAND = [*processes.BITGAMES, "solve", "mosaic:5", "--table", "64"]


def test_solved_sizes() -> None:
    for size in (2, 3, 4):
        assert bg.solve(bg.Mosaic(size=size)).value == 1
    values = bg.solve(bg.Mosaic(size=3), all_moves=True).values
    assert {str(move) for move, value in values.items() if value == 1} == {
        "1a1",
        "1c1",
        "1a3",
        "1c3",
    }


def test_a_killed_solve_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    file = tmp_path / "five.checkpoint"
    command = [*COMMAND, "--checkpoint", str(file), "--every", "0.1"]
    with processes.running(command) as first:
        deadline = time.monotonic() + processes.HANGS
        while not file.exists():
            assert first.poll() is None, first.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.05)
        first.kill()
    second = processes.run([*command, "--seconds", "0.5"])
    assert second.returncode == 1
    told, *_, limit = second.stderr.splitlines()
    assert re.match(r"resumed from the checkpoint after \d+ nodes, ", told)
    assert "1c1 open" in told
    assert "not solved within the limit" in limit


def test_what_is_no_checkpoint_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "note.txt"
    file.write_text("This is not what a solver wrote, and it shall stay as it is.")
    command = [*COMMAND, "--checkpoint", str(file)]
    refused = processes.run(command)
    assert refused.returncode != 0
    *warnings, refusal = refused.stderr.splitlines()
    assert all(line.startswith("bitgames: warning: ") for line in warnings)  # it takes days
    assert "not a checkpoint" in refusal
    assert file.read_text().startswith("This is not")


def test_checkpoints_and_news_from_python(tmp_path: Path) -> None:
    file = tmp_path / "checkpoint"
    start = bg.Mosaic(size=4)
    lines: list[str] = []
    for _ in range(2):
        solution = bg.solve(
            start, checkpoint=file, checkpoint_seconds=0, news=lines.append, threads=2
        )
        assert solution.value == 1
    assert lines[-1].startswith("resumed from the checkpoint")
    with pytest.raises(bg.DamagedFileError, match="belongs to size 4"):
        bg.solve(bg.Mosaic(size=3), checkpoint=file)
    command = run("solve", "mosaic:3", "--checkpoint", str(file))
    assert "belongs to size 4" in fails(command, 1)
    with pytest.raises(OSError, match="checkpoint"):
        bg.solve(start, checkpoint=tmp_path / "no folder" / "checkpoint")
    with pytest.raises(bg.UnsupportedError, match="checkpoint"):
        bg.solve(bg.TicTacToe(), checkpoint=file)
    with pytest.raises(bg.ParameterError, match="checkpoint_seconds"):
        bg.solve(start, checkpoint=file, checkpoint_seconds=-1)
    with pytest.raises(ZeroDivisionError):
        bg.solve(start, checkpoint=file, news=lambda line: 1 // 0)
