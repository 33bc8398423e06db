import sys
from pathlib import Path

from tests.processes import written_by

ROOT = Path(__file__).parents[2]


def test_the_lesson_is_what_the_solver_does():
    script = ROOT / "experiments" / "exact" / "lesson.py"
    said = written_by(sys.executable, script)
    assert said == (ROOT / "docs" / "explanation" / "lesson.md").read_text(encoding="utf-8")
    assert said.count("**A solution**") == 2
    assert said.count("**dead end**") == 4
    assert said.count("## Step ") == 10
