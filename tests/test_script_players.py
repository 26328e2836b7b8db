"""Players from files and modules: python:FILE.py:NAME, wherever a player is named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import bitgames as bg
from tests import processes

MINE = """
import random
import bitgames as bg
from neighbour import LAST

class Last:
    deterministic = True

    def choose(self, position):
        return position.legal_moves[LAST]

class Named(Last, bg.players.Player):
    name = "my best"

class Plain(bg.players.Player):
    def choose(self, position):
        return position.legal_moves[0]

class Seeded:
    def start_game(self, seed):
        self.rng = random.Random(seed)

    def choose(self, position):
        return self.rng.choice(position.legal_moves)

class Needy:
    def __init__(self, book):
        self.book = book

    def choose(self, position):
        return 0

class Broken:
    def choose(self, position):
        raise ValueError("no idea")

class Resigns:
    def choose(self, position):
        raise bg.ForfeitError("no hope")

class Nothing:
    pass

def first(position):
    return position.legal_moves[0]

instance = Last()
number = 3
"""


def bitgames(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return processes.run([*processes.BITGAMES, *arguments], input=text, encoding="utf-8")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file of players, which imports its neighbour."""
    (tmp_path / "neighbour.py").write_text("LAST = -1\n", encoding="utf-8")
    path = tmp_path / "mine.py"
    path.write_text(MINE, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the search path of modules as it was."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "neighbour", raising=False)


@pytest.mark.parametrize(
    ("name", "shown", "move"),
    [
        ("Last", "Last", "c3"),
        ("Named", "my best", "c3"),
        ("Plain", "Plain", "a1"),
        ("instance", "Last", "c3"),
        ("first", "first", "a1"),
    ],
)
def test_anything_that_chooses_is_a_player(mine: Path, name: str, shown: str, move: str) -> None:
    player = bg.players.get(f"python:{mine}:{name}")
    assert player.name == shown
    assert str(player.choose(bg.TicTacToe())) == move


def test_without_a_name_it_is_the_last_function_of_the_file(mine: Path) -> None:
    assert bg.players.get(f"python:{mine}").name == "first"


def test_a_match_plays_them_as_objects(mine: Path) -> None:
    spec = f"python:{mine}:Seeded"
    runs = [bg.match(spec, "random", "tictactoe", games=20, seed=seed) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]
    assert runs[0].a == "Seeded"
    sure = f"python:{mine}:Last"
    assert bg.match(sure, sure, "tictactoe", games=4, seed=1).opening_rule == "random:2"
    lost = bg.match(f"python:{mine}:Resigns", "first", "tictactoe", games=2, seed=1)
    assert [forfeit.reason for forfeit in lost.forfeits] == ["no hope", "no hope"]


def test_each_call_makes_a_new_object_of_one_module(mine: Path) -> None:
    one, two = (bg.players.get(f"python:{mine}:Last") for _ in range(2))
    assert one.player.chooser is not two.player.chooser  # type: ignore[attr-defined]
    assert type(one.player.chooser) is type(two.player.chooser)  # type: ignore[attr-defined]
    mine.write_text("def Last(position):\n    return 4\n", encoding="utf-8")
    assert bg.players.get(f"python:{mine}:Last").choose(bg.TicTacToe()) == 4


def test_modules_are_found_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "my_players_for_a_test"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "good.py").write_text("class A:\n    choose = staticmethod(lambda p: 4)\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    player = bg.players.get("python:my_players_for_a_test.good:A")
    assert player.choose(bg.TicTacToe()) == 4


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("python", "is not a valid player: write python:FILE.py:NAME"),
        ("python:", "is not a valid player: write python:FILE.py:NAME"),
        ("python:mine.py:", "is not a valid player: write python:FILE.py:NAME"),
        ("python:absent.py:Mine", "'absent.py' is not a file: write"),
        ("python:no_such_module_here:Mine", "'no_such_module_here' is not a module of Python"),
        ("python:..:Mine", "'..' is not the name of a module of Python"),
        ("python:os.no_such_module_here:Mine", "is not a module of Python"),
        ("python:mine.py:Mine", "'Mine' is not a valid player of 'mine.py': allowed are Last, Na"),
        ("python:mine.py:number", "'number' of 'mine.py' is not a valid player: allowed are cl"),
        ("python:mine.py:Nothing", "the player Nothing raised TypeError: a player must be"),
        ("python:mine.py:Needy", "the player Needy raised TypeError: "),
    ],
)
def test_bad_specs_are_refused(
    mine: Path, monkeypatch: pytest.MonkeyPatch, spec: str, words: str
) -> None:
    monkeypatch.chdir(mine.parent)
    with pytest.raises(bg.GameError) as caught:
        bg.match(spec, "first", "tictactoe")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 / 0\n", "bad.py raised ZeroDivisionError: division by zero in bad.py, line 1"),
        ("\n\nclass A(:\n", "bad.py raised SyntaxError: "),
        ("import no_such_module_here\n", "raised ModuleNotFoundError: "),
        ("raise SystemExit(3)\n", "bad.py raised SystemExit: 3 in bad.py, line 1"),
    ],
)
def test_a_file_that_fails_is_named_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(text, encoding="utf-8")
    for _ in range(2):
        with pytest.raises(bg.PlayerError) as caught:
            bg.players.get(f"python:{path}:A")
        assert words in str(caught.value)


def test_a_failure_in_a_game_is_one_line_on_the_command_line(mine: Path) -> None:
    done = bitgames("match", "tictactoe", f"python:{mine}:Broken", "random", "-n", "4", "-q")
    line = MINE.splitlines().index('        raise ValueError("no idea")') + 1
    assert done.returncode == 1
    assert done.stderr == (
        f"bitgames: error: the player Broken raised ValueError: no idea in mine.py, line {line}\n"
    )
    with pytest.raises(bg.PlayerError) as caught:
        bg.match(f"python:{mine}:Broken", "random", "tictactoe", games=2)
    assert isinstance(caught.value.__cause__, ValueError)


def test_the_command_line_takes_them_everywhere(mine: Path) -> None:
    spec = f"python:{mine}:Last"
    matched = bitgames("match", "tictactoe", spec, spec, "-n", "10", "--seed", "1", "-q")
    assert matched.stdout.startswith("Last VS Last, openings random:2\n"), matched.stderr
    options = ["-o", spec, "--side", "o", "--seed", "1"]
    played = bitgames("play", "tictactoe", *options, text="b2\nquit\n")
    assert played.returncode == 0
    assert "c3" in played.stdout
    served = bitgames("engine", "tictactoe", "--player", spec, text="1 genmove black\nquit\n")
    assert served.stdout.startswith("=1 C3"), served.stdout + served.stderr
    refused = bitgames("match", "tictactoe", "python:absent.py:A", "random")
    assert refused.returncode == 2
    assert refused.stderr.startswith("bitgames: error: 'absent.py' is not a file")


def test_messages_to_a_room_run_no_file(mine: Path) -> None:
    """As for engines: only the owner of the room names what runs code."""
    trace = mine.parent / "ran"
    mine.write_text(f"open({str(trace)!r}, 'w').close()\ndef a(p): return 0\n", encoding="utf-8")
    notes: list[dict[str, object]] = []
    room = bg.play.Room(lambda viewer, answer: notes.append(dict(answer)), "tictactoe", seed=1)
    room.admit("me", owner=True)
    spec = f"python:{mine}:a"
    for message in (
        {"do": "new", "seats": ["human", spec]},
        {"do": "sit", "seat": 1, "player": spec},
        {"do": "new", "seats": ["human", "python"]},
    ):
        notes.clear()
        room.handle("me", message)
        assert [note["code"] for note in notes if note["is"] == "note"] == ["unsupported"]
    assert not trace.exists()
    allowed = bg.play.Room(
        lambda viewer, answer: notes.append(dict(answer)), "tictactoe", seed=1, engines=True
    )
    allowed.admit("me", owner=True)
    allowed.handle("me", {"do": "new", "seats": ["human", spec]})
    assert trace.exists()
