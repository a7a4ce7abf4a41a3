"""Volleys: in firing order, each at one chest of another player, and where the loot goes (R-113 to R-127)."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.data.figures import CannonName, assumed
from companion.games.rolling_with_the_waves.rules.phase import RoundPhase
from companion.games.rolling_with_the_waves.state import charts, model, records
from companion.games.rolling_with_the_waves.words.names import CHEST_WORDS, cannons_words
from companion.games.shared.phases import Asked, Label, put
from companion.language.message import Message, listing, say


class Volleys(RoundPhase[model.Shot]):
    """Each shooter in turn."""

    titles = {records.Phase.FIRE: say("Write v · Fire")}
    acts = (model.Aim, model.Stow)
    rule = "R-113"
    law = say("Every cannon that is full fires in this round, in firing order")

    def has_work(self, state: model.DiceState) -> bool:
        return bool(charts.firing_order(state.table.played))

    def legal(self, state: model.DiceState) -> tuple[model.Shot, ...]:
        whole = state.table.played
        order = charts.firing_order(whole)
        if not order:
            return ()
        if stowing(whole) is not None:
            return tuple(model.Stow(order[0], chest) for chest in whole.maps[order[0]].unburied)
        return aims(whole, order[0])

    def apply(self, state: model.DiceState, act: model.Shot) -> model.DiceState:
        whole = state.table.played
        if isinstance(act, model.Stow):
            aimed = stowing(whole)
            assert aimed is not None  # else it is not legal
            return fired(state, act.seat, aimed, act.into)
        aimed, own = records.Aimed(act.cannons, act.target, act.chest), whole.maps[act.seat].unburied
        loot = loot_of(whole, act)
        if loot and len(own) > 1:
            return model.changed(state, ("R-116",), aimed=aimed)
        return fired(state, act.seat, aimed, own[0] if loot and own else records.NO_CHEST)

    def asked(self, view: model.DiceView) -> Asked:
        whole = view.table.played
        seat = charts.firing_order(whole)[0]
        who, unsure, is_own = view.who(seat), assumed(whole.setup.figures, "small", "large"), view.seat == seat
        if stowing(whole) is not None:
            loot = listing(loot_of(whole, model.Stow(seat, records.NO_CHEST)), ",")
            text = say("{who} chooses one own chest for {loot}. That was stolen.", who=who, loot=loot)
            if is_own:
                text = say("Choose one of your chests for {loot}. You have stolen that.", loot=loot)
            return Asked((seat,), text, say("What has no room in that chest is lost."), "R-122", assumed=unsure)
        ready = cannons_words(charts.loaded(whole.maps[seat], whole.setup.sheet))
        text = say("{who} fires {cannons}. Choose a chest of another player.", who=who, cannons=ready)
        if not charts.targets(whole, seat):
            text = say("{who} fires {cannons}. Nobody has a chest to rob.", who=who, cannons=ready)
        elif is_own:
            text = say("Choose a chest to rob. You fire {cannons}.", cannons=ready)
        why = say("The most Infamy fires first. Each level of a Hull stops one shot.")
        return Asked((seat,), text, why, "R-116", assumed=unsure)

    def label(self, view: model.DiceView, act: model.Shot) -> Label:
        who = view.who(act.seat)
        if isinstance(act, model.Stow):
            return Label(CHEST_WORDS[act.into], say("{who} writes the loot into", who=who))
        group = say("{who} fires {cannons}", who=who, cannons=cannons_words(act.cannons))
        if act.target == records.NOBODY:
            return Label(say("At nobody"), group)
        loot, target, chest = loot_of(view.table.played, act), view.who(act.target), CHEST_WORDS[act.chest]
        if not loot:
            return Label(say("{who}, {chest}: nothing", who=target, chest=chest), group)
        return Label(say("{who}, {chest}: {loot}", who=target, chest=chest, loot=listing(loot, ",")), group)

    def described(self, before: model.DiceView, act: model.Shot) -> Message:
        loot, who = loot_of(before.table.played, act), before.who(act.seat)
        stolen = listing(loot, ",")
        if isinstance(act, model.Stow):
            return say("{who} writes {loot} into {chest}.", who=who, loot=stolen, chest=CHEST_WORDS[act.into])
        cannons = cannons_words(act.cannons)
        if act.target == records.NOBODY:
            return say("{who} fires {cannons} at nobody.", who=who, cannons=cannons)
        fires = say("{who} fires {cannons}", who=who, cannons=cannons)
        at = say("{target}, {chest}", target=before.who(act.target), chest=CHEST_WORDS[act.chest])
        if not loot:
            return say("{fires} at {chest}: nothing is stolen.", fires=fires, chest=at)
        return say("{fires} at {chest}, and steals {loot}.", fires=fires, chest=at, loot=stolen)

    def fault(self, state: model.DiceState, act: model.Shot) -> IllegalAction | None:
        whole = state.table.played
        order, fault = charts.firing_order(whole), super().fault(state, act)
        if fault is None or not order:
            return fault
        if act.seat != order[0]:
            return IllegalAction("R-114", say("It is another player's turn to fire: the most Infamy first."))
        if isinstance(act, model.Stow) or stowing(whole) is not None:
            return IllegalAction("R-122", say("Loot goes into one own chest that is not buried. Choose that now."))
        return refused_aim(whole, act)


def loot_of(whole: records.Whole, act: model.Shot) -> tuple[int, ...]:
    """What is stolen by a volley, or by the one whose loot is stowed."""
    volley = stowing(whole) if isinstance(act, model.Stow) else act
    return charts.robbed(whole, act.seat, volley.cannons, volley.target, volley.chest) if volley is not None else ()


def refused_aim(whole: records.Whole, act: model.Aim) -> IllegalAction:
    """Why a shooter may not fire so."""
    ready = charts.loaded(whole.maps[act.seat], whole.setup.sheet)
    if not act.cannons or any(cannon not in ready for cannon in act.cannons):
        return IllegalAction("R-113", say("Only a cannon that is full fires. Choose one of those."))
    past = whole.shot[1] if whole.shot else records.NOBODY
    if act.target == past and past != records.NOBODY:
        words = say("Two cannons at one player are one volley at one chest. Choose another player.")
        return IllegalAction("R-117", words)
    if len(set(act.cannons)) == 1 and len(ready) > 1 and len(charts.targets(whole, act.seat)) < 2:
        return IllegalAction("R-117", say("Only one player can be robbed: both cannons fire at one chest there."))
    return IllegalAction("R-116", say("A shot goes at another player's chest that is not buried. Choose one of those."))


def stowing(whole: records.Whole) -> records.Aimed | None:
    """The volley whose loot has yet to be stowed; None where there is none."""
    order, aimed = charts.firing_order(whole), whole.aimed
    if not isinstance(aimed, records.Aimed) or not order:
        return None
    seat, chart = order[0], whole.maps[order[0]]
    ready = charts.loaded(chart, whole.setup.sheet)
    is_there = all(cannon in ready for cannon in aimed.cannons) and aimed.target in charts.targets(whole, seat)
    if not is_there or not chart.unburied or aimed.chest not in whole.maps[aimed.target].unburied:
        return None
    return aimed if charts.robbed(whole, seat, aimed.cannons, aimed.target, aimed.chest) else None


def aims(whole: records.Whole, seat: Seat) -> tuple[model.Aim, ...]:
    """Every way in which a shooter may fire now: both cannons at one chest, or one of them (R-116 to R-118, A-28)."""
    ready, may_be = charts.loaded(whole.maps[seat], whole.setup.sheet), charts.targets(whole, seat)
    if not may_be:
        return (model.Aim(seat, ready, records.NOBODY, records.NO_CHEST),)
    volleys: list[tuple[CannonName, ...]] = [ready]
    if len(ready) > 1 and len(may_be) > 1:
        volleys += [(cannon,) for cannon in ready]
    return tuple(
        model.Aim(seat, cannons, target, chest)
        for cannons in volleys
        for target in may_be
        for chest in whole.maps[target].unburied
    )


def fired(state: model.DiceState, seat: Seat, aimed: records.Aimed, into: int) -> model.DiceState:
    """The state after a volley: loot, Infamy, and cannons erased (R-119 to R-127)."""
    whole = state.table.played
    sheet, chart, maps = whole.setup.sheet, whole.maps[seat], whole.maps
    loot = charts.robbed(whole, seat, aimed.cannons, aimed.target, aimed.chest)
    _, blocked = charts.shots(whole, seat, aimed.cannons, aimed.target)
    why = ["R-113", "R-125", "R-126"]
    if loot:
        victim = maps[aimed.target]
        left = victim.chests[aimed.chest][: -len(loot)]
        maps = put(maps, aimed.target, replace(victim, chests=put(victim.chests, aimed.chest, left)))
        why += ["R-119", "R-120"]
    lost = 0
    if loot and into in records.CHESTS:
        kept = (*chart.chests[into], *loot)[: max(sheet.squares(f"chest.{into}"), len(chart.chests[into]))]
        lost = len(chart.chests[into]) + len(loot) - len(kept)
        chart = replace(chart, chests=put(chart.chests, into, kept))
        why += ["R-124"] if lost else ["R-122", "R-123"]
    for cannon in aimed.cannons:
        chart = replace(chart, infamy=charts.gain(whole, chart.infamy, min(chart.row(cannon))))
    gained = chart.infamy - whole.maps[seat].infamy
    chart = replace(chart, **dict.fromkeys(aimed.cannons, ()))
    is_half = bool(charts.loaded(chart, sheet)) and not whole.shot
    return model.changed(
        state,
        tuple(why),
        maps=put(maps, seat, chart),
        aimed=UNSET,
        shot=(seat, aimed.target) if is_half else UNSET,
        fired=records.Fired(seat, aimed.cannons, aimed.target, aimed.chest, blocked, loot, into, lost, gained),
    )
