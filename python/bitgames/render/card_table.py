"""A table of cards as text and as SVG."""

from itertools import chain, groupby
from xml.etree import ElementTree as ET

from bitgames.render import theme
from bitgames.render.drawing import Spot, add_element, add_word, document
from bitgames.render.grid import LEGAL, dim
from bitgames.render.options import Place, Style
from bitgames.render.overlay import add_overlays
from bitgames.render.reading import legal_cards
from bitgames.scene import Hand, TableScene
from bitgames.scene.cards import SUITS

SYMBOLS = "♠♥♦♣"
CARD = (52.0, 74.0)
"""Width and height of a card in the drawing."""
STEP, MARGIN, GAP = 34.0, 24.0, 22.0
WIDTH = MARGIN * 2 + STEP * 12 + CARD[0]
LABEL = 20.0
TRICK = 166.0
"""Places of the cards of the trick."""
NOTE = 18.0
"""Height of a line of the notes: six of them end above the hand below."""
MAX_CALLS = 4
"""Largest number of calls in a picture."""


def table_text(scene: TableScene, style: Style) -> list[str]:
    """Draw a table as text: north's hand, the cards between the players, and south's hand.

    Legal cards, if they are asked for, have a ``+`` before them: one for each run of cards.

    >>> import bitgames as bg
    >>> print(bg.Honeymoon(7).play("1C").to_text(viewer=0))
    north  13 unknown
    stock  26 cards
    calls  south 1C
    south  S 2  H QJ8  D KJT4  C KQ762
    north to call
    >>> deal = bg.Honeymoon(7).play("1C").play("pass")
    >>> print(deal.play("S2").to_text(viewer=1, legal=True).splitlines()[0])
    north     S +KQJ76  H 974  D 62  C J83
    """
    below, above = (1, 0) if style.flip else (0, 1)
    rows = [_hand_row(scene, above, style)]
    if scene["stock"]:
        shown = "" if scene["up"] is None else f", {scene['up']} face up"
        rows.append(("stock", f"{scene['stock']} cards{shown}"))
    played = zip(scene["players"], scene["trick"], strict=True)
    if trick := [f"{player['name']} {card}" for player, card in played if card is not None]:
        rows.append(("trick", ", ".join(trick)))
    rows += _notes(scene)
    rows.append(_hand_row(scene, below, style))
    width = max(len(name) for name, _ in rows)
    return [f"{dim(name.ljust(width), style.color)}  {words}" for name, words in rows]


def _hand_row(scene: TableScene, seat: int, style: Style) -> tuple[str, str]:
    hand = scene["hands"][seat]
    legal = legal_cards(scene) if style.legal or style.numbers else frozenset()
    chooses = not legal.isdisjoint(hand["cards"])
    suits = []
    for suit in SUITS:
        own = [card for card in hand["cards"] if card[0] == suit]
        has_values = any(card in style.values for card in own)
        runs = []
        # A value stands beside its card, so that each card is a run of its own.
        for is_legal, cards in groupby(own, legal.__contains__):
            words = [_card_text(card, style) for card in cards]
            for run in words if has_values else ["".join(words)]:
                runs.append(_marked(run, is_legal, style) if chooses else run)
        # A suit without a card is a void where the whole hand is seen.
        if runs or (hand["cards"] and not hand["hidden"]):
            suits.append(f"{suit} {' '.join(runs) or '-'}")
    if hand["hidden"]:
        suits.append(f"{hand['hidden']} unknown")
    return scene["players"][seat]["name"], "  ".join(suits) or "-"


def _card_text(card: str, style: Style) -> str:
    return f"{card[1]}({style.values[card]})" if card in style.values else card[1]


def _marked(run: str, is_legal: bool, style: Style) -> str:
    """Mark cards of the player to move: those that can be played, and those that cannot."""
    if not is_legal:
        return dim(run, style.color)
    colors = (theme.TERMINAL_LEGAL, theme.TERMINAL_RESET) if style.color else ("", "")
    return f"{LEGAL}{run}".join(colors)


def _notes(scene: TableScene) -> list[tuple[str, str]]:
    """Return names and values of all besides the cards, such as contract and tricks."""
    names = [player["name"] for player in scene["players"]]
    notes = []
    if (rubber := scene["rubber"]) is not None:
        games, parts = rubber["games"], rubber["part_scores"]
        notes.append(("rubber", f"games {games[0]}/{games[1]}, part {parts[0]}/{parts[1]}"))
    auction = scene["auction"]
    if scene["phase"] == "auction" and auction["calls"]:
        calls = auction["calls"][-MAX_CALLS:]
        before = "" if len(calls) == len(auction["calls"]) else "... "
        first = names[auction["seats"][-len(calls)]]
        notes.append(("calls", f"{before}{first} {', '.join(calls)}"))
    if scene["contract"] is not None and scene["declarer"] is not None:
        notes.append(("contract", f"{scene['contract']} by {names[scene['declarer']]}"))
        if scene["phase"] in ("play", "over"):
            tricks = zip(names, scene["tricks"], strict=True)
            notes.append(("tricks", ", ".join(f"{name} {count}" for name, count in tricks)))
    if (last := scene["last_trick"]) is not None:
        cards = zip(last["seats"], last["cards"], strict=True)
        trick = ", ".join(f"{names[seat]} {card}" for seat, card in cards)
        notes.append(("last trick", f"{trick}: {names[last['winner']]} won"))
    return notes


def table_svg(scene: TableScene, style: Style) -> ET.Element:
    """Draw a table: north above, south below, stock, trick and contract between.

    Flipped, south is above.

    >>> import bitgames as bg
    >>> table_svg(bg.Honeymoon(7).scene(), Style()).get("width")
    '508'
    """
    return _Table(scene, style).draw()


class _Table:
    def __init__(self, scene: TableScene, style: Style) -> None:
        self.scene, self.style, self.theme = scene, style, style.theme
        self.middle = MARGIN + LABEL + CARD[1] + GAP
        self.low = self.middle + CARD[1] + GAP
        height = self.low + LABEL + CARD[1] + MARGIN
        words = f"{scene['title']}: {scene['caption']}"
        shown = WIDTH if style.size is None else style.size
        self.root = document(WIDTH, height, words, shown=shown, theme=self.theme)
        self.spots: dict[Place, Spot] = {}

    def draw(self) -> ET.Element:
        below, above = (1, 0) if self.style.flip else (0, 1)
        self._hand(above, MARGIN)
        self._hand(below, self.low)
        self._stock()
        self._trick(below, above)
        self._notes()
        add_overlays(self.root, self.style, self.spots)
        return self.root

    def _hand(self, seat: int, y: float) -> None:
        hand: Hand = self.scene["hands"][seat]
        self._label(self.scene["players"][seat]["name"], MARGIN, y + LABEL * 0.6)
        places = chain(hand["cards"], [None] * hand["hidden"])
        for number, card in enumerate(places):
            self._card(card, MARGIN + number * STEP, y + LABEL)

    def _stock(self) -> None:
        left = self.scene["stock"]
        for number in range(min(3, left)):
            self._card(None, MARGIN + 3 * number, self.middle - 3 * number)
        right = MARGIN + CARD[0] + 6
        if self.scene["up"] is not None:
            right = MARGIN + CARD[0] * 0.7
            self._card(self.scene["up"], right, self.middle - 3)
            right += CARD[0]
        if left:
            self._label(f"{left}", right + 10, self.middle + CARD[1])

    def _trick(self, below: int, above: int) -> None:
        trick = self.scene["trick"]
        if (card := trick[above]) is not None:
            self._card(card, TRICK, self.middle - 6)
        if (card := trick[below]) is not None:
            self._card(card, TRICK + CARD[0] * 0.6, self.middle + 6)

    def _notes(self) -> None:
        lines = [f"{name}: {words}" for name, words in _notes(self.scene)]
        if self.scene["last_trick"] is not None:
            # The winner has a line of its own; one line would reach the cards of the trick.
            lines[-1:] = lines[-1].rsplit(": ", 1)
        for number, line in enumerate([*lines, self.scene["caption"]]):
            self._label(line, WIDTH - MARGIN, self.middle + NOTE * (number + 0.6), anchor="end")

    def _label(self, text: str, x: float, y: float, *, anchor: str = "start") -> None:
        place = {"x": x, "y": y, "font_size": 14.0}
        add_word(self.root, text, **place, fill=self.theme.ink, text_anchor=anchor)

    def _card(self, card: str | None, x: float, y: float) -> None:
        """Draw a card with its corner at a place; ``None`` is a card face down."""
        width, height = CARD
        named = {} if card is None else {"data_card": card}
        group = add_element(self.root, "g", **named)
        box = {"x": x, "y": y, "width": width, "height": height, "rx": 6.0, "stroke_width": 1.2}
        fill = self.theme.players[0] if card is None else self.theme.face
        add_element(group, "rect", **box, fill=fill, stroke=self.theme.ink)
        if card is None:
            inner = {"x": x + 5, "y": y + 5, "width": width - 10, "height": height - 10, "rx": 3.0}
            add_element(group, "rect", **inner, fill="none", stroke=self.theme.face)
            return
        add_element(group, "title").text = card
        suit = SUITS.index(card[0])
        corner = {"fill": self.theme.suits[suit], "text_anchor": "middle"}
        rank = "10" if card[1] == "T" else card[1]
        add_word(group, rank, x=x + 14, y=y + 22, font_size=19, **corner)
        add_word(group, SYMBOLS[suit], x=x + 14, y=y + 43, font_size=19, **corner)
        # In a hand the next card hides the right part.
        self.spots[card] = Spot(x + STEP / 2, y + height - 15, STEP / 2)
