import pytest

from . import CONFIG, done


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """The results of the small experiment, which no test changes."""
    home = tmp_path_factory.mktemp("ours")
    (home / "small.yaml").write_text(CONFIG)
    done("run", home / "small.yaml", "-j", "1", "-q", "-o", home / "small")
    return home / "small"


@pytest.fixture
def here(here):
    """A folder of the test's own, with a config in it."""
    (here / "small.yaml").write_text(CONFIG)
    return here
