"""What the pages take from the code: every parameter, choice, key, command and public name."""

import re

import pytest

import metaqueens
from docs import generated, links
from metaqueens.cli import COMMANDS
from metaqueens.config.schema import json_schema
from metaqueens.contestants.registry import CONTESTANTS
from metaqueens.search.algorithm import Algorithm

SECTIONS = dict(re.findall(r"^## `(\w+)`\n(.*?)(?=^## |\Z)", generated.parameters(), re.M | re.S))


@pytest.mark.parametrize("use", CONTESTANTS)
def test_an_algorithm_has_all_its_parameters_and_papers(use):
    for name in set(CONTESTANTS[use].model_fields) - set(Algorithm.model_fields):
        assert re.search(rf"^\| `{name}` \| \S.* \| .*\S \|$", SECTIONS[use], re.MULTILINE)
    assert "{cite:t}`" in SECTIONS[use]


def test_choices_ranges_and_defaults_are_said():
    assert (
        "`steepest`, `first_improvement`, `stochastic`, `conflicted` | `steepest` |"
        in (SECTIONS["hill_climbing"])
    )
    assert "| `noise` | number ≥ 0, ≤ 1 | `0.0` |" in SECTIONS["min_conflicts"]
    assert "| `command` | list of text | required |" in SECTIONS["program"]


def test_every_key_of_a_file_is_there():
    text = generated.yaml_keys()
    schema = json_schema()
    algorithms = {kind.__name__ for kind in CONTESTANTS.values()}
    parts = [schema, *(one for name, one in schema["$defs"].items() if name not in algorithms)]
    for part in parts:
        for key in part.get("properties", {}):
            assert f"| `{key}` |" in text


def test_every_command_config_and_public_name_is_there():
    assert all(f"| `{name}` |" in generated.commands() for name in COMMANDS)
    assert "| `ga_n50` |" in generated.configs()
    named = re.findall(
        r"^\.\. auto(?:class|function):: metaqueens\.(\w+)(?:\(\))?$", generated.python_api(), re.M
    )
    assert sorted(named) == sorted(metaqueens.__all__)


@pytest.mark.parametrize("name", ["parameters", "python", "yaml"])
def test_a_page_that_ends_with_a_generated_part_says_where_to_read_it(name):
    text = (generated.HERE / f"reference/{name}.md").read_text(encoding="utf-8")
    *_, paragraph, mark = text.strip().split("\n\n")
    assert mark.startswith("<!-- generated: ")
    assert "when the pages are built (`make docs`)" in paragraph.replace("\n", " ")


@pytest.mark.parametrize("page", generated.find_pages(), ids=lambda page: page.stem)
def test_what_is_in_the_file_too_is_as_it_would_be_made(page):
    text = page.read_text(encoding="utf-8")
    assert generated.renew(text) == text, "run python -m docs.generated"


def test_a_part_is_made_once_where_a_page_is_built():
    text = (generated.HERE / "reference/cli.md").read_text(encoding="utf-8")
    built = [text]
    generated.fill_in(None, "", built)
    assert built[0].count("| `solve` |") == text.count("| `solve` |") == 1


def test_links_out_of_the_pages_say_where_the_file_is():
    page = links.DOCS / "how-to"
    assert links.replace_links("[a study](../../experiments/hard/README.md)", page) == (
        "a study (`experiments/hard/README.md`)"
    )
    assert (
        links.replace_links("[x.py](../../metaqueens/contestants/registry.py)", page)
        == "x.py (`metaqueens/contestants/registry.py`)"
    )
    assert (
        links.replace_links("[registry.py](../../metaqueens/contestants/registry.py)", page)
        == "`metaqueens/contestants/registry.py`"
    )
    for kept in ("[a](install.md)", "[a](#b)", "[a](https://b.c)", "![a](../../README.md)"):
        assert links.replace_links(kept, page) == kept
    taken = links.replace_links(
        "[a](docs/how-to/tuning.md#b)", links.ROOT, links.DOCS / "explanation"
    )
    assert taken == "[a](../how-to/tuning.md#b)"
