"""Each law of positions names the position that breaks it, and none is broken in games that are played at random."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.core import State
from companion.games.manawave.host.options import new_game, varied_options
from companion.games.manawave.laws import invariants
from companion.games.manawave.state.acts import Aim, Attach, Choose, Found, Invest, Scatter
from companion.games.manawave.state.model import Counters, Family, ManaState, Nexus, Phase, Tile, Tribe
from companion.language.message import Message
from tests.companion.games.manawave.law_positions import (
    played,
    reach,
    spoiled,
    with_clan,
    with_set,
    with_tile,
    with_tiles,
    with_tribe,
    worldly,
)

NEW, NEW_NEXUS = new_game({"mode": "clans"}, {}), new_game({"mode": "nexus"}, {})
REVEALED = reach(Phase.WORLD, lambda state: len(state.table.clans.offers) == 2)
FOUND = reach(Phase.FOUND, lambda state: state.table.committed == (True, True))
SETTLE = reach(Phase.SETTLE)
START = reach(Phase.START, lambda state: state.table.round == 2)
CHOOSE = reach(Phase.CHOOSE, lambda state: state.table.committed == (True, True) and state.table.round == 2)
PLACE = reach(Phase.PLACE, lambda state: state.table.round == 3)
ATTACH = reach(Phase.ATTACH, lambda state: state.table.owed[0] and state.table.round == 2)
WAVE = reach(Phase.WAVE, lambda state: state.table.round == 2)
PAY = reach(Phase.PAY, lambda state: state.table.owed == (False, True))
RESOLVE = reach(Phase.RESOLVE)
CONFLICT = reach(Phase.CONFLICT, lambda state: state.table.at == 2)
NEXUS: dict[str, Any] = {"mode": "nexus"}
SLIDE = reach(Phase.SLIDE, lambda state: state.table.round == 2, **NEXUS)
PROCESS = reach(Phase.PROCESS, lambda state: state.table.round == 3, **NEXUS)
AIM = reach(Phase.AIM, lambda state: state.table.round == 4, **NEXUS)
LATTICE = reach(Phase.AIM, lambda state: state.table.round == 4, mode="nexus", geometry="hex_lattice")
SCATTER = reach(Phase.SCATTER, lambda state: any(state.table.committed), **NEXUS)
CARD = START.table.pile[0][0]
ONE_FAMILY = reach(Phase.WAVE, lambda state: bool(state.table.clans.clan(0, 1).above))
OTHER = next(each for each in ("cinder_spears", "shell_masons", "brook_singers") if not dict(WAVE.table.gone).get(each))
ALLEY = spoiled(AIM, gone=(("orchard", 3), ("river_camp", 6)))


def tile(line: int, row: int, seat: int = 0, kind: str = "river_camp", **more: Any) -> Tile:
    return Tile(seat, line, row, kind, **more)


def ids(texts: Iterable[Message]) -> set[str]:
    found = set[str]()
    for text in map(str, texts):
        told = re.search(r"\((M-\d{3})\)\.$", text)
        assert told, text
        found.add(told.group(1))
    return found


BROKEN: dict[str, tuple[ManaState, str]] = {
    "tiles among Clans": (spoiled(START, world=Nexus()), "M-122"),
    "a phase of the other game": (spoiled(START, phase=Phase.AIM), "M-122"),
    "a phase of the newer game": (spoiled(AIM, phase=Phase.INVEST), "M-122"),
    # Factions and Monuments
    "a Faction twice": (worldly(START, factions=("ember", "ember", "tide")), "M-001"),
    "two Factions": (worldly(FOUND, factions=("ember", "tide")), "M-001"),
    "a Monument twice": (worldly(START, monuments=(START.table.clans.monuments[0],) * 3), "M-002"),
    "two Monuments": (worldly(FOUND, monuments=FOUND.table.clans.monuments[:2]), "M-002"),
    "a Monument before all Factions": (worldly(REVEALED, factions=(), offers=()), "M-002"),
    "a Playset Monument that nobody could veto": (
        worldly(FOUND, monuments=FOUND.table.clans.offers, offers=FOUND.table.clans.monuments),
        "M-002",
    ),
    "two offers": (worldly(FOUND, offers=FOUND.table.clans.offers[:2]), "M-003"),
    "an offer that stays": (worldly(START, offers=("quiet_altar", "", "")), "M-003"),
    "an offer before the Defaults": (
        worldly(REVEALED, monuments=(), offers=REVEALED.table.clans.offers),
        "M-003",
    ),
    "no Monument replaced": (
        worldly(START, monuments=("stone_of_branches", "stone_of_multitudes", "stone_of_the_unstained")),
        "M-014",
    ),
    "two replaced although one is drawn": (
        replace(
            START,
            table=with_set(
                worldly(START, monuments=("stone_of_branches", "quiet_altar", "bare_hill")).table, veto="one_at_random"
            ),
        ),
        "M-014",
    ),
    "a vetoed Monument stays by lot": (spoiled(SETTLE, at=getattr(SETTLE.table.opened[0], "veto", 0)), "M-014"),
    # Tribes
    "a Faction taken twice": (with_tribe(START, factions=("ember", "ember")), "M-011"),
    "a Clan twice": (with_clan(START, 1, card=START.table.clans.clan(0, 2).card), "M-012"),
    "two Clans": (with_tribe(START, clans=START.table.clans.tribes[0].clans[:2]), "M-012"),
    "population before Clans": (with_clan(FOUND, 1, population=2), "M-016"),
    "a population below 0": (with_clan(START, 1, population=-1), "M-092"),
    "fewer than no mana": (with_clan(START, 1, counters=Counters(mana=-1)), "M-053"),
    "fewer than no Soulstain": (with_tribe(START, soulstain=-1), "M-053"),
    "attack from the last round": (with_clan(START, 2, counters=Counters(attack=1)), "M-100"),
    "mana that does not stay": (
        replace(
            START,
            table=with_set(with_clan(START, 2, counters=Counters(mana=1)).table, mana_persists=False),
        ),
        "M-100",
    ),
    "shield not assigned": (with_tribe(RESOLVE, counters=Counters(shield=1)), "M-061"),
    "shield not assigned by one": (with_tribe(PAY, counters=Counters(shield=1)), "M-061"),
    "mana not assigned": (with_tribe(RESOLVE, counters=Counters(mana=1)), "M-061"),
    # Families
    "a Family that was not revealed": (with_clan(WAVE, 1, above=(Family(OTHER),), below=()), "M-032"),
    "a Family before its card has gone": (
        with_clan(CHOOSE, 1, above=(*CHOOSE.table.clans.clan(0, 1).above, Family(CHOOSE.table.choices[0]))),
        "M-040",
    ),
    "a full column": (with_clan(START, 1, above=(Family(CARD),) * 9), "M-040"),
    "fewer than no Modality counters": (
        with_clan(ONE_FAMILY, 1, above=(replace(ONE_FAMILY.table.clans.clan(0, 1).above[0], counters=-1),)),
        "M-070",
    ),
    "a modality that is not covered": (
        with_clan(ONE_FAMILY, 1, above=(replace(ONE_FAMILY.table.clans.clan(0, 1).above[0], counters=0, mode=1),)),
        "M-071",
    ),
    "no such modality": (
        with_clan(ONE_FAMILY, 1, above=(replace(ONE_FAMILY.table.clans.clan(0, 1).above[0], counters=9, mode=7),)),
        "M-071",
    ),
    # cards and rounds
    "a card too few": (spoiled(START, pile=START.table.pile[1:]), "M-015"),
    "a card too many": (spoiled(START, gone=(("cinder_spears", 9),)), "M-015"),
    "a pile out of order": (spoiled(START, pile=START.table.pile[::-1]), "M-015"),
    "a kind of no cards": (spoiled(START, pile=(*START.table.pile, ("zzz", 0))), "M-015"),
    "a tile card too few": (spoiled(AIM, pile=AIM.table.pile[1:]), "M-199"),
    "a round before the first": (spoiled(FOUND, round=1), "M-004"),
    "fewer than no rounds": (spoiled(START, round=-1), "M-020"),
    "a round too many": (spoiled(START, round=3), "M-033"),
    "fewer than no strength": (spoiled(NEW_NEXUS, round=-1), "M-200"),
    "strength too many": (spoiled(AIM, round=7), "M-210"),
    "two Choices": (spoiled(PLACE, choices=PLACE.table.choices[:2]), "M-030"),
    "Choices that stay": (spoiled(START, choices=("cinder_spears",)), "M-030"),
    "two tile cards": (spoiled(AIM, choices=AIM.table.choices[:2]), "M-210"),
    "a card that does not lie there": (spoiled(PLACE, picked=("nobody", "nobody")), "M-031"),
    "one has taken none": (spoiled(PLACE, picked=PLACE.table.picked[:1]), "M-031"),
    "a tile that does not lie there": (spoiled(AIM, picked=("nobody", "nobody")), "M-211"),
    "no letter": (spoiled(CHOOSE, opened=(Choose(0), None), committed=(False, True)), "M-031"),
    "too few cards for a round": (spoiled(START, pile=((CARD, 2),)), "M-103"),
    "the end with cards left": (spoiled(START, phase=Phase.CONSOLIDATE, ended="draw"), "M-103"),
    "too few tile cards for a round": (spoiled(NEW_NEXUS, pile=(("raiders", 2),)), "M-271"),
    "the end of tiles with cards left": (spoiled(PROCESS, phase=Phase.CONSOLIDATE, ended="draw"), "M-271"),
    "an end anywhere": (spoiled(PLACE, ended="draw"), "M-081"),
    "an end with something to do": (spoiled(PAY, phase=Phase.RESOLVE, ended="draw"), "M-081"),
    # the wave
    "the wave at a fourth Monument": (spoiled(WAVE, at=4), "M-050"),
    "a wave between rounds": (spoiled(START, at=1), "M-050"),
    "the wave beyond the last tile": (spoiled(PROCESS, at=99), "M-230"),
    "a wave before the tiles": (spoiled(AIM, at=1), "M-230"),
    "a conflict without a step": (spoiled(CONFLICT, step=WAVE.table.step), "M-090"),
    "a step of no conflict": (spoiled(WAVE, step="war"), "M-090"),
    "a third seat": (spoiled(CONFLICT, hit=(2,)), "M-090"),
    "a loss without a conflict": (spoiled(WAVE, hit=(0,)), "M-090"),
    # secrets
    "committed where nothing is asked": (spoiled(START, committed=(True, False)), "M-013"),
    "committed and not sealed": (replace(FOUND, sealed=()), "M-013"),
    "sealed and not committed": (spoiled(FOUND, committed=(False, True)), "M-013"),
    "another kind of choice": (replace(CHOOSE, sealed=((Found(0),), (Choose(1),))), "M-031"),
    "somebody else's choice": (replace(CHOOSE, sealed=((Choose(1),), (Choose(1),))), "M-031"),
    "another kind of choice of tiles": (replace(SCATTER, sealed=((Aim(0, 1),), (Aim(1, 1),))), "M-250"),
    "sealed and open": (spoiled(CHOOSE, opened=(Choose(0, "A"), None)), "M-031"),
    "a card of tiles sealed and open": (
        spoiled(reach(Phase.CHOOSE, lambda state: state.table.committed[0], **NEXUS), opened=(Choose(0, "A"), None)),
        "M-211",
    ),
    "open and not told": (spoiled(ATTACH, opened=(Attach(0), ATTACH.table.opened[1])), "M-045"),
    "open in another phase": (spoiled(START, opened=(Aim(0, 1), None)), "M-013"),
    "owed without a decision": (spoiled(PAY, owed=(True, True), opened=(None, PAY.table.opened[1])), "M-074"),
    "open of the wrong seat": (spoiled(PAY, opened=(Invest(1, (1,)), PAY.table.opened[1])), "M-074"),
    "a purchase that no longer fits": (with_tribe(PAY, 1, counters=Counters(sacrifice=9)), "M-074"),
    "a placement that no longer fits": (spoiled(ATTACH, opened=(Attach(0, 1, "top", 1), None)), "M-045"),
    "owed where nothing is": (spoiled(AIM, owed=(True, False)), "M-220"),
    "founded by one": (spoiled(SETTLE, opened=(SETTLE.table.opened[0], None)), "M-013"),
    "counters that nobody has placed": (spoiled(SCATTER, opened=(Scatter(0), None)), "M-250"),
    # tiles
    "an unknown tile": (with_tiles(PROCESS, tile(0, 1, kind="nobody")), "M-211"),
    "a tile of nobody": (with_tiles(PROCESS, tile(0, 1, seat=2)), "M-211"),
    "a tile too many of a kind": (with_tiles(ALLEY, tile(0, 1, kind="raiders")), "M-211"),
    "four tiles after three rounds": (with_tiles(ALLEY, *(tile(2 * line, 1) for line in range(4))), "M-220"),
    "tiles out of order": (with_tiles(ALLEY, tile(4, 1), tile(0, 1)), "M-230"),
    "beyond the last line": (with_tiles(ALLEY, tile(9, 1)), "M-221"),
    "beyond the last row": (with_tiles(ALLEY, tile(0, 6)), "M-224"),
    "two tiles at one place": (with_tiles(ALLEY, tile(2, 1), tile(2, 1)), "M-224"),
    "two tiles half a step apart": (with_tiles(ALLEY, tile(2, 1), tile(3, 1)), "M-224"),
    "a whole line in an odd row": (with_tiles(LATTICE, tile(2, 1)), "M-224"),
    "a tile that nothing has stopped": (with_tiles(ALLEY, tile(2, 1), tile(4, 2)), "M-223"),
    "a tile that the other side has stopped": (with_tiles(ALLEY, tile(2, 1, seat=1), tile(2, 2)), "M-223"),
    "a gap in the honeycomb": (with_tiles(LATTICE, tile(2, 4)), "M-223"),
    "a tile below 0": (with_tiles(ALLEY, tile(2, 1, population=-1)), "M-261"),
    "population of land": (with_tiles(ALLEY, tile(2, 1, kind="orchard", population=1)), "M-261"),
    "counters on land": (
        spoiled(
            with_tiles(ALLEY, tile(2, 1, kind="orchard", counters=Counters(growth=1))),
            phase=Phase.PROCESS,
        ),
        "M-231",
    ),
    "fewer than no counters on a tile": (with_tiles(ALLEY, tile(2, 1, counters=Counters(growth=-1))), "M-231"),
    "counters that were to be cleared": (with_tiles(ALLEY, tile(2, 1, counters=Counters(growth=1))), "M-260"),
    "a pool that was to be cleared": (worldly(AIM, pools=(Counters(shield=1), Counters())), "M-250"),
}


@pytest.mark.parametrize("state", [NEW, NEW_NEXUS, REVEALED, FOUND, SETTLE, START, CHOOSE, PLACE, ATTACH, WAVE, PAY])
def test_positions_of_play_break_no_law(state: ManaState) -> None:
    assert invariants.violations(state) == ()


@pytest.mark.parametrize(
    ("state", "rule"),
    [pytest.param(*case, id=name, marks=pytest.mark.rule(case[1])) for name, case in BROKEN.items()],
)
def test_a_broken_law_is_named(state: ManaState, rule: str) -> None:
    assert rule in ids(invariants.violations(state))


def test_each_law_of_positions_has_a_position_that_breaks_it() -> None:
    assert {rule for _, rule in BROKEN.values()} == set(invariants.LAWS)
    assert len(set(invariants.LAWS)) == len(invariants.LAWS)


@pytest.mark.rule("M-061")
def test_mana_that_is_not_assigned_may_stay_in_the_tribe_tracker() -> None:
    """`tribe_mana_assignable = false`: what is left of it stays there."""
    table = with_set(with_tribe(RESOLVE, counters=Counters(mana=2)).table, tribe_mana_assignable=False)
    assert invariants.violations(replace(RESOLVE, table=table)) == ()


@pytest.mark.rule("M-222")
def test_tiles_of_the_two_sides_do_not_stop_each_other() -> None:
    state = with_tiles(ALLEY, tile(2, 1), tile(2, 1, seat=1), tile(3, 2), tile(3, 2, seat=1))
    assert ids(invariants.violations(state)) == {"M-199"}, "cards apart, which are not those of a game"


@pytest.mark.rule("M-224")
def test_whole_lines_of_the_honeycomb_have_the_even_rows() -> None:
    """S-M36: N1.5, N1, N1.5 come to rest in rows 1, 2, 3."""
    state = spoiled(LATTICE, gone=ALLEY.table.gone)
    lies = with_tiles(state, tile(2, 2), tile(3, 1), tile(3, 3))
    assert ids(invariants.violations(lies)) == {"M-199"}, "cards apart, which are not those of a game"


@pytest.mark.parametrize("mode", ["clans", "nexus"])
@pytest.mark.parametrize("first", [0, 3])
def test_no_law_is_broken_in_games_at_random_as_anybody_knows_them(mode: str, first: int) -> None:
    for seed in range(first, first + 3):
        rng = random.Random(seed)
        for _, _, state in played(rng, {**varied_options(rng), "mode": mode}):
            assert invariants.violations(state) == ()
            assert invariants.violations(State(state.table, (None, None), state.sealed_for(None))) == ()


def test_a_broken_tribe_is_named_and_not_stumbled_over() -> None:
    """What a host may set is named, whatever it is."""
    empty = with_tribe(START, factions=(), clans=(Tribe().clans[0],) * 3)
    assert {"M-011", "M-012"} <= ids(invariants.violations(empty))
    strange = with_clan(WAVE, 1, above=(Family("nobody", 3, 5),))
    assert {"M-032", "M-071"} <= ids(invariants.violations(strange))
    assert "M-261" in ids(invariants.violations(with_tile(PROCESS, population=-3)))
