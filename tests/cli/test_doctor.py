"""``metaqueens doctor``: what it says where all is well, and where something is wrong."""

import os
import sys
from importlib.metadata import metadata

import pytest

from metaqueens.cli.reference import doctor
from tests.cli import silent, told

pytestmark = pytest.mark.usefixtures("here")


def facts_of(code=0):
    report = told("doctor", code=code)
    assert report["problems"] == sum(one["level"] == "problem" for one in report["facts"])
    return {one["name"]: one for one in report["facts"]}


def test_what_there_is_a_fact_a_line(here):
    lines, facts = silent("doctor").splitlines(), facts_of()
    assert [line[9:].partition(":")[0] for line in lines] == [*facts]
    assert {line[:7] for line in lines} <= {"OK     ", "note   "}
    assert os.listdir(here) == ["small.yaml"]
    facts = {name: fact["said"] for name, fact in facts.items()}
    assert facts["python"].startswith(sys.version.split()[0])
    assert "usable cores" in facts["machine"]
    assert "numba " in facts["dependencies"]
    assert " in " in facts["kernels kept"]


def test_packages_that_are_too_old(tmp_path, monkeypatch):
    """One that runs need, and one of an extra."""
    for package, version in (("numba", "0.1.2"), ("clingo", "1.0rc1")):
        info = tmp_path / f"{package}-{version}.dist-info"
        info.mkdir()
        text = f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n"
        (info / "METADATA").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    facts = facts_of(code=3)
    assert facts["dependencies"]["level"] == "problem"
    assert facts["dependencies"]["said"].startswith("numba 0.1.2 is not >=0.")
    assert facts["extra asp"]["level"] == "note"
    assert facts["extra asp"]["said"].startswith("clingo 1.0rc1 is not >=")
    assert facts["extra asp"]["said"].endswith(
        ": pip install 'metaqueens[asp]' brings clingo, a second exact engine for boards with rules"
    )


def test_a_package_that_is_missing(monkeypatch):
    monkeypatch.setattr(doctor, "requires", lambda name: ["no-such-package>=1"])
    assert facts_of(code=3)["dependencies"]["said"] == "no-such-package is missing"


def test_every_extra_is_explained():
    assert metadata("metaqueens").get_all("Provides-Extra") == sorted(doctor.EXTRAS)
