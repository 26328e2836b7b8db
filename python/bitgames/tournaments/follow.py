"""A results file as it grows: another process plays the tournament, and this one looks on."""

import os
from array import array
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path as FilePath
from typing import IO

from bitgames._core import DamagedFileError, GameError, ParseError
from bitgames.arguments import printable, shortened
from bitgames.files import open_to_read, path_text
from bitgames.journal import MAX_LINE, Path, begins, header_of, whole_line
from bitgames.tournaments.games import Game, read_line
from bitgames.tournaments.tournament import Tournament

_MAX_BYTES = 1 << 20  # read at a time, so that others have their turn
_MAX_PLAYERS = 100  # a larger table takes too long to be made again and again
_KEPT = 50
_MARK_BYTES = 64


class Follower:
    """The games and standings of a results file that grows.

    Only whole lines count; a last line without its end is waited for. A file that is replaced or
    cut short is read again from its beginning. What cannot be read is described by ``trouble``, and
    tried again once the file has changed.

    >>> import bitgames as bg, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "r.jsonl")
    >>> _ = bg.tournament(["first", "ai14"], "tictactoe", pairs=2, results=path)
    >>> follower = Follower(path)
    >>> follower.poll(), len(follower), follower.game(0).winner, follower.poll()
    (True, 4, 'ai14', False)
    """

    def __init__(self, path: Path) -> None:
        """Begin with nothing read; ``poll`` reads."""
        self._path = path_text(path)
        self.name = shortened(printable(FilePath(self._path).name), 80)
        """The name of the file, without its folder."""
        self.trouble = ""
        """Why the file cannot be read on, in one line; empty if it can."""
        self.restarts = 0
        """How often the file was read again from its beginning."""
        self.is_behind = False
        """True if more can be read at once: ``poll`` reads a part at a time."""
        self._state: tuple[int, ...] | None = None
        self._forget()

    def _forget(self) -> None:
        self.tournament: Tournament | None = None
        """The tournament so far; ``None`` until the header is there."""
        self._games = array("Q")  # where the line of each game begins
        self._newest: deque[Game] = deque(maxlen=_KEPT)
        self._numbers: dict[frozenset[str], array[int]] = {}  # of games, by one player and by two
        self._offset = self._lines = 0
        self._mark = b""  # the end of what was read
        self._file: tuple[int, int] | None = None

    def __len__(self) -> int:
        """Return the number of games; a repeated game counts once."""
        return len(self._games)

    @property
    def newest(self) -> Sequence[Game]:
        """The last games, at most 50, the newest at the end."""
        return self._newest

    def game(self, index: int) -> Game:
        """Return a game by its number in the file, from 0.

        Raises ``IndexError`` if there is none, and as ``poll`` describes it if it cannot be read.
        """
        if not 0 <= index < len(self._games):
            raise IndexError(index)
        return next(self.read([index]))

    def numbers(self, players: Collection[str] = ()) -> Sequence[int]:
        """Return the numbers of all games, of those of one player, or of those between two."""
        return self._numbers.get(frozenset(players), ()) if players else range(len(self))

    def read(self, numbers: Sequence[int]) -> Iterator[Game]:
        """Yield games by their numbers, which exist; raises like ``game``."""
        first = len(self._games) - len(self._newest)
        if all(number >= first for number in numbers):
            yield from (self._newest[number - first] for number in numbers)
            return
        with open_to_read(self._path) as file:
            for number in numbers:
                file.seek(offset := self._games[number])
                # The number of the line is not kept: a game alone is read.
                line = whole_line(number + 2, offset, file.readline(MAX_LINE), self.name)
                yield read_line(line, self.name)

    def poll(self) -> bool:
        """Read what was added, at most 1 MiB; return whether anything has changed."""
        before = (len(self), self._lines, self.trouble, self.restarts)
        try:
            found = os.stat(self._path)
            state = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
            if state == self._state and not self.is_behind:
                return False
            self._state, self.is_behind = state, False
            with open_to_read(self._path) as file:
                self._check(file)
                try:
                    self._read(file)
                finally:
                    self._remember(file)
            self.trouble = ""
        except OSError as error:
            self._state = None
            self.trouble = f"{self.name} cannot be read: {error.strerror or type(error).__name__}"
        except GameError as error:
            self.trouble = printable(str(error))
        if self.tournament is not None:
            self.tournament.settle()
        return before != (len(self), self._lines, self.trouble, self.restarts)

    def _check(self, file: IO[bytes]) -> None:
        """Begin again if this is not the file that was read, or not all of it is there."""
        found = os.fstat(file.fileno())
        same = (found.st_dev, found.st_ino)
        if self._file is not None and (
            same != self._file or found.st_size < self._offset or not self._goes_on(file)
        ):
            self._forget()
            self.restarts += 1
        self._file = same

    def _goes_on(self, file: IO[bytes]) -> bool:
        """Whether the end of what was read is still there."""
        file.seek(self._offset - len(self._mark))
        return file.read(len(self._mark)) == self._mark

    def _remember(self, file: IO[bytes]) -> None:
        with suppress(OSError):
            begin = max(self._offset - _MARK_BYTES, 0)
            file.seek(begin)
            self._mark = file.read(self._offset - begin)

    def _read(self, file: IO[bytes]) -> None:
        file.seek(self._offset)
        end = self._offset + _MAX_BYTES
        while data := file.readline(MAX_LINE):
            if not data.endswith(b"\n"):
                self._wait_for(data)
                return
            self._take(data)
            self._offset += len(data)
            self._lines += 1
            if self._offset >= end:
                self.is_behind = True
                return

    def _wait_for(self, data: bytes) -> None:
        """Leave a line that is being written; raise for one that will never be valid."""
        if len(data) == MAX_LINE:
            raise DamagedFileError(f"{self.name}: line {self._lines + 1} is too long")
        if self._lines == 0 and not begins(data):
            header_of(data, self.name)  # which says what it lacks

    def _take(self, data: bytes) -> None:
        if self.tournament is None:
            config = header_of(data, self.name).config
            players = config.get("players")
            if isinstance(players, list) and len(players) > _MAX_PLAYERS:
                raise ParseError(f"{self.name}: more than {_MAX_PLAYERS:,} players are not shown")
            self.tournament = Tournament.begin(config, self.name)
            return
        game = read_line(whole_line(self._lines + 1, self._offset, data, self.name), self.name)
        if self.tournament.add(game, self.name):
            for names in ((game.first,), (game.second,), (game.first, game.second)):
                self._numbers.setdefault(frozenset(names), array("Q")).append(len(self))
            self._games.append(self._offset)
            self._newest.append(game)
