"""CITATION.cff, codemeta.json and pyproject.toml have the form of their formats, and agree."""

import json
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

import metaqueens
from docs import metadata
from metaqueens.cli import COMMANDS

ROOT = Path(__file__).parents[2]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
CODEMETA = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LICENSE = (ROOT / "LICENSE").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["CITATION.cff", "codemeta.json"])
def test_a_file_is_what_pyproject_and_the_changelog_say(name):
    """Else: `python -m docs.metadata`."""
    assert (ROOT / name).read_text(encoding="utf-8") == metadata.files()[name]


def test_they_have_what_their_formats_require():
    assert CITATION["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= set(CITATION)
    assert all({"name", "family-names"} & set(author) for author in CITATION["authors"])
    assert CODEMETA["@context"] == "https://w3id.org/codemeta/3.0"
    assert CODEMETA["@type"] == "SoftwareSourceCode"


def test_all_three_are_of_one_version_licence_and_authors():
    assert CITATION["version"] == CODEMETA["version"] == metaqueens.__version__
    assert CITATION["license"] == PROJECT["license"] == CODEMETA["license"].rpartition("/")[2]
    assert CITATION["license"] in LICENSE.split("\n")[0]
    names = [author["name"] for author in PROJECT["authors"]]
    assert names == [author["name"] for author in CITATION["authors"]]
    assert names == [author["name"] for author in CODEMETA["author"]]
    assert all(name in LICENSE for name in names)


def test_the_date_is_that_of_the_version_in_the_changelog():
    version, date = metadata.read_release()
    assert version == CITATION["version"]
    assert date == CITATION.get("date-released") == CODEMETA.get("dateModified")


@pytest.mark.parametrize(
    ("heading", "date"),
    [("## [1.0.0] - unreleased", None), ("## [1.0.0] - 2027-01-31", "2027-01-31")],
)
def test_only_a_released_version_has_a_date(tmp_path, monkeypatch, heading, date):
    text = f"## [Unreleased]\n\n{heading}\n\n## [0.9.0] - 2026-11-22\n"
    (tmp_path / "CHANGELOG.md").write_text(text)
    monkeypatch.setattr(metadata, "ROOT", tmp_path)
    assert metadata.read_release() == ("1.0.0", date)
    assert metadata.citation().get("date-released") == date
    assert metadata.codemeta().get("dateModified") == date


def test_nothing_says_that_an_unreleased_version_binds():
    _, date = metadata.read_release()
    page = (ROOT / "docs/stability.md").read_text(encoding="utf-8")
    held = json.loads((ROOT / "tests/stable.json").read_text(encoding="utf-8"))
    assert held["released"] == date
    assert ("is not released yet" in page) == (date is None)


@pytest.mark.parametrize(
    ("heading", "accepted"), [("## [1.0.0] - unreleased", False), ("## [1.0.0] - 2027-01-31", True)]
)
def test_a_release_is_refused_while_the_changelog_says_unreleased(tmp_path, heading, accepted):
    (tmp_path / "CHANGELOG.md").write_text(f"## [Unreleased]\n\n{heading}\n")
    step = _find_step("CHANGELOG.md")
    environment = {**os.environ, "GITHUB_REF_NAME": "v1.0.0"}
    done = subprocess.run(["bash", "-c", step], cwd=tmp_path, env=environment, capture_output=True)
    assert (done.returncode == 0) == accepted


def test_the_changelog_has_the_form_that_a_release_needs():
    """Headings of Keep a Changelog; the newest section is unreleased or of this version."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, *versions = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    heading = first.splitlines()[0]
    assert heading == "[Unreleased]" or heading.startswith(f"[{metaqueens.__version__}] - ")
    assert all(metadata.RELEASE.match(f"## {one.splitlines()[0]}") for one in versions)
    assert not any("unreleased" in older.splitlines()[0] for older in versions[1:])
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    for one in (first, *versions):
        titles = re.findall(r"^### (.+)$", one, re.MULTILINE)
        assert len(titles) == len(set(titles)), titles
        assert set(titles) <= kinds


def test_the_notes_count_the_commands_and_name_those_that_are_gone():
    (notes,) = re.findall(
        r"^## \[1\.0\.0\].*?^### ",
        (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    count, gone = re.search(r"There are (\d+) commands\. (.*?)are gone", notes, re.DOTALL).groups()
    assert not {*re.findall(r"`([\w-]+)`", gone)} & {*COMMANDS}
    if metaqueens.__version__ == "1.0.0":
        assert int(count) == len(COMMANDS)
    new = re.findall(r"`(\w+)` \(", notes)
    assert new
    assert {*new} <= {*COMMANDS}


def test_an_address_stands_in_no_other_file():
    """Placeholders are replaced in one place: an address of a page would be forgotten there."""
    base = PROJECT["urls"]["Repository"]
    assert all(url.startswith(base) for url in PROJECT["urls"].values())
    taken = {"pyproject.toml", "CITATION.cff", "codemeta.json"}
    pages = [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "metaqueens").rglob("*.py"),
    ]
    assert [path.name for path in pages if base in path.read_text(encoding="utf-8")] == []
    assert all(base in (ROOT / name).read_text(encoding="utf-8") for name in taken)


def test_a_release_is_refused_while_addresses_are_placeholders():
    step = _find_step("example.org")
    done = subprocess.run(["bash", "-c", step], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode == 0) == ("example.org" not in PROJECT["urls"]["Repository"])


def _find_step(text):
    """Return the command of the release workflow that contains ``text``."""
    steps = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))
    commands = [step.get("run", "") for step in steps["jobs"]["build"]["steps"]]
    (step,) = (command for command in commands if text in command)
    return step


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
def test_the_identifiers_of_the_page_are_those_of_software_heritage(tmp_path):
    """Those of the standard's own example: an empty file, an empty folder."""
    page = (ROOT / "docs/how-to/citing.md").read_text(encoding="utf-8")
    commands = re.findall(r"^\$ (echo .*)$", page, re.MULTILINE)
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q", "."], cwd=tmp_path, check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "none"], cwd=tmp_path, check=True)
    (tmp_path / "CITATION.cff").touch()
    said = [
        subprocess.run(["bash", "-c", one], cwd=tmp_path, capture_output=True, text=True).stdout
        for one in commands
    ]
    assert re.fullmatch(r"swh:1:rev:[0-9a-f]{40}\n", said[0])
    assert said[1] == "swh:1:dir:4b825dc642cb6eb9a060e54bf8d69288fbee4904\n"
    assert said[2] == "swh:1:cnt:e69de29bb2d1d6434b8b29ae775ad8c2e48c5391\n"
