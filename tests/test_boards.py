"""What boards share is not kept forever; moves of a board that was made again are its moves."""

from __future__ import annotations

import gc
import pickle

import pytest

import bitgames as bg
from tests import processes

MEMORY = """
import gc, resource
import bitgames as bg

def peak():
    gc.collect()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

specs = [(w, h, k) for w in range(1, 27) for h in range(1, 27) if w * h <= 121
         for k in range(1, max(w, h) + 1)]
for spec in specs[:64]:
    bg.mnk(*spec)
before = peak()
for spec in specs:
    bg.mnk(*spec)
for part in range(20, 100, 10):
    for other in range(20, 100, 10):
        for who in ("none", "south", "north", "both"):
            for preset in ("taiwan", "bicycle", "face_up"):
                bg.Honeymoon(rules=preset, scoring="rubber", vulnerable=who,
                             part_scores=f"{part}/{other}")
print(len(specs), peak() - before)
"""


@processes.linux
def test_boards_are_not_kept_for_ever() -> None:
    done = processes.python(MEMORY)
    boards, kib = map(int, done.stdout.split())
    assert boards == 4338
    assert kib < 8 << 10


def test_a_board_made_again_plays_the_moves_of_the_one_before() -> None:
    sizes = [(width, height) for width in range(4, 12) for height in range(4, 12)]
    old = {size: bg.mnk(*size, 4) for size in sizes}
    moves = {size: list(position.legal_moves) for size, position in old.items()}
    texts = {size: old[size].to_string() for size in sizes}
    kept = {size: pickle.dumps(moves[size]) for size in sizes}
    old.clear()
    gc.collect()
    for size in sizes:
        again = bg.position(texts[size])
        assert again.legal_moves == moves[size] == pickle.loads(kept[size])
        assert hash(again.legal_moves[3]) == hash(moves[size][3])
        assert again.play(moves[size][3]) == again.play(again.legal_moves[3])
    with pytest.raises(bg.IllegalMoveError, match="it is a move of mnk:4,5,4"):
        bg.mnk(9, 9, 4).play(moves[4, 5][7])


def test_positions_of_a_board_share_their_moves() -> None:
    for spec in [f"mnk:{n},3,3" for n in range(4, 27)] * 2:
        start = bg.position(spec)
        after = start.play(0)
        assert start.legal_moves[5] is after.legal_moves[4]
        assert bg.position(spec).legal_moves[5] is start.legal_moves[5]
