"""The command play: a conversation, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

import bitgames as bg
from bitgames.cli.session import Session
from tests.commands import run


def dialogue(*lines: str, options: tuple[str, ...] = ("--side", "o")) -> str:
    """Play with the first-cell player and return all that is printed."""
    result = run(
        "play", "tictactoe", "--opponent", "first", "--seed", "0", *options,
        stdin="".join(f"{line}\n" for line in lines),
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def test_play_a_game_to_its_end() -> None:
    text = dialogue("b2", "c1", "a3")
    assert "moves: a1 b1 c1 a2 b2 c2 a3 b3 c3" in text
    assert "x (first) plays a1" in text
    assert text.count("o to move> ") == 3
    assert "[o]" in text
    assert "o wins: 3 in a row" in text
    assert "game over: retry" in text
    assert text.endswith("bye\n")


def test_play_asks_for_the_side() -> None:
    assert "your side (o, x, random, both) [o]> x\no (first) plays a1" in dialogue("x", options=())
    text = dialogue("z", "", "b2", options=())
    assert "'z' is no side; type one of o, x, random, both" in text
    assert "x (first) plays a1" in text
    assert dialogue(options=()).endswith("bye\n")


def test_play_a_random_side_by_seed() -> None:
    sides = {
        seed: "o (first) plays a1" in run(
            "play", "--opponent", "first", "--side", "random", "--seed", str(seed), stdin=""
        ).stdout
        for seed in range(12)
    }  # fmt: skip
    assert set(sides.values()) == {True, False}


def test_play_both_sides() -> None:
    text = dialogue("a1", "b2", "undo", "c3", options=("--side", "both"))
    assert "plays" not in text
    assert "1  o . .\n2  . . .\n3  . .[x]" in text


def test_play_undo_takes_back_two() -> None:
    text = dialogue("b2", "undo", "undo")
    assert text.count("1  . . .\n2  . . .\n3  . . .") == 2
    assert "nothing to undo" in text
    assert "nothing to undo" in dialogue("undo", options=("--side", "x"))


def test_play_hint() -> None:
    text = dialogue("b1", "b2", "hint")
    assert "hint: b3; with best play o wins (+1)" in text


def test_play_resign_and_retry() -> None:
    text = dialogue("b2", "resign", "resign", "hint", "b1", "undo", "resign", "retry", "quit")
    assert "o resigned" in text
    assert "the game is over already" in text
    assert "nothing to hint at" in text
    assert "the game is over: type retry" in text
    assert text.rstrip().endswith("bye")


def test_play_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "my game.json"
    text = dialogue("b2", f"save {path}", "resign", f"load {path}", "save", "load", "load /no/file")
    assert f"saved to {path}" in text
    assert "save needs the name of a file" in text
    assert "load needs the name of a file" in text
    assert "/no/file: No such file or directory" in text
    assert [str(move) for move in bg.Record.load(path).moves] == ["b2", "a1"]
    assert "1 [x]. .\n2  . o ." in dialogue(options=("--side", "o", "--load", str(path)))
    bg.Record("tictactoe:4").save(path)
    assert "is a game of tictactoe:4, not of tictactoe" in dialogue(f"load {path}")
    path.write_text("{")
    assert "not a bitgames record" in dialogue(f"load {path}")


@pytest.mark.parametrize(
    "line", ["", "   ", "zz", "b9", "a1 b2", "save ", "\x00", "\N{SNOWMAN}", "1", "undo now"]
)
def test_play_explains_what_it_does_not_know(line: str) -> None:
    start = bg.TicTacToe()
    session = Session(start, [None, bg.players.get("first")], seed=0)
    session.open()
    answer = session.handle(line)
    assert "\n" not in answer
    assert answer
    assert session.record.position == start


def test_play_an_occupied_cell() -> None:
    session = Session(bg.TicTacToe(), [None, None], seed=0)
    session.open()
    session.handle("b2")
    assert "b2" in session.handle("b2")
    assert session.record.moves == [4]


def test_play_repeats_by_seed() -> None:
    def game(seed: int) -> str:
        session = Session(bg.TicTacToe(), [None, bg.players.get("random")], seed=seed)
        texts = [session.open()]
        for _ in range(3):
            for _ in range(2):
                texts.append(session.handle(str(session.record.position.legal_moves[0])))
                if session.is_over:
                    break
            texts.append(session.handle("retry"))
        return "".join(texts)

    assert game(3) == game(3)
    assert len({game(seed) for seed in range(8)}) > 1
