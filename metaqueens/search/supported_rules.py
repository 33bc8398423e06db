"""The rules that a search takes account of, and the words of its parameters that change them."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

from metaqueens.problem.queens import RULES


def by_word(search: Any) -> dict[str, tuple[str, ...]]:
    """Return the rules that an algorithm takes account of with another word, by ``name: word``.

    Words that change nothing are left out.
    """
    found = {}
    for name, field in type(search).model_fields.items():
        is_word = get_origin(field.annotation) is Literal
        for word in get_args(field.annotation) if is_word else ():
            other = search.model_copy(update={name: word})
            if set(other.supported_rules) != set(search.supported_rules):
                found[f"{name}: {word}"] = other.supported_rules
    return found


def remedy(search: Any, unknown: Sequence[str]) -> str:
    """Return the word with which it would take account of the ``unknown`` rules; "" for none."""
    for setting, rules in by_word(search).items():
        if set(unknown) <= set(rules):
            return f"; with `{setting}` it does"
    return ""


def in_full(rules: Sequence[str], by_word: Mapping[str, Sequence[str]]) -> str:
    """Return in words the ``rules`` of a search, and what single words of its parameters change."""
    other = [f"{in_words(others)} with `{word}`" for word, others in by_word.items()]
    return "; ".join([in_words(rules), *other])


def in_words(rules: Sequence[str]) -> str:
    """Return the names of rules for people: all, none, all but one, or each of them."""
    missing = [rule for rule in RULES if rule not in rules]
    if not rules or not missing:
        return "none" if missing else "all"
    kept = [rule for rule in RULES if rule in rules]
    return f"all but {missing[0]}" if len(missing) == 1 else ", ".join(kept)
