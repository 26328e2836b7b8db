"""``bitgames demo``: show what is special about the package, in a few seconds."""

import random
import textwrap
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import combinations, count
from typing import Annotated, SupportsIndex

import typer

from bitgames import _core
from bitgames.cli.common import rate
from bitgames.cli.console import bold, dim, side_by_side, use_color
from bitgames.cli.details import details
from bitgames.cli.words import value_words
from bitgames.files import generator
from bitgames.matches import match
from bitgames.players import get
from bitgames.seeding import child_seed

__all__ = ["demo"]

WIDTH = 78
INDENT = "  "

PYRAMID = 6
PYRAMID_GAMES = 300
EMPTY = 20
MOST_NODES = 40_000_000
"""About a second; an ending that takes longer gives way to the next."""
RANDOM_PLIES = 8
LADDER = ("ai2", "ai4", "ai6", "ai8", "ai10", "ai12", "ai14")
LADDER_GAMES = 4_000
RECORDS = 20_000
TREES = (("tictactoe", 9), ("othello", 10), ("mosaic", 4), ("quo", 4), ("honeymoon", 4))
NEXT = (
    ("bitgames play", "choose a game and an opponent"),
    ("bitgames solve othello:4", "value, best move and line of a whole game"),
    ("bitgames --help", "all commands"),
)


def demo(
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", min=0, max=2**64 - 1, help="Show the games of the seed N."
        ),
    ] = 2,
) -> None:
    """Show chains, exact values, bridge tables, a ladder of players, the judge and speed."""
    began = time.perf_counter()
    print(bold(f"{generator()}: board and card games on bitboards"), flush=True)
    for number, show in enumerate((_mosaic, _othello, _bridge, _ladder, _judge)):
        show(child_seed(seed, number))
    _count()
    print()
    print(f"{time.perf_counter() - began:.1f} s in all, nothing prepared. Now you:")
    print()
    for command, words in NEXT:
        print(f"{INDENT}{bold(command.ljust(28))}{dim(words)}")


def _heading(name: str, text: str) -> None:
    print()
    print(f"{bold(name)}: {text}", flush=True)
    print()


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(f"{INDENT}{line}".rstrip())


def _beside(picture: Sequence[str], words: Sequence[str], gap: int = 3) -> list[str]:
    """Put words beside a picture; the block that is shorter ends in empty lines."""
    height = max(len(picture), len(words))
    blocks = [[*block, *[""] * (height - len(block))] for block in (picture, words)]
    return side_by_side(blocks, WIDTH, gap)


def _mosaic(seed: int) -> None:
    """Look for the longest chain of many random games."""
    chance = random.Random(seed)
    length: tuple[int, int] = (-1, -1)
    for _ in range(PYRAMID_GAMES):
        position = _core.Mosaic(PYRAMID)
        while not position.is_over:
            move = chance.choice(position.legal_moves)
            waves = position.waves(move)
            after = position.play(move)
            filled = sum(len(cells) for _, cells in waves)
            if (len(waves), filled) > length:
                length = len(waves), filled
                longest = position, move, waves, after
            position = after
    before, move, waves, after = longest
    _heading(
        "Mosaic",
        f"one piece sets off a chain, the longest of {PYRAMID_GAMES} random games",
    )
    picture = after.to_text(last_move=move, previous=before, color=use_color())
    _print(picture.splitlines())
    letters = [player["letter"] for player in after.scene()["players"]]
    steps = [f"{len(cells)} {letters[player]}" for player, cells in waves]
    words = f"[{move}] sets off {len(waves)} waves ( ): {', '.join(steps)}"
    _print(textwrap.wrap(words, WIDTH - len(INDENT)))


def _ending(seed: int) -> _core.Othello:
    """Play Othello until few squares are empty: some random plies, then by a quick search."""
    chance = random.Random(seed)
    player = get("alphabeta:depth=2", seed)
    position = _core.Othello()
    while position.empties > EMPTY or position.must_pass:
        at_random = position.ply < RANDOM_PLIES
        move = chance.choice(position.legal_moves) if at_random else player.choose(position)
        position = position.play(move)
        if position.is_over:  # an early end leaves nothing to solve
            position = _core.Othello()
    return position


def _solved(seed: int) -> tuple[_core.Othello, _core.Solution]:
    """Solve an ending with all its moves; on one thread, so that a seed always shows the same."""
    attempts = count()
    while True:
        position = _ending(child_seed(seed, next(attempts)))
        with suppress(_core.LimitError):
            return position, _core.solve(position, all_moves=True, nodes=MOST_NODES)


def _othello(seed: int) -> None:
    position, solution = _solved(seed)
    values: dict[_core.Move | SupportsIndex | str, float | str] = {
        move: value for move, value in (solution.values or {}).items()
    }
    _heading(
        "Othello", f"{EMPTY} empty squares solved exactly, each move with its final difference"
    )
    line = textwrap.wrap(" ".join(map(str, solution.pv)), 36)
    words = [
        f"{len(values)} moves for {position.facts.player_names[position.turn]}",
        f"best is {solution.best_move}: {value_words(position, solution.value)}",
        "",
        "best play from here:",
        *line,
        "",
        dim(f"{solution.nodes:,} positions in {solution.seconds:.2f} s"),
    ]
    picture = position.to_text(values=values, color=use_color())
    _print(_beside(picture.splitlines(), words))


def _bridge(seed: int) -> None:
    """Deal, let two players draw for better cards, and solve the tricks that count."""
    position = _core.Honeymoon(seed, rules="bicycle")
    players = [get("rule", child_seed(seed, seat)) for seat in range(2)]
    while not position.is_open:
        position = position.play(players[position.turn].choose(position))
    deal = _core.Honeymoon(deal=f"{position.hand(0)} {position.hand(1)}")
    began = time.perf_counter()
    rows = details(deal)
    seconds = time.perf_counter() - began
    _heading("Honeymoon bridge", "two hands after the draw; tricks in every contract, and par")
    _print(deal.to_text(viewer=None, color=use_color()).splitlines()[:-1])
    print()
    _print(f"{dim(name.ljust(10))}{text}" for name, text in rows)
    _print([dim(f"all of it exact, in {seconds:.4f} s")])


def _ladder(seed: int) -> None:
    """Play each of some players of tic-tac-toe against each other."""
    began = time.perf_counter()
    pairs = list(combinations(LADDER, 2))
    points: dict[tuple[str, str], float] = {}
    for number, (low, high) in enumerate(pairs):
        played = match(low, high, "tictactoe", LADDER_GAMES, child_seed(seed, number))
        points[low, high], points[high, low] = 100 * played.score, 100 - 100 * played.score
    seconds = time.perf_counter() - began
    games = len(pairs) * LADDER_GAMES
    _heading("Tic-tac-toe", "a ladder of players, points of the row in a hundred games")
    order = LADDER[::-1]
    _print([bold(" " * 6 + "".join(name.rjust(6) for name in order) + "mean".rjust(9))])
    for row in order:
        cells = [points.get((row, column)) for column in order]
        shown = "".join("     -" if each is None else f"{each:6.1f}" for each in cells)
        mean = sum(each for each in cells if each is not None) / (len(order) - 1)
        _print([f"{row.ljust(6)}{shown}{mean:9.1f}"])
    _print([dim(f"{games:,} games in {seconds:.2f} s, {rate(games, seconds, 'games')}")])


def _random_record(chance: random.Random) -> str:
    """A game as digits, whose last move often is on an occupied cell."""
    position = _core.TicTacToe()
    cells: list[int] = []
    while not position.is_over:
        if cells and chance.random() < 0.05:
            cells.append(chance.choice(cells))
            break
        cells.append(int(chance.choice(position.legal_moves)))
        position = position.play(cells[-1])
    return "".join(str(cell + 1) for cell in cells)


def _judge(seed: int) -> None:
    chance = random.Random(seed)
    records = [_random_record(chance) for _ in range(RECORDS)]
    began = time.perf_counter()
    verdicts = [_core.judge(record) for record in records]
    seconds = time.perf_counter() - began
    found: dict[str, list[str]] = {}
    for record, verdict in zip(records, verdicts, strict=True):
        found.setdefault(str(verdict), []).append(record)
    _heading("The judge", "the cells of a game as digits go in, its result comes out")
    _print([bold(f"{'result':16}{'games':>8}   for example")])
    for words, games in sorted(found.items()):
        _print([f"{words:16}{len(games):8,}   {'  '.join(games[:3])}"])
    _print([dim(f"{RECORDS:,} calls in {seconds:.3f} s, {rate(RECORDS, seconds, 'games')}")])


def _count() -> None:
    _heading("Perft", "all lines of play to a depth, counted")
    _print([bold(f"{'game':12}{'plies':>6}{'leaves':>14}{'time':>10}   speed")])
    for spec, depth in TREES:
        start = _core.position(spec)
        began = time.perf_counter()
        leaves = _core.perft(start, depth)
        seconds = time.perf_counter() - began
        speed = rate(leaves, seconds, "leaves")
        _print([f"{spec:12}{depth:6}{leaves:14,}{seconds:8.3f} s   {speed}"])
