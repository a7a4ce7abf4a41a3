"""The course of a whole game: its phases in their order, what may be done now, and what leads from one to the next."""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import Seat, State
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.model import DiceAction, DiceState
from companion.games.rolling_with_the_waves.phases.allocation import Allocating
from companion.games.rolling_with_the_waves.phases.anchor import Anchor
from companion.games.rolling_with_the_waves.phases.bag import Mending, Pool
from companion.games.rolling_with_the_waves.phases.draft import Drafting
from companion.games.rolling_with_the_waves.phases.part import Part
from companion.games.rolling_with_the_waves.phases.reveal import Opening
from companion.games.rolling_with_the_waves.phases.scribe import Scribing
from companion.games.rolling_with_the_waves.phases.stock import First
from companion.games.rolling_with_the_waves.phases.volleys import Volleys
from companion.games.rolling_with_the_waves.whole import Phase
from companion.language.message import Message, say

PARTS: Final[tuple[Part[Any], ...]] = (
    First(),
    Pool(),
    Mending(),
    Drafting(),
    Allocating(),
    Opening(),
    Scribing(),
    Volleys(),
    Anchor(),
)
PHASES: Final = tuple(Phase)
_BY_PHASE: Final = {phase: part for part in PARTS for phase in part.titles}
_BY_ACT: Final = {act: part for part in PARTS for act in part.acts}


def part_of(phase: Phase) -> Part[Any]:
    """The part that says what a phase is."""
    return _BY_PHASE[phase]


def part_for(action: DiceAction) -> Part[Any]:
    """The part to which an act belongs."""
    return _BY_ACT[type(action)]


def title_of(phase: Phase) -> Message:
    """What people call a phase."""
    return _BY_PHASE[phase].titles[phase]


def legal_actions(state: DiceState, seat: Seat | None = None) -> tuple[DiceAction, ...]:
    """Every legal act that can be listed; with a seat, that seat's and nobody's."""
    if state.table.over:
        return ()
    legal: tuple[DiceAction, ...] = part_of(state.table.played.phase).legal(state)
    return legal if seat is None else tuple(action for action in legal if action.actor in (None, seat))


def apply_action(state: DiceState, action: DiceAction) -> DiceState:
    """The next state. Raises `IllegalAction`."""
    part = _BY_ACT.get(type(action))
    if state.table.over:
        raise IllegalAction("R-021", say("The game is over. Undo the last act, or start a new game."))
    if part is None:
        raise IllegalAction("R-021", say("A whole game ends by its rules. Drop anchor when all is written."))
    phase = state.table.played.phase
    if (part.titles and phase not in part.titles) or not part.allows(state, action):
        raise part.refusal(state, action, title_of(phase))
    return settle(part.apply(state, action))


def apply_legal(state: DiceState, action: DiceAction) -> DiceState:
    """The same for an act that is known to be legal."""
    return settle(part_for(action).apply(state, action))


def settle(state: DiceState) -> DiceState:
    """The state moved on to the first phase in which something is to be done."""
    whole = state.table.played
    if state.table.over:
        return state
    place = PHASES.index(whole.phase)
    while not part_of(PHASES[place]).has_work(state, PHASES[place]):
        place += 1
    phase = PHASES[place]
    if phase is whole.phase:
        return state
    changes: dict[str, Any] = {"phase": phase, "written": (), "raised": (None,) * len(whole.maps)}
    moved = replace(whole, **changes, aimed=UNSET, shot=UNSET)
    return State(replace(state.table, whole=moved), state.secrets, state.sealed)
