"""A companion that looks at a game with own cards on a virtual table: who holds what is the table's secret alone."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import cv2
import msgspec
import pytest
from msgspec.structs import replace

from companion.games.core import Action
from companion.games.registry import GAMES
from companion.games.waves.actions import PlayAgents
from companion.games.waves.mat import KIT, PIECES
from companion.home import Home
from companion.referee.sight import SightState
from companion.requests import Client, Restored, Tap
from companion.room import Room
from companion.table.evidence import Crop
from companion.table.expected import Pieces
from companion.table.laying import Area, lay_table
from companion.table.sightings import Reading
from tests.companion.games.waves.mats import LAYOUT
from tests.companion.referee.perfect import look_at, sightings
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
)
from tests.secret.worlds import AnyState, Twins, states
from tests.vision.fakes import FakeClock
from tests.web.sights import SIGHTS, show
from vision.virtual.painter import Painter
from vision.virtual.shot import CameraPose, Shot
from vision.virtual.tabletop import Tabletop
from web.app import create_app

WAVES = GAMES["waves"]
GUEST: Final = Client("guest")
SHOT: Final = Shot(CameraPose(0.0), width_px=320, height_px=180)


def secrets_of(top: Tabletop) -> str:
    """Everything that the virtual table knows and nobody may be told."""
    return repr([[top.held(seat) for seat in range(4)], [top.hidden(zone.zone) for zone in LAYOUT.zones]])


def set_table(truth: AnyState) -> Tabletop:
    """The table of a position as it truly is: every card in its hand, and face-down cards that have faces."""
    top = Tabletop(LAYOUT, KIT, PIECES, FakeClock(), seed=1)
    top.set_out(WAVES.expected_table(WAVES.view(truth, None)))
    for seat, secret in enumerate(truth.secrets):
        assert secret is not None
        if secret.agents[0]:
            _lay_face_down(top, seat, f"card:{secret.agents[0]}", truth)
        top.hold(seat, tuple(sorted(WAVES.own_pieces(WAVES.view(truth, seat)))))
    return top


def _lay_face_down(top: Tabletop, seat: int, kind: str, truth: AnyState) -> None:
    """Let the seat lay its hidden cards itself: set out by the table, they would have no faces."""
    laid = [each for each in lay_table(WAVES.expected_table(WAVES.view(truth, None)), LAYOUT, KIT) if not each.face_up]
    for each in laid:
        if each.zone in (f"follower.{seat}", f"rebel.{seat}"):
            x_mm = each.area.x_mm + each.area.width_mm / 2
            y_mm = each.area.y_mm + each.area.height_mm / 2
            lying = min(top.lying(), key=lambda one: abs(one.x_mm - x_mm) + abs(one.y_mm - y_mm) + 999 * one.face_up)
            top.take(lying.piece, seat)
            top.hold(seat, (kind,))
            top.play(seat, kind, False, x_mm, y_mm)


class Sighted(World):
    """One companion that was told one public history, and looks on from there."""

    def __init__(self, room: Room, app: Any, seat: int | None, top: Tabletop) -> None:
        super().__init__(room, app, Script(()), (), seat)
        self._top = top
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
            self.session.see(replace(reading, at_s=self._at_s, frame=round(10 * self._at_s)))
        # A request waits its turn behind the looks; answered while some are still to come, two worlds differ by chance.
        assert not self.session.submit(GUEST, Tap((), 0, "")).accepted
        while (snapshot := self.session.snapshot()).sight.state != wanted:
            assert self.session.wait(snapshot.change, PATIENCE_S).change != snapshot.change, snapshot.sight

    def read_at_rest(self) -> None:
        """Every page while the table shows the position, and after an act that the camera alone tells of."""
        self.look(look_at(WAVES, self.session.snapshot()._state, 0.0), "settled")
        self.read()
        self._let_see()

    def read_states(self) -> None:
        """Every page in every state of the sight in which somebody has to do something."""
        state: AnyState = self.session.snapshot()._state
        self.look(look_at(WAVES, state, 0.0), "settled")
        self.read()
        rebels = [act for act in WAVES.legal_actions(state) if isinstance(act, PlayAgents) and act.posture == "rebel"]
        alone = next(act for act in rebels if len(act.cards) == 1)
        self.look(look_at(WAVES, WAVES.apply_action(state, alone), 0.0), "open")
        self.read()
        table = WAVES.expected_table(WAVES.view(state, None))
        wrong = tuple(replace(zone, content=Pieces(())) if zone.zone == "elder.1" else zone for zone in table.zones)
        spoilt = Reading(0.0, sightings(lay_table(replace(table, zones=wrong), LAYOUT, KIT), LAYOUT, KIT, 0.0))
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
        self.session.submit(HOST, Restored())
        self._let_see()

    def _let_see(self) -> None:
        """An act that the camera alone tells of, and all that is said of it."""
        state: AnyState = self.session.snapshot()._state
        acts = [act for act in WAVES.legal_actions(state) if isinstance(act, PlayAgents) and act.posture == "follower"]
        self.look(look_at(WAVES, WAVES.apply_action(state, acts[0]), 0.0), "settled")
        account = self.session.snapshot().account(self.session.snapshot().last_row, None)
        assert account is not None
        assert account.evidence is not None
        assert account.evidence.photo is not None
        self.read()
        address = f"evidence/{self.session.game_id}/{account.line.number}"
        for client in (self._guest, self._host, self._person):
            self._ask("evidence page", client, "GET", f"/{address}")
            self._ask("evidence.jpg", client, "GET", f"/{address}.jpg")
        self._ask("evidence page", self._host, "GET", f"/host/{address}")
        if self._seat is not None:
            self._ask("evidence page", self._person, "GET", f"/seat/{self._seat + 1}/{address}")
        for seat in range(4):
            if seat != self._seat:
                self._refuse(self._person, "GET", f"/seat/{seat + 1}/{address}")

    def _show(self) -> None:
        """`_let_see` asks for it, when there is something to show."""

    def _reach(self) -> None:
        """The virtual table as everybody sees it, and what is answered to whoever reaches into another's hand."""
        for client in (self._guest, self._host):
            self._ask("virtual page", client, "GET", "/virtual")
            self._ask("virtual.json", client, "GET", "/virtual.json")
        others = [seat for seat in range(4) if seat != self._seat]
        card = {"x_mm": 450, "y_mm": 300}
        for client in (self._guest, self._host, self._person):
            for seat in others:
                address = f"/seat/{seat + 1}/virtual"
                self._refuse(client, "GET", address)
                self._refuse(client, "GET", f"{address}.json")
                for kind in ("card:1", "card:4"):
                    self._refuse(client, "POST", f"{address}/play", json={"kind": kind, **card})
                self._refuse(client, "POST", f"{address}/take", json={"piece": 1})
        self._refuse(self._host, "POST", "/virtual/play", json={"kind": "card:1", **card})
        if self._seat is not None:
            address = f"/seat/{self._seat + 1}/virtual"
            self._ask("virtual page", self._person, "GET", address)
            self._ask("virtual.json", self._person, "GET", f"{address}.json")
            for kind in sorted(set(PIECES) - set(self._top.held(self._seat))):
                self._ask("virtual replies", self._person, "POST", f"{address}/play", json={"kind": kind, **card})

    def _refuse(self, client: Any, method: str, path: str, **sent: Any) -> None:
        before = secrets_of(self._top), self._top.lying()
        self._ask("strangers", client, method, path, **sent)
        assert self.said["strangers"][-1].startswith(b"403"), (path, self.said["strangers"][-1])
        assert (secrets_of(self._top), self._top.lying()) == before


@functools.cache
def _painter() -> Painter:
    return Painter(LAYOUT, KIT, PIECES, SHOT)


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
    top = set_table(states(WAVES, history)[-1])

    def picture(width_px: int) -> tuple[int, bytes]:
        found, jpeg = cv2.imencode(".png", _painter().render(top.scene(), 1))
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
        monkeypatch.setattr("web.seat_page.new_key", lambda: "key-of-the-seat")
        _catch_records(monkeypatch, stack, records)
        plant.patch(monkeypatch, lambda: secrets_of(top))
        app = create_app(
            room, secret_key=b"secret", host_code=HOST_CODE, picture=picture, world=lambda: top, setup=Setup(room)
        )
        plant.spoil(app, lambda: secrets_of(top))
        room.open_new("waves", {"cards": "own"}, seed=7)
        stack.callback(room.close)
        yield Sighted(room, app, pair.seat, top), records


def overhear(pair: Twins, history: Sequence[Action], folder: Path, plant: Plant, in_every_state: bool = True) -> Said:
    """Everything that a companion says in every state of its sight, and the commands of the game that it saved.

    Unless `in_every_state`, only in those in which nobody has to do anything.
    """
    with looked_at(pair, history, folder, plant) as (world, records):
        world.tell([act.public() for act in history])
        if in_every_state:
            world.read_states()
        else:
            world.read_at_rest()
        world.session.close()
        return world.said | _commands(folder, world.session.game_id) | {"log records": records.lines}


def overheard_apart(pair: Twins, folder: Path, plant: Plant, in_every_state: bool = True) -> set[str]:
    """Outlets whose bytes differ between the two worlds of a pair."""
    one = overhear(pair, pair.one, folder / "one", plant, in_every_state)
    other = overhear(pair, pair.other, folder / "other", plant, in_every_state)
    assert set(one) == set(other)
    return {outlet for outlet in one if one[outlet] != other[outlet]}
