"""Files of instances: the line that an instance writes is read as that instance."""

import tempfile
from pathlib import Path

from tests.fuzz import instrumented, main, outcome

with instrumented(__name__):
    from metaqueens.problem import instances

FOLDER = Path(tempfile.mkdtemp(prefix="metaqueens-fuzz-"))


def one(data: bytes) -> None:
    path, again = FOLDER / "x.jsonl", FOLDER / "y.jsonl"
    path.write_bytes(data)
    found = outcome(lambda: list(instances.read(path)))
    if found:
        lines = [f"{instance.line}\n" for instance in found]
        again.write_text("".join(lines), encoding="utf-8")
        assert [f"{instance.line}\n" for instance in instances.read(again)] == lines


if __name__ == "__main__":
    main("instances", one)
