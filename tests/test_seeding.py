"""The seed contract: what may be a seed, and what root it gives."""

from __future__ import annotations

import atexit
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping
from inspect import Parameter, ismodule, signature
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames import cluster, seeding
from bitgames.protocols import gtp, nboard
from bitgames.seeding import root

TOP = 2**128


@given(st.integers(0, TOP - 1))
def test_an_integer_is_its_own_root(seed: int) -> None:
    assert root(seed) == seed


def test_none_is_fresh_every_time() -> None:
    roots = {root() for _ in range(20)}
    assert len(roots) == 20
    assert all(0 <= each < TOP for each in roots)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64])
def test_numpy_integers_are_integers(kind: type[np.integer]) -> None:
    assert root(kind(5)) == 5
    assert type(root(kind(5))) is int


def test_a_seed_sequence_is_not_consumed() -> None:
    sequence = np.random.SeedSequence(11)
    assert root(sequence) == root(sequence) == root(np.random.SeedSequence(11))
    assert root(sequence) != root(np.random.SeedSequence(12))
    assert root(sequence.spawn(1)[0]) != root(sequence)


def test_a_generator_gives_its_next_bits() -> None:
    first, again = np.random.default_rng(3), np.random.default_rng(3)
    drawn = [root(first) for _ in range(3)]
    assert drawn == [root(again) for _ in range(3)]
    assert len(set(drawn)) == 3


def test_roots_of_numpy_objects_are_promises() -> None:
    """Stored seeds must lead to the same games in every release."""
    assert root(np.random.SeedSequence(1)) == 0x8AE19CA14EB1072C672D8EE56D6791FF
    assert root(np.random.Generator(np.random.PCG64(1))) == 0xF35196BBC152A8668306BDF37922E4FF


@pytest.mark.parametrize(
    "seed", [-1, TOP, TOP + 1, -TOP, 1 << 20_000, np.int64(-3)], ids=lambda seed: hex(seed)[:12]
)
def test_integers_out_of_range(seed: int) -> None:
    with pytest.raises(bg.ParameterError, match="seed must be from 0 to"):
        root(seed)


@pytest.mark.parametrize(
    "seed", [True, False, np.True_, 1.0, "1", b"1", [1], object(), np.float64(1), 1j]
)
def test_other_types(seed: object) -> None:
    with pytest.raises(TypeError, match="seed must be None, an integer"):
        root(seed)  # type: ignore[arg-type]


HONEYMOON = bg.Honeymoon(7)
DATABASE: list[bg.honeymoon.EndingDatabase] = []


def database() -> bg.honeymoon.EndingDatabase:
    """A small database of endings, built once."""
    if not DATABASE:
        folder = tempfile.mkdtemp()
        DATABASE.append(bg.honeymoon.EndingDatabase.build(folder, 3, strain="notrump"))
        atexit.register(shutil.rmtree, folder)
    return DATABASE[0]


def choices(player: Any) -> list[int]:
    """What a random player does in many positions, from the stream that it has now."""
    return [int(player.choose(bg.mnk(11, 11, 5))) for _ in range(8)]


def begun(player: Any, seed: Any) -> list[int]:
    """What a random player does after it began a game with this seed."""
    player.start_game(seed)
    return choices(player)


def sampled(batch: bg.Batch) -> list[list[int]]:
    """The moves that the rows draw in the first steps."""
    drawn = []
    for _ in range(4):
        drawn.append(batch.sample().tolist())
        batch.step(drawn[-1])
    return drawn


def searched(pool: bg.MctsPool) -> list[list[int]]:
    """Where the simulations go with a network that knows nothing."""
    while not pool.done:
        _, mask = pool.select()
        pool.update(np.zeros(mask.shape, np.float32), np.zeros(len(mask), np.float32))
    return pool.result()[3].tolist()


OUTCOMES = [
    ("a", "b", score, pair)
    for pair, score in enumerate([1, 0.5, 0, 1, 1, 0.5, 1, 0, 0.5, 1, 0, 0.5, 1, 1, 0])
]


def connectx(seed: Any) -> list[int]:
    """The moves of an agent of ConnectX that plays at random."""
    agent = bg.players.connectx_agent("random", seed=seed)
    observation = SimpleNamespace(board=[0] * 42, mark=1, remainingOverageTime=60)
    configuration = SimpleNamespace(columns=7, rows=6, inarow=4, timeout=2, actTimeout=2)
    return [agent(observation, configuration) for _ in range(20)]


# Every public function with a parameter named seed, and what it makes of one.
SEEDED: dict[str, Callable[[Any], object]] = {
    "Agent": lambda seed: choices(bg.Agent("random", seed=seed)),
    "Agent.start_game": lambda seed: begun(bg.Agent("random"), seed),
    "Batch": lambda seed: sampled(bg.Batch("mnk:11,11,5", 8, seed)),
    "honeymoon.Ending.random": lambda seed: bg.honeymoon.Ending.random(13, seed=seed),
    "honeymoon.EndingDatabase.verify": lambda seed: database().verify(sample=10, seed=seed),
    "Honeymoon": lambda seed: bg.Honeymoon(seed=seed),
    "Mcts": lambda seed: bg.Mcts(HONEYMOON, seed=seed, memory=1).run(200),
    "MctsPool": lambda seed: searched(bg.MctsPool([bg.Othello()] * 8, simulations=6, seed=seed)),
    "Position.deal": lambda seed: HONEYMOON.deal(seed),
    "Position.determinize": lambda seed: HONEYMOON.determinize(0, seed),
    "analysis.hint": lambda seed: bg.analysis.hint(HONEYMOON, lines=1, level="quick", seed=seed),
    "analysis.refine": lambda seed: list(
        bg.analysis.refine(HONEYMOON, lines=1, level="quick", seed=seed)
    ),
    "openings.random_openings": lambda seed: [
        record.moves for record in bg.openings.random_openings("othello", 6, 4, seed)
    ],
    "hint": lambda seed: bg.hint(HONEYMOON, lines=1, level="quick", seed=seed),
    "Board": lambda seed: bg.Board("honeymoon", seed=seed).position,
    "exam": lambda seed: [
        answer.moves
        for answer in bg.exam("mcts:sims=9", "connect4", count=20, seed=seed).marks[0].answers
    ],
    "match": lambda seed: bg.match("ai2", "ai2", "tictactoe", games=20, seed=seed),
    "ratings": lambda seed: str(bg.ratings(OUTCOMES, samples=50, seed=seed).players),
    "tournament": lambda seed: [
        game.moves for game in bg.tournament(["random", "ai2"], pairs=9, seed=seed).games
    ],
    "players.connectx_agent": lambda seed: connectx(seed),
    "players.get": lambda seed: choices(bg.players.get("random", seed=seed)),
    "View.determinize": lambda seed: bg.View(HONEYMOON, 0).determinize(seed),
    "play.Room": lambda seed: bg.play.Room(print, "honeymoon", seed=seed).game.seed,
    "playout": lambda seed: bg.playout(bg.mnk(11, 11, 5), seed=seed),
    "seeding.root": seeding.root,
}
# What comes out does not tell the seed: a count.
COUNTS = {"honeymoon.EndingDatabase.verify"}
# A result and a game of a room tell the seed that they came from.
TOLD = {"MatchResult", "Ratings", "play.Game"}


def test_the_list_of_what_takes_a_seed_is_whole() -> None:
    found = {name for name in taking("seed") if not name.endswith("Player.start_game")}
    told = TOLD | {name for name in found if re.search(r"(Chooser|Engine|Human).start_game", name)}
    assert found - told == set(SEEDED)


def test_a_seed_that_is_not_given_is_fresh() -> None:
    servers = [signature(each.Server).parameters["seed"] for each in (gtp, nboard)]
    defaults = {at.default for at in servers} | {
        each.default
        for name, each in taking("seed").items()
        if not name.startswith("honeymoon.Honeymoon") and name not in TOLD | {"Honeymoon"}
    }
    assert defaults == {None, Parameter.empty}


def test_a_run_goes_on_with_the_seed_of_its_file(tmp_path: Path) -> None:
    def play(file: Path, seed: Any = None) -> bg.Tournament:
        return bg.tournament(["ai2", "random"], pairs=2, seed=seed, results=file)

    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    files[1].touch()
    begun = [play(file).config["seed"] for file in files]
    assert begun[0] != begun[1]
    for file, seed in zip(files, begun, strict=True):
        again = play(file)
        assert (again.taken_over, again.config["seed"]) == (4, seed)
        assert play(file, seed).taken_over == 4
        with pytest.raises(bg.ParameterError, match="its seed is"):
            play(file, 0)
    cluster.selfplay("tictactoe", tmp_path, 3, player="random")
    (tmp_path / "shard-000000.npz").unlink()
    assert cluster.selfplay("tictactoe", tmp_path, 3, player="random").games == 3
    with pytest.raises(bg.ParameterError, match="its seed is"):
        cluster.selfplay("tictactoe", tmp_path, 3, player="random", seed=0)


@pytest.mark.parametrize("name", SEEDED)
def test_everything_that_takes_a_seed_takes_all_kinds(name: str) -> None:
    call = SEEDED[name]
    assert call(5) == call(np.uint8(5)) == call(np.int64(5)) == call(IndexOnly(5))
    assert call(2**128 - 1) is not None
    sequence = np.random.SeedSequence(5)
    assert call(sequence) == call(sequence) == call(np.random.SeedSequence(5))
    assert call(np.random.default_rng(5)) == call(np.random.default_rng(5))
    if name not in COUNTS:
        assert call(5) != call(6)
        assert call(sequence) != call(sequence.spawn(1)[0])
        drawn = np.random.default_rng(5)
        assert call(drawn) != call(drawn)
        # Two games may end alike by chance; twenty do not.
        first = call(None)
        assert any(call(None) != first for _ in range(20))
    for wrong in (-1, 2**128, np.int8(-1)):
        with pytest.raises(bg.ParameterError, match=r"seed must be from 0 to 2\*\*128 - 1"):
            call(wrong)
    for kind in (True, np.True_, 1.0, "1", b"1", [1], object()):
        with pytest.raises(TypeError, match="seed must be None, an integer"):
            call(kind)


def test_a_long_seed_gives_its_first_child_to_a_single_stream() -> None:
    long = 2**100 + 7
    assert bg.Honeymoon(long) == bg.Honeymoon(seeding.child_seed(long, 0))
    assert HONEYMOON.deal(long) == HONEYMOON.deal(seeding.child_seed(long, 0))


def test_a_match_tells_its_seed() -> None:
    for seed in (np.random.SeedSequence(0), None):
        result = bg.match("ai2", "ai2", "tictactoe", games=20, seed=seed)
        assert bg.match("ai2", "ai2", "tictactoe", games=20, seed=result.seed) == result


def built_book(folder: Path, threads: Any) -> bytes:
    folder.mkdir(exist_ok=True)
    path = folder / "a.book"
    bg.Book.build(path, "othello:4", positions=50, depth=1, threads=threads)
    return path.read_bytes()


def scores_of(folder: Path, threads: Any) -> bytes:
    folder.mkdir(exist_ok=True)
    path = folder / "a.scores"
    bg.ConnectFour(4, 4).write_scores(path, plies=2, table_mib=1, threads=threads)
    return path.read_bytes()


def asked(folder: Path, threads: Any) -> list[int]:
    """The games that a file with two games finds."""
    folder.mkdir(exist_ok=True)
    (folder / "games.txt").write_text("f5d6c3\nf5f6e6\n")
    with bg.Archive(folder / "games.txt", threads=threads) as archive:
        return [game.number for game in archive.find(opening="f5f6")]


def loaded(folder: Path, threads: Any) -> list[list[int]]:
    """What a batch does that was written to a file and read with so many threads."""
    folder.mkdir(exist_ok=True)
    bg.Batch("othello", 300, 1).save(folder / "batch")
    return sampled(bg.Batch.load(folder / "batch", threads=threads))


# Every public function with a parameter named threads.
THREADED: dict[str, Callable[[Any, Path], object]] = {
    "Archive": lambda threads, folder: asked(folder, threads),
    "archive.Archive": lambda threads, folder: asked(folder, threads),
    "tournament": lambda threads, _: (
        bg.tournament(["ai2", "ai1"], pairs=9, threads=threads, seed=0).table.rows
    ),
    "Batch": lambda threads, _: sampled(bg.Batch("othello", 300, 1, threads=threads)),
    "Batch.from_bytes": lambda threads, _: sampled(
        bg.Batch.from_bytes(bg.Batch("othello", 300, 1).to_bytes(), threads=threads)
    ),
    "Batch.load": lambda threads, folder: loaded(folder, threads),
    "Book.build": lambda threads, folder: built_book(folder, threads),
    "honeymoon.EndingDatabase.build": lambda threads, folder: (
        bg.honeymoon.EndingDatabase.build(folder, 3, strain="notrump", threads=threads)
        .layers[2]
        .checksum
    ),
    "analysis.analyze": lambda threads, _: (
        bg.analysis.analyze(bg.Record("tictactoe", ["a1"]), threads=threads).moves
    ),
    "analysis.hint": lambda threads, _: bg.analysis.hint(bg.TicTacToe(), threads=threads),
    "analysis.refine": lambda threads, _: list(bg.analysis.refine(bg.TicTacToe(), threads=threads)),
    "analyze": lambda threads, _: bg.analyze(bg.Record("tictactoe", ["a1"]), threads=threads).moves,
    "hint": lambda threads, _: bg.hint(bg.TicTacToe(), threads=threads),
    "match": lambda threads, _: bg.match(
        "ai2", "ai2", "tictactoe", games=20, seed=1, threads=threads
    ),
    "MctsPool": lambda threads, _: searched(
        bg.MctsPool([bg.Othello()] * 130, simulations=4, threads=threads, seed=0)
    ),
    "Mcts": lambda threads, _: bg.Mcts(bg.Othello(), seed=1, threads=threads).run(200, leaves=32),
    "ConnectFour.write_scores": lambda threads, folder: scores_of(folder, threads),
    "Searcher": lambda threads, _: (
        bg.Searcher("tictactoe", threads=threads).search(bg.TicTacToe(), depth=9).value
    ),
    "search": lambda threads, _: bg.search(bg.TicTacToe(), depth=9, threads=threads).value,
    "Solver": lambda threads, _: (
        bg.Solver(bg.Othello(4), threads=threads).solve(bg.Othello(4)).value
    ),
    "solve": lambda threads, _: bg.solve(bg.Othello(4), threads=threads).value,
    "solve_many": lambda threads, _: bg.solve_many(
        [bg.TicTacToe(), bg.TicTacToe().play("b2")], threads=threads
    ).values.tolist(),
}


def test_the_list_of_what_takes_threads_is_whole() -> None:
    assert set(taking("threads")) == set(THREADED)


@pytest.mark.parametrize("name", THREADED)
def test_everything_that_takes_threads_takes_none_and_numbers_from_one(
    name: str, tmp_path: Path
) -> None:
    call = THREADED[name]
    expected = call(1, tmp_path / "1")
    for number, threads in enumerate((None, 2, np.int16(2), IndexOnly(3))):
        assert call(threads, tmp_path / f"again{number}") == expected
    for wrong in (0, -1, 1025, 10**30):
        with pytest.raises(bg.ParameterError, match="threads must be from 1 to 1024"):
            call(wrong, tmp_path)
    for kind in (True, 1.0, "all", [1]):
        with pytest.raises(TypeError):
            call(kind, tmp_path)


def taking(name: str) -> dict[str, Parameter]:
    """The parameter of this name of all public functions, classes and methods that have it."""
    found: dict[str, Parameter] = {}
    modules = [bg, *filter(ismodule, (getattr(bg, name) for name in dir(bg)))]
    for module in modules:
        room = "" if module is bg else module.__name__.removeprefix("bitgames.") + "."
        for public in module.__all__:
            value = getattr(module, public)
            functions = {public: value}
            if isinstance(value, type):
                own = {key: getattr(value, key) for key in vars(value) if key[0] != "_"}
                functions |= {f"{public}.{key}": each for key, each in own.items()}
            for full, function in functions.items():
                if callable(function) and name in parameters(function):
                    found[room + full] = parameters(function)[name]
    return found


def parameters(function: Callable[..., object]) -> Mapping[str, Parameter]:
    """The parameters of a function; none for what does not tell."""
    try:
        return signature(function).parameters
    except (TypeError, ValueError):
        return {}


class IndexOnly:
    """An integer of another library."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number
