"""A page in one file, with a policy that allows only its own scripts, by hash."""

import string
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup


def render(template: str, scripts: Sequence[str], wasm: bool = False, **values: Any) -> str:
    """Return the page of ``template`` with our style and these ``scripts``.

    All ``values`` are escaped. ``wasm``: whether it may compile WebAssembly and start a worker.
    """
    style, code = _asset("style.css"), "".join(map(_asset, scripts))
    compiling, working = (" 'wasm-unsafe-eval'", " worker-src blob:;") if wasm else ("", "")
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(code)}{compiling};"
        f"{working} img-src data:; base-uri 'none'; form-action 'none'"
    )
    environment = Environment(
        loader=PackageLoader("metaqueens.pages", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
    environment.filters["packed"] = pack
    page = environment.get_template(template)
    return page.render(policy=policy, style=Markup(style), code=Markup(code), **values)


def _asset(name: str) -> str:
    return files("metaqueens.pages").joinpath("assets", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


# More characters than the largest board of a film has rows; "-" is a column without a queen.
ALPHABET = string.digits + string.ascii_lowercase + string.ascii_uppercase


def pack(shows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the data of the player: the title and the films of each show, side by side."""
    found = []
    for show in shows:
        films = show.get("films", [show])
        found.append({"title": show["title"], "films": [_film(film) for film in films]})
    return found


def _film(film: dict[str, Any]) -> dict[str, Any]:
    small = dict(film)
    for name, convert in PACKED.items():
        if name in film:
            small[name] = list(map(convert, film[name]))
    return small


def _characters(numbers: Sequence[int]) -> str:
    return "".join("-" if number < 0 else ALPHABET[number] for number in numbers)


def _join(rows: Iterable[Sequence[int]]) -> str:
    return "".join(map(_characters, rows))


# The columns of a film that are packed.
PACKED: dict[str, Callable[[Any], str]] = {
    "queens": _characters,
    "alone": _characters,
    "lines": _join,
}
