"""A plain board pays nothing for rules: none of the kernels that it brings reads one."""

import pytest

from metaqueens.core.jit import Kernel
from metaqueens.queens.kernels.plain import PlainBoard
from metaqueens.queens.kernels.ruled import RuledBoard


def reads(kernel, seen):
    """The names in a kernel and in all kernels that it calls."""
    function = kernel.function
    names = {*function.__code__.co_names, *function.__code__.co_varnames}
    for name in names:
        used = function.__globals__.get(name)
        if isinstance(used, Kernel) and used not in seen:
            seen.append(used)
            names = names | reads(used, seen)
    return names


@pytest.mark.parametrize("name", [*PlainBoard.kernels])
def test_a_kernel_of_the_plain_board_knows_no_rule(name):
    assert not {"rules", "torus", "regions", "blocked"} & reads(PlainBoard.kernels[name], [])


def test_kernels_of_the_board_with_rules_do():
    found = [name for name, used in RuledBoard.kernels.items() if "rules" in reads(used, [])]
    assert {"delta", "clear_counts", "compute_cost", "best_value"} <= {*found}
