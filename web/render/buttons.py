"""Choices as buttons: the words, what a tap sends, and a small picture."""

from __future__ import annotations

from typing import Any

import msgspec
from markupsafe import Markup

from companion.games.core import Choice
from companion.language.message import NOTHING, Message, Text
from companion.table.pieces import PieceKind
from web.render.pieces import find_kind, icon


class Button(msgspec.Struct, frozen=True):
    """One choice as a button: its words, what it sends, and a small picture."""

    label: Message
    actions: str
    picture: Markup
    draft: str = ""
    """What is put together by it, as JSON; empty where it sends actions."""
    key: Text = ""
    """What it is known by in its group from page to page: the same button is the same one in other words."""
    about: Message = NOTHING
    """What to know before tapping it."""

    @property
    def name(self) -> str:
        """The field of a form that it sends."""
        return "draft" if self.draft else "actions"

    @property
    def value(self) -> str:
        """What it sends in that."""
        return self.draft or self.actions


def make_button(choice: Choice[Any], kinds: dict[str, PieceKind]) -> Button:
    """The button of a choice."""
    picture = icon(find_kind(kinds, choice.piece)) if choice.piece else Markup("")
    draft = encode_draft(choice) if choice.is_draft else ""
    return Button(choice.label, encode_actions(choice), picture, draft, choice.key or choice.label, choice.about)


def encode_actions(choice: Choice[Any]) -> str:
    """The actions of a choice as the JSON that comes back when it is tapped."""
    return msgspec.json.encode(choice.actions).decode()


def encode_draft(choice: Choice[Any]) -> str:
    """What is put together by a choice as the JSON that comes back when it is tapped; "null" where it is dropped."""
    return msgspec.json.encode(choice.draft).decode()
