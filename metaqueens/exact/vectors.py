"""The vector instructions that ``exact.placing`` is made of, for Numba: LLVM's own language."""

from collections.abc import Callable
from functools import partial
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

BYTE, INT32, INT64 = map(ir.IntType, (8, 32, 64))
SHUFFLES = {"x86_64": "llvm.x86.ssse3.pshuf.b.128", "aarch64": "llvm.aarch64.neon.tbl1.v16i8"}
BYTES = ir.VectorType(BYTE, 16)

# The bits of a vector, and what moves those of its words that are chosen to its front.
Packing = tuple[int, Callable[..., Any]]


def packing(triple: str, _: str, features: str) -> Packing | None:
    """Return how words are packed on the processor that Numba compiles for, if it can do so."""
    kind = "aarch64" if triple.startswith(("aarch64", "arm64")) else triple.partition("-")[0]
    has = features.split(",")
    if "+avx512vbmi2" in has:
        return 512, _compress
    if kind == "aarch64" or (kind == "x86_64" and "+ssse3" in has):
        return 128, partial(_shuffle, SHUFFLES[kind])
    return None


def _compress(builder: Any, chosen: Any, words: list[Any]) -> list[Any]:
    kind = words[0].type
    name = f"llvm.experimental.vector.compress.v{kind.count}i{kind.element.width}"
    of = ir.FunctionType(kind, [kind, chosen.type, kind])
    function = cgutils.get_or_insert_function(builder.module, of, name)
    return [builder.call(function, [word, chosen, kind(ir.Undefined)]) for word in words]


def _shuffle(name: str, builder: Any, chosen: Any, words: list[Any]) -> list[Any]:
    of = ir.FunctionType(BYTES, [BYTES, BYTES])
    function = cgutils.get_or_insert_function(builder.module, of, name)
    lanes = chosen.type.count
    index = builder.zext(builder.bitcast(chosen, ir.IntType(lanes)), INT64)
    order = builder.load(builder.gep(_orders(builder.module, lanes), [INT64(0), index]))
    packed = [builder.call(function, [builder.bitcast(word, BYTES), order]) for word in words]
    return [builder.bitcast(each, word.type) for each, word in zip(packed, words, strict=True)]


def _orders(module: Any, lanes: int) -> Any:
    """Return a table with, for each choice of words, the bytes of those words first."""
    name, size = f"metaqueens.orders.{lanes}", 16 // lanes
    if name in module.globals:
        return module.globals[name]
    rows = []
    for choice in range(1 << lanes):
        words = [lane for lane in range(lanes) if choice >> lane & 1]
        words += [0] * (lanes - len(words))
        rows.append(BYTES([word * size + byte for word in words for byte in range(size)]))
    table = ir.GlobalVariable(module, ir.ArrayType(BYTES, len(rows)), name)
    table.linkage, table.global_constant = "internal", True
    table.initializer = table.value_type(rows)
    return table


def place_with(pack: Packing) -> Any:
    """Make ``exact.placing.place_in_each`` of vectors."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        here, first, end, below, filled, taken, step = arguments
        word = ir.IntType(signature.args[0].dtype.bitwidth)
        lanes = pack[0] // word.width
        vector = ir.VectorType(word, lanes)

        def every(value: Any) -> Any:
            value = builder.trunc(value, word)
            one = builder.insert_element(vector(ir.Undefined), value, INT32(0))
            zeros = ir.Constant(ir.VectorType(INT32, lanes), [0] * lanes)
            return builder.shuffle_vector(one, vector(ir.Undefined), zeros)

        def lines(kind: Any, array: Any) -> Callable[[Any], list[Any]]:
            struct = context.make_array(kind)(context, builder, array)
            width = builder.extract_value(struct.shape, 1)

            def at(index: Any) -> list[Any]:
                starts = [builder.add(index, builder.mul(width, INT64(k))) for k in range(4)]
                there = [builder.gep(struct.data, [start]) for start in starts]
                return [builder.bitcast(each, vector.as_pointer()) for each in there]

            return at

        def put(words: list[Any], chosen: Any, pointers: list[Any], size: Any) -> None:
            for each, pointer in zip(pack[1](builder, chosen, words), pointers, strict=True):
                builder.store(each, pointer).align = word.width // 8
            bits = ir.IntType(lanes)
            count = builder.module.declare_intrinsic("llvm.ctpop", (bits,))
            more = builder.zext(builder.call(count, [builder.bitcast(chosen, bits)]), INT64)
            builder.store(builder.add(builder.load(size), more), size)

        here, below = lines(signature.args[0], here), lines(signature.args[3], below)
        none, number = vector([0] * lanes), vector([*range(lanes)])
        ones, taken, step = vector([-1] * lanes), every(taken), every(step)
        kept_, filled_ = (cgutils.alloca_once_value(builder, each) for each in (first, filled))
        with cgutils.for_range_slice(builder, first, end, INT64(lanes), intp=INT64) as (at, _):
            loaded = [builder.load(pointer) for pointer in here(at)]
            for each in loaded:
                each.align = word.width // 8
            free, columns, falling, rising = loaded
            # The last vector may reach beyond the states: those words have no square left.
            left = every(builder.sub(end, at))
            within = builder.icmp_unsigned("<", number, left)
            free = builder.select(within, free, none)
            queen = builder.and_(free, builder.sub(none, free))
            rest, columns_below = builder.xor(free, queen), builder.or_(columns, queen)
            falling_below = builder.lshr(builder.or_(falling, queen), step)
            rising_below = builder.shl(builder.or_(rising, queen), step)
            attacked = builder.or_(columns_below, builder.or_(falling_below, rising_below))
            free_below = builder.xor(builder.or_(attacked, taken), ones)
            free_below = builder.select(within, free_below, none)
            more, alive = (builder.icmp_unsigned("!=", each, none) for each in (rest, free_below))
            put([rest, columns, falling, rising], more, here(builder.load(kept_)), kept_)
            then = [free_below, columns_below, falling_below, rising_below]
            put(then, alive, below(builder.load(filled_)), filled_)
        sizes = [builder.load(each) for each in (kept_, filled_)]
        return context.make_tuple(builder, signature.return_type, sizes)

    @intrinsic
    def place(typing_context, here, first, end, below, filled, taken, step):
        number = types.int64
        returned = types.UniTuple(number, 2)
        return returned(here, number, number, below, number, number, number), codegen

    return place
