"""Last Tile: five tiles lie on the table, and each of two players takes one or two of them in turn.

Ledger:
L-001  No tile is lost: those that lie there and those that were taken are five.
L-002  Whoever's turn it is takes one tile or two.
L-003  Whoever takes the last tile wins.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, TypeAlias

from msgspec.structs import replace

from companion.games.core import (
    Action,
    ActionView,
    Choice,
    FactField,
    Facts,
    Kind,
    OptionField,
    Outcome,
    PlayerPanel,
    Prompt,
    PublicTable,
    Seat,
    Secret,
    Sense,
    State,
    View,
)
from companion.games.errors import IllegalAction
from companion.games.game import Game
from companion.games.shared.facts import with_facts
from companion.games.shared.irregular import mark, mark_again
from companion.games.shared.mats import read_kit_for, read_mats
from companion.games.shared.options import complete
from companion.games.shared.seats import SEAT_COLOURS
from companion.language.message import Message, lone, say
from companion.language.values import Count, Noun
from companion.lights.scene import Glow, Scene
from companion.table.expected import ExpectedTable, ExpectedZone, Pieces
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.pieces import PieceKind

TILES: Final = 5
MOST: Final = 2
OPTIONS: Final = (OptionField("first", say("Who begins"), ((0, say("the first seat")), (1, say("the second seat")))),)
LAYOUT: Final = read_mats(__package__)["table"]
KIT: Final = read_kit_for(__package__, (LAYOUT,))
TILE: Final = Noun("tile")
PIECES: Final = {"tile": PieceKind("tile", "Tile", "disc", "#c9a567", sign="T")}


class Table(PublicTable, frozen=True, kw_only=True):
    """Where the tiles are, and whose turn it is."""

    left: int = TILES
    taken: tuple[int, int] = (0, 0)
    turn: Seat


class Nothing(Secret, frozen=True):
    """All tiles lie open."""


class Take(Action, frozen=True):
    """A player takes tiles (L-002)."""

    seat: Seat
    number: int
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"

    @property
    def actor(self) -> Seat:
        return self.seat

    def zones(self) -> tuple[str, ...]:
        return ("left", f"taken.{self.seat}")


TileState: TypeAlias = State[Table, Nothing]
TileView: TypeAlias = View[Table, Nothing]


class LastTile(Game[Table, Nothing, Take]):
    """The whole game."""

    name = "last_tile"
    title = "Last Tile"
    rules_version = "1"
    seat_counts = (2,)
    state_type = State[Table, Nothing]
    action_type = Take
    laws = ("L-001",)

    def options(self) -> tuple[OptionField, ...]:
        return OPTIONS

    def new_game(self, options: Mapping[str, Any], owner: Mapping[str, Any]) -> TileState:
        chosen = complete(self.title, OPTIONS, options)
        return State(Table(turn=chosen["first"], why=("L-001",)), (None, None))

    def seat_count(self, table: Table) -> int:
        return 2

    def legal_actions(self, state: TileState, seat: Seat | None = None) -> tuple[Take, ...]:
        turn = state.table.turn
        if seat not in (None, turn):
            return ()
        return tuple(Take(turn, number) for number in range(1, min(MOST, state.table.left) + 1))

    def apply_action(self, state: TileState, action: Take) -> TileState:
        table = state.table
        if action not in self.legal_actions(state):
            who = self.view(state, None).who(table.turn)
            raise IllegalAction("L-002", say("{who} takes one tile or two, as long as some are left.", who=who))
        taken = tuple(number + action.number * (seat == action.seat) for seat, number in enumerate(table.taken))
        after = replace(table, left=table.left - action.number, taken=taken, turn=1 - table.turn, why=("L-002",))
        return mark_again(State(after, state.secrets), self.violations)

    def correct(self, state: TileState, facts: Facts) -> TileState:
        now = with_facts(self.title, self.facts(self.view(state, None)), facts)
        taken = (now["taken.0"], now["taken.1"])
        table = replace(state.table, left=now["left"], taken=taken, turn=now["turn"], why=("host",))
        return mark(State(table, state.secrets), self.violations)

    def outcome(self, state: TileState) -> Outcome | None:
        if state.table.left:
            return None
        winner = 1 - state.table.turn
        who = self.view(state, None).who(winner)
        return Outcome((winner,), say("{who} has the last tile and wins.", who=who), "L-003")

    def violations(self, state: TileState) -> tuple[Message, ...]:
        number = state.table.left + sum(state.table.taken)
        if number == TILES:
            return ()
        return (say("There are {tiles}, and must be {all} (L-001).", tiles=Count(number, TILE), all=TILES),)

    def prompt(self, view: TileView) -> Prompt:
        if outcome := self.outcome(self.known(view)):
            text = say("{who} wins.", who=view.who(outcome.winners[0]))
            return Prompt(say("The end"), (), text, say("The last tile is taken."), "L-003")
        turn = view.table.turn
        text = say("{who} takes one tile or two.", who=view.who(turn))
        return Prompt(say("Take"), (turn,), text, say("It is their turn."), "L-002")

    def choices(self, view: TileView) -> tuple[Choice[Take], ...]:
        legal = self.legal_actions(self.known(view), view.seat)
        return tuple(
            Choice(say("Take {tiles}", tiles=Count(each.number, TILE)), (each,), say("Take"), "tile") for each in legal
        )

    def facts(self, view: TileView) -> tuple[FactField, ...]:
        table, who = view.table, (lone(view.who(0)), lone(view.who(1)))
        return (
            FactField("left", say("Tiles that are left"), say("Tiles"), table.left, 0, TILES),
            *(FactField(f"taken.{seat}", who[seat], say("Taken"), table.taken[seat], 0, TILES) for seat in (0, 1)),
            FactField("turn", say("Turn"), say("Turn"), table.turn, choices=((0, who[0]), (1, who[1]))),
        )

    def own_pieces(self, view: TileView) -> tuple[str, ...]:
        return ()

    def panels(self, view: TileView) -> tuple[PlayerPanel, ...]:
        return tuple(PlayerPanel(seat, (lone(Count(view.table.taken[seat], TILE)),)) for seat in (0, 1))

    def describe(self, before: TileView, act: ActionView[Take]) -> Message:
        return say("{who} took {tiles}.", who=before.who(act.action.seat), tiles=Count(act.action.number, TILE))

    def lights(self, view: TileView) -> Scene:
        if not view.table.left:
            return Scene((Glow(0, 1, "#ffffff", say("The last tile is taken."), 0.5),))
        turn = view.table.turn
        text = say("Light before {who}: take tiles.", who=view.who(turn))
        return Scene((Glow(turn / 2, 0.5, SEAT_COLOURS[turn], text),))

    def expected_table(self, view: TileView) -> ExpectedTable:
        numbers = {"left": view.table.left, "taken.0": view.table.taken[0], "taken.1": view.table.taken[1]}
        return ExpectedTable(tuple(ExpectedZone(zone, Pieces(("tile",) * each)) for zone, each in numbers.items()))

    def layout(self, view: TileView) -> Layout:
        return LAYOUT

    def kit(self) -> Kit:
        return KIT

    def piece_kinds(self) -> Mapping[str, PieceKind]:
        return PIECES

    def deal(self, state: TileState, actions: Sequence[Take], rng: random.Random) -> Take:
        return rng.choice(list(actions))

    def determinize(self, state: TileState, rng: random.Random) -> TileState:
        return State(state.table, (Nothing(), Nothing()))

    def suggest(self, view: TileView, actions: Sequence[Take], rng: random.Random, dawdle: bool = False) -> Take:
        return rng.choice(list(actions))


GAME: Final = LastTile()
