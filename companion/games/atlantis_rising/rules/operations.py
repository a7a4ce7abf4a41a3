"""What a card, a component or a councilor can do: one record an operation, of operations.toml, and what it does.

Ledger: section 4.3. Whoever adds an operation adds its name to `effects.Op`, a record there, and here what it changes.
What lasts is asked for by its name where it counts (`ground.able`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import NUMBERED, PENINSULAS, RESOURCES
from companion.games.atlantis_rising.data.effects import Effect, Op
from companion.games.atlantis_rising.state import changes, steps
from companion.games.atlantis_rising.state.model import Table
from companion.games.atlantis_rising.words import vocabulary
from companion.games.core import Seat
from companion.games.shared.files import read_as
from companion.language.message import Gap, Message, Value, filled, gaps, written
from companion.language.values import Count, Noun

Does: TypeAlias = Callable[[Table, Effect, Seat], Table]
Thing: TypeAlias = Literal["at once", "card", "artifact", "councilor"]
"""What can have it: whatever is set off, library cards besides, artifacts, or a councilor for as long as it stands."""
Asks: TypeAlias = Literal["number", "who", "peninsula"]
_COUNTED: Final = {
    "energy": vocabulary.ENERGY,
    "resources": vocabulary.RESOURCE,
    "volunteers": vocabulary.VOLUNTEER,
    "barriers": vocabulary.BARRIER,
    "tiles": vocabulary.TILE,
    "cards": vocabulary.CARD,
    "misfortunes": vocabulary.MISFORTUNE,
    "pieces": Noun("piece"),
    "spaces": vocabulary.SPACE,
}
"""What is counted in the gaps of what effects say."""


class Operation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"name": "title", "text": "says"}):
    """One thing that can be done."""

    op: Op
    name: str
    text: str
    says_if: dict[str, str] = {}
    """What it says in place of `text` of an effect for somebody, of something, or that goes "back"."""
    on: tuple[Thing, ...] = ("at once",)
    asks: tuple[Asks, ...] = ()
    """What has to be said of it besides."""
    liked: float = 0.0
    """How much a bot likes a Leader that can do it."""
    brings: float = 0.0
    """What doing it once is worth to a bot, where that hangs on nothing."""
    is_personal: bool = False
    """Whether it is one player's alone where nothing else is said, so that several have to say whose."""

    @property
    def title(self) -> Message:
        """What it is called on the form of the owner's box."""
        return written(self.name)

    @property
    def does(self) -> Does | None:
        """The table after it, done for that seat; None where it is no change of the table, or one the host enters."""
        return _DOES.get(self.op)

    def says(self, effect: Effect) -> Message:
        """What an effect does, in a sentence."""
        kinds = (effect.who, effect.per, effect.what, "back" if effect.n < 0 else "")
        text = next((self.says_if[each] for each in kinds if each in self.says_if), self.text)
        return filled(text, **{part.name: _filling(part.name, effect) for part in gaps(text) if isinstance(part, Gap)})


def _filling(gap: str, effect: Effect) -> Value:
    if gap == "where":
        return vocabulary.PENINSULA_WORDS[NUMBERED[effect.what]]
    return Count(abs(effect.n), _COUNTED[gap]) if gap in _COUNTED else effect.n


def _step(step: Callable[[Seat, int], steps.Step]) -> Does:
    """What is asked for by a step that has a number alone."""
    return lambda table, effect, seat: changes.pushed(table, step(seat, effect.n))


def _move_wrath(table: Table, effect: Effect, seat: Seat) -> Table:
    return replace(table, wrath=min(max(0, table.wrath + effect.n), len(table.box.wrath.values) - 1))


def _flood_peninsula(table: Table, effect: Effect, seat: Seat) -> Table:
    for _ in range(effect.n):
        table, _why = changes.named(table, NUMBERED[effect.what], seat)
    return table


def _forbid(table: Table, effect: Effect, seat: Seat) -> Table:
    return replace(table, forbidden=tuple(dict.fromkeys((*table.forbidden, PENINSULAS[NUMBERED[effect.what]]))))


_DOES: Final[Mapping[Op, Does]] = {
    "gain_energy": lambda table, effect, seat: changes.earn(table, seat, changes.energy(effect.n)),
    "gain_resource_any": _step(lambda seat, number: steps.Gaining(seat, number, RESOURCES)),
    "gain_volunteers": lambda table, effect, seat: changes.volunteers_joined(table, seat, effect.n),
    "place_barrier": _step(steps.Fencing),
    "unflood": _step(steps.Unflooding),
    "draw_library": _step(lambda seat, number: steps.Drawing(seat, number, "all")),
    "amplify": _step(steps.Amplifying),
    "exchange_resources": _step(steps.Exchanging),
    "remove_misfortune": _step(steps.Peeking),
    "wrath_step": _move_wrath,
    "new_library_deck": lambda table, effect, seat: replace(table, library=changes.renewed(table.library)),
    "act_again": lambda table, effect, seat: changes.pushed(table, steps.Repeating(seat, effect.who == "leader")),
    "flood_choice": _step(lambda seat, number: steps.Flooding(seat, number, "card")),
    "flood_peninsula": _flood_peninsula,
    "return_placed": _step(steps.Recalling),
    "lose_energy": lambda table, effect, seat: changes.earn(table, seat, changes.energy(-effect.n)),
    "discard_library": _step(steps.Discarding),
    "number_plus": lambda table, effect, seat: replace(table, numbers=(*table.numbers, effect.n)),
    "forbid": _forbid,
}
_FILE: Final = read_as(__package__, "operations.toml", dict[str, tuple[Operation, ...]])
OPERATIONS: Final[dict[Op, Operation]] = {each.op: each for each in _FILE["operations"]}


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
