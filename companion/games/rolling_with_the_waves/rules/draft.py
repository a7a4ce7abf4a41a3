"""The draft: one die a turn, clockwise from the first player, until each has three (R-031 to R-042)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.core import Memory, Seat
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.data.figures import FREE, PRINTED, assumed
from companion.games.rolling_with_the_waves.rules.phase import RoundPhase
from companion.games.rolling_with_the_waves.state import model, records
from companion.games.rolling_with_the_waves.words.names import colour_noun, die_kind, die_words
from companion.games.shared.phases import Asked, Label, put
from companion.language.message import Message, say, sentences


class Drafting(RoundPhase[model.Draft]):
    """Each lap goes the same way round."""

    titles = {records.Phase.DRAFT: say("Draft")}
    acts = (model.Draft,)
    rule = "R-031"
    law = say("Each player in turn takes one die of the pool, until everybody has three")

    def has_work(self, state: model.DiceState) -> bool:
        return drafter(state.table.played) is not None

    def legal(self, state: model.DiceState) -> tuple[model.Draft, ...]:
        whole = state.table.played
        seat = drafter(whole)
        if seat is None:
            return ()
        infamy, own, dice = whole.maps[seat].infamy, (whole.setup.colours[seat], FREE), dict.fromkeys(whole.pool)
        found = [model.Draft(seat, die.colour, die.value, "free") for die in dice if die.colour in own]
        is_drunken = not found
        for die in dice:
            if die.colour not in own:
                if die.value <= infamy:
                    found.append(model.Draft(seat, die.colour, die.value, "pay"))
                if is_drunken:
                    found.append(model.Draft(seat, die.colour, die.value, "drunken"))
        return tuple(found)

    def apply(self, state: model.DiceState, act: model.Draft) -> model.DiceState:
        whole, seat, kept = state.table.played, act.seat, act.die
        place, chart = whole.pool.index(kept), whole.maps[seat]
        why: tuple[str, ...] = ("R-032",) if act.colour == FREE else ("R-033",)
        if act.mode == "pay":
            why, chart = ("R-034", "R-035"), replace(chart, infamy=chart.infamy - act.value)
        elif act.mode == "drunken":
            why, kept = ("R-037", "R-038"), replace(kept, value=whole.setup.sheet.drunken)
        pool = (*whole.pool[:place], *whole.pool[place + 1 :])
        nests = put(whole.nests, seat, (*whole.nests[seat], kept))
        return model.changed(state, (*why, "R-039"), pool=pool, maps=put(whole.maps, seat, chart), nests=nests)

    def asked(self, view: model.DiceView) -> Asked:
        whole = view.table.played
        seat = drafter(whole)
        assert seat is not None  # else the phase is over
        modes = {act.mode for act in self.legal(model.known_to_all(view))}
        who, infamy = view.who(seat), whole.maps[seat].infamy
        why = say("A die of another colour costs the Infamy that it shows. {who} has {infamy}.", who=who, infamy=infamy)
        rule = "R-037" if "free" not in modes else "R-031"
        unsure = assumed(whole.setup.figures, "drunken") if "drunken" in modes else ()
        return Asked((seat,), self._task(view, seat, modes), why, rule, assumed=unsure)

    def _task(self, view: model.DiceView, seat: Seat, modes: set[model.DraftMode]) -> Message:
        """What is to be taken, and for what: first the one thing to do."""
        who, setup, is_own = view.who(seat), view.table.played.setup, view.seat == seat
        own, turned = colour_noun(setup.colours[seat]), setup.sheet.drunken
        if modes == {"free"}:
            take = say("Take a {colour} die or a Freebooter.", colour=own)
            takes = say("{who} takes a {colour} die or a Freebooter.", who=who, colour=own)
            return sentences(take if is_own else takes, say("They are free."))
        if modes == {"drunken"}:
            take = say("Take any die as a drunken sailor.")
            takes = say("{who} takes any die as a drunken sailor.", who=who)
            return sentences(take if is_own else takes, say("It is free, and turned to {value}.", value=turned))
        costs = say("As a drunken sailor any die is free, and turned to {value}.", value=turned)
        if "free" in modes:
            costs = say("{colour:capital} and Freebooters are free.", colour=own)
        takes = say("Take a die.") if is_own else say("{who} takes a die.", who=who)
        return sentences(takes, costs, say("Others cost Infamy."))

    def label(self, view: model.DiceView, act: model.Draft) -> Label:
        group, die = say("{who} takes", who=view.who(act.seat)), die_words(act.die)
        if act.mode == "drunken":
            turned = view.table.played.setup.sheet.drunken
            return Label(say("{die} as a drunken sailor: {value}", die=die, value=turned), group, die_kind(act.die))
        return Label(say("{die}", die=die), group, die_kind(act.die))

    def described(self, before: model.DiceView, act: model.Draft) -> Message:
        who, die = before.who(act.seat), die_words(act.die)
        if act.mode == "pay":
            return say("{who} takes the {die} and pays {infamy} Infamy.", who=who, die=die, infamy=act.value)
        if act.mode == "drunken":
            turned = before.table.played.setup.sheet.drunken
            return say("{who} takes the {die} as a drunken sailor: it shows {value}.", who=who, die=die, value=turned)
        return say("{who} takes the {die}.", who=who, die=die)

    def memory(self, before: model.DiceView, act: model.Draft) -> Memory:
        die = die_words(act.die)
        seen = say("Everybody has seen that {who} takes the {die}.", who=before.who(act.seat), die=die)
        advice = say("Put it back into the tray as {die}.", die=die)
        if act.mode == "pay":
            infamy = act.value
            advice = say(
                "Put it back into the tray as {die}, and colour {infamy} Infamy again.", die=die, infamy=infamy
            )
        return Memory(seen, advice)

    def fault(self, state: model.DiceState, act: model.Draft) -> IllegalAction | None:
        whole = state.table.played
        if act in self.legal(state):
            return None
        if act.seat != drafter(whole):
            return IllegalAction("R-031", say("It is another player's turn: dice are taken clockwise, one each."))
        if act.die not in whole.pool:
            return IllegalAction("R-031", say("No such die is in the pool. Choose one of those that lie there."))
        if act.mode == "free":
            return IllegalAction("R-034", say("That die is another player's: it costs the Infamy that it shows."))
        if act.colour in (whole.setup.colours[act.seat], FREE):
            return IllegalAction("R-032", say("That die is free: take it so."))
        if act.mode == "drunken":
            words = say("A drunken sailor is taken only where no own die and no Freebooter is left. Take one of those.")
            return IllegalAction("R-037", words)
        words = say("That die costs {cost} Infamy, and there is less. Choose another.", cost=act.value)
        return IllegalAction("R-036", words)


def drafter(whole: records.Whole) -> Seat | None:
    """Who takes a die now: of those with the fewest, the first one clockwise; None where the draft is over."""
    if not whole.pool:
        return None
    seat = min(whole.clockwise, key=lambda each: len(whole.nests[each]), default=None)
    return None if seat is None or len(whole.nests[seat]) >= PRINTED.draw_per_player else seat
