"""A game played to its end, taken back to its first act in leaps and done again, and what is told of it."""

from __future__ import annotations

import random
from typing import Any

from companion.live.requests import Redo
from companion.live.room import Room
from companion.live.session import Session
from companion.referee.comparison import position_of
from companion.referee.reset_moves import shown
from tests.companion.referee.mishaps import follow
from tests.companion.tables import HOST, check_replay, hash_now, tap_any, undo, wait_for


def play_at_random(
    room: Room, game: str, options: dict[str, Any], rng: random.Random, *, most_acts: int = 150
) -> Session:
    """A new game: bots play it to its end, or with own cards somebody taps anything, to its end or so many acts."""
    session = room.open_new(game, options, seed=3)
    if options["cards"] == "virtual":
        wait_for(session, lambda now: now.outcome is not None)
        return session
    while session.snapshot().outcome is None and session.snapshot().can_undo < most_acts:
        assert tap_any(session, rng).accepted
    return session


def back_and_forth(room: Room, rng: random.Random, *, longest_leap: int = 12) -> None:
    """Take all acts back and do all again: what is named, told to be moved, and written down agrees throughout."""
    session = room.session
    last, positions, game = hash_now(session), session.snapshot().can_undo, session.snapshot().game
    while left := session.snapshot().can_undo:
        steps = min(left, rng.randint(1, longest_leap))
        before, asked = session.snapshot(), session.snapshot().undo_notice(steps)
        way, there = before.way_back(steps), before._laid
        assert session.submit(HOST, undo(session, steps)).accepted
        now = session.snapshot()
        assert (now.can_undo, now.can_redo) == (left - steps, positions - left + steps)
        facts = [str(notice).split(" × ")[-1].split(". ")[0] for notice in asked]
        assert all(fact.rstrip(".") in str(now.log(None)[-1].text) for fact in facts)
        if not now.is_dealt:
            assert now.sight.fixes == way.moves
            after = follow(shown(position_of(game, there).zones), way.moves)
            assert after == shown(game.mat.expected(now.view(None)).zones)
    check_replay(room)
    while left := session.snapshot().can_redo:
        assert session.submit(HOST, Redo(min(left, rng.randint(1, longest_leap)))).accepted
    assert hash_now(session) == last
    check_replay(room)
