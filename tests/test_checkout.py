"""A checkout: what git ignores, what its locks hold, and that it can be installed in place."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.processes import ran
from tests.wheels import built

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def requirements(groups):
    """What the groups of that name ask for, those that they include too."""
    for name in groups:
        for entry in PROJECT["dependency-groups"][name]:
            if isinstance(entry, str):
                yield Requirement(entry)
            else:
                yield from requirements([entry["include-group"]])


def pins(lock):
    """The version of each package, by its name."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", text, re.MULTILINE))


RUN = [Requirement(entry) for entry in PROJECT["project"]["dependencies"]]
EXTRAS = [
    Requirement(entry)
    for entries in PROJECT["project"]["optional-dependencies"].values()
    for entry in entries
]


def test_git_ignores_no_module_of_the_package():
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    modules = [str(path.relative_to(ROOT)) for path in ROOT.glob("metaqueens/**/*.py")]
    # --no-index: also where a file is tracked already, as its next neighbour will not be.
    ignored = ran("git", "check-ignore", "--no-index", *modules, folder=ROOT)
    assert ignored.stdout.split() == []


@pytest.mark.parametrize(
    ("lock", "asked"),
    [
        ("requirements.lock", [*RUN, *requirements(["build"])]),
        ("requirements-dev.lock", [*RUN, *EXTRAS, *requirements(["dev"])]),
    ],
)
def test_a_lock_holds_what_is_asked_for(lock, asked):
    held = pins(lock)
    for requirement in asked:
        version = held[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"{requirement}: {version}; make lock"


def test_what_runs_is_what_is_tested():
    run, tested = pins("requirements.lock"), pins("requirements-dev.lock")
    assert run.items() <= tested.items()


def test_a_run_installs_no_tool_of_the_tests():
    tools = {canonicalize_name(each.name) for each in requirements(["dev"])}
    ours = {canonicalize_name(each.name) for each in [*RUN, *requirements(["build"])]}
    # What our own dependencies need.
    ours.add("markdown-it-py")
    assert not (tools - ours) & set(pins("requirements.lock"))


def test_it_can_be_installed_in_place(tmp_path):
    assert built("editable", ROOT, tmp_path)
