"""What the mat must show and the strip tells while the game goes on: the ledger's column of checks, and section 7."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.manawave.game import GAME
from companion.games.manawave.state.acts import Harvest, Process, RunWave
from companion.games.manawave.state.model import Counters, ManaState, Phase
from tests.companion.games.manawave.play import (
    DEFAULTS,
    NAMES,
    X,
    Y,
    after,
    attach,
    begun,
    both,
    clan,
    clans_at,
    drawn,
    family,
    found,
    invest,
    lights,
    new_game,
    offered,
    opened,
    revealed,
    settled,
    tile,
    tiles_at,
    tribe,
    zone,
)

CARDS = ("cinder_spears", "kelp_tenders", "brook_singers")


def sums(state: ManaState, name: str) -> dict[str, int]:
    """What lies on a tracker, without what does not."""
    return {kind: number for kind, number in zone(state, name).sums if number}


def rule_of(state: ManaState, name: str) -> str:
    return GAME.mat.rule_of_zone(GAME.view(state, None, NAMES), name, ())


@pytest.mark.rule("M-050", "M-053")
def test_the_trackers_change_position_by_position_as_the_wave_comes() -> None:
    x = tribe(clan("flame", 2), clan("root", 4, below=[family("shell_masons", 1, 1)]), clan("stream", 2), mana=1)
    state = clans_at(Phase.WAVE, x)
    assert (sums(state, "tracker.0.0"), sums(state, "tribe.0")) == ({"population": 2}, {"mana": 1})
    state = after(state, RunWave(1))
    assert sums(state, "tracker.0.0") == {"population": 2, "attack": 1}
    assert sums(state, "tracker.0.1") == {"population": 4}
    state = after(state, RunWave(2))
    assert sums(state, "tracker.0.1") == {"population": 4, "growth": 1, "shield": 1}
    assert sums(state, "tribe.0") == {"mana": 1, "shield": 2}


@pytest.mark.rule("M-050")
def test_the_strip_follows_the_wave_from_source_to_sink() -> None:
    state = clans_at(Phase.WAVE, tribe(), tribe())
    for position in (1, 2, 3):
        assert f"The wave stands at Monument {position}: work off its list." in lights(state)
        state = after(state, RunWave(position))
    x = tribe(clan("flame", 2, mana=1))
    paying = clans_at(Phase.INVEST, x, tribe())
    paying = opened(after(paying, invest(paying, X, clan={1: {"attack": 1}})))
    assert "The wave has reached the Sink." in lights(paying)
    assert "A light before Xenia: move your pieces." in lights(paying)


@pytest.mark.rule("M-020", "M-200")
@pytest.mark.parametrize("number", [1, 4, 8])
def test_the_strip_counts_rounds_and_strength(number: int) -> None:
    assert f"Round {number}: {number} purple light" in lights(clans_at(Phase.DRAW, round_=number))
    assert f"Strength {number}: {number} purple light" in lights(tiles_at(Phase.DRAW, strength=number))


@pytest.mark.rule("M-090", "M-091", "M-093", "M-094")
def test_the_strip_tells_war_sacrifice_and_growth_at_their_monument() -> None:
    one = clan("root", 6, attack=1, sacrifice=1, growth=1)
    state = settled(clans_at(Phase.CONFLICT, tribe(clan("flame"), one), tribe(clan("flame"), one)))
    for words in ("Red flashes at Monument 2", "Dim maroon at Monument 2", "Green at Monument 2"):
        assert f"{words} on Xenia's side" in lights(state)
        assert f"{words} on Yuri's side" in lights(state)
        state = after(state, *offered(state))


@pytest.mark.rule("M-081")
def test_the_strip_is_gold_at_the_winner_and_white_in_a_draw() -> None:
    assert "Yuri wins: that side of the ring is gold." in lights(
        clans_at(Phase.RESOLVE, ended="second", why=("M-081",))
    )
    assert "A draw: the whole ring is white." in lights(clans_at(Phase.CONSOLIDATE, ended="draw", why=("M-103",)))


@pytest.mark.rule("M-010", "M-031", "M-060")
def test_secret_phases_breathe_violet() -> None:
    for state in (revealed(), clans_at(Phase.CHOOSE, choices=CARDS), clans_at(Phase.INVEST, tribe(mana=2))):
        assert "The way breathes violet: a secret choice." in lights(state)


@pytest.mark.rule("M-250")
def test_no_light_stands_before_whoever_has_nothing_to_choose() -> None:
    camp = tile(X, "N0", 1, "river_camp"), tile(Y, "N0", 1, "river_camp")
    said = lights(tiles_at(Phase.SCATTER, *camp, pools=(Counters(), Counters(shield=1))))
    assert "A faint light before Yuri: still choosing." in said
    assert "before Xenia" not in said


@pytest.mark.rule("M-240")
def test_the_strip_follows_the_older_wave_line_by_line() -> None:
    state = settled(tiles_at(Phase.PROCESS, tile(X, "N0.5", 1, "river_camp"), tile(Y, "N3", 1, "river_camp")))
    assert "The wave stands at line N0.5" in lights(state)
    state = after(state, Process(1, 1))
    assert "The wave stands at line N3" in lights(state)
    state = after(state, Process(6, 1))
    assert "The wave has reached the Sink." in lights(state)
    assert "The wave" not in lights(after(state, Harvest()))


@pytest.mark.rule("M-001", "M-002", "M-003")
def test_a_zone_that_is_wrong_names_its_rule_in_a_new_world() -> None:
    state = new_game()
    assert [rule_of(state, name) for name in ("choice.0", "monument.0", "offer.0")] == ["M-001", "M-002", "M-003"]


@pytest.mark.parametrize(
    ("state", "zone_", "rule"),
    [
        pytest.param(lambda: clans_at(Phase.DRAW), "round", "M-020", marks=pytest.mark.rule("M-020")),
        pytest.param(lambda: clans_at(Phase.DRAW), "pile", "M-033", marks=pytest.mark.rule("M-033")),
        pytest.param(lambda: clans_at(Phase.DRAW), "choice.1", "M-030", marks=pytest.mark.rule("M-030")),
        pytest.param(lambda: clans_at(Phase.ATTACH), "clan.0.1", "M-040", marks=pytest.mark.rule("M-040")),
        pytest.param(lambda: clans_at(Phase.ATTACH), "tracker.0.1", "M-041", marks=pytest.mark.rule("M-041")),
        pytest.param(lambda: clans_at(Phase.WAVE), "tracker.0.1", "M-053", marks=pytest.mark.rule("M-053")),
        pytest.param(lambda: clans_at(Phase.WAVE), "tribe.1", "M-053", marks=pytest.mark.rule("M-053")),
        pytest.param(lambda: clans_at(Phase.PAY), "tribe.0", "M-061", marks=pytest.mark.rule("M-061")),
        pytest.param(lambda: clans_at(Phase.PAY), "modes.0.1", "M-070", marks=pytest.mark.rule("M-070")),
        pytest.param(lambda: clans_at(Phase.CONFLICT), "tracker.1.2", "M-091", marks=pytest.mark.rule("M-091")),
        pytest.param(lambda: clans_at(Phase.CONSOLIDATE), "tracker.1.2", "M-100", marks=pytest.mark.rule("M-100")),
        pytest.param(lambda: clans_at(Phase.START), "monument.1", "M-014", marks=pytest.mark.rule("M-014")),
        pytest.param(lambda: tiles_at(Phase.DRAW), "round", "M-200", marks=pytest.mark.rule("M-200")),
        pytest.param(lambda: tiles_at(Phase.DRAW), "choice.1", "M-210", marks=pytest.mark.rule("M-210")),
        pytest.param(lambda: tiles_at(Phase.SLIDE), "lane.0.3", "M-223", marks=pytest.mark.rule("M-223")),
    ],
)
def test_a_zone_that_is_wrong_names_its_rule(state: Any, zone_: str, rule: str) -> None:
    assert rule_of(state(), zone_) == rule


@pytest.mark.rule("M-013")
def test_the_mat_stays_as_it_is_until_both_have_founded_and_it_is_laid_out() -> None:
    state = both(revealed(), found(X, 2, clans=("root", "flame", "stream")), found(Y, 2))
    assert zone(state, "clan.0.0").kinds == ()
    assert zone(state, "monument.0").kinds == (f"monument:{DEFAULTS[0]}",)
    state = after(state, *offered(state))
    assert zone(state, "clan.0.0").kinds == ("clan_of_seat_1:root",)
    assert zone(state, "clan.1.0").kinds == ("clan_of_seat_2:flame",)
    assert zone(state, "monument.0").kinds == ("monument:anvil_of_storms",)
    assert sums(state, "tracker.1.2") == {"population": 2}
    assert zone(state, "choice.0").kinds == ()


@pytest.mark.rule("M-045")
def test_the_mat_shows_no_placement_before_both_are_open() -> None:
    state = clans_at(Phase.PLACE, choices=CARDS, picked=("cinder_spears", "brook_singers"))
    one = after(state, attach(state, X, 1))
    for seat in (X, Y, None):
        assert zone(one, "clan.0.0", seat).kinds == ("clan_of_seat_1:flame",)


@pytest.mark.rule("M-260")
def test_the_list_of_what_to_move_is_the_difference() -> None:
    """Section 7, tablets: the exact list of counters to add or remove."""
    x = tribe(clan("stream", 4, below=[family("brook_singers")]))
    view = GAME.view(clans_at(Phase.WAVE, x), X, NAMES)
    (own, other) = GAME.prompt(view).to_do
    assert str(own.title) == "Xenia"
    assert [str(each) for each in own.lines] == ["Tracker 1: add 1 mana", "Tribe tracker: add 1 mana"]
    assert [str(each) for each in other.lines] == ["Tracker 1: add 1 attack"]
    harvest = tiles_at(Phase.CONSOLIDATE, tile(X, "N2", 1, "river_camp", 3, attack=1, growth=1))
    (todo,) = GAME.prompt(GAME.view(harvest, None, NAMES)).to_do
    assert [str(each) for each in todo.lines] == ["River Camp: take off 1 attack, take off 1 growth"]


@pytest.mark.rule("M-033")
def test_the_pile_on_the_mat_is_what_is_left() -> None:
    state = drawn(begun(), *CARDS)
    assert zone(state, "pile").count == 21
