"""The lab if Python has removed the docstrings, which its explanations come from."""

import sys

from tests.processes import written_by


def test_the_page_is_made_without_explanations(tmp_path):
    words = (sys.executable, "-m", "metaqueens")
    written_by(*words, "lab", "-o", tmp_path / "lab.html", PYTHONOPTIMIZE="2")
    assert "simulated_annealing" in (tmp_path / "lab.html").read_text(encoding="utf-8")
    assert "None" not in written_by(*words, "list", "operators", PYTHONOPTIMIZE="2")
