"""Two companions in which one seat puts something else together: every file, and all that others hear, is the same."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

import companion.live.openings
import companion.recording.recorder
import web.views.seat
import web.views.table
from companion.cli import cli
from companion.games.core import Action
from companion.journal import read_journal, sealed
from companion.live.drafts import DraftHandlers
from companion.live.handlers import LiveGame
from companion.live.inputs import Acted, Drafting
from companion.live.requests import DraftTap, Reply, TakeSeat
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.outputs.strip import scene_of
from companion.recording.recorder import Recorder
from tests.companion.tables import GUEST, HOST, looked_through, open_room, own, person, play_to, tap_of
from tests.games.sealed_bid.model import Wager
from tests.secret.process import Records, recorded_steps
from tests.vision.fakes import FakeClock
from tests.web.conftest import blocks
from web.app import create_app

ADA, BO = person(0), person(1)
CODE = "HOST42"
Chips = tuple[int, int, int]
WAYS: tuple[tuple[Chips, ...], ...] = (
    (),
    ((1, 0, 0), (2, 0, 0), (3, 0, 0), (2, 0, 0)),
    ((0, 0, 1),),
)
"""What Ada puts together, chip by chip: nothing, much, or something else."""
Heard = dict[str, bytes]
"""What came out of each outlet."""
Leak = Callable[[pytest.MonkeyPatch], None]
FOLDER = re.compile(r'data-has="[^"]*"')
"""Digits of the whole page, with the name of the folder in it."""


def _put(session: Session, client: Any, chips: Chips, seat: int = 0) -> Reply:
    act = msgspec.to_builtins(Wager(seat, chips))
    return session.submit(client, DraftTap(act, session.snapshot().revision))


def _probes(session: Session) -> list[str]:
    """What Bo, the host and a guest are answered who guess at it, go on with it, or would seal it."""
    answers = list[str]()
    for client in (BO, HOST, GUEST):
        for chips in ((1, 0, 0), (2, 0, 0), (3, 0, 0), (0, 0, 2)):
            tap = tap_of([Wager(0, chips)], session.snapshot().revision, f"probe {len(answers)}")
            for reply in (_put(session, client, chips), session.submit(client, tap)):
                told = (reply.accepted, reply.code, reply.rule, reply.revision, reply.draft, reply.text)
                answers.append(" ".join(map(str, told)))
    return answers


def _pages(app: Flask) -> tuple[dict[str, FlaskClient], list[str]]:
    """Bo's device, the host's and a guest's, and what each of them may open."""
    devices = {"bo": app.test_client(), "host": app.test_client(), "guest": app.test_client()}
    devices["bo"].post("/seat/2/take", data={"name": "Bo"})
    devices["host"].post("/host/unlock", data={"code": CODE})
    return devices, ["/", "/table.json", "/host", "/strip.json", "/health.json", "/seat/1/", "/seat/2/", "/setup"]


def heard(folder: Path, way: int, leak: Leak = lambda monkeypatch: None) -> Heard:
    """Everything that a companion leaves and says to others while Ada puts that together."""
    records, logger = Records(), logging.getLogger("companion")
    told: dict[str, object] = {}
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr("tests.companion.tables._numbers", count(1))  # of the taps
        monkeypatch.setattr(web.views.seat, "new_key", lambda: "key of Bo")
        seeded = partial(sealed, random_bytes=random.Random(7).randbytes)
        monkeypatch.setattr(companion.live.openings, "sealed", seeded)  # of the wagers that others try
        leak(monkeypatch)
        monkeypatch.setattr(logger, "handlers", [records])
        monkeypatch.setattr(logger, "level", logging.INFO)
        record = lambda rows: Recorder(folder / "recording", rows, FakeClock())  # noqa: E731
        with open_room(folder / "home", record=record) as room:
            session = own(room, players=2, wager=True, board=True)
            looked_through(room)
            app = create_app(room, secret_key=b"secret", host_code=CODE)
            app.config["PROPAGATE_EXCEPTIONS"] = False
            assert session.submit(GUEST, TakeSeat(0, "Ada", "key of Ada")).accepted
            devices, addresses = _pages(app)
            play_to(session, "wager")
            before = session.snapshot()
            for chips in WAYS[way]:
                assert _put(session, ADA, chips).accepted
            now = session.snapshot()
            told["moments"] = [(now.change - before.change, now.last_row, now.revision, now.of_all is before.of_all)]
            told["refusals"] = _probes(session)
            told["views"] = [(now.view(seat), now.choices(seat), now.log(seat)) for seat in (None, 1)]
            told["pages"] = [
                FOLDER.sub("", device.get(address).get_data(as_text=True)).replace(str(folder), "")
                for device in devices.values()
                for address in addresses
            ]
            streams = _stream(devices["bo"], "/seat/2/stream"), _stream(devices["guest"], "/stream")
            told["streams"] = [each.replace(str(folder), "") for each in streams]
            told["strip"] = scene_of(now, now.view(None))
            path = room.home.journal(session.game_id)
        arguments = ["history", path.stem, "--data", str(folder / "home")]
        told["history"] = CliRunner().invoke(cli, arguments, prog_name="companion").output
    told["journal"] = list(read_journal(path))
    told["files"] = sorted(each.name for each in path.parent.iterdir())
    told["recording"] = recorded_steps(folder / "recording" / "steps.jsonl")
    told["log records"] = [line.decode() for line in records.lines]
    return {outlet: msgspec.json.encode(words, enc_hook=str) for outlet, words in told.items()}


def _stream(device: FlaskClient, address: str) -> str:
    """A new stream up to its first page."""
    told, reply = "", device.get(address, buffered=False)
    for block in blocks(reply):
        told += block
        if "event: page" in block:
            break
    reply.close()
    return re.sub(r'"tag":"\w+"', "", told)


def _differing(folder: Path, leak: Leak = lambda monkeypatch: None) -> set[str]:
    ways = [heard(folder / f"{way}", way, leak) for way in range(len(WAYS))]
    return {outlet for outlet in ways[0] if len({way[outlet] for way in ways}) > 1}


def test_nobody_else_hears_anything_of_what_is_put_together(tmp_path: Path) -> None:
    assert _differing(tmp_path) == set()


# --- the check itself: a leak in each outlet ---


def _drafts_of(now: Snapshot) -> str:
    return repr(sorted(now.drafts.acts.items()))


def _viewed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Snapshot.view
    monkeypatch.setattr(Snapshot, "view", lambda now, seat: replace(honest(now, seat), draft=now.drafts.acts.get(0)))


def _paged(monkeypatch: pytest.MonkeyPatch) -> None:
    honest: Any = getattr(web.views.table, "public_json")  # noqa: B009
    leaky = lambda now, *more: {**honest(now, *more), "leak": _drafts_of(now)}  # noqa: E731
    monkeypatch.setattr(web.views.table, "public_json", leaky)


def _fed(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (web.views.table, web.views.seat):
        honest: Any = getattr(module, "Feed")  # noqa: B009

        def leaky(seat: Any, draw: Any, *more: Any, honest: Any = honest, **named: Any) -> Any:
            return honest(seat, lambda now: draw(now) + _drafts_of(now), *more, **named)

        monkeypatch.setattr(module, "Feed", leaky)


def _answered(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse = LiveGame._refuse
    monkeypatch.setattr(
        LiveGame,
        "_refuse",
        lambda live, code, text, rule="": refuse(live, code, f"{text}{live.drafts.now.acts}", rule),
    )


def _logged(monkeypatch: pytest.MonkeyPatch) -> None:
    take = DraftHandlers.take

    def telling(drafts: DraftHandlers, client: Any, tap: DraftTap) -> int:
        if client == ADA:
            logging.getLogger("companion.live").info("put together: %s", tap.act)
        return take(drafts, client, tap)

    monkeypatch.setattr(DraftHandlers, "take", telling)


def _recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    honest: Any = getattr(companion.recording.recorder, "step_of")  # noqa: B009

    def step_of(told: Any) -> Any:
        return Acted("seat 1", (told.tap.act,)) if isinstance(told, Drafting) and told.tap.act else honest(told)

    monkeypatch.setattr(companion.recording.recorder, "step_of", step_of)
    monkeypatch.setattr(companion.recording.recorder, "sealed_step", lambda game, vault, step: step)


def _published(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody wakes where somebody puts something together."""
    monkeypatch.setattr(Snapshot, "but_for_drafts", lambda now, before: now)


def _written(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row for each step."""
    take = DraftHandlers.take

    def telling(drafts: DraftHandlers, client: Any, tap: DraftTap) -> int:
        number, live = take(drafts, client, tap), drafts._playthrough
        live.write("seat 1", [("end", {"put": tap.act}, live.timeline.state)])
        return number

    monkeypatch.setattr(DraftHandlers, "take", telling)


def _lit(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = scene_of
    leaky = lambda now, view: (honest(now, view), _drafts_of(now))  # noqa: E731
    monkeypatch.setattr("tests.secret.test_drafts.scene_of", leaky)


LEAKS: Mapping[str, tuple[Leak, set[str]]] = {
    "a view": (_viewed, {"views", "pages", "streams"}),
    "a page": (_paged, {"pages"}),
    "a stream": (_fed, {"streams"}),
    "a refusal": (_answered, {"refusals"}),
    "the log": (_logged, {"log records"}),
    "the recording": (_recorded, {"recording"}),
    "who wakes": (_published, {"moments"}),
    "a row": (_written, {"journal", "history"}),
    "the strip": (_lit, {"strip"}),
}


@pytest.mark.slow
@pytest.mark.parametrize("leaky", LEAKS)
def test_a_leak_is_seen_in_its_outlets_alone(leaky: str, tmp_path: Path) -> None:
    leak, outlets = LEAKS[leaky]
    assert _differing(tmp_path, leak) == outlets


def test_what_is_sealed_in_the_end_is_told_as_ever(tmp_path: Path) -> None:
    """The test has teeth: once it is sealed, everybody hears that something is, and not what."""
    with open_room(tmp_path) as room:
        session = own(room, players=2, wager=True)
        for seat, name in enumerate(("Ada", "Bo")):
            assert session.submit(GUEST, TakeSeat(seat, name, f"key {seat}")).accepted
        play_to(session, "wager")
        assert _put(session, ADA, (0, 1, 0)).accepted
        act: Action = Wager(0, (0, 1, 0))
        assert session.submit(ADA, tap_of([act], session.snapshot().revision)).accepted
        (wager,) = session.snapshot().view(1).sealed[0]
        assert wager == act.public()
