"""Before the first round: what belongs into the bag and what is supply (R-007 to R-011), and who takes it (R-010).

The dice for the bag may be laid into the tray to be counted by colour. Nothing waits for that: the bag may be said to
be filled, or be taken at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.figures import FREE
from companion.games.rolling_with_the_waves.model import UNKNOWN, BagCounted, BagFilled, DiceState, DiceView, TakeBag
from companion.games.rolling_with_the_waves.phases.bag import looks_of, role
from companion.games.rolling_with_the_waves.phases.part import DIE, FREEBOOTER, Part, changed
from companion.games.rolling_with_the_waves.whole import NOBODY, Phase, Whole
from companion.games.shared.phases import Asked, Label
from companion.language.message import Listing, Message, listing, lone, say
from companion.language.values import Count, Noun

FirstAct: TypeAlias = TakeBag | BagFilled | BagCounted


class First(Part[FirstAct]):
    """The bag is filled, and taken."""

    titles = {Phase.FIRST: say("The first player")}
    acts = (TakeBag, BagFilled, BagCounted)
    rule = "R-010"
    law = say("One player takes the bag, once, before the first roll")

    def has_work(self, state: DiceState, phase: Phase) -> bool:
        return state.table.played.first == NOBODY

    def legal(self, state: DiceState) -> tuple[FirstAct, ...]:
        whole = state.table.played
        taken = tuple(TakeBag(seat) for seat in whole.seats)
        if whole.filled:
            return taken
        return (*taken, BagFilled(), BagCounted(laid(whole, state.table.free_look)))

    def allows(self, state: DiceState, act: FirstAct) -> bool:
        if isinstance(act, BagCounted):
            whole = state.table.played
            return not whole.filled and fault_of(whole, act.colours) is None
        return act in self.legal(state)

    def apply(self, state: DiceState, act: FirstAct) -> DiceState:
        if isinstance(act, TakeBag):
            return changed(state, ("R-010",), first=act.seat)
        return changed(state, ("R-007", "R-008", "R-011"), filled=True)

    def asked(self, view: DiceView) -> Asked:
        whole = view.table.played
        boat = say("Who was on a boat most recently? Give that player the bag, and tap the name.")
        why = say("That player rolls first. Then the bag goes round to the left.")
        if whole.filled:
            return Asked((), say("Put all of these dice into the bag. {boat}", boat=boat), why, "R-010")
        text = say(
            "Into the bag: {bag}. Lay them into the tray first to have them counted. {boat}",
            bag=_amounts(whole, whole.bag),
            boat=boat,
        )
        supply = _amounts(whole, whole.supply)
        return Asked((), text, say("Beside the table stay, for later: {supply}.", supply=supply), "R-007")

    def label(self, view: DiceView, act: FirstAct) -> Label:
        if isinstance(act, TakeBag):
            return Label(lone(view.who(act.seat)), say("Who takes the bag?"))
        return Label(say("The bag is filled"), say("The bag"))

    def told(self, before: DiceView, act: FirstAct) -> Message:
        if isinstance(act, TakeBag):
            return say("{who} takes the bag.", who=before.who(act.seat))
        whole = before.table.played
        if isinstance(act, BagFilled):
            return say("The bag is filled.")
        return say("The dice for the bag are counted: {bag}.", bag=_amounts(whole, whole.bag))

    def refusal(self, state: DiceState, act: FirstAct, now: Message) -> IllegalAction:
        whole = state.table.played
        if isinstance(act, TakeBag) or whole.phase is not Phase.FIRST:
            return super().refusal(state, act, now)
        if whole.filled:
            return IllegalAction("R-007", say("The bag is filled already. Give it to the first player."))
        fault = fault_of(whole, act.colours) if isinstance(act, BagCounted) else None
        return IllegalAction("R-007", fault or say("This does not fit: choose what is offered."))


def laid(whole: Whole, look: str) -> tuple[str, ...]:
    """The colours of the dice that belong into the bag; Freebooters have the colour `look`."""
    return looks_of(whole.setup.palette, whole.bag, look)


def fault_of(whole: Whole, colours: Sequence[str]) -> Message | None:
    """What is missing of the dice for the bag, or too many, in a sentence; None where they are right."""
    there, wanted = Counter(role(whole.setup, colour) for colour in colours), Counter[str]()
    for colour, count in zip(whole.setup.palette, whole.bag, strict=True):
        wanted[colour] += count  # a host may have given two players one colour
    unknown = there.pop(UNKNOWN, 0)
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


def _amounts(whole: Whole, counts: Sequence[int]) -> Listing:
    there = zip(whole.setup.palette, counts, strict=True)
    return listing([_amount(colour, count) for colour, count in there if count])


def _amount(colour: str, count: int) -> Message:
    """So many dice of a colour: "2 red", "3 Freebooters"."""
    if colour == FREE:
        return say("{dice}", dice=Count(count, FREEBOOTER))
    return say("{count} {colour}", count=count, colour=Noun(colour))
