"""The pieces of a game and its mats: markers, marks and looks, and what its positions ask of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from companion.conformance.findings import Finding
from companion.conformance.source import Source, among
from companion.games.core import View
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.table.expected import Backs, Pieces, Pile
from companion.table.kit import SIGN, BadKit, check_kit
from companion.table.sightings import BARE, CARD_BACK, MAT_CORNERS, MAT_MARKS

COLOUR: Final = re.compile(r"#[0-9a-f]{6}")
KIT, LAYOUTS, LOOKS = "kit.toml", "layouts.toml", "looks.toml"
ALL_IDS: Final = range(CARD_BACK + 1, MAT_MARKS.start)
"""Markers that pieces may have."""


def look(game: AnyGame, source: Source) -> Iterator[Finding]:
    """What is at odds between kit, looks and mats, and with those of other games."""
    yield from _look_at_markers(game, source)
    yield from _look_at_looks(game, source)
    yield from _look_at_mats(game, source)


# --- markers ----------------------------------------------------------------------------------------------------------


def _look_at_markers(game: AnyGame, source: Source) -> Iterator[Finding]:
    kept = {**dict.fromkeys(range(MAT_CORNERS), "a corner of mats"), **dict.fromkeys(MAT_MARKS, "a mat"), BARE: "bare"}
    for kind, piece in game.mat.kit.pieces.items():
        place = source.of_entry(KIT, ("pieces", kind.partition(SIGN)[0]))
        reserved = [marker for marker in piece.markers if marker in kept]
        if reserved:
            text = f"The piece {kind} has the marker {reserved[0]}, which is kept in every game ({kept[reserved[0]]})."
            yield Finding(place, text, f"Take ids from {ALL_IDS.start} to {ALL_IDS.stop - 1}.")
        if (CARD_BACK in piece.markers) != piece.is_shared:
            text = f"The marker {CARD_BACK} is the back of every card of every game, and {kind} is " + (
                "shared without it." if piece.is_shared else "one piece alone."
            )
            yield Finding(place, text, f"Give {CARD_BACK} to the back alone, with is_shared = true.")
    yield from _look_at_others(game, source)


def _look_at_others(game: AnyGame, source: Source) -> Iterator[Finding]:
    """What other games have for pieces of their own: allowed, as long as nobody mixes two boxes."""
    others = {each.title: {*each.mat.kit.single} for each in GAMES.values() if each.name != game.name}
    shared = sorted(marker for marker in game.mat.kit.single if any(marker in ids for ids in others.values()))
    if not shared:
        return
    theirs = [title for title, ids in others.items() if ids.intersection(shared)]
    free = sorted(set(ALL_IDS) - set().union(*others.values()) - {*game.mat.kit.kinds})
    kind = game.mat.kit.single[shared[0]]
    text = (
        f"{len(shared)} of its markers are pieces of other games too ({_spans(shared)}: {among(theirs)}): "
        "one of theirs that lies on the mat is taken for one of these."
    )
    cure = f"Take free ids for what is not printed yet: {_spans(free)}." if free else "No id is free: keep boxes apart."
    yield Finding(source.of_entry(KIT, ("pieces", kind.partition(SIGN)[0])), text, cure, "note")


def _spans(numbers: Sequence[int]) -> str:
    """Numbers in rising order, as "5 to 19, 22"."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return among([str(low) if low == high else f"{low} to {high}" for low, high in spans], 6)


# --- looks ------------------------------------------------------------------------------------------------------------


def _look_at_looks(game: AnyGame, source: Source) -> Iterator[Finding]:
    kit, pieces = game.mat.kit, game.mat.pieces
    here = source.of_member(type(game), "mat")

    def of_look(kind: str) -> str:
        return source.of_entry(LOOKS, (kind,)) if source.data(LOOKS).exists() else here

    together = {kind.rpartition(":")[0] for kind in kit.pieces if kind.rpartition(":")[2].isdecimal()} - {*kit.pieces}
    there = {*kit.pieces, *kit.standees}
    for kind in sorted(there - {*pieces}):
        place = source.of_entry(KIT, ("standees" if kind in kit.standees else "pieces", kind.partition(SIGN)[0]))
        cure = "Say how it looks, in looks.toml or where the game makes its looks."
        yield Finding(place, f"The piece {kind} has no look.", cure)
    for kind, look_ in pieces.items():
        if look_.shape != "die" and kind not in there | together:
            cure = "Add it to kit.toml, or take the look out."
            yield Finding(of_look(kind), f"The look {kind} has no piece in the kit.", cure)
        if look_.kind != kind:
            yield Finding(of_look(kind), f"The look {kind} says that it is {look_.kind!r}.", "Let both say the same.")
        if not COLOUR.fullmatch(look_.colour):
            text = f"The colour of {kind} is {look_.colour!r}."
            yield Finding(of_look(kind), text, 'Write it as "#rrggbb", in lower case.')
        if not look_.label:
            yield Finding(of_look(kind), f"The look {kind} has no label.", "Say what people call it.")
        if not (look_.number or look_.sign):
            text = f"{kind} is told from others by its colour alone."
            yield Finding(of_look(kind), text, "Give it a number or a sign.")


# --- mats -------------------------------------------------------------------------------------------------------------


def _look_at_mats(game: AnyGame, source: Source) -> Iterator[Finding]:
    marks = {
        layout.mark.id: f"the mat {name} of {other.title}"
        for other in GAMES.values()
        if other.name != game.name
        for name, layout in other.mat.layouts.items()
        if layout.mark is not None
    }
    free = next((each for each in MAT_MARKS if each not in marks and each not in _own_marks(game)), None)
    take = f"Take one that is free, as {free}." if free is not None else "Free one of another game's."
    for name, layout in game.mat.layouts.items():
        place = _of_mat(source, name, "mark")
        if layout.mark is None:
            yield Finding(place, f"The mat {name} has no mark, so another may be taken for it.", take)
            continue
        if layout.mark.id in marks:
            text = f"The mat {name} has the mark {layout.mark.id}, as {marks[layout.mark.id]} has."
            yield Finding(place, text, take)
        marks.setdefault(layout.mark.id, f"the mat {name}")
        try:
            check_kit(game.mat.kit, layout)
        except BadKit as error:
            yield Finding(_of_mat(source, name, ""), str(error), "")


def _own_marks(game: AnyGame) -> set[int]:
    return {layout.mark.id for layout in game.mat.layouts.values() if layout.mark is not None}


def _of_mat(source: Source, name: str, key: str) -> str:
    """Where a mat stands in layouts.toml: one for each number of players has this behind its name."""
    whole = source.of_entry(LAYOUTS, ("mats",))
    for each in (name, name.rpartition("-")[0]):
        found = source.of_entry(LAYOUTS, ("mats", each, *((key,) if key else ())))
        if each and found != whole:
            return found
    return whole


# --- what a position asks of them -------------------------------------------------------------------------------------


def look_at_table(game: AnyGame, source: Source, view: View[Any, Any]) -> Iterator[Finding]:
    """What the mat must show in a position and cannot: zones that it has not, pieces that the kit has not."""
    place = source.of_function(game.mat.expected)
    layout, zones = game.mat.layout(view), game.mat.expected(view).zones
    there, asked = [zone.zone for zone in layout.zones], [zone.zone for zone in zones]
    for zone in sorted({*asked} - {*there}):
        text = f"The expected table has the zone {zone}, which the mat {layout.name} has not."
        yield Finding(place, text, "Name a zone of layouts.toml, or add it there.")
    for zone in sorted({*there} - {*asked}):
        text = f"The expected table leaves out the zone {zone} of the mat {layout.name}."
        yield Finding(place, text, "Say what must lie there, or Anything().")
    if asked != there and sorted(asked) == sorted(there):
        text = f"The expected table has the zones of the mat {layout.name} in another order."
        yield Finding(place, text, "Give them in the order of the layout.")
    yield from _look_at_kinds(game, place, zones)
    yield from _look_at_shown(game, source, view)


def _look_at_kinds(game: AnyGame, place: str, zones: tuple[Any, ...]) -> Iterator[Finding]:
    kit, laid = game.mat.kit, Counter[str]()
    for zone in zones:
        match zone.content:
            case Pieces(kinds):
                laid.update(kinds)
            case Backs(kind, count) | Pile(kind, count):
                laid[kind] += count
        laid.update(zone.standing)
    for kind, number in sorted(laid.items()):
        if kind not in game.mat.pieces:
            yield Finding(place, f"The expected table has the piece {kind}, which has no look.", "Name a kind.")
        elif kind in kit.standees and number > kit.standees[kind].count:
            yield _too_many(place, kind, number, kit.standees[kind].count)
        elif kind in kit.pieces and not kit.pieces[kind].is_shared:
            piece = kit.pieces[kind]
            most = piece.copies if piece.name_of else len(piece.markers)
            if number > most:
                yield _too_many(place, kind, number, most)
        elif kind not in kit.pieces and kind not in kit.standees and game.mat.pieces[kind].shape != "die":
            text = f"The expected table has the piece {kind}, which the kit lacks."
            yield Finding(place, text, "Add it to kit.toml, or name another kind.")


def _too_many(place: str, kind: str, number: int, most: int) -> Finding:
    text = f"The expected table has more {kind} than the kit: {number}, and the kit has {most}."
    return Finding(place, text, "Give kit.toml as many as may ever lie there.")


def _look_at_shown(game: AnyGame, source: Source, view: View[Any, Any]) -> Iterator[Finding]:
    """Kinds that a page draws beside the mat."""
    panels = game.screen.panels(view)
    place = source.of_function(game.screen.panels)
    for kind in (piece for panel in panels for piece in panel.pieces):
        if kind not in game.mat.pieces and re.sub(r":[1-6]$", "", kind) not in game.mat.pieces:
            yield Finding(place, f"A panel draws the piece {kind}, which has no look.", "Name a kind.")
    seats = [*range(game.seat_count(view.table))]
    if [panel.seat for panel in panels] != seats:
        text = f"The panels are those of the seats {[panel.seat for panel in panels]}, and {len(seats)} seats play."
        yield Finding(place, text, "Give one a seat, in the order of seats.")
