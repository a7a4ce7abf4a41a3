"""Writing, icon by icon from left to right: who raises a die, what everybody writes, and what it triggers (R-061)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.charts import (
    CANNON_OF,
    TRACK_OF,
    can_raise,
    has_room,
    income,
    level,
)
from companion.games.rolling_with_the_waves.figures import PRINTED, assumed
from companion.games.rolling_with_the_waves.model import DiceState, DiceView, RaiseSpirits, Write
from companion.games.rolling_with_the_waves.phases.part import DIE, Part, changed, gain, icon_words
from companion.games.rolling_with_the_waves.whole import (
    BURY_ICONS,
    CHEST_ICONS,
    STEPS,
    Chart,
    Icon,
    Phase,
    Whole,
)
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import Message, listing, say, sentences
from companion.language.values import Count

RULES: dict[Phase, RuleId] = {
    Phase.RAISE: "R-071",
    Phase.CHESTS: "R-082",
    Phase.BURY: "R-090",
    Phase.HULL: "R-101",
    Phase.CANNONS: "R-111",
    Phase.PORTS: "R-131",
    Phase.CREW: "R-141",
}
_UNSURE: dict[Phase, tuple[str, ...]] = {
    Phase.CHESTS: ("chests",),
    Phase.HULL: ("hull",),
    Phase.CANNONS: ("cannons",),
    Phase.PORTS: ("ports", "cap"),
    Phase.CREW: ("crew",),
}
WHY: dict[Phase, Message] = {
    Phase.RAISE: say("Two filled squares of Raise Spirits turn a later die into a 7."),
    Phase.CHESTS: say("A chest is filled from the bottom right, the bottom row first."),
    Phase.BURY: say("A buried chest cannot be robbed, takes no more, and is worth 2 points."),
    Phase.HULL: say("Each level of the Hull stops one shot. A sum that comes to a circle is a level."),
    Phase.CANNONS: say("A cannon whose last square is filled fires in this round."),
    Phase.PORTS: say("Ports give their level in Infamy each round, and the greatest sum one more."),
    Phase.CREW: say("Each new level of Crew puts one more of your dice into the bag."),
}
"""What the icons of a step are good for."""


class Scribing(Part[RaiseSpirits | Write]):
    """All seats together, an icon at a time."""

    titles = {
        Phase.RAISE: say("Write i · Raise Spirits"),
        Phase.CHESTS: say("Write ii · Chests"),
        Phase.BURY: say("Write iii · Bury"),
        Phase.HULL: say("Write iv · Hull"),
        Phase.CANNONS: say("Write v · Cannons"),
        Phase.PORTS: say("Write vi · Ports"),
        Phase.CREW: say("Write vii · Crew"),
    }
    acts = (RaiseSpirits, Write)
    rule = "R-061"
    law = say("Dice are written icon by icon, from the left, by everybody together")

    def has_work(self, state: DiceState, phase: Phase) -> bool:
        return icon_now(state.table.played, phase) is not None

    def legal(self, state: DiceState) -> tuple[RaiseSpirits | Write, ...]:
        whole = state.table.played
        icon = icon_now(whole, whole.phase)
        if icon is None:
            return ()
        asked = undecided(whole, icon)
        if asked:
            return tuple(RaiseSpirits(seat, use) for seat in asked for use in (True, False))
        return (Write(icon),)

    def apply(self, state: DiceState, act: RaiseSpirits | Write) -> DiceState:
        whole = state.table.played
        if isinstance(act, RaiseSpirits):
            return changed(state, ("R-072", "R-073"), raised=put(whole.raised, act.seat, act.use))
        return wrote(state, act.icon)

    def asked(self, view: DiceView) -> Asked:
        whole = view.table.played
        icon = icon_now(whole, whole.phase)
        assert icon is not None  # else the phase is over
        seats = undecided(whole, icon)
        if seats:
            text = say(
                "{seats}: raise your die on {icon} to {value}? Both squares of Raise Spirits are then erased.",
                seats=people(view, seats),
                icon=icon_words(icon),
                value=PRINTED.raised,
            )
            why = say("Both squares of Raise Spirits are filled.")
            return Asked(seats, text, why, "R-073", any_order=True)
        unsure = assumed(whole.setup.figures, *_UNSURE.get(whole.phase, ()))
        return Asked((), to_write(view, icon), WHY[whole.phase], RULES[whole.phase], assumed=unsure)

    def label(self, view: DiceView, act: RaiseSpirits | Write) -> Label:
        whole = view.table.played
        if isinstance(act, Write):
            return Label(say("Done: {icon}", icon=icon_words(act.icon)), say("Written"))
        icon = icon_now(whole, whole.phase)
        die = whole.die_on(act.seat, icon) if icon is not None else None
        group = say("{who} raises?", who=view.who(act.seat))
        if act.use:
            return Label(say("Raise it to {value}", value=PRINTED.raised), group)
        return Label(say("Write {value}", value=die.value if die is not None else 0), group)

    def told(self, before: DiceView, act: RaiseSpirits | Write) -> Message:
        if isinstance(act, Write):
            return to_write(before, act.icon, is_past=True)
        who = before.who(act.seat)
        return say("{who} raises the die.", who=who) if act.use else say("{who} does not raise the die.", who=who)

    def refusal(self, state: DiceState, act: RaiseSpirits | Write, now: Message) -> IllegalAction:
        whole = state.table.played
        if whole.phase not in self.titles:
            return super().refusal(state, act, now)
        if isinstance(act, RaiseSpirits):
            if act.seat in whole.seats and not can_raise(whole.maps[act.seat]):
                words = say(
                    "Both squares of Raise Spirits must be filled, and each use erases them. Write the die as it is."
                )
                return IllegalAction("R-075", words)
            return IllegalAction("R-072", say("That player raises no die here, or has said so already."))
        icon = icon_now(whole, whole.phase)
        if icon is not None and undecided(whole, icon):
            return IllegalAction("R-063", say("Somebody has yet to say whether a die is raised. Ask them first."))
        return super().refusal(state, act, now)


# --- which icon, and who is asked ---


def icon_now(whole: Whole, phase: Phase) -> Icon | None:
    """The icon that is written now in that phase; None where nothing is left to write in it."""
    done = whole.written if phase is whole.phase else ()
    for icon in STEPS[phase]:
        if icon not in done and (writers(whole, icon) or (icon == "ports" and any(income(whole)))):
            return icon
    return None


def writers(whole: Whole, icon: Icon) -> tuple[Seat, ...]:
    """Seats with a die on that icon."""
    return tuple(seat for seat in whole.seats if icon in whole.icons[seat])


def undecided(whole: Whole, icon: Icon) -> tuple[Seat, ...]:
    """Seats that have yet to say whether they raise the die on that icon (R-072, A-15, A-16)."""
    if icon == "raise" or icon in BURY_ICONS:
        return ()
    return tuple(
        seat
        for seat in writers(whole, icon)
        if whole.raised[seat] is None and can_raise(whole.maps[seat]) and has_room(whole.maps[seat], whole.setup, icon)
    )


def value_of(whole: Whole, seat: Seat, icon: Icon) -> int:
    """What a seat writes for the die on that icon (R-063, R-073)."""
    if whole.raised[seat] or (icon == "raise" and can_raise(whole.maps[seat])):
        return PRINTED.raised
    die = whole.die_on(seat, icon)
    assert die is not None  # asked of writers alone
    return die.value


# --- what is written ---


def wrote(state: DiceState, icon: Icon) -> DiceState:
    """The state once everybody has written from that icon, with what it triggers."""
    whole = state.table.played
    maps = whole.maps
    for seat in writers(whole, icon):
        maps = put(maps, seat, _written(whole, seat, icon))
    why: tuple[RuleId, ...] = (RULES[whole.phase],)
    if any(maps[seat].spirits != whole.maps[seat].spirits for seat in writers(whole, icon)) and icon != "raise":
        why += ("R-074",)
    changes: dict[str, Any] = {
        "maps": maps,
        "written": (*whole.written, icon),
        "raised": (None,) * len(maps),
        "fired": UNSET,
    }
    after = replace(whole, maps=maps)
    if icon == "ports":
        gained = income(after)
        paid = (
            replace(chart, infamy=gain(whole, chart.infamy, more)) for chart, more in zip(maps, gained, strict=True)
        )
        changes |= {"maps": tuple(paid), "gained": gained}
        why += ("R-132", "R-133")
    elif icon == "crew":
        changes |= hired(whole, after)
        why += ("R-142",)
    elif icon in BURY_ICONS:
        why += ("R-091",)
    return changed(state, why, **changes)


def _written(whole: Whole, seat: Seat, icon: Icon) -> Chart:
    """One map after its die was written."""
    chart = whole.maps[seat]
    if icon in BURY_ICONS:
        chest = BURY_ICONS.index(icon)
        return replace(chart, buried=put(chart.buried, chest, True))
    value = value_of(whole, seat, icon)
    if whole.raised[seat] or (icon == "raise" and can_raise(chart)):
        chart = replace(chart, spirits=())
    if not has_room(chart, whole.setup, icon):
        return chart  # wasted
    if icon in CHEST_ICONS:
        chest = CHEST_ICONS.index(icon)
        return replace(chart, chests=put(chart.chests, chest, (*chart.chests[chest], value)))
    if icon == "raise":
        return replace(chart, spirits=(*chart.spirits, value))
    name = CANNON_OF.get(icon) or TRACK_OF[icon]
    changes: dict[str, Any] = {name: (*chart.row(name), value)}
    return replace(chart, **changes)


def hired(before: Whole, after: Whole) -> dict[str, tuple[int, ...]]:
    """Bag and supply once new levels of Crew have brought dice (R-142, R-144, A-19)."""
    bag, supply, sheet = before.bag, before.supply, before.setup.sheet
    for seat in before.seats:
        more = level(after.maps[seat], sheet, "crew") - level(before.maps[seat], sheet, "crew")
        more = min(more, supply[seat])
        bag, supply = put(bag, seat, bag[seat] + more), put(supply, seat, supply[seat] - more)
    return {"bag": bag, "supply": supply}


# --- in words ---


def to_write(view: DiceView, icon: Icon, is_past: bool = False) -> Message:
    """What everybody writes or crosses out for that icon, in words, as a request or as the log has it."""
    whole = view.table.played
    seats = writers(whole, icon)
    if icon in BURY_ICONS:
        chest = BURY_ICONS.index(icon) + 1
        if is_past:
            return say(
                "{who} {seats?buries|bury} chest {chest}.", who=people(view, seats), seats=len(seats), chest=chest
            )
        return say(
            "{who}: cross out the island below chest {chest}, and box the chest.", who=people(view, seats), chest=chest
        )
    values = listing((_value_words(view, seat, icon) for seat in seats), ",")
    texts: list[Message] = []
    if seats:
        texts.append(
            say("Written into {icon}: {values}.", icon=icon_words(icon), values=values)
            if is_past
            else say("Write into {icon}: {values}.", icon=icon_words(icon), values=values)
        )
    if icon == "ports":
        gains = income(_after(whole, icon))
        got = listing(
            (say("{who} {infamy}", who=view.who(seat), infamy=more) for seat, more in enumerate(gains) if more), ","
        )
        if any(gains):
            texts.append(
                say("Infamy from Ports: {gains}.", gains=got)
                if is_past
                else say("Then colour Infamy: {gains}.", gains=got)
            )
    if icon == "crew":
        bag = hired(whole, _after(whole, icon))["bag"]
        more = [(seat, bag[seat] - whole.bag[seat]) for seat in seats if bag[seat] > whole.bag[seat]]
        if more:
            dice = listing(
                (say("{who} {dice}", who=view.who(seat), dice=Count(count, DIE)) for seat, count in more), ","
            )
            texts.append(say("Into the bag: {dice}.", dice=dice))
    return sentences(*texts)


def _after(whole: Whole, icon: Icon) -> Whole:
    """The maps once that icon is written, without what it triggers."""
    maps = whole.maps
    for seat in writers(whole, icon):
        maps = put(maps, seat, _written(whole, seat, icon))
    return replace(whole, maps=maps)


def _value_words(view: DiceView, seat: Seat, icon: Icon) -> Message:
    whole = view.table.played
    value, who = value_of(whole, seat, icon), view.who(seat)
    if whole.raised[seat]:
        return say("{who} {value} (raised)", who=who, value=value)
    return say("{who} {value}", who=who, value=value)
