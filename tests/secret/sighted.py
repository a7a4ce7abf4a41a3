"""A companion that looks at a game with own cards on a virtual table: who holds what is the table's secret alone."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import cv2
import msgspec
import pytest
from msgspec.structs import replace

from companion.games.core import Action
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.games.waves.rules.actions import PlayAgents
from companion.live import inputs
from companion.live.requests import Client, Restored, Tap
from companion.live.room import Room
from companion.referee.sight import SightState
from companion.storage.home import Home
from companion.table.evidence import Crop
from companion.table.expected import Pieces
from companion.table.geometry import Area, lay_table
from companion.table.layout import Layout
from companion.table.sightings import Reading
from tests.companion.referee.perfect import look_at, sightings
from tests.companion.tables import looked_through
from tests.games.sealed_bid.model import SealBid
from tests.secret.process import (
    HOST,
    HOST_CODE,
    PATIENCE_S,
    Plant,
    Records,
    Said,
    Script,
    Setup,
    World,
    _catch_records,
    _commands,
    differing,
)
from tests.secret.worlds import AnyState, Twins, states
from tests.vision.fakes import FakeClock
from tests.web.sights import SIGHTS, show
from vision.virtual.painter import Painter
from vision.virtual.shot import CameraPose, Shot
from vision.virtual.tabletop import Tabletop
from web.app import create_app

GUEST: Final = Client("guest")
SHOT: Final = Shot(CameraPose(0.0), width_px=320, height_px=180)
PLACE: Final = {"x_mm": 450, "y_mm": 300}
"""Where on the mat a card is played."""


class Looked(NamedTuple):
    """What a camera looks at in one game, at a moment when cards are being laid face down."""

    game: AnyGame
    plies: tuple[int, ...]
    """Lengths of history after which somebody lays cards, and others have done so."""
    laid: Callable[[Any], int]
    """The number of the card that a seat has lying face down, by its secret; 0 for none."""
    zones: tuple[str, ...]
    """Where they lie, without the seat."""
    alone: Callable[[Action], bool]
    """Whether the act lays a card that others may follow, so that the camera alone does not settle it."""
    whole: Callable[[Action], bool]
    """Whether the act lays all, so that the camera alone tells of it."""
    emptied: str
    """A zone in which something lies, and which no act empties now."""

    @property
    def layout(self) -> Layout:
        """The mat of a usual game."""
        return self.game.mat.layout(self.game.view(self.game.new_game({"cards": "own"}, {}), None))

    def look_at(self, state: AnyState) -> Reading:
        """What is seen of a state's table."""
        return look_at(self.game, state, 0.0)

    def spoilt(self, state: AnyState) -> Reading:
        """What is seen where a zone was emptied."""
        table, kit = self.game.mat.expected(self.game.view(state, None)), self.game.mat.kit
        zones = (replace(zone, content=Pieces(())) if zone.zone == self.emptied else zone for zone in table.zones)
        lying = lay_table(replace(table, zones=tuple(zones)), self.layout, kit)
        return Reading(0.0, sightings(lying, self.layout, kit, 0.0))

    def after(self, state: AnyState, wanted: Callable[[Action], bool]) -> Reading:
        """What is seen after the first act of that kind."""
        return self.look_at(self.game.apply_action(state, next(filter(wanted, self.game.legal_actions(state)))))


LOOKED: Final = {
    "waves": Looked(
        GAMES["waves"],
        (28, 29),
        lambda secret: secret.agents[0],
        ("follower", "rebel"),
        lambda act: isinstance(act, PlayAgents) and act.posture == "rebel" and len(act.cards) == 1,
        lambda act: isinstance(act, PlayAgents) and act.posture == "follower",
        "elder.1",
    ),
    "sealed_bid": Looked(
        GAMES["sealed_bid"],
        (16,),
        lambda secret: secret.bid,
        ("bid",),
        lambda act: isinstance(act, SealBid) and len(act.cards) == 1,
        lambda act: isinstance(act, SealBid) and len(act.cards) == 2,
        "prize",
    ),
}


def secrets_of(top: Tabletop) -> str:
    """Everything that the virtual table knows and nobody may be told."""
    zones = top.layout.zones
    return repr([[top.held(seat) for seat in range(4)], [top.hidden(zone.zone) for zone in zones]])


def set_table(looked: Looked, truth: AnyState) -> Tabletop:
    """The table of a position as it truly is: every card in its hand, and face-down cards that have faces."""
    game = looked.game
    top = Tabletop(looked.layout, game.mat.kit, game.mat.pieces, FakeClock(), seed=1)
    top.set_out(game.mat.expected(game.view(truth, None)))
    for seat, secret in enumerate(truth.secrets):
        assert secret is not None
        if number := looked.laid(secret):
            _lay_face_down(looked, top, seat, f"card:{number}", truth)
        top.hold(seat, tuple(sorted(game.screen.own_pieces(game.view(truth, seat)))))
    return top


def _lay_face_down(looked: Looked, top: Tabletop, seat: int, kind: str, truth: AnyState) -> None:
    """Let the seat lay its hidden cards itself: set out by the table, they would have no faces."""
    expected = looked.game.mat.expected(looked.game.view(truth, None))
    own = [f"{zone}.{seat}" for zone in looked.zones]
    for each in lay_table(expected, looked.layout, looked.game.mat.kit):
        if each.zone in own and not each.face_up:
            x_mm = each.area.x_mm + each.area.width_mm / 2
            y_mm = each.area.y_mm + each.area.height_mm / 2
            lying = min(top.lying(), key=lambda one: abs(one.x_mm - x_mm) + abs(one.y_mm - y_mm) + 999 * one.face_up)
            top.take(lying.piece, seat)
            top.hold(seat, (kind,))
            top.play(seat, kind, False, x_mm, y_mm)


class Sighted(World):
    """One companion that was told one public history, and looks on from there."""

    def __init__(self, looked: Looked, room: Room, app: Any, seat: int | None, top: Tabletop) -> None:
        super().__init__(room, app, Script(()), (), seat)
        self._looked, self._top = looked, top
        self._at_s = 0.0

    def tell(self, acts: Sequence[Action]) -> None:
        """The host taps what was done."""
        for number, act in enumerate(acts):
            tap = Tap((msgspec.to_builtins(act),), self.session.snapshot().revision, f"told-{number}")
            reply = self.session.submit(HOST, tap)
            assert reply.accepted, reply

    def look(self, reading: Reading, wanted: SightState) -> None:
        """Show it the same for a second; wait until it has come to that state."""
        for _ in range(8):
            self._at_s += 0.1
            self.session.tell(inputs.Looked(replace(reading, at_s=self._at_s, frame=round(10 * self._at_s))))
        # A request waits its turn behind the looks; answered while some are still to come, two worlds differ by chance.
        assert not self.session.submit(GUEST, Tap((), 0, "")).accepted
        while (snapshot := self.session.snapshot()).sight.state != wanted:
            assert self.session.wait(snapshot.change, PATIENCE_S).change != snapshot.change, snapshot.sight

    def read_at_rest(self) -> None:
        """Every page after an act that the camera alone tells of."""
        self.look(self._looked.look_at(self._state), "settled")
        self._let_see()

    def read_states(self) -> None:
        """Every page in every state of the sight in which somebody has to do something."""
        state, spoilt = self._state, self._looked.spoilt(self._state)
        self.look(self._looked.look_at(state), "settled")
        self.read()
        self.look(self._looked.after(state, self._looked.alone), "open")
        self.read()
        self.look(spoilt, "mismatch")
        self.read()
        with pytest.MonkeyPatch.context() as monkeypatch:
            show(monkeypatch, SIGHTS["question"])
            self.read()
        reply = {"Accept": "application/json"}
        undo = {"steps": "1", "revision": str(self.session.snapshot().revision)}
        self._ask("host replies", self._host, "POST", "/host/undo", data=undo, headers=reply)
        self.look(spoilt, "restoring")
        self.read()
        self._reach_into_others()
        self.session.submit(HOST, Restored())
        self._let_see()

    @property
    def _state(self) -> AnyState:
        return self.session.snapshot()._state

    @property
    def _others(self) -> list[int]:
        return [seat for seat in range(len(self._state.secrets)) if seat != self._seat]

    def _let_see(self) -> None:
        """An act that the camera alone tells of, and all that is said of it."""
        self.look(self._looked.after(self._state, self._looked.whole), "settled")
        account = self.session.snapshot().account(self.session.snapshot().last_row, None)
        assert account is not None
        assert account.evidence is not None
        assert account.evidence.photo is not None
        self.read()
        self._reach_into_others()
        address = f"evidence/{self.session.game_id}/{account.line.number}"
        for client in (self._guest, self._host, self._person):
            self._ask("evidence page", client, "GET", f"/{address}")
            self._ask("evidence.jpg", client, "GET", f"/{address}.jpg")
        self._ask("evidence page", self._host, "GET", f"/host/{address}")
        if self._seat is not None:
            self._ask("evidence page", self._person, "GET", f"/seat/{self._seat + 1}/{address}")
        for seat in self._others:
            self._refuse(self._person, "GET", f"/seat/{seat + 1}/{address}")

    def _show(self) -> None:
        """`_let_see` asks for it, when there is something to show."""

    def _reach(self) -> None:
        """The virtual table as everybody sees it, and the answer to a person who plays what is not in the hand."""
        for client in (self._guest, self._host):
            self._ask("virtual page", client, "GET", "/virtual")
            self._ask("virtual.json", client, "GET", "/virtual.json")
            self._follow("virtual stream", client, "/virtual/stream", b"event: moved")
        if self._seat is not None:
            address = f"/seat/{self._seat + 1}/virtual"
            self._ask("virtual page", self._person, "GET", address)
            self._ask("virtual.json", self._person, "GET", f"{address}.json")
            self._follow("virtual stream", self._person, f"{address}/stream", b"event: moved")
            for kind in sorted(set(self._looked.game.mat.pieces) - set(self._top.held(self._seat))):
                self._ask("virtual replies", self._person, "POST", f"{address}/play", json={"kind": kind, **PLACE})

    def _reach_into_others(self) -> None:
        """What is answered to whoever reaches into another's hand."""
        before = secrets_of(self._top), self._top.lying()
        for client in (self._guest, self._host, self._person):
            for seat in self._others:
                address = f"/seat/{seat + 1}/virtual"
                self._refuse(client, "GET", address)
                self._refuse(client, "GET", f"{address}.json")
                self._refuse(client, "GET", f"{address}/stream")
                for kind in ("card:1", "card:4"):
                    self._refuse(client, "POST", f"{address}/play", json={"kind": kind, **PLACE})
                self._refuse(client, "POST", f"{address}/take", json={"piece": 1})
        self._refuse(self._host, "POST", "/virtual/play", json={"kind": "card:1", **PLACE})
        assert (secrets_of(self._top), self._top.lying()) == before, "somebody reached into another's hand"

    def _refuse(self, client: Any, method: str, path: str, **sent: Any) -> None:
        self._ask("strangers", client, method, path, **sent)
        assert self.said["strangers"][-1].startswith(b"403"), (path, self.said["strangers"][-1])


@functools.cache
def _painter(name: str) -> Painter:
    looked = LOOKED[name]
    return Painter(looked.layout, looked.game.mat.kit, looked.game.mat.pieces, SHOT)


class Photographer:
    """Takes photographs of everything that the camera sees."""

    def __init__(self, picture: Callable[[int], tuple[int, bytes]]) -> None:
        self._picture = picture

    def photo(self, at_s: float, frame: int, areas: tuple[Area, ...]) -> Crop:
        """As a photographer's."""
        return Crop(self._picture(0)[1], frame, at_s)


@contextmanager
def looked_at(pair: Twins, history: Sequence[Action], folder: Path, plant: Plant) -> Iterator[tuple[Sighted, Records]]:
    """A companion with a camera over the table of one history of a pair, and the log records it writes."""
    looked = LOOKED[pair.game.name]
    top = set_table(looked, states(pair.game, history)[-1])

    def picture(width_px: int) -> tuple[int, bytes]:
        found, jpeg = cv2.imencode(".png", _painter(pair.game.name).render(top.scene(), 1))
        assert found
        return 1, jpeg.tobytes()

    room = Room(
        GAMES,
        Home(folder).make(),
        clock=lambda: datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC),
        has_hands=True,
        photographer=Photographer(picture),
    )
    records = Records()
    with pytest.MonkeyPatch.context() as monkeypatch, ExitStack() as stack:
        monkeypatch.setattr("web.views.seat.new_key", lambda: "key-of-the-seat")
        _catch_records(monkeypatch, stack, records)
        plant.patch(monkeypatch, lambda: secrets_of(top))
        app = create_app(
            room, secret_key=b"secret", host_code=HOST_CODE, picture=picture, world=lambda: top, setup=Setup(room)
        )
        plant.spoil(app, lambda: secrets_of(top))
        room.open_new(pair.game.name, {"cards": "own"}, seed=7)
        stack.callback(room.close)
        looked_through(room)
        yield Sighted(looked, room, app, pair.seat, top), records


def overhear(pair: Twins, history: Sequence[Action], folder: Path, plant: Plant, in_every_state: bool = False) -> Said:
    """Everything that a companion says while nobody has to do anything, and the commands of the game that it saved.

    With `in_every_state` in all other states of its sight as well.
    """
    with looked_at(pair, history, folder, plant) as (world, records):
        # What is sealed on phones shows nothing to a camera, and is looked at in test_sealed.py.
        world.tell([act.public() for act in history if not (act.seals or act.takes_back or act.opens)])
        if in_every_state:
            world.read_states()
        else:
            world.read_at_rest()
        world.session.close()
        return world.said | _commands(folder, world.session.game_id) | {"log records": records.lines}


def overheard_apart(pair: Twins, folder: Path, plant: Plant) -> set[str]:
    """Outlets whose bytes differ between the two worlds of a pair while nobody has to do anything."""
    one, other = (
        overhear(pair, history, folder / name, plant) for name, history in (("one", pair.one), ("other", pair.other))
    )
    return differing(one, other)
