"""Fill the pages of studies in: README.template.md and the numbers of its tables make README.md.

    python experiments/write_up.py                       # every study that has a template
    python experiments/write_up.py experiments/large_n   # one

Another template of a study, NAME.template.md, makes the page docs/NAME.md.

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
    return environment.from_string(text).render(_numbers(template.parent))


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
