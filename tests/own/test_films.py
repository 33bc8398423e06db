"""Films of a problem of one's own: pictures or charts, with costs that plain Python confirms."""

import re

import numpy as np
import pytest

from metaqueens import Costas, Genetic, HillClimbing, Queens, SimulatedAnnealing, TabuSearch, solve
from metaqueens.algorithms import ALGORITHMS
from metaqueens.films.page import page
from metaqueens.films.recording import film_run, record
from metaqueens.problem.picture import chart
from metaqueens.search.algorithm import space_for
from metaqueens.search.budget import Budget, ReportEvery
from metaqueens.search.driver import drive
from metaqueens.text.errors import UserError
from tests.own import COUNTS
from tests.own.problems import colouring, costas, interval

pytestmark = pytest.mark.usefixtures("uncompiled")


class Drawn(interval.AllInterval):
    """With a picture."""

    def draw(self, values):
        return f"<svg xmlns='http://www.w3.org/2000/svg'><text>{values[0]}</text></svg>"


@pytest.mark.parametrize("search", [HillClimbing(), TabuSearch(), Genetic(population=12)])
def test_each_frame_has_the_cost_of_its_values(search):
    problem = interval.AllInterval(n=8)
    result = solve(problem, search, 300, seed=1)
    film = film_run(result)
    assert film.end == (result.evaluations, result.cost)
    values = [list(map(int, text.split())) for text in film.columns["values"]]
    assert film.columns["guards"] == [COUNTS[problem](problem, one) for one in values]
    assert film.columns["best"][-1] == result.cost
    assert len(film.columns["pictures"]) == film.frames == len({*film.columns["evaluations"]})


def test_a_picture_is_the_authors_or_a_chart():
    drawn = record(Drawn(n=8), HillClimbing(), 1, 200, 100).columns["pictures"]
    charts = record(interval.AllInterval(n=8), HillClimbing(), 1, 200, 100).columns["pictures"]
    assert min(len({*drawn}), len({*charts})) > 1
    assert not {*drawn} & {*charts}
    shown = page([record(Drawn(n=8), HillClimbing(), 1, 200, 100)], ["hc"])
    assert all(source in shown for source in drawn)
    assert "attacking pair" not in shown.partition("<script")[0]


def test_a_film_says_what_the_cost_counts_if_the_class_says_it():
    film = record(Costas(n=6), HillClimbing(), 1, 200, 100)
    (said,) = film.data("")["legend"]
    assert said.startswith("The cost counts repeated differences")
    assert record(Drawn(n=8), HillClimbing(), 1, 200, 100).data("")["legend"] == []


def test_a_film_of_annealing_says_that_it_measures_a_temperature_first():
    film = record(Costas(n=6), SimulatedAnnealing(), 1, 3000, 100)
    assert film.columns["temperature"][0] is None
    assert film.data("")["legend"][1].startswith("Until there is a temperature, the search")
    warm = SimulatedAnnealing(schedule={"use": "constant", "temperature": 0.3})
    assert len(record(Costas(n=6), warm, 1, 3000, 100).data("")["legend"]) == 1


@pytest.mark.parametrize("search", [TabuSearch(), Genetic(population=12)])
def test_no_word_of_a_film_is_of_n_queens(search):
    film = record(interval.AllInterval(n=8), search, 1, 300, 100)
    data = film.data("")
    texts = data["facts"], data["curves"], data["legend"], data["said"], film.outcome, film.shown
    words = str(texts)
    words = words.replace("'tabu_squares'", "")  # the key of the signal, which is not shown
    assert not re.search("queen|board|square|attack", words)
    assert re.search("tabu values|distinct candidates", words)


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (interval.AllInterval(n=8), "Variables {0} and {1} exchange values: cost"),
        (colouring.ByCost(vertices=8, colours=3), "Variable {0} from value {2} to {3}: cost"),
    ],
)
def test_a_sentence_names_the_variables_of_a_move(problem, sentence):
    columns = record(problem, HillClimbing(), 3, 400, 100).columns
    first, second = (np.array(text.split()) for text in columns["values"][:2])
    changed = np.flatnonzero(first != second)
    old, new = first[changed[0]], second[changed[0]]
    assert columns["said"][0] == f"The first candidate: cost {columns['guards'][0]}."
    assert ("a solution" in columns["said"][-1]) == (columns["guards"][-1] == 0)
    assert columns["said"][1].startswith(sentence.format(changed[0], changed[-1], old, new))


def test_the_bars_of_few_variables_have_their_values_and_indices():
    labels = re.findall(r"<text[^>]*>(\d+)</text>", chart(np.array([2, 0, 11])))
    assert labels == ["2", "0", "0", "1", "11", "2"]
    assert "<text" not in chart(np.arange(31))


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_search_of_ours_reports_more_than_its_best(name):
    search = ALGORITHMS[name]()
    problem = interval.AllInterval(n=8) if search.needs == () else Queens(8)
    checkpoints = ReportEvery(1, Budget(300))
    *_, last = drive(search, space_for(search, problem), checkpoints, np.random.default_rng(1))
    assert last.snapshot.current is not None or last.snapshot.population is not None


def test_a_film_of_too_many_variables_is_refused():
    with pytest.raises(UserError, match="film: expected 1 to 100 variables, got 101"):
        solve(costas.Incremental(n=101), HillClimbing(), 1, seed=1).film()
