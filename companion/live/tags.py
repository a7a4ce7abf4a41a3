"""Tags on cards for the reader of the board: which card has which, as the host says once and the box keeps.

A sticker comes with its identity, so that a kit which does not bring it cannot know it. One that neither kit nor owner
knows is asked about while it lies on the reader. To name it is no act: the card is laid there again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.game import AnyGame
from companion.live.enrolment import Offered, grouped, label_of
from companion.live.requests import NameTag
from companion.runtime.text import printable
from companion.table.kit import is_drawn_anew, is_tag

NOT_NAMED: Final = "Card reader: nobody has said which card this is. The host says it once under “Unknown cards”."
"""What every page tells of a card with an unknown tag."""
DRAWN_ANEW: Final = (
    "Card reader: this card shows another number each time, as phones and bank cards do, so nobody can know it again. "
    "Put a sticker on the card (such as NTAG213) and lay that there."
)
"""What every page tells of a card whose tag is drawn by lot at each look."""
_LONGEST: Final = 40
"""So much of what somebody sent is quoted."""


def kind_of(game: AnyGame, named: Mapping[str, str], tag: str) -> str | None:
    """The kind of piece that a tag is on, by the kit or by the owner; None where neither knows it, or nobody can."""
    return None if is_drawn_anew(tag) else game.mat.kit.tags.get(tag) or named.get(tag)


def is_unknown(game: AnyGame, named: Mapping[str, str], tag: str) -> bool:
    """Whether somebody has to say what this tag is on, for a game in which cards are laid on the reader."""
    return is_tag(tag) and not is_drawn_anew(tag) and bool(game.reader.kinds) and kind_of(game, named, tag) is None


def tags_offered(game: AnyGame) -> tuple[Offered, ...]:
    """Every kind that may be laid on the reader, by shape, in the game's order."""
    kinds = set(game.reader.kinds)
    return grouped(game, lambda kind: kind in kinds)


def why_not_tagged(game: AnyGame, named: Mapping[str, str], asked: NameTag) -> str:
    """Why this tag cannot stand for that kind, as a sentence and what to do; empty where it can."""
    tag = asked.tag
    if not is_tag(tag):
        return f"“{printable(tag)[:_LONGEST]}” is no tag. Lay the card on the reader and choose from the list."
    if is_drawn_anew(tag):
        return (
            f"Tag {tag} is drawn by lot at each look, as all short ones are that begin with 08: it never comes again. "
            "Put a sticker on the card (such as NTAG213) and lay that on the reader."
        )
    if tag in game.mat.kit.tags:
        own = label_of(game, game.mat.kit.tags[tag])
        return f"Tag {tag} stands for {own} in this game's own kit. Give the card another one."
    if tag in named:
        return f"Tag {tag} is on {label_of(game, named[tag])}. Forget that first."
    if asked.kind not in game.reader.kinds:
        return f"No “{printable(asked.kind)[:_LONGEST]}” is laid on the reader in this game. Choose from its list."
    return ""


def tagged_words(game: AnyGame, asked: NameTag) -> str:
    """What is told to whoever has named a tag."""
    return f"Tag {asked.tag} is on {label_of(game, asked.kind)}. To do what it stands for, lay the card there again."


def untagged_words(game: AnyGame, tag: str, kind: str) -> str:
    """What is told to whoever has taken back what a tag is on."""
    return f"Tag {tag} stands for {label_of(game, kind)} no more."


def sound_tags(game: AnyGame, kept: Mapping[str, str], file: str) -> tuple[tuple[NameTag, ...], str]:
    """What of the tags kept in that file counts in this game, and a sentence on the rest, if any."""
    asked = [NameTag(tag, kind) for tag, kind in sorted(kept.items())]
    wrong = [(each, trouble) for each in asked if (trouble := why_not_tagged(game, {}, each))]
    bad = {each.tag for each, _ in wrong}
    sound = tuple(each for each in asked if each.tag not in bad)
    if not wrong:
        return sound, ""
    count = len(wrong) - 1
    more = f" {count} more {'are' if count > 1 else 'is'} left out." if count else ""
    return sound, f"{file} says what a tag is on, and that is left out. {wrong[0][1]}{more}"
