import threading

import pytest

from metaqueens.exact.solvers.cp_sat import AHEAD, stream


def test_all_that_is_found_comes_in_order():
    def run(put):
        for k in range(3 * AHEAD):
            put(k)

    assert list(stream(run, lambda: None)) == list(range(3 * AHEAD))


def test_what_the_search_raises_is_raised_here():
    def run(put):
        put(1)
        raise RuntimeError("no more")

    found = stream(run, lambda: None)
    assert next(found) == 1
    with pytest.raises(RuntimeError, match="no more"):
        next(found)


def test_a_search_that_nobody_reads_waits_and_can_be_stopped():
    told, stopped, ended = [], threading.Event(), threading.Event()

    def run(put):
        while not stopped.is_set():
            put(len(told))
            told.append(None)
        ended.set()

    found = stream(run, stopped.set)
    assert next(found) == 0
    assert len(told) <= AHEAD + 2
    found.close()
    assert ended.is_set()
