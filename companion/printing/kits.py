"""What is printed for each game: its kit, its mats, and how the prints get onto the pieces.

What is printed stands in the `print.toml` of the game's package. Kit and mats are those of its rules; a game without
rules here has them in `kit.toml` and `layouts.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from typing import Any, Final, Literal

import msgspec

from companion.errors import CompanionError
from companion.games.drawings import Drawings, MatPrint, PieceText
from companion.games.game import AnyGame, package_of
from companion.games.prints import plain_words
from companion.games.registry import GAMES, PRINTED
from companion.games.shared.files import has_data, read_as
from companion.games.shared.mats import read_kit, read_mats
from companion.playsets.registry import PLAYSETS
from companion.table.ink import Drawing
from companion.table.kit import SIGN, BadKit, Kit, check_kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind, Shape
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
    coloured: bool = False
    """Discs in their colour, with value and sign around the marker."""
    mats: tuple[str, ...] = ()
    """The mats with which it is printed, by what people type; with every mat where there is none."""


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
    """What the piece does, in paragraphs, where the whole piece is printed."""
    number_sign: str = ""
    """Its value, to be printed large."""
    sign: str = ""
    """One or two characters that tell it apart."""
    heading: str = ""
    """Its name over its text; empty where it has none."""
    colour: str = "#3a6ea5"
    shape: Shape = "card"
    drawing: Drawing | None = None
    """The whole piece, where the game draws it."""
    carried: tuple[tuple[str, MarkerId], ...] = ()
    """The kinds whose markers a drawn piece carries, with these."""

    @property
    def markers(self) -> tuple[MarkerId, ...]:
        """All markers of its face."""
        return (*(() if self.marker is None else (self.marker,)), *(marker for _, marker in self.carried))

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
    texts: Mapping[str, PieceText]
    """What pieces do, by their kinds, where it is printed on them."""
    drawings: Drawings | None = None
    """The pieces that the game draws whole."""
    looks: Mapping[str, PieceKind] = {}
    """How its pieces look, by their kinds."""
    prints: Mapping[str, MatPrint] = {}
    """What its mats show besides zones, by what people type."""

    @cached_property
    def pieces(self) -> tuple[PrintedPiece, ...]:
        """Every piece that is printed, in the order of the sets. Two kinds of one name have their kind added to it."""
        made = tuple(self._pieces())  # the sets whose mats this kit has not are those of another playset
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
            lambda piece: wanted in (kind.casefold() for kind, _ in piece.carried),
            lambda piece: number in map(str, piece.markers) or (number == str(piece.back) and piece.back != CARD_BACK),
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
        """The same by the owner's figures: its whole pieces, and where a playset stands there, its cards.

        Raises `BadOption`.
        """
        rules = GAMES.get(self.name)
        if rules is not None and self.name in PLAYSETS:
            rules = rules.bound(rules.new_game({}, owner))
        return kit_by(self.name, self.package, rules, owner)

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
            if each.mats and not set(each.mats) & set(self.mats):
                continue
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
            carried = tuple((mark.kind, self.kit.markers(mark.kind)[0]) for mark in one.marks)
            words = self._words(one.kind)
            yield PrintedPiece(one.kind, one.number, of, marker, words, each, drawing=one, carried=carried)

    def _words(self, kind: str) -> str:
        look = self.looks.get(kind)
        return _capital(look.label if look else plain_words(kind))

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
        look, told = self.looks.get(kind), self.texts.get(kind)
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
                tuple(_capital(str(each)) for each in told.text) if told else (),
                look.number if look else "",
                colour=look.colour if look else "#3a6ea5",
                shape=look.shape if look else "card",
                sign=look.sign if look else "",
                heading=str(told.title) if told else "",
            )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class _PrintFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """print.toml."""

    title: str
    default_mat: str
    sets: tuple[PrintSet, ...]


@cache
def _kit_of(game: str, package: str) -> GameKit:
    """What is printed for a game, read from its package. Raises `BadData`, `BadLayout` and `BadKit`."""
    return kit_by(game, package, GAMES.get(game), {})


def kit_by(name: str, package: str, rules: AnyGame | None, owner: Mapping[str, Any]) -> GameKit:
    """What is printed for the rules of a package, or for one without rules, by the owner's figures.

    Raises `BadData`, `BadLayout`, `BadKit` and `BadOption`.
    """
    kit, mats = (rules.mat.kit, rules.mat.layouts) if rules else (read_kit(package), read_mats(package))
    file = read_as(package, PRINT, _PrintFile)
    for layout in mats.values():
        check_kit(kit, layout)
    default = file.default_mat if file.default_mat in mats else next(iter(mats))
    if rules is None:
        return GameKit(name, package, file.title, kit, mats, default, file.sets, {})
    prints = {each: rules.mat.printing(layout) for each, layout in mats.items()}
    looks, drawings = rules.mat.pieces, rules.mat.drawings(owner)
    return GameKit(name, package, file.title, kit, mats, default, file.sets, rules.mat.texts, drawings, looks, prints)


def _packages() -> dict[str, str]:
    """The packages in which it stands what is printed, by the names of their games."""
    played = {name: package_of(game) for name, game in GAMES.items()}
    return {name: package for name, package in played.items() if has_data(package, PRINT)} | dict(PRINTED)


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
