"""Fill the READMEs of studies in: README.template.md and the numbers of its tables make README.md.

    python experiments/write_up.py                       # every study that has a template
    python experiments/write_up.py experiments/large_n   # one

A study's `readme.py` reads the tables beside it and nothing else; its `numbers()` returns what
the template names. A test fills every template in again and compares.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from jinja2 import Environment, StrictUndefined

HERE = Path(__file__).parent


def main(folders: list[Path]) -> None:
    for folder in folders or studies():
        (folder / "README.md").write_text(filled_in(folder), encoding="utf-8")


def studies() -> list[Path]:
    """The folders of all studies that have a template."""
    return sorted(path.parent for path in HERE.glob("*/README.template.md"))


def filled_in(folder: Path) -> str:
    """The README of the study in ``folder``."""
    template = (folder / "README.template.md").read_text(encoding="utf-8")
    environment = Environment(
        undefined=StrictUndefined, keep_trailing_newline=True, trim_blocks=True, autoescape=False
    )
    return environment.from_string(template).render(_numbers(folder))


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
