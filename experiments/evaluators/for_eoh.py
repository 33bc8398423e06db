"""EoH: a problem whose ``evaluate`` runs no generated code in this process.

EoH minimises, so that the score is negated; None is a failure.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import metaqueens

SETTINGS = {"problem": "excluded", "evaluations": 100_000, "seconds": 10.0}


class Solvers:  # class Solvers(eoh.problem.BaseProblem), with template_program and task_description
    def evaluate(self, code_string):
        return self.evaluate_program(code_string)

    def evaluate_program(self, program_str, callable_func=None):
        with TemporaryDirectory() as folder:
            path = Path(folder, "solver.py")
            path.write_text(program_str, encoding="utf-8")
            found = metaqueens.score(path, **SETTINGS)["score"]
        return None if found is None else -found
