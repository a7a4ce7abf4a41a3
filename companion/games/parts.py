"""What a game has besides its rules: each part a record of what it knows and of functions that answer for it.

A game names the parts that it has, and leaves out the others. Functions are made from views alone, but for those of
`Simulation`, which knows the truth. Nothing here reads a clock or a device.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

import msgspec
from msgspec.structs import replace

from companion.games.board import Board
from companion.games.core import A, Choice, Facts, Nothing, PlayerPanel, RuleId, S, State, T, View
from companion.games.diagrams import Diagram
from companion.games.drawings import PLAIN, Drawings, MatPrint, PieceText
from companion.games.owners_box import OwnersBox
from companion.language.message import NOTHING, Message
from companion.lights.scene import Scene
from companion.table.expected import ExpectedTable
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
"""Of people who play at a table that is shown."""


class LightSample(msgspec.Struct, frozen=True):
    """One light that a game shows: what it is for, the light, the mat around which it glows, and who sits there."""

    title: Message
    scene: Scene
    mat: str
    """By the name that people type."""
    names: tuple[str, ...]


class Card(msgspec.Struct, frozen=True):
    """A card, tile or board that lies open to a view and says something, to be read on a page."""

    kind: str
    """The kind of piece that it is."""
    name: Message
    text: Message
    """What it says, in a sentence or a few."""
    owner: Message = NOTHING
    """Whose it is, or where it lies; empty where its group says that."""


class CardGroup(msgspec.Struct, frozen=True):
    """Those of one sort."""

    title: Message
    cards: tuple[Card, ...]


def _nothing(*_: object) -> tuple[Any, ...]:
    return ()


def _any(_: object, acts: Sequence[A], rng: random.Random, *__: object) -> A:
    return rng.choice(list(acts))


def _open(state: State[T, S], rng: random.Random) -> State[T, S]:
    return replace(state, secrets=(Nothing(),) * len(state.secrets))


def _empty(*_: object) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, kw_only=True)
class Mat(Generic[T, S, A]):
    """The pieces, the mats, and what must lie where."""

    kit: Kit
    """The physical pieces: sizes and markers of every kind that may lie on the mat."""
    pieces: Mapping[str, PieceKind]
    """How each kind of piece looks, and what discs that are counted by value are called together, by their name."""
    layouts: Mapping[str, Layout]
    """The mats that can be printed, by what people type."""
    layout: Callable[[View[T, S]], Layout]
    """The mat for this mode and seat count."""
    expected: Callable[[View[T, S]], ExpectedTable]
    """What the mat must show."""
    rule_of_zone: Callable[[View[T, S], str, Sequence[A]], RuleId] = lambda view, zone, done: ""
    """The rule that says what this zone must show now, the prompt's where it is empty; the acts are legal ones that are
    seen at the same time."""
    breach: Callable[[View[T, S], str, Sequence[str]], tuple[RuleId, Message] | None] = lambda view, zone, shown: None
    """The rule that these face-up pieces in a zone break, and what to do about it; None where none is known.

    For what people may have done that no legal act is, and that a move of pieces alone does not mend.
    """
    drawings: Callable[[Mapping[str, Any]], Drawings | None] = lambda owner: None
    """The pieces that it draws whole, by the content of the owner's file; None where every piece has to be bought.
    Raises `BadOption` for what may not stand there."""
    texts: Mapping[str, PieceText] = field(default_factory=dict)
    """What pieces do, by their kinds, where it is printed on them."""
    printing: Callable[[Layout], MatPrint] = lambda layout: PLAIN
    """What one of its mats shows besides zones and markers."""


@dataclass(frozen=True, kw_only=True)
class Screen(Generic[T, S, A]):
    """What tablets and phones show of a view besides prompt and choices."""

    panels: Callable[[View[T, S]], tuple[PlayerPanel, ...]]
    """A summary line a player, in seat order."""
    own_pieces: Callable[[View[T, S]], tuple[str, ...]] = _nothing
    """Kinds of the pieces this seat holds in secret, as far as the companion was told."""
    has_hand: Callable[[View[T, S]], bool] = lambda view: False
    """Whether players of it hold cards that the others do not see; then a phone has a place for its seat's."""
    cards: Callable[[View[T, S]], tuple[CardGroup, ...]] = _nothing
    """The cards, tiles and boards that this view may see and that say something, with what they say."""
    boards: Callable[[View[T, S], Sequence[Choice[A]]], tuple[Board, ...]] = _nothing
    """Drawings beside the mat, with the choices of the same view: the public's for the tablet that all share, a seat's
    for its own phone."""
    diagrams: Callable[[Sequence[View[T, S]]], tuple[Diagram, ...]] = _nothing
    """Its figures so far as pictures, from the public's views at the start, at the end of each round, and now."""
    rule_words: Callable[[View[T, S]], Mapping[RuleId, Message]] = _empty
    """What rules say, by their ids, for players; a rule without words is shown by its id."""


@dataclass(frozen=True, kw_only=True)
class Light(Generic[T, S]):
    """What the strip shows."""

    scene: Callable[[View[T, S]], Scene]
    samples: Callable[[], tuple[LightSample, ...]] = _nothing
    """Lights to show what the strip says; none where bots meet everything that it says in games of theirs."""


@dataclass(frozen=True, kw_only=True)
class Simulation(Generic[T, S, A]):
    """How a game plays itself: chance, hidden cards and bots, for virtual tables, soaks and tests."""

    deal: Callable[[State[T, S], Sequence[A], random.Random], A] = _any
    """One of the chance actions, by the odds of the hidden cards. For virtual tables, bots and tests."""
    determinize: Callable[[State[T, S], random.Random], State[T, S]] = _open
    """One way in which the hidden cards may truly lie, for a virtual dealer: to everybody's eyes the same table.

    The state is one in which nobody was told any. In a regular game the law of the cards holds.
    """
    suggest: Callable[[View[T, S], Sequence[A], random.Random, bool], A] = _any
    """What a bot in that seat would choose among its legal actions; one that dawdles makes the game last."""
    varied_options: Callable[[random.Random], dict[str, Any]] = _empty
    """Options of a virtual game, drawn so that many games meet every rule. For simulations, which say who deals."""
    varied_owner: Callable[[random.Random], dict[str, Any]] = _empty
    """What the owner's file says in a simulation, drawn within the bounds of what the owner may type."""
    varied_facts: Callable[[State[T, S], random.Random], Facts] = _empty
    """What the host of a simulation sets before the next act; nothing, unless a game has rules for it."""
    dawdle_share: Callable[[State[T, S]], float] = lambda state: 0.02
    """In which share of such games bots should dawdle, so that simulations meet what good play hardly ever does."""


@dataclass(frozen=True, kw_only=True)
class Sealing:
    """How choices are sealed that several make at once."""

    rule: RuleId = "host"
    """The rule by which a sealed choice stays as it is once another seat's is known."""
    facts: tuple[str, ...] = ()
    """The keys of the facts that say what a seat has sealed, with `{seat}` for its number: by these the host corrects
    a choice itself."""
    most_bytes: int = 256
    """Sealed choices are kept in so many bytes of JSON each, whatever was chosen; a larger one is refused."""


@dataclass(frozen=True, kw_only=True)
class Drafts(Generic[T, S, A]):
    """Acts that a seat puts together step by step."""

    steps: Callable[[View[T, S]], Iterable[Choice[A]]] = _nothing
    """The choices by which its seat puts something together, those that end it perhaps among them."""
    is_fit: Callable[[View[T, S]], bool] = lambda view: False
    """Whether `view.draft`, which was offered earlier, may still be put together and become an act.

    Asked whenever the position has changed; where not, what was put together is dropped.
    """


@dataclass(frozen=True, kw_only=True)
class Reader(Generic[T, S, A]):
    """The card reader."""

    kinds: tuple[str, ...] = ()
    """The kinds of piece that may ever be an act there; a tag that nobody knows is asked about as one of these."""
    act: Callable[[State[T, S], str], A | None] = lambda known, kind: None
    """The act that laying a piece of this kind there stands for now, as the camera would see it, by what all know.

    None: nothing; so it is once the camera has seen the act.
    """


@dataclass(frozen=True, kw_only=True)
class OwnPlayset(Generic[T, S]):
    """Playsets that people write, to be played instead of a game's own."""

    owner_with: Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]
    """The content of the owner's file, with this playset, the content of a TOML file, in the place of its own.

    Raises `BadOption` where no game can be played with it.
    """
    options: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    """The options that a playset settles, which nobody has to choose: which mode it is for."""
    of: Callable[[State[T, S]], Mapping[str, Any] | None]
    """The playset of its own that a game is played with, as `owner_with` takes it; None where it has none."""


@dataclass(frozen=True, kw_only=True)
class Box(Generic[T, S]):
    """What the owner of the box types of it."""

    kept: Callable[[View[T, S], Facts], dict[str, Any]] = _empty
    """What to keep in the owner's file for these corrected facts, so that later games begin with them."""
    page: OwnersBox | None = None
    """The box piece by piece, as its owner corrects it on a page of its own; None where there is no such page."""
