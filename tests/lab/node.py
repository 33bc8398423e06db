"""Scripts of the page in node, without a page."""

import json
import shutil
from typing import Any

import pytest

from metaqueens.lab.page import SCRIPTS
from tests.processes import written_by

from .drawn import ASSETS

needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs node")


def by_node(code: str, given: Any) -> Any:
    """What ``code`` makes of ``given``, with the scripts of the page."""
    names = [name for name in SCRIPTS if name not in ("lab_lane.js", "lab.js")]
    script = f"""
        const {{readFileSync}} = require("node:fs"), given = JSON.parse(readFileSync(0, "utf8"));
        {"".join((ASSETS / name).read_text() for name in names)}
        (async () => console.log(JSON.stringify(await ({code})(given),
          (key, value) => value === Infinity ? "inf" : value)))();
    """
    return json.loads(written_by("node", "-e", script, given=json.dumps(given)))
