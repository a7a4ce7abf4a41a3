"""Each law of positions notices the position that breaks it, and each law of acts the act that does otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import NO_PRICE, Price
from companion.games.atlantis_rising.host.options import new_game
from companion.games.atlantis_rising.laws import invariants
from companion.games.atlantis_rising.rules.acts import (
    Activate,
    AllPlaced,
    BeginWrath,
    Build,
    BuyBarrier,
    BuyUnflood,
    ChooseCouncilor,
    DrawMisfortune,
    EndActions,
    LayComponent,
    LeaveUnbuilt,
    MoveWrath,
    PassMarker,
    Place,
    TakeCouncilor,
    TakeUp,
)
from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.rules.decisions import (
    ChooseFlood,
    DiscardCard,
    DrawCard,
    GiveRecruit,
    Keep,
    LetLie,
    PlaceBarrier,
    PlayCard,
    RemoveMisfortune,
    Roll,
    Spend,
)
from companion.games.atlantis_rising.state.model import (
    Atlantean,
    AtlantisAction,
    AtlantisState,
    Built,
    Deck,
    Hand,
    Phase,
)
from companion.games.atlantis_rising.state.steps import (
    Attempt,
    Discarding,
    Drawing,
    Fencing,
    Flooding,
    Peeking,
    Recruiting,
)
from companion.laws.atlantis_rising import step_laws
from tests.companion.games.atlantis_rising.law_positions import built, standing, started, with_table
from tests.companion.games.atlantis_rising.play import after, all_acted

START = started(4)
SOLO = with_table(started(1), hologram="priest", revealed=(), phase=Phase.PLACE)
SOLO = with_table(SOLO, stack=tuple(name for name in SOLO.table.stack if name != "priest"))
ACTING = standing(START, (0, "follower", "hills_1", 0), (1, "follower", "cities_1", 0), phase=Phase.ACTIONS)
ROUND_2 = built(with_table(START, round=2), "spirit_seal", "mystic_siphon", "solar_matrix")


def spoiled(state: AtlantisState, **changes: Any) -> AtlantisState:
    return with_table(state, **changes)


def moved(state: AtlantisState, number: int, **changes: Any) -> AtlantisState:
    """The same with one piece changed, counted in the order of the position."""
    pieces = list(state.table.atlanteans)
    pieces[number] = replace(pieces[number], **changes)
    return with_table(state, atlanteans=tuple(pieces))


def ids(texts: Iterable[Any]) -> set[str]:
    return {found for text in texts for found in re.findall(r"A-\d{3}", str(text))}


def rolling(**changes: Any) -> AtlantisState:
    attempt = Attempt("hills_1", 0, (0,), (0,), rolls=(0,))
    return spoiled(ACTING, steps=(replace(attempt, **changes),))


def drawn(step: Drawing) -> AtlantisState:
    return spoiled(ACTING, steps=(step,))


def misfortunes(**changes: Any) -> AtlantisState:
    return spoiled(START, misfortunes=replace(START.table.misfortunes, **changes))


LIBRARY = START.table.library
CLOSED = started(4, hands="closed")
FOUR = ("energy", "energy", "energy", "energy")
HOLDS_FOUR = spoiled(
    START,
    hands=((*FOUR,), (), (), ()),
    library=replace(LIBRARY, cards=tuple(each for each in LIBRARY.cards if each[0] != "energy")),
)

REPLACED = {"mystic_siphon": Built("b_3")}
UNSEEN = tuple(each for each in START.table.artifacts if each != "artifact_2")
BROKEN: dict[str, tuple[AtlantisState, str]] = {
    "two of one colour": (spoiled(START, colours=("red", "red", "blue", "green")), "A-012"),
    "a colour for more players": (spoiled(SOLO, colours=("green",)), "A-135"),
    "two of one councilor": (spoiled(START, councilors=("priest", "priest", "explorer", "champion")), "A-011"),
    "two Leaders": (moved(START, 0, kind="leader"), "A-012"),
    "a follower too many": (spoiled(START, supply=(3, 2, 2, 2)), "A-015"),
    "a follower that is lost": (spoiled(START, supply=(1, 2, 2, 2)), "A-015"),
    "nine volunteers": (spoiled(START, volunteers=9), "A-121"),
    "a Hologram of four": (spoiled(START, atlanteans=(*START.table.atlanteans, Atlantean(3, "hologram"))), "A-155"),
    "no Automaton alone": (spoiled(SOLO, atlanteans=SOLO.table.atlanteans[1:]), "A-155"),
    "the marker is nowhere": (spoiled(START, starter=4), "A-137"),
    "somebody stands there in the wrath": (spoiled(ACTING, phase=Phase.WRATH), "A-050"),
    "acted before the actions": (moved(standing(START, (0, "leader", "hills_1", 0)), 2, acted=True), "A-046"),
    "acted at hand": (moved(START, 0, acted=True), "A-050"),
    "four on three spaces": (
        standing(START, *((seat, "leader", "hills_1", seat) for seat in range(3)), (3, "leader", "hills_1", 2)),
        "A-026",
    ),
    "on a space that is none": (standing(START, (0, "leader", "forests_6", 1)), "A-026"),
    "three in a Cities space": (
        standing(started(4, "priest"), *((seat, "leader", "cities_1", 0) for seat in range(3))),
        "A-026",
    ),
    "on an unbuilt component": (standing(START, (0, "follower", "spirit_seal", 0)), "A-030"),
    "on a new component": (standing(built(START, "spirit_seal"), (0, "follower", "spirit_seal", 0)), "A-111"),
    "a Leader at the Spirit Seal": (standing(ROUND_2, (0, "leader", "spirit_seal", 0)), "A-167"),
    "on the third build space": (standing(START, (0, "leader", "build_3", 0)), "A-031"),
    "on a flooded tile": (spoiled(standing(START, (0, "leader", "hills_6", 0)), dry=(6, 5, 6, 6, 6, 6)), "A-032"),
    "the Automaton alone": (standing(SOLO, (0, "automaton", "hills_1", 0)), "A-153"),
    "seven dry tiles": (spoiled(START, dry=(7, 6, 6, 6, 6, 6)), "A-040"),
    "a barrier in the water": (spoiled(START, dry=(0, 6, 6, 6, 6, 6), barriers=(0,)), "A-098"),
    "two barriers at one place": (spoiled(START, barriers=(1, 1)), "A-098"),
    "lost on dry land": (spoiled(START, ended="lost"), "A-043"),
    "the counter beside its track": (spoiled(START, wrath=6), "A-054"),
    "less than nothing": (spoiled(START, reserves=(Price(gold=-1), *START.table.reserves[1:])), "A-106"),
    "nine components": (spoiled(START, blueprint=START.table.blueprint[1:]), "A-156"),
    "a component twice": (spoiled(START, blueprint=(*START.table.blueprint[:9], START.table.blueprint[8])), "A-156"),
    "another first game": (
        spoiled(
            START,
            blueprint=tuple(REPLACED.get(each.component, each) for each in START.table.blueprint),
        ),
        "A-009",
    ),
    "built in days to come": (built(START, "spirit_seal", round_=2), "A-111"),
    "the core before the others": (built(START, "power_core"), "A-113"),
    "won without the core": (spoiled(START, ended="won"), "A-119"),
    "something to do at the end": (
        spoiled(START, ended="lost", dry=(0,) * 6, steps=(Fencing(0, 1),)),
        "A-119",
    ),
    "a misfortune too early": (spoiled(START, drawn=1), "A-045"),
    "a round before the first": (spoiled(START, round=0), "A-023"),
    "three floods for two": (spoiled(START, phase=Phase.MISFORTUNE, steps=(Flooding(0, 3, "depleted"),)), "A-042"),
    "the wrath among the misfortunes": (
        spoiled(START, phase=Phase.MISFORTUNE, wrath=1, steps=(Flooding(0, 1, "wrath"),)),
        "A-051",
    ),
    "a roll in the Forges": (rolling(place="forges_1"), "A-058"),
    "a die with a seven": (rolling(values=(7,), energy=(0,), rolls=()), "A-058"),
    "two dice on a wild tile": (rolling(rollers=(0, 0), bonus=(0, 0)), "A-065"),
    "somebody else's die": (rolling(rollers=(3,)), "A-065"),
    "a misfortune too many": (misfortunes(discards=("calm_seas",)), "A-006"),
    "a misfortune lost": (misfortunes(cards=START.table.misfortunes.cards[1:]), "A-006"),
    "a library card too many": (spoiled(START, hands=(("energy",), (), (), ())), "A-005"),
    "an artifact in two places": (spoiled(START, boxed_artifacts=("artifact_2",)), "A-004"),
    "five artifacts in the deck": (
        spoiled(START, hands=(("artifact_2",), (), (), ()), artifacts=UNSEEN),
        "A-004",
    ),
    "five cards in a hand": (
        spoiled(HOLDS_FOUR, hands=((*FOUR, "unflood"), (), (), ())),
        "A-081",
    ),
    "a card too few to discard": (spoiled(HOLDS_FOUR, steps=(Discarding(0, 0),)), "A-082"),
    "a card told that nobody has": (replace(CLOSED, secrets=(Hand(("energy",)), *CLOSED.secrets[1:])), "A-074"),
    "an artifact that is kept and not laid open": (
        replace(
            spoiled(CLOSED, hands=(("?",), (), (), ()), library=replace(LIBRARY, hidden=1)),
            secrets=(Hand(("artifact_2",)), *CLOSED.secrets[1:]),
        ),
        "A-084",
    ),
    "a hidden card that nobody counts": (spoiled(CLOSED, library=replace(LIBRARY, hidden=1)), "A-005"),
    "twice in a round": (spoiled(START, used=(1, 1)), "A-049"),
    "a stack for four": (spoiled(START, stack=("priest",)), "A-136"),
    "a board that is lost": (spoiled(SOLO, stack=SOLO.table.stack[1:]), "A-136"),
    "a Hologram without a board": (spoiled(SOLO, hologram=""), "A-139"),
    "an artifact without a Scholar": (spoiled(SOLO, scholar_artifact="artifact_2"), "A-175"),
}


@pytest.mark.parametrize("state", [START, SOLO, ACTING, ROUND_2, HOLDS_FOUR, rolling()])
def test_regular_positions_break_no_law(state: AtlantisState) -> None:
    assert invariants.violations(state) == ()


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_law_is_noticed(name: str) -> None:
    state, rule = BROKEN[name]
    assert rule in ids(invariants.violations(state))


def test_each_law_of_positions_has_a_position_that_breaks_it() -> None:
    assert {rule for _, rule in BROKEN.values()} == set(invariants.LAWS)


# --- acts ---

RICH = spoiled(ACTING, reserves=(Price(4, 4, 4, 4, 9),) * 4)
AT_GATE = spoiled(
    standing(START, (0, "follower", "build_1", 0), (1, "leader", "build_1", 0), phase=Phase.ACTIONS),
    reserves=(Price(4, 4, 4, 4, 9),) * 4,
)
DRAWING = spoiled(START, phase=Phase.MISFORTUNE)
FENCED = spoiled(START, phase=Phase.MISFORTUNE, barriers=(1,))
ON_HILLS = spoiled(standing(START, (0, "leader", "hills_6", 0)), phase=Phase.MISFORTUNE)
CHOOSING = spoiled(START, phase=Phase.COUNTER, drawn=4, steps=(Flooding(-1, 2, "wrath"),), wrath=3)
WRATH = spoiled(START, phase=Phase.WRATH, drawn=4, wrath=3)
READING = drawn(Drawing(0, 0, "one_discard", ("energy", "unflood")))
BOTTOM = drawn(Drawing(0, 0, "one_bottom", ("energy", "unflood")))
DRAWS = drawn(Drawing(0, 2, "one_discard"))
LIES = spoiled(rolling(values=(4,), energy=(0,), rolls=()), reserves=(Price(energy=3), *START.table.reserves[1:]))
SHARED = spoiled(ACTING, steps=(Recruiting((0, 1)),))
PEEKED = spoiled(
    START,
    phase=Phase.ACTIONS,
    drawn=4,
    misfortunes=Deck((), ("drain",), ("calm_seas", "panic", "drain")),
    steps=(Peeking(0, 1),),
)
SERVED = spoiled(
    START,
    phase=Phase.END,
    drawn=4,
    volunteers=7,
    atlanteans=(*START.table.atlanteans, Atlantean(3, "volunteer", acted=True)),
)
SEAL = (Price(gold=3), Price(crystal=1, atlantium=2), NO_PRICE, NO_PRICE)
FEW = spoiled(new_game({"players": 4, "level": 2}, {}), colours=("red", "blue", "yellow", "green"))
FEW = spoiled(FEW, councilors=("priest", "explorer", "champion", ""))
GOOD: dict[str, tuple[AtlantisState, AtlantisAction]] = {
    "board": (FEW, TakeCouncilor(3, "emissary")),
    "lay": (after(FEW, TakeCouncilor(3, "emissary")), LayComponent("spirit_seal")),
    "place": (START, Place(0, "leader", "hills_1", 0)),
    "take": (standing(START, (0, "leader", "hills_1", 0)), TakeUp(0, "leader", "hills_1", 0)),
    "placed": (spoiled(standing(START, phase=Phase.ACTIONS), phase=Phase.PLACE, drawn=0), AllPlaced()),
    "calm": (DRAWING, DrawMisfortune("calm_seas")),
    "quake": (DRAWING, DrawMisfortune("earthquake")),
    "hills": (ON_HILLS, DrawMisfortune("basic_hills")),
    "stopped": (FENCED, DrawMisfortune("basic_hills")),
    "lost": (spoiled(DRAWING, dry=(0,) * 6), DrawMisfortune("basic_hills")),
    "acts": (ACTING, Activate(2, "leader", "centre", 0)),
    "rolls": (ACTING, Activate(0, "follower", "hills_1", 0)),
    "over": (all_acted(ACTING), EndActions()),
    "roll": (rolling(), Roll((6,))),
    "spend": (LIES, Spend(0, 0, 1)),
    "lie": (LIES, LetLie()),
    "recruit": (SHARED, GiveRecruit(1)),
    "barrier": (RICH, BuyBarrier(2, (4, 0, 0, 0))),
    "raise": (spoiled(RICH, dry=(6, 5, 6, 6, 6, 6)), BuyUnflood(1, (5, 0, 0, 0))),
    "fence": (spoiled(ACTING, steps=(Fencing(0, 1),)), PlaceBarrier(3)),
    "build": (AT_GATE, Build("build_1", "spirit_seal", SEAL)),
    "leave": (AT_GATE, LeaveUnbuilt("build_1")),
    "card": (DRAWS, DrawCard(0, "energy")),
    "keep": (READING, Keep(0, ("energy",), 0)),
    "under": (BOTTOM, Keep(0, ("energy",), 0)),
    "play": (HOLDS_FOUR, PlayCard(0, "energy")),
    "discard": (spoiled(HOLDS_FOUR, steps=(Discarding(0, 1),)), DiscardCard(0, "energy")),
    "remove": (PEEKED, RemoveMisfortune(0, "panic", "top")),
    "wrath": (WRATH, BeginWrath()),
    "choose": (CHOOSING, ChooseFlood(1)),
    "counter": (spoiled(WRATH, phase=Phase.COUNTER), MoveWrath()),
    "passes": (SERVED, PassMarker()),
    "hologram": (
        spoiled(SOLO, hologram="", revealed=("priest", "champion"), phase=Phase.REVEAL),
        ChooseCouncilor(0, "priest"),
    ),
}
TAKEN_UP = GOOD["take"][0]
HOME = START.table.atlanteans
OTHERWISE: dict[str, tuple[str, dict[str, Any], str]] = {
    "a colour changes": ("place", {"colours": ("navy", "blue", "yellow", "green")}, "A-011"),
    "a councilor changes": ("place", {"councilors": ("priest", *START.table.councilors[1:])}, "A-011"),
    "another component lies there": ("lay", {"blueprint": (Built("d_2"), Built("power_core"))}, "A-010"),
    "the phase stays": ("placed", {"phase": Phase.PLACE}, "A-022"),
    "the piece stays at hand": ("place", {"atlanteans": HOME}, "A-023"),
    "the piece stays there": (
        "take",
        {"atlanteans": TAKEN_UP.table.atlanteans},
        "A-024",
    ),
    "nobody has acted": ("acts", {"atlanteans": ACTING.table.atlanteans}, "A-046"),
    "somebody stays on the island": ("over", {"atlanteans": ACTING.table.atlanteans}, "A-050"),
    "the builders stay": ("build", {"atlanteans": AT_GATE.table.atlanteans}, "A-107"),
    "those who built nothing stay": ("leave", {"atlanteans": AT_GATE.table.atlanteans}, "A-107"),
    "the counter stays": ("counter", {"wrath": 3}, "A-054"),
    "the marker stays": ("passes", {"starter": 0}, "A-056"),
    "nothing is built": ("build", {"blueprint": AT_GATE.table.blueprint}, "A-109"),
    "a volunteer is lost": ("acts", {"volunteers": 7}, "A-121"),
    "a volunteer stays": ("passes", {"volunteers": 7, "atlanteans": SERVED.table.atlanteans}, "A-122"),
    "an Earthquake is forgotten": ("quake", {"numbers": ()}, "A-162"),
    "a follower leaves the game": ("acts", {"boxed": (1, 0, 0, 0)}, "A-168"),
    "nobody has drawn": ("calm", {"drawn": 0}, "A-034"),
    "the card goes back": ("calm", {"misfortunes": START.table.misfortunes}, "A-034"),
    "a card comes from nowhere": ("place", {"hands": (("energy",), (), (), ())}, "A-074"),
    "a card is drawn and kept": ("card", {"hands": (("energy",), (), (), ())}, "A-074"),
    "the other card is lost": ("keep", {"library": LIBRARY}, "A-076"),
    "the other card is not below": ("under", {"library": replace(LIBRARY, discards=("unflood",))}, "A-077"),
    "the deck stays": ("card", {"library": LIBRARY}, "A-079"),
    "a card stays in the hand": ("play", {"hands": HOLDS_FOUR.table.hands}, "A-082"),
    "a card is discarded twice": ("discard", {"hands": (("energy",) * 2, (), (), ())}, "A-082"),
    "a removed card stays": ("remove", {"misfortunes": PEEKED.table.misfortunes}, "A-170"),
    "two tiles flood": ("hills", {"dry": (6, 4, 6, 6, 6, 6)}, "A-040"),
    "another tile floods": ("hills", {"dry": (5, 6, 6, 6, 6, 6)}, "A-040"),
    "nobody is washed away": ("hills", {"atlanteans": ON_HILLS.table.atlanteans}, "A-041"),
    "the game goes on": ("lost", {"ended": None}, "A-043"),
    "a flood is forgotten": ("wrath", {"steps": ()}, "A-051"),
    "a flood counts twice": ("choose", {"steps": ()}, "A-051"),
    "no barrier stands": ("fence", {"barriers": ()}, "A-098"),
    "the barrier stays": ("stopped", {"barriers": (1,)}, "A-099"),
    "another barrier goes": ("stopped", {"barriers": (), "dry": (6, 5, 6, 6, 6, 6)}, "A-040"),
    "a barrier goes by itself": ("acts", {"barriers": (2,)}, "A-098"),
    "energy for nothing": ("acts", {"reserves": (Price(energy=9),) * 4}, "A-126"),
    "no resource": ("roll", {"reserves": rolling().table.reserves}, "A-126"),
    "two resources": ("roll", {"reserves": (Price(gold=2, energy=2), *START.table.reserves[1:])}, "A-126"),
    "energy is kept": ("spend", {"reserves": LIES.table.reserves}, "A-126"),
    "two recruits": ("recruit", {"supply": (2, 0, 2, 2)}, "A-068"),
    "the wrong recruit": ("recruit", {"supply": (1, 2, 2, 2)}, "A-068"),
    "a roll is not counted": ("roll", {"fortune": ACTING.table.fortune}, "A-058"),
    "a misfortune is not counted": ("calm", {"weather": START.table.weather}, "A-034"),
    "a flood is not told": ("hills", {"tide": ()}, "A-040"),
    "a broken barrier is not told": ("stopped", {"broken": ()}, "A-099"),
    "a stopped flood is not counted": ("stopped", {"stopped": (0,) * 6}, "A-099"),
    "the price is forgotten": ("build", {"reserves": AT_GATE.table.reserves}, "A-126"),
}
WRONG: dict[str, tuple[str, AtlantisAction, str]] = {
    "all placed too early": ("place", AllPlaced(), "A-023"),
    "the actions end too early": ("acts", EndActions(), "A-046"),
    "a barrier for three": ("barrier", BuyBarrier(2, (3, 0, 0, 0)), "A-092"),
    "a tile for six": ("raise", BuyUnflood(1, (5, 1, 0, 0)), "A-093"),
    "a component for too little": ("build", Build("build_1", "spirit_seal", (Price(gold=1), *SEAL[1:])), "A-106"),
    "a stranger pays": ("build", Build("build_1", "spirit_seal", (NO_PRICE, SEAL[1], SEAL[0], NO_PRICE)), "A-106"),
    "the core for nothing of somebody": (
        "build",
        Build("build_1", "power_core", (Price(2, 2, 0, 2, 2), NO_PRICE, NO_PRICE, NO_PRICE)),
        "A-115",
    ),
    "the core without Leaders": ("build", Build("build_1", "power_core", SEAL), "A-114"),
    "a success lies": ("lie", LetLie(), "A-059"),
    "both cards for nothing": ("keep", Keep(0, ("energy", "unflood"), 0), "A-078"),
}


def results() -> dict[str, AtlantisState]:
    return {name: COURSE.apply_action(state, act) for name, (state, act) in GOOD.items()}


AFTER = results()


@pytest.mark.parametrize("name", GOOD)
def test_an_act_by_the_rules_is_right(name: str) -> None:
    state, act = GOOD[name]
    assert step_laws.wrong_step(state, act, AFTER[name]) == ()


@pytest.mark.parametrize("name", OTHERWISE)
def test_an_act_that_does_otherwise_is_noticed(name: str) -> None:
    act, changes, rule = OTHERWISE[name]
    assert rule in ids(step_laws.wrong_step(*GOOD[act], spoiled(AFTER[act], **changes)))


@pytest.mark.parametrize("name", WRONG)
def test_an_act_that_should_have_been_refused_is_noticed(name: str) -> None:
    known, act, rule = WRONG[name]
    before = GOOD[known][0]
    if rule == "A-059":
        before = rolling(values=(6,), energy=(0,), rolls=())
    assert rule in ids(step_laws.wrong_step(before, act, AFTER[known]))


def test_each_law_of_acts_has_an_act_that_breaks_it() -> None:
    shown = {rule for _, _, rule in OTHERWISE.values()} | {rule for _, _, rule in WRONG.values()}
    assert shown == set(step_laws.LAWS)
