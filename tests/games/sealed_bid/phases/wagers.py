"""Wagers: put together on the phones and sealed before the bids (B-043, B-044), and opened together (B-045)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.core import Choice, Memory, Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import Message, listing, lone, say
from companion.language.values import Count, Noun
from tests.games.sealed_bid.model import (
    CHIPS,
    NOBODY,
    BidAction,
    BidState,
    BidView,
    Chips,
    OpenWager,
    Phase,
    Table,
    TakeBackWager,
    Wager,
    Wagering,
)
from tests.games.sealed_bid.phases.guesses import possible_guesses, who
from tests.games.sealed_bid.phases.part import Aside, Part, changed

CHIP = Noun("chip")


class Wagers(Part[Wager]):
    """Every seat, in any order."""

    titles = {Phase.WAGER: say("Wagers")}
    acts = (Wager,)
    rule = "B-043"
    law = say("Each player seals one wager a round, of one to three chips")

    def has_work(self, state: BidState) -> bool:
        return bool(still_to_wager(state.table))

    def legal(self, state: BidState) -> tuple[Wager, ...]:
        """Of the wagers those that put all on one."""
        table = state.table
        return tuple(Wager(seat, chips) for seat in still_to_wager(table) for chips in all_on_one(table))

    def admits(self, state: BidState, act: Wager) -> bool:
        return act.seat in still_to_wager(state.table) and is_whole(state.table, act.chips)

    def apply(self, state: BidState, act: Wager) -> BidState:
        after = _wagering(state, why=("B-043",), sealed=put(_of(state.table).sealed, act.seat, True))
        return after.with_sealed(act.seat, (act,))

    def asked(self, view: BidView) -> Asked:
        seats = still_to_wager(view.table)
        own = own_wager(view)
        text = say("Still to wager: {seats}.", seats=people(view, seats))
        if view.seat in seats:
            spare = Count(CHIPS - sum(put_so_far(view)), CHIP)
            text = say("Put chips on whose bid will take the prize, and seal them: {chips} left.", chips=spare)
        elif own is not None:
            text = say("Your wager: {wager}. You may take it back. {left}", wager=in_words(view, own), left=text)
        why = say("Each chip on the right one is a point. Nobody sees it before all bids are sealed.")
        return Asked(seats, text, why, "B-043", any_order=True)

    def label(self, view: BidView, act: Wager) -> Label:
        group = say("Your wager") if act.seat == view.seat else say("Wager of {who}", who=view.who(act.seat))
        return Label(in_words(view, act.chips), group)

    def described(self, before: BidView, act: Wager) -> Message:
        seat = before.who(act.seat)
        if not act.chips:
            return say("{who} seals a wager.", who=seat)
        return say("{who} seals a wager: {wager}.", who=seat, wager=in_words(before, act.chips))

    def refusal(self, state: BidState, act: Wager, now: Message, is_on: bool) -> IllegalAction:
        table = state.table
        if table.wagering is None:
            return IllegalAction("B-043", say("Nobody wagers: this game is played without wagers."))
        if act.seat in sealed(table):
            return IllegalAction("B-043", say("That wager is sealed already. Take it back first."))
        return super().refusal(state, act, now, is_on)


class TakingBackWager(Aside[TakeBackWager]):
    """While another seat has yet to wager."""

    acts = (TakeBackWager,)
    rule = "B-045"
    law = say("A wager is taken back only until all have sealed theirs")

    def legal(self, state: BidState) -> tuple[TakeBackWager, ...]:
        return tuple(TakeBackWager(seat) for seat in sealed(state.table))

    def apply(self, state: BidState, act: TakeBackWager) -> BidState:
        after = _wagering(state, why=("B-045",), sealed=put(_of(state.table).sealed, act.seat, False))
        return after.with_sealed(act.seat, ())

    def label(self, view: BidView, act: TakeBackWager) -> Label:
        if act.seat == view.seat:
            return Label(say("Take my wager back"), say("Your wager"))
        return Label(say("The wager is taken back"), say("Wager of {who}", who=view.who(act.seat)))

    def described(self, before: BidView, act: TakeBackWager) -> Message:
        return say("{who} takes the wager back.", who=before.who(act.seat))


class OpeningWagers(Part[OpenWager]):
    """In the order of the seats, all in one."""

    titles = {Phase.OPEN_WAGERS: say("The wagers are opened")}
    acts = (OpenWager,)
    rule = "B-045"
    law = say("All wagers are opened together, once all bids are sealed")

    def has_work(self, state: BidState) -> bool:
        return bool(sealed(state.table))

    def legal(self, state: BidState) -> tuple[OpenWager, ...]:
        """As it was sealed; where that is unknown, some of all that it may be."""
        seat = sealed(state.table)[0]
        chips = _sealed_chips(state, seat)
        return tuple(OpenWager(seat, each) for each in ((chips,) if chips else all_on_one(state.table)))

    def admits(self, state: BidState, act: OpenWager) -> bool:
        table = state.table
        is_due = table.phase is Phase.OPEN_WAGERS and act.seat == sealed(table)[0]
        return is_due and not _sealed_chips(state, act.seat) and is_whole(table, act.chips)

    def apply(self, state: BidState, act: OpenWager) -> BidState:
        wagering = _of(state.table)
        opened = put(wagering.opened, act.seat, act.chips)
        after = _wagering(state, why=("B-045",), sealed=put(wagering.sealed, act.seat, False), opened=opened)
        return after.with_sealed(act.seat, ())

    def asked(self, view: BidView) -> Asked:
        return Asked((), say("The companion opens all wagers."), say("All bids are sealed."), "B-045")

    def label(self, view: BidView, act: OpenWager) -> Label:
        group = say("Wager of {who}", who=view.who(act.seat))
        return Label(in_words(view, act.chips), group)

    def described(self, before: BidView, act: OpenWager) -> Message:
        return say("{who} has wagered: {wager}.", who=before.who(act.seat), wager=in_words(before, act.chips))

    def memory(self, before: BidView, act: OpenWager) -> Memory:
        seen = say(
            "Everybody has seen the wager of {who}: {wager}.",
            who=before.who(act.seat),
            wager=in_words(before, act.chips),
        )
        return Memory(seen, say("It stays as it was sealed."))

    def refusal(self, state: BidState, act: OpenWager, now: Message, is_on: bool) -> IllegalAction:
        table = state.table
        if table.phase is Phase.OPEN_WAGERS:
            return IllegalAction("B-045", say("A wager is opened as it was sealed, in the order of the seats."))
        return super().refusal(state, act, now, is_on)


# --- putting one together ---


def steps(view: BidView) -> Iterator[Choice[BidAction]]:
    """The steps by which this seat puts its wager together, and its sealing once a chip is laid (B-044)."""
    seat, group = view.seat, say("Your wager")
    if seat is None or seat not in still_to_wager(view.table):
        return
    chips = put_so_far(view)
    for place, of in enumerate(possible_guesses(view.table)):
        if sum(chips) < CHIPS:
            label = say("A chip on {who} ({chips} there)", who=who(view, of), chips=chips[place])
            yield Choice(label, (), group, draft=Wager(seat, put(chips, place, chips[place] + 1)), key=f"on.{of}")
        if chips[place]:
            off = say("A chip off {who}", who=who(view, of))
            yield Choice(off, (), group, draft=Wager(seat, put(chips, place, chips[place] - 1)), key=f"off.{of}")
    if is_whole(view.table, chips):
        yield Choice(say("Seal this wager"), (Wager(seat, chips),), group)
    if view.draft is not None:
        yield Choice(say("Begin anew"), (), group)


def is_draft_fit(view: BidView) -> bool:
    """Whether this seat may go on putting together what it has."""
    draft = view.draft
    return isinstance(draft, Wager) and draft.seat == view.seat and draft.seat in still_to_wager(view.table)


def put_so_far(view: BidView) -> Chips:
    """The chips that this seat has laid until now, on whom."""
    return view.draft.chips if isinstance(view.draft, Wager) else (0,) * len(possible_guesses(view.table))


# --- what is wagered ---


def still_to_wager(table: Table) -> tuple[Seat, ...]:
    """Seats without a wager in their phase, clockwise from the token (B-043)."""
    wagering = table.wagering
    if wagering is None or table.phase is not Phase.WAGER or table.over:
        return ()
    return tuple(seat for seat in table.clockwise if not wagering.sealed[seat] and wagering.opened[seat] is None)


def sealed(table: Table) -> tuple[Seat, ...]:
    """Seats whose wager is sealed."""
    wagering = table.wagering
    return () if wagering is None else tuple(seat for seat, is_sealed in enumerate(wagering.sealed) if is_sealed)


def all_on_one(table: Table) -> tuple[Chips, ...]:
    """Examples of wagers: all chips on one seat, or on nobody."""
    places = len(possible_guesses(table))
    return tuple(put((0,) * places, place, CHIPS) for place in range(places))


def is_whole(table: Table, chips: Chips) -> bool:
    """Whether these chips are a wager: one to three, on seats or on nobody (B-043)."""
    places = len(possible_guesses(table))
    return len(chips) == places and min(chips) >= 0 and 1 <= sum(chips) <= CHIPS


def own_wager(view: BidView) -> Chips | None:
    """What this seat has sealed; None where nothing is, empty where it is unknown."""
    return next((act.chips for act in view.own_sealed if isinstance(act, Wager)), None)


def in_words(view: BidView, chips: Chips) -> Message:
    """A wager in words."""
    if not chips:
        return say("unknown")
    laid = zip(possible_guesses(view.table), chips, strict=False)
    parts = [say("{chips} on {who}", chips=number, who=who(view, of)) for of, number in laid if number]
    return lone(listing(parts)) if parts else say("no chip")


def settled_wagers(table: Table, winner: Seat) -> Wagering | None:
    """The wagers after an award: a point for each chip on the right one, and none left (B-043)."""
    wagering = table.wagering
    if wagering is None:
        return None
    place = len(possible_guesses(table)) - 1 if winner == NOBODY else winner
    pairs = zip(wagering.points, wagering.opened, strict=True)
    points = tuple(points + (chips[place] if chips else 0) for points, chips in pairs)
    return Wagering((False,) * table.setup.players, (None,) * table.setup.players, points)


def _sealed_chips(state: BidState, seat: Seat) -> Chips:
    (act,) = state.sealed_by(seat)
    assert isinstance(act, Wager)  # nothing else is sealed in a game with wagers
    return act.chips


def _of(table: Table) -> Wagering:
    assert table.wagering is not None  # else no wager is legal
    return table.wagering


def _wagering(state: BidState, why: tuple[str, ...], **changes: object) -> BidState:
    return changed(state, why=why, wagers=replace(_of(state.table), **changes))
