"""Volleys: in firing order, each at one chest of another player, and where the loot goes (R-113 to R-127)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.charts import (
    firing_order,
    hits,
    loaded,
    robbed,
    shots,
    targets,
)
from companion.games.rolling_with_the_waves.figures import CannonName, assumed
from companion.games.rolling_with_the_waves.model import Aim, DiceState, DiceView, Stow
from companion.games.rolling_with_the_waves.phases.part import CHEST_WORDS, Part, changed, gain
from companion.games.rolling_with_the_waves.whole import (
    CHESTS,
    NO_CHEST,
    NOBODY,
    Aimed,
    Fired,
    Phase,
    Whole,
)
from companion.games.shared.phases import Asked, Label, put
from companion.language.message import Message, listing, say

CANNON_WORDS: dict[CannonName, Message] = {"small": say("the small cannon"), "large": say("the large cannon")}
BOTH = say("both cannons")


class Volleys(Part[Aim | Stow]):
    """Each shooter in turn."""

    titles = {Phase.FIRE: say("Write v · Fire")}
    acts = (Aim, Stow)
    rule = "R-113"
    law = say("Every cannon that is full fires in this round, in firing order")

    def has_work(self, state: DiceState, phase: Phase) -> bool:
        return bool(firing_order(state.table.played))

    def legal(self, state: DiceState) -> tuple[Aim | Stow, ...]:
        whole = state.table.played
        order = firing_order(whole)
        if not order:
            return ()
        if stowing(whole) is not None:
            return tuple(Stow(order[0], chest) for chest in whole.maps[order[0]].unburied)
        return aims(whole, order[0])

    def apply(self, state: DiceState, act: Aim | Stow) -> DiceState:
        whole = state.table.played
        if isinstance(act, Stow):
            aimed = stowing(whole)
            assert aimed is not None  # else it is not legal
            return fired(state, act.seat, aimed, act.into)
        aimed = Aimed(act.cannons, act.target, act.chest)
        own = whole.maps[act.seat].unburied
        loot = robbed(whole, act.seat, act.cannons, act.target, act.chest)
        if loot and len(own) > 1:
            return changed(state, ("R-116",), aimed=aimed)
        return fired(state, act.seat, aimed, own[0] if loot and own else NO_CHEST)

    def asked(self, view: DiceView) -> Asked:
        whole = view.table.played
        seat = firing_order(whole)[0]
        who, aimed = view.who(seat), stowing(whole)
        unsure = assumed(whole.setup.figures, "cannons")
        if aimed is not None:
            loot = listing(robbed(whole, seat, aimed.cannons, aimed.target, aimed.chest), ",")
            text = say("{who} has stolen {loot}: choose one own chest for it.", who=who, loot=loot)
            return Asked((seat,), text, say("What has no room in that chest is lost."), "R-122", assumed=unsure)
        ready = cannons_words(loaded(whole.maps[seat], whole.setup.sheet))
        text = say("{who} fires {cannons}: choose a chest of another player.", who=who, cannons=ready)
        why = say("The most Infamy fires first. Each level of a Hull stops one shot.")
        if not targets(whole, seat):
            text = say("{who} fires {cannons}, and nobody has a chest to rob.", who=who, cannons=ready)
        return Asked((seat,), text, why, "R-116", assumed=unsure)

    def label(self, view: DiceView, act: Aim | Stow) -> Label:
        whole = view.table.played
        if isinstance(act, Stow):
            return Label(CHEST_WORDS[act.into], say("{who} writes the loot into", who=view.who(act.seat)))
        group = say("{who} fires {cannons}", who=view.who(act.seat), cannons=cannons_words(act.cannons))
        if act.target == NOBODY:
            return Label(say("At nobody"), group)
        loot = robbed(whole, act.seat, act.cannons, act.target, act.chest)
        target, chest = view.who(act.target), CHEST_WORDS[act.chest]
        if not loot:
            return Label(say("{who}, {chest}: nothing", who=target, chest=chest), group)
        return Label(say("{who}, {chest}: {loot}", who=target, chest=chest, loot=listing(loot, ",")), group)

    def told(self, before: DiceView, act: Aim | Stow) -> Message:
        whole, who = before.table.played, before.who(act.seat)
        if isinstance(act, Stow):
            aimed = stowing(whole)
            loot = robbed(whole, act.seat, aimed.cannons, aimed.target, aimed.chest) if aimed is not None else ()
            return say(
                "{who} writes {loot} into {chest}.", who=who, loot=listing(loot, ","), chest=CHEST_WORDS[act.into]
            )
        cannons = cannons_words(act.cannons)
        if act.target == NOBODY:
            return say("{who} fires {cannons} at nobody.", who=who, cannons=cannons)
        loot = robbed(whole, act.seat, act.cannons, act.target, act.chest)
        target, chest = before.who(act.target), CHEST_WORDS[act.chest]
        if not loot:
            return say(
                "{who} fires {cannons} at {target}, {chest}: nothing is stolen.",
                who=who,
                cannons=cannons,
                target=target,
                chest=chest,
            )
        return say(
            "{who} fires {cannons} at {target}, {chest}, and steals {loot}.",
            who=who,
            cannons=cannons,
            target=target,
            chest=chest,
            loot=listing(loot, ","),
        )

    def refusal(self, state: DiceState, act: Aim | Stow, now: Message) -> IllegalAction:
        whole = state.table.played
        order = firing_order(whole)
        if whole.phase is not Phase.FIRE or not order:
            return super().refusal(state, act, now)
        if act.seat != order[0]:
            return IllegalAction("R-114", say("It is another player's turn to fire: the most Infamy first."))
        if isinstance(act, Stow) or stowing(whole) is not None:
            words = say("Loot goes into one own chest that is not buried. Choose that now.")
            return IllegalAction("R-122", words)
        return refused_aim(whole, act)


def refused_aim(whole: Whole, act: Aim) -> IllegalAction:
    """Why a shooter may not fire so."""
    ready = loaded(whole.maps[act.seat], whole.setup.sheet)
    if not act.cannons or any(cannon not in ready for cannon in act.cannons):
        return IllegalAction("R-113", say("Only a cannon that is full fires. Choose one of those."))
    past = whole.shot[1] if whole.shot else NOBODY
    if act.target == past and past != NOBODY:
        return IllegalAction(
            "R-117", say("Two cannons at one player are one volley at one chest. Choose another player.")
        )
    if len(set(act.cannons)) == 1 and len(ready) > 1 and len(targets(whole, act.seat)) < 2:
        return IllegalAction("R-117", say("Only one player can be robbed: both cannons fire at one chest there."))
    return IllegalAction("R-116", say("A shot goes at another player's chest that is not buried. Choose one of those."))


def stowing(whole: Whole) -> Aimed | None:
    """The volley whose loot has yet to be stowed; None where there is none."""
    order, aimed = firing_order(whole), whole.aimed
    if not isinstance(aimed, Aimed) or not order:
        return None
    seat, chart = order[0], whole.maps[order[0]]
    ready = loaded(chart, whole.setup.sheet)
    is_there = all(cannon in ready for cannon in aimed.cannons) and aimed.target in targets(whole, seat)
    if not is_there or not chart.unburied or aimed.chest not in whole.maps[aimed.target].unburied:
        return None
    return aimed if robbed(whole, seat, aimed.cannons, aimed.target, aimed.chest) else None


def aims(whole: Whole, seat: Seat) -> tuple[Aim, ...]:
    """Every way in which a shooter may fire now: both cannons at one chest, or one of them (R-116 to R-118, A-28)."""
    ready, may_be = loaded(whole.maps[seat], whole.setup.sheet), targets(whole, seat)
    if not may_be:
        return (Aim(seat, ready, NOBODY, NO_CHEST),)
    volleys: list[tuple[CannonName, ...]] = [ready]
    if len(ready) > 1 and len(may_be) > 1:
        volleys += [(cannon,) for cannon in ready]
    return tuple(
        Aim(seat, cannons, target, chest)
        for cannons in volleys
        for target in may_be
        for chest in whole.maps[target].unburied
    )


def fired(state: DiceState, seat: Seat, aimed: Aimed, into: int) -> DiceState:
    """The state after a volley: loot, Infamy, and cannons erased (R-119 to R-127)."""
    whole = state.table.played
    sheet, chart, maps = whole.setup.sheet, whole.maps[seat], whole.maps
    loot = robbed(whole, seat, aimed.cannons, aimed.target, aimed.chest)
    through = sum(hits(whole, seat, aimed.cannons, aimed.target))
    blocked = sum(shots(chart, sheet, cannon) for cannon in aimed.cannons) - through
    why = ["R-113", "R-125", "R-126"]
    if loot:
        victim = maps[aimed.target]
        left = victim.chests[aimed.chest][: -len(loot)]
        maps = put(maps, aimed.target, replace(victim, chests=put(victim.chests, aimed.chest, left)))
        why += ["R-119", "R-120"]
    lost = 0
    if loot and into in CHESTS:
        kept = (*chart.chests[into], *loot)[: max(sheet.room(into), len(chart.chests[into]))]
        lost = len(chart.chests[into]) + len(loot) - len(kept)
        chart = replace(chart, chests=put(chart.chests, into, kept))
        why += ["R-124"] if lost else ["R-122", "R-123"]
    for cannon in aimed.cannons:
        chart = replace(chart, infamy=gain(whole, chart.infamy, min(chart.row(cannon))))
    gained = chart.infamy - whole.maps[seat].infamy
    chart = replace(chart, **dict.fromkeys(aimed.cannons, ()))
    is_half = bool(loaded(chart, sheet)) and not whole.shot
    return changed(
        state,
        tuple(why),
        maps=put(maps, seat, chart),
        aimed=UNSET,
        shot=(seat, aimed.target) if is_half else UNSET,
        fired=Fired(seat, aimed.cannons, aimed.target, aimed.chest, blocked, loot, into, lost, gained),
    )


def cannons_words(cannons: Sequence[CannonName]) -> Message:
    """Cannons in words."""
    return BOTH if len(cannons) > 1 else CANNON_WORDS[cannons[0]]
