"""Figures made fit for a page with a strict policy."""

import re
import xml.etree.ElementTree as ET

import pytest

from metaqueens.analysis import figures
from metaqueens.pages.charts import inline

from ..analysis.test_figures import DRAW


@pytest.mark.parametrize("kind", DRAW)
def test_no_styles_and_every_reference_has_its_place(kind):
    svg = inline(DRAW[kind](["a", "b"]).svg(), "p-", 'a "label" & <more>')
    root = ET.fromstring(svg)
    assert root.get("aria-label") == 'a "label" & <more>'
    assert {"style", "metadata"}.isdisjoint(element.tag for element in root.iter())
    assert not any("style" in element.attrib for element in root.iter())
    ids = [element.get("id") for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert all(one.startswith("p-") for one in ids)
    wanted = re.findall(r'href="#(.*?)"', svg) + re.findall(r"url\(#(.*?)\)", svg)
    assert set(wanted) == set(ids)
    assert "xmlns" not in svg


def test_texts_keep_their_size_and_place():
    svg = inline(figures.ecdf({}, 10, "evaluations").svg(), "p-", "")
    text = next(one for one in ET.fromstring(svg).iter("text") if one.text == "evaluations")
    assert (text.get("font-size"), text.get("text-anchor")) == ("10px", "middle")
