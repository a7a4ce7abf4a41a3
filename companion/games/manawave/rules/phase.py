"""What every phase answers to: one that carries out what was decided, and secret ones that are opened together."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import Action, Memory, RuleId, Seat, State
from companion.games.errors import IllegalAction
from companion.games.manawave.state.acts import Commit, Open, TakeBack
from companion.games.manawave.state.model import BOTH, Clans, ManaState, ManaView, Nexus, Phase, Table
from companion.games.shared import machine
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import NOTHING, Message, Value, filled, say, sentences

X = TypeVar("X", bound=Action)
C = TypeVar("C", bound=Commit)
Unseen: TypeAlias = Commit | TakeBack | Open
Gaps: TypeAlias = dict[str, Value]
"""What stands in the gaps of texts, by their names."""
NOTHING_SEALED: tuple[bool, bool] = (False, False)
NOBODY: tuple[Commit | None, Commit | None] = (None, None)


class Moment(machine.Stretch[ManaState, ManaView, X]):
    """One phase; all in it are acts of a few kinds. Its texts have gaps, which `gaps` fills."""

    following: ClassVar[Phase]
    """What comes next where `comes_after` does not say otherwise."""
    task: ClassVar[Message]
    why: ClassVar[Message]
    """What to do, and why."""
    asks: ClassVar[RuleId] = ""
    """By which rule, where it is another than that of the act."""
    button: ClassVar[Message]
    group: ClassVar[Message]
    """What to tap for an act, and below which heading."""
    log: ClassVar[Message]
    seen: ClassVar[Message]
    back: ClassVar[Message] = NOTHING
    """What all have seen by it, and what to do with the piece where it is taken back."""

    def comes_after(self, table: Table) -> Phase:
        """The phase that comes next."""
        return self.following

    def left(self, state: ManaState) -> ManaState:
        return replace(moved(state, (), phase=self.following, committed=NOTHING_SEALED), sealed=())

    def gaps(self, view: ManaView, act: X) -> Gaps:
        """What stands in the gaps of its texts for an act."""
        return {}

    def piece(self, view: ManaView, act: X) -> str:
        """The kind of piece beside the button; empty for none."""
        return ""

    def task_for(self, view: ManaView, act: X) -> Message:
        """What to do about an act, its gaps unfilled."""
        return self.task

    def asked(self, view: ManaView) -> Asked:
        act = self.first(view)
        return Asked(
            (), self.said(self.task_for(view, act), view, act), self.said(self.why, view, act), self.asks or self.rule
        )

    def first(self, view: ManaView) -> X:
        """The act that comes next, or the first of those that may."""
        return self.legal(State(view.table, (None, None)))[0]

    def said(self, text: Message, view: ManaView, act: X) -> Message:
        """A text of its own about an act."""
        return filled(text.text, **self.gaps(view, act)) if "{" in text.text else text

    def label(self, view: ManaView, act: X) -> Label:
        return Label(self.said(self.button, view, act), self.said(self.group, view, act), self.piece(view, act))

    def described(self, before: ManaView, act: X) -> Message:
        return self.said(self.log, before, act)

    def memory(self, before: ManaView, act: X) -> Memory | None:
        return Memory(self.said(self.seen, before, act), self.back)


class Halting(Moment[X]):
    """Something goes its way and halts where there is something to do: an act, and what it has to say follows."""

    leaving: ClassVar[tuple[RuleId, ...]] = ()
    """By which rules it is over."""

    @abstractmethod
    def halt(self, table: Table) -> tuple[Any, ...] | None:
        """What the act says that comes next; None where nothing has to be done any more."""

    def has_work(self, state: ManaState) -> bool:
        return self.halt(state.table) is not None

    def legal(self, state: ManaState) -> tuple[X, ...]:
        (act,), found = self.acts, self.halt(state.table)
        return () if found is None else (act(*found),)  # type: ignore[return-value]

    def left(self, state: ManaState) -> ManaState:
        return moved(state, self.leaving, phase=self.comes_after(state.table), at=0, step=UNSET)


class Carrying(Moment[X]):
    """What was decided is carried out on the mat: an act that each seat may owe, once and in any order."""

    group = say("{who}")
    wait: ClassVar[Message]
    """To whom has nothing left to do."""
    done_by: ClassVar[tuple[RuleId, ...]]
    """By which rules it is carried out."""

    def has_work(self, state: ManaState) -> bool:
        return any(state.table.owed)

    def legal(self, state: ManaState) -> tuple[X, ...]:
        (act,) = self.acts
        return tuple(act(seat) for seat in owing(state.table))  # type: ignore[misc]  # each is of a seat

    @abstractmethod
    def carried_out(self, table: Table, seat: Seat) -> Clans | Nexus:
        """The world once a seat has done what it had decided."""

    def apply(self, state: ManaState, act: X) -> ManaState:
        table, seat = state.table, act.actor
        assert seat is not None
        world, owed = self.carried_out(table, seat), put(table.owed, seat, False)
        return changed(state, self.done_by, world=world, owed=owed)

    def left(self, state: ManaState) -> ManaState:
        return moved(state, state.table.why, phase=self.comes_after(state.table), at=0, opened=NOBODY)

    def gaps(self, view: ManaView, act: X) -> Gaps:
        return {"who": view.who(act.actor or 0)}

    def asked(self, view: ManaView) -> Asked:
        own = [act for act in self.legal(State(view.table, (None, None))) if view.seat in (None, act.actor)]
        tasks = dict.fromkeys(self.said(self.task_for(view, act), view, act) for act in own)
        text = sentences(*tasks) if tasks else self.wait
        return Asked(owing(view.table), text, self.why, self.asks or self.rule, any_order=True)


def owing(table: Table) -> tuple[Seat, ...]:
    """The seats that have yet to carry out what they decided."""
    return tuple(seat for seat in BOTH if table.owed[seat])


def changed(state: ManaState, why: tuple[RuleId, ...], **changes: Any) -> ManaState:
    """The state after an act by these rules, with fields of its table changed."""
    return moved(state, why, **{"hit": (), **changes})


def moved(state: ManaState, why: tuple[RuleId, ...], **changes: Any) -> ManaState:
    """The same where no act has led to it: what was hit last still shows."""
    return State(replace(state.table, why=why, **changes), state.secrets, state.sealed)


class Secret(Moment[Unseen], Generic[C]):
    """One choice of each seat that is asked, in any order."""

    commit: type[C]
    """Besides it comes its being taken back and opened."""
    opening: ClassVar[RuleId] = "M-013"
    """By which rule they are opened."""
    seen = say("Both have seen what {who} had locked in.")
    back = say("It stays as it was locked in.")

    def __init_subclass__(cls) -> None:
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
        return self.said(self.why, view, self.commit(view.seat or 0))

    def after(self, state: ManaState) -> ManaState:
        """The state once all is open: who has chosen owes what follows from it."""
        due = self.due(state.table)
        return changed(state, (self.opening,), phase=self.following, owed=tuple(seat in due for seat in BOTH))

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
            return None if self._opens(state, act) else IllegalAction(self.opening, words)
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
            after = changed(state, (self.opening,), opened=opened, committed=put(table.committed, seat, False))
            after = after.with_sealed(seat, ())
            return after if self.unopened(after.table) else self.after(after)
        return changed(state, (self.rule,), committed=put(table.committed, seat, True)).with_sealed(seat, (act,))

    def asked(self, view: ManaView) -> Asked:
        seats = self.waiting(view.table)
        left = say("Still to choose: {seats}.", seats=people(view, seats))
        text, own = left, self.own(view)
        if view.seat in seats:
            text = self.said(self.task, view, self.commit(view.seat or 0))
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
            return IllegalAction(self.opening, say("Nothing is locked in now. It is: {phase}.", phase=now))
        return (self._fault(state, act) if is_on else None) or super().refusal(state, act, now, is_on)


def reset(state: ManaState, why: tuple[RuleId, ...], **changes: object) -> ManaState:
    """The state with no choice open any more."""
    return changed(state, why, opened=NOBODY, committed=NOTHING_SEALED, **changes)


def choice_of(table: Table, seat: Seat, kind: type[C]) -> C:
    """What a seat had sealed and is open now: it is asked for once all is open."""
    choice = table.opened[seat]
    assert isinstance(choice, kind)
    return choice
