"""The command judge: records from files and pipes."""

from __future__ import annotations

from pathlib import Path

from tests import processes
from tests.commands import process

RECORDS = b"79538246\n1213\n5195\n132465789\n"
RESULTS = b"x won.\nFoul : x won.\nFoul : o won.\nDraw game.\n"


def test_judge_reads_files_and_pipes(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(RECORDS)
    for arguments in (["judge", str(path)], ["judge", "-"], ["judge"]):
        result = process(*arguments, stdin=RECORDS)
        assert (result.returncode, result.stdout, result.stderr) == (0, RESULTS, b"")


def test_judge_goes_on_after_bad_records(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"79538246\n12a\n\n12\n1213\n")
    result = process("judge", str(path))
    assert result.returncode == 1
    assert result.stdout == b"x won.\nFoul : x won.\n"
    complaints = result.stderr.decode().splitlines()
    assert len(complaints) == 3
    for number, line in zip((2, 3, 4), complaints, strict=True):
        assert f"{path}:{number}:" in line


def test_judge_without_a_file(tmp_path: Path) -> None:
    result = process("judge", str(tmp_path / "none.txt"))
    assert result.returncode == 1
    (line,) = result.stderr.decode().splitlines()
    assert line.startswith(f"bitgames: error: {tmp_path / 'none.txt'}: No such file")
    assert process("judge", str(tmp_path)).returncode == 1
    assert process("judge", "").returncode == 2


def test_judge_loads_no_command_line_library(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(RECORDS)
    code = (
        "import sys; from bitgames.cli import main; code = main(['judge', sys.argv[1]]);"
        "heavy = {'typer', 'rich', 'numpy', 'dataclasses', 'json'} & set(sys.modules);"
        "sys.exit(f'{heavy}' if heavy else code)"
    )
    result = processes.python(code, str(path))
    assert (result.returncode, result.stderr) == (0, "")
