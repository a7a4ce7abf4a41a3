"""What a game is to the rest of the companion: its rules, what it shows and says, how it plays itself, and its dice.

Each part is a class of its own, so that a package can write each in a module of its own; `Game` puts them together at
the package's front door. Nothing here reads a clock, a device, or a file but those of the game's own package.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, final

from companion.games.board import Board
from companion.games.cards import CardGroup
from companion.games.core import (
    A,
    Action,
    ActionView,
    Choice,
    Doers,
    FactField,
    Facts,
    FreeSeat,
    Memory,
    OptionField,
    Outcome,
    PlayerPanel,
    Prompt,
    RuleId,
    S,
    Seat,
    State,
    T,
    View,
)
from companion.games.diagrams import Diagram
from companion.games.dice import Dice, Roll
from companion.games.drawings import PLAIN, Drawings, MatPrint, PieceText
from companion.games.errors import BadOption
from companion.games.light_samples import LightSample
from companion.games.owners_box import OwnersBox
from companion.games.playsets import Playsets
from companion.games.shared.catalogues import read_catalogues
from companion.games.shared.mats import read_mats
from companion.language.catalogue import Language
from companion.language.message import NOTHING, Message, say
from companion.language.values import Name
from companion.lights.scene import Scene
from companion.table.expected import ExpectedTable
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind


def package_of(game: object) -> str:
    """The package of a game, where its files lie: that of the module in which its class is."""
    return type(game).__module__.rpartition(".")[0]


def public_view(table: T, names: tuple[str, ...]) -> View[T, Any]:
    """A table as everybody sees it who sits there: for what is shown of a game without a state of it."""
    return View(None, names, table, None)


class Rules(ABC, Generic[T, S, A]):
    """What may be done and what it changes: pure functions over immutable states, and the laws they are held to."""

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
    sealed_rule: ClassVar[RuleId] = "host"
    """The rule by which a sealed choice stays as it is once another seat's is known."""
    sealed_facts: ClassVar[tuple[str, ...]] = ()
    """The keys of the facts that say what a seat has sealed, with `{seat}` for its number: by these the host corrects
    a choice itself."""
    sealed_bytes: ClassVar[int] = 256
    """Sealed choices of this game are kept in so many bytes of JSON each, whatever was chosen; a larger one is refused.
    """
    laws: ClassVar[tuple[RuleId, ...]] = ()
    """The laws that `violations` holds against every position, by their rule ids."""

    def options(self) -> tuple[OptionField, ...]:
        """What can be chosen for a new game, in the order in which to ask; `new_game` takes these only."""
        return ()

    def owner_with(self, owner: Mapping[str, Any], playset: Mapping[str, Any]) -> dict[str, Any]:
        """The content of the owner's file, with this playset, the content of a TOML file, in the place of its own.

        Raises `BadOption` where no game can be played with it, or this game takes none.
        """
        raise BadOption(say("{game} takes no playset: its cards are those of its box.", game=Name(self.title)))

    def playset_options(self, playset: Mapping[str, Any]) -> Mapping[str, Any]:
        """The options that a playset settles, which nobody has to choose: which mode it is for."""
        return {}

    def playset_of(self, state: State[T, S]) -> Mapping[str, Any] | None:
        """The playset of its own that a game is played with, as `owner_with` takes it; None where it has none."""
        return None

    @abstractmethod
    def new_game(self, options: Mapping[str, Any], owner: Mapping[str, Any]) -> State[T, S]:
        """The state before anything is laid out. Raises `BadOption` naming option, value and what is allowed."""

    @abstractmethod
    def seat_count(self, table: T) -> int:
        """How many seats play."""

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

    def progress(self, table: T) -> int:
        """How many rounds have begun, the one that is played among them: a soak is told how many to play.

        A game without rounds is one.
        """
        return 1

    @abstractmethod
    def violations(self, state: State[T, S]) -> tuple[Message, ...]:
        """Laws of the game that this state breaks, each with its rule id; written apart from the rules."""

    def wrong_step(self, before: State[T, S], action: A, after: State[T, S]) -> tuple[str, ...]:
        """What an action changed otherwise than the rules say, each with its rule id; written apart from the rules.

        For simulations and their reports, which are English: it knows nothing of corrections.
        """
        return ()

    def check_line(self, raw: Mapping[str, Any]) -> tuple[str, ...] | None:
        """What came of a case written as one object, where it differs from what it expects, a sentence each.

        None where this is no case of this game. Raises `GameError` where it is one and cannot be set up.
        """
        return None

    def felt_act(self, view: View[T, S], kind: str) -> A | None:
        """The act that laying a piece of this kind on the card reader stands for now, as the camera would see it.

        `view` is the public's. None: nothing; so it is once the camera has seen the act.
        """
        return None

    def felt_kinds(self) -> tuple[str, ...]:
        """The kinds of piece that may ever be an act there; a tag that nobody knows is asked about as one of these."""
        return ()

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


class Presentation(ABC, Generic[T, S, A]):
    """What a seat sees and reads, made from its `View` and from nothing else, and the pieces that lie on the mat."""

    @abstractmethod
    def prompt(self, view: View[T, S]) -> Prompt:
        """Phase, who acts, what to do and why."""

    @abstractmethod
    def choices(self, view: View[T, S]) -> tuple[Choice[A], ...]:
        """What can be tapped now, from what this seat knows, and from what it is putting together (`view.draft`)."""

    def is_draft_fit(self, view: View[T, S]) -> bool:
        """Whether `view.draft`, which was offered earlier, may still be put together and become an act.

        Asked whenever the position has changed; where not, what was put together is dropped.
        """
        return False

    @abstractmethod
    def facts(self, view: View[T, S]) -> tuple[FactField, ...]:
        """The public facts that `correct` takes, with their present values."""

    def owner_file(self, view: View[T, S], facts: Facts) -> dict[str, Any]:
        """What to keep in the owner's file for these corrected facts, so that later games begin with them."""
        return {}

    def owners_box(self) -> OwnersBox | None:
        """The box piece by piece, as its owner corrects it on a page of its own; None where there is no such page."""
        return None

    def has_hand(self, view: View[T, S]) -> bool:
        """Whether players of it hold cards that the others do not see; then a phone has a place for its seat's."""
        return any(kind.shape == "card" for kind in self.piece_kinds().values())

    @abstractmethod
    def own_pieces(self, view: View[T, S]) -> tuple[str, ...]:
        """Kinds of the pieces this seat holds in secret, as far as the companion was told."""

    def cards(self, view: View[T, S]) -> tuple[CardGroup, ...]:
        """The cards, tiles and boards that this view may see and that say something, with what they say."""
        return ()

    @abstractmethod
    def panels(self, view: View[T, S]) -> tuple[PlayerPanel, ...]:
        """A summary line a player, in seat order."""

    @abstractmethod
    def describe(self, before: View[T, S], act: ActionView[A]) -> Message:
        """One sentence for the log, in the past tense."""

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
        return (
            Memory(say("Seen and not to be unseen: {what}", what=self.describe(before, act)))
            if act.action.reveals
            else None
        )

    def boards(self, view: View[T, S]) -> tuple[Board, ...]:
        """Drawings beside the mat: the public's for the tablet that all share, a seat's for its own phone."""
        return ()

    def diagrams(self, course: Sequence[View[T, S]]) -> tuple[Diagram, ...]:
        """Its figures so far as pictures. `course`: the public's views at the start, at the end of each round, now."""
        return ()

    @abstractmethod
    def lights(self, view: View[T, S]) -> Scene:
        """What the strip shows."""

    def light_samples(self) -> tuple[LightSample, ...]:
        """Lights to show what the strip says; empty where bots meet everything that it says in games of theirs."""
        return ()

    @abstractmethod
    def expected_table(self, view: View[T, S]) -> ExpectedTable:
        """What the mat must show."""

    def rule_words(self, view: View[T, S]) -> Mapping[RuleId, Message]:
        """What rules say, by their ids, for players; a rule without words is shown by its id."""
        return {}

    def rule_of_zone(self, view: View[T, S], zone: str, done: Sequence[A] = ()) -> RuleId:
        """The rule that says what this zone must show now; `done` are the legal acts seen at the same time."""
        return self.prompt(view).rule

    def breach(self, view: View[T, S], zone: str, shown: Sequence[str]) -> tuple[RuleId, Message] | None:
        """The rule that these face-up pieces in a zone break, and what to do about it; None where none is known.

        For what people may have done that no legal act is, and that a move of pieces alone does not mend.
        """
        return None

    @abstractmethod
    def layout(self, view: View[T, S]) -> Layout:
        """The mat for this mode and seat count."""

    def languages(self) -> Mapping[str, Language]:
        """The languages besides English in which it can be read, by their codes: those of its `words.*.toml`."""
        return read_catalogues(package_of(self))

    def mats(self) -> Mapping[str, Layout]:
        """The mats that can be printed, by what people type: those of layouts.toml, unless they are made otherwise."""
        return read_mats(package_of(self))

    @abstractmethod
    def kit(self) -> Kit:
        """The physical pieces: sizes and markers of every kind that may lie on the mat."""

    def drawings(self, owner: Mapping[str, Any]) -> Drawings | None:
        """The pieces that it draws whole, by the owner's figures; None where every piece has to be bought.

        `owner` is the content of the owner's file. Raises `BadOption` for what may not stand there.
        """
        return None

    def piece_texts(self) -> Mapping[str, PieceText]:
        """What pieces do, by their kinds, where it is printed on them."""
        return {}

    def mat_print(self, layout: Layout) -> MatPrint:
        """What one of its mats shows besides zones and markers."""
        return PLAIN

    @abstractmethod
    def piece_kinds(self) -> Mapping[str, PieceKind]:
        """How each kind of piece looks, and what discs that are counted by value are called together, by their name."""


class Simulation(ABC, Generic[T, S, A]):
    """How a game plays itself: chance, hidden cards and bots, for virtual tables, soaks and tests."""

    @abstractmethod
    def deal(self, state: State[T, S], actions: Sequence[A], rng: random.Random) -> A:
        """One of the chance actions, by the odds of the hidden cards. For virtual tables, bots and tests."""

    @abstractmethod
    def determinize(self, state: State[T, S], rng: random.Random) -> State[T, S]:
        """One way in which the hidden cards may truly lie, for a virtual dealer: to everybody's eyes the same table.

        `state` is one in which nobody was told any. In a regular game the law of the cards holds.
        """

    @abstractmethod
    def suggest(self, view: View[T, S], actions: Sequence[A], rng: random.Random, dawdle: bool = False) -> A:
        """What a bot in that seat would choose among its legal actions; one that dawdles makes the game last."""

    def varied_options(self, rng: random.Random) -> dict[str, Any]:
        """Options of a virtual game, drawn so that many games meet every rule. For simulations, which say who deals."""
        return {}

    def varied_owner(self, rng: random.Random) -> dict[str, Any]:
        """What the owner's file says in a simulation, drawn within the bounds of what the owner may type."""
        return {}

    def varied_facts(self, state: State[T, S], rng: random.Random) -> Facts:
        """What the host of a simulation sets before the next act; nothing, unless a game has rules for it."""
        return {}

    def dawdle_share(self, state: State[T, S]) -> float:
        """In which share of such games bots should dawdle, so that simulations meet what good play hardly ever does."""
        return 0.02


class Game(Rules[T, S, A], Presentation[T, S, A], Simulation[T, S, A]):
    """One game, whole. A package composes it of its parts, and the registry lists it."""

    dice: ClassVar[Dice[Any, Any, Any] | None] = None
    """What is rolled in it; None where nothing is."""

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

        Of every such act of a kind the same, for it tells nothing of what comes of it. Empty where there is no button,
        as for what the rules alone settle: that is among the choices.
        """
        roll = self._open_roll(view, action)
        return roll.ask if roll is not None else NOTHING

    def _open_roll(self, view: View[T, S], action: A) -> Roll | None:
        """The open roll that this act is."""
        key = self.dice.roll_of(action) if self.dice is not None else None
        if self.dice is None or key is None:
            return None
        return next((each for each in self.dice.open_rolls(view) if each.key == key), None)

    def bound(self, state: State[T, S]) -> Game[T, S, A]:
        """The game as this playthrough has it: with a playset of its own that is another kit, other looks and words.

        Asked once, where a playthrough begins or is opened again, with its first state.
        """
        return self

    def is_dice_alone(self, view: View[T, S]) -> bool:
        """Whether this game of it counts its dice and nothing else."""
        return self.dice is not None and self.dice.is_all(view)

    def playsets(self) -> Playsets | None:
        """How it reads and tries playsets that people write; None for a game whose cards are not data."""
        return None

    def tray_on(self, layout: Layout) -> str:
        """The zone of this mat in which dice are rolled and read; "" where the game, or this mat of it, has none."""
        zones = {each.zone for each in layout.zones}
        return self.dice.zone if self.dice is not None and self.dice.zone in zones else ""


AnyGame: TypeAlias = Game[Any, Any, Any]
