"""The report as a reader meets it, in a real Chromium without a network."""

import pytest

from metaqueens import config, run
from metaqueens.report.document import write

from ..analysis.made import frame

SERIES = """\
name: series
problem: {use: all_interval, n: 8}
algorithms: {hc: {use: hill_climbing}, tabu: {use: tabu_search}}
budget: {evaluations: 1_000}
runs: 2
sweep: {problem.n: [7, 8]}
"""


@pytest.fixture(scope="module")
def report(study, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "report.html"
    write([study], path)
    return path


def test_light_and_dark_differ(browser, report):
    def colours():
        return browser.run("""
            const style = (selector) => getComputedStyle(document.querySelector(selector));
            return [style("html").backgroundColor, style("body").color, style(".chart img").filter];
        """)

    browser.open(report)
    light = colours()
    browser.open(report, dark=True)
    assert all(one != other for one, other in zip(light, colours(), strict=True))


def column(browser, name: str) -> list[str]:
    return browser.run(
        """
        const table = document.querySelector("#results table");
        const heads = [...table.tHead.rows[0].cells].map(head => head.textContent.trim());
        const at = heads.indexOf(arguments[0]);
        return [...table.tBodies[0].rows].map(row => row.cells[at].textContent);
        """,
        name,
    )


def test_tables_sort(browser, report):
    browser.open(report, width=1600)
    name = "median"
    head = next(one for one in browser.find_all("#results th") if one.text.startswith(name))
    before = column(browser, name)
    for turn, order in ((False, "ascending"), (True, "descending")):
        head.find_element("css selector", "button").click()
        numbers = [float(text.replace(",", "")) for text in column(browser, name)]
        assert numbers == sorted(numbers, reverse=turn)
        assert head.get_attribute("aria-sort") == order
    assert sorted(before) == sorted(column(browser, name))
    browser.find("#results th button").click()
    sizes = [int(text.removeprefix("n=")) for text in column(browser, "problem")]
    assert sizes == sorted(sizes)
    assert head.get_attribute("aria-sort") is None
    assert browser.complaints() == []


def test_gaps_sort_last(browser, tmp_path):
    frame({"never": [None], "soon": [5], "late": [70]}).to_csv(tmp_path / "gaps.csv")
    write([tmp_path / "gaps.csv"], tmp_path / "page.html")
    browser.open(tmp_path / "page.html")
    head = next(one for one in browser.find_all("#results th button") if one.text == "ERT")
    for order in (["5", "70", "inf"], ["inf", "70", "5"]):
        head.click()
        assert column(browser, "ERT") == order


def test_pictures_of_other_problems_stand_side_by_side(browser, tmp_path):
    folder = tmp_path / "series"
    run(config.parse(SERIES), folder, report=False)
    write([folder], tmp_path / "page.html")
    browser.open(tmp_path / "page.html", width=1200)
    assert browser.too_wide() <= 0
    places = browser.run("""
        return [...document.querySelectorAll(".boards figure")].map(figure => [
            figure.firstElementChild.getBoundingClientRect().width,
            figure.getBoundingClientRect().width,
        ]);
    """)
    assert len(places) == 4
    assert all(0 < picture <= cell for picture, cell in places)


def test_wide_tables_wrap_before_they_scroll(browser, tmp_path):
    names = "simulated_annealing_with_reheats", "min_conflicts_greedy_sampled_walk"
    problem = "n=100, 27 diagonals excluded #77f0539839"
    costs = {name: range(10**7, 10**8, 9 * 10**6) for name in names}
    frame(costs, 10**9, problem=problem, n=100).to_csv(tmp_path / "wide.csv")
    write([tmp_path / "wide.csv"], tmp_path / "page.html")
    for width, fits in ((1100, True), (400, False)):
        browser.open(tmp_path / "page.html", width)
        hidden = browser.run("""
            const boxes = [...document.querySelectorAll(".scroll")];
            return boxes.map(box => box.scrollWidth - box.clientWidth);
        """)
        assert len(hidden) >= 2
        assert (max(hidden) == 0) == fits, hidden
        page = "return document.documentElement.scrollWidth - innerWidth"
        assert browser.run(page) == 0


def test_a_name_runs_no_script(browser, report, troubled, tmp_path):
    from selenium.webdriver.support.expected_conditions import alert_is_present

    write([troubled], tmp_path / "trouble.html")
    for page in (report, tmp_path / "trouble.html"):
        browser.open(page)
        assert browser.run("return document.querySelectorAll('img[src=x]').length") == 0
        assert not alert_is_present()(browser.driver)


def test_a_script_that_is_not_ours_does_not_run(browser, report, tmp_path):
    forged = tmp_path / "forged.html"
    script = "<script>document.title = 'forged'</script>"
    forged.write_text(report.read_text().replace("</main>", f"{script}</main>"))
    browser.open(forged)
    assert browser.driver.title == "study: report"
    assert any("Content Security Policy" in complaint for complaint in browser.complaints())


def test_it_prints_without_controls(browser, report):
    browser.open(report, width=800, media="print")
    hidden = browser.run(
        "return [...document.querySelectorAll('.controls, .player')]"
        ".every(one => !one.getClientRects().length)"
    )
    assert hidden
    assert browser.too_wide() <= 0
    assert browser.faint() == []
    assert browser.run("return getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


def test_without_scripts_all_is_there(browser, report):
    try:
        browser.call("Emulation.setScriptExecutionDisabled", value=True)
        browser.open(report)
        assert browser.find(".answer").text
        assert len(browser.find_all("#results tbody tr")) == 18
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)
