"""``bitgames demo``: show what is special about the package, in a few seconds."""

import re
import time
from typing import Annotated, Any

import typer

from bitgames.cli.console import bold, dim, print_rule
from bitgames.cli.demo import bridge, connect4, othello, pyramids, speed, tictactoe
from bitgames.cli.demo.page import INDENT, WIDTH, Part
from bitgames.cli.options import Json
from bitgames.cli.output import print_json
from bitgames.files import generator
from bitgames.seeding import child_seed

__all__ = ["PARTS", "demo"]

PARTS = (
    Part(
        "Mosaic",
        f"one piece sets off a chain, the longest of {pyramids.GAMES} random games",
        pyramids.mosaic,
    ),
    Part("Mosaic Quo", "four players in two teams, each a tree search", pyramids.quo),
    Part("Othello", "an ending solved exactly, with the value of every move", othello.ending),
    Part("Connect Four", "one column wins, and all values are exact", connect4.columns),
    Part("Honeymoon bridge", "two hands, their tricks in every contract, and par", bridge.deal),
    Part("Tic-tac-toe", "a ladder of players, points in a hundred games", tictactoe.ladder),
    Part("Tree search", "from random games to a proof", tictactoe.tree),
    Part("The judge", "the cells of a game as digits go in, its result comes out", tictactoe.judge),
    Part("Perft", "all lines of play to a depth, counted", speed.count),
    Part("Batches", f"{speed.ROWS:,} games at once, as arrays for learning", speed.batches),
)
"""What is shown, in this order; the seed of a part is the child of its place."""

NEXT = (
    ("bitgames play", "choose a game and an opponent"),
    ("bitgames solve othello:4", "value, best move and line of a whole game"),
    ("bitgames --help", "all commands"),
)


def demo(
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1)] = 7,
    json: Json = False,
) -> None:
    """Show chains, exact values, bridge tables, players, proofs, the judge and speed.

    Everything is computed while you look, in some seconds.

    Options:
        --seed N: Show the games of the seed N.
    """
    began = time.perf_counter()
    found: dict[str, Any] = {"generator": generator(), "seed": seed}
    if not json:
        print(bold(f"{generator()}: board and card games on bitboards"), flush=True)
    for number, part in enumerate(PARTS):
        if not json:
            print()
            print_rule(part.name, part.words, WIDTH)
        shown = part.show(child_seed(seed, number), quiet=json)
        found[re.sub("[ -]", "_", part.name.lower())] = shown.data
        if not json:
            print("\n".join(f"{INDENT}{line}".rstrip() for line in shown.lines), flush=True)
    seconds = time.perf_counter() - began
    if json:
        print_json({**found, "seconds": seconds})
        return
    print()
    print_rule("Now you", f"all of this took {seconds:.1f} s, nothing was prepared", WIDTH)
    for command, words in NEXT:
        print(f"{INDENT}{bold(command.ljust(28))}{dim(words)}")
