"""The inputs that fuzzing found to reach something are read as they should be."""

from importlib import import_module
from pathlib import Path

import pytest

from . import CORPUS, inputs

READERS = sorted(path.name for path in CORPUS.iterdir())
MODULES = {path.stem for path in Path(__file__).parent.glob("*.py")}


@pytest.mark.parametrize("name", READERS)
def test_every_input_is_what_it_says_or_a_user_error(name):
    reader = import_module(f"tests.fuzz.{name}")
    for path in inputs(name):
        try:
            reader.one(path.read_bytes())
        except Exception as error:
            error.add_note(f"the input is {path}")
            raise


def test_every_reader_has_a_corpus_that_is_not_empty():
    assert MODULES - {"__init__", "test_corpus"} == set(READERS)
    assert all(map(inputs, READERS))


def test_the_corpus_stays_small():
    assert sum(path.stat().st_size for path in CORPUS.glob("*/*")) < 300_000
