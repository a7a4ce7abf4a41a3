"""The Blueprint as a board: each component, its cost, what is missing for it, and once it is built who stands there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from companion.games.atlantis_rising.data.contents import POWER_CORE, Component, Price, together
from companion.games.atlantis_rising.mat.looks import standee
from companion.games.atlantis_rising.rules.acts import Build, LeaveUnbuilt
from companion.games.atlantis_rising.rules.gate import leaders_missing, payable, present, waived
from companion.games.atlantis_rising.screen import grid, island_board
from companion.games.atlantis_rising.state.ground import at, is_closed, spaces
from companion.games.atlantis_rising.state.model import BUILD_SPACES, AtlantisView, Built, Table
from companion.games.atlantis_rising.words import texts, vocabulary
from companion.games.board import PHONE, TAP, Area, Board, Cell, across
from companion.games.core import Seat
from companion.games.shared.phases import people
from companion.language.message import Message, listing, say, sentences
from companion.language.values import Count, Name

WIDE: Final = 400.0
"""Units across it on the tablet, about as many pixels as it has there: letters of 14 are read from a metre."""
UPPER: Final = 28.0
BODY: Final = 53.0
"""Heights on the tablet: of a component's name, and of all that is said of it."""
TIGHT: Final = 4.0
"""Between components there."""
SHARE: Final = 0.77
"""Of the body there that is the cost while somebody stands where it could be built, or what a built one does."""
NARROW: Final = 46.0
QUIET: Final = 30.0
"""On a phone, of name and cost beside each other, and of a lower row in which nobody stands and nothing is tapped."""
INSET: Final = 2.0
BETWEEN: Final = 8.0
SLATE: Final = "#2f4f63"
"""Of the name of what is not built."""
_Frame: TypeAlias = tuple[Area, Area, Area, Area | None]
"""Where a component has its name; its cost, or what it does; what is missing for it, or who stands there; and where its
cost has room for itself as long as nobody stands where it could be built, None where it has not."""


def draw_blueprint(view: AtlantisView, taps: grid.Taps) -> Board:
    """Every component, the Power Core last; two in a row on the tablet."""
    table, drawn, cells = view.table, list(view.table.blueprint), list[Cell]()
    is_assumed = any(_is_assumed(table.box.components[each.component]) for each in drawn)
    built = sum(bool(each.round) for each in drawn)
    title = say("Blueprint: {built} of {all} built", built=built, all=len(drawn))
    if view.seat is None:
        frames, top = _wide(len(drawn))
    else:
        # What can be built comes first: a phone has no room for all of it at once.
        can = {act.component for act, _ in taps.each(Build)}
        drawn.sort(key=lambda each: each.component not in can)
        nothing = list(taps.each(LeaveUnbuilt))
        for (act, tap), place in zip(nothing, across(0, 0, PHONE, TAP, len(nothing)), strict=True):
            text = say("space {n}: nothing, all return", n=BUILD_SPACES.index(act.place) + 1)
            cells.append(Cell(f"nothing.{act.place}", text, *place, text=text, choice=tap))
        frames, top = _narrow(table, drawn, (TAP + BETWEEN) if cells else 0.0)
    for each, frame in zip(drawn, frames, strict=True):
        cells += _component(view, taps, each, frame)
    if view.seat is None:
        return Board("blueprint", grid.titled(title, is_assumed), WIDE, top, tuple(cells))
    return grid.footed("blueprint", title, PHONE, top, cells, is_assumed, BETWEEN)


def _wide(many: int) -> tuple[list[_Frame], float]:
    """Two components in a row, and where the last row ends."""
    row, wide, frames = UPPER + 1 + BODY + TIGHT, (WIDE - TIGHT) / 2, list[_Frame]()
    cut = float(int(wide * SHARE))
    for number in range(many):
        left, top = (number % 2) * (wide + TIGHT), row * (number // 2)
        below = top + UPPER + 1
        lower, body = (left + cut + 1, below, wide - cut - 1, BODY), (left, below, wide, BODY)
        frames.append(((left, top, wide, UPPER), (left, below, cut, BODY), lower, body))
    return frames, row * -(-many // 2) - TIGHT


def _narrow(table: Table, drawn: Sequence[Built], top: float) -> tuple[list[_Frame], float]:
    """One component below the other from there on, and where the next would begin."""
    frames, named = list[_Frame](), PHONE * 0.42
    is_building = any(present(table, each) for each in BUILD_SPACES)
    for each in drawn:
        cost = (named + INSET, top, PHONE - named - INSET, NARROW)
        is_tall = any(at(table, each.component)) if each.round else is_building
        lower = (0.0, top + NARROW + INSET, PHONE, TAP if is_tall else QUIET)
        frames.append(((0.0, top, named, NARROW), cost, lower, None))
        top += NARROW + INSET + lower[3] + BETWEEN
    return frames, top


def _is_assumed(component: Component) -> bool:
    return component.status == "assumed" or bool(component.assumed)


def _component(view: AtlantisView, taps: grid.Taps, each: Built, frame: _Frame) -> Iterator[Cell]:
    table, key, (named, costs, lower, whole) = view.table, each.component, frame
    component = table.box.components[key]
    is_assumed, name = _is_assumed(component), say("{name}", name=Name(component.name))
    text, price = grid.starred(name, is_assumed), vocabulary.price_words(component.cost)
    told = say("{name} is built.", name=name) if each.round else say("{name} costs {price}.", name=name, price=price)
    words = grid.unsure(sentences(told, texts.component_use(component)), is_assumed)
    if each.round:
        gives = texts.effects_words((*component.on_build, *component.on_activate)) or say("does no more")
        yield Cell(key, words, *named, text=text, mark="tick", colour=grid.GOOD)
        yield Cell(f"{key}.cost", None, *costs, text=gives, colour=grid.GOOD)
        yield _places(view, key, lower)
        return
    yield Cell(key, words, *named, text=text, colour=SLATE)
    held = [space for space in BUILD_SPACES if present(table, space)]
    if whole and not held and not table.ended:
        yield _together(table, key, "cost", whole, price)
        return
    if not whole or not table.ended:
        yield Cell(f"{key}.cost", None, *costs, text=price)
    # Of several ways to pay, the first.
    builds = dict(reversed([(act.place, tap) for act, tap in taps.each(Build) if act.component == key]))
    if table.ended:
        yield Cell(f"{key}.all", None, *(whole or lower), text=say("was not built"))
    elif whole:
        yield _nearest(view, builds, key, held, lower)
    else:
        *boxes, last = across(*lower, len(held) + 1)
        for box, space in zip(boxes, held, strict=True):
            yield _at_space(view, key, space, box, builds.get(space), is_short=len(held) > 1)
        yield _together(table, key, "all", last)


def _together(table: Table, name: str, key: str, place: Area, text: Message | None = None) -> Cell:
    """What all together lack of it, or, ticked, that they have it; as written there, if something is."""
    lacking = _missing(table, name, range(table.players), 0)
    if lacking.total:
        price = vocabulary.price_words(lacking)
        text = text or say("all lack {price}", price=price)
        return Cell(f"{name}.{key}", say("All together lack {price}.", price=price), *place, text=text)
    words, text = say("All together have what it costs."), text or say("all have it")
    return Cell(f"{name}.{key}", words, *place, text=text, mark="tick", colour=grid.GOOD)


def _places(view: AtlantisView, name: str, place: Area) -> Cell:
    """The spaces of a built component: who stands there, and how many are free."""
    table, key, here = view.table, f"{name}.places", list(at(view.table, name))
    room = sum(each.room for each in spaces(table.setup, name))
    if not room:
        return Cell(key, say("It has no spaces."), *place, text=say("no spaces"))
    free = room - len(here)
    text = say("{signs} free", signs=Name(island_board.FREE * free)) if free else say("full")
    words = say("{free} of {spaces} free.", free=free, spaces=Count(room, vocabulary.SPACE))
    if is_closed(table, name) is not None:
        words, text = sentences(words, say("They open in the next round.")), say("opens next round")
    pieces = tuple(standee(table, each) for each in here)
    return Cell(key, sentences(words, island_board.standing_words(view, here)), *place, text=text, pieces=pieces)


def _nearest(view: AtlantisView, builds: Mapping[str, grid.Tap], name: str, held: Sequence[str], place: Area) -> Cell:
    """In one cell on the tablet: that it can be built, or how much is missing on the build space that lacks least."""
    table = view.table

    def lacks(space: str) -> tuple[bool, bool, int]:
        lacking = _missing(table, name, present(table, space), waived(table, space)).total
        return space not in builds, name not in dict(payable(table, space)), lacking

    best = min(held, key=lacks)
    whole = _at_space(view, name, best, place, builds.get(best), is_short=True)
    others = (_at_space(view, name, space, place, None, is_short=True).words for space in held if space != best)
    _, is_not_yet, lacking = lacks(best)
    text = say("build it") if not is_not_yet else say("lacks") if lacking else say("not yet")
    figure, mark = f"{lacking}" if is_not_yet and lacking else "", "" if whole.mark == "tick" else whole.mark
    return msgspec.structs.replace(whole, number=figure, text=text, words=sentences(whole.words, *others), mark=mark)


def _at_space(view: AtlantisView, name: str, space: str, box: Area, tap: grid.Tap | None, is_short: bool) -> Cell:
    """What those on one build space lack for it; tapped, they build it."""
    table, number, key, seats = view.table, BUILD_SPACES.index(space) + 1, f"{name}.{space}", present(view.table, space)
    who, many = say("{who}", who=listing(map(view.who, seats), "and")), len(seats)
    if name in dict(payable(table, space)):
        words = say("On build space {n} {who} can pay for it.", n=number, who=who)
        text = say("build it: space {n}", n=number)
        return Cell(key, words, *box, text=text, colour=grid.GOOD, mark="now" if tap else "tick", choice=tap)
    lacking = _missing(table, name, seats, waived(table, space))
    absent = leaders_missing(table, space) if name == POWER_CORE else ()
    words, text = say("On build space {n} it cannot be built yet.", n=number), say("space {n}: not yet", n=number)
    if lacking.total:
        price = vocabulary.price_words(lacking)
        words = say(
            "Build space {n} lacks {price}, with what {who} {many?owns|own}.", n=number, who=who, price=price, many=many
        )
        text = say("space {n}: lacks {price}", n=number, price=price)
        if is_short:
            text = say("space {n}: lacks {many}", n=number, many=lacking.total)
    elif absent:
        words = say("On build space {n} these Leaders are missing: {who}.", n=number, who=people(view, absent))
        text = say("space {n}: Leaders missing", n=number)
    return Cell(key, words, *box, text=text)


def _missing(table: Table, name: str, seats: Sequence[Seat], free: int) -> Price:
    """What these seats together lack of a component's cost, where so many resources need not be paid."""
    owned = together(table.reserves[seat] for seat in seats)
    return table.box.components[name].cost.short_of(owned, free)
