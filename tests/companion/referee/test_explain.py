"""Tables that legal acts led to are understood or asked about, and never taken for something else."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import Action, AnyGame, State
from companion.games.registry import GAMES
from companion.games.waves.actions import (
    Collect,
    Discard,
    DiscardGapElder,
    PlaceShells,
    PlayAgents,
    RevealRebels,
    TurnUpElder,
)
from companion.games.waves.bot import random_tablets
from companion.referee.explain import MOST_WAYS, Explanation, Search, explain, look_of
from companion.table.seen import TableView, ZoneView, show

WAVES = GAMES["waves"]
AnyState = State[Any, Any]


def table_of(game: AnyGame, state: AnyState) -> TableView:
    """What a perfect pair of eyes sees of a state."""
    return TableView(tuple(show(name, content) for name, content in look_of(game, state).items()))


def seen_acts(state: AnyState) -> list[Action]:
    """What can be seen done by whoever is asked first, or by nobody in particular."""
    asked = WAVES.prompt(WAVES.view(state, None)).seats[:1]
    return [act for act in WAVES.legal_actions(state) if act.sense != "told" and act.actor in (None, *asked)]


def positions(seed: int) -> list[AnyState]:
    """The positions of one game with own cards, played at random."""
    rng = random.Random(seed)
    state = WAVES.new_game({"cards": "own", **random_tablets(rng)}, {})
    found = [state]
    while legal := WAVES.legal_actions(state):
        state = WAVES.apply_action(state, rng.choice(legal))
        found.append(state)
    return found


def until(kind: type, seed: int = 3) -> AnyState:
    """The first position of a game in which such an act is legal."""
    return next(state for state in positions(seed) if any(isinstance(act, kind) for act in WAVES.legal_actions(state)))


@pytest.mark.parametrize("seed", range(12))
def test_one_to_three_acts_are_understood_or_asked_about_and_never_mistaken(seed: int) -> None:
    rng, verdicts = random.Random(seed), Counter[str]()
    for start in rng.sample(positions(seed), 30):
        true, acts = start, 0
        for _ in range(rng.randint(1, 3)):
            if legal := seen_acts(true):
                true, acts = WAVES.apply_action(true, rng.choice(legal)), acts + 1
        found = explain(WAVES, start, table_of(WAVES, true))
        verdicts[found.verdict] += 1
        if found.verdict in ("legal", "open"):
            assert table_of(WAVES, found.state) == table_of(WAVES, true)  # type: ignore[arg-type]  # legal has a state
            assert found.state == true or len(found.acts) < acts
        elif found.verdict == "unchanged":
            assert table_of(WAVES, start) == table_of(WAVES, true)
        else:
            assert found.verdict == "several", found
    assert verdicts["legal"] > 3 * verdicts["several"]


def test_every_legal_act_alone_is_understood_or_asked_about_where_another_looks_the_same() -> None:
    for state in positions(5):
        after = {act: WAVES.apply_action(state, act) for act in seen_acts(state)}
        for act, led_to in after.items():
            found = explain(WAVES, state, table_of(WAVES, led_to))
            alike = {other for other in after if table_of(WAVES, after[other]) == table_of(WAVES, led_to)}
            if table_of(WAVES, led_to) == table_of(WAVES, state):
                assert found.verdict == "unchanged"
            elif len(alike) == 1:
                rebels = isinstance(act, PlayAgents) and act.posture == "rebel"
                assert found.verdict == ("open" if rebels and may_add(state, act) else "legal")
                assert (found.acts, found.state) == ((act,), led_to)
            else:
                assert (found.verdict, set(found.ways)) == ("several", {(each,) for each in alike})


def may_add(state: AnyState, act: Action) -> bool:
    """Whether a set of Rebels may still grow: a larger one is legal as well."""
    assert isinstance(act, PlayAgents)
    more = [each for each in seen_acts(state) if isinstance(each, PlayAgents) and each.posture == "rebel"]
    return any(len(each.cards) > len(act.cards) for each in more)


def test_who_is_asked_first_is_taken_to_have_discarded_first() -> None:
    states = [each for seed in range(20) for each in positions(seed) if len(discarding(each)) > 1]
    for state in states[:10]:
        first = WAVES.prompt(WAVES.view(state, None)).seats[0]
        mine = [act for act in WAVES.legal_actions(state) if isinstance(act, Discard) and act.seat == first]
        fresh = next(act for act in mine if act.card != state.table.top)
        found = explain(WAVES, state, table_of(WAVES, WAVES.apply_action(state, fresh)))
        assert (found.verdict, found.acts) == ("legal", (fresh,))
    assert len(states) > 5


def discarding(state: AnyState) -> set[int]:
    return {act.seat for act in WAVES.legal_actions(state) if isinstance(act, Discard)}


def test_shells_that_already_lie_as_they_must_are_understood_from_the_next_act() -> None:
    states = [state for seed in range(40) for state in positions(seed)]
    state = next(each for each in states if PlaceShells(each.table.shells or -1) in WAVES.legal_actions(each))
    placed = WAVES.apply_action(state, PlaceShells(state.table.shells))
    played = next(act for act in seen_acts(placed) if isinstance(act, PlayAgents))
    found = explain(WAVES, state, table_of(WAVES, WAVES.apply_action(placed, played)))
    assert (found.verdict, found.acts) == ("legal", (PlaceShells(state.table.shells), played))


def test_a_shell_lifted_before_the_elder_moves_is_in_progress() -> None:
    state = until(Collect)
    (act,) = (act for act in WAVES.legal_actions(state) if isinstance(act, Collect))
    begun = changed(state, "centre", ("shell",) * (state.table.shells - 1))
    assert explain(WAVES, state, begun) == Explanation("in_progress", (act,), state, ("centre",))


def test_a_second_shell_gone_is_no_part_of_taking_one() -> None:
    state = next(
        each
        for seed in range(20)
        for each in positions(seed)
        if each.table.shells > 1 and any(isinstance(act, Collect) for act in WAVES.legal_actions(each))
    )
    found = explain(WAVES, state, changed(state, "centre", ("shell",) * (state.table.shells - 2)))
    assert found.verdict == "none"


def test_shells_left_over_may_be_taken_away_before_the_new_ones_are_laid() -> None:
    states = (each for seed in range(40) for each in positions(seed))
    state = next(each for each in states if each.table.shells and PlaceShells(3) in WAVES.legal_actions(each))
    found = explain(WAVES, state, changed(state, "centre", ()))
    assert (found.verdict, found.acts) == ("in_progress", (PlaceShells(3),))


def test_a_card_that_the_next_act_hides_is_asked_about() -> None:
    state = before_the_gap_is_discarded(1)
    discards = [act for act in WAVES.legal_actions(state) if isinstance(act, Discard)]
    found = explain(WAVES, state, table_of(WAVES, after(state, discards[0], DiscardGapElder())))
    assert found.verdict == "several"
    assert set(found.ways) == {(act, DiscardGapElder()) for act in discards}


def test_of_more_ways_than_a_page_holds_the_beginnings_are_asked_about() -> None:
    state = before_the_gap_is_discarded(2)
    discards = [act for act in WAVES.legal_actions(state) if isinstance(act, Discard)]
    following = WAVES.legal_actions(after(state, discards[0]))
    seen = table_of(WAVES, after(state, discards[0], following[0], DiscardGapElder()))
    found = explain(WAVES, state, seen)
    assert found.verdict == "several"
    assert MOST_WAYS >= len(found.ways) > 1
    assert {len(way) for way in found.ways} == {1}
    assert set(found.ways) <= {(act,) for act in discards}


def before_the_gap_is_discarded(cards: int) -> AnyState:
    """Three players: so many cards are to be discarded, and then the unassociated Elder goes upon them (W-084)."""
    for seed in range(200):
        rng = random.Random(seed)
        state = WAVES.new_game({"cards": "own", "players": 3}, {})
        while legal := WAVES.legal_actions(state):
            if discards_to_the_gap(state) == cards:
                return state
            state = WAVES.apply_action(state, rng.choice(legal))
    raise AssertionError("no such position")


def discards_to_the_gap(state: AnyState) -> int:
    """How many discards come before the Elder; 0 where something else comes, or a class is known beforehand."""
    count = 0
    while DiscardGapElder() not in (legal := WAVES.legal_actions(state)):
        discards = [act for act in legal if isinstance(act, Discard)]
        if len(discards) < 3 or len(discards) != len(legal):
            return 0
        state, count = WAVES.apply_action(state, discards[0]), count + 1
    return count


def after(state: AnyState, *acts: Action) -> AnyState:
    for act in acts:
        state = WAVES.apply_action(state, act)
    return state


def test_a_shell_too_many_is_not_explained() -> None:
    state = until(Collect)
    found = explain(WAVES, state, changed(state, "centre", ("shell",) * (state.table.shells + 1)))
    assert (found.verdict, found.acts, found.zones) == ("none", (), ("centre",))


def test_a_card_laid_at_another_players_elder_is_not_explained() -> None:
    state = until(PlayAgents)
    turn = next(act.seat for act in WAVES.legal_actions(state) if isinstance(act, PlayAgents))
    other = next(act for act in placed_by(state, (turn + 1) % 4))
    found = explain(WAVES, state, table_of(WAVES, other))
    assert found.verdict == "none"


def placed_by(state: AnyState, seat: int) -> list[AnyState]:
    """The table as it looks where a seat has played out of turn."""
    return [WAVES.correct(state, {f"agent.{seat}.posture": "follower", f"agent.{seat}.count": 1})]


def test_two_orders_of_the_same_acts_are_one_explanation() -> None:
    start = next(state for state in positions(1) if sum(isinstance(act, TurnUpElder) for act in seen_acts(state)) == 20)
    true = WAVES.apply_action(WAVES.apply_action(start, TurnUpElder(2, 4)), TurnUpElder(0, 1))
    found = explain(WAVES, start, table_of(WAVES, true))
    assert (found.verdict, found.state) == ("legal", replace_why(true, found))


def replace_why(state: AnyState, found: Explanation) -> AnyState:
    assert found.state is not None
    return State(replace(state.table, why=found.state.table.why), state.secrets)


def test_a_covered_zone_proves_nothing() -> None:
    state = until(RevealRebels)
    slot = next(act.slot for act in seen_acts(state) if isinstance(act, RevealRebels))
    look = {zone.zone: zone for zone in table_of(WAVES, state).zones}
    hidden = TableView(
        tuple(ZoneView(name, covered=True) if name.endswith(f".{slot}") else zone for name, zone in look.items())
    )
    assert explain(WAVES, state, hidden).verdict == "unchanged"


def test_a_search_in_slices_finds_the_same() -> None:
    start = until(TurnUpElder)
    true = start
    for _ in range(3):
        true = WAVES.apply_action(true, seen_acts(true)[-1])
    search, slices = Search(WAVES, start, table_of(WAVES, true)), 0
    while (found := search.run(5)) is None:
        slices += 1
    assert slices > 1
    assert found.verdict == "legal"
    assert table_of(WAVES, found.state) == table_of(WAVES, true)  # type: ignore[arg-type]  # legal has a state


def changed(state: AnyState, zone: str, kinds: tuple[str, ...]) -> TableView:
    """What is seen of a state where one zone shows something else."""
    zones = table_of(WAVES, state).zones
    return TableView(tuple(ZoneView(zone, kinds) if each.zone == zone else each for each in zones))
