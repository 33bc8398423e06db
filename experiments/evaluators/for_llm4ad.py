"""LLM4AD: call ``evaluate_program`` in that of your ``Evaluation``, made with exec_code=False.

``SOLVER`` is a text behind the generated one, such as a class that calls a generated function.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import metaqueens

SETTINGS = {"problem": "excluded", "evaluations": 100_000, "seconds": 10.0}
SOLVER = ""


def evaluate_program(program_str, callable_func=None, **more):
    """Return the score, the higher the better, or None; ``callable_func`` is never called."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "solver.py")
        path.write_text(f"{program_str}\n{SOLVER}", encoding="utf-8")
        return metaqueens.score(path, **SETTINGS)["score"]
