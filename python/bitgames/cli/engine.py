"""``bitgames engine``: serve another program, such as GoGui or NBoard."""

import sys
from time import monotonic
from typing import Annotated

import typer

from bitgames import games, players
from bitgames._core import UnsupportedError
from bitgames.arguments import parameter_error
from bitgames.cli.options import GameSpec, Seed, Table
from bitgames.players.player import Answer, Player, ask
from bitgames.protocols import PROTOCOLS, Limits, Lines, gtp, nboard
from bitgames.protocols.engine_search import Stop
from bitgames.record import Record
from bitgames.seeding import root

# Least time for a player in seconds, so that a fast player answers commands that are sent ahead.
_PATIENCE = 0.5


def engine(
    game: GameSpec = "othello",
    protocol: Annotated[str, typer.Option("--protocol", "-p")] = "gtp",
    player: str | None = None,
    seconds: float = 1.0,
    depth: int | None = None,
    table_mib: Table = 64,
    seed: Seed = None,
) -> None:
    """Serve another program, such as GoGui or NBoard, on standard input and output.

    Give that program this command as its engine.

    Options:
        --protocol NAME: Language that the other program speaks: gtp (GoGui and others) or
            nboard.
        --player PLAYER: Player that chooses the moves, such as ai14 or alphabeta:depth=6; bitgames
            players lists them. By default a search.
        --seconds S: Think S seconds about each move while the other program has set no clock.
        --depth N: Search at most N plies (single moves) deep; for gtp only.
    """
    if protocol not in PROTOCOLS:
        raise parameter_error("protocol", f"one of {', '.join(PROTOCOLS)}", repr(protocol))
    if not 0 < seconds <= 1e9:
        raise parameter_error("seconds", "above 0 and at most 1e9", str(seconds))
    start = games.get(game)
    run_seed = root(seed)
    chooser = None if player is None else players.get(player, run_seed)
    if isinstance(chooser, players.Human):
        raise UnsupportedError("an engine cannot ask a human: its input belongs to the protocol")
    if chooser is not None:
        chooser.check(start)
    lines = Lines()
    stop = (gtp if protocol == "gtp" else nboard).interruption(lines)
    asked = None if chooser is None else _Asked(chooser, stop)
    if protocol == "gtp":
        limits = Limits(depth=depth, seconds=seconds, table_mib=table_mib)
        server = gtp.Server(start, asked, limits=limits, seed=run_seed, stop=stop)
        gtp.serve(server, lines, sys.stdout)
    else:
        say = nboard.saying(sys.stdout)
        nboard.serve(
            nboard.Server(start, say, asked, table_mib=table_mib, seed=run_seed, stop=stop), lines
        )


class _Asked:
    """A player as a chooser for the servers: it gets the record, and can be interrupted."""

    sees = "record"

    def __init__(self, player: Player, stop: Stop) -> None:
        self._player = player
        self._stop = stop

    @property
    def name(self) -> str:
        return self._player.name

    def start_game(self, seed: int) -> None:
        self._player.start_game(seed)

    def choose(self, at: Record) -> Answer:
        patient_until = monotonic() + _PATIENCE
        return ask(self._player, at, stop=lambda: monotonic() > patient_until and self._stop())
