"""What each act of a bot is worth, by kind of act: a number to be compared with those of the other acts of a moment.

What is better left undone is below 0; what merely lets things go on is 0.
"""

from __future__ import annotations

from typing import Final

from companion.games.atlantis_rising.bots import measures, plans, sites
from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.rules import activation, acts, decisions, operations
from companion.games.atlantis_rising.rules.odds import needed
from companion.games.atlantis_rising.state import changes, model, steps
from companion.games.atlantis_rising.state.ground import TILES, at, tiles_of

NEVER: Final = -1.0
SOON: Final = 100.0
"""What is done before all else."""
_PRICES: Final = (1.3, 1.3, 1.0, 0.8, 0.6, 0.5, 0.4, 0.3)
"""Of one's last energy, of the last but one and so on: who has much needs each the less."""
_ORDER: Final = {"libraries": 45.0, "cities": 40.0, "wild": 30.0, "forges": 20.0}


def worth(table: model.Table, look: measures.Outlook, act: model.AtlantisAction) -> float:
    """What an act is worth; what merely lets things go on is worth 0."""
    match act:
        case acts.TakeCouncilor() | acts.ChooseCouncilor():
            return operations.OPERATIONS[table.box.councilors[act.councilor].effect.op].liked
        case acts.Place():
            if (act.seat, act.piece, act.place) not in plans.next_posts(table):
                return NEVER
            return 2.0 if act.place in TILES and any(at(table, act.place, act.space)) else 1.0
        case acts.Activate():  # energy and cards first, then what is rolled for; ore before it is forged
            tiles = tiles_of(table, act.place)
            if tiles is None:
                return 60.0 if act.place == model.CENTRE else 50.0
            return _ORDER[tiles.kind] + (5.0 if tiles.resource == "ore" else 0.0)
        case acts.BuyBarrier() | decisions.PlaceBarrier():  # most where a flood would cost most
            cards = dict(table.misfortunes.cards)
            odds = cards.get(f"basic_{contents.PENINSULAS[act.peninsula]}", 0) / max(1, sum(cards.values()))
            value = 0.5 * measures.loss(table, look, act.peninsula) + 0.8 * look.tile + odds
            return value - _price(table, look, getattr(act, "paid", ()))
        case acts.BuyUnflood() | decisions.Unflood():  # a depleted peninsula first
            ring = table.dry[act.peninsula] + 1
            value = look.tile + measures.of_spot(table, look, act.peninsula, ring) * 0.5
            return value + (look.tile if ring == 1 else 0.0) - _price(table, look, getattr(act, "paid", ()))
        case acts.Build():  # the Power Core before all, then what gives most
            is_core = act.component == contents.POWER_CORE
            return SOON if is_core else 5.0 + sites.component_worth(table, look, act.component)
        case acts.LeaveUnbuilt():  # something else may be built there or elsewhere first
            return 0.5
        case acts.EndActions():
            return NEVER if any(activation.activations(table)) else 0.1
        case acts.TakeUp() | decisions.Adjust():  # where nothing else is left
            return NEVER
    return _within_act(table, look, act)


def _within_act(table: model.Table, look: measures.Outlook, act: model.AtlantisAction) -> float:
    match act:
        case decisions.ChooseFlood():  # where least is lost; a barrier is there to be lost
            lost = measures.loss(table, look, act.peninsula)
            if act.peninsula not in table.barriers:
                return -lost
            is_stopped = getattr(table.step, "cause", "") != "controlled"
            return -0.3 - 0.3 * lost if is_stopped else -lost - 0.8 * look.tile
        case decisions.Spend():
            return _spent(table, look, act)
        case decisions.Reroll():  # a Priest's second try, with whichever dice are low
            attempt = changes.step_of(table, steps.Attempt)
            low = [die for die, value in enumerate(attempt.values) if value <= 4 and not attempt.energy[die]]
            return 0.5 if list(act.dice) == low or (len(act.dice) == 1 and len(attempt.values) == 1) else 0.2
        case decisions.GiveRecruit():  # a follower goes to whoever has fewest
            return -float(sum(each.seat == act.seat for each in table.atlanteans))
        case decisions.Keep():
            return sum(measures.of_card(table, look, card) for card in act.cards) - act.energy * look.energy
        case decisions.PlayCard():
            return _played(table, look, act)
        case decisions.DiscardCard():
            return NEVER - measures.of_card(table, look, act.card)
        case decisions.Gain():  # what is lacking most
            value = measures.worth_of(act.resource, look.need) + 0.02 * look.need[act.resource]
            return value - (0.3 if act.resource == "ore" else 0.0) + look.of_share(act.seat, act.resource)
        case decisions.TurnIn():
            is_given = act.resource in getattr(table.step, "given", ())
            return NEVER if is_given else measures.worth_of(act.resource, look.need)
        case decisions.Exchange():  # what is plenty for what is lacking
            is_spare = look.need[act.given] <= 0 and any(each[act.given] for each in table.reserves)
            is_lacking = look.need[act.taken] >= 1 and act.taken != "ore"
            return 0.5 + 0.1 * look.need[act.taken] if is_spare and is_lacking else NEVER
        case decisions.RemoveMisfortune():
            if act.card == contents.CALM:
                return NEVER
            soon = 0.5 if act.source == "top" else 0.0
            if act.card in contents.BASIC:  # one that would flood
                return 2.0 + soon + (2.0 if not table.dry[contents.BASIC[act.card]] else 0.0)
            return 1.0 + soon + (0.8 if act.card == contents.CONTROLLED else 0.0)
        case decisions.Repeat():
            return _repeated(table, look, act)
        case decisions.Recall():
            return 1.0 if act.place == model.CENTRE else 0.5 if act.place in TILES else 0.0
    return 0.0


def _spent(table: model.Table, look: measures.Outlook, act: decisions.Spend) -> float:
    """Energy on a die, where it makes a success of it that is worth more."""
    attempt = changes.step_of(table, steps.Attempt)
    lacking = needed(table, attempt)
    at_most = sum(table.reserves[seat].energy for seat in set(attempt.rollers))
    tiles, worth = tiles_of(table, attempt.place), measures.recruit(look)
    if tiles is not None and tiles.resource is not None:
        worth = measures.worth_of(tiles.resource, look.need) + look.of_share(attempt.rollers[0], tiles.resource)
    is_worth_it = lacking <= at_most and worth >= lacking * look.energy
    return float(act.energy) if is_worth_it and act.energy <= lacking else NEVER


def _played(table: model.Table, look: measures.Outlook, act: decisions.PlayCard) -> float:
    """A library card, where it does something now."""
    effect = table.box.library[act.card].effect
    if act.die >= 0:
        return 0.9 if 0 < needed(table, changes.step_of(table, steps.Attempt)) <= effect.n else NEVER
    if effect.op == "act_again":
        is_good = any(each.seat == act.seat and each.acted and each.place in TILES for each in table.atlanteans)
        return 15.0 if is_good else NEVER
    is_early = effect.op == "gain_volunteers" and table.phase is not model.Phase.PLACE and not table.steps
    if is_early or (effect.op == "unflood" and sum(table.dry) == 36):
        return NEVER
    return SOON if measures.gained(table, look, (effect,)) > 0 else NEVER


def _price(table: model.Table, look: measures.Outlook, paid: tuple[int, ...]) -> float:
    """What energy costs: more where it is the last of somebody's, and where a component needs it."""
    if not paid:
        return 0.0
    cost = table.box.components[contents.POWER_CORE].cost.energy
    left = sum(reserve.energy for reserve in table.reserves) - sum(paid)
    price = 0.0
    for seat, many in enumerate(paid):
        owned = table.reserves[seat].energy
        needed = 4.0 if look.share > 1 and seat in look.wants else 1.0
        price += needed * sum(_PRICES[min(owned - each, len(_PRICES) - 1)] for each in range(many))
    return price * look.energy + (1.0 if left < cost else 0.0)


def _repeated(table: model.Table, look: measures.Outlook, act: decisions.Repeat) -> float:
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
        return 0.4 * measures.recruit(look)
    return (7 - tiles.number_at(ring, 0)) / 6
