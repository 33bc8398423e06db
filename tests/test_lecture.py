"""The lecture: its commands print what its pages show, and what the pages say follows from that."""

import json
import re
from itertools import combinations
from math import ceil, comb, exp, factorial, log

import pytest

from docs import pictures
from docs.blocks import matches
from docs.lecture import build
from metaqueens import Queens, solve
from tests.making import Links, made_by

NUMBER = re.compile(r"(?<![\w.])\d[\d,_]*(?:\.\d+)?(?=x?\b)")
PARTS = pytest.mark.parametrize("part", build.PARTS, ids=lambda part: part.stem)

# Numbers that no command prints.
FACTS = {
    "1-board": {
        "4,426,165,368": comb(64, 8),
        "48,110,493": comb(64, 8) / 92,
        "16,777,216": 8**8,
        "182,361": 8**8 / 92,
        "40,320": factorial(8),
        "438": factorial(8) / 92,
        "304": ceil(log(0.5) / log(1 - 92 / factorial(8))),
        "5": (2 * 8 - 1) / 3,
        "64": 8 * 8,
        "28": comb(8, 2),
        "33,733": factorial(12) / 14_200,
        "628": 12**12 / 14_200 / 10**6,
    },
    "2-climbing": {"2.5": 1 / 0.405, "0.405": 0.405, "94": 94.2, "15": 14.9},
    "3-annealing": {
        "0.000045": exp(-10),
        "10": 10,
        "0.43": 1 / log(10),
        "1": 100 * exp(-2 * log(10)),
    },
    "4-populations": {str(row): row for row in range(8)},  # of a crossover
    "5-exact": {"38": 10_053 / 262, "0.5": 100 * (1 - 14_136 / 14_200)},
    "6-comparing": {"15": 14.9},
    "7-another-problem": {},
}
# Years.
CITED = {"1975"}
# Said by Russell & Norvig.
QUOTED = {"2-climbing": ("14",)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return made_by("lecture", tmp_path_factory)


@PARTS
def test_commands_print_what_the_page_shows(folder, part):
    printed = json.loads((folder / build.OUTPUT / build.PRINTED).read_text(encoding="utf-8"))
    commands = build.commands(part.read_text(encoding="utf-8"))
    outputs = [out for page, _, _, out in printed if page == part.name]
    assert commands
    for (words, shown), out in zip(commands, outputs, strict=True):
        assert matches(shown, out), f"{words}\n{out}"


def numbers(text: str) -> set[str]:
    return {re.sub("[,_]", "", number) for number in NUMBER.findall(text)}


@PARTS
def test_every_number_in_the_text_is_shown_or_worked_out(part):
    """In a block of this page or an earlier one, in a config or script, or above."""
    pages = [page.read_text(encoding="utf-8") for page in build.PARTS if page <= part]
    blocks = [block for page in pages for block in build.CONSOLE.findall(page)]
    given = [path.read_text(encoding="utf-8") for path in build.inputs()]
    quoted = QUOTED.get(part.stem, ())
    known = numbers(" ".join([*blocks, *given, *FACTS[part.stem], *quoted])) | CITED
    prose = build.CONSOLE.sub("", pages[-1])
    aside = r"^# .*\n\n\*\*\d+ minutes|^\d\.| \d\. |\(part \d\)|[Pp]arts? \d"
    assert numbers(re.sub(aside, "", prose, flags=re.MULTILINE)) <= known


@PARTS
def test_numbers_that_no_command_prints_are_right(part):
    for text, value in FACTS[part.stem].items():
        decimals = len(text.partition(".")[2])
        assert f"{value:,.{decimals}f}" == text


def test_the_best_exchange_of_the_first_part():
    board = solve(8, seed=1, budget=1).values
    costs = {}
    for pair in combinations(range(8), 2):
        exchanged = board.copy()
        exchanged[[*pair]] = board[[*pair[::-1]]]
        costs[pair] = Queens(8).recount(exchanged)
    assert [pair for pair, cost in costs.items() if cost == min(costs.values())] == [(1, 3)]
    assert (Queens(8).recount(board), min(costs.values())) == (4, 1)


def test_ninety_minutes():
    index = (build.HERE / build.INDEX).read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(.*)\]\((.*)\) \| (\d+) \| (\d+) \|$", index, re.MULTILINE)
    assert [build.HERE / name for _, name, *_ in rows] == [*build.PARTS]
    for title, name, minutes, exercise in rows:
        text = (build.HERE / name).read_text(encoding="utf-8")
        assert text.startswith(f"# {title}\n\n**{minutes} minutes.** ")
        assert exercise == "5"
    assert sum(int(minutes) for *_, minutes, _ in rows) == 90


@PARTS
def test_a_part_has_all_that_a_part_has(part):
    text = part.read_text(encoding="utf-8")
    heads = [line.partition(":")[0] for line in re.findall(r"^## (.*)", text, re.MULTILINE)]
    wanted = ["Show", "What to see", "Question", "Exercise (five minutes)", "In the lab"]
    assert [head for head in dict.fromkeys(heads) if head in wanted] == wanted
    assert re.search(r"animate .* -o \S+\.html", text)
    assert text.count("<summary>Answer</summary>") == 2
    assert text.count("<summary>Solution</summary>") == 1
    folded = 3 + text.count("<summary>After the vote</summary>")
    assert text.count("<details>") == text.count("</details>") == folded


def test_every_link_of_the_folder_resolves_without_a_network(folder):
    pages = [*folder.rglob("*.html")]
    sources = (*build.PARTS, *build.FURTHER)
    assert {"index.html", *(source.with_suffix(".html").name for source in sources)} <= {
        page.name for page in pages
    }
    further = {"landscape.md", "lesson.md", "statistics.md", "hard-boards.md"}
    assert {source.name for source in build.FURTHER} == further
    for page in pages:
        assert not re.search(r"url\(\W?http|@import", page.read_text(encoding="utf-8"))
        for link in Links(page).all:
            if not link.startswith(("#", "data:")):
                assert (page.parent / link.partition("#")[0]).is_file(), f"{page}: {link}"


def test_the_pages_of_the_documentation_have_its_films_and_figures(folder, monkeypatch):
    monkeypatch.setattr(pictures, "MADE", folder / build.OUTPUT)
    found = []
    for part in build.PARTS:
        source = [part.read_text(encoding="utf-8")]
        pictures.embed(None, f"lecture/{part.stem}", source)
        assert not re.search("<!-- (figure|page): ", source[0])
        found += re.findall(rf'(?:href|src)="../{pictures.PLACE}/([^"]+)"', source[0])
    assert len(found) >= len(build.PARTS)
    for name in found:
        assert (folder / build.OUTPUT / name).is_file(), name


def test_each_part_links_to_its_films(folder):
    for part in build.PARTS:
        links = Links(folder / build.address(part.name)).all
        films = [link for link in links if link.startswith(build.OUTPUT)]
        assert len(films) > 1
        assert f"{build.OUTPUT}/lab.html" in films
        for name in re.findall(r" -o (\S+\.html)", part.read_text(encoding="utf-8")):
            assert f"{build.OUTPUT}/{name}" in films


def test_the_folder_has_the_lab_and_nothing_that_python_compiled(folder):
    assert 'id="lab-kernels"' in (folder / build.OUTPUT / "lab.html").read_text(encoding="utf-8")
    assert [*folder.rglob("__pycache__"), *folder.rglob("*.pyc")] == []


@pytest.mark.parametrize("width", [400, 1200])
def test_pages_can_be_read_in_a_browser(browser, folder, width):
    for page in sorted(folder.glob("*.html")):
        for dark in (False, True):
            browser.open(page, width, dark)
            browser.run("for (const one of document.querySelectorAll('details')) one.open = true")
            assert browser.violations() == []
            assert browser.complaints() == []
            assert browser.too_wide() <= 0
            assert browser.faint() == []
