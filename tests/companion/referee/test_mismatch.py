"""What is wrong is named with its rule, and the moves proposed put it right."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from companion.games.core import State
from companion.games.waves.actions import (
    Collect,
    PlayAgents,
    RevealRebels,
)
from companion.referee.explain import look_of
from companion.referee.mismatch import Fix, Mismatch, fixes, mismatches
from companion.table.expected import Anything
from companion.table.seen import BACK, TableView, ZoneView
from tests.companion.referee.test_explain import WAVES, changed, positions, table_of, until

AnyState = State[Any, Any]


def test_a_shell_too_many_is_named_with_its_rule_and_fix() -> None:
    state = until(Collect)
    shells = state.table.shells
    seen = changed(state, "centre", ("shell",) * (shells + 1))
    wanted = "shell" if shells == 1 else f"{shells} × shell"
    assert mismatches(WAVES, WAVES.view(state, None), seen) == (
        Mismatch("centre", "W-043", f"The centre shows {shells + 1} × shell; {wanted} must lie there."),
    )
    assert fixes(WAVES, WAVES.view(state, None), seen) == (
        Fix("shell", "centre", "", "Take the shell away from the centre."),
    )


def test_a_card_at_another_players_elder_is_named_and_moved_away() -> None:
    state = until(PlayAgents)
    turn = next(act.seat for act in WAVES.legal_actions(state) if isinstance(act, PlayAgents))
    other = (turn + 1) % 4
    zone = f"follower.{other}"
    looks = table_of(WAVES, state).zones
    seen = TableView(tuple(ZoneView(zone, backs=1) if each.zone == zone else each for each in looks))
    (wrong,) = mismatches(WAVES, WAVES.view(state, None), seen)
    assert (wrong.zone, wrong.rule) == (zone, "W-054")
    assert wrong.text.endswith(" shows face-down card; nothing must lie there.")
    (fix,) = fixes(WAVES, WAVES.view(state, None), seen)
    assert (fix.kind, fix.source, fix.target) == (BACK, zone, "")


def test_a_piece_in_the_wrong_zone_is_one_move() -> None:
    state = until(RevealRebels)
    looks = {zone.zone: zone for zone in table_of(WAVES, state).zones}
    kind = looks["elder.0"].kinds[0]
    looks["elder.0"] = ZoneView("elder.0")
    looks["collection.2"] = ZoneView("collection.2", tuple(sorted((*looks["collection.2"].kinds, kind))))
    seen = TableView(tuple(looks.values()))
    (fix,) = fixes(WAVES, WAVES.view(state, None), seen)
    assert (fix.kind, fix.source, fix.target) == (kind, "collection.2", "elder.0")
    assert fix.text.startswith("Move the ")


def test_a_card_that_lies_the_wrong_way_up_is_turned() -> None:
    state = until(RevealRebels)
    looks = {zone.zone: zone for zone in table_of(WAVES, state).zones}
    kind = looks["elder.0"].kinds[0]
    looks["elder.0"] = ZoneView("elder.0", backs=1)
    (fix,) = fixes(WAVES, WAVES.view(state, None), TableView(tuple(looks.values())))
    text = "Turn the face-down card at Seat 1's Elder place face up, or take it off the card below."
    assert fix == Fix(kind, "elder.0", "elder.0", text)


@pytest.mark.parametrize("seed", range(6))
def test_following_the_moves_puts_any_table_right(seed: int) -> None:
    rng = random.Random(seed)
    for state in rng.sample(positions(seed), 20):
        looks = {zone.zone: zone for zone in scrambled(state, rng).zones}
        for fix in fixes(WAVES, WAVES.view(state, None), TableView(tuple(looks.values()))):
            if fix.source == fix.target:
                up = 1 if "face up" in fix.text else -1
                looks[fix.source] = moved(moved(looks[fix.source], fix.kind, up), BACK, -up)
                continue
            for zone, number in ((fix.source, -1), (fix.target, 1)):
                if zone:
                    looks[zone] = moved(looks[zone], fix.kind, number)
        assert mismatches(WAVES, WAVES.view(state, None), TableView(tuple(looks.values()))) == ()


def scrambled(state: AnyState, rng: random.Random) -> TableView:
    """The state's look with one to three pieces added or taken away."""
    content = look_of(WAVES, state)
    looks = {zone.zone: zone for zone in table_of(WAVES, state).zones}
    named = [name for name, what in content.items() if not isinstance(what, Anything)]
    for _ in range(rng.randint(1, 3)):
        zone = rng.choice(named)
        pieces = [*looks[zone].kinds, *([BACK] * looks[zone].backs)]
        if pieces and rng.random() < 0.5:
            looks[zone] = moved(looks[zone], rng.choice(pieces), -1)
        else:
            looks[zone] = moved(looks[zone], rng.choice(["card:1", "card:5", "shell", BACK]), 1)
    return TableView(tuple(looks.values()))


def moved(look: ZoneView, kind: str, number: int) -> ZoneView:
    """The zone with a piece more or less."""
    if kind == BACK:
        return ZoneView(look.zone, look.kinds, look.backs + number)
    kinds = Counter(look.kinds)
    kinds[kind] += number
    return ZoneView(look.zone, tuple(sorted(kinds.elements())), look.backs)
