"""Sentences that are always the same, as `data/sentences.toml` has them: rules, words on cards, and how to make all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.shared.files import read_data
from companion.language.message import Message, written


def _said(texts: Mapping[str, str]) -> dict[str, Message]:
    return {key: written(text) for key, text in texts.items()}


_FILE: Final = read_data(__package__, "sentences.toml")
RULES: Final = _said(_FILE["rules"])
"""What some rules say, by their ids; the others are shown by their ids."""
LEGEND: Final = {edition: _said(texts) for edition, texts in _FILE["legend"].items()}
"""Words on cards with what they mean, in each state of the design."""
QUERIES, TARGETS, COMPARISONS, SCOPES = (
    _said(_FILE["vocabulary"][part]) for part in ("queries", "targets", "comparisons", "scopes")
)
FIGURES: Final = _said(_FILE["figures"])
"""The figures of the shipped sets that nobody has given, by their paths."""
HOUSE_RULES: Final = _said(_FILE["house_rules"])
"""Options off their default, of a game with Clans, by their names."""
BUY: Final = tuple(map(written, _FILE["making"]["buy"]))
STEPS: Final = _said(_FILE["making"]["steps"])
"""How the printed sheets become pieces."""
