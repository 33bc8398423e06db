import pytest

from . import CONFIG


@pytest.fixture
def here(here):
    """A folder of the test's own, with a config in it."""
    (here / "small.yaml").write_text(CONFIG)
    return here
