"""A round of Waves played from the plays of all slots, and what happened in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from companion.games.errors import GameError
from companion.games.game import Game
from companion.games.waves.actions import (
    Collect,
    DiscardExtras,
    Draw,
    PlaceShells,
    PlayAgents,
    RevealFollower,
    RevealRebels,
    RotateElders,
    TakeElder,
    WavesAction,
)
from companion.games.waves.cards import CLASSES, UNKNOWN, Class, Counts
from companion.games.waves.knowledge import at_large
from companion.games.waves.model import (
    Hidden,
    Posture,
    Setup,
    Table,
    WavesState,
)
from companion.games.waves.tablets import active_side, check_slot

AnyWaves: TypeAlias = Game[Table, Hidden, WavesAction]

_MOST_ACTS = 500
"""More than any round takes: a game that does not get on is told of instead of played forever."""


class Play(msgspec.Struct, frozen=True):
    """The Agents of one slot."""

    posture: Posture
    cls: Class
    count: int = 1

    @property
    def cards(self) -> tuple[Class, ...]:
        """Its cards, all of one class (W-053)."""
        return (self.cls,) * self.count


def side_names(setup: Setup) -> tuple[str, ...]:
    """What the sides are called in this notation, by side."""
    if setup.is_teams:
        return tuple("XYZ"[: len(setup.goals)])
    return ("A", "B") if setup.is_head_to_head else tuple(f"P{side}" for side in range(len(setup.goals)))


class _Record:
    """What happened in one round, in the shape of `expect`."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {
            "open": 0, "true": 0, "tablet": "", "steps": [], "shells_start": None, "shells_end": 0, "discard": [],
            "collected": {}, "to_hand": {}, "winner": None, "next_council": [], "next_token": -1, "rotated": [],
        }  # fmt: skip

    def before(self, table: Table, action: WavesAction) -> None:
        """What an act is about to do, as far as the position before it tells."""
        found = self.found
        if isinstance(action, RevealFollower | Collect | TakeElder) and found["shells_start"] is None:
            found["shells_start"] = table.shells
        if isinstance(action, DiscardExtras) and (agent := table.slots[action.slot].agent) is not None:
            found["discard"] = sorted([*found["discard"], *[agent.face] * (agent.count - 1)])
        if isinstance(action, Collect | TakeElder):
            check, letter = check_slot(table, action.slot), "C" if isinstance(action, Collect) else "H"
            found["steps"].append([action.slot, check.agent_power, check.elder_power, letter])
            if letter == "H":
                found["to_hand"].setdefault(str(action.slot), []).append(table.slots[action.slot].elder)

    def after(self, table: Table, action: WavesAction) -> None:
        """What an act has done."""
        found = self.found
        if table.open_majority != UNKNOWN:
            found["open"] = table.open_majority
        if table.active != UNKNOWN:
            found["true"], found["tablet"] = table.true_majority, active_side(table)
        if isinstance(action, RotateElders):
            found["rotated"] = [slot.elder for slot in table.slots]
        if isinstance(action, PlaceShells | Collect | TakeElder):
            found["shells_end"] = table.shells

    def end(self, table: Table) -> None:
        """What lies there in the end."""
        names = side_names(table.setup)
        piles = zip(names, table.collected, strict=True)
        self.found["collected"] = {name: _listed(pile) for name, pile in piles if sum(pile)}
        self.found["winner"] = names[table.winner] if table.winner >= 0 else None
        self.found["next_council"] = [slot.elder for slot in table.slots]
        self.found["next_token"] = table.token


def _listed(pile: Counts) -> list[Class]:
    return [cls for cls in CLASSES for _ in range(pile[cls - 1])]


def play_round(
    game: AnyWaves, state: WavesState, plays: Sequence[Play], wanted: Sequence[list[Class]] = ()
) -> dict[str, Any]:
    """What came of the round, played from this state to the next Council or the end of the game.

    Its keys are those of `expect`. Plays lie by slot; `wanted` are cards that seats are to draw amid the plays. Other
    draws take the class of which most is left; of discards the first legal one is made. Raises `IllegalAction` for a
    play that the rules refuse.
    """
    record, number, drawing = _Record(), state.table.round, [list(cards) for cards in wanted]
    for _ in range(_MOST_ACTS):
        if state.table.winner >= 0 or state.table.round != number:
            record.end(state.table)
            return record.found
        action = _next_action(game, state, plays, drawing)
        record.before(state.table, action)
        state = game.apply_action(state, action)
        record.after(state.table, action)
    raise GameError(f"The round has not come to an end after {_MOST_ACTS} acts. Tell the companion's makers.")


def _next_action(
    game: AnyWaves, state: WavesState, plays: Sequence[Play], drawing: Sequence[list[Class]]
) -> WavesAction:
    """What these plays make of the next act."""
    legal = game.legal_actions(state)
    if not legal:
        raise GameError("The round stands still: no act is legal. Tell the companion's makers.")
    first = legal[0]
    if isinstance(first, PlayAgents):
        play = plays[first.slot]
        return PlayAgents(first.seat, first.slot, play.posture, play.cards)
    if isinstance(first, RevealRebels | RevealFollower):
        return type(first)(first.slot, plays[first.slot].cls)
    if isinstance(first, Draw):
        named = drawing[first.seat] if first.seat < len(drawing) else []
        return Draw(first.seat, named.pop(0)) if named else _plentiful(state, legal, drawing)
    return first


def _plentiful(state: WavesState, legal: Sequence[WavesAction], drawing: Sequence[list[Class]]) -> Draw:
    """The draw of the class of which most is left beside the cards that are still to be drawn; of several, the
    lowest."""
    left = at_large(state)
    draws = [each for each in legal if isinstance(each, Draw)]
    wanted = Counter(cls for cards in drawing for cls in cards)
    return max(draws, key=lambda draw: (left[draw.card - 1] - wanted[draw.card], -draw.card))
