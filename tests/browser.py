"""A real browser for pages: Debian's Chromium, headless, one for the whole session."""

import gzip
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE

with suppress(ImportError):
    from selenium.webdriver.common.keys import Keys as Keys

OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1",
)  # fmt: skip


@contextmanager
def chromium(profile: Path) -> Iterator[Any]:
    """A driver of a fresh Chromium, offline; skips the test where there is none."""
    driver, browser = shutil.which("chromedriver"), shutil.which("chromium")
    if not (driver and browser):
        pytest.skip("needs chromium and chromedriver")
    from selenium.webdriver import Chrome, ChromeOptions, ChromeService

    options = ChromeOptions()
    options.binary_location = browser
    for option in (*OPTIONS, f"--user-data-dir={profile}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    page = Chrome(options=options, service=ChromeService(driver))
    try:
        page.set_network_conditions(offline=True, latency=0, throughput=0)
        yield page
    finally:
        page.quit()


class Page:
    """A page in the browser, as a reader meets it."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(
        self, path: Path, width: int = 1200, dark: bool = False, media: str = "", height: int = 900
    ) -> None:
        """Show the file at ``path`` in a window of that size."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=media, features=[scheme])
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
            mobile=False,
        )  # fmt: skip
        self.complaints()
        self.driver.get(path.resolve().as_uri())

    def call(self, command: str, **arguments: Any) -> Any:
        """Speak to the browser's development tools."""
        return self.driver.execute_cdp_cmd(command, arguments)

    def run(self, script: str, *arguments: Any) -> Any:
        """What ``script``, the body of a function, returns."""
        return self.driver.execute_script(script, *arguments)

    def find(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def find_all(self, selector: str) -> list[Any]:
        return self.driver.find_elements("css selector", selector)

    def wait_for(self, holds: Callable[[], bool]) -> None:
        """Until ``holds()``."""
        from selenium.webdriver.support.ui import WebDriverWait

        WebDriverWait(self.driver, PATIENCE, 0.05).until(lambda _: holds())

    def complaints(self) -> list[str]:
        """What the console has said since it was last asked."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def picture(self, path: Path) -> None:
        """The whole page as a PNG."""
        from base64 import b64decode

        shot = self.call("Page.captureScreenshot", captureBeyondViewport=True, format="png")
        path.write_bytes(b64decode(shot["data"]))

    def too_wide(self) -> int:
        """By how many pixels the page is wider than its window."""
        return self.run(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )

    def violations(self) -> list[str]:
        """What axe-core finds wrong, of WCAG 2.0 to 2.2 (A and AA) and of good practice."""
        found = self.call("Runtime.evaluate", expression=f"{_axe()}; {_AXE}", awaitPromise=True,
                          returnByValue=True)  # fmt: skip
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"]["value"]

    def faint(self) -> list[str]:
        """Texts whose contrast is below WCAG's AA: 4.5, or 3 where they are large."""
        return self.run(_FAINT)


@cache
def _axe() -> str:
    """axe-core itself; tests/axe/README.md says where it comes from."""
    return gzip.decompress((Path(__file__).parent / "axe" / "axe.min.js.gz").read_bytes()).decode()


_AXE = """
axe.run(document, {resultTypes: ["violations"], rules: {"target-size": {enabled: true}}}).then(
  (found) => found.violations.flatMap((one) => one.nodes.map(
    (node) => `${one.id}: ${one.help}: ${node.target} ${node.failureSummary}`)))
"""
_FAINT = """
const channel = (c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const colour = (text) => (text.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
function ground(element) {
  for (let at = element; at; at = at.parentElement) {
    const found = colour(getComputedStyle(at).backgroundColor);
    if (found.length === 3 || found[3] === 1) return found;
  }
  return [255, 255, 255];
}
const faint = [];
for (const element of document.querySelectorAll("body *")) {
  const own = [...element.childNodes].some((c) => c.nodeType === 3 && c.data.trim());
  if (!own || !element.getClientRects().length || element.closest("noscript")) continue;
  // On the cells of a map, whose colours are no backgrounds; test_figures looks after them.
  if (["#000001", "#fffffe"].includes(element.getAttribute("fill"))) continue;
  const style = getComputedStyle(element), drawn = element.namespaceURI.endsWith("svg");
  const pair = [light(colour(drawn ? style.fill : style.color)), light(ground(element))];
  const contrast = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
  const size = parseFloat(style.fontSize);
  const large = size >= 24 || (size >= 18.7 && style.fontWeight >= 700);
  const what = `${element.tagName} ${element.textContent.trim().slice(0, 40)}`;
  if (contrast < (large ? 3 : 4.5)) faint.push(`${what} ${contrast.toFixed(2)}`);
}
return faint;
"""
