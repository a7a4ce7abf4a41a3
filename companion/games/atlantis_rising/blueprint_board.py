"""The Blueprint as a board: each component, its cost, what is missing for it, and once it is built who stands there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from companion.games.atlantis_rising.acts import Build, LeaveUnbuilt
from companion.games.atlantis_rising.board_cells import (
    FOOT,
    GOOD,
    PHONE,
    TABLET,
    TAP,
    Place,
    Tap,
    Taps,
    across,
    footnote,
    starred,
    unsure,
)
from companion.games.atlantis_rising.box import NO_PRICE, POWER_CORE, Component, Price
from companion.games.atlantis_rising.effect_words import component_use, effects_words
from companion.games.atlantis_rising.ground import at, is_closed, spaces
from companion.games.atlantis_rising.island_board import FREE, standing_words
from companion.games.atlantis_rising.model import BUILD_SPACES, AtlantisView, Built, Table
from companion.games.atlantis_rising.phases.gate import leaders_missing, payable, present, waived
from companion.games.atlantis_rising.standees import standee
from companion.games.atlantis_rising.vocabulary import SPACE, price_words
from companion.games.board import Board, Cell
from companion.games.core import Seat
from companion.games.shared.phases import people
from companion.language.message import Message, listing, say, sentences
from companion.language.values import Count, Name

UPPER: Final = 42.0
BODY: Final = 64.0
"""Heights on the tablet: of a component's name, and of all that is said of it."""
NARROW: Final = 46.0
QUIET: Final = 30.0
"""On a phone, of name and cost beside each other, and of a lower row in which nobody stands and nothing is tapped."""
INSET: Final = 2.0
BETWEEN: Final = 8.0
SLATE: Final = "#2f4f63"
"""Of the name of what is not built."""


class Frame(msgspec.Struct, frozen=True):
    """Where the three parts of a component are drawn: its name; its cost, or what it does; and what is missing for it,
    or who stands there."""

    name: Place
    cost: Place
    lower: Place
    whole: Place | None = None
    """Where the cost has room for itself as long as nobody stands where it could be built; None where it has not."""


def draw_blueprint(view: AtlantisView, taps: Taps) -> Board:
    """Every component, the Power Core last; two in a row on the tablet."""
    table = view.table
    width = TABLET if view.seat is None else PHONE
    drawn, cells, top = table.blueprint, list[Cell](), 0.0
    if view.seat is None:
        frames, top = _wide(table)
    else:
        # What can be built comes first: a phone has no room for all of it at once.
        can = {act.component for act, _ in taps.by_act() if isinstance(act, Build)}
        drawn = tuple(sorted(drawn, key=lambda each: each.component not in can))
        cells += _nothing(taps)
        frames, top = _narrow(table, drawn, (TAP + BETWEEN) if cells else 0.0)
    for each, frame in zip(drawn, frames, strict=True):
        cells += _component(view, taps, each, frame)
    is_assumed = any(_is_assumed(table.setup.box.components[each.component]) for each in table.blueprint)
    cells += footnote(is_assumed, width, top)
    built = sum(bool(each.round) for each in table.blueprint)
    title = say("Blueprint: {built} of {all} built", built=built, all=len(table.blueprint))
    return Board("blueprint", title, width, top + (FOOT if is_assumed else -BETWEEN), tuple(cells))


def _wide(table: Table) -> tuple[list[Frame], float]:
    """Two components in a row, and where the next row would begin."""
    row, wide = UPPER + BODY + INSET + BETWEEN, (TABLET - BETWEEN) / 2
    frames = list[Frame]()
    for number in range(len(table.blueprint)):
        left, top = (number % 2) * (wide + BETWEEN), row * (number // 2)
        body = (left, top + UPPER + INSET, wide, BODY)
        cost, lower = across(*body, 2)
        frames.append(Frame((left, top, wide, UPPER), cost, lower, body))
    return frames, row * -(-len(frames) // 2)


def _nothing(taps: Taps) -> Iterator[Cell]:
    """For each build space on which something can be built: that nothing is."""
    found = [(act, tap) for act, tap in taps.by_act() if isinstance(act, LeaveUnbuilt)]
    for (act, tap), place in zip(found, across(0, 0, PHONE, TAP, len(found)), strict=True):
        text = say("space {n}: nothing, all return", n=BUILD_SPACES.index(act.place) + 1)
        yield Cell(f"nothing.{act.place}", None, *place, text=text, choice=tap)


def _narrow(table: Table, drawn: Sequence[Built], top: float) -> tuple[list[Frame], float]:
    """One component below the other from there on, and where the next would begin."""
    frames, named = list[Frame](), PHONE * 0.42
    is_building = any(present(table, each) for each in BUILD_SPACES)
    for each in drawn:
        cost = (named + INSET, top, PHONE - named - INSET, NARROW)
        is_tall = any(at(table, each.component)) if each.round else is_building
        lower = (0.0, top + NARROW + INSET, PHONE, TAP if is_tall else QUIET)
        frames.append(Frame((0.0, top, named, NARROW), cost, lower))
        top += NARROW + INSET + lower[3] + BETWEEN
    return frames, top


def _is_assumed(component: Component) -> bool:
    return component.status == "assumed" or bool(component.assumed)


def _component(view: AtlantisView, taps: Taps, each: Built, frame: Frame) -> Iterator[Cell]:
    component = view.table.setup.box.components[each.component]
    is_assumed, name = _is_assumed(component), say("{name}", name=Name(component.name))
    gives, price = _gives(component), price_words(component.cost)
    text = starred(name, is_assumed)
    if each.round:
        words = unsure(sentences(say("{name} is built.", name=name), component_use(component)), is_assumed)
        yield Cell(each.component, words, *frame.name, text=text, mark="tick", colour=GOOD)
        yield Cell(f"{each.component}.cost", None, *frame.cost, text=gives or say("does no more"), colour=GOOD)
        yield from _places(view, each, frame.lower)
        return
    words = unsure(
        sentences(say("{name} costs {price}.", name=name, price=price), component_use(component)), is_assumed
    )
    yield Cell(each.component, words, *frame.name, text=text, colour=SLATE)
    if frame.whole and not view.table.ended and not any(present(view.table, space) for space in BUILD_SPACES):
        yield _price(view.table, each.component, price, frame.whole)
        return
    yield Cell(f"{each.component}.cost", None, *frame.cost, text=price)
    if view.table.ended:
        yield Cell(f"{each.component}.all", None, *frame.lower, text=say("was not built"))
    else:
        yield from _wanting(view, taps, each.component, frame.lower)


def _price(table: Table, name: str, price: Message, place: Place) -> Cell:
    """The cost alone, ticked where all together have it."""
    lacking = missing(table, name, range(table.setup.players), 0)
    if lacking.total:
        words = say("All together lack {price}.", price=price_words(lacking))
        return Cell(f"{name}.cost", words, *place, text=price)
    words = say("All together have what it costs.")
    return Cell(f"{name}.cost", words, *place, text=price, mark="tick", colour=GOOD)


def _gives(component: Component) -> Message | None:
    """What it does once it is built, and in each round after."""
    at_once, later = effects_words(component.on_build), effects_words(component.on_activate)
    if at_once and later:
        return sentences(at_once, later)
    return at_once or later or None


def _places(view: AtlantisView, each: Built, place: Place) -> Iterator[Cell]:
    """The spaces of a built component: who stands there, and how many are free."""
    table, key = view.table, f"{each.component}.places"
    rooms = spaces(table.setup, each.component)
    if not rooms:
        yield Cell(key, say("It has no spaces."), *place, text=say("no spaces"))
        return
    here = list(at(table, each.component))
    free = sum(room.room for room in rooms) - len(here)
    opens = is_closed(table, each.component) is not None
    words = say("{free} of {spaces} free.", free=free, spaces=Count(sum(room.room for room in rooms), SPACE))
    if opens:
        words = sentences(words, say("They open in the next round."))
    text = say("opens next round") if opens else say("{signs} free", signs=Name(FREE * free)) if free else say("full")
    pieces = tuple(standee(table, piece) for piece in here)
    yield Cell(key, sentences(words, standing_words(view, here)), *place, text=text, pieces=pieces)


def _wanting(view: AtlantisView, taps: Taps, name: str, place: Place) -> Iterator[Cell]:
    """What is missing: a cell for each build space on which somebody stands, and one for all together."""
    table = view.table
    held = [each for each in BUILD_SPACES if present(table, each)]
    boxes = across(*place, len(held) + 1)
    for box, space in zip(boxes, held, strict=False):
        tap = next((tap for act, tap in taps.by_act() if isinstance(act, Build) and _is(act, space, name)), None)
        yield _at_space(view, name, space, box, tap, is_short=len(held) > 1)
    lacking = missing(table, name, range(table.setup.players), 0)
    if lacking.total:
        text = say("all lack {price}", price=price_words(lacking))
        yield Cell(f"{name}.all", say("All together lack {price}.", price=price_words(lacking)), *boxes[-1], text=text)
    else:
        text, words = say("all have it"), say("All together have what it costs.")
        yield Cell(f"{name}.all", words, *boxes[-1], text=text, mark="tick", colour=GOOD)


def _is(act: Build, space: str, name: str) -> bool:
    return (act.place, act.component) == (space, name)


def _at_space(view: AtlantisView, name: str, space: str, box: Place, tap: Tap | None, is_short: bool) -> Cell:
    """What those on one build space lack for it; tapped, they build it."""
    table, number = view.table, BUILD_SPACES.index(space) + 1
    key, seats = f"{name}.{space}", present(table, space)
    who = say("{who}", who=listing(map(view.who, seats), "and"))
    if any(each == name for each, _ in payable(table, space)):
        words = say("On build space {n} {who} can pay for it.", n=number, who=who)
        text = say("build it: space {n}", n=number)
        return Cell(key, words, *box, text=text, colour=GOOD, mark="now" if tap else "tick", choice=tap)
    lacking = missing(table, name, seats, waived(table, space))
    absent = leaders_missing(table, space) if name == POWER_CORE else ()
    if lacking.total:
        price = price_words(lacking)
        text = say("space {n}: lacks {price}", n=number, price=price)
        if is_short:
            text = say("space {n}: lacks {many}", n=number, many=lacking.total)
        return Cell(
            key,
            say("Build space {n} lacks {price}, with what {who} own.", n=number, who=who, price=price),
            *box,
            text=text,
        )
    if absent:
        words = say("On build space {n} these Leaders are missing: {who}.", n=number, who=people(view, absent))
        return Cell(key, words, *box, text=say("space {n}: Leaders missing", n=number))
    words = say("On build space {n} it cannot be built yet.", n=number)
    return Cell(key, words, *box, text=say("space {n}: not yet", n=number))


def missing(table: Table, name: str, seats: Sequence[Seat], free: int) -> Price:
    """What these seats together lack of a component's cost, where so many resources need not be paid."""
    owned = NO_PRICE
    for seat in seats:
        owned = owned.plus(table.reserves[seat])
    cost = table.setup.box.components[name].cost
    lacking = {each: max(0, getattr(cost, each) - getattr(owned, each)) for each in Price.__struct_fields__}
    for each in ("gold", "crystal", "atlantium"):
        cut = min(free, lacking[each])
        lacking[each], free = lacking[each] - cut, free - cut
    return Price(**lacking)
