"""People around a virtual table without a clock: players who are told when to step, and perfect eyes, a look a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.core import Action, View
from companion.games.game import AnyGame
from companion.live.inputs import Looked, Tumbled
from companion.live.requests import Request, TakeSeat
from companion.live.room import Room
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.simulation.ground_truth import Deed
from companion.simulation.own_cards import OwnCards
from companion.simulation.players import Players
from companion.table.felt import CardReader
from companion.table.world import World
from tests.companion.instant import InstantWorld, PerfectEyes
from tests.companion.tables import GUEST, HOST, tap_of
from tests.games.registered import SEALED_BID

MOST_LOOKS = 2000
"""Far more than a game takes; time passes by looks only."""


class Party:
    """A room with a virtual table, and what its players did."""

    def __init__(
        self,
        room: Room,
        *,
        game: str = SEALED_BID.name,
        seed: int = 1,
        pace_s: float = 0.0,
        reader: CardReader | None = None,
        **options: Any,
    ) -> None:
        self.room = room
        self.eyes: PerfectEyes | None = None
        self.tables = 0
        """How often a table was set."""
        self.deeds: list[Deed] = []
        own = {"cards": "own"} if game == SEALED_BID.name else {}
        room.open_new(game, {**own, **options}, seed)
        self.own_cards = OwnCards()
        self.players = Players(
            lambda: room.session,
            self.set_table,
            pace_s=pace_s,
            witness=self.deeds.append,
            reader=reader,
            own_cards=self.own_cards,
        )
        self.players.step()

    def set_table(self, game: AnyGame, view: View) -> World:  # type: ignore[type-arg]
        self.tables += 1
        self.eyes = PerfectEyes(game, game.mat.layout(view))
        return self.eyes.world

    @property
    def session(self) -> Session:
        return self.room.session

    @property
    def world(self) -> InstantWorld:
        assert self.eyes is not None
        return self.eyes.world

    @property
    def now(self) -> Snapshot:
        return self.session.snapshot()

    @property
    def table(self) -> Any:
        """What everybody knows."""
        return self.now.view(None).table

    @property
    def acts(self) -> list[Action]:
        """What the companion has learned."""
        return [step.action for step in self.session._timeline.done if step.action is not None]

    def look(self, looks: int = 1) -> None:
        """Let the companion have looked so often. The request behind each look is answered when it was judged."""
        assert self.eyes is not None
        for _ in range(looks):
            self.session.tell(Looked(self.eyes.look()))
            if (roll := self.eyes.roll()) is not None:
                self.session.tell(Tumbled(roll))
            assert not self.session.submit(GUEST, tap_of((), 0)).accepted

    def go_on(self, until: Callable[[], bool]) -> None:
        """Let the players play until then."""
        for _ in range(MOST_LOOKS):
            if until():
                return
            self.look()
            self.players.step()
        raise AssertionError(f"that does not come: {self.now.sight}, {self.acts[-3:]}")

    def rest(self, steps: int = 60) -> None:
        """Let time pass."""
        for _ in range(steps):
            self.look()
            self.players.step()

    def ask(self, request: Request) -> None:
        """The host asks, and it is done."""
        reply = self.session.submit(HOST, request)
        assert reply.accepted, reply

    def sit_down(self, seat: int) -> None:
        """Ana takes a seat."""
        assert self.session.submit(GUEST, TakeSeat(seat, "Ana", "a")).accepted
