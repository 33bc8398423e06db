"""Keys that stand for others: ``candidates: conflicted`` sets ``focus: conflicted``."""

from collections.abc import Mapping
from typing import Any

from metaqueens.text.validation import describe, wrong_argument

# What each word of a key sets.
Words = Mapping[str, Mapping[str, str]]
Aliases = Mapping[str, Words]


def spelt_out(aliases: Aliases, given: dict[str, Any]) -> dict[str, Any]:
    """Return ``given`` with what its keys stand for in their place."""
    for key in aliases.keys() & given.keys():
        words, word = aliases[key], given.pop(key)
        if not isinstance(word, str) or word not in words:
            raise wrong_argument(key, f"expected {' or '.join(words)}, got {describe(word)}")
        for field, value in words[word].items():
            if given.setdefault(field, value) != value:
                raise wrong_argument(key, f"{word} contradicts {field}: {given[field]}")
        for field, value in _set_by_others(words, word):
            if given.get(field) == value:
                raise wrong_argument(key, f"{word} contradicts {field}: {value}")
    return given


def words_of(aliases: Aliases, fields: Mapping[str, Any]) -> dict[str, str]:
    """Return by key the word that says what ``fields`` are."""
    found: dict[str, str] = {}
    for key, words in aliases.items():
        fits = [word for word, sets in words.items() if sets.items() <= fields.items()]
        found |= {key: max(fits, key=lambda word: len(words[word]))} if fits else {}
    return found


def without(aliases: Aliases, key: str, word: Any, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``fields`` less those that contradict ``word`` of a ``key`` that stands for others."""
    words = aliases.get(key, {})
    others = [one for one, value in _set_by_others(words, word) if fields.get(one) == value]
    gone = {*words.get(word, {}), *others}
    return {name: value for name, value in fields.items() if name not in gone}


def _set_by_others(words: Words, word: Any) -> list[tuple[str, str]]:
    """Return what the other words of a key set, and ``word`` leaves alone."""
    mine = words.get(word, {})
    others = [sets.items() for other, sets in words.items() if other != word]
    return [one for sets in others for one in sets if one[0] not in mine]
