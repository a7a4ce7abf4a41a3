"""Markers that a game's own kit does not know and the host says what they stand for: which may be, and in which words.

An enrolled marker is a further print of a piece, of an older kit, another game's or home-made. It replaces none: where
it and the piece's own print lie on the mat together the rules see one piece too many, as there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from companion.games.game import AnyGame
from companion.live.requests import Enrol
from companion.runtime.text import printable
from companion.table.blanks import UNNAMED, blanks, group_of, groups, names_left, names_of
from companion.table.kit import BIGGEST_ID, SIGN
from companion.table.pieces import PieceKind
from companion.table.sightings import BARE, CARD_BACK, MAT_CORNERS, MAT_MARKS, MarkerId

_SHAPES: Final = {"card": "Cards", "tile": "Tiles", "disc": "Discs", "hex": "Hexes", "pawn": "Pawns"}
"""Headings, in their order; a die carries no marker."""
_LONGEST = 30
"""So much of what somebody sent is quoted."""


class Offered(msgspec.Struct, frozen=True):
    """The kinds under one heading that a marker may stand for, each with a name that no other has."""

    title: str
    kinds: tuple[tuple[PieceKind, str], ...]


def offered(game: AnyGame) -> tuple[Offered, ...]:
    """Every kind that a marker of this game may stand for, by shape, in the game's order."""
    pieces = game.mat.kit.pieces
    return grouped(game, lambda kind: kind in pieces and not pieces[kind].named)


def grouped(game: AnyGame, is_offered: Callable[[str], bool]) -> tuple[Offered, ...]:
    """The kinds that are offered, by shape, in the game's order."""
    found = {
        title: tuple(
            (look, label_of(game, kind))
            for kind, look in game.mat.pieces.items()
            if look.shape == shape and is_offered(kind)
        )
        for shape, title in _SHAPES.items()
    }
    return tuple(Offered(title, kinds) for title, kinds in found.items() if kinds)


def label_of(game: AnyGame, kind: str) -> str:
    """What people call a kind; where two are called alike its own name is added, as on the printed kit."""
    looks = game.mat.pieces
    if kind not in looks:
        return kind
    label = looks[kind].label
    is_one = Counter(look.label for look in looks.values())[label] == 1
    return label if is_one else f"{label} ({kind.partition(':')[2] or kind})"


def why_not_enrolled(game: AnyGame, enrolled: Mapping[MarkerId, str], marker: MarkerId, kind: str) -> str:
    """Why this marker cannot stand for that kind, as a sentence and what to do; empty where it can."""
    if not 0 <= marker <= BIGGEST_ID:
        return f"There is no marker {marker}: they go from 0 to {BIGGEST_ID}. Choose one that the camera sees."
    if marker == BARE:
        return f"Marker {BARE} means that nothing lies there, in every game. Give the piece another marker."
    if marker < MAT_CORNERS:
        return f"Marker {marker} is a corner of the mat, in every game. Give the piece another marker."
    if marker in MAT_MARKS:
        return f"Markers {MAT_MARKS[0]} to {MAT_MARKS[-1]} say which mat lies there. Give the piece another marker."
    own, pieces = game.mat.kit.kinds, game.mat.kit.pieces
    if marker == CARD_BACK:
        return f"Marker {CARD_BACK} is the back of every card, in every game. Give the piece another marker."
    if marker in own and pieces[own[marker]].named:
        return _why_not_named(game, enrolled, marker, kind)
    if marker in own:
        return (
            f"Marker {marker} stands for {label_of(game, own[marker])} in this game's own kit. "
            "Give the piece another marker."
        )
    if marker in enrolled:
        return f"Marker {marker} is enrolled as {label_of(game, enrolled[marker])}. Forget that first."
    if kind not in pieces or pieces[kind].named:
        return f"This game has no piece “{printable(kind)[:_LONGEST]}”. Choose one from its list."
    return ""


def _why_not_named(game: AnyGame, enrolled: Mapping[MarkerId, str], marker: MarkerId, kind: str) -> str:
    """Why this blank card cannot have that name."""
    kit, now = game.mat.kit, game.mat.kit.with_enrolled(enrolled)
    blank = kit.kinds[marker]
    card = card_words(game, blank)
    if marker in enrolled:
        return f"{card} is named {label_of(game, enrolled[marker])}. Take that name back first."
    if kind not in names_of(kit, group_of(blank)):
        return f"{card} cannot be named “{printable(kind)[:_LONGEST]}”. Choose one of the names on its list."
    if kind not in names_left(now, group_of(blank)):
        others = ", ".join(card_words(game, kit.kinds[each]) for each in now.markers(kind) if each in kit.kinds)
        return f"{others} is named {label_of(game, kind)} already. Take that back first, if it is wrong."
    return ""


def card_words(game: AnyGame, blank: str) -> str:
    """What a blank card is called whether it is named or not: “Title card 3”."""
    label = game.mat.pieces[blank].label.removesuffix(UNNAMED)
    return f"{label[:1].upper()}{label[1:]}"


class Naming(msgspec.Struct, frozen=True):
    """How far the cards of one group are named."""

    group: str
    words: str
    """What people call one of its cards, in the plural where there are more: "Title cards"."""
    named: int
    of: int
    left: tuple[tuple[PieceKind, str], ...]
    """The names that may still be given, each with its words."""


def namings(game: AnyGame, enrolled: Mapping[MarkerId, str]) -> tuple[Naming, ...]:
    """Every group of blank cards of a game."""
    kit = game.mat.kit.with_enrolled(enrolled)
    free = [group_of(kind) for kind in blanks(kit).values()]
    looks = game.mat.pieces
    return tuple(
        Naming(
            group,
            card_words(game, f"{group}{SIGN}1").rpartition(" ")[0] + ("s" if count > 1 else ""),
            count - free.count(group),
            count,
            tuple((looks[kind], label_of(game, kind)) for kind in names_left(kit, group)),
        )
        for group, count in groups(kit).items()
    )


def enrolled_words(game: AnyGame, marker: MarkerId, kind: str) -> str:
    """What is told to whoever has enrolled a marker."""
    kit = game.mat.kit
    if marker in kit.kinds:
        return f"{card_words(game, kit.kinds[marker])} is: {label_of(game, kind)}."
    piece, told = game.mat.kit.pieces[kind], f"Marker {marker} is read as {label_of(game, kind)} from now on."
    if piece.count > 1 or piece.is_shared:
        return told
    return f"{told} The game has one of it: put the print with marker {piece.first} away, or there is one too many."


def forgotten_words(game: AnyGame, marker: MarkerId, kind: str) -> str:
    """What is told to whoever has taken back what a marker stands for."""
    blank = game.mat.kit.kinds.get(marker)
    if blank is not None:
        return f"{card_words(game, blank)} has no name again. Lay it down to name it."
    return f"Marker {marker} is read as {label_of(game, kind)} no more."


def sorted_out(game: AnyGame, kept: Mapping[MarkerId, str], file: str) -> tuple[tuple[Enrol, ...], str]:
    """What of the markers kept in that file can be enrolled in this game, and a sentence on the rest, if any."""
    wrong = {marker: why_not_enrolled(game, {}, marker, kind) for marker, kind in sorted(kept.items())}
    sound = tuple(Enrol(marker, kept[marker]) for marker, trouble in wrong.items() if not trouble)
    return sound, _left_out([(marker, trouble) for marker, trouble in wrong.items() if trouble], file)


def _left_out(wrong: Sequence[tuple[MarkerId, str]], file: str) -> str:
    if not wrong:
        return ""
    count = len(wrong) - 1
    more = f" {count} more {'are' if count > 1 else 'is'} left out." if count else ""
    return f"{file} says what marker {wrong[0][0]} stands for, and that is left out. {wrong[0][1]}{more}"
