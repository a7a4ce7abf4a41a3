"""Whether a box can be played, and what in it is odd. Ledger: the end of section 4.3, and S-42.

What no game can go by, and what the rulebook says otherwise, is an error. Of rows that the owner has typed, what the
ledger merely expects is a warning: a printing may differ, and whoever reads the box knows better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

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
    rows = (*_of_tiles(box), *_of_decks(box), *_of_levels(box), *_of_components(box))
    found = (*rows, *_of_effects(box), *_of_words(box))
    errors, warnings = list[Message](), list[Message]()
    for fault in found:
        is_typed = bool(fault.row) and any(f"{path}.".startswith(f"{fault.row}.") for path in owned)
        (warnings if fault.warns or is_typed else errors).append(fault.text)
    return Faults(tuple(errors), tuple(warnings))


# --- tiles and track ---


def _of_tiles(box: contents.Box) -> Iterator[_Fault]:
    for name in contents.PENINSULAS:
        row = f"peninsula.{name}"
        if name not in box.peninsula:
            yield _Fault(say("[{row}] is missing. Write it again.", row=Name(row)))
            continue
        tiles, shipped = box.peninsula[name], contents.SHIPPED.peninsula[name]
        if (tiles.kind, tiles.resource) != (shipped.kind, shipped.resource):
            yield _Fault(say("[{row}] is of another kind in this game. Delete kind and resource.", row=Name(row)))
        wanted = tiles.icon if tiles.kind == "libraries" else tiles.number
        if len(tiles.spaces) != contents.RINGS or len(wanted) != contents.RINGS:
            yield _Fault(say("[{row}] has not six values in a row. Write one for each tile.", row=Name(row)))
        if any(not 1 <= many <= GREATEST for many in tiles.spaces):
            yield _Fault(say("[{row}] has a tile with no spaces, or too many. Write 1 to 9.", row=Name(row)))
        numbers = tuple(each if isinstance(each, tuple) else (each,) for each in tiles.number)
        if any(not each or not 0 <= min(each) <= max(each) <= GREATEST_NUMBER for each in numbers):
            yield _Fault(say("[{row}] has a number that no tile has. Write 0 to 20.", row=Name(row)))
        else:
            yield from _of_slope(row, tiles.kind, tuple(max(each) for each in numbers))
    values = box.wrath.values
    if not values or any(not 0 <= value <= GREATEST for value in values):
        yield _Fault(say("[wrath] has no values, or one that no space has. Write 0 to 9 for each space."))
    elif values[0]:
        yield _Fault(
            say("[wrath] begins with {value}, and its first space is 0. Look again.", value=values[0]), "wrath"
        )


def _of_slope(row: str, kind: str, numbers: tuple[int, ...]) -> Iterator[_Fault]:
    """Nothing gets worse toward the coast (A-063, A-073, A-087): of each tile the greatest number, ring 1 first."""
    if kind in ("wild", "cities") and any(outer > inner for inner, outer in pairwise(numbers)):
        yield _Fault(say("[{row}] has numbers that rise toward the tip. Look again.", row=Name(row)), row)
    if kind == "forges" and (any(outer < inner for inner, outer in pairwise(numbers)) or 0 in numbers):
        words = say("[{row}] has rates that fall toward the tip, or a rate of 0. Look again.", row=Name(row))
        yield _Fault(words, row)


# --- decks and levels ---


def _of_decks(box: contents.Box) -> Iterator[_Fault]:
    """As many cards as the box has (section 2)."""
    basic = [int(getattr(box.basic, name)) for name in contents.PENINSULAS]
    library, special = ([card.copies for card in deck.values()] for deck in (box.library, box.special))
    if sum(library) != contents.NON_ARTIFACTS:
        yield _Fault(_sum_words("library", sum(library), contents.NON_ARTIFACTS))
    for row, there, wanted in (
        ("basic", sum(basic), contents.ALL_BASIC),
        ("special", sum(special), contents.ALL_SPECIAL),
    ):
        if there != wanted:
            yield _Fault(_sum_words(row, there, wanted), row)
    if len(box.artifacts) != contents.ARTIFACTS:
        yield _Fault(_sum_words("artifacts", len(box.artifacts), contents.ARTIFACTS), "artifacts")
    if min((*basic, *library, *special)) < 0:
        yield _Fault(say("A card has fewer copies than none. Write 0 for a card that your box has not."))
    names = [*box.library, *box.artifacts, contents.ARTIFACT, *box.special]
    names += [contents.CALM, contents.CONTROLLED, *contents.BASIC]
    for name in sorted({each for each in names if names.count(each) > 1}):
        yield _Fault(say("Two cards are called {name}. Call one of them otherwise.", name=Name(name)))
    if len(box.councilors) != BOARDS:
        yield _Fault(_sum_words("councilors", len(box.councilors), BOARDS), "councilors")
    if len(box.councilors) < max(SEATS):
        yield _Fault(say("[councilors] has fewer boards than players. Write the missing ones."))


def _sum_words(row: str, there: int, wanted: int) -> Message:
    return say(
        "[{row}] comes to {there}, and the box has {wanted}. Count again.", row=Name(row), there=there, wanted=wanted
    )


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
        yield from _of_component(f"components.{name}", component)


def _of_component(row: str, component: contents.Component) -> Iterator[_Fault]:
    prices = [component.cost[name] for name in contents.GOODS]
    if component.cost.ore:
        yield _Fault(say("[{row}] costs ore, which no component does. Delete it.", row=Name(row)))
    if not any(prices) or any(not 0 <= price <= GREATEST for price in prices):
        yield _Fault(say("[{row}] costs nothing, or too much. Write 0 to 9 of each kind.", row=Name(row)))
    spaces = component.spaces
    if component.letter == "D" and (spaces is None or spaces.kind != "double"):
        yield _Fault(say("[{row}] is a D, and has no space for two. Write kind double.", row=Name(row)))
    if spaces is None:
        return
    if min(spaces.n, spaces.n5) < 0 or not 1 <= spaces.n + spaces.n5 <= GREATEST:
        yield _Fault(say("[{row}] has no spaces, or too many. Write 1 to 9.", row=Name(row)))
    if spaces.removes and (spaces.need != "follower" or spaces.kind != "double"):
        yield _Fault(say("[{row}] removes a follower that need not stand there. Write need follower.", row=Name(row)))


# --- effects ---


def _of_effects(box: contents.Box) -> Iterator[_Fault]:
    """Everything does what a thing of its kind can do."""
    for name, component in box.components.items():
        yield from _of_some(f"components.{name}", (*component.on_build, *component.on_activate), AT_ONCE)
    for name, councilor in box.councilors.items():
        yield from _of_some(f"councilors.{name}", (councilor.effect,), ON_COUNCILORS)
    for row, cards, ops in (
        ("library", box.library, ON_CARDS),
        ("artifacts", box.artifacts, ON_ARTIFACTS),
        ("special", box.special, AT_ONCE),
    ):
        for name, card in cards.items():
            yield from _of_some(f"{row}.{name}", (card.effect,), ops)


def _of_some(row: str, effects: Iterable[Effect], ops: frozenset[Op]) -> Iterator[_Fault]:
    for effect in effects:
        if effect.op not in ops:
            words = say("[{row}] cannot do {op}. Write another op, or manual.", row=Name(row), op=Name(effect.op))
            yield _Fault(words)
        low = -GREATEST if effect.op == "wrath_step" else 0
        if not low <= effect.n <= GREATEST:
            yield _Fault(say("[{row}] has the number {n}. Write 0 to 9.", row=Name(row), n=effect.n))
        names: tuple[str, ...] = contents.PENINSULAS if "peninsula" in OPERATIONS[effect.op].asks else ("", "wild")
        if effect.what not in names:
            words = say("[{row}] names {what}. Write one of the six peninsulas.", row=Name(row), what=Name(effect.what))
            yield _Fault(words)


# --- words ---


def _of_words(box: contents.Box) -> Iterator[_Fault]:
    """Everything is called something, and what it is called and says can be shown."""
    for name, component in box.components.items():
        yield from _of_called(f"components.{name}", component.name, (*component.on_build, *component.on_activate))
    for row in ("councilors", "library", "artifacts", "special"):
        for name, thing in getattr(box, row).items():
            yield from _of_called(f"{row}.{name}", thing.name, (thing.effect,))


def _of_called(row: str, name: str, effects: Iterable[Effect]) -> Iterator[_Fault]:
    key = row.partition(".")[2]
    if not (key.isascii() and key.replace("_", "").isalnum() and key == key.lower()):
        yield _Fault(say("[{row}] has a key that is none. Write small letters, digits and _.", row=Name(row)))
    if not name:
        yield _Fault(say("[{row}] has no name. Write what it is called.", row=Name(row)))
    texts = (fault_in_text(each.text) for each in effects)
    for fault in (fault_in_name(name), *texts):
        if fault is not None:
            yield _Fault(say("[{row}]: {fault}", row=Name(row), fault=fault))
