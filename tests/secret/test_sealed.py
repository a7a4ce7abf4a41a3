"""Two companions in which one sealed choice differs: every file but the keys', and all that is said, is the same."""

from __future__ import annotations

import base64
import hashlib
import itertools
import logging
import random
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

import companion.cli.saved.games
import companion.journal.seals
import companion.live.openings
import companion.live.playthrough
import companion.recording.recorder
from companion.cli import cli
from companion.games.core import Action
from companion.journal import read_journal, read_keys, sealed, size_of
from companion.live.chronicle import log_of
from companion.live.handlers import LiveGame
from companion.live.requests import DraftTap, TakeSeat
from companion.live.resume import replay as honest_replay
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.recording.recorder import Recorder
from companion.referee.taps import TapRefused
from tests.companion.tables import GUEST, HOST, open_room, own, person, play_to, tap_of
from tests.games.sealed_bid.model import Guess, Wager
from tests.secret.process import Records, recorded_steps
from tests.secret.sealings import SEALINGS, Sealing
from tests.secret.worlds import marks_of
from tests.vision.fakes import FakeClock
from web.app import create_app

BO = person(1)

Heard = dict[str, bytes]
"""What came out of each outlet."""
Leak = Callable[[pytest.MonkeyPatch], None]
TAG = re.compile(r'data-has="[^"]*"')
"""Digits of the whole page, with the name of the folder in it."""
HEX = re.compile(rb"[0-9a-f]{16,64}")

QUICKLY = ("sealed_bid", "rolling_with_the_waves", "manawave-aim")
"""What the quick suite seals."""


def _each(*quick: str) -> pytest.MarkDecorator:
    """Every sealing, the others when it is their turn."""
    marks = {name: marks_of(each.game) for name, each in SEALINGS.items()}
    slow = {name: () if name in quick else (pytest.mark.slow,) for name in SEALINGS}
    return pytest.mark.parametrize("name", [pytest.param(each, marks=(*marks[each], *slow[each])) for each in SEALINGS])


def _guesses(session: Session, probes: tuple[Action, ...]) -> list[str]:
    """What Bo, the host and a guest are answered who guess what Ada has sealed, or want it back."""
    answers = list[str]()
    for client in (BO, HOST, GUEST):
        for act in probes:
            reply = session.submit(client, tap_of([act], session.snapshot().revision, f"probe {len(answers)}"))
            answers.append(f"{reply.accepted} {reply.code} {reply.rule} {reply.text}")
    return answers


def _play(session: Session, sealing: Sealing, way: int) -> dict[str, object]:
    """Ada seals something this way, then Bo; what pages and replies said meanwhile."""
    for seat, name in enumerate(("Ada", "Bo")):
        session.submit(GUEST, TakeSeat(seat, name, f"key {seat}"))
    sealing.reach(session)
    for number, act in enumerate(sealing.ways[way]):
        assert session.submit(person(0), tap_of([act], session.snapshot().revision, f"ada {number}")).accepted
    told: dict[str, object] = {"refusals": _guesses(session, sealing.probes)}
    for number, act in enumerate(sealing.others):
        assert session.submit(BO, tap_of([act], session.snapshot().revision, f"bo {number}")).accepted
    now = session.snapshot()
    told["views"] = [(now.view(seat), now.choices(seat), now.log(seat)) for seat in (None, 1)]
    return told


def heard(
    folder: Path, name: str, way: int, leak: Leak = lambda monkeypatch: None, *, true_seals: bool = False
) -> Heard:
    """Everything that a companion leaves and says in which Ada seals something this way, and nothing is opened.

    Keys are the same each time. Where no `true_seals` are asked for, a seal is one of the key alone.
    """
    records, logger, sealing = Records(), logging.getLogger("companion"), SEALINGS[name]
    with pytest.MonkeyPatch.context() as monkeypatch:
        seeded = partial(sealed, random_bytes=random.Random(7).randbytes)
        monkeypatch.setattr(companion.live.openings, "sealed", seeded)
        if not true_seals:
            of_key = lambda key, choice: hashlib.sha256(key.encode()).hexdigest()  # noqa: E731
            monkeypatch.setattr(companion.journal.seals, "seal_of", of_key)
        monkeypatch.setattr("tests.companion.tables._numbers", count(1))  # of the taps
        leak(monkeypatch)
        monkeypatch.setattr(logger, "handlers", [records])
        monkeypatch.setattr(logger, "level", logging.INFO)
        record = lambda rows: Recorder(folder / "recording", rows, FakeClock())  # noqa: E731
        with open_room(folder / "home", record=record) as room:
            session = own(room, sealing.game, **sealing.options)
            told, path = _play(session, sealing, way), room.home.journal(session.game_id)
            pages = create_app(room, secret_key=b"secret", host_code="HOST42").test_client()
            texts = [pages.get(page).get_data(as_text=True) for page in ("/", "/table.json")]
            told["pages"] = [TAG.sub("", text).replace(str(folder), "") for text in texts]
        arguments = ["history", path.stem, "--data", str(folder / "home")]
        told["history"] = CliRunner().invoke(cli, arguments, prog_name="companion").output
        kept = [act for act in (*sealing.ways[way], *sealing.others) if act.seals]
        sealed_last = [each.choice for each in read_keys(path).values()][-len(kept) :]
        assert msgspec.json.encode(sealed_last) == msgspec.json.encode(kept)
    files = [each for each in sorted((folder / "home").rglob("*")) if each.is_file() and each.parent == path.parent]
    assert {each.suffix for each in files} == {".journal", ".keys", ".lock"}
    told["journal"] = list(read_journal(path))
    told["files"] = [_text(each) for each in files if each.suffix == ".journal"]
    told["sizes"] = [each.stat().st_size for each in files]
    told["recording"] = recorded_steps(folder / "recording" / "steps.jsonl")
    told["log records"] = [line.decode() for line in records.lines]
    return {outlet: msgspec.json.encode(words, enc_hook=str) for outlet, words in told.items()}


def _text(file: Path) -> str:
    return file.read_bytes().decode("latin-1")


def _differing(folder: Path, name: str, leak: Leak = lambda monkeypatch: None) -> set[str]:
    ways = [heard(folder / f"{way}", name, way, leak) for way in range(len(SEALINGS[name].ways))]
    return {outlet for outlet in ways[0] if len({way[outlet] for way in ways}) > 1}


@_each(*QUICKLY)
def test_every_file_but_the_keys_and_every_word_is_the_same_whatever_is_sealed(name: str, tmp_path: Path) -> None:
    assert _differing(tmp_path, name) == set()


@_each(*QUICKLY[:2])
def test_with_true_seals_nothing_differs_but_seals_and_what_is_chained_to_them(name: str, tmp_path: Path) -> None:
    ways = [heard(tmp_path / f"{way}", name, way, true_seals=True) for way in range(len(SEALINGS[name].ways))]
    for outlet in ways[0]:
        assert len({HEX.sub(b"", way[outlet]) for way in ways}) == 1, outlet
        assert len({len(way[outlet]) for way in ways}) == 1, outlet
    assert len({way["journal"] for way in ways}) == len(ways)


def _to_a_wager(session: Session) -> None:
    """Ada has put a wager together: it is on offer whole, as one example of many."""
    play_to(session, "wager")
    draft = DraftTap(msgspec.to_builtins(Wager(0, (1, 0, 0))), session.snapshot().revision)
    assert session.submit(person(0), draft).accepted


_WAGERS = Sealing("sealed_bid", {"players": 2, "wager": True}, _to_a_wager, ((Wager(0, (1, 0, 0)),),), (), ())
DOORS: Mapping[str, Sealing] = {**SEALINGS, "sealed_bid, of which examples are offered": _WAGERS}
"""Where somebody may try to seal nothing."""
each_door = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=marks_of(each.game)) for name, each in DOORS.items()]
)


def _sealed_nothing(folder: Path, name: str, leak: Leak = lambda monkeypatch: None) -> list[str]:
    """Who was let seal nothing in Ada's seat: so she commits herself to nothing, and may choose once she knows more."""
    sealing, clients = DOORS[name], {"Ada": person(0), "Bo": BO, "host": HOST, "guest": GUEST}
    with pytest.MonkeyPatch.context() as monkeypatch, open_room(folder) as room:
        leak(monkeypatch)
        session = own(room, sealing.game, **sealing.options)
        for seat, who in enumerate(("Ada", "Bo")):
            session.submit(GUEST, TakeSeat(seat, who, f"key {seat}"))
        sealing.reach(session)
        act = sealing.ways[0][0].public()
        replies = {who: session.submit(clients[who], tap_of([act], 10**6, who)) for who in clients}
    return [who for who, reply in replies.items() if reply.accepted]


@each_door
def test_nobody_seals_nothing(name: str, tmp_path: Path) -> None:
    assert _sealed_nothing(tmp_path, name) == []


def _open_door(monkeypatch: pytest.MonkeyPatch) -> None:
    """A door that takes an act that seals without its choice."""
    monkeypatch.setattr("companion.referee.taps.check_choices", lambda acts: None)


@each_door
def test_a_door_that_lets_a_seat_seal_nothing_is_seen(name: str, tmp_path: Path) -> None:
    assert _sealed_nothing(tmp_path, name, _open_door) == ["Ada"]


def test_the_same_choice_never_has_the_same_seal(tmp_path: Path) -> None:
    choice = msgspec.to_builtins(Guess(0, 1))
    seals = {sealed(choice).seal for _ in range(100)}
    assert len(seals) == 100
    assert {len(each) for each in seals} == {64}


# --- the check itself: a leak in each outlet ---


def _whole(row: Any) -> Any:
    """The act in full in its row."""
    return lambda action, *more: {**row(action, *more), "action": msgspec.to_builtins(action)}


def _hash(state: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(state)).hexdigest()


def _unpadded(seal: Any, choice_bytes: int) -> bytes:
    """A line that is the longer the more was chosen, by enough for base64 to show."""
    return base64.b64encode(msgspec.json.encode(seal) + b"   " * size_of(seal.choice))


def _logged(monkeypatch: pytest.MonkeyPatch) -> None:
    accept = LiveGame.accept

    def telling(live: LiveGame, who: str, actions: Any, *more: Any) -> None:
        logging.getLogger("companion.live").info("accepted: %s", actions)
        accept(live, who, actions, *more)

    monkeypatch.setattr(LiveGame, "accept", telling)


def _viewed(monkeypatch: pytest.MonkeyPatch) -> None:
    view = Snapshot.view
    monkeypatch.setattr(Snapshot, "view", lambda now, seat: replace(view(now, seat), sealed=now._state.sealed))


def _paged(monkeypatch: pytest.MonkeyPatch) -> None:
    import web.views.table

    honest: Any = getattr(web.views.table, "public_json")  # noqa: B009
    monkeypatch.setattr(
        web.views.table, "public_json", lambda now, *more: {**honest(now, *more), "leak": repr(now._state.sealed)}
    )


def _answered(monkeypatch: pytest.MonkeyPatch) -> None:
    import companion.live.handlers

    honest: Any = getattr(companion.live.handlers, "judge_tap")  # noqa: B009

    def judging(game: Any, state: Any, *more: Any, **named: Any) -> Any:
        try:
            return honest(game, state, *more, **named)
        except TapRefused as refused:
            raise TapRefused(refused.code, f"{refused}{state.sealed}", refused.rule) from refused

    monkeypatch.setattr(companion.live.handlers, "judge_tap", judging)


def _told_by_history(monkeypatch: pytest.MonkeyPatch) -> None:
    """A history that reads the file of keys, and is told as the seat reads it."""
    read = read_journal

    def reading(path: Path) -> Any:
        keys = read_keys(path)
        monkeypatch.setattr(companion.cli.saved.games, "replay", partial(honest_replay, keys=keys))
        return read(path)

    monkeypatch.setattr(companion.cli.saved.games, "read_journal", reading)
    monkeypatch.setattr(companion.cli.saved.games, "log_of", lambda history, seat: log_of(history, 0))


def _set(module: object, name: str, value: Any) -> Leak:
    return lambda monkeypatch: monkeypatch.setattr(module, name, value)


LEAKS: Mapping[str, tuple[Leak, set[str]]] = {
    "a row with the act": (
        _set(companion.live.playthrough, "_payload", _whole(companion.live.playthrough._payload)),
        {"journal", "files"},
    ),
    "a row with a hash of the position": (
        _set(companion.live.playthrough, "state_hash", _hash),
        {"journal", "files"},
    ),
    "a recorded tap": (
        _set(companion.recording.recorder, "sealed_step", lambda game, vault, step: step),
        {"recording"},
    ),
    "a recorded hash of the position": (_set(companion.recording.recorder, "state_hash", _hash), {"recording"}),
    "the length of the keys": (_set(companion.journal.seals, "_padded", _unpadded), {"sizes"}),
    "the log": (_logged, {"log records"}),
    "a view": (_viewed, {"views", "pages"}),
    "a page": (_paged, {"pages"}),
    "a refusal": (_answered, {"refusals"}),
    "the history": (_told_by_history, {"history"}),
}


QUICK = tuple(("rolling_with_the_waves", leak) for leak in ("a page", "the length of the keys"))
"""Leaks that the quick suite plants in the second game too."""


def _planted() -> Iterator[Any]:
    for name, leaky in itertools.product(SEALINGS, LEAKS):
        slow = () if name == "sealed_bid" or (name, leaky) in QUICK else (pytest.mark.slow,)
        yield pytest.param(name, leaky, marks=(*marks_of(SEALINGS[name].game), *slow))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "leaky"), [*_planted()])
def test_a_leak_is_seen_in_its_outlet_alone(name: str, leaky: str, tmp_path: Path) -> None:
    leak, outlets = LEAKS[leaky]
    sizes = {sum(size_of(msgspec.to_builtins(act)) for act in way) for way in SEALINGS[name].ways}
    # Where every way is as long as any other, no length can tell them apart.
    assert _differing(tmp_path, name, leak) == (outlets if len(sizes) > 1 else outlets - {"sizes"})


def test_every_outlet_has_a_leak(tmp_path: Path) -> None:
    assert set(heard(tmp_path, "sealed_bid", 0)) == set().union(*(outlets for _, outlets in LEAKS.values()))
