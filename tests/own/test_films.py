"""Films of a problem of one's own: pictures or charts, with costs that plain Python confirms."""

import re

import pytest

from metaqueens import Genetic, HillClimbing, TabuSearch, solve
from metaqueens.films.page import page
from metaqueens.films.recording import film_run, record
from metaqueens.text.errors import UserError
from tests.own import COUNTS
from tests.own.problems import costas, interval

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


@pytest.mark.parametrize("search", [TabuSearch(), Genetic(population=12)])
def test_no_word_of_a_film_is_of_n_queens(search):
    film = record(interval.AllInterval(n=8), search, 1, 300, 100)
    data = film.data("")
    words = str([data["facts"], data["curves"], data["legend"], film.outcome, film.shown])
    words = words.replace("'tabu_squares'", "")  # the key of the signal, which is not shown
    assert not re.search("queen|board|square|attack", words)
    assert re.search("tabu values|distinct solutions", words)


def test_a_film_of_too_many_variables_is_refused():
    with pytest.raises(UserError, match="film: expected 1 to 100 variables, got 101"):
        solve(costas.Incremental(n=101), HillClimbing(), 1, seed=1).film()
