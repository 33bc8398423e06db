"""Look for an input on which a reader raises."""

import sys
from pathlib import Path

import atheris

FOUND = Path(__file__).parents[2] / "build" / "fuzz"
# Never left: much is imported later, in functions.
atheris.instrument_imports(include=["metaqueens", "yaml"]).__enter__()

from tests.fuzz.readers import CORPUS, READERS  # noqa: E402

name = sys.argv.pop(1)
found = FOUND / name
found.mkdir(parents=True, exist_ok=True)
folders = [str(CORPUS / name), str(found)]
if "-merge=1" not in sys.argv:
    folders.reverse()  # the first is the one that new inputs are written to
again = f"{sys.executable} -m tests.fuzz {name}"  # as which a merge starts itself
words = [again, f"-artifact_prefix={found}-", "-timeout=60", *sys.argv[1:], *folders]
atheris.Setup(words, READERS[name])
atheris.Fuzz()
