"""Databases of endings by tasks: layer after layer, in slices, over a folder that all share."""

import json
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, SupportsIndex

from bitgames._core import (
    DamagedFileError,
    EndingBuild,
    EndingDatabase,
    ParameterError,
    make_slices,
    slice_positions,
)
from bitgames.arguments import Progress, integer, printable
from bitgames.cluster.result_log import encoded, halves
from bitgames.errors import ClusterError
from bitgames.files import path_text
from bitgames.spread import Failed, spread

TASK_POSITIONS = 1 << 29
"""Positions of a task: about a second."""

STRAINS = ("notrump", "trump")
_MAX_CARDS = 13


class Built(NamedTuple):
    """A build by tasks."""

    database: EndingDatabase | None
    """The database; ``None`` if tasks failed."""
    tasks: int
    """Number of tasks, those that failed included."""
    failed: int
    """Number of tasks whose workers died each time."""


def build_endings(
    folder: str | os.PathLike[str],
    cards: SupportsIndex,
    *,
    strain: str = "both",
    workers: SupportsIndex | None = None,
    task_positions: SupportsIndex = TASK_POSITIONS,
    progress: Progress | None = None,
) -> Built:
    """Build databases of endings, as ``EndingDatabase.build``, by tasks.

    A layer, all endings with equally many cards, is made from the one below. A task makes some
    slices of a layer, about ``task_positions`` positions. It reads the layer below from ``folder``,
    which all workers must see at the same path; this process alone writes there. The files have the
    bytes that ``EndingDatabase.build`` writes, and either continues what the other one began.
    ``workers`` and an active ``joblib.parallel_config`` say where the tasks run, as in ``spread``.
    ``progress`` is called with the numbers of made and of all missing positions.

    If the workers of a task die each time, its layer is finished as far as possible, and the same
    call goes on from there. Raises ``ClusterError`` for a worker that does not see the folder, and
    what ``EndingDatabase.build`` and ``spread`` raise.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     built = build_endings(place, 2)
    >>> built.database.cards, built.tasks
    ([2, 2], 4)
    """
    most = integer("cards", cards, 1, _MAX_CARDS)
    size = integer("task_positions", task_positions, 1, 2**62)
    strains = STRAINS if strain == "both" else (strain,)
    if not set(strains) <= set(STRAINS):
        raise ParameterError(f"strain must be notrump, trump or both, not {strain!r}")
    # Not resolved: a link may lead elsewhere on other machines.
    place = Path(os.path.abspath(path_text(folder)))
    with ExitStack() as stack:
        run = _Run(place, most, size)
        for name in strains:
            build = EndingBuild(place, name, most)
            run.builds[name] = stack.enter_context(closing(build))
        total = run.positions()
        for layer in range(1, most + 1):
            specs, split = list(run.specs(layer)), partial(halves, "slices")
            for spec, result in spread(make, specs, workers=workers, split=split):
                run.keep(spec, result)
                if progress is not None:
                    progress(total - run.left, total)
            if run.failed:
                return Built(None, run.tasks, run.failed)
        for build in run.builds.values():
            build.finish()
    # Opens what is finished, under the name of the folder that the caller gave.
    database = EndingDatabase.build(folder, most, strain="both" if len(strains) > 1 else strains[0])
    return Built(database, run.tasks, 0)


class _Run:
    """The slices of a build: which are missing, and the tasks that make them."""

    def __init__(self, folder: Path, cards: int, size: int) -> None:
        self.folder, self.cards, self.size = folder, cards, size
        self.builds: dict[str, EndingBuild] = {}
        self.tasks = self.failed = self.left = 0

    def positions(self) -> int:
        """Count the positions of missing slices, and return their number."""
        for layer in range(1, self.cards + 1):
            missing = sum(len(build.missing(layer)) for build in self.builds.values())
            self.left += missing * slice_positions(layer)
        return self.left

    def specs(self, layer: int) -> Iterator[bytes]:
        """Yield the tasks of a layer, which need all of the layer below."""
        several = max(1, self.size // slice_positions(layer))
        for strain, build in self.builds.items():
            missing = build.missing(layer)
            if not missing:
                continue
            common = {
                "folder": str(self.folder),
                "strain": strain,
                "cards": self.cards,
                "layer": layer,
                "below": f"{build.seal(layer - 1):016x}",
            }
            for first in range(0, len(missing), several):
                self.tasks += 1
                yield encoded({**common, "slices": missing[first : first + several]})

    def keep(self, spec: bytes, result: bytes | Failed) -> None:
        """Keep the slices of a task."""
        if isinstance(result, Failed):
            self.failed += 1
            return
        document = json.loads(spec)
        self.builds[document["strain"]].keep(result)
        self.left -= len(document["slices"]) * slice_positions(document["layer"])


def make(spec: bytes) -> bytes:
    """Make the slices of a task.

    Raises ``ClusterError`` if the folder of the build is not here.
    """
    document: dict[str, Any] = json.loads(spec)
    try:
        return make_slices(
            document["folder"],
            document["strain"],
            document["cards"],
            document["layer"],
            document["slices"],
            int(document["below"], 16),
        )
    except (OSError, DamagedFileError) as error:
        raise ClusterError(
            f"worker {printable(socket.gethostname())} does not have the build in "
            f"{printable(document['folder'])}: share the folder at this path with all workers "
            f"({printable(str(error))})"
        ) from None
