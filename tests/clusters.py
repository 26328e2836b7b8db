"""A real dask scheduler and its workers on the loopback address, each in a folder of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests import processes

ROOT = Path(__file__).parents[1]

# The tests' own tasks are modules of this folder.
ENVIRONMENT = {
    "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}

Process = subprocess.Popen[Any]


def wait_for(condition: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


class Cluster:
    """A scheduler, and the workers that it has."""

    def __init__(self, folder: Path, env: dict[str, str], protocol: str) -> None:
        self.folder, self.env, self.protocol = folder, env, protocol
        self.stack = ExitStack()
        self.workers: list[Process] = []
        file = folder / "scheduler.json"
        self.scheduler = self.start(
            "scheduler", "--no-show", "--port", "0", "--scheduler-file", str(file)
        )
        wait_for(file.exists)
        wait_for(lambda: file.read_text())
        self.address: str = json.loads(file.read_text())["address"]

    def start(self, kind: str, *arguments: str) -> Process:
        """Start a program of dask in a folder of its own."""
        place = self.folder / f"{kind}-{len(self.workers)}"
        place.mkdir(exist_ok=True)
        log = self.stack.enter_context((place / "log.txt").open("w"))
        command = [sys.executable, "-m", "dask", kind, "--no-dashboard"]
        command += ["--host", "127.0.0.1", "--protocol", self.protocol]
        return self.stack.enter_context(
            processes.running(
                [*command, *arguments],
                env=self.env,
                cwd=place,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        )

    def add_worker(self, *arguments: str, nanny: bool = True) -> Process:
        """Start a worker of one thread; with a nanny it is started again when it dies."""
        found = self.start(
            "worker",
            self.address,
            "--nthreads",
            "1",
            "--nanny" if nanny else "--no-nanny",
            "--local-directory",
            "here",
            "--death-timeout",
            "60",
            *arguments,
        )
        self.workers.append(found)
        return found

    def add_workers(self, number: int, *arguments: str, nanny: bool = True) -> None:
        """Start workers, and wait until the scheduler has them."""
        from distributed import Client

        for _ in range(number):
            self.add_worker(*arguments, nanny=nanny)
        with Client(self.address, timeout=30, set_as_default=False) as client:
            client.wait_for_workers(len(self.workers), timeout=60)

    def kill(self, process: Process) -> None:
        """Kill a program of the cluster and all that it started."""
        processes.kill(process)
        process.wait()


@contextmanager
def cluster(
    folder: Path,
    workers: int = 0,
    *arguments: str,
    nanny: bool = True,
    env: dict[str, str] = ENVIRONMENT,
    protocol: str = "tcp",
) -> Iterator[Cluster]:
    """A cluster that is gone when the block ends."""
    found = Cluster(folder, env, protocol)
    with found.stack:
        if workers:
            found.add_workers(workers, *arguments, nanny=nanny)
        yield found
