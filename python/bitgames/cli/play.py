"""``bitgames play``: play against the computer, in a terminal or a pipe."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from bitgames import games
from bitgames._core import GameError, ParameterError, Position
from bitgames.arguments import printable
from bitgames.cli.common import GameFile, GameNumber, Seed, load_game
from bitgames.cli.console import print_columns, use_color
from bitgames.cli.session import LEAVING, Session
from bitgames.formats import read_position
from bitgames.play.seating import dealt, read_choice, read_opponent, sides, usual_opponents
from bitgames.players import USUAL_LEVEL
from bitgames.record import Record
from bitgames.seeding import root

__all__ = ["play"]

T = TypeVar("T")
_GAME = "tictactoe"


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="Name of a game, with an optional size: othello, tictactoe:5; bitgames games "
            "lists them. Or a position as text in quotes.",
        ),
    ] = None,
    size: Annotated[
        int | None,
        typer.Option(
            "--size", "-s", metavar="N", help="Size of the board: othello -s 6 is othello:6."
        ),
    ] = None,
    opponent: Annotated[
        str | None,
        typer.Option(
            "--opponent",
            "-o",
            metavar="PLAYER",
            help="Player against you, such as random or alphabeta:depth=4, or human for another "
            "person; bitgames players lists them. By default the command asks.",
        ),
    ] = None,
    side: Annotated[
        str | None,
        typer.Option(
            "--side",
            metavar="SIDE",
            help="Side that you play, such as black or o; random, or both for all sides. By "
            "default the command asks.",
        ),
    ] = None,
    load: GameFile = None,
    number: GameNumber = None,
    seed: Seed = None,
) -> None:
    """Play a game: type the number of a move or its name, or help for the other commands."""
    start, record = _start(game, size, load, number)
    run_seed = root(seed)
    if side is not None:
        side = read_choice(side, sides(start), "side")
    rival = None
    try:
        if opponent is not None:
            rival = _rival(opponent, start)
        elif side != "both":
            rival = _ask_opponent(start)
        if side is None:
            side = "both" if rival is None else _ask_side(start)
    except EOFError:
        print("bye")
        return
    if record is None:
        start = dealt(start, run_seed, 0)
    session = Session(start, rival, side, seed=run_seed, color=use_color(), record=record)
    _print(session.open())
    while not session.done:
        try:
            line = _read(session.prompt)
        except EOFError:
            line = "quit"
        _print(session.handle(line))


def _print(texts: Iterable[str]) -> None:
    """Print each text at once, before the computer thinks about the next move."""
    for text in texts:
        print(text, flush=True)


def _start(
    game: str | None, size: int | None, load: Path | None, number: int | None
) -> tuple[Position, Record | None]:
    """Return the start of the game, and the saved game or ``None``."""
    if size is not None:
        if game is not None and ":" in game:
            raise ParameterError(f"{game} already has a size: leave out --size")
        game = f"{game or _GAME}:{size}"
    start = read_position(game or _GAME)
    if load is None:
        if number is not None:
            raise ParameterError("--number needs --load FILE")
        # A position that was typed is played as it is; a game of chance is dealt.
        return start, None if start == games.get(start.game) else Record(start)
    record = load_game(load, number, game=None if game is None else start.game)
    return record.start, record


def _rival(spec: str, start: Position) -> str | None:
    """Return the spec of a player that can play the game; ``None`` for another person."""
    return None if read_opponent(spec, start) is None else spec


def _ask_opponent(start: Position) -> str | None:
    """Ask for the opponent; ``None`` for another person."""
    offers = usual_opponents(start)
    specs = list(offers)
    usual = specs.index(USUAL_LEVEL) + 1
    print_columns(
        [("", "player", ""), *((str(n), *each) for n, each in enumerate(offers.items(), 1))]
    )

    def read(answer: str) -> str | None:
        spec = specs[int(answer) - 1] if answer in map(str, range(1, len(specs) + 1)) else answer
        return _rival(spec, start)

    return _ask("your opponent: a number, or any other player by its name", str(usual), read)


def _ask_side(start: Position) -> str:
    """Ask for the side of the person."""
    choices = sides(start)
    listed = ", ".join(f"{number} {choice}" for number, choice in enumerate(choices, 1))
    return _ask(f"your side: {listed}", "1", lambda answer: read_choice(answer, choices, "side"))


def _ask(question: str, usual: str, read: Callable[[str], T]) -> T:
    """Ask until the answer is valid; an empty line means the default.

    Raises ``EOFError`` if the person quits.
    """
    while True:
        answer = _read(f"{question} [{usual}]> ").strip()
        if answer.lower() in LEAVING:
            raise EOFError
        try:
            return read(answer or usual)
        except GameError as error:
            print(printable(str(error)))


def _read(prompt: str) -> str:
    """Read a line, or raise ``EOFError`` at the end of input; in a pipe, echo the line."""
    try:
        line = input(prompt)
    except EOFError:
        print()
        raise
    if not sys.stdin.isatty():
        print(line)
    return line
