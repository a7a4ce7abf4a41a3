"""Tables of Atlantis Rising for tests: pieces, cards and water put where a scenario needs them.

Nobody stands anywhere and nobody owns anything but what a test says; no councilor has an ability. What a scenario
states of the box is given by its path in data.toml, as an owner would type it: `{"peninsula.hills.number": (5,) * 6}`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import CALM, PENINSULAS, POWER_CORE, PieceKind, Price
from companion.games.atlantis_rising.host.options import new_game
from companion.games.atlantis_rising.rules.acts import (
    AllPlaced,
    BeginWrath,
    ChooseCouncilor,
    DrawMisfortune,
    EndActions,
    EndMisfortunes,
    LayComponent,
    MoveWrath,
    PassMarker,
    Place,
    RevealCouncilor,
    TakeColour,
    TakeCouncilor,
    TakeMarker,
)
from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.state.changes import in_order
from companion.games.atlantis_rising.state.model import (
    CENTRE,
    COLOURS,
    POOL,
    Atlantean,
    AtlantisAction,
    AtlantisState,
    Built,
    Phase,
)
from companion.games.core import RuleId, Seat
from companion.games.errors import IllegalAction
from tests.companion.games.atlantis_rising.play import after, all_acted, nested
from tests.companion.games.atlantis_rising.positions import deck, position

SCHOLAR = "scholar"


def acted(*pieces: Atlantean) -> tuple[Atlantean, ...]:
    """The same pieces once they have acted."""
    return tuple(replace(each, acted=True) for each in pieces)


def table_of(
    players: int = 4,
    phase: Phase = Phase.ACTIONS,
    *,
    level: int = 1,
    data: Mapping[str, Any] | None = None,
    pieces: Iterable[Atlantean] = (),
    owned: Mapping[Seat, Price] | None = None,
    hands: Mapping[Seat, Sequence[str]] | None = None,
    components: Mapping[str, int] | None = None,
    dry: Mapping[int, int] | None = None,
    councilors: Mapping[Seat, str] | None = None,
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> AtlantisState:
    """A position of the third round.

    `components` of the Blueprint, beside the Power Core, each with the round in which it was built, 0 for not yet;
    `dry` tiles of peninsulas that are not whole; `fields` of the table as they stand there.
    """
    state = position(
        players,
        phase,
        level=level,
        options=options,
        data=data,
        dry={PENINSULAS[each]: many for each, many in (dry or {}).items()},
        reserves=owned,
        hands=hands,
        councilors=councilors,
        round=3,
    )
    bare = {
        "atlanteans": in_order(pieces),
        "supply": (2,) * players,
        "blueprint": (*(Built(name, built) for name, built in (components or {}).items()), Built(POWER_CORE)),
        "hologram": "",
        "stack": (),
        "stack_discards": (),
    }
    return replace(state, table=replace(state.table, **{**bare, **fields}))


def prepared(
    players: int,
    level: int = 1,
    *,
    councilors: Sequence[str] = (),
    starter: Seat = 0,
    data: Mapping[str, Any] | None = None,
    **options: Any,
) -> AtlantisState:
    """A game at its first round, set up by acts: colours as the booklet lists them, boards and components the first.

    Nobody is the Scholar but who is named as such: a Scholar first draws artifacts.
    """
    state = coloured(players, level, data, **options)
    for seat in range(players):
        taken = (*state.table.councilors, *councilors, SCHOLAR)
        left = [name for name in state.table.setup.box.councilors if name not in taken]
        state = after(state, TakeCouncilor(seat, councilors[seat] if seat < len(councilors) else left[0]))
    while any(isinstance(act, LayComponent) for act in COURSE.legal_actions(state)):
        state = after(state, COURSE.legal_actions(state)[0])
    return after(state, TakeMarker(starter))


def coloured(players: int, level: int = 1, data: Mapping[str, Any] | None = None, **options: Any) -> AtlantisState:
    """A new game in which everybody has a colour."""
    state = new_game({"players": players, "level": level, **options}, nested(data or {}))
    return after(state, *(TakeColour(seat, COLOURS[seat]) for seat in range(players)))


def refusal(state: AtlantisState, act: AtlantisAction) -> RuleId:
    """The rule by which an act is refused, in a sentence; "" where it is taken."""
    try:
        COURSE.apply_action(state, act)
    except IllegalAction as refused:
        return refused.rule if str(refused.reason).endswith(".") else "no sentence"
    return ""


def all_on_centre(state: AtlantisState) -> AtlantisState:
    """The position after everybody has placed all on the centre, and the phase is over."""
    for piece in sorted(pool(state), key=lambda each: each.kind == "automaton"):
        state = after(state, Place(piece.seat, piece.kind, CENTRE, 0))
    return after(state, AllPlaced())


def calm(state: AtlantisState) -> AtlantisState:
    """The position with nothing but Calm Seas to come, and after those of this round."""
    state = replace(state, table=replace(state.table, misfortunes=deck(*(CALM,) * 9)))
    for _ in state.table.drawers:
        state = after(state, DrawMisfortune(CALM))
    return after(state, EndMisfortunes())


def next_round(state: AtlantisState) -> AtlantisState:
    """The position at the beginning of the next round, from the actions on, in which all act; the wrath is 0."""
    return after(all_acted(state), EndActions(), BeginWrath(), MoveWrath(), PassMarker())


def with_hologram(state: AtlantisState, councilor: str, other: str) -> AtlantisState:
    """The position after two boards were turned up and the first was given to the Hologram."""
    shown = after(state, RevealCouncilor(councilor), RevealCouncilor(other))
    return after(shown, ChooseCouncilor(state.table.starter, councilor))


def pool(state: AtlantisState, seat: Seat | None = None) -> list[Atlantean]:
    """The pieces at hand."""
    return [each for each in state.table.atlanteans if each.place == POOL and seat in (None, each.seat)]


def kinds(pieces: Iterable[Atlantean]) -> Counter[PieceKind]:
    """How many there are of each kind."""
    return Counter(each.kind for each in pieces)


def followers_of(state: AtlantisState, seat: Seat) -> int:
    """How many followers a seat has, wherever they stand."""
    return sum(each.seat == seat and each.kind == "follower" for each in state.table.atlanteans)


def energy_of(state: AtlantisState, seat: Seat) -> int:
    return state.table.reserves[seat].energy
