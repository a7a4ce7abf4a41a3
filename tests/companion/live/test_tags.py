"""A card with a tag that nobody knows: asked about while it lies on the reader, named once, kept, and forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.live.requests import Enrol, ForgetTag, NameTag
from companion.live.room import Room
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.live.tags import DRAWN_ANEW, NOT_NAMED, tags_offered
from companion.recording.format import STEPS, Recording
from companion.recording.recorder import Recorder
from companion.storage.home import BadOwnerFile, Home
from companion.table.blanks import blanks
from companion.table.felt import Feeling
from companion.table.sightings import MarkerId
from companion.table.tags import box_tags
from tests.companion.recording.recorded import again
from tests.companion.tables import GUEST, HOST, hash_now, open_room, own, play_to, tap_of, wait_for
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import TurnUpPrize
from tests.vision.fakes import FakeClock

TAG, OTHER = "04ffeeddccbbaa", "04ffeeddccbb00"


def lay(room: Room, tag: str) -> Snapshot:
    """The moment after this card, or none, has come to lie on the reader."""
    room.feel(Feeling(card=tag))
    session = room.session
    assert not session.submit(HOST, tap_of([], 0)).accepted  # by then it is settled what was felt
    return session.snapshot()


def at_the_prize(room: Room) -> Session:
    session = own(room, players=2)
    play_to(session, "prize")
    lay(room, "")
    return session


def done(session: Session) -> list[object]:
    return [step.action for step in session._timeline.done if isinstance(step.action, TurnUpPrize)]


def test_an_unknown_tag_is_named_counts_from_then_on_is_kept_and_forgotten(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        session = at_the_prize(room)
        found = lay(room, TAG.upper())
        assert (found.markings.unknown_tag, found.markings.tags) == (TAG, {})
        assert (found.pressed, done(session)) == (NOT_NAMED, [])
        reply = room.enrol(HOST, NameTag(TAG, "card:3"))
        assert reply.text == (
            f"Tag {TAG} is on card 3. To do what it stands for, lay the card there again. "
            "That is kept for all later games of Sealed Bid."
        )
        named = session.snapshot()
        assert (named.markings.unknown_tag, named.markings.tags, named.pressed) == ("", {TAG: "card:3"}, "")
        assert done(session) == []
        lay(room, "")
        lay(room, TAG)
        assert done(session) == [TurnUpPrize(3)]
        game_id = session.game_id
    with open_room(tmp_path) as room:
        assert room.home.markers_file("sealed_bid").read_text() == f'[markers]\n\n[tags]\n{TAG} = "card:3"\n'
        assert room.open_saved(game_id).snapshot().markings.tags == {TAG: "card:3"}
        session = at_the_prize(room)
        lay(room, TAG)
        assert done(session) == [TurnUpPrize(3)]
        assert room.enrol(HOST, ForgetTag(TAG)).text == (
            f"Tag {TAG} stands for card 3 no more. That is kept for all later games of Sealed Bid."
        )
        assert room.enrol(HOST, ForgetTag(TAG)).text == "No card with that tag is named. Look at the list again."
    with open_room(tmp_path) as room:
        session = at_the_prize(room)
        assert lay(room, TAG).markings.unknown_tag == TAG
        assert lay(room, "").markings.unknown_tag == ""
        assert done(session) == []


def test_a_recording_comes_to_the_same_with_a_tag_that_was_named_on_the_way(tmp_path: Path) -> None:
    record = lambda rows: Recorder(tmp_path / "rec", rows, FakeClock())  # noqa: E731
    with open_room(tmp_path / "home", record=record) as room:
        session = at_the_prize(room)
        lay(room, TAG)
        assert room.enrol(HOST, NameTag(TAG, "card:3")).accepted
        for tag in ("", OTHER, "", TAG):
            lay(room, tag)
        wait_for(session, lambda now: bool(done(session)))
        position = hash_now(session)
    replayed = again(Recording.open(tmp_path / "rec" / STEPS))
    assert (replayed.diverged, replayed.state_hash) == ("", position)
    assert OTHER not in (tmp_path / "rec" / STEPS).read_text()


@pytest.mark.parametrize(
    ("tag", "kind", "text"),
    [
        ("xyz", "card:3", "“xyz” is no tag. Lay the card on the reader and choose from the list."),
        (TAG.upper(), "card:3", f"“{TAG.upper()}” is no tag. Lay the card on the reader and choose from the list."),
        (
            "04a1b2c3d40003",
            "card:4",
            "Tag 04a1b2c3d40003 stands for card 3 in this game's own kit. Give the card another one.",
        ),
        (OTHER, "card:4", f"Tag {OTHER} is on card 3. Forget that first."),
        (
            "08a1b2c3",
            "card:4",
            "Tag 08a1b2c3 is drawn by lot at each look, as all short ones are that begin with 08: it never comes "
            "again. Put a sticker on the card (such as NTAG213) and lay that on the reader.",
        ),
        (TAG, "token", "No “token” is laid on the reader in this game. Choose from its list."),
    ],
)
def test_what_a_tag_cannot_be_is_refused(tmp_path: Path, tag: str, kind: str, text: str) -> None:
    with open_room(tmp_path) as room:
        own(room)
        assert room.enrol(HOST, NameTag(OTHER, "card:3")).accepted
        reply = room.enrol(HOST, NameTag(tag, kind))
        assert (reply.accepted, reply.code, reply.text) == (False, "illegal", text)
        assert room.home.tags("sealed_bid") == {OTHER: "card:3"}


def test_only_the_host_may_say_it(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        own(room)
        for asked in (NameTag(TAG, "card:3"), ForgetTag(TAG)):
            reply = room.enrol(GUEST, asked)
            assert (reply.accepted, reply.code) == (False, "not-yours")
        assert room.session.snapshot().markings.tags == {}


def test_tags_and_markers_are_kept_beside_one_another(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        own(room)
        assert room.enrol(HOST, NameTag(TAG, "card:3")).accepted
        assert room.enrol(HOST, Enrol(MarkerId(300), "card:4")).accepted
        assert (room.home.enrolled("sealed_bid"), room.home.tags("sealed_bid")) == ({300: "card:4"}, {TAG: "card:3"})
        assert room.enrol(HOST, ForgetTag(TAG)).accepted
        assert room.home.markers_file("sealed_bid").read_text() == '[markers]\n300 = "card:4"\n'


def test_what_of_the_file_fits_no_more_is_left_out_and_told(tmp_path: Path) -> None:
    home = Home(tmp_path).make()
    kept = f'{TAG} = "card:3"\n{OTHER} = "dragon"\nXX = "card:1"\n'
    home.markers_file("sealed_bid").write_text(f"[markers]\n[tags]\n{kept}")
    with open_room(tmp_path) as room:
        session = own(room)
        assert session.snapshot().markings.tags == {TAG: "card:3"}
        (health,) = (each for each in session.snapshot().health if each.device == "markers")
        assert health.text == (
            "sealed_bid.markers.toml says what a tag is on, and that is left out. No “dragon” is laid on the reader in "
            "this game. Choose from its list. 1 more is left out."
        )
    home.markers_file("sealed_bid").write_text("[markers]\n[tags]\nab = 3\n")
    with pytest.raises(BadOwnerFile):
        home.tags("sealed_bid")


def test_a_game_that_takes_nothing_by_the_reader_asks_about_no_card(tmp_path: Path) -> None:
    game = next(each for each in GAMES.values() if not each.reader.kinds)
    with open_room(tmp_path) as room:
        own(room, game.name)
        lay(room, "")
        assert (lay(room, TAG).markings.unknown_tag, room.session.snapshot().pressed) == ("", "")
        assert not room.enrol(HOST, NameTag(TAG, "back")).accepted


def test_every_kind_that_may_be_laid_there_is_offered_once() -> None:
    for game in (SEALED_BID, GAMES["atlantis_rising"]):
        kinds = [look.kind for each in tags_offered(game) for look, _ in each.kinds]
        assert sorted(kinds) == sorted(game.reader.kinds)


def test_at_a_virtual_table_every_card_has_its_name_and_its_kind_a_tag(tmp_path: Path) -> None:
    game = GAMES["atlantis_rising"]
    tags = box_tags(game.mat.kit, game.reader.kinds)
    assert len(set(tags.values())) == len(tags) == len(game.reader.kinds)
    assert box_tags(SEALED_BID.mat.kit, ("card:3",)) == {"card:3": "04a1b2c3d40003"}
    with open_room(tmp_path, has_hands=True) as room:
        session = room.open_new(game.name, {})
        assert session.snapshot().markings.tags == {tag: kind for kind, tag in tags.items()}
        assert session.snapshot().markings.enrolled.keys() == blanks(game.mat.kit).keys()
        assert session.snapshot().markings.unnamed == ()
        assert (room.home.tags(game.name), room.home.enrolled(game.name)) == ({}, {})


# --- tags that are drawn by lot at each look --------------------------------------------------------------------------


def test_a_tag_that_is_drawn_anew_is_no_card_and_told_once(tmp_path: Path) -> None:
    """A phone that lies there shows another number at each look."""
    with open_room(tmp_path) as room:
        session = at_the_prize(room)
        refused = session.snapshot().refused_presses
        for tag in ("08a1b2c3", "08FFFFFF", "08000000"):
            found = lay(room, tag)
            assert (found.markings.unknown_tag, found.pressed, done(session)) == ("", DRAWN_ANEW, [])
        assert session.snapshot().refused_presses == refused + 1
        assert lay(room, "").markings.unknown_tag == ""
        assert lay(room, "08a1b2c3d4e5f6").markings.unknown_tag == "08a1b2c3d4e5f6", "seven bytes are a number for life"
        assert lay(room, "04a1b2c3").markings.unknown_tag == "04a1b2c3"


def test_one_that_was_named_before_is_left_out_and_told(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        own(room)
        file = room.home.markers_file("sealed_bid")
        file.write_text(f'[markers]\n\n[tags]\n{OTHER} = "card:3"\n08a1b2c3 = "card:4"\n')
        session = at_the_prize(room)
        now = session.snapshot()
        assert now.markings.tags == {OTHER: "card:3"}
        assert [line.text for line in now.health if line.device == "markers"] == [
            f"{file.name} says what a tag is on, and that is left out. Tag 08a1b2c3 is drawn by lot at each "
            "look, as all short ones are that begin with 08: it never comes again. Put a sticker on the card (such as "
            "NTAG213) and lay that on the reader."
        ]
        lay(room, "08a1b2c3")
        assert done(session) == []
