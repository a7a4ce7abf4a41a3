"""What a game is to the rest of the companion: its rules, what it asks and tells, and the parts that it has.

Its parts are records of functions (`parts.py`). Nothing here reads a clock, a device, or a file but those of the game's
own package.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Final, Generic, TypeAlias, final

from msgspec.structs import replace

from companion.games.core import (
    A,
    Action,
    ActionView,
    Choice,
    Doers,
    Facts,
    FreeSeat,
    Memory,
    OptionField,
    Outcome,
    Prompt,
    RuleId,
    S,
    Seat,
    State,
    T,
    View,
)
from companion.games.dice import Dice, Roll
from companion.games.errors import BadOption
from companion.games.parts import Box, Drafts, Light, Mat, OwnPlayset, Reader, Screen, Sealing, Simulation
from companion.games.shared.facts import FactField, table_facts, with_facts, with_table_facts
from companion.games.shared.irregular import mark, mark_again
from companion.games.shared.machine import Machine
from companion.games.shared.reporters import may_report
from companion.language.message import NOTHING, Message, say
from companion.language.values import Name

ROLL: Final = say("Roll the dice")
LET_CHANCE: Final = say("Let chance decide")
"""What the button of an act of chance says in a game that has no words of its own for it."""


def package_of(game: object) -> str:
    """The package of a game, where its files lie: that of the module in which its class is."""
    return type(game).__module__.rpartition(".")[0]


def public_view(table: T, names: tuple[str, ...]) -> View[T, Any]:
    """A table as everybody sees it who sits there: for what is shown of a game without a state of it."""
    return View(None, names, table, None)


class Game(ABC, Generic[T, S, A]):
    """One game, whole. A package puts it together at its front door, and the registry lists it."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[str]
    seat_counts: ClassVar[tuple[int, ...]]
    state_type: ClassVar[Any]
    """`State[T, S]`, for decoding."""
    action_type: ClassVar[Any]
    """The tagged union of the game's actions, for decoding."""
    free_seat: ClassVar[FreeSeat] = "bot"
    """Who acts for a seat that nobody has taken, in a game that is played live; in simulations bots play every seat."""
    laws: ClassVar[tuple[RuleId, ...]] = ()
    """The laws that `violations` holds against every position, by their rule ids."""

    course: Machine[State[T, S], View[T, S], A]
    """Runs its phases."""
    mat: Mat[T, S, A]
    screen: Screen[T, S, A]
    light: Light[T, S]
    simulation: Simulation[T, S, A] = Simulation()
    dice: ClassVar[Dice[Any, Any, Any] | None] = None
    """What is rolled in it; None where nothing is."""
    sealing: Sealing = Sealing()
    drafts: Drafts[T, S, A] = Drafts()
    reader: Reader[T, S, A] = Reader()
    own_playset: OwnPlayset[T, S] | None = None
    box: Box[T, S] = Box()

    # --- its rules: pure functions over immutable states ---

    def options(self) -> tuple[OptionField, ...]:
        """What can be chosen for a new game, in the order in which to ask; `new_game` takes these only."""
        return ()

    @abstractmethod
    def new_game(self, options: Mapping[str, Any], owner: Mapping[str, Any]) -> State[T, S]:
        """The state before anything is laid out. Raises `BadOption` naming option, value and what is allowed."""

    def seat_count(self, table: T) -> int:
        """How many seats play, where a game is not always played by as many."""
        return max(self.seat_counts)

    def legal_actions(self, state: State[T, S], seat: Seat | None = None) -> tuple[A, ...]:
        """Every action the rules allow now, open parameters enumerated; with a seat, only that seat's and nobody's."""
        return self.course.legal_actions(state, seat)

    def apply_action(self, state: State[T, S], action: A) -> State[T, S]:
        """The next state. Raises `IllegalAction` with a rule id and a reason; the state given is never changed."""
        return mark_again(self.course.apply_action(state, action), self.violations)

    def apply_legal(self, state: State[T, S], action: A) -> State[T, S]:
        """The next state for one of `legal_actions(state)`: as `apply_action`, which asks first whether it is one."""
        return mark_again(self.course.apply_legal(state, action), self.violations)

    def correct(self, state: State[T, S], facts: Facts) -> State[T, S]:
        """The state with public facts set by the host. Raises `IllegalAction` for an unknown fact or value."""
        values = with_facts(self.title, self.facts(self.view(state, None)), facts)
        table = replace(with_table_facts(state.table, values), why=("host",))
        return mark(self.course.settle(replace(state, table=table)), self.violations)

    @abstractmethod
    def outcome(self, state: State[T, S]) -> Outcome | None:
        """Who won and why, or None while the game goes on."""

    def progress(self, table: T) -> int:
        """How many rounds have begun, the one that is played among them: a soak is told how many to play.

        A game without rounds is one.
        """
        return 1

    @abstractmethod
    def violations(self, state: State[T, S]) -> tuple[Message, ...]:
        """Laws of the game that this state breaks, each with its rule id; written apart from the rules."""

    def check_line(self, raw: Mapping[str, Any]) -> tuple[str, ...] | None:
        """What came of a case written as one object, where it differs from what it expects, a sentence each.

        None where this is no case of this game. Raises `GameError` where it is one and cannot be set up.
        """
        return None

    def bound(self, state: State[T, S]) -> Game[T, S, A]:
        """The game as this playthrough has it: with a playset of its own that is another kit, other looks and words.

        Asked once, where a playthrough begins or is opened again, with its first state.
        """
        return self

    # --- what may be known, the same for all games ----------------------------------------------------------------

    @final
    def view(
        self, state: State[T, S], seat: Seat | None, names: tuple[str, ...] = (), draft: Action | None = None
    ) -> View[T, S]:
        """What `seat` may know; None is the public. `draft` is what that seat is putting together."""
        if seat is None:
            return View(None, names, state.table, None, state.sealed_for(None))
        return View(seat, names, state.table, state.secrets[seat], state.sealed_for(seat), draft)

    @final
    def broken_laws(self, view: View[T, S]) -> tuple[Message, ...]:
        """What breaks the laws of an irregular game, from public knowledge; its table has the same in English."""
        if not view.table.irregular:
            return ()
        sealed = tuple(tuple(act.public() for act in acts) for acts in view.sealed)
        return self.violations(State(view.table, (None,) * self.seat_count(view.table), sealed))

    @final
    def view_action(self, action: A, seat: Seat | None) -> ActionView[A]:
        """What `seat` may know of an action."""
        seen = action if seat is not None and action.actor == seat else action.public()
        return ActionView(seat, seen)  # type: ignore[arg-type]  # public() gives the same class back

    @final
    def known(self, view: View[T, S]) -> State[T, S]:
        """The state as far as this seat knows it: a full state in which the others' secrets are not told."""
        seats = range(self.seat_count(view.table))
        return State(view.table, tuple(view.own if seat == view.seat else None for seat in seats), view.sealed)

    # --- what a seat is asked and told, made from its view and from nothing else ---

    def prompt(self, view: View[T, S]) -> Prompt:
        """Phase, who acts, what to do and why."""
        return self.course.prompt(view)

    def choices(self, view: View[T, S]) -> tuple[Choice[A], ...]:
        """What can be tapped now, from what this seat knows, and from what it is putting together (`view.draft`).

        Usually each act alone that whoever has this view may tell of.
        """
        legal = self.legal_actions(self.known(view))
        return tuple(self.course.choice(view, each) for each in legal if may_report(view, each))

    def facts(self, view: View[T, S]) -> tuple[FactField, ...]:
        """The public facts that `correct` takes, with their present values; usually those that its fields are."""
        return tuple(table_facts(view.table, view.names, self.seat_count(view.table)))

    def describe(self, before: View[T, S], act: ActionView[A]) -> Message:
        """One sentence for the log, in the past tense."""
        return self.course.describe(before, act)

    def came_of(self, before: View[T, S], act: ActionView[A], after: View[T, S]) -> Message | None:
        """What came of an act beyond what `describe` says of it, in a short sentence; None where that is all.

        Made from two views of one seat: what neither of them shows is not told.
        """
        return None

    def piece_of(self, before: View[T, S], act: ActionView[A]) -> str:
        """The kind of piece that an act is about, to draw beside the news of it, as `Choice.piece`; "" for none."""
        return ""

    def memory(self, before: View[T, S], act: ActionView[A]) -> Memory | None:
        """What taking an act back makes nobody forget, as this seat may read it; None where it reveals nothing."""
        return self.course.memory(before, act)

    def doers(self, view: View[T, S], action: A) -> Doers:
        """Who does a legal act that is no choice where people sit at a table with bots; `view` is the public's.

        Its actor; of a roll whoever rolls; else whom the prompt asks. Where it asks nobody it is everybody's.
        """
        if action.of_dealer or action.opens:
            return "dealer"
        if action.actor is not None:
            return (action.actor,)
        roll = self._open_roll(view, action)
        if roll is not None and roll.seat is not None:
            return (roll.seat,)
        return self.prompt(view).seats or "all"

    def settle_words(self, view: View[T, S], action: A) -> Message:
        """What the button says by which a seat lets chance settle an act of its own: a verb, and what it is for.

        Of every such act of a kind the same, for it tells nothing of what comes of it. Chance that waits for somebody
        always has words, plain ones where the game says none: without its button nobody could go on. Empty where there
        is no button, as for what the rules alone settle: that is among the choices.
        """
        roll = self._open_roll(view, action)
        words = (roll.ask if roll is not None else NOTHING) or self.course.ask(view, action)
        if words or action.kind != "chance" or not self._waits_for_people(view, action):
            return words
        return LET_CHANCE if roll is None else ROLL

    def _waits_for_people(self, view: View[T, S], action: A) -> bool:
        """Whether an act of chance is somebody's at the table; what is everybody's, people tell where they can see it.

        Where the companion deals there is nothing to see, and nobody to tell.
        """
        doers = self.doers(view, action)
        return doers != "dealer" and (doers != "all" or view.table.deals)

    def _open_roll(self, view: View[T, S], action: A) -> Roll | None:
        """The open roll that this act is."""
        key = self.dice.roll_of(action) if self.dice is not None else None
        if self.dice is None or key is None:
            return None
        return next((each for each in self.dice.open_rolls(view) if each.key == key), None)


AnyGame: TypeAlias = Game[Any, Any, Any]


def with_playset(game: AnyGame, owner: Mapping[str, Any], playset: Mapping[str, Any]) -> dict[str, Any]:
    """The content of the owner's file, with this playset in the place of its own.

    Raises `BadOption` where no game can be played with it, or this game takes none.
    """
    if game.own_playset is None:
        raise BadOption(say("{game} takes no playset: its cards are those of its box.", game=Name(game.title)))
    return game.own_playset.owner_with(owner, playset)
