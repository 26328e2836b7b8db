"""Work on a real dask scheduler with two workers in different folders, and how it fails there."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from itertools import chain, pairwise
from pathlib import Path
from shutil import which
from typing import Any

import pytest

import bitgames as bg
from bitgames import journal
from bitgames.cluster import connected, perft, selfplay, solve
from bitgames.spread import Failed, spread
from bitgames.tournaments import games as kept
from bitgames.tournaments import tournament
from tests import cluster_tasks, processes
from tests.clusters import ENVIRONMENT, Cluster, cluster, wait_for

pytestmark = [pytest.mark.cluster, processes.posix]

GAMES = ["tournament", "othello:6", "mcts:sims=1000", "alphabeta:depth=3", "--pairs", "200"]
GAMES += ["--seed", "0"]
SHARDS = ["selfplay", "othello:6", "--player", "mcts:sims=500", "--games", "60", "--shard", "3"]
SHARDS += ["--seed", "0"]


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler with two workers that come back when they die."""
    with cluster(tmp_path_factory.mktemp("cluster"), 2) as found:
        yield found


def played(path: Path) -> list[tuple[Any, ...]]:
    """The games of a results file in the order of their keys, without the time they took."""
    return sorted(game._replace(seconds=(0.0, 0.0)) for game in kept.games(path))


def shards(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.npz"))}


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same work in one process."""
    folder = tmp_path_factory.mktemp("alone")
    for command in (
        [*GAMES, "--results", str(folder / "r.jsonl")],
        [*SHARDS, "--out", str(folder)],
    ):
        done = processes.run([*processes.BITGAMES, *command, "--quiet"])
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The weights of a small network with random numbers."""
    import numpy as np

    rng = np.random.default_rng(1)
    start = bg.position("othello:6")
    sizes = [start.planes().size, 32, start.num_moves + 1]
    arrays = {}
    for layer, (rows, columns) in enumerate(pairwise(sizes)):
        arrays[f"w{layer}"] = rng.normal(0, 0.1, (rows, columns)).astype(np.float32)
        arrays[f"b{layer}"] = np.zeros(columns, np.float32)
    path = tmp_path_factory.mktemp("weights") / "net.npz"
    np.savez(path, **arrays)
    return path


def everything(folder: Path, weights: Path) -> tuple[Any, ...]:
    """A tournament, self-play with a network, a count and a solve."""
    folder.mkdir()
    tournament(["mcts:sims=50", "greedy"], "othello:6", pairs=8, results=folder / "r.jsonl", seed=0)
    selfplay("othello:6", folder, 24, weights=weights, simulations=8, shard=6, seed=0)
    counted = perft("othello:6", 9, task_leaves=20_000, results=folder / "perft.jsonl")
    assert counted.tasks > 10
    value = solve("mnk:4,4,4", results=folder / "solve.jsonl").value
    return (
        played(folder / "r.jsonl"),
        shards(folder),
        sorted(line.data for line in journal.lines(folder / "perft.jsonl")),
        counted,
        value,
    )


def test_threads_processes_and_a_cluster_find_what_one_process_finds(
    two: Cluster, tmp_path: Path, weights: Path
) -> None:
    from joblib import parallel_config

    expected = everything(tmp_path / "alone", weights)
    assert expected[3].leaves == bg.perft("othello:6", 9)
    assert expected[4] == bg.solve("mnk:4,4,4").value
    with parallel_config("threading", n_jobs=2):
        assert everything(tmp_path / "threads", weights) == expected
    with parallel_config("loky", n_jobs=2):
        assert everything(tmp_path / "processes", weights) == expected
    with connected(two.address):
        assert everything(tmp_path / "cluster", weights) == expected


@processes.posix
def test_a_worker_that_is_killed_costs_its_tasks_alone(
    two: Cluster, alone: Path, tmp_path: Path
) -> None:
    from distributed import Client

    path = tmp_path / "r.jsonl"
    command = [*processes.BITGAMES, *GAMES, "--results", str(path), "--cluster", two.address]
    with Client(two.address, timeout=30, set_as_default=False) as client:
        worker = next(iter(client.run(os.getpid).values()))
    with processes.running(command) as driver:
        wait_for(lambda: lines(path) > 10)
        os.kill(worker, signal.SIGKILL)
        _, errors = driver.communicate(timeout=processes.HANGS)
    assert driver.returncode == 0, errors
    assert played(path) == played(alone / "r.jsonl")


def test_a_killed_driver_goes_on_where_it_was(two: Cluster, alone: Path, tmp_path: Path) -> None:
    command = [*processes.BITGAMES, *SHARDS, "--out", str(tmp_path), "--cluster", two.address]
    listed = tmp_path / "shards.jsonl"
    with processes.running(command) as driver:
        wait_for(lambda: lines(listed) > 4)
        driver.kill()
        driver.wait()
    kept = shards(tmp_path)
    assert 0 < len(kept) < 20
    done = processes.run([*command, "--json"])
    assert json.loads(done.stdout)["games"] == 60, done.stderr
    assert shards(tmp_path) == shards(alone)
    assert kept.items() <= shards(tmp_path).items()
    # No shard was made twice: the header and one line each.
    assert lines(listed) == 21


def test_ctrl_c_ends_with_130_and_the_same_command_goes_on(
    two: Cluster, alone: Path, tmp_path: Path
) -> None:
    path = tmp_path / "r.jsonl"
    command = [*processes.BITGAMES, *GAMES, "--results", str(path), "--cluster", two.address]
    with processes.running(command) as driver:
        wait_for(lambda: lines(path) > 10)
        driver.send_signal(signal.SIGINT)
        _, errors = driver.communicate(timeout=30)
    assert driver.returncode == 130
    assert "Traceback" not in errors and "to go on: bitgames tournament" in errors
    before = lines(path)
    assert before < 401
    done = processes.run(command)
    assert done.returncode == 0, done.stderr
    assert played(path) == played(alone / "r.jsonl")


def test_a_task_that_ends_its_worker_once_is_done_and_one_that_always_does_is_given_up(
    two: Cluster, tmp_path: Path
) -> None:
    def spec(numbers: range, **deaths: int) -> bytes:
        document = {"folder": str(tmp_path), "numbers": list(numbers), **deaths}
        return json.dumps(document).encode()

    with connected(two.address):
        once = dict(spread(cluster_tasks.deadly, [spec(range(3), once=1), spec(range(3, 5))]))
        assert sorted(map(json.loads, once.values())) == [[0, 1, 2], [3, 4]]  # type: ignore[arg-type]
        # The chunk is cut until the deadly number is alone; all others come out.
        found = dict(
            spread(
                cluster_tasks.deadly,
                [spec(range(2), always=1), spec(range(2, 6))],
                split=cluster_tasks.split,
            )
        )
    failed = [json.loads(each)["numbers"] for each, got in found.items() if isinstance(got, Failed)]
    good = [json.loads(got) for got in found.values() if not isinstance(got, Failed)]
    assert failed == [[1]]
    assert sorted(chain.from_iterable(good)) == [0, 2, 3, 4, 5]


def test_a_worker_that_does_not_fit_is_left_out_and_named(tmp_path: Path) -> None:
    """One with a changed file, and one without the module of the task; the scheduler needs none."""
    changed = tmp_path / "changed.py"
    changed.write_text(
        "import bitgames.files as files\n"
        "ours = files.build_id().split()\n"
        "files.build_id = lambda: ' '.join([*ours[:2], 'a1b2', ours[3]])\n"
    )
    with cluster(tmp_path, env={**ENVIRONMENT, "PYTHONPATH": ""}) as found:
        found.add_workers(2, "--preload", str(changed), nanny=False)
        command = [*processes.BITGAMES, "perft", "othello", "4", "--cluster", found.address]
        alone = processes.run(command)
        assert (alone.returncode, alone.stdout) == (1, "")
        *warned, error = alone.stderr.splitlines()
        assert "the scheduler has had no worker for 10 seconds" in error
        assert error.count("it has other files of bitgames") == 2
        assert {line.partition(" worker ")[0] for line in warned} == {"bitgames: warning:"}
        specs = [b'{"seconds": 0.05, "number": %d}' % number for number in range(100)]
        found.env = ENVIRONMENT
        found.add_workers(1, nanny=False)
        found.env = {**ENVIRONMENT, "PYTHONPATH": ""}
        found.add_workers(1, nanny=False)
        with connected(found.address), pytest.warns(RuntimeWarning) as heard:
            assert dict(spread(cluster_tasks.slow, specs)) == dict(zip(specs, specs, strict=True))
        reasons = {str(each.message).partition(": ")[2] for each in heard}
        lacking, other = sorted(reasons)
        assert lacking.startswith("it cannot load the task (ModuleNotFoundError: No module named")
        assert other.startswith("it has other files of bitgames")
        done = processes.run([*command, "--quiet"])
        assert (done.returncode, done.stderr) == (0, "")


def test_a_worker_that_comes_late_takes_part(tmp_path: Path) -> None:
    with cluster(tmp_path, 1, nanny=False) as found, connected(found.address):
        specs = [b"%d" % number for number in range(1000)]
        results = spread(cluster_tasks.where, specs)
        workers = {bytes(next(results)[1]).split()[1]}  # type: ignore[arg-type]
        assert len(workers) == 1
        found.add_worker(nanny=False)
        for _, result in results:
            workers.add(bytes(result).split()[1])  # type: ignore[arg-type]
            if len(workers) == 2:
                break
        results.close()  # type: ignore[attr-defined]
        assert len(workers) == 2


def test_a_scheduler_that_dies_ends_the_run_in_one_line_and_the_file_is_whole(
    alone: Path, tmp_path: Path
) -> None:
    path = tmp_path / "r.jsonl"
    with cluster(tmp_path, 2) as found:
        command = [*processes.BITGAMES, *GAMES, "--results", str(path), "--cluster"]
        with processes.running([*command, found.address, "--quiet"]) as driver:
            wait_for(lambda: lines(path) > 10)
            found.kill(found.scheduler)
            began = time.monotonic()
            _, errors = driver.communicate(timeout=processes.HANGS)
            assert time.monotonic() - began < 30
    assert driver.returncode == 1
    advice, error = errors.splitlines()
    assert "to go on: bitgames tournament" in advice
    assert error.startswith("bitgames: error: the dask scheduler at tcp://") and "is gone" in error
    kept = played(path)
    assert kept and set(kept) < set(played(alone / "r.jsonl"))


@pytest.mark.parametrize("address", ["nowhere", "tcp://", "", "a b:1", "http://x/y:1", "foo://x:1"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(bg.ParameterError, match="HOST:PORT"), connected(address):
        pass


def test_a_scheduler_that_is_not_there_is_one_line_within_seconds() -> None:
    began = time.monotonic()
    done = processes.run([*processes.BITGAMES, "perft", "othello", "3", "--cluster", "127.0.0.1:1"])
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("bitgames: error: no dask scheduler answers at 127.0.0.1:1")
    assert done.stderr.count("\n") == 1
    assert time.monotonic() - began < 60


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The settings of dask for a certificate that all machines of a cluster have."""
    if (openssl := which("openssl")) is None:
        pytest.skip("needs openssl")
    folder = tmp_path_factory.mktemp("certificates")
    key, certificate = str(folder / "key.pem"), str(folder / "cert.pem")
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=bitgames"]
    assert not processes.run([openssl, *words, "-keyout", key, "-out", certificate]).returncode
    begin = "DASK_DISTRIBUTED__COMM__TLS__"
    roles = ("CLIENT", "SCHEDULER", "WORKER")
    files = {
        f"{begin}{role}__{name}": path
        for role in roles
        for name, path in (("KEY", key), ("CERT", certificate))
    }
    return {f"{begin}CA_FILE": certificate, **files}


def test_tls_needs_certificates_and_works_with_them(
    tmp_path: Path, certificates: dict[str, str]
) -> None:
    command = [*processes.BITGAMES, "perft", "othello:6", "6", "--quiet", "--cluster"]
    none = processes.run([*command, "tls://127.0.0.1:1"])
    assert (none.returncode, none.stdout, none.stderr.count("\n")) == (1, "", 1)
    assert "DASK_DISTRIBUTED__COMM__TLS__CA_FILE" in none.stderr
    wrong = {name: str(tmp_path / "no.pem") for name in certificates}
    lost = processes.run([*command, "tls://127.0.0.1:1"], env=wrong)
    assert (lost.returncode, lost.stdout, lost.stderr.count("\n")) == (1, "", 1)
    with cluster(tmp_path) as found:
        other = processes.run([*command, found.address.replace("tcp", "tls")], env=certificates)
        assert (other.returncode, other.stdout, other.stderr.count("\n")) == (1, "", 1)
    env = {**ENVIRONMENT, **certificates}
    (tmp_path / "secret").mkdir()
    with cluster(tmp_path / "secret", protocol="tls", env=env) as found:
        found.add_worker(nanny=False)
        done = processes.run([*command, found.address], env=certificates)
        counted = f"{bg.perft('othello:6', 6)}\n"
        assert (done.returncode, done.stdout, done.stderr) == (0, counted, "")
