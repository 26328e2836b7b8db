"""Who a client is, by the secret that it shows: the owner, the holder of a seat, or a spectator.

An invitation to a seat counts once: the first who uses it gets a secret of their own instead, so
that those who know the link, the owner among them, do not see the hand of the one who sits there.
"""

import threading
from dataclasses import dataclass, replace
from hashlib import sha256
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Generic, Literal, TypeAlias, TypeVar

from bitgames.play import MessageError
from bitgames.sentences import Said

Role: TypeAlias = Literal["owner", "seat", "spectator"]

_BYTES = 16
_UNKNOWN = Said("link-unknown")
_USED = Said("link-used")

Room = TypeVar("Room")


@dataclass(frozen=True, slots=True)
class Ticket(Generic[Room]):
    """What a secret allows."""

    role: Role
    viewer: str
    """The name of its holder in rooms."""
    room: Room | None = None
    """The only room that it opens; None for the owner, who opens all."""
    seat: int | None = None
    """The only seat that its holder may take."""
    is_invitation: bool = False
    is_used: bool = False
    """Whether it was an invitation that somebody has used."""


class Tickets(Generic[Room]):
    """The secrets that are valid now; kept as digests.

    >>> tickets = Tickets()
    >>> token = tickets.issue(Ticket("spectator", "watch"))
    >>> tickets.find(token).role, len(token)
    ('spectator', 22)
    """

    def __init__(self) -> None:
        self._known: dict[bytes, Ticket[Room]] = {}
        self._lock = threading.Lock()

    def issue(self, ticket: Ticket[Room]) -> str:
        """Return a new secret."""
        token = token_urlsafe(_BYTES)
        with self._lock:
            self._known[_digest(token)] = ticket
        return token

    def find(self, token: object) -> Ticket[Room]:
        """Return the ticket of a secret; raises ``MessageError`` if there is none.

        It takes the same time for all secrets.
        """
        digest = _digest(token if isinstance(token, str) else "")
        found = None
        with self._lock:
            for known, ticket in self._known.items():
                if compare_digest(known, digest):
                    found = ticket
        if found is None:
            raise MessageError("denied", _UNKNOWN)
        if found.is_used:
            raise MessageError("denied", _USED)
        return found

    def redeem(self, token: str, ticket: Ticket[Room], secret: str | None = None) -> str:
        """Use an invitation up for ``ticket``; return its secret, by default a new one.

        Raises ``MessageError`` if the invitation was used before.
        """
        secret = secret or token_urlsafe(_BYTES)
        with self._lock:
            invitation = self._known.get(_digest(token))
            if invitation is None or invitation.is_used:
                raise MessageError("denied", _USED)
            # Who opens it again hears what has become of it.
            self._known[_digest(token)] = replace(invitation, is_used=True)
            self._known[_digest(secret)] = ticket
        return secret

    def revoke(self, room: Room) -> None:
        """End all secrets of a room."""
        with self._lock:
            self._known = {
                digest: each for digest, each in self._known.items() if each.room is not room
            }


def _digest(token: str) -> bytes:
    return sha256(token.encode(errors="replace")).digest()
