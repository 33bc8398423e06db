"""``metaqueens check`` on problems: each planted fault is found, and its line is named."""

import re
from itertools import islice

import pytest

from metaqueens import Problem, solve
from metaqueens.conformance.problems import checks
from metaqueens.problem.registry import load_problem
from metaqueens.text.errors import UserError
from tests.cli import call
from tests.outside import none_yet

from .authors import TEXTS, plant

# The name of the problem, what stands there instead of what, and the sentence.
FAULTS = {
    "wrong sign": (
        "Costas",
        "        return change + around(values, data.counts, i, j, 1)",
        "        return -change - around(values, data.counts, i, j, 1)  # fault",
        r"swap\((\d+), (?!\1\b)\d+\) returned .*, but the cost changes by",
    ),
    "move not made": (
        "Costas",
        "def swap(values, data, i, j):\n        change = around(values, data.counts, i, j, -1)\n"
        "        values[i], values[j] = values[j], values[i]\n",
        "def swap(values, data, i, j):  # fault\n"
        "        change = around(values, data.counts, i, j, -1)\n",
        r"after swap\(\d+, \d+\) values\[\d+\] is \d+, not \d+$",
    ),
    "data not updated": (
        "Colouring",
        "def assign(values, data, i, value):\n"
        "        change = data.clashes[i, value] - data.clashes[i, values[i]]\n"
        "        for other in data.joined[i]:\n"
        "            data.clashes[other, values[i]] -= 1\n"
        "            data.clashes[other, value] += 1\n",
        "def assign(values, data, i, value):  # fault\n"
        "        change = data.clashes[i, value] - data.clashes[i, values[i]]\n",
        r"after assign\(\d+, \d+\) data\.clashes\[\d+, \d+\] is \d+, not \d+ as by cost\(\)",
    ),
    "data updated for one value of two": (
        "Colouring",
        "def assign(values, data, i, value):\n"
        "        change = data.clashes[i, value] - data.clashes[i, values[i]]\n"
        "        for other in data.joined[i]:\n"
        "            data.clashes[other, values[i]] -= 1\n",
        "def assign(values, data, i, value):  # fault\n"
        "        change = data.clashes[i, value] - data.clashes[i, values[i]]\n"
        "        for other in data.joined[i]:\n",
        r"after assign\(\d+, \d+\) data\.clashes\[\d+, \d+\] is \d+, not \d+ as by cost\(\)",
    ),
    "one of two variables forgotten": (
        "Costas",
        "        return change + around(values, data.counts, i, j, 1)",
        "        return change + around(values, data.counts, i, i, 1)  # fault",
        "returned .*, but the cost changes by",
    ),
    "a variable with itself": (
        "Costas",
        "        return change + around(values, data.counts, i, j, 1)",
        "        return change + around(values, data.counts, i, j, 1) + (i == j)  # fault",
        r"swap\((\d+), \1\) returned 1, but the cost changes by 0",
    ),
    "the same value": (
        "Colouring",
        "    def assign_change(values, data, i, value):\n        return data.clashes[i, value] - ",
        "    def assign_change(values, data, i, value):\n"
        "        return (value == values[i]) + data.clashes[i, value] - ",
        r"assign_change\(\d+, \d\) returned 1, but the cost changes by 0",
        "(value == values[i])",
    ),
    "one distance too few": (
        "Costas",
        "    n, change = values.size, np.int64(0)\n    for d in range(1, n):",
        "    n, change = values.size, np.int64(0)\n    for d in range(1, n // 2):",
        "returned .*, but the cost changes by",
        "return change + around",
    ),
    "one index too far": (
        "AllInterval",
        "        for i in range(n - 1):\n            k = abs(values[i + 1] - values[i])",
        "        for i in range(n):\n            k = abs(values[i + 1] - values[i])  # fault",
        "IndexError: index 8 is out of bounds for axis 0 with size 8",
    ),
    "out of bounds": (
        "AllInterval",
        "        seen, repeats = np.zeros(n, np.int32), 0\n",
        "        seen, repeats = np.zeros(n - 1, np.int32), 0\n",
        "IndexError: index 7 is out of bounds for axis 0 with size 7",
        "repeats += seen[k] > 0",
    ),
    "int32 overflow of a product": (
        "AllInterval",
        "            k = abs(values[i + 1] - values[i])\n",
        "            k = abs(values[i + 1] - values[i])\n"
        "            repeats += np.int32(2**30) * values[i] < 0  # fault\n",
        "a number overflows .*; compute with np.int64",
    ),
    "int32 overflow of a count": (
        "Colouring",
        "                data.clashes[i, values[other]] += 1\n",
        "                data.clashes[i, values[other]] += 2**31  # fault\n",
        "a number overflows .*; compute with np.int64",
    ),
    "negative cost": (
        "AllInterval",
        "        return repeats",
        "        return repeats - 4  # fault",
        r"cost\(\) returned -\d; expected 0 or more",
    ),
    "float cost": (
        "AllInterval",
        "        return repeats",
        "        return repeats / 2  # fault",
        r"cost\(\) returned [\d.]+; expected a whole number",
    ),
    "no cost at all": (
        "AllInterval",
        "        return repeats",
        "        repeats += 1  # fault",
        r"cost\(\) returned nothing; expected a whole number",
    ),
    "a cost that depends on earlier calls": (
        "Costas",
        "    def cost(values, data):\n        n, repeats = values.size, 0\n"
        "        data.counts[:] = 0\n",
        "    def cost(values, data):  # fault\n        n, repeats = values.size, 0\n",
        r"cost\(\) returned \d+, then \d+: it depends on earlier calls",
    ),
    "a cost that changes the values": (
        "AllInterval",
        "    def cost(values, data):\n",
        "    def cost(values, data):  # fault\n        values.sort()\n",
        r"cost\(\) changes the values: values\[\d\] is \d, not \d",
    ),
    "data at random": (
        "Colouring",
        "    def data(self):\n        joined = ",
        "    def data(self):  # fault\n        joined = np.random.rand(self.n, 1) + ",
        r"data\(\) differs from call to call: data.joined\[0, 0\] is [\d.]+, not [\d.]+",
    ),
    "variable_cost of the later of two alone": (
        "Costas",
        "            if i + d < n:\n"
        "                found += data.counts[d, values[i + d] - values[i] + n - 1] > 1\n"
        "        return found",
        "        return found  # fault",
        r"variable_cost is 0 for \d+ and \d+, but swap\(\d+, \d+\) lowers the cost from \d to \d"
        r"; values: \[(\d, ){7}\d\]$",
    ),
    "variable_cost of none": (
        "Colouring",
        "        return data.clashes[i, values[i]]\n",
        "        return 0 * i  # fault\n",
        r"variable_cost is 0 for \d, but assign\(\d, \d\) lowers the cost"
        r" from \d to \d; values: \[(\d, ){5}\d\]$",
    ),
    "variable_cost of all": (
        "Colouring",
        "        return data.clashes[i, values[i]]\n",
        "        return data.clashes[i, values[i]] + 1  # fault\n",
        r"variable_cost\(\d+\) returned 1 at cost 0; values: \[(\d, ){5}\d\]$",
    ),
    "model without a solution": (
        "Costas",
        "    def cp_sat(self, model, variables):\n",
        "    def cp_sat(self, model, variables):  # fault\n"
        "        model.add(variables[0] == variables[1])\n",
        r"the model (has no solution for Costas n=8|refuses \[.*\] of cost 0)",
    ),
    "model that accepts a wrong one": (
        "Costas",
        "    def cp_sat(self, model, variables):\n        for d in range(1, self.n):",
        "    def cp_sat(self, model, variables):  # fault\n        for d in range(1, 2):",
        r"the model (accepts \[.*\] of cost \d+|is not that of cost\(\))",
    ),
    "n above the size of an array": (
        "Costas",
        "np.zeros((self.n, ",
        "np.zeros((self.n - 1, ",
        "IndexError: index 7 is out of bounds for axis 0 with size 7",
        "repeats += data.counts",
    ),
    "value_count above the size of an array": (
        "Colouring",
        "        return self.colours\n",
        "        return self.colours + 1\n",
        "IndexError: index 3 is out of bounds for axis 1 with size 3",
        "clashes += data.clashes",
    ),
}


SIZES = {"Costas": 8, "Colouring": 6, "AllInterval": 8}


ORDERED = """\
from metaqueens import Problem


class Ordered(Problem):
    n: int

    @staticmethod
    def cost(values, data):
        return sum(k != value for k, value in enumerate(values))

    @staticmethod
    def variable_cost(values, data, i):
        return 1 if values[i] != i else 2

    def cp_sat(self, model, variables):
        for k, variable in enumerate(variables):
            model.add(variable == k)
"""


@pytest.fixture(autouse=True)
def patch(tmp_path):
    with none_yet() as patch:
        patch.chdir(tmp_path)
        yield patch


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault, tmp_path):
    name, old, new, said, *at = FAULTS[fault]
    kind, place = plant(tmp_path, name, old, new, *at)
    last = [*checks(kind(n=SIZES[name]))][-1]
    assert last.verdict == "failed"
    assert last.said.startswith(place)
    assert re.search(said, last.said.removeprefix(place)), last.said
    assert "\n" not in last.said


def test_no_variable_has_a_part_in_a_solution_of_the_model(tmp_path):
    """The random walk reaches no solution of this size."""
    (tmp_path / "ordered.py").write_text(ORDERED)
    *_, last = checks(load_problem("ordered.py:Ordered")(n=60))
    said = "ordered.py, line 13: variable_cost(0) returned 2 at cost 0"
    assert (last.name, last.said) == ("model", said)


def test_an_index_from_the_end_is_meant(tmp_path):
    """As in a tour, whose first place follows the last one."""
    old = "            k = abs(values[i + 1] - values[i])"
    new = "            k = abs(values[i] - values[i - 1])"
    kind, _ = plant(tmp_path, "AllInterval", old, new)
    assert [check.verdict for check in islice(checks(kind(n=8)), 2)] == ["ok", "ok"]


def test_a_loop_without_end_is_ended(tmp_path):
    old = "            seen[k] += 1\n"
    new = f"{old}            while True:\n                k += 1  # fault\n"
    _, place = plant(tmp_path, "AllInterval", old, new)
    file = place.partition(",")[0]
    said = call("check", f"{file}:AllInterval", "n=8", "--seconds", "3")
    assert said.code == 3
    assert "FAILED  cost: no end after 3 s" in said.out


@pytest.mark.compiled("compares machine code with Python")
@pytest.mark.parametrize("name", TEXTS)
def test_a_sound_problem_passes_each_check(name, tmp_path):
    kind, _ = plant(tmp_path, name)
    for n in (SIZES[name], *(() if name == "Colouring" else (1, 2))):
        found = [*checks(kind(n=n))]
        assert {check.verdict for check in found} == {"ok"}, found
        assert [check.name for check in found][-1] == "compiled code"


@pytest.mark.compiled("compares machine code with Python")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "        return repeats",
            "        return (values[0] > 3) + (values[1] > 3) + (values[2] > 3)  # fault",
            r"cost\(\) returned \d compiled, 1 in Python",
        ),
        (
            "        return repeats",
            "        return repeats if values[0] >= 0 else 0.5  # fault",
            r"cost\(\) returned [\d.]+ compiled, \d in Python",
        ),
        (
            "        return repeats",
            "        return repeats + len(f'{values[0]:d}') - 1  # fault",
            "Numba cannot compile `.*`: format spec in f-strings not supported",
        ),
    ],
)
def test_what_only_the_compiler_does_is_found(old, new, said, tmp_path):
    kind, place = plant(tmp_path, "AllInterval", old, new)
    last = [*checks(kind(n=8))][-1]
    assert last.said.startswith(place), last
    assert re.search(said, last.said.removeprefix(place)), last.said


def test_sizes_that_disagree_are_named_with_the_line_of_the_property(tmp_path):
    old, body = "    n: int\n", "        return self.n + 1\n"
    new = f"{old}\n    @property\n    def value_count(self):  # fault\n{body}"
    kind, place = plant(tmp_path, "AllInterval", old, new)
    with pytest.raises(UserError) as error:
        kind(n=8).require_sound()
    said = "AllInterval.value_count: a permutation of 8 variables has 8 values, not 9"
    assert str(error.value) == place + said


class Uncounted(Problem):
    n: int

    @staticmethod
    def cots(values, data):
        return 0


class Unsized(Problem):
    size: int

    @staticmethod
    def cost(values, data):
        return 0


@pytest.mark.parametrize("arguments", [(), ("hill_climbing", 100)])
def test_a_class_without_cost_or_size_is_named_by_solve(arguments):
    error = r"^Uncounted has no cost\(values, data\); did you mean cost instead of cots\?$"
    with pytest.raises(UserError, match=error):
        solve(Uncounted(n=5), *arguments)
    with pytest.raises(UserError, match=r"^Unsized\.n: expected a whole number from 1 on, got no"):
        solve(Unsized(size=5), *arguments)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("swap(values, i, j)", "swap(values, data, i, j)"),
        ("swap(self, values, i, j)", "swap(values, data, i, j)"),
        ("cost(self, values)", "cost(values, data)"),
        ("variable_cost(self, values, i)", "variable_cost(values, data, i)"),
    ],
)
def test_arguments_that_are_not_those_of_the_function_are_named(written, expected, tmp_path):
    kind, place = plant(tmp_path, "Costas", f"def {expected}:", f"def {written}:  # fault")
    with pytest.raises(UserError) as error:
        kind(n=8).require_sound()
    assert str(error.value) == f"{place}expected @staticmethod {expected}, got {written}"
