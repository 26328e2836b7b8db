"""Connection to the scheduler of a cluster: soon there, or why not."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from bitgames.arguments import parameter_error, printable, shortened
from bitgames.errors import ClusterError

_CONNECT_SECONDS = 5
_ADDRESS = re.compile(r"(?:t(?:cp|ls)://)?[^\s/]+:[0-9]{1,5}", re.ASCII)


@contextmanager
def connected(address: str | None) -> Iterator[None]:
    """Run what the block spreads on the workers of a dask scheduler; ``None`` changes nothing.

    ``address`` is that of the scheduler, like ``tcp://10.0.0.7:8786``, or ``tls://`` with the
    certificates that dask is configured with. Raises ``ParameterError`` for a text that is no
    address, and ``ClusterError`` if the extra ``cluster`` is not installed, if there are no such
    certificates, and if no scheduler answers within seconds.

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
        raise parameter_error("cluster", "HOST:PORT, tcp:// or tls://HOST:PORT", shown or "nothing")
    if address.startswith("tls:"):
        _check_certificates()
    with _quiet():
        # In two steps: a client that was not made closes itself at exit, with a traceback.
        client = Client.__new__(Client)
        try:
            client.__init__(address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except Exception as error:
            client.status = "closed"
            why = (
                "" if isinstance(error, OSError) else f" ({printable(shortened(str(error), 200))})"
            )
            raise ClusterError(
                f"no dask scheduler answers at {shown}{why}: start one by dask scheduler, and give "
                "the address that it prints"
            ) from None
        try:
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


def _check_certificates() -> None:
    """Refuse what dask itself would report with a traceback, and then once more at exit."""
    from distributed.security import Security

    try:
        settings = Security().get_connection_args("client")
    except (OSError, ValueError) as error:
        raise ClusterError(f"the certificates that dask is configured with: {error}") from None
    if settings.get("ssl_context") is None:
        raise ClusterError(
            "tls:// needs the certificates of the cluster: name their files in "
            "DASK_DISTRIBUTED__COMM__TLS__CA_FILE, ...__CLIENT__CERT and ...__CLIENT__KEY"
        )
