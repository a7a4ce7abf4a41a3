"""What people and scripts send, read and checked; whatever cannot be read is refused in a sentence."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Annotated, Any, TypeVar

import msgspec
from flask import Request

from companion.games.core import FactValue
from companion.games.shared.facts import FactField
from companion.language.message import say
from companion.language.values import Name
from companion.live.requests import DraftTap, Settle, Tap
from companion.live.seats import LONGEST_NAME
from companion.runtime.text import printable
from web.http.refusals import Refused

TAP_ID_LENGTH = 64
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class TapMessage(msgspec.Struct, forbid_unknown_fields=True):
    """What a page's script sends for a tap."""

    actions: list[dict[str, Any]]
    revision: int
    tap_id: str = ""


class DraftMessage(msgspec.Struct, forbid_unknown_fields=True):
    """What it sends for a tap by which something is put together; None drops it."""

    draft: dict[str, Any] | None
    revision: int


class Piece(msgspec.Struct, forbid_unknown_fields=True):
    """One piece that lies on the virtual mat."""

    piece: int


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """Where a lying piece goes: its middle, in millimetres from the mat's top left."""

    piece: int
    x_mm: float
    y_mm: float
    squarely: bool = False
    """Whether it was pointed at with a finger: the place that its marker comes to is meant, not the very point."""


class Play(msgspec.Struct, forbid_unknown_fields=True):
    """A card out of the own hand, and where its middle comes to lie."""

    kind: Annotated[str, msgspec.Meta(max_length=64)]
    x_mm: float
    y_mm: float
    face_up: bool = False
    squarely: bool = False
    """As of a `Move`."""


class Press(msgspec.Struct, forbid_unknown_fields=True):
    """A button of the virtual board."""

    button: Annotated[str, msgspec.Meta(max_length=16)]


class Throwing(msgspec.Struct, forbid_unknown_fields=True):
    """An open roll whose dice are thrown."""

    key: Annotated[str, msgspec.Meta(max_length=64)]


M = TypeVar("M", Piece, Move, Play, Press, Throwing)


def read_message(request: Request, kind: type[M]) -> M:
    """What the script of the virtual table sends. Raises `Refused`."""
    try:
        return msgspec.json.decode(request.get_data(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(
            400, "This could not be read: it is not the JSON that the page sends. Reload the page and try again."
        ) from error


def read_tap(request: Request) -> Tap:
    """The tap in a request, from a script's JSON or from a plain form. Raises `Refused`."""
    return _tap(_sent(request))


def read_seat_tap(request: Request) -> Tap | DraftTap:
    """The same of a seat's own page, on which something may be put together too. Raises `Refused`."""
    body = _sent(request)
    with suppress(*_UNREADABLE):
        message = msgspec.json.decode(body, type=DraftMessage)
        return DraftTap(message.draft, message.revision)
    return _tap(body)


def read_settle(request: Request) -> Settle:
    """What somebody lets chance settle, by the button of a form. Raises `Refused`."""
    key, revision = request.form.get("key", ""), parse_number(request.form.get("revision", ""))
    if not key or len(key) > TAP_ID_LENGTH or revision is None:
        raise Refused(400, "This could not be read: it is not what the page sends. Reload the page and tap again.")
    return Settle(key, revision)


def _tap(body: bytes) -> Tap:
    try:
        message = msgspec.json.decode(body, type=TapMessage)
    except _UNREADABLE as error:
        raise Refused(
            400, "This tap could not be read: it is not the JSON that the pages send. Reload the page and tap again."
        ) from error
    if len(message.tap_id) > TAP_ID_LENGTH:
        raise Refused(400, f"The tap's id is longer than {TAP_ID_LENGTH} characters. Reload the page and tap again.")
    return Tap(tuple(message.actions), message.revision, message.tap_id or secrets.token_urlsafe(9))


def _sent(request: Request) -> bytes:
    """What was tapped as JSON, whether a script or a plain form has sent it."""
    if request.is_json:
        return request.get_data()
    field = "draft" if "draft" in request.form else "actions"
    tapped, revision = request.form.get(field, ""), request.form.get("revision", "")
    return f'{{"{field}":{tapped or "?"},"revision":{revision or "?"}}}'.encode()


def read_name(request: Request) -> str:
    """The name in a form, cleaned. Raises `Refused` where nothing readable is left or it is too long."""
    name = printable(request.form.get("name", ""))
    if not 1 <= len(name) <= LONGEST_NAME:
        found = "is empty" if not name else f"has {len(name)} characters"
        raise Refused(400, f"The name {found}. Type 1 to {LONGEST_NAME} characters.")
    return name


def read_number(request: Request, field: str, words: str, low: int, high: int) -> int:
    """A whole number in a form or query. Raises `Refused`, calling the field by `words`."""
    typed = request.values.get(field, "").strip()
    number = parse_number(typed)
    if number is None or not low <= number <= high:
        raise Refused(400, f"{words} cannot be “{printable(typed)[:20]}”. Give a whole number from {low} to {high}.")
    return number


def parse_number(typed: str) -> int | None:
    """The whole number typed, or None."""
    digits = typed.removeprefix("-")
    return int(typed) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None


def changed_facts(form: Mapping[str, str], fields: Iterable[FactField]) -> dict[str, FactValue]:
    """The facts whose value in the form is not the one the form was drawn with.

    Raises `Refused` for a value that cannot be read.
    """
    changed: dict[str, FactValue] = {}
    for field in fields:
        typed = form.get(f"fact:{field.key}")
        if typed is not None and typed.strip() != form.get(f"was:{field.key}", str(field.value)):
            changed[field.key] = _value(field, typed.strip())
    return changed


def card_figures(form: Mapping[str, str], fields: Iterable[FactField]) -> dict[str, FactValue]:
    """What was typed or chosen from the owner's box; a field left empty is not sent. Raises `Refused`."""
    figures: dict[str, FactValue] = {}
    for field in fields:
        typed = form.get(f"fact:{field.key}", "").strip()
        if typed:
            figures[field.key] = _value(field, typed)
    return figures


def _value(field: FactField, typed: str) -> FactValue:
    """The value meant by a text: the choice that is written so, or a number in range."""
    for value, _ in field.choices:
        if str(value) == typed:
            return value
    number = parse_number(typed)
    if field.choices or number is None or not field.low <= number <= field.high:
        fact, group, wrong = field.label, field.group, Name(printable(typed)[:20])
        text = (
            say("{fact} ({group}) cannot be “{value}”. Choose one from its list.", fact=fact, group=group, value=wrong)
            if field.choices
            else say(
                "{fact} ({group}) cannot be “{value}”. Give a whole number from {low} to {high}.",
                fact=fact,
                group=group,
                value=wrong,
                low=field.low,
                high=field.high,
            )
        )
        raise Refused(400, text, "malformed", "host")
    return number
