"""``bitgames play``: a game against the computer, in a terminal or a plain pipe."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from bitgames import games, players
from bitgames._core import ParameterError, Position, child_seed
from bitgames.cli.common import GameSpec, Seed, use_color
from bitgames.cli.session import Session
from bitgames.cli.show import load_record
from bitgames.seeding import root

__all__ = ["play"]

DEFAULT_OPPONENT = "alphabeta:depth=4"
# Child of the seed that settles a random side, apart from the children of the games.
_SIDE_CHILD = 2**63 - 1


def play(
    game: GameSpec = "tictactoe",
    size: Annotated[int | None, typer.Option("--size", "-s", help="Short for GAME:SIZE.")] = None,
    opponent: Annotated[
        str,
        typer.Option("--opponent", "-o", help="Who plays against you; see the players command."),
    ] = DEFAULT_OPPONENT,
    side: Annotated[
        str | None,
        typer.Option(
            "--side",
            help="A player of the game by its name (see the games command), random, or both to "
            "play all sides; asked if not given.",
        ),
    ] = None,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    seed: Seed = None,
) -> None:
    """Play a game: type moves as the game spells them, or help for the other commands."""
    if size is not None:
        if ":" in game:
            raise ParameterError(f"{game} has its size already; leave --size out")
        game = f"{game}:{size}"
    record = None if load is None else load_record(load)
    start = games.get(game) if record is None else record.start
    run_seed = root(seed)
    rival = None if opponent == "human" else _opponent(opponent, start)
    choices = (*start.facts.player_names, "random", "both")
    if side is not None and side.lower() not in choices:
        raise ParameterError(f"side {side!r} must be one of {', '.join(choices)}")
    if rival is None:
        side = "both"
    if side is None and (side := _ask_side(choices)) is None:
        print("bye")
        return
    seats = _seats(start, side.lower(), rival, run_seed)
    session = Session(start, seats, seed=run_seed, color=use_color())
    if record is not None:
        session.record = record
    print(session.open())
    while not session.done:
        line = _read(session.prompt)
        print("bye" if line is None else session.handle(line))
        session.done |= line is None


def _opponent(spec: str, start: Position) -> players.Player:
    """Make the opponent, who must know the game."""
    player = players.get(spec)
    if isinstance(player, players.NativePlayer):
        player.agent.check(start)
    return player


def _ask_side(choices: tuple[str, ...]) -> str | None:
    """Ask until a side is named; an empty line takes the first, the end of input is None."""
    while True:
        line = _read(f"your side ({', '.join(choices)}) [{choices[0]}]> ")
        if line is None:
            return None
        answer = line.strip().lower() or choices[0]
        if answer in choices:
            return answer
        print(f"{line.strip()!r} is no side; type one of {', '.join(choices)}")


def _seats(
    start: Position, side: str, rival: players.Player | None, seed: int
) -> list[players.Player | None]:
    """Say who sits where: ``None`` is the person."""
    names = start.facts.player_names
    if side == "both":
        return [None] * len(names)
    own = child_seed(seed, _SIDE_CHILD) % len(names) if side == "random" else names.index(side)
    return [None if seat == own else rival for seat in range(len(names))]


def _read(prompt: str) -> str | None:
    """Read a line, or ``None`` at the end; in a pipe the line is shown as if typed."""
    try:
        line = input(prompt)
    except EOFError:
        print()
        return None
    if not sys.stdin.isatty():
        print(line)
    return line
