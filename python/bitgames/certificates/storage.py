"""Certificates as files."""

import json
from collections.abc import Iterable

from bitgames.certificates import checker
from bitgames.certificates.checker import Certificate, CertificateError
from bitgames.files import read_regular, write_atomic
from bitgames.journal import Path, shown

_MAX_BYTES = 1 << 28
_WIDTH = 100  # digits in a line


def save(certificate: Certificate, path: Path) -> None:
    """Write a certificate, whole or not at all; equal certificates have equal bytes.

    Raises ``OSError`` if the system cannot write the file.

    >>> from bitgames.certificates import make
    >>> made = make("othello:4", empties=5)
    >>> save(made, "othello-4.json")
    >>> load("othello-4.json") == made
    True
    """
    write_atomic(path, write(certificate))


def load(path: Path) -> Certificate:
    """Read a certificate; ``check`` tells whether it is right.

    Raises ``CertificateError`` for other files, other versions and damaged files, and ``OSError``
    for a file that the system cannot read.
    """
    data = read_regular(path, _MAX_BYTES)
    try:
        if len(data) > _MAX_BYTES:
            raise CertificateError("too large for a certificate")
        return checker.read(data)
    except CertificateError as error:
        raise CertificateError(f"{shown(path)}: {error}") from None


def write(certificate: Certificate) -> bytes:
    """Return the bytes of a file: a JSON document with the SHA-256 of the rest of it."""
    fields = certificate._asdict()
    proofs = fields.pop("proofs")
    moves = [
        proof._asdict() | {"at_least": packed(proof.at_least), "at_most": packed(proof.at_most)}
        for proof in proofs
    ]
    document = {"format": checker.FORMAT, "version": checker.VERSION, **fields, "moves": moves}
    document["check"] = checker.check_of(document)
    return (json.dumps(document, indent=0) + "\n").encode()


def packed(ranks: Iterable[int]) -> list[str]:
    """Return ranks as lines of digits, which ``unpacked`` of the checker reads.

    >>> packed([0] * 40 + [2, 0]), packed([])
    (['z521'], ['0'])
    """
    zeros = 0
    parts = []
    for rank in ranks:
        if rank == 0:
            zeros += 1
            continue
        parts.append("z" * (zeros // 35) + checker.DIGITS[zeros % 35] + checker.DIGITS[rank])
        zeros = 0
    digits = "".join(parts) + "z" * (zeros // 35) + checker.DIGITS[zeros % 35]
    return [digits[n : n + _WIDTH] for n in range(0, len(digits), _WIDTH)]
