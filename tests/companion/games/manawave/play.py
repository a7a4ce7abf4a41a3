"""What tests of Manawave share: positions in the ledger's words, choices of both seats, and acts one after another.

X and Y are the two players of the ledger. A position that is built here has no history: cards that lie in columns were
never drawn. Scenario files and games that are played from their beginning are regular.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.core import Outcome, Seat, State
from companion.games.errors import IllegalAction
from companion.games.manawave.data.effects import COUNTERS, MADE
from companion.games.manawave.data.playset import SHIPPED, ClansPlayset, NexusBoard, NexusPlayset, Playset
from companion.games.manawave.game import GAME
from companion.games.manawave.rules.course import COURSE
from companion.games.manawave.rules.tiles import in_order, line_count, line_name
from companion.games.manawave.state.acts import (
    Attach,
    Choose,
    Commit,
    DrawCard,
    Found,
    Invest,
    LayOut,
    ManaAction,
    Open,
)
from companion.games.manawave.state.model import (
    BOTH,
    Clan,
    Clans,
    Counters,
    Family,
    ManaState,
    Nexus,
    Phase,
    Tile,
    Tribe,
    pile_of,
)
from tests.said import said

X, Y = BOTH
NAMES: Final = ("Xenia", "Yuri")
DEFAULTS: Final = ("stone_of_multitudes", "stone_of_the_unstained", "stone_of_branches")
OFFERS: Final = ("anvil_of_storms", "bulwark_arch", "quiet_altar")
CLANS: Final = ("flame", "root", "stream")


def _of_clans(playset: Playset) -> ClansPlayset:
    assert isinstance(playset, ClansPlayset)
    return playset


def _of_tiles(playset: Playset) -> NexusPlayset:
    assert isinstance(playset, NexusPlayset)
    return playset


NEWER_SET: Final = _of_clans(SHIPPED["clans"])
OLDER_SET: Final = _of_tiles(SHIPPED["nexus"])


# --- positions with Clans ---


def family(kind: str, counters: int = 0, mode: int = 0) -> Family:
    """A Family with so many Modality counters, in a modality."""
    return Family(kind, counters, mode)


def clan(
    card: str = "flame",
    population: int = 2,
    *,
    above: Iterable[Family] = (),
    below: Iterable[Family] = (),
    **counters: int,
) -> Clan:
    """A Clan with its column and so many counters of each kind."""
    return Clan(card, population, Counters(**counters), tuple(above), tuple(below))


def holder(kind: str, number: int, card: str = "flame") -> Clan:
    """A Clan of two population with so many counters of one kind."""
    return Clan(card, 2, Counters(**{kind: number}))


def numbers(population: int, mana: int, attack: int, shield: int, sacrifice: int, growth: int) -> Clan:
    """A Clan as the ledger writes it: population, mana, attack, shield, sacrifice, growth."""
    return Clan("flame", population, Counters(mana, attack, shield, sacrifice, growth))


def tribe(*clans: Clan, factions: tuple[str, ...] = ("ember", "reef"), soulstain: int = 0, **counters: int) -> Tribe:
    """A Tribe of these Clans by position, the others as they begin; counters are those of the Tribe tracker."""
    rest = [Clan(card, 2) for card in CLANS if card not in {each.card for each in clans}]
    whole = (*clans, *rest)[: len(CLANS)]
    return Tribe(factions, whole, Counters(**counters), soulstain)


def clans_at(
    phase: Phase,
    x: Tribe | None = None,
    y: Tribe | None = None,
    *,
    round_: int = 1,
    monuments: tuple[str, ...] = DEFAULTS,
    playset: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    **changes: Any,
) -> ManaState:
    """A position with these Tribes in that phase of that round, with every card still in the pile."""
    start = new_game(options, playset)
    first, second = x or tribe(), y or tribe(factions=("ember", "tide"))
    factions = tuple(each.id for each in start.table.clans_set.faction[:3])
    world = Clans((first, second), factions, monuments, ("",) * len(monuments))
    pile = {each.id: each.copies * 2 for each in start.table.clans_set.family}
    table = replace(start.table, phase=phase, world=world, round=round_, pile=pile_of(pile), why=())
    return State(replace(table, **changes), start.secrets)


def new_game(options: Mapping[str, Any] | None = None, playset: Mapping[str, Any] | None = None) -> ManaState:
    """A new game with these options, and a designer's own playset where one is given."""
    return GAME.new_game(dict(options or {}), {"playset": dict(playset)} if playset is not None else {})


def designed(**changes: Any) -> dict[str, Any]:
    """The demonstration set as its file says it, with these parts written anew."""
    return {**_as_file("clans"), **changes}


def designed_tiles(**changes: Any) -> dict[str, Any]:
    """The same of the older game."""
    return {**_as_file("nexus"), **changes}


def _as_file(edition: str) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(NEWER_SET if edition == "clans" else OLDER_SET)
    return {**found, "edition": edition}


# --- positions with tiles ---


def line_of(name: str, board: NexusBoard) -> int | None:
    """The line of that name; None where there is none."""
    return next((line for line in range(line_count(board)) if line_name(line) == name), None)


def line(name: str) -> int:
    """The line of that name on a board of five Nexus tiles."""
    found = line_of(name, OLDER_SET.board)
    assert found is not None
    return found


def tile(seat: Seat, where: str, row: int, kind: str, population: int | None = None, **counters: int) -> Tile:
    """A tile on a line, in a row from the wave; its population is that of its card unless another is given."""
    card = OLDER_SET.tiles.get(kind)
    usual = card.population if card is not None else 0
    return Tile(seat, line(where), row, kind, usual if population is None else population, Counters(**counters))


def tiles_at(
    phase: Phase,
    *tiles: Tile,
    strength: int = 1,
    pools: tuple[Counters, Counters] = (Counters(), Counters()),
    soulstain: tuple[int, int] = (0, 0),
    playset: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    **changes: Any,
) -> ManaState:
    """A position of the older game with these tiles."""
    start = new_game({"mode": "nexus", **(options or {})}, playset)
    world = Nexus(in_order(tiles), pools, soulstain)
    table = replace(start.table, phase=phase, world=world, round=strength, why=())
    return State(replace(table, **changes), start.secrets)


def on(state: ManaState, seat: Seat, where: str, row: int) -> Tile:
    """The tile at a place of a side."""
    wanted = (seat, line(where), row)
    return next(each for each in state.table.nexus.tiles if (each.seat, each.line, each.row) == wanted)


# --- acts ---


def after(state: ManaState, *acts: ManaAction) -> ManaState:
    """The position after these acts, one after another, each of them legal."""
    for act in acts:
        state = GAME.apply_action(state, act)
    return state


def settled(state: ManaState) -> ManaState:
    """The position once all is passed over in which nothing is to be done, as after an act."""
    return COURSE.settle(state)


def both(state: ManaState, one: Commit, other: Commit) -> ManaState:
    """The position once both have committed these, in this order, and all is open."""
    return opened(after(state, one, other))


def opened(state: ManaState) -> ManaState:
    """The position once all that is sealed is open."""
    while opening := offered(state, Open):
        state = after(state, opening[0])
    return state


def done(state: ManaState, kind: type[Any], *others: type[Any]) -> ManaState:
    """The position once nothing of these kinds is left to do, each act the only one of its seat."""
    while acts := offered(state, kind, *others):
        state = after(state, acts[0])
    return state


def offered(state: ManaState, *kinds: type[Any]) -> list[Any]:
    """The legal acts of these kinds, in the order in which they are listed; without a kind, all of them."""
    return [act for act in GAME.legal_actions(state) if not kinds or isinstance(act, kinds)]


def refused(state: ManaState, act: ManaAction) -> tuple[str, str]:
    """The rule and the sentence by which an act is refused."""
    with pytest.raises(IllegalAction) as found:
        GAME.apply_action(state, act)
    return found.value.rule, str(found.value.reason)


def refusal(state: ManaState, act: ManaAction) -> str:
    """The rule by which an act is refused; "" where it is legal, and changes something."""
    try:
        now = GAME.apply_action(state, act)
    except IllegalAction as error:
        return error.rule
    assert now != state
    return ""


def outcome(state: ManaState) -> Outcome | None:
    """How the game has ended."""
    return GAME.outcome(state)


def winners(state: ManaState) -> tuple[Seat, ...] | None:
    """Who has won; nobody in a draw; None while the game goes on."""
    found = outcome(state)
    return None if found is None else found.winners


# --- whole choices ---


def invest(
    state: ManaState,
    seat: Seat,
    *,
    tribe: Mapping[str, int] | None = None,
    assign: Mapping[int, Mapping[str, int]] | None = None,
    clan: Mapping[int, Mapping[str, int]] | None = None,
    bought: Iterable[int] | None = None,
    modes: Iterable[int] | None = None,
) -> Invest:
    """A decision in the ledger's words (4.6): what is produced, where it goes; missing numbers are 0."""
    families = state.table.clans.tribes[seat].families
    given, made = assign or {}, clan or {}
    return Invest(
        seat,
        tuple((tribe or {}).get(kind, 0) for kind in MADE),
        tuple(given.get(place, {}).get(kind, 0) for place in (1, 2, 3) for kind in COUNTERS),
        tuple(made.get(place, {}).get(kind, 0) for place in (1, 2, 3) for kind in MADE),
        tuple(bought) if bought is not None else (0,) * len(families),
        tuple(modes) if modes is not None else tuple(each.mode for each in families),
    )


def attach(state: ManaState, seat: Seat, position: int, end: Any = "bottom", mode: int = 0, *modes: int) -> Attach:
    """A Family placed there; modalities of the others stay unless all are given."""
    usual = tuple(each.mode for each in state.table.clans.tribes[seat].families)
    return Attach(seat, position, end, mode, modes or usual)


def found(
    seat: Seat, veto: int = 1, factions: tuple[str, ...] = ("ember", "reef"), clans: tuple[str, ...] = CLANS
) -> Found:
    """What a seat begins with."""
    return Found(seat, veto, factions, clans)


# --- games from their beginning ---


def revealed(
    defaults: tuple[str, ...] = DEFAULTS, offers: tuple[str, ...] = OFFERS, options: Mapping[str, Any] | None = None
) -> ManaState:
    """A new game once Factions and Monuments lie open, the first of each at the Source."""
    state = after(new_game(options), *(LayOut("faction", each) for each in ("ember", "reef", "tide")))
    state = after(state, *(LayOut("default", each) for each in defaults))
    return after(state, *(LayOut("playset", each) for each in offers))


def begun(options: Mapping[str, Any] | None = None) -> ManaState:
    """A game before its first round: X with Ember and Reef, Y with Ember and Tide; both have vetoed position 1."""
    state = both(revealed(options=options), found(X), found(Y, factions=("ember", "tide")))
    return after(state, *offered(state)[:1])


def drawn(state: ManaState, *cards: str) -> ManaState:
    """The position once the round has begun and these three cards lie there as A, B and C."""
    state = after(state, *offered(state))
    return after(state, *(DrawCard(each) for each in cards))


def chosen(state: ManaState, x: Any, y: Any) -> ManaState:
    """The position once both have chosen these letters."""
    return both(state, Choose(X, x), Choose(Y, y))


# --- what is said ---


def prompt(state: ManaState, seat: Seat | None = None) -> Any:
    """What is asked of a seat, or of all, in English."""
    return said(GAME.prompt(GAME.view(state, seat, NAMES)))


def zone(state: ManaState, name: str, seat: Seat | None = None) -> Any:
    """What a zone of the mat must hold, to the eyes of a seat or of all."""
    table = GAME.mat.expected(GAME.view(state, seat, NAMES))
    return next(each.content for each in table.zones if each.zone == name)


def lights(state: ManaState) -> str:
    """What the strip's lights say, in English."""
    scene = GAME.light.scene(GAME.view(state, None, NAMES))
    return " ".join(str(glow.text) for glow in scene.glows if str(glow.text))


def again(state: ManaState) -> ManaState:
    """The position as it comes back from JSON; what is sealed is no part of it, and is sealed anew."""
    told = msgspec.json.decode(msgspec.json.encode(replace(state, sealed=())), type=GAME.state_type)
    return State(told.table, told.secrets, state.sealed)
