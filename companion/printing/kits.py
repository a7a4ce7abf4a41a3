"""What is printed for each game: its kit, its mats, and how the prints get onto the pieces.

What is printed stands in the `print.toml` of the game's package. Kit and mats are those of its rules; a game without
rules here has them in `kit.toml` and `layouts.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from importlib import resources
from typing import Any, Final, Literal

import msgspec

from companion.errors import CompanionError
from companion.games.drawings import Drawings
from companion.games.game import package_of
from companion.games.prints import plain_words
from companion.games.registry import GAMES, PRINTED
from companion.games.shared.files import read_as
from companion.games.shared.mats import read_kit, read_mats
from companion.table.ink import Drawing
from companion.table.kit import SIGN, BadKit, Kit, check_kit
from companion.table.layout import Layout
from companion.table.pieces import Shape
from companion.table.sightings import CARD_BACK, MarkerId

PRINT: Final = "print.toml"


class UnknownPiece(CompanionError, LookupError):
    """A piece or mat was asked for that the game's kit has not; the text says how to see what there is."""


class PrintSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces that are printed in one way.

    `face` is a kind, or what several kinds begin with before their colon. `back` is the one kind of all backs, or what
    the kinds of the other sides begin with: "dry:centre" has "flooded:centre".
    """

    words: str
    face: str | tuple[str, ...]
    wear: Literal["sleeve", "label", "disc", "whole", "drawn"]
    """Put into a sleeve with the card; a label on the piece; a disc to glue on; a whole card of its own; or the whole
    piece as the game draws it, of which whoever has the real one needs the label alone."""
    back: str = ""
    write: bool = False
    """The name is written by hand: no source tells it."""
    tinted: bool = False
    """Discs are filled with their colour, by which people tell one sort of counter from another."""


class PrintedPiece(msgspec.Struct, frozen=True):
    """One piece that is printed: its kind, its number among its kind from 1, its markers, its words."""

    kind: str
    number: int
    of: int
    """How many of its kind there are."""
    marker: MarkerId | None
    """None where it carries none."""
    words: str
    set: PrintSet
    back_kind: str = ""
    back: MarkerId | None = None
    """The marker of the other side; None where it has none."""
    back_words: str = ""
    text: tuple[str, ...] = ()
    """What the piece does, in lines, where the whole piece is printed."""
    number_sign: str = ""
    """Its value, to be printed large."""
    colour: str = "#3a6ea5"
    shape: Shape = "card"
    drawing: Drawing | None = None
    """The whole piece, where the game draws it."""

    @property
    def title(self) -> str:
        """What people call this one: of a piece that is drawn the drawing's title."""
        return self.drawing.title if self.drawing else self.words

    @property
    def key(self) -> str:
        """What people type for it: `card:3#7`; a blank card has its number in its kind."""
        return self.kind if SIGN in self.kind else f"{self.kind}#{self.number}"


class GameKit(msgspec.Struct, frozen=True, dict=True):
    """Everything that is printed for one game. `mats` is by what people type."""

    name: str
    package: str
    """In which its files lie."""
    title: str
    kit: Kit
    mats: Mapping[str, Layout]
    default_mat: str
    sets: tuple[PrintSet, ...]
    texts: Mapping[str, tuple[str, ...]]
    drawings: Drawings | None = None
    """The pieces that the game draws whole."""

    @cached_property
    def pieces(self) -> tuple[PrintedPiece, ...]:
        """Every piece that is printed, in the order of the sets. Two kinds of one name have their kind added to it."""
        made = tuple(self._pieces())
        kinds: dict[tuple[str, str], set[str]] = {}
        for piece in made:
            kinds.setdefault((piece.set.words, piece.words), set()).add(piece.kind)
        return tuple(
            msgspec.structs.replace(piece, words=f"{piece.words} ({piece.kind.partition(':')[2]})")
            if len(kinds[piece.set.words, piece.words]) > 1
            else piece
            for piece in made
        )

    def mat(self, name: str) -> Layout:
        """A mat by its name. Raises `UnknownPiece`."""
        if name not in self.mats:
            raise UnknownPiece(f"{self.title} has no mat {name!r}. Choose one of: {', '.join(self.mats)}.")
        return self.mats[name]

    def find(self, asked: str) -> tuple[PrintedPiece, ...]:
        """The pieces that somebody names: `card:3#7`, a kind, a marker's number, or a name. Raises `UnknownPiece`."""
        wanted = " ".join(asked.split()).casefold()
        number = wanted.removeprefix("#")
        tests: tuple[Callable[[PrintedPiece], bool], ...] = (
            lambda piece: wanted == piece.key.casefold(),
            lambda piece: wanted == piece.kind.casefold(),
            lambda piece: number == str(piece.marker) or (number == str(piece.back) and piece.back != CARD_BACK),
            lambda piece: wanted == f"{piece.words} {piece.number}".casefold(),
            lambda piece: wanted in (piece.words.casefold(), piece.title.casefold()),
        )
        for fits in tests:
            found = tuple(piece for piece in self.pieces if fits(piece))
            if found:
                return found
        raise UnknownPiece(
            f"The kit of {self.title} has no piece {asked!r}. `companion print {self.name} --list` shows all: "
            f"type such a key as {self.pieces[0].key}, a marker's number, or a name."
        )

    def by_figures(self, owner: Mapping[str, Any]) -> GameKit:
        """The same with its whole pieces drawn by the owner's figures. Raises `BadOption`."""
        # Made anew: a replaced one would keep the pieces that this one has made.
        return GameKit(
            *(self.name, self.package, self.title, self.kit, self.mats, self.default_mat, self.sets, self.texts),
            GAMES[self.name].drawings(owner) if self.name in GAMES else None,
        )

    def with_markers(self, side_mm: float) -> GameKit:
        """The same with markers of another size on pieces and as bare ground. Raises `BadKit` where they do not fit.

        Pieces of a size that has a side of its own keep it.
        """
        kit = msgspec.structs.replace(self.kit, marker_side_mm=side_mm)
        for layout in self.mats.values():
            check_kit(kit, layout)
        return msgspec.structs.replace(self, kit=kit)

    def _pieces(self) -> Iterator[PrintedPiece]:
        for each in self.sets:
            if each.wear == "drawn":
                yield from self._drawn(each)
                continue
            for face in (each.face,) if isinstance(each.face, str) else each.face:
                for kind in self._kinds(face):
                    yield from self._of_kind(kind, face, each)

    def _drawn(self, each: PrintSet) -> Iterator[PrintedPiece]:
        """The pieces of a set that the game draws, each with its marker where the kit has one for it."""
        drawn = self.drawings.pieces if self.drawings else ()
        found = [one for one in drawn if one.kind.partition(":")[0] == each.face]
        if not found:
            raise BadKit(f"{self.title} draws no piece {each.face!r}, which is to be printed. Draw it, or wear labels.")
        for one in found:
            of = sum(other.kind == one.kind for other in found)
            marker = self.kit.markers(one.kind)[one.number - 1] if one.kind in self.kit.pieces else None
            yield PrintedPiece(one.kind, one.number, of, marker, self._words(one.kind), each, drawing=one)

    def _words(self, kind: str) -> str:
        look = GAMES[self.name].piece_kinds().get(kind) if self.name in GAMES else None
        words = look.label if look else plain_words(kind)
        return words[:1].upper() + words[1:]

    def _kinds(self, face: str) -> list[str]:
        found = [
            kind
            for kind, piece in self.kit.pieces.items()
            if (kind == face or kind.startswith((f"{face}:", f"{face}{SIGN}"))) and not piece.name_of
        ]
        if not found:
            raise BadKit(f"The kit of {self.title} has no piece {face!r}, which is to be printed. Add it to kit.toml.")
        return found

    def _of_kind(self, kind: str, face: str, each: PrintSet) -> Iterator[PrintedPiece]:
        back_kind = each.back if each.back in self.kit.pieces else each.back + kind.removeprefix(face)
        backs = self.kit.markers(back_kind) if each.back else ()
        markers = self.kit.markers(kind)
        look = GAMES[self.name].piece_kinds().get(kind) if self.name in GAMES else None
        for index, marker in enumerate(markers):
            yield PrintedPiece(
                kind,
                index + 1,
                len(markers),
                marker,
                self._words(kind),
                each,
                back_kind if backs else "",
                (backs[0] if self.kit.pieces[back_kind].is_shared else backs[index]) if backs else None,
                self.title if each.back == back_kind else f"{plain_words(kind)}, {each.back}",
                self.texts.get(kind, ()),
                look.number if look else "",
                look.colour if look else "#3a6ea5",
                look.shape if look else "card",
            )


class _PrintFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """print.toml."""

    title: str
    default_mat: str
    sets: tuple[PrintSet, ...]
    texts: dict[str, tuple[str, ...]] = {}


@cache
def _kit_of(game: str, package: str) -> GameKit:
    """What is printed for a game, read from its package. Raises `BadData`, `BadLayout` and `BadKit`."""
    rules = GAMES.get(game)
    kit, mats = (rules.kit(), rules.mats()) if rules else (read_kit(package), read_mats(package))
    file = read_as(package, PRINT, _PrintFile)
    for layout in mats.values():
        check_kit(kit, layout)
    drawings = rules.drawings({}) if rules else None
    return GameKit(game, package, file.title, kit, mats, file.default_mat, file.sets, file.texts, drawings)


def _packages() -> dict[str, str]:
    """The packages in which it stands what is printed, by the names of their games."""
    played = {name: package_of(game) for name, game in GAMES.items()}
    return {name: package for name, package in played.items() if _says_what_is_printed(package)} | dict(PRINTED)


@cache
def _says_what_is_printed(package: str) -> bool:
    return resources.files(package).joinpath(PRINT).is_file()


class _Kits(Mapping[str, GameKit]):
    """The kit of each game in the registry that has a print.toml, read when it is asked for.

    A game that came to the registry later is among them.
    """

    def __getitem__(self, game: str) -> GameKit:
        return _kit_of(game, _packages()[game])

    def __iter__(self) -> Iterator[str]:
        return iter(_packages())

    def __len__(self) -> int:
        return len(_packages())


KITS: Final[Mapping[str, GameKit]] = _Kits()
