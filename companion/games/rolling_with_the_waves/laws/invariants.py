"""The laws of a whole game's positions, written apart from the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.rolling_with_the_waves.data.figures import FREE, PRINTED
from companion.games.rolling_with_the_waves.state.model import Allocate, DiceState
from companion.games.rolling_with_the_waves.state.records import BURY_ICONS, NOBODY, Chart, Phase, Whole
from companion.games.shared.catalogues import Sentences
from companion.language.message import Message, say
from companion.language.values import Noun

LAWS = (
    *("R-007", "R-009", "R-010", "R-036", "R-040", "R-050", "R-051", "R-054", "R-057", "R-071", "R-082", "R-092"),
    *("R-102", "R-111"),
)
broken: Final = Sentences(__package__, "laws.toml").where
_CLOSED = (Phase.FIRST, Phase.ROLL, Phase.DRAFT, Phase.ALLOCATE)
"""Phases in which no mini board may lie open."""


def violations(state: DiceState) -> tuple[Message, ...]:
    """The broken laws, each a sentence with its rule id."""
    whole = state.table.played
    charts = (text for seat, chart in enumerate(whole.maps) for text in _of_chart(whole, seat, chart))
    boards = (*_of_boards(state), *_of_sealed(state))
    every = (*_of_dice(whole), *_of_figures(whole), *charts, *boards, *_of_phases(whole))
    return tuple(text for text in every if text is not None)


def _of_dice(whole: Whole) -> Iterator[Message | None]:
    """Every die is somewhere, and in one place."""
    yield broken("colours", len(set(whole.setup.colours)) < len(whole.setup.colours))
    there = Counter(die.colour for die in whole.pool)
    there.update(die.colour for nest in whole.nests for die in nest)
    for place, colour in enumerate((*whole.setup.colours, FREE)):
        total = whole.bag[place] + whole.supply[place] + there[colour]
        box = PRINTED.freebooters if colour == FREE else PRINTED.per_colour
        yield broken("dice", total != box, total=total, colour=Noun(colour), box=box)
    yield broken("bag", whole.first == NOBODY and whole.phase is not Phase.FIRST)
    for seat, nest in enumerate(whole.nests):
        yield broken("three_dice", len(nest) > 3, seat=seat + 1)


def _of_figures(whole: Whole) -> Iterator[Message | None]:
    for sums in whole.setup.sheet.rising():
        yield broken("sums", list(sums) != sorted(sums), sums=say("{first} to {last}", first=sums[0], last=sums[-1]))


def _of_chart(whole: Whole, seat: int, chart: Chart) -> Iterator[Message | None]:
    """What stands on a map fits its squares."""
    sheet, number = whole.setup.sheet, seat + 1
    is_beyond = chart.infamy < 0 or (sheet.cap and chart.infamy > sheet.cap)
    yield broken("infamy", is_beyond, seat=number, infamy=chart.infamy, most=sheet.cap)
    yield broken("spirits", len(chart.spirits) > 2, seat=number)
    for chest, values in enumerate(chart.chests):
        is_full = len(values) > sheet.squares(f"chest.{chest}")
        yield broken("chest_full", is_full, chest=chest + 1, seat=number)
        yield broken("chest_empty", chart.buried[chest] and not values, chest=chest + 1, seat=number)
    for values in (chart.hull, chart.ports, chart.crew):
        yield broken("track", len(values) > 5, seat=number)
    for cannon, values in (("small", chart.small), ("large", chart.large)):
        most = sheet.squares(cannon)
        is_full = len(values) == most and whole.phase not in (Phase.CANNONS, Phase.FIRE)
        yield broken("cannon", len(values) > most or is_full, seat=number)
    rows = (*chart.chests, chart.spirits, chart.hull, chart.ports, chart.crew, chart.small, chart.large)
    yield broken("value", any(not 1 <= value <= 7 for row in rows for value in row), seat=number)


def _of_boards(state: DiceState) -> Iterator[Message | None]:
    """What lies on mini boards, and who has called."""
    whole = state.table.played
    for seat, icons in enumerate(whole.icons):
        number, drafted = seat + 1, len(whole.nests[seat])
        yield broken("sealed", len(state.sealed_by(seat)) != whole.placed[seat], seat=number)
        yield broken("drafted", max(whole.placed[seat], len(icons)) > drafted, seat=number)
        yield broken("open_and_sealed", icons and whole.placed[seat], seat=number)
        yield broken("screen", seat in whole.screened and (whole.placed[seat] or not whole.called[seat]), seat=number)
        yield broken("unknown", icons and len(icons) < drafted and seat not in whole.screened, seat=number)
        buries = [icon for icon in icons if icon in BURY_ICONS]
        yield broken("buries", buries and set(icons) != {buries[0]}, seat=number)
        yield broken("one_icon", not buries and len(set(icons)) < len(icons), seat=number)


def _of_sealed(state: DiceState) -> Iterator[Message | None]:
    """What is sealed, and known, lies where a die may lie; where a host has left too few such places, anywhere."""
    whole = state.table.played
    for seat, acts in enumerate(state.sealed):
        takes = _taking(whole, whole.maps[seat])
        known = [act.icon for act in acts if isinstance(act, Allocate) and act.icon is not None]
        places = [icon for icon in takes if icon not in BURY_ICONS]
        is_wrong = len(places) >= len(whole.nests[seat]) and not takes.issuperset(known)
        yield broken("sealed_on_full", is_wrong, seat=seat + 1)


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


def _of_phases(whole: Whole) -> Iterator[Message | None]:
    yield broken("open_early", any(whole.icons) and whole.phase in _CLOSED)
    early = (seat for seat in whole.seats if whole.called[seat] and whole.placed[seat] < len(whole.nests[seat]))
    yield broken("called_early", whole.phase is Phase.ALLOCATE and not set(early) <= set(whole.screened))
    for seat in whole.seats if whole.phase is Phase.REVEAL else ():
        lies = whole.placed[seat] + len(whole.icons[seat])
        yield broken("opened_early", seat not in whole.screened and lies < len(whole.nests[seat]), seat=seat + 1)
