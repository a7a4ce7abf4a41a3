"""The rows of a journal, each chained to the one before it by its hash."""

from __future__ import annotations

import hashlib
from typing import Any, Literal, TypeAlias

import msgspec

GENESIS = hashlib.sha256(b"companion journal").hexdigest()
"""What row 1 is chained to."""

RowKind: TypeAlias = Literal["start", "act", "correct", "undo", "redo", "seat", "end"]


class Draft(msgspec.Struct, frozen=True):
    """A row that is to be written."""

    at: str
    """When, ISO 8601 with zone."""
    by: str
    """Who reported it: "host", "seat 2", "bot", "dealer"."""
    kind: RowKind
    payload: dict[str, Any]
    state_hash: str
    """Hash of the state that the row leads to."""


class Row(msgspec.Struct, frozen=True):
    """A row of a journal. `number` counts from 1."""

    number: int
    at: str
    by: str
    kind: RowKind
    payload: str
    """JSON."""
    state_hash: str
    hash: str

    def read(self) -> dict[str, Any]:
        """The payload. Raises `msgspec.DecodeError` where the row has none that is a table."""
        try:
            return msgspec.json.decode(self.payload, type=dict[str, Any])
        except RecursionError as error:
            raise msgspec.DecodeError("its payload lies too deep within itself") from error

    def follows(self, previous: str) -> bool:
        """Whether it is, unchanged, the row that was chained to this hash."""
        return self.hash == _hash(previous, self.number, self, self.payload)


def chain(previous: str, number: int, draft: Draft) -> Row:
    """The row for a draft, chained to the hash of the row before it."""
    payload = msgspec.json.encode(draft.payload).decode()
    return Row(
        number, draft.at, draft.by, draft.kind, payload, draft.state_hash, _hash(previous, number, draft, payload)
    )


def _hash(previous: str, number: int, draft: Draft | Row, payload: str) -> str:
    cells = [previous, number, draft.at, draft.by, draft.kind, payload, draft.state_hash]
    return hashlib.sha256(msgspec.json.encode(cells)).hexdigest()
