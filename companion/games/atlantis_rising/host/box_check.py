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
from companion.games.shared.catalogues import Sentences
from companion.language.message import Message
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
_wrong: Final = Sentences(__package__, "box_faults.toml").where
"""What is said of a fault, by its name in box_faults.toml; None where there is none."""
_Thing: TypeAlias = tuple[Name, str, Sequence[Effect], frozenset[Op]]
"""Where something stands, what it is called, what it does, and what a thing of its kind can do."""


class Faults(NamedTuple):
    """What is wrong with a box, each a sentence that names the place in the owner's file and what to do."""

    errors: tuple[Message, ...]
    warnings: tuple[Message, ...]


class _Fault(NamedTuple):
    text: Message | None
    """None where there is no fault."""
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
        if fault.text is not None:
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
            yield _Fault(_wrong("missing", True, row=row))
            continue
        tiles, shipped = box.peninsula[name], contents.SHIPPED.peninsula[name]
        wanted = tiles.icon if tiles.kind == "libraries" else tiles.number
        numbers = [each if isinstance(each, tuple) else (each,) for each in tiles.number]
        is_odd = any(not each or not 0 <= min(each) <= max(each) <= GREATEST_NUMBER for each in numbers)
        is_whole = len(tiles.spaces) == len(wanted) == contents.RINGS
        is_of_kind = (tiles.kind, tiles.resource) == (shipped.kind, shipped.resource)
        yield _Fault(_wrong("kind", not is_of_kind, row=row))
        yield _Fault(_wrong("six", not is_whole, row=row))
        yield _Fault(_wrong("spaces", any(not 1 <= many <= GREATEST for many in tiles.spaces), row=row))
        yield _Fault(_wrong("number", is_odd, row=row))
        if not is_odd:
            # Nothing gets worse toward the coast: of each tile the greatest number.
            most = [max(each) for each in numbers]
            rises = tiles.kind in ("wild", "cities") and most != sorted(most, reverse=True)
            falls = tiles.kind == "forges" and (most != sorted(most) or 0 in most)
            yield _Fault(_wrong("rises", rises, row=row), key)
            yield _Fault(_wrong("falls", falls, row=row), key)
    values = box.wrath.values
    is_odd = not values or any(not 0 <= value <= GREATEST for value in values)
    yield _Fault(_wrong("track", is_odd))
    yield _Fault(_wrong("first_space", not is_odd and values[0], value=values[0] if values else 0), "wrath")


# --- decks and levels ---


def _of_decks(box: contents.Box) -> Iterator[_Fault]:
    """As many cards as the box has (section 2)."""
    basic = [int(getattr(box.basic, name)) for name in contents.PENINSULAS]
    library, special = ([card.copies for card in deck.values()] for deck in (box.library, box.special))
    yield from _sum("library", sum(library), contents.NON_ARTIFACTS, is_error=True)
    yield from _sum("basic", sum(basic), contents.ALL_BASIC)
    yield from _sum("special", sum(special), contents.ALL_SPECIAL)
    yield from _sum("artifacts", len(box.artifacts), contents.ARTIFACTS)
    yield _Fault(_wrong("copies", min((*basic, *library, *special)) < 0))
    names = [*box.library, *box.artifacts, contents.ARTIFACT, *box.special]
    names += [contents.CALM, contents.CONTROLLED, *contents.BASIC]
    for name in sorted({each for each in names if names.count(each) > 1}):
        yield _Fault(_wrong("alike", True, name=Name(name)))
    yield from _sum("councilors", len(box.councilors), BOARDS)
    yield _Fault(_wrong("boards", len(box.councilors) < max(SEATS)))


def _sum(row: str, there: int, wanted: int, is_error: bool = False) -> Iterator[_Fault]:
    text = _wrong("sum", there != wanted, row=Name(row), there=there, wanted=wanted)
    yield _Fault(text, "" if is_error else row)


def _of_levels(box: contents.Box) -> Iterator[_Fault]:
    yield _Fault(_wrong("levels", len(box.levels) != len(contents.LEVELS), count=len(box.levels)))
    for number, level in enumerate(box.levels, 1):
        if set(level.components) != set(contents.LETTERS) or min(level.components.values()) < 0:
            yield _Fault(_wrong("level_letters", True, number=number))
            continue
        is_nine = sum(level.components.values()) == NINE
        yield _Fault(_wrong("level_nine", not is_nine, number=number), f"levels.{number - 1}")
        for letter, wanted in level.components.items():
            there = sum(each.letter == letter for each in box.components.values())
            short = _wrong("few", there < wanted, number=number, wanted=wanted, letter=Name(letter), there=there)
            yield _Fault(short)
        is_in_box = 0 <= level.calm_seas <= contents.ALL_CALM
        is_in_box = is_in_box and 0 <= level.controlled_floods <= contents.ALL_CONTROLLED
        yield _Fault(_wrong("level_cards", not is_in_box, number=number))
        yield _Fault(_wrong("level_energy", not 0 <= level.energy <= GREATEST, number=number))


# --- components ---


def _of_components(box: contents.Box) -> Iterator[_Fault]:
    core = box.components.get(contents.POWER_CORE)
    cores = [name for name, each in box.components.items() if each.letter == "core"]
    is_one = core is not None and cores == [contents.POWER_CORE]
    total = core.cost.total if core is not None else 0
    yield _Fault(_wrong("core", not is_one))
    yield _Fault(_wrong("core_cost", is_one and total < max(SEATS), total=total), warns=True)
    first = [name for name, each in box.components.items() if each.letter == "A"] + list(contents.INTRODUCTORY)
    letters = ["".join(box.components[name].letter for name in contents.INTRODUCTORY if name in box.components)]
    yield _Fault(_wrong("first_game", len(first) != NINE or letters != ["BBCC"]))
    for name, component in box.components.items():
        yield from map(_Fault, _of_component(component, Name(f"components.{name}")))


def _of_component(component: contents.Component, row: Name) -> Iterator[Message | None]:
    prices, spaces = [component.cost[name] for name in contents.GOODS], component.spaces
    is_double = spaces is not None and spaces.kind == "double"
    yield _wrong("ore", component.cost.ore, row=row)
    yield _wrong("cost", not any(prices) or any(not 0 <= price <= GREATEST for price in prices), row=row)
    yield _wrong("single", component.letter == "D" and not is_double, row=row)
    if spaces is not None:
        many = spaces.n + spaces.n5
        yield _wrong("no_spaces", min(spaces.n, spaces.n5) < 0 or not 1 <= many <= GREATEST, row=row)
        yield _wrong("removes", spaces.removes and (spaces.need != "follower" or not is_double), row=row)


# --- what things do, and what they are called ---


def _of_effect(effect: Effect, ops: frozenset[Op], row: Name) -> Iterator[Message | None]:
    """That an effect is one of those that a thing of its kind can have."""
    yield _wrong("op", effect.op not in ops, row=row, op=Name(effect.op))
    low = -GREATEST if effect.op == "wrath_step" else 0
    yield _wrong("n", not low <= effect.n <= GREATEST, row=row, n=effect.n)
    names: tuple[str, ...] = contents.PENINSULAS if "peninsula" in OPERATIONS[effect.op].asks else ("", "wild")
    yield _wrong("what", effect.what not in names, row=row, what=Name(effect.what))


def _of_called(name: str, effects: Sequence[Effect], row: Name) -> Iterator[Message | None]:
    """That something is called something, and what it is called and says can be shown."""
    key = row.text.partition(".")[2]
    is_key = key.isascii() and key.replace("_", "").isalnum() and key == key.lower()
    yield _wrong("key", not is_key, row=row)
    yield _wrong("name", not name, row=row)
    for fault in (fault_in_name(name), *(fault_in_text(each.text) for each in effects)):
        if fault is not None:
            yield _wrong("shown", True, row=row, fault=fault)
