"""What is printed for all games that the companion knows: their mats by their marks, their pieces by their markers.

Games without rules are among them: their mats and kits are printed as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from companion.games.registry import GAMES, PRINTED
from companion.games.shared.files import read_as
from companion.games.shared.mats import read_kit, read_mats
from companion.games.shared.phrases import listing
from companion.table.kit import SIGN, Kit
from companion.table.layout import Layout
from companion.table.prints import Prints
from companion.table.sightings import MarkerId


class _Titled(msgspec.Struct, frozen=True):
    """What is needed here of a print.toml."""

    title: str


class _Printed(msgspec.Struct, frozen=True):
    """What is printed for one game, and what its pieces are called."""

    title: str
    kit: Kit
    mats: Mapping[str, Layout]
    words: Mapping[str, str]


def known_prints() -> Prints:
    """All mats and pieces in words. Backs and bare ground are nobody's. Raises `BadData`."""
    return _known(tuple(GAMES))


@cache
def _known(_games_now: tuple[str, ...]) -> Prints:
    """The same, made anew where a game came to the registry later."""
    mats, pieces = dict[MarkerId, str](), dict[MarkerId, list[str]]()
    for game in _games():
        for name, layout in game.mats.items():
            if layout.mark is not None:
                which = f" ({name.replace('-', ' ')})" if len(game.mats) > 1 else ""
                mats[MarkerId(layout.mark.id)] = f"{game.title}{which}"
        for marker, kind in game.kit.single.items():
            pieces.setdefault(marker, []).append(f"“{game.words.get(kind) or plain_words(kind)}” of {game.title}")
    return Prints(mats, {marker: listing(each, "or") for marker, each in pieces.items()})


def plain_words(kind: str) -> str:
    """A kind in words: "dry:forests_4" is "Forests 4"; without a colon "wrath_counter" is "Wrath counter".

    A blank card has its number behind: "councilor#3" is "Councilor 3".
    """
    words = kind.partition(":")[2] or kind
    words = words.replace("_", " ").replace(SIGN, " ").strip()
    return words[:1].upper() + words[1:]


def _games() -> Iterator[_Printed]:
    for game in GAMES.values():
        looks = {kind: look.label for kind, look in game.mat.pieces.items() if SIGN not in kind}
        yield _Printed(game.title, game.mat.kit, game.mat.layouts, looks)
    for package in PRINTED.values():
        yield _without_rules(package)


@cache
def _without_rules(package: str) -> _Printed:
    title = read_as(package, "print.toml", _Titled).title
    return _Printed(title, read_kit(package), read_mats(package), {})
