"""What of a position the strip tells: the sea, what it may take next, the wrath, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising import lights as drawn
from companion.games.atlantis_rising.box import PENINSULAS
from companion.games.atlantis_rising.decks import next_misfortunes
from companion.games.atlantis_rising.model import AtlantisView, Phase, Table
from companion.games.atlantis_rising.outcomes import drawers
from companion.games.atlantis_rising.steps import Flooding
from companion.games.atlantis_rising.water import choosable, floodable
from companion.games.atlantis_rising.words import prompt
from companion.games.core import Seat
from companion.games.game import public_view
from companion.lights.scene import Scene

PHASES: Final[dict[Phase, drawn.Phase]] = {
    Phase.SETUP: "setup",
    Phase.REVEAL: "hologram",
    Phase.PLACE: "place",
    Phase.MISFORTUNE: "misfortune",
    Phase.ACTIONS: "actions",
    Phase.WRATH: "wrath",
    Phase.COUNTER: "wrath",
    Phase.END: "end",
}
"""What the strip calls each phase."""


def lights(view: AtlantisView) -> Scene:
    """The strip."""
    names = tuple(view.name(seat) for seat in range(view.table.setup.players))
    return drawn.lights(public_view(replace(strip_table(view.table), asked=prompt(view).seats), names))


def strip_table(table: Table) -> drawn.AtlantisTable:
    """What of this position the strip tells. What has just happened it tells until the next act."""
    return drawn.AtlantisTable(
        dry=table.dry,
        wrath_values=table.setup.box.wrath.values,
        wrath_space=table.wrath,
        phase=PHASES[table.phase],
        barriers=table.barriers,
        in_danger=in_danger(table),
        tide=table.tide or (0,) * len(PENINSULAS),
        broken=table.broken,
        named=named(table),
        floods_left=_floods_left(table),
        turn_of=turn_of(table),
        outcome=table.ended or "",
    )


def in_danger(table: Table) -> tuple[int, ...]:
    """The peninsulas with a dry tile that the next flood may take.

    While somebody chooses, and before the wrath, all that may be chosen; while misfortunes are drawn, those that the
    next card may name. Floods that a card leaves open would put all of them in danger, and tell nothing.
    """
    step = table.steps[-1] if table.steps else None
    if isinstance(step, Flooding):
        return choosable(table, step)
    if table.phase is Phase.WRATH and table.wrath_value:
        return floodable(table)
    if table.phase is not Phase.MISFORTUNE or table.drawn == len(drawers(table)):
        return ()
    may_come = {each for card in next_misfortunes(table) for each in _named_by(table, card)}
    return tuple(each for each in floodable(table) if each in may_come)


def named(table: Table) -> int | None:
    """The depleted peninsula that the last misfortune names, from its draw to the last of the floods elsewhere."""
    step = table.steps[-1] if table.steps else None
    is_now = "A-042" in table.why or (isinstance(step, Flooding) and step.cause == "depleted")
    if table.phase is not Phase.MISFORTUNE or not is_now or not table.misfortunes.discards:
        return None
    return next(_named_by(table, table.misfortunes.discards[-1]), None)


def turn_of(table: Table) -> Seat | None:
    """Who draws the next misfortune, where somebody else drew the last one (A-034)."""
    order = drawers(table)
    if table.phase is not Phase.MISFORTUNE or table.steps or table.drawn == len(order):
        return None
    seat = order[table.drawn]
    return seat if not table.drawn or order[table.drawn - 1] != seat else None


def _floods_left(table: Table) -> int:
    """How many floods of the wrath are still to be chosen."""
    if table.phase is Phase.WRATH:
        return table.wrath_value
    return sum(step.left for step in table.steps if isinstance(step, Flooding) and step.cause == "wrath")


def _named_by(table: Table, card: str) -> Iterator[int]:
    """The peninsula that a misfortune names, if it names one."""
    special = table.setup.box.special.get(card)
    is_by_name = special is not None and special.effect.op == "flood_peninsula"
    name = special.effect.what if special is not None and is_by_name else card.removeprefix("basic_")
    names: tuple[str, ...] = PENINSULAS
    if name in names:
        yield names.index(name)
