"""What the studies say in numbers follows from the tables beside them."""

import pytest

from experiments.write_up import filled_in, studies


@pytest.mark.parametrize("folder", studies(), ids=lambda folder: folder.name)
def test_the_readme_is_filled_in_from_the_tables(folder):
    assert (folder / "README.md").read_text(encoding="utf-8") == filled_in(folder)
