"""A real Firefox, asked by WebDriver BiDi: a page is opened, an expression of it evaluated."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websocket import WebSocket

PROGRAM = shutil.which("firefox") or shutil.which("firefox-esr")


class Firefox:
    """A window of a browser, and the line on which it is asked."""

    def __init__(self, line: WebSocket) -> None:
        self.line, self.numbers = line, count(1)
        self.ask("session.new", capabilities={})
        self.window = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **parameters: Any) -> Any:
        """Return what is answered. Raises ``AssertionError`` where that is an error."""
        number = next(self.numbers)
        self.line.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while (said := json.loads(self.line.recv())).get("id") != number:
            pass  # an event
        assert said["type"] == "success", said
        return said["result"]

    def open(self, page: Path) -> None:
        """Open a file, and wait until it is loaded."""
        address = page.resolve().as_uri()
        self.ask("browsingContext.navigate", context=self.window, url=address, wait="complete")

    def value(self, expression: str) -> Any:
        """Return what an ``expression`` comes to, a promise kept; it must be JSON's."""
        text = f"Promise.resolve({expression}).then((value) => JSON.stringify(value))"
        said = self.ask(
            "script.evaluate", expression=text, target={"context": self.window}, awaitPromise=True
        )
        assert said["type"] == "success", said
        return json.loads(said["result"]["value"])


@contextmanager
def opened(profile: Path) -> Iterator[Firefox]:
    """A Firefox without a window, with a new ``profile`` of its own."""
    assert PROGRAM
    profile.mkdir()
    options = ["--headless", "--remote-debugging-port", "0", "--profile", str(profile)]
    process = subprocess.Popen(
        [PROGRAM, *options, "about:blank"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
        text=True,
    )  # fmt: skip
    line = WebSocket()
    try:
        assert process.stderr
        said = (re.search(r"BiDi listening on (ws://\S+)", line) for line in process.stderr)
        address = next(found[1] for found in said if found)
        line.connect(f"{address}/session", suppress_origin=True)
        yield Firefox(line)
    finally:
        line.close()
        process.kill()
        process.communicate()
