"""The checker of certificates of Othello boards: plain Python, the standard library, and no more.

``python checker.py FILE`` runs it without the package. It shares no code with the native rules and
solvers, on which the maker of a certificate relies.

A certificate proves the value of every first move of a position (up to symmetry) by two trees each:
one proves that the value is at least so much, the other that it is at most so much. A tree ends at
proof positions, which have a given number of empty squares; what is claimed of each of them is left
to any solver. Above them the tree is complete: where the side to move is to reach its bound, one
move into a proven position; where it is to be kept from it, all moves. A file holds these moves
alone; the proof positions follow, and their number and hash have to be those of the file.

A position is two sets of discs as whole numbers, of the side to move and of the other side; bit
``row * width + column`` is a cell. After a move the sides are swapped.
"""

import hashlib
import json
import random
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple, TypeAlias

FORMAT = "bitgames certificate"
VERSION = 1
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
COLUMNS = "abcdefgh"
SIZES = ((4, 4), (6, 4), (6, 6), (8, 4), (8, 8))  # columns and rows
BY_CELLS = {width * height: (width, height) for width, height in SIZES}
CHUNK = 12  # cells that a table of a symmetry takes at once

Claim: TypeAlias = tuple[int, int, int, bool]
"""Discs of the side to move, discs of the other side, a bound, and whether it reaches the bound."""

Progress = Callable[[int, int], object]


class CertificateError(ValueError):
    """A certificate is damaged, or does not prove what it claims."""


class Board:
    """The rules of Othello on ``width`` columns and ``height`` rows.

    >>> rules = board(4, 4)
    >>> [rules.cell_text(disc) for disc, _, _ in rules.children(0x0240, 0x0420)]
    ['b1', 'a2', 'd3', 'c4']
    """

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cells = width * height
        self.full = (1 << self.cells) - 1
        west = sum(1 << row * width for row in range(height))
        inner = self.full & ~west & ~(west << width - 1)
        # Steps to a higher cell, and the cells on which a disc can be turned in their direction.
        self.steps = ((1, inner), (width, self.full), (width - 1, inner), (width + 1, inner))
        self.corners = 1 | 1 << width - 1 | 1 << self.cells - width | 1 << self.cells - 1
        self.diagonals = sum(
            1 << row * width + column for row in (1, height - 2) for column in (1, width - 2)
        )
        self.images = [self._images(kind) for kind in range(1, 8 if width == height else 4)]

    def moves(self, own: int, other: int) -> int:
        """Return the cells where a disc of the side to move turns another one."""
        found = 0
        for step, mask in self.steps:
            turned = other & mask
            up, down = own << step & turned, own >> step & turned
            for _ in range(self.width - 3):
                up |= up << step & turned
                down |= down >> step & turned
            found |= up << step | down >> step
        return found & self.full & ~(own | other)

    def flips(self, own: int, other: int, disc: int) -> int:
        """Return the discs that a disc of the side to move turns; none for an illegal move."""
        found = 0
        for step, mask in self.steps:
            turned = other & mask
            line, at = 0, disc << step
            while at & turned:
                line |= at
                at <<= step
            if at & own:
                found |= line
            line, at = 0, disc >> step
            while at & turned:
                line |= at
                at >>= step
            if at & own:
                found |= line
        return found

    def children(self, own: int, other: int) -> Iterator[tuple[int, int, int]]:
        """Yield the disc of each placement with the position after it."""
        moves = self.moves(own, other)
        while moves:
            disc = moves & -moves
            moves ^= disc
            turned = self.flips(own, other, disc)
            yield disc, other ^ turned, own ^ turned ^ disc

    def score(self, own: int, other: int) -> int:
        """Return the final score for the side to move: empty squares go to the side that leads.

        It is even, because the number of cells is.
        """
        difference = own.bit_count() - other.bit_count()
        empties = self.empties(own, other)
        return difference + empties * ((difference > 0) - (difference < 0))

    def empties(self, own: int, other: int) -> int:
        """Return the number of empty squares."""
        return self.cells - (own | other).bit_count()

    def canonical(self, own: int, other: int) -> tuple[int, int]:
        """Return the least of the symmetric images of a position: 8 on a square board, else 4."""
        best = (own, other)
        for tables in self.images:
            image = mapped(tables, own)
            if image <= best[0]:
                best = min(best, (image, mapped(tables, other)))
        return best

    def _images(self, kind: int) -> list[list[int]]:
        """Return the images under a symmetry of all sets of the first cells, of the next, ..."""
        target = []
        for cell in range(self.cells):
            row, column = divmod(cell, self.width)
            column = self.width - 1 - column if kind & 1 else column
            row = self.height - 1 - row if kind & 2 else row
            if kind & 4:
                row, column = column, row
            target.append(1 << row * self.width + column)
        tables = []
        for first in range(0, self.cells, CHUNK):
            table = [0]
            for bit in target[first : first + CHUNK]:
                table += [each | bit for each in table]
            tables.append(table)
        return tables

    def cell_text(self, disc: int) -> str:
        """Return the name of a cell."""
        row, column = divmod(disc.bit_length() - 1, self.width)
        return f"{COLUMNS[column]}{row + 1}"

    def text(self, own: int, other: int) -> str:
        """Return the cells from a1: ``X`` for the side to move, ``O`` for the other, ``-``."""
        cells = range(self.cells)
        return "".join("X" if own >> n & 1 else "O" if other >> n & 1 else "-" for n in cells)


def mapped(tables: list[list[int]], cells: int) -> int:
    """Return the image of a set of cells."""
    found = 0
    for table in tables:
        found |= table[cells & (1 << CHUNK) - 1]
        cells >>= CHUNK
    return found


@cache
def board(width: int, height: int) -> Board:
    """Return the rules for a size: 4 x 4, 6 x 4, 6 x 6, 8 x 4 or 8 x 8."""
    if (width, height) not in SIZES:
        raise CertificateError(
            f"{width} x {height} is not a valid size of a board: "
            "allowed are 4 x 4, 6 x 4, 6 x 6, 8 x 4 and 8 x 8"
        )
    return Board(width, height)


def start_of(text: str) -> tuple[Board, int, int]:
    """Return the rules and the discs of a position as the package writes it."""
    match = re.fullmatch(r"othello(?::(4|6|6,4|8,4))? ([-XO/]+) ([XO])", text)
    width, _, height = ((match[1] if match else None) or "8").partition(",")
    rules = board(int(width), int(height or width))
    rows = match[2].split("/") if match else []
    if match is None or [len(row) for row in rows] != [rules.width] * rules.height:
        raise CertificateError(f"{text[:80]!r} is not a valid position of Othello")
    cells = "".join(rows)
    discs = {side: sum(1 << n for n, disc in enumerate(cells) if disc == side) for side in "XO"}
    mover = match[3]
    return rules, discs[mover], discs["O" if mover == "X" else "X"]


def ordered(rules: Board, own: int, other: int) -> list[tuple[int, int]]:
    """Return the positions after each placement, those that promise a small proof first.

    What counts, in quarters of a reply: replies of the other side 4 each, in a corner 12; a corner
    taken -4; the cell diagonal to a corner 4; moves that the side itself would have -1 each. Of 20
    sets of weights these were among the best on endings with 24 empty squares of the 6 x 6 board.
    The ranks in a file follow this order, so it belongs to the version of the format.
    """
    found = []
    for disc, after, mover in rules.children(own, other):
        replies = rules.moves(after, mover)
        cost = 4 * replies.bit_count() + 8 * (replies & rules.corners).bit_count()
        cost += 4 * bool(disc & rules.diagonals) - 4 * bool(disc & rules.corners)
        cost -= rules.moves(mover, after).bit_count()
        found.append((cost, disc, after, mover))
    found.sort()
    return [(after, mover) for _, _, after, mover in found]


def settled(rules: Board, own: int, other: int, bound: int, holds: bool) -> Claim | bool:
    """Return a claim after passes, up to symmetry; true or false where no move is left.

    A claim is that the side to move reaches the bound or, with ``holds`` false, that it does not.
    """
    if not rules.moves(own, other):
        if not rules.moves(other, own):
            return (rules.score(own, other) >= bound) == holds
        own, other, bound, holds = other, own, 1 - bound, not holds
    return (*rules.canonical(own, other), bound, holds)


def successors(rules: Board, claim: Claim) -> Iterator[Claim | bool]:
    """Yield what is to be claimed after each move, in the order of ``ordered``; each claim once."""
    own, other, bound, holds = claim
    seen = set()
    for after in ordered(rules, own, other):
        found = settled(rules, *after, 1 - bound, not holds)
        if found not in seen:
            seen.add(found)
            yield found


def first_moves(rules: Board, own: int, other: int) -> dict[str, tuple[int, int]]:
    """Return the first moves of a position, one of each symmetric few, and the positions after."""
    found: dict[tuple[int, int], str] = {}
    for disc, *after in rules.children(own, other):
        found.setdefault(rules.canonical(*after), rules.cell_text(disc))
    return {move: after for after, move in found.items()}


class Proof(NamedTuple):
    """The proof of the value of a first move."""

    move: str
    """The move, a cell as ``c2``."""
    value: int
    """The value for the side that plays it, in discs."""
    at_least: list[int]
    """The ranks of the moves that prove that the value is not less, from the start on."""
    at_most: list[int]
    """The ranks of the moves that prove that it is not more."""

    def claims(self, rules: Board, after: tuple[int, int]) -> Iterator[tuple[Claim, list[int]]]:
        """Yield the claims about the position after the move, with the moves that prove them.

        A bound beyond the range of scores needs no proof.
        """
        if self.value > -rules.cells:
            yield (*after, 2 - self.value, False), self.at_least
        if self.value < rules.cells:
            yield (*after, -self.value, True), self.at_most


class Certificate(NamedTuple):
    """What a file holds."""

    position: str
    """The start, as the package writes positions."""
    empties: int
    """The number of empty squares of proof positions."""
    proofs: list[Proof]
    """Proofs for all first moves up to symmetry."""
    positions: int
    """The number of different proof positions with their bounds."""
    sha256: str
    """The SHA-256 of these, as sorted lines."""

    @property
    def value(self) -> int:
        """The value of the start for the side to move."""
        return max(proof.value for proof in self.proofs)


def walk(
    rules: Board, root: Claim, empties: int, choose: Callable[[Claim], int], seen: set[Claim]
) -> Iterator[Claim]:
    """Yield the proof positions below a claim, depth first; ``choose`` gives the rank of a move.

    Claims in ``seen`` are proven already, and what is met on the way is added to it. Raises
    ``CertificateError`` where the tree proves nothing.
    """
    first = settled(rules, *root)
    stack = [first]
    while stack:
        claim = stack.pop()
        if isinstance(claim, bool):
            if not claim:
                raise CertificateError("a game ends against the claim of its side")
            continue
        if claim in seen:
            continue
        seen.add(claim)
        if rules.empties(claim[0], claim[1]) <= empties:
            yield claim
            continue
        after = list(successors(rules, claim))
        if claim[3]:
            rank = choose(claim)
            if rank >= len(after):
                raise CertificateError(f"a position has no move of rank {rank}")
            stack.append(after[rank])
        else:
            stack += reversed(after)


class Trees(NamedTuple):
    """The trees of a certificate."""

    lines: list[str]
    """The proof positions as sorted lines, as ``line_of`` writes them."""
    claims: int
    """The number of all different positions with what is claimed of them, up to symmetry."""


def proof_positions(certificate: Certificate, progress: Progress | None = None) -> Trees:
    """Return the proof positions of a certificate, to which its moves lead.

    Raises ``CertificateError`` if the moves prove nothing, or too many or too few moves are there.

    >>> from bitgames.certificates import make
    >>> proof_positions(make("othello:4", empties=6)).lines[0]
    '----XXXO-OOO-OOO <= -10'
    """
    rules, own, other = start_of(certificate.position)
    firsts = first_moves(rules, own, other)
    if [proof.move for proof in certificate.proofs] != list(firsts):
        raise CertificateError(f"the first moves are {', '.join(firsts)}, not those of the file")
    if not 0 <= certificate.empties < rules.empties(own, other):
        raise CertificateError(f"{certificate.empties} is not a valid number of empty squares")
    lines = set()
    seen: set[Claim] = set()
    for proof in certificate.proofs:
        # An odd value would pass for the even one beside it: bounds are taken two apart.
        if proof.value % 2 or not -rules.cells <= proof.value <= rules.cells:
            raise CertificateError(f"{proof.value} is not a valid score of this board")
        for root, ranks in proof.claims(rules, firsts[proof.move]):
            left = iter(ranks)

            def choose(_: Claim, left: Iterator[int] = left) -> int:
                rank = next(left, None)
                if rank is None:
                    raise CertificateError("moves are missing")
                return rank

            for claim in walk(rules, root, certificate.empties, choose, seen):
                lines.add(line_of(rules, claim))
                if progress is not None and len(lines) % 1000 == 0:
                    progress(len(lines), certificate.positions)
            if next(left, None) is not None:
                raise CertificateError("there are more moves than positions that need one")
    return Trees(sorted(lines), len(seen))


def line_of(rules: Board, claim: Claim) -> str:
    """Return a claim as a line: the cells, ``X`` for the side to move, and a bound of its value.

    Scores are even, and so are the bounds.

    >>> line_of(board(4, 4), (0x0240, 0x0420, -10, True))
    '-----OX--XO----- >= -10'
    >>> line_of(board(4, 4), (0x0240, 0x0420, -8, False))
    '-----OX--XO----- <= -10'
    """
    own, other, bound, holds = claim
    bound += bound & 1
    sign = f">= {bound}" if holds else f"<= {bound - 2}"
    return f"{rules.text(own, other)} {sign}"


def digest(lines: Iterable[str]) -> str:
    """Return the SHA-256 of lines, each with its line feed."""
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def reaches(
    rules: Board, own: int, other: int, bound: int, known: dict[tuple[int, int, int], bool]
) -> bool:
    """Whether the side to move reaches a bound, by a search to the end of the game.

    ``known`` holds what is found on the way, and may be used again.

    >>> reaches(board(4, 4), 0x0240, 0x0420, -10, {}), reaches(board(4, 4), 0x0240, 0x0420, -8, {})
    (True, False)
    """
    empties = rules.empties(own, other)
    if empties <= 3:
        return _reaches_at_last(rules, own, other, bound)
    key = (own, other, bound)
    found = known.get(key)
    if found is None:
        after = ordered(rules, own, other)
        if after:
            found = not all(reaches(rules, *each, 1 - bound, known) for each in after)
        elif rules.moves(other, own):
            found = not reaches(rules, other, own, 1 - bound, known)
        else:
            found = rules.score(own, other) >= bound
        known[key] = found
    return found


def _reaches_at_last(rules: Board, own: int, other: int, bound: int) -> bool:
    """Tell the same with few empty squares, where neither order nor memory pays."""
    any_move = False
    for _, after, mover in rules.children(own, other):
        any_move = True
        if not _reaches_at_last(rules, after, mover, 1 - bound):
            return True
    if any_move:
        return False
    if rules.moves(other, own):
        return not _reaches_at_last(rules, other, own, 1 - bound)
    return rules.score(own, other) >= bound


def is_right(line: str) -> bool:
    """Prove the claim of a line, or disprove it."""
    cells, sign, bound = line.split()
    rules = board(*BY_CELLS[len(cells)])
    own, other = (sum(1 << n for n, disc in enumerate(cells) if disc == side) for side in "XO")
    if sign == ">=":
        return reaches(rules, own, other, int(bound), {})
    return not reaches(rules, own, other, int(bound) + 1, {})


class Report(NamedTuple):
    """What a check has found."""

    certificate: Certificate
    """The certificate."""
    claims: int
    """The number of positions in its trees, the proof positions among them."""
    tree_seconds: float
    """The time for the trees."""
    seconds: list[float]
    """The time for each proof position that was proven again."""


def check(
    certificate: Certificate,
    sample: int | None = 100,
    seed: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Check the tree of a certificate, and prove a sample of its proof positions again.

    ``sample`` is the number of positions, drawn with ``seed``; ``None`` means all. ``progress``
    is called with the number of positions done, and of all. Raises ``CertificateError`` for a
    certificate that proves something else than it claims.

    >>> from bitgames.certificates import make
    >>> report = check(make("othello:4", empties=6), sample=5)
    >>> report.claims, len(report.seconds)
    (44, 5)
    """
    began = time.perf_counter()
    lines, claims = proof_positions(certificate, progress)
    if len(lines) != certificate.positions:
        raise CertificateError(
            f"its moves lead to {len(lines):,} proof positions, not to {certificate.positions:,}"
        )
    if digest(lines) != certificate.sha256:
        raise CertificateError("its moves lead to proof positions of another hash")
    tree_seconds = time.perf_counter() - began
    if sample is not None and sample < len(lines):
        lines = random.Random(seed).sample(lines, sample)
    seconds = []
    for done, line in enumerate(lines):
        if progress is not None:
            progress(done, len(lines))
        began = time.perf_counter()
        if not is_right(line):
            raise CertificateError(f"the proof position {line!r} is wrong")
        seconds.append(time.perf_counter() - began)
    return Report(certificate, claims, tree_seconds, seconds)


def unpacked(lines: Iterable[str]) -> list[int]:
    """Return the ranks in lines of digits: how many zeros come before a rank, then the rank.

    The digit ``z`` stands for 35 zeros and is followed by another number of zeros. After the last
    number of zeros comes no rank.
    """
    ranks: list[int] = []
    is_rank = False
    for digit in "".join(lines):
        number = DIGITS.index(digit)
        if is_rank:
            ranks.append(number)
            is_rank = False
        else:
            ranks += [0] * number
            is_rank = number < 35
    if not is_rank:
        raise CertificateError("its moves are cut short")
    return ranks


def check_of(document: dict[str, Any]) -> str:
    """Return the SHA-256 of a document without its own: as JSON with sorted keys, no spaces."""
    data = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(data.encode()).hexdigest()


def read(data: bytes) -> Certificate:
    """Return the certificate in the bytes of a file.

    Raises ``CertificateError`` for other files, other versions and damaged files.
    """
    try:
        document = json.loads(data)
        is_ours = document["format"] == FORMAT
    except (ValueError, TypeError, KeyError, RecursionError):
        is_ours = False
    if not is_ours:
        raise CertificateError("not a certificate of bitgames")
    if document.get("version") != VERSION:
        raise CertificateError(
            f"{document.get('version')!r:.40} is not a valid version of a certificate: allowed is "
            f"{VERSION}"
        )
    if document.pop("check", None) != check_of(document):
        raise CertificateError("the certificate is damaged: its check does not fit")
    try:
        proofs = [
            Proof(
                str(each["move"]),
                int(each["value"]),
                unpacked(each["at_least"]),
                unpacked(each["at_most"]),
            )
            for each in document["moves"]
        ]
        return Certificate(
            str(document["position"]),
            int(document["empties"]),
            proofs,
            int(document["positions"]),
            str(document["sha256"]),
        )
    except (ValueError, TypeError, KeyError) as error:
        raise CertificateError(f"the certificate is damaged: {error!r:.80}") from None


def main(arguments: list[str]) -> int:
    """Check a file: ``checker.py FILE [SAMPLE [SEED]]``."""
    if not 1 <= len(arguments) <= 3:
        print("usage: python checker.py FILE [SAMPLE [SEED]]", file=sys.stderr)
        return 2
    try:
        sample = int(arguments[1]) if arguments[1:] else 100
        seed = int(arguments[2]) if arguments[2:] else None
        with open(arguments[0], "rb") as file:
            report = check(read(file.read()), sample, seed)
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    found = report.certificate
    for proof in found.proofs:
        print(f"{proof.move} {proof.value:+}")
    print(f"{found.positions:,} proof positions, sha256 {found.sha256}")
    print(f"proven again: {len(report.seconds):,} in {sum(report.seconds):.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
