"""Two companions on whose reader different cards lie that stand for nothing now: all that is said is the same."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path

import msgspec
import pytest

from companion.journal import Draft, read_journal
from companion.live.board_handlers import BoardHandlers
from companion.live.inputs import Felt
from companion.live.requests import TakeSeat
from companion.live.timeline import state_hash
from companion.recording.format import STEPS, Recording
from companion.recording.recorder import SOME_CARD, RecordedGame, Recorder
from companion.table.felt import Feeling
from tests.companion.recording.recorded import again
from tests.companion.tables import GUEST, HOST, NOON, hash_now, open_room, own, play_to, tap_of, wait_for
from tests.games.registered import SEALED_BID
from tests.secret.process import Records
from tests.secret.test_sealed import TAG as PAGE_DIGITS
from tests.vision.fakes import FakeClock
from web.app import create_app

TAGS = tuple(SEALED_BID.mat.kit.tags)

Heard = dict[str, bytes]
"""What came out of each outlet."""
Leak = Callable[[pytest.MonkeyPatch], None]
PAGES = ("/", "/table.json", "/health.json", "/setup")


def heard(folder: Path, tag: str, leak: Leak = lambda monkeypatch: None) -> Heard:
    """Everything that a companion leaves and says while somebody lays this card on the reader and lifts it again."""
    records, logger = Records(), logging.getLogger("companion")
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr("tests.companion.tables._numbers", count(1))  # of the taps
        leak(monkeypatch)
        monkeypatch.setattr(logger, "handlers", [records])
        monkeypatch.setattr(logger, "level", logging.INFO)
        record = lambda rows: Recorder(folder / "recording", rows, FakeClock())  # noqa: E731
        with open_room(folder / "home", record=record) as room:
            session = own(room, players=2)
            for seat, name in enumerate(("Ada", "Bo")):
                session.submit(GUEST, TakeSeat(seat, name, f"key {seat}"))
            play_to(session, "seal")
            pages = create_app(room, secret_key=b"secret", host_code="HOST42").test_client()
            told: dict[str, object] = {"views": [], "pages": []}
            for card in ("", tag, "", tag.upper()):
                room.feel(Feeling(card=card))
                assert not session.submit(HOST, tap_of([], 0)).accepted  # by then it is settled what was felt
                now = session.snapshot()
                told["views"] = [now.view(None), now.choices(None), now.log(None), now.sight, now.pressed]
                texts = [pages.get(page).get_data(as_text=True) for page in PAGES]
                told["pages"] = [PAGE_DIGITS.sub("", text).replace(str(folder), "") for text in texts]
            path = room.home.journal(session.game_id)
        told["journal"] = list(read_journal(path))
    told["recording"] = (folder / "recording" / "steps.jsonl").read_text(encoding="utf-8")
    told["log records"] = [line.decode() for line in records.lines]
    return {name: msgspec.json.encode(words, enc_hook=str) for name, words in told.items()}


def _differing(folder: Path, leak: Leak = lambda monkeypatch: None) -> set[str]:
    ways = [heard(folder / tag, tag, leak) for tag in TAGS[:2]]
    return {name for name in ways[0] if len({way[name] for way in ways}) > 1}


def test_no_outlet_tells_which_card_lies_on_the_reader_where_it_stands_for_nothing(tmp_path: Path) -> None:
    assert _differing(tmp_path) == set()


def test_a_recording_names_the_cards_that_stood_for_something_and_comes_to_the_same_with_the_others(
    tmp_path: Path,
) -> None:
    record = lambda rows: Recorder(tmp_path / "recording", rows, FakeClock())  # noqa: E731
    with open_room(tmp_path / "home", record=record) as room:
        session = own(room, players=2)
        play_to(session, "prize")
        for card in ("", TAGS[0], "", TAGS[1], TAGS[0], ""):
            room.feel(Feeling(card=card))
        wait_for(session, lambda now: now.view(None).table.phase.value != "prize")
        play_to(session, "seal")
        position = hash_now(session)
    recording = Recording.open(tmp_path / "recording" / STEPS)
    felt = [entry.step.feeling.card for entry in recording.entries if isinstance(entry.step, Felt)]
    assert felt == ["", TAGS[0], "", SOME_CARD, SOME_CARD, ""]
    assert (again(recording).diverged, again(recording).state_hash) == ("", position)


# --- the check itself: a leak in each outlet ---


def _laying(leak: Callable[[BoardHandlers, str], None]) -> Leak:
    """Handlers that let a card out which is laid on the reader."""
    honest = BoardHandlers._lay

    def lay(board: BoardHandlers, card: str) -> None:
        leak(board, card)
        honest(board, card)

    return lambda monkeypatch: monkeypatch.setattr(BoardHandlers, "_lay", lay)


def _write_down(board: BoardHandlers, card: str) -> None:
    playthrough = board._playthrough
    name = {"seat": 1, "name": card, "key": ""}
    playthrough.journal.append([Draft(NOON.isoformat(), "board", "seat", name, state_hash(playthrough.timeline.state))])


LEAKS: Mapping[str, tuple[Leak, set[str]]] = {
    "the log": (
        _laying(lambda board, card: logging.getLogger("companion.live").info("no act: %s", card)),
        {"log records"},
    ),
    "a refusal on every page": (_laying(lambda board, card: board._refuse(f"{card} is no bid.")), {"views", "pages"}),
    "a row of the journal": (_laying(_write_down), {"journal"}),
    "a recorded card": (
        lambda monkeypatch: monkeypatch.setattr(RecordedGame, "_without_card", lambda game, told: told),
        {"recording"},
    ),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_seen_in_its_outlet_alone(name: str, tmp_path: Path) -> None:
    leak, outlets = LEAKS[name]
    assert _differing(tmp_path, leak) == outlets


def test_every_outlet_has_a_leak(tmp_path: Path) -> None:
    assert set(heard(tmp_path, TAGS[0])) == set().union(*(outlets for _, outlets in LEAKS.values()))
