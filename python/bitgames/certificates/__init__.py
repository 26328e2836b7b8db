"""Certificates: proofs of values of Othello boards that anyone can check, without native code.

``make`` finds the moves, with the native solver. ``check`` follows them in plain Python. The file
``checker.py`` is the whole checker, and runs without this package, too.
"""

from bitgames.certificates.checker import (
    Certificate,
    CertificateError,
    Proof,
    Report,
    check,
    proof_positions,
)
from bitgames.certificates.maker import make
from bitgames.certificates.storage import load, save

__all__ = [
    "Certificate",
    "CertificateError",
    "Proof",
    "Report",
    "check",
    "load",
    "make",
    "proof_positions",
    "save",
]
