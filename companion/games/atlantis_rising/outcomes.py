"""What an effect of a card, a component or a councilor does at once. Ledger: section 4.3."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising.box import PENINSULAS, RESOURCES, Peninsula
from companion.games.atlantis_rising.changes import earn, energy, pushed, volunteers_joined
from companion.games.atlantis_rising.decks import renewed
from companion.games.atlantis_rising.effects import Effect, Op
from companion.games.atlantis_rising.model import Phase, Table
from companion.games.atlantis_rising.steps import (
    Amplifying,
    Discarding,
    Drawing,
    Exchanging,
    Fencing,
    Flooding,
    Following,
    Gaining,
    Peeking,
    Recalling,
    Repeating,
    Settling,
    Unflooding,
)
from companion.games.atlantis_rising.water import named
from companion.games.core import Seat

_Does = Callable[[Table, Effect, Seat], Table]


def applied(table: Table, effects: Sequence[Effect], seat: Seat, title: str) -> Table:
    """The table after the first of these effects, the others waiting; `seat` has set them off, `title` says by what.

    What needs a choice becomes a step, and is done before the next effect, or the next player, has its turn.
    """
    todo = tuple((effect, each) for effect in effects for each in _concerned(table, effect, seat))
    return followed(table, Following(todo, title))


def followed(table: Table, rest: Following) -> Table:
    """The table after the first of these effects, with the others waiting below what it asks for."""
    if not rest.effects:
        return table
    effect, seat = rest.effects[0]
    if len(rest.effects) > 1:
        table = pushed(table, replace(rest, effects=rest.effects[1:]))
    if effect.op == "manual":
        return pushed(table, Settling(seat, rest.title, effect.text))
    return _DOES[effect.op](table, effect, seat) if effect.op in _DOES else table


def current(table: Table) -> Seat:
    """Who drew the last misfortune; before the first and in other phases, the starting player."""
    if table.phase is not Phase.MISFORTUNE or not table.drawn:
        return table.starter
    return drawers(table)[table.drawn - 1]


def drawers(table: Table) -> tuple[Seat, ...]:
    """Who draws the misfortunes of a round, in order (A-034, A-045, A-130, A-134, A-149)."""
    players = table.setup.players
    order = [(table.starter + step) % players for step in range(players)]
    if players == 1:
        return (0,) * 4
    if players == 2:
        return (order[0], order[0], order[1], order[1])
    return (*order, order[0]) if players == 3 else tuple(order)


def clockwise(table: Table) -> tuple[Seat, ...]:
    """The seats from the starting player on."""
    players = table.setup.players
    return tuple((table.starter + step) % players for step in range(players))


def _concerned(table: Table, effect: Effect, seat: Seat) -> Sequence[Seat]:
    if effect.who == "each" and effect.op != "manual":
        return clockwise(table)
    return (current(table),) if effect.who == "current" else (seat,)


def _gain_energy(table: Table, effect: Effect, seat: Seat) -> Table:
    return earn(table, seat, energy(effect.n))


def _lose_energy(table: Table, effect: Effect, seat: Seat) -> Table:
    return earn(table, seat, energy(-effect.n))


def _wrath_step(table: Table, effect: Effect, seat: Seat) -> Table:
    last = len(table.setup.box.wrath.values) - 1
    return replace(table, wrath=min(max(0, table.wrath + effect.n), last))


def _new_library_deck(table: Table, effect: Effect, seat: Seat) -> Table:
    return replace(table, library=renewed(table.library))


def _flood_peninsula(table: Table, effect: Effect, seat: Seat) -> Table:
    for _ in range(effect.n):
        table, _why = named(table, PENINSULAS.index(_peninsula(effect)), seat)
    return table


def _forbid(table: Table, effect: Effect, seat: Seat) -> Table:
    return replace(table, forbidden=tuple(dict.fromkeys((*table.forbidden, _peninsula(effect)))))


def _peninsula(effect: Effect) -> Peninsula:
    return next(each for each in PENINSULAS if each == effect.what)


_DOES: Final[dict[Op, _Does]] = {
    "gain_energy": _gain_energy,
    "lose_energy": _lose_energy,
    "gain_resource_any": lambda table, effect, seat: pushed(table, Gaining(seat, effect.n, RESOURCES)),
    "gain_volunteers": lambda table, effect, seat: volunteers_joined(table, seat, effect.n),
    "place_barrier": lambda table, effect, seat: pushed(table, Fencing(seat, effect.n)),
    "unflood": lambda table, effect, seat: pushed(table, Unflooding(seat, effect.n)),
    "draw_library": lambda table, effect, seat: pushed(table, Drawing(seat, effect.n, "all")),
    "amplify": lambda table, effect, seat: pushed(table, Amplifying(seat, effect.n)),
    "exchange_resources": lambda table, effect, seat: pushed(table, Exchanging(seat, effect.n)),
    "remove_misfortune": lambda table, effect, seat: pushed(table, Peeking(seat, effect.n)),
    "wrath_step": _wrath_step,
    "new_library_deck": _new_library_deck,
    "act_again": lambda table, effect, seat: pushed(table, Repeating(seat, effect.who == "leader")),
    "flood_choice": lambda table, effect, seat: pushed(table, Flooding(seat, effect.n, "card")),
    "flood_peninsula": _flood_peninsula,
    "return_placed": lambda table, effect, seat: pushed(table, Recalling(seat, effect.n)),
    "discard_library": lambda table, effect, seat: pushed(table, Discarding(seat, effect.n)),
    "number_plus": lambda table, effect, seat: replace(table, numbers=(*table.numbers, effect.n)),
    "forbid": _forbid,
}


def belongs_to_one(effects: Iterable[Effect]) -> bool:
    """Whether any of these is one player's alone, so that several have to say whose."""
    return any(effect.who in ("", "leader") and effect.op in _PERSONAL for effect in effects)


_PERSONAL: Final[frozenset[Op]] = frozenset(
    (
        "gain_energy",
        "gain_resource_any",
        "gain_volunteers",
        "draw_library",
        "amplify",
        "exchange_resources",
        "act_again",
        "discard_library",
        "lose_energy",
        "return_placed",
    )
)
