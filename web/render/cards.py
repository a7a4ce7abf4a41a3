"""Cards that lie open to one view, to be read: each with its drawing and what it says, large where it is tapped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from markupsafe import Markup

from companion.language.message import Message
from web.render.mat import AnyView
from web.render.pieces import find_kind, icon

if TYPE_CHECKING:
    from companion.live.snapshot import Snapshot


class ReadCard(msgspec.Struct, frozen=True):
    """One card, tile or board."""

    picture: Markup
    """Empty where there is no piece of it."""
    name: Message
    text: Message
    owner: Message


class ReadGroup(msgspec.Struct, frozen=True):
    """Those of one sort."""

    title: Message
    cards: tuple[ReadCard, ...]


def card_groups(snapshot: Snapshot, view: AnyView) -> tuple[ReadGroup, ...]:
    """What there is to read, in groups; empty in a game of which nothing says anything."""
    game, kinds = snapshot.game, dict(snapshot.game.mat.pieces)
    return tuple(
        ReadGroup(
            group.title,
            tuple(
                ReadCard(
                    icon(find_kind(kinds, each.kind)) if each.kind else Markup(""), each.name, each.text, each.owner
                )
                for each in group.cards
            ),
        )
        for group in game.screen.cards(view)
    )
