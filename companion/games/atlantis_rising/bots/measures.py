"""What things are worth to the whole table, in resources that are still needed: a rough measure that bots go by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from math import comb
from typing import Final

import msgspec

from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.data.effects import Effect
from companion.games.atlantis_rising.rules.gate import matched
from companion.games.atlantis_rising.rules.operations import OPERATIONS
from companion.games.atlantis_rising.state.ground import TILES
from companion.games.atlantis_rising.state.model import BUILD_SPACES, FIVE_PLUS, Table
from companion.games.core import Seat

FORGED: Final = 1.9
"""Atlantium that an ore becomes, on average."""
SPARE: Final = 0.1
"""Of a resource that nobody needs any more."""
_A_ROUND: Final = 0.2
"""What an artifact brings in each round."""
_EVEN: Final = 0.6
"""Of a resource of which hardly any is lacking."""
MOST_ROUNDS: Final = 30
_ONE: Final = tuple((face, 1) for face in range(1, 7))
TWO: Final = tuple((both, 6 - abs(both - 7)) for both in range(2, 13))
"""What one die shows, and two together, each with in how many ways."""
_SHARES: Final = (3.0, 1.5, 0.8, 0.5, 0.3)
_CROWD: Final = 6
"""So many players hardly have a share each of the Power Core."""


class Outlook(msgspec.Struct, frozen=True):
    """What the table has to go by."""

    rounds: float
    """Rounds that are left, this one among them, if the sea rises as it should."""
    need: dict[str, float]
    """What is lacking of each resource and of energy for all that is not built."""
    tile: float
    """A dry tile more."""
    energy: float
    """One energy."""
    wants: dict[Seat, frozenset[str]]
    """As `core_wants`."""
    share: float
    """A share of the Power Core for who has none."""

    def of_share(self, seat: Seat, name: str) -> float:
        """What it is worth that a seat owns something of the Power Core's cost, of which it has no share yet."""
        wanted = self.wants.get(seat, frozenset())
        share = self.share / 2 if name == "ore" else self.share
        return share if ("atlantium" if name == "ore" else name) in wanted else 0.0


@lru_cache(maxsize=8)
def outlook(table: Table) -> Outlook:
    """The outlook of a position."""
    draws, each = len(table.drawers), _flooding(table)
    left, rounds, wrath = float(sum(table.dry) + len(table.barriers)), 0.0, table.wrath
    values = table.box.wrath.values
    floods = draws * each + values[wrath]
    while left > 0 and rounds < MOST_ROUNDS:
        risen = draws * each * (1.0 + 0.5 * (1 - left / 36)) + values[wrath]
        rounds += min(1.0, left / risen) if risen else MOST_ROUNDS
        left, wrath = left - risen, min(wrath + 1, len(values) - 1)
    workers, need = max(1, sum(piece.kind != "automaton" for piece in table.atlanteans)), _needs(table)
    before_core = sum(not each.round and each.component != contents.POWER_CORE for each in table.blueprint)
    # A tile is worth more where the rounds that are left will hardly do, and less where they will.
    gathered = (need["gold"] + need["crystal"] + 1.2 * need["atlantium"]) / (0.45 * workers)
    wanted = 1.0 + max(gathered, before_core / (len(BUILD_SPACES) - (table.players < FIVE_PLUS)))
    urgency = min(4.0, max(0.6, wanted / max(0.3, rounds - 0.5)))
    tile = min(5.0, 0.6 * workers / max(floods, 1.0)) * urgency
    # A share of the Power Core: the more, the less is left to be built before, and the more players.
    share = _SHARES[before_core] if before_core < len(_SHARES) else 0.3 if table.players >= _CROWD else 0.0
    return Outlook(rounds, need, tile, min(0.5, max(0.4, tile / 5)), core_wants(table), share)


def _flooding(table: Table) -> float:
    """How many tiles the next misfortune floods, on average."""
    deck, box = table.misfortunes, table.box
    cards = (dict(deck.cards) if deck.count else {}) or {name: deck.discards.count(name) for name in deck.discards}
    every = sum(cards.values()) or 1
    floods = 0.0
    for name, number in cards.items():
        if name == contents.CONTROLLED:
            floods += number
        elif name in contents.BASIC:
            floods += number * (1 if table.dry[contents.BASIC[name]] else 2)
        elif name != contents.CALM and box.special[name].effect.op.startswith("flood"):
            floods += number * box.special[name].effect.n
    return floods / every


def _needs(table: Table) -> dict[str, float]:
    """What all unbuilt components cost together beyond what all own, ore among it; nothing below 0."""
    owned = contents.together(table.reserves)
    unbuilt = (each.component for each in table.blueprint if not each.round)
    lacking = contents.together(table.box.components[name].cost for name in unbuilt).short_of(owned)
    need = {name: float(lacking[name]) for name in contents.GOODS}
    need["ore"] = max(0.0, need["atlantium"] / FORGED - owned.ore)
    return need


def worth_of(resource: contents.Resource, need: Mapping[str, float]) -> float:
    """One more of a resource where so much of each is lacking: most of what is lacking most."""
    lacking = need[resource] * (FORGED if resource == "ore" else 1.0)
    most = max(need["gold"], need["crystal"], need["atlantium"], 1.0)
    wanted = (1.15 if resource == "ore" else 1.0) * (_EVEN + (1.2 - _EVEN) * min(1.0, lacking / most))
    return wanted if need[resource] >= 1 else SPARE + (wanted - SPARE) * max(0.0, need[resource])


def risk(table: Table, place: str) -> float:
    """How likely a tile is to flood before the actions of this round."""
    if place not in TILES:
        return 0.0
    peninsula, ring = TILES[place]
    # On the water any flood of the peninsula is enough.
    hits = max(1, table.dry[peninsula] - ring + 1) + (peninsula in table.barriers)
    draws = len(table.drawers) - table.drawn
    deck, name = table.misfortunes, f"basic_{contents.PENINSULAS[peninsula]}"
    cards = deck.cards or tuple((each, deck.discards.count(each)) for each in set(deck.discards))
    every = sum(number for _, number in cards) or 1
    share = dict(cards).get(name, 0) / every
    return 1.0 - sum(comb(draws, k) * share**k * (1 - share) ** (draws - k) for k in range(min(hits, draws + 1)))


def chance(number: int, energy: int, worth: float, price: float, dice: Sequence[tuple[int, int]] = _ONE) -> float:
    """What a roll against a number comes to, with so much energy that costs `price` each."""
    total = 0.0
    for shown, many in dice:
        lacking = max(0, number - shown)
        total += many * max(0.0, worth - lacking * price) if lacking <= energy else 0.0
    return total / (6 if dice is _ONE else 36)


def recruit(look: Outlook) -> float:
    """A follower more, for the rounds after this one."""
    return 0.6 * max(0.0, min(look.rounds, 12.0) - 1.0)


def gained(table: Table, look: Outlook, effects: Sequence[Effect]) -> float:
    """What effects are worth."""
    return sum(_of_effect(table, look, effect) * (table.players if effect.who == "each" else 1) for effect in effects)


def _of_effect(table: Table, look: Outlook, effect: Effect) -> float:
    match effect.op:
        case "gain_energy":
            return effect.n * look.energy
        case "gain_resource_any":
            return effect.n * 1.0
        case "gain_volunteers":
            return 0.5 * min(effect.n, table.volunteers)
        case "place_barrier":
            return 0.9 * look.tile * min(effect.n, 6 - len(table.barriers))
        case "unflood":
            return look.tile * min(effect.n, 36 - sum(table.dry))
        case "draw_library":
            return 0.9 * min(effect.n, table.library.count)
        case "wrath_step":
            return -effect.n * look.tile * 0.8 if table.wrath else 0.0
    return OPERATIONS[effect.op].brings


def of_card(table: Table, look: Outlook, card: str) -> float:
    """A library card in somebody's hand; an artifact is worth more, the longer it works."""
    box = table.box
    if card in box.library:
        return gained(table, look, (box.library[card].effect,))
    artifact = box.artifacts.get(card)
    return _A_ROUND * look.rounds if artifact is not None and artifact.effect.op != "none" else 0.0


def of_spot(table: Table, look: Outlook, peninsula: int, ring: int) -> float:
    """What a tile is good for in each round to come, whoever stands there."""
    tiles = table.box.tiles(peninsula)
    spaces = tiles.spaces[ring - 1]
    if tiles.resource is not None:
        return spaces * chance(tiles.number_at(ring, 0), 1, worth_of(tiles.resource, look.need), look.energy)
    if tiles.kind == "forges":
        return spaces * 0.5 * tiles.number_at(ring, 0) * (1.0 if look.need["atlantium"] else SPARE)
    if tiles.kind == "cities":
        number = tiles.number_at(ring, 0) - table.wrath_value
        return chance(number, 1, recruit(look), look.energy, TWO) if any(table.supply) else 0.0
    return spaces * (1.7 if tiles.icon[ring - 1] == "both" else 0.9) if table.library.count > 1 else 0.0


def loss(table: Table, look: Outlook, peninsula: int) -> float:
    """What is lost where a peninsula floods now: its barrier, or its outermost tile and what it is good for."""
    ring = table.dry[peninsula]
    standing = sum(0.6 for each in table.atlanteans if TILES.get(each.place) == (peninsula, ring) and not each.acted)
    depleted = 0.7 * look.tile if ring == 1 else 0.25 * look.tile if ring == 2 else 0.0
    return of_spot(table, look, peninsula, ring) * 0.5 + standing + depleted


def core_wants(table: Table) -> dict[Seat, frozenset[str]]:
    """Who could not pay a share of the Power Core of their own yet (A-115), and what of would mend that."""
    cost = table.box.components[contents.POWER_CORE].cost
    names = [name for name in contents.GOODS if cost[name]]
    owned = [{name for name in names if reserve[name]} for reserve in table.reserves]

    def payers(kinds: Sequence[Set[str]]) -> dict[Seat, str]:
        """The most seats that can pay one thing each of what it costs, and what."""
        return matched([sorted(each) for each in kinds], {name: cost[name] for name in contents.GOODS})

    paying, found = payers(owned), dict[Seat, frozenset[str]]()
    for seat in range(len(owned)):
        if seat not in paying:
            more = {name: [*owned[:seat], owned[seat] | {name}, *owned[seat + 1 :]] for name in names}
            found[seat] = frozenset(name for name, kinds in more.items() if len(payers(kinds)) > len(paying))
    return found
