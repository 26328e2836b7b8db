"""Self-play by tasks: shards of games of a player or of a network, in files of arrays."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from bitgames._core import MctsPool, ParameterError, Position, checksum, child_seed, position
from bitgames.arguments import Progress, integer
from bitgames.cluster.result_log import ResultLog, encoded, key_of
from bitgames.cluster.weights import checked, network
from bitgames.files import path_text, read_regular, write_atomic
from bitgames.journal import root_of_run
from bitgames.matches import match
from bitgames.openings import random_openings
from bitgames.players import get
from bitgames.seeding import Seed
from bitgames.spread import Failed, spread

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MAX_GAMES = 2**40
_LARGEST = 1 << 32


class Played(NamedTuple):
    """What a run of self-play has in its folder."""

    games: int
    """Games of all shards in the folder."""
    shards: int
    """Number of shards, this run's and those found."""
    failed: int
    """Number of shards whose workers died each time."""


def selfplay(
    game: str | Position,
    folder: str | os.PathLike[str],
    games: SupportsIndex,
    *,
    player: str | None = None,
    weights: str | os.PathLike[str] | None = None,
    net: str = "mlp",
    simulations: SupportsIndex = 32,
    opening: SupportsIndex = 4,
    shard: SupportsIndex = 256,
    seed: Seed = None,
    workers: SupportsIndex | None = None,
    progress: Progress | None = None,
) -> Played:
    """Play games of a player, or of a network, against itself, and write them in shards.

    Give a ``player`` by its spec, or ``weights``, a file of arrays (``.npz``), with ``net``, which
    makes the network of them: ``"mlp"``, dense layers (``bitgames.cluster.weights.mlp``), or
    ``"MODULE:FUNCTION"``. A network plays by a Gumbel search with ``simulations`` for each move.
    Games begin with ``opening`` random moves, games of chance with deals instead. A task is a shard
    of ``shard`` games. An equal ``seed`` gives equal shards wherever they are made (of a network,
    where NumPy rounds alike); ``None`` is that of the folder, or a fresh one for a new folder.

    ``folder`` gets a file ``shard-000000.npz`` for each shard, complete or not at all, and
    ``shards.jsonl``, which lists them: the same call goes on from there. The arrays are ``moves``
    (int16, all games one after the other), ``lengths`` (int32, moves of each game), ``given``
    (int16, random moves at its begin), ``starts`` (text, each start position) and ``returns``
    (float32, shape ``(games, seats)``); of a network also ``policy`` (float16, shape ``(searches,
    num_moves)``) and ``value`` (float32, for the player to move), a row for each move that is not
    given.

    ``workers`` and an active ``joblib.parallel_config`` say where the tasks run, as in ``spread``.
    Of the weights only path and checksum travel: each machine reads the file from that path.
    ``progress`` is called with the numbers of finished and of all games. Raises ``ParameterError``
    for a folder of another run, and what ``match`` and ``MctsPool`` raise.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     selfplay("tictactoe", place, 300, player="random", shard=200)
    Played(games=300, shards=2, failed=0)
    """
    start = position(game) if isinstance(game, str) else game
    total = integer("games", games, 1, _MAX_GAMES)
    size = integer("shard", shard, 1, 2**24)
    if (player is None) == (weights is None):
        raise ParameterError("self-play needs a player or weights: give one of them")
    if player is not None:
        get(player, seed=0).check(start)
    path, seal = (None, None) if weights is None else checked(weights)
    place = Path(path_text(folder))
    shards = place / "shards.jsonl"
    common: dict[str, Any] = {
        "start": start.to_string(),
        "player": player,
        "weights": path,
        "xxh3": seal,
        "net": net,
        "simulations": integer("simulations", simulations, 1, 2**20),
        "opening": integer("opening", opening, 0, 2**10),
        "seed": root_of_run(seed, shards),
    }
    place.mkdir(parents=True, exist_ok=True)
    with ResultLog(shards, {"work": "selfplay", "shard": size, **common}) as log:
        run = _Run(place, log, common, total, size)
        done = sum(run.known())
        for spec, result in spread(play, run.missing(), workers=workers):
            done += run.keep(spec, result)
            if progress is not None:
                progress(done, total)
        return Played(done, run.shards, len(log.failed))


@dataclass
class _Run:
    """The shards of a run: which are there, and which are to be made."""

    folder: Path
    log: ResultLog
    common: dict[str, Any]
    total: int
    size: int
    shards: int = 0

    def specs(self) -> Iterator[bytes]:
        """Yield all tasks of the run."""
        for first in range(0, self.total, self.size):
            games = min(self.size, self.total - first)
            yield encoded({**self.common, "first": first, "games": games})

    def known(self) -> Iterator[int]:
        """Yield the games of each shard that is there; forget one whose file is not what it was."""
        for spec in self.specs():
            if (entry := self.log.found.get(key_of(spec))) is None:
                continue
            document = json.loads(entry)
            try:
                data = read_regular(self.folder / document["file"], _LARGEST)
            except OSError:
                data = b""
            if f"{checksum(data):016x}" == document["xxh3"]:
                self.shards += 1
                yield document["games"]
            else:
                del self.log.found[key_of(spec)]

    def missing(self) -> Iterator[bytes]:
        """Yield the tasks to do."""
        return (spec for spec in self.specs() if key_of(spec) not in self.log.found)

    def keep(self, spec: bytes, result: bytes | Failed) -> int:
        """Write a shard and list it; return its games."""
        if isinstance(result, Failed):
            self.log.put(spec, result)
            return 0
        document = json.loads(spec)
        name = f"shard-{document['first'] // self.size:06}.npz"
        write_atomic(self.folder / name, result)
        found = {"file": name, "games": document["games"], "xxh3": f"{checksum(result):016x}"}
        self.log.put(spec, encoded(found))
        self.shards += 1
        return int(document["games"])


class _Game(NamedTuple):
    """A finished game; the first ``given`` moves are those of its opening."""

    start: str
    moves: list[int]
    given: int
    returns: tuple[float, ...]


def _file(games: list[_Game], **more: "NDArray[Any]") -> bytes:
    """Return games as arrays in the bytes of a file."""
    import numpy as np

    file = BytesIO()
    arrays: dict[str, Any] = {
        "moves": np.array([move for game in games for move in game.moves], np.int16),
        "lengths": np.array([len(game.moves) for game in games], np.int32),
        "given": np.array([game.given for game in games], np.int16),
        "starts": np.array([game.start for game in games]),
        "returns": np.array([game.returns for game in games], np.float32),
        **more,
    }
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def play(spec: bytes) -> bytes:
    """Play the games of a shard, and return its file."""
    document = json.loads(spec)
    start = position(document["start"])
    return _by_player(document, start) if document["player"] else _by_net(document, start)


def _by_player(document: dict[str, Any], start: Position) -> bytes:
    player, plies = get(document["player"], seed=0), document["opening"]
    first, number = document["first"], document["games"]
    begins: list[Any] = ["none"] * number
    if plies and not start.facts.chance:
        drawn = random_openings(start, plies, number, document["seed"], balance=False, first=first)
        begins = [[record] for record in drawn]
    games = []
    for game, begin in enumerate(begins, first):
        # The first games of different pairs: the second one would repeat the deal or the opening.
        [each] = match(
            player, player, start, 1, document["seed"], first_game=2 * game, openings=begin,
            keep_games=True, threads=1,
        ).games  # fmt: skip
        record = each.record
        games.append(_Game(each.start, [*map(int, record)], each.given, record.position.returns))
    return _file(games)


def _by_net(document: dict[str, Any], start: Position) -> bytes:
    import numpy as np

    run = network(document["weights"], document["xxh3"], document["net"])
    seeds = [
        child_seed(document["seed"], document["first"] + game) for game in range(document["games"])
    ]
    # As with a player: each game of chance has a deal of its own, and no random moves.
    deals, plies = start.facts.chance, document["opening"]
    starts = [start.deal(seed) if deals else start for seed in seeds]
    begins = [
        _opening(at, 0 if deals else plies, seed) for at, seed in zip(starts, seeds, strict=True)
    ]
    pool = MctsPool(
        [at for at, _ in begins], simulations=document["simulations"], seed=seeds[0], threads=1
    )
    lines = [[*moves] for _, moves in begins]
    policies: list[list[Any]] = [[] for _ in begins]
    values: list[list[float]] = [[] for _ in begins]
    while not (over := pool.over).all():
        pool.run(run)
        moves, policy, value, _ = pool.result()
        for row in np.flatnonzero(~over).tolist():
            lines[row].append(int(moves[row]))
            policies[row].append(policy[row].astype(np.float16))
            values[row].append(float(value[row]))
        pool.play(moves)
    games = [
        _Game(first.to_string(), line, len(given), end.returns)
        for first, line, (_, given), end in zip(starts, lines, begins, pool.positions, strict=True)
    ]
    shape = (-1, start.num_moves)
    return _file(
        games,
        policy=np.array([each for row in policies for each in row], np.float16).reshape(shape),
        value=np.array([each for row in values for each in row], np.float32),
    )


def _opening(start: Position, plies: int, seed: int) -> tuple[Position, list[int]]:
    """Return the position after random moves, fewer if the game would be over."""
    from bitgames._core import Batch

    batch = Batch(start, 1, seed=seed, autoreset="disabled", threads=1)
    at, line = start, []
    for _ in range(plies):
        moves = batch.sample()
        after = at.play(int(moves[0]))
        if after.is_over:
            break
        batch.step(moves)
        line.append(int(moves[0]))
        at = after
    return at, line
