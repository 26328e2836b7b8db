"""Remake the outputs of the notebooks in docs/examples: `python docs/notebooks.py`.

Each runs in a kernel of its own (`pip install 'bitgames[kernel]'`). Of a board the file keeps the
picture and the text: a widget without its kernel would be a dead one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parent / "examples"
WIDGET = "application/vnd.jupyter.widget-view+json"


def executed(path: Path) -> Any:
    """A notebook with the outputs that it has now."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120, store_widget_state=False).execute()
    for cell in notebook.cells:
        cell.metadata.clear()
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop(WIDGET, None)
            output.get("metadata", {}).clear()
            # For those who change outputs later; the number of the process is in it.
            output.pop("transient", None)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return notebook


def main() -> None:
    import nbformat

    for path in sorted(EXAMPLES.glob("*.ipynb")):
        nbformat.write(executed(path), path)
        print(path)


if __name__ == "__main__":
    main()
