"""Players that speak: programs and functions that read prompts and answer in text."""

from __future__ import annotations

import asyncio
import gc
import json
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg
from bitgames.journal import lines
from bitgames.players.command import command_text
from bitgames.players.player import as_player
from bitgames.players.prompt import find_move
from bitgames.players.text import _Process, text
from bitgames.protocols import program
from tests import processes, specs
from tests.commands import fails, run
from tests.rooms import Wire, middle

AGENT = str(Path(__file__).with_name("scripted_agent.py"))


@pytest.fixture(autouse=True)
def programs_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "_QUIT_SECONDS", 0.3)


def command(folder: Path, vice: str, at: int = 1) -> list[str]:
    folder.mkdir(exist_ok=True)
    return [sys.executable, AGENT, str(folder), vice, str(at)]


def spec(folder: Path, vice: str = "none", at: int = 1, options: str = "name=it") -> str:
    return f"text[{options}]:{command_text(command(folder, vice, at))}"


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[Callable[..., bg.players.TextPlayer]]:
    """Makes players of the scripted program, and checks that none of its processes is left."""
    made: list[bg.players.TextPlayer] = []
    folder = tmp_path / "agents"

    def make(vice: str, at: int = 1, **options: Any) -> bg.players.TextPlayer:
        options = {"name": vice, **options}
        made.append(bg.players.TextPlayer(command(folder, vice, at), **options))
        return made[-1]

    yield make
    for player in made:
        player.close()
    assert left(folder) == []


def left(folder: Path) -> list[str]:
    """The noted processes that still exist."""
    if sys.platform == "win32":
        return []
    return [path.name for path in folder.iterdir() if processes.is_there(int(path.name))]


def kept(path: Path) -> list[dict[str, Any]]:
    """The prompts of a file, each line found whole."""
    return [json.loads(line.data) for line in lines(path)][1:]


# What a prompt says


@specs.every_board
def test_a_prompt_has_rules_position_moves_and_the_form_of_the_answer(spec: str) -> None:
    position = bg.games.get(spec)
    record = bg.Record(position.deal(3) if position.facts.chance else position)
    for move in walked(record.position, 5):
        record.play(move)
    said = bg.players.prompt(record)
    at = record.position
    view = at if not at.facts.hidden else bg.View(at, at.turn)
    shown = record.to_text() if not at.facts.hidden else view.to_text()
    for part in (
        bg.games.rules(spec).text,
        shown,
        *(f" {record.start.facts.player_names[before.turn]} {move}"
          for before, move in zip(record.positions, record.moves, strict=False)),
        at.facts.player_names[at.turn],
        "the last move in your answer counts",
    ):  # fmt: skip
        assert part in said
    assert "legal moves" not in said
    told = bg.players.prompt(record, legal=True)
    assert f"The legal moves: {' '.join(map(str, view.legal_moves))}\n" in told


def walked(position: bg.Position, plies: int) -> Iterator[bg.Move]:
    for number in range(plies):
        legal = position.legal_moves
        move = legal[(7 * number + 3) % len(legal)]
        yield move
        position = position.play(move)


def test_a_game_that_was_set_up_says_from_where() -> None:
    start = bg.position("tictactoe oox/.../...")
    assert "from tictactoe oox/.../..." in bg.players.prompt(bg.Record(start, ["c3"]))
    assert "so far" not in bg.players.prompt(start)


HONEYMOON = ["honeymoon", "honeymoon:bicycle", "honeymoon:face_up", "honeymoon:scoring=rubber"]


@pytest.mark.parametrize("spec", HONEYMOON)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 100), world=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_prompts_are_equal_in_all_worlds_that_look_alike(
    spec: str, seed: int, plies: int, world: int
) -> None:
    """No hidden card is in a prompt: all deals that fit what the seat knows have the same one."""
    position = middle(spec, seed, plies)
    if position.is_over:
        return
    other = position.determinize(position.turn, world)
    for legal in (False, True):
        said = bg.players.prompt(position, legal=legal)
        assert said == bg.players.prompt(other, legal=legal)
        assert said == bg.players.prompt(bg.View(position, position.turn), legal=legal)


@pytest.mark.parametrize("spec", HONEYMOON)
@given(seed=st.integers(0, 2**32), plies=st.integers(1, 78))
@settings(max_examples=15, deadline=None)
def test_the_game_is_told_as_the_seat_has_seen_it(spec: str, seed: int, plies: int) -> None:
    """The moves of a prompt, and what they brought, are those of the true deal."""
    start = bg.games.get(spec).deal(seed)
    record = bg.Record(start)
    while not record.is_over and len(record) < plies:
        legal = record.position.legal_moves
        record.play(legal[(seed + 7 * len(record)) % len(legal)])
    at = record.position
    if at.is_over or len(bg.View(at, at.turn).moves) != len(record):  # type: ignore[attr-defined]
        return  # another deal of the rubber
    said = bg.players.prompt(record)
    for number, (before, move) in enumerate(zip(record.positions, record.moves, strict=False), 1):
        brought = "; ".join(bg._core.announce(before, move, at.turn))
        name = at.facts.player_names[before.turn]
        told = f"{number}. {name} {move}" + (f" ({brought})" if brought else "")
        assert f"\n{told}\n" in said


def test_a_match_that_shows_all_shows_a_speaker_its_own_cards_only() -> None:
    heard: list[str] = []

    def speaker(prompt: str) -> str:
        heard.append(prompt)
        return prompt.partition("The legal moves: ")[2].split()[0]

    for see_all in (False, True):
        player = bg.players.TextPlayer(speaker, legal=True)
        bg.match(player, player, "honeymoon:bicycle", games=1, seed=5, see_all=see_all)
    half = len(heard) // 2
    assert half > 20
    assert heard[:half] == heard[half:]


# What an answer says


@pytest.mark.parametrize(
    ("game", "answer", "move"),
    [
        ("othello", "d3", "d3"),
        ("othello", "I considered c4; **D3** is better.", "d3"),
        ("othello", "Final answer: `f5`\n", "f5"),
        ("othello", r"\boxed{e6}", "e6"),
        ("othello", "_c4_", "c4"),
        ("connect4", "Column 4!", "4"),
        ("mosaic:3", "1A1, no: 1b3.", "1b3"),
        ("tictactoe", "a1 (the corner)", "a1"),
        ("tictactoe", "I cannot play.", None),
        ("tictactoe", "", None),
        ("honeymoon", "I bid 1NT", "1NT"),
        ("honeymoon", "Not 7S. Pass!", "pass"),
        ("honeymoon:bicycle", "the A♠", "SA"),
        ("honeymoon:bicycle", "♥10", "HT"),
    ],
)
def test_the_last_move_of_an_answer_counts(game: str, answer: str, move: str | None) -> None:
    found, _ = find_move(bg.games.get(game), answer)
    assert (None if found is None else str(found)) == move


@given(st.text())
def test_any_answer_has_a_move_or_a_fault(answer: str) -> None:
    for game in ("othello", "honeymoon", "connect4"):
        position = bg.games.get(game)
        move, fault = find_move(position, answer)
        assert (move is not None and position.is_legal(move)) == (not fault)


@specs.every_board
def test_every_legal_move_is_found_in_a_sentence(spec: str) -> None:
    position = bg.games.get(spec)
    for move in position.legal_moves:
        assert find_move(position, f"My move is **{move}**.") == (move, "")


# Programs


@pytest.mark.parametrize("vice", ["none", "chatty", "learns"])
def test_a_program_that_answers_plays_as_its_moves(
    vice: str, agent: Callable[..., bg.players.TextPlayer]
) -> None:
    """One process plays all games; what it learns from a refusal counts."""
    player = agent(vice)
    played = bg.match(player, "random", "tictactoe", games=4, seed=1)
    assert played.forfeits == ()
    first = bg.match("first", "random", "tictactoe", games=4, seed=1)
    assert (played.wins, played.draws, played.losses) == (first.wins, first.draws, first.losses)


VICES = {
    "illegal": "illegal move a1 in",
    "silent": "gave no answer within 0.3 s",
    "late": "gave no answer within 0.3 s",
    "die": "ended with code 1: out of tokens",
    "flood": "gave no answer within 0.3 s",
    "lines": "wrote '' instead of an answer: a JSON string in one line",
    "plain": "instead of an answer: a JSON string in one line",
    "number": "wrote '5' instead of an answer: a JSON string in one line",
    "long": "wrote an endless line instead of an answer: a JSON string in one line",
}


@pytest.mark.parametrize("vice", VICES)
def test_a_program_that_fails_loses_the_game_and_the_match_goes_on(
    vice: str, agent: Callable[..., bg.players.TextPlayer]
) -> None:
    player = agent(vice, at=2, seconds=0.3 if "within" in VICES[vice] else 60)
    with player:  # the first answer may take as long as the interpreter needs to start
        player._seconds, usual = 60.0, player._seconds
        player.choose(bg.TicTacToe())
        player._seconds = usual
        result = bg.match(player, "first", "tictactoe", games=1, seed=1)
    (forfeit,) = result.forfeits
    assert VICES[vice] in forfeit.reason, forfeit.reason


def test_a_program_that_ended_after_an_answer_starts_again(tmp_path: Path) -> None:
    code = "import json; input(); print(json.dumps('a1'))"
    with bg.players.TextPlayer([sys.executable, "-c", code]) as player:
        for _ in range(2):
            assert str(player.choose(bg.TicTacToe())) == "a1"
            assert isinstance(player._speaker, _Process)
            ran = player._speaker._program
            processes.wait_for(lambda: ran is None or ran.has_ended)  # noqa: B023 - at once


def test_three_answers_and_no_more(tmp_path: Path) -> None:
    heard: list[str] = []

    def stubborn(prompt: str) -> str:
        heard.append(prompt)
        return "a1"

    position = bg.TicTacToe().play("a1")
    assert str(bg.players.TextPlayer(stubborn).choose(position)) == "a1"
    assert len(heard) == 3
    refused = "Your last answer was 'a1', which cannot be played: a1 is not a legal move now."
    assert heard[1] == heard[2] == f"{heard[0]}\n\n{refused} Answer again."
    legal = bg.players.TextPlayer(stubborn, legal=True)
    legal.choose(position)
    assert heard[4].endswith("Answer again. The legal moves: b1 c1 a2 b2 c2 a3 b3 c3")
    assert bg.match(lambda prompt: None, "first", "tictactoe", games=1).forfeits[0].reason


def test_a_forced_pass_is_not_asked() -> None:
    position = bg.position("othello:4 XO--/----/----/XO-- O")
    player = bg.players.TextPlayer(lambda prompt: str(1 / 0))
    assert str(player.choose(position)) == "pass"


def test_a_program_that_never_answered_ends_the_match_in_one_line(
    tmp_path: Path, agent: Callable[..., bg.players.TextPlayer]
) -> None:
    with pytest.raises(bg.PlayerError, match="'stillborn' has never answered: it ended with code"):
        bg.match(agent("stillborn"), "first", "tictactoe", games=2)
    with pytest.raises(bg.PlayerError, match="'plain' has never answered: it wrote 'a1'"):
        agent("plain").choose(bg.TicTacToe())
    with pytest.raises(bg.ParameterError, match="the text player cannot be started"):
        bg.match(bg.players.TextPlayer(["/no/such/program"]), "first", "tictactoe", games=2)
    failed = run("match", "tictactoe", spec(tmp_path / "a", "stillborn"), "first", "-n", "2")
    assert "no key" in fails(failed, 1)


def test_a_clock_bounds_all_answers_for_a_move(agent: Callable[..., bg.players.TextPlayer]) -> None:
    player = agent("late", at=2)
    player.choose(bg.TicTacToe())
    result = bg.match(
        player, "first", "tictactoe", games=1, clock=bg.Clock(move=0.3, margin=0.1), seed=1
    )
    assert "gave no answer within 0.4 s" in result.forfeits[0].reason


def test_after_an_interruption_the_program_begins_anew(
    agent: Callable[..., bg.players.TextPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    player = agent("none")
    player.choose(bg.TicTacToe())

    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(program.Program, "receive", interrupt)
        with pytest.raises(KeyboardInterrupt):
            player.choose(bg.TicTacToe())
    assert str(player.choose(bg.TicTacToe().play("a1"))) == "b1"


def test_a_program_ends_with_its_player_and_its_children_too(tmp_path: Path) -> None:
    folder = tmp_path / "agents"
    player = bg.players.TextPlayer(command(folder, "brood"))
    player.choose(bg.TicTacToe())
    assert len(left(folder)) == (2 if sys.platform != "win32" else 0)
    del player
    gc.collect()
    processes.wait_for(lambda: not left(folder))


@processes.posix
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"])
def test_a_program_ends_with_the_command_however_that_ends(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "agents"
    silent = spec(folder, "silent", at=1)
    with processes.running([*processes.BITGAMES, "match", "tictactoe", silent, "first"]) as child:
        processes.wait_for(lambda: folder.exists() and left(folder))
        child.send_signal(getattr(signal, name))
        child.communicate(timeout=processes.HANGS)
    processes.wait_for(lambda: not left(folder))


# Functions


async def first_by_wire(prompt: str) -> str:
    await asyncio.sleep(0)
    return f"Move: {prompt.rpartition('legal moves: ')[2].split()[0]}"


def test_async_functions_play_also_beside_a_running_loop() -> None:
    player = bg.players.TextPlayer(first_by_wire, legal=True)
    expected = bg.match("first", "random", "tictactoe", games=4, seed=1)

    async def in_a_notebook() -> bg.MatchResult:
        return bg.match(player, "random", "tictactoe", games=4, seed=1)

    for result in (
        bg.match(player, "random", "tictactoe", games=4, seed=1),
        asyncio.run(in_a_notebook()),
    ):
        assert result.forfeits == ()
        assert (result.wins, result.losses) == (expected.wins, expected.losses)


def test_an_async_function_that_is_late_is_cancelled() -> None:
    ended = threading.Event()

    async def slow(prompt: str) -> str:
        try:
            await asyncio.sleep(600)
        finally:
            ended.set()
        return "b2"

    result = bg.match(slow, "first", "tictactoe", games=1, clock="move=0.1,margin=0.1")
    assert result.forfeits[0].reason == "gave no answer within 0.2 s"
    assert ended.wait(processes.HANGS)
    with pytest.raises(bg.ForfeitError, match="no answer"):
        bg.players.TextPlayer(slow, seconds=0.1).choose(bg.TicTacToe())


def test_what_a_function_raises_comes_out_unchanged() -> None:
    async def offline(prompt: str) -> str:
        raise ConnectionError("no route")

    def wrong(prompt: str) -> Any:
        return 5

    async def hurried(prompt: str) -> str:
        raise TimeoutError("the service is busy")

    for function, kind in ((offline, ConnectionError), (hurried, TimeoutError), (wrong, TypeError)):
        with pytest.raises(kind):
            bg.match(function, "first", "tictactoe", games=1)
    game = bg.tournament([offline, "first"], "tictactoe", pairs=1).games[0]
    assert (game.reason, game.forfeit) == ("ConnectionError: no route", True)


def test_functions_that_read_prompts_are_known_by_their_parameter() -> None:
    def typed(message: str) -> str:
        return message

    for function in (typed, first_by_wire, lambda prompt: prompt):
        assert isinstance(as_player(function), bg.players.TextPlayer)
    for other in (lambda position: 0, lambda at: 0, min):
        assert not isinstance(as_player(other), bg.players.TextPlayer)
    assert bg.players.TextPlayer(typed).name == "typed"


def test_a_file_may_hold_one(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "async def model(prompt):\n    return prompt.rpartition('far:')[0] and 'b2' or 'a1'\n"
        "def broken(prompt):\n    raise OSError('offline')\n"
        "class Seat:\n    def __call__(self, prompt):\n        return 'c3'\nseat = Seat()\n",
        encoding="utf-8",
    )
    assert str(bg.players.get(f"python:{path}:model").choose(bg.Record("tictactoe"))) == "a1"
    assert str(bg.players.get(f"python:{path}:seat").choose(bg.Record("tictactoe"))) == "c3"
    with pytest.raises(bg.PlayerError, match=r"broken raised OSError: offline in mine.py, line 4"):
        bg.players.get(f"python:{path}:broken").choose(bg.Record("tictactoe"))


# What is kept


def test_a_log_gets_every_prompt_with_its_answer(
    tmp_path: Path, agent: Callable[..., bg.players.TextPlayer]
) -> None:
    path = tmp_path / "talk.jsonl"
    with agent("learns", log=path) as player:
        bg.match(player, "first", "tictactoe", games=1, seed=1)
        with pytest.raises(BlockingIOError):
            bg.players.TextPlayer(lambda prompt: "a1", log=path).choose(bg.TicTacToe())
    found = kept(path)
    assert [(each["answer"], each["move"], each["fault"], each["try"]) for each in found[:3]] == [
        ("a1 a1 a1", "a1", None, 1),
        ("a1 a1 a1", "a1", "a1 is not a legal move now", 1),
        ("c1", "c1", None, 2),
    ]
    assert found[2]["prompt"].endswith("Answer again.")
    assert found[0]["position"] == "tictactoe .../.../..." and found[0]["seat"] == "o"
    assert found[0]["seed"] is not None and found[0]["player"] == "learns"


def test_a_tournament_keeps_prompts_beside_its_results(tmp_path: Path) -> None:
    results = tmp_path / "club.jsonl"
    players = {"it": spec(tmp_path / "a"), "first": "first"}
    once = bg.tournament(players, "tictactoe", pairs=2, seed=1, results=results)
    found = kept(tmp_path / "club.prompts.jsonl")
    moves = sum((game.plies + (game.first == "it")) // 2 for game in once.games)
    assert len(found) == moves
    assert {each["seed"] for each in found} == {
        seed
        for game in once.games
        for name, seed in zip((game.first, game.second), game.seeds, strict=True)
        if name == "it"
    }
    # The same call has nothing left to ask; another one has another file.
    bg.tournament(players, "tictactoe", pairs=2, seed=1, results=results)
    assert kept(tmp_path / "club.prompts.jsonl") == found
    with pytest.raises(bg.ParameterError, match="has another configuration"):
        bg.tournament(players, "tictactoe", pairs=3, seed=1, results=results)
    bg.tournament(["first", "random"], "tictactoe", pairs=1, results=tmp_path / "quiet.jsonl")
    assert not (tmp_path / "quiet.prompts.jsonl").exists()


def test_workers_hand_their_prompts_back(tmp_path: Path) -> None:
    pytest.importorskip("joblib")
    players = {"it": spec(tmp_path / "a"), "first": "first"}
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    bg.tournament(players, "tictactoe", pairs=2, seed=1, results=here)
    bg.tournament(players, "tictactoe", pairs=2, seed=1, results=there, workers=2)
    asked = {path: _without_times(path.with_suffix(".prompts.jsonl")) for path in (here, there)}
    assert asked[here] == asked[there] != []
    bg.exam(spec(tmp_path / "b", "chatty"), "tictactoe:4", count=12, seed=1,
            results=tmp_path / "exam.jsonl", workers=2)  # fmt: skip
    assert len({each["position"] for each in kept(tmp_path / "exam.prompts.jsonl")}) == 12


def _without_times(path: Path) -> list[dict[str, Any]]:
    entries = [
        {name: each[name] for name in each if name not in ("seconds", "check")}
        for each in kept(path)
    ]
    return sorted(entries, key=json.dumps)


def test_hidden_cards_are_not_written_before_their_game_has_ended(tmp_path: Path) -> None:
    results = tmp_path / "club.jsonl"
    prompts = tmp_path / "club.prompts.jsonl"
    seen: list[int] = []

    def first_legal(prompt: str) -> str:
        seen.append(len(kept(prompts)))
        return prompt.partition("The legal moves: ")[2].split()[0]

    player = bg.players.TextPlayer(first_legal, legal=True)
    played = bg.tournament({"it": player, "rule": "rule"}, "honeymoon", pairs=1, seed=3,
                           results=results)  # fmt: skip
    asked = kept(prompts)
    assert len(asked) == len(seen) > 40 and played.faults == 0
    # All of a game come at once.
    assert len(set(seen)) == 2
    assert all(each["seed"] is None for each in asked)


def test_a_tournament_that_is_interrupted_goes_on(tmp_path: Path) -> None:
    results = tmp_path / "club.jsonl"
    asked: list[str] = []

    def model(prompt: str) -> str:
        asked.append(prompt)
        if len(asked) == 9:
            raise KeyboardInterrupt
        return prompt.partition("The legal moves: ")[2].split()[0]

    players = {"it": bg.players.TextPlayer(model, legal=True), "first": "first"}
    with pytest.raises(KeyboardInterrupt):
        bg.tournament(players, "tictactoe", pairs=3, seed=1, results=results)
    before = kept(tmp_path / "club.prompts.jsonl")
    assert len(before) == 9 and before[-1]["fault"] == "KeyboardInterrupt"
    done = bg.tournament(players, "tictactoe", pairs=3, seed=1, results=results)
    assert done.num_games == 6 and done.faults == 0
    assert kept(tmp_path / "club.prompts.jsonl")[:9] == before


# An exam, a room, the command line


def test_a_program_that_never_answered_ends_a_tournament_and_loses_no_game(tmp_path: Path) -> None:
    results, stillborn = tmp_path / "club.jsonl", "it=" + spec(tmp_path / "a", "stillborn")
    given = ["tournament", "tictactoe", "first", "random", stillborn, "--results", str(results)]
    failed = run(*given, "--pairs", "1", "--quiet")
    assert failed.exit_code == 1
    told, error = failed.stderr.splitlines()
    assert told.startswith("2 of 6 games are finished and kept")
    assert error.endswith("'it' has never answered: it ended with code 1: no key")
    games = [json.loads(line.data) for line in lines(results)][1:]
    assert [{each["first"], each["second"]} for each in games] == [{"first", "random"}] * 2


def test_an_exam_marks_what_is_said(tmp_path: Path) -> None:
    asked_of = bg.exams.questions("tictactoe:4").questions
    best = {
        bg.players.prompt(each.record): str(each.position.legal_moves[each.values.index(each.top)])
        for each in asked_of
    }

    def expert(prompt: str) -> str:
        return best[prompt]

    results = tmp_path / "exam.jsonl"
    stubborn = bg.players.TextPlayer(lambda prompt: "I cannot say", name="stubborn")
    found = bg.exam([expert, stubborn], "tictactoe:4", count=15, seed=1, results=results)
    assert found.marks[0].best.mean == 1.0
    assert found.marks[1].faults == 15
    asked = kept(tmp_path / "exam.prompts.jsonl")
    assert len(asked) == 15 + 3 * 15
    assert {each["position"] for each in asked} <= {
        question.position.to_string() for question in asked_of
    }


def test_an_exam_ends_with_a_program_and_goes_on(tmp_path: Path) -> None:
    results, folder = tmp_path / "exam.jsonl", tmp_path / "a"
    words = [*["exam", "--count", "20", "--seed", "1", "--results"], str(results)]
    words += ["it=" + spec(folder, "once", 15), "tictactoe:4", "-q"]
    assert fails(run(*words), 1).endswith("it ended with code 1: out of tokens")
    before = kept(results)
    # What it did not answer is asked again.
    assert len(before) == 14
    for path in folder.iterdir():
        path.unlink()
    done = run(*words)
    assert done.exit_code == 0 and "forfeit" not in done.stdout
    assert len(kept(results)) == 20 and kept(results)[:14] == before


@pytest.mark.parametrize(
    ("vice", "at", "options", "forfeits", "reason"),
    [
        ("die", 3, "", 2, "ended with code 1: out of tokens"),
        ("lines", 4, "", 1, "wrote '' instead of an answer"),
        ("number", 2, "", 3, "wrote '5' instead of an answer"),
        ("late", 1, ",seconds=0.2", 6, "gave no answer within 0.2 s"),
    ],
)
def test_a_forfeit_in_an_exam_counts_as_the_worst_move(
    tmp_path: Path, vice: str, at: int, options: str, forfeits: int, reason: str
) -> None:
    it = "it=" + spec(tmp_path / "a", vice, at, f"name=it{options}")
    results = tmp_path / "exam.jsonl"
    found = bg.exam([it, "first"], "tictactoe:4", count=6, seed=1, results=results)
    marks = found.marks[0]
    for answer in marks.answers:
        if answer.forfeit:
            assert answer.loss == answer.question.top - min(answer.question.values)
    assert (len(marks.forfeits), marks.faults) == (forfeits, 0)
    assert f"it: {forfeits} forfeit" in str(found) and f"the first: {reason}" in str(found)
    data = json.loads(found.to_json())["players"]
    assert data[0]["forfeits"] == forfeits and data[0]["first_forfeit"].startswith(reason)
    assert (data[1]["forfeits"], data[1]["first_forfeit"]) == (0, None)
    again = bg.exam([it, "first"], "tictactoe:4", count=6, seed=1, results=results)
    assert again.to_json() == found.to_json()


def test_a_room_asks_a_speaker_that_its_owner_names(tmp_path: Path) -> None:
    wire = Wire("tictactoe", engines=True)
    wire.say("new", seats=["human", spec(tmp_path / "a")])
    wire.say("play", text="b2")
    assert wire.state()["scene"]["ply"] == 2
    wire = Wire("tictactoe", engines=True)
    wire.say("new", seats=["human", spec(tmp_path / "a", "illegal")])
    wire.say("play", text="a1")
    assert wire.state()["ended"]["how"] == "forfeit"
    closed = Wire("tictactoe")
    assert closed.note("new", seats=["human", spec(tmp_path / "a")]) == "unsupported"
    assert not list((tmp_path / "b").glob("*"))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("text", "write text:COMMAND"),
        ("text:", "a text player must have a command"),
        ("text[]", "write text:COMMAND"),
        ("text[legal=yes]:python", "it takes true or false"),
        ("text[seconds=x]:python", "it takes a number"),
        ("text[seconds=0]:python", "seconds must be above 0"),
        ("text[protocol=gtp]:python", "allowed are seconds, legal, log, folder, name"),
        ("text:'python", "cannot be split"),
        ("text:no-such-program-of-ours", "is not a program that can be found"),
    ],
)
def test_specs_that_are_refused(given: str, words: str) -> None:
    failed = run("match", "tictactoe", given, "first", "--games", "2")
    assert words in fails(failed, 2)


def test_a_spec_and_the_command_line(tmp_path: Path) -> None:
    player = text(spec(tmp_path / "a", options="name=mine,legal=true,seconds=9"))
    assert repr(player) == "<TextPlayer mine>"
    assert "text" in bg.players.names() and "text:COMMAND" in bg.players.rules()["text"]
    result = run("match", "tictactoe", spec(tmp_path / "a"), "first", "-n", "2", "-q")
    assert result.exit_code == 0 and result.stdout.startswith("it VS first")
    listed = run(
        "play", "tictactoe", "--opponent", spec(tmp_path / "a"), "--side", "o", stdin="b2\nquit\n"
    )
    assert listed.exit_code == 0 and "a1" in listed.stdout
