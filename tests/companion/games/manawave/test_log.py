"""What the log and the buttons say of each act: the numbers in them are those of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.core import Seat
from companion.games.manawave.game import GAME
from companion.games.manawave.rules.wave import Change, run
from companion.games.manawave.state.acts import (
    Aim,
    Attach,
    Consolidate,
    DrawCard,
    Fight,
    Harvest,
    LayFamily,
    LayOut,
    ManaAction,
    Open,
    Pay,
    Process,
    Resolve,
    RunWave,
    Scatter,
    Slide,
    StartWave,
    Survive,
    TakeBack,
)
from companion.games.manawave.state.model import Counters, ManaState, Phase
from tests.companion.games.manawave.play import (
    DEFAULTS,
    NAMES,
    NEWER_SET,
    OFFERS,
    X,
    Y,
    after,
    attach,
    begun,
    both,
    clan,
    clans_at,
    family,
    found,
    invest,
    new_game,
    offered,
    opened,
    prompt,
    revealed,
    tile,
    tiles_at,
    tribe,
)

CARDS = ("cinder_spears", "kelp_tenders", "brook_singers")


def log(state: ManaState, act: ManaAction, seat: Seat | None = None) -> str:
    """What everybody, or a seat, reads of an act that is done now."""
    return str(GAME.describe(GAME.view(state, seat, NAMES), GAME.view_action(act, seat)))


def labels(state: ManaState, seat: Seat | None = None) -> dict[str, tuple[Any, ...]]:
    """What may be tapped, and the acts that a tap carries."""
    return {str(each.label): each.actions for each in GAME.choices(GAME.view(state, seat, NAMES))}


@pytest.mark.rule("M-001", "M-002", "M-003")
def test_the_log_of_a_new_world() -> None:
    state, told = new_game(), list[str]()
    world = [("faction", each) for each in ("ember", "reef", "tide")]
    for what, name in (*world, *(("default", each) for each in DEFAULTS), *(("playset", each) for each in OFFERS)):
        act = LayOut(what, name)  # type: ignore[arg-type]  # one of the three
        told.append(log(state, act))
        state = after(state, act)
    assert told == [
        "Faction 1: Ember.",
        "Faction 2: Reef.",
        "Faction 3: Tide.",
        "Default Monument at position 1: Stone of Multitudes.",
        "Default Monument at position 2: Stone of the Unstained.",
        "Default Monument at position 3: Stone of Branches.",
        "Playset Monument for position 1: Anvil of Storms.",
        "Playset Monument for position 2: Bulwark Arch.",
        "Playset Monument for position 3: Quiet Altar.",
    ]


@pytest.mark.rule("M-013", "M-014")
def test_the_log_of_what_both_have_founded() -> None:
    state = after(revealed(), found(X, 2), found(Y, 2, ("ember", "tide"), ("root", "stream", "flame")))
    (act,) = offered(state, Open)
    assert (
        log(state, act)
        == "Xenia has chosen a veto of Bulwark Arch; Ember and Reef; Clans Flame Clan, Root Clan, Stream Clan."
    )
    state = opened(state)
    assert log(state, *offered(state)) == "The Monuments are: Anvil of Storms, Stone of the Unstained, Quiet Altar."
    lot = both(revealed(options={"veto": "one_at_random"}), found(X, 2), found(Y, 2))
    assert log(lot, Survive(3)) == "Quiet Altar stays, at position 3."


@pytest.mark.rule("M-014")
def test_both_new_monuments_are_named_where_one_was_vetoed_twice() -> None:
    state = both(revealed(), found(X, 2), found(Y, 2))
    assert "Put the new Monument at position 1 and position 3." in prompt(state).text


@pytest.mark.rule("M-020", "M-030", "M-031")
def test_the_log_of_a_rounds_beginning() -> None:
    state = begun()
    assert log(state, StartWave()) == "Round 1 begins."
    state = after(state, StartWave())
    assert log(state, DrawCard("cinder_spears")) == "Choice A: Cinder Spears."
    state = after(state, DrawCard("cinder_spears"))
    assert log(state, DrawCard("kelp_tenders")) == "Choice B: Kelp Tenders."
    assert log(tiles_at(Phase.START, strength=4), StartWave()) == "The wave has strength 5."
    assert labels(tiles_at(Phase.START, strength=4)).keys() == {"The dial shows 5"}


@pytest.mark.rule("M-040", "M-041")
def test_the_log_of_a_placement() -> None:
    x = tribe(clan("flame", 4, below=[family("kelp_tenders", 1)]))
    state = clans_at(Phase.PLACE, x, choices=CARDS, picked=("cinder_spears", "brook_singers"))
    top: Attach = attach(state, X, 1, "top", 0, 1)
    assert log(state, top, X) == (
        "Xenia has locked in: Cinder Spears to the top of Flame Clan at 1; Kelp Tenders in modality 1."
    )
    assert log(state, top, Y) == "Xenia has locked in a choice."
    assert log(after(state, top), TakeBack(X)) == "Xenia takes the choice back."
    state = both(state, top, attach(state, Y, 3))
    assert log(state, LayFamily(X)) == "Xenia lays Cinder Spears at position 1."
    assert prompt(state, X).text == "Xenia: lay Cinder Spears at the top of column 1, with 2 population."
    done = after(state, LayFamily(X))
    assert prompt(done, X).text == "Wait until the other Family lies there."


@pytest.mark.rule("M-052", "M-053")
def test_what_the_wave_changes_is_listed_tracker_by_tracker() -> None:
    x = tribe(clan("stream", 4, below=[family("brook_singers"), family("shell_masons", 1, 1)], mana=2), mana=3)
    state = clans_at(Phase.WAVE, x, tribe(soulstain=1))
    _, changes = run(NEWER_SET, state.table.clans, 1, 1)
    assert set(changes) == {
        Change(X, 1, "mana", 1),
        Change(X, 1, "shield", 1),
        Change(X, 0, "mana", 1),
        Change(X, 0, "shield", 2),
        Change(Y, 1, "attack", 1),
    }
    assert log(state, RunWave(1)) == "At position 1: Xenia 2 mana, 3 shield; Yuri 1 attack."
    assert prompt(state).text == "The wave is at position 1. Lay its counters: 3 trackers change."
    still = tribe(clan("root", 2))
    alone = clans_at(Phase.WAVE, still, tribe(clan("root", 2)))
    assert prompt(alone).text.endswith("2 trackers change.")


@pytest.mark.rule("M-053")
def test_soulstain_that_the_wave_brings_is_listed() -> None:
    x = tribe(clan("flame", 2, below=[family("pyre_wardens", 1, 1)]), soulstain=2)
    _, changes = run(NEWER_SET, clans_at(Phase.WAVE, x).table.clans, 1, 1)
    assert Change(X, 0, "soulstain", 1) in changes


@pytest.mark.rule("M-060", "M-061")
def test_the_log_of_a_purchase() -> None:
    x = tribe(clan("flame", 3, below=[family("kelp_tenders")], mana=4), mana=5)
    state = clans_at(Phase.INVEST, x)
    decided = invest(
        state,
        X,
        tribe={"attack": 2},
        assign={1: {"attack": 2}, 2: {"mana": 1}},
        clan={1: {"shield": 3}},
        bought=[1],
        modes=[1],
    )
    assert log(state, decided, X) == (
        "Xenia has locked in: makes 2 attack, 3 shield, assigns 3, buys 1 Modality counter, changes 1 modality."
    )
    sealed = after(state, decided)
    assert prompt(sealed, X).why == (
        "Your choice: the Tribe makes 2 attack; 2 attack to Clan 1; Clan 1 makes 3 shield; 1 mana to Clan 2; "
        "1 Modality counter on Kelp Tenders; Kelp Tenders in modality 1."
    )
    state = opened(sealed)
    assert log(state, Pay(X)) == "Xenia has moved the counters."
    assert prompt(state, X).text == "Move the counters on your trackers as you have decided."
    assert prompt(state, Y).text == "Yours lie right. Wait until the other counters are moved."
    assert prompt(state).text == "Move the counters on your trackers as you have decided."


@pytest.mark.rule("M-081", "M-091", "M-100")
def test_the_log_of_monuments_and_conflicts() -> None:
    anvil = ("anvil_of_storms", *DEFAULTS[1:])
    state = clans_at(Phase.RESOLVE, tribe(clan("flame", 2, attack=9)), round_=3, monuments=anvil)
    assert log(state, Resolve(1)) == "Anvil of Storms gives Xenia the victory."
    fight = clans_at(Phase.CONFLICT, tribe(clan("flame", 4, attack=1, growth=3)), tribe(clan("flame", 4)))
    assert log(fight, Fight(1, "war")) == "War at position 1: Yuri loses 1 population, 3 left."
    assert log(after(fight, Fight(1, "war")), Fight(1, "growth")) == (
        "Growth at position 1: Xenia gains 3 population, now 7."
    )
    assert log(clans_at(Phase.CONSOLIDATE), Consolidate()) == "The counters of the wave are taken away."


@pytest.mark.rule("M-223", "M-231", "M-261")
def test_the_log_of_the_older_game() -> None:
    tiles = (tile(X, "N1", 1, "river_camp"), tile(Y, "N1", 1, "raiders"))
    state = tiles_at(Phase.PROCESS, *tiles)
    assert log(state, Process(2, 1)) == "At N1, row 1: Xenia's River Camp 1 attack, 1 growth."
    harvest = tiles_at(Phase.CONSOLIDATE, tile(X, "N1", 1, "river_camp", 3, growth=2), tile(Y, "N1", 1, "raiders", 2))
    assert log(harvest, Harvest()) == "Counters become population: Xenia 5, Yuri 2."
    aimed = tiles_at(Phase.AIM, *tiles, choices=("raiders",) * 3, picked=("raiders", "raiders"))
    aimed = both(aimed, *(act for act in offered(aimed) if act.line == 2))
    assert log(aimed, Slide(Y)) == "Yuri slides Raiders to N1, row 2."
    assert set(labels(aimed, X)) == {"It lies on N1, row 2"}


@pytest.mark.rule("M-250")
@pytest.mark.parametrize("seat", [X, Y])
def test_the_log_of_counters_that_are_placed(seat: Seat) -> None:
    tiles = (tile(seat, "N1", 1, "river_camp"), tile(1 - seat, "N2", 1, "raiders"))
    pools = (Counters(attack=1, shield=2), Counters(attack=1, shield=2))
    state = tiles_at(Phase.SCATTER, *tiles, pools=pools)
    assert log(state, Scatter(seat, (2, 0), (1, 0), is_told=True), seat) == (
        f"{NAMES[seat]} has locked in: 2 shield on River Camp at N1; 1 attack on Raiders at N2."
    )
    none = tiles_at(Phase.SCATTER, *tiles, pools=(Counters(sacrifice=1), Counters(sacrifice=1)))
    assert prompt(none).seats == (X, Y)
    assert log(none, Scatter(seat, (0, 0), (0, 0), is_told=True), seat).endswith("has locked in: no counters.")


@pytest.mark.rule("M-030")
def test_what_was_revealed_cannot_be_unseen() -> None:
    state = after(begun(), StartWave())
    view = GAME.view(state, None, NAMES)
    memory = GAME.memory(view, GAME.view_action(DrawCard("coral_kin"), None))
    assert memory is not None
    assert str(memory.text) == "All have seen Coral Kin. It goes face down on top of the pile again."
    assert GAME.memory(view, GAME.view_action(StartWave(), None)) is None


@pytest.mark.rule("M-050", "M-090", "M-230")
def test_one_tap_says_that_all_is_done() -> None:
    """What nobody has to decide needs no tap of its own; the single acts may be tapped as well."""
    wave = labels(clans_at(Phase.WAVE))
    assert wave["All that the wave brings lies there"] == (RunWave(1), RunWave(2), RunWave(3))
    assert wave["Position 1: all lies there"] == (RunWave(1),)
    fights = labels(clans_at(Phase.CONFLICT, tribe(clan("flame", 4, attack=1, growth=1))))
    assert fights["All conflicts are moved"] == (Fight(1, "war"), Fight(1, "growth"))
    tiles = tiles_at(Phase.PROCESS, tile(X, "N1", 1, "river_camp"), tile(X, "N2", 1, "river_camp"))
    assert labels(tiles)["All that the wave brings lies there"] == (Process(2, 1), Process(4, 1))


@pytest.mark.rule("M-040", "M-223")
def test_families_and_tiles_are_laid_by_both_in_any_order() -> None:
    placing = clans_at(Phase.PLACE, choices=CARDS, picked=CARDS[:2])
    aiming = tiles_at(Phase.AIM, choices=("river_camp", "raiders", "orchard"), picked=("river_camp", "raiders"))
    for state, one, other in (
        (placing, attach(placing, X, 1), attach(placing, Y, 1)),
        (aiming, Aim(X, 2), Aim(Y, 3)),
    ):
        asked = GAME.prompt(GAME.view(both(state, one, other), None, NAMES))
        assert (asked.seats, asked.likely_seats) == ((X, Y), (X, Y))
    slid = GAME.choices(GAME.view(both(aiming, Aim(X, 2), Aim(Y, 3)), None, NAMES))
    assert [each.piece for each in slid] == ["", "tile_of_seat_1:river_camp", "tile_of_seat_2:raiders"], "both, or one"


@pytest.mark.rule("M-250")
def test_counters_are_laid_by_both_in_any_order() -> None:
    tiles = tile(X, "N0", 1, "river_camp"), tile(Y, "N0", 1, "river_camp")
    state = tiles_at(Phase.SCATTER, *tiles, pools=(Counters(shield=1), Counters(shield=1)))
    one, other = (Scatter(seat, (1, 0), (0, 0), is_told=True) for seat in (X, Y))
    asked = GAME.prompt(GAME.view(both(state, one, other), None, NAMES))
    assert (asked.seats, asked.likely_seats) == ((X, Y), (X, Y))


@pytest.mark.rule("M-014")
def test_which_monument_stays_is_not_forgotten_by_an_undo() -> None:
    state = both(revealed(options={"veto": "one_at_random"}), found(X, 1), found(Y, 1))
    drawn_ = offered(state, Survive)[0]
    view = GAME.view(state, None, NAMES)
    memory = GAME.memory(view, GAME.view_action(drawn_, None))
    assert memory is not None
    assert str(memory.seen) == "All have seen that Bulwark Arch stays."
