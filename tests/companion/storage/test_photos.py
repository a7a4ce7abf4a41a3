"""What an act was learned from is in its row, with the hash of a photograph; what fails costs no act."""

from __future__ import annotations

import hashlib
import logging
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.registry import GAMES
from companion.journal import GENESIS, Draft, Row, chain
from companion.live.requests import Undo
from companion.live.resume import replay
from companion.storage.photos import PhotoChanged, PhotoFolder, PhotoMissing
from companion.table.evidence import Evidence, Photo
from tests.companion.seen import SeenTable, Snapper
from tests.companion.tables import HOST, check_replay, open_room, own, rows_of, tap_first, virtual, wait_for
from tests.said import said


def test_an_act_that_was_seen_has_its_evidence_and_its_photograph(tmp_path: Path) -> None:
    snapper = Snapper()
    with open_room(tmp_path, photographer=snapper) as room:
        table = SeenTable(own(room))
        told = table.act()
        ((at_s, frame, (area,)),) = snapper.asked
        jpeg = f"JPEG of {frame}".encode()
        photo = Photo(hashlib.sha256(jpeg).hexdigest(), frame, at_s)
        assert told.evidence == Evidence("camera", ("token.0",), at_s, frame, 1.0, None, photo)
        assert said((told.by, told.at[:10], told.stands, told.zones)) == (
            "camera",
            "2025-01-01",
            True,
            ("Seat 1's token place",),
        )
        game, view = table.session.snapshot().game, table.session.snapshot().view(None)
        zone = game.mat.layout(view).find("token.0")
        assert area.x_mm <= zone.x_mm
        assert area.x_mm + area.width_mm >= zone.x_mm + zone.width_mm
        assert table.session.photos.read(2, photo) == jpeg
        assert msgspec.convert(rows_of(room)[1].read()["evidence"], Evidence) == told.evidence
        assert table.session.photos.folder == tmp_path / "games" / f"{table.session.game_id}.photos"
        check_replay(room)


def test_an_act_that_was_tapped_or_dealt_has_none(tmp_path: Path) -> None:
    with open_room(tmp_path, photographer=Snapper()) as room:
        session = own(room)
        assert tap_first(session).accepted
        dealt = wait_for(virtual(room), lambda now: now.can_undo > 20)
        for account in (session.snapshot().account(2, None), *dealt.accounts()):
            assert account is not None
            assert (account.evidence, account.line.has_evidence) == (None, False)
        assert not list(tmp_path.rglob("*.photos"))


def test_without_a_photographer_the_reading_alone_is_kept(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        evidence = SeenTable(own(room)).act().evidence
        assert evidence is not None
        assert (evidence.sensor, evidence.confidence, evidence.photo) == ("camera", 1.0, None)
        check_replay(room)


def test_an_act_taken_back_keeps_its_evidence_and_says_so(tmp_path: Path) -> None:
    with open_room(tmp_path, photographer=Snapper()) as room:
        session = (table := SeenTable(own(room))).session
        before = table.act()
        assert session.submit(HOST, Undo()).accepted
        after = session.snapshot().account(before.line.number, None)
        assert after == msgspec.structs.replace(before, stands=False)


def test_a_camera_that_fails_costs_the_photograph_and_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    snapper = Snapper()
    snapper.trouble = RuntimeError("what only seat 2 may know")
    with open_room(tmp_path, photographer=snapper) as room:
        table = SeenTable(own(room))
        accounts = [table.act() for _ in range(3)]
        assert all(each.evidence is not None and each.evidence.photo is None for each in accounts)
    records = [each.getMessage() for each in caplog.records if each.name == "companion.storage.photos"]
    assert len(records) == 1
    assert records[0].startswith("an act could not be photographed: RuntimeError")
    assert "seat 2" not in records[0]


def test_a_picture_that_is_gone_costs_the_photograph_only(tmp_path: Path) -> None:
    snapper = Snapper()
    snapper.is_blind = True
    with open_room(tmp_path, photographer=snapper) as room:
        evidence = SeenTable(own(room)).act().evidence
        assert evidence is not None
        assert evidence.photo is None
        assert evidence.frame == snapper.asked[0][1]


def test_a_photograph_that_cannot_be_written_costs_no_act_and_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with open_room(tmp_path, photographer=Snapper()) as room:
        session = own(room)
        session.photos.folder.write_text("a file where the folder should be")
        table = SeenTable(session)
        accounts = [table.act() for _ in range(3)]
        for account in accounts:
            assert account.evidence is not None
            assert account.evidence.photo is not None
        with pytest.raises(PhotoMissing):
            session.photos.read(2, accounts[0].evidence.photo)  # type: ignore[union-attr,arg-type]
        check_replay(room)
    records = [each for each in caplog.records if each.name == "companion.storage.photos"]
    assert [each.levelno for each in records] == [logging.ERROR]
    assert records[0].getMessage() == (
        f"Photographs of acts cannot be kept in {session.photos.folder}: File exists. The game goes on without them."
    )


def test_what_a_write_leaves_behind_is_the_whole_photograph_or_nothing(tmp_path: Path) -> None:
    folder = PhotoFolder(tmp_path / "waves-1.journal")
    folder.keep(7, b"one")
    folder.path(7).with_suffix(".new").mkdir()
    with pytest.raises(OSError, match="directory"):
        folder.keep(7, b"two")
    assert folder.path(7).read_bytes() == b"one"
    os.rmdir(folder.path(7).with_suffix(".new"))
    folder.keep(7, b"two")
    assert [each.name for each in folder.folder.iterdir()] == ["7.jpg"]


def test_a_file_that_is_gone_or_changed_is_told_in_words(tmp_path: Path) -> None:
    folder, photo = PhotoFolder(tmp_path / "waves-1.journal"), Photo(hashlib.sha256(b"JPEG").hexdigest(), 1, 0.1)
    with pytest.raises(PhotoMissing) as missing:
        folder.read(7, photo)
    assert str(missing.value) == (
        "The photograph of row 7 is missing: there is no file 7.jpg in waves-1.photos that can be read. "
        "The act stands. Copy that folder together with the game."
    )
    folder.keep(7, b"JPE")
    with pytest.raises(PhotoChanged) as changed:
        folder.read(7, photo)
    assert str(changed.value) == (
        "The file 7.jpg in waves-1.photos is not the photograph that was taken: a power cut tore it, or somebody "
        "changed it. The act stands. Take the file from a copy of the game, if there is one."
    )
    folder.keep(7, b"JPEG")
    assert folder.read(7, photo) == b"JPEG"
    os.truncate(tmp_path / "waves-1.photos" / "7.jpg", 20_000_000_000)
    with pytest.raises(PhotoMissing):
        folder.read(7, photo)


# --- journals with and without it ---


def _rewritten(rows: tuple[Row, ...], evidence: Any) -> tuple[Row, ...]:
    """The same journal, its chain sound, with other evidence of each act that has some; None: without any."""
    made: list[Row] = []
    for row in rows:
        payload = row.read()
        if payload.pop("evidence", None) is not None and evidence is not None:
            payload["evidence"] = evidence
        draft = Draft(row.at, row.by, row.kind, payload, row.state_hash)
        made.append(chain(made[-1].hash if made else GENESIS, row.number, draft))
    return tuple(made)


def test_a_journal_without_evidence_or_with_such_as_nobody_knows_is_played(tmp_path: Path) -> None:
    with open_room(tmp_path, photographer=Snapper()) as room:
        table = SeenTable(own(room))
        table.act()
        rows = rows_of(room)
    whole = replay(GAMES, rows)
    assert whole.done[0].evidence is not None
    for evidence in (None, {"sensor": "nose"}, 7, {"sensor": "camera", "photo": "a picture"}):
        other = replay(GAMES, _rewritten(rows, evidence))
        assert other.done[0].evidence is None
        assert [step.after for step in other.done] == [step.after for step in whole.done]
    newer = {"sensor": "camera", "zones": ["token.0"], "smell": "salt"}
    assert replay(GAMES, _rewritten(rows, newer)).done[0].evidence == Evidence("camera", ("token.0",))


def test_the_chain_of_the_journal_covers_the_photograph(tmp_path: Path) -> None:
    with open_room(tmp_path, photographer=Snapper()) as room:
        photo = SeenTable(own(room)).act().evidence.photo  # type: ignore[union-attr]
        rows = rows_of(room)
    assert photo is not None
    assert photo.sha256 in rows[1].payload
    assert _rewritten(rows, rows[1].read()["evidence"])[1].hash == rows[1].hash
    forged = msgspec.to_builtins(Evidence("camera", photo=Photo("0" * 64, photo.frame, photo.at_s)))
    assert _rewritten(rows, forged)[1].hash != rows[1].hash


@pytest.mark.parametrize(
    "evidence",
    [
        Evidence("scale", ("bowl",), count=3),
        Evidence("camera", ("token.2", "prize"), 29316.884137773, 242, 0.583, 0, Photo("ab" * 32, 243, 0.1)),
        Evidence("camera"),
    ],
)
def test_evidence_survives_a_row(evidence: Evidence) -> None:
    assert msgspec.json.decode(msgspec.json.encode(msgspec.to_builtins(evidence)), type=Evidence) == evidence
