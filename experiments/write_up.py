"""Fill the pages of studies in: README.template.md and the numbers of its tables make README.md.

    python experiments/write_up.py                       # every study that has a template
    python experiments/write_up.py experiments/large_n   # one

Another template of a study, NAME.template.md, makes the page docs/NAME.md.

A study's `readme.py` reads the tables beside it and nothing else; its `numbers()` returns what
the template names. A test fills every template in again and compares.

What a page puts in bold letters as a finding is a headline:

    {% filter headline("stuck", least=3) %}Restarts save much{% endfilter %} ({{ blocks("stuck") }})

Its value was measured anew on blocks of fresh seeds (headlines.csv: headline, block, value). A
headline that one fresh block does not repeat, with a value out of bounds, is refused.
"""

import csv
import sys
from collections import defaultdict
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from math import inf
from pathlib import Path

from jinja2 import Environment, StrictUndefined

HERE = Path(__file__).parent


class NotRepeated(Exception):
    """A headline that the fresh blocks do not show."""


def main(folders: list[Path]) -> None:
    for folder in folders or studies():
        for template, page in pages(folder):
            page.write_text(filled_in(template), encoding="utf-8")


def studies() -> list[Path]:
    """The folders of all studies that have a template."""
    return sorted(path.parent for path in HERE.glob("*/README.template.md"))


def pages(folder: Path) -> list[tuple[Path, Path]]:
    """The templates of the study in ``folder``, each with the page that it makes."""
    names = {path: path.name.removesuffix(".template.md") for path in folder.glob("*.template.md")}
    docs = HERE.parent / "docs"
    return [
        (path, folder / "README.md" if name == "README" else docs / f"{name}.md")
        for path, name in sorted(names.items())
    ]


def filled_in(template: Path) -> str:
    """The page that a ``template`` makes with the numbers of its study."""
    text = template.read_text(encoding="utf-8")
    environment = Environment(
        undefined=StrictUndefined, keep_trailing_newline=True, trim_blocks=True, autoescape=False
    )
    fresh = _fresh_blocks(template.parent)
    environment.filters["headline"] = partial(_headline, fresh)
    environment.globals["blocks"] = partial(_blocks, fresh)
    return environment.from_string(text).render(_numbers(template.parent))


def _headline(
    fresh: dict[str, list[float]], words: str, name: str, least: float = -inf, most: float = inf
) -> str:
    """The ``words`` in bold letters, if each fresh block of ``name`` is within the bounds."""
    values = fresh.get(name, [])
    if not values:
        raise NotRepeated(f"{name}: no fresh block measured this headline")
    if least == -inf and most == inf:
        raise NotRepeated(f"{name}: without a bound any block would repeat this headline")
    out = [f"{value:g}" for value in values if not least <= value <= most]
    if out:
        raise NotRepeated(
            f"{name}: {len(out)} of {len(values)} fresh blocks do not repeat this headline: "
            f"{', '.join(out)}, not within {least:g} to {most:g}"
        )
    return f"**{words}**"


def _blocks(fresh: dict[str, list[float]], name: str) -> str:
    """The least and the largest value of the fresh blocks."""
    ends = [f"{float(f'{pick(fresh[name]):.3g}'):,g}" for pick in (min, max)]
    return " to ".join(dict.fromkeys(ends))


def _fresh_blocks(folder: Path) -> dict[str, list[float]]:
    """The values of each headline, one a block of fresh seeds."""
    path, found = folder / "headlines.csv", defaultdict(list)
    if path.exists():
        with path.open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                found[row["headline"]].append(float(row["value"]))
    return dict(found)


def _numbers(folder: Path) -> dict:
    spec = spec_from_file_location(f"readme_of_{folder.name}", folder / "readme.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.numbers()


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))  # where studies import from each other
    main([Path(name) for name in sys.argv[1:]])
