"""The notebook runs, from its first cell to its last, and shows what it says it shows."""

import shutil
from pathlib import Path

import pytest

from .patience import PATIENCE

HOME = Path(__file__).parent.parent
NOTEBOOK = "experiments/notebooks/first_steps.ipynb"


# Jupyter's own: it starts a kernel on a socket, and looks for its folders.
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_first_steps(tmp_path, monkeypatch):
    import nbformat
    from nbclient import NotebookClient

    shutil.copytree(HOME / "configs", tmp_path / "configs")
    (tmp_path / NOTEBOOK).parent.mkdir(parents=True)
    monkeypatch.setenv("PYTHONPATH", str(HOME))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    notebook = nbformat.read(HOME / NOTEBOOK, as_version=4)
    where = {"metadata": {"path": str((tmp_path / NOTEBOOK).parent)}}
    limits = {"timeout": int(PATIENCE), "startup_timeout": int(PATIENCE)}
    NotebookClient(notebook, kernel_name="python3", resources=where, **limits).execute()

    shown = [
        output["data"]
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
    ]
    assert [kind for data in shown for kind in data if kind != "text/plain"] == [
        "text/html", "text/html", "text/html", "image/svg+xml",
    ]  # fmt: skip
    assert "20 queens by SimulatedAnnealing: solved" in shown[0]["text/html"]
    assert "1 attacking pair left" in shown[1]["text/html"]
    assert (tmp_path / "experiments/notebooks/results/first_steps/report.html").is_file()
