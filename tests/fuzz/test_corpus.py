"""The inputs that fuzzing found to reach something are read as they should be."""

import pytest

from .readers import CORPUS, READERS


@pytest.mark.parametrize("name", READERS)
def test_every_input_is_what_it_says_or_a_user_error(name):
    paths = sorted((CORPUS / name).iterdir())
    assert paths
    for path in paths:
        try:
            READERS[name](path.read_bytes())
        except Exception as error:
            error.add_note(f"the input is {path}")
            raise
