"""The directive ``picture``: code whose last line draws, and below it what it draws.

The text after the name is the caption. Options: ``:alt:`` for those who do not see the picture (the
caption by default), ``:width:`` in pixels, ``:code:`` to show the code.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from pictures import Pictures
from sphinx.util.docutils import SphinxDirective

__all__ = ["Picture"]


class Picture(SphinxDirective):
    """Run the code; show a light and a dark picture, of which the page shows one."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        "alt": directives.unchanged,
        "width": directives.unchanged,
        "code": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Draw, and put the two pictures into a figure."""
        page, code = self.env.docname, "\n".join(self.content)
        pictures: Pictures = self.env.current_document.setdefault("pictures", Pictures())
        number = self.env.new_serialno("picture")
        drawn = pictures.draw(code, f"{page}, picture {number}")
        figure = nodes.figure(classes=["picture"])
        words = self.arguments[0] if self.arguments else ""
        alt = self.options.get("alt", re.sub(r"[`*]", "", words))
        folder = Path(self.env.app.doctreedir) / "pictures"
        folder.mkdir(parents=True, exist_ok=True)
        here = (Path(self.env.srcdir) / page).parent
        for theme, svg in drawn.items():
            path = folder / f"{page.replace('/', '-')}-{number}-{theme}.svg"
            path.write_text(svg, encoding="utf-8")
            image = nodes.image(uri=os.path.relpath(path, here), alt=alt, classes=[f"only-{theme}"])
            if "width" in self.options:
                image["width"] = f"{self.options['width']}px"
            figure += image
        if words:
            inline, messages = self.parse_inline(words)
            caption = nodes.caption(words, "", *inline, *messages)
            self.set_source_info(caption)
            figure += caption
        shown: list[nodes.Node] = []
        if "code" in self.options:
            shown.append(nodes.literal_block(code, code, language="python"))
        return [*shown, figure]
