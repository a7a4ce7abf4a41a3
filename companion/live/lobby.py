"""Before a game: who may start it, what waits until then, and the demonstration that bots play while nobody sits.

It is of this evening and not of the game: no journal and no recording has it, and a saved game goes on without one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

import msgspec

from companion.games.core import Choice
from companion.live.requests import Client, DraftTap, Reply, Request, TakeSeat, Tap
from companion.live.timeline import Timeline

LobbyKind: TypeAlias = Literal["waiting", "demonstration"]
"""People gather and nothing is done; or bots play on all seats until somebody sits down."""

NOT_BEGUN: Final = "The game has not begun. Tap Start first."
SHOWN_ONLY: Final = "This is a demonstration. Sit down, and a table of your own is on."


class Lobby(msgspec.Struct, frozen=True):
    """What stands before a game."""

    kind: LobbyKind
    seats_may_start: bool = True
    """Whether anybody seated may start the game, beside the host."""
    options: Mapping[str, Any] = MappingProxyType({})
    """What the game was opened with."""

    @property
    def is_waiting(self) -> bool:
        """Whether nothing is dealt and nobody acts until the game is started."""
        return self.kind == "waiting"

    def may_start(self, client: Client) -> bool:
        """Whether this client may start the game."""
        return client.role == "host" or (client.role == "seat" and self.seats_may_start)


class Starting(msgspec.Struct, frozen=True):
    """Somebody asks for the start. It is told to the session and to no game."""

    client: Client


def start_reply(lobby: Lobby | None, client: Client) -> Reply:
    """The answer to whoever asks for the start; where it is accepted, the lobby ends."""
    if lobby is None:
        return Reply(True, "The game has begun.")
    if lobby.kind == "demonstration":
        return Reply(False, SHOWN_ONLY, "illegal")
    if not lobby.may_start(client):
        who = "Take a seat, then tap Start." if lobby.seats_may_start else "The host starts this game. Ask them."
        return Reply(False, who, "not-yours")
    return Reply(True, "The game begins.")


def why_refused(lobby: Lobby | None, asked: Request | DraftTap, answers: tuple[Choice[Any], ...]) -> Reply | None:
    """The refusal of what a page asks before the game has begun; None for what may be asked then.

    What is asked of the camera's look may be answered: an act was done at the table, and play is never held up.
    """
    if lobby is None:
        return None
    if lobby.kind == "demonstration":
        return Reply(False, SHOWN_ONLY, "stale") if isinstance(asked, TakeSeat) else None
    if isinstance(asked, DraftTap) or (isinstance(asked, Tap) and not _is_an_answer(asked, answers)):
        return Reply(False, NOT_BEGUN, "illegal")
    return None


def _is_an_answer(tap: Tap, answers: tuple[Choice[Any], ...]) -> bool:
    return any(tuple(msgspec.to_builtins(act) for act in each.actions) == tap.actions for each in answers)


def still(lobby: Lobby | None, timeline: Timeline) -> Lobby | None:
    """The lobby as it stands: an act that was seen or felt begins the game, and an end by the host ends both."""
    if lobby is not None and lobby.is_waiting:
        has_begun = any(step.action is not None for step in timeline.done)
        return None if has_begun or timeline.ended else lobby
    return lobby
