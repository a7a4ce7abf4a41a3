"""The roll of the pool out of the bag (R-030)."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache

from msgspec.structs import astuple, replace

from companion.games.core import Memory
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.data.figures import FREE, PRINTED
from companion.games.rolling_with_the_waves.rules import evening, phase
from companion.games.rolling_with_the_waves.state import model, records
from companion.games.rolling_with_the_waves.words.names import DIE, colour_noun
from companion.games.shared.machine import Acts
from companion.games.shared.phases import Asked, Label, put
from companion.language.message import Message, filled, listing, say, sentences
from companion.language.values import Count, Noun


class Pool(phase.RoundPhase[model.PoolRolled]):
    """The roll of the round."""

    titles = {records.Phase.ROLL: say("The roll")}
    acts = (model.PoolRolled,)
    rule = "R-030"
    law = say("The first player rolls three dice for each player, once a round")

    def has_work(self, state: model.DiceState) -> bool:
        whole = state.table.played
        return not whole.pool and not any(whole.nests) and size(whole) > 0

    def legal(self, state: model.DiceState) -> tuple[model.PoolRolled, ...]:
        whole, last = state.table.played, [each.values for each in state.table.rolls[-1:]]
        return examples(whole.setup.palette, whole.bag, size(whole), *last or [()], state.table.free_look)

    def apply(self, state: model.DiceState, act: model.PoolRolled) -> model.DiceState:
        whole, rolls = state.table.played, (*state.table.rolls, model.Rolled(act.values, act.colours))
        dice = state.table.dice_of(rolls[-1])
        after = model.changed(state, ("R-030",), pool=dice, bag=without(whole, dice))
        return replace(after, table=replace(after.table, rolls=rolls))

    def asked(self, view: model.DiceView) -> Asked:
        whole = view.table.played
        first, dice = max(whole.first, 0), Count(size(whole), DIE)
        roll = say("{who} rolls {dice}.", who=view.who(first), dice=dice)
        own = say("Roll {dice}.", dice=dice) if view.seat == first else roll
        text = sentences(own, say("Draw them from the bag without looking, and roll them into the tray."))
        why = say("{players} players take {dice} dice each.", players=len(whole.seats), dice=PRINTED.draw_per_player)
        return Asked((first,), text, why, "R-030")

    def label(self, view: model.DiceView, act: model.PoolRolled) -> Label:
        return Label(say("The pool is rolled"), say("The roll"))

    def described(self, before: model.DiceView, act: model.PoolRolled) -> Message:
        return evening.rolled_words(before.table, act)

    def memory(self, before: model.DiceView, act: model.PoolRolled) -> Memory:
        shown: dict[str, list[int]] = {}
        for die in sorted(before.table.dice_of(model.Rolled(act.values, act.colours)), key=astuple):
            shown.setdefault(die.colour, []).append(die.value)
        each = ((colour_noun(colour), listing(values, ",")) for colour, values in shown.items())
        dice = (say("{colour} {values}", colour=colour, values=values) for colour, values in each)
        seen = say("Everybody has seen the roll: {dice}.", dice=listing(dice, ";"))
        return Memory(seen, say("Put them back into the bag: roll again."))

    def fault(self, state: model.DiceState, act: model.PoolRolled) -> IllegalAction | None:
        fault = fault_of(state.table.played, act)
        return IllegalAction("R-030", fault) if fault is not None else None


class Mending(Acts[model.DiceState, model.DiceView, model.DieCorrected]):
    """A die of the pool put right, until the first one is taken."""

    acts = (model.DieCorrected,)
    rule = "R-030"
    law = say("A die of the pool is put right by a tap until the first one is taken")

    def legal(self, state: model.DiceState) -> tuple[model.DieCorrected, ...]:
        return ()  # too many to be listed, and nobody has to

    def allows(self, state: model.DiceState, act: model.DieCorrected) -> bool:
        return act in mendings(state)

    def apply(self, state: model.DiceState, act: model.DieCorrected) -> model.DiceState:
        table, whole = evening.set_die(state.table, act.die, act.value, act.colour), state.table.played
        pool = put(whole.pool, act.die - 1, records.Die(whole.setup.role(act.colour), act.value))
        back = replace(whole, bag=with_bag(whole, whole.pool))
        whole = replace(whole, pool=pool, bag=without(back, pool))
        return replace(state, table=replace(table, why=("R-030",), whole=whole))

    def label(self, view: model.DiceView, act: model.DieCorrected) -> Label:
        words = say("Die {die}: {colour}", die=act.die, colour=_called(view, act.colour))
        if view.table.rolls[-1].values[act.die - 1] != act.value:
            words = say("Die {die} shows {value}", die=act.die, value=act.value)
        return Label(words, evening.CORRECTIONS)

    def described(self, before: model.DiceView, act: model.DieCorrected) -> Message:
        was, now = (_called(before, each) for each in (before.table.rolls[-1].colours[act.die - 1], act.colour))
        text = say(
            "Die {die} of roll {roll} is put right: {colour}, not {before}.",
            die=act.die,
            roll=act.roll,
            colour=now,
            before=was,
        )
        return evening.value_put_right(before.table, act) or text

    def refusal(self, state: model.DiceState, act: model.DieCorrected, now: Message, is_on: bool) -> IllegalAction:
        if not may_mend(state):
            return super().refusal(state, act, now, False)
        fault = evening.correction_fault(state.table, act)
        if fault is not None:
            return IllegalAction("R-002", fault)
        return IllegalAction("R-030", say("No such die is left in the bag. Look at the dice again."))


def may_mend(state: model.DiceState) -> bool:
    """Whether the newest roll lies as it was rolled."""
    whole, rolls = state.table.played, state.table.rolls
    is_whole = bool(rolls) and whole.pool == state.table.dice_of(rolls[-1])
    return whole.phase is records.Phase.DRAFT and not any(whole.nests) and is_whole


def mendings(state: model.DiceState) -> list[model.DieCorrected]:
    """Every other value and colour that a die of the pool may have."""
    return [act for act in evening.corrections(state.table) if _fits(state, act)] if may_mend(state) else []


def _fits(state: model.DiceState, act: model.DieCorrected) -> bool:
    """Whether the bag has a die of that colour, where another one is told of."""
    whole, was = state.table.played, state.table.rolls[-1].colours[act.die - 1]
    now = whole.setup.role(act.colour)
    return act.colour == was or (
        act.colour != records.UNKNOWN and now != whole.setup.role(was) and _left(whole, now) > 0
    )


def offered_mendings(state: model.DiceState) -> list[model.DieCorrected]:
    """Of these each once by what a die is called then: Freebooters may look clear or white."""
    found, setup = dict[tuple[int, int, str], model.DieCorrected](), state.table.played.setup
    for act in mendings(state):
        key = (act.die, act.value, setup.role(act.colour))
        if key not in found or act.colour == state.table.free_look:
            found[key] = act
    return list(found.values())


def _left(whole: records.Whole, colour: str) -> int:
    """Dice of a crew, or Freebooters, that are in the bag still."""
    return sum(count for each, count in zip(whole.setup.palette, whole.bag, strict=True) if each == colour)


def _called(view: model.DiceView, colour: str) -> Noun:
    """What a die of that look is called: a crew colour, or a Freebooter."""
    return colour_noun(view.table.role(colour))


def size(whole: records.Whole) -> int:
    """How many dice the pool has: three for each player, or all that are left of the bag (R-030)."""
    return min(PRINTED.draw_per_player * len(whole.seats), sum(whole.bag))


def without(whole: records.Whole, dice: tuple[records.Die, ...]) -> tuple[int, ...]:
    """The bag after these dice were drawn."""
    drawn, left = Counter(die.colour for die in dice), list[int]()
    for colour, count in zip(whole.setup.palette, whole.bag, strict=True):
        # Only where a correction has given two players one colour it comes twice.
        taken = min(count, drawn[colour])
        drawn[colour] -= taken
        left.append(count - taken)
    return tuple(left)


def with_bag(whole: records.Whole, dice: tuple[records.Die, ...]) -> tuple[int, ...]:
    """The bag after these dice were put back."""
    back = Counter(die.colour for die in dice)
    return tuple(count + back.pop(colour, 0) for colour, count in zip(whole.setup.palette, whole.bag, strict=True))


def fault_of(whole: records.Whole, act: model.PoolRolled) -> Message | None:
    """What speaks against these dice as the pool, in a sentence; None where nothing does."""
    wanted, there = size(whole), len(act.values)
    if there != wanted or len(act.colours) != there:
        text = "{there} {there?die lies|dice lie} in the tray, and a roll has {wanted}. Lay them right, and roll again."
        return filled(text, there=there, wanted=wanted)
    if any(value not in model.VALUES for value in act.values):
        return say("A die shows 1 to 6. Look at the dice again.")
    counts = Counter(whole.setup.role(colour) for colour in act.colours)
    for colour, count in counts.items():
        if colour == records.UNKNOWN:
            return say("The colour of a die is not known. Say which it is.")
        if colour not in whole.setup.palette:
            return say("Nobody plays {colour}. Take those dice out of the bag, and roll again.", colour=Noun(colour))
        most = _left(whole, colour)
        if count > most:
            return say(
                "{there} dice are {colour}, and the bag has {most} of them. Look at the dice again.",
                there=count,
                colour=colour_noun(colour),
                most=most,
            )
    return None


@lru_cache(maxsize=256)
def examples(
    palette: tuple[str, ...], bag: tuple[int, ...], pool: int, last: tuple[int, ...], look: str
) -> tuple[model.PoolRolled, ...]:
    """Rolls out of this bag, the same ones for the same bag and the same roll before."""
    rng = random.Random(f"{palette}/{bag}/{pool}/{last}")
    return tuple(dict.fromkeys(drawn(palette, bag, pool, rng, look) for _ in range(evening.EXAMPLES)))


def looks_of(palette: tuple[str, ...], counts: tuple[int, ...], look: str) -> tuple[str, ...]:
    """The colours of so many dice as they lie on the table, where Freebooters have the colour `look`."""
    each = ((look if colour == FREE else colour, count) for colour, count in zip(palette, counts, strict=True))
    return tuple(colour for colour, count in each for _ in range(count))


def drawn(palette: tuple[str, ...], bag: tuple[int, ...], pool: int, rng: random.Random, look: str) -> model.PoolRolled:
    """So many dice drawn unseen from a bag, and rolled (R-030); Freebooters have the colour `look`."""
    some = rng.sample(looks_of(palette, bag, look), pool)
    return model.PoolRolled(tuple(rng.choice(model.VALUES) for _ in some), tuple(some))
