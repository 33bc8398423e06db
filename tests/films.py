"""Films in pages."""

import json
import re
from pathlib import Path
from typing import Any


def films_of(path: Path) -> list[dict[str, Any]]:
    """The films that the page at ``path`` plays side by side."""
    (show,) = json.loads(
        re.search(r'<script type="application/json">(.*?)</script>', path.read_text())[1]
    )
    films: list[dict[str, Any]] = show["films"]
    return films
