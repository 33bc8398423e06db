"""Whatever stands in a file of a stranger's: what it says, or one ``UserError``.

A module of this folder each reader. With atheris, which measures what an input reaches and looks
for inputs that reach more (``pip install atheris``, and libFuzzer's options):

    python -m tests.fuzz.instances -max_total_time=60

The inputs of ``corpus/`` are where it begins, and are replayed by ``test_corpus.py`` without it.
New ones go to ``build/fuzz/``; ``-merge=1`` adds those that reach more to ``corpus/``.
"""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from metaqueens.text.errors import UserError

CORPUS = Path(__file__).parent / "corpus"
FOUND = Path(__file__).parents[2] / "build" / "fuzz"

try:
    import atheris
except ImportError:
    atheris = None


def instrumented(module: str) -> AbstractContextManager[None]:
    """What is imported inside tells atheris what it reaches, where ``module`` is the program."""
    if atheris is not None and module == "__main__":
        # Never left: much is imported later, in functions.
        atheris.instrument_imports(include=["metaqueens", "yaml"]).__enter__()
    return nullcontext()


def outcome(read: Callable[[], Any], error: type[Exception] = UserError) -> Any:
    """What ``read`` returns; None where it says in words what is wrong."""
    try:
        return read()
    except error as told:
        if str(told).strip():
            return None
        raise


def inputs(name: str) -> list[Path]:
    """The files of the corpus of one reader."""
    return sorted((CORPUS / name).iterdir())


def main(name: str, one: Callable[[bytes], None]) -> None:
    """Look for an input on which ``one`` raises; without atheris, in the corpus alone."""
    if atheris is None:
        for path in inputs(name):
            one(path.read_bytes())
        print("the corpus alone was read: atheris, which looks for more, is missing")
        return
    found = FOUND / name
    found.mkdir(parents=True, exist_ok=True)
    folders = [str(CORPUS / name), str(found)]
    if "-merge=1" not in sys.argv:
        folders.reverse()  # the first is the one that new inputs are written to
    again = f"{sys.executable} -m tests.fuzz.{name}"  # as which a merge starts itself
    words = [again, f"-artifact_prefix={found}-", "-timeout=60", *sys.argv[1:], *folders]
    atheris.Setup(words, one)
    atheris.Fuzz()
