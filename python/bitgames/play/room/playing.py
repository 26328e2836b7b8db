"""What viewers do in a game: seats, moves, the tree of moves, requests."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from bitgames import _core, deals, games
from bitgames._core import GameError, IllegalMoveError, LimitError, Move, ParameterError, Position
from bitgames._core import position as parse_position
from bitgames.arguments import Progress
from bitgames.deals import Conditions
from bitgames.deals.conditions import honeymoon
from bitgames.play import announcements
from bitgames.play.explorer import FIRST
from bitgames.play.game import End, Game
from bitgames.play.game_clock import TimeControl
from bitgames.play.jobs import HINT, Job
from bitgames.play.moves import read_move
from bitgames.play.room.host import Host
from bitgames.play.room.messages import By, Message, MessageError
from bitgames.play.room.offers import welcome
from bitgames.play.room.state import CHOSEN, COMPUTER, Query, refusal
from bitgames.play.seating import HUMAN, OPEN, dealt
from bitgames.play.tree import MAX_NODES, Node
from bitgames.scene import geometry
from bitgames.seeding import root
from bitgames.sentences import Said, said, said_by

Handler: TypeAlias = Callable[[Any, str, Message], None]
"""Carries out a message of a viewer in a room; raises ``MessageError`` or a ``GameError``.

It is named for its message, after an underscore.
"""


def _hello(room: Host, viewer: str, message: Message) -> None:
    role = room.audience.viewers[viewer].role
    answer = welcome(role, room.game.seats_of(viewer), room.known)
    room.audience.send(viewer, "welcome", **answer)
    room.tell_state(viewer)


def _new(room: Host, viewer: str, message: Message) -> None:
    room.audience.need_owner(viewer)
    if "game" in message and "start" in message:
        raise MessageError("damaged", "new takes game or start, not both")
    seed = root(message.get("seed"))
    if "start" in message:
        start = parse_position(message["start"])
    else:
        start = room.game.start
        if "game" in message:
            start = games.get(message["game"])
        if "game" in message or "seed" in message:
            start = dealt(start, seed, 0)
    wanted = _conditions(message, start)
    fresh = Game(start, seed=seed, known=room.known)
    fresh.set_clock(TimeControl.read(message.get("clock")), room.now)
    fresh.is_seeded = "seed" in message
    fresh.is_given = "start" in message or "moves" in message
    try:
        for move in message.get("moves", ()):
            fresh.play(move)
    except GameError:
        # The error's text might name hidden cards.
        raise MessageError("illegal", Said("order")) from None
    names = message.get("seats", [HUMAN] * len(fresh.seats))
    if OPEN in names and fresh.is_known and fresh.start.facts.hidden:
        raise MessageError("denied", CHOSEN)
    room.need_confirm(message)
    room.seat_all(fresh, names, viewer)

    def begin(deal: Position | None = None) -> None:
        if deal is not None and wanted is not None:
            fresh.begin_by(deal, wanted)
        room.cancel()
        room.game = fresh
        room.begin()

    if wanted is None:
        begin()
    else:
        _look_for(room, viewer, message, partial(dealt, start, seed, 0, wanted), begin)


def _conditions(message: Message, start: Position) -> Conditions | None:
    """Return the conditions on the deal of a message, of a game that deals cards."""
    if "deal" not in message:
        return None
    if "start" in message or "moves" in message:
        raise MessageError("damaged", "new takes a deal by conditions, or its cards")
    honeymoon(start)
    return deals.read(message["deal"])


def _look_for(
    room: Host,
    viewer: str,
    message: Message,
    deal: Callable[[Progress], Position],
    begin: Callable[[Position], object],
) -> None:
    """Look for a deal that meets conditions as a job, and begin with it unless the game changes."""
    for kind in ("new", "rematch"):
        for study in room.work.of(kind):
            room.work.end(study)
    serial, reply = room.serial, message.get("id")

    def work(job: Job) -> Position:
        def progress(done: int, total: int) -> None:
            if job.is_cancelled():
                raise LimitError(Said("too-long", f"{job.seconds or 0:g}"))

        return deal(progress)

    def on_result(job: Job, found: Position) -> None:
        if room.serial == serial and viewer in room.audience.viewers:
            begin(found)
            room.audience.send(viewer, "state", re=reply, **room.state(viewer))

    room.study(viewer, message, work, on_result, rank=HINT, is_followed=False)


def _sit(room: Host, viewer: str, message: Message) -> None:
    number, name = message["seat"], message["player"]
    if not 0 <= number < len(room.game.seats):
        raise MessageError("damaged", f"seat must be from 0 to {len(room.game.seats) - 1}")
    seat = room.game.seats[number]
    sitter = name if name in (HUMAN, OPEN) else COMPUTER
    if (reason := refusal(room.game, room.asked(viewer), number, sitter)) is not None:
        raise MessageError("denied", reason)
    player = None if name in (HUMAN, OPEN) else room.player(room.game, name)
    room.cancel()
    seat.holder, seat.player, seat.spec = viewer if name == HUMAN else None, player, name
    if not room.deal_again_if_spoilt():
        room.game.seating.begin(room.game.seed, room.game.number, [number])
    room.settle()


def _play(room: Host, viewer: str, message: Message) -> None:
    game = room.game
    _need_turn_in_game(room, viewer)
    if "text" in message:
        try:
            move: Move | int = read_move(game.position, message["text"])
        except IllegalMoveError as error:
            raise MessageError("illegal", said_by(error)) from None
    else:
        move = message["i"]
        if not game.position.is_legal(move):
            raise MessageError("illegal", Said("not-legal"))
    room.cancel()
    room.play_move(move, "person")
    room.settle()


def _claim(room: Host, viewer: str, message: Message) -> None:
    _need_turn_in_game(room, viewer)
    position = room.game.position
    left = _core.tricks_left(position)
    wanted = message.get("tricks", left)
    try:
        moves = announcements.claim(position, wanted)
    except ParameterError as error:
        raise MessageError("illegal", said_by(error)) from None
    name = position.facts.player_names[position.turn]
    _play_out(room, moves, "claim", [Said("claimed", name, wanted, left)])


def _forced(room: Host, viewer: str, message: Message) -> None:
    _need_turn_in_game(room, viewer)
    moves = announcements.forced_moves(room.game.position)
    if not moves:
        raise MessageError("illegal", Said("no-choice"))
    _play_out(room, moves, "forced")


def _need_turn_in_game(room: Host, viewer: str) -> None:
    if room.game.is_over:
        raise MessageError("illegal", Said("over"))
    room.need_turn(viewer)


def _play_out(room: Host, moves: list[Move], by: By, words: Sequence[str] = ()) -> None:
    """Play the moves that follow without anybody's choice, all or none of them.

    ``words`` are said with the first one.
    """
    if len(room.game.tree) + len(moves) > MAX_NODES:
        raise MessageError("limit", Said("tree-full", MAX_NODES))
    room.cancel()
    for number, move in enumerate(moves):
        # The claim is a choice, which can be taken back: that of the first move.
        room.play_move(move, by, is_forced=number > 0, words=() if number else words)
    room.settle()


def _geometry(room: Host, viewer: str, message: Message) -> None:
    game = message.get("game", room.game.start.game)
    scene = games.get(game).scene("all")
    data = geometry(scene, message.get("view"), flip=message.get("flip", False))
    room.audience.send(viewer, "geometry", **data)


def _preview(room: Host, viewer: str, message: Message) -> None:
    room.need_turn(viewer)
    position, index = room.game.position, message["i"]
    if not position.is_legal(index):
        raise MessageError("illegal", Said("not-legal"))
    move = next(each for each in position.legal_moves if int(each) == index)
    after = position.play(move).scene("all", last_move=move, previous=position)
    filled = [] if after["kind"] == "table" else after["waves"]
    room.audience.send(viewer, "preview", i=index, waves=filled)


def _undo(room: Host, viewer: str, message: Message) -> None:
    room.need_seat(viewer)
    target = _undo_target(room, viewer)
    others = room.others(viewer)
    if others and room.game.is_secret:
        raise MessageError("denied", Said("undo-hidden"))
    if others:
        number = room.work.number()
        room.query = Query(number, viewer, set(others), target)
        for other in others:
            question = Said("undo?")
            room.audience.send(other, "ask", ask=number, text=question, **said(question))
        return
    room.cancel()
    _undo_to(room, target)


def _undo_target(room: Host, viewer: str) -> Node:
    if room.game.end is not None:
        return room.game.node
    target = room.game.last_choice(room.game.seats_of(viewer))
    if target is None:
        raise MessageError("illegal", Said("no-undo"))
    return target


def _undo_to(room: Host, target: Node) -> None:
    if target is room.game.node:
        room.game.end = None
        room.settle()
    else:
        room.game.goto(target)
        room.tell_all()


def _redo(room: Host, viewer: str, message: Message) -> None:
    room.need_alone(viewer)
    target = room.game.next_choice
    if target is None:
        raise MessageError("illegal", Said("no-redo"))
    room.go_to(target)


def _goto(room: Host, viewer: str, message: Message) -> None:
    room.need_alone(viewer)
    number = message["node"]
    if number < FIRST:
        room.go_to(room.game.tree.node(number))
        return
    place = room.game.explorer.place(number)
    room.go_to(_add_branch(room, room.game.tree.node(place.base), place.moves))


def _branch(room: Host, viewer: str, message: Message) -> None:
    room.need_alone(viewer)
    if not message["moves"]:
        raise MessageError("damaged", "a branch has moves")
    try:
        own = room.game.seats_of(viewer) if room.game.hides else None
        _add_branch(room, room.game.tree.node(message["node"]), message["moves"], own)
    except IllegalMoveError:
        raise MessageError("illegal", Said("order")) from None
    room.tell_all()


def _add_branch(
    room: Host, node: Node, moves: Sequence[int], seats: Sequence[int] | None = None
) -> Node:
    """Add moves below a node, and return the last node; the game stays where it is.

    Only those of ``seats``, where given: whether another move is legal may tell hidden cards.
    """
    game = room.game
    position = node.position
    for move in moves:
        if seats is not None and position.turn not in seats:
            raise MessageError("denied", Said("hidden-branch"))
        position = position.play(move)
    here, end = game.node, game.end
    visited = [(each, each.visited) for each in game.tree]
    try:
        game.goto(node)
        for move in moves:
            game.play(move)
        return game.node
    finally:
        game.goto(here)
        game.end = end
        for each, last in visited:
            each.visited = last


def _go(room: Host, viewer: str, message: Message) -> None:
    room.need_seat(viewer)
    if not room.waits:
        raise MessageError("illegal", Said("no-wait"))
    room.waits = False
    room.settle()


def _promote(room: Host, viewer: str, message: Message) -> None:
    room.need_alone(viewer)
    room.game.tree.promote(message["node"])
    room.tell_all()


def _delete(room: Host, viewer: str, message: Message) -> None:
    room.need_alone(viewer)
    tree = room.game.tree
    node = tree.node(message["node"])
    stands_there = node in room.game.node.path
    tree.delete(node.number)
    if stands_there:
        room.go_to(tree.current)
    else:
        room.tell_all()


def _comment(room: Host, viewer: str, message: Message) -> None:
    room.need_seat(viewer)
    room.game.tree.node(message["node"]).comment = message["text"]
    room.tell_all()


def _resign(room: Host, viewer: str, message: Message) -> None:
    own = room.game.seats_of(viewer)
    if not own:
        raise MessageError("denied", Said("need-seat"))
    if room.game.is_over:
        raise MessageError("illegal", Said("over-already"))
    turn = room.game.position.turn
    room.cancel()
    room.game.end = End("resigned", turn if turn in own else own[0])
    room.tell_all()


def _rematch(room: Host, viewer: str, message: Message) -> None:
    room.need_seat(viewer)
    if room.others(viewer) and not room.game.is_over:
        raise MessageError("denied", Said("not-over"))
    room.need_confirm(message)
    if "seats" in message:
        room.need_alone(viewer)
        room.seat_all(room.game, message["seats"], viewer)

    def begin(deal: Position | None = None) -> None:
        room.cancel()
        room.game.again(deal)
        room.begin()

    if room.game.conditions is None:
        begin()
    else:
        _look_for(room, viewer, message, room.game.next_deal, begin)


def _answer(room: Host, viewer: str, message: Message) -> None:
    query = room.query
    if query is None or query.number != message["ask"] or viewer not in query.asked:
        raise MessageError("stale", Said("closed-question"))
    if not message["yes"]:
        room.query = None
        room.audience.note(query.asker, "denied", Said("disagrees"))
        return
    query.asked.discard(viewer)
    if not query.asked:
        room.cancel()
        _undo_to(room, query.target)


def _stop(room: Host, viewer: str, message: Message) -> None:
    room.need_seat(viewer)
    number = message["job"]
    thinking, study = room.work.thinking, room.work.studies.get(number)
    if thinking is not None and thinking.number == number:
        room.need_alone(viewer)
        room.cancel()
        room.waits = True
        room.tell_all()
    elif study is not None and study.viewer == viewer:
        room.work.end(study)
        if study.kind != "hint":
            room.tell_state(viewer)
    else:
        raise MessageError("stale", f"there is no job {number}")


HANDLERS: tuple[Handler, ...] = (
    _hello, _new, _sit, _play, _claim, _forced, _geometry, _preview, _undo, _redo, _goto, _branch,
    _go, _promote, _delete, _comment, _resign, _rematch, _answer, _stop,
)  # fmt: skip
