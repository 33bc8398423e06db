import pytest

from . import CONFIG


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder of the test's own, with a config in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.yaml").write_text(CONFIG)
    return tmp_path
