"""Counting, solving and self-play by tasks, in this process: equal to the same work as a whole."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.cli import main
from bitgames.cluster import counting, perft, playing, result_log, selfplay, solve, solving, weights
from bitgames.cluster.tree import Tree
from bitgames.spread import Failed

GAMES = ["tictactoe", "mnk:4,3,3", "othello:4", "othello:6", "mosaic:3", "quo:3", "honeymoon"]
SOLVED = ["tictactoe", "mnk:4,4,3", "othello:4", "mosaic:3", "quo:3"]


def some_position(spec: str, choices: Iterable[int]) -> bg.Position:
    """The position after some legal moves."""
    at = bg.position(spec)
    for choice in choices:
        if at.is_over:
            break
        at = at.play(at.legal_moves[choice % len(at.legal_moves)])
    return at


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("task_leaves", [1, 40, 10**9])
def test_counts_of_parts_add_up(spec: str, task_leaves: int) -> None:
    for depth in (0, 1, 2, 4):
        counted = perft(spec, depth, task_leaves=task_leaves)
        assert counted.moves == (bg.divide(spec, depth) if depth else {})
        assert (counted.leaves, counted.failed) == (bg.perft(spec, depth), 0)


def test_a_finished_game_counts_once() -> None:
    over = bg.position("tictactoe ooo/xx./...")
    assert perft(over, 3).leaves == bg.perft(over, 3) == 1


def test_a_chunk_of_a_count_halves() -> None:
    spec = result_log.encoded({"depth": 2, "positions": ["a", "b", "c"]})
    halves = result_log.halves("positions", spec)
    assert [json.loads(each)["positions"] for each in halves] == [["a"], ["b", "c"]]
    assert result_log.halves("positions", halves[0]) == [halves[0]]


def test_a_count_goes_on_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "perft.jsonl"

    def count() -> counting.Counted:
        return perft("othello", 6, task_leaves=100, results=path)

    whole = count()
    data = path.read_bytes().splitlines(keepends=True)
    assert len(data) == whole.tasks + 1 > 4
    # A torn last line is dropped; what is missing is counted, and nothing else.
    path.write_bytes(b"".join(data[:-3]) + data[-1][:9])
    asked: list[bytes] = []
    of_task = counting.count

    def counted(spec: bytes) -> bytes:
        asked.append(spec)
        return of_task(spec)

    monkeypatch.setattr(counting, "count", counted)
    assert count() == whole
    assert len(asked) == 3
    assert sorted(path.read_bytes().splitlines()) == sorted(b"".join(data).splitlines())
    with pytest.raises(bg.ParameterError, match="another configuration: its depth is 6, not 5"):
        perft("othello", 5, task_leaves=100, results=path)
    path.write_bytes(data[0] + b'{"some":1,"check":"0000000000000000"}\n')
    with pytest.raises(bg.DamagedFileError, match="line 2"):
        count()


def fails(reason: str, number: int) -> Any:
    """A `spread` whose first tasks have no result."""

    def spread(task: Any, specs: Iterable[bytes], **_: Any) -> Iterator[tuple[bytes, Any]]:
        for place, spec in enumerate(specs):
            yield spec, Failed(reason) if place < number else task(spec)

    return spread


def test_tasks_that_fail_are_told_kept_apart_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "perft.jsonl"
    whole = perft("othello", 6, task_leaves=100)
    with monkeypatch.context() as patch:
        patch.setattr(result_log, "spread", fails("4 workers died while it ran", 2))
        part = perft("othello", 6, task_leaves=100, results=path)
    assert part.failed == 2 and part.leaves < whole.leaves
    assert path.read_bytes().count(b'"failed":"4 workers died while it ran"') == 2
    assert perft("othello", 6, task_leaves=100, results=path) == whole


@given(st.sampled_from(SOLVED), st.lists(st.integers(0, 60), max_size=6), st.data())
def test_a_solve_by_tasks_equals_a_solve(spec: str, line: list[int], data: st.DataObject) -> None:
    position = some_position(spec, line)
    wld = data.draw(st.booleans())
    found = solve(
        position,
        wld=wld,
        plies=data.draw(st.sampled_from([None, 1, 2, 3])),
        task_nodes=data.draw(st.sampled_from([1, 100, 10**8])),
        table_mib=1,
    )
    expected = bg.solve(position, wld=wld, all_moves=True)
    assert found.value == expected.value
    if not position.is_over:
        assert found.best_move is not None and found.pv[0] == found.best_move
        assert expected.values[found.best_move] == expected.value
        for move in found.pv:
            position = position.play(move)


def test_a_solve_takes_less_than_all_questions_and_goes_on_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "solve.jsonl"
    start = bg.mnk(4, 4, 4)
    whole = solve(start, plies=3, results=path)
    tree = Tree(start, lambda _: 0.0, plies=3)
    done = path.read_bytes().splitlines(keepends=True)
    # Not both questions about each leaf, as without bounds.
    assert len(done) - 1 < len(tree.leaves())
    path.write_bytes(b"".join(done[:-5]))
    again = solve(start, plies=3, results=path)
    assert (again.value, again.best_move) == (whole.value, whole.best_move)
    # The same answers; how many positions they took depends on the table of this thread.
    assert answers(path.read_bytes()) == answers(b"".join(done))


def answers(data: bytes) -> list[tuple[str, Any]]:
    found = map(json.loads, data.splitlines()[1:])
    return [(each["key"], each["result"]["bounds"]) for each in found]


def test_a_solve_with_lost_tasks_tells_what_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "spread", fails("4 workers died while it ran", 1))
    # One task that fails is cut once more, and the children decide.
    assert solve(bg.mnk(4, 3, 3), plies=2).value == 1
    monkeypatch.setattr(solving, "spread", fails("4 workers died while it ran", 10**9))
    lost = solve(bg.mnk(4, 3, 3), plies=2)
    assert (lost.proven, lost.bounds) == (False, (-1, 1))


def test_a_position_that_hides_something_is_not_solved_by_tasks() -> None:
    with pytest.raises(bg.UnsupportedError, match="hidden"):
        solve(bg.Honeymoon(seed=1))


def shards(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.npz"))}


def net(folder: Path, moves: int = 9, inputs: int = 18) -> Path:
    rng = np.random.default_rng(2)
    path = folder / "net.npz"
    np.savez(
        path,
        w0=rng.normal(0, 1, (inputs, moves + 1)).astype(np.float32),
        b0=np.zeros(moves + 1, np.float32),
    )
    return path


@pytest.mark.parametrize("spec", ["tictactoe", "othello:4", "honeymoon", "quo:3"])
def test_games_of_a_shard_are_games(spec: str, tmp_path: Path) -> None:
    done = selfplay(spec, tmp_path, 7, player="random", shard=4, opening=2, seed=0)
    assert done == (7, 2, 0)
    starts: list[str] = []
    for data in map(np.load, sorted(tmp_path.glob("*.npz"))):
        moves = np.split(data["moves"], data["lengths"].cumsum()[:-1])
        starts += data["starts"].tolist()
        for start, line, returns in zip(data["starts"], moves, data["returns"], strict=True):
            at = bg.position(str(start))
            for move in line.tolist():
                at = at.play(move)
            assert at.outcome is not None
            assert at.returns == tuple(returns.tolist())
    assert len(starts) == 7
    # Each game has its own deal.
    assert len(set(starts)) == (7 if spec == "honeymoon" else 1)


@pytest.mark.parametrize("spec", ["tictactoe", "honeymoon"])
def test_a_network_leaves_a_policy_and_a_value_for_each_search(spec: str, tmp_path: Path) -> None:
    start = bg.position(spec)
    weights = net(tmp_path, start.num_moves, start.planes().size)
    done = selfplay(spec, tmp_path, 6, weights=weights, shard=6, simulations=4, seed=0)
    assert done == (6, 1, 0)
    with np.load(tmp_path / "shard-000000.npz") as data:
        searches = int((data["lengths"] - data["given"]).sum())
        assert len(set(data["starts"])) == (6 if start.facts.chance else 1)
        assert data["policy"].shape == (searches, start.num_moves)
        assert data["policy"].dtype == np.float16
        assert np.allclose(data["policy"].sum(axis=1), 1, atol=5e-3)
        assert data["value"].shape == (searches,) and abs(data["value"]).max() <= 1
        assert (data["given"] <= 4).all()


def test_self_play_goes_on_and_repairs(tmp_path: Path) -> None:
    network = net(tmp_path)

    def run(games: int = 20) -> Any:
        return selfplay("tictactoe", tmp_path / "out", games, weights=network, shard=5, seed=0)

    assert run(10) == (10, 2, 0)
    assert run() == (20, 4, 0)
    made = shards(tmp_path / "out")
    (tmp_path / "out" / "shard-000001.npz").unlink()
    (tmp_path / "out" / "shard-000002.npz").write_bytes(b"torn")
    assert run() == (20, 4, 0)
    assert shards(tmp_path / "out") == made
    # Other weights would be another run.
    network.write_bytes(net(tmp_path, inputs=18).read_bytes() + b" ")
    with pytest.raises(bg.ParameterError, match="another configuration: its xxh3"):
        run()


def test_weights_are_read_once_and_those_of_another_file_refused(tmp_path: Path) -> None:
    path, seal = weights.checked(net(tmp_path))
    assert weights.network(path, seal, "mlp") is weights.network(path, seal, "mlp")
    with pytest.raises(bg.ClusterError, match="other weights on this machine"):
        weights.network(path, "0" * 16, "mlp")
    Path(path).write_bytes(b"no arrays")
    with pytest.raises(bg.ParameterError, match="not a file of arrays"):
        weights.network(*weights.checked(path), "mlp")
    for name in ("mlp2", "no_such_module:f", "json:nothing", ":", "json:"):
        with pytest.raises(bg.ParameterError, match="is not a valid network"):
            weights.builder(name)
    assert weights.builder("json:dumps") is json.dumps
    for arrays in ({}, {"w0": np.zeros((2, 2))}, {"w0": np.zeros(2), "b1": np.zeros(2)}):
        with pytest.raises(bg.ParameterError, match="the weights of mlp"):
            weights.mlp(arrays)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "player or weights"),
        ({"player": "random", "weights": "x.npz"}, "player or weights"),
        ({"player": "random", "games": 0}, "games must be"),
        ({"player": "random", "shard": 0}, "shard must be"),
        ({"player": "nobody"}, "not a valid player"),
    ],
)
def test_bad_self_play_is_refused_before_a_folder_is_made(
    options: dict[str, Any], words: str, tmp_path: Path
) -> None:
    with pytest.raises(bg.GameError, match=words):
        selfplay("tictactoe", tmp_path / "new", **{"games": 5, **options})
    assert not (tmp_path / "new").exists()


def test_the_command_counts_solves_and_plays_by_tasks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, folder = str(tmp_path / "r.jsonl"), str(tmp_path / "shards")
    for arguments, out in (
        (["perft", "tictactoe", "3", "--divide", "--results", file, "-q"], "504"),
        (["solve", "mnk:4,3,3", "--split", "2", "--json"], '"value": 1'),
        (["selfplay", "tictactoe", "--player", "random", "-n", "9", "--out", folder], "9 games"),
    ):
        assert main(arguments) == 0
        assert out in capsys.readouterr().out
    assert main(["solve", "tictactoe", "--split", "2", "--all"]) == 2
    assert "without --all" in capsys.readouterr().err


def test_a_command_with_lost_tasks_ends_with_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for module in (result_log, solving, playing):
        monkeypatch.setattr(module, "spread", fails("4 workers died while it ran", 10**9))
    for arguments, words in (
        (["perft", "tictactoe", "3", "--results", str(tmp_path / "r")], "1 of 1 tasks failed"),
        (["solve", "mnk:4,3,3", "--split", "2"], "tasks failed"),
        (["selfplay", "tictactoe", "--player", "random", "--out", str(tmp_path)], "4 of 4 tasks"),
    ):
        assert main(arguments) == 3
        errors = [line for line in capsys.readouterr().err.splitlines() if "error" in line]
        assert len(errors) == 1 and words in errors[0]
