"""The lecture as a folder of pages: ``python -m docs.lecture.build FOLDER`` (``make lecture``).

Every command in the pages is run as it stands, in one folder, in the order of the pages; films and
figures are what the commands leave. What they printed is kept beside them.
"""

import json
import re
import shutil
import sys
from functools import partial
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from docs import blocks
from docs.blocks import Command

HERE = Path(__file__).resolve().parent
INDEX = "README.md"
PARTS = tuple(sorted(HERE.glob("[1-9]-*.md")))
PAGES = (HERE / INDEX, *PARTS)
# Other pages of the documentation that these link to.
FURTHER = tuple(
    dict.fromkeys(
        (HERE / link).resolve()
        for source in PAGES
        for link in re.findall(r"\]\((\.\./[^)#]*\.md)\)", source.read_text(encoding="utf-8"))
    )
)
# What the commands leave, and what the class begins with.
OUTPUT, CLASS = "output", "class"
PRINTED = "printed.json"
# Files that a further page shows, or offers for download.
FILES = re.compile(r"""(?<=src=")\.\./[^"]+|(?<=<)\.\./[^>]+(?=>`)""")
DOWNLOAD = re.compile(r"\{download\}`(.*?) <(.*?)>`")
LAB = "## In the lab\n"
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands(text: str) -> list[Command]:
    """The commands of a page, in its order."""
    return blocks.commands("".join(CONSOLE.findall(text)))


def inputs() -> list[Path]:
    """The experiments and scripts that the commands use."""
    found = (*HERE.glob("*.yaml"), *HERE.glob("*.py"))
    return sorted(path for path in found if path.name != Path(__file__).name)


def run(words: str, folder: Path) -> str:
    """What a command prints, run in ``folder``: `metaqueens ...` or `python script.py ...`."""
    said = blocks.run(words, folder)
    if said.code:
        raise RuntimeError(f"{words}: exit code {said.code}\n{said.err}")
    return said.out


def build(folder: Path) -> None:
    """Fill ``folder``. What a teacher wrote in the folder of the class stays there."""
    shutil.rmtree(folder / OUTPUT, ignore_errors=True)
    for name in (OUTPUT, CLASS):
        (folder / name).mkdir(parents=True, exist_ok=True)
        for path in inputs():
            target = folder / name / path.name
            if target.exists() and target.read_bytes() != path.read_bytes():
                target.replace(target.with_name(f"{target.name}.mine"))
            shutil.copy(path, target)
    printed = []
    for part in PARTS:
        for command in commands(part.read_text(encoding="utf-8")):
            print(f"{part.name}: {command.words}", flush=True)
            printed.append((part.name, *command, run(command.words, folder / OUTPUT)))
    run("metaqueens lab", folder / OUTPUT)
    for source in (*PAGES, *FURTHER):
        (folder / address(source.name)).write_text(page(source), encoding="utf-8")
    for source in FURTHER:
        for name in FILES.findall(source.read_text(encoding="utf-8")):
            shutil.copy(source.parent / name, folder / OUTPUT)
    # No page shows the databases, or what Python compiled.
    for unseen in (folder / OUTPUT / "results", *folder.rglob("__pycache__")):
        shutil.rmtree(unseen)
    (folder / OUTPUT / PRINTED).write_text(json.dumps(printed, indent=1), encoding="utf-8")


def address(name: str) -> str:
    """The page that a Markdown file becomes."""
    return "index.html" if name == INDEX else name.replace(".md", ".html")


def page(source: Path) -> str:
    """A Markdown file as HTML."""
    titles = [(address(INDEX), "Lecture"), *((address(p.name), _title(p)) for p in PARTS)]
    environment = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined
    )
    style = files("metaqueens.pages").joinpath("assets", "style.css").read_text(encoding="utf-8")
    return environment.get_template("page.html.j2").render(
        title=_title(source),
        style=Markup(style),
        body=Markup(_html(source)),
        pages=titles,
        here=address(source.name),
    )


def _title(source: Path) -> str:
    return source.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")


def with_pictures(text: str) -> str:
    """The text of a page with what its commands leave: figures, and links to films and the lab."""
    text = text.replace(LAB, f"{LAB}\n{_button('lab.html')}\n")
    text = CONSOLE.sub(lambda block: block[0] + _films(block[1]), text)
    return re.sub(r"<!-- figure: (\S+) (.*?) -->", _figure, text, flags=re.DOTALL)


def _html(source: Path) -> str:
    text = source.read_text(encoding="utf-8")
    if source in FURTHER:
        text = FILES.sub(lambda name: f"{OUTPUT}/{Path(name[0]).name}", text)
        text = DOWNLOAD.sub(r"[\1](\2)", text)
    else:
        text = with_pictures(text)
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    html = re.sub(r"^(<pre>.*?>|)\$ (.*)$", r"\1<b>$ \2</b>", html, flags=re.MULTILINE)
    return re.sub(r'<a href="([^"]+)">(.*?)</a>', partial(_link, source), html, flags=re.DOTALL)


def _films(block: str) -> str:
    """Links to the pages that the commands of a block leave."""
    made = re.findall(r"^\$ .* -o (\S+\.html)\b", block, re.MULTILINE)
    return "".join(f"\n\n{_button(name)}\n" for name in made)


def _button(name: str) -> str:
    return f'<p class="made"><a href="{OUTPUT}/{name}">Open {name}</a></p>'


def _figure(found: re.Match[str]) -> str:
    caption = escape(" ".join(found[2].split()))
    picture = f'<img src="{OUTPUT}/{found[1]}" alt="{caption}">'
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"


def _link(source: Path, found: re.Match[str]) -> str:
    """Link to a page of the folder; of another one only the words are left."""
    target, words = found.groups()
    if target.startswith((OUTPUT, "#")):
        return found[0]
    path = (source.parent / target.partition("#")[0]).resolve()
    return f'<a href="{address(path.name)}">{words}</a>' if path in (*PAGES, *FURTHER) else words


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/lecture").resolve()
    build(folder)
    print(f"{folder}/index.html")
