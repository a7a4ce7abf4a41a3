"""Random games of every number of players and level break no law, and answer every act."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from types import ModuleType
from typing import Any

import msgspec
import pytest

from companion.games.atlantis_rising.data.contents import PENINSULAS, PieceKind
from companion.games.atlantis_rising.game import GAME
from companion.games.atlantis_rising.host import options
from companion.games.atlantis_rising.rules import actions, acts, gate, library
from companion.games.atlantis_rising.rules.course import COURSE
from companion.games.atlantis_rising.state import changes
from companion.games.atlantis_rising.state.model import (
    BUILD_SPACES,
    CENTRE,
    AtlantisAction,
    AtlantisState,
    Hand,
    Phase,
    Table,
)
from companion.games.core import State
from companion.games.errors import IllegalAction
from companion.simulation.self_play import broken
from tests.companion.games.atlantis_rising.law_positions import EASY, played
from tests.many import many, one_quick

GAMES = [(players, level, None) for level in (1, 2, 3, 4, 5) for players in (1, 2, 3, 4, 5, 6, 7)]
DEEP = [(players, level, EASY) for level in (1, 2, 3, 4, 5) for players in (1, 2, 3, 4, 5, 6, 7)]
QUICK = [*GAMES[::9], *DEEP[2::12]]
"""Numbers of players and levels of every kind, most of them with the box as it is shipped."""
ACTS = 200
"""So many acts of a quick game."""


def again(state: AtlantisState) -> Any:
    return msgspec.json.decode(msgspec.json.encode(state), type=State[Table, Hand])


def watched(seed: int, players: int, level: int, owner: dict[str, Any] | None, most: int) -> str:
    """The first trouble of a game, or none."""
    for step in played(seed, players, level, owner, most):
        if found := broken(GAME, step):
            return f"{step.act}: {found}"
    return ""


@pytest.mark.parametrize(("players", "level", "owner"), QUICK)
def test_a_random_game_breaks_no_law(players: int, level: int, owner: dict[str, Any] | None) -> None:
    assert watched(players, players, level, owner, ACTS) == ""


@pytest.mark.slow
@pytest.mark.parametrize(("players", "level", "owner"), [*GAMES, *DEEP])
def test_whole_random_games_break_no_law(players: int, level: int, owner: dict[str, Any] | None) -> None:
    assert [watched(100 + seed, players, level, owner, 3000) for seed in range(many(3))] == [""] * many(3)


@pytest.mark.parametrize(("players", "level"), one_quick([(1, 2), (2, 1), (4, 3), (7, 5)]))
def test_each_act_that_is_offered_is_applied_and_others_are_refused(players: int, level: int) -> None:
    """Acts of other moments of the game: unless they may be done now as well, a rule and a sentence refuse them."""
    met, refused = list[AtlantisAction](), 0
    for number, (state, act, _) in enumerate(played(players, players, level, EASY, 160)):
        met.append(act)
        legal = COURSE.legal_actions(state)
        for each in legal[:: max(1, len(legal) // 8)]:
            assert isinstance(COURSE.apply_action(state, each), State)
        for other in set(met[number % 5 :: 5]).difference(legal):
            if type(other).is_open:
                continue
            with pytest.raises(IllegalAction) as error:
                COURSE.apply_action(state, other)
            assert re.fullmatch(r"A-\d{3}", error.value.rule)
            assert re.fullmatch(r"[A-Z].{10,}\.", str(error.value.reason))
            refused += 1
    assert refused > 100


@pytest.mark.slow
@pytest.mark.parametrize("players", one_quick([2, 1, 4, 7]))
def test_one_act_is_judged_as_the_list_of_all_says(players: int) -> None:
    """Placements, pieces taken back and actions are judged one by one: any that could be named, and nothing else."""
    judged = Counter[bool]()
    for number, (state, _, _) in enumerate(played(20 + players, players, 3, EASY, 400)):
        if state.table.steps or state.table.phase not in NAMED or number % 5:
            continue
        legal = {*COURSE.legal_actions(state)}
        part = COURSE.on(state.table)[0]
        for act in NAMED[state.table.phase](state.table):
            assert part.allows(state, act) == (act in legal), act
            judged[act in legal] += 1
    assert min(judged[True], judged[False]) > 300


def placements(table: Table) -> Iterator[AtlantisAction]:
    yield acts.AllPlaced()
    for kind, seat, place in product(KINDS, range(-1, table.setup.players + 1), places_of(table)):
        for space in (0, 1, 2, 3):
            yield acts.Place(seat, kind, place, space)
            yield acts.TakeUp(seat, kind, place, space)


def activations(table: Table) -> Iterator[AtlantisAction]:
    yield acts.EndActions()
    for kind, seat, place in product(KINDS, range(-1, table.setup.players + 1), places_of(table)):
        yield from (acts.Activate(seat, kind, place, space) for space in (0, 1, 2))


def places_of(table: Table) -> list[str]:
    """Some places of every sort, those where somebody stands among them, and one that there is not."""
    tiles = [f"{name}_{ring}" for name in PENINSULAS for ring in (1, 3, 6)]
    taken = dict.fromkeys(each.place for each in table.atlanteans)
    return [*dict.fromkeys([*taken, *tiles, CENTRE, *BUILD_SPACES, *(each.component for each in table.blueprint)]), "x"]


KINDS: tuple[PieceKind, ...] = ("leader", "follower", "volunteer", "hologram", "automaton")
NAMED: dict[Phase, Callable[[Table], Iterator[AtlantisAction]]] = {
    Phase.PLACE: placements,
    Phase.ACTIONS: activations,
}
"""By phase, the acts that are judged there."""


@pytest.mark.parametrize("players", [1, 2, 5])
def test_equal_acts_lead_to_equal_positions(players: int) -> None:
    first = [(act, now) for _, act, now in played(players, players, 3, EASY, 200)]
    state = next(played(players, players, 3, EASY, 1))[0]
    for act, now in first:
        state = COURSE.apply_action(state, act)
        assert (state, hash(state.table.atlanteans)) == (now, hash(now.table.atlanteans))


@pytest.mark.parametrize("players", [2, 6])
def test_positions_and_acts_survive_json(players: int) -> None:
    for number, (_, act, now) in enumerate(played(players, players, 4, EASY, 300)):
        assert msgspec.json.decode(msgspec.json.encode(act), type=AtlantisAction) == act
        if number % 10 == 0:
            assert again(now) == now
            assert COURSE.legal_actions(again(now)) == COURSE.legal_actions(now)


def test_whatever_is_offered_to_a_seat_is_its_own_or_anybodys() -> None:
    for state, _, _ in played(3, 3, 2, None, 120):
        for seat in range(3):
            assert all(act.actor in (None, seat) for act in COURSE.legal_actions(state, seat))


def test_a_game_that_is_over_takes_no_act() -> None:
    *_, (before, act, now) = played(9, 2, 5, None)
    assert now.table.ended == "lost"
    assert COURSE.legal_actions(now) == ()
    with pytest.raises(IllegalAction, match="A-118"):
        COURSE.apply_action(now, act)
    assert not before.table.ended


def test_options_of_a_virtual_game_can_be_had() -> None:
    assert options.new_game({"players": 7, "level": 5}, EASY).table.setup.box.wrath.values == (0, 0, 0, 1, 0, 1)


BUGS: dict[str, tuple[ModuleType, str, Callable[..., Any]]] = {
    "a flood takes nothing": (changes, "flood", lambda table, *_, **__: (table, ())),
    "a success brings nothing": (actions, "found", lambda table, *_: (table, ())),
    "builders stay": (gate, "returned", lambda table, _: table),
    "volunteers stay": (changes, "volunteers_dismissed", lambda table, _: table),
    "a recruit comes from nowhere": (actions, "joined", lambda table, _: table),
    "a barrier costs and is not there": (changes, "fenced", lambda table, _: table),
    "cards stay in the hand": (library, "discarded", lambda table, *_: table),
}


@pytest.mark.parametrize("name", BUGS)
def test_the_laws_find_a_planted_bug(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, function, wrong = BUGS[name]
    monkeypatch.setattr(module, function, wrong)
    assert any(watched(seed, 4, 3, EASY, 400) for seed in range(4))
