"""A table of cards as text and as SVG."""

from itertools import chain
from xml.etree import ElementTree as ET

from bitgames.games.table import SUITS, Hand, TableLayout
from bitgames.render import theme
from bitgames.render.drawing import add_element, document
from bitgames.render.grid import dim

__all__ = ["CARD", "table_svg", "table_text"]

SYMBOLS = dict(zip(SUITS, "♠♥♦♣", strict=True))
COLORS = dict(zip(SUITS, ("#1f1f1e", "#c03000", "#b35900", "#00603f"), strict=True))
CARD = (52.0, 74.0)
"""Width and height of a card in the drawing."""
STEP, MARGIN, GAP = 34.0, 24.0, 22.0
WIDTH = MARGIN * 2 + STEP * 12 + CARD[0]
LABEL = 20.0
TRICK = 166.0
"""Where the cards of the trick lie."""


def table_text(
    picture: TableLayout, *, legal: bool, numbers: bool, cell_width: int, color: bool
) -> list[str]:
    """Write a table: north's hand, what lies between the players, and south's hand.

    >>> import bitgames as bg
    >>> print(bg.Honeymoon(7).play("1C").to_text(viewer=0))
    north  13 unknown
    stock  26 cards
    calls  south 1C
    south  S 2  H QJ8  D KJT4  C KQ762
    north to call
    """
    south, north = picture.hands
    rows = [(north.name, _hand_text(north))]
    if picture.stock:
        shown = "" if picture.face_up is None else f", {picture.face_up} face up"
        rows.append(("stock", f"{picture.stock} cards{shown}"))
    played = zip(picture.hands, picture.trick, strict=True)
    if trick := [f"{hand.name} {card}" for hand, card in played if card is not None]:
        rows.append(("trick", ", ".join(trick)))
    rows += picture.notes
    rows.append((south.name, _hand_text(south)))
    width = max(len(name) for name, _ in rows)
    return [f"{dim(name.ljust(width), color)}  {words}" for name, words in rows]


def _hand_text(hand: Hand) -> str:
    suits = [f"{suit} {ranks}" for suit, ranks in zip(SUITS, hand.by_suit, strict=True) if ranks]
    if hand.hidden:
        suits.append(f"{hand.hidden} unknown")
    return "  ".join(suits) or "-"


def table_svg(picture: TableLayout, *, legal: bool, size: int | None) -> ET.Element:
    """Draw a table: north above, south below, stock, trick and contract between.

    >>> import bitgames as bg
    >>> table_svg(bg.games.layout(bg.Honeymoon(7)), legal=False, size=None).get("width")
    '508'
    """
    middle = MARGIN + LABEL + CARD[1] + GAP
    south = middle + CARD[1] + GAP
    height = south + LABEL + CARD[1] + MARGIN
    words = f"{picture.title}: {picture.caption}"
    root = document(WIDTH, height, words, shown=WIDTH if size is None else size)
    _hand(root, picture.hands[1], MARGIN)
    _hand(root, picture.hands[0], south)
    _stock(root, picture, middle)
    _trick(root, picture, middle)
    _notes(root, picture, middle)
    return root


def _hand(root: ET.Element, hand: Hand, y: float) -> None:
    _label(root, hand.name, MARGIN, y + LABEL * 0.6)
    places = chain(hand.cards, [None] * hand.hidden)
    for number, card in enumerate(places):
        _card(root, card, MARGIN + number * STEP, y + LABEL)


def _stock(root: ET.Element, picture: TableLayout, y: float) -> None:
    for number in range(min(3, picture.stock)):
        _card(root, None, MARGIN + 3 * number, y - 3 * number)
    right = MARGIN + CARD[0] + 6
    if picture.face_up is not None:
        right = MARGIN + CARD[0] * 0.7
        _card(root, picture.face_up, right, y - 3)
        right += CARD[0]
    if picture.stock:
        _label(root, f"{picture.stock}", right + 10, y + CARD[1])


def _trick(root: ET.Element, picture: TableLayout, y: float) -> None:
    south, north = picture.trick
    if north is not None:
        _card(root, north, TRICK, y - 6)
    if south is not None:
        _card(root, south, TRICK + CARD[0] * 0.6, y + 6)


def _notes(root: ET.Element, picture: TableLayout, y: float) -> None:
    lines = [*(f"{name}: {words}" for name, words in picture.notes), picture.caption]
    for number, line in enumerate(lines):
        _label(root, line, WIDTH - MARGIN, y + 18 + 20 * number, anchor="end")


def _label(root: ET.Element, text: str, x: float, y: float, *, anchor: str = "start") -> None:
    add_element(
        root,
        "text",
        x=x,
        y=y,
        fill=theme.INK,
        font_size=14,
        font_family=theme.FONT,
        text_anchor=anchor,
    ).text = text


def _card(root: ET.Element, card: str | None, x: float, y: float) -> None:
    """Draw a card with its corner at a place; ``None`` lies face down."""
    width, height = CARD
    fill = theme.PLAYERS[0] if card is None else theme.LIGHT_DISC
    group = add_element(root, "g")
    add_element(
        group,
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=6,
        fill=fill,
        stroke=theme.INK,
        stroke_width=1.2,
    )
    if card is None:
        inner = {"x": x + 5, "y": y + 5, "width": width - 10, "height": height - 10}
        add_element(group, "rect", **inner, rx=3, fill="none", stroke=theme.LIGHT_DISC)
        return
    add_element(group, "title").text = card
    corner = {"fill": COLORS[card[0]], "font_family": theme.FONT, "text_anchor": "middle"}
    rank = "10" if card[1] == "T" else card[1]
    add_element(group, "text", x=x + 14, y=y + 22, font_size=19, **corner).text = rank
    add_element(group, "text", x=x + 14, y=y + 43, font_size=19, **corner).text = SYMBOLS[card[0]]
