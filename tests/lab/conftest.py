"""The page of the lab, in a browser."""

import json
from urllib.parse import quote

import pytest

from ..cli import call


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    path = tmp_path_factory.mktemp("lab") / "lab.html"
    said = call("lab", "-o", path)
    assert said.code == 0, said.err
    return path


@pytest.fixture
def opened(browser, lab):
    def opened(state=None, width=1366, height=625, dark=False):
        browser.driver.get("about:blank")  # another state alone would not load the page again
        browser.open(lab, width, dark, height=height)
        if state is not None:
            browser.driver.get("about:blank")
            text = state if isinstance(state, str) else json.dumps(state)
            browser.driver.get(f"{lab.resolve().as_uri()}#{quote(text)}")
        browser.wait_for(lambda: browser.find(".lab").is_displayed())
        return browser

    return opened
