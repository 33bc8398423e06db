import pytest

from . import CONFIG, ran


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """The results of the small experiment, which no test changes."""
    return ran(tmp_path_factory.mktemp("ours"))


@pytest.fixture
def here(here):
    """A folder of the test's own, with a config in it."""
    (here / "small.yaml").write_text(CONFIG)
    return here
