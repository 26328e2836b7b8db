"""One client at its socket: messages in at a limited rate, answers out in their order."""

import asyncio
import json
from contextlib import suppress
from logging import getLogger
from time import monotonic
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from bitgames.play import PROTOCOL, MessageError
from bitgames.play.room.messages import Code, note
from bitgames.sentences import Said, said_by
from bitgames.web import limits
from bitgames.web.lobby import Lobby, Person, reply

_logger = getLogger(__name__)

_POLICY = 1008
_TRY_LATER = 1013


class Socket:
    """The connection of a client, from its first message, ``hello`` with a token, to its end."""

    def __init__(self, websocket: WebSocket, lobby: Lobby) -> None:
        self._websocket, self._lobby = websocket, lobby
        self._loop = asyncio.get_running_loop()
        self._answers: asyncio.Queue[str | None] = asyncio.Queue(limits.MAX_QUEUE)
        self._person: Person | None = None
        self._rate = Rate()
        self._work: asyncio.Future[None] | None = None

    def post(self, answer: dict[str, Any]) -> None:
        """Send an answer; any thread may call this, and it returns at once."""
        text = json.dumps(answer, allow_nan=False, separators=(",", ":"))
        is_report = answer["is"] == "progress"
        # After the end of the loop nobody waits for answers.
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._put, text, is_report)

    def _put(self, text: str, is_report: bool) -> None:
        if is_report and self._answers.qsize() > limits.MAX_QUEUE // 2:
            return
        try:
            self._answers.put_nowait(text)
        except asyncio.QueueFull:
            self._stop()

    def _stop(self) -> None:
        """Let the sender end: it drops the answers that wait."""
        while not self._answers.empty():
            self._answers.get_nowait()
        self._answers.put_nowait(None)

    async def serve(self) -> None:
        """Talk with the client until either side ends it."""
        try:
            await self._websocket.accept()
            sender = asyncio.create_task(self._send())
            reader = asyncio.create_task(self._read())
            done, _ = await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
            code = reader.result() if reader in done else _TRY_LATER
            await self._end(sender, reader, code)
        finally:
            if self._work is not None and not self._work.done():
                # The client leaves its room after its last message, not before.
                with suppress(asyncio.CancelledError):
                    await asyncio.wait({self._work})
                    self._work.exception()
            self._lobby.places.free(self._websocket.client)
            if self._person is not None:
                self._lobby.exit(self._person, self)

    async def _end(
        self, sender: "asyncio.Task[None]", reader: "asyncio.Task[int]", code: int
    ) -> None:
        """Send what waits, close the socket, and end both tasks."""
        if not sender.done():
            with_room = not self._answers.full()
            if with_room:
                self._answers.put_nowait(None)
            await asyncio.wait({sender}, timeout=1.0 if with_room else 0.0)
        for task in (sender, reader):
            task.cancel()
        await asyncio.gather(sender, reader, return_exceptions=True)
        if code:
            # The client may be faster.
            with suppress(RuntimeError, WebSocketDisconnect, OSError):
                await self._websocket.close(code)

    async def _send(self) -> None:
        while (text := await self._answers.get()) is not None:
            try:
                await self._websocket.send_text(text)
            except (RuntimeError, WebSocketDisconnect, OSError):
                return

    async def _read(self) -> int:
        """Read messages until the end; return the code with which the server closes, or 0."""
        try:
            try:
                first = await asyncio.wait_for(self._receive(), limits.HELLO_SECONDS)
            except TimeoutError:
                self._note("denied", "the first message must come at once")
                return _POLICY
            await self._take(first)
            if self._person is None:
                return _POLICY
            self._lobby.places.free(self._websocket.client)
            while True:
                text = await self._receive()
                if (waits := self._rate.over(monotonic())) > limits.MAX_DROPPED:
                    return _POLICY
                if waits:
                    if waits == 1:
                        self._note("busy", Said("too-fast"))
                    continue
                await self._take(text)
        except WebSocketDisconnect:
            return 0
        except _NotText:
            self._note("damaged", "messages are text")
            return _POLICY

    async def _receive(self) -> str:
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text = message.get("text")
        if text is None:
            raise _NotText
        return str(text)

    def _carry_out(self, message: dict[str, Any]) -> None:
        if self._person is None:
            self._person = self._lobby.hello(self, message)
        else:
            self._lobby.handle(self._person, self, message)

    async def _take(self, text: str) -> None:
        """Carry out a message; the first one lets the client in by its token."""
        message: dict[str, Any] = {}
        may_import = self._person is not None and self._person.role != "spectator"
        try:
            message = read_frame(text, may_import=may_import)
            check_size(message, len(text.encode(errors="replace")))
            # It goes on to its end even if the client goes.
            self._work = asyncio.ensure_future(self._lobby.run(self._carry_out, message))
            await asyncio.shield(self._work)
        except MessageError as error:
            self._note(error.code, said_by(error), message, error.limit)
        except Exception:
            # A fault of ours: its text may hold hidden cards, so it stays here.
            _logger.exception("a message failed")
            self._note("failed", Said("failed"), message)

    def _note(
        self,
        code: Code,
        text: str,
        message: dict[str, Any] | None = None,
        limit: int | None = None,
    ) -> None:
        answer = {"v": PROTOCOL, "is": "note", **reply(message or {}), **note(code, text, limit)}
        self._put(json.dumps(answer), False)


class _NotText(Exception):
    """A frame of bytes came."""


class Rate:
    """Counts messages that come faster than allowed: a bucket that fills steadily."""

    def __init__(self) -> None:
        self._left = float(limits.MAX_BURST)
        self._at = monotonic()
        self._dropped = 0

    def over(self, now: float) -> int:
        """Count a message at ``now``; return 0, or how many in a row were too fast.

        >>> rate = Rate()
        >>> now = monotonic()
        >>> [rate.over(now) for _ in range(limits.MAX_BURST + 2)][-3:]
        [0, 1, 2]
        >>> rate.over(now + 60)
        0
        """
        gained = (now - self._at) * limits.MAX_RATE
        self._left, self._at = min(self._left + gained, limits.MAX_BURST), now
        if self._left >= 1:
            self._left -= 1
            self._dropped = 0
        else:
            self._dropped += 1
        return self._dropped


def read_frame(text: str, *, may_import: bool) -> dict[str, Any]:
    """Return the message in a frame. Raises ``MessageError`` for anything that is not one.

    >>> read_frame('{"do": "undo"}', may_import=False)
    {'do': 'undo'}
    >>> read_frame("[" * 9000, may_import=False)
    Traceback (most recent call last):
    ...
    bitgames.play.room.messages.MessageError: a message must have at most 8,192 bytes
    """
    if not may_import:
        check_size({}, len(text.encode(errors="replace")))
    try:
        message = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise MessageError("damaged", "a message must be JSON") from None
    if not isinstance(message, dict):
        raise MessageError("damaged", "a message must be a JSON object")
    return message


def check_size(message: dict[str, Any], size: int) -> None:
    """Raise ``MessageError`` with the limit for a message of too many bytes.

    >>> check_size({"do": "import"}, 9000)
    >>> check_size({"do": "import"}, 9_000_000)
    Traceback (most recent call last):
    ...
    bitgames.play.room.messages.MessageError: an import must have at most 1,048,576 bytes
    """
    code, most = "message-size", limits.MAX_MESSAGE
    if message.get("do") == "import":
        code, most = "import-size", limits.MAX_IMPORT
    if size > most:
        raise MessageError("limit", Said(code, f"{most:,}"), most)


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
