"""Sentences of a game that stand in a data file by their names: what is wrong where something is so."""

from __future__ import annotations

import re
from typing import Final

from companion.games.core import RuleId
from companion.games.shared.files import read_as
from companion.language.message import Message, Value, filled

_RULE: Final = re.compile(r"\(([A-Z]-\d{3})\)\.$", re.MULTILINE)


class Sentences:
    """The sentences of one file, in tables; a name that it has not is a mistake in the game."""

    def __init__(self, package: str, file: str) -> None:
        self._tables = read_as(package, file, dict[str, dict[str, str]]).values()
        self._texts = {name: text for table in self._tables for name, text in table.items()}

    @property
    def rules(self) -> tuple[RuleId, ...]:
        """The rules that end these sentences, each once a table, in the order of the file."""
        found = (dict.fromkeys(_RULE.findall("\n".join(table.values()))) for table in self._tables)
        return tuple(rule for table in found for rule in table)

    def where(self, name: str, is_so: object, /, **given: Value) -> Message | None:
        """The sentence of this name, with these values in its gaps; None where it is not so."""
        return filled(self._texts[name], **given) if is_so else None
