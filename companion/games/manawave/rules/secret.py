"""What both choose in secret: one act a seat, sealed on its phone, which are opened together."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, TypeAlias

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.rules.phase import C, Gaps, Moment, changed
from companion.games.manawave.state.acts import Commit, Open, TakeBack
from companion.games.manawave.state.model import BOTH, ManaState, ManaView, Phase, Table
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import Message, say

Unseen: TypeAlias = Commit | TakeBack | Open


class Secret(Moment[Unseen], Generic[C]):
    """One choice of each seat that is asked, in any order."""

    commit: type[C]
    """Besides it comes its being taken back and opened."""

    def __init_subclass__(cls, phase: Phase | None = None) -> None:
        super().__init_subclass__(phase)
        cls.commit = cls.acts[0]  # type: ignore[assignment]  # what stands in its brackets is one
        cls.acts = (cls.commit, TakeBack, Open)

    @abstractmethod
    def due(self, table: Table) -> tuple[Seat, ...]:
        """The seats that have something to choose."""

    @abstractmethod
    def examples(self, table: Table, seat: Seat) -> tuple[C, ...]:
        """What the seat may choose: all of it, or examples."""

    @abstractmethod
    def check(self, table: Table, choice: C) -> None:
        """Return nothing; raise `IllegalAction` where a whole choice is against a rule."""

    @abstractmethod
    def words(self, view: ManaView, choice: C) -> Message:
        """A choice in words."""

    def gaps(self, view: ManaView, act: Unseen) -> Gaps:
        return {"who": view.who(act.seat)}

    def reason(self, view: ManaView) -> Message:
        """Why, in a sentence."""
        return self.said(self.texts[""].why, view, self.commit(view.seat or 0))

    def after(self, state: ManaState) -> ManaState:
        """The state once all is open: who has chosen owes what follows from it."""
        due = self.due(state.table)
        return changed(state, (self.texts[""].opening,), phase=self.following, owed=tuple(seat in due for seat in BOTH))

    def has_work(self, state: ManaState) -> bool:
        return bool(self.unopened(state.table))

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
        return self._fault(state, act) is None

    def _fault(self, state: ManaState, act: Unseen) -> IllegalAction | None:
        """What is wrong with an act while this choice is asked; None where it is legal."""
        table = state.table
        if isinstance(act, Open):
            words = say("A choice is opened as it was locked in, once both have done so.")
            return None if self._opens(state, act) else IllegalAction(self.texts[""].opening, words)
        if act.seat not in BOTH:
            return IllegalAction(self.rule, say("Nobody sits there: two play."))
        if isinstance(act, TakeBack):
            words = say("A choice is taken back only until both are locked in.")
            return None if act in self.legal(state) else IllegalAction(self.rule, words)
        if table.committed[act.seat]:
            return IllegalAction(self.rule, say("That choice is locked in already. Take it back first."))
        if act.seat not in self.waiting(table):
            return IllegalAction(self.rule, say("There is nothing to choose for that player now."))
        return None if act == act.public() else self.misfit(table, self._choice(act))

    def _opens(self, state: ManaState, act: Open) -> bool:
        legal, choice = self._openings(state) if not self.waiting(state.table) else (), act.choice
        if act in legal or not legal:
            return act in legal
        is_known = len(legal) == 1 and legal[0].choice in state.sealed_by(legal[0].seat)
        if is_known or not isinstance(choice, self.commit) or choice == choice.public():
            return False
        return choice.seat == act.seat == legal[0].seat and self.misfit(state.table, choice) is None

    def misfit(self, table: Table, choice: C) -> IllegalAction | None:
        """What a whole choice is against; None where it fits."""
        try:
            self.check(table, choice)
        except IllegalAction as refused:
            return refused
        return None

    def apply(self, state: ManaState, act: Unseen) -> ManaState:
        table, seat = state.table, act.seat
        if isinstance(act, TakeBack):
            return changed(state, (self.rule,), committed=put(table.committed, seat, False)).with_sealed(seat, ())
        if isinstance(act, Open):
            opened = put(table.opened, seat, act.choice)
            after = changed(
                state, (self.texts[""].opening,), opened=opened, committed=put(table.committed, seat, False)
            )
            after = after.with_sealed(seat, ())
            return after if self.unopened(after.table) else self.after(after)
        return changed(state, (self.rule,), committed=put(table.committed, seat, True)).with_sealed(seat, (act,))

    def asked(self, view: ManaView) -> Asked:
        seats = self.waiting(view.table)
        left = say("Still to choose: {seats}.", seats=people(view, seats))
        text, own = left, self.own(view)
        if view.seat in seats:
            text = self.said(self.texts[""].task, view, self.commit(view.seat or 0))
        elif own is not None:
            text = say("You have chosen. You may take it back. {left}", left=left)
        if not seats:
            text = say("The companion opens both choices.")
        why = self.reason(view) if own is None else say("Your choice: {choice}.", choice=self.words(view, own))
        return Asked(seats, text, why, self.rule, any_order=True)

    def own(self, view: ManaView) -> C | None:
        """What this seat has sealed, as far as it knows it; None where nothing is."""
        found = next((act for act in view.own_sealed if isinstance(act, self.commit)), None)
        return None if found is None or found == found.public() else found

    def label(self, view: ManaView, act: Unseen) -> Label:
        who = view.who(act.seat)
        group = say("Your choice") if act.seat == view.seat else say("Choice of {who}", who=who)
        if isinstance(act, TakeBack):
            own = self.own(view) if act.seat == view.seat else None
            if own is None:
                return Label(say("Take it back"), group)
            return Label(say("Take back: {choice}", choice=self.words(view, own)), group)
        return Label(self.words(view, self._choice(act)), group)

    def _choice(self, act: Commit | Open) -> C:
        choice = act.choice if isinstance(act, Open) else act
        assert isinstance(choice, self.commit)
        return choice

    def described(self, before: ManaView, act: Unseen) -> Message:
        who = before.who(act.seat)
        if isinstance(act, TakeBack):
            return say("{who} takes the choice back.", who=who)
        if isinstance(act, Open):
            return self.opened_words(before, self._choice(act))
        if act == act.public():
            return say("{who} has locked in a choice.", who=who)
        return say("{who} has locked in: {choice}.", who=who, choice=self.words(before, self._choice(act)))

    def opened_words(self, before: ManaView, choice: C) -> Message:
        """What was opened, in a sentence."""
        return say("{who} has chosen {choice}.", who=before.who(choice.seat), choice=self.words(before, choice))

    def refusal(self, state: ManaState, act: Unseen, now: Message, is_on: bool) -> IllegalAction:
        if not is_on and isinstance(act, TakeBack | Open):
            return IllegalAction(self.texts[""].opening, say("Nothing is locked in now. It is: {phase}.", phase=now))
        return (self._fault(state, act) if is_on else None) or super().refusal(state, act, now, is_on)
