"""The roll of the pool out of the bag (R-030)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial

from msgspec.structs import replace

from companion.games.core import Memory, State
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.figures import FREE, PRINTED
from companion.games.rolling_with_the_waves.model import (
    UNKNOWN,
    VALUES,
    DiceState,
    DiceView,
    DieCorrected,
    PoolRolled,
    Rolled,
)
from companion.games.rolling_with_the_waves.phases.part import DIE, Part, changed, colour_noun
from companion.games.rolling_with_the_waves.rules import check_correction, palette, set_die
from companion.games.rolling_with_the_waves.whole import Die, Phase, Setup, Whole
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, listing, say
from companion.language.values import Count, Noun

EXAMPLES = 6
"""So many of the rolls there may be are listed as legal."""


class Pool(Part[PoolRolled]):
    """The roll of the round."""

    titles = {Phase.ROLL: say("The roll")}
    acts = (PoolRolled,)
    rule = "R-030"
    law = say("The first player rolls three dice for each player, once a round")

    def has_work(self, state: DiceState, phase: Phase) -> bool:
        whole = state.table.played
        return not whole.pool and not any(whole.nests) and size(whole) > 0

    def legal(self, state: DiceState) -> tuple[PoolRolled, ...]:
        whole, last = state.table.played, state.table.rolls[-1:]
        look = state.table.free_look
        return examples(whole.setup.palette, whole.bag, size(whole), last[0].values if last else (), look)

    def allows(self, state: DiceState, act: PoolRolled) -> bool:
        return state.table.played.phase is Phase.ROLL and fault_of(state.table.played, act) is None

    def apply(self, state: DiceState, act: PoolRolled) -> DiceState:
        whole = state.table.played
        dice = tuple(
            Die(role(whole.setup, colour), value) for colour, value in zip(act.colours, act.values, strict=True)
        )
        after = changed(state, ("R-030",), pool=dice, bag=without(whole, dice))
        table = replace(after.table, rolls=(*after.table.rolls, Rolled(act.values, act.colours)))
        return State(table, after.secrets, after.sealed)

    def asked(self, view: DiceView) -> Asked:
        whole = view.table.played
        text = say(
            "{who}: draw {dice} from the bag without looking, and roll them into the tray.",
            who=view.who(max(whole.first, 0)),
            dice=Count(size(whole), DIE),
        )
        why = say("{players} players take {dice} dice each.", players=len(whole.seats), dice=PRINTED.draw_per_player)
        return Asked((max(whole.first, 0),), text, why, "R-030")

    def label(self, view: DiceView, act: PoolRolled) -> Label:
        return Label(say("The pool is rolled"), say("The roll"))

    def told(self, before: DiceView, act: PoolRolled) -> Message:
        rolled = len(before.table.rolls) + 1
        return say("Roll {number} shows {values}.", number=rolled, values=listing(sorted(act.values), ","))

    def memory(self, before: DiceView, act: PoolRolled) -> Memory:
        seen = say(
            "Everybody has seen the roll: {dice}.", dice=listing(_by_colour(before.table.played.setup, act), ";")
        )
        return Memory(seen, say("Put them back into the bag: roll again."))

    def refusal(self, state: DiceState, act: PoolRolled, now: Message) -> IllegalAction:
        if state.table.played.phase is not Phase.ROLL:
            return super().refusal(state, act, now)
        fault = fault_of(state.table.played, act)
        return IllegalAction("R-030", fault or say("{law}. Roll them into the tray.", law=self.law))


class Mending(Part[DieCorrected]):
    """A die of the pool put right, until the first one is taken."""

    titles = {}
    acts = (DieCorrected,)
    rule = "R-030"
    law = say("A die of the pool is put right by a tap until the first one is taken")

    def has_work(self, state: DiceState, phase: Phase) -> bool:
        return False

    def legal(self, state: DiceState) -> tuple[DieCorrected, ...]:
        return ()  # too many to be listed, and nobody has to

    def allows(self, state: DiceState, act: DieCorrected) -> bool:
        return act in mendings(state)

    def apply(self, state: DiceState, act: DieCorrected) -> DiceState:
        whole, place = state.table.played, act.die - 1
        after = (*whole.pool[:place], Die(role(whole.setup, act.colour), act.value), *whole.pool[place + 1 :])
        back = with_bag(whole, whole.pool)
        table = set_die(state.table, act.die, act.value, act.colour)
        whole = replace(whole, pool=after, bag=without(replace(whole, bag=back), after))
        return State(replace(table, why=("R-030",), whole=whole), state.secrets, state.sealed)

    def asked(self, view: DiceView) -> Asked:
        raise AssertionError("no phase is for it alone")

    def label(self, view: DiceView, act: DieCorrected) -> Label:
        if view.table.rolls[-1].values[act.die - 1] != act.value:
            return Label(say("Die {die} shows {value}", die=act.die, value=act.value), say("Put a die right"))
        words = say("Die {die}: {colour}", die=act.die, colour=_called(view, act.colour))
        return Label(words, say("Put a die right"))

    def told(self, before: DiceView, act: DieCorrected) -> Message:
        was = before.table.rolls[-1]
        if was.values[act.die - 1] != act.value:
            return say(
                "Die {die} of roll {roll} is put right: it shows {value}, not {before}.",
                die=act.die,
                roll=act.roll,
                value=act.value,
                before=was.values[act.die - 1],
            )
        return say(
            "Die {die} of roll {roll} is put right: {colour}, not {before}.",
            die=act.die,
            roll=act.roll,
            colour=_called(before, act.colour),
            before=_called(before, was.colours[act.die - 1]),
        )

    def refusal(self, state: DiceState, act: DieCorrected, now: Message) -> IllegalAction:
        if not may_mend(state):
            return super().refusal(state, act, now)
        try:
            check_correction(state.table, act)
        except IllegalAction as refused:
            return refused
        words = say("No such die is left in the bag. Look at the dice again.")
        return IllegalAction("R-030", words)


def _by_colour(setup: Setup, act: PoolRolled) -> Iterator[Message]:
    """What the dice of each colour show, the least value first."""
    dice = list(zip((role(setup, colour) for colour in act.colours), act.values, strict=True))
    for colour in sorted({colour for colour, _ in dice}):
        values = sorted(value for its, value in dice if its == colour)
        yield say("{colour} {values}", colour=colour_noun(colour), values=listing(values, ","))


def may_mend(state: DiceState) -> bool:
    """Whether the newest roll lies as it was rolled."""
    whole, rolls = state.table.played, state.table.rolls
    is_whole = bool(rolls) and whole.pool == tuple(
        Die(role(whole.setup, colour), value) for colour, value in _dice_of(rolls[-1])
    )
    return whole.phase is Phase.DRAFT and not any(whole.nests) and is_whole


def mendings(state: DiceState) -> list[DieCorrected]:
    """Every other value and colour that a die of the pool may have."""
    if not may_mend(state):
        return []
    table, whole = state.table, state.table.played
    number, newest, found, its = len(table.rolls), table.rolls[-1], [], partial(role, whole.setup)
    colours = [each for each in palette(table) if _left(whole, each) > 0 and each != UNKNOWN]
    for die, (colour, value) in enumerate(_dice_of(newest), 1):
        found += [DieCorrected(number, die, each, colour) for each in VALUES if each != value]
        found += [DieCorrected(number, die, value, each) for each in colours if its(each) != its(colour)]
    return found


def offered_mendings(state: DiceState) -> list[DieCorrected]:
    """Of these each once by what a die is called then: Freebooters may look clear or white."""
    found, setup = dict[tuple[int, int, str], DieCorrected](), state.table.played.setup
    for act in mendings(state):
        key = (act.die, act.value, role(setup, act.colour))
        if key not in found or act.colour == state.table.free_look:
            found[key] = act
    return list(found.values())


def _dice_of(rolled: Rolled) -> list[tuple[str, int]]:
    return list(zip(rolled.colours, rolled.values, strict=True))


def _left(whole: Whole, colour: str) -> int:
    """Dice of a colour that are in the bag still."""
    bag = zip(whole.setup.palette, whole.bag, strict=True)
    return sum(count for each, count in bag if each == role(whole.setup, colour))


def _called(view: DiceView, colour: str) -> Noun:
    """What a die of that look is called: a crew colour, or a Freebooter."""
    return colour_noun(role(view.table.played.setup, colour))


def role(setup: Setup, colour: str) -> str:
    """The crew colour of a die, or `FREE`: whatever is no crew colour is a Freebooter."""
    return colour if colour in (*setup.crews, *setup.colours, UNKNOWN) else FREE


def size(whole: Whole) -> int:
    """How many dice the pool has: three for each player, or all that are left of the bag (R-030)."""
    return min(PRINTED.draw_per_player * len(whole.seats), sum(whole.bag))


def without(whole: Whole, dice: tuple[Die, ...]) -> tuple[int, ...]:
    """The bag after these dice were drawn."""
    drawn, left = Counter(die.colour for die in dice), list[int]()
    for colour, count in zip(whole.setup.palette, whole.bag, strict=True):
        # Only where a correction has given two players one colour it comes twice.
        taken = min(count, drawn[colour])
        drawn[colour] -= taken
        left.append(count - taken)
    return tuple(left)


def with_bag(whole: Whole, dice: tuple[Die, ...]) -> tuple[int, ...]:
    """The bag after these dice were put back."""
    back = Counter(die.colour for die in dice)
    return tuple(count + back.pop(colour, 0) for colour, count in zip(whole.setup.palette, whole.bag, strict=True))


def fault_of(whole: Whole, act: PoolRolled) -> Message | None:
    """What speaks against these dice as the pool, in a sentence; None where nothing does."""
    wanted, there = size(whole), len(act.values)
    if there != wanted or len(act.colours) != there:
        return say(
            "{there} {there?die lies|dice lie} in the tray, and a roll has {wanted}. Lay them right, and roll again.",
            there=there,
            wanted=wanted,
        )
    if any(value not in VALUES for value in act.values):
        return say("A die shows 1 to 6. Look at the dice again.")
    counts = Counter(role(whole.setup, colour) for colour in act.colours)
    for colour, count in counts.items():
        if colour == UNKNOWN:
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
) -> tuple[PoolRolled, ...]:
    """Rolls out of this bag, the same ones for the same bag and the same roll before."""
    rng = random.Random(f"{palette}/{bag}/{pool}/{last}")
    return tuple(dict.fromkeys(drawn(palette, bag, pool, rng, look) for _ in range(EXAMPLES)))


def looks_of(palette: tuple[str, ...], counts: tuple[int, ...], look: str) -> tuple[str, ...]:
    """The colours of so many dice as they lie on the table, where Freebooters have the colour `look`."""
    each = ((look if colour == FREE else colour, count) for colour, count in zip(palette, counts, strict=True))
    return tuple(colour for colour, count in each for _ in range(count))


def drawn(palette: tuple[str, ...], bag: tuple[int, ...], pool: int, rng: random.Random, look: str) -> PoolRolled:
    """So many dice drawn unseen from a bag, and rolled (R-030); Freebooters have the colour `look`."""
    some = rng.sample(looks_of(palette, bag, look), pool)
    return PoolRolled(tuple(rng.choice(VALUES) for _ in some), tuple(some))
