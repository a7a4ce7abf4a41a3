"""Guesses: sealed on the phones before the bids (B-040), taken back (B-041), and opened together (B-042)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.core import Memory, Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import Message, lone, say
from tests.games.sealed_bid.model import (
    HIDDEN,
    NOBODY,
    BidState,
    BidView,
    Guess,
    Guessing,
    OpenGuess,
    Phase,
    Table,
    TakeBackGuess,
)
from tests.games.sealed_bid.phases.part import Aside, Part, changed


class Guesses(Part[Guess]):
    """Every seat, in any order."""

    titles = {Phase.GUESS: say("Guesses")}
    acts = (Guess,)
    rule = "B-040"
    law = say("Each player seals one guess a round, before the bids")

    def has_work(self, state: BidState) -> bool:
        return bool(still_to_guess(state.table))

    def legal(self, state: BidState) -> tuple[Guess, ...]:
        return tuple(Guess(seat, of) for seat in still_to_guess(state.table) for of in possible_guesses(state.table))

    def apply(self, state: BidState, act: Guess) -> BidState:
        after = _guessing(state, why=("B-040",), sealed=put(_of(state.table).sealed, act.seat, True))
        return after.with_sealed(act.seat, (act,))

    def asked(self, view: BidView) -> Asked:
        seats = still_to_guess(view.table)
        own = own_guess(view)
        left = say("Still to guess: {seats}.", seats=people(view, seats))
        text = left
        if view.seat in seats:
            text = say("Seal your guess on your phone: whose bid will take the prize?")
        elif own is not None:
            text = say("You have guessed: {who}. You may take it back. {left}", who=who(view, own), left=left)
        why = say("A right guess is a point. Nobody sees it before all bids are sealed.")
        return Asked(seats, text, why, "B-040", any_order=True)

    def label(self, view: BidView, act: Guess) -> Label:
        group = say("Your guess") if act.seat == view.seat else say("Guess of {who}", who=view.who(act.seat))
        return Label(who(view, act.guess), group)

    def described(self, before: BidView, act: Guess) -> Message:
        seat = before.who(act.seat)
        if act.guess == HIDDEN:
            return say("{who} seals a guess.", who=seat)
        return say("{who} seals a guess: {guess}.", who=seat, guess=who(before, act.guess))

    def refusal(self, state: BidState, act: Guess, now: Message, is_on: bool) -> IllegalAction:
        table = state.table
        if table.guessing is None:
            return IllegalAction("B-040", say("Nobody guesses: this game is played without guesses."))
        if act.seat in sealed(table):
            return IllegalAction("B-040", say("That guess is sealed already. Take it back first."))
        return super().refusal(state, act, now, is_on)


class TakingBack(Aside[TakeBackGuess]):
    """While another seat has yet to guess."""

    acts = (TakeBackGuess,)
    rule = "B-041"
    law = say("A guess is taken back only until all have guessed")

    def legal(self, state: BidState) -> tuple[TakeBackGuess, ...]:
        return tuple(TakeBackGuess(seat) for seat in sealed(state.table))

    def apply(self, state: BidState, act: TakeBackGuess) -> BidState:
        after = _guessing(state, why=("B-041",), sealed=put(_of(state.table).sealed, act.seat, False))
        return after.with_sealed(act.seat, ())

    def label(self, view: BidView, act: TakeBackGuess) -> Label:
        if act.seat == view.seat:
            return Label(say("Take my guess back"), say("Your guess"))
        return Label(say("It is taken back"), say("Guess of {who}", who=view.who(act.seat)))

    def described(self, before: BidView, act: TakeBackGuess) -> Message:
        return say("{who} takes the guess back.", who=before.who(act.seat))


class Opening(Part[OpenGuess]):
    """In the order of the seats, all in one."""

    titles = {Phase.OPEN: say("The guesses are opened")}
    acts = (OpenGuess,)
    rule = "B-042"
    law = say("All guesses are opened together, once all bids are sealed")

    def has_work(self, state: BidState) -> bool:
        return bool(sealed(state.table))

    def legal(self, state: BidState) -> tuple[OpenGuess, ...]:
        seat = sealed(state.table)[0]
        (act,) = state.sealed_by(seat)
        assert isinstance(act, Guess)  # nothing else is sealed in this game
        known = possible_guesses(state.table) if act.guess == HIDDEN else (act.guess,)
        return tuple(OpenGuess(seat, guess) for guess in known)

    def apply(self, state: BidState, act: OpenGuess) -> BidState:
        guessing = _of(state.table)
        opened = put(guessing.opened, act.seat, act.guess)
        after = _guessing(state, why=("B-042",), sealed=put(guessing.sealed, act.seat, False), opened=opened)
        return after.with_sealed(act.seat, ())

    def asked(self, view: BidView) -> Asked:
        return Asked((), say("The companion opens all guesses."), say("All bids are sealed."), "B-042")

    def label(self, view: BidView, act: OpenGuess) -> Label:
        return Label(who(view, act.guess), say("Guess of {who}", who=view.who(act.seat)))

    def described(self, before: BidView, act: OpenGuess) -> Message:
        return say("{who} has guessed: {guess}.", who=before.who(act.seat), guess=who(before, act.guess))

    def memory(self, before: BidView, act: OpenGuess) -> Memory:
        seen = say(
            "Everybody has seen the guess of {who}: {guess}.",
            who=before.who(act.seat),
            guess=who(before, act.guess),
        )
        return Memory(seen, say("It stays as it was sealed."))

    def refusal(self, state: BidState, act: OpenGuess, now: Message, is_on: bool) -> IllegalAction:
        table = state.table
        if table.phase is Phase.OPEN:
            return IllegalAction("B-042", say("A guess is opened as it was sealed, in the order of the seats."))
        return super().refusal(state, act, now, is_on)


def still_to_guess(table: Table) -> tuple[Seat, ...]:
    """Seats without a guess, clockwise from the token (B-040)."""
    guessing = table.guessing
    if guessing is None:
        return ()
    return tuple(seat for seat in table.clockwise if not guessing.sealed[seat] and guessing.opened[seat] is None)


def sealed(table: Table) -> tuple[Seat, ...]:
    """Seats whose guess is sealed."""
    guessing = table.guessing
    return () if guessing is None else tuple(seat for seat, is_sealed in enumerate(guessing.sealed) if is_sealed)


def possible_guesses(table: Table) -> tuple[Seat, ...]:
    """What may be guessed: a seat, or that nobody takes the prize (B-040)."""
    return (*range(table.setup.players), NOBODY)


def own_guess(view: BidView) -> Seat | None:
    """What this seat has sealed; None where nothing is."""
    return next((act.guess for act in view.own_sealed if isinstance(act, Guess)), None)


def who(view: BidView, guess: Seat) -> Message:
    """A guess in words."""
    if guess == NOBODY:
        return say("nobody")
    return say("unknown") if guess == HIDDEN else lone(view.who(guess))


def settled(table: Table, winner: Seat) -> Guessing | None:
    """The guesses after an award: a point for each right one, and none left (B-040)."""
    guessing = table.guessing
    if guessing is None:
        return None
    points = tuple(points + (guess == winner) for points, guess in zip(guessing.points, guessing.opened, strict=True))
    nobody = (None,) * table.setup.players
    return Guessing((False,) * table.setup.players, nobody, points)


def _of(table: Table) -> Guessing:
    assert table.guessing is not None  # else no guess is legal
    return table.guessing


def _guessing(state: BidState, why: tuple[str, ...], **changes: object) -> BidState:
    return changed(state, why=why, guesses=replace(_of(state.table), **changes))
