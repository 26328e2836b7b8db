"""``Board``: a game in a notebook, between people at the notebook, code and computer players."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex, TypeVar
from uuid import uuid4

from bitgames import games
from bitgames._core import (
    GameError,
    IllegalMoveError,
    Move,
    ParameterError,
    ParseError,
    Position,
    UnsupportedError,
)
from bitgames.arguments import flag, integer, parameter_error
from bitgames.notebook.widget import widget_class
from bitgames.play import Room, ThreadJobs
from bitgames.play.jobs import Job
from bitgames.play.seating import HUMAN, OPEN, dealt
from bitgames.play.shown import NO_SEAT, scene_of, viewer_seat
from bitgames.players import Player, as_player
from bitgames.record import Record
from bitgames.render import to_svg, to_text
from bitgames.scene import geometry
from bitgames.scene.geometry import VIEWS
from bitgames.seeding import Seed, root

Watcher = TypeVar("Watcher", bound=Callable[[Move, Position], object])

_VIEWER, _CODE = "viewer", "code"
"""Who looks at the board, and who holds the other people's seats where cards are hidden."""
_MESSAGES = frozenset({"geometry", "go", "goto", "play", "preview", "redo", "undo"})
"""What the room takes from the browser."""
_QUIET = frozenset({"bye", "geometry", "hello", "preview"})
_ANALYSIS_SECONDS = 20.0
_VIEWS = ("auto", *VIEWS["pyramid"])


class _Jobs(ThreadJobs):
    """Threads that do what is due when a job has ended."""

    def __init__(self, after: Callable[[], None]) -> None:
        super().__init__()
        self._after = after

    def start(self, job: Job) -> None:
        run = job.run

        def run_and_settle() -> None:
            try:
                run()
            finally:
                self._after()

        job.run = run_and_settle  # type: ignore[method-assign]
        super().start(job)


class Board:
    """A game on a board that is drawn in the notebook and played there by mouse, touch or keys.

    ``start`` is a position, a record, which is continued, or the spec of a game; a card game that
    is named by its spec is dealt with ``seed``. ``players`` has for each seat ``"human"``, a
    player's spec, or a player object; by default people have all seats. Computer players think in
    threads: the notebook goes on meanwhile, and ``wait`` waits for them.

    Where cards are hidden, the board shows what ``viewer`` knows, a seat's name or number: by
    default the first seat of a person; without people it shows what all seats see. Moves of
    further people come from ``play``. What goes to the browser, and so into a saved notebook, is
    never more than that. ``position`` and ``record`` hold everything: take care what you print.

    The moves stand under the board, and a click on one, or the slider, shows the position after
    it. Play goes on from there, as after ``goto``; computer players wait for *Continue*.

    ``view`` is ``"auto"``, ``"isometric"`` or ``"plan"``. With ``analysis`` every move of the
    position has its value on the board, exact or a guess with its depth.

    In a cell, ``board`` as the last line or ``display(board)`` shows it, also several times.
    ``widget`` is the widget itself, to put it beside others. Outside of notebooks a board works
    as well, and shows nothing.

    Raises ``ImportError`` without anywidget (``pip install 'bitgames[notebook]'``),
    ``ParameterError`` for a wrong number of players, viewer or view, and what an invalid start or
    player raises.

    >>> import bitgames as bg
    >>> board = bg.Board("tictactoe", players=["human", "first"])
    >>> board.play("b2")
    >>> board.wait()
    True
    >>> board.record.moves
    [b2, a1]
    >>> board.undo()
    >>> print(board)
       a b c
    1  . . .
    2  . . .
    3  . . .
    o to move
    """

    def __init__(
        self,
        start: Position | Record | str = "tictactoe",
        *,
        players: Sequence[object] | None = None,
        viewer: SupportsIndex | str | None = None,
        view: str = "auto",
        analysis: bool = False,
        seed: Seed = None,
    ) -> None:
        kind = widget_class()
        number = root(seed)
        record = start if isinstance(start, Record) else None
        begin = games.start(start) if record is None else record.start  # type: ignore[arg-type]
        if isinstance(start, str):
            begin = dealt(begin, number, 0)
        names, known = _named(players, begin)
        self._viewer = _viewer(viewer, names, begin)
        _check_view(view)
        self._views = 0
        self._shown: tuple[str, Callable[..., object]] | None = None
        self._watchers: list[Callable[[Move, Position], object]] = []
        # What is due once the room can be called again, and who does it.
        self._due: deque[Callable[[], object]] = deque()
        self._turn = threading.RLock()
        self._settled = threading.Condition()
        self._state: dict[str, Any] = {}
        self._studied: tuple[int, int] | None = None
        self._job: int | None = None
        self.widget = kind(
            view=view, analysis=flag("analysis", analysis), geometry=_geometry(begin)
        )
        """The anywidget of the board."""
        self._room = Room(
            self._take, begin, seed=number, known=known, engines=True, jobs=_Jobs(self._after_job)
        )
        self._seat(names)
        if record is not None:
            self._room.game.load(record)
        self.widget.on_msg(self._hear)
        self.widget.observe(self._switch, "analysis")
        self._room.begin()
        self._settle()

    def _seat(self, names: list[str]) -> None:
        room, hides = self._room, self._room.game.start.facts.hidden
        others = [
            number
            for number, name in enumerate(names)
            if name == HUMAN and hides and number != self._viewer
        ]
        room.admit(_VIEWER, owner=True)
        room.seat([OPEN if n in others else name for n, name in enumerate(names)], _VIEWER)
        for number in others:
            room.admit(_CODE, seat=number)

    # The game.

    @property
    def position(self) -> Position:
        """The current position, with everything in it."""
        return self._room.game.position

    @property
    def record(self) -> Record:
        """The moves up to the current position, a new record."""
        return self._room.game.record

    def play(self, move: Move | int | str) -> None:
        """Play a move for the seat to move, also for a computer's, whose thinking ends.

        A text is a move's notation or a short form of it. Raises ``IllegalMoveError`` or
        ``ParseError``, and ``GameError`` if the game is over; then nothing changes.
        """
        try:
            self._room.play(move)
        except (IllegalMoveError, ParseError):
            game = self._room.game
            if viewer_seat(game, _VIEWER) in (None, game.position.turn):
                raise
            # The error's text might name cards that this notebook must not show.
            raise IllegalMoveError("this move is not legal now") from None
        self._settle()

    def undo(self) -> None:
        """Take back all moves since a person's last choice; without people, the last move.

        The moves stay as a branch, to which ``goto`` leads. Raises ``GameError`` if there is
        nothing to take back.
        """
        game = self._room.game
        people = [number for number, seat in enumerate(game.seats) if seat.is_person]
        target = game.last_choice(people) if people else game.node.parent
        if target is None:
            raise GameError("nothing to undo: no move was chosen here")
        self._room.stand_at(target)
        self._settle()

    def goto(self, ply: SupportsIndex) -> None:
        """Go to the position after ``ply`` moves of the current line; ``-1`` is its end.

        The line goes on with the moves that were taken back. Raises ``ParameterError`` for a ply
        that it does not have.
        """
        node = self._room.game.node
        line = [*node.path, *node.line_ahead]
        self._room.stand_at(line[integer("ply", ply, -len(line), len(line) - 1)])
        self._settle()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until no computer player thinks, at most ``seconds``; return whether that is so.

        Then the functions of ``on_move`` have heard of its move.
        """
        with self._settled:
            is_done = self._settled.wait_for(lambda: self._state["job"] is None, seconds)
        if is_done:
            with self._turn:
                self._settle()
        return is_done

    def close(self) -> None:
        """End the game: players stop to think, and the board disappears from the notebook."""
        self._room.close()
        with self._settled:
            self._state = {**self._state, "job": None}
            self._settled.notify_all()
        self.widget.close()

    def on_move(self, function: Watcher, *, remove: bool = False) -> Watcher:
        """Call ``function(move, position)`` after each move, with the position after it.

        It is called for moves by mouse, by code and by computer players, for these in their
        thread. Returns the function, so that ``@board.on_move`` works; ``remove=True`` ends it.

        >>> import bitgames as bg
        >>> board = bg.Board("tictactoe")
        >>> @board.on_move
        ... def tell(move, position):
        ...     print(move, position.turn)
        >>> board.play("b2")
        b2 1
        """
        if not callable(function):
            raise TypeError(f"on_move needs a function, not {type(function).__name__}")
        if not flag("remove", remove):
            self._watchers.append(function)
        elif function in self._watchers:
            self._watchers.remove(function)
        else:
            raise ParameterError("on_move was not given this function before")
        return function

    # The picture.

    @property
    def view(self) -> str:
        """``"auto"``, ``"isometric"`` or ``"plan"``; can be set."""
        return str(self.widget.view)

    @view.setter
    def view(self, view: str) -> None:
        _check_view(view)
        self.widget.view = view
        self._draw()

    @property
    def analysis(self) -> bool:
        """Whether moves have their values on the board; can be set."""
        return bool(self.widget.analysis)

    @analysis.setter
    def analysis(self, analysis: bool) -> None:
        self.widget.analysis = flag("analysis", analysis)

    def __str__(self) -> str:
        return to_text(self._scene)

    def __repr__(self) -> str:
        game = self._room.game
        return f"<Board {game.start.game}, ply {len(game.node.path) - 1}>"

    @property
    def _scene(self) -> Any:
        return scene_of(self._room.game, _VIEWER)

    def _repr_mimebundle_(self, **options: object) -> dict[str, Any]:
        """Return the widget, and for a notebook without a kernel a picture and text."""
        scene = self._scene
        view = None if scene["kind"] != "pyramid" or self.view == "auto" else self.view
        shown = self.widget._repr_mimebundle_(**options) or {}
        data = shown[0] if isinstance(shown, tuple) else shown
        return {**data, "image/svg+xml": to_svg(scene, view=view), "text/plain": to_text(scene)}

    def _ipython_display_(self) -> None:
        from IPython.display import display

        if self._shown is None:
            self._shown = f"bitgames-{uuid4().hex}", display
        self._put(update=False)

    def _put(self, *, update: bool) -> None:
        assert self._shown is not None
        name, display = self._shown
        display(self._repr_mimebundle_(), raw=True, display_id=name, update=update)

    def _draw(self) -> None:
        """Renew the picture in the notebook's file.

        A browser that shows the board would build it anew, so this is for runs without one; a
        browser saves the state of the widget.
        """
        if self._shown is not None and self._views == 0:
            self._put(update=True)

    # Messages from the browser, answers of the room.

    def _hear(self, widget: object, content: Any, buffers: object) -> None:
        """Take a message from the browser, in the kernel's thread."""
        kind = content.get("do") if isinstance(content, dict) else None
        if kind in ("hello", "bye"):
            self._views = max(self._views + (1 if kind == "hello" else -1), 0)
        elif kind == "analysis":
            self.analysis = content.get("on") is True
        elif kind in _MESSAGES:
            self._room.handle(_VIEWER, content)
        if kind not in _QUIET:
            self.widget.send({"is": "heard"})
        self._settle()

    def _take(self, viewer: str, answer: Any) -> None:
        """Take an answer of the room; any thread calls this, one at a time."""
        if viewer != _VIEWER:
            return
        kind = answer["is"]
        if kind == "state":
            self._take_state(answer)
        elif kind == "played":
            self._words = [*self._words, *answer["words"]]
            after = self._room.game.position
            move = self._room.game.node.move
            assert move is not None
            self._due.append(lambda: self._tell(move, after))
        elif kind in ("geometry", "preview"):
            self.widget.send(answer)
        elif kind == "values":
            self._take_values(answer)
        elif kind == "note" and answer["code"] != "stale":
            self.widget.words = [answer["text"]]

    _words: Sequence[str] = ()

    def _take_state(self, state: dict[str, Any]) -> None:
        before = self._state
        has_moved = not before or state["node"] != before["node"]
        ended = state["ended"]
        words = [*self._words]
        self._words = ()
        if ended is not None:
            words += ended["summary"]
            words += [] if ended["how"] == "rules" else [ended["text"]]
        with self.widget.hold_sync():
            self.widget.scene = state["scene"]
            self.widget.node = state["node"]
            self.widget.can = [name for name in state["can"] if name in (*_MESSAGES, "analyze")]
            self.widget.playable = "play" in state["can"]
            self.widget.thinks = state["job"] is not None
            self.widget.seats = [self._seated(seat) for seat in state["seats"]]
            self.widget.turn = state["turn"]
            line = [*state["path"], *state["ahead"]]
            self.widget.line = [{"n": move["n"], "text": move["text"]} for move in line]
            self.widget.played = len(state["path"])
            if has_moved:
                self.widget.values = None
            if has_moved or words:
                self.widget.words = words
        if has_moved:
            self._job = self._studied = None
            self._due.append(self._draw)
        self._due.append(self._study)
        with self._settled:
            self._state = state
            self._settled.notify_all()

    def _seated(self, seat: dict[str, Any]) -> dict[str, Any]:
        kept = {name: seat[name] for name in ("player", "yours", "thinking")}
        return {**kept, "named": seat["player"] in self._room.known}

    def _take_values(self, answer: dict[str, Any]) -> None:
        if answer["node"] != self._state["node"]:
            return
        self._job = None if answer["final"] else answer["job"]
        if self.analysis:
            kept = ("i", "text", "value", "exact", "depth", "grade")
            moves = [{name: move[name] for name in kept} for move in answer["moves"]]
            unit = {name: answer[name] for name in ("unit", "is_result")}
            self.widget.values = {"moves": moves, **unit}
        else:
            self._due.append(self._stop)

    # What follows, outside of the room.

    def _settle(self) -> None:
        """Do what is due: report moves, draw, analyze; an error of a watcher comes at the end."""
        errors = []
        while self._due:
            with self._turn:
                try:
                    act = self._due.popleft()
                except IndexError:
                    # Another thread was faster.
                    break
                try:
                    act()
                except Exception as error:
                    errors.append(error)
        if errors:
            raise errors[0]

    def _after_job(self) -> None:
        with self._settled:
            # After a fault in the job's end no state has said that nobody thinks any more.
            if not self._room.is_thinking:
                self._state = {**self._state, "job": None}
                self._settled.notify_all()
        self._settle()

    def _tell(self, move: Move, position: Position) -> None:
        for watcher in list(self._watchers):
            watcher(move, position)

    def _switch(self, change: object) -> None:
        if self.analysis:
            self._due.append(self._study)
        else:
            self._studied = None
            self.widget.values = None
            self._due.append(self._stop)
        self._settle()

    def _study(self) -> None:
        state = self._state
        place = (state["number"], state["node"])
        if not self.analysis or self._studied == place or state["job"] is not None:
            return
        if state["scene"]["outcome"] is None and "analyze" in state["can"]:
            self._studied = place
            self._room.handle(_VIEWER, {"do": "analyze", "seconds": _ANALYSIS_SECONDS})

    def _stop(self) -> None:
        job, self._job = self._job, None
        if job is not None and not self.analysis:
            self._room.handle(_VIEWER, {"do": "stop", "job": job})


def _named(
    players: Sequence[object] | None, start: Position
) -> tuple[list[str], dict[str, Player | str]]:
    seats = start.facts.players
    if players is None:
        return [HUMAN] * seats, {}
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise TypeError(f"players must be a sequence, not {type(players).__name__}")
    if len(players) != seats:
        raise parameter_error("players", f"one for each of the {seats} seats", f"{len(players)}")
    names: list[str] = []
    known: dict[str, Player | str] = {}
    for given in players:
        if isinstance(given, str):
            if given == OPEN:
                raise ParameterError("a seat of a board cannot be open: a person's is human")
            names.append(given)
            continue
        player = as_player(given)
        name = next((name for name, each in known.items() if each is given), None)
        if name is None:
            name = f"{player.name} {len(known) + 1}"
            known[name] = player
        names.append(name)
    return names, known


def _viewer(viewer: SupportsIndex | str | None, names: list[str], start: Position) -> int:
    """Return the seat whose knowledge the board shows, ``NO_SEAT`` for what all seats see."""
    people = [number for number, name in enumerate(names) if name == HUMAN]
    if viewer is None:
        return people[0] if people else NO_SEAT
    seats = start.facts.player_names
    if isinstance(viewer, str):
        if viewer not in seats:
            raise parameter_error("viewer", f"one of {', '.join(seats)}", repr(viewer))
        number = seats.index(viewer)
    else:
        number = integer("viewer", viewer, 0, len(seats) - 1)
    if start.facts.hidden and number not in people:
        raise UnsupportedError(f"{seats[number]} is a computer: only a person's seat can be viewer")
    return number


def _check_view(view: str) -> None:
    if view not in _VIEWS:
        raise parameter_error("view", f"one of {', '.join(_VIEWS)}", repr(view))


def _geometry(start: Position) -> dict[str, Any]:
    scene = start.scene("all")
    views = () if scene["kind"] == "table" else VIEWS[scene["kind"]]
    return {view: geometry(scene, view) for view in views}
