"""``bitgames demo``: show the package in five seconds."""

import sys
import time
from typing import Annotated

import typer

from bitgames import _core
from bitgames.cli.common import rate
from bitgames.cli.console import bold, dim, print_row, side_by_side, use_color
from bitgames.cli.words import value_words
from bitgames.files import generator
from bitgames.matches import match
from bitgames.players import get
from bitgames.record import Record

__all__ = ["demo"]

BOARDS = (
    ("tictactoe", "3 x 3, three in a row"),
    ("mnk:4,3,3", "4 x 3, three in a row"),
    ("tictactoe:4", "4 x 4, four in a row"),
    ("mnk:5,5,4", "5 x 5, four in a row"),
    ("mnk:6,5,4", "6 x 5, four in a row"),
)
RECORDS = ("79538246", "14253", "5195", "1213", "132465789")
GAMES = 50_000
WIDTH = 78


def demo(
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", min=0, max=2**64 - 1, help="Show the games of the seed N."
        ),
    ] = 2,
) -> None:
    """Show a game, solutions, a match and the judge in about five seconds."""
    began = time.perf_counter()
    print(bold(f"{generator()}: games on bits"))
    _play(seed)
    _solve()
    _match(seed)
    _judge()
    _count()
    print()
    print(f"{time.perf_counter() - began:.1f} s in all. Now you:")
    for command in ("bitgames play tictactoe", "bitgames solve tictactoe:4", "bitgames --help"):
        print(f"  {bold(command)}")


def _heading(text: str) -> None:
    print()
    print(bold(text))
    _pause(0.3)


def _pause(seconds: float) -> None:
    """Pause in a terminal, so that people can read; do not pause in a pipe."""
    if sys.stdout.isatty():
        sys.stdout.flush()
        time.sleep(seconds)


def _play(seed: int) -> None:
    """Play one game and show all its positions side by side."""
    players = (get("ai5", seed), get("ai14", seed + 1))
    _heading(f"A game: {players[0].name} is o, {players[1].name} is x")
    record = Record("tictactoe")
    pictures = []
    while not record.position.is_over:
        record.play(players[record.position.turn].choose(record.position))
        picture = record.position.to_text(last_move=record.last_move, color=use_color())
        pictures.append(picture.splitlines()[:-1])
    for row in side_by_side(pictures, WIDTH):
        print(row)
        _pause(0.05)
    outcome = record.result
    print(str(record).splitlines()[-1] if outcome is not None else "")


def _solve() -> None:
    _heading("Solved: the result of perfect play")
    for spec, title in BOARDS:
        start = _core.position(spec)
        solution = _core.solve(start)
        line = " ".join(str(move) for move in solution.pv)
        words = value_words(start, solution.value)
        cost = f"{solution.nodes:,} nodes, {solution.seconds:.3f} s"
        print_row(title, words, cost, least=(22, 12, 0), styles=("", "", "dim"))
        print_row("", line, least=(22, 0), styles=("", "dim"))
        _pause(0.3)


def _match(seed: int) -> None:
    _heading(f"A match: {GAMES:,} games, each side starting half of them")
    result = match("ai14", "ai2", games=GAMES, seed=seed)
    for line in str(result).splitlines():
        print(f"  {line}".rstrip())
    print(dim(f"  {result.seconds:.2f} s, {rate(GAMES, result.seconds, 'games')}"))
    _pause(0.3)


def _judge() -> None:
    _heading("The judge: from the cells played to the result")
    for record in RECORDS:
        print_row(record, str(_core.judge(record)), least=(10, 0), styles=("", ""))
    _pause(0.3)


def _count() -> None:
    _heading("Every game of tic-tac-toe, counted")
    began = time.perf_counter()
    games = _core.perft(_core.TicTacToe(), 9)
    seconds = time.perf_counter() - began
    cost = f"{seconds:.3f} s, {rate(games, seconds, 'games')}"
    print(f"  {games:,} games  {dim(cost)}")
