"""ShinkaEvolve: ``evaluate.py``, called with --program_path PATH --results_dir FOLDER."""

import json
import sys
from pathlib import Path

import metaqueens

SETTINGS = {"problem": "excluded", "evaluations": 100_000, "seconds": 10.0}


def main(words):
    given = dict(zip(words[::2], words[1::2], strict=True))
    found = metaqueens.score(given["--program_path"], **SETTINGS)
    failed, folder = found["score"] is None, Path(given["--results_dir"])
    metrics = {} if failed else {"combined_score": found["score"]}
    correct = {"correct": not failed, "error": found["text"] if failed else None}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "metrics.json").write_text(json.dumps(metrics))
    (folder / "correct.json").write_text(json.dumps(correct))


if __name__ == "__main__":
    main(sys.argv[1:])
