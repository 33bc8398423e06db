"""A problem in a file of its author's: on the command line, in configs, and where it is wrong."""

import pytest

from tests.cli import call, query
from tests.outside import none_yet

from .authors import INTERVAL

BROKEN = INTERVAL.replace("return repeats", "return repeats + values.nothing  # line 17")
SENTENCE = (
    "broken.py, line 17: Numba cannot compile `return repeats + values.nothing  # line 17`:"
    " Unknown attribute 'nothing' of type array(int32, 1d, C)"
)
CONFIG = """\
name: own
problem: {{use: "{}", n: 6}}
algorithms: {{mine: {{use: "{}"}}}}
budget: {{evaluations: 200}}
runs: 1
seed: 1
validate: null
"""
SEARCH = """\
from metaqueens import RandomSearch


class Mine(RandomSearch):
    pass
"""


@pytest.fixture(autouse=True)
def home(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/interval.py").write_text(INTERVAL)
    (tmp_path / "sub/search.py").write_text(SEARCH)
    (tmp_path / "broken.py").write_text(BROKEN)
    with none_yet() as patch:
        patch.chdir(tmp_path)
        yield tmp_path


@pytest.mark.compiled("without machine code there is no compiler that could fail")
def test_an_error_of_the_compiler_is_one_sentence_with_the_line(home):
    said = call("solve", "broken.py:AllInterval", "n=6", "tabu_search")
    assert (said.code, said.err.splitlines()) == (3, [SENTENCE])
    (home / "broken.yaml").write_text(CONFIG.format("broken:AllInterval", "tabu_search"))
    assert call("run", "broken.yaml", "-j", "1", "-o", "r").code == 3
    assert query(home / "r", "select error from runs") == [(SENTENCE,)]
