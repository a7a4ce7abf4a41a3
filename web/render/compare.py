"""Boards that people keep on paper beside what the companion knows of them: row by row, and what differs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from markupsafe import Markup

from companion.games.core import FactValue
from companion.games.shared.facts import FactField
from companion.language.message import Message, say
from web.render.board import DrawnBoard


class PaperRow(msgspec.Struct, frozen=True):
    """One row of a paper: its squares, from the first to the last."""

    label: Message
    fields: tuple[FactField, ...]


class PaperBoard(msgspec.Struct, frozen=True):
    """One board that is kept on paper."""

    key: str
    title: str
    picture: Markup
    rows: tuple[PaperRow, ...]


class Difference(msgspec.Struct, frozen=True):
    """A square whose paper says something else than the companion."""

    field: FactField
    on_paper: FactValue
    found: Message
    mend_paper: Message
    """What to do on the paper where the companion is right."""


def paper_boards(fields: Iterable[FactField], drawn: Iterable[DrawnBoard]) -> tuple[PaperBoard, ...]:
    """Each drawn board of which facts are kept on paper, with its rows in the order of these."""
    rows: dict[str, dict[Message, list[FactField]]] = {}
    for field in fields:
        if field.board:
            rows.setdefault(field.board, {}).setdefault(field.row, []).append(field)
    return tuple(
        PaperBoard(
            board.key,
            board.title,
            board.picture,
            tuple(PaperRow(label, tuple(squares)) for label, squares in rows[board.key].items()),
        )
        for board in drawn
        if board.key in rows
    )


def differences(fields: Iterable[FactField], on_paper: Mapping[str, FactValue]) -> tuple[Difference, ...]:
    """What the paper says otherwise, by the keys of the facts, in their order."""
    return tuple(
        Difference(
            field,
            value,
            say("the paper has {paper}, the companion {known}", paper=_shown(value), known=_shown(field.value)),
            _mend(field, value),
        )
        for field in fields
        if (value := on_paper.get(field.key, field.value)) != field.value
    )


def _shown(value: FactValue) -> Message:
    return say("{value}", value=int(value)) if value else say("nothing")


def _mend(field: FactField, on_paper: FactValue) -> Message:
    known = int(field.value)
    if field.high == 1:
        return say("cross it out") if known else say("take the cross off")
    if field.row == field.label:
        return say("make it {known}", known=known)
    if not known:
        return say("erase the {paper}", paper=int(on_paper))
    if not on_paper:
        return say("write {known}", known=known)
    return say("erase the {paper} and write {known}", paper=int(on_paper), known=known)
