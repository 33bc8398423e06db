"""What the studies say in numbers follows from the tables beside them."""

import sys

import pytest

from experiments.write_up import HERE, NotRepeated, filled_in, pages, studies

STUDIES = [path for path in HERE.iterdir() if path.is_dir()]


PAGES = [page for folder in studies() for page in pages(folder)]


@pytest.mark.parametrize(
    ("template", "page"), PAGES, ids=[f"{page.parent.name}-{page.stem}" for _, page in PAGES]
)
def test_a_page_is_filled_in_from_the_tables(template, page):
    """Mend the template, not the page, and run `python experiments/write_up.py`."""
    assert page.read_text(encoding="utf-8") == filled_in(template)


@pytest.mark.parametrize("folder", studies(), ids=lambda folder: folder.name)
def test_each_finding_in_bold_letters_is_a_headline(folder):
    """A page of a study states no finding that fresh blocks of seeds did not repeat."""
    template = (folder / "README.template.md").read_text(encoding="utf-8")
    assert '{% filter headline("' in template
    assert [line for line in template.splitlines() if line.startswith("* **")] == []


SENTENCE = """\
* {% filter headline("gain", least=2, most=9) %}It saves much{% endfilter %}: {{ blocks("gain") }}.
"""


@pytest.fixture
def study(tmp_path):
    """A study with one headline; fill it in with the values of its fresh blocks."""
    template = tmp_path / "README.template.md"
    template.write_text(SENTENCE, encoding="utf-8")
    (tmp_path / "readme.py").write_text("def numbers():\n    return {}\n", encoding="utf-8")

    def fill(*values):
        rows = [f"gain,{block},{value}" for block, value in enumerate(values, 1)]
        text = "\n".join(["headline,block,value", *rows, ""])
        (tmp_path / "headlines.csv").write_text(text, encoding="utf-8")
        return filled_in(template)

    return fill


def test_a_headline_that_each_fresh_block_repeats_is_written(study):
    assert study(2.04, 8.96, 5) == "* **It saves much**: 2.04 to 8.96.\n"


def test_a_headline_that_one_fresh_block_does_not_repeat_is_refused(study):
    with pytest.raises(
        NotRepeated, match=r"gain: 1 of 3 fresh blocks do not .*: 1\.9, not within 2"
    ):
        study(2.1, 1.9, 5)
    with pytest.raises(NotRepeated, match=r"9\.1"):
        study(9.1)


def test_a_value_that_is_no_number_repeats_nothing(study):
    with pytest.raises(NotRepeated, match="nan"):
        study("nan")


def test_a_headline_without_a_fresh_block_is_refused(study):
    with pytest.raises(NotRepeated, match="no fresh block"):
        study()


def test_a_headline_without_bounds_is_refused(study, tmp_path):
    text = SENTENCE.replace(", least=2, most=9", "")
    (tmp_path / "README.template.md").write_text(text, encoding="utf-8")
    with pytest.raises(NotRepeated, match="without a bound"):
        study(5)


def test_no_study_hides_a_module_of_python_from_its_own_scripts():
    """`python experiments/STUDY/x.py` looks into STUDY first: numbers.py there broke NumPy."""
    names = {path.stem for folder in STUDIES for path in folder.glob("*.py")}
    assert not names & sys.stdlib_module_names
