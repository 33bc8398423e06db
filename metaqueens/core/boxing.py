"""The results of kernels as objects of Python, made without any code in Python.

Numba calls such code to make an array or a named tuple. Python then runs the handler of a signal
that came while the kernel ran, and if it raises an error, Numba uses the missing object and
crashes.
"""

from functools import cache, lru_cache, partial
from typing import Any


@cache
def box_in_c() -> None:
    """Let Numba find classes in a cache, and make named tuples by ``tuple.__new__``.

    The first result of each kernel, which a warm-up has, still finds its classes in Python.
    """
    from numba.core import boxing, pythonapi, serialize

    serialize._numba_unpickle = lru_cache(None)(serialize._numba_unpickle)  # noqa: SLF001
    usual = boxing.box_namedtuple

    def box(kind: Any, value: Any, context: Any) -> Any:
        if kind.instance_class.__bases__ != (tuple,):  # it may have a ``__new__`` of its own
            return usual(kind, value, context)
        make = partial(tuple.__new__, kind.instance_class)
        constant = context.env_manager.read_const(context.env_manager.add_const(make))
        fields = boxing.box_tuple(kind, value, context)
        found = context.pyapi.call_function_objargs(constant, (fields,))
        context.pyapi.decref(fields)
        return found

    # Not by ``pythonapi.box``, which refuses another function for the same type.
    boxers = pythonapi._boxers.functions  # noqa: SLF001
    boxers.update({kind: box for kind, function in boxers.items() if function is usual})
