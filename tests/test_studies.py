"""What the studies say in numbers follows from the tables beside them."""

import sys

import pytest

from experiments.write_up import HERE, filled_in, studies

STUDIES = [path for path in HERE.iterdir() if path.is_dir()]


@pytest.mark.parametrize("folder", studies(), ids=lambda folder: folder.name)
def test_the_readme_is_filled_in_from_the_tables(folder):
    assert (folder / "README.md").read_text(encoding="utf-8") == filled_in(folder)


def test_no_study_hides_a_module_of_python_from_its_own_scripts():
    """`python experiments/STUDY/x.py` looks into STUDY first: numbers.py there broke NumPy."""
    names = {path.stem for folder in STUDIES for path in folder.glob("*.py")}
    assert not names & sys.stdlib_module_names
