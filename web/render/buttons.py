"""Choices as buttons: the words, what a tap sends, and a small picture."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from markupsafe import Markup

from companion.games.core import Choice
from companion.language.message import NOTHING, Message, Text
from companion.table.pieces import PieceKind
from web.http.speech import said
from web.render.die import FACE, die_picture
from web.render.pieces import find_kind, icon

SHORT: Final = 18
"""Letters for which a third of a small phone has room in two lines."""


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
    def is_short(self) -> bool:
        """Whether it says so little that three of it stand side by side on a phone."""
        words = said(self.label)
        is_brief = len(words) <= SHORT and max(map(len, words.split()), default=0) <= SHORT // 2
        return is_brief and not self.about and not self.picture

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
    if len(choice.values) == 1:
        # A die is drawn with its pips, in its colour where it has one.
        picture = die_picture(choice.values[0], find_kind(kinds, choice.piece).colour if choice.piece else FACE)
    draft = encode_draft(choice) if choice.is_draft else ""
    return Button(choice.label, encode_actions(choice), picture, draft, choice.key or choice.label, choice.about)


def encode_actions(choice: Choice[Any]) -> str:
    """The actions of a choice as the JSON that comes back when it is tapped."""
    return msgspec.json.encode(choice.actions).decode()


def encode_draft(choice: Choice[Any]) -> str:
    """What is put together by a choice as the JSON that comes back when it is tapped; "null" where it is dropped."""
    return msgspec.json.encode(choice.draft).decode()
