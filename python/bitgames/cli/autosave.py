"""The game in progress, kept on disk after every move, so that ``play --continue`` goes on with it.

There is one file for each kind of game, in the folder where the system keeps the state of programs.
A file of a game with hidden cards holds all of them, as a saved game does: the program needs them.
Nobody else may open the folder.
"""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bitgames._core import ParseError
from bitgames.cli.errors import Failure
from bitgames.files import attributes, read_regular, user_folder, write_atomic
from bitgames.play.series import Series, read_series
from bitgames.play.tree import Tree

FORMAT, VERSION = "bitgames-unfinished", 1
_MAX_BYTES = 64 << 20
_PLAIN = ("opponent", "side", "seed", "number")
"""The fields of a game in progress that are JSON data as they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A game in progress."""

    tree: Tree
    """All moves that were tried, and where the game stands."""
    opponent: str | None
    """The spec of the opponent; ``None`` for another person."""
    side: str
    """The side of the person, one of ``seating.sides``."""
    seed: int
    number: int
    """The number of the game in its series."""
    series: Series | None = None
    """The sum of the finished games before this one; ``None`` before there is one."""

    @property
    def words(self) -> str:
        """Describe the game in a few words.

        >>> import bitgames as bg
        >>> Kept(tree=Tree(bg.Othello()), opponent="first", side="black", seed=1, number=0).words
        'othello against first, move 1'
        """
        rival = "another person" if self.opponent is None else self.opponent
        start = self.tree.root.position
        where = f"{start.game} against {rival}, "
        if start.facts.chance:
            where += f"deal {self.number + 1}, "
        over = self.tree.current.position.is_over
        return where + ("finished" if over else f"move {len(self.tree.current.path)}")


def folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Return the folder of the user's games in progress; it may not exist yet.

    >>> folder({"XDG_STATE_HOME": "/state"}, "linux").as_posix()
    '/state/bitgames'
    """
    return user_folder("state", environment, platform)


def store(kept: Kept) -> None:
    """Keep a game, in the place of an earlier one of its kind. Raises ``OSError``."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        **attributes(kept, *_PLAIN),
        "series": None if kept.series is None else kept.series.to_dict(),
        "tree": kept.tree.to_dict(),
    }
    path = _path(kept.tree.root.position.game)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_atomic(path, json.dumps(data).encode())


def forget(game: str) -> None:
    """Remove the game of this kind that is kept, if there is one. Raises ``OSError``."""
    _path(game).unlink(missing_ok=True)


def find(game: str | None = None) -> Kept | None:
    """Return the game of the kind of ``game`` that is kept, or the last one of all kinds.

    Raises ``Failure`` for a damaged file, and ``OSError``.
    """
    if game is not None:
        path = _path(game)
        return _read(path) if path.exists() else None
    found = sorted(folder().glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
    return _read(found[-1]) if found else None


def _path(game: str) -> Path:
    return folder() / f"{game.partition(':')[0]}.json"


def _read(path: Path) -> Kept:
    try:
        data = json.loads(read_regular(path, _MAX_BYTES))
        if data["format"] != FORMAT or data["version"] != VERSION:
            raise ParseError("another format")
        tree = Tree.from_dict(data["tree"])
        summed = data["series"]
        kept = Kept(
            tree=tree,
            series=None if summed is None else read_series(tree.root.position, summed),
            **{name: data[name] for name in _PLAIN},
        )
        if not (
            isinstance(kept.opponent, str | None)
            and isinstance(kept.side, str)
            and isinstance(kept.seed, int)
            and isinstance(kept.number, int)
        ):
            raise ParseError("a field of another type")
    except (ValueError, KeyError, TypeError, RecursionError, ParseError):
        raise Failure(f"{path} is not a valid game in progress: remove it") from None
    return kept
