"""Connection to the scheduler of a cluster: soon there and of the same version, or why not."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from bitgames.arguments import parameter_error, printable, shortened
from bitgames.errors import ClusterError
from bitgames.files import generator

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["check_versions", "connected"]

_CONNECT_SECONDS = 5
_ADDRESS = re.compile(r"(?:[a-z]+://)?[^\s/]+:[0-9]{1,5}", re.ASCII)


def _version() -> str:
    """Return the program and version of the process in which this runs."""
    from bitgames import files

    return files.generator()


@contextmanager
def connected(address: str | None) -> Iterator[None]:
    """Run what the block spreads on the workers of a dask scheduler; ``None`` changes nothing.

    ``address`` is that of the scheduler, like ``tcp://10.0.0.7:8786``. The scheduler and all
    workers must have the version of this process; a worker that comes later is asked with its first
    task. Raises ``ParameterError`` for a text that is no address, and ``ClusterError`` if the extra
    ``cluster`` is not installed, if no scheduler answers within seconds, and for another version.

    >>> with connected(None):
    ...     pass
    """
    if address is None:
        yield
        return
    try:
        from distributed import Client
        from joblib import parallel_config
    except ModuleNotFoundError:
        raise ClusterError("a cluster needs dask: pip install 'bitgames[cluster]'") from None
    shown = printable(shortened(address, 100))
    if not _ADDRESS.fullmatch(address):
        raise parameter_error("cluster", "HOST:PORT or tcp://HOST:PORT", shown or "an empty text")
    with _quiet():
        try:
            client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError):
            raise ClusterError(
                f"no dask scheduler answers at {shown}: start one by dask scheduler, and give the "
                "address that it prints"
            ) from None
        try:
            check_versions(client)
            with parallel_config("dask", client=client):
                yield
        finally:
            # The scheduler may be gone.
            with suppress(Exception):
                client.close(timeout=_CONNECT_SECONDS)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the log of dask: of lost workers and schedulers this package tells by its errors."""
    names = [
        name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"
    ]
    before = {name: logging.getLogger(name).level for name in names}
    try:
        for name in names:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


def check_versions(client: "Client") -> None:
    """Raise ``ClusterError`` for a scheduler or a worker of another version."""
    found: dict[str, object] = {}
    try:
        found["the scheduler"] = client.run_on_scheduler(_version)
    except Exception as error:
        found["the scheduler"] = error
    for address, answer in client.run(_version, on_error="return").items():
        found[f"worker {address}"] = answer
    for name, theirs in found.items():
        if isinstance(theirs, Exception):
            raise ClusterError(
                f"{name} cannot load this version of bitgames ({type(theirs).__name__}): install "
                f"{generator()} there"
            )
        if theirs != generator():
            raise ClusterError(
                f"{name} has {theirs}, this is {generator()}: install the same version everywhere"
            )
