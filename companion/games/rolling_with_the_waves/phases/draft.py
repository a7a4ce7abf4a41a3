"""The draft: one die a turn, clockwise from the first player, until each has three (R-031 to R-042)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.core import Memory, Seat
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.figures import FREE, PRINTED, assumed
from companion.games.rolling_with_the_waves.model import DiceState, DiceView, Draft
from companion.games.rolling_with_the_waves.phases.part import (
    Part,
    changed,
    charted,
    colour_noun,
    die_kind,
    die_words,
    known_to_all,
)
from companion.games.rolling_with_the_waves.whole import Die, Phase, Whole
from companion.games.shared.phases import Asked, Label, put
from companion.language.message import Message, say


class Drafting(Part[Draft]):
    """Each lap goes the same way round."""

    titles = {Phase.DRAFT: say("Draft")}
    acts = (Draft,)
    rule = "R-031"
    law = say("Each player in turn takes one die of the pool, until everybody has three")

    def has_work(self, state: DiceState, phase: Phase) -> bool:
        return drafter(state.table.played) is not None

    def legal(self, state: DiceState) -> tuple[Draft, ...]:
        whole = state.table.played
        seat = drafter(whole)
        if seat is None:
            return ()
        found, infamy, own = list[Draft](), whole.maps[seat].infamy, whole.setup.colours[seat]
        dice = dict.fromkeys(whole.pool)
        free = [Draft(seat, *_of(die), "free") for die in dice if die.colour in (own, FREE)]
        found += free
        for die in dice:
            if die.colour not in (own, FREE):
                if die.value <= infamy:
                    found.append(Draft(seat, *_of(die), "pay"))
                if not free:
                    found.append(Draft(seat, *_of(die), "drunken"))
        return tuple(found)

    def apply(self, state: DiceState, act: Draft) -> DiceState:
        whole, seat, die = state.table.played, act.seat, Die(act.colour, act.value)
        place = whole.pool.index(die)
        pool = (*whole.pool[:place], *whole.pool[place + 1 :])
        why: tuple[str, ...]
        maps, kept = whole.maps, die
        if act.mode == "pay":
            why = ("R-034", "R-035")
            maps = charted(whole, seat, infamy=whole.maps[seat].infamy - act.value)
        elif act.mode == "drunken":
            why, kept = ("R-037", "R-038"), replace(die, value=whole.setup.sheet.drunken)
        else:
            why = ("R-032",) if act.colour == FREE else ("R-033",)
        nests = put(whole.nests, seat, (*whole.nests[seat], kept))
        return changed(state, (*why, "R-039"), pool=pool, maps=maps, nests=nests)

    def asked(self, view: DiceView) -> Asked:
        whole = view.table.played
        seat = drafter(whole)
        assert seat is not None  # else the phase is over
        modes = {act.mode for act in self.legal(known_to_all(view))}
        who, own = view.who(seat), colour_noun(whole.setup.colours[seat])
        if "free" in modes and "pay" in modes:
            text = say(
                "{who} takes a die: {colour} or a Freebooter for free, or another for Infamy.", who=who, colour=own
            )
        elif "free" in modes:
            text = say("{who} takes a die: {colour} or a Freebooter, for free.", who=who, colour=own)
        else:
            text = say(
                "{who} pays for a die, or takes a drunken sailor: any die for free, turned to {value}.",
                who=who,
                value=whole.setup.sheet.drunken,
            )
        if modes == {"drunken"}:
            text = say(
                "{who} takes a drunken sailor: any die for free, turned to {value}.",
                who=who,
                value=whole.setup.sheet.drunken,
            )
        why = say(
            "A die of another colour costs the Infamy that it shows. {who} has {infamy}.",
            who=who,
            infamy=whole.maps[seat].infamy,
        )
        rule = "R-037" if "free" not in modes else "R-031"
        unsure = assumed(whole.setup.figures, "drunken") if "drunken" in modes else ()
        return Asked((seat,), text, why, rule, assumed=unsure)

    def label(self, view: DiceView, act: Draft) -> Label:
        group = say("{who} takes", who=view.who(act.seat))
        die, piece = die_words(Die(act.colour, act.value)), die_kind(Die(act.colour, act.value))
        if act.mode == "drunken":
            turned = view.table.played.setup.sheet.drunken
            return Label(say("{die} as a drunken sailor: {value}", die=die, value=turned), group, piece)
        return Label(say("{die}", die=die), group, piece)

    def told(self, before: DiceView, act: Draft) -> Message:
        who, die = before.who(act.seat), die_words(Die(act.colour, act.value))
        if act.mode == "pay":
            return say("{who} takes the {die} and pays {infamy} Infamy.", who=who, die=die, infamy=act.value)
        if act.mode == "drunken":
            turned = before.table.played.setup.sheet.drunken
            return say("{who} takes the {die} as a drunken sailor: it shows {value}.", who=who, die=die, value=turned)
        return say("{who} takes the {die}.", who=who, die=die)

    def memory(self, before: DiceView, act: Draft) -> Memory:
        die = die_words(Die(act.colour, act.value))
        seen = say("Everybody has seen that {who} takes the {die}.", who=before.who(act.seat), die=die)
        if act.mode == "pay":
            advice = say(
                "Put it back into the tray as {die}, and colour {infamy} Infamy again.", die=die, infamy=act.value
            )
            return Memory(seen, advice)
        return Memory(seen, say("Put it back into the tray as {die}.", die=die))

    def refusal(self, state: DiceState, act: Draft, now: Message) -> IllegalAction:
        whole = state.table.played
        seat, die = drafter(whole), Die(act.colour, act.value)
        if whole.phase is not Phase.DRAFT or seat is None:
            return super().refusal(state, act, now)
        if act.seat != seat:
            return IllegalAction("R-031", say("It is another player's turn: dice are taken clockwise, one each."))
        if die not in whole.pool:
            return IllegalAction("R-031", say("No such die is in the pool. Choose one of those that lie there."))
        is_free = die.colour in (whole.setup.colours[seat], FREE)
        if act.mode == "free":
            return IllegalAction("R-034", say("That die is another player's: it costs the Infamy that it shows."))
        if is_free:
            return IllegalAction("R-032", say("That die is free: take it so."))
        if act.mode == "drunken":
            words = say("A drunken sailor is taken only where no own die and no Freebooter is left. Take one of those.")
            return IllegalAction("R-037", words)
        words = say("That die costs {cost} Infamy, and there is less. Choose another.", cost=act.value)
        return IllegalAction("R-036", words)


def price_of(view: DiceView, act: Draft) -> Message:
    """What a die costs, and the Infamy that is left then."""
    if act.mode != "pay":
        return say("free")
    left = view.table.played.maps[act.seat].infamy - act.value
    return say("{infamy} Infamy, {left} left", infamy=act.value, left=left)


def drafter(whole: Whole) -> Seat | None:
    """Who takes a die now: of those with the fewest, the first one clockwise; None where the draft is over."""
    if not whole.pool:
        return None
    seat = min(whole.clockwise, key=lambda each: len(whole.nests[each]), default=None)
    return None if seat is None or len(whole.nests[seat]) >= PRINTED.draw_per_player else seat


def _of(die: Die) -> tuple[str, int]:
    return die.colour, die.value
