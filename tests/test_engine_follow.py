"""Programs follow the game wherever it goes: undone moves, other lines, loaded games, openings."""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import bitgames as bg
from bitgames.players.engine import Engine
from bitgames.protocols import control
from tests import strict_engine

RHINO = shutil.which("gtp-rhino", path="/usr/games:/usr/local/games:/usr/bin")


def strict(game: str, *options: str) -> Engine:
    command = [sys.executable, "-m", "tests.strict_engine", game, *options]
    folder = str(Path(__file__).parents[1])
    protocol = "nboard" if "nboard" in options else "gtp"
    return Engine(command, protocol=protocol, folder=folder, name="strict", seconds=20)


def ours(game: str, protocol: str = "gtp") -> Engine:
    command = [sys.executable, "-m", "bitgames", "engine", game, "-p", protocol]
    return Engine([*command, "--player", "first"], protocol=protocol, name="ours", seconds=20)


def has_a_choice(position: bg.Position) -> bool:
    return not position.is_over and [str(move) for move in position.legal_moves] != ["pass"]


def random_record(game: str, plies: int, rng: random.Random) -> bg.Record:
    """A random game of about the given length, with a choice at its end."""
    while True:
        record = bg.Record(game)
        while not record.position.is_over and (
            len(record) < plies or not has_a_choice(record.position)
        ):
            record.play(rng.choice(record.position.legal_moves))
        if not record.position.is_over:
            return record


def wanderings(game: str, steps: int, seed: int) -> Iterator[bg.Record]:
    """The records of a person who goes back, tries another line, loads games, starts again."""
    rng = random.Random(seed)
    record = bg.Record(game)
    cells = bg.position(game).num_moves
    for _ in range(steps):
        kind = rng.choice(["go on", "go on", "go on", "back", "line", "load", "new"])
        if kind == "new":
            record = bg.Record(game)
        elif kind == "load":
            record = random_record(game, rng.randrange(cells * 3 // 4), rng)
        elif kind != "go on":
            back = rng.randint(1, 6 if kind == "line" else 3)
            for _ in range(min(back, len(record))):
                record.undo()
        for _ in range(rng.randint(0, 3) if kind in ("line", "go on") else 0):
            if not record.position.is_over:
                record.play(rng.choice(record.position.legal_moves))
        while not record.position.is_over and not has_a_choice(record.position):
            record.play("pass")
        if record.position.is_over:
            record = bg.Record(game)
        yield bg.Record(record.start, record.moves)


GAMES = ["tictactoe", "mnk:5,4,4", "mnk:11,11,5", "othello"]
STYLES = [(), ("no-undo",), ("silent",), ("silent", "no-undo"), ("nboard",)]


# Only Othello has passes and is known to NBoard.
TALKS = [(game, ()) for game in GAMES] + [("mnk:11,11,5", STYLES[1])]
TALKS += [("othello", options) for options in STYLES[1:]]


@pytest.mark.parametrize(("game", "options"), TALKS, ids=lambda each: str(each))
def test_a_strict_program_follows_wherever_the_game_goes(
    game: str, options: tuple[str, ...]
) -> None:
    with strict(game, *options) as player:
        for record in wanderings(game, 40, seed=7):
            moves = [int(move) for move in record.moves]
            legal = [int(move) for move in record.position.legal_moves]
            chosen = player.choose(record)
            assert int(chosen) == strict_engine.answer(moves, legal), record


@pytest.mark.parametrize(
    ("game", "protocol"), [*((game, "gtp") for game in GAMES), ("othello", "nboard")]
)
def test_our_engine_follows_wherever_the_game_goes(game: str, protocol: str) -> None:
    with ours(game, protocol) as player:
        for record in wanderings(game, 60, seed=8):
            assert player.choose(record) == record.position.legal_moves[0]


@pytest.mark.parametrize("plies", [20, 30, 40, 50])
@pytest.mark.parametrize("options", [(), ("silent", "no-undo"), ("nboard",)], ids="-".join)
def test_openings_of_20_to_50_plies(plies: int, options: tuple[str, ...]) -> None:
    """Each game goes on to its end from an opening, as after loading it or in a match."""
    rng = random.Random(plies)
    with strict("othello", *options) as player:
        for number in range(3):
            record = random_record("othello", plies, rng)
            player.start_game(number)
            mine = record.position.turn
            while not record.position.is_over:
                position = record.position
                if position.turn == mine and has_a_choice(position):
                    record.play(player.choose(record))
                else:
                    record.play(rng.choice(position.legal_moves))
            assert record.result is not None


def test_a_game_is_undone_by_undo_and_replayed_where_that_is_shorter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    send = control.Program.send

    def listen(self: control.Program, line: str) -> None:
        said.append(line)
        send(self, line)

    monkeypatch.setattr(control.Program, "send", listen)
    record = random_record("othello", 30, random.Random(3))
    with strict("othello") as player:
        player.choose(record)
        said.clear()
        player.choose(bg.Record("othello", record.moves[:-2]))
        assert said == [
            "undo",
            "undo",
            "undo",
            f"genmove {'black' if said[-1][8] == 'b' else 'white'}",
        ]
        said.clear()
        player.choose(bg.Record("othello", record.moves[:2]))
        assert [line.split()[0] for line in said] == ["clear_board", "play", "play", "genmove"]


@pytest.mark.parametrize("game", ["tictactoe", "othello"])
def test_a_position_alone_follows_what_was_told(game: str) -> None:
    """The start, positions of the game so far, and one move on: without a record."""
    with strict(game) as player:
        record = bg.Record(game)
        for _ in range(2):
            chosen = player.choose(record.position)
            assert int(chosen) == strict_engine.answer(
                [int(move) for move in record.moves], [int(m) for m in record.position.legal_moves]
            )
            record.play(chosen).play(record.position.legal_moves[-1])
        player.choose(record.position)
        before = bg.Record(game, record.moves[:2])
        assert player.choose(before.position) == record.moves[2]
        player.start_game(1)
        after = bg.Record(game, [record.moves[0]])
        player.choose(after.position)
        player.start_game(2)
        with pytest.raises(bg.UnsupportedError, match="give the record of the whole game"):
            player.choose(record.position)
        # The program was told nothing and plays on.
        assert player.choose(bg.Record(game)) == player.choose(bg.position(game))


def test_passes_without_a_choice_do_not_hide_the_way() -> None:
    """They are not asked for, so the other side may move twice between two questions."""
    rng = random.Random(5)
    found = 0
    while found < 20:
        record = bg.Record("othello")
        while not record.position.is_over:
            record.play(rng.choice(record.position.legal_moves))
        moves = record.moves
        for ply in range(1, len(moves) - 3):
            if str(moves[ply + 1]) != "pass":
                continue
            # The one side moves, the other passes, the first moves again.
            told, target = (bg.Record("othello", moves[:end]) for end in (ply, ply + 3))
            way = control._way(told, target.position)
            assert way is not None
            assert bg.Record("othello", way).position == target.position
            found += 1


def test_a_record_from_a_position_that_nothing_leads_to() -> None:
    strange = bg.position(f"othello {'/'.join(['--XO----'] * 8)} X")
    with strict("othello") as player, pytest.raises(bg.UnsupportedError, match="not known"):
        player.choose(bg.Record(strange, [strange.legal_moves[0]]))
    with ours("othello", "nboard") as player:
        assert player.choose(strange) == strange.legal_moves[0]
        record = bg.Record(strange, [strange.legal_moves[0]])
        assert player.choose(record) == record.position.legal_moves[0]


@pytest.mark.parametrize(
    ("protocol", "game"),
    [
        ("gtp", "mosaic"),
        ("gtp", "quo"),
        ("gtp", "honeymoon"),
        ("gtp", "mnk:26,4,3"),
        ("gtp", f"othello {'/'.join(['--XO----'] * 8)} X"),
        ("nboard", "tictactoe"),
        ("nboard", "othello:6"),
    ],
)
def test_engines_say_which_games_they_can_be_told(protocol: str, game: str) -> None:
    player = Engine(["no-such-program"], protocol=protocol)
    with pytest.raises(bg.UnsupportedError):
        player.check(bg.position(game))


@pytest.mark.parametrize("game", [*GAMES, "othello:6"])
def test_engines_say_that_they_know_a_game(game: str) -> None:
    Engine(["no-such-program"]).check(bg.position(game))
    strange = bg.position(f"othello {'/'.join(['--XO----'] * 8)} X")
    Engine(["no-such-program"], protocol="nboard").check(strange)


@contextmanager
def rhino() -> Iterator[Engine]:
    assert RHINO is not None
    with Engine([RHINO], name="rhino", seconds=5) as player:
        yield player


@pytest.mark.skipif(RHINO is None, reason="gtp-rhino (Debian package grhino) is not installed")
@pytest.mark.parametrize("seed", [1, 2])
def test_gtp_rhino_follows_wherever_the_game_goes(seed: int) -> None:
    with rhino() as player:
        for record in wanderings("othello", 15, seed=seed):
            assert player.choose(record) in record.position.legal_moves


@pytest.mark.parametrize("options", [(), ("silent",), ("nboard",)], ids=str)
def test_a_match_from_openings(options: tuple[str, ...]) -> None:
    """Openings that are records carry their moves, so programs can be told them."""
    rng = random.Random(9)
    openings = [random_record("othello", plies, rng) for plies in (20, 30, 40, 50)]
    with strict("othello", *options) as player:
        result = bg.match(player, "random", "othello", games=8, seed=1, openings=openings)
    assert result.forfeits == ()
    assert sum(result.counts["total"]) == 8
