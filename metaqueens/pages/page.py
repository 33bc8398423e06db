"""A page in one file, with a policy that allows only its own scripts, by hash."""

from base64 import b64encode
from collections.abc import Sequence
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
    page = environment.get_template(template)
    return page.render(policy=policy, style=Markup(style), code=Markup(code), **values)


def _asset(name: str) -> str:
    return files("metaqueens.pages").joinpath("assets", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
