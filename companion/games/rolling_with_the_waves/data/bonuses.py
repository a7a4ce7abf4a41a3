"""Further bonuses that an owner finds on the maps (A-26): none unless they are added, each a line of points.

In the owner's file each is a table `[[bonus]]` with `points`, `when`, and a `name` that may be left out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.games.core import Facts
from companion.games.errors import BadOption
from companion.games.rolling_with_the_waves.data.figures import MAP
from companion.games.shared.called import fault_in_name
from companion.games.shared.facts import FactField
from companion.language.message import Message, listing, lone, say
from companion.language.values import Count, Name, Noun

MOST: Final = 6
MOST_POINTS: Final = 30
LONGEST_NAME: Final = 24
NEVER: Final = "none"
PER_INFAMY: Final = "infamy_"
TABLE: Final = "bonus"
"""The tables of the owner's file in which they stand, and how their facts begin."""
WHEN: Final[dict[str, Message]] = {
    "chests_buried": say("all three chests are buried"),
    "chests_filled": say("all three chests are filled"),
    **{
        f"{row}_{level}": say("{row} has reached circle {level}", row=words, level=level)
        for row, words in (("hull", say("Hull")), ("ports", say("Ports")), ("crew", say("Crew")))
        for level in (1, 2, 3)
    },
    "spirits_full": say("Raise Spirits is full"),
    "most_ports": say("nobody has a greater sum in Ports"),
    **{f"{PER_INFAMY}{number}": say("for each {number} Infamy", number=number) for number in range(2, 11)},
}
"""When a bonus is given, by what stands in the file, in words."""
_POINT: Final = Noun("point")
_GROUP: Final = say("further bonuses")


class Bonus(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of points at the end."""

    points: int
    """For each time, where it is given more than once."""
    when: str
    """A key of `WHEN`; `NEVER` where the host has not said it yet."""
    name: str = ""
    """What the owner calls it; empty where what it is given for is name enough."""

    @property
    def is_given(self) -> bool:
        """Whether both halves of it are told."""
        return bool(self.points) and self.when != NEVER

    @property
    def words(self) -> Message:
        """What it is called."""
        return lone(Name(self.name)) if self.name else WHEN[self.when]

    def rule(self) -> Message:
        """The house rule that it is."""
        return say("The owner's bonus: {points}, {when}.", points=Count(self.points, _POINT), when=WHEN[self.when])


Bonuses = tuple[Bonus, ...]


def read_bonuses(owner: Mapping[str, Any]) -> Bonuses | msgspec.UnsetType:
    """The bonuses of a new game; unset where the owner's file has none. Raises `BadOption` for what it may not say."""
    typed = owner.get(TABLE, [])
    if not isinstance(typed, list) or not all(isinstance(each, Mapping) for each in typed):
        raise _bad(say("A bonus is written as a table [[bonus]] with name, points and when"))
    if len(typed) > MOST:
        raise _bad(say("There are {number} bonuses, and {most} at most", number=len(typed), most=MOST))
    return tuple(_read(place, each) for place, each in enumerate(typed, 1)) or msgspec.UNSET


def _read(place: int, typed: Mapping[str, Any]) -> Bonus:
    for key in typed:
        if key not in Bonus.__struct_fields__:
            raise _bad(say("Bonus {place} has a line {key}; it takes name, points and when", place=place, key=_as(key)))
    points, when, name = typed.get("points"), typed.get("when"), typed.get("name", "")
    if type(points) is not int or not 1 <= points <= MOST_POINTS:
        wrong = say("The points of bonus {place} are {points}", place=place, points=_as(points))
        raise _bad(say("{wrong}; write a whole number from 1 to {most}", wrong=wrong, most=MOST_POINTS))
    if not isinstance(when, str) or when not in WHEN:
        wrong = say("Bonus {place} is given when {when}", place=place, when=_as(when))
        raise _bad(say("{wrong}; write one of {known}", wrong=wrong, known=listing(map(Name, WHEN), ",")))
    fault = fault_in_name(name) if isinstance(name, str) else None
    if fault is not None:
        raise _bad(say("The name of bonus {place}: {fault} Write another", place=place, fault=fault))
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        wrong = say("The name of bonus {place} is {name}", place=place, name=_as(name))
        raise _bad(say("{wrong}; write one line of {most} letters at most", wrong=wrong, most=LONGEST_NAME))
    return Bonus(points, when, name)


def _as(value: object) -> Name:
    """What stands in a file, as it is read there."""
    return Name("missing" if value is None else repr(value)[:60])


def _bad(fault: Message) -> BadOption:
    return BadOption(say("{fault}. Put that right in {file}, or delete it.", fault=fault, file=Name(MAP.file)))


def varied_owner(rng: random.Random) -> dict[str, Any]:
    """What the owner of a virtual game has added: nothing in three of four of them, else a few of any kind."""
    if rng.random() < 0.75:
        return {}
    kinds = rng.sample(list(WHEN), rng.randint(1, MOST))
    return {TABLE: [{"points": rng.randint(1, MOST_POINTS), "when": when} for when in kinds]}


# --- on the host page ---


def fact_fields(present: Bonuses) -> Iterator[FactField]:
    """Two facts for each bonus, and two for one more: when it is given, and how many points it is."""
    choices = ((NEVER, say("never: no such bonus")), *WHEN.items())
    for number, bonus in enumerate(_and_one_more(present), 1):
        status = "owner" if number <= len(present) else "rulebook"
        label = say("Bonus {number}, given when", number=number)
        yield FactField(f"{TABLE}.{number}.when", label, _GROUP, bonus.when, choices=choices, status=status)
        label = say("Bonus {number}, points", number=number)
        yield FactField(f"{TABLE}.{number}.points", label, _GROUP, bonus.points, 0, MOST_POINTS, status=status)


def _and_one_more(present: Bonuses) -> Bonuses:
    """The bonuses, and an empty one where another may be added."""
    return (*present, Bonus(0, NEVER))[:MOST]


def corrected(present: Bonuses, facts: Facts) -> Bonuses:
    """The bonuses with what the host gives among these facts.

    One of which one half is taken away is gone; of a new one the other half may come later, and it gives nothing yet.
    """
    found = list[Bonus]()
    for number, was in enumerate(_and_one_more(present), 1):
        when = str(facts.get(f"{TABLE}.{number}.when", was.when))
        points = int(facts.get(f"{TABLE}.{number}.points", was.points))
        now = replace(was, points=points, when=when, name=was.name if when == was.when else "")
        if now.is_given or (not was.is_given and (points or when != NEVER)):
            found.append(now)
    return tuple(found)


def owner_file(present: Bonuses, facts: Facts) -> dict[str, Any]:
    """What to keep in the owner's file where some of them are among these facts; empty for none."""
    if not any(key.startswith(f"{TABLE}.") for key in facts):
        return {}
    return {TABLE: [msgspec.to_builtins(each) for each in corrected(present, facts) if each.is_given]}
