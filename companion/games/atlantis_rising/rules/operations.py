"""What a card, a component or a councilor can do: one record an operation, with its words and what it does.

Ledger: section 4.3. Whoever adds an operation adds its name to `effects.Op` and a record here. What lasts is asked for
by its name where it counts (`ground.able`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import NUMBERED, PENINSULAS, RESOURCES
from companion.games.atlantis_rising.data.effects import Effect, Op
from companion.games.atlantis_rising.state import changes, steps
from companion.games.atlantis_rising.state.model import Table
from companion.games.atlantis_rising.words import vocabulary as words
from companion.games.core import Seat
from companion.language.message import Message, say
from companion.language.values import Count, Noun

PIECE = Noun("piece")
Says: TypeAlias = Callable[[Effect], Message]
Does: TypeAlias = Callable[[Table, Effect, Seat], Table]
Thing: TypeAlias = Literal["at once", "card", "artifact", "councilor"]
"""What can have it: whatever is set off, library cards besides, artifacts, or a councilor for as long as it stands."""
Asks: TypeAlias = Literal["number", "who", "peninsula"]


class Operation(msgspec.Struct, frozen=True):
    """One thing that can be done."""

    title: Message
    """What it is called on the form of the owner's box."""
    says: Says
    """What an effect does, in a sentence."""
    does: Does | None = None
    """The table after it, done for that seat; None where it is no change of the table, or one that the host enters."""
    on: tuple[Thing, ...] = ("at once",)
    asks: tuple[Asks, ...] = ()
    """What has to be said of it besides."""
    liked: float = 0.0
    """How much a bot likes a Leader that can do it."""
    is_personal: bool = False
    """Whether it is one player's alone where nothing else is said, so that several have to say whose."""


_ANY: Final[tuple[Thing, ...]] = ("at once", "artifact", "councilor")
_STANDS: Final[tuple[Thing, ...]] = ("councilor",)
_WORKS: Final[tuple[Thing, ...]] = ("artifact", "councilor")
_OWED: Final[tuple[Asks, ...]] = ("number", "who")


def _many(noun: Noun, whole: Callable[[Count], Message], of_all: Callable[[Count], Message] | None = None) -> Says:
    """A sentence with so many of a thing; another where it is everybody's."""
    return lambda effect: (of_all if of_all and effect.who == "each" else whole)(Count(effect.n, noun))


def _step(step: Callable[[Seat, int], steps.Step]) -> Does:
    """What is asked for by a step that has a number alone."""
    return lambda table, effect, seat: changes.pushed(table, step(seat, effect.n))


def _takes(many: Count) -> Message:
    return say("Take {many}.", many=many)


def _moves_counter(effect: Effect) -> Message:
    many = Count(abs(effect.n), words.SPACE)
    if effect.n < 0:
        return say("The wrath counter goes back by {many}.", many=many)
    return say("The wrath counter goes on by {many}.", many=many)


def _easier(effect: Effect) -> Message:
    if effect.what == "wild":
        return say("Numbers of Mountains, Hills and Forests are {n} lower for you.", n=effect.n)
    return say("Numbers beside the Leader are {n} lower.", n=effect.n)


def _at_centre(effect: Effect) -> Message:
    many = Count(effect.n, words.ENERGY)
    if effect.per == "atlantean":
        return say("Each of your Atlanteans in the centre beside the Leader takes {many} more.", many=many)
    return say("In the centre you take {many} more, once a round.", many=many)


def _floods(effect: Effect) -> Message:
    many, where = Count(effect.n, words.TILE), words.PENINSULA_WORDS[NUMBERED[effect.what]]
    return say("{many} of {where} {many?floods|flood}.", many=many, where=where)


def _forbids(effect: Effect) -> Message:
    return say("Actions of {where} give nothing this round.", where=words.PENINSULA_WORDS[NUMBERED[effect.what]])


def _move_wrath(table: Table, effect: Effect, seat: Seat) -> Table:
    return replace(table, wrath=min(max(0, table.wrath + effect.n), len(table.box.wrath.values) - 1))


def _flood_peninsula(table: Table, effect: Effect, seat: Seat) -> Table:
    for _ in range(effect.n):
        table, _why = changes.named(table, NUMBERED[effect.what], seat)
    return table


def _forbid(table: Table, effect: Effect, seat: Seat) -> Table:
    return replace(table, forbidden=tuple(dict.fromkeys((*table.forbidden, PENINSULAS[NUMBERED[effect.what]]))))


def _owed(title: Message, says: Says, does: Does, is_personal: bool = False) -> Operation:
    """What somebody gets, loses or does, so often."""
    return Operation(title, says, does, asks=_OWED, is_personal=is_personal)


def _lasting(
    title: Message, says: Says, liked: float, on: tuple[Thing, ...] = _STANDS, asks: tuple[Asks, ...] = ("number",)
) -> Operation:
    """What holds for as long as a card lies there, or a Leader stands there."""
    return Operation(title, says, on=on, asks=asks, liked=liked)


OPERATIONS: Final[dict[Op, Operation]] = {
    "none": Operation(say("Nothing"), lambda effect: say("Nothing is known of what it does."), on=_ANY),
    "manual": Operation(
        say("Something else: settled by hand, as its text says"),
        lambda effect: say("Do what it says; the host enters what changed."),
        on=_ANY,
    ),
    "gain_energy": _owed(
        say("Get energy"),
        _many(words.ENERGY, _takes, lambda many: say("Everybody takes {many}.", many=many)),
        lambda table, effect, seat: changes.earn(table, seat, changes.energy(effect.n)),
        is_personal=True,
    ),
    "gain_resource_any": _owed(
        say("Get resources of any kind"),
        _many(words.RESOURCE, lambda many: say("Take {many} of your choice, but no energy.", many=many)),
        lambda table, effect, seat: changes.pushed(table, steps.Gaining(seat, effect.n, RESOURCES)),
        is_personal=True,
    ),
    "gain_volunteers": _owed(
        say("Get volunteers"),
        _many(words.VOLUNTEER, _takes),
        lambda table, effect, seat: changes.volunteers_joined(table, seat, effect.n),
        is_personal=True,
    ),
    "place_barrier": _owed(
        say("Place barriers"), _many(words.BARRIER, lambda many: say("Place {many}.", many=many)), _step(steps.Fencing)
    ),
    "unflood": _owed(
        say("Turn flooded tiles dry"),
        _many(words.TILE, lambda many: say("Turn {many} dry.", many=many)),
        _step(steps.Unflooding),
    ),
    "draw_library": _owed(
        say("Draw library cards"),
        _many(words.CARD, lambda many: say("Draw and keep {many}.", many=many)),
        lambda table, effect, seat: changes.pushed(table, steps.Drawing(seat, effect.n, "all")),
        is_personal=True,
    ),
    "amplify": _owed(
        say("Turn resources in, and get them back with one more"),
        _many(words.RESOURCE, lambda many: say("Show up to {many}; take one more of a kind.", many=many)),
        _step(steps.Amplifying),
        is_personal=True,
    ),
    "exchange_resources": _owed(
        say("Exchange resources, one for one"),
        _many(words.RESOURCE, lambda many: say("Exchange up to {many}.", many=many)),
        _step(steps.Exchanging),
        is_personal=True,
    ),
    "remove_misfortune": _owed(
        say("Take misfortunes out of the game"),
        _many(words.MISFORTUNE, lambda many: say("Take {many} out of the game.", many=many)),
        _step(steps.Peeking),
    ),
    "wrath_step": Operation(
        say("Move the wrath counter (below 0: back)"), _moves_counter, _move_wrath, asks=("number",)
    ),
    "new_library_deck": Operation(
        say("Shuffle the library anew"),
        lambda effect: say("Shuffle the library discards into the library deck."),
        lambda table, effect, seat: replace(table, library=changes.renewed(table.library)),
    ),
    "act_again": Operation(
        say("One that has acted acts again"),
        lambda effect: (
            say("Your Leader acts once more.") if effect.who == "leader" else say("One of your pieces acts once more.")
        ),
        lambda table, effect, seat: changes.pushed(table, steps.Repeating(seat, effect.who == "leader")),
        is_personal=True,
    ),
    "flood_choice": _owed(
        say("Flood tiles of one's choice"),
        _many(words.TILE, lambda many: say("{many} of different peninsulas flood.", many=many)),
        lambda table, effect, seat: changes.pushed(table, steps.Flooding(seat, effect.n, "card")),
    ),
    "flood_peninsula": Operation(say("Flood one peninsula"), _floods, _flood_peninsula, asks=("number", "peninsula")),
    "return_placed": _owed(
        say("Take placed Atlanteans back"),
        _many(PIECE, lambda many: say("Take back {many} that you have placed.", many=many)),
        _step(steps.Recalling),
        is_personal=True,
    ),
    "lose_energy": _owed(
        say("Lose energy"),
        _many(
            words.ENERGY,
            lambda many: say("Lose {many}.", many=many),
            lambda many: say("Everybody loses {many}.", many=many),
        ),
        lambda table, effect, seat: changes.earn(table, seat, changes.energy(-effect.n)),
        is_personal=True,
    ),
    "discard_library": _owed(
        say("Discard library cards"),
        _many(
            words.CARD,
            lambda many: say("Discard {many}.", many=many),
            lambda many: say("Everybody discards {many}.", many=many),
        ),
        _step(steps.Discarding),
        is_personal=True,
    ),
    "number_plus": Operation(
        say("Mountains, Hills and Forests are harder this round"),
        lambda effect: say("Numbers of Mountains, Hills and Forests are {n} higher this round.", n=effect.n),
        lambda table, effect, seat: replace(table, numbers=(*table.numbers, effect.n)),
        asks=("number",),
    ),
    "forbid": Operation(say("A peninsula gives nothing this round"), _forbids, _forbid, asks=("peninsula",)),
    "die_plus": Operation(
        say("A die that was rolled counts more"),
        lambda effect: say("Add {n} to your die once it lies there.", n=effect.n),
        on=("card",),
        asks=("number",),
    ),
    "number_minus": _lasting(say("Tiles need less"), _easier, 8.0, _WORKS),
    "cost_minus": _lasting(
        say("A component costs less"),
        _many(words.RESOURCE, lambda many: say("What is built beside the Leader costs {many} less.", many=many)),
        10.0,
    ),
    "reroll_once": _lasting(
        say("A roll may be made again"),
        lambda effect: say("A failed roll beside the Leader may be rolled once more."),
        5.0,
        asks=(),
    ),
    "extra_atlantean": _lasting(
        say("More Atlanteans fit on its tile"), lambda effect: say("The Leader's tile holds {n} more.", n=effect.n), 3.0
    ),
    "may_use_flooded_tile": _lasting(
        say("May stand on a flooded tile"),
        lambda effect: say("The Leader may stand on a flooded tile, and others beside it."),
        2.0,
        asks=(),
    ),
    "artifact": _lasting(
        say("Has an artifact"), lambda effect: say("Draw two artifacts of the box and keep one."), 1.0, asks=()
    ),
    "act_although_flooded": _lasting(
        say("Acts though its tile has flooded"),
        lambda effect: say("Whoever stands beside the Leader acts though the tile floods."),
        4.0,
        asks=(),
    ),
    "extra_energy_at_centre": _lasting(say("More energy at the centre"), _at_centre, 6.0),
    "extra_resource": _lasting(
        say("One's first success a round gives more"),
        _many(
            words.RESOURCE,
            lambda many: say("The first success of a round beside the Leader gives {many} more.", many=many),
        ),
        9.0,
    ),
    "keep_extra_card": _lasting(
        say("Keeps more cards of a draw"),
        _many(words.CARD, lambda many: say("Of cards drawn in the Libraries keep {many} more.", many=many)),
        7.0,
        _WORKS,
    ),
}


def _on(*things: Thing) -> frozenset[Op]:
    return frozenset(op for op, each in OPERATIONS.items() if not set(things).isdisjoint(each.on))


AT_ONCE: Final = _on("at once")
"""What is done when it is set off, and leaves nothing but what it has changed."""
ON_CARDS: Final = _on("at once", "card")
ON_ARTIFACTS: Final = _on("artifact")
ON_COUNCILORS: Final = _on("councilor")


def asking(what: Asks) -> frozenset[Op]:
    """The operations of which that has to be said."""
    return frozenset(op for op, each in OPERATIONS.items() if what in each.asks)
