"""Where rounds begin and end: the bag is filled and taken (R-007 to R-011), and the anchor is dropped (R-150 to R-163).

The dice for the bag may be laid into the tray to be counted by colour. Nothing waits for that: the bag may be said to
be filled, or be taken at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import Seat, State
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.data.figures import FREE, PRINTED
from companion.games.rolling_with_the_waves.rules import phase
from companion.games.rolling_with_the_waves.rules.bag import looks_of, with_bag
from companion.games.rolling_with_the_waves.state import charts, model, records
from companion.games.rolling_with_the_waves.words.names import DIE, FREEBOOTER
from companion.games.shared.phases import Asked, Label, people
from companion.language.message import Listing, Message, listing, lone, say
from companion.language.values import Count, Noun


class First(phase.RoundPhase[model.Bagging]):
    """The bag is filled, and taken."""

    titles = {records.Phase.FIRST: say("The first player")}
    acts = (model.TakeBag, model.BagFilled, model.BagCounted)
    rule = "R-010"
    law = say("One player takes the bag, once, before the first roll")

    def has_work(self, state: model.DiceState) -> bool:
        return state.table.played.first == records.NOBODY

    def legal(self, state: model.DiceState) -> tuple[model.Bagging, ...]:
        whole = state.table.played
        taken = tuple(model.TakeBag(seat) for seat in whole.seats)
        if whole.filled:
            return taken
        return (*taken, model.BagFilled(), model.BagCounted(laid_out(whole, state.table.free_look)))

    def apply(self, state: model.DiceState, act: model.Bagging) -> model.DiceState:
        if isinstance(act, model.TakeBag):
            return model.changed(state, ("R-010",), first=act.seat)
        return model.changed(state, ("R-007", "R-008", "R-011"), filled=True)

    def asked(self, view: model.DiceView) -> Asked:
        whole = view.table.played
        boat = say("Then give it to whoever was on a boat most recently, and tap the name.")
        why = say("That player rolls first. Then the bag goes round to the left.")
        if whole.filled:
            return Asked((), say("Put these dice into the bag. {boat}", boat=boat), why, "R-010")
        bag, supply = _amounts(whole, whole.bag), _amounts(whole, whole.supply)
        text = say("Fill the bag. It takes {bag}: in the tray they are counted. {boat}", bag=bag, boat=boat)
        return Asked((), text, say("Beside the table stay, for later: {supply}.", supply=supply), "R-007")

    def label(self, view: model.DiceView, act: model.Bagging) -> Label:
        if isinstance(act, model.TakeBag):
            return Label(lone(view.who(act.seat)), say("Who takes the bag?"))
        return Label(say("The bag is filled"), say("The bag"))

    def described(self, before: model.DiceView, act: model.Bagging) -> Message:
        if isinstance(act, model.TakeBag):
            return say("{who} takes the bag.", who=before.who(act.seat))
        whole = before.table.played
        if isinstance(act, model.BagFilled):
            return say("The bag is filled.")
        return say("The dice for the bag are counted: {bag}.", bag=_amounts(whole, whole.bag))

    def fault(self, state: model.DiceState, act: model.Bagging) -> IllegalAction | None:
        whole = state.table.played
        if isinstance(act, model.TakeBag):
            return super().fault(state, act)
        if whole.filled:
            return IllegalAction("R-007", say("The bag is filled already. Give it to the first player."))
        fault = fault_of_bag(whole, act.colours) if isinstance(act, model.BagCounted) else None
        return IllegalAction("R-007", fault) if fault is not None else None


def laid_out(whole: records.Whole, look: str) -> tuple[str, ...]:
    """The colours of the dice that belong into the bag; Freebooters have the colour `look`."""
    return looks_of(whole.setup.palette, whole.bag, look)


def fault_of_bag(whole: records.Whole, colours: Sequence[str]) -> Message | None:
    """What is missing of the dice for the bag, or too many, in a sentence; None where they are right."""
    there, wanted = Counter(whole.setup.role(colour) for colour in colours), Counter[str]()
    for colour, count in zip(whole.setup.palette, whole.bag, strict=True):
        wanted[colour] += count  # a host may have given two players one colour
    unknown = there.pop(records.UNKNOWN, 0)
    parts = list(_differences(wanted, there))
    if unknown:
        parts.append(say("the colour of {dice} is not known", dice=Count(unknown, DIE)))
    return say("For the bag: {parts}.", parts=listing(parts)) if parts else None


def _differences(wanted: Counter[str], there: Counter[str]) -> Iterator[Message]:
    for colour in dict.fromkeys((*wanted, *there)):
        more = there[colour] - wanted[colour]
        dice = _amount(colour, abs(more))
        if more < 0:
            yield say("{dice} {number?is|are} missing", dice=dice, number=-more)
        if more > 0:
            yield say("{dice} {number?is|are} too many", dice=dice, number=more)


def _amounts(whole: records.Whole, counts: Sequence[int]) -> Listing:
    there = zip(whole.setup.palette, counts, strict=True)
    return listing([_amount(colour, count) for colour, count in there if count])


def _amount(colour: str, count: int) -> Message:
    """So many dice of a colour: "2 red", "3 Freebooters"."""
    if colour == FREE:
        return say("{dice}", dice=Count(count, FREEBOOTER))
    return say("{count} {colour}", count=count, colour=Noun(colour))


class Anchor(phase.RoundPhase[model.DropAnchor]):
    """The end of a round."""

    titles = {records.Phase.ANCHOR: say("Drop anchor")}
    acts = (model.DropAnchor,)
    rule = "R-150"
    law = say("The anchor is dropped when everything is written")

    def legal(self, state: model.DiceState) -> tuple[model.DropAnchor, ...]:
        return (model.DropAnchor(),)

    def apply(self, state: model.DiceState, act: model.DropAnchor) -> model.DiceState:
        whole = state.table.played
        if is_last(whole):
            sheet, maps = whole.setup.sheet, [whole.maps[seat] for seat in whole.seats]
            chests = ("R-161",) if any(not charts.chests_left(chart, sheet) for chart in maps) else ()
            squares = ("R-162",) if not all(map(charts.squares_left, maps)) else ()
            return State(replace(state.table, why=("R-150", *chests, *squares), over=True), state.secrets)
        bag, supply = collected(whole)
        unset: dict[str, Any] = dict.fromkeys(("behind", "aimed", "shot", "fired"), UNSET)
        empty: dict[str, Any] = dict.fromkeys(("pool", "written", "gained"), ())
        changes = {"phase": records.Phase.ROLL, "round": whole.round + 1, "first": next_first(whole), **unset, **empty}
        after = model.changed(
            state, ("R-151", "R-152"), bag=bag, supply=supply, **changes, **model.cleared(len(whole.maps))
        )
        return State(after.table, after.secrets)

    def asked(self, view: model.DiceView) -> Asked:
        whole = view.table.played
        enders = tuple(seat for seat in whole.seats if charts.ends(whole.maps[seat], whole.setup.sheet))
        if enders:
            text = say("Drop anchor: the game ends by {seats}.", seats=people(view, enders))
            why = say("All chests are filled or buried, or every square of Hull, Ports and Crew is filled.")
            return Asked((), text, why, "R-163")
        if is_last(whole):
            left = say("Only one player is left.") if whole.seats else say("All players have left.")
            return Asked((), say("Drop anchor: the game ends."), left, "R-160")
        who = view.who(next_first(whole))
        text = say("Drop anchor: put all dice back into the bag, and pass it to {who}.", who=who)
        return Asked((), text, say("Nobody has met a condition that ends the game."), "R-151")

    def label(self, view: model.DiceView, act: model.DropAnchor) -> Label:
        return Label(say("The anchor is dropped"), say("Drop anchor"))

    def described(self, before: model.DiceView, act: model.DropAnchor) -> Message:
        whole = before.table.played
        if is_last(whole):
            return say("The anchor is dropped, and the game ends.")
        return say("The anchor is dropped, and {who} gets the bag.", who=before.who(next_first(whole)))


def is_last(whole: records.Whole) -> bool:
    """Whether this round ends the game (R-160 to R-163, A-31)."""
    return len(whole.seats) < 2 or any(charts.ends(whole.maps[seat], whole.setup.sheet) for seat in whole.seats)


def next_first(whole: records.Whole) -> Seat:
    """Who has the bag next: the next player on the left (R-152)."""
    around = sorted(whole.seats, key=lambda seat: (seat - max(whole.first, 0) - 1) % len(whole.maps))
    return around[0] if around else max(whole.first, 0)


def collected(whole: records.Whole) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Bag and supply once all dice are back; those of players who have left lie beside the table (R-151, A-31)."""
    bag, supply = [*with_bag(whole, (*whole.pool, *chain(*whole.nests)))], [*whole.supply]
    for seat in range(len(whole.maps)):
        if seat not in whole.seats:
            supply[seat], bag[seat] = supply[seat] + bag[seat], 0
    free = len(bag) - 1
    most = len(whole.seats) + PRINTED.freebooter_extra
    gone = max(0, bag[free] - most) if any(whole.closed) else 0
    bag[free], supply[free] = bag[free] - gone, supply[free] + gone
    return tuple(bag), tuple(supply)
