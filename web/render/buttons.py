"""Choices as buttons: the words, the actions that a tap sends, and a small picture."""

from __future__ import annotations

from typing import Any

import msgspec
from markupsafe import Markup

from companion.games.core import Choice
from companion.language.message import Message
from companion.table.pieces import PieceKind
from web.render.pieces import find_kind, icon


class Button(msgspec.Struct, frozen=True):
    """One choice as a button: its words, the actions it sends, and a small picture."""

    label: Message
    actions: str
    picture: Markup


def make_button(choice: Choice[Any], kinds: dict[str, PieceKind]) -> Button:
    """The button of a choice."""
    picture = icon(find_kind(kinds, choice.piece)) if choice.piece else Markup("")
    return Button(choice.label, encode_actions(choice), picture)


def encode_actions(choice: Choice[Any]) -> str:
    """The actions of a choice as the JSON that comes back when it is tapped."""
    return msgspec.json.encode(choice.actions).decode()
