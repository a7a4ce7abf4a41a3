"""Monument Resolution, and every field of what a Monument says (M-080 to M-082, ledger 4.3)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.manawave.state.acts import Resolve
from companion.games.manawave.state.model import ManaState, Phase, Tribe
from tests.companion.games.manawave.play import (
    DEFAULTS,
    X,
    Y,
    after,
    clan,
    clans_at,
    designed,
    family,
    holder,
    lights,
    offered,
    outcome,
    prompt,
    refusal,
    settled,
    tribe,
    winners,
)


def at_monuments(x: Tribe | None = None, y: Tribe | None = None, **more: Any) -> ManaState:
    """The position as Monument Resolution begins, or where it has passed over all of them."""
    return settled(clans_at(Phase.RESOLVE, x, y, **more))


def judged(state: ManaState) -> Any:
    """Who has won by the first Monument that decides; () in a draw; None where none does."""
    if state.table.phase is not Phase.RESOLVE:
        return None
    return winners(after(state, *offered(state)))


def says(resolve: dict[str, Any], x: Tribe, y: Tribe, round_: int = 9, at: int = 1) -> Any:
    """What a Monument of these words makes of two Tribes, where the others say nothing."""
    own = designed()
    own["monument"] = [
        *({**each, "resolve": {"min_round": 99}} for each in own["monument"]),
        {"id": "oracle", "resolve": resolve},
    ]
    monuments = [*DEFAULTS]
    monuments[at - 1] = "oracle"
    return judged(at_monuments(x, y, playset=own, round_=round_, monuments=tuple(monuments)))


def more_of(metric: str, scope: str, prefer: str = "more") -> dict[str, Any]:
    return {"compare": [{"metric": metric, "scope": scope, "prefer": prefer}]}


# --- the course ---


@pytest.mark.rule("M-080", "M-081")
def test_a_monument_that_decides_is_agreed_to_and_ends_the_game() -> None:
    anvil = ("anvil_of_storms", *DEFAULTS[1:])
    state = at_monuments(tribe(clan("flame", 2, attack=9)), round_=3, monuments=anvil)
    assert offered(state) == [Resolve(1)]
    assert prompt(state).text == "Anvil of Storms at position 1 gives Xenia the victory. Look, and agree."
    assert prompt(state).rule == "M-081"
    assert "Gold breathes at Monument 1" in lights(state)
    ended = after(state, Resolve(1))
    found = outcome(ended)
    assert found is not None
    assert (found.winners, found.rule, ended.table.ended) == ((X,), "M-081", "first")
    assert offered(ended) == []
    assert prompt(ended).why == "Anvil of Storms at position 1 decides it."
    assert "gold" in lights(ended)


@pytest.mark.rule("M-080")
@pytest.mark.parametrize("at", [1, 2, 3])
def test_a_monument_looks_at_the_clans_of_its_own_position(at: int) -> None:
    cards = ("flame", "root", "stream")
    x = tribe(*(clan(card, 2, attack=5 if place == at else 0) for place, card in enumerate(cards, 1)))
    y = tribe(*(clan(card, 2, attack=4) for card in cards))
    for place in (1, 2, 3):
        assert says(more_of("attack", "clan_here"), x, y, at=place) == ((X,) if place == at else (Y,))


@pytest.mark.rule("M-081")
def test_s_m22_the_first_in_manawave_order_decides_and_later_ones_are_not_resolved() -> None:
    two = ("anvil_of_storms", "bulwark_arch", DEFAULTS[2])
    x = tribe(clan("flame", 2), clan("root", 2, shield=9))
    state = at_monuments(x, tribe(clan("flame", 2, attack=9)), round_=3, monuments=two)
    assert offered(state) == [Resolve(1)]
    assert refusal(state, Resolve(2)) == "M-080"
    assert winners(after(state, Resolve(1))) == (Y,)
    swapped = at_monuments(x, tribe(clan("flame", 2, attack=9)), round_=3, monuments=(two[1], two[0], two[2]))
    assert swapped.table.phase is not Phase.RESOLVE  # neither has it at that place


@pytest.mark.rule("M-082")
def test_without_a_winner_conflicts_follow() -> None:
    state = at_monuments(tribe(clan("flame", 2, attack=8)), round_=2)
    assert state.table.phase is Phase.CONFLICT
    assert "M-082" in state.table.why
    assert outcome(state) is None


@pytest.mark.rule("M-081")
def test_with_conflicts_first_monuments_see_what_is_left() -> None:
    """B-21, the second way: X's two population are gone before Hollow Crown asks."""
    crown = ("hollow_crown", *DEFAULTS[1:])
    x = tribe(clan("flame", 3), clan("root", 0), clan("stream", 0))
    y = tribe(clan("flame", 3, attack=3))
    first = settled(clans_at(Phase.PAY, x, y, round_=3, monuments=crown, options={"phase_order": "conflict_first"}))
    assert first.table.phase is Phase.CONFLICT
    state = after(first, *offered(first))
    assert offered(state) == [Resolve(1)]
    assert winners(after(state, Resolve(1))) == (Y,)
    as_text = settled(clans_at(Phase.PAY, x, y, round_=3, monuments=crown))
    assert as_text.table.phase is Phase.CONFLICT
    assert after(as_text, *offered(as_text)).table.phase is Phase.CONSOLIDATE


# --- the demonstration set ---


@pytest.mark.rule("M-080")
@pytest.mark.parametrize(
    ("x", "y", "round_", "won"),
    [(9, 4, 3, (X,)), (8, 4, 3, None), (12, 4, 4, (X,)), (9, 4, 4, None), (4, 9, 3, (Y,)), (9, 4, 2, None)],
)
@pytest.mark.parametrize(("monument", "counter"), [("anvil_of_storms", "attack"), ("bulwark_arch", "shield")])
def test_s_m20_three_times_the_round_and_not_before_round_3(
    monument: str, counter: str, x: int, y: int, round_: int, won: Any
) -> None:
    one, other = tribe(holder(counter, x)), tribe(holder(counter, y))
    assert judged(at_monuments(one, other, round_=round_, monuments=(monument, *DEFAULTS[1:]))) == won


@pytest.mark.rule("M-080")
@pytest.mark.parametrize(("x", "y", "won"), [(3, 2, (X,)), (2, 3, (Y,)), (3, 3, None)])
def test_s_m21_equal_here_the_tribes_are_compared(x: int, y: int, won: Any) -> None:
    one = tribe(clan("flame", 2, attack=9), clan("root", 2, attack=x))
    other = tribe(clan("flame", 2, attack=9), clan("root", 2, attack=y))
    assert judged(at_monuments(one, other, round_=3, monuments=("anvil_of_storms", *DEFAULTS[1:]))) == won


@pytest.mark.rule("M-080")
def test_the_quiet_altar_and_the_bare_hill_prefer_fewer() -> None:
    for monument, counter in (("quiet_altar", "attack"), ("bare_hill", "shield")):
        one, other = tribe(holder(counter, 1)), tribe(clan("flame", 2))
        where = (monument, *DEFAULTS[1:])
        assert judged(at_monuments(one, other, round_=7, monuments=where)) == (Y,)
        assert judged(at_monuments(one, other, round_=6, monuments=where)) is None
        aside, none = tribe(clan("flame"), holder(counter, 1, "root")), tribe(clan("flame"))
        assert judged(at_monuments(none, aside, round_=7, monuments=where)) == (X,)


@pytest.mark.rule("M-080")
def test_the_well_of_echoes_counts_modality_counters() -> None:
    well = ("well_of_echoes", *DEFAULTS[1:])
    x = tribe(clan("flame", 2, below=[family("kelp_tenders", 2), family("coral_kin", 1)]))
    assert judged(at_monuments(x, tribe(), round_=3, monuments=well)) == (X,)
    assert judged(at_monuments(x, tribe(), round_=4, monuments=well)) is None


@pytest.mark.rule("M-080")
def test_the_defaults_decide_from_round_7_on() -> None:
    one, other = tribe(clan("flame", 5), soulstain=1), tribe(clan("flame", 4))
    assert judged(at_monuments(one, other, round_=6)) is None
    assert judged(at_monuments(one, other, round_=7)) == (X,)
    even = tribe(clan("flame", 5))
    assert judged(at_monuments(one, even, round_=7)) == (Y,)  # the second one, by Soulstain
    growing = tribe(clan("flame", 5, growth=1), soulstain=1)
    assert judged(at_monuments(growing, even, round_=7)) == (X,)  # the first one's second comparison


@pytest.mark.rule("M-080")
def test_s_m26_the_smallest_number_of_families_on_a_clan() -> None:
    def columns(*numbers: int) -> Tribe:
        cards = ("flame", "root", "stream")
        return tribe(
            *(clan(c, 2, below=[family("shell_masons")] * n) for c, n in zip(cards, numbers, strict=True)),
        )

    stone = ("stone_of_branches", *DEFAULTS[1:2], "anvil_of_storms")
    for round_, won in ((7, (X,)), (6, None)):
        state = at_monuments(columns(3, 1, 3), columns(4, 3, 0), round_=round_, monuments=stone)
        assert judged(state) == won


@pytest.mark.rule("M-080", "M-081")
@pytest.mark.parametrize(
    ("x", "y", "round_", "won"),
    [(2, 5, 4, (Y,)), (5, 2, 4, (X,)), (2, 2, 4, ()), (0, 2, 3, ()), (3, 3, 4, None), (1, 5, 2, None)],
)
def test_s_m37_hollow_crown_takes_whoever_has_two_or_less(x: int, y: int, round_: int, won: Any) -> None:
    def of(population: int) -> Tribe:
        return tribe(clan("flame", population), clan("root", 0), clan("stream", 0))

    crown = (*DEFAULTS[:2], "hollow_crown")
    state = at_monuments(of(x), of(y), round_=round_, monuments=crown)
    assert judged(state) == won
    if won == ():
        assert prompt(state).text == "Hollow Crown at position 3 says: a draw. Look, and agree."


# --- every field ---

METRICS: list[tuple[str, Any, Any]] = [
    *((kind, {kind: 3}, {kind: 2}) for kind in ("attack", "shield", "growth", "sacrifice", "mana")),
    ("modality", {"below": [family("kelp_tenders", 3)]}, {"below": [family("kelp_tenders", 2)]}),
    ("population", {"population": 3}, {"population": 2}),
    ("families", {"below": [family("kelp_tenders")] * 3}, {"above": [family("kelp_tenders")] * 2}),
    ("families_min", {"below": [family("kelp_tenders")] * 3}, {"above": [family("kelp_tenders")] * 2}),
]


@pytest.mark.rule("M-080")
@pytest.mark.parametrize("scope", ["clan_here", "tribe"])
@pytest.mark.parametrize(("metric", "more", "fewer"), METRICS, ids=[each[0] for each in METRICS])
def test_each_metric_in_each_scope(metric: str, more: Any, fewer: Any, scope: str) -> None:
    cards = ("flame", "root", "stream")
    one, other = (tribe(*(clan(card, **{"population": 2, **has}) for card in cards)) for has in (more, fewer))
    assert says(more_of(metric, scope), one, other) == (X,)
    assert says(more_of(metric, scope), other, one) == (Y,)
    assert says(more_of(metric, scope, "fewer"), one, other) == (Y,)
    assert says(more_of(metric, scope), one, one) is None


@pytest.mark.rule("M-080")
@pytest.mark.parametrize(("metric", "more", "fewer"), METRICS, ids=[each[0] for each in METRICS])
def test_a_tribe_is_the_sum_of_its_clans_and_of_families_the_smallest(metric: str, more: Any, fewer: Any) -> None:
    """X has more here, Y twice as much beside it in sum; of `families_min` both have none somewhere."""
    here = tribe(clan("flame", **{"population": 2, **more}))
    beside = tribe(
        clan("flame", 2), clan("root", **{"population": 2, **fewer}), clan("stream", **{"population": 2, **fewer})
    )
    assert says(more_of(metric, "clan_here"), here, beside) == (X,)
    wanted = None if metric in ("families_min", "population") else (Y,)
    if metric == "population":
        here, beside = tribe(clan("flame", 3), clan("root", 0)), tribe(clan("flame", 2))
        wanted = (Y,)
    assert says(more_of(metric, "tribe"), here, beside) == wanted


@pytest.mark.rule("M-080")
@pytest.mark.parametrize("scope", ["clan_here", "tribe"])
def test_soulstain_is_the_tribes_in_either_scope(scope: str) -> None:
    one, other = tribe(soulstain=2), tribe(soulstain=1)
    assert says(more_of("soulstain", scope), one, other) == (X,)
    assert says(more_of("soulstain", scope, "fewer"), one, other) == (Y,)


@pytest.mark.rule("M-080")
def test_the_first_comparison_in_which_they_differ_decides() -> None:
    words = {"compare": [*more_of("attack", "tribe")["compare"], *more_of("shield", "tribe", "fewer")["compare"]]}
    assert says(words, tribe(clan("flame", 2, attack=1)), tribe(clan("flame", 2, shield=0))) == (X,)
    assert says(words, tribe(clan("flame", 2, attack=1, shield=4)), tribe(clan("flame", 2, attack=1))) == (Y,)
    assert says(words, tribe(clan("flame", 2)), tribe(clan("flame", 2))) is None


@pytest.mark.rule("M-080")
@pytest.mark.parametrize(
    ("threshold", "round_", "least"),
    [
        ({"per_round": 2}, 3, 6),
        ({"per_round": 2, "add": 1}, 3, 7),
        ({"add": 4}, 9, 4),
        ({"per_round": 1, "add": -2}, 5, 3),
    ],
)
def test_a_threshold_is_so_many_a_round_and_some_more(threshold: dict[str, int], round_: int, least: int) -> None:
    words = {"threshold": {"metric": "shield", "scope": "clan_here", **threshold}, **more_of("shield", "clan_here")}
    for has, won in ((least - 1, None), (least, (X,)), (least + 1, (X,))):
        assert says(words, tribe(clan("flame", 2, shield=has)), tribe(clan("flame", 2)), round_) == won
        assert says(words, tribe(clan("flame", 2)), tribe(clan("flame", 2, shield=has)), round_) == (
            None if won is None else (Y,)
        )


@pytest.mark.rule("M-080")
def test_who_reaches_the_threshold_need_not_be_who_wins() -> None:
    """Ledger 4.3: at least one side has it; the comparison decides, here by fewer Soulstain."""
    words = {"threshold": {"metric": "mana", "scope": "tribe", "add": 3}, **more_of("soulstain", "tribe", "fewer")}
    assert says(words, tribe(clan("flame", 2, mana=3), soulstain=1), tribe()) == (Y,)


@pytest.mark.rule("M-080")
@pytest.mark.parametrize(("round_", "won"), [(4, None), (5, (X,)), (6, (X,))])
def test_nothing_before_its_first_round(round_: int, won: Any) -> None:
    words = {"min_round": 5, **more_of("population", "tribe")}
    assert says(words, tribe(clan("flame", 3)), tribe(), round_) == won
    lost = {"min_round": 5, "lose_if": {"metric": "population", "scope": "tribe", "at_most": 6}}
    assert says(lost, tribe(clan("flame", 3)), tribe(), round_) == won


@pytest.mark.rule("M-080", "M-081")
@pytest.mark.parametrize(("x", "y", "won"), [(2, 3, (Y,)), (3, 2, (X,)), (2, 2, ()), (0, 1, ()), (3, 3, None)])
@pytest.mark.parametrize("scope", ["clan_here", "tribe"])
def test_a_side_that_has_no_more_than_that_loses(x: int, y: int, won: Any, scope: str) -> None:
    words = {"lose_if": {"metric": "shield", "scope": scope, "at_most": 2}}
    assert says(words, tribe(clan("flame", 2, shield=x)), tribe(clan("flame", 2, shield=y))) == won


@pytest.mark.rule("M-080")
def test_where_nobody_loses_threshold_and_comparison_follow() -> None:
    words = {
        "lose_if": {"metric": "population", "scope": "clan_here", "at_most": 0},
        "threshold": {"metric": "attack", "scope": "tribe", "add": 2},
        **more_of("attack", "tribe"),
    }
    assert says(words, tribe(clan("flame", 0, attack=9)), tribe()) == (Y,)
    assert says(words, tribe(clan("flame", 1, attack=2)), tribe()) == (X,)
    assert says(words, tribe(clan("flame", 1, attack=1)), tribe()) is None
