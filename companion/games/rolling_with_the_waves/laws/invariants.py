"""The laws of a whole game's positions, written apart from the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.rolling_with_the_waves.data.figures import FREE, PRINTED
from companion.games.rolling_with_the_waves.state.model import Allocate, DiceState
from companion.games.rolling_with_the_waves.state.records import BURY_ICONS, NOBODY, Chart, Phase, Whole
from companion.language.message import Message, say
from companion.language.values import Noun

LAWS = (
    *("R-007", "R-009", "R-010", "R-036", "R-040", "R-050", "R-051", "R-054", "R-057", "R-071", "R-082", "R-092"),
    *("R-102", "R-111"),
)
_CLOSED = (Phase.FIRST, Phase.ROLL, Phase.DRAFT, Phase.ALLOCATE)
"""Phases in which no mini board may lie open."""


def violations(state: DiceState) -> tuple[Message, ...]:
    """The broken laws, each a sentence with its rule id."""
    whole = state.table.played
    charts = (text for seat, chart in enumerate(whole.maps) for text in _of_chart(whole, seat, chart))
    boards = (*_of_boards(state), *_of_sealed(state))
    return (*_of_dice(whole), *_of_figures(whole), *charts, *boards, *_of_phases(whole))


def _of_dice(whole: Whole) -> Iterator[Message]:
    """Every die is somewhere, and in one place."""
    if len(set(whole.setup.colours)) < len(whole.setup.colours):
        yield say("Two players have one colour (R-007).")
    there = Counter(die.colour for die in whole.pool)
    there.update(die.colour for nest in whole.nests for die in nest)
    for place, colour in enumerate((*whole.setup.colours, FREE)):
        total = whole.bag[place] + whole.supply[place] + there[colour]
        box = PRINTED.freebooters if colour == FREE else PRINTED.per_colour
        if total != box:
            words = say("{total} {colour} dice are counted", total=total, colour=Noun(colour))
            yield say("{counted} instead of {box} (R-009).", counted=words, box=box)
    if whole.first == NOBODY and whole.phase is not Phase.FIRST:
        yield say("Nobody has the bag (R-010).")
    for seat, nest in enumerate(whole.nests):
        if len(nest) > 3:
            yield say("Seat {seat} has more than three dice (R-040).", seat=seat + 1)


def _of_figures(whole: Whole) -> Iterator[Message]:
    for sums in whole.setup.sheet.rising():
        if list(sums) != sorted(sums):
            yield say("The sums {sums} fall (R-102).", sums=say("{first} to {last}", first=sums[0], last=sums[-1]))


def _of_chart(whole: Whole, seat: int, chart: Chart) -> Iterator[Message]:
    """What stands on a map fits its squares."""
    sheet, number = whole.setup.sheet, seat + 1
    if chart.infamy < 0 or (sheet.cap and chart.infamy > sheet.cap):
        words = say("Seat {seat} has {infamy} Infamy", seat=number, infamy=chart.infamy)
        yield say("{words}, and the map has {most} (R-036).", words=words, most=sheet.cap)
    if len(chart.spirits) > 2:
        yield say("Seat {seat} has more than two values at Raise Spirits (R-071).", seat=number)
    for chest, values in enumerate(chart.chests):
        words = say("Chest {chest} of seat {seat}", chest=chest + 1, seat=number)
        if len(values) > sheet.squares(f"chest.{chest}"):
            yield say("{chest} has more values than squares (R-082).", chest=words)
        if chart.buried[chest] and not values:
            yield say("{chest} is buried, and empty (R-092).", chest=words)
    for values in (chart.hull, chart.ports, chart.crew):
        if len(values) > 5:
            yield say("A track of seat {seat} has more values than squares (R-102).", seat=number)
    for cannon, values in (("small", chart.small), ("large", chart.large)):
        most = sheet.squares(cannon)
        if len(values) > most or (len(values) == most and whole.phase not in (Phase.CANNONS, Phase.FIRE)):
            yield say("A cannon of seat {seat} is full, or more, and has not fired (R-111).", seat=number)
    rows = (*chart.chests, chart.spirits, chart.hull, chart.ports, chart.crew, chart.small, chart.large)
    if any(not 1 <= value <= 7 for row in rows for value in row):
        yield say("A value on the map of seat {seat} is none of 1 to 7 (R-082).", seat=number)


def _of_boards(state: DiceState) -> Iterator[Message]:
    """What lies on mini boards, and who has called."""
    whole = state.table.played
    for seat, icons in enumerate(whole.icons):
        number = seat + 1
        if len(state.sealed_by(seat)) != whole.placed[seat]:
            yield say("Seat {seat} has sealed other dice than everybody was told of (R-050).", seat=number)
        if whole.placed[seat] > len(whole.nests[seat]) or len(icons) > len(whole.nests[seat]):
            yield say("Seat {seat} has more dice on the mini board than it has drafted (R-050).", seat=number)
        if icons and whole.placed[seat]:
            yield say("The mini board of seat {seat} is open and sealed (R-050).", seat=number)
        if seat in whole.screened and (whole.placed[seat] or not whole.called[seat]):
            yield say("The dice of seat {seat} lie behind the screen, and elsewhere too (R-050).", seat=number)
        if icons and len(icons) < len(whole.nests[seat]) and seat not in whole.screened:
            yield say("Of a die of seat {seat} nobody knows where it lies (R-060).", seat=number)
        buries = [icon for icon in icons if icon in BURY_ICONS]
        if buries and set(icons) != {buries[0]}:
            yield say("Seat {seat} buries with fewer than all dice (R-054).", seat=number)
        if not buries and len(set(icons)) < len(icons):
            yield say("Two dice of seat {seat} lie on one icon (R-051).", seat=number)


def _of_sealed(state: DiceState) -> Iterator[Message]:
    """What is sealed, and known, lies where a die may lie; where a host has left too few such places, anywhere."""
    whole = state.table.played
    for seat, acts in enumerate(state.sealed):
        takes = _taking(whole, whole.maps[seat])
        known = [act.icon for act in acts if isinstance(act, Allocate) and act.icon is not None]
        places = [icon for icon in takes if icon not in BURY_ICONS]
        if len(places) >= len(whole.nests[seat]) and any(icon not in takes for icon in known):
            yield say("A die of seat {seat} is sealed on an icon that cannot take it (R-057).", seat=seat + 1)


def _taking(whole: Whole, chart: Chart) -> set[str]:
    """The icons that can take a die: an empty square each, or a chest to bury."""
    sheet, wastes = whole.setup.sheet, whole.setup.allocate_to_full
    found = {"raise"} if wastes or whole.setup.raise_on_raise or len(chart.spirits) < 2 else set()
    for chest, values in enumerate(chart.chests):
        if not chart.buried[chest]:
            found |= {f"chest{chest + 1}"} if wastes or len(values) < sheet.squares(f"chest.{chest}") else set()
            found |= {f"bury{chest + 1}"} if values else set()
    found |= {name for name in ("hull", "ports", "crew") if wastes or len(getattr(chart, name)) < 5}
    found |= {"cannon_small"} if wastes or len(chart.small) < sheet.squares("small") else set()
    found |= {"cannon_large"} if wastes or len(chart.large) < sheet.squares("large") else set()
    return found


def _of_phases(whole: Whole) -> Iterator[Message]:
    if any(whole.icons) and whole.phase in _CLOSED:
        yield say("A mini board is open before everybody has called (R-050).")
    early = (seat for seat in whole.seats if whole.called[seat] and whole.placed[seat] < len(whole.nests[seat]))
    if whole.phase is Phase.ALLOCATE and not set(early) <= set(whole.screened):
        yield say("Somebody has called before all dice lie (R-050).")
    for seat in whole.seats if whole.phase is Phase.REVEAL else ():
        lies = whole.placed[seat] + len(whole.icons[seat])
        if seat not in whole.screened and lies < len(whole.nests[seat]):
            yield say("The mini board of seat {seat} is opened before all its dice lie (R-050).", seat=seat + 1)
