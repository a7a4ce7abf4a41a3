"""Last Tile: five tiles lie on the table, and each of two players takes one or two of them in turn.

Ledger:
L-001  No tile is lost: those that lie there and those that were taken are five.
L-002  Whoever's turn it is takes one tile or two.
L-003  Whoever takes the last tile wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, TypeAlias

from msgspec.structs import replace

from companion.games.core import (
    Kind,
    Nothing,
    OptionField,
    Outcome,
    Prompt,
    PublicTable,
    RuleId,
    Seat,
    Sense,
    State,
    View,
)
from companion.games.game import Game
from companion.games.parts import Light, Mat, Screen
from companion.games.shared import usual
from companion.games.shared.facts import Fact
from companion.games.shared.machine import Moment, Phases
from companion.games.shared.mats import read_kit_for, read_looks, read_mats
from companion.games.shared.options import complete, read_options
from companion.games.shared.phases import Asked, Label, put
from companion.games.shared.seats import OfSeat
from companion.language.message import Message, say
from companion.language.values import Count, Noun

TILES: Final = 5
MOST: Final = 2
OPTIONS: Final = tuple(each.field(key) for key, each in read_options(__package__).items())
LAYOUT: Final = read_mats(__package__)["table"]
KIT: Final = read_kit_for(__package__, (LAYOUT,))
TILE: Final = Noun("tile")


class Table(PublicTable, frozen=True, kw_only=True):
    """Where the tiles are, and whose turn it is."""

    phase: ClassVar[str] = "take"
    left: Annotated[int, Fact(say("Tiles that are left"), say("Tiles"), 0, TILES, piece="tile")] = TILES
    taken: Annotated[tuple[int, int], Fact(say("Taken"), low=0, high=TILES, piece="tile")] = (0, 0)
    turn: Annotated[Seat, Fact(say("Turn"), say("Turn"), is_seat=True)]


class Take(OfSeat, frozen=True):
    """A player takes tiles (L-002)."""

    number: int
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"
    on: ClassVar[tuple[str, ...]] = ("left", "taken.:seat")


TileState: TypeAlias = State[Table, Nothing]
TileView: TypeAlias = View[Table, Nothing]


class Taking(Moment[TileState, TileView, Take]):
    """All that is ever done."""

    titles = {"take": say("Take")}
    acts = (Take,)
    rule = "L-002"
    law = say("One tile or two are taken in turn")

    def legal(self, state: TileState) -> tuple[Take, ...]:
        return tuple(Take(state.table.turn, number) for number in range(1, min(MOST, state.table.left) + 1))

    def apply(self, state: TileState, act: Take) -> TileState:
        table = state.table
        taken = put(table.taken, act.seat, table.taken[act.seat] + act.number)
        after = replace(table, left=table.left - act.number, taken=taken, turn=1 - table.turn, why=("L-002",))
        return State(after, state.secrets)

    def asked(self, view: TileView) -> Asked:
        turn = view.table.turn
        text = say("{who} takes one tile or two.", who=view.who(turn))
        return Asked((turn,), text, say("It is their turn."), "L-002")

    def label(self, view: TileView, act: Take) -> Label:
        return Label(say("Take {tiles}", tiles=Count(act.number, TILE)), say("Take"), "tile")

    def described(self, before: TileView, act: Take) -> Message:
        return say("{who} took {tiles}.", who=before.who(act.seat), tiles=Count(act.number, TILE))


class Course(Phases[TileState, TileView, Take]):
    """One moment, until no tile is left."""

    moments = (Taking(),)

    def over_rule(self, table: Table) -> RuleId:
        return "" if table.left else "L-003"

    def end(self, view: TileView) -> Prompt:
        text = say("{who} wins.", who=view.who(1 - view.table.turn))
        return Prompt(say("The end"), (), text, say("The last tile is taken."), "L-003")


COURSE: Final = Course()


class LastTile(Game[Table, Nothing, Take]):
    """The whole game."""

    name = "last_tile"
    title = "Last Tile"
    rules_version = "1"
    seat_counts = (2,)
    state_type = State[Table, Nothing]
    action_type = Take
    laws = ("L-001",)
    course = COURSE
    light = Light(scene=usual.lights(COURSE, 2))
    mat = Mat(
        kit=KIT,
        pieces=read_looks(__package__),
        layouts={"table": LAYOUT},
        layout=lambda view: LAYOUT,
        expected=usual.expected,
    )
    screen = Screen(panels=usual.panels)

    def options(self) -> tuple[OptionField, ...]:
        return OPTIONS

    def new_game(self, options: Mapping[str, Any], owner: Mapping[str, Any]) -> TileState:
        chosen = complete(self.title, OPTIONS, options)
        return State(Table(turn=chosen["first"], why=("L-001",)), (None, None))

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


GAME: Final = LastTile()
