"""Settings of the documentation: Sphinx with MyST, in the furo theme."""

from __future__ import annotations

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "bitgames"
author = "The bitgames developers"
copyright = f"2026, {author}"
version = release = installed_version("bitgames")

extensions = ["myst_nb", "sphinx.ext.autodoc", "figures_directive"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"bitgames {release}"

myst_heading_anchors = 3
# Notebooks have their outputs, which `python docs/notebooks.py` renews and a test compares.
nb_execution_mode = "off"

default_role = "code"  # a single backtick in a docstring
autodoc_member_order = "groupwise"
autodoc_typehints = "none"
# The adapter for OpenSpiel is documented without it.
autodoc_mock_imports = ["open_spiel", "pyspiel"]

linkcheck_timeout = 20
linkcheck_retries = 2
# Namespaces are names, not pages.
linkcheck_ignore = [r"http://www\.w3\.org/"]
