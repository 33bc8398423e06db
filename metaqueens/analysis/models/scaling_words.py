"""What fitted models say of the growth of an algorithm's cost, in a sentence."""

from collections.abc import Sequence
from typing import Any

from metaqueens.analysis.models.model_choice import FURTHEST
from metaqueens.text.words import count, listed, times


def in_words(fits: Sequence[dict[str, Any]]) -> str:
    """What the rows of ``fits`` of one algorithm say of its growth: one sentence."""
    name = fits[0]["algorithm"]
    left = [one for one in fits if one["plausible"]]
    best = next(one for one in fits if one["best"])
    if not left:
        return (
            f"{name}: no model that was tried fits; the nearest, {_formula(best)}, misses the"
            f" largest sizes by {times(best['error'])}; not to be extrapolated"
        )
    if best["model"] == "constant":
        others = [one["formula"] for one in left if one is not best]
        also = f"; {listed(others, 9)} fit as well" if others else ""
        return f"{name} does not measurably grow with n: about {count(best['a'])}{also}"
    if len(left) == 1:
        return f"{name} grows like {_formula(best)}; the other models are ruled out{_held(best)}"
    return (
        f"{name}: these runs cannot tell {listed([_formula(one) for one in left], 9)} apart"
        f"; {_decision(best)}"
    )


def _decision(one: dict[str, Any]) -> str:
    if one["decided_at"] != one["decided_at"]:
        return f"nor would sizes up to {FURTHEST:,} times the largest"
    return f"sizes up to n = {count(one['decided_at'])} should rule out some of them"


def _held(one: dict[str, Any]) -> str:
    if one["covered"] == one["held_out"]:
        return ""
    missed = one["held_out"] - one["covered"]
    return (
        f", but {missed} of the {one['held_out']} largest sizes, which its band was not fitted to,"
        " miss that band: not to be extrapolated"
    )


def _formula(one: dict[str, Any]) -> str:
    """The fitted formula, with the interval of what decides how it grows."""
    span = f"({one['b_low']:.3g} to {one['b_high']:.3g})"
    a, b = f"{one['a']:.3g}", f"{one['b']:.4g}"
    return {
        "constant": a,
        "n log n": f"{a} n ln n",
        "power": f"{a} n^{one['b']:.3g} {span}",
        "root-exponential": f"{a} {b}^sqrt(n) {span}",
        "exponential": f"{a} {b}^n {span}",
        "power and offset": f"{one['c']:.3g} + {a} n^{one['b']:.3g}",
    }[one["model"]]
