"""Allocation: each seat lays its dice on icons of its mini board, unseen, and calls out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import TypeAlias

from msgspec import UNSET, UnsetType

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.charts import has_room, rooms
from companion.games.rolling_with_the_waves.model import (
    Allocate,
    DiceState,
    DiceView,
    LayBehindScreen,
    TakeBack,
    Yarrr,
)
from companion.games.rolling_with_the_waves.phases.part import DIE, Part, changed, die_words, icon_words
from companion.games.rolling_with_the_waves.whole import (
    BURY_ICONS,
    CHEST_ICONS,
    ICONS,
    WRITING,
    Chart,
    Die,
    Icon,
    Phase,
    Setup,
    Whole,
)
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import Message, listing, say
from companion.language.values import Count

YOURS = say("Your mini board")
Unseen: TypeAlias = Allocate | TakeBack | Yarrr | LayBehindScreen


class Allocating(Part[Unseen]):
    """All at the same time, each as long as it likes; taken back until everybody has called (A-22)."""

    titles = {Phase.ALLOCATE: say("Allocate")}
    acts = (Allocate, TakeBack, Yarrr, LayBehindScreen)
    rule = "R-050"
    law = say("Each player lays all drafted dice on icons of the own mini board, once a round, and then calls")

    def has_work(self, state: DiceState, phase: Phase) -> bool:
        return bool(uncalled(state.table.played))

    def legal(self, state: DiceState) -> tuple[Unseen, ...]:
        whole, found = state.table.played, list[Unseen]()
        for seat in whole.seats:
            if whole.called[seat]:
                found.append(TakeBack(seat))
            elif not whole.icons[seat] and whole.nests[seat]:
                if whole.placed[seat] == len(whole.nests[seat]):
                    found.append(Yarrr(seat))
                elif not whole.setup.by_board or whole.placed[seat]:
                    found += [Allocate(seat, icon) for icon in open_icons(whole, seat, laid(state, seat))]
                found.append(TakeBack(seat) if whole.placed[seat] else LayBehindScreen(seat))
        return tuple(found)

    def allows(self, state: DiceState, act: Unseen) -> bool:
        legal = self.legal(state)
        if isinstance(act, Allocate) and act.icon is None:
            return any(isinstance(each, Allocate) and each.seat == act.seat for each in legal)
        return act in legal

    def apply(self, state: DiceState, act: Unseen) -> DiceState:
        whole, seat = state.table.played, act.seat
        match act:
            case Allocate():
                after = changed(state, ("R-050",), placed=put(whole.placed, seat, whole.placed[seat] + 1))
                return after.with_sealed(seat, (*state.sealed_by(seat), act))
            case TakeBack():
                behind = without(whole, seat)
                called, placed = put(whole.called, seat, False), put(whole.placed, seat, 0)
                return changed(state, ("R-055",), placed=placed, called=called, behind=behind).with_sealed(seat, ())
            case Yarrr():
                return changed(state, ("R-055",), called=put(whole.called, seat, True))
            case LayBehindScreen():
                behind = tuple(sorted((*whole.screened, seat)))
                return changed(state, ("R-050", "R-055"), called=put(whole.called, seat, True), behind=behind)

    def asked(self, view: DiceView) -> Asked:
        whole = view.table.played
        seats = uncalled(whole)
        why = say("One die on an icon. To bury a chest takes all three. Nobody sees it until everybody has called.")
        left = say("Still to call: {seats}.", seats=people(view, seats))
        seat = view.seat
        is_by_board = bool(whole.setup.by_board) and seat is not None and not whole.called[seat]
        if seat is None or seat not in whole.seats or not whole.nests[seat] or is_by_board:
            text = say("Lay your dice on icons behind your screen, and call YARRR. {left}", left=left)
        elif whole.called[seat]:
            text = say("You have called. You may take your dice back. {left}", left=left)
        elif whole.placed[seat] < len(whole.nests[seat]):
            die = die_words(whole.nests[seat][whole.placed[seat]])
            text = say("Choose an icon for your {die}.", die=die)
        else:
            text = say("Call YARRR, or take your dice back.")
        return Asked(seats, text, why, "R-050", any_order=True)

    def label(self, view: DiceView, act: Unseen) -> Label:
        group = YOURS if act.seat == view.seat else say("{who}'s mini board", who=view.who(act.seat))
        match act:
            case Allocate(seat, icon):
                whole = view.table.played
                die = die_words(whole.nests[seat][whole.placed[seat]])
                place = icon_words(icon) if icon is not None else say("an icon")
                return Label(say("{die} on {icon}", die=die, icon=place), group)
            case TakeBack():
                return Label(say("Take the dice back"), group)
            case Yarrr():
                return Label(say("YARRR"), group)
            case LayBehindScreen():
                return Label(say("YARRR: the dice lie on the mini board behind the screen"), group)

    def told(self, before: DiceView, act: Unseen) -> Message:
        who = before.who(act.seat)
        match act:
            case Allocate(_, icon):
                if icon is None:
                    return say("{who} lays a die on the mini board.", who=who)
                return say("{who} lays a die on {icon}.", who=who, icon=icon_words(icon))
            case TakeBack():
                return say("{who} takes the dice back.", who=who)
            case Yarrr() | LayBehindScreen():
                return say("{who} calls YARRR.", who=who)

    def refusal(self, state: DiceState, act: Unseen, now: Message) -> IllegalAction:
        whole, seat = state.table.played, act.seat
        if whole.phase is not Phase.ALLOCATE or seat not in whole.seats:
            return super().refusal(state, act, now)
        if isinstance(act, TakeBack):
            return IllegalAction("R-055", say("No die lies on that mini board. Lay some first."))
        if isinstance(act, Yarrr):
            return IllegalAction("R-055", say("Not all dice lie on that mini board. Lay them all, then call once."))
        if isinstance(act, LayBehindScreen):
            words = say("That player has allocated already, or begun to. Take the dice back first.")
            return IllegalAction("R-050", words)
        if whole.setup.by_board:
            words = say("This game is played with real dice behind the screen. Lay them there, and call YARRR.")
            return IllegalAction("R-050", words)
        if whole.called[seat] or whole.placed[seat] >= len(whole.nests[seat]) or act.icon is None:
            return IllegalAction("R-050", say("All dice of that player lie already. Take them back first."))
        return refused_icon(whole, seat, laid(state, seat), act.icon)


# --- who and what ---


def uncalled(whole: Whole) -> tuple[Seat, ...]:
    """Seats that have still to call, clockwise from the first player."""
    return tuple(
        seat for seat in whole.clockwise if not whole.called[seat] and not whole.icons[seat] and whole.nests[seat]
    )


def without(whole: Whole, seat: Seat) -> tuple[Seat, ...] | UnsetType:
    """The other seats whose dice lie behind the screen, as `Whole.behind` has them."""
    return tuple(each for each in whole.screened if each != seat) or UNSET


def closed_boards(whole: Whole) -> tuple[Seat, ...]:
    """Seats whose dice are sealed, and not open yet."""
    return tuple(seat for seat in whole.seats if whole.placed[seat] and not whole.icons[seat])


def laid(state: DiceState, seat: Seat) -> tuple[Icon | None, ...]:
    """On which icons a seat has laid its dice, in order; None where that is not known."""
    return tuple(act.icon for act in state.sealed_by(seat) if isinstance(act, Allocate))


def open_icons(whole: Whole, seat: Seat, on: Sequence[Icon | None]) -> tuple[Icon, ...]:
    """The icons on which a seat may lay its next die, where the ones before lie so (R-051 to R-057)."""
    return _open(whole.maps[seat], whole.setup, len(whole.nests[seat]), on)


def _open(chart: Chart, setup: Setup, dice: int, on: Sequence[Icon | None]) -> tuple[Icon, ...]:
    known = [icon for icon in on if icon is not None]
    buries = [icon for icon in known if icon in BURY_ICONS]
    if buries:
        return (buries[0],)
    takes = rooms(chart, setup)
    if setup.allocate_to_full:
        takes = tuple(icon for icon in WRITING if not _is_buried(chart, icon))
    fit = tuple(icon for icon in takes if icon not in known)
    if len(on) + len(fit) < dice and len(fit) < dice:
        # Only where a host's corrections have left too few: the die is then wasted.
        fit = tuple(icon for icon in WRITING if icon not in known)
    if not known:
        fit += tuple(
            icon
            for icon, is_buried, values in zip(BURY_ICONS, chart.buried, chart.chests, strict=True)
            if values and not is_buried
        )
    return fit


def _is_buried(chart: Chart, icon: Icon) -> bool:
    return icon in CHEST_ICONS and chart.buried[CHEST_ICONS.index(icon)]


def ways(whole: Whole, seat: Seat, on: Sequence[Icon | None]) -> tuple[tuple[Icon, ...], ...]:
    """Every way in which the dice of a mini board may lie, as far as it is known."""
    if None not in on:
        return (tuple(icon for icon in on if icon is not None),)
    chart, setup, dice = whole.maps[seat], whole.setup, len(on)
    first = _open(chart, setup, dice, ())
    buried = [(icon,) * dice for icon in first if icon in BURY_ICONS]
    spread = permutations((icon for icon in first if icon not in BURY_ICONS), dice)
    fit = tuple(way for way in (*spread, *buried) if all(it in (None, icon) for it, icon in zip(on, way, strict=True)))
    return fit or _anyhow(on)


def _anyhow(on: Sequence[Icon | None]) -> tuple[tuple[Icon, ...], ...]:
    """Every way where a host's corrections have left none: what is known stays, and other dice lie on any free icon."""
    free = [icon for icon in WRITING if icon not in on]
    left = (iter(way) for way in permutations(free, on.count(None)))
    return tuple(tuple(next(rest) if icon is None else icon for icon in on) for rest in left)


def refused_icon(whole: Whole, seat: Seat, on: Sequence[Icon | None], icon: Icon) -> IllegalAction:
    """Why a seat may not lay its next die there."""
    chart, setup = whole.maps[seat], whole.setup
    if icon not in ICONS:
        return IllegalAction("R-051", say("There is no such icon. Choose one of the mini board."))
    if (icon in BURY_ICONS and on) or any(each in BURY_ICONS for each in on):
        return IllegalAction("R-054", say("To bury a chest takes all three dice. Take them back, and lay them so."))
    if icon in on:
        return IllegalAction("R-051", say("A die lies there already, and an icon takes one. Choose another."))
    if icon in BURY_ICONS:
        if chart.buried[BURY_ICONS.index(icon)]:
            return IllegalAction("R-094", say("That chest is buried already. Choose another icon."))
        return IllegalAction("R-092", say("That chest is empty, and only one with a value can be buried."))
    if icon in CHEST_ICONS and chart.buried[CHEST_ICONS.index(icon)]:
        return IllegalAction("R-056", say("That chest is buried: nothing can be added. Choose another icon."))
    if icon == "raise" and not has_room(chart, setup, icon):
        return IllegalAction("R-057", say("Both squares of Raise Spirits are filled. Choose another icon."))
    return IllegalAction("R-057", say("No square is empty there. Choose another icon."))


def laid_words(nest: Sequence[Die], icons: Sequence[Icon | None]) -> Message:
    """Which die lies where, in words."""
    places = [say("an icon") if icon is None else icon_words(icon) for icon in icons]
    if places and len({*icons}) == 1 and icons[0] in BURY_ICONS and len(icons) > 1:
        return say("{dice} on {icon}", dice=Count(len(icons), DIE), icon=places[0])
    pairs = zip(nest, places, strict=False)
    return say(
        "{laid}", laid=listing((say("{die} on {icon}", die=die_words(die), icon=place) for die, place in pairs), ",")
    )
