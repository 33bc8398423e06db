"""``metaqueens list``: what there is, from the tables that are used."""

import re
from pathlib import Path

import pytest

from docs import papers
from metaqueens.algorithms.genetic.parts import BUILT_IN, CROSSOVERS, MUTATIONS
from metaqueens.contestants.registry import CONTESTANTS
from metaqueens.queens.problem import RULES
from tests.outside import none_yet

from . import call, call_in, done, query, refused, silent, told

ROOT = Path(__file__).parents[2]


def test_algorithms_with_their_parameters():
    rows = {row["use"]: row for row in told("list", "algorithms")}
    assert list(rows) == list(CONTESTANTS)
    assert all(row["what"] for row in rows.values())
    assert rows["min_conflicts"]["encodings"] == ["rows"]
    assert rows["program"]["rules"] is None
    assert rows["hill_climbing"]["rules"] == [rule for rule in RULES if rule != "placed"]
    defaults = {one["name"]: one["default"] for one in rows["genetic"]["parameters"]}
    assert defaults["population"] == 300
    assert defaults["selection"] == {"use": "tournament", "size": 3}
    assert defaults["selection.size"] == 3
    assert rows["genetic"]["paper"].startswith("Goldberg (1989). Genetic Algorithms in Search")
    assert all(row["paper"] == papers.of(use)[0] for use, row in rows.items())
    annealing = call("list", "algorithms", "simulated_annealing").out
    assert re.search(r"^schedule +geometric ", annealing, re.MULTILINE)
    assert re.search(r"^schedule\.hot .*units of the cost.*\(geometric, linear\)", annealing, re.M)
    said = call("list", "algorithms", "ga")
    assert told("list", "algorithms", "hc") == [rows["hill_climbing"]]
    assert "genetic: A genetic algorithm" in said.out
    assert "population" in said.out
    assert "\nshort names: ga\n" in said.out
    assert "\npaper: Goldberg (1989)." in said.out
    assert "\ngood for: experiments with operators" in said.out
    climbing = call("list", "algorithms", "hill_climbing").out
    assert "move swap: variables i and j trade values" in climbing
    assert f"rules of the board: {', '.join(rows['hill_climbing']['rules'])}\n" in climbing


def test_keys_and_operators_of_all_parts_are_parameters():
    (row,) = told("list", "algorithms", "genetic")
    genetic = {one["name"]: one for one in row["parameters"]}
    assert genetic["crossover.probability"]["default"] == 0.7
    assert genetic["mutation.times"]["default"] == 1
    assert genetic["islands.every"]["what"] == "Number of generations between two migrations."
    assert genetic["local_search.use"]["default"] == "min_conflicts"
    for part, names in BUILT_IN.items():
        assert all(name in genetic[f"{part}.use"]["what"] for name in names)
    assert genetic["restarts.use"]["default"] == "required"
    annealing = call("list", "algorithms", "simulated_annealing").out
    assert re.search(r"^schedule\.use +geometric +geometric, linear, constant$", annealing, re.M)


OWN = '''
from enum import Enum
from metaqueens import Algorithm

class Way(Enum):
    UP = "up"

class TabuSearch(Algorithm):
    """Walk at random.

    Parameters
    ----------
    stride
        Number of steps.
    """

    stride: int = 2
    way: Way = Way.UP

    def search(self, space, checkpoints, rng):
        yield
'''


@pytest.mark.parametrize("name", ["own_walk.py:TabuSearch", "own_walk.py", "own_walk:TabuSearch"])
def test_a_class_of_a_user_has_the_facts_of_an_algorithm(here, name):
    (here / "own_walk.py").write_text(OWN)
    with none_yet():
        said = done("list", "algorithms", name).out
        (row,) = told("list", "algorithms", name)
    assert said.startswith("own_walk:TabuSearch: Walk at random.\nworks on permutation and rows\n")
    assert re.search(r"^stride +2 +Number of steps\.$", said, re.M)
    assert (row["use"], row["good_for"]) == ("own_walk:TabuSearch", "")
    assert (
        "'own_walk:Way': expected an algorithm" in refused("list", "algorithms", "own_walk:Way").err
    )


def test_algorithms_are_one_screen():
    lines = {line.split()[0]: line for line in call("list", "algorithms").out.splitlines()}
    assert [*lines] == ["algorithm", *CONTESTANTS]
    assert "very many queens" in lines["queue_search"]


def test_problems_with_their_costs():
    assert all(row["cost"].startswith("The cost ") for row in told("list", "problems"))
    assert "in the rows d = 1 to (n - 1) / 2 of" in silent("list", "problems", "costas")


def test_operators_of_each_part():
    rows = told("list", "operators")
    for part, legal in (("crossover", CROSSOVERS), ("mutation", MUTATIONS)):
        mine = {row["use"]: row for row in rows if row["part"] == part}
        assert set(mine) == {name for names in legal.values() for name in names}
        for name, row in mine.items():
            assert row["encodings"] == [e for e, names in legal.items() if name in names]
            assert row["what"]
    selections = {row["use"] for row in rows if row["part"] == "selection"}
    assert {"tournament", "roulette", "best"} <= selections


def test_configs_and_what_they_show(here):
    (here / "configs").mkdir()
    (here / "configs" / "a.yaml").write_text(
        "# yaml-language-server: $schema=schema.json\n# One\n# thing.\n#\n# Look.\nname: a\n"
    )
    mine = {"config": "configs/a.yaml", "what": "One thing."}
    assert "One thing." in call("list", "configs").out
    # Beside the user's own stand those that come with the package, by the names that `run` takes.
    first, *shipped = told("list", "configs")
    assert first == mine
    assert {"ga_n50", "compare_n50", "tune_ga"} <= {row["config"] for row in shipped}
    for row in shipped:
        assert 0 < len(row["what"]) < 120
        assert call("check", row["config"]).code == 0


def test_in_a_checkout_a_config_is_listed_once(monkeypatch):
    monkeypatch.chdir(ROOT)
    names = [row["config"] for row in told("list", "configs")]
    assert names == sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("configs/*.yaml"))


def test_results_and_how_far_they_are(here):
    call("run", "small.yaml", "-j", "1")
    call("run", "small.yaml", "-j", "1", "-o", "results/half", "runs=1")
    query(here / "results" / "half", "DELETE FROM runs WHERE cell = 2")
    (half, small) = told("list", "results")
    assert (small["folder"], small["name"]) == ("results/small", "small")
    assert (small["done"], small["of"], small["solved"], small["complete"]) == (6, 6, 6, True)
    assert (half["done"], half["of"], half["complete"]) == (1, 2, False)
    assert told("list", "results", "results/half") == [half]
    table = call("list", "results").out.splitlines()
    assert table[1].split()[:4] == ["results/half", "small", "1", "2"]


def test_results_of_a_plug_in_that_is_not_here_are_counted_and_damaged_ones_named(here):
    call("run", "small.yaml", "-j", "1")
    folder = here / "results" / "small"
    query(folder, "UPDATE experiment SET given = replace(given, 'genetic', 'nowhere:Genetic')")
    (row,) = told("list", "results")
    assert (row["done"], row["of"]) == (6, 6)
    # A damaged folder is named among the others.
    (here / "results" / "broken").mkdir()
    (here / "results" / "broken" / "runs.sqlite").write_bytes(b"nothing of ours")
    said = done("list", "results")
    assert "results/small" in said.out
    assert "results/broken/runs.sqlite: not a results file" in said.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["algoritms"], "'algoritms' is not one of 'results', 'configs', 'algorithms'"),
        (["algorithms", "tabuserach"], "did you mean tabu_search?"),
        (["results", "nowhere"], "nowhere: no such folder"),
        (["operators", "banana"], "banana: `list operators` takes no name; it lists all operators"),
    ],
)
def test_what_cannot_be_listed(here, words, said):
    assert said in refused("list", *words).err


def test_a_problem_of_a_user_may_describe_no_fields(here):
    text = "from metaqueens import Problem\n\nclass Plain(Problem):\n    n: int\n"
    (here / "plain.py").write_text(f"{text}    def cost(values, data):\n        return 0\n")
    assert call_in(here, "list", "problems", "plain.py:Plain").code == 0
