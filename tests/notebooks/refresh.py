"""Run the lessons from top to bottom and keep what they print: `python3 lab.py lessons [NAME ...]`.

Committed lessons hold outputs that every reader can see, on a server that has run nothing and in an untrusted notebook:
no widget state, no reference to a widget that lived here, no times.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

LESSONS = Path(__file__).parents[2] / "notebooks"
WIDGET = "application/vnd.jupyter.widget-view+json"
SECONDS = 120


def refresh(path: Path) -> None:
    """Execute one lesson and write it back; CellExecutionError, and nothing written, when a cell fails."""
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, timeout=SECONDS, coalesce_streams=True, resources=where).execute()
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET, None)
    nbformat.write(notebook, path)


if __name__ == "__main__":
    wanted = sys.argv[1:]
    for lesson in sorted(LESSONS.glob("*.ipynb")):
        if not wanted or lesson.stem in wanted:
            print(lesson.name, flush=True)
            refresh(lesson)
