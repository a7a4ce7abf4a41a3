"""A virtual box: every card in it has its name and its tag, so that whoever lays one is asked neither."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.game import AnyGame
from companion.live.requests import Enrol, NameTag
from companion.table.blanks import blanks, in_the_box
from companion.table.tags import box_tags


def names_of_box(game: AnyGame, said: Sequence[Enrol] = ()) -> tuple[Enrol, ...]:
    """Which card each blank one is, beyond what the host has said."""
    kit = game.mat.kit.with_enrolled({each.marker: each.kind for each in said})
    box = in_the_box(kit).kinds
    return tuple(Enrol(marker, box[marker]) for marker, blank in blanks(kit).items() if box[marker] != blank)


def tags_of_box(game: AnyGame, said: Sequence[NameTag] = ()) -> tuple[NameTag, ...]:
    """Which kind of card each tag is on, beyond what the kit knows and the host has said."""
    known = {each.tag for each in said} | {*game.mat.kit.tags}
    tags = box_tags(game.mat.kit, game.reader.kinds)
    return tuple(NameTag(tag, kind) for kind, tag in tags.items() if tag not in known)
