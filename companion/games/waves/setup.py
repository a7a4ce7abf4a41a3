"""A new game of Waves from its options."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from companion.games.core import State
from companion.games.errors import BadOption
from companion.games.waves.cards import CLASSES, NONE
from companion.games.waves.data import DATA, DECK_SIZE, council_card
from companion.games.waves.model import Hand, Hidden, Setup, Slot, Table, WavesState

DEFAULTS: dict[str, Any] = {"mode": "all_vs_all", "players": 4, "tablets": "first", "cards": "own", "edition": "rebels"}
"""Options of a new game. `tablets` is the name of a set, or five sides, Scholar first."""


def new_game(options: Mapping[str, Any], owner: Mapping[str, Any]) -> WavesState:
    """The state before the Wave token is given (W-001..W-014); `owner` is the content of owner/waves.toml.

    Raises `BadOption` for an unknown option, mode, seat count, edition, set or tablet side.
    """
    unknown = sorted(set(options) - set(DEFAULTS))
    if unknown:
        raise BadOption(f"Waves has no option {unknown[0]!r}. It has: {', '.join(DEFAULTS)}.")
    chosen = {**DEFAULTS, **options}
    _one_of("cards", chosen["cards"], ("own", "virtual"))
    _one_of("edition", chosen["edition"], ("rebels",))
    _one_of("mode", chosen["mode"], tuple(DATA.modes))
    mode, players = DATA.modes[chosen["mode"]], chosen["players"]
    if players not in mode.seats:
        seats = ", ".join(map(str, mode.seats))
        raise BadOption(f"{mode.title} is not played by {players!r}. This version plays it with: {seats} (W-005).")
    setup = Setup(
        mode=chosen["mode"],
        players=players,
        tablets=_tablets(chosen["tablets"]),
        council_card=council_card(chosen["mode"], players, owner),
        cards=chosen["cards"],
        different=mode.different.value,
        total=mode.total.value,
        edition=chosen["edition"],
    )
    table = Table(
        setup=setup,
        slots=(Slot(),) * players,
        hands=(Hand(),) * players,
        collected=(NONE,) * players,
        deck=DECK_SIZE,
        why=("W-001", "W-003", "W-004", "W-005", "W-006", "W-008", "W-010", "W-014", "W-115"),
    )
    told = Hidden() if setup.cards == "virtual" else None
    return State(table, (told,) * players)


def random_tablets(rng: random.Random) -> list[str]:
    """One side of each class's tablet (W-115)."""
    return [rng.choice([side for side, tablet in DATA.tablets.items() if tablet.cls == cls]) for cls in CLASSES]


def _one_of(option: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise BadOption(f"Waves cannot be played with {option} {value!r}. Choose one of: {', '.join(allowed)}.")


def _tablets(chosen: object) -> tuple[str, ...]:
    """Five sides, Scholar first (W-115). Raises `BadOption` for an unknown set or side, or a side of another class."""
    if isinstance(chosen, str):
        _one_of("tablets", chosen, tuple(DATA.sets))
        return DATA.sets[chosen]
    sides = tuple(str(side) for side in chosen) if isinstance(chosen, list | tuple) else ()
    if len(sides) != len(CLASSES):
        raise BadOption(f"Waves needs five tablet sides, one a class, Scholars first, not {chosen!r} (W-115).")
    for cls, side in zip(CLASSES, sides, strict=True):
        if side not in DATA.tablets or DATA.tablets[side].cls != cls:
            fitting = ", ".join(name for name, tablet in DATA.tablets.items() if tablet.cls == cls)
            raise BadOption(
                f"{side!r} is not a tablet side of the {DATA.classes[cls - 1].plural}. Choose: {fitting} (W-115)."
            )
    return sides
