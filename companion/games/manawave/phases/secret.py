"""Secret phases: both commit on their phones, take back until both have, and all is opened together."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from companion.games.core import Memory, RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.acts import Commit, Open, TakeBack
from companion.games.manawave.model import BOTH, ManaState, ManaView, Table
from companion.games.manawave.phases.part import Part, changed
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import Message, say

Unseen: TypeAlias = Commit | TakeBack | Open
NOTHING_SEALED: tuple[bool, bool] = (False, False)
NOBODY: tuple[Commit | None, Commit | None] = (None, None)


class Secret(Part[Unseen]):
    """One choice of each seat that is asked, in any order."""

    commit: ClassVar[type[Commit]]
    opening: ClassVar[RuleId] = "M-013"
    """By which rule they are opened."""

    # --- what a phase says of its choice ---

    @abstractmethod
    def due(self, table: Table) -> tuple[Seat, ...]:
        """The seats that have something to choose."""

    @abstractmethod
    def examples(self, table: Table, seat: Seat) -> tuple[Commit, ...]:
        """What the seat may choose: all of it, or examples."""

    @abstractmethod
    def check(self, table: Table, choice: Commit) -> None:
        """Return nothing; raise `IllegalAction` where a whole choice is against a rule."""

    @abstractmethod
    def after(self, state: ManaState) -> ManaState:
        """The state once all is open."""

    @abstractmethod
    def words(self, view: ManaView, choice: Commit) -> Message:
        """A choice in words."""

    @abstractmethod
    def task(self, view: ManaView) -> Message:
        """What to do on the phone."""

    @abstractmethod
    def reason(self, view: ManaView) -> Message:
        """Why, in a sentence."""

    # --- what all of them do alike ---

    def has_work(self, table: Table) -> bool:
        return bool(self.unopened(table))

    def unopened(self, table: Table) -> tuple[Seat, ...]:
        """Seats whose choice is not open yet."""
        return tuple(seat for seat in self.due(table) if table.opened[seat] is None)

    def waiting(self, table: Table) -> tuple[Seat, ...]:
        """Seats that have still to choose."""
        return tuple(seat for seat in self.unopened(table) if not table.committed[seat])

    def legal(self, state: ManaState) -> tuple[Unseen, ...]:
        table = state.table
        waiting, found = self.waiting(table), list[Unseen]()
        if not waiting:
            return self._openings(state)
        for seat in BOTH:
            if seat in waiting:
                found += self.examples(table, seat)
            elif table.committed[seat]:
                found.append(TakeBack(seat))
        return tuple(found)

    def _openings(self, state: ManaState) -> tuple[Open, ...]:
        seat = next((each for each in self.unopened(state.table)), None)
        if seat is None:
            return ()
        (choice,) = state.sealed_by(seat) or (None,)
        if choice is not None and choice != choice.public():
            return (Open(seat, choice),)  # type: ignore[arg-type]  # nothing but a choice is sealed
        return tuple(Open(seat, each) for each in self.examples(state.table, seat))

    def allows(self, state: ManaState, act: Unseen) -> bool:
        table = state.table
        if isinstance(act, TakeBack):
            return act in self.legal(state)
        if isinstance(act, Open):
            legal = self._openings(state) if not self.waiting(table) else ()
            is_known = len(legal) == 1 and legal[0].choice in state.sealed_by(legal[0].seat)
            if act in legal or is_known or not legal:
                return act in legal
            return act.seat == legal[0].seat and self._is_fit(table, act.choice, act.seat)
        if act.seat not in self.waiting(table):
            return False
        return act == act.public() or self._is_fit(table, act, act.seat)

    def _is_fit(self, table: Table, choice: Commit, seat: Seat) -> bool:
        if not isinstance(choice, self.commit) or choice.seat != seat or choice == choice.public():
            return False
        try:
            self.check(table, choice)
        except IllegalAction:
            return False
        return True

    def apply(self, state: ManaState, act: Unseen) -> ManaState:
        table, seat = state.table, act.seat
        if isinstance(act, TakeBack):
            return changed(state, (self.rule,), committed=put(table.committed, seat, False)).with_sealed(seat, ())
        if isinstance(act, Open):
            opened = put(table.opened, seat, act.choice)
            after = changed(state, (self.opening,), opened=opened, committed=put(table.committed, seat, False))
            after = after.with_sealed(seat, ())
            return after if self.unopened(after.table) else self.after(after)
        return changed(state, (self.rule,), committed=put(table.committed, seat, True)).with_sealed(seat, (act,))

    def asked(self, view: ManaView) -> Asked:
        seats = self.waiting(view.table)
        left = say("Still to choose: {seats}.", seats=people(view, seats))
        text, own = left, self.own(view)
        if view.seat in seats:
            text = self.task(view)
        elif own is not None:
            text = say("You have chosen. You may take it back. {left}", left=left)
        if not seats:
            text = say("The companion opens both choices.")
        why = self.reason(view) if own is None else say("Your choice: {choice}.", choice=self.words(view, own))
        return Asked(seats, text, why, self.rule, any_order=True)

    def own(self, view: ManaView) -> Commit | None:
        """What this seat has sealed, as far as it knows it; None where nothing is."""
        found = next((act for act in view.own_sealed if isinstance(act, self.commit)), None)
        return None if found is None or found == found.public() else found

    def label(self, view: ManaView, act: Unseen) -> Label:
        group = self.group(view, act.seat)
        if isinstance(act, TakeBack):
            own = self.own(view) if act.seat == view.seat else None
            if own is None:
                return Label(say("Take it back"), group)
            return Label(say("Take back: {choice}", choice=self.words(view, own)), group)
        choice = act.choice if isinstance(act, Open) else act
        return Label(self.words(view, choice), group)

    def group(self, view: ManaView, seat: Seat) -> Message:
        """The heading of a seat's choices."""
        return say("Your choice") if seat == view.seat else say("Choice of {who}", who=view.who(seat))

    def told(self, before: ManaView, act: Unseen) -> Message:
        who = before.who(act.seat)
        if isinstance(act, TakeBack):
            return say("{who} takes the choice back.", who=who)
        if isinstance(act, Open):
            return self.opened_words(before, act)
        if act == act.public():
            return say("{who} has committed.", who=who)
        return say("{who} has committed: {choice}.", who=who, choice=self.words(before, act))

    def opened_words(self, before: ManaView, act: Open) -> Message:
        """What was opened, in a sentence."""
        return say("{who} has chosen {choice}.", who=before.who(act.seat), choice=self.words(before, act.choice))

    def memory(self, before: ManaView, act: Unseen) -> Memory | None:
        if not isinstance(act, Open):
            return None
        seen = say("Both have seen what {who} had committed.", who=before.who(act.seat))
        return Memory(seen, say("It stays as it was sealed."))

    def refusal(self, state: ManaState, act: Unseen, now: Message) -> IllegalAction:
        table = state.table
        if table.phase not in self.titles:
            return super().refusal(state, act, now)
        if isinstance(act, Open):
            return IllegalAction(self.opening, say("A choice is opened as it was sealed, once both have committed."))
        if act.seat not in BOTH:
            return IllegalAction(self.rule, say("Nobody sits there: two play."))
        if isinstance(act, TakeBack):
            return IllegalAction(self.rule, say("A choice is taken back only while the other is not sealed."))
        if table.committed[act.seat]:
            return IllegalAction(self.rule, say("That choice is sealed already. Take it back first."))
        if act.seat not in self.waiting(table):
            return IllegalAction(self.rule, say("There is nothing to choose for that player now."))
        if isinstance(act, self.commit):
            try:
                self.check(table, act)
            except IllegalAction as refused:
                return refused
        return super().refusal(state, act, now)


def reset(state: ManaState, why: tuple[RuleId, ...], **changes: object) -> ManaState:
    """The state with no choice open any more."""
    return changed(state, why, opened=NOBODY, committed=NOTHING_SEALED, **changes)


def choice_of(table: Table, seat: Seat) -> Commit:
    """What a seat had sealed and is open now."""
    choice = table.opened[seat]
    assert choice is not None  # it is asked for once all is open
    return choice


def with_owed(table: Table, seat: Seat) -> Table:
    """The table once a seat has moved its pieces."""
    return replace(table, owed=put(table.owed, seat, False))
