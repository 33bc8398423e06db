import gc
import os
import signal
import sys
import tempfile
from contextlib import contextmanager
from importlib import import_module

import numba
import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from metaqueens.core.jit import Kernel
from metaqueens.core.random import start_stream

from . import slow
from .browser import Page, chromium
from .outside import none_yet

# Instances that were drawn before are kept there, and the user's are none of ours.
os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="metaqueens-tests-")
# Every program that a test starts would compile our modules again, which takes it half a second.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_xdist_auto_num_workers(config):
    """One more than there are processors, as some tests mostly wait; none for a file or two."""
    if all(".py" in named for named in config.args):
        return 0
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else None


def pytest_configure(config):
    if numba.config.DISABLE_JIT:  # machine code wraps around without a word, NumPy's numbers say so
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered:RuntimeWarning")


@pytest.hookimpl(tryfirst=True)  # before tests are left out by their markers
def pytest_collection_modifyitems(items):
    """Mark the tests that are slow; skip those that need the compiler where there is none."""
    for item in items:
        if reason := slow.why(item.nodeid, item.fixturenames):
            item.add_marker(pytest.mark.slow(reason))
    for item in items if numba.config.DISABLE_JIT else ():
        if marker := item.get_closest_marker("compiled"):
            why = marker.args[0] if marker.args else "there is no machine code"
            item.add_marker(pytest.mark.skip(reason=f"NUMBA_DISABLE_JIT: {why}"))


def pytest_collection_finish():
    """What was imported stays: looking for garbage among it takes a twentieth of the time."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish():
    """Keep what was covered now: a worker that takes long to end is ended."""
    coverage = sys.modules.get("coverage")
    if measured := coverage and coverage.Coverage.current():
        measured.save()


@pytest.fixture(autouse=True)
def _no_user_code_of_other_tests():
    """A test finds no user code or program of an earlier test, and no folder where it was."""
    with none_yet():
        yield


@pytest.fixture
def rng():
    return np.random.default_rng(2026)


@pytest.fixture
def stream(rng):
    return start_stream(rng)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder of the test's own, which is the present one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def uncompiled():
    """Kernels as Python runs them, in this process.

    Each set of rules has machine code of its own, which takes seconds for each search: every search
    is run compiled under one of two large sets (``tests/problem``), and under many others here.
    """
    with as_python():
        yield


@contextmanager
def as_python():
    """Here kernels are plain functions, and none are run ahead only to be compiled."""
    solving = import_module("metaqueens.search.solve")
    with pytest.MonkeyPatch.context() as patch, np.errstate(over="ignore"):  # as machine code does
        patch.setattr(Kernel, "__call__", lambda kernel, *given: kernel.function(*given))
        patch.setattr(solving, "warm_up", lambda algorithm, space: None)
        yield


@pytest.fixture
def programs_as_python(monkeypatch):
    """Programs and workers run kernels as plain Python, this process does not.

    Numba reads its variables again whenever it compiles. A kernel that is first used at such a
    moment would stay a plain function in all later tests of the process.
    """
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(numba.config, "reload_config", lambda: None)


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """Chromium, started for the first test that needs it."""
    with chromium(tmp_path_factory.mktemp("chromium")) as driver:
        yield Page(driver)


# The first call of a kernel compiles it, machines are busy, and a test that is red must stay red.
settings.register_profile(
    "kernels", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("kernels")


@pytest.fixture(autouse=True, scope="session")
def _signals_of_a_terminal():
    """What ``nohup`` or a shell's background job started ignores signals, as would its programs."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
