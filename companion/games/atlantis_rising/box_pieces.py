"""Entries of the owner's box for one thing each: a component, a councilor, a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, get_args

from companion.games.atlantis_rising.box import (
    PENINSULAS,
    POWER_CORE,
    Box,
    Card,
    Component,
    Councilor,
    PieceKind,
    Spaces,
)
from companion.games.atlantis_rising.effect_form import COUNTED, NAMED, OPERATIONS, effect_fields
from companion.games.atlantis_rising.effects import AT_ONCE, GREATEST, NO_EFFECT, Effect, Op
from companion.games.atlantis_rising.vocabulary import PIECES, RESOURCE_WORDS, TILE_WORDS, price_words
from companion.games.owners_box import TICKED, BoxEntry, BoxField
from companion.language.message import Message, listing, lone, say
from companion.language.values import Name

LONGEST_NAME: Final = 40
KINDS: Final[tuple[PieceKind, ...]] = get_args(PieceKind)
MOST_EFFECTS: Final = 3
"""Effects of a component one after another, at each of the two times."""
_NO_SPACES: Final = Spaces("single", 1)
_SPACES: Final = (
    ("none", say("It has none")),
    ("single", say("For one Atlantean each")),
    ("double", say("For two Atlanteans each")),
)
_NEEDED: Final = (("", say("nobody in particular")), *((kind, PIECES[kind]) for kind in KINDS))


def component_entry(box: Box, name: str) -> BoxEntry:
    """A component: cost, spaces, and what it does when it is built and when it is activated."""
    component, row = box.components[name], f"components.{name}"
    paths = tuple(f"{row}.{each}" for each in Component.__struct_fields__ if each != "letter")
    if name == POWER_CORE:
        fields = (_name_field(component.name), *_cost_fields(component, has_energy=True))
        return BoxEntry(row, lone(Name(component.name)), paths, component.status, fields, price_words(component.cost))
    fields = (
        _name_field(component.name),
        *_cost_fields(component),
        *_space_fields(component),
        *_effects_of(component, "on_build", component.on_build, say("When it is built")),
        *_effects_of(component, "on_activate", component.on_activate, say("When somebody acts on it")),
    )
    does = listing(map(effect_words, (*component.on_build, *component.on_activate)), ";")
    brief = say(
        "{letter}: {price}. {does}", letter=Name(component.letter), price=price_words(component.cost), does=does
    )
    return BoxEntry(row, lone(Name(component.name)), paths, component.status, fields, brief)


def thing_entry(row: str, name: str, thing: Card | Councilor, ops: frozenset[Op], is_added: bool) -> BoxEntry:
    """A councilor or a card: what it is called and what it does."""
    key = f"{row}.{name}"
    kept = [each for each in type(thing).__struct_fields__ if is_added or each != "copies" or row == "artifacts"]
    return BoxEntry(
        key,
        lone(Name(thing.name)),
        tuple(f"{key}.{each}" for each in kept),
        thing.status,
        (_name_field(thing.name), *effect_fields("effect", say("Effect"), thing.effect, ops)),
        effect_words(thing.effect),
        is_added,
    )


def effect_words(effect: Effect) -> Message:
    """An effect in a few words: "Get energy: 2"."""
    if effect.op == "manual" and effect.text:
        return lone(Name(effect.text))
    if effect.op in NAMED and effect.what in PENINSULAS:
        where = TILE_WORDS[PENINSULAS.index(effect.what)]
        return say("{does}: {where}", does=OPERATIONS[effect.op], where=where)
    if effect.op in COUNTED:
        return say("{does}: {number}", does=OPERATIONS[effect.op], number=effect.n)
    return OPERATIONS[effect.op]


def _name_field(name: str) -> BoxField:
    return BoxField("name", say("Name"), "text", name, 1, LONGEST_NAME)


def _cost_fields(component: Component, has_energy: bool = False) -> Iterator[BoxField]:
    kinds = ("gold", "crystal", "atlantium", "energy")
    # Energy is asked where it is paid; a component that costs some keeps its field.
    for kind in kinds if has_energy or component.cost.energy else kinds[:3]:
        number, label = str(getattr(component.cost, kind)), say("{kind:capital}", kind=RESOURCE_WORDS[kind])
        is_assumed = "cost" in component.assumed
        yield BoxField(f"cost.{kind}", label, "number", number, 0, GREATEST, group=say("Cost"), is_assumed=is_assumed)


def _space_fields(component: Component) -> Iterator[BoxField]:
    group, is_assumed = say("Spaces"), "spaces" in component.assumed
    spaces = component.spaces or _NO_SPACES
    there, two = ("spaces.kind", ("single", "double")), ("spaces.kind", ("double",))
    kind = "none" if component.spaces is None else spaces.kind
    yield BoxField("spaces.kind", say("Spaces"), "choice", kind, 0, 0, _SPACES, group, is_assumed)
    many, more = str(spaces.n), str(spaces.n5)
    yield BoxField("spaces.n", say("How many"), "number", many, 0, GREATEST, (), group, is_assumed, there)
    label = say("More with 5+ players")
    yield BoxField("spaces.n5", label, "number", more, 0, GREATEST, (), group, is_assumed, there)
    who = say("Who alone may stand there (none: everybody)")
    for each in KINDS:
        ticked = TICKED if each in spaces.allow else ""
        yield BoxField(f"allow.{each}", PIECES[each], "flag", ticked, 0, 0, (), who, is_assumed, there)
    label = say("Who has to be one of the two")
    yield BoxField("spaces.need", label, "choice", spaces.need or "", 0, 0, _NEEDED, group, is_assumed, two)
    label, ticked = say("That one goes out of the game"), TICKED if spaces.removes else ""
    yield BoxField("spaces.removes", label, "flag", ticked, 0, 0, (), group, is_assumed, two)


def _effects_of(component: Component, key: str, effects: Sequence[Effect], group: Message) -> Iterator[BoxField]:
    """The effects that there are, and one more that does nothing yet."""
    shown = (*effects, NO_EFFECT)[: max(MOST_EFFECTS, len(effects))]
    for number, effect in enumerate(shown):
        heading = group if number == 0 else say("{when}, then", when=group)
        yield from effect_fields(f"{key}.{number}", heading, effect, AT_ONCE, key in component.assumed)
