"""Spreading tasks over processes and machines: bytes in, bytes out.

One seam for all work that is cut into tasks of about 1 to 30 seconds. Nothing here schedules:
tasks run in this process, by joblib in processes or threads, or on the workers of a dask scheduler.
Which of them the user says with ``workers``, or around the call with ``joblib.parallel_config``.
"""

import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, TypeAlias

from bitgames.arguments import integer, printable, shortened
from bitgames.errors import ClusterError
from bitgames.files import build_id, generator

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["MAX_WORKERS", "Failed", "Split", "Task", "is_here", "spread"]

Task: TypeAlias = Callable[[bytes], bytes]
"""A function at the top of a module, so that workers find it by its name."""

Split: TypeAlias = Callable[[bytes], list[bytes]]
"""Cuts a spec into smaller ones; a spec that cannot be cut comes back alone."""

MAX_WORKERS = 65_536
"""Largest number of tasks that run at once."""

# Seconds to wait for a first worker, and for another one after all were lost.
FIRST_WORKER = 10.0
NEXT_WORKER = 60.0

# True in a thread that runs a task: a task never spreads its own work.
_task = threading.local()


class Failed(NamedTuple):
    """A task without a result: its worker died each time that it ran."""

    reason: str


def spread(
    task: Task,
    specs: Iterable[bytes],
    *,
    workers: SupportsIndex | None = None,
    split: Split | None = None,
) -> Iterator[tuple[bytes, bytes | Failed]]:
    """Run ``task`` for each of ``specs``, and yield each spec with its result, in any order.

    Without ``workers`` and outside of ``joblib.parallel_config``, tasks run one after the other in
    this process, each when its result is asked for. ``workers`` is the number of tasks that run at
    once: in processes of this computer, or where an active ``joblib.parallel_config`` says. On dask
    all workers of the scheduler take part, those that come later, too, unless ``workers`` limits
    them. A task that spreads tasks itself runs them itself.

    ``specs`` may be a generator, which sees the results handed out so far: it is read at most two
    tasks a worker ahead, perhaps from another thread. A result is dropped once it is handed out.
    A task may run twice, when its worker dies before its result arrives; so its result depends on
    its spec alone.

    On dask, a worker with other files of this package, or one that cannot import the task, is left
    out, and a ``RuntimeWarning`` names it. A task whose workers died several times is cut by
    ``split``; one that cannot be cut is tried once more, and then its result is ``Failed``. An
    exception of a task ends the run, and is raised here. Raises ``ClusterError`` if the scheduler
    or all workers are lost, and when a process of joblib dies or has other files.

    >>> sorted(spread(bytes.upper, [b"ab", b"c"]))
    [(b'ab', b'AB'), (b'c', b'C')]
    """
    backend, jobs = _active(workers)
    if backend is None:
        return ((spec, _run(task, spec)) for spec in specs)
    client = getattr(backend, "client", None)
    if client is not None:
        return _by_dask(client, task, specs, jobs, split)
    return _by_joblib(task, specs, jobs)


def is_here(workers: SupportsIndex | None = None) -> bool:
    """Whether ``spread`` runs tasks one after the other in this process.

    >>> is_here(), is_here(1)
    (True, True)
    """
    return _active(workers)[0] is None


def _active(given: SupportsIndex | None) -> tuple[Any, int | None]:
    """Return joblib's backend if the user asks for one, else ``None``, and the number of tasks."""
    workers = None if given is None else integer("workers", given, 1, MAX_WORKERS)
    is_in_task = getattr(_task, "running", False)
    if is_in_task or (workers is None and "joblib" not in sys.modules):
        return None, None
    try:
        from joblib.parallel import get_active_backend
    except ModuleNotFoundError:
        if workers == 1:
            return None, None
        raise ClusterError(
            "workers need joblib: pip install 'bitgames[cluster]', or leave them out"
        ) from None
    backend, jobs = get_active_backend()
    if hasattr(backend, "client"):
        return backend, workers
    jobs = workers if workers is not None else jobs
    return (None, None) if jobs in (None, 1) else (backend, jobs)


def _run(task: Task, spec: bytes) -> bytes:
    """Run one task; what it spreads stays in its thread."""
    before = getattr(_task, "running", False)
    _task.running = True
    try:
        return task(spec)
    finally:
        _task.running = before


def refusal(ours: str) -> str:
    """Return why this process does not work for a driver of that build; nothing if it does.

    Builds compute the same if their native modules, of one kind of machine, are equal.

    >>> refusal(build_id()), refusal("bitgames 0.0.1 ab linux:12")[-30:]
    ('', 'install the same version there')
    >>> refusal(f"{build_id().rpartition(' ')[0]} another:34"), refusal(f"{build_id()}5")[:7]
    ('', 'it has ')
    """
    (mine, _, native), (common, _, other) = build_id().rpartition(" "), ours.rpartition(" ")
    is_comparable = native.partition(":")[0] == other.partition(":")[0]
    if mine == common and (native == other or not is_comparable):
        return ""
    theirs = " ".join(ours.split()[:2])
    what = "other files of" if theirs == generator() else f"{generator()}, not"
    return f"it has {what} {theirs}; install the same version there"


def _run_for(ours: str, task: Task, spec: bytes) -> tuple[bytes, bytes]:
    if why := refusal(ours):
        raise ClusterError(f"a worker process does not fit: {why}")
    return spec, _run(task, spec)


def _by_joblib(
    task: Task, specs: Iterable[bytes], jobs: int | None
) -> Iterator[tuple[bytes, bytes | Failed]]:
    """Run the tasks in processes or threads of this computer."""
    from concurrent.futures.process import BrokenProcessPool

    from joblib import Parallel, delayed

    call, ours = delayed(_run_for), build_id()
    parallel = Parallel(
        n_jobs=jobs, return_as="generator_unordered", batch_size=1, pre_dispatch="2*n_jobs"
    )
    results = parallel(call(ours, task, spec) for spec in specs)
    try:
        # A chain has no `close`: else an early stop would close the results here, warnings and all.
        yield from chain(results)
    except BrokenProcessPool:
        raise ClusterError(
            "a worker process died, and the run ends with it; results until now are kept: run the "
            "same command again to go on, or use a dask scheduler, which survives it"
        ) from None
    finally:
        # Who stops early knows that results are lost.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            results.close()


_Answer: TypeAlias = tuple[str, str, bytes]
"""Of a worker: its address, why it does not work for this driver, and the result if it does."""


def _call() -> Callable[[str, bytes, bytes], _Answer]:
    """Return what runs a pickled task on a worker of dask.

    It travels as code, as no module has its name: so the scheduler needs neither this package nor
    the task's, and a worker that lacks them can say so.
    """

    def call(ours: str, task: bytes, spec: bytes) -> _Answer:
        import pickle

        from distributed import get_worker

        address = get_worker().address
        try:
            from bitgames.spread import _run, refusal

            if why := refusal(ours):
                return address, why, b""
            function = pickle.loads(task)
        except Exception as error:
            return address, f"it cannot load the task ({type(error).__name__}: {error})", b""
        return address, "", _run(function, spec)

    return call


class _Queue:
    """What a run on dask has still to do, and what it has sent away."""

    def __init__(self, specs: Iterable[bytes], split: Split | None) -> None:
        self.specs = iter(specs)
        self.split = split
        self.again: list[bytes] = []
        self.tried: set[bytes] = set()
        self.sent: dict[str, bytes] = {}

    def take(self, most: int) -> list[bytes]:
        """Return at most that many specs to send, those of lost workers first."""
        first, self.again = self.again[:most], self.again[most:]
        return [*first, *islice(self.specs, most - len(first))]

    def lost(self, spec: bytes) -> bool:
        """Put a task back whose workers died, cut if possible; return False to give it up."""
        parts = [spec] if self.split is None else self.split(spec)
        if len(parts) < 2:
            if spec in self.tried:
                return False
            self.tried.add(spec)
        self.again += parts
        return True


def _by_dask(
    client: "Client", task: Task, specs: Iterable[bytes], workers: int | None, split: Split | None
) -> Iterator[tuple[bytes, bytes | Failed]]:
    """Run the tasks on the workers of a scheduler.

    Not by joblib's own dask backend, which waits forever for a task whose workers died, runs
    everything in this process while there is one worker, and never sends more tasks at once than
    the workers at the start could take (joblib 1.6). The scheduler and its client are the same.
    """
    from secrets import token_hex

    from distributed import KilledWorker, as_completed
    from distributed.protocol.pickle import dumps

    queue, ours, call, function = _Queue(specs, split), build_id(), _call(), dumps(task)
    done = as_completed([], loop=client.loop, with_results=True, raise_errors=False)
    name = f"{getattr(task, '__name__', 'task')}-{token_hex(8)}"
    crowd = _WorkerCount(client)
    number = 0
    try:
        while True:
            room = crowd.room(workers) - len(queue.sent)
            for spec in queue.take(max(room, 0)):
                number += 1
                key = f"{name}-{number}"
                queue.sent[key] = spec
                where = crowd.preferred()
                done.add(client.submit(call, ours, function, spec, key=key, pure=False, **where))
            if room > 0 and not queue.sent:
                return
            while crowd.is_there() and not done.has_ready():
                time.sleep(0.005)
                if not queue.sent and crowd.room(workers):
                    break
            for future, result in done.next_batch(block=False):
                spec, status = queue.sent.pop(future.key), future.status
                # The worker forgets a result that nobody holds; else it would be made again when
                # that worker dies.
                future.release()
                if status == "finished":
                    address, why, found = result
                    if why:
                        crowd.leave_out(address, why)
                        queue.again.append(spec)
                    else:
                        yield spec, found
                    continue
                if status != "error":
                    raise ClusterError(_lost(client))
                error: BaseException = result[1]
                if not isinstance(error, KilledWorker):
                    raise error
                if not queue.lost(spec):
                    yield spec, Failed(f"{error.allowed_failures + 1} workers died while it ran")
    finally:
        done.clear()
        _cancel(client, list(queue.sent))


def _lost(client: "Client") -> str:
    return (
        f"the dask scheduler at {client.scheduler.address} is gone; results until now are kept: "
        "run the same command again to go on"
    )


def _cancel(client: "Client", keys: list[str]) -> None:
    """Take back what has not begun, if the scheduler still listens."""
    if keys and client.status == "running":
        from distributed import Future

        with suppress(Exception):
            client.cancel([Future(key, client) for key in keys], asynchronous=False)


class _WorkerCount:
    """The workers of a scheduler, counted again each second."""

    def __init__(self, client: "Client") -> None:
        self.client = client
        self.threads: dict[str, int] = {}  # of each worker that fits
        self.left_out: dict[str, str] = {}
        self.counted = 0.0
        # When there was a worker, or else when the run began.
        self.seen = time.monotonic()
        self.patience = FIRST_WORKER

    def room(self, limit: int | None) -> int:
        """Return how many tasks may be sent away at once: two a thread of a worker."""
        self.is_there()
        room = 2 * sum(self.threads.values()) or (0 if self.left_out else 1)
        return room if limit is None else min(room, limit)

    def leave_out(self, address: str, why: str) -> None:
        """Send no more tasks to a worker, and name it."""
        self.threads.pop(address, None)
        if not self.threads:
            self.patience = FIRST_WORKER
        if address not in self.left_out:
            self.left_out[address] = why = shortened(printable(why), 300)
            warnings.warn(f"worker {address} is left out: {why}", RuntimeWarning, stacklevel=4)

    def preferred(self) -> dict[str, Any]:
        """Return as options of a task where it runs, unless all those are lost meanwhile."""
        return {"workers": [*self.threads], "allow_other_workers": True} if self.left_out else {}

    def is_there(self) -> bool:
        """Count the workers now and then; return True, or raise that nobody is left."""
        now = time.monotonic()
        if now - self.counted < 1.0:
            return True
        if self.client.status != "running":
            raise ClusterError(_lost(self.client))
        self.counted = now
        try:
            there = self.client.nthreads()
        except (OSError, TimeoutError):
            raise ClusterError(_lost(self.client)) from None
        self.left_out = {each: why for each, why in self.left_out.items() if each in there}
        self.threads = {each: there[each] for each in there if each not in self.left_out}
        if self.threads:
            self.seen, self.patience = now, NEXT_WORKER
        elif now - self.seen > self.patience:
            left_out = "".join(f"; worker {each}: {why}" for each, why in self.left_out.items())
            raise ClusterError(
                f"the scheduler has had no worker for {self.patience:.0f} seconds: start one by "
                f"dask worker {self.client.scheduler.address}{left_out}"
            )
        return True
