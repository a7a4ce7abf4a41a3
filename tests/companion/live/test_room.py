"""One room: a new or saved game takes the table, or is refused in words while the old one goes on untouched."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.errors import CompanionError
from companion.games.errors import BadOption
from companion.games.registry import GAMES
from companion.journal import Draft, Journal, JournalMissing, read_journal
from companion.live.requests import End, LeaveSeat, TakeSeat
from companion.live.room import Room
from companion.storage.home import BadOwnerFile, Home
from companion.table.devices import DeviceHealth
from tests.companion.disks import tiny_disk
from tests.companion.tables import (
    GUEST,
    HOST,
    check_replay,
    facts_of,
    hash_now,
    open_room,
    own,
    person,
    rows_of,
    tap_first,
    ticking_clock,
    virtual,
    wait_for,
)
from tests.games.registered import PRODUCT_GAMES, SEALED_BID
from tests.games.sealed_bid.options import OPTIONS
from tests.said import said

KNOWN = ", ".join(each.key for each in OPTIONS)
"""Every option of the small game, as it is told to whoever types another."""


def test_a_new_game_takes_the_table_and_the_old_one_is_saved(room: Room) -> None:
    old = own(room)
    tap_first(old)
    position = hash_now(old)
    reply = room.new_game(HOST, "sealed_bid", {"cards": "own", "order": "turn"})
    assert (reply.accepted, reply.text) == (True, "Sealed Bid is on the table.")
    assert room.session is not old
    assert old.closed
    assert room.session.game_id != old.game_id
    assert room.resume(HOST, old.game_id).accepted
    assert hash_now(room.session) == position
    assert tap_first(room.session).accepted
    check_replay(room)


def test_people_keep_their_seats_in_a_new_game(room: Room) -> None:
    own(room).submit(GUEST, TakeSeat(1, "Ana", "a"))
    room.session.submit(GUEST, TakeSeat(2, "Ben", "b"))
    room.session.submit(person(2), LeaveSeat(2))
    assert room.new_game(HOST, "sealed_bid", {"cards": "virtual"}).accepted
    session = room.session
    assert session.holds(1, "a")
    assert not session.holds(2, "b")
    assert session.snapshot().names == ("Seat 1", "Ana", "Seat 3")
    assert [row.kind for row in rows_of(room)[:2]] == ["start", "seat"]
    wait_for(session, lambda snapshot: bool(snapshot.game.choices(snapshot.view(1))))
    session.submit(HOST, End())
    check_replay(room)


def test_whose_seat_the_new_game_lacks_sits_nowhere_in_it(room: Room) -> None:
    own(room, players=4).submit(GUEST, TakeSeat(2, "Ana", "a"))
    room.session.submit(GUEST, TakeSeat(3, "Ben", "b"))
    assert room.new_game(HOST, "sealed_bid", {"cards": "own", "players": 3}).accepted
    assert room.session.snapshot().names == ("Seat 1", "Seat 2", "Ana")
    assert [row.kind for row in rows_of(room)] == ["start", "seat"]
    check_replay(room)


def test_the_same_seed_deals_the_same_game(room: Room) -> None:
    ends = []
    for seed in (3, 3, 4):
        session = virtual(room, seed)
        wait_for(session, lambda snapshot: snapshot.outcome is not None)
        ends.append(hash_now(session))
    assert ends[0] == ends[1] != ends[2]


def test_a_seed_drawn_by_lot_is_kept_for_the_resume(room: Room) -> None:
    room.open_new("sealed_bid", {"cards": "virtual"})
    seed = rows_of(room)[0].read()["seed"]
    assert isinstance(seed, str)
    game_id = room.session.game_id
    own(room)
    assert room.open_saved(game_id).seed == seed


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        ("chess", {}, f"There is no game 'chess'. Choose one of: {', '.join((*PRODUCT_GAMES, 'sealed_bid'))}."),
        (
            "sealed_bid",
            {"players": 7},
            "Sealed Bid cannot be played with players 7. Choose one of: 3, 2, 4 (B-001).",
        ),
        (
            "sealed_bid",
            {"cards": "paper"},
            "Sealed Bid cannot be played with cards 'paper'. Choose one of: own, virtual (B-001).",
        ),
        (
            "sealed_bid",
            {"ties": "earlier"},
            "The earlier of equal bids wins only where bids are sealed in turn (B-016). Choose order turn.",
        ),
        (
            "sealed_bid",
            {"seats": 3},
            f"Sealed Bid has no option 'seats'. It has: {KNOWN}.",
        ),
    ],
)
def test_a_bad_option_is_refused_and_the_old_game_goes_on(
    room: Room, game: str, options: dict[str, Any], told: str
) -> None:
    session = own(room)
    before = set(room.home.folder.rglob("*"))
    reply = room.new_game(HOST, game, options)
    assert said((reply.accepted, reply.code, reply.text)) == (False, "illegal", told)
    assert room.session is session
    assert tap_first(session).accepted
    assert set(room.home.folder.rglob("*")) == before
    with pytest.raises(BadOption):
        room.open_new(game, options)


def test_only_the_host_changes_the_game(room: Room) -> None:
    session = own(room)
    for client in (GUEST, person(0)):
        for reply in (room.new_game(client, "sealed_bid", {}), room.resume(client, session.game_id)):
            assert (reply.accepted, reply.code) == (False, "not-yours")
            assert str(reply.text).endswith("Open the host page with the host code.")
        assert room.set_owner_figures(client, {"pearls.low": 3}).code == "not-yours"
    assert room.session is session
    assert room.home.owner_figures("sealed_bid") == {}


def test_resuming_the_game_on_the_table_changes_nothing(room: Room) -> None:
    session = own(room)
    assert room.resume(HOST, session.game_id).accepted
    assert room.session is session


# --- saved games that cannot be opened --------------------------------------------------------------------------------


def saved(room: Room) -> Path:
    """A game of a few acts, saved and closed, with another one on the table."""
    own(room)
    for _ in range(5):
        tap_first(room.session)
    path = room.home.journal(room.session.game_id)
    own(room)
    return path


def refused(room: Room, game_id: str) -> str:
    """The words in which a resume is refused; the game on the table goes on untouched."""
    session, position = room.session, hash_now(room.session)
    reply = room.resume(HOST, game_id)
    assert (reply.accepted, reply.code) == (False, "illegal")
    assert room.session is session
    assert hash_now(session) == position
    assert tap_first(session).accepted
    with pytest.raises(CompanionError):
        room.open_saved(game_id)
    return str(reply.text)


@pytest.mark.parametrize("game_id", ["sealed-bid-19990101-000000", "../keys", "x" * 300, ""])
def test_an_unknown_game_is_refused(room: Room, game_id: str) -> None:
    own(room)
    assert refused(room, game_id) == f"There is no saved game {game_id!r} here."
    with pytest.raises(JournalMissing):
        room.open_saved(game_id)


def test_a_damaged_game_goes_on_from_its_sound_acts_and_everybody_is_told(room: Room) -> None:
    path = saved(room)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE journal SET payload = '{}' WHERE number = 3")
    told = (
        "The file of this game was damaged. 1 act is kept; see in the log whether the last ones are missing, and play "
        f"them again. The damaged file lies beside it as {path.stem}.damaged."
    )
    reply = room.resume(HOST, path.stem)
    assert (reply.accepted, reply.text) == (True, f"Sealed Bid is on the table. {told}")
    assert room.session.snapshot().health[-1] == DeviceHealth("disk", "noted", told)
    assert tap_first(room.session).accepted
    check_replay(room)
    own(room)
    assert room.session.snapshot().health[-1].status == "ok"
    assert room.resume(HOST, path.stem).text == "Sealed Bid is on the table."


def test_a_game_damaged_from_its_first_row_on_is_refused(room: Room) -> None:
    path = saved(room)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE journal SET payload = '{}' WHERE number = 1")
    damaged = path.read_bytes()
    assert refused(room, path.stem).endswith("Nothing of this game can be saved; start a new one.")
    assert path.read_bytes() == damaged


def test_a_game_of_a_newer_companion_is_refused(room: Room) -> None:
    path = saved(room)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA user_version = 2")
    assert "newer companion (format 2; this one knows 1)" in refused(room, path.stem)


def test_a_game_open_elsewhere_is_refused(room: Room, tmp_path: Path) -> None:
    path = saved(room)
    with closing(Journal(path)):
        assert refused(room, path.stem) == (f"The game {path.stem} is open in another companion. Stop that one first.")
    assert room.resume(HOST, path.stem).accepted


def rewritten(room: Room, **changes: Any) -> str:
    """A saved game whose first row says something else, soundly chained; returns its id."""
    path = saved(room)
    head, *rest = read_journal(path)
    other = path.with_name("other.journal")
    with closing(Journal(other)) as journal:
        journal.append([Draft(head.at, head.by, head.kind, {**head.read(), **changes}, head.state_hash)])
        journal.append([Draft(row.at, row.by, row.kind, row.read(), row.state_hash) for row in rest])
    return "other"


def test_a_game_of_other_rules_is_refused(room: Room) -> None:
    text = refused(room, rewritten(room, rules_version="sealed_bid 0"))
    assert text == (
        f"The game was played by rules 'sealed_bid 0', this companion has {SEALED_BID.rules_version!r}. "
        "Resume it with the version that wrote it; its history can still be read."
    )


def test_a_game_that_is_not_known_is_refused(room: Room) -> None:
    text = refused(room, rewritten(room, game="chess"))
    assert text == "This companion does not know the game 'chess'. Update it, then resume."


def test_a_game_with_an_unreadable_start_is_refused(room: Room) -> None:
    text = refused(room, rewritten(room, state={"table": 1}))
    assert text.startswith("The game begins with a position that these rules cannot read: ")


def test_a_game_played_otherwise_than_these_rules_say_is_refused(room: Room) -> None:
    path = saved(room)
    rows = read_journal(path)
    for name, change, told in (
        (
            "illegal",
            {"action": {"type": "PassToken", "seat": 1}},
            "Row 6 cannot be played by these rules (against B-011). ",
        ),
        ("unknown", {"action": {"type": "Fly"}}, "Row 6 cannot be played by these rules (unreadable). "),
        ("empty", {}, "Row 6 cannot be played by these rules (unreadable). "),
    ):
        with closing(Journal(path.with_name(f"{name}.journal"))) as journal:
            journal.append([Draft(row.at, row.by, row.kind, row.read(), row.state_hash) for row in rows[:5]])
            journal.append([Draft(rows[5].at, "host", "act", change, rows[5].state_hash)])
        assert refused(room, name).startswith(told)
    with closing(Journal(path.with_name("drifted.journal"))) as journal:
        journal.append([Draft(row.at, row.by, row.kind, row.read(), row.state_hash) for row in rows[:5]])
        journal.append([Draft(rows[5].at, "host", "act", rows[5].read(), "another position")])
    assert refused(room, "drifted").startswith(
        "Row 6 leads to another position than when it was written: the rules have changed."
    )


def test_a_file_without_a_game_is_refused(room: Room) -> None:
    own(room)
    room.home.journal("empty").touch()
    assert refused(room, "empty") == (
        "The game empty never began: the companion was stopped before anything of it was saved. Start a new one."
    )


# --- the owner's figures ----------------------------------------------------------------------------------------------


def test_the_owners_figures_hold_at_once_and_in_every_later_game(room: Room) -> None:
    own(room)
    file = room.home.folder / "owner" / "sealed_bid.toml"
    reply = room.set_owner_figures(HOST, {"pearls.low": 5})
    assert (reply.accepted, reply.text) == (True, "That is kept for this game and later ones like it.")
    assert file.read_text(encoding="utf-8") == "[pearls]\nlow = 5\n"
    for session in (room.session, own(room)):
        assert (facts_of(session)["pearls.low"], facts_of(session)["pearls.high"]) == (5, 4)
        setup = session.snapshot().view(None).table.setup
        assert [figure.status for figure in setup.pearls] == ["owner", "assumed"]
    assert room.set_owner_figures(HOST, {"pearls.low": 1, "pearls.high": 0}).accepted
    assert file.read_text(encoding="utf-8") == "[pearls]\nlow = 1\nhigh = 0\n"
    with open_room(room.home.folder) as later:
        facts = facts_of(own(later))
        assert (facts["pearls.low"], facts["pearls.high"]) == (1, 0)


@pytest.mark.parametrize(
    ("facts", "code"), [({"pearls.low": 6}, "illegal"), ({"pearls.mid": 1}, "malformed"), ({}, "malformed")]
)
def test_figures_a_card_cannot_carry_are_refused_and_not_kept(room: Room, facts: dict[str, int], code: str) -> None:
    own(room)
    reply = room.set_owner_figures(HOST, facts)
    assert (reply.accepted, reply.code) == (False, code)
    assert room.home.owner_figures("sealed_bid") == {}


def test_a_damaged_owner_file_is_named_and_the_old_game_goes_on(room: Room) -> None:
    session = own(room)
    path = room.home.folder / "owner" / "sealed_bid.toml"
    path.write_text("[pearls\n", encoding="utf-8")
    reply = room.new_game(HOST, "sealed_bid", {})
    assert reply.code == "illegal"
    assert str(path) in str(reply.text)
    assert "line 1" in str(reply.text)
    assert room.session is session
    with pytest.raises(BadOwnerFile):
        own(room)
    kept = room.set_owner_figures(HOST, {"pearls.low": 1})
    assert kept.accepted
    assert str(kept.text).startswith(f"Corrected. But: Cannot read {path}")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "[pearls]\nlow = 9",
            "The Pearl card's number for a low one is 9 in owner/sealed_bid.toml. "
            "Write a whole number from 0 to 5, or delete the line.",
        ),
        (
            "[pearls]\nhigh = 'two'",
            "The Pearl card's number for a high one is 'two' in owner/sealed_bid.toml. "
            "Write a whole number from 0 to 5, or delete the line.",
        ),
        (
            "[pearls]\nmid = 3",
            "The Pearl card has no number 'mid', which stands in owner/sealed_bid.toml. "
            "It has: low, high. Rename that line, or delete it.",
        ),
    ],
)
def test_owner_figures_that_make_no_sense_are_told(room: Room, text: str, told: str) -> None:
    own(room)
    (room.home.folder / "owner" / "sealed_bid.toml").write_text(text, encoding="utf-8")
    reply = room.new_game(HOST, "sealed_bid", {})
    assert not reply.accepted
    assert said(reply.text) == told


# --- the disk ---------------------------------------------------------------------------------------------------------


def test_a_game_that_cannot_be_begun_leaves_nothing_behind(tmp_path: Path) -> None:
    with tiny_disk(tmp_path) as disk:
        if not disk.is_mounted:
            pytest.skip("a disk can only be filled to its end where one can be mounted")
        room = Room(GAMES, Home(disk.folder).make(), clock=ticking_clock())
        try:
            session = own(room)
            disk.fill(session._journal)
            before = set((disk.folder / "games").iterdir())
            reply = room.new_game(HOST, "sealed_bid", {})
            assert not reply.accepted
            assert "the disk is full" in str(reply.text)
            assert room.session is session
            assert set((disk.folder / "games").iterdir()) == before
            disk.free(session._journal)
            assert room.new_game(HOST, "sealed_bid", {}).accepted
        finally:
            room.close()


def test_a_copy_of_a_saved_game_can_be_played_elsewhere(room: Room, tmp_path: Path) -> None:
    path = saved(room)
    other = Home(tmp_path / "other").make()
    shutil.copy(path, other.journal("copied"))
    with open_room(other.folder) as later:
        assert later.open_saved("copied").game_id == "copied"
        assert tap_first(later.session).accepted


def test_a_reply_is_json_like_everything_else(room: Room) -> None:
    own(room)
    assert msgspec.json.decode(msgspec.json.encode(tap_first(room.session)))["accepted"] is True
