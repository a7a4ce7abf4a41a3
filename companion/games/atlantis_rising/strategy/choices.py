"""What each act of a bot is worth, by kind of act: a number to be compared with those of the other acts of a moment.

What is better left undone is below 0; what merely lets things go on is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.games.atlantis_rising import acts, decisions
from companion.games.atlantis_rising.activation import activations
from companion.games.atlantis_rising.box import CALM, CONTROLLED, PENINSULAS, POWER_CORE, RESOURCES
from companion.games.atlantis_rising.effects import Op
from companion.games.atlantis_rising.ground import TILES, tiles_of
from companion.games.atlantis_rising.model import CENTRE, Phase, Table
from companion.games.atlantis_rising.phases.attempts import missing
from companion.games.atlantis_rising.steps import Attempt
from companion.games.atlantis_rising.strategy.plans import next_posts
from companion.games.atlantis_rising.strategy.sites import component_worth
from companion.games.atlantis_rising.strategy.worth import Outlook, gained, loss, of_card, of_spot, recruit, worth_of

NEVER: Final = -1.0
SOON: Final = 100.0
"""What is done before all else."""
_LIKED: Final[tuple[Op, ...]] = (
    "cost_minus",
    "extra_resource",
    "number_minus",
    "keep_extra_card",
    "extra_energy_at_centre",
    "reroll_once",
    "act_although_flooded",
    "extra_atlantean",
    "may_use_flooded_tile",
    "artifact",
)
"""What a Leader had best be able to do, the best first."""
_PRICES: Final = (1.3, 1.3, 1.0, 0.8, 0.6, 0.5, 0.4, 0.3)
"""Of one's last energy, of the last but one and so on: who has much needs each the less."""


def councilor(table: Table, look: Outlook, act: acts.TakeCouncilor | acts.ChooseCouncilor) -> float:
    """A councilor board."""
    op = table.setup.box.councilors[act.councilor].effect.op
    return len(_LIKED) - _LIKED.index(op) if op in _LIKED else 0.0


def placed(table: Table, look: Outlook, act: acts.Place) -> float:
    """A piece on its place: that of the plan before all others."""
    wanted = [post for post in next_posts(table) if (post.seat, post.piece) == (act.seat, act.piece)]
    if not any(post.place == act.place for post in wanted):
        return NEVER
    half = act.place in TILES and any(each.place == act.place and each.space == act.space for each in table.atlanteans)
    return 2.0 if half else 1.0


def activated(table: Table, look: Outlook, act: acts.Activate) -> float:
    """An action: energy and cards first, then what is rolled for; ore before it is forged."""
    tiles = tiles_of(table, act.place)
    if tiles is None:
        return 60.0 if act.place == CENTRE else 50.0
    order = {"libraries": 45.0, "wild": 30.0, "forges": 20.0, "cities": 40.0}
    first = 5.0 if tiles.resource == "ore" else 0.0
    return order[tiles.kind] + first


def spent(table: Table, look: Outlook, act: decisions.Spend) -> float:
    """Energy on a die, where it makes a success of it that is worth more."""
    attempt = table.steps[-1]
    assert isinstance(attempt, Attempt)
    lacking = missing(table, attempt)
    at_most = sum(table.reserves[seat].energy for seat in set(attempt.rollers))
    worth = _of_success(table, look, attempt)
    if lacking > at_most or worth < lacking * look.energy:
        return NEVER
    return float(act.energy) if act.energy <= lacking else NEVER


def _of_success(table: Table, look: Outlook, attempt: Attempt) -> float:
    tiles = tiles_of(table, attempt.place)
    assert tiles is not None
    if tiles.resource is None:
        return recruit(look)
    return worth_of(tiles.resource, look.need) + look.of_share(attempt.rollers[0], tiles.resource)


def rerolled(table: Table, look: Outlook, act: decisions.Reroll) -> float:
    """A Priest's second try, with whichever dice are low."""
    attempt = table.steps[-1]
    assert isinstance(attempt, Attempt)
    low = [die for die, value in enumerate(attempt.values) if value <= 4 and not attempt.energy[die]]
    return 0.5 if list(act.dice) == low or (len(act.dice) == 1 and len(attempt.values) == 1) else 0.2


def played(table: Table, look: Outlook, act: decisions.PlayCard) -> float:
    """A library card, where it does something now."""
    effect = table.setup.box.library[act.card].effect
    if act.die >= 0:
        attempt = table.steps[-1]
        assert isinstance(attempt, Attempt)
        return 0.9 if 0 < missing(table, attempt) <= effect.n else NEVER
    if effect.op == "gain_volunteers" and table.phase is not Phase.PLACE and not table.steps:
        return NEVER
    if effect.op == "act_again":
        is_good = any(each.seat == act.seat and each.acted and each.place in TILES for each in table.atlanteans)
        return 15.0 if is_good else NEVER
    if effect.op == "unflood" and sum(table.dry) == 36:
        return NEVER
    return SOON if gained(table, look, (effect,)) > 0 else NEVER


def barrier(table: Table, look: Outlook, act: acts.BuyBarrier | decisions.PlaceBarrier) -> float:
    """A barrier, most where a flood would cost most; bought only where the energy is not needed."""
    value = 0.5 * loss(table, look, act.peninsula) + 0.8 * look.tile + _odds(table, act.peninsula)
    if isinstance(act, decisions.PlaceBarrier):
        return value
    return value - _price(table, look, act.paid)


def unflooded(table: Table, look: Outlook, act: acts.BuyUnflood | decisions.Unflood) -> float:
    """A tile turned dry: a depleted peninsula first."""
    ring = table.dry[act.peninsula] + 1
    value = look.tile + of_spot(table, look, act.peninsula, ring) * 0.5 + (look.tile if ring == 1 else 0.0)
    if isinstance(act, decisions.Unflood):
        return value
    return value - _price(table, look, act.paid)


def _odds(table: Table, peninsula: int) -> float:
    cards = dict(table.misfortunes.cards)
    return cards.get(f"basic_{PENINSULAS[peninsula]}", 0) / max(1, sum(cards.values()))


def _price(table: Table, look: Outlook, paid: tuple[int, ...]) -> float:
    """What energy costs: more where it is the last of somebody's, and where a component needs it."""
    cost = table.setup.box.components[POWER_CORE].cost.energy
    left = sum(reserve.energy for reserve in table.reserves) - sum(paid)
    price = 0.0
    for seat, many in enumerate(paid):
        owned = table.reserves[seat].energy
        needed = 4.0 if look.share > 1 and seat in look.wants else 1.0
        price += needed * sum(_PRICES[min(owned - each, len(_PRICES) - 1)] for each in range(many))
    return price * look.energy + (1.0 if left < cost else 0.0)


def flooded(table: Table, look: Outlook, act: decisions.ChooseFlood) -> float:
    """A flood where least is lost; a barrier is there to be lost."""
    step = table.steps[-1]
    is_stopped = act.peninsula in table.barriers and getattr(step, "cause", "") != "controlled"
    if is_stopped:
        return -0.3 - 0.3 * loss(table, look, act.peninsula)
    return -loss(table, look, act.peninsula) - (0.8 * look.tile if act.peninsula in table.barriers else 0.0)


def built(table: Table, look: Outlook, act: acts.Build) -> float:
    """What is built: the Power Core before all, then what gives most; what leaves the Leaders theirs."""
    if act.component == POWER_CORE:
        return SOON
    return 5.0 + component_worth(table, look, act.component)


def left_unbuilt(table: Table, look: Outlook, act: acts.LeaveUnbuilt) -> float:
    """Nothing, where something else may be built there or elsewhere first."""
    return 0.5


def ended(table: Table, look: Outlook, act: acts.EndActions) -> float:
    """The end of the actions, once all have acted."""
    return NEVER if any(activations(table)) else 0.1


def recruited(table: Table, look: Outlook, act: decisions.GiveRecruit) -> float:
    """A follower for whoever has fewest."""
    return -float(sum(each.seat == act.seat for each in table.atlanteans))


def kept(table: Table, look: Outlook, act: decisions.Keep) -> float:
    """Cards that are kept."""
    return sum(of_card(table, look, card) for card in act.cards) - act.energy * look.energy


def discarded(table: Table, look: Outlook, act: decisions.DiscardCard) -> float:
    """The card that is worth least."""
    return NEVER - of_card(table, look, act.card)


def gained_resource(table: Table, look: Outlook, act: decisions.Gain) -> float:
    """What is lacking most."""
    need = look.need[act.resource]
    ore = 0.3 if act.resource == "ore" else 0.0
    return worth_of(act.resource, look.need) + 0.02 * need - ore + look.of_share(act.seat, act.resource)


def turned_in(table: Table, look: Outlook, act: decisions.TurnIn) -> float:
    """The same, of what a seat has."""
    step = table.steps[-1]
    return NEVER if act.resource in getattr(step, "given", ()) else worth_of(act.resource, look.need)


def exchanged(table: Table, look: Outlook, act: decisions.Exchange) -> float:
    """What is plenty for what is lacking."""
    owned = table.reserves
    spare = {name: sum(getattr(each, name) for each in owned) for name in RESOURCES}
    if look.need[act.given] > 0 or not spare[act.given] or look.need[act.taken] < 1 or act.taken == "ore":
        return NEVER
    return 0.5 + 0.1 * look.need[act.taken]


def removed(table: Table, look: Outlook, act: decisions.RemoveMisfortune) -> float:
    """A misfortune that would flood, one that comes soon before all."""
    if act.card == CALM:
        return NEVER
    soon = 0.5 if act.source == "top" else 0.0
    if act.card.startswith("basic_"):
        peninsula = PENINSULAS.index(act.card.removeprefix("basic_"))
        return 2.0 + soon + (2.0 if not table.dry[peninsula] else 0.0)
    return 1.0 + soon + (0.8 if act.card == CONTROLLED else 0.0)


def repeated(table: Table, look: Outlook, act: decisions.Repeat) -> float:
    """Who had best act once more."""
    tiles = tiles_of(table, act.place)
    if tiles is None:
        return 0.5
    ring = TILES[act.place][1]
    if tiles.kind == "forges":
        return 0.6 * tiles.number_at(ring, 0) if table.reserves[act.seat].ore else 0.0
    if tiles.kind == "libraries":
        return 1.4 if table.library.count else 0.0
    if tiles.kind == "cities":
        return 0.4 * recruit(look)
    return (7 - tiles.number_at(ring, 0)) / 6


def recalled(table: Table, look: Outlook, act: decisions.Recall) -> float:
    """The piece that matters least."""
    return 1.0 if act.place == CENTRE else 0.5 if act.place in TILES else 0.0


def nothing(table: Table, look: Outlook, act: object) -> float:
    """What lets things go on."""
    return 0.0


def never(table: Table, look: Outlook, act: object) -> float:
    """What bots do only where nothing else is left."""
    return NEVER


VALUES: Final[dict[type[Any], Callable[[Table, Outlook, Any], float]]] = {
    acts.TakeColour: nothing,
    acts.TakeCouncilor: councilor,
    acts.ChooseCouncilor: councilor,
    acts.Place: placed,
    acts.TakeUp: never,
    acts.AllPlaced: nothing,
    acts.Activate: activated,
    acts.BuyBarrier: barrier,
    acts.BuyUnflood: unflooded,
    acts.Build: built,
    acts.LeaveUnbuilt: left_unbuilt,
    acts.EndActions: ended,
    acts.BeginWrath: nothing,
    acts.PassMarker: nothing,
    decisions.KeepArtifact: nothing,
    decisions.ChooseFlood: flooded,
    decisions.Spend: spent,
    decisions.LetLie: nothing,
    decisions.Reroll: rerolled,
    decisions.GiveRecruit: recruited,
    decisions.Keep: kept,
    decisions.KeepHidden: kept,
    decisions.PlayCard: played,
    decisions.DiscardCard: discarded,
    decisions.DiscardHidden: discarded,
    decisions.PlaceBarrier: barrier,
    decisions.Unflood: unflooded,
    decisions.Gain: gained_resource,
    decisions.TurnIn: turned_in,
    decisions.Exchange: exchanged,
    decisions.Enough: nothing,
    decisions.RemoveMisfortune: removed,
    decisions.Repeat: repeated,
    decisions.Recall: recalled,
    decisions.GiveBenefit: nothing,
    decisions.GiveUp: nothing,
    decisions.Settled: nothing,
    decisions.Adjust: never,
}
"""By the kind of an act."""
