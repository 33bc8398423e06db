"""Figures on a page: SVG without ids and inline styles, which a strict policy forbids."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import NamedTuple

from metaqueens.analysis.figures.style import Picture

_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"


def inline(svg: str, prefix: str, label: str) -> str:
    """Return Matplotlib's ``svg`` as an element of a page; its ids begin with ``prefix``."""
    root = ET.fromstring(svg)
    used = set(_references(root))
    for element in root.iter():
        element.tag = element.tag.removeprefix(_SVG)
        _unstyle(element)
        if (link := element.attrib.pop(_LINK, None)) is not None:
            element.set("href", f"#{prefix}{link[1:]}")
        if (name := element.attrib.pop("id", None)) in used:
            element.set("id", prefix + str(name))
        for key, value in element.attrib.items():
            element.set(key, re.sub(r"url\(#", f"url(#{prefix}", value))
    for parent in root.iter():
        for child in list(parent):
            if child.tag in ("metadata", "style"):
                parent.remove(child)
    # Its own width, so that all figures have one size of type; the page scales down if necessary.
    root.set("width", str(round(float(root.get("width", "0").removesuffix("pt")) * 4 / 3)))
    for size in ("height", "version"):
        root.attrib.pop(size, None)
    root.set("role", "img")
    root.set("aria-label", label)
    return re.sub(r'xmlns:?\w*="[^"]*" ?', "", ET.tostring(root, encoding="unicode"))


def _references(root: ET.Element) -> Iterator[str]:
    for element in root.iter():
        for value in element.attrib.values():
            yield from re.findall(r"url\(#(.*?)\)", value)
        yield element.get(_LINK, "")[1:]


def _unstyle(element: ET.Element) -> None:
    """Turn ``style`` into the attributes of the same names; the page has its own typeface."""
    for part in filter(None, map(str.strip, element.attrib.pop("style", "").split(";"))):
        key, _, value = map(str.strip, part.partition(":"))
        if key == "font" and (size := re.search(r"[\d.]+px", value)):
            element.set("font-size", size[0])
        elif key not in ("font", "font-family"):
            element.set(key, value)


class Chart(NamedTuple):
    """A figure, the name of its file, and its caption."""

    name: str
    caption: str
    picture: Picture
