"""A card with a marker that the kit does not know: seen, named by the host, read from then on, kept, and forgotten."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.cli.saved.recordings import ReadingsInTurn
from companion.games.registry import GAMES
from companion.live.enrolment import offered, why_not_enrolled
from companion.live.inputs import Asked
from companion.live.requests import Enrol, Forget
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.recording.format import FRAMES, Recording, recordings
from companion.recording.replayer import markers_of, replay
from companion.referee.unknown_markers import KEPT_S, UnknownMarkers
from companion.runtime.fsync import draft_of
from companion.storage.home import BadOwnerFile, Home
from companion.table.devices import DeviceHealth
from companion.table.expected import ExpectedTable
from companion.table.faults import Faults
from companion.table.sightings import BARE, MarkerId, PrintedMarker, Rejection, Sighting
from tests.companion.live.seen import SeenTable
from tests.companion.referee.perfect import look_at
from tests.companion.referee.positions import after, first
from tests.companion.referee.table import Table
from tests.companion.tables import GUEST, HOST, hash_now, open_room, own, play_to, rows_of
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.layout import KIT, LAYOUT
from tests.games.sealed_bid.model import PlaceToken, TurnUpPrize
from tests.vision.fakes import FakeClock
from vision.recorded import RecordedFrames
from vision.virtual.hands import Manners
from vision.virtual.headless import HeadlessTable
from vision.virtual.shot import Shot

FOREIGN = tuple((marker, MarkerId(marker + 300)) for marker in KIT.markers("card:3"))
"""Every three of this table is in the sleeve of another kit."""


def expected(snapshot: Snapshot) -> ExpectedTable:
    return SEALED_BID.mat.expected(snapshot.view(None))


class Sleeved(SeenTable):
    """A table whose threes are in the sleeves of another kit."""

    def __init__(self, folder: Path) -> None:
        shot = Shot(noise=1.0, width_px=960, height_px=640)
        super().__init__(folder, HeadlessTable(LAYOUT, KIT, SEALED_BID.mat.pieces, 1, manners=Manners(), shot=shot))
        self.eyes.spoil(Faults(exchanged=FOREIGN))


def seen_markers(snapshot: Snapshot) -> list[tuple[int, str]]:
    return [(each.marker, each.zone) for each in snapshot.markings.strangers]


@pytest.mark.slow
def test_a_foreign_card_is_named_read_kept_and_forgotten_and_replays_alike(tmp_path: Path) -> None:
    table = Sleeved(tmp_path)
    with table.open() as room:
        session = own(room)
        play_to(session, "prize")
        table.eyes.world.set_out(expected(session.snapshot()))
        before = table.look(session, lambda now: now.sight.state == "settled")
        assert (before.markings.strangers, before.markings.enrolled) == ((), {})
        state = session._timeline.state
        act = TurnUpPrize(3)
        three = SEALED_BID.apply_action(state, act)
        table.eyes.world.lay(SEALED_BID.mat.expected(SEALED_BID.view(three, None)), None)
        found = table.look(session, lambda now: bool(now.markings.strangers))
        (stranger,) = found.markings.strangers
        assert (stranger.zone, stranger.times) == ("prize", 1)
        assert stranger.marker - 300 in KIT.markers("card:3")
        # Named, it is the act that it was all the time: only now it can be read.
        assert found.last_row == before.last_row
        reply = room.enrol(HOST, Enrol(stranger.marker, "card:3"))
        assert reply.text == (
            f"Marker {stranger.marker} is read as card 3 from now on. That is kept for all later games of Sealed Bid."
        )
        done = table.look(session, lambda now: now.last_row == before.last_row + 1)
        assert session._timeline.done[-1].action == act
        assert (done.markings.strangers, done.markings.enrolled) == ((), {stranger.marker: "card:3"})
        position, game_id = hash_now(session), session.game_id
    with table.open() as room:
        session = room.open_saved(game_id)
        assert session.snapshot().markings.kit.kinds[stranger.marker] == "card:3"
        table.look(session, lambda now: now.sight.state == "settled")
        assert room.enrol(HOST, Forget(stranger.marker)).accepted
        gone = table.look(session, lambda now: bool(now.markings.strangers) and now.sight.state != "settled")
        assert seen_markers(gone) == [(stranger.marker, "prize")]
        assert stranger.marker not in gone.markings.kit.kinds
    with table.open() as room:
        assert room.open_saved(game_id).snapshot().markings.enrolled == {}
    table.store.close()
    first_game, second_game, _ = (Recording.open(path) for path in recordings(tmp_path / "rec"))
    enrolled = Asked(HOST, Enrol(stranger.marker, "card:3"))
    assert enrolled in [entry.step for entry in first_game.entries]
    assert second_game.entries[0].step == enrolled
    frames = RecordedFrames(tmp_path / "rec" / FRAMES)
    for recording in (first_game, second_game):
        again = replay(recording, GAMES, ReadingsInTurn(frames, recording), clock=FakeClock())
        assert (again.diverged, again.reread, again.state_hash) == ("", "", position)
        assert again.entries == len(recording.entries)
    # The eye knew it in the first game from a later frame on, in the second from the first until it was forgotten.
    assert [stranger.marker in printed for _, printed in markers_of(first_game, GAMES)] == [False, True]
    assert [stranger.marker in printed for _, printed in markers_of(second_game, GAMES)] == [True, False]


def test_an_enrolled_print_is_one_more_piece_of_its_kind() -> None:
    """The game has one start token: where its own print and an enrolled one lie there both, that is one too many."""
    state, _ = first(PlaceToken)
    state = after(state, PlaceToken(0))
    table = Table(state)
    own_print = next(each for each in look_at(SEALED_BID, state, 0.0).sightings if each.marker == 5)
    other = LAYOUT.find("token.1")
    extra = msgspec.structs.replace(
        own_print, marker=MarkerId(485), x_mm=other.x_mm + other.width_mm / 2, y_mm=other.y_mm + other.height_mm / 2
    )

    def show(*sightings: Sighting) -> str:
        for _ in range(5):
            table.at_s += 0.1
            reading = look_at(SEALED_BID, state, table.at_s)
            hidden = [each for each in reading.sightings if not (each.marker == BARE and near(each, extra))]
            table.look(msgspec.structs.replace(reading, sightings=(*hidden, *sightings)))
        return table.watcher.sight.state

    assert show() == "settled"
    table.watcher.enrol({extra.marker: "token"})
    assert show(extra) == "mismatch"
    (wrong,) = table.watcher.sight.mismatches
    assert wrong.zone == "token.1"


def near(one: Sighting, other: Sighting) -> bool:
    return abs(one.x_mm - other.x_mm) + abs(one.y_mm - other.y_mm) < 30


def test_what_was_thought_of_a_marker_is_forgotten_with_it() -> None:
    """One that the host has set aside is nothing to speak of once it stands for nothing."""
    state, act = first(TurnUpPrize, card=3)
    other = SEALED_BID.apply_action(state, TurnUpPrize(2))
    table = Table(SEALED_BID.apply_action(state, act))
    table.watcher.enrol({MarkerId(485): "card:2"})
    for _ in range(5):
        table.at_s += 0.1
        reading = look_at(SEALED_BID, other, table.at_s)
        (card,) = (each for each in reading.sightings if KIT.kinds.get(each.marker) == "card:2")
        table.look(
            msgspec.structs.replace(
                reading,
                sightings=tuple(
                    msgspec.structs.replace(each, marker=MarkerId(485)) if each == card else each
                    for each in reading.sightings
                ),
            )
        )
    assert table.watcher.set_aside("prize", table.state)
    table.judge()
    assert table.watcher.sight.has_misread
    table.watcher.enrol({})
    table.look(look_at(SEALED_BID, table.state, table.at_s + 0.1))
    assert not table.watcher.sight.has_misread


# --- what may be enrolled ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marker", "kind", "text"),
    [
        (0, "card:3", "Marker 0 is a corner of the mat, in every game. Give the piece another marker."),
        (3, "card:3", "Marker 3 is a corner of the mat, in every game. Give the piece another marker."),
        (4, "card:3", "Marker 4 is the back of every card, in every game. Give the piece another marker."),
        (586, "card:3", "Marker 586 means that nothing lies there, in every game. Give the piece another marker."),
        (587, "card:3", "There is no marker 587: they go from 0 to 586. Choose one that the camera sees."),
        (-1, "card:3", "There is no marker -1: they go from 0 to 586. Choose one that the camera sees."),
        (5, "card:3", "Marker 5 stands for start token in this game's own kit. Give the piece another marker."),
        (45, "card:4", "Marker 45 stands for card 3 in this game's own kit. Give the piece another marker."),
        (300, "card:4", "Marker 300 is enrolled as card 3. Forget that first."),
        (44, "card:9", "Marker 44 stands for card 3 in this game's own kit. Give the piece another marker."),
        (200, "card:9", "This game has no piece “card:9”. Choose one from its list."),
        (200, "\u202e" + "x" * 99, f"This game has no piece “{'x' * 30}”. Choose one from its list."),
    ],
)
def test_a_marker_that_stands_for_something_is_refused(tmp_path: Path, marker: int, kind: str, text: str) -> None:
    with open_room(tmp_path) as room:
        own(room)
        assert room.enrol(HOST, Enrol(MarkerId(300), "card:3")).accepted
        reply = room.enrol(HOST, Enrol(MarkerId(marker), kind))
        assert (reply.accepted, reply.code, reply.text) == (False, "illegal", text)
        assert room.session.snapshot().markings.enrolled == {300: "card:3"}
        assert room.home.enrolled("sealed_bid") == {300: "card:3"}


def test_only_the_host_may_say_it(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        own(room)
        for asked in (Enrol(MarkerId(300), "card:3"), Forget(MarkerId(300))):
            reply = room.enrol(GUEST, asked)
            assert (reply.accepted, reply.code) == (False, "not-yours")
            assert str(reply.text).endswith("Open the host page with the host code.")
        assert room.session.snapshot().markings.enrolled == {}


def test_of_a_piece_that_is_there_once_the_other_print_is_named(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        own(room)
        assert room.enrol(HOST, Enrol(MarkerId(485), "token")).text == (
            "Marker 485 is read as start token from now on. The game has one of it: put the print with marker 5 away, "
            "or there is one too many. That is kept for all later games of Sealed Bid."
        )
        assert room.enrol(HOST, Forget(MarkerId(485))).text == (
            "Marker 485 is read as start token no more. That is kept for all later games of Sealed Bid."
        )
        assert room.enrol(HOST, Forget(MarkerId(485))).text == ("Marker 485 is not enrolled. Look at the list again.")


def test_several_prints_of_a_kind_and_a_back_of_another_kit(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        own(room)
        for marker, kind in ((300, "card:3"), (301, "card:3"), (9 + 200, "back")):
            assert room.enrol(HOST, Enrol(MarkerId(marker), kind)).accepted
        kit = room.session.snapshot().markings.kit
        assert kit.markers("card:3") == (*range(40, 46), 300, 301)
        # As many backs as there are cards may carry the same.
        assert kit.printed[MarkerId(209)] == PrintedMarker(18, shared=True)
        assert kit.printed[MarkerId(301)] == PrintedMarker(18)
        assert 209 not in kit.single
        assert SEALED_BID.mat.kit.markers("card:3") == tuple(range(40, 46))


def test_every_kind_of_the_kit_is_offered_once() -> None:
    groups = offered(SEALED_BID)
    assert [each.title for each in groups] == ["Cards", "Tiles", "Discs"]
    kinds = [(look.kind, label) for each in groups for look, label in each.kinds]
    # Blank cards are what they are named: no other marker stands for one.
    pieces = {kind for kind, piece in KIT.pieces.items() if not piece.named}
    assert {kind for kind, _ in kinds} == pieces
    assert len(kinds) == len(pieces)
    assert ("card:3", "card 3") in kinds
    assert all(why_not_enrolled(SEALED_BID, {}, MarkerId(300), kind) == "" for kind, _ in kinds)


# --- where it is kept -------------------------------------------------------------------------------------------------


def markers_health(session: Session) -> list[DeviceHealth]:
    return [each for each in session.snapshot().health if each.device == "markers"]


def test_it_is_kept_for_every_game_of_these_rules_and_in_no_journal(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        own(room)
        rows = rows_of(room)
        assert room.enrol(HOST, Enrol(MarkerId(300), "card:3")).accepted
        assert rows_of(room) == rows
        assert room.home.markers_file("sealed_bid").read_text() == '[markers]\n300 = "card:3"\n'
        assert own(room).snapshot().markings.enrolled == {300: "card:3"}
    with open_room(tmp_path) as room:
        session = own(room)
        assert session.snapshot().markings.enrolled == {300: "card:3"}
        assert markers_health(session) == []


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe",
        b"[markers",
        b"markers = 3",
        b"[markers]\n300 = 3",
        b'[markers]\nx = "card:3"',
        b'[markers]\n"\xc2\xb2" = "card:3"',
        b'[other]\n300 = "card:3"',
    ],
)
def test_a_damaged_file_is_told_and_the_game_goes_on_without(tmp_path: Path, content: bytes) -> None:
    home = Home(tmp_path).make()
    file = home.markers_file("sealed_bid")
    file.write_bytes(content)
    with pytest.raises(BadOwnerFile):
        home.enrolled("sealed_bid")
    with open_room(tmp_path) as room:
        session = own(room)
        (health,) = markers_health(session)
        assert health.status == "failed"
        assert health.text.startswith(f"Cannot read {file}: ")
        assert health.text.endswith(". Mend that line, or delete the file and enrol the markers again.")
        # It counts now, and what is in the file is nobody's to throw away.
        reply = room.enrol(HOST, Enrol(MarkerId(300), "card:3"))
        assert reply.accepted
        assert f"But: Cannot read {file}: " in str(reply.text)
        assert session.snapshot().markings.enrolled == {300: "card:3"}
        assert file.read_bytes() == content


def test_what_no_longer_fits_the_kit_is_left_out_and_told(tmp_path: Path) -> None:
    home = Home(tmp_path).make()
    home.markers_file("sealed_bid").write_text('[markers]\n300 = "card:3"\n62 = "card:1"\n301 = "dragon"\n')
    with open_room(tmp_path) as room:
        session = own(room)
        assert session.snapshot().markings.enrolled == {300: "card:3"}
        assert markers_health(session) == [
            DeviceHealth(
                "markers",
                "failed",
                "sealed_bid.markers.toml says what marker 62 stands for, and that is left out. Marker 62 stands for "
                "card 5 in this game's own kit. Give the piece another marker. 1 more is left out.",
            )
        ]


def test_a_disk_that_takes_nothing_is_told_and_the_marker_counts_now(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = own(room)
        # A folder where the new file would be written, as a full disk would refuse it.
        draft_of(tmp_path / "owner" / "sealed_bid.markers.toml").mkdir()
        reply = room.enrol(HOST, Enrol(MarkerId(300), "card:3"))
        assert reply.accepted
        assert str(reply.text).endswith("It holds for this game only.")
        assert session.snapshot().markings.enrolled == {300: "card:3"}


# --- which are seen ---------------------------------------------------------------------------------------------------


def unknown(marker: int, x_mm: float, y_mm: float) -> Rejection:
    return Rejection(MarkerId(marker), "unknown", x_mm, y_mm, "…")


def test_unknown_markers_are_listed_while_they_are_seen_and_a_little_longer() -> None:
    zone = LAYOUT.find("prize")
    x_mm, y_mm = zone.x_mm + 10, zone.y_mm + 10
    strangers = UnknownMarkers().next(1.0, [unknown(300, x_mm, y_mm), unknown(299, 1.0, 1.0)], LAYOUT)
    assert [(each.marker, each.zone) for each in strangers.now(1.0)] == [(299, ""), (300, "prize")]
    # The noise of a camera is no news; a card that was moved is.
    again = strangers.next(1.5, [unknown(300, x_mm + 2, y_mm)], LAYOUT)
    assert again.now(1.5) == strangers.now(1.0)
    moved = strangers.next(1.5, [unknown(300, x_mm + 20, y_mm)], LAYOUT)
    assert [each.x_mm for each in moved.now(1.5)] == [1.0, x_mm + 20]
    assert [each.marker for each in again.now(1.0 + KEPT_S + 0.1)] == [300]
    assert again.next(9.0, [], LAYOUT).seen == {}


def test_two_pieces_with_one_unknown_marker_are_one_entry_that_says_so() -> None:
    (both,) = UnknownMarkers().next(1.0, [unknown(300, 100, 100), unknown(300, 300, 100)], LAYOUT).now(1.0)
    assert both.times == 2


def test_what_lies_beside_the_mat_or_is_refused_for_another_reason_is_not_listed() -> None:
    beside = [unknown(300, -1, 50), unknown(301, LAYOUT.width_mm + 1, 50), unknown(302, 50, -0.1)]
    beside.append(unknown(303, 50, LAYOUT.height_mm + 0.1))
    beside.append(Rejection(MarkerId(60), "size", 50, 50, "…"))
    assert UnknownMarkers().next(1.0, beside, LAYOUT).now(1.0) == ()
