"""Settings of the documentation: Sphinx with MyST, in the furo theme."""

from __future__ import annotations

import gc
import sys
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import stub_types
from picture_directive import Picture

# Pages are trees of many objects that are kept: to look for garbage in them takes a third of the
# time.
gc.set_threshold(100_000, 50, 100)

project = "bitgames"
author = "The bitgames developers"
copyright = f"2026, {author}"
version = release = installed_version("bitgames")

extensions = ["myst_nb", "sphinx.ext.autodoc", "figures_directive"]
exclude_patterns = ["_build", "_templates", "locales"]
# Translations: a catalogue for each page, made by `sphinx-intl`; CONTRIBUTING.md says how.
locale_dirs = ["locales"]
gettext_compact = False
gettext_location = False  # line numbers would change every catalogue with every edit
html_theme = "furo"
html_title = f"bitgames {release}"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
# Links to the other languages, where `docs/languages.py` builds all of them.
templates_path = ["_templates"]
html_context = {
    "languages": [("en", "English", ""), ("ja", "日本語", "ja/"), ("zh_TW", "中文", "zh_TW/")]
}
if tags.has("published"):  # type: ignore[name-defined]  # noqa: F821 - of Sphinx
    html_sidebars = {
        "**": [
            "sidebar/brand.html",
            "sidebar/search.html",
            "sidebar/scroll-start.html",
            "sidebar/navigation.html",
            "sidebar/languages.html",
            "sidebar/scroll-end.html",
        ]
    }

myst_heading_anchors = 3
# Notebooks have their outputs, which `python docs/notebooks.py` renews and a test compares.
nb_execution_mode = "off"

default_role = "code"  # a single backtick in a docstring
autodoc_member_order = "groupwise"
# Types stand in the signature, by their short names; a long signature has a line per parameter.
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
# The adapter for OpenSpiel is documented without it.
autodoc_mock_imports = ["open_spiel", "pyspiel"]

linkcheck_timeout = 20
linkcheck_retries = 2
# Namespaces are names, not pages.
linkcheck_ignore = [r"http://www\.w3\.org/"]


def setup(app: Any) -> None:
    """Show the types of the native part; draw the pictures of the pages."""
    app.add_directive("picture", Picture)
    app.connect("autodoc-process-signature", stub_types.typed_signature)
    app.connect("autodoc-process-docstring", stub_types.add_type)
