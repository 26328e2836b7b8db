"""``bitgames site``: the page as files that need no server."""

from pathlib import Path
from typing import Annotated

from bitgames._core import UnsupportedError
from bitgames.cli.errors import Failure
from bitgames.cli.options import file_path, html_name, shared

Target = Annotated[
    Path, shared("PATH: Folder to write; an earlier site is replaced.", parser=file_path)
]


def site(path: Target, single: bool = False) -> None:
    """Write the page of serve with an engine of its own: for any web host, a stick or a mail.

    All games, levels, analyses and solvers run in the browser of who opens it, also offline.

    Options:
        --single: Write one HTML file, which opens from a disk.
    """
    from bitgames.web.site import write_folder, write_single

    need_engine()
    if single:
        # A browser takes a file without this suffix for a text.
        html_name(str(path))
        print(f"{path}: {write_single(path) / 1e6:.1f} MB, opens in any browser")
    else:
        print(f"{path}: {write_folder(path) / 1e6:.1f} MB, for any web host")


def need_engine() -> None:
    """End the command where this package was built without the engine for browsers."""
    from bitgames.engine_files import engine_files

    try:
        engine_files()
    except UnsupportedError as error:
        raise Failure(str(error)) from None
