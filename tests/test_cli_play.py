"""The command play: a conversation, line by line."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import pytest

import bitgames as bg
from bitgames.cli import wording
from bitgames.cli.session import Session
from bitgames.play import moves
from tests.commands import fails, run


def dialogue(*lines: str, options: tuple[str, ...] = ("--side", "o")) -> str:
    """Play with the first-cell player and return all that is printed."""
    result = run(
        "play", "tictactoe", "--opponent", "first", "--seed", "0", *options,
        stdin="".join(f"{line}\n" for line in lines),
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def opened(session: Session) -> str:
    """What a session prints at its beginning."""
    return "\n".join(session.open())


def say(session: Session, line: str) -> str:
    """What a session answers to a line."""
    return "\n".join(session.handle(line))


def played(session: Session) -> list[str]:
    """The moves of a session as text."""
    return [str(move) for move in session.record.moves]


def test_play_a_game_to_its_end() -> None:
    text = dialogue("b2", "c1", "a3")
    assert text.startswith("you play o; first plays x; help lists the commands\n")
    assert "moves: 1 a1, 2 b1, 3 c1, 4 a2, 5 b2, 6 c2, 7 a3, 8 b3, 9 c3\n" in text
    assert "1  1 2 3\n2  4 5 6\n3  7 8 9\n" in text
    assert "x plays a1" in text
    assert re.findall(r"move (\d), o> ", text) == ["1", "3", "5"]
    assert "[o]" in text
    assert "o wins: 3 in a row" in text
    assert "play again? yes, no, as o, x, random, both; undo, save FILE> " in text
    assert text.endswith("bye\n")


def test_play_asks_for_the_side() -> None:
    question = "your side: 1 o, 2 x, 3 random, 4 both [1]> "
    assert f"{question}x\nyou play x; first plays o" in dialogue("x", options=())
    assert f"{question}2\nyou play x; first plays o" in dialogue("2", options=())
    text = dialogue("z", "", "b2", options=())
    assert "side must be one of o, x, random, both, not 'z'" in text
    assert "x plays a1" in text
    assert dialogue(options=()).endswith("bye\n")


def test_play_asks_for_the_opponent() -> None:
    asked = run("play", "othello:4", stdin="z\nai14\n2\nwhite\nquit\n")
    assert asked.exit_code == 0
    text = asked.stdout
    assert re.search(r"^2  level:easy +for a first game$", text, re.MULTILINE)
    assert re.search(r"alphabeta:seconds=1 +the strongest of all", text)
    assert (
        "'z' is not a valid player of othello:4: allowed are random, first, greedy, level, " in text
    )
    assert "the players of othello:4 are random, first" in text
    assert "you play white (O); level:easy plays black (X); help lists the commands\n" in text
    assert "\nyou play o; level:club plays x;" in run("play", stdin="\n\n\n").stdout
    two = run("play", "othello", stdin="human\nquit\n").stdout
    assert "your side" not in two
    assert "you play black (X) and white (O); help" in two
    assert run("play", stdin="").stdout.endswith("bye\n")
    for leaving in ("quit\n", "\nexit\n"):
        assert run("play", stdin=leaving).stdout.endswith("bye\n")


def test_play_asks_for_the_game() -> None:
    text = run("play", stdin="chess\n9\n3\n\nwhite\nquit\n").stdout
    assert "3  othello    turn the other's discs by enclosing them; most discs win\n" in text
    assert 'unknown game "chess"' in text
    assert text.count("your game: a number, or a name with a size like othello:6 [1]> ") == 3
    assert "you play white (O)" in text
    assert "21 a5" in run("play", "-s", "5", stdin="1\n\n\n").stdout


def test_play_a_random_side_by_seed() -> None:
    sides = {
        seed: "o plays a1" in run(
            "play", "tictactoe", "-o", "first", "--side", "random", "--seed", str(seed), stdin=""
        ).stdout
        for seed in range(12)
    }  # fmt: skip
    assert set(sides.values()) == {True, False}


def test_play_both_sides() -> None:
    text = dialogue("a1", "b2", "undo", "c3", options=("--side", "both"))
    assert "plays" not in text
    assert "1  o 1 2\n2  3 4 5\n3  6 7[x]" in text


def test_play_undo_takes_back_two() -> None:
    text = dialogue("b2", "undo", "undo")
    assert text.count("1  1 2 3\n2  4 5 6\n3  7 8 9") == 2
    assert "nothing to undo" in text
    assert "nothing to undo" in dialogue("undo", options=("--side", "x"))


def test_play_hint() -> None:
    text = dialogue("b1", "b2", "hint")
    assert "hint: b3 wins: completes a line; a2 wins too" in text


def test_play_resign_and_retry() -> None:
    text = dialogue(
        "b2", "resign", "resign", "hint", "moves", "b1", "undo", "resign", "retry", "quit"
    )
    assert "\no resigned; x wins\n" in text
    assert "there are no moves" in text
    assert "the game is over already" in text
    assert "nothing to hint at" in text
    assert "the game is over: type yes to play again, or no" in text
    assert text.rstrip().endswith("bye")


def test_play_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "my game.json"
    text = dialogue("b2", f"save {path}", "resign", f"load {path}", "save", "load", "load /no/file")
    assert f"saved to {path}" in text
    assert "save needs the name of a file" in text
    assert "load needs the name of a file" in text
    assert f"{Path('/no/file')}: No such file or directory" in text
    assert [str(move) for move in bg.Record.load(path).moves] == ["b2", "a1"]
    assert "1 [x]1 2\n2  3 o 4" in dialogue(options=("--side", "o", "--load", str(path)))
    bg.Record("tictactoe:4").save(path)
    other = dialogue(f"load {path}")
    assert f"{path} is a game of tictactoe:4, not of tictactoe: bitgames play --load opens" in other
    path.write_text("{")
    assert "not a bitgames record" in dialogue(f"load {path}")
    path.write_text("b2 a1 c3")
    assert "3  5 6[o]" in dialogue(f"load {path}", "undo", options=("--side", "both"))


def test_a_game_is_saved_in_the_format_of_the_suffix(tmp_path: Path) -> None:
    for name in ("x.svg", "x.png", "x.games"):
        text = dialogue("b2", f"save {tmp_path / name}")
        assert "has no known suffix: allowed are .txt (transcript), .ggf (ggf), " in text
        assert "name the format" not in text and not (tmp_path / name).exists()
    assert "saved to " in dialogue("b2", f"save {tmp_path / 'plain'}")
    assert len(bg.Record.load(tmp_path / "plain")) == 2


def test_a_saved_game_names_its_game(tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    bg.Record("othello:6").save(path)
    options = ("--load", path, "-o", "first", "--side", "black")
    for game in ((), ("othello:6",), ("othello", "-s", "6")):
        assert "you play black (X)" in run("play", *game, *options, stdin="").stdout
    assert "--size needs the name of a game" in fails(run("play", "-s", "6", *options), 2)
    for game in (("othello",), ("tictactoe",)):
        complaint = fails(run("play", *game, *options), 2)
        assert "is a game of othello:6, not of" in complaint


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   ",
        "zz",
        "b9",
        "a1 b2",
        "save ",
        "\x00",
        "\N{SNOWMAN}",
        "0",
        "10",
        "9" * 5000,
        "-1",
        "\N{SUPERSCRIPT ONE}",
        "\N{ARABIC-INDIC DIGIT ONE}",
        "01",
        "yes",
        "no",
        "retry z",
        "load /",
    ],
)
def test_play_explains_what_it_does_not_know(line: str) -> None:
    start = bg.TicTacToe()
    session = Session(start, bg.players.get("first"), "o", seed=0)
    opened(session)
    answer = say(session, line)
    assert "\n" not in answer
    assert answer
    assert session.record.position == start


def test_play_an_occupied_cell() -> None:
    session = Session(bg.TicTacToe(), None, seed=0)
    opened(session)
    say(session, "b2")
    assert "b2" in say(session, "b2")
    assert session.record.moves == [4]


def test_play_repeats_by_seed() -> None:
    def game(seed: int) -> str:
        session = Session(bg.TicTacToe(), bg.players.get("random"), "o", seed=seed)
        texts = [opened(session)]
        for _ in range(3):
            for _ in range(2):
                texts.append(say(session, str(session.record.position.legal_moves[0])))
                if session.is_over:
                    break
            texts.append(say(session, "retry"))
        return "".join(texts)

    assert game(3) == game(3)
    assert len({game(seed) for seed in range(8)}) > 1


def test_play_by_numbers() -> None:
    session = Session(bg.Othello(), None, seed=0)
    assert "\nmoves: 1 d3, 2 c4, 3 f5, 4 e6" in opened(session)
    assert "\n4   .  .  2  O  X  .  .  .\n" in opened(session)
    say(session, "3")
    assert played(session)[-1] == "f5"
    assert session.prompt == "move 2, white (O)> "
    assert say(session, "4") == (
        "4 is not a valid move: allowed are 1 to 3; type help for the commands"
    )
    assert say(session, "a1") == "a1 cannot be played now; type moves to see what can"
    assert say(session, "moves") == "moves: 1 f4, 2 d6, 3 f6"


def test_a_number_is_no_number_of_a_move_where_moves_are_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Numbered:
        legal_moves = ("5", "7")

    assert not moves.has_numbers(Numbered())  # type: ignore[arg-type]
    assert wording.list_moves(Numbered()) == "moves: 5, 7"  # type: ignore[arg-type]


def test_play_on_a_large_board_does_not_list_a_hundred_moves() -> None:
    session = Session(bg.mnk(11, 11, 5), None, seed=0)
    assert opened(session).endswith("o to move\n121 moves, like a1")
    listed = say(session, "moves").splitlines()
    assert max(map(len, listed)) < 80
    assert "121 k11" in listed[-1]
    say(session, "13")
    assert played(session)[-1] == "b2"


PASSING = "othello:4 XO--/----/----/XO-- O"  # white has no move, black has two


def test_a_forced_pass_is_announced_and_played() -> None:
    session = Session(bg.position(PASSING), None, seed=0)
    text = opened(session)
    assert "\nwhite (O) has no move and passes\n" in text
    assert text.endswith("moves: 1 c1, 2 c4")
    assert session.prompt == "move 2, black (X)> "
    text = say(session, "c1")
    # The board before the pass, the pass, the board with the next choice.
    assert "white to move, must pass, black 4, white 1\n\nwhite (O) has no move" in text
    assert text.endswith("moves: 1 c4")
    end = say(session, "1").splitlines()[-1]
    assert end == ("black 6, white 0: black wins by 6, or 16 with the empty cells; one colour left")
    say(session, "undo")
    assert played(session) == ["pass", "c1", "pass"]
    say(session, "undo")
    assert played(session) == ["pass"]
    assert say(session, "undo").startswith("nothing to undo")


@pytest.mark.parametrize(("side", "moves"), [("black", ["pass"]), ("white", None)])
def test_either_side_passes_without_being_asked(side: str, moves: list[str] | None) -> None:
    session = Session(bg.position(PASSING), bg.players.get("first"), side, seed=0)
    assert "white (O) has no move and passes" in opened(session)
    if moves is None:
        assert session.is_over
        assert say(session, "undo").startswith("nothing to undo")
    else:
        assert played(session) == moves


@pytest.mark.parametrize(
    ("text", "caption"),
    [
        ("othello:4 XXXX/XXXX/XXXO/OOOO X", "black 11, white 5: black wins by 6"),
        ("othello:4 XXXX/XXXX/OOOO/OOOO X", "black 8, white 8: draw"),
        (
            "othello:4 X---/----/----/--OO X",
            "black 1, white 2: white wins by 1, or 14 with the empty cells; neither side can move",
        ),
        ("othello:4 XX--/XX--/OO--/OO-- X", "black to move, black 4, white 4"),
    ],
)
def test_the_score_of_othello_in_words(text: str, caption: str) -> None:
    assert bg.position(text).to_text().splitlines()[-1] == caption


class Broken(bg.players.Player):
    """Plays well once, and then not at all."""

    name = "broken"

    def choose(self, position: bg.Position) -> str:
        if position.ply > 1:
            raise bg.ForfeitError("the program ended")
        return str(position.legal_moves[0])


def test_every_board_that_a_move_turned_is_shown() -> None:
    session = Session(bg.Othello(), bg.players.get("first"), "black", seed=0)
    opened(session)
    text = say(session, "d3")
    assert text.count("  a  b") == 2
    assert text.index("[X]") < text.index("white (O) plays") < text.index("[O]")
    quick = Session(bg.TicTacToe(), bg.players.get("first"), "o", seed=0)
    opened(quick)
    assert say(quick, "b2").count("  a b c") == 1


def test_the_move_of_a_person_is_shown_before_the_computer_thinks() -> None:
    class Slow(Broken):
        asked = 0

        def choose(self, position: bg.Position) -> str:
            self.asked += 1
            return str(position.legal_moves[0])

    rival = Slow()
    session = Session(bg.Othello(), rival, "black", seed=0)
    opened(session)
    texts = session.handle("d3")
    assert "[X]" in next(texts)
    assert rival.asked == 0
    assert next(texts).startswith("white (O) plays ")
    assert rival.asked == 1


def test_the_question_at_the_end() -> None:
    session = Session(bg.Othello(4), bg.players.get("first"), "black", seed=0)
    opened(session)
    while not session.is_over:
        text = say(session, "1")
    assert re.search(r"black \d+, white \d+: (black|white) wins by \d+", text)
    assert session.prompt == "play again? yes, no, as black, white, random, both; undo, save FILE> "
    assert say(session, "perhaps") == say(session, "")
    assert say(session, "WHITE").startswith("you play white (O); first plays black (X);")
    assert len(played(session)) == 1
    assert say(session, "retry both").startswith("you play black (X) and white (O);")
    say(session, "resign")
    assert say(session, "y").startswith("you play black (X) and white (O);")
    say(session, "resign")
    assert say(session, "no") == "bye"
    assert session.done


def test_two_people_are_not_asked_for_sides() -> None:
    session = Session(bg.TicTacToe(), None, seed=0)
    opened(session)
    say(session, "resign")
    assert session.prompt == "play again? yes, no, undo, save FILE> "
    assert say(session, "x") == "the game is over: type yes to play again, or no"


def test_an_opponent_that_fails_forfeits_the_game() -> None:
    session = Session(bg.TicTacToe(), Broken(), "o", seed=0)
    opened(session)
    say(session, "b2")
    assert say(session, "c3").endswith("x forfeits the game: the program ended; o wins")
    assert session.is_over
    assert say(session, "retry").startswith("you play o; broken plays x")


def test_an_opponent_that_cheats_forfeits_the_game() -> None:
    class Cheat(Broken):
        def choose(self, position: bg.Position) -> str:
            return "b2"

    session = Session(bg.TicTacToe(), Cheat(), "o", seed=0)
    opened(session)
    assert "x forfeits the game: illegal move b2" in say(session, "b2")


@pytest.mark.parametrize("side", ["black", "white", "both", "random"])
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_by_random_answers(side: str, seed: int) -> None:
    """Whatever is typed, the conversation goes on, and the record is a legal game."""
    rng = random.Random(seed)
    session = Session(bg.Othello(6), bg.players.get("random"), side, seed=seed)
    opened(session)
    words = ["undo", "moves", "help", "retry", "pass", "a1", "99", "resign", "yes", "white", "both"]
    for _ in range(150):
        line = rng.choice(words) if rng.random() < 0.1 else str(rng.randint(1, 5))
        assert say(session, line)
        assert session.prompt
        assert bg.Record(session.record.start, played(session)).position == session.record.position
    while not session.is_over:
        say(session, "1")
    assert say(session, "retry black")


def test_moves_that_are_taken_back_stay_in_the_tree() -> None:
    session = Session(bg.TicTacToe(), bg.players.get("first"), "o", seed=0)
    opened(session)
    for line in ("b2", "c1", "undo"):
        say(session, line)
    assert played(session) == ["b2", "a1"]
    assert say(session, "redo").endswith("moves: 1 a2, 2 c2, 3 a3, 4 b3, 5 c3")
    assert played(session) == ["b2", "a1", "c1", "b1"]
    assert say(session, "redo") == "nothing to redo: no move was undone here"
    for line in ("undo", "c3"):
        say(session, line)
    tree = say(session, "tree").splitlines()
    assert tree == ["0 start  1 b2  2 a1", "  3 c1  4 b1", "  5 c3  6 b1 <"]
    assert "x waits: go lets them move" in say(session, "goto 3")
    assert say(session, "b1") == "it is not your turn"
    assert say(session, "go").startswith("x plays b1")
    assert played(session) == ["b2", "a1", "c1", "b1"]
    assert say(session, "goto 99") == "the tree has no node 99"
    for text in ("goto", "goto x", "goto \N{SUPERSCRIPT ONE}", "goto " + "9" * 5000):
        assert say(session, text).startswith("goto needs the number of a move in the tree")
    assert say(session, "go") == "the computer does not wait"


class Choosy(Broken):
    """Knows one board only."""

    name = "choosy"

    def check(self, position: bg.Position) -> None:
        if position.game != "tictactoe":
            raise bg.UnsupportedError(f"choosy does not know {position.game}")


def test_any_player_is_asked_whether_it_knows_the_game(tmp_path: Path) -> None:
    """Programs of others were accepted for every game, and lost it at their first move."""
    bg.players.register("choosy", Choosy)
    words = fails(run("play", "othello", "-o", "choosy", "--side", "black"), 2)
    assert "choosy does not know othello" in words
    assert run("play", "tictactoe", "-o", "choosy", "--side", "o", stdin="").exit_code == 0
    said = run("play", "othello", stdin="choosy\n\n").stdout
    assert "choosy does not know othello" in said


def test_an_engine_is_refused_for_a_game_its_protocol_does_not_know() -> None:
    engine = f'engine:"{sys.executable}" -c pass'
    for game in ("mosaic", "quo", "honeymoon"):
        assert "not " in fails(run("play", game, "-o", engine, "--side", "both"), 2)
