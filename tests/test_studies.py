"""What the studies say in numbers follows from the tables beside them."""

import sys

import pytest

from experiments.write_up import HERE, filled_in, pages, studies

STUDIES = [path for path in HERE.iterdir() if path.is_dir()]


PAGES = [page for folder in studies() for page in pages(folder)]


@pytest.mark.parametrize(
    ("template", "page"), PAGES, ids=[f"{page.parent.name}-{page.stem}" for _, page in PAGES]
)
def test_a_page_is_filled_in_from_the_tables(template, page):
    """Mend the template, not the page, and run `python experiments/write_up.py`."""
    assert page.read_text(encoding="utf-8") == filled_in(template)


def test_no_study_hides_a_module_of_python_from_its_own_scripts():
    """`python experiments/STUDY/x.py` looks into STUDY first: numbers.py there broke NumPy."""
    names = {path.stem for folder in STUDIES for path in folder.glob("*.py")}
    assert not names & sys.stdlib_module_names
