"""Another game's mat and a card of another kit, through pixels: named at once, on every page, and no act."""

from __future__ import annotations

from pathlib import Path

from flask.testing import FlaskClient

from companion.games.game import AnyGame
from companion.games.prints import known_prints
from companion.games.registry import GAMES
from companion.live.inputs import Looked
from companion.live.requests import SetAside
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.table.expected import ExpectedTable, ExpectedZone, Pieces
from companion.table.faults import Faults
from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.sightings import MarkerId
from tests.companion.tables import GUEST, open_room, own, play_to
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.layout import KIT, LAYOUT
from tests.said import said
from vision.cameras.frames import Frame
from vision.looks import Looker
from vision.virtual.hands import Manners
from vision.virtual.headless import HeadlessTable
from vision.virtual.painter import Painter
from vision.virtual.scene import Scene
from vision.virtual.shot import Shot
from web.app import create_app

SHOT = Shot(noise=1.0, width_px=1152, height_px=768)
PRIZE_OF_WAVES = tuple((marker, MarkerId(85 + place)) for place, marker in enumerate(KIT.markers("card:3")))
"""Every three of this table is a Seer of Waves."""


def tell(session: Session, eyes: HeadlessTable) -> Snapshot:
    session.tell(Looked(eyes.look()))
    session.submit(GUEST, SetAside(""))  # settled behind the look
    return session.snapshot()


def table_of(game: AnyGame, layout: Layout, kit: Kit) -> HeadlessTable:
    return HeadlessTable(layout, kit, game.mat.pieces, 1, manners=Manners(), shot=SHOT, prints=known_prints())


def test_a_card_of_another_kit_is_named_with_its_game_its_place_and_what_to_do(tmp_path: Path) -> None:
    eyes = table_of(SEALED_BID, LAYOUT, KIT)
    eyes.spoil(Faults(exchanged=PRIZE_OF_WAVES))
    with open_room(tmp_path) as room:
        session = own(room)
        play_to(session, "prize")
        now = session.snapshot()
        expected = SEALED_BID.mat.expected(now.view(None))
        zones = tuple(
            ExpectedZone("prize", Pieces(("card:3",))) if each.zone == "prize" else each for each in expected.zones
        )
        eyes.world.set_out(ExpectedTable(zones))
        row = now.last_row
        for _ in range(6):
            now = tell(session, eyes)
        (found,) = now.markings.strangers
        assert (found.zone, now.last_row) == ("prize", row)
        whose = known_prints().pieces[found.marker]
        assert whose.startswith("“Seer” of Waves or “")
        assert said(now.sight.note) == (
            f"The piece with marker {found.marker} at the prize is of another game: {whose}. Take it off the mat; or "
            "the host says under “Unknown cards” what it is here."
        )


def test_another_games_mat_is_told_on_every_page_and_nothing_is_read_until_it_is_gone(tmp_path: Path) -> None:
    waves = GAMES["waves"]
    right, (wrong, kit) = table_of(SEALED_BID, LAYOUT, KIT), (waves.mat.layouts["all-vs-all-4"], waves.mat.kit)
    pixels = Painter(wrong, kit, waves.mat.pieces, SHOT).render(Scene(), 1)
    looker = Looker(LAYOUT, KIT.printed, prints=known_prints())
    with open_room(tmp_path) as room:
        session = own(room)
        play_to(session, "prize")
        right.world.set_out(SEALED_BID.mat.expected(session.snapshot().view(None)))
        for _ in range(6):
            before = tell(session, right)
        assert before.sight.state == "settled"
        session.tell(Looked(looker.look(Frame(pixels, right.clock.now() + 0.1, 99), "Camera test").reading))
        session.submit(GUEST, SetAside(""))
        now = session.snapshot()
        told = (
            "This is the mat of Waves (all vs all 4). Lay that of Sealed Bid (plain 3), or start the game that this "
            "one belongs to; nothing is read until then."
        )
        assert (now.sight.state, now.sight.text, now.last_row) == ("unseen", told, before.last_row)
        client: FlaskClient = create_app(room, secret_key=b"a key for tests", host_code="PEARL7").test_client()
        assert told in client.get("/").text
        right.clock.pause(0.2)
        for _ in range(6):
            after = tell(session, right)
        assert after.sight.state == "settled"
