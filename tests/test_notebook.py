"""``bg.Board`` without a kernel: the game behind it, what it sends, and what it keeps to itself."""

from __future__ import annotations

import json
import re
import sys
import threading
from typing import Any

import pytest

import bitgames as bg
from bitgames.notebook import widget as widgets
from bitgames.scene.cards import CARDS
from tests.rooms import middle

pytest.importorskip("anywidget", reason="needs anywidget: pip install 'bitgames[notebook]'")


class Browser:
    """What comes out of a board's widget, and a way to click in it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[Any] = []
        from ipywidgets import Widget

        monkeypatch.setattr(
            Widget, "_send", lambda widget, message, buffers=None: self._keep(message)
        )

    def _keep(self, message: Any) -> None:
        self.sent.append(json.loads(json.dumps(message, allow_nan=False)))

    def say(self, board: bg.Board, do: str, **fields: Any) -> list[Any]:
        """Send a message as the front end does, and return what came back."""
        before = len(self.sent)
        content = {"do": do, **fields}
        board.widget._handle_msg(
            {"content": {"data": {"method": "custom", "content": content}}, "buffers": []}
        )
        return self.sent[before:]


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Browser:
    return Browser(monkeypatch)


def customs(sent: list[Any]) -> list[str]:
    return [each["content"]["is"] for each in sent if each["method"] == "custom"]


def test_a_click_plays_and_the_computer_answers(browser: Browser) -> None:
    board = bg.Board("tictactoe", players=["human", "first"])
    assert board.widget.playable and board.widget.can == ["play", "goto", "analyze"]
    sent = browser.say(board, "play", i=4, at=0)
    assert "heard" in customs(sent)
    assert board.wait(30)
    assert str(board.record.moves) == "[b2, a1]"
    assert board.widget.scene["owners"] == "1...0...."
    assert board.widget.can == ["play", "undo", "goto", "analyze"]
    # A second click of the same position, read late, is for another one.
    browser.say(board, "play", i=8, at=0)
    assert len(board.record) == 2 and board.widget.words == []
    browser.say(board, "undo")
    assert board.position == bg.TicTacToe() and "redo" in board.widget.can
    browser.say(board, "redo")
    assert len(board.record) == 2


def test_going_along_the_line(browser: Browser) -> None:
    """Back is for looking, without an answer of the computer, until play goes on from there."""
    board = bg.Board("tictactoe", players=["human", "first"])
    for cell in (4, 8):
        browser.say(board, "play", i=cell, at=board.widget.node)
        assert board.wait(30)
    widget = board.widget
    texts = ["b2", "a1", "c3", "b1"]
    assert [move["text"] for move in widget.line] == texts and widget.played == 4
    browser.say(board, "goto", node=widget.line[0]["n"])
    assert board.wait(30) and widget.played == 1 and widget.scene["owners"] == "....0...."
    assert [move["text"] for move in widget.line] == texts
    assert not widget.playable and "go" in widget.can
    browser.say(board, "goto", node=widget.line[1]["n"])
    assert widget.playable and "go" not in widget.can
    browser.say(board, "play", i=1, at=widget.node)
    assert board.wait(30)
    assert [move["text"] for move in widget.line] == ["b2", "a1", "b1", "c1"]
    browser.say(board, "goto", node=widget.line[2]["n"])
    browser.say(board, "go")
    assert board.wait(30) and widget.played == 4
    browser.say(board, "goto", node=9999)
    assert widget.words and widget.played == 4


def test_who_plays(browser: Browser) -> None:
    def mine(position: bg.Position) -> bg.Move:
        return position.legal_moves[0]

    def seats(*players: object) -> list[tuple[object, ...]]:
        board = bg.Board("tictactoe", players=players)
        assert board.wait(30)
        keys = ("player", "named", "yours", "thinking")
        return [tuple(seat[key] for key in keys) for seat in board.widget.seats]

    person = ("human", False, True, False)
    assert seats("human", "human") == [person, person]
    assert seats("human", "level:easy") == [person, ("level:easy", False, False, False)]
    assert seats("human", mine) == [person, ("mine 1", True, False, False)]
    over = bg.Board(bg.Record("tictactoe", "a1 b1 a2").resign())
    assert over.widget.turn is None
    over.undo()
    assert over.widget.turn == over.position.turn


def test_what_the_room_refuses_is_told(browser: Browser) -> None:
    board = bg.Board("othello")
    browser.say(board, "play", i=0, at=0)
    assert board.widget.words == ["this move is not legal now"]
    browser.say(board, "play", i=19, at=0)
    assert board.widget.words == []
    (preview, *_) = browser.say(board, "preview", i=int(board.position.legal_moves[0]))
    assert preview["content"]["waves"]


def test_other_messages_of_the_browser_do_nothing(browser: Browser) -> None:
    """Only what its buttons send: no player is chosen from there, no file is read."""
    board = bg.Board("tictactoe")
    for do in ("new", "sit", "import", "export", "match", "resign", "hint", "nonsense"):
        assert customs(browser.say(board, do, seat=0, player="first")) == ["heard"]
    board._hear(board.widget, "text", [])
    assert board.position == bg.TicTacToe()


def test_moves_by_code(browser: Browser) -> None:
    board = bg.Board("tictactoe")
    for move in ("b2", 0, bg.TicTacToe().parse_move("c3"), "a3"):
        board.play(move)
    assert str(board.record.moves) == "[b2, a1, c3, a3]"
    for wrong, kind in (
        ("b2", bg.IllegalMoveError),
        (4, bg.IllegalMoveError),
        ("z", bg.ParseError),
    ):
        with pytest.raises(kind):
            board.play(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        board.play(1.5)  # type: ignore[arg-type]
    board.goto(1)
    assert len(board.record) == 1
    board.goto(-1)
    assert len(board.record) == 4
    with pytest.raises(bg.ParameterError, match="ply must be from -5 to 4, not 5"):
        board.goto(5)
    board.undo()
    board.play("a2")
    assert board.widget.scene["last"]["text"] == "a2"
    board.goto(0)
    with pytest.raises(bg.GameError, match="nothing to undo"):
        board.undo()
    over = bg.Board(bg.Record("tictactoe", "a1 b1 a2 b2 a3"))
    with pytest.raises(bg.GameError, match="the game is over"):
        over.play("c3")


def test_a_board_follows_a_record_and_a_position(browser: Browser) -> None:
    record = bg.Record("othello", "f5 d6 c3").resign()
    board = bg.Board(record)
    assert board.record == record
    assert board.widget.words == ["white resigned"]
    assert bg.Board(bg.mnk(5, 4, 4)).position == bg.mnk(5, 4, 4)
    deal = bg.Board("honeymoon", seed=5)
    assert deal.position == bg.Board("honeymoon", seed=5).position
    assert deal.position != bg.Board("honeymoon", seed=6).position
    chosen = bg.Honeymoon(7)
    assert bg.Board(chosen, seed=5).position == chosen


def test_players_of_every_kind(browser: Browser) -> None:
    """Specs, agents, functions; two computers play to the end, each in its thread."""
    threads = set()

    def last(position: bg.Position) -> bg.Move:
        threads.add(threading.current_thread())
        return position.legal_moves[-1]

    board = bg.Board("tictactoe", players=[last, bg.Agent("first")])
    for _ in range(100):
        assert board.wait(30)
        if board.position.is_over:
            break
    assert board.position.is_over and threading.main_thread() not in threads
    twice = bg.Board("tictactoe", players=[last, last])
    assert twice.wait(30)
    with pytest.raises(bg.UnknownPlayerError):
        bg.Board("tictactoe", players=["human", "nobody"])
    with pytest.raises(bg.ParameterError, match="one for each of the 2 seats"):
        bg.Board("tictactoe", players=["human"])
    with pytest.raises(TypeError):
        bg.Board("tictactoe", players="human")
    with pytest.raises(bg.ParameterError, match="open"):
        bg.Board("tictactoe", players=["human", "open"])


def test_code_can_play_for_a_computer_that_thinks(browser: Browser) -> None:
    asked = threading.Event()
    go = threading.Event()

    def slow(position: bg.Position) -> bg.Move:
        asked.set()
        go.wait(30)
        return position.legal_moves[0]

    board = bg.Board("tictactoe", players=["human", slow])
    board.play("b2")
    assert asked.wait(30) and board.widget.thinks and not board.widget.playable
    assert not board.wait(0.01)
    board.play("c3")
    assert not board.widget.thinks and board.widget.playable
    go.set()
    assert board.wait(30) and str(board.record.moves) == "[b2, c3]"
    board.close()
    assert board.wait(0)


def test_watchers_hear_of_every_move(browser: Browser) -> None:
    heard: list[str] = []
    board = bg.Board("tictactoe", players=["human", "first"])

    @board.on_move
    def tell(move: bg.Move, position: bg.Position) -> None:
        heard.append(f"{move} {len(position.occupied)}")

    @board.on_move
    def answer(move: bg.Move, position: bg.Position) -> None:
        # A watcher may play, too: it is called when the room is free.
        if len(position.occupied) == 2:
            board.play("c3")

    browser.say(board, "play", i=4, at=0)
    for _ in range(1000):
        if len(heard) >= 4:
            break
        board.wait(30)
        threading.Event().wait(0.01)
    assert heard == ["b2 1", "a1 2", "c3 3", "b1 4"]
    board.on_move(tell, remove=True)
    board.on_move(answer, remove=True)

    @board.on_move
    def fail(move: bg.Move, position: bg.Position) -> None:
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        board.play(board.position.legal_moves[0])
    board.on_move(fail, remove=True)
    assert board.wait(30) and len(board.record) == 6
    with pytest.raises(TypeError):
        board.on_move(3)  # type: ignore[type-var]
    with pytest.raises(bg.ParameterError, match="was not given this function"):
        board.on_move(print, remove=True)


def test_values_come_and_go_with_the_analysis(browser: Browser) -> None:
    board = bg.Board(bg.position("tictactoe oo./xx./..."), analysis=True)

    def wait_for_values() -> dict[str, float]:
        for _ in range(3000):
            shown = board.widget.values
            if shown and all(move["exact"] for move in shown["moves"]):
                return {move["text"]: move["value"] for move in shown["moves"]}
            threading.Event().wait(0.01)
        raise AssertionError("no values")

    assert wait_for_values()["c1"] == 1
    browser.say(board, "play", i=5, at=0)
    assert wait_for_values()["c1"] == 0
    browser.say(board, "analysis", on=False)
    assert board.widget.values is None and not board.analysis
    board.undo()
    assert board.widget.values is None
    browser.say(board, "analysis", on=True)
    assert wait_for_values()["c1"] == 1
    board.analysis = False
    assert board.widget.values is None


@pytest.mark.parametrize("spec", ["tictactoe", "othello:6", "mosaic:4", "quo:4", "honeymoon"])
def test_pictures_stay_without_a_kernel(browser: Browser, spec: str) -> None:
    board = bg.Board(spec, seed=3)
    data = board._repr_mimebundle_()
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == board.widget.model_id
    assert data["image/svg+xml"].startswith("<svg") and data["text/plain"] == str(board)
    kind = board.widget.scene["kind"]
    views = {"grid": ["plan"], "pyramid": ["isometric", "plan"], "table": []}[kind]
    assert list(board.widget.geometry) == views
    if kind == "pyramid":
        board.view = "plan"
        assert board._repr_mimebundle_()["image/svg+xml"] != data["image/svg+xml"]
    with pytest.raises(bg.ParameterError, match="view must be one of auto, isometric, plan"):
        board.view = "above"
    with pytest.raises(bg.ParameterError, match="view must be one of"):
        bg.Board(spec, view="above")


def test_the_picture_of_a_run_without_a_browser_is_the_last_one(browser: Browser) -> None:
    shown: list[tuple[str, bool]] = []

    def display(data: Any, *, raw: bool, display_id: str, update: bool) -> None:
        assert raw and display_id == "name"
        shown.append((data["text/plain"].splitlines()[-1], update))

    board = bg.Board("tictactoe")
    board.play("a1")
    board._shown = ("name", display)
    board.play("b2")
    assert shown == [("o to move", True)]
    browser.say(board, "hello")
    board.play("c3")
    assert len(shown) == 1
    browser.say(board, "bye")
    board.play("a3")
    assert shown[1:] == [("o to move", True)]


# Hidden cards.


def told(start: bg.Position, seat: int, browser: Browser) -> list[str]:
    """All that leaves a board, whatever is said and played, as text."""
    del browser.sent[:]
    board = bg.Board(start, viewer=seat, seed=7)
    said: list[str] = []

    def keep() -> None:
        state = {
            name: value
            for name, value in board.widget.get_state().items()
            if name not in ("_esm", "_css", "layout")
        }
        bundle = board._repr_mimebundle_()
        del bundle["application/vnd.jupyter.widget-view+json"]
        said.append(json.dumps([state, bundle, str(board), repr(board)], sort_keys=True))

    keep()
    for message in (
        {"do": "play", "i": 3},
        {"do": "play", "i": 51},
        {"do": "play", "text": "SA"},
        {"do": "play", "text": "7NT"},
        {"do": "preview", "i": 3},
        {"do": "geometry"},
        {"do": "undo"},
        {"do": "redo"},
        {"do": "goto", "node": 0},
        {"do": "goto", "node": 2},
        {"do": "go"},
        {"do": "analysis", "on": True},
        {"do": "hello"},
    ):
        browser.say(board, **message)  # type: ignore[arg-type]
        keep()
    board.analysis = False
    own = CARDS[next(iter(start.pieces(seat)))]
    for move in ("SA", "zz", "7NT", "1C", 51, 70000):
        if board.position.turn != seat:
            # Which cards the other person can play depends on the world; not those of this hand.
            move = move if move in ("zz", 70000) else own
        try:
            board.play(move)
        except bg.GameError as error:
            said.append(f"{type(error).__name__}: {error}")
        keep()
    # Values are means whose times differ; that they tell no more is for the tests of the room.
    sent = [each for each in browser.sent if "values" not in each.get("state", {})]
    return [*said, *(json.dumps(each, sort_keys=True) for each in sent)]


@pytest.mark.parametrize(("spec", "plies"), [("honeymoon", 3), ("honeymoon", 9), ("honeymoon", 40)])
def test_nothing_leaves_a_board_that_its_viewer_may_not_know(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, spec: str, plies: int
) -> None:
    # The values of hidden cards are means over worlds, for as long as the clock allows.
    monkeypatch.setattr(bg.Board, "_study", lambda board: None)
    position = middle(spec, plies, plies)
    for seat in (0, 1):
        first = told(position, seat, browser)
        assert len(first) > 30
        for world in range(2):
            assert told(position.determinize(seat, world), seat, browser) == first


def test_looking_back_shows_what_the_seat_saw_then(browser: Browser) -> None:
    """The end opens all cards, and a look back closes them again."""
    board = bg.Board("honeymoon", players=["human", "rule"], seed=4)
    scenes = {}
    while not board.position.is_over:
        assert board.wait(30)
        scenes[board.widget.node] = board.widget.scene
        board.play(board.position.legal_moves[-1])
        assert board.wait(30)
    widget = board.widget
    assert widget.scene["viewer"] is None and len(scenes) > 20
    for node, scene in scenes.items():
        browser.say(board, "goto", node=node)
        assert widget.scene == scene and widget.words == []
    # Another person's seat is played by code: the line is shown, and nobody goes along it.
    two = bg.Board("honeymoon", seed=4)
    two.play("1C")
    assert [move["text"] for move in two.widget.line] == ["1C"] and "goto" not in two.widget.can
    browser.say(two, "goto", node=0)
    assert two.widget.played == 1


def test_another_persons_cards_are_not_in_the_notebook(browser: Browser) -> None:
    """A test of the test: the viewer's own cards are there to be found."""
    board = bg.Board(bg.Honeymoon(3), viewer="south")
    start = board.position
    for move in ("7NT", "pass", *["1"] * 4):
        board.play(move)
    kept = json.dumps([board.widget.get_state(), board._repr_mimebundle_(), browser.sent])
    own = [CARDS[cell] for cell in start.pieces(0)]
    assert all(f'"{card}"' in kept for card in own)
    scene = board.widget.scene
    assert scene["viewer"] == 0 and scene["hands"][1]["cards"] == scene["hands"][1]["known"]
    with pytest.raises(bg.ParameterError, match="viewer must be one of south, north"):
        bg.Board("honeymoon", viewer="east")
    with pytest.raises(bg.UnsupportedError, match="north is a computer"):
        bg.Board("honeymoon", players=["human", "rule"], viewer=1)
    watched = bg.Board("honeymoon", players=["first", "first"])
    assert watched.wait(60) and watched.widget.scene["viewer"] is None


# The front end.


def test_the_front_end_is_one_module() -> None:
    text = widgets.module()
    assert not re.search(r"^\s*import\b|\bimport\(", text, re.MULTILINE)
    assert re.findall(r"^export .*", text, re.MULTILINE) == ["export default { render: show };"]
    assert "class CellBoard" in text and "class SocketLink" not in text
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function", text)
    assert set(re.findall(r"https?://[^\s\"'`)>]+", text)) == {"http://www.w3.org/2000/svg"}


def test_the_style_touches_the_board_alone() -> None:
    text = re.sub(r"/\*.*?\*/", "", widgets.style(), flags=re.DOTALL)
    # The names of steps of an animation are no selectors.
    text = re.sub(r"@keyframes bitgames-\w+\{(?:[^{}]*\{[^{}]*\})*\}", "", text)
    selectors = [each for group in re.findall(r"([^{}]+)\{", text) for each in [group.strip()]]
    assert len(selectors) > 100
    for selector in selectors:
        is_rule = selector.startswith(("@container", "@media"))
        is_theme = re.fullmatch(r"\[data-theme=.*", selector)
        assert is_rule or ".bitgames" in selector or is_theme, selector


def test_a_board_without_anywidget_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    widgets.widget_class.cache_clear()
    with pytest.raises(ImportError, match=r"pip install 'bitgames\[notebook\]'"):
        bg.Board("tictactoe")
    widgets.widget_class.cache_clear()
