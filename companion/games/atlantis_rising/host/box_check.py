"""Whether a box can be played, and what in it is odd. Ledger: the end of section 4.3, and S-42.

What no game can go by, and what the rulebook says otherwise, is an error. Of rows that the owner has typed, what the
ledger merely expects is a warning: a printing may differ, and whoever reads the box knows better.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.data.effects import GREATEST, Effect, Op
from companion.games.atlantis_rising.rules.operations import AT_ONCE, ON_ARTIFACTS, ON_CARDS, ON_COUNCILORS, OPERATIONS
from companion.games.atlantis_rising.state.model import SEATS
from companion.games.shared.called import fault_in_name, fault_in_text
from companion.language.message import Message, say
from companion.language.values import Name

BOARDS: Final = 10
"""Councilor boards of the box (003:L39-43)."""
NINE: Final = 9
"""Components of a Blueprint beside the Power Core (A-156)."""
GREATEST_NUMBER: Final = 20
"""What no printed number exceeds."""
CAN: Final[Mapping[str, frozenset[Op]]] = {
    "councilors": ON_COUNCILORS,
    "library": ON_CARDS,
    "artifacts": ON_ARTIFACTS,
    "special": AT_ONCE,
}
"""What the things with one effect can do, by their rows."""
_Thing: TypeAlias = tuple[Name, str, Sequence[Effect], frozenset[Op]]
"""Where something stands, what it is called, what it does, and what a thing of its kind can do."""


class Faults(NamedTuple):
    """What is wrong with a box, each a sentence that names the place in the owner's file and what to do."""

    errors: tuple[Message, ...]
    warnings: tuple[Message, ...]


class _Fault(NamedTuple):
    text: Message
    row: str = ""
    """Where the owner may have typed it, so that it warns only; "" for what is an error, whoever has typed it."""
    warns: bool = False
    """Whether it warns, whoever has typed it."""


def faults(box: contents.Box, owned: frozenset[str] = frozenset()) -> Faults:
    """What is wrong with a box of which the owner has typed these entries, as "peninsula.hills.number.2"."""
    things = tuple(_things(box))
    found = [*_of_tiles(box), *_of_decks(box), *_of_levels(box), *_of_components(box)]
    for row, _, effects, ops in things:
        found += (_Fault(text) for effect in effects for text in _of_effect(effect, ops, row))
    for row, name, effects, _ in things:
        found += map(_Fault, _of_called(name, effects, row))
    errors, warnings = list[Message](), list[Message]()
    for fault in found:
        is_typed = bool(fault.row) and any(f"{path}.".startswith(f"{fault.row}.") for path in owned)
        (warnings if fault.warns or is_typed else errors).append(fault.text)
    return Faults(tuple(errors), tuple(warnings))


def _things(box: contents.Box) -> Iterator[_Thing]:
    for name, each in box.components.items():
        yield Name(f"components.{name}"), each.name, (*each.on_build, *each.on_activate), AT_ONCE
    for row, ops in CAN.items():
        for name, thing in getattr(box, row).items():
            yield Name(f"{row}.{name}"), thing.name, (thing.effect,), ops


# --- tiles and track ---


def _of_tiles(box: contents.Box) -> Iterator[_Fault]:
    for name in contents.PENINSULAS:
        key = f"peninsula.{name}"
        row = Name(key)
        if name not in box.peninsula:
            yield _Fault(say("[{row}] is missing. Write it again.", row=row))
            continue
        tiles, shipped = box.peninsula[name], contents.SHIPPED.peninsula[name]
        wanted = tiles.icon if tiles.kind == "libraries" else tiles.number
        numbers = [each if isinstance(each, tuple) else (each,) for each in tiles.number]
        if (tiles.kind, tiles.resource) != (shipped.kind, shipped.resource):
            yield _Fault(say("[{row}] is of another kind in this game. Delete kind and resource.", row=row))
        if len(tiles.spaces) != contents.RINGS or len(wanted) != contents.RINGS:
            yield _Fault(say("[{row}] has not six values in a row. Write one for each tile.", row=row))
        if any(not 1 <= many <= GREATEST for many in tiles.spaces):
            yield _Fault(say("[{row}] has a tile with no spaces, or too many. Write 1 to 9.", row=row))
        if any(not each or not 0 <= min(each) <= max(each) <= GREATEST_NUMBER for each in numbers):
            yield _Fault(say("[{row}] has a number that no tile has. Write 0 to 20.", row=row))
            continue
        # Nothing gets worse toward the coast: of each tile the greatest number.
        most = [max(each) for each in numbers]
        if tiles.kind in ("wild", "cities") and most != sorted(most, reverse=True):
            yield _Fault(say("[{row}] has numbers that rise toward the tip. Look again.", row=row), key)
        if tiles.kind == "forges" and (most != sorted(most) or 0 in most):
            yield _Fault(say("[{row}] has rates that fall toward the tip, or a rate of 0. Look again.", row=row), key)
    values = box.wrath.values
    if not values or any(not 0 <= value <= GREATEST for value in values):
        yield _Fault(say("[wrath] has no values, or one that no space has. Write 0 to 9 for each space."))
    elif values[0]:
        text = say("[wrath] begins with {value}, and its first space is 0. Look again.", value=values[0])
        yield _Fault(text, "wrath")


# --- decks and levels ---


def _of_decks(box: contents.Box) -> Iterator[_Fault]:
    """As many cards as the box has (section 2)."""
    basic = [int(getattr(box.basic, name)) for name in contents.PENINSULAS]
    library, special = ([card.copies for card in deck.values()] for deck in (box.library, box.special))
    yield from _sum("library", sum(library), contents.NON_ARTIFACTS, is_error=True)
    yield from _sum("basic", sum(basic), contents.ALL_BASIC)
    yield from _sum("special", sum(special), contents.ALL_SPECIAL)
    yield from _sum("artifacts", len(box.artifacts), contents.ARTIFACTS)
    if min((*basic, *library, *special)) < 0:
        yield _Fault(say("A card has fewer copies than none. Write 0 for a card that your box has not."))
    names = [*box.library, *box.artifacts, contents.ARTIFACT, *box.special]
    names += [contents.CALM, contents.CONTROLLED, *contents.BASIC]
    for name in sorted({each for each in names if names.count(each) > 1}):
        yield _Fault(say("Two cards are called {name}. Call one of them otherwise.", name=Name(name)))
    yield from _sum("councilors", len(box.councilors), BOARDS)
    if len(box.councilors) < max(SEATS):
        yield _Fault(say("[councilors] has fewer boards than players. Write the missing ones."))


def _sum(row: str, there: int, wanted: int, is_error: bool = False) -> Iterator[_Fault]:
    if there != wanted:
        name = Name(row)
        text = say(
            "[{row}] comes to {there}, and the box has {wanted}. Count again.", row=name, there=there, wanted=wanted
        )
        yield _Fault(text, "" if is_error else row)


def _of_levels(box: contents.Box) -> Iterator[_Fault]:
    if len(box.levels) != len(contents.LEVELS):
        yield _Fault(say("[[levels]] has {count} entries. Write all five.", count=len(box.levels)))
    for number, level in enumerate(box.levels, 1):
        if set(level.components) != set(contents.LETTERS) or min(level.components.values()) < 0:
            yield _Fault(say("Level {number} of [[levels]] names other components than A to D.", number=number))
            continue
        if sum(level.components.values()) != NINE:
            text = say("Level {number} of [[levels]] has not nine components. Look again.", number=number)
            yield _Fault(text, f"levels.{number - 1}")
        for letter, wanted in level.components.items():
            there = sum(each.letter == letter for each in box.components.values())
            if there < wanted:
                yield _Fault(
                    say(
                        "Level {number} needs {wanted} components {letter}, and [components] has {there}. Write more.",
                        number=number,
                        wanted=wanted,
                        letter=Name(letter),
                        there=there,
                    )
                )
        if not (0 <= level.calm_seas <= contents.ALL_CALM and 0 <= level.controlled_floods <= contents.ALL_CONTROLLED):
            yield _Fault(say("Level {number} of [[levels]] has more cards than the box. Write 0 to 9.", number=number))
        if not 0 <= level.energy <= GREATEST:
            yield _Fault(say("Level {number} of [[levels]] has an odd energy. Write 0 to 9.", number=number))


# --- components ---


def _of_components(box: contents.Box) -> Iterator[_Fault]:
    core = box.components.get(contents.POWER_CORE)
    cores = [name for name, each in box.components.items() if each.letter == "core"]
    if core is None or cores != [contents.POWER_CORE]:
        yield _Fault(say("[components] has not exactly one Power Core. Give no other component the letter core."))
    elif core.cost.total < max(SEATS):
        text = say("[components.power_core] costs {total}: more players than that cannot win.", total=core.cost.total)
        yield _Fault(text, warns=True)
    first = [name for name, each in box.components.items() if each.letter == "A"] + list(contents.INTRODUCTORY)
    letters = ["".join(box.components[name].letter for name in contents.INTRODUCTORY if name in box.components)]
    if len(first) != NINE or letters != ["BBCC"]:
        yield _Fault(say("[components] has not the nine of a first game: five A, and four by name. Look again."))
    for name, component in box.components.items():
        yield from map(_Fault, _of_component(component, Name(f"components.{name}")))


def _of_component(component: contents.Component, row: Name) -> Iterator[Message]:
    prices, spaces = [component.cost[name] for name in contents.GOODS], component.spaces
    if component.cost.ore:
        yield say("[{row}] costs ore, which no component does. Delete it.", row=row)
    if not any(prices) or any(not 0 <= price <= GREATEST for price in prices):
        yield say("[{row}] costs nothing, or too much. Write 0 to 9 of each kind.", row=row)
    if component.letter == "D" and (spaces is None or spaces.kind != "double"):
        yield say("[{row}] is a D, and has no space for two. Write kind double.", row=row)
    if spaces is None:
        return
    if min(spaces.n, spaces.n5) < 0 or not 1 <= spaces.n + spaces.n5 <= GREATEST:
        yield say("[{row}] has no spaces, or too many. Write 1 to 9.", row=row)
    if spaces.removes and (spaces.need != "follower" or spaces.kind != "double"):
        yield say("[{row}] removes a follower that need not stand there. Write need follower.", row=row)


# --- what things do, and what they are called ---


def _of_effect(effect: Effect, ops: frozenset[Op], row: Name) -> Iterator[Message]:
    """That an effect is one of those that a thing of its kind can have."""
    if effect.op not in ops:
        yield say("[{row}] cannot do {op}. Write another op, or manual.", row=row, op=Name(effect.op))
    low = -GREATEST if effect.op == "wrath_step" else 0
    if not low <= effect.n <= GREATEST:
        yield say("[{row}] has the number {n}. Write 0 to 9.", row=row, n=effect.n)
    names: tuple[str, ...] = contents.PENINSULAS if "peninsula" in OPERATIONS[effect.op].asks else ("", "wild")
    if effect.what not in names:
        yield say("[{row}] names {what}. Write one of the six peninsulas.", row=row, what=Name(effect.what))


def _of_called(name: str, effects: Sequence[Effect], row: Name) -> Iterator[Message]:
    """That something is called something, and what it is called and says can be shown."""
    key = row.text.partition(".")[2]
    if not (key.isascii() and key.replace("_", "").isalnum() and key == key.lower()):
        yield say("[{row}] has a key that is none. Write small letters, digits and _.", row=row)
    if not name:
        yield say("[{row}] has no name. Write what it is called.", row=row)
    for fault in (fault_in_name(name), *(fault_in_text(each.text) for each in effects)):
        if fault is not None:
            yield say("[{row}]: {fault}", row=row, fault=fault)
