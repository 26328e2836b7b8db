"""The game in a real terminal: its screens, keys, sizes, Ctrl-C, and the game that is kept."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import Result

import bitgames as bg
from bitgames.cli import autosave
from bitgames.cli.errors import Failure
from bitgames.play import Tree
from tests import processes, screens

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX", allow_module_level=True)
pytest.importorskip("pexpect")
pytest.importorskip("pyte")

from tests.commands import fails, run
from tests.terminals import Terminal, terminal

SMALL, LARGE = screens.SIZES
OTHELLO = ("play", "othello", "--side", "black", "--seed", "1", "-o")
QUICK = (*OTHELLO, "first")
SLOW = (*OTHELLO, "alphabeta:seconds=600")
CONTROL_C = "\x03"
BOLD = "\x1b[1m"


@pytest.mark.parametrize(
    ("size", "color", "way"),
    [
        (SMALL, False, "numbers"),
        pytest.param(LARGE, True, "names", marks=pytest.mark.deep),
        pytest.param(SMALL, True, "numbers", marks=pytest.mark.deep),
        pytest.param(LARGE, False, "hints", marks=pytest.mark.deep),
    ],
    ids=["small", "large-colour", "small-colour", "large"],
)
@pytest.mark.parametrize("game", screens.GAMES)
def test_every_game_to_its_end(
    game: str, size: tuple[int, int], color: bool, way: str, tmp_path: Path
) -> None:
    seen = []
    for started, screen in screens.play(game, way=way, size=size, color=color, home=tmp_path):
        seen.append(screen)
        lines = screen.splitlines()
        # One board at a time: the title is on top, and the prompt is there too. A text that
        # is longer than the room below the board stands alone, as the end of a game of others.
        title = bg.games.get(screens.GAMES[game][0]).scene(0)["title"]
        assert lines[0].startswith(title) or lines[-2] == "Enter shows the board again"
        assert lines[-1].endswith(">")
        assert started.longest() <= size[0]
        assert (BOLD in started.output) == color
    assert "play again?" in seen[-1] or "next deal?" in seen[-1]
    assert len(seen) > 3
    if way != "hints":
        # A number and a name play the same move: the screens are those that were looked at.
        assert screens.kept(seen, size) == screens.path(game, size).read_text(encoding="utf-8")


def test_keys_typed_while_the_computer_thinks_wait_for_the_prompt(tmp_path: Path) -> None:
    with terminal(*OTHELLO, "alphabeta:seconds=1.5", home=tmp_path) as started:
        started.wait()
        started.keys("f5\r")
        started.until("white (O) thinks")
        started.keys("he")
        assert "he" not in started.look(0.3).splitlines()[-1]
        screen = started.wait(r"move 3, black \(X\)> he")
        assert screen.endswith("move 3, black (X)> he")
        # The sign of thinking has gone.
        assert "thinks" not in screen
        assert "a move         play it" in started.type("lp")


def test_ctrl_c_stops_the_thinking_and_go_lets_it_go_on(tmp_path: Path) -> None:
    with terminal(*SLOW, home=tmp_path) as started:
        started.wait()
        started.keys("f5\r")
        sign = started.until("positions (Ctrl-C stops)").splitlines()[-1]
        assert re.fullmatch(
            r". white \(O\) thinks, \d+ s, depth \d+, [\d,]+ positions \(Ctrl-C stops\)", sign
        )
        started.keys(CONTROL_C)
        screen = started.wait(r"move 2, white \(O\)> ")
        assert "white (O) waits: go lets them move" in screen
        started.keys("go\r")
        started.until("white (O) thinks")
        started.keys(CONTROL_C)
        started.wait(r"move 2, white \(O\)> ")
        assert "move 1, black (X)>" in started.type("undo")


def test_ctrl_c_ends_a_hint(tmp_path: Path) -> None:
    with terminal("play", "mnk:11,11,5", "-o", "human", home=tmp_path) as started:
        started.wait()
        started.keys("hint\r")
        started.until("looking for a hint")
        started.keys(CONTROL_C)
        screen = started.wait()
        assert "stopped" in screen or "hint: " in screen
        assert "move 1, o>" in screen


def test_ctrl_c_at_the_prompt_asks_once(tmp_path: Path) -> None:
    question = r"leave\? yes, no, or save FILE; Ctrl-C again leaves at once> "
    with terminal(*QUICK, home=tmp_path) as started:
        started.wait()
        started.type("f5")
        started.keys("abc" + CONTROL_C)
        started.wait(question)
        assert "the game goes on" in started.type("no")
        started.keys(CONTROL_C)
        started.wait(question)
        # A second one leaves at once, and the game is kept.
        started.keys(CONTROL_C)
        assert started.end() == 130
        assert "Traceback" not in started.output
        assert "the game is kept: bitgames play othello --continue" in started.output
    saved = tmp_path / "my game.json"
    with terminal("play", "othello", "--continue", home=tmp_path) as started:
        assert "move 3, black (X)>" in started.wait()
        started.keys(CONTROL_C)
        started.wait(question)
        started.keys(f"save {saved}\r")
        assert started.end() == 0
    assert len(bg.Record.load(saved)) == 2


def test_a_game_is_kept_after_every_move_and_offered_again(tmp_path: Path) -> None:
    path = tmp_path / "bitgames" / "othello.json"
    with terminal(*QUICK, home=tmp_path) as started:
        started.wait()
        assert not path.exists()
        started.type("f5")
        assert json.loads(path.read_text())["opponent"] == "first"
        started.type("undo")
        # A window that is closed.
    with terminal("play", "othello", home=tmp_path) as started:
        assert started.wait() == "continue othello against first, move 1? yes, no [yes]>"
        screen = started.type("")
        assert "you play black (X); first plays white (O)" in screen
        assert "move 1, black (X)>" in screen
        # What was tried is there, too.
        assert "move 3, black (X)>" in started.type("redo")
        started.keys("quit\r")
        assert started.end() == 0
        assert "the game is kept: bitgames play othello --continue" in started.output
    with terminal("play", home=tmp_path) as started:
        started.wait()
        assert "your game: a number" in started.type("no")
    with terminal("play", "--continue", home=tmp_path) as started:
        started.wait()
        started.type("resign")
        assert not path.exists()
        assert "move 3, black (X)>" in started.type("undo")
        assert path.exists()
        started.type("resign")
        started.keys("no\r")
        assert started.end() == 0
    with terminal("play", "-c", home=tmp_path) as started:
        assert started.end() == 1
        assert "there is no game to continue" in started.output


def test_a_pipe_keeps_nothing_unless_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def piped(*options: str) -> Result:
        return run("play", "othello", *options, stdin="f5\nquit\n")

    monkeypatch.setattr(autosave, "folder", lambda: tmp_path / "bitgames")
    assert "no game to continue: none was kept yet" in fails(run("play", "--continue"), 1)
    side = ("-o", "first", "--side", "black")
    assert piped(*side).exit_code == 0
    assert list(tmp_path.iterdir()) == []
    assert "bitgames play othello --continue" in piped(*side, "--autosave").stdout
    assert (tmp_path / "bitgames" / "othello.json").exists()
    other = fails(run("play", "mosaic", "--continue"), 1)
    assert "no game of mosaic to continue: none was kept, or the last one was finished" in other
    assert "f5 cannot be played now" in piped("--continue").stdout
    fails(piped("--continue", "--load", "x.json"), 2)


def test_a_folder_that_cannot_be_written_ends_no_game(tmp_path: Path) -> None:
    (tmp_path / "bitgames").write_text("in the way")
    with terminal("play", "tictactoe", "-o", "first", "--side", "o", home=tmp_path) as started:
        started.wait()
        assert "move 3, o>" in started.type("b2")
        started.keys("quit\r")
        assert started.end() == 0
        assert "warning: the game is not kept: " in started.output


def test_the_board_is_drawn_again_when_the_size_changes(tmp_path: Path) -> None:
    with terminal("play", "mosaic", "-o", "human", home=tmp_path) as started:
        before = started.wait()
        started.keys("1d")
        started.resize(132, 40)
        started.settle()
        assert started.settle() == f"{before} 1d"
        started.resize(40, 24)
        small = started.settle()
        assert small == "enlarge the window: 75 columns, not 40\nmove 1, first (o)> 1d"
        started.resize(80, 8)
        small = started.settle()
        assert small == "enlarge the window: 11 lines, not 8\nmove 1, first (o)> 1d"
        started.resize(80, 24)
        assert started.settle() == f"{before} 1d"
        assert "pieces left: o 69" in started.type("5")


def test_the_tab_key_completes_moves_and_commands(tmp_path: Path) -> None:
    with terminal(*QUICK, home=tmp_path) as started:
        started.wait()
        started.keys("d\t")
        started.until("(X)> d3")
        started.keys("\x15ru\t")
        started.until("(X)> rules")
        screen = started.type("")
        assert screen.startswith("Othello (othello), players black, white\n")
        assert "enclosed in the eight directions turn over" in screen
        # The arrow up brings the line again; Enter alone brings the board.
        started.keys("\x1b[A")
        started.until("(X)> rules")
        started.keys("\x15\r")
        assert started.wait().startswith("Othello 8 x 8: you play black")


def test_a_long_text_comes_page_by_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = Tree(bg.position("mnk:11,11,5"))
    for column in "abcdefghijk":
        for move in (f"{column}1", f"{column}2"):
            tree.play(move)
            tree.undo()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    autosave.store(autosave.Kept(tree=tree, opponent=None, side="both", seed=1, number=0))
    with terminal("play", "--continue", home=tmp_path, size=(80, 16)) as started:
        started.wait()
        first = started.type("tree").splitlines()
        assert first[0] == "0 start <"
        assert first[-2] == "Enter shows more"
        assert "22 k2" in started.type("")
        assert "o to move" in started.type("")


@pytest.fixture(scope="module")
def at_the_board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Terminal, list[str]]]:
    """A terminal with a new game that no test changes, and its first screen."""
    with terminal(*QUICK, home=tmp_path_factory.mktemp("home")) as started:
        yield started, started.wait().splitlines()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("hnit", "'hnit' is not a valid move: moves look like d3; did you mean hint?"),
        ("xyzzy", "'xyzzy' is not a valid move: moves look like d3; type help for the commands"),
        ("a1", "a1 cannot be played now; type moves to see what can"),
        ("hint x", "'x' is not a valid number of moves: hint, hint 3, hint all"),
        ("9", "9 is not a valid move: allowed are 1 to 4; type help for the commands"),
        ("load /none", "/none: No such file or directory"),
    ],
)
def test_bad_input_is_answered_in_one_line(
    line: str, words: str, at_the_board: tuple[Terminal, list[str]]
) -> None:
    started, before = at_the_board
    after = started.type(line).splitlines()
    assert words in after
    assert after[:14] == before[:14]
    assert len(after) == len(before)


def test_a_plain_terminal_gets_plain_lines(tmp_path: Path) -> None:
    with terminal(*QUICK, home=tmp_path, TERM="dumb") as started:
        started.wait()
        started.type("f5")
        assert "\x1b[" not in started.output.replace("\x1b[?2004h", "").replace("\x1b[?2004l", "")
        started.keys(CONTROL_C)
        started.wait(r"leave\? ")


def test_menus_ask_for_game_opponent_and_side(tmp_path: Path) -> None:
    with terminal("play", home=tmp_path) as started:
        screen = started.wait()
        assert "3  othello    turn the other's discs" in screen
        started.type("3")
        assert "your opponent" in started.text()
        started.type("")
        assert "your side: 1 black, 2 white, 3 random, 4 both [1]>" in started.text()
        assert "Othello 8 x 8: you play black (X);" in started.type("")
        assert started.longest() <= 80


def test_a_closed_pipe_ends_the_command_quietly(tmp_path: Path) -> None:
    command = " ".join(processes.BITGAMES) + " play tictactoe -o first --side o | head -1"
    script = f"yes 1 | {command}; echo ${{PIPESTATUS[1]}}"
    done = processes.run(["bash", "-c", script], env={"XDG_STATE_HOME": str(tmp_path)})
    assert done.stdout.splitlines()[0] == "you play o; first plays x; help lists the commands"
    assert done.stdout.splitlines()[1] == "0"
    assert "Traceback" not in done.stderr


def test_a_pipe_loads_nothing_of_the_keyboard() -> None:
    code = (
        "import runpy, sys\nsys.argv = ['bitgames', 'play', 'tictactoe', '--side', 'both']\n"
        "try:\n    runpy.run_module('bitgames', run_name='__main__', alter_sys=True)\n"
        "finally:\n    print([m for m in ('readline', 'prompt_toolkit') if m in sys.modules])\n"
    )
    done = processes.run([sys.executable, "-c", code], input="quit\n")
    assert done.stdout.endswith("bye\n[]\n")


def test_folders_of_the_systems() -> None:
    home = Path.home()
    assert autosave.folder({}, "linux") == home / ".local" / "state" / "bitgames"
    assert autosave.folder({"XDG_STATE_HOME": "relative"}, "linux") == autosave.folder({}, "linux")
    support = home / "Library" / "Application Support" / "bitgames"
    assert autosave.folder({}, "darwin") == support
    assert autosave.folder({"LOCALAPPDATA": "/local"}, "win32") == Path("/local/bitgames")


def test_a_damaged_kept_game_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    tree = Tree(bg.Othello())
    tree.play("f5")
    autosave.store(autosave.Kept(tree=tree, opponent=None, side="both", seed=2**127, number=3))
    kept = autosave.find("othello:6")
    assert kept is not None
    assert (kept.seed, kept.number, kept.opponent, len(kept.tree)) == (2**127, 3, None, 2)
    assert autosave.find("mosaic") is None
    path = tmp_path / "bitgames" / "othello.json"
    whole = json.loads(path.read_text())
    for damaged in (
        "",
        "{",
        "[]",
        json.dumps({**whole, "seed": "x"}),
        json.dumps({**whole, "v": 1, "tree": {}}),
    ):
        path.write_text(damaged)
        with pytest.raises(Failure, match="is not a valid game in progress: remove it"):
            autosave.find()
    autosave.forget("othello")
    assert autosave.find() is None


def test_a_long_title_loses_the_options_first(tmp_path: Path) -> None:
    start = ("play", "honeymoon:bicycle,scoring=rubber", "-o", "level:casual", "--side", "south")
    with terminal(*start, "--seed", "7", home=tmp_path) as started:
        title = "Honeymoon bridge: you play south; level:casual plays north"
        assert started.wait().splitlines()[0] == title
