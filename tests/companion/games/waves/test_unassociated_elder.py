"""What tablets do beside the unassociated Elder of three players (ledger W-016, W-118, W-123, W-126, W-131, W-132)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.waves.rules.actions import (
    ActivateTablet,
    RotateElders,
)
from companion.games.waves.state.model import (
    Agent,
    Phase,
    Table,
)
from companion.games.waves.state.tablets import check_slot, elder_power
from tests.companion.games.waves.positions import (
    CLASS_OF,
    GAME,
    play_round,
    position,
    with_side,
)


def of_three(side: str, council: tuple[int, ...], gap: int, **options: Any) -> Table:
    """Three players with this tablet just laid; the unassociated Elder lies after the last seat unless given."""
    cls = CLASS_OF[side[:3]]
    agents = {0: "F2", 1: "F2", 2: "F2"}
    before = position(council, phase=Phase.TABLET, tablets=with_side(side), agents=agents, options=options,
                      gap_elder=gap, true_majority=cls)  # fmt: skip
    return GAME.apply_action(before, ActivateTablet(cls)).table


@pytest.mark.rule("W-123", "W-118", "W-016", "A-10")
@pytest.mark.parametrize(
    ("after", "included", "powers"),
    [
        (2, True, [4, 5, 2]),  # the unassociated Seer lies to the right of seat 0
        (0, True, [3, 4, 2]),
        (1, True, [3, 5, 4]),
        (2, False, [3, 5, 2]),
        (0, False, [3, 5, 2]),
    ],
)
def test_the_unassociated_elder_is_the_elder_to_the_right_of_its_neighbour(
    after: int, included: bool, powers: list[int]
) -> None:
    table = of_three("KNI-B2", (5, 2, 3), 4, gap_after_seat=after, ring_elders_include_gap=included)
    assert [elder_power(table, slot) for slot in range(3)] == powers


@pytest.mark.rule("W-131", "A-11")
@pytest.mark.parametrize(
    ("after", "skipped", "powers"),
    [(2, True, [4, 5, 1]), (0, True, [4, 5, 1]), (2, False, [5, 5, 1]), (0, False, [4, 1, 1]), (1, False, [4, 5, 4])],
)
def test_the_agent_to_the_right_is_looked_for_beyond_the_unassociated_elder(
    after: int, skipped: bool, powers: list[int]
) -> None:
    table = of_three("KNI-A", (1, 1, 1), 2, gap_after_seat=after, ring_agents_skip_gap=skipped)
    slots = tuple(
        replace(slot, agent=Agent("follower", 1, cls)) for slot, cls in zip(table.slots, (5, 1, 4), strict=True)
    )
    table = replace(table, slots=slots)
    assert [check_slot(table, slot).agent_power for slot in range(3)] == powers


@pytest.mark.rule("W-126", "A-08")
@pytest.mark.parametrize(
    ("after", "moves", "elders", "gap"),
    [
        (2, False, [2, 3, 5], 4),
        (0, False, [2, 3, 5], 4),
        (2, True, [2, 3, 4], 5),  # the ring is 5, 2, 3 and then the unassociated 4
        (0, True, [4, 3, 5], 2),
        (1, True, [2, 4, 5], 3),
    ],
)
def test_the_unassociated_elder_stays_where_the_others_move_right_unless_it_moves_too(
    after: int, moves: bool, elders: list[int], gap: int
) -> None:
    before = position([5, 2, 3], phase=Phase.DIRECT, tablets=with_side("SEE-B2"), agents=dict.fromkeys(range(3), "F1"),
                      options={"gap_after_seat": after, "rotate_gap": moves}, gap_elder=4, active=4)  # fmt: skip
    table = GAME.apply_action(before, RotateElders()).table
    assert ([slot.elder for slot in table.slots], table.gap_elder) == (elders, gap)


@pytest.mark.rule("W-132", "W-045", "A-30")
def test_the_unassociated_elder_makes_its_class_not_unique() -> None:
    state = position([2, 1, 4], token=0, tablets=with_side("SEE-A"), card_shells=3, gap_elder=2)
    record, _ = play_round(state, ["F5", "F3", "R4x1"])
    assert record.tablet == "SEE-A"  # two Keepers and two Seers: the Seers have the higher power
    assert record.steps == [[0, 5, 2, "H"], [1, 3, 1, "C"], [2, 4, 4, "H"]]
