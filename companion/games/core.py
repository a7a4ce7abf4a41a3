"""The words of every game, as records: states, views, actions, prompts. `companion/games/game.py` ties them together.

The split that keeps secrets is made here, once for all games: a `State` is one public table and one secret a seat;
a `View` is the same public table and at most one of those secrets. Whatever leaves the process is made from a `View`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, Literal, TypeAlias, TypeVar, get_args

import msgspec

from companion.language.message import NOTHING, Message, sentences
from companion.language.values import Name

Seat: TypeAlias = int
"""Index of a player around the table, 0 first, counted clockwise."""
RuleId: TypeAlias = str
FactValue: TypeAlias = int | str
Facts: TypeAlias = Mapping[str, FactValue]

Sense: TypeAlias = Literal["seen", "felt", "told", "rolled", "laid"]
"""How the companion learns of an action: by the camera, by the board, by a tap only, by the dice in the tray, or by
dice that somebody lays elsewhere on the mat."""
OFF_MAT: Final = frozenset[Sense](("told", "rolled", "laid"))
"""Of actions of these senses no piece on the mat tells: nobody looks for them there."""
Kind: TypeAlias = Literal["choice", "chance", "upkeep"]
"""Who settles an action: a player's will, chance (a draw, a reveal, a roll), or nobody, for the rules leave one way."""

Doers: TypeAlias = tuple[Seat, ...] | Literal["dealer", "all"]
"""Who does an act that is no choice: one of these seats; whoever deals or has a hand free; or all, once each has it."""

FreeSeat: TypeAlias = Literal["bot", "another", "nobody"]
"""Who acts for a seat that nobody has taken: a bot where the companion deals or has hands of its own; another at the
table, so that a tap by anybody who sits there counts, and the seat's cards are open to them; or nobody, so that the
game waits until somebody sits down."""


class PublicTable(msgspec.Struct, frozen=True):
    """Everything that anyone at the table may know of one position. Each game adds its own fields."""

    why: tuple[RuleId, ...] = ()
    """Rules that the last action applied, in the order they were used."""
    irregular: tuple[str, ...] = ()
    """What breaks the game's conservation laws after a correction, in English; empty in a regular game."""

    @property
    def deals(self) -> bool:
        """Whether the companion deals the cards of this game, and then turns up and moves all pieces itself."""
        return False


class Secret(msgspec.Struct, frozen=True):
    """What one seat alone may know. Each game adds its own fields."""

    is_dealt: ClassVar[bool] = True
    """Whether the companion knows it because it has dealt the cards; else a seat has told what it holds in its hand."""


class Nothing(Secret, frozen=True):
    """What each seat knows alone where all lies open."""


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
    of it only, and `apply_action` takes or refuses any other. Who is offered an example may tap any other too."""
    seals: ClassVar[bool] = False
    """Whether its seat makes a choice by it that nobody may read before its time: what `public` leaves out. It changes
    nothing but what its public form changes, and is kept whole in `State.sealed`, until it is opened or taken back."""
    takes_back: ClassVar[bool] = False
    """Whether its seat takes back what it has sealed: nobody has to, and no bot does."""
    is_optional: ClassVar[bool] = False
    """Whether nobody ever has to do it: of a seat that could do nothing else, nothing is expected."""
    is_routine: ClassVar[bool] = False
    """Whether it is bookkeeping that nobody asks about afterwards: it is no news, unless something came of it."""
    is_joint: ClassVar[bool] = False
    """Whether it is a choice of all together, and so of nobody's: bots make it where no person is asked."""
    in_common_order: ClassVar[bool] = False
    """Whether all choose together in which order such acts of theirs are done: bots leave people the first ones."""
    opens: ClassVar[bool] = False
    """Whether something that was sealed is known to all by it. The companion does it itself, as soon as it is legal."""
    of_dealer: ClassVar[bool] = False
    """Whether, as no choice, it is done by whoever deals or has a hand free, bots among them, whoever sits there: a
    hand is dealt, a card laid open that stays in sight. Not where a seat does it, as it rolls or draws, and not where
    people have to have it before play goes on, as what they write down. Who does it then: `Game.doers`."""

    on: ClassVar[tuple[str, ...]] = ()
    """Zones of the mat whose pieces it changes; `elder.*` stands for every zone that starts so, and a part with a colon
    for a field of the act, as in "elder.:slot"."""

    @property
    def actor(self) -> Seat | None:
        """The seat that does it, or None where anyone at the table may."""
        return None

    def zones(self) -> tuple[str, ...]:
        """The zones that it changes, from `on`; an act of which they follow from more says them itself."""
        return tuple([self._filled(zone) if ":" in zone else zone for zone in self.on])

    def _filled(self, zone: str) -> str:
        words = (str(getattr(self, word[1:])) if word[:1] == ":" else word for word in zone.split("."))
        return ".".join(words)

    def public(self) -> Action:
        """The same action as the others at the table see it; only the actor may know the rest."""
        return self

    @property
    def is_redacted(self) -> bool:
        """Whether it seals a choice and does not say which: so it is told to whoever may not know, and by nobody."""
        return self.seals and self == self.public()


def is_zone(pattern: str, zone: str) -> bool:
    """Whether a zone of `Action.zones` is this one: `elder.*` is every zone that starts so."""
    return zone.startswith(pattern[:-1]) if pattern.endswith(".*") else zone == pattern


def types_of(union: Any) -> tuple[type[Action], ...]:
    """The types of a game's actions, from its `action_type`."""
    return get_args(union) or (union,)


T = TypeVar("T", bound=PublicTable)
S = TypeVar("S", bound=Secret)
A = TypeVar("A", bound=Action)

Effect: TypeAlias = tuple[tuple[Action, ...], Action | None]
"""What tapping a choice does: the actions that it stands for, or what is put together by it."""


class State(msgspec.Struct, Generic[T, S], frozen=True, omit_defaults=True):
    """One position: the public table, and one secret a seat (None where the companion was not told that seat's)."""

    table: T
    secrets: tuple[S | None, ...]
    sealed: tuple[tuple[Action, ...], ...] = ()
    """What each seat has sealed and nobody has opened, in the order of the acts; empty where no seat has. Of a choice
    that the companion does not know, or may not tell, it is the public form."""

    @property
    def is_dealt(self) -> bool:
        """Whether the companion has dealt the cards and knows the hands; else it knows only what everybody sees."""
        return any(secret is not None and secret.is_dealt for secret in self.secrets)

    @property
    def is_told(self) -> bool:
        """Whether the companion knows what a seat alone may know, dealt or told."""
        return any(secret is not None for secret in self.secrets)

    def sealed_by(self, seat: Seat) -> tuple[Action, ...]:
        """What this seat has sealed and nobody has opened."""
        return self.sealed[seat] if self.sealed else ()

    def with_sealed(self, seat: Seat, acts: Sequence[Action]) -> State[T, S]:
        """The position in which this seat has sealed these and nothing else; none where they are opened, or back."""
        before = self.sealed or ((),) * len(self.secrets)
        after = (*before[:seat], tuple(acts), *before[seat + 1 :])
        return msgspec.structs.replace(self, sealed=after if any(after) else ())

    def without_choices(self) -> State[T, S]:
        """The same position, and of each sealed choice its public form alone."""
        return msgspec.structs.replace(self, sealed=self.sealed_for(None)) if self.sealed else self

    def sealed_for(self, seat: Seat | None) -> tuple[tuple[Action, ...], ...]:
        """What everybody has sealed, as this seat may know it: its own, and of the others the public forms."""
        return tuple(
            acts if each == seat else tuple(act.public() for act in acts) for each, acts in enumerate(self.sealed)
        )

    @property
    def unknown(self) -> tuple[Seat, ...]:
        """The seats of which the companion does not know what they sealed."""
        return tuple(seat for seat, acts in enumerate(self.sealed) if any(act.is_redacted for act in acts))


def seat_name(names: Sequence[str], seat: Seat) -> str:
    """What to call a seat in a sentence; "Seat 1" and so on where no name is known."""
    return names[seat] if seat < len(names) else f"Seat {seat + 1}"


class View(msgspec.Struct, Generic[T, S], frozen=True, omit_defaults=True):
    """What one seat may know of a state; seat None is the public. Made in `companion/games/game.py` only."""

    seat: Seat | None
    names: tuple[str, ...]
    table: T
    own: S | None
    sealed: tuple[tuple[Action, ...], ...] = ()
    """What each seat has sealed: its own in full, of the others the public forms. Empty where no seat has."""
    draft: Action | None = None
    """What this seat is putting together: an act that is not done, known to nobody else and no part of the state."""

    @property
    def own_sealed(self) -> tuple[Action, ...]:
        """What this seat has sealed and nobody has opened."""
        return self.sealed[self.seat] if self.sealed and self.seat is not None else ()

    def name(self, seat: Seat) -> str:
        """What to call a seat in a sentence."""
        return seat_name(self.names, seat)

    def who(self, seat: Seat) -> Name:
        """The same for a gap of a message."""
        return Name(self.name(seat))


class ActionView(msgspec.Struct, Generic[A], frozen=True):
    """What one seat may know of an action. Made by `Game.view_action` only."""

    seat: Seat | None
    action: A


class ToDo(msgspec.Struct, frozen=True):
    """One of several things to do at the table in their order."""

    title: Message
    lines: tuple[Message, ...]
    """Who does what, a sentence each."""
    seats: tuple[Seat | None, ...] = ()
    """Who does it, a seat a line, None where it is told to all; empty where all of it is."""


class Prompt(msgspec.Struct, frozen=True):
    """What the table should do next, for one view."""

    phase: Message
    seats: tuple[Seat, ...]
    """Who acts, whoever is asked first in front; empty where anyone at the table may do it or the game is over."""
    text: Message
    why: Message
    rule: RuleId
    assumed: tuple[Message, ...] = ()
    """What is used here and nobody has confirmed yet, in words; it has fields on the host page, with a status."""
    house_rules: tuple[Message, ...] = ()
    """Options of this game off their default, in words."""
    any_order: bool = False
    """Whether the order of `seats` does not matter, so that whoever is named first is no likelier than the others."""
    advice: tuple[Message, ...] = ()
    """What to know of this game before it begins, though it is played by the book, in words."""
    to_do: tuple[ToDo, ...] = ()
    """What belongs to it, one after another, where it is more than `text` can say."""

    @property
    def likely_seats(self) -> tuple[Seat, ...]:
        """Who acts next, as far as the rules tell: the seat in front, or each where the order does not matter."""
        return self.seats if self.any_order else self.seats[:1]


class Choice(msgspec.Struct, Generic[A], frozen=True):
    """One thing that can be tapped: a label and the actions that it stands for, applied in order, all or none.

    Whoever is offered several may as well tell of the first ones alone (decision 0083). One without actions does
    nothing: it makes `draft` what the seat is putting together, and only the person in that seat is offered it.
    """

    label: Message
    actions: tuple[A, ...]
    group: Message
    piece: str = ""
    """Kind of piece to draw beside the label, where there is one."""
    is_pressed: bool = False
    """Whether a press of the seat's button means this one, whatever else is offered."""
    draft: A | None = None
    """What is put together once it is tapped, where it has no actions; None there: what was put together is dropped."""
    key: str = ""
    """What it is known by from draft to draft within its group, where its label says how things stand; else the label
    is, and stays the same: whoever taps it several times in a row taps the same thing."""
    about: Message = NOTHING
    """What to know before tapping it, below its label: the price, the odds, or what the card says."""
    is_main: bool = False
    """Whether it is what a prompt asks for in one step, as the end of a phase is: it stands first and alone."""
    is_seldom: bool = False
    """Whether a phone folds it away: it tells of something that is mostly done another way."""
    values: tuple[int, ...] = ()
    """What dice show where it tells a roll, the lowest first: of many such rolls a page asks die by die."""

    @property
    def is_draft(self) -> bool:
        """Whether tapping it changes what its seat is putting together, and nothing else."""
        return not self.actions

    @property
    def is_aside(self) -> bool:
        """Whether nobody is asked for it: it may be done besides, or takes back what was done."""
        return bool(self.actions) and all(act.is_optional or act.takes_back for act in self.actions)

    @property
    def effect(self) -> Effect:
        """All that tapping it does: two choices with the same are one thing in different words."""
        return self.actions, self.draft


class Settling(msgspec.Struct, frozen=True):
    """Something that a seat has to do now and chance settles, as a roll or a draw: one button of its page."""

    key: str
    """Names it among those that are open, as long as it is."""
    text: Message
    """A verb, and what it is for; nothing of what comes of it."""


class OptionField(msgspec.Struct, frozen=True):
    """One option of a new game: what to call it, and the values it takes, its default first."""

    key: str
    label: Message
    choices: tuple[tuple[Any, Message], ...]
    """(value, label) each; the label says what the value means."""
    help: Message = NOTHING
    is_rare: bool = False
    """Only few tables change it: shown folded away."""
    needs: tuple[tuple[str, Any], ...] = ()
    """Keys and values of other options without all of which this one means nothing."""
    meanings: tuple[tuple[Any, tuple[Message, ...]], ...] = ()
    """What values stand for, a line each, where a label would be too short for it."""
    typed_help: Message = NOTHING
    """What the help of a command says besides: no page does."""


class Memory(msgspec.Struct, frozen=True):
    """What somebody goes on knowing when an act that revealed something is taken back."""

    seen: Message
    """One sentence: who has seen what."""
    advice: Message = NOTHING
    """One more: what to do with the piece, and that play goes on with it; empty where nobody holds one."""

    @property
    def text(self) -> Message:
        """Both sentences."""
        return sentences(self.seen, self.advice)


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended."""

    winners: tuple[Seat, ...]
    """Nobody, where all play together and have lost."""
    text: Message
    rule: RuleId


class PlayerPanel(msgspec.Struct, frozen=True):
    """One player's line in the summary: a few words, and piece kinds to draw beside them."""

    seat: Seat
    lines: tuple[Message, ...]
    """The first that is about the score says it in words."""
    pieces: tuple[str, ...] = ()
    score: str = ""
    """The score in a few digits and signs, shown as large as can be read from a metre; empty where there is none."""
