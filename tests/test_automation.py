"""What a code host, a commit hook and Docker are told: it names what is there."""

import os
import re
import shutil
import sys
import tomllib
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from tests.processes import ran
from tests.wheels import built

ROOT = Path(__file__).parents[1]
HOST = ROOT / ".github"
WORKFLOWS = sorted((HOST / "workflows").glob("*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = {
    name
    for names in re.findall(r"^([a-z][a-z -]*):", MAKEFILE, re.MULTILINE)
    for name in names.split()
}


def read(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def each(workflow, key):
    """The ``key`` of every step that has one."""
    steps = [step for job in read(workflow)["jobs"].values() for step in job["steps"]]
    return [step[key] for step in steps if key in step]


@pytest.fixture(params=WORKFLOWS, ids=lambda path: path.stem)
def workflow(request):
    return request.param


def test_a_workflow_makes_what_the_makefile_has(workflow):
    made = re.findall(r"^make (\w+)", "\n".join(each(workflow, "run")), re.MULTILINE)
    assert made
    assert set(made) <= TARGETS


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# The Python versions that are said to do.
PYTHONS = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))


def after(python):
    """The version after ``python``."""
    major, minor = python.split(".")
    return f"{major}.{int(minor) + 1}"


def test_every_supported_python_is_tried_on_three_systems_and_both_bounds_at_its_ends():
    jobs = read(HOST / "workflows/tests.yml")["jobs"]
    matrix = jobs["systems"]["strategy"]["matrix"]
    systems = {*matrix["system"], *(each["system"] for each in matrix["include"])}
    assert {name.partition("-")[0] for name in systems} == {"ubuntu", "macos", "windows"}
    assert matrix["python"] == PYTHONS
    bounds = jobs["bounds"]["strategy"]["matrix"]
    assert bounds == {"bound": ["lowest", "newest"], "python": [PYTHONS[0], PYTHONS[-1]]}


def test_one_range_of_pythons_is_declared_taken_and_told():
    low, end = PYTHONS[0], after(PYTHONS[-1])
    assert PROJECT["requires-python"] == f">={low},<{end}"
    taken = re.findall(r"\((3), (\d+)\) <= sys.version_info < \((3), (\d+)\)", MAKEFILE)
    assert [".".join(pair) for pair in (taken[0][:2], taken[0][2:])] == [low, end]
    assert {*re.findall(r"python(3\.\d+)", MAKEFILE)} == {*PYTHONS}
    for page in ("Makefile", "README.md", "docs/how-to/install.md", "docs/lecture/README.md"):
        told = re.findall(r"Python (3\.\d+) to (3\.\d+)", (ROOT / page).read_text("utf-8"))
        assert {*told} == {(low, PYTHONS[-1])}, page


@pytest.mark.skipif(
    os.name == "nt" or not shutil.which("make") or not find_spec("ensurepip"),
    reason="needs make, a Python that is a script, and one that can make environments",
)
@pytest.mark.parametrize(
    ("version", "does"),
    [((3, 10, 9), False), ((3, 11, 0), True), ((3, 14, 9), True), ((3, 15, 0), False)],
)
def test_make_takes_and_refuses_a_python_by_its_version(version, does, tmp_path):
    for name in ("Makefile", "pyproject.toml", "requirements.lock"):
        shutil.copy(ROOT / name, tmp_path)
    python = tmp_path / "python"
    python.write_text(
        f"#!{sys.executable}\nimport sys\nsys.version_info = {version}\n"
        "exec(sys.argv[2]) if sys.argv[1] == '-c' else sys.exit('would go on')"
    )
    python.chmod(0o755)
    done = ran("make", "run", f"PYTHON={python}", folder=tmp_path)
    assert done.returncode == 2
    assert ("would go on" in done.stderr) == does
    assert ("metaqueens needs Python 3." in done.stderr) != does


def test_hooks_before_a_commit_use_the_tools_of_the_lock():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lint = project["dependency-groups"]["lint"]
    tools = {"lint-imports": "import-linter"}
    (repository,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    for hook in repository["hooks"]:
        program = hook["entry"].split()[0]
        name = program.removeprefix(".venv/bin/")
        assert name != program
        assert tools.get(name, name) in lint


def copied():
    """What the Dockerfile copies, and where to."""
    for words in re.findall(r"^COPY (.+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE):
        *sources, target = words.split()
        yield from ((source, target) for source in sources)


def test_what_the_image_copies_is_sent_and_makes_the_package(tmp_path):
    """The same folder as in the image, as far as the package is concerned."""
    sent = [line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().split()]
    (tmp_path / "out").mkdir()
    for source, target in copied():
        assert any(fnmatch(source, pattern) for pattern in sent if pattern != "*"), source
        there = tmp_path / "src" / (target if target != "./" else source)
        there.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, there, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / source, there)
    assert built("wheel", tmp_path / "src", tmp_path / "out")
