"""Each law of positions notices the position that breaks it, and each law of acts the act that does otherwise."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.rolling_with_the_waves.laws import invariants
from companion.games.rolling_with_the_waves.state.model import (
    Aim,
    Allocate,
    DiceAction,
    DiceState,
    Draft,
    DropAnchor,
    RaiseSpirits,
    Stow,
    TakeBag,
    Write,
)
from companion.games.rolling_with_the_waves.state.records import Phase
from companion.games.shared.figures import Figure
from companion.laws.rolling_with_the_waves import step_laws
from tests.companion.games.rolling_with_the_waves.at_the_table import (
    BLUE,
    CLEAR,
    GAME,
    RED,
    after,
    boards_open,
    charts,
    clear,
    dice,
    table_of,
)


def ids(texts: Any) -> set[str]:
    return {found for text in texts for found in re.findall(r"R-\d{3}", str(text))}


def spoiled(state: DiceState, **changes: Any) -> DiceState:
    return replace(state, table=replace(state.table, whole=replace(state.table.played, **changes)))


def with_map(state: DiceState, seat: int, **changes: Any) -> DiceState:
    maps = list(state.table.played.maps)
    maps[seat] = replace(maps[seat], **changes)
    return spoiled(state, maps=tuple(maps))


START = table_of(2)
DRAFTED = table_of(2, Phase.ALLOCATE, nests=(clear(1, 2, 3), dice((RED, 1), (BLUE, 2), (BLUE, 3))))
ONE_LIES = after(DRAFTED, Allocate(0, "hull"))
OPEN = boards_open(2, {0: (1, 2, 3)}, {0: ("hull", "ports", "crew")})


def figures_with(state: DiceState, place: int, value: int) -> DiceState:
    setup = state.table.played.setup
    figures = (*setup.figures[:place], Figure(value, "owner"), *setup.figures[place + 1 :])
    return spoiled(state, setup=replace(setup, figures=figures))


BROKEN: dict[str, tuple[DiceState, str]] = {
    "two of one colour": (spoiled(START, setup=replace(START.table.played.setup, colours=(RED, RED))), "R-007"),
    "a die too many": (spoiled(START, bag=(3, 2, 3)), "R-009"),
    "a die too few": (spoiled(START, supply=(3, 3, 2)), "R-009"),
    "a die in two places": (spoiled(DRAFTED, pool=dice((RED, 1))), "R-009"),
    "nobody has the bag": (spoiled(START, first=-1), "R-010"),
    "Infamy below none": (with_map(START, 1, infamy=-1), "R-036"),
    "Infamy beyond the circles": (with_map(START, 0, infamy=19), "R-036"),
    "four dice drafted": (spoiled(DRAFTED, nests=(clear(1, 2, 3), dice(*((BLUE, 1),) * 4))), "R-040"),
    "sealed is not what was told": (spoiled(ONE_LIES, placed=(2, 0)), "R-050"),
    "more dice lie than were drafted": (spoiled(DRAFTED, placed=(4, 0)), "R-050"),
    "open and sealed": (spoiled(ONE_LIES, icons=(("hull",), ()), phase=Phase.REVEAL), "R-050"),
    "open too early": (spoiled(DRAFTED, icons=(("hull", "crew", "ports"), ())), "R-050"),
    "called too early": (spoiled(ONE_LIES, called=(True, False)), "R-050"),
    "opened too early": (spoiled(ONE_LIES, phase=Phase.REVEAL), "R-050"),
    "two dice on an icon": (spoiled(OPEN, icons=(("hull", "hull", "crew"), ())), "R-051"),
    "buried with two dice": (spoiled(OPEN, icons=(("bury1", "bury1", "crew"), ())), "R-054"),
    "sealed on a full icon": (with_map(ONE_LIES, 0, hull=(1,) * 5), "R-057"),
    "three values at Raise Spirits": (with_map(START, 0, spirits=(1, 2, 3)), "R-071"),
    "seven values in a chest": (with_map(START, 0, chests=((1,) * 7, (), ())), "R-082"),
    "an eight": (with_map(START, 0, chests=((8,), (), ())), "R-082"),
    "an empty chest is buried": (with_map(START, 1, buried=(False, True, False)), "R-092"),
    "six values on a track": (with_map(START, 0, ports=(1,) * 6), "R-102"),
    "circles that fall": (figures_with(START, 9, 6), "R-102"),  # the second of the Hull, below the first
    "a cannon that has not fired": (with_map(START, 0, small=(1, 2)), "R-111"),
    "a cannon with too many": (with_map(boards_open(2, {}, {}), 0, large=(1, 2, 3, 4)), "R-111"),
}


@pytest.mark.parametrize("state", [START, DRAFTED, ONE_LIES, OPEN])
def test_regular_positions_break_no_law(state: DiceState) -> None:
    assert invariants.violations(state) == ()


@pytest.mark.rule("R-009", "R-036", "R-051", "R-144")
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_law_is_noticed(name: str) -> None:
    state, rule = BROKEN[name]
    assert rule in ids(invariants.violations(state))


def test_each_law_of_positions_has_a_position_that_breaks_it() -> None:
    assert {rule for _, rule in BROKEN.values()} == set(invariants.LAWS)


def test_without_a_limit_of_infamy_any_number_is_right() -> None:
    assert invariants.violations(with_map(figures_with(START, 0, 0), 0, infamy=40)) == ()


# --- acts ---

POOL = table_of(2, Phase.DRAFT, pool=dice((RED, 5), (BLUE, 4), (CLEAR, 2)))
SAILOR = table_of(2, Phase.DRAFT, pool=dice((BLUE, 6)))
PAYING = table_of(2, Phase.DRAFT, pool=dice((BLUE, 3)))
RAISED = boards_open(2, {0: (3,)}, {0: ("ports",)}, maps=charts(2, p0={"spirits": (1, 2)}))
BURIES = boards_open(2, {0: (1, 2, 3)}, {0: ("bury1",) * 3}, maps=charts(2, p0={"chests": ((4,), (), ())}))
CHEST = boards_open(2, {0: (6,)}, {0: ("chest1",)})
HIRES = boards_open(2, {0: (6,)}, {0: ("crew",)}, maps=charts(2, p0={"crew": (5,)}))
FIRING = table_of(
    2,
    Phase.FIRE,
    maps=charts(
        2, p0={"large": (4, 4, 4), "chests": ((1,), (), ())}, p1={"chests": ((5, 4, 1), (2,), ()), "hull": (7,)}
    ),
)
AIMED = after(FIRING, Aim(0, ("large",), 1, 0))
ANCHOR = table_of(2, Phase.ANCHOR, nests=(dice((RED, 1), (CLEAR, 3)), dice((BLUE, 2))))
GOOD: dict[str, tuple[DiceState, DiceAction]] = {
    "bag": (GAME.new_game({"players": 2}, {}), TakeBag(1)),
    "roll": (START, GAME.legal_actions(START)[0]),
    "draft": (POOL, Draft(0, RED, 5, "free")),
    "pay": (PAYING, Draft(0, BLUE, 3, "pay")),
    "sailor": (SAILOR, Draft(0, BLUE, 6, "drunken")),
    "allocate": (DRAFTED, Allocate(0, "crew")),
    "raise": (RAISED, RaiseSpirits(0, True)),
    "raised": (after(RAISED, RaiseSpirits(0, True)), Write("ports")),
    "chest": (CHEST, Write("chest1")),
    "bury": (BURIES, Write("bury1")),
    "crew": (HIRES, Write("crew")),
    "aim": (FIRING, Aim(0, ("large",), 1, 0)),
    "stow": (AIMED, Stow(0, 0)),
    "anchor": (ANCHOR, DropAnchor()),
}
OTHERWISE: dict[str, tuple[str, dict[str, Any], str]] = {
    "the die stays in the pool": ("draft", {"pool": POOL.table.played.pool}, "R-031"),
    "another die is taken": ("draft", {"pool": dice((RED, 5), (CLEAR, 2))}, "R-031"),
    "a bid for nothing": ("pay", {"maps": charts(2)}, "R-034"),
    "the sailor stays as it was": ("sailor", {"nests": (dice((BLUE, 6)), ())}, "R-038"),
    "somebody else gets the die": ("draft", {"nests": ((), dice((RED, 5)))}, "R-038"),
    "another value is written": ("raised", {"maps": charts(2, p0={"ports": (5,), "infamy": 5})}, "R-102"),
    "a chest is dug up": ("anchor", {"maps": charts(2, p0={"buried": (True, False, False)})}, "R-091"),
    "a chest grows by itself": ("chest", {"maps": charts(2, p0={"chests": ((5,), (), ())})}, "R-119"),
    "Infamy for a chest": ("chest", {"maps": charts(2, p0={"chests": ((6,), (), ()), "infamy": 6})}, "R-125"),
    "no Infamy from Ports": ("raised", {"maps": charts(2, p0={"ports": (7,)})}, "R-132"),
    "two levels of Crew bring one die": ("crew", {"bag": (3, 2, 2), "supply": (2, 3, 3)}, ""),
    "no die for a level of Crew": ("crew", {"bag": (2, 2, 2), "supply": (3, 3, 3)}, "R-142"),
    "the cannon stays loaded": ("aim", {"maps": charts(2, p0={"large": (4, 4)})}, "R-126"),
    "dice stay in the nests": ("anchor", {"nests": ANCHOR.table.played.nests}, "R-151"),
    "a die is lost": ("anchor", {"bag": (1, 2, 3)}, "R-151"),
    "the bag stays": ("anchor", {"first": 0}, "R-152"),
}


def volley(robbed: tuple[int, ...], loot: tuple[int, ...], infamy: int = 9, hull: tuple[int, ...] = (7,)) -> Any:
    """What maps look like after Ada has fired."""
    return charts(
        2,
        p0={"chests": ((1, *loot), (), ()), "infamy": infamy},
        p1={"chests": (robbed, (2,), ()), "hull": hull},
    )


@pytest.mark.parametrize("name", GOOD)
def test_what_the_rules_do_breaks_no_law_of_acts(name: str) -> None:
    state, act = GOOD[name]
    assert step_laws.wrong_step(state, act, after(state, act)) == ()


@pytest.mark.parametrize("name", OTHERWISE)
def test_an_act_that_does_otherwise_is_noticed(name: str) -> None:
    good, changes, rule = OTHERWISE[name]
    state, act = GOOD[good]
    found = ids(step_laws.wrong_step(state, act, spoiled(after(state, act), **changes)))
    assert rule in found if rule else not found


@pytest.mark.rule(
    "R-119", "R-120", "R-123", "R-125"
)  # three shots, and one is stopped: 1 and 4 are taken, in this order
@pytest.mark.parametrize(
    ("robbed", "loot", "infamy", "rule"),
    [
        ((5,), (1, 4), 9, ""),
        ((4, 1), (5,), 9, "R-119"),  # from the bottom
        ((5, 1), (4,), 9, "R-119"),  # from the middle
        ((), (1, 4, 5), 9, "R-120"),  # as if there were no Hull
        ((5, 4), (1,), 9, "R-120"),
        ((5,), (4, 1), 9, "R-123"),
        ((5,), (1, 6), 9, "R-123"),
        ((5,), (1, 4), 10, "R-125"),
        ((5,), (1, 4), 5, "R-125"),
    ],
)
def test_chests_are_robbed_from_the_top_as_far_as_the_hull_lets(
    robbed: tuple[int, ...], loot: tuple[int, ...], infamy: int, rule: str
) -> None:
    then = spoiled(after(AIMED, Stow(0, 0)), maps=volley(robbed, loot, infamy))
    found = ids(step_laws.wrong_step(AIMED, Stow(0, 0), then))
    assert rule in found if rule else not found


@pytest.mark.rule("R-094")
def test_a_buried_chest_that_is_robbed_is_noticed() -> None:
    buried = with_map(AIMED, 1, buried=(True, False, False))
    then = with_map(spoiled(after(AIMED, Stow(0, 0)), maps=volley((5,), (1, 4))), 1, buried=(True, False, False))
    assert "R-094" in ids(step_laws.wrong_step(buried, Stow(0, 0), then))


@pytest.mark.rule("R-073")
def test_raise_spirits_is_emptied_by_a_use_alone() -> None:
    hull = boards_open(2, {0: (3,)}, {0: ("hull",)}, maps=charts(2, p0={"spirits": (1,)}))
    then = with_map(after(hull, Write("hull")), 0, spirits=())
    assert "R-073" in ids(step_laws.wrong_step(hull, Write("hull"), then))
    seven = with_map(after(hull, Write("hull")), 0, hull=(7,))
    assert "R-102" in ids(step_laws.wrong_step(hull, Write("hull"), seven))


@pytest.mark.rule("R-133")
def test_the_greatest_ports_bring_one_more() -> None:
    state = boards_open(2, {0: (6,)}, {0: ("ports",)})
    assert step_laws.wrong_step(state, Write("ports"), after(state, Write("ports"))) == ()
    less = with_map(after(state, Write("ports")), 0, infamy=6)  # the level alone
    assert "R-132" in ids(step_laws.wrong_step(state, Write("ports"), less))


def test_each_law_of_acts_has_an_act_that_breaks_it() -> None:
    elsewhere = {"R-073", "R-094", "R-119", "R-120", "R-123"}
    assert {rule for *_, rule in OTHERWISE.values()} | elsewhere >= set(step_laws.LAWS)
