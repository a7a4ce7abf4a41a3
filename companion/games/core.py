"""What a game is to the rest of the companion: states, views, actions, prompts, and the `Game` that ties them together.

The split that keeps secrets is made here, once for all games: a `State` is one public table and one secret a seat;
a `View` is the same public table and at most one of those secrets. Whatever leaves the process is made from a `View`.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar, final

import msgspec

from companion.games.errors import IllegalAction
from companion.lights.scene import Scene
from companion.table.expected import ExpectedTable
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind

if TYPE_CHECKING:
    from companion.games.dice_board import DiceBoard

Seat: TypeAlias = int
"""Index of a player around the table, 0 first, counted clockwise."""
RuleId: TypeAlias = str
FactValue: TypeAlias = int | str
Facts: TypeAlias = Mapping[str, FactValue]

Sense: TypeAlias = Literal["seen", "felt", "told"]
"""How the companion learns of an action: by the camera, by the board, or by a tap only."""
Kind: TypeAlias = Literal["choice", "chance", "upkeep"]
"""Who settles an action: a player's will, the shuffle (a draw, a reveal), or nobody because the rules leave one way."""


class PublicTable(msgspec.Struct, frozen=True):
    """Everything that anyone at the table may know of one position. Each game adds its own fields."""

    why: tuple[RuleId, ...] = ()
    """Rules that the last action applied, in the order they were used."""
    irregular: tuple[str, ...] = ()
    """What breaks the game's conservation laws after a correction, in words; empty in a regular game."""


class Secret(msgspec.Struct, frozen=True):
    """What one seat alone may know. Each game adds its own fields."""


class Action(msgspec.Struct, frozen=True, tag_field="type", tag=True):
    """Something that changes a state. Subclasses are the vocabulary of one game."""

    sense: ClassVar[Sense] = "told"
    kind: ClassVar[Kind] = "upkeep"
    reveals: ClassVar[bool] = False
    """Whether somebody has learned something by it that an undo cannot make them forget."""
    empties: ClassVar[bool] = False
    """Whether people may clear its zones first: pieces that stay may be away in the middle of it."""
    is_open: ClassVar[bool] = False
    """Whether its parameters are too many to be listed, as a roll of many dice has: `legal_actions` then has examples
    of it only, and `apply_action` takes or refuses any other."""

    @property
    def actor(self) -> Seat | None:
        """The seat that does it, or None where anyone at the table may."""
        return None

    def zones(self) -> tuple[str, ...]:
        """Zones of the mat whose pieces it changes; `elder.*` stands for every zone that starts so."""
        return ()

    def public(self) -> Action:
        """The same action as the others at the table see it; only the actor may know the rest."""
        return self


T = TypeVar("T", bound=PublicTable)
S = TypeVar("S", bound=Secret)
A = TypeVar("A", bound=Action)


class State(msgspec.Struct, Generic[T, S], frozen=True):
    """One position: the public table, and one secret a seat (None where the companion was not told that seat's)."""

    table: T
    secrets: tuple[S | None, ...]

    @property
    def is_dealt(self) -> bool:
        """Whether the companion has dealt the cards and knows the hands; else it knows only what everybody sees."""
        return any(secret is not None for secret in self.secrets)


class View(msgspec.Struct, Generic[T, S], frozen=True):
    """What one seat may know of a state; seat None is the public. Made by `Game.view` only."""

    seat: Seat | None
    names: tuple[str, ...]
    table: T
    own: S | None

    def name(self, seat: Seat) -> str:
        """What to call a seat in a sentence."""
        return self.names[seat] if seat < len(self.names) else f"Seat {seat + 1}"


class ActionView(msgspec.Struct, Generic[A], frozen=True):
    """What one seat may know of an action. Made by `Game.view_action` only."""

    seat: Seat | None
    action: A


class Prompt(msgspec.Struct, frozen=True):
    """What the table should do next, for one view."""

    phase: str
    seats: tuple[Seat, ...]
    """Who acts, whoever is asked first in front; empty where anyone at the table may do it or the game is over."""
    text: str
    why: str
    rule: RuleId
    assumed: tuple[str, ...] = ()
    """Figures used here that nobody has confirmed yet, in words."""
    house_rules: tuple[str, ...] = ()
    """Options of this game off their default, in words."""


class Choice(msgspec.Struct, Generic[A], frozen=True):
    """One thing that can be tapped: a label and the actions that it stands for, applied in order, all or none."""

    label: str
    actions: tuple[A, ...]
    group: str
    piece: str = ""
    """Kind of piece to draw beside the label, where there is one."""


class FactField(msgspec.Struct, frozen=True):
    """One public fact that the host may correct: numbers carry `low` and `high`, others a list of (value, label)."""

    key: str
    label: str
    group: str
    value: FactValue
    low: int = 0
    high: int = 0
    choices: tuple[tuple[FactValue, str], ...] = ()
    status: str = ""
    """Where a figure comes from ("assumed", "owner", "example" …); empty for a fact that is no figure."""

    def check(self, value: FactValue) -> None:
        """Return nothing; raise `IllegalAction` with rule "host" where the value is out of range."""
        if self.choices:
            if not any(value == known and type(value) is type(known) for known, _ in self.choices):
                labels = ", ".join(str(known) for known, _ in self.choices)
                raise IllegalAction("host", f"{self.label} cannot be {value!r}. Choose one of: {labels}.")
        elif type(value) is not int or not self.low <= value <= self.high:
            raise IllegalAction(
                "host", f"{self.label} cannot be {value!r}. Give a whole number from {self.low} to {self.high}."
            )


class OptionField(msgspec.Struct, frozen=True):
    """One option of a new game: what to call it, and the values it takes, its default first."""

    key: str
    label: str
    choices: tuple[tuple[Any, str], ...]
    """(value, label) each; the label says what the value means."""
    help: str = ""
    is_rare: bool = False
    """Only few tables change it: shown folded away."""
    needs: tuple[str, Any] | None = None
    """Key and value of another option without which this one means nothing."""


class Memory(msgspec.Struct, frozen=True):
    """What somebody goes on knowing when an act that revealed something is taken back."""

    seen: str
    """One sentence: who has seen what."""
    advice: str = ""
    """One more: what to do with the piece, and that play goes on with it; empty where nobody holds one."""

    @property
    def text(self) -> str:
        """Both sentences."""
        return f"{self.seen} {self.advice}".rstrip()


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended."""

    winners: tuple[Seat, ...]
    text: str
    rule: RuleId


class PlayerPanel(msgspec.Struct, frozen=True):
    """One player's line in the summary: a few words, and piece kinds to draw beside them."""

    seat: Seat
    lines: tuple[str, ...]
    pieces: tuple[str, ...] = ()


class Game(ABC, Generic[T, S, A]):
    """The rules of one game: pure functions over immutable states. Nothing here reads a clock, a file or a device."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[str]
    seat_counts: ClassVar[tuple[int, ...]]
    state_type: ClassVar[Any]
    """`State[T, S]`, for decoding."""
    action_type: ClassVar[Any]
    """The tagged union of the game's actions, for decoding."""
    dice_zone: ClassVar[str] = ""
    """Zone of the mat in which dice are rolled and read; empty where none are."""
    laws: ClassVar[tuple[RuleId, ...]] = ()
    """The laws that `violations` holds against every position, by their rule ids."""

    def options(self) -> tuple[OptionField, ...]:
        """What can be chosen for a new game, in the order in which to ask; `new_game` takes these only."""
        return ()

    @abstractmethod
    def new_game(self, options: Mapping[str, Any], owner: Mapping[str, Any]) -> State[T, S]:
        """The state before anything is laid out. Raises `BadOption` naming option, value and what is allowed."""

    @abstractmethod
    def legal_actions(self, state: State[T, S], seat: Seat | None = None) -> tuple[A, ...]:
        """Every action the rules allow now, open parameters enumerated; with a seat, only that seat's and nobody's."""

    @abstractmethod
    def apply_action(self, state: State[T, S], action: A) -> State[T, S]:
        """The next state. Raises `IllegalAction` with a rule id and a reason; the state given is never changed."""

    def apply_legal(self, state: State[T, S], action: A) -> State[T, S]:
        """The next state for one of `legal_actions(state)`: as `apply_action`, which asks first whether it is one."""
        return self.apply_action(state, action)

    @abstractmethod
    def correct(self, state: State[T, S], facts: Facts) -> State[T, S]:
        """The state with public facts set by the host. Raises `IllegalAction` for an unknown fact or value."""

    @abstractmethod
    def outcome(self, state: State[T, S]) -> Outcome | None:
        """Who won and why, or None while the game goes on."""

    @abstractmethod
    def violations(self, state: State[T, S]) -> tuple[str, ...]:
        """Laws of the game that this state breaks, each with its rule id; written apart from the rules."""

    def wrong_step(self, before: State[T, S], action: A, after: State[T, S]) -> tuple[str, ...]:
        """What an action changed otherwise than the rules say, each with its rule id; written apart from the rules.

        For simulations: it knows nothing of corrections.
        """
        return ()

    def check_line(self, raw: Mapping[str, Any]) -> tuple[str, ...] | None:
        """What came of a case written as one object, where it differs from what it expects, a sentence each.

        None where this is no case of this game. Raises `GameError` where it is one and cannot be set up.
        """
        return None

    @abstractmethod
    def deal(self, state: State[T, S], actions: Sequence[A], rng: random.Random) -> A:
        """One of the chance actions, by the odds of the hidden cards. For virtual tables, bots and tests."""

    @abstractmethod
    def imagine(self, state: State[T, S], rng: random.Random) -> State[T, S]:
        """One way in which the hidden cards may truly lie, for a virtual dealer: to everybody's eyes the same table.

        `state` is one in which nobody was told any. In a regular game the law of the cards holds.
        """

    def varied_options(self, rng: random.Random) -> dict[str, Any]:
        """Options of a virtual game, drawn so that many games meet every rule. For simulations."""
        return {"cards": "virtual"}

    def dawdle_share(self, state: State[T, S]) -> float:
        """In which share of such games bots should dawdle, so that simulations meet what good play hardly ever does."""
        return 0.02

    # --- made from what a seat may know -----------------------------------------------------------------------------

    @abstractmethod
    def prompt(self, view: View[T, S]) -> Prompt:
        """Phase, who acts, what to do and why."""

    @abstractmethod
    def choices(self, view: View[T, S]) -> tuple[Choice[A], ...]:
        """What can be tapped now, from what this seat knows."""

    def offers(self, view: View[T, S], actions: Sequence[Action]) -> bool:
        """Whether these may be tapped beside `choices`, because they are open: too many to be listed."""
        return False

    def roll_act(self, view: View[T, S], values: Sequence[int], colours: Sequence[str]) -> tuple[A, str] | None:
        """What it is that dice came to rest with these values (1 to 6) and colours, and a sentence on what speaks
        against it, for the table to decide ("": nothing). None where a roll means nothing now."""
        return None

    def dice_to_roll(self, view: View[T, S], rng: random.Random) -> tuple[str, ...]:
        """The colours of the dice that are rolled next, as they may come; for virtual tables. Empty where none are."""
        return ()

    def is_same_roll(self, one: Action, other: Action) -> bool:
        """Whether both acts are rolls, and may well be the same one, told twice."""
        return False

    def dice_board(self, view: View[T, S]) -> DiceBoard | None:
        """The newest roll and what was rolled so far; None where the game is not one of dice."""
        return None

    @abstractmethod
    def facts(self, view: View[T, S]) -> tuple[FactField, ...]:
        """The public facts that `correct` takes, with their present values."""

    @abstractmethod
    def expected_table(self, view: View[T, S]) -> ExpectedTable:
        """What the mat must show."""

    def owner_file(self, view: View[T, S], facts: Facts) -> dict[str, Any]:
        """What to keep in the owner's file for these corrected facts, so that later games begin with them."""
        return {}

    def rule_of_zone(self, view: View[T, S], zone: str, done: Sequence[A] = ()) -> RuleId:
        """The rule that says what this zone must show now; `done` are the legal acts seen at the same time."""
        return self.prompt(view).rule

    def breach(self, view: View[T, S], zone: str, shown: Sequence[str]) -> tuple[RuleId, str] | None:
        """The rule that these face-up pieces in a zone break, and what to do about it; None where none is known.

        For what people may have done that no legal act is, and that a move of pieces alone does not mend.
        """
        return None

    @abstractmethod
    def own_pieces(self, view: View[T, S]) -> tuple[str, ...]:
        """Kinds of the pieces this seat holds in secret, as far as the companion was told."""

    @abstractmethod
    def panels(self, view: View[T, S]) -> tuple[PlayerPanel, ...]:
        """A summary line a player, in seat order."""

    @abstractmethod
    def lights(self, view: View[T, S]) -> Scene:
        """What the strip shows."""

    @abstractmethod
    def describe(self, before: View[T, S], act: ActionView[A]) -> str:
        """One sentence for the log, in the past tense."""

    def memory(self, before: View[T, S], act: ActionView[A]) -> Memory | None:
        """What taking an act back makes nobody forget, as this seat may read it; None where it reveals nothing."""
        return Memory(f"Seen and not to be unseen: {self.describe(before, act)}") if act.action.reveals else None

    @abstractmethod
    def suggest(self, view: View[T, S], actions: Sequence[A], rng: random.Random, dawdle: bool = False) -> A:
        """What a bot in that seat would choose among its legal actions; one that dawdles makes the game last."""

    @abstractmethod
    def layout(self, view: View[T, S]) -> Layout:
        """The mat for this mode and seat count."""

    @abstractmethod
    def kit(self) -> Kit:
        """The physical pieces: sizes and markers of every kind that may lie on the mat."""

    @abstractmethod
    def piece_kinds(self) -> Mapping[str, PieceKind]:
        """How each kind of piece looks."""

    # --- what may be known, the same for all games ----------------------------------------------------------------

    @final
    def view(self, state: State[T, S], seat: Seat | None, names: tuple[str, ...] = ()) -> View[T, S]:
        """What `seat` may know; None is the public."""
        return View(seat, names, state.table, None if seat is None else state.secrets[seat])

    @final
    def view_action(self, action: A, seat: Seat | None) -> ActionView[A]:
        """What `seat` may know of an action."""
        seen = action if seat is not None and action.actor == seat else action.public()
        return ActionView(seat, seen)  # type: ignore[arg-type]  # public() gives the same class back

    @final
    def known(self, view: View[T, S]) -> State[T, S]:
        """The state as far as this seat knows it: a full state in which the others' secrets are not told."""
        seats = range(self.seat_count(view.table))
        return State(view.table, tuple(view.own if seat == view.seat else None for seat in seats))

    @abstractmethod
    def seat_count(self, table: T) -> int:
        """How many seats play."""


AnyGame: TypeAlias = Game[Any, Any, Any]
