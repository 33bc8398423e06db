"""Harbor: ``python for_harbor.py /app/solver.py`` in ``tests/test.sh``.

The reward is 1 for the score of the reference, and 0 after a failure, which Harbor expects.
"""

import json
import sys
from pathlib import Path

import metaqueens

SETTINGS = {"problem": "excluded", "evaluations": 100_000, "seconds": 10.0}


def main(path, folder="/logs/verifier"):
    found = metaqueens.score(path, **SETTINGS)
    Path(folder).mkdir(parents=True, exist_ok=True)
    Path(folder, "reward.txt").write_text(f"{(found['score'] or 0.0) / 100}\n")
    Path(folder, "score.json").write_text(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
