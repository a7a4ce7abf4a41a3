"""Positions of a whole game for tests: maps, dice and boards put where a case needs them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.registry import GAMES
from companion.games.rolling_with_the_waves.data.figures import FREE
from companion.games.rolling_with_the_waves.rules.course import COURSE
from companion.games.rolling_with_the_waves.state.model import Allocate, DiceAction, DiceState, Yarrr
from companion.games.rolling_with_the_waves.state.records import Chart, Die, Icon, Phase, Whole

GAME = GAMES["rolling_with_the_waves"]
RED, BLUE, GREEN, YELLOW = "red", "blue", "green", "yellow"
CLEAR = FREE


def table_of(
    players: int = 2, phase: Phase = Phase.ROLL, owner: Mapping[str, Any] | None = None, **more: Any
) -> DiceState:
    """A position of a whole game; what is no field of it is an option."""
    fields = set(Whole.__struct_fields__)
    options = {key: value for key, value in more.items() if key not in fields}
    state: DiceState = GAME.new_game({"players": players, **options}, owner or {})
    given = {key: value for key, value in more.items() if key in fields}
    return with_whole(state, **{"phase": phase, "first": 0, **given})


def with_whole(state: DiceState, **changes: Any) -> DiceState:
    """The same position with fields of its whole game changed; dice that lie somewhere are out of the bag."""
    whole = replace(state.table.played, **changes)
    lying = Counter(die.colour for die in (*whole.pool, *(die for nest in whole.nests for die in nest)))
    if lying and "bag" not in changes:
        full = GAME.new_game({"players": len(whole.maps)}, {}).table.played.bag
        bag = tuple(count - lying[colour] for count, colour in zip(full, whole.setup.palette, strict=True))
        whole = replace(whole, bag=bag)
    return replace(state, table=replace(state.table, whole=whole))


def charts(players: int, **by_seat: Mapping[str, Any]) -> tuple[Chart, ...]:
    """Maps that are empty but for what is given of seats, as `p0={"hull": (6,)}`."""
    return tuple(Chart(**{"infamy": 5, **by_seat.get(f"p{seat}", {})}) for seat in range(players))


def dice(*values: tuple[str, int]) -> tuple[Die, ...]:
    return tuple(Die(colour, value) for colour, value in values)


def clear(*values: int) -> tuple[Die, ...]:
    """Freebooters that show these."""
    return tuple(Die(CLEAR, value) for value in values)


def after(state: DiceState, *acts: DiceAction) -> DiceState:
    """The position after these acts."""
    for act in acts:
        state = GAME.apply_action(state, act)
    return state


def refusal(state: DiceState, act: DiceAction) -> str:
    """The rule by which an act is refused; "" where it is taken."""
    try:
        GAME.apply_action(state, act)
    except IllegalAction as refused:
        return refused.rule
    return ""


def boards_open(
    players: int, nests: Mapping[Seat, Iterable[int]], icons: Mapping[Seat, tuple[Icon, ...]], **more: Any
) -> DiceState:
    """All mini boards lie open, with dice of these values on these icons, and nothing is written yet."""
    state = table_of(
        players,
        Phase.RAISE,
        nests=tuple(clear(*nests.get(seat, ())) for seat in range(players)),
        icons=tuple(icons.get(seat, ()) for seat in range(players)),
        bag=(2,) * players + (0,),
        **more,
    )
    return COURSE.settle(state)


def allocating(state: DiceState, seat: Seat, *icons: Icon) -> tuple[DiceState, str]:
    """The position after a seat lays its dice so, and the rule by which that is refused ("": by none)."""
    for icon in icons:
        rule = refusal(state, Allocate(seat, icon))
        if rule:
            return state, rule
        state = after(state, Allocate(seat, icon))
    return after(state, Yarrr(seat)), ""
