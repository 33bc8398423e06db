"""OpenEvolve: ``openevolve-run.py solver.py for_openevolve.py``.

It expects a number after a failure too: 0.0, which is below any score.
"""

import metaqueens

SETTINGS = {"problem": "excluded", "evaluations": 100_000, "seconds": 10.0}


def evaluate(program_path):
    found = metaqueens.score(program_path, **SETTINGS)
    if found["score"] is None:
        return {"combined_score": 0.0, "error": found["text"]}
    low, high = found["score_ci95"]
    return {"combined_score": found["score"], "low": low, "high": high}
