"""The numbers of README.template.md, out of table.md; and that its words are true of them."""

from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
# The smaller and the larger number of runs whose memory is compared.
FEW, MANY = 1_000, 100_000


def numbers() -> dict[str, Any]:
    """What the template names."""
    measured = {}
    for line in (HERE / "table.md").read_text(encoding="utf-8").splitlines()[2:]:
        name, value, bar = (cell.strip() for cell in line.strip("|").split("|"))
        measured[name] = value
        assert not bar or _number(value) <= _number(bar), name
    each = _number(measured["coordinator, ms a run"])
    # A thousand workers: c milliseconds a run are c seconds for a run of each.
    assert _number(measured["shortest run that keeps 1,000 workers busy, seconds"]) == each
    assert each < 0.1, "well under a tenth of a millisecond"
    per_run = 1e6 * _number(measured["memory grows by, MB"]) / (MANY - FEW)
    return {"of": measured.__getitem__, "bytes_a_run": f"{per_run:.0f}"}


def _number(text: str) -> float:
    return float(text.replace(",", ""))
