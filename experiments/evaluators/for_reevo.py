"""ReEvo: ``problems/NAME/eval.py`` with ``obj_type: max``; the generated file is ``gpt.py``.

The last printed line is the score. After a failure it is a sentence, which ReEvo marks as invalid.
"""

from pathlib import Path

import metaqueens

SETTINGS = {"problem": "excluded", "evaluations": 100_000, "seconds": 10.0}


def main(path):
    print("scoring", flush=True)  # ReEvo waits for a first line
    found = metaqueens.score(path, **SETTINGS)
    print(found["text"])
    print("no score" if found["score"] is None else found["score"])


if __name__ == "__main__":
    main(Path(__file__).with_name("gpt.py"))
