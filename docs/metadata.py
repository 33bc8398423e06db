"""``python -m docs.metadata``: CITATION.cff and codemeta.json from pyproject and the changelog."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import yaml

import metaqueens

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RELEASE = re.compile(r"^## \[(\d[\w.]*)\] - (\d{4}-\d\d-\d\d|unreleased)$", re.MULTILINE)


def read_release() -> tuple[str, str | None]:
    """Return the newest version of the changelog, and its date if it is released."""
    version, date = RELEASE.findall((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))[0]
    return version, None if date == "unreleased" else date


def format_date(key: str) -> dict[str, str]:
    """Return the entry with the date of the release, or none before the release."""
    _, date = read_release()
    return {key: date} if date else {}


def citation() -> dict[str, Any]:
    """Return the contents of CITATION.cff, in the Citation File Format 1.2.0."""
    subject, _, rest = PROJECT["description"].partition(": ")
    return {
        "cff-version": "1.2.0",
        "message": f"If you use {PROJECT['name']} in a publication, please cite it as below.",
        "type": "software",
        "title": f"{PROJECT['name']}: {subject[0].lower()}{subject[1:]}",
        "abstract": f"{subject}: {rest}.",
        "authors": PROJECT["authors"],
        "version": metaqueens.__version__,
        **format_date("date-released"),
        "license": PROJECT["license"],
        "repository-code": PROJECT["urls"]["Repository"],
        "url": PROJECT["urls"]["Documentation"],
        "keywords": PROJECT["keywords"],
    }


def codemeta() -> dict[str, Any]:
    """Return the contents of codemeta.json, in CodeMeta 3.0."""
    return {
        "@context": "https://w3id.org/codemeta/3.0",
        "@type": "SoftwareSourceCode",
        "name": PROJECT["name"],
        "description": PROJECT["description"],
        "version": metaqueens.__version__,
        **format_date("dateModified"),
        "license": f"https://spdx.org/licenses/{PROJECT['license']}",
        "author": [{"@type": "Organization", "name": each["name"]} for each in PROJECT["authors"]],
        "keywords": PROJECT["keywords"],
        "programmingLanguage": "Python",
        "runtimePlatform": f"Python {PROJECT['requires-python']}",
        "softwareRequirements": PROJECT["dependencies"],
        "developmentStatus": "active",
        "codeRepository": PROJECT["urls"]["Repository"],
        "issueTracker": PROJECT["urls"]["Issues"],
        "releaseNotes": PROJECT["urls"]["Changelog"],
        "softwareHelp": {"@type": "WebSite", "url": PROJECT["urls"]["Documentation"]},
    }


def files() -> dict[str, str]:
    """Return the text of each file, by its name."""
    cff = yaml.safe_dump(citation(), sort_keys=False, width=100)
    return {"CITATION.cff": cff, "codemeta.json": f"{json.dumps(codemeta(), indent=2)}\n"}


if __name__ == "__main__":
    for name, text in files().items():
        (ROOT / name).write_text(text, encoding="utf-8")
