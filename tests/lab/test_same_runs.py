"""The lab's runs are those of ``solve``, from the seed alone."""

import json
import random
import shutil
import subprocess
import sys

import pytest

from metaqueens.lab import page
from tests.processes import written_by

from .drawn import KERNELS, asked, by_node, by_solve, require_the_same, run_drawn, with_defaults


def drawn(count, seed):
    draw = random.Random(seed)
    return [run_drawn(draw) for _ in range(count)]


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_twenty_runs_come_out_the_same():
    runs = drawn(20, "twenty")
    for run, found in zip(runs, by_node(runs), strict=True):
        assert found == by_solve(run), run


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
@pytest.mark.parametrize("n", [4, 6, 8, 12, 20])
def test_backtracking_comes_to_the_same_solution(n):
    run = {"search": "backtracking", "encoding": "permutation", "parameters": {"form": "iterative"}}
    run |= {"n": n, "rules": {}, "start": None, "seed": 1, "evaluations": 10**7}
    assert by_node([{**run, "looks": checkpoints} for checkpoints in (1, 7)]) == [by_solve(run)] * 2


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
@pytest.mark.parametrize("rules", [{"torus": True}, {"blocked": [[0, 0]]}])
def test_a_rule_that_a_search_does_not_honour_is_refused(rules):
    run = {"search": "backtracking", "parameters": {}, "n": 8, "rules": rules, "start": None}
    with pytest.raises(AssertionError, match=f"backtracking does not honour {next(iter(rules))}"):
        by_node([{**run, "seed": 1, "evaluations": 100, "looks": 1}])


def test_three_hundred_runs_come_out_the_same_in_a_browser(browser, tmp_path):
    (tmp_path / "lab.html").write_text(page.page())
    browser.open(tmp_path / "lab.html")
    browser.wait_for(lambda: browser.find(".lab").is_displayed())
    runs = drawn(300, "three hundred")
    assert {run["search"] for run in runs} == {*page.SEARCHES} - {"backtracking"}
    found = browser.driver.execute_async_script(
        """
        const [runs, done] = arguments;
        const all = Promise.all(runs.map((run) => window.lab.run(run)));
        all.then(done, (error) => done(String(error)));
        """,
        [*map(asked, runs)],
    )
    assert isinstance(found, list), found
    require_the_same(runs, found)


def test_fields_have_the_defaults_of_their_classes():
    (annealing,) = [one for one in page.searches() if one["name"] == "simulated_annealing"]
    fields = {field["key"]: field for field in annealing["fields"]}
    assert fields["schedule.use"]["options"] == ["geometric", "linear", "constant"]
    assert fields["schedule.temperature"]["only"] == ["constant"]
    assert (fields["schedule.reheats"]["least"], fields["schedule.reheats"]["whole"]) == (0, True)
    run = with_defaults({"search": "tabu_search", "parameters": {"longest": 9}})
    assert run["parameters"]["shortest"] is None
    assert run["parameters"]["longest"] == 9


ORIGIN = "import json; from wasm.build import origin; print(json.dumps(origin()))"


def test_the_module_is_made_of_these_kernels():
    """Where it is not, ``make lab`` makes it anew."""
    said = json.loads(written_by(sys.executable, "-c", ORIGIN))
    kept = json.loads(KERNELS.with_name("kernels.json").read_text())
    assert said["sources"] == kept["sources"], "stale: run `make lab`"


def test_it_is_built_again_to_the_same_bytes():
    pytest.importorskip("ziglang")
    code = "from wasm.build import *; sys.stdout.buffer.write(link(objects()))"
    said = subprocess.run(
        [sys.executable, "-c", f"{ORIGIN}\n{code}"], capture_output=True, check=True
    )
    origin, _, module = said.stdout.partition(b"\n")
    if json.loads(origin) != json.loads(KERNELS.with_name("kernels.json").read_text()):
        pytest.skip("another version of Numba or LLVM")
    assert module == KERNELS.read_bytes()
