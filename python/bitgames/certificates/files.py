"""Certificates as files."""

from bitgames.certificates.checker import Certificate, CertificateError, read, write
from bitgames.files import read_regular, write_atomic
from bitgames.tournaments.store import Path, shown

__all__ = ["load", "save"]

_MOST_BYTES = 1 << 28


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
    data = read_regular(path, _MOST_BYTES)
    try:
        if len(data) > _MOST_BYTES:
            raise CertificateError("too large for a certificate")
        return read(data)
    except CertificateError as error:
        raise CertificateError(f"{shown(path)}: {error}") from None
