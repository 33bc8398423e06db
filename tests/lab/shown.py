"""What the page of the lab shows."""

import json
from typing import Any
from urllib.parse import unquote


def facts(browser: Any) -> list[int]:
    """Evaluations, moves, and the fewest attacking pairs."""
    names = ("evaluations", "steps", "guards")
    return [int(browser.find(f".{name}").text.replace(",", "")) for name in names]


def state(browser: Any) -> Any:
    """What the link has."""
    return json.loads(unquote(browser.driver.current_url.partition("#")[2]))
