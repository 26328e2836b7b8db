"""The key of a picture in text: what its marks mean, in one line."""

from bitgames.render.grid import LAST, LEGAL, WAVE
from bitgames.render.reading import legal_cards, legal_cells
from bitgames.scene import Scene


def key_line(scene: Scene, *, legal: bool = False, numbers: bool = False) -> str:
    """Return what the marks of a picture in text mean; empty if it has none to explain.

    The options are those of ``to_text``. The same mark means the same in every game.

    >>> import bitgames as bg
    >>> start = bg.Othello()
    >>> key_line(start.play("f5").scene(last_move="f5", previous=start), legal=True)
    '[ ] last move   ( ) flipped   + legal move'
    """
    if scene["kind"] == "table":
        return f"{LEGAL} legal cards" if (legal or numbers) and legal_cards(scene) else ""
    words = []
    if scene["last"] is not None and scene["last"]["cell"] is not None:
        words.append(f"{' '.join(LAST)} last move")
    if scene["waves"]:
        effect = "flipped" if scene["kind"] == "grid" else "filled"
        words.append(f"{' '.join(WAVE)} {effect}")
    if scene["kind"] == "grid" and scene["won"]:
        words.append("* * finished line")
    if scene["kind"] == "pyramid":
        if "*" in scene["owners"]:
            words.append("* neutral")
        if scene["offered"]:
            words.append("? to choose from")
    if (legal or numbers) and legal_cells(scene):
        words.append("1 2 3 legal moves" if numbers else f"{LEGAL} legal move")
    return "   ".join(words)
