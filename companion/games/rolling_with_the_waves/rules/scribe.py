"""Writing, icon by icon from left to right: who raises a die, what everybody writes, and what it triggers (R-061)."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from companion.games.core import RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.data.figures import PRINTED, assumed
from companion.games.rolling_with_the_waves.rules.phase import RoundPhase
from companion.games.rolling_with_the_waves.state import charts, model, records
from companion.games.rolling_with_the_waves.words.names import DIE, icon_words
from companion.games.shared.files import read_as
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import Message, listing, say, sentences, written
from companion.language.values import Count, Name


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of writing, in steps.toml."""

    name: str
    """What it is called within a sentence."""
    rule: RuleId
    why: str
    """What its icons are good for."""
    figures: tuple[str, ...] = ()
    """How the names of the figures begin on which it hangs."""

    @property
    def words(self) -> Message:
        """Its name as a message."""
        return written(self.name)


STEPS: Final = read_as(__package__, "steps.toml", dict[str, dict[records.Phase, Step]])["steps"]


class Scribing(RoundPhase[model.Scribed]):
    """All seats together, an icon at a time."""

    titles = {
        phase: say("Write {numeral} · {step:capital}", numeral=Name(numeral), step=step.words)
        for numeral, (phase, step) in zip(records.NUMERALS, STEPS.items(), strict=True)
    }
    acts = (model.RaiseSpirits, model.Write)
    rule = "R-061"
    law = say("Dice are written icon by icon, from the left, by everybody together")

    def has_work(self, state: model.DiceState) -> bool:
        return icon_now(state.table.played) is not None

    def legal(self, state: model.DiceState) -> tuple[model.Scribed, ...]:
        whole = state.table.played
        icon = icon_now(whole)
        if icon is None:
            return ()
        raises = (model.RaiseSpirits(seat, use) for seat in undecided(whole, icon) for use in (True, False))
        return tuple(raises) or (model.Write(icon),)

    def apply(self, state: model.DiceState, act: model.Scribed) -> model.DiceState:
        if isinstance(act, model.Write):
            return wrote(state, act.icon)
        return model.changed(state, ("R-072", "R-073"), raised=put(state.table.played.raised, act.seat, act.use))

    def asked(self, view: model.DiceView) -> Asked:
        whole = view.table.played
        icon = icon_now(whole)
        assert icon is not None  # else the phase is over
        if seats := undecided(whole, icon):
            text = say(
                "{seats}: raise your die on {icon} to {value}? That erases both squares of Raise Spirits.",
                seats=people(view, seats),
                icon=icon_words(icon),
                value=PRINTED.raised,
            )
            return Asked(seats, text, say("Both squares of Raise Spirits are filled."), "R-073", any_order=True)
        step = STEPS[whole.phase]
        unsure = assumed(whole.setup.figures, *step.figures)
        return Asked((), to_write(view, icon), written(step.why), step.rule, assumed=unsure)

    def label(self, view: model.DiceView, act: model.Scribed) -> Label:
        whole = view.table.played
        if isinstance(act, model.Write):
            return Label(say("Done: {icon}", icon=icon_words(act.icon)), say("Written"))
        group = say("{who} raises?", who=view.who(act.seat))
        if act.use:
            return Label(say("Raise it to {value}", value=PRINTED.raised), group)
        icon = icon_now(whole)
        die = whole.die_on(act.seat, icon) if icon is not None else None
        return Label(say("Write {value}", value=die.value if die is not None else 0), group)

    def described(self, before: model.DiceView, act: model.Scribed) -> Message:
        if isinstance(act, model.Write):
            return to_write(before, act.icon, is_past=True)
        who = before.who(act.seat)
        return say("{who} raises the die.", who=who) if act.use else say("{who} does not raise the die.", who=who)

    def fault(self, state: model.DiceState, act: model.Scribed) -> IllegalAction | None:
        whole, fault = state.table.played, super().fault(state, act)
        if fault is None:
            return None
        if isinstance(act, model.RaiseSpirits):
            if act.seat in whole.seats and not charts.can_raise(whole.maps[act.seat]):
                words = say(
                    "Both squares of Raise Spirits must be filled, and each use erases them. Write the die as it is."
                )
                return IllegalAction("R-075", words)
            return IllegalAction("R-072", say("That player raises no die here, or has said so already."))
        icon = icon_now(whole)
        if icon is None or not undecided(whole, icon):
            return fault
        return IllegalAction("R-063", say("Somebody has yet to say whether a die is raised. Ask them first."))


# --- which icon, and who is asked ---


def icon_now(whole: records.Whole) -> records.Icon | None:
    """The icon that is written now; None where nothing is left to write in this phase."""
    for icon in records.STEPS[whole.phase]:
        if icon not in whole.written and (writers(whole, icon) or (icon == "ports" and any(charts.income(whole)))):
            return icon
    return None


def writers(whole: records.Whole, icon: records.Icon) -> tuple[Seat, ...]:
    """Seats with a die on that icon."""
    return tuple(seat for seat in whole.seats if icon in whole.icons[seat])


def undecided(whole: records.Whole, icon: records.Icon) -> tuple[Seat, ...]:
    """Seats that have yet to say whether they raise the die on that icon (R-072, A-15, A-16)."""
    if icon == "raise" or icon in records.BURY_ICONS:
        return ()
    may = (seat for seat in writers(whole, icon) if whole.raised[seat] is None and charts.can_raise(whole.maps[seat]))
    return tuple(seat for seat in may if charts.has_room(whole.maps[seat], whole.setup, icon))


def _is_raised(whole: records.Whole, seat: Seat, icon: records.Icon) -> bool:
    return bool(whole.raised[seat]) or (icon == "raise" and charts.can_raise(whole.maps[seat]))


def value_of(whole: records.Whole, seat: Seat, icon: records.Icon) -> int:
    """What a seat writes for the die on that icon (R-063, R-073)."""
    die = whole.die_on(seat, icon)
    assert die is not None  # asked of writers alone
    return PRINTED.raised if _is_raised(whole, seat, icon) else die.value


# --- what is written ---


def wrote(state: model.DiceState, icon: records.Icon) -> model.DiceState:
    """The state once everybody has written from that icon, with what it triggers."""
    whole = state.table.played
    after = _after(whole, icon)
    why: tuple[RuleId, ...] = (STEPS[whole.phase].rule,)
    if icon != "raise" and any(new.spirits != old.spirits for new, old in zip(after.maps, whole.maps, strict=True)):
        why += ("R-074",)
    if icon == "ports":
        gained, why = charts.income(after), (*why, "R-132", "R-133")
        paid = (
            replace(chart, infamy=charts.gain(whole, chart.infamy, more))
            for chart, more in zip(after.maps, gained, strict=True)
        )
        after = replace(after, maps=tuple(paid), gained=gained)
    elif icon == "crew":
        after, why = hired(whole, after), (*why, "R-142")
    elif icon in records.BURY_ICONS:
        why += ("R-091",)
    written, nobody = (*whole.written, icon), (None,) * len(whole.maps)
    after = replace(after, written=written, raised=nobody, fired=msgspec.UNSET)
    return replace(state, table=replace(state.table, why=why, whole=after))


def _after(whole: records.Whole, icon: records.Icon) -> records.Whole:
    """The maps once that icon is written, without what it triggers."""
    maps = whole.maps
    for seat in writers(whole, icon):
        maps = put(maps, seat, _written(whole, seat, icon))
    return replace(whole, maps=maps)


def _written(whole: records.Whole, seat: Seat, icon: records.Icon) -> records.Chart:
    """One map after its die was written."""
    chart, row = whole.maps[seat], records.ROW_OF[icon]
    if icon in records.BURY_ICONS:
        return replace(chart, buried=put(chart.buried, records.CHEST_OF[icon], True))
    value = value_of(whole, seat, icon)
    if _is_raised(whole, seat, icon):
        chart = replace(chart, spirits=())
    # Where there is no room the die is wasted.
    return chart.with_row(row, (*chart.row(row), value)) if charts.has_room(chart, whole.setup, icon) else chart


def hired(before: records.Whole, after: records.Whole) -> records.Whole:
    """The same with the dice in the bag that new levels of Crew have brought (R-142, R-144, A-19)."""
    bag, supply, sheet = before.bag, before.supply, before.setup.sheet
    for seat in before.seats:
        was, now = (charts.level(whole.maps[seat], sheet, "crew") for whole in (before, after))
        more = min(now - was, supply[seat])
        bag, supply = put(bag, seat, bag[seat] + more), put(supply, seat, supply[seat] - more)
    return replace(after, bag=bag, supply=supply)


# --- in words ---


def to_write(view: model.DiceView, icon: records.Icon, is_past: bool = False) -> Message:
    """What everybody writes or crosses out for that icon, in words, as a request or as the log has it."""
    whole = view.table.played
    seats = writers(whole, icon)
    if icon in records.BURY_ICONS:
        who, chest = people(view, seats), records.CHEST_OF[icon] + 1
        if is_past:
            return say("{who} {seats?buries|bury} chest {chest}.", who=who, seats=len(seats), chest=chest)
        return say("{who}: cross out the island below chest {chest}, and box the chest.", who=who, chest=chest)
    texts, after, into = list[Message](), _after(whole, icon), icon_words(icon)
    if seats:
        values = listing((_value_words(view, seat, icon) for seat in seats), ",")
        past = say("Written into {icon}: {values}.", icon=into, values=values)
        texts.append(past if is_past else say("Write into {icon}: {values}.", icon=into, values=values))
    if icon == "ports" and any(gains := charts.income(after)):
        told = (say("{who} {infamy}", who=view.who(seat), infamy=more) for seat, more in enumerate(gains) if more)
        got = listing(told, ",")
        past = say("Infamy from Ports: {gains}.", gains=got)
        texts.append(past if is_past else say("Then colour Infamy: {gains}.", gains=got))
    if icon == "crew":
        bag = hired(whole, after).bag
        more = [(seat, Count(bag[seat] - whole.bag[seat], DIE)) for seat in seats if bag[seat] > whole.bag[seat]]
        if more:
            dice = listing((say("{who} {dice}", who=view.who(seat), dice=count) for seat, count in more), ",")
            texts.append(say("Into the bag: {dice}.", dice=dice))
    return sentences(*texts)


def _value_words(view: model.DiceView, seat: Seat, icon: records.Icon) -> Message:
    whole = view.table.played
    value, who = value_of(whole, seat, icon), view.who(seat)
    if whole.raised[seat]:
        return say("{who} {value} (raised)", who=who, value=value)
    return say("{who} {value}", who=who, value=value)
