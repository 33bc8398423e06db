"""Prefetch: kernels name a word of memory that they will read soon."""

from functools import cached_property
from typing import Any


class _Prefetch:
    """Ask for ``array[index]`` to be brought into the cache. Nothing but a hint: any index will do.

    Numba's part is made when the first kernel that uses it is compiled; without the compiler it
    does nothing.
    """

    def __call__(self, array: Any, index: Any) -> None:
        pass

    @cached_property
    def _numba_type_(self) -> Any:
        from llvmlite import ir
        from numba import types
        from numba.core.registry import cpu_target
        from numba.extending import intrinsic

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            bytes_, int32 = ir.IntType(8).as_pointer(), ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [bytes_, int32, int32, int32])
            hint = builder.module.declare_intrinsic("llvm.prefetch", (bytes_,), kind)
            address = builder.bitcast(builder.gep(data, [arguments[1]]), bytes_)
            # To be read, to stay in every level of the cache, and data.
            builder.call(hint, [address, int32(0), int32(3), int32(1)])
            return context.get_dummy_value()

        @intrinsic
        def prefetch(typing_context, array, index):
            return types.void(array, index), codegen

        cpu_target.typing_context.refresh()  # or it would not know of what was made just now
        return cpu_target.typing_context.resolve_value_type(prefetch)


prefetch = _Prefetch()
