"""What a target of the Makefile makes, once for all processes of the suite."""

import os
import re
import sys
from pathlib import Path

from filelock import FileLock

from tests.processes import written_by

ROOT = Path(__file__).parents[1]


def made_by(target, tmp_path_factory):
    """The folder that ``make TARGET`` fills, by its own words but in a place of the suite's."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    made, done = shared / target, shared / f"{target}.done"
    with FileLock(shared / f"{target}.lock"):
        if not done.exists():
            makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
            rule = rf"^{target}:.*\n\t\$\(BIN\)/python (.*) build/{target}$"
            (words,) = re.findall(rule, makefile, re.MULTILINE)
            written_by(sys.executable, *words.split(), made, folder=ROOT)
            done.touch()
    return made
