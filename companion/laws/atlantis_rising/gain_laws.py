"""What an act may pay and bring: resources, energy and new followers, written apart from the rules that do it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import Price
from companion.games.atlantis_rising.laws.witness import PLACES, effect_of, helpers, set_off, target, tiles_at
from companion.games.atlantis_rising.rules.acts import Activate, Build, BuyBarrier, BuyUnflood, PassMarker, TakeMarker
from companion.games.atlantis_rising.rules.decisions import (
    Adjust,
    Enough,
    Exchange,
    Gain,
    GiveRecruit,
    Keep,
    LetLie,
    PlayCard,
    Repeat,
    Reroll,
    Roll,
    Spend,
    TurnIn,
)
from companion.games.atlantis_rising.state.model import CENTRE, TEAM, AtlantisAction, Table
from companion.games.atlantis_rising.state.steps import Amplifying, Attempt, Recruiting
from companion.games.core import Seat

LAWS: Final = ("A-059", "A-068", "A-092", "A-093", "A-106", "A-115", "A-126")
_GOODS = ("gold", "crystal", "ore", "atlantium", "energy")


def wrong(old: Table, action: AtlantisAction, new: Table) -> Iterator[str]:
    """What an act changed of reserves and followers otherwise than the rules say."""
    kind, attempt = type(action).__name__, _attempt(old, action)
    wins = attempt is not None and _wins(old, action, attempt)
    if isinstance(action, LetLie) and wins:
        yield "LetLie gave a success away (A-059)."
    yield from _wrong_price(old, action)
    expected = [dict.fromkeys(_GOODS, 0) for _ in old.reserves]
    for seat, good, number in (*_paid(action), *_gained(old, action, new), *_won(old, attempt if wins else None)):
        expected[seat][good] += number
    for seat, (was, now) in enumerate(zip(old.reserves, new.reserves, strict=True)):
        wanted = {good: max(0, getattr(was, good) + more) for good, more in expected[seat].items()}
        if any(getattr(now, good) != wanted[good] for good in _GOODS):
            yield f"{kind} left seat {seat + 1} with {now} instead of {wanted} (A-126)."
    yield from _wrong_recruits(old, action, new, attempt if wins else None)


# --- dice ---


def _attempt(old: Table, action: AtlantisAction) -> Attempt | None:
    """The roll that an act is about, as it lies after it; of an activation without a roll, an empty one."""
    if isinstance(action, Activate | Repeat):
        tiles = tiles_at(old, action.place)
        if tiles is None or tiles.kind not in ("wild", "cities") or _is_forbidden(old, action.place):
            return None
        return Attempt(action.place, action.space, (action.seat,), ())
    step = old.steps[-1] if old.steps else None
    if not isinstance(step, Attempt):
        return None
    values = list(step.values) or [0] * len(step.rollers)
    spent, bonus = list(step.energy) or [0] * len(step.rollers), list(step.bonus)
    match action:
        case Roll():
            for die, value in zip(step.rolls, action.values, strict=True):
                values[die], spent[die] = value, 0
        case Spend():
            spent[action.die] += action.energy
        case PlayCard():
            bonus[action.die] += old.setup.box.library[action.card].effect.n
    return replace(step, values=tuple(values), energy=tuple(spent), bonus=tuple(bonus))


def _is_forbidden(table: Table, place: str) -> bool:
    return any(place.startswith(f"{each}_") for each in table.forbidden)


def _wins(old: Table, action: AtlantisAction, attempt: Attempt) -> bool:
    """Whether that is a success (A-059, A-066, A-165)."""
    wanted = target(old, attempt.rollers[0], attempt.place, attempt.space)
    if isinstance(action, Activate | Repeat):
        return wanted < 1
    tiles = tiles_at(old, attempt.place)
    wrath = old.setup.box.wrath.values[old.wrath] if tiles is not None and tiles.kind == "cities" else 0
    lies = sum(attempt.values) + sum(attempt.bonus) + sum(attempt.energy) + wrath
    return lies >= wanted and not isinstance(action, Reroll)


# --- reserves ---


def _wrong_price(old: Table, action: AtlantisAction) -> Iterator[str]:
    """A payment comes to its price (A-092, A-093, A-103, A-115)."""
    if isinstance(action, BuyBarrier) and (sum(action.paid) != 4 or min(action.paid) < 0):
        yield f"BuyBarrier took {action.paid} for 4 energy (A-092)."
    if isinstance(action, BuyUnflood) and (sum(action.paid) != 5 or min(action.paid) < 0):
        yield f"BuyUnflood took {action.paid} for 5 energy (A-093)."
    if not isinstance(action, Build):
        return
    component = old.setup.box.components[action.component]
    standing = {each.seat for each in old.atlanteans if each.place == action.place and each.kind != "automaton"}
    waived = sum(n for _, n in helpers(old, "cost_minus", action.place))
    lacking = {good: getattr(component.cost, good) - _together(action.paid, good) for good in _GOODS}
    is_right = min(lacking.values()) >= 0 and not lacking["energy"] and sum(lacking.values()) <= waived
    if not is_right or not any(_goods(each) for each in action.paid):
        yield f"Build took {action.paid} for {component.cost} (A-106)."
    if any(_goods(paid) and seat not in standing for seat, paid in enumerate(action.paid)):
        yield f"Build took {action.paid} of somebody who does not stand there (A-106)."
    if component.letter == "core" and not all(_goods(each) for each in action.paid):
        yield "Build took nothing of somebody for the Power Core (A-115)."


def _goods(paid: Price) -> bool:
    return any(getattr(paid, good) for good in _GOODS)


def _together(paid: tuple[Price, ...], good: str) -> int:
    return sum(getattr(each, good) for each in paid)


def _paid(action: AtlantisAction) -> Iterator[tuple[Seat, str, int]]:
    """What an act says that it costs."""
    match action:
        case BuyBarrier() | BuyUnflood():
            yield from ((seat, "energy", -paid) for seat, paid in enumerate(action.paid))
        case Build():
            for seat, each in enumerate(action.paid):
                yield from ((seat, good, -getattr(each, good)) for good in _GOODS)
        case Spend() | Keep():
            yield action.seat, "energy", -action.energy
        case Exchange():
            yield from ((action.seat, action.given, -1), (action.seat, action.taken, 1))
        case Gain():
            yield action.seat, action.resource, 1
        case Adjust() if action.what in _GOODS:
            yield action.seat, action.what, action.by


def _gained(old: Table, action: AtlantisAction, new: Table) -> Iterator[tuple[Seat, str, int]]:
    """What comes of an act by the rules, dice apart."""
    if isinstance(action, PassMarker | TakeMarker) and old.setup.players == 1:
        yield 0, "energy", 1
    for effect, seats in set_off(old, action, new):
        sign = {"gain_energy": 1, "lose_energy": -1}.get(effect.op, 0)
        yield from ((seat, "energy", sign * effect.n) for seat in seats)
    step = old.steps[-1] if old.steps else None
    if isinstance(step, Amplifying) and isinstance(action, TurnIn | Enough):
        given = (*step.given, *((action.resource,) if isinstance(action, TurnIn) else ()))
        is_over = isinstance(action, Enough) or len(given) == step.left
        if is_over and len(set(given)) == 1:
            yield action.seat, given[0], 1
    if not isinstance(action, Activate | Repeat):
        return
    tiles = tiles_at(old, action.place)
    if action.place == CENTRE:
        yield action.seat, "energy", 1 + _more_at_centre(old, action.seat)
    is_forge = tiles is not None and tiles.kind == "forges" and not _is_forbidden(old, action.place)
    if tiles is not None and is_forge and old.reserves[action.seat].ore:
        rate = tiles.number_at(PLACES[action.place][1], action.space)
        yield from ((action.seat, "ore", -1), (action.seat, "atlantium", rate))


def _more_at_centre(old: Table, seat: Seat) -> int:
    more = 0
    for piece, number in helpers(old, "extra_energy_at_centre", CENTRE):
        effect, name = effect_of(old, piece), TEAM if piece.kind == "hologram" else piece.seat
        if piece.seat == seat and effect is not None and (effect.per == "atlantean" or name not in old.used):
            more += number
    return more


def _won(old: Table, attempt: Attempt | None) -> Iterator[tuple[Seat, str, int]]:
    """One resource for a success on a wild tile, and a councilor's more, once a round (A-060, section 4.3)."""
    tiles = tiles_at(old, attempt.place) if attempt else None
    if attempt is None or tiles is None or tiles.kind != "wild" or tiles.resource is None:
        return
    fresh = (
        number
        for piece, number in helpers(old, "extra_resource", attempt.place)
        if (TEAM if piece.kind == "hologram" else piece.seat) not in old.used
    )
    yield attempt.rollers[0], tiles.resource, 1 + sum(fresh)


# --- followers ---


def _wrong_recruits(old: Table, action: AtlantisAction, new: Table, won: Attempt | None) -> Iterator[str]:
    """One follower leaves the supply for a success in the Cities, where a colour there has any left (A-068, A-071)."""
    if isinstance(action, TakeMarker):
        return
    came = [was - now for was, now in zip(old.supply, new.supply, strict=True)]
    tiles = tiles_at(old, won.place) if won else None
    able = set[Seat]()
    if won is not None and tiles is not None and tiles.kind == "cities":
        there = {each.seat for each in old.atlanteans if (each.place, each.space) == (won.place, won.space)}
        able = {seat for seat in there if old.supply[seat]}
    waits = sum(isinstance(step, Recruiting) for step in new.steps)
    was_waiting = sum(isinstance(step, Recruiting) for step in old.steps)
    wanted = 1 if isinstance(action, GiveRecruit) or len(able) == 1 else 0
    if isinstance(action, GiveRecruit):
        able = {action.seat}
    got = {seat for seat, many in enumerate(came) if many}
    if sum(came) != wanted or min(came) < 0 or not got <= able:
        yield f"{type(action).__name__} took {came} of the supplies instead of {wanted} of {sorted(able)} (A-068)."
    if waits - was_waiting != {True: -1}.get(isinstance(action, GiveRecruit), int(len(able) > 1)):
        yield f"{type(action).__name__} left {waits} followers to be given (A-068)."
