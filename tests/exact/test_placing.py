import os
import platform
import subprocess
import sys

import numpy as np
import pytest
from llvmlite import binding, ir

from metaqueens.core.jit import kernel
from metaqueens.exact import subtrees as placing, vectors


@kernel
def placed(here, first, end, below, filled, taken, step):
    return placing.place(here, first, end, below, filled, taken, step)


@pytest.mark.parametrize("word", [np.uint16, np.uint32])
@pytest.mark.parametrize("states", [1, 2, 31, 32, 33, 500])
@pytest.mark.parametrize("first", [0, 7])
def test_vectors_place_the_queens_that_a_loop_places(word, states, first):
    rng = np.random.default_rng(states)
    bits = np.iinfo(word).bits
    width, filled, end = first + states + placing.SPARE, 3, first + states
    here = rng.integers(1, 1 << bits, (4, width), word)
    # Few squares left, so that some states have none after this one, and few free ones below.
    here[0] = 1 << rng.integers(0, bits, width) | (rng.random(width) < 0.5)
    here[1] = ~word(0) ^ rng.integers(0, 1 << bits, width) & rng.integers(0, 1 << bits, width)
    found = []
    for place in (placed, placing.place_in_each.py_func):
        mine, below = here.copy(), np.zeros((4, filled + states + placing.SPARE), word)
        kept, full = place(mine, first, end, below, filled, np.int64(-1 << (bits - 2)), 2)
        assert (mine[:, :first] == here[:, :first]).all()
        found.append((int(kept), int(full), mine[:, :kept].tolist(), below[:, :full].tolist()))
    assert found[0] == found[1]
    kept, full = found[0][:2]
    if states == 500:
        assert first < kept < end
        assert filled < full < filled + states


@pytest.mark.parametrize(
    ("triple", "features", "instruction"),
    [
        ("x86_64-unknown-linux-gnu", "+avx512f,+avx512bw,+avx512vbmi2", "vpcompressw"),
        ("x86_64-pc-windows-msvc", "+sse3,+ssse3", "pshufb"),
        ("aarch64-unknown-linux-gnu", "+neon", "tbl"),
        ("arm64-apple-darwin24.0.0", "", "tbl"),
    ],
)
def test_each_processor_packs_with_its_own_instruction(triple, features, instruction):
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    bits, pack = vectors.packing(triple, "", features)
    word, lanes = ir.IntType(16), bits // 16
    vector, module = ir.VectorType(word, lanes), ir.Module()
    module.triple = triple
    function = ir.Function(module, ir.FunctionType(vector, [vector, vector]), "packed")
    builder = ir.IRBuilder(function.append_basic_block())
    values, flags = function.args
    chosen = builder.icmp_unsigned("!=", flags, vector([0] * lanes))
    builder.ret(pack(builder, chosen, [values])[0])
    machine = binding.Target.from_triple(triple).create_target_machine(features=features)
    assert instruction in machine.emit_assembly(binding.parse_assembly(str(module)))


def test_a_processor_without_such_an_instruction_takes_states_one_by_one():
    assert vectors.packing("x86_64-unknown-linux-gnu", "generic", "") is None
    assert vectors.packing("riscv64-unknown-linux-gnu", "", "+v") is None


COUNTS = """
from metaqueens.exact.counting import count
from metaqueens.queens.problem import Queens
for n in (8, 11, 13):
    *_, end = count(Queens(n))
    print(end.solutions, end.nodes)
"""


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="x86 by name")
@pytest.mark.parametrize("features", ["", "+ssse3,+popcnt"])
def test_it_counts_the_same_on_a_lesser_processor(features):
    lesser = {"NUMBA_CPU_NAME": "x86-64", "NUMBA_CPU_FEATURES": features}
    told = [
        subprocess.run(
            [sys.executable, "-c", COUNTS],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for environment in ({}, lesser)
    ]
    assert told[0] == told[1]
    assert told[0][::2] == ["92", "2680", "73712"]
