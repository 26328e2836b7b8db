"""The viewers of a room, and the answers that they get."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from logging import getLogger
from typing import Any, Literal, TypeAlias

from bitgames.play.room.messages import PROTOCOL, Code, MessageError, note
from bitgames.sentences import Said

Emit: TypeAlias = Callable[[str, Any], object]
"""Sends an answer to a viewer. Any thread calls it, one at a time; it returns soon, without calling
the room."""

_KEPT_IDS = 64
_logger = getLogger(__name__)


@dataclass(slots=True)
class Viewer:
    """A person or a program that follows a room."""

    name: str
    role: Literal["owner", "guest"]
    online: bool = True
    ids: "OrderedDict[str | int, None]" = field(default_factory=OrderedDict)


class Audience:
    """The viewers by name; ``emit`` sends an answer to one of them."""

    def __init__(self, emit: Emit) -> None:
        self._emit = emit
        self.viewers: dict[str, Viewer] = {}
        # The viewer whose message is handled now, and its id, which the answers name.
        self._reply: tuple[str, str | int | None] | None = None

    def admit(self, name: str, *, owner: bool) -> None:
        """Take a viewer in, also again; the role is that of the first time."""
        if name not in self.viewers:
            self.viewers[name] = Viewer(name, "owner" if owner else "guest")
        self.viewers[name].online = True

    def is_owner(self, name: str) -> bool:
        """Whether a viewer chooses games and players."""
        return self.viewers[name].role == "owner"

    def is_online(self, name: str | None) -> bool:
        """Whether a viewer is there now."""
        return name in self.viewers and self.viewers[name].online

    @property
    def online(self) -> list[str]:
        """The viewers who are there now."""
        return [viewer.name for viewer in self.viewers.values() if viewer.online]

    def need_owner(self, name: str) -> None:
        """Refuse all but an owner."""
        if not self.is_owner(name):
            raise MessageError("denied", Said("owner-only"))

    # Messages and answers.

    @contextmanager
    def replying(self, name: str, message: object) -> Iterator[None]:
        """Let the answers to a viewer name a message, whose id may be anything."""
        number = message.get("id") if isinstance(message, dict) else None
        self._reply = (name, number if isinstance(number, str | int) else None)
        try:
            yield
        finally:
            self._reply = None

    def is_repeated(self, name: str, number: str | int | None) -> bool:
        """Whether a viewer sent a message with this id before; remember the id."""
        if number is None:
            return False
        ids = self.viewers[name].ids
        if number in ids:
            return True
        ids[number] = None
        if len(ids) > _KEPT_IDS:
            ids.popitem(last=False)
        return False

    def send(self, name: str, kind: str, /, *, re: str | int | None = None, **data: Any) -> None:
        """Send an answer; it is for the message ``re``, or for the one that is handled now."""
        if re is None and self._reply is not None and self._reply[0] == name:
            re = self._reply[1]
        self._emit(name, {"v": PROTOCOL, "is": kind, **({} if re is None else {"re": re}), **data})

    def note(self, name: str, code: Code, text: str, reply: str | int | None = None) -> None:
        """Send the reason why something is not done."""
        self.send(name, "note", re=reply, **note(code, text))

    def tell_each(self, tell: Callable[[str], object], *, but: str | None = None) -> None:
        """Call ``tell`` for every viewer; a fault with one of them is logged, the game goes on."""
        for name in self.online:
            try:
                if name != but:
                    tell(name)
            except Exception:
                _logger.exception("a viewer could not be told")
