"""The Power Core by the ledger: nine others, every Leader, something of everybody, and the end (A-113 to A-119)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.atlantis_rising.data.contents import NO_PRICE, POWER_CORE, Price
from companion.games.atlantis_rising.rules.acts import Activate, BeginWrath, Build, LeaveUnbuilt
from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.state.model import AtlantisState
from tests.companion.games.atlantis_rising.play import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    after,
    follower,
    hologram,
    leader,
    offered,
)
from tests.companion.games.atlantis_rising.tables import pool, refusal, table_of

NINE = ("spirit_seal", "solar_matrix", "a_5", "mystic_siphon", "b_3", "b_4", "numinous_beacon", "c_3", "c_4")
CORE: dict[str, Any] = {"components.power_core.cost": {"gold": 2, "crystal": 2, "atlantium": 2, "energy": 2}}
SHARES = (Price(gold=2), Price(crystal=2), Price(atlantium=2), Price(energy=2))
BUILT = dict.fromkeys(NINE, 1)
GATE, OTHER = "build_1", "build_2"
LEADERS = tuple(leader(seat, GATE) for seat in range(4))


def ready(**changes: Any) -> AtlantisState:
    """Nine are built, all Leaders stand on one build space, and each player owns a part of the Power Core's price."""
    given: dict[str, Any] = {
        "data": CORE,
        "level": 2,
        "pieces": (*LEADERS, follower(RED, "centre")),
        "owned": dict(enumerate(SHARES)),
        "components": BUILT,
    }
    return table_of(**{**given, **changes})


@pytest.mark.rule("A-113", "A-114", "A-115", "A-119", "A-120")
def test_s_27_the_power_core_wins_at_once() -> None:
    state = ready()
    assert Build(GATE, POWER_CORE, SHARES) in offered(state, Build)
    state = after(state, Build(GATE, POWER_CORE, SHARES))
    assert state.table.ended == "won"
    assert state.table.reserves == (NO_PRICE,) * 4
    assert all(each.round for each in state.table.blueprint)
    assert COURSE.legal_actions(state) == ()
    assert refusal(state, Activate(RED, "follower", "centre", 0)) == "A-118"
    assert refusal(state, BeginWrath()) == "A-118"


@pytest.mark.rule("A-114", "A-115", "A-116")
def test_s_28_who_owns_nothing_keeps_it_from_being_built() -> None:
    everything = Price(gold=2, crystal=2, atlantium=2, energy=2)
    state = ready(owned={RED: everything, BLUE: Price(gold=1), YELLOW: Price(gold=1)})
    assert not offered(state, Build)
    by_red = (Price(crystal=2, atlantium=2, energy=2), Price(gold=1), Price(gold=1), NO_PRICE)
    assert refusal(state, Build(GATE, POWER_CORE, by_red)) == "A-116"
    state = after(state, LeaveUnbuilt(GATE))
    assert state.table.reserves[RED] == everything
    assert len(pool(state)) == 4


@pytest.mark.rule("A-115")
def test_who_could_pay_and_does_not_is_told_so() -> None:
    given = (Price(gold=2, crystal=1), Price(crystal=1), Price(atlantium=2, energy=2), NO_PRICE)
    owned = dict(enumerate((*given[:3], Price(gold=1))))
    assert refusal(ready(owned=owned), Build(GATE, POWER_CORE, given)) == "A-115"


@pytest.mark.rule("A-114")
def test_s_28_a_leader_elsewhere_keeps_it_from_being_built() -> None:
    state = ready(pieces=(*LEADERS[:3], leader(GREEN, OTHER), follower(GREEN, GATE)))
    assert not offered(state, Build)
    assert refusal(state, Build(GATE, POWER_CORE, SHARES)) == "A-114"


@pytest.mark.rule("A-113")
def test_s_28_eight_others_are_not_enough() -> None:
    state = ready(components={**BUILT, "a_5": 0})
    assert refusal(state, Build(GATE, POWER_CORE, SHARES)) == "A-113"
    assert POWER_CORE not in {act.component for act in offered(state, Build)}


@pytest.mark.rule("A-115")
@pytest.mark.parametrize(
    ("owned", "is_possible"),
    [
        # Each can pay one thing of it only where somebody else holds back.
        ((Price(2, 2, 0, 2, 2), Price(gold=1), Price(gold=1), Price(crystal=1)), True),
        ((Price(2, 2, 0, 2, 2), Price(gold=2), Price(gold=2), Price(gold=2)), False),
        ((Price(2, 2, 0, 2, 2), Price(gold=1), Price(gold=1, crystal=1), Price(gold=1)), True),
        ((Price(2, 2, 0, 2, 2), Price(ore=5), Price(gold=1), Price(gold=1)), False),
        ((Price(energy=2), Price(2, 2, 0, 2), Price(gold=1), Price(gold=1)), True),
    ],
)
def test_everybody_pays_something_or_it_is_not_built(owned: tuple[Price, ...], is_possible: bool) -> None:
    found = offered(ready(owned=dict(enumerate(owned))), Build)
    assert bool(found) is is_possible
    for act in found:
        assert all(share.total for share in act.paid)
        assert sum(share.gold for share in act.paid) == 2
        assert after(ready(owned=dict(enumerate(owned))), act).table.ended == "won"


@pytest.mark.rule("A-049", "A-115")
def test_an_artificer_waives_nothing_that_somebody_has_to_pay() -> None:
    """Whoever plays with three pays for three things, although one of them might be waived."""
    data = {"components.power_core.cost": {"gold": 1, "crystal": 1, "atlantium": 1, "energy": 0}}
    owned = {RED: Price(gold=1), BLUE: Price(crystal=1), YELLOW: Price(atlantium=1)}
    state = table_of(
        3, level=2, data=data, pieces=LEADERS[:3], owned=owned, components=BUILT, councilors={RED: "artificer"}
    )
    assert offered(state, Build) == [Build(GATE, POWER_CORE, tuple(owned.values()))]


@pytest.mark.rule("A-114")
def test_the_hologram_is_not_needed_and_stands_for_no_leader() -> None:
    """Q-23."""
    shares = (Price(gold=2, crystal=2), Price(atlantium=2, energy=2))
    given: dict[str, Any] = {"data": CORE, "level": 2, "owned": dict(enumerate(shares)), "components": BUILT}
    both = (leader(RED, GATE), leader(BLUE, GATE), hologram(RED, "centre"))
    assert offered(table_of(2, pieces=both, **given), Build) == [Build(GATE, POWER_CORE, shares)]
    instead = (leader(RED, OTHER), leader(BLUE, GATE), hologram(RED, GATE))
    assert refusal(table_of(2, pieces=instead, **given), Build(GATE, POWER_CORE, shares)) == "A-114"


def eight() -> AtlantisState:
    """Eight are built; Red's and Blue's followers can build the ninth, all Leaders on another space the Power Core."""
    cost = {"gold": 1, "crystal": 1, "atlantium": 0}
    ninth = {"components.a_5.cost": cost, "components.a_5.on_build": [{"op": "none"}]}
    owned = {RED: Price(gold=3), BLUE: Price(crystal=3), YELLOW: Price(atlantium=2), GREEN: Price(energy=2)}
    return ready(
        data={**CORE, **ninth},
        pieces=(follower(RED, GATE), follower(BLUE, GATE), *(leader(seat, OTHER) for seat in range(4))),
        owned=owned,
        components={**BUILT, "a_5": 0},
    )


NINTH = Build(GATE, "a_5", (Price(gold=1), Price(crystal=1), NO_PRICE, NO_PRICE))


@pytest.mark.rule("A-108", "A-113", "A-119")
def test_s_32_the_ninth_component_and_the_power_core_in_one_phase() -> None:
    """Q-22."""
    state = after(eight(), NINTH)
    assert not state.table.ended
    assert after(state, Build(OTHER, POWER_CORE, SHARES)).table.ended == "won"


@pytest.mark.rule("A-107", "A-108", "A-113")
def test_s_32_the_other_way_round_the_power_core_has_to_wait() -> None:
    state = eight()
    assert refusal(state, Build(OTHER, POWER_CORE, SHARES)) == "A-113"
    state = after(state, LeaveUnbuilt(OTHER))
    assert {each.kind for each in pool(state)} == {"leader"}
    state = after(state, NINTH)
    assert not state.table.ended
    assert refusal(state, Build(OTHER, POWER_CORE, SHARES)) == "A-102"
