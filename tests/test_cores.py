"""How many processors a process may use: control groups as the system writes them."""

import os

import pytest

from metaqueens.system import cores


@pytest.fixture
def system(tmp_path, monkeypatch):
    """``system("0::/a/b", {"a/cpu.max": "max 100000"})``: this process's groups and their files."""

    def make(mine, files):
        (tmp_path / "mine").write_text(mine + "\n")
        for name, text in files.items():
            path = tmp_path / "groups" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n")
        monkeypatch.setattr(cores, "_GROUPS", tmp_path / "groups")
        monkeypatch.setattr(cores, "_OWN_GROUP", tmp_path / "mine")

    return make


@pytest.mark.parametrize(
    ("mine", "files", "quotas"),
    [
        ("0::/", {}, []),
        ("0::/", {"cpu.max": "max 100000"}, []),
        ("0::/", {"cpu.max": "150000 100000"}, [1.5]),
        ("0::/a/b", {"a/b/cpu.max": "max 100000", "a/cpu.max": "50000 100000"}, [0.5]),
        ("0::/known/outside/alone", {"cpu.max": "200000 100000"}, [2.0]),
        ("4:cpu:/job\n0::/job", {"job/cpu.max": "300000 100000"}, [3.0]),
        ("4:cpu:/", {"cpu.max": "300000 100000"}, []),
    ],
)
def test_quotas_of_processors(system, mine, files, quotas):
    system(mine, files)
    assert cores._quotas() == quotas
    mine = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert cores.usable_cores() == max(1, min([mine, *(-int(-quota // 1) for quota in quotas)]))


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no affinity on this system")
def test_affinity(system):
    system("0::/", {})
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(before)})
        assert cores.usable_cores() == 1
    finally:
        os.sched_setaffinity(0, before)
    assert cores.usable_cores() == len(before)
