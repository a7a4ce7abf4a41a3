"""Each law of acts names the act that does otherwise, and none is broken in games that are played at random."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.manawave.data.playset import Rate
from companion.games.manawave.host.options import new_game, varied_options
from companion.games.manawave.rules.course import COURSE
from companion.games.manawave.state.acts import (
    Aim,
    Attach,
    Choose,
    Consolidate,
    DrawCard,
    Fight,
    Found,
    Harvest,
    Invest,
    LayCounters,
    LayFamily,
    LayOut,
    ManaAction,
    Open,
    Pay,
    Process,
    Resolve,
    RunWave,
    Scatter,
    Settle,
    Slide,
    StartWave,
    Survive,
    TakeBack,
)
from companion.games.manawave.state.model import BOTH, Clan, Counters, Family, ManaState, Nexus, Phase, Tile, Tribe
from companion.laws.manawave import step_laws
from companion.laws.manawave.act_laws import wrong_act
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

NEXUS: dict[str, Any] = {"mode": "nexus"}
NEW = new_game({"mode": "clans"}, {})
FOUNDING = reach(Phase.FOUND)
FOUND = reach(Phase.FOUND, lambda state: state.table.committed == (True, True))
CHOOSING = reach(Phase.CHOOSE)
CHOSEN = reach(Phase.CHOOSE, lambda state: None not in state.table.opened[:1] and state.table.committed[1])
PLACING = reach(Phase.PLACE, lambda state: state.table.round == 2)
PLACED = reach(Phase.PLACE, lambda state: state.table.committed == (True, True))
ATTACH = reach(
    Phase.ATTACH,
    lambda state: state.table.round == 2 and state.table.owed == (True, False) and len(set(state.table.picked)) == 2,
)
CLANS = tuple(Clan(card, 3) for card in ("flame", "root", "stream"))
PLAIN = reach(Phase.WAVE)
SPEARS = Clan("flame", 3, Counters(), (Family("cinder_spears", 1, 1),))
WAVE = worldly(spoiled(PLAIN, at=0), tribes=(Tribe(("ember", "reef"), (SPEARS, *CLANS[1:])), Tribe((), CLANS)))
PRAYS = Clan("stream", 2, Counters(mana=5), (Family("brook_singers"),))
RICH = Tribe(("ember", "tide"), (*CLANS[:2], PRAYS), Counters(mana=4, shield=1))
INVEST = spoiled(
    worldly(PLAIN, tribes=(RICH, Tribe((), CLANS))), phase=Phase.INVEST, at=0, choices=(), committed=(False, False)
)
ASSIGN = (0,) * 10 + (2, 1, 1, 0, 0)
BUYS = Invest(0, (1, 0, 0), ASSIGN, (0,) * 6 + (2, 1, 0), (1,), (1,))
"""Two mana of the Tribe make 1 attack, all lies at Clan 3, which makes 2 attack and 1 shield, and buys a counter."""
BOUGHT = COURSE.apply_action(INVEST, BUYS)
PAY = COURSE.apply_action(BOUGHT, Open(0, BUYS))
RESOLVE = reach(Phase.RESOLVE)
AT_WAR = worldly(
    spoiled(PLAIN, phase=Phase.CONFLICT, at=0),
    tribes=(
        Tribe((), (Clan("flame", 3, Counters(attack=5, shield=2)), *CLANS[1:])),
        Tribe((), (Clan("flame", 4, Counters(attack=1, shield=3, sacrifice=1, growth=3)), *CLANS[1:])),
    ),
)
"""S-M23."""
SACRIFICE = COURSE.apply_action(AT_WAR, Fight(1, "war"))
GROWTH = COURSE.apply_action(SACRIFICE, Fight(1, "sacrifice"))
LEAVES = Clan("stream", 3, Counters(2, 1, 1, 1, 1), (Family("cinder_spears", 2),))
OVER = worldly(
    spoiled(PLAIN, phase=Phase.CONSOLIDATE, at=0, round=4),
    tribes=(Tribe((), (*CLANS[:2], LEAVES), soulstain=1), Tribe((), CLANS)),
)
"""S-M25."""
AIMING = reach(Phase.AIM, **NEXUS)
SLIDE = reach(Phase.SLIDE, lambda state: state.table.owed == (False, True), **NEXUS)
PLAYED = reach(Phase.PROCESS, lambda state: state.table.round == 3, **NEXUS)
CAMPS = spoiled(
    with_tiles(
        PLAYED,
        Tile(0, 2, 1, "river_camp", 2),
        Tile(1, 2, 1, "supply_post"),
        Tile(0, 4, 1, "raiders", 1),
        Tile(1, 4, 1, "river_camp", 1),
    ),
    at=0,
)
STRONG = spoiled(
    with_tiles(CAMPS, Tile(0, 0, 1, "obelisk"), Tile(0, 2, 1, "river_camp", 5), Tile(1, 2, 1, "raiders", 4)), round=7
)
POOLS = spoiled(
    worldly(CAMPS, pools=(Counters(shield=1, growth=2, attack=1), Counters()), tiles=(*CAMPS.table.nexus.tiles[:2],)),
    phase=Phase.SCATTER,
    at=0,
)
PUTS = Scatter(0, (1, 1), (), True)
LAID = COURSE.apply_action(COURSE.apply_action(POOLS, PUTS), Open(0, PUTS))
REAPED = spoiled(
    with_tiles(CAMPS, Tile(0, 2, 1, "river_camp", 3, Counters(attack=4, shield=2, growth=5))),
    phase=Phase.CONSOLIDATE,
    at=0,
)
"""S-M34."""


def first(state: ManaState, kind: type[ManaAction]) -> ManaAction:
    return next(act for act in COURSE.legal_actions(state) if isinstance(act, kind))


GOOD: dict[str, tuple[ManaState, ManaAction]] = {
    "faction": (NEW, LayOut("faction", "ember")),
    "default": (reach(Phase.WORLD, lambda s: len(s.table.clans.factions) == 3), LayOut("default", "stone_of_branches")),
    "playset": (reach(Phase.WORLD, lambda s: len(s.table.clans.monuments) == 3), LayOut("playset", "quiet_altar")),
    "found": (FOUNDING, first(FOUNDING, Found)),
    "take back": (FOUNDED := COURSE.apply_action(FOUNDING, first(FOUNDING, Found)), first(FOUNDED, TakeBack)),
    "open": (FOUND, first(FOUND, Open)),
    "survive": (LOT := reach(Phase.SURVIVE, veto="one_at_random"), first(LOT, Survive)),
    "settle": (reach(Phase.SETTLE), Settle()),
    "start": (reach(Phase.START), StartWave()),
    "draw": (DRAW := reach(Phase.DRAW), first(DRAW, DrawCard)),
    "choose": (CHOOSING, Choose(0, "B")),
    "chosen": (CHOSEN, first(CHOSEN, Open)),
    "attach": (PLACING, first(PLACING, Attach)),
    "placed": (PLACED, first(PLACED, Open)),
    "lay": (ATTACH, LayFamily(0)),
    "wave": (WAVE, RunWave(1)),
    "invest": (INVEST, BUYS),
    "bought": (BOUGHT, Open(0, BUYS)),
    "pay": (PAY, Pay(0)),
    "resolve": (RESOLVE, first(RESOLVE, Resolve)),
    "war": (AT_WAR, Fight(1, "war")),
    "sacrifice": (SACRIFICE, Fight(1, "sacrifice")),
    "growth": (GROWTH, Fight(1, "growth")),
    "consolidate": (OVER, Consolidate()),
    "last": (spoiled(OVER, pile=()), Consolidate()),
    "strength": (reach(Phase.START, **NEXUS), StartWave()),
    "draw a tile": (TILES := reach(Phase.DRAW, **NEXUS), first(TILES, DrawCard)),
    "choose a tile": (reach(Phase.CHOOSE, **NEXUS), Choose(0, "A")),
    "aim": (AIMING, Aim(0, 3)),
    "slide": (SLIDE, Slide(1)),
    "process": (CAMPS, Process(2, 1)),
    "win": (STRONG, Process(0, 1)),
    "scatter": (POOLS, PUTS),
    "put": (LAID, LayCounters(0)),
    "harvest": (REAPED, Harvest()),
    "last tiles": (spoiled(REAPED, pile=()), Harvest()),
}
AFTER: dict[str, ManaState] = {name: COURSE.apply_action(state, act) for name, (state, act) in GOOD.items()}


def sacrificed(state: ManaState) -> ManaState:
    return with_clan(state, 1, 1, counters=Counters(attack=1, shield=3, growth=3))


Spoils = Callable[[ManaState], ManaState]
OTHERWISE: dict[str, tuple[str, Spoils, str]] = {
    "another Faction": ("faction", lambda s: worldly(s, factions=("reef",)), "M-001"),
    "no Default": ("default", lambda s: worldly(s, monuments=()), "M-002"),
    "no offer": ("playset", lambda s: worldly(s, offers=()), "M-003"),
    "a choice that is not sealed": ("found", lambda s: replace(s, sealed=()), "M-013"),
    "a choice that is told": ("found", lambda s: spoiled(s, opened=(s.sealed_by(0)[0], None)), "M-013"),
    "a choice that stays": ("take back", lambda s: replace(s, sealed=FOUNDED.sealed), "M-013"),
    "another position": ("survive", lambda s: spoiled(s, at=0), "M-014"),
    "the Defaults stay": ("settle", lambda s: worldly(s, monuments=GOOD["settle"][0].table.clans.monuments), "M-014"),
    "other Factions": ("settle", lambda s: with_tribe(s, factions=("tide",)), "M-011"),
    "other Clans": ("settle", lambda s: with_tribe(s, clans=s.table.clans.tribes[0].clans[::-1]), "M-012"),
    "a card less": ("settle", lambda s: spoiled(s, pile=s.table.pile[1:]), "M-015"),
    "no population": ("settle", lambda s: with_clan(s, 1, population=0), "M-016"),
    "two Round counters": ("start", lambda s: spoiled(s, round=2), "M-020"),
    "a card that stays": ("draw", lambda s: spoiled(s, pile=DRAW.table.pile), "M-030"),
    "chosen for the other": ("choose", lambda s: spoiled(s, committed=(True, True)), "M-031"),
    "another card": ("chosen", lambda s: spoiled(s, picked=("nobody",) * 2), "M-032"),
    "open and not laid": ("placed", lambda s: spoiled(s, opened=(None, None)), "M-045"),
    "a Family at the other end": (
        "lay",
        lambda s: with_clan(s, where(s), above=s.table.clans.clan(0, where(s)).below, below=()),
        "M-040",
    ),
    "population of one": ("lay", lambda s: with_clan(s, where(s), population=3), "M-041"),
    "another modality": ("lay", lambda s: with_tribe(s, clans=dear(s)), "M-042"),
    "Choices that return": ("lay", lambda s: spoiled(s, gone=()), "M-033"),
    "one attack less": ("wave", lambda s: with_clan(s, 1, counters=Counters(attack=1)), "M-052"),
    "attack not in the Tribe": ("wave", lambda s: with_tribe(s, counters=Counters()), "M-053"),
    "the wave runs backward": ("wave", lambda s: spoiled(s, at=0), "M-050"),
    "committed for nothing": ("invest", lambda s: spoiled(s, committed=(False, False)), "M-060"),
    "paid at once": ("bought", lambda s: spoiled(s, world=AFTER["pay"].table.world), "M-074"),
    "mana that stays": ("pay", lambda s: with_clan(s, 3, counters=Counters(7, 4, 2)), "M-069"),
    "no Modality counter": ("pay", lambda s: with_clan(s, 3, above=(Family("brook_singers", 0, 1),)), "M-070"),
    "no new modality": ("pay", lambda s: with_clan(s, 3, above=(Family("brook_singers", 1, 0),)), "M-071"),
    "the other wins": ("resolve", lambda s: spoiled(s, ended="draw"), "M-081"),
    "no loss": ("war", lambda s: with_clan(s, 1, 1, population=4), "M-091"),
    "a loss that is not told": ("war", lambda s: spoiled(s, hit=()), "M-090"),
    "attack used up": ("war", lambda s: with_clan(s, 1, counters=Counters()), "M-096"),
    "no sacrifice": ("sacrifice", lambda s: with_clan(s, 1, 1, population=2), "M-093"),
    "sacrifice used up": ("sacrifice", sacrificed, "M-096"),
    "growth without bound": ("growth", lambda s: with_clan(s, 1, 1, population=4), "M-094"),
    "shield that stays": ("consolidate", lambda s: with_clan(s, 3, counters=Counters(mana=2, shield=1)), "M-100"),
    "mana taken away": ("consolidate", lambda s: with_clan(s, 3, counters=Counters()), "M-101"),
    "Soulstain taken away": ("consolidate", lambda s: with_tribe(s, soulstain=0), "M-101"),
    "Modality counters taken away": (
        "consolidate",
        lambda s: with_clan(s, 3, above=(Family("cinder_spears"),)),
        "M-101",
    ),
    "one more round": ("last", lambda s: spoiled(s, ended=NEW.table.ended, phase=Phase.START), "M-103"),
    "other options": ("start", lambda s: replace(s, table=with_set(s.table, pile_empty="population")), "M-122"),
    "another world": ("start", lambda s: spoiled(s, world=Nexus()), "M-122"),
    "no strength": ("strength", lambda s: spoiled(s, round=0), "M-200"),
    "a tile card that stays": ("draw a tile", lambda s: spoiled(s, pile=TILES.table.pile), "M-210"),
    "a tile for the other": ("choose a tile", lambda s: spoiled(s, committed=(True, True)), "M-211"),
    "a line that is told": ("aim", lambda s: spoiled(s, opened=(Aim(0, 3), None)), "M-220"),
    "a tile that is not there": ("slide", lambda s: spoiled(s, world=SLIDE.table.world), "M-223"),
    "no growth": ("process", lambda s: with_tile(s, counters=Counters()), "M-231"),
    "nothing to place": ("process", lambda s: worldly(s, pools=(Counters(), Counters())), "M-231"),
    "the wave stays": ("process", lambda s: spoiled(s, at=0), "M-230"),
    "nobody wins": ("win", lambda s: spoiled(s, ended=NEW.table.ended), "M-234"),
    "counters placed at once": ("scatter", lambda s: worldly(s, pools=(Counters(), Counters())), "M-250"),
    "counters placed and kept": ("put", lambda s: worldly(s, pools=LAID.table.nexus.pools), "M-250"),
    "counters not cleared": ("harvest", lambda s: with_tile(s, counters=Counters(attack=4)), "M-260"),
    "growth of five": ("harvest", lambda s: with_tile(s, population=6), "M-261"),
    "one more round of tiles": ("last tiles", lambda s: spoiled(s, ended=NEW.table.ended, phase=Phase.START), "M-271"),
}


def where(state: ManaState) -> int:
    """The position at which the first seat has laid its Family."""
    choice = ATTACH.table.opened[0]
    assert isinstance(choice, Attach)
    return choice.position


def dear(state: ManaState) -> tuple[Clan, ...]:
    """The Clans of the first seat with every Family in its second modality."""
    clans = state.table.clans.tribes[0].clans
    return tuple(
        replace(clan, above=tuple(map(second, clan.above)), below=tuple(map(second, clan.below))) for clan in clans
    )


def second(family: Family) -> Family:
    return replace(family, mode=1)


NONE = (0,) * 9
WRONG: dict[str, tuple[str, ManaAction, str]] = {
    "a Faction that lies there": ("default", LayOut("faction", "ember"), "M-001"),
    "a Default that is none": ("default", LayOut("default", "quiet_altar"), "M-002"),
    "a Playset Monument too early": ("default", LayOut("playset", "quiet_altar"), "M-003"),
    "no veto": ("found", Found(0, 4, ("ember", "reef"), ("flame", "root", "stream")), "M-010"),
    "one Faction twice": ("found", Found(0, 1, ("ember", "ember"), ("flame", "root", "stream")), "M-011"),
    "one Clan twice": ("found", Found(0, 1, ("ember", "reef"), ("flame", "flame", "root")), "M-012"),
    "nothing to take back": ("found", TakeBack(0), "M-013"),
    "opened too early": ("take back", Open(0, Found(0, 1, ("ember", "reef"), ("flame", "root", "stream"))), "M-013"),
    "something else opened": ("open", Open(0, Found(0, 1, ("ember",), ())), "M-013"),
    "a vetoed Monument": ("survive", Survive(0), "M-014"),
    "a card that is not in the pile": ("draw", DrawCard("nobody"), "M-033"),
    "a fourth Choice": ("choose", Choose(0, "D"), "M-031"),  # type: ignore[arg-type]  # none of the three
    "a second choice": ("take back", Found(0, 1, ("ember", "reef"), ("flame", "root", "stream")), "M-013"),
    "a third seat": ("choose", Choose(2, "A"), "M-031"),
    "no end of a column": ("attach", Attach(0, 1, "", 1), "M-040"),
    "a fresh Family in a dear modality": ("attach", Attach(0, 1, "top", 1), "M-043"),
    "other modalities": ("attach", Attach(0, 1, "top", 0, (1,) * 9), "M-044"),
    "a Family that is laid": ("lay", LayFamily(1), "M-040"),
    "the third position first": ("wave", RunWave(3), "M-050"),
    "a decision of another shape": ("invest", replace(BUYS, clan=()), "M-060"),
    "shield left in the tracker": ("invest", replace(BUYS, assign=(0,) * 10 + (2, 1, 0, 0, 0)), "M-061"),
    "mana of nobody": ("invest", replace(BUYS, assign=(0,) * 10 + (3, 1, 1, 0, 0)), "M-061"),
    "three attack of four mana": ("invest", replace(BUYS, tribe=(3, 0, 0)), "M-062"),
    "a Clan beyond its mana": ("invest", replace(BUYS, clan=(0,) * 6 + (2, 2, 4)), "M-062"),
    "attack beyond the population": ("invest", replace(BUYS, clan=(0,) * 6 + (3, 0, 0)), "M-063"),
    "shield beyond the population": ("invest", replace(BUYS, clan=(0,) * 6 + (0, 3, 0)), "M-064"),
    "attack beyond the Tribe": ("invest", replace(BUYS, tribe=(9, 0, 0)), "M-065"),
    "shield beyond the Tribe": ("invest", replace(BUYS, tribe=(0, 9, 0)), "M-066"),
    "growth beyond the population": ("invest", replace(BUYS, clan=(0,) * 6 + (0, 0, 3)), "M-067"),
    "growth beyond the Tribe": ("invest", replace(BUYS, tribe=(0, 0, 9)), "M-067"),
    "Modality counters beyond the mana": ("invest", replace(BUYS, bought=(5,)), "M-070"),
    "a modality that is not covered": ("invest", replace(BUYS, bought=(0,)), "M-071"),
    "a Monument that decides nothing": ("resolve", Resolve(4), "M-080"),
    "growth before war": ("war", Fight(1, "growth"), "M-090"),
    "the wrong phase": ("war", StartWave(), "M-020"),
    "the other game's Consolidation": ("consolidate", Harvest(), "M-100"),
    "a line that is none": ("aim", Aim(0, 9), "M-221"),
    "a full line": ("aim", Aim(0, 3), "M-224"),
    "the last place first": ("process", Process(4, 1), "M-230"),
    "counters for no tile": ("scatter", Scatter(0, (), (), True), "M-250"),
    "more than the pool": ("scatter", Scatter(0, (2, 0), (), True), "M-250"),
    "an act of the other game": ("war", Aim(0, 1), "M-122"),
}
BOXED = spoiled(
    with_clan(PLACING, 1, above=(Family("raiders"),) * 8, below=()),
    picked=("cinder_spears",) * 2,
    choices=("cinder_spears",) * 3,
)
FULL = with_tiles(AIMING, *(Tile(0, 3, row, "river_camp") for row in range(1, 6)))


def ids(texts: Iterable[str]) -> set[str]:
    found = set[str]()
    for text in texts:
        told = re.search(r"\((M-\d{3})\)\.$", text)
        assert told, text
        found.add(told.group(1))
    return found


@pytest.mark.parametrize("name", GOOD)
def test_an_act_by_the_rules_is_right(name: str) -> None:
    state, act = GOOD[name]
    assert step_laws.wrong_step(state, act, AFTER[name]) == ()


@pytest.mark.parametrize(
    ("name", "spoil", "rule"),
    [pytest.param(*case, id=name, marks=pytest.mark.rule(case[2])) for name, case in OTHERWISE.items()],
)
def test_an_act_that_does_otherwise_is_named(name: str, spoil: Spoils, rule: str) -> None:
    assert rule in ids(step_laws.wrong_step(*GOOD[name], spoil(AFTER[name])))


@pytest.mark.parametrize(
    ("name", "act", "rule"),
    [pytest.param(*case, id=name, marks=pytest.mark.rule(case[2])) for name, case in WRONG.items()],
)
def test_an_act_that_should_have_been_refused_is_named(name: str, act: ManaAction, rule: str) -> None:
    before = FULL if rule == "M-224" else GOOD[name][0]
    assert rule in ids(step_laws.wrong_step(before, act, AFTER[name]))


@pytest.mark.rule("M-040")
def test_a_full_column_takes_no_family() -> None:
    """B-24: another Clan must be chosen."""
    modes = tuple(each.mode for each in BOXED.table.clans.tribes[0].families)
    texts = step_laws.wrong_step(BOXED, Attach(0, 1, "top", 0, modes), BOXED)
    assert "Attach chose the full column 1 (M-040)." in texts


@pytest.mark.rule("M-070", "M-067")
def test_every_cap_of_a_playset_is_held() -> None:
    """A rate of a Clan may be capped by the whole Tribe, and Modality counters by the Clan (4.4)."""
    playset = INVEST.table.clans_set
    rates = replace(
        playset.convert.clan,
        modality=Rate(1, "clan_population"),
        attack=Rate(1, "tribe_population"),
        growth=Rate(1, "none"),
    )
    setup = replace(INVEST.table.setup, playset=replace(playset, convert=replace(playset.convert, clan=rates)))
    state = spoiled(INVEST, setup=setup)
    more = replace(BUYS, clan=(0,) * 6 + (3, 0, 3), bought=(1,))
    assert not tuple(wrong_act(state, more))
    many = replace(BUYS, clan=(0,) * 9, bought=(3,))
    assert tuple(wrong_act(state, many)) == ("A Clan of 2 bought 3 Modality counters (M-070).",)


@pytest.mark.rule("M-081")
def test_nothing_is_done_after_the_end() -> None:
    over = AFTER["last"]
    assert ids(step_laws.wrong_step(over, StartWave(), over)) == {"M-081"}


def test_each_law_of_acts_has_an_act_that_breaks_it() -> None:
    shown = {rule for *_, rule in (*OTHERWISE.values(), *WRONG.values())}
    assert shown == set(step_laws.LAWS)
    assert len(set(step_laws.LAWS)) == len(step_laws.LAWS)


@pytest.mark.rule("M-032")
def test_two_cards_of_a_kind_are_not_one_card() -> None:
    """S-M06: a Family brings 1 population where both indicated one letter, and 2 otherwise; A and B may be alike."""
    cards = ("cinder_spears",) * 2
    for is_shared, right in ((True, 1), (False, 2)):
        twins = spoiled(ATTACH, picked=cards, choices=(*cards, "raiders"), is_shared=is_shared)
        laid = COURSE.apply_action(twins, LayFamily(0))
        before = twins.table.clans.clan(0, where(laid)).population
        assert laid.table.clans.clan(0, where(laid)).population == before + right
        for number in (1, 2, 3):
            after = with_clan(laid, where(laid), population=before + number)
            assert ids(step_laws.wrong_step(twins, LayFamily(0), after)) == (set() if number == right else {"M-041"})


@pytest.mark.parametrize("mode", ["clans", "nexus"])
def test_each_act_of_games_at_random_is_right(mode: str) -> None:
    for seed in range(20, 23):
        rng = random.Random(seed)
        for before, act, after in played(rng, {**varied_options(rng), "mode": mode}):
            assert step_laws.wrong_step(before, act, after) == ()
            public = replace(before, secrets=(None,) * len(BOTH), sealed=before.sealed_for(None))
            known = replace(after, secrets=(None,) * len(BOTH), sealed=after.sealed_for(None))
            told: Any = act.public()
            assert step_laws.wrong_step(public, told, known) == ()
