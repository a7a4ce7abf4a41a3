"""What every phase answers to, one that goes its way, and one that carries out what was decided."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import UNSET, convert
from msgspec.structs import replace

from companion.games.core import Action, Memory, RuleId, Seat, State
from companion.games.manawave.state.acts import Commit
from companion.games.manawave.state.model import BOTH, Clans, ManaState, ManaView, Nexus, Phase, Table
from companion.games.shared import machine
from companion.games.shared.files import read_as
from companion.games.shared.phases import Asked, Label, put
from companion.language.message import Message, Value, filled, sentences, written

X = TypeVar("X", bound=Action)
C = TypeVar("C", bound=Commit)
Gaps: TypeAlias = dict[str, Value]
"""What stands in the gaps of texts, by their names."""
NOTHING_SEALED: tuple[bool, bool] = (False, False)
NOBODY: tuple[Commit | None, Commit | None] = (None, None)


class Texts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What phases.toml has of a phase: its rule, and texts whose gaps `Moment.gaps` fills."""

    rule: RuleId
    opening: RuleId = "M-013"
    """By which rule choices are opened."""
    done_by: tuple[RuleId, ...] = ()
    leaving: tuple[RuleId, ...] = ()
    """By which rules all is carried out, and the phase is over."""
    law: str = ""
    title: str = ""
    task: str = ""
    why: str = ""
    """What to do, and why."""
    asks: RuleId = ""
    """By which rule, where it is another than that of the act."""
    wait: str = ""
    """To whom has nothing left to do."""
    button: str = ""
    group: str = ""
    all: str = ""
    all_group: str = ""
    """What to tap for several acts at once, and below which heading, where it is no title."""
    log: str = ""
    seen: str = ""
    back: str = ""
    """What all have seen by the act, and what to do with the piece where it is taken back."""


_PHASES: Final = read_as(__package__, "phases.toml", dict[str, dict[str, Any]])


class Moment(machine.Stretch[ManaState, ManaView, X]):
    """One phase; all in it are acts of a few kinds."""

    texts: ClassVar[Mapping[str, Texts]]
    """By the names of its variants, the empty one for the usual one."""
    following: ClassVar[Phase]
    """What comes next where `comes_after` does not say otherwise."""

    def __init_subclass__(cls, phase: Phase | None = None) -> None:
        """Its act stands in brackets; what is said of it is its base's and its own, of a variant that and its own."""
        bases: Any = getattr(cls, "__orig_bases__", ())
        cls.acts = tuple(act for act in get_args(bases[0]) if isinstance(act, type))
        said = dict[str, Any]()
        for each in reversed(cls.__mro__):
            said |= _PHASES.get(each.__name__, {})
        usual = {key: text for key, text in said.items() if not isinstance(text, dict)}
        variants = {key: more for key, more in said.items() if isinstance(more, dict)}
        if "rule" in usual:
            cls.texts = {key: convert({**usual, **more}, Texts) for key, more in {"": {}, **variants}.items()}
            cls.rule, cls.law = cls.texts[""].rule, written(cls.texts[""].law)
        if phase is not None:
            cls.titles = {phase: written(cls.texts[""].title)}

    def comes_after(self, table: Table) -> Phase:
        """The phase that comes next."""
        return self.following

    def left(self, state: ManaState) -> ManaState:
        return replace(moved(state, (), phase=self.comes_after(state.table), committed=NOTHING_SEALED), sealed=())

    def variant(self, view: ManaView, act: X) -> str:
        """Which of its texts are said of an act."""
        return ""

    def gaps(self, view: ManaView, act: X) -> Gaps:
        """What stands in the gaps of its texts for an act."""
        return {}

    def piece(self, view: ManaView, act: X) -> str:
        """The kind of piece beside the button; empty for none."""
        return ""

    def said(self, text: str, view: ManaView, act: X) -> Message:
        """One of its texts about an act."""
        return filled(text, **self.gaps(view, act)) if "{" in text else written(text)

    def asked(self, view: ManaView) -> Asked:
        act = self.legal(State(view.table, (None, None)))[0]
        texts = self.texts[self.variant(view, act)]
        return Asked((), self.said(texts.task, view, act), self.said(texts.why, view, act), texts.asks or texts.rule)

    def label(self, view: ManaView, act: X) -> Label:
        texts = self.texts[self.variant(view, act)]
        return Label(self.said(texts.button, view, act), self.said(texts.group, view, act), self.piece(view, act))

    def described(self, before: ManaView, act: X) -> Message:
        return self.said(self.texts[self.variant(before, act)].log, before, act)

    def memory(self, before: ManaView, act: X) -> Memory | None:
        texts = self.texts[self.variant(before, act)]
        return Memory(self.said(texts.seen, before, act), self.said(texts.back, before, act))


class Halting(Moment[X]):
    """Something goes its way and halts where there is something to do: an act, and what it has to say follows."""

    @abstractmethod
    def halt(self, table: Table) -> tuple[Any, ...] | None:
        """What the act says that comes next; None where nothing has to be done any more."""

    def has_work(self, state: ManaState) -> bool:
        return self.halt(state.table) is not None

    def legal(self, state: ManaState) -> tuple[X, ...]:
        (act,), found = self.acts, self.halt(state.table)
        return () if found is None else (act(*found),)  # type: ignore[return-value]

    def left(self, state: ManaState) -> ManaState:
        return moved(state, self.texts[""].leaving, phase=self.comes_after(state.table), at=0, step=UNSET)


class Carrying(Moment[X]):
    """What was decided is carried out on the mat: an act that each seat may owe, once and in any order."""

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
        return changed(state, self.texts[""].done_by, world=world, owed=owed)

    def left(self, state: ManaState) -> ManaState:
        return moved(state, state.table.why, phase=self.comes_after(state.table), at=0, opened=NOBODY)

    def gaps(self, view: ManaView, act: X) -> Gaps:
        return {"who": view.who(act.actor or 0)}

    def asked(self, view: ManaView) -> Asked:
        texts, legal = self.texts[""], self.legal(State(view.table, (None, None)))
        own = (act for act in legal if view.seat in (None, act.actor))
        tasks = dict.fromkeys(self.said(self.texts[self.variant(view, act)].task, view, act) for act in own)
        text = sentences(*tasks) if tasks else written(texts.wait)
        return Asked(owing(view.table), text, written(texts.why), texts.asks or self.rule, any_order=True)


def owing(table: Table) -> tuple[Seat, ...]:
    """The seats that have yet to carry out what they decided."""
    return tuple(seat for seat in BOTH if table.owed[seat])


def changed(state: ManaState, why: tuple[RuleId, ...], **changes: Any) -> ManaState:
    """The state after an act by these rules, with fields of its table changed."""
    return moved(state, why, **{"hit": (), **changes})


def moved(state: ManaState, why: tuple[RuleId, ...], **changes: Any) -> ManaState:
    """The same where no act has led to it: what was hit last still shows."""
    return State(replace(state.table, why=why, **changes), state.secrets, state.sealed)


def reset(state: ManaState, why: tuple[RuleId, ...], **changes: object) -> ManaState:
    """The state with no choice open any more."""
    return changed(state, why, opened=NOBODY, committed=NOTHING_SEALED, **changes)


def choice_of(table: Table, seat: Seat, kind: type[C]) -> C:
    """What a seat had sealed and is open now: it is asked for once all is open."""
    choice = table.opened[seat]
    assert isinstance(choice, kind)
    return choice
