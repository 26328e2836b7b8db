"""Digests of scenes and geometry: `tests/data/scenes.json` shows that drawings do not change.

`python -m tests.scene_digests` writes the file anew, after a change that is meant. Each digest is
the SHA-256 of the JSON of all scenes of a few games, whose moves a checksum of the ply chooses:
for every viewer, without and with the last move and the position before it, and of the geometry
of each view.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from zlib import crc32

import bitgames as bg
from bitgames.scene import geometry
from bitgames.scene.geometry import VIEWS

FILE = Path(__file__).parent / "data" / "scenes.json"
SPECS = [
    *(spec for name in bg.games.names() for spec in bg.games.examples(name)),
    "tictactoe:1",
    "mnk:4,26,4",
    "mnk:5,2,2",
    "quo:3,lowest",
    "connect4:12,9",
    "honeymoon:face_up,notrump=no,dealer=north",
    "honeymoon:bicycle,scoring=rubber,vulnerable=north",
]
GAMES = 3
FEW_CALLS = 5
"""An auction calls among so many, so that deals come to their play."""


def texts(spec: str) -> Iterator[str]:
    """The scenes and the geometry of a game as JSON, in a fixed order."""
    for game in range(GAMES):
        position = bg.position(spec).deal(game)
        last, previous = None, None
        while True:
            for viewer in (None, "all", *range(position.facts.players)):
                yield json.dumps(position.scene(viewer))
                if last is not None:
                    yield json.dumps(position.scene(viewer, last_move=last))
                    both = {"last_move": last, "previous": previous}
                    yield json.dumps(position.scene(viewer, **both))  # type: ignore[arg-type]
            if position.is_over:
                break
            is_auction = getattr(position, "phase", "") == "auction"
            moves = position.legal_moves[: FEW_CALLS if is_auction else None]
            previous = position
            last = moves[crc32(f"{spec} {game} {position.ply}".encode()) % len(moves)]
            position = position.play(last)
    scene = bg.position(spec).scene()
    for view in VIEWS[scene["kind"]]:
        for flip in (False, True):
            yield json.dumps(geometry(scene, view, flip=flip))


def digest(spec: str) -> str:
    """The digest of the scenes of a game."""
    whole = sha256()
    for text in texts(spec):
        whole.update(text.encode() + b"\n")
    return whole.hexdigest()


if __name__ == "__main__":
    FILE.write_text(json.dumps({spec: digest(spec) for spec in SPECS}, indent=2) + "\n")
