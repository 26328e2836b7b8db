"""Endings of two hands as SVG: a row of cards for each suit, highest card on the left."""

from xml.etree import ElementTree as ET

from bitgames._core import Ending
from bitgames.render.drawing import add_element, add_word, document, serialize
from bitgames.render.theme import LIGHT

CARD_WIDTH, CARD_HEIGHT, GAP = 34.0, 46.0, 8.0
LABEL = 84.0
MARGIN = 16.0


def to_svg(ending: Ending) -> str:
    """Draw ``ending`` as an SVG document.

    The leader's cards are high and the follower's low, which shows the order of all cards; a led
    card has a frame. Each card carries ``data-card`` with its number.

    >>> import bitgames as bg
    >>> to_svg(bg.honeymoon.Ending(["1101", "10", "", "0010"], trump=0))[:37]
    '<svg xmlns="http://www.w3.org/2000/sv'
    """
    row = 1.5 * CARD_HEIGHT + 2 * GAP
    columns = max(6, *ending.lengths)
    width = 2 * MARGIN + LABEL + columns * (CARD_WIDTH + GAP) - GAP
    turn = "1 has led, 0 to follow" if ending.led is not None else "1 to lead"
    height = 3 * MARGIN + 4 * row
    words = f"{ending.cards} cards each, {turn}"
    root = document(width, height, words)
    _label(root, words, MARGIN, height - MARGIN)
    card = 0
    for suit, owners in enumerate(ending.suits):
        top = MARGIN + suit * row
        middle = top + CARD_HEIGHT * 0.85
        _label(root, f"{suit} trumps" if suit == ending.trump else str(suit), MARGIN, middle)
        if not owners:
            _label(root, "-", MARGIN + LABEL, middle)
        for place, owner in enumerate(owners):
            x = MARGIN + LABEL + place * (CARD_WIDTH + GAP)
            y = top if owner == "1" else top + CARD_HEIGHT / 2
            is_led = card == ending.led
            color = LIGHT.players[int(owner != "1")]
            group = add_element(root, "g", data_card=card)
            fill, stroke, ink, wide = (
                (LIGHT.last_fill, LIGHT.last_stroke, LIGHT.ink, 3)
                if is_led
                else (LIGHT.face, color, color, 2)
            )
            box = {"x": x, "y": y, "width": CARD_WIDTH, "height": CARD_HEIGHT, "rx": 5.0}
            add_element(group, "rect", **box, fill=fill, stroke=stroke, stroke_width=wide)
            centre = {"x": x + CARD_WIDTH / 2, "y": y + CARD_HEIGHT * 0.65}
            add_word(group, owner, **centre, fill=ink, font_size=20, text_anchor="middle")
            card += 1
    return serialize(root)


def _label(root: ET.Element, text: str, x: float, y: float) -> None:
    add_word(root, text, x=x, y=y, fill=LIGHT.ink, font_size=15)
