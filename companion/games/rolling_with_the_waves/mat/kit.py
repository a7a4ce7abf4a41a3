"""The mats and the pieces that lie on them: how each looks, and which are printed whole; what the mat may show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import msgspec

from companion.games.core import Nothing
from companion.games.drawings import Drawings
from companion.games.parts import Mat
from companion.games.rolling_with_the_waves.data.bonuses import read_bonuses
from companion.games.rolling_with_the_waves.data.figures import CREW_COLOURS, PAINTS, PRINTED, read_figures, sources
from companion.games.rolling_with_the_waves.mat import mini_board, pirate_map, ship_screen
from companion.games.rolling_with_the_waves.state import model, records
from companion.games.rolling_with_the_waves.words.names import colour_noun, dice_words
from companion.games.shared.files import read_as
from companion.games.shared.mats import read_kit_for, read_mats
from companion.language.message import NOTHING, filled, listing, say, written
from companion.language.values import Noun
from companion.table.expected import Anything, ExpectedTable, ExpectedZone, Pieces
from companion.table.layout import Layout
from companion.table.pieces import PieceKind

LAYOUTS = read_mats(__package__)
SIDE, MIDDLE = "harbour-side", "harbour"
"""The mats by where their tray lies."""
KIT = read_kit_for(__package__, LAYOUTS.values())
# All five are printed alike, but for the word of their colour.
BOARD_INK = mini_board.draw("red", 1).ink
PIECES = {
    "map": PieceKind("map", "Map", "tile", "#c9a567", sign="M"),
    "mini_board": PieceKind("mini_board", "Mini board", "tile", "#7d8fa3", sign="B", ink=BOARD_INK),
    **{f"die:{name}": PieceKind(f"die:{name}", f"{name} die", "die", PAINTS[name], sign="d") for name in PAINTS},
    "die:freebooter": PieceKind("die:freebooter", "Freebooter", "die", "#cfe6ee", sign="F"),
}
LABELS = {model.TRAY: say("Dice tray"), "map": say("Map"), "nest": say("Crow's nest"), "board": say("Mini board")}


_MAKING = read_as(__package__, "making.toml", dict[str, tuple[str, ...]])


def mat_with(expected: Callable[[model.DiceView], ExpectedTable]) -> Mat[model.Table, Nothing, model.DiceAction]:
    """The mat of a game that expects this to lie there."""
    known: dict[str, Any] = {"kit": KIT, "pieces": PIECES, "layouts": LAYOUTS, "drawings": drawings}
    return Mat(layout=lambda view: layout(view.table), expected=expected, **known)


def layout(table: model.Table) -> Layout:
    """The mat that is played on."""
    return LAYOUTS[MIDDLE if table.tray is msgspec.UNSET else SIDE]


def expected_of_evening(view: model.DiceView) -> ExpectedTable:
    """Every zone may hold anything: only what the dice show is looked at."""
    zones = ((zone.zone, LABELS[zone.zone.partition(".")[0]]) for zone in layout(view.table).zones)
    return ExpectedTable(tuple(ExpectedZone(zone, Anything(), label) for zone, label in zones))


def expected_table(view: model.DiceView) -> ExpectedTable:
    """Every zone may hold anything: dice carry no marker. What lies in the tray and in each nest is noted."""
    return ExpectedTable(tuple(_expected(view, zone.zone) for zone in layout(view.table).zones))


def _expected(view: model.DiceView, zone: str) -> ExpectedZone:
    whole, (kind, _, place) = view.table.played, zone.partition(".")
    if not place:
        note = say("{dice}", dice=dice_words(whole.pool)) if kind == model.TRAY and whole.pool else NOTHING
        return ExpectedZone(zone, Anything(), LABELS[kind], note)
    seat = int(place)
    if seat >= len(whole.maps):  # written on the mat it would only stand in the way of the others' words
        return ExpectedZone(zone, Anything(), NOTHING, NOTHING, name=say("unused place"))
    who, nest = view.who(seat), whole.nests[seat]
    if kind == "map":
        label = say("{who}: map, {colour}", who=who, colour=colour_noun(whole.setup.colours[seat]))
        return ExpectedZone(zone, Anything(), label)
    if kind == "board":
        # Behind its screen nobody sees a mini board, and so none lies on the mat.
        is_away = whole.phase in (records.Phase.DRAFT, records.Phase.ALLOCATE)
        return ExpectedZone(zone, Pieces(()) if is_away else Anything(), say("{who}: mini board", who=who))
    is_here = nest and not whole.placed[seat] and not whole.icons[seat] and seat not in whole.screened
    note = say("{dice}", dice=dice_words(nest)) if is_here else NOTHING
    return ExpectedZone(zone, Anything(), say("{who}: crow's nests", who=who), note)


def drawings(owner: Mapping[str, Any]) -> Drawings:
    """Maps, mini boards and screens, one for each crew. Raises `BadOption` for what the owner's file may not say."""
    figures, bonuses = read_figures(owner), read_bonuses(owner) or ()
    crews = tuple(enumerate(CREW_COLOURS, 1))
    maps = (pirate_map.draw(figures, bonuses, colour, number) for number, colour in crews)
    boards = (mini_board.draw(colour, number) for number, colour in crews)
    each = product(ship_screen.SIDES, crews)
    halves = (ship_screen.draw(figures, bonuses, colour, number, side) for side, (number, colour) in each)
    gaps: dict[str, Any] = {"each": PRINTED.per_colour, "freebooters": PRINTED.freebooters, "pens": len(CREW_COLOURS)}
    to_buy = tuple(filled(text, colours=listing(map(Noun, CREW_COLOURS)), **gaps) for text in _MAKING["buy"])
    said = (*sources(figures), *(each.rule() for each in bonuses))
    return Drawings((*maps, *boards, *halves), to_buy, tuple(map(written, _MAKING["steps"])), said)
