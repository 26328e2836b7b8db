"""``bitgames serve``: play, analyze and watch in a browser."""

import ipaddress
import os
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from bitgames._core import ParameterError
from bitgames.arguments import integer
from bitgames.arguments import threads as thread_count
from bitgames.cli.errors import Failure, warn
from bitgames.cli.options import Table, Threads, file_path
from bitgames.files import user_folder
from bitgames.play.room.bounds import Bounds

_DEFAULT_PORT = 8437
_MAX_PORT = 65535
_MAX_TABLE = 65536


def serve(
    host: str = "127.0.0.1",
    port: int = _DEFAULT_PORT,
    no_open: bool = False,
    allow_host: list[str] | None = None,
    player: list[str] | None = None,
    watch: str | None = None,
    decks: Annotated[Path | None, typer.Option(parser=file_path)] = None,
    threads: Threads = None,
    table: Table = 64,
    seconds: float = 60.0,
) -> None:
    """Play, analyze and watch in a browser: opens the page, and runs until Ctrl-C.

    The address that it prints holds a secret: anyone who has it is the owner of the games.

    Options:
        --host ADDRESS: Listen at this address.
        --port N: Listen at port N; 0 takes a free one.
        --no-open: Do not open the page in a browser.
        --allow-host NAME: Answer requests to this name, too; needed for an address other than that
            of this computer alone. May be repeated.
        --player NAME=SPEC: Offer a player under a name: lion=engine:lion --gtp. Only so can a page
            use other programs. May be repeated.
        --watch FILE: Show the tournament whose results file this is, as it grows: its standings,
            and its games move by move.
        --decks FOLDER: Practise with the decks in FOLDER, in place of those in the user's folder.
        --seconds S: Let one move or analysis take S seconds.
    """
    try:
        import_module("websockets")  # else the server fails when it begins
        from bitgames.web.lobby import Lobby
        from bitgames.web.server import serve as run
    except ImportError as error:
        raise Failure(
            f"serve needs the package {error.name}: pip install 'bitgames[web]' installs it"
        ) from None
    allowed = allow_host or []
    integer("port", port, 0, _MAX_PORT)
    if not _is_local(host):
        if not allowed:
            raise ParameterError(
                f"--host {host} lets other computers in: name this one by --allow-host NAME"
            )
        warn("others on the network can read what is sent: there is no TLS")
    if not seconds > 0:
        raise ParameterError(f"--seconds must be above 0, not {seconds:g}")
    integer("table", table, 1, _MAX_TABLE, f"from 1 to {_MAX_TABLE} MiB")
    if watch is not None:
        from bitgames.tournaments.follow import Follower

        follower = Follower(watch)
        follower.poll()
        # A file that has just been made may still be empty.
        if follower.tournament is None and follower.trouble:
            raise Failure(follower.trouble)
    threads = thread_count(threads) or max((os.cpu_count() or 2) - 1, 1)
    bounds = Bounds(seconds=seconds, table_mib=table)
    lobby = Lobby(
        known=_aliases(player or []), threads=threads, bounds=bounds, watch=watch,
        decks=user_folder("state") if decks is None else decks,
    )  # fmt: skip

    def ready(at: int) -> None:
        shown = host if _is_local(host) else allowed[0].partition(":")[0]
        shown = f"[{shown}]" if ":" in shown else shown
        address = f"http://{shown}:{at}/#{lobby.token}"
        print(f"Listening on {address}", flush=True)
        if not no_open:
            import webbrowser
            from threading import Thread

            # A browser may take long to start.
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(lobby, host, port, allowed=allowed, ready=ready)


def _is_local(host: str) -> bool:
    """Whether an address is that of this computer alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _aliases(texts: list[str]) -> dict[str, str]:
    found = {}
    for text in texts:
        name, equals, spec = text.partition("=")
        if not (name and equals and spec) or not name.isprintable():
            raise ParameterError(f"--player must be NAME=SPEC, not {text!r}")
        found[name] = spec
    return found
