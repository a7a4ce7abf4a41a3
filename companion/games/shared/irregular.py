"""Irregular games: after a correction a position may break the game's laws, and its table then says which."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.core import S, State, T
from companion.language.message import Message


def mark(state: State[T, S], violations: Callable[[State[T, S]], tuple[Message, ...]]) -> State[T, S]:
    """The state with its broken laws named, from public knowledge alone: the table may be seen by all.

    A table is kept, so they stand there in English; `Game.broken_laws` says them anew.
    """
    public: State[T, S] = State(state.table, (None,) * len(state.secrets), state.sealed_for(None))
    return replace(state, table=replace(state.table, irregular=tuple(map(str, violations(public)))))


def mark_again(after: State[T, S], violations: Callable[[State[T, S]], tuple[Message, ...]]) -> State[T, S]:
    """The same after an act: marked anew while the game is irregular, and as it is where it was regular before."""
    return mark(after, violations) if after.table.irregular else after
