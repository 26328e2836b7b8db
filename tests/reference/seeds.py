"""Children of a root, written anew: ``SipHash-2-4`` of the index under the root as key."""

from __future__ import annotations

WORD = 2**64 - 1

DEAL_OF_PAIR = 1 << 63
"""First child of a match's root that deals; seats of game ``i`` have children ``2 i + side``."""


def _turn(word: int, by: int) -> int:
    return (word << by | word >> (64 - by)) & WORD


def _rounds(v: list[int], number: int) -> None:
    for _ in range(number):
        for a, b, by in ((0, 1, 13), (2, 3, 16)):
            v[a] = (v[a] + v[b]) & WORD
            v[b] = _turn(v[b], by) ^ v[a]
        v[0] = _turn(v[0], 32)
        for a, b, by in ((0, 3, 21), (2, 1, 17)):
            v[a] = (v[a] + v[b]) & WORD
            v[b] = _turn(v[b], by) ^ v[a]
        v[2] = _turn(v[2], 32)


def child(root: int, index: int) -> int:
    """Return child ``index`` of a root of 128 bits."""
    low, high = root & WORD, root >> 64
    names = (b"somepseu", b"dorandom", b"lygenera", b"tedbytes")
    v = [
        int.from_bytes(name, "big") ^ key
        for name, key in zip(names, (low, high, low, high), strict=True)
    ]
    for block in (index, 8 << 56):
        v[3] ^= block
        _rounds(v, 2)
        v[0] ^= block
    v[2] ^= 0xFF
    _rounds(v, 4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]
