"""The outlets of a whole companion: pages, streams, JSON, log records and commands, while a session plays a history."""

from __future__ import annotations

import itertools
import json
import logging
import math
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

import companion.cli
import companion.cli.saved.evidence
import companion.cli.saved.games
import companion.journal.seals
import companion.live.openings
from companion.games.core import Action, Seat, State, View
from companion.games.deal import can_deal
from companion.games.game import AnyGame
from companion.journal import sealed
from companion.live.requests import Client, Pause, Reply, TakeSeat, Tap
from companion.live.room import Room
from companion.live.session import Session
from companion.referee.comparison import name_of
from companion.storage.home import Home
from companion.table.dice import ClearDice, TrueDie
from companion.table.expected import ExpectedTable
from companion.table.fitness import Check, Fitness, StripMeasure, sum_up
from companion.table.geometry import lay_table
from companion.table.world import LyingPiece
from tests.companion.tables import looked_through
from tests.secret.outlets import probes
from tests.secret.worlds import HELD, NAMES, Twins, options_of
from web.app import create_app
from web.http.access import WRONG_CODES
from web.http.pairing import Pairing

HOST: Final = Client("host")
GUEST: Final = Client("guest")
HOST_CODE: Final = "HOST42"
PATIENCE_S: Final = 20.0
PRESSES: Final = 4

Said = dict[str, list[bytes]]
"""Everything that came out of each outlet, in order."""
Hidden = Callable[[], str]
"""The hidden cards of the world being played, for a planted leak."""


class Plant:
    """A leak to plant: `patch` before the companion is made, `spoil` in the app it has made. This one is honest."""

    def patch(self, monkeypatch: pytest.MonkeyPatch, hidden: Hidden) -> None:
        """Change code of the companion."""

    def spoil(self, app: Flask, hidden: Hidden) -> None:
        """Change the app: its templates, for instance."""


class Several(Plant):
    """Several leaks at once."""

    def __init__(self, plants: Iterable[Plant]) -> None:
        self._plants = tuple(plants)

    def patch(self, monkeypatch: pytest.MonkeyPatch, hidden: Hidden) -> None:
        for plant in self._plants:
            plant.patch(monkeypatch, hidden)

    def spoil(self, app: Flask, hidden: Hidden) -> None:
        for plant in self._plants:
            plant.spoil(app, hidden)


def shares(outlets: Iterable[str]) -> tuple[frozenset[str], ...]:
    """Few sets of outlets: of any two outlets, some set has the one without the other.

    Where the leaks of each set are seen in its outlets and in no other, each leak is seen in its own outlet alone. So a
    few sets show what would take a companion for each outlet. Each outlet is in another half of the sets: of as many
    halves none holds another, and no fewer sets would do (Sperner).
    """
    ordered = tuple(outlets)
    count = next(count for count in itertools.count(1) if math.comb(count, count // 2) >= len(ordered))
    halves = dict(zip(ordered, itertools.combinations(range(count), count // 2), strict=False))
    return tuple(frozenset(outlet for outlet in ordered if number in halves[outlet]) for number in range(count))


class Script:
    """An autopilot that plays a history, up to a limit, and leaves their own choices to people."""

    def __init__(self, history: Sequence[Action]) -> None:
        self._history = history
        self.limit = 0

    def propose(
        self, state: State[Any, Any], ply: int, people: frozenset[Seat], *, unhurried: bool = False
    ) -> tuple[Action, str] | None:
        """The next act of the history, or None where it is not time or a person's turn."""
        if ply >= self.limit:
            return None
        action = self._history[ply]
        if action.kind == "choice" and action.actor in people:
            return None
        return action, "bot" if action.kind == "choice" else "dealer"


class Pieces:
    """The virtual table of a room: what the public sees lies there, and each hand holds what the companion dealt."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def _view(self, seat: Seat | None) -> tuple[AnyGame, View[Any, Any]]:
        snapshot = self._room.session.snapshot()
        return snapshot.game, snapshot.view(seat)

    def lying(self) -> tuple[LyingPiece, ...]:
        game, view = self._view(None)
        laid = lay_table(game.mat.expected(view), game.mat.layout(view), game.mat.kit)
        return tuple(
            LyingPiece(number, each.kind, each.face_up, each.area.x_mm, each.area.y_mm, 0.0)
            for number, each in enumerate(laid)
        )

    def held(self, seat: int) -> tuple[str, ...]:
        game, view = self._view(seat)
        return tuple(sorted(game.screen.own_pieces(view)))

    def hold(self, seat: int, kinds: tuple[str, ...]) -> None:
        raise AssertionError("a page fills no hand")

    def hidden(self, zone: str) -> tuple[str, ...]:
        raise AssertionError("a page is told no face-down card")

    def lay(self, table: ExpectedTable, seat: int | None) -> None:
        raise AssertionError("a page lets no hands lay a table")

    def roll(self, zone: str, colours: tuple[str, ...], values: tuple[int, ...] | None = None) -> None:
        raise KeyError(zone)  # no zone of it is for dice

    def put_dice(self, zone: str, dice: Sequence[TrueDie], seat: int | None) -> None:
        raise AssertionError("a page puts no dice anywhere")

    def rolled(self) -> tuple[TrueDie, ...]:
        return ()

    def busy(self) -> bool:
        return False

    def move(self, piece: int, x_mm: float, y_mm: float) -> None:
        """Everything stays where the game has it; so do the other three."""

    def turn(self, piece: int) -> None: ...

    def take(self, piece: int, seat: int) -> None: ...

    def play(self, seat: int, kind: str, face_up: bool, x_mm: float, y_mm: float) -> None: ...


class Records(logging.Handler):
    """Log records as they would be written, at the default level."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        self.lines: list[bytes] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record).encode())


def recorded_steps(file: Path) -> list[str]:
    """What was told, as it is recorded; not when the table was judged between two taps, which goes by the threads."""
    head, *lines = file.read_text().splitlines()
    entries = [line.partition('"entry":')[2] for line in lines]
    return [head, *(entry for entry in entries if '{"type":"Judged",' not in entry)]


class Clock:
    """Seconds of the pairing, to be set."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class World:
    """One companion that plays one history, and what is read from it."""

    def __init__(
        self,
        room: Room,
        app: Flask,
        script: Script,
        history: Sequence[Action],
        seat: Seat | None,
        pairing: Pairing | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._room, self._script, self._history, self._seat = room, script, history, seat
        self._app, self._pairing, self._clock = app, pairing, clock or Clock()
        self._guest, self._host, self._person = app.test_client(), app.test_client(), app.test_client()
        self.said: Said = {}
        self._pairs = 0
        self._host.post("/host/unlock", data={"code": HOST_CODE})
        if seat is not None:
            reply = self._person.post(f"/seat/{seat + 1}/take", data={"name": "Ada"})
            assert reply.status_code == 303, reply.text
        self._is_dealt = self.session.snapshot().is_dealt
        if not self._is_dealt:
            self._seat_the_others()

    @property
    def session(self) -> Session:
        """The session that plays."""
        return self._room.session

    def _seat_the_others(self) -> None:
        now = self.session.snapshot()
        for seat in range(now.game.seat_count(now.view(None).table)):
            if seat != self._seat:
                assert self.session.submit(GUEST, TakeSeat(seat, NAMES[seat], f"key {seat}")).accepted

    def _say(self, outlet: str, words: bytes) -> None:
        self.said.setdefault(outlet, []).append(words)

    def _ask(self, outlet: str, client: FlaskClient, method: str, path: str, **sent: Any) -> None:
        with client.open(path, method=method, **sent) as response:
            head = f"{response.status}\n{response.headers}"
            # The headers that tell a time.
            head = re.sub("Expires=[^;]*", "Expires=…", re.sub("Companion-At: .*", "Companion-At: …", head))
            self._say(outlet, head.encode() + response.get_data())

    def play(self, acts: int) -> None:
        """Play on until so many acts are done."""
        self._script.limit = acts
        while (done := self.session.snapshot().can_undo) < acts:
            action = self._history[done]
            if self._is_of_seat(action, self._seat):
                self._tap(action)
            elif not self._is_dealt:
                self._tap_for_others(action)
            else:
                self.session.submit(HOST, Pause(False))
                self._wait(next((ply for ply in range(done, acts) if self._is_own(ply)), acts))

    def _is_own(self, ply: int) -> bool:
        return self._is_of_seat(self._history[ply], self._seat)

    def _is_of_seat(self, action: Action, seat: Seat | None) -> bool:
        """Whether that seat taps it: its choice, or, where nobody deals, what it alone can tell."""
        is_known_alone = not self._is_dealt and type(action).public is not Action.public
        return action.actor == seat is not None and (action.kind == "choice" or is_known_alone)

    def _tap(self, action: Action) -> None:
        snapshot = self.session.snapshot()
        body = {
            "actions": [msgspec.to_builtins(action)],
            "revision": snapshot.revision,
            "tap_id": f"tap-{snapshot.can_undo}",
        }
        self._ask("tap replies", self._person, "POST", f"/seat/{(self._seat or 0) + 1}/tap", json=body)
        # The script may have played on already.
        assert self.session.snapshot().can_undo > snapshot.can_undo, self.said["tap replies"][-1]

    def _tap_for_others(self, action: Action) -> None:
        """Where nobody deals: others tap what they do, and the host what anybody sees; a seal the companion opens."""
        acts = self.session.snapshot().can_undo
        if not action.opens:
            reply = self._told_by_others(action)
            assert reply.accepted, (action, reply)
        self._wait(acts + 1)

    def _told_by_others(self, action: Action) -> Reply:
        now = self.session.snapshot()
        client = Client("seat", action.actor) if self._is_of_seat(action, action.actor) else HOST
        return self.session.submit(client, Tap((msgspec.to_builtins(action),), now.revision, f"other-{now.can_undo}"))

    def _wait(self, acts: int) -> None:
        while (snapshot := self.session.snapshot()).can_undo < acts:
            assert self.session.wait(snapshot.change, PATIENCE_S).change != snapshot.change, "the script stands still"

    def meet_fault(self, acts: int) -> None:
        """Let others do the next act, until a fault has stopped it."""
        if not self._is_dealt:
            reply = self._told_by_others(self._history[acts - 1])
            assert reply.code == "fault", reply
            self._say("tap replies", msgspec.json.encode(reply))
            return
        self._script.limit = acts
        self.session.submit(HOST, Pause(False))
        while not (snapshot := self.session.snapshot()).paused:
            assert self.session.wait(snapshot.change, PATIENCE_S).change != snapshot.change, "no fault was met"

    # --- reading ---

    def read(self, probes: Sequence[Action] = ()) -> None:
        """Ask for every page, stream and file once, and try what is not offered."""
        for client in (self._guest, self._host):
            self._ask("table page", client, "GET", "/")
            self._ask("table.json", client, "GET", "/table.json")
            self._ask("health.json", client, "GET", "/health.json")
            self._ask("strip.json", client, "GET", "/strip.json")
        self._ask("closed seat page", self._guest, "GET", f"/seat/{(self._seat or 0) + 1}/")
        self._ask("closed seat page", self._guest, "GET", f"/seat/{(self._seat or 0) + 1}/seat.json")
        self._ask("locked host page", self._guest, "GET", "/host")
        self._pair()
        self._ask("host page", self._host, "GET", "/host")
        self._ask("saved games page", self._host, "GET", "/host/games")
        self._ask("undo page", self._host, "GET", "/host/undo?steps=4")
        self._ask("end page", self._host, "GET", "/host/end")
        self._ask("camera page", self._guest, "GET", "/camera")
        self._ask("camera.jpg", self._guest, "GET", "/camera.jpg?width=640")
        for client in (self._guest, self._host):
            self._ask("setup page", client, "GET", "/setup")
            self._ask("setup.json", client, "GET", "/setup.json")
        self._reach()
        self._ask("evidence.json", self._host, "GET", "/host/evidence.json")
        self._show()
        self._follow("table stream", self._guest, "/stream")
        self._follow("host stream", self._host, "/host/stream")
        self._follow("camera stream", self._guest, "/camera/stream")
        self._refused("refusals", self._host, "/tap", probes)
        if self._seat is not None:
            address = f"/seat/{self._seat + 1}/"
            self._ask("seat page", self._person, "GET", address)
            self._ask("seat.json", self._person, "GET", f"{address}seat.json")
            self._follow("seat stream", self._person, f"{address}stream")
            self._refused("refusals", self._person, f"{address}tap", probes)

    def _pair(self) -> None:
        """The locked host page of a device that is paired, and what another is told that asks too often."""
        if self._pairing is None:
            return
        device, reply = self._app.test_client(), {"Accept": "application/json"}
        self._pairs += 1  # an address each, or the brake would answer
        place = {"REMOTE_ADDR": f"10.0.0.{self._pairs}"}
        self._ask("pairing replies", device, "POST", "/host/pair", headers=reply, environ_overrides=place)
        self._ask("locked host page", device, "GET", "/host")
        self._clock.now_s += 1.0
        for _ in range(PRESSES):
            self._pairing.press()
        self._clock.now_s += 3.0
        self._ask("locked host page", device, "GET", "/host")
        self._ask("pairing replies", device, "POST", "/host/pair", headers=reply, environ_overrides=place)
        self._clock.now_s += 200.0
        for _ in range(WRONG_CODES):
            self._app.test_client().post("/host/pair", environ_overrides=place)
        self._ask("refusals", self._app.test_client(), "POST", "/host/pair", headers=reply, environ_overrides=place)
        self._clock.now_s += 200.0

    def _show(self) -> None:
        """What the last act was learned from: the companion dealt, so there is nothing to show."""
        now = self.session.snapshot()
        for end in ("", ".jpg"):
            self._ask("refusals", self._guest, "GET", f"/evidence/{now.game_id}/{now.last_row}{end}")

    def _reach(self) -> None:
        """The virtual table as everybody and as the person in the seat sees it, and what a hand in it is told."""
        for client in (self._guest, self._host):
            self._ask("virtual page", client, "GET", "/virtual")
            self._ask("virtual.json", client, "GET", "/virtual.json")
            self._follow("virtual stream", client, "/virtual/stream", b"event: moved")
        turned = {"piece": 0}
        self._ask("virtual replies", self._host, "POST", "/virtual/turn", json=turned)
        if self._seat is not None:
            address = f"/seat/{self._seat + 1}/virtual"
            self._ask("virtual page", self._person, "GET", address)
            self._ask("virtual.json", self._person, "GET", f"{address}.json")
            self._follow("virtual stream", self._person, f"{address}/stream", b"event: moved")
            for act, body in {"turn": turned, "take": turned, "move": {**turned, "x_mm": 1, "y_mm": 1}}.items():
                self._ask("virtual replies", self._person, "POST", f"{address}/{act}", json=body)
            played = {"kind": "card:1", "x_mm": 1, "y_mm": 1}
            self._ask("virtual replies", self._person, "POST", f"{address}/play", json=played)

    def _follow(self, outlet: str, client: FlaskClient, path: str, until: bytes = b"event: page") -> None:
        """A new stream, up to its first page, say: every log line, and the newest fragment."""
        response = client.get(path)
        heard = b""
        for event in response.iter_encoded():
            heard += event
            if until in heard:
                break
        response.close()
        # Of a virtual table it tells when it was looked at.
        self._say(outlet, f"{response.status}\n{response.headers}".encode() + re.sub(rb'"at":\d+', b'"at":0', heard))

    def _refused(self, outlet: str, client: FlaskClient, path: str, probes: Sequence[Action]) -> None:
        """Acts that are not this client's to do, tapped on a fresh page and on an old one."""
        for number, probe in enumerate(probes):
            snapshot = self.session.snapshot()
            for revision in (snapshot.revision, 1):
                body = {"actions": [msgspec.to_builtins(probe)], "revision": revision, "tap_id": f"probe-{number}"}
                self._ask(outlet, client, "POST", path, json=body)
            assert self.session.snapshot().revision == snapshot.revision, f"{probe} was accepted"

    def set_back(self, read: Callable[[], None]) -> None:
        """The host takes acts back, does one again and corrects a fact; `read` is called after each."""
        reply = {"Accept": "application/json"}
        self._ask("refusals", self._host, "POST", "/host/undo", data={"steps": "3"}, headers=reply)  # told nothing
        undo = {"steps": "3", "revision": str(self.session.snapshot().revision)}
        self._ask("host replies", self._host, "POST", "/host/undo", data=undo, headers=reply)
        read()
        self._ask("host replies", self._host, "POST", "/host/redo", data={"steps": "1"}, headers=reply)
        read()
        fields = self.session.snapshot().game.facts(self.session.snapshot().view(None))
        field = next(each for each in fields if each.key == "round")
        other = {"fact:round": str(int(field.value) % 3 + 1)}
        self._ask("host replies", self._host, "POST", "/host/correct", data=other, headers=reply)
        told = self.said["host replies"]
        assert all(b'"accepted":true' in each or b"cannot be unseen" in each for each in told), told
        read()


class Setup:
    """A setup page's figures, with the places of the mat as they are called now."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def fitness(self) -> Fitness:
        now = self._room.session.snapshot()
        names = [name_of(zone) for zone in now.game.mat.expected(now.view(None)).zones]
        return sum_up(
            [Check("glare", "Glare", "unfit", "", f"A lamp washes out the print at {', '.join(map(str, names))}.")]
        )

    def measuring(self) -> StripMeasure:
        return StripMeasure("idle", "The strip's light was not measured yet.")

    def clear_dice(self) -> ClearDice:
        return ClearDice(True, None, True)

    def say_clear(self, has_clear: bool | None) -> tuple[bool, str]:
        return True, "Noted."

    def measure(self) -> str:
        return ""


@contextmanager
def opened(pair: Twins, history: Sequence[Action], folder: Path, plant: Plant) -> Iterator[tuple[World, Records]]:
    """A companion about to play one history of a pair, its clock, keys and seals fixed, and the log records it writes.

    A seal is one of its key alone: whether seals tell what they seal is asked elsewhere (`test_sealed.py`).
    """
    script, registry = Script(history), {pair.game.name: pair.game}
    room = Room(registry, Home(folder).make(), pace_s=0.0, clock=lambda: datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC))

    def hidden() -> str:
        state = room.session._timeline.state
        return repr((state.secrets, state.sealed))

    records = Records()
    with pytest.MonkeyPatch.context() as monkeypatch, ExitStack() as stack:
        monkeypatch.setattr("companion.live.room.Autopilot", lambda *given, **more: script)
        monkeypatch.setattr("web.views.seat.new_key", lambda: "key-of-the-seat")
        monkeypatch.setattr("web.http.pairing.new_token", lambda: "token-of-the-device")
        monkeypatch.setattr(companion.cli.saved.games, "GAMES", registry)
        monkeypatch.setattr(companion.cli.saved.evidence, "GAMES", registry)
        _catch_records(monkeypatch, stack, records)
        seeded = partial(sealed, random_bytes=random.Random(7).randbytes)
        monkeypatch.setattr(companion.live.openings, "sealed", seeded)
        monkeypatch.setattr(companion.journal.seals, "seal_of", lambda key, choice: sha256(key.encode()).hexdigest())
        plant.patch(monkeypatch, hidden)
        clock = Clock()
        pairing = Pairing(clock, lambda: PRESSES)
        app = create_app(
            room,
            secret_key=b"secret",
            host_code=HOST_CODE,
            picture=lambda width_px: (room.session.snapshot().last_row, b"a picture of the mat"),
            world=lambda: Pieces(room),
            pairing=pairing,
            setup=Setup(room),
        )
        plant.spoil(app, hidden)
        room.open_new(pair.game.name, options_of(pair.game), seed=7)
        stack.callback(room.close)
        looked_through(room)  # or the host page would depend on how far that has come
        yield World(room, app, script, history, pair.seat, pairing, clock), records


def listen(
    pair: Twins,
    history: Sequence[Action],
    folder: Path,
    plant: Plant,
    checkpoints: Mapping[int, Sequence[Action]],
    in_passing: bool = False,
) -> Said:
    """Everything that a companion says while it plays one history; `checkpoints` are acts to read at, with probes.

    Then the host sets it back; unless `in_passing`, everything is read after each step of that.
    """
    with opened(pair, history, folder, plant) as (world, records):
        for acts, tried in checkpoints.items():
            world.play(acts)
            world.read(tried)
        world.set_back((lambda: None) if in_passing else world.read)
        world.session.close()
        return world.said | _commands(folder, world.session.game_id) | {"log records": records.lines}


def _catch_records(monkeypatch: pytest.MonkeyPatch, stack: ExitStack, records: Records) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "level", logging.INFO)
    root.addHandler(records)
    stack.callback(root.removeHandler, records)
    logging.getLogger("").manager._clear_cache()  # type: ignore[attr-defined]  # the level was set behind its back


def _commands(folder: Path, game_id: str) -> Said:
    """What the commands print of the saved game."""
    said: Said = {}
    for outlet, arguments in {
        "history": ["history", game_id],
        "history as JSON": ["history", game_id, "--json"],
        "verify": ["verify", game_id],
        "evidence": ["evidence", game_id],
        "games": ["games"],
    }.items():
        result = CliRunner().invoke(companion.cli.cli, [*arguments, "--data", str(folder)])
        assert result.exit_code == 0, (result.output, result.exception)
        said[outlet] = [result.output.replace(str(folder), "HOME").encode()]
    assert all(json.loads(line) for line in said["history as JSON"][0].splitlines())
    return said


def guesses(pair: Twins, ply: int) -> tuple[Action, ...]:
    """Acts to be refused after so many of a pair's: what happened and what may happen, but the watcher's own.

    Where nobody deals anybody may tap for others what lies open: then what is sealed, or held unseen, alone.
    """
    is_held = pair.game.name in HELD
    every = [
        action
        for action in probes(pair, pair.game, ply - 1)
        if can_deal(pair.game)
        or action.seals
        or (action != action.public() if is_held else action.takes_back)
        or action.opens
    ]
    return tuple(action for action in every if action.actor != pair.seat or (action.kind != "choice" and not is_held))


def differing(one: Said, other: Said) -> set[str]:
    """Outlets whose bytes differ between two worlds."""
    assert set(one) == set(other)
    return {outlet for outlet in one if one[outlet] != other[outlet]}


def told_apart(pair: Twins, folder: Path, plant: Plant) -> set[str]:
    """Outlets whose bytes differ between the two worlds of a pair, read at the end of the history."""
    end = {len(pair.one): guesses(pair, len(pair.one))[:2]}
    one, other = (
        listen(pair, history, folder / name, plant, end, in_passing=True)
        for name, history in (("one", pair.one), ("other", pair.other))
    )
    return differing(one, other)
