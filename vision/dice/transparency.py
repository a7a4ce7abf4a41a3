"""Dice that may be clear: which these are, and what becomes of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from vision.dice.bodies import Body
from vision.dice.clear import UNTOLD, LookThrough, seen_through
from vision.dice.colours import Reference, chance_of_clear, may_be_clear
from vision.dice.confidence import EVEN, FACED, both
from vision.dice.evidence import Place
from vision.dice.network import Floats
from vision.dice.records import UNASKED, UNKNOWN_COLOUR, Die

TWO_FACES = (5, 6)
"""What a clear die may seem to show that has another value, as its lower face is seen as well: 2 over 5, and 3 over 4,
look like a 5, either way round; 1 over 6 looks like a 6."""
SUSPECTED = 0.25
"""The chance of a clear die from which on these are asked about, by colour and posture network together. In first looks
at 1000 rendered rolls 103 of 104 clear dice that were read wrongly as such reached it, and one of 2823 opaque ones."""
THOUGHT_OF = 0.05
"""The chance by colour or posture network alone from which on the network for clear dice may doubt what is read. It
reads opaque dice as well: of 1208 in rendered rolls all."""
WITHOUT_PIPS = 0.99
"""So sure must it be of a die on which the face network rather sees no pips: of those on clear dice that is seldom
sure. Of 300 clear dice with a sign on top the network for clear dice told seven a value from 0.969 on, one from here
on, and that one had pips to the face network."""
LIKELY_ONE = 0.75
"""So likely must the network for clear dice find any value where the others see no die, for that to be asked about:
over 400 rendered rolls it found 0.55 at most for eleven such places without a die, and 0.91 or more for three dice."""
BESIDE_FACES = 0.95
"""Middles of flat dice are no nearer to each other; those of two places that are one die are."""
TOLD_BY_COLOUR, LIKELY = (5,), 0.755
"""What is asked about where the colour alone tells, and from which chance on: that of two `SPREAD` off. It is wrong
more often. Of 22 clear dice read wrongly in silence on rendered rolls 19 passed for a 5, two for a 6."""


def doubted(die: Die, body: Body | None, enrolled: Sequence[Reference]) -> Die:
    """The die, in doubt where what is read may be two faces of a clear one; never where no colour is clear."""
    told, least = (TOLD_BY_COLOUR, LIKELY) if die.clear is None else (TWO_FACES, SUSPECTED)
    if die.value not in told or not may_be_clear(enrolled):
        return die
    return _in_doubt(die) if _chance(die, body, enrolled) >= least else die


def looked_through(
    dice: Sequence[Die],
    bodies: Sequence[Body | None],
    enrolled: Sequence[Reference],
    look_through: LookThrough,
    least: float,
) -> list[Die]:
    """The dice in their order; of those that look clear the value is what `look_through` is as sure of as `least`.

    One of which it is not is in doubt, and so is one that may be none. Of a die that hardly looks
    clear, or only to one of both, what is read is doubted where `look_through` finds another value likelier.
    """
    clear = [_looks_clear(die, body, enrolled) for die, body in zip(dice, bodies, strict=True)]
    told = [_in_doubt(die) if is_clear else die for die, is_clear in zip(dice, clear, strict=True)]
    asked = [
        at
        for at, (die, is_clear) in enumerate(zip(dice, clear, strict=True))
        if die.is_there and (is_clear or _may_be(die, bodies[at], enrolled))
    ]
    if asked:
        for at, chances in zip(asked, look_through([dice[at] for at in asked]), strict=True):
            seen = _seen_through(dice[at], chances, least)
            if clear[at]:
                told[at] = seen
            elif seen.likely != dice[at].value:
                told[at] = _in_doubt(dice[at])
    return told


def overlooked(known: Sequence[Place], dice: Sequence[Die], face_px: float) -> list[Die]:
    """Places, the likeliest first, where the posture network sees a flat die and nothing else does; none by any of
    `dice`.

    So clear ones are passed by, of whose pips the other networks make nothing. Each is in doubt; `glimpsed` tells which
    count.
    """
    found = list[Die]()
    for each in sorted(known, key=lambda place: -place.seen.objectness):
        lies, seen = each.posture, each.seen
        if lies == UNASKED or lies.flat < EVEN:
            continue
        if all(math.dist((seen.x_px, seen.y_px), die.middle_px) >= BESIDE_FACES * face_px for die in (*dice, *found)):
            sure, has_pips = max(EVEN, seen.objectness), each.face.pips >= EVEN
            found.append(
                Die(None, UNKNOWN_COLOUR, seen.box, 0.0, "doubtful", None, 0.0, sure, lies.clear, has_pips=has_pips)
            )
    return found


def glimpsed(overlooked: Sequence[Die], look_through: LookThrough, least: float) -> list[Die]:
    """Those of the dice that were overlooked in which `look_through` finds some value: it reads them, or they are asked
    about."""
    if not overlooked:
        return []
    return [
        _seen_through(die, chances, least)
        for die, chances in zip(overlooked, look_through(overlooked), strict=True)
        if 1 - chances[UNTOLD] >= LIKELY_ONE
    ]


def _seen_through(die: Die, chances: Floats, least: float) -> Die:
    return seen_through(die, chances, least if die.has_pips else max(least, WITHOUT_PIPS))


def _in_doubt(die: Die) -> Die:
    return replace(die, value=None, state="doubtful")


def _may_be(die: Die, body: Body | None, enrolled: Sequence[Reference]) -> bool:
    """Whether it is read, and one of both thinks of a clear die: on a print it has not the colour of its ground."""
    if die.state != "read" or die.clear is None or not may_be_clear(enrolled):
        return False
    return max(die.clear, chance_of_clear(body, enrolled)) >= THOUGHT_OF


def _looks_clear(die: Die, body: Body | None, enrolled: Sequence[Reference]) -> bool:
    """Whether one lies flat there, in full view, that may be clear; one in doubt may be by its colour alone."""
    if die.state not in FACED or not may_be_clear(enrolled):
        return False
    if _chance(die, body, enrolled) >= SUSPECTED:
        return True
    return die.state == "doubtful" and chance_of_clear(body, enrolled) >= LIKELY


def _chance(die: Die, body: Body | None, enrolled: Sequence[Reference]) -> float:
    by_colour = chance_of_clear(body, enrolled)
    return by_colour if die.clear is None else both(by_colour, die.clear)
