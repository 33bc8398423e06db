"""What the studies say in numbers follows from the tables beside them."""

import csv
import re
import sys
from importlib.util import find_spec

import pytest

from experiments import studies as repeating
from experiments.write_up import HERE, NotRepeated, filled_in, pages, studies
from metaqueens import config

STUDIES = [path for path in HERE.iterdir() if path.is_dir()]
PAGES = [page for folder in studies() for page in pages(folder)]


@pytest.mark.parametrize(
    ("template", "page"), PAGES, ids=[f"{page.parent.name}-{page.stem}" for _, page in PAGES]
)
def test_a_page_is_filled_in_from_the_tables(template, page):
    """Mend the template, not the page, and run `python experiments/write_up.py`."""
    assert page.read_text(encoding="utf-8") == filled_in(template)


def test_the_page_says_which_published_figure_could_not_be_checked():
    """Of two readings of a paper's table our interval holds either."""
    page = (HERE / "textbook/README.md").read_text(encoding="utf-8")
    readings = re.search(r"for 10,000 queens may be ([\d.]+) instead of ([\d.]+\d)", page).groups()
    table = (HERE / "textbook/table.md").read_text(encoding="utf-8")
    row = r"greedy start, n = 10,000: .* \| ([\d.]+) ± ([\d.]+) \|"
    ours, half = map(float, re.search(row, table).groups())
    assert len({*readings}) == 2
    assert all(abs(ours - float(reading)) <= half for reading in readings)


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


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ((2.1, 1.9, 5), r"gain: 1 of 3 fresh blocks do not .*: 1\.9, not within 2"),
        ((9.1,), r"9\.1"),
        (("nan",), "nan"),
        ((), "no fresh block"),
    ],
)
def test_a_headline_that_one_fresh_block_does_not_repeat_is_refused(study, values, said):
    with pytest.raises(NotRepeated, match=said):
        study(*values)


def test_a_headline_without_bounds_is_refused(study, tmp_path):
    text = SENTENCE.replace(", least=2, most=9", "")
    (tmp_path / "README.template.md").write_text(text, encoding="utf-8")
    with pytest.raises(NotRepeated, match="without a bound"):
        study(5)


def test_no_study_hides_a_module_of_python_from_its_own_scripts():
    """`python experiments/STUDY/x.py` looks into STUDY first: numbers.py there broke NumPy."""
    names = {path.stem for folder in STUDIES for path in folder.glob("*.py")}
    assert not names & sys.stdlib_module_names


def test_every_study_with_a_page_can_be_repeated_by_name():
    assert {folder.name for folder in studies()} | {"statistics"} == set(repeating.STUDIES)


@pytest.mark.parametrize("name", repeating.STUDIES)
def test_a_command_of_a_study_stands_on_its_page_and_names_what_is_there(name):
    folder = HERE / name
    texts = [
        path.read_text(encoding="utf-8") for path in [*folder.glob("*.md"), *folder.glob("*.py")]
    ]
    page = " ".join(re.sub(r"^[$>] ", "", "\n".join(texts), flags=re.MULTILINE).split())
    for command in repeating.STUDIES[name].commands:
        script = re.search(r"\S+\.(?:py|sh)\b", command)
        assert (script[0] if script else command) in page
        for module in re.findall(r"-m (\S+)", command):
            assert find_spec(module)
        for path in re.findall(r"(?:experiments|configs)/[\w/]+\.(?:py|sh|yaml)", command):
            assert (HERE.parent / path).is_file(), path


@pytest.mark.parametrize("name", repeating.STUDIES)
def test_the_configs_of_a_study_can_be_run(name):
    for path in repeating.configs(name):
        assert config.load(path).size, path


def test_a_study_is_done_again_in_a_reduced_form(capfd):
    assert repeating.main(["population", "--reduced"]) == 0
    out, err = capfd.readouterr()
    assert out.count(": ok") == len([*repeating.configs("population")])
    # Its configs share a folder, with settings and seeds of their own.
    assert [line for line in err.splitlines() if not line.startswith("also in these results")] == []


def test_a_study_is_done_again_its_page_filled_in_and_what_changed_is_said(monkeypatch, capfd):
    monkeypatch.setitem(repeating.STUDIES, "hard", repeating.Study(1, ("echo its commands",)))
    before = (HERE / "hard/README.md").read_bytes()
    assert repeating.main(["hard"]) == 0
    assert (HERE / "hard/README.md").read_bytes() == before
    lines = capfd.readouterr().out.splitlines()
    assert lines[:3] == [
        "$ echo its commands",
        "its commands",
        "$ python -m experiments.write_up experiments/hard",
    ]
    assert re.fullmatch(r"hard: \d+\.\d minutes; files that came out otherwise:", lines[3])


def test_a_command_that_fails_ends_the_repetition_with_its_exit_code(monkeypatch, capfd):
    broken = repeating.Study(1, ("exit 3", "echo not reached"))
    monkeypatch.setitem(repeating.STUDIES, "hard", broken)
    assert repeating.main(["hard"]) == 3
    out, err = capfd.readouterr()
    assert err == "hard: exit code 3: exit 3\n"
    assert "not reached" not in out


def test_the_list_says_how_long_each_study_takes(capsys):
    assert repeating.main([]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    assert [line.split()[0] for line in lines] == [*repeating.STUDIES]


def test_a_study_that_is_not_there_is_one_line(capsys):
    with pytest.raises(SystemExit) as end:
        repeating.main(["hrad"])
    assert end.value.code == 2
    line = capsys.readouterr().err.splitlines()[-1]
    assert line.startswith(
        "python -m experiments.studies: error: hrad: no such study; the studies are"
        " classics, defaults, exact, hard"
    )


def test_the_notes_on_memory_have_the_numbers_of_their_table():
    notes = (HERE / "large_n" / "NOTES.md").read_text(encoding="utf-8")
    with (HERE / "large_n" / "memory.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 3
    for row in rows:
        copied, *seconds = (float(row[key]) for key in list(row)[1:5])
        cells = [f"10^{len(row['n']) - 1}", f"{copied:.2g} GB/s", *(f"{x:.2g} s" for x in seconds)]
        assert f"| {' | '.join(cells)} |" in notes
