"""How the phases of Waves follow one another, and what must be done before one ends (W-040)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.games.waves.laws.of_powers import wave_of
from companion.games.waves.laws.words import active_side, can_draw, face_down, is_settled
from companion.games.waves.rules import actions
from companion.games.waves.state.model import Phase, Setup, Table
from companion.laws.waves.of_plays import due

_WAVES = (Phase.WAVE_1, Phase.WAVE_2)
_WHEN: dict[type, tuple[Phase, ...]] = {
    actions.PlaceToken: (Phase.TOKEN,),
    actions.NameFirst: (Phase.TOKEN,),
    actions.LayToken: (Phase.TOKEN,),
    actions.Draw: (Phase.DEAL, Phase.PLAY, Phase.DRAW),
    actions.TurnUpElder: (Phase.COUNCIL,),
    actions.TurnUpGapElder: (Phase.COUNCIL, Phase.GAP),
    actions.DiscardGapElder: (Phase.GAP,),
    actions.PlaceShells: (Phase.SHELLS, Phase.DIRECT),
    actions.PlayAgents: (Phase.PLAY,),
    actions.RevealRebels: (Phase.REVEAL,),
    actions.ActivateTablet: (Phase.TABLET,),
    actions.RotateElders: (Phase.DIRECT,),
    actions.DiscardExtras: (Phase.EXTRAS,),
    actions.RevealFollower: _WAVES,
    actions.Collect: _WAVES,
    actions.TakeElder: _WAVES,
    actions.PassToken: (Phase.PASS_TOKEN,),
    actions.Reshuffle: (Phase.DEAL, Phase.COUNCIL, Phase.PLAY, Phase.DRAW, Phase.GAP),
    actions.Discard: (Phase.DISCARD,),
    actions.NextRound: (Phase.NEXT_ROUND,),
}


def phases(setup: Setup) -> list[Phase]:
    """The phases of a mode in the order of play, the setup first."""
    if not setup.is_head_to_head:
        return [phase for phase in Phase if phase is not Phase.GAP or setup.gap_after >= 0]
    setup_phases = [Phase.COUNCIL, Phase.TOKEN, Phase.DEAL]
    return [*setup_phases, *(each for each in Phase if each not in (*setup_phases, Phase.DRAW, Phase.GAP))]


def wrong_phase(old: Table, action: actions.WavesAction, new: Table) -> Iterator[str]:
    """What is wrong with when the act was done, and with where the game stands after it."""
    if old.winner >= 0:
        yield f"{type(action).__name__} was done after side {old.winner + 1} had won (W-035)."
    if old.phase not in _WHEN[type(action)]:
        yield f"{type(action).__name__} was done in the phase {old.phase.value} (W-040)."
    if new.winner >= 0:
        return  # the game stops at that moment, in whatever phase
    order = phases(old.setup)
    if old.phase not in order or new.phase not in order:
        yield f"From {old.phase.value} to {new.phase.value}: this mode has no such phase (W-040)."
        return
    start, end = order.index(old.phase), order.index(new.phase)
    if isinstance(action, actions.NextRound) and new.phase is Phase.SHELLS:
        end = len(order)
    if end < start:
        yield f"After {old.phase.value} comes {new.phase.value} (W-040)."
    for phase in order[start:end]:
        if _is_undone(phase, old, action, new):
            yield f"The phase {phase.value} ended before all of it was done ({_RULE.get(phase, 'W-040')})."


_RULE = {
    Phase.TOKEN: "W-009",
    Phase.DEAL: "W-012",
    Phase.COUNCIL: "W-015",
    Phase.PLAY: "W-051",
    Phase.REVEAL: "W-060",
    Phase.TABLET: "W-063",
    Phase.DIRECT: "W-065",
    Phase.EXTRAS: "W-066",
    Phase.WAVE_1: "W-070",
    Phase.WAVE_2: "W-075",
    Phase.PASS_TOKEN: "W-080",
    Phase.DRAW: "W-081",
    Phase.DISCARD: "W-082",
    Phase.GAP: "W-084",
    Phase.NEXT_ROUND: "W-083",
}

_LEFT: dict[Phase, Callable[[Table], bool]] = {
    Phase.TOKEN: lambda table: table.token < 0,
    Phase.DEAL: lambda table: any(
        hand.count < limit for hand, limit in zip(table.hands, table.setup.limits, strict=True)
    ),
    Phase.COUNCIL: lambda table: (
        any(not slot.elder for slot in table.slots) or (table.setup.gap_after >= 0 and not table.gap_elder)
    ),
    Phase.SHELLS: lambda table: not table.open_majority,
    Phase.PLAY: lambda table: (
        due(table)[0] != "nothing" or not all(is_settled(table, slot) for slot in range(len(table.slots)))
    ),
    Phase.REVEAL: lambda table: any(
        slot.agent is not None and slot.agent.posture == "rebel" and face_down(slot) for slot in table.slots
    ),
    Phase.TABLET: lambda table: not table.active,
    Phase.DIRECT: lambda table: active_side(table) in ("SEE-B2", "NOB-A") and not table.acted,
    Phase.EXTRAS: lambda table: any(slot.agent is not None and slot.agent.count > 1 for slot in table.slots),
    Phase.WAVE_1: lambda table: _is_unchecked(table, 1),
    Phase.WAVE_2: lambda table: _is_unchecked(table, 2),
    Phase.DRAW: lambda table: 0 in table.drawn and can_draw(table),
    Phase.DISCARD: lambda table: any(
        hand.count > limit for hand, limit in zip(table.hands, table.setup.limits, strict=True)
    ),
    Phase.GAP: lambda table: not table.gap_elder and can_draw(table),
}


def _is_undone(phase: Phase, old: Table, action: actions.WavesAction, new: Table) -> bool:
    """Whether the phase ended though something of it was left to do."""
    if phase is Phase.PASS_TOKEN:
        return not isinstance(action, actions.PassToken)
    if phase is Phase.NEXT_ROUND:
        return not isinstance(action, actions.NextRound)
    if phase is Phase.GAP and old.gap_elder and not isinstance(action, actions.DiscardGapElder):
        return True  # the old unassociated Elder was to be discarded first
    return phase in _LEFT and _LEFT[phase](new)


def _is_unchecked(table: Table, wave: int) -> bool:
    return any(slot.elder and slot.agent is not None and wave_of(table, slot.agent) == wave for slot in table.slots)
