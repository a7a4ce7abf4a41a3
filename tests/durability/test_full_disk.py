"""The disk fills up in mid-game: no tap or look moves the game on, the pages say why, and space is all it takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.live.inputs import Looked
from companion.live.requests import TakeSeat
from companion.live.session import Session
from tests.companion.disks import TinyDisk, tiny_disk
from tests.companion.referee.perfect import look_at
from tests.companion.tables import HOST, check_replay, hash_now, open_room, own, wait_for
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import PlaceToken
from tests.said import said
from tests.web.conftest import CODE, make_app

FULL = "the disk is full. Free some space, then tap again."
LOOKS = 200
"""Far more than the companion needs to be sure of what it sees."""


def fill(disk: TinyDisk, session: Session) -> None:
    """Until not even a small row is taken: the last page may have room for some."""
    disk.fill(session._journal)
    while session.submit(HOST, TakeSeat(0, "Ana", "a")).accepted:
        pass


def devices(client: Any) -> dict[str, tuple[str, str]]:
    """The devices of the status page, with how they are."""
    told = client.get("/health.json").get_json()
    return {each["device"]: (each["status"], each["text"]) for each in told["devices"]}


def test_a_tap_on_a_page_is_refused_in_words_and_counts_once_there_is_room(tmp_path: Path) -> None:
    with tiny_disk(tmp_path) as disk, open_room(disk.folder) as room:
        session = own(room)
        host = make_app(room).test_client()
        host.post("/host/unlock", data={"code": CODE})
        fill(disk, session)
        before = hash_now(session), session.snapshot().revision
        body = {"actions": [msgspec.to_builtins(PlaceToken(1))], "revision": before[1], "tap_id": "one tap"}
        refused = host.post("/tap", json=body)
        assert refused.status_code == 503
        assert f"{FULL} Nothing was changed." in refused.get_json()["text"]
        assert (hash_now(session), session.snapshot().revision) == before
        status, text = devices(host)["disk"]
        assert status == "failed"
        assert FULL in text
        assert FULL in host.get("/").get_data(as_text=True)
        disk.free(session._journal)
        assert host.post("/tap", json=body).get_json()["accepted"], "the same tap, without a restart"
        assert hash_now(session) != before[0]
        assert devices(host)["disk"] == ("ok", "Every act is saved.")
        check_replay(room)


def test_what_is_seen_counts_only_once_it_can_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with tiny_disk(tmp_path) as disk, open_room(disk.folder) as room:
        session = own(room)
        start = SEALED_BID.new_game({"cards": "own"}, {})
        fill(disk, session)
        before, tried = hash_now(session), list[Any]()
        append = session._journal.append

        def counted(drafts: Any) -> Any:
            tried.append(drafts)
            return append(drafts)

        monkeypatch.setattr(session._journal, "append", counted)

        def look(state: Any, number: int) -> None:
            session.tell(Looked(look_at(SEALED_BID, state, number / 10)))
            session.submit(HOST, TakeSeat(9, "", ""))  # refused, in its turn: the look has been judged before it

        for number in range(8):
            look(start, number)
        done = SEALED_BID.apply_action(start, PlaceToken(2))
        for number in range(8, LOOKS):
            look(done, number)
            if len(tried) > 2:
                break
        assert len(tried) > 2, "it is found again with each look"
        assert hash_now(session) == before
        assert session.snapshot().health[-1].status == "failed"
        disk.free(session._journal)
        for number in range(LOOKS, LOOKS + 8):
            look(done, number)
        seen = wait_for(session, lambda snapshot: snapshot.can_undo == 1)
        assert said(seen.log(None)[-1].text) == "Seat 3 gets the start token by lot."
        assert seen.health[-1].status == "ok"
        check_replay(room)
