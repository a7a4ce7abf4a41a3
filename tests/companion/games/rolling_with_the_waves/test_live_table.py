"""A whole game at a live table, tapped by two people: to its end, undone, corrected, and resumed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from companion.games.core import Action
from companion.games.rolling_with_the_waves.state.model import Allocate, Table
from companion.games.rolling_with_the_waves.state.records import Phase
from companion.live.requests import Correct, TakeSeat
from companion.live.resume import replay
from companion.live.room import Room
from companion.live.session import Session
from companion.live.timeline import state_hash
from tests.companion.games.rolling_with_the_waves.at_the_table import GAME
from tests.companion.tables import GUEST, HOST, hash_now, open_room, own, person, rows_of, tap_of, undo


def sit(room: Room, **options: Any) -> Session:
    session = own(room, "rolling_with_the_waves", players=2, **options)
    for seat, name in enumerate(("Ada", "Bo")):
        assert session.submit(GUEST, TakeSeat(seat, name, f"key {seat}")).accepted
    return session


def comes_back(room: Room) -> bool:
    """Whether the journal leads to the position that the room shows, where what is sealed is not known."""
    return state_hash(replay(room.registry, rows_of(room)).state) == hash_now(room.session)


def table(session: Session) -> Table:
    found: Table = session.snapshot().view(None).table
    return found


def tap(session: Session, rng: random.Random) -> tuple[Action, ...]:
    """Somebody taps what a bot in their place would, or tells of a roll; what they did."""
    now = session.snapshot()
    if table(session).played.phase is Phase.ROLL:
        state = GAME.known(now.view(None))
        actions: tuple[Action, ...] = (rng.choice(GAME.legal_actions(state)),)
        client = HOST
    else:
        seats = GAME.prompt(now.view(None)).seats
        client = person(rng.choice(seats)) if seats else HOST
        choices = [
            each for each in now.choices(client.seat) if not any(act.takes_back or act.is_open for act in each.actions)
        ]
        if client.seat is not None:
            own_acts = [each.actions[0] for each in choices if each.actions[0].actor == client.seat]
            actions = (GAME.simulation.suggest(now.view(client.seat), own_acts, rng, False),)
        else:
            actions = choices[0].actions
    reply = session.submit(client, tap_of(actions, now.revision))
    assert reply.accepted, (reply, actions)
    return actions


def test_a_round_is_tapped_resumed_before_the_reveal_undone_and_corrected(tmp_path: Path) -> None:
    rng = random.Random(4)
    with open_room(tmp_path) as room:
        session = sit(room)
        while table(session).played.phase is not Phase.ALLOCATE:
            tap(session, rng)
        while sum(table(session).played.called) < 1:
            tap(session, rng)
        sealed, game_id = session._timeline.state.sealed, session.game_id
        assert any(sealed)
    with open_room(tmp_path) as room:
        session = room.open_saved(game_id)
        assert session._timeline.state.sealed == sealed
        for seat, name in enumerate(("Ada", "Bo")):
            session.submit(GUEST, TakeSeat(seat, name, f"key {seat}"))
        while table(session).played.phase is Phase.ALLOCATE:
            tap(session, rng)
        icons, called = table(session).played.icons, sealed.index(next(filter(None, sealed)))
        assert icons[called] == tuple(act.icon for act in sealed[called] if isinstance(act, Allocate))
        assert comes_back(room)
        while table(session).played.round == 1:
            tap(session, rng)
        nests = table(session).played.nests
        while session.snapshot().can_undo and table(session).played.nests == nests:
            assert session.submit(HOST, undo(session)).accepted
        assert any(table(session).played.nests)
        assert session.submit(HOST, Correct({"infamy.0": 9})).accepted
        assert table(session).played.maps[0].infamy == 9
        assert comes_back(room)


@pytest.mark.slow
def test_a_whole_game_is_tapped_to_its_end(tmp_path: Path) -> None:
    rng = random.Random(5)
    with open_room(tmp_path) as room:
        session = sit(room)
        while session.snapshot().outcome is None:
            tap(session, rng)
        assert comes_back(room)
        assert session.submit(HOST, undo(session)).accepted
        assert not table(session).over
        assert comes_back(room)


def test_dice_on_one_icon_are_opened_each_by_its_own_seal(tmp_path: Path) -> None:
    """Else whoever has no keys could play the game again no further than that."""
    rng = random.Random(4)
    with open_room(tmp_path) as room:
        session = sit(room)
        while not _is_sealed_twice(session):
            tap(session, rng)
        while table(session).played.phase is Phase.ALLOCATE:
            tap(session, rng)
        rows = [row.read() for row in rows_of(room)]
    opened = [each["seal"] for row in rows for each in row.get("opened", ())]
    assert sorted(opened) == sorted(row["seal"] for row in rows if "seal" in row)


def _is_sealed_twice(session: Session) -> bool:
    """Whether a seat has sealed one icon for two dice."""
    return any(acts.count(act) > 1 for acts in session._timeline.state.sealed for act in acts if act.seals)
