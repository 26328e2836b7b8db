"""Sheets, set by Typst: https://typst.app, Apache-2.0.

PDF is written as PDF/UA-1, which any reader can read aloud, and which refuses letters that no font
has. Neither dates nor random names are in it: the same sheet has the same bytes on one computer.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import ceil, sqrt
from typing import Any

from bitgames._core import ParameterError, UnsupportedError
from bitgames.arguments import choice, instance, integer, printable
from bitgames.handouts.figure import Figure
from bitgames.handouts.words import LANGUAGES, translated
from bitgames.render.theme import FONT

__all__ = ["MAX_FIGURES", "Sheet"]

MAX_FIGURES = 1000
"""Most figures of a sheet."""

_MAX_PER_PAGE = 24

_BASE = "Libertinus Serif"
"""The font of Latin letters, which comes with Typst."""

# The first that the computer has is taken; without one, any font that has the letters.
_FONTS = {
    "en": (),
    "ja": ("Noto Serif CJK JP", "Source Han Serif", "Hiragino Mincho ProN", "Yu Mincho",
           "MS Mincho", "Noto Sans CJK JP", "Noto Sans JP", "Yu Gothic", "IPAMincho"),
    "zh-Hant": ("Noto Serif CJK TC", "Source Han Serif TC", "Songti TC", "PMingLiU", "MingLiU",
                "Noto Sans CJK TC", "Noto Sans TC", "PingFang TC", "Microsoft JhengHei"),
}  # fmt: skip

_NO_LETTERS = re.compile(r"the text `(.+?)` could not be displayed", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The look of a sheet: its title, the figures on a page (1 to 24), and its language.

    With ``solutions`` the last pages have the solutions of the figures, each beside a small
    picture. Pages are A4.

    Raises ``ParameterError`` for other numbers and languages, and ``UnsupportedError`` without the
    package ``typst``.

    >>> import bitgames as bg
    >>> from bitgames.handouts import of_position
    >>> sheet = Sheet("Two boards", per_page=2, solutions=False)
    >>> pages = sheet.png([of_position(bg.position(name)) for name in ("tictactoe", "othello")])
    >>> len(pages), pages[0][:4]
    (1, b'\\x89PNG')
    """

    title: str
    per_page: int = 6
    solutions: bool = True
    language: str = "en"

    def __post_init__(self) -> None:
        instance("title", self.title, str, "text")
        integer("per_page", self.per_page, 1, _MAX_PER_PAGE)
        choice("language", self.language, LANGUAGES)
        _typst()

    def pdf(self, figures: Iterable[Figure]) -> bytes:
        """Return the sheet as a vector PDF, with texts that can be searched.

        Raises ``ParameterError`` for no figures or more than 1,000, and ``UnsupportedError`` if no
        font of this computer has the letters of the sheet.
        """
        return self._set("sheet", list(figures), "pdf")[0]

    def png(self, figures: Iterable[Figure], *, ppi: int = 150) -> list[bytes]:
        """Return the pages as PNG, with ``ppi`` pixels per inch, 36 to 600.

        Raises the errors of ``pdf``.
        """
        integer("ppi", ppi, 36, 600)
        return self._set("sheet", list(figures), "png", ppi)

    def picture(self, figure: Figure, *, ppi: int = 192) -> bytes:
        """Return one figure as PNG without its words; with ``ppi`` 96 as large as the SVG."""
        integer("ppi", ppi, 36, 600)
        return self._set("picture", [figure], "png", ppi)[0]

    def _set(
        self, template: str, figures: Sequence[Figure], form: str, ppi: int | None = None
    ) -> list[bytes]:
        integer("the number of positions of a sheet", len(figures), 1, MAX_FIGURES)
        typst = _typst()
        fonts = typst.Fonts()
        known = set(fonts.families())
        families = [_BASE, *[each for each in _FONTS[self.language] if each in known][:1]]
        columns = max(1, round(sqrt(self.per_page / 1.5)))
        language, _, script = self.language.partition("-")
        data = {
            "title": printable(self.title),
            "figures": [
                {"caption": printable(each.caption), "solution": printable(each.solution)}
                for each in figures
            ],
            "solutions": translated(self.language, "Solutions") if self.solutions else None,
            "per_page": self.per_page,
            "columns": columns,
            "rows": ceil(self.per_page / columns),
            "fonts": families,
            "lang": language,
            "region": "TW" if script else None,
        }
        named = ", ".join(families)
        source = {
            "main.typ": (files("bitgames.handouts") / f"{template}.typ").read_bytes(),
            **{
                f"{kind}{n}.svg": svg.replace(FONT, named).encode()
                for n, each in enumerate(figures)
                for kind, svg in (("", each.svg), ("s", each.solved or each.svg))
            },
        }
        options = {"font_paths": fonts, "sys_inputs": {"sheet": json.dumps(data)}}
        try:
            # PNG has no such check of the letters.
            made = typst.compile(source, format="pdf", pdf_standards="ua-1", **options)
            if form == "png":
                made = typst.compile(source, format="png", ppi=ppi, **options)
        except typst.TypstError as error:
            lacking = _NO_LETTERS.search(error.message)
            if lacking is None:
                raise ParameterError(f"the sheet cannot be set: {error.message}") from None
            raise UnsupportedError(
                f"no font of this computer has all letters of {printable(lacking[1])}: install "
                "one that has, such as Noto Serif CJK"
            ) from None
        return made if isinstance(made, list) else [made]


def _typst() -> Any:
    try:
        import typst
    except ModuleNotFoundError:
        raise UnsupportedError(
            "a sheet needs the package typst: pip install 'bitgames[print]' installs it"
        ) from None
    return typst
