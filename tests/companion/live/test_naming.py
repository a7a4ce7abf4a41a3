"""Cards that the kit cannot name, through pixels: asked for where the game needs it, named once, kept with the box."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.cli.saved.recordings import ReadingsInTurn
from companion.games.registry import GAMES
from companion.live.enrolment import namings
from companion.live.requests import Enrol, Forget
from companion.live.room import Room
from companion.live.session import Session
from companion.recording.format import FRAMES, Recording, recordings
from companion.recording.replayer import replay
from companion.table.blanks import in_the_box
from companion.table.sightings import MarkerId
from tests.companion.live.seen import SeenTable
from tests.companion.tables import HOST, check_replay, hash_now, open_room, own, tap_any, tap_first
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.layout import KIT, layout_of
from tests.games.sealed_bid.model import Phase, TakeTitle
from tests.vision.fakes import FakeClock
from vision.recorded import RecordedFrames
from vision.virtual.hands import Manners
from vision.virtual.headless import HeadlessTable
from vision.virtual.shot import Shot

TITLED: dict[str, Any] = {"titles": True, "players": 3}
CUP = MarkerId(81)
"""The second card of the box is the cup."""


class Titled(SeenTable):
    """A table of a game with titles."""

    def __init__(self, folder: Path) -> None:
        shot, layout = Shot(noise=1.0, width_px=960, height_px=800), layout_of(3, titles=True)
        pieces = SEALED_BID.mat.pieces
        super().__init__(folder, HeadlessTable(layout, in_the_box(KIT), pieces, 1, manners=Manners(), shot=shot))

    def lay(self, session: Session, title: str) -> int:
        """Whoever took the prize lays that title down; gives the seat."""
        state = session._timeline.state
        seat = int(state.table.titles.due)
        after = SEALED_BID.apply_action(state, TakeTitle(seat, title))
        self.eyes.world.lay(SEALED_BID.mat.expected(SEALED_BID.view(after, None)), None)
        return seat


def play_to_title(session: Session) -> None:
    """Play on until somebody has taken a prize: the highest bid, and not the same as another's."""
    rng = random.Random(5)
    while session.snapshot().view(None).table.phase is not Phase.TITLE:
        assert session.snapshot().outcome is None
        assert tap_any(session, rng).accepted


def at_the_title(room: Room) -> Session:
    """A game in which somebody has just taken a prize."""
    session = own(room, **TITLED)
    play_to_title(session)
    return session


@pytest.mark.slow
def test_a_title_is_asked_for_named_by_its_owner_and_takes_part_in_play(tmp_path: Path) -> None:
    table = Titled(tmp_path)
    with table.open() as room:
        session = at_the_title(room)
        table.eyes.world.set_out(SEALED_BID.mat.expected(session.snapshot().view(None)))
        before = table.look(session, lambda now: now.sight.state == "settled")
        assert before.markings.unnamed == ()
        seat = table.lay(session, "cup")
        resting = count()  # long enough to be told of what hides a place
        asked = table.look(session, lambda now: bool(now.markings.unnamed and now.sight.note) and next(resting) > 25)
        (blank,) = asked.markings.unnamed
        assert (blank.marker, blank.zone, asked.last_row) == (CUP, f"title.{seat}", before.last_row)
        assert asked.markings.strangers == ()
        assert str(asked.sight.note) == (
            f"Title card 2, not named yet: it lies at {asked.names[seat]}'s titles, and the host says once under "
            "“Unknown cards” which card it is."
        )
        assert (asked.sight.state, asked.sight.text, asked.sight.mismatches) == (
            "looking",
            "The table is being looked at.",
            (),
        )
        # Named, it is the act that it was all the time.
        reply = room.enrol(HOST, Enrol(CUP, "title:cup"))
        assert reply.text == "Title card 2 is: cup. That is kept for all later games of Sealed Bid."
        done = table.look(session, lambda now: now.last_row > before.last_row)
        acts = [step.action for step in session._timeline.done]
        assert TakeTitle(seat, "cup") in acts
        assert (done.markings.unnamed, done.markings.enrolled) == ((), {CUP: "title:cup"})
        position, game_id = hash_now(session), session.game_id
        assert any("takes the cup, worth 2." in str(line) for line in log_words(session))
        assert "cup" in str(SEALED_BID.mat.expected(done.view(None)))
        check_replay(room)
    # It is kept with the box: over a restart, for this game and for any other.
    with table.open() as room:
        session = room.open_saved(game_id)
        assert session.snapshot().markings.kit.kinds[CUP] == "title:cup"
        table.look(session, lambda now: now.sight.state == "settled")
        assert hash_now(session) == position
    with open_room(tmp_path / "home") as room:
        assert own(room).snapshot().markings.enrolled == {CUP: "title:cup"}
        assert room.home.markers_file("sealed_bid").read_text() == '[markers]\n81 = "title:cup"\n'
    table.store.close()
    frames = RecordedFrames(tmp_path / "rec" / FRAMES)
    for recording in (Recording.open(path) for path in recordings(tmp_path / "rec")):
        again = replay(recording, GAMES, ReadingsInTurn(frames, recording), clock=FakeClock())
        assert (again.diverged, again.reread, again.state_hash) == ("", "", position)


def log_words(session: Session) -> list[str]:
    view = session.snapshot()
    return [str(line.text) for line in view.log(None)]


@pytest.mark.parametrize(
    ("marker", "kind", "text"),
    [
        (82, "title:cup", "Title card 2 is named cup already. Take that back first, if it is wrong."),
        (81, "title:key", "Title card 2 is named cup. Take that name back first."),
        (82, "card:3", "Title card 3 cannot be named “card:3”. Choose one of the names on its list."),
        (82, "title#4", "Title card 3 cannot be named “title#4”. Choose one of the names on its list."),
        (300, "title#1", "This game has no piece “title#1”. Choose one from its list."),
    ],
)
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, marker: int, kind: str, text: str) -> None:
    with open_room(tmp_path) as room:
        own(room, **TITLED)
        assert room.enrol(HOST, Enrol(CUP, "title:cup")).accepted
        reply = room.enrol(HOST, Enrol(MarkerId(marker), kind))
        assert (reply.accepted, reply.text) == (False, text)
        assert room.home.enrolled("sealed_bid") == {CUP: "title:cup"}


def test_a_name_is_taken_back_and_may_be_given_to_another_card(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = own(room, **TITLED)
        assert room.enrol(HOST, Enrol(CUP, "title:cup")).accepted
        (told,) = namings(SEALED_BID, session.snapshot().markings.enrolled)
        assert (told.words, told.named, told.of) == ("Title cards", 1, 4)
        assert [label for _, label in told.left] == ["crown", "key", "ring"]
        assert room.enrol(HOST, Forget(CUP)).text == (
            "Title card 2 has no name again. Lay it down to name it. That is kept for all later games of Sealed Bid."
        )
        assert session.snapshot().markings.kit.kinds[CUP] == "title#2"
        assert room.enrol(HOST, Enrol(MarkerId(82), "title:cup")).accepted
        assert session.snapshot().markings.kit.kinds[MarkerId(82)] == "title:cup"


def test_a_title_can_be_tapped_before_any_card_is_named(tmp_path: Path) -> None:
    """Every fact can be told by hand: the card needs no name for that."""
    with open_room(tmp_path) as room:
        session = at_the_title(room)
        row = session.snapshot().last_row
        assert tap_first(session).accepted
        assert session.snapshot().last_row == row + 1
