"""The vector instructions of ``exact.subtrees``, for Numba, in LLVM's own language."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

BYTE, INT32, INT64 = map(ir.IntType, (8, 32, 64))
SHUFFLES = {"x86_64": "llvm.x86.ssse3.pshuf.b.128", "aarch64": "llvm.aarch64.neon.tbl1.v16i8"}
BYTES = ir.VectorType(BYTE, 16)

# The bits of a vector, and a function that moves chosen words to its front.
Packing = tuple[int, Callable[..., Any]]


def packing(triple: str, _: str, features: str) -> Packing | None:
    """Return the instructions that pack words on the processor of Numba, or None."""
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
    """Return a table that has the bytes of the chosen words first, for each choice of words."""
    name, size = f"metaqueens.orders.{lanes}", 16 // lanes
    if name in module.globals:
        return module.globals[name]
    rows = []
    for choice in range(1 << lanes):
        words = [lane for lane in range(lanes) if choice >> lane & 1] + [0] * lanes
        rows.append(BYTES([word * size + byte for word in words[:lanes] for byte in range(size)]))
    table = ir.GlobalVariable(module, ir.ArrayType(BYTES, len(rows)), name)
    table.linkage, table.global_constant = "internal", True
    table.initializer = table.value_type(rows)
    return table


class Words(NamedTuple):
    """The parts of a loop over states: a vector has the same mask of many states."""

    builder: Any
    pack: Callable[..., Any]
    kind: Any

    def every(self, value: Any) -> Any:
        """Return a vector with the same number in each word."""
        nothing, word = self.kind(ir.Undefined), self.builder.trunc(value, self.kind.element)
        zeros = ir.VectorType(INT32, self.kind.count)([0] * self.kind.count)
        vector = self.builder.insert_element(nothing, word, INT32(0))
        return self.builder.shuffle_vector(vector, nothing, zeros)

    def pointers(self, states: Any, index: Any) -> list[Any]:
        """Return the addresses of the four masks of the states from ``index`` on."""
        build, width = self.builder, self.builder.extract_value(states.shape, 1)
        starts = [build.add(index, build.mul(width, INT64(line))) for line in range(4)]
        kind = self.kind.as_pointer()
        return [build.bitcast(build.gep(states.data, [start]), kind) for start in starts]

    def place_queens(self, masks: list[Any], left: Any, taken: Any, step: Any) -> tuple[list, list]:
        """Place a queen in the first ``left`` states; return these, and the states that follow."""
        build, (free, *lines), lanes = self.builder, masks, self.kind.count
        none, ones = self.kind([0] * lanes), self.kind([-1] * lanes)
        # The last vector may reach beyond the states: these words have no square left.
        within = build.icmp_unsigned("<", self.kind([*range(lanes)]), self.every(left))
        free = build.select(within, free, none)
        queen = build.and_(free, build.sub(none, free))
        columns, falling, rising = (build.or_(line, queen) for line in lines)
        falling, rising = build.lshr(falling, step), build.shl(rising, step)
        attacked = build.or_(columns, build.or_(falling, rising))
        below = build.select(within, build.xor(build.or_(attacked, taken), ones), none)
        return [build.xor(free, queen), *lines], [below, columns, falling, rising]

    def append(self, states: Any, size: Any, masks: list[Any]) -> None:
        """Append the states that have a square left."""
        build, bits, align = self.builder, ir.IntType(self.kind.count), self.kind.element.width // 8
        chosen = build.icmp_unsigned("!=", masks[0], self.kind([0] * self.kind.count))
        pointers = self.pointers(states, build.load(size))
        for mask, pointer in zip(self.pack(build, chosen, masks), pointers, strict=True):
            build.store(mask, pointer, align)
        ones = build.module.declare_intrinsic("llvm.ctpop", (bits,))
        more = build.zext(build.call(ones, [build.bitcast(chosen, bits)]), INT64)
        build.store(build.add(build.load(size), more), size)


def place_with(packing: Packing) -> Any:
    """Make ``exact.subtrees.place_in_each`` from vector instructions."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _, first, end, _, filled, taken, step = arguments
        of, (bits, pack) = signature.args[0], packing
        here, below = (context.make_array(of)(context, builder, arguments[k]) for k in (0, 3))
        word = ir.IntType(of.dtype.bitwidth)
        words = Words(builder, pack, ir.VectorType(word, bits // word.width))
        taken, step, lanes = words.every(taken), words.every(step), INT64(bits // word.width)
        left, full = (cgutils.alloca_once_value(builder, each) for each in (first, filled))
        with cgutils.for_range_slice(builder, first, end, lanes, intp=INT64) as (at, _):
            pointers = words.pointers(here, at)
            masks = [builder.load(pointer, align=word.width // 8) for pointer in pointers]
            rest, then = words.place_queens(masks, builder.sub(end, at), taken, step)
            words.append(here, left, rest)
            words.append(below, full, then)
        sizes = [builder.load(each) for each in (left, full)]
        return context.make_tuple(builder, signature.return_type, sizes)

    @intrinsic
    def place(typing_context, here, first, end, below, filled, taken, step):
        number, sizes = types.int64, types.UniTuple(types.int64, 2)
        return sizes(here, number, number, below, number, number, number), codegen

    return place
