"""Sentences that are always the same, as `data/sentences.toml` has them: rules, words on cards, and how to make all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.games.core import RuleId
from companion.games.manawave.data.playset import Edition
from companion.games.shared.files import read_as
from companion.language.message import Message, written


class _Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    queries: dict[str, str]
    targets: dict[str, str]
    comparisons: dict[str, str]
    scopes: dict[str, str]


class _Making(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    buy: tuple[str, ...]
    steps: dict[str, str]


class _Sentences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """sentences.toml."""

    rules: dict[RuleId, str]
    legend: dict[Edition, dict[str, str]]
    vocabulary: _Vocabulary
    figures: dict[str, str]
    house_rules: dict[str, str]
    making: _Making


def _said(texts: Mapping[str, str]) -> dict[str, Message]:
    return {key: written(text) for key, text in texts.items()}


_FILE: Final = read_as(__package__, "sentences.toml", _Sentences)
RULES: Final = _said(_FILE.rules)
"""What some rules say, by their ids; the others are shown by their ids."""
LEGEND: Final = {edition: _said(texts) for edition, texts in _FILE.legend.items()}
"""Words on cards with what they mean, in each state of the design."""
QUERIES: Final = _said(_FILE.vocabulary.queries)
TARGETS: Final = _said(_FILE.vocabulary.targets)
COMPARISONS: Final = _said(_FILE.vocabulary.comparisons)
SCOPES: Final = _said(_FILE.vocabulary.scopes)
FIGURES: Final = _said(_FILE.figures)
"""The figures of the shipped sets that nobody has given, by their paths."""
HOUSE_RULES: Final = _said(_FILE.house_rules)
"""Options off their default, of a game with Clans, by their names."""
BUY: Final = tuple(map(written, _FILE.making.buy))
STEPS: Final = _said(_FILE.making.steps)
"""How the printed sheets become pieces."""
