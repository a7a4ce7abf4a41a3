"""What looks at the table of `companion play`: a camera, or a virtual table with its camera and its players."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from companion.games.core import View
from companion.games.dice import tray_on
from companion.games.game import AnyGame
from companion.games.prints import known_prints
from companion.live.attention import PATIENCE
from companion.live.room import Room
from companion.live.session import Session
from companion.live.snapshot import Snapshot
from companion.referee.comparison import name_of
from companion.simulation.ground_truth import Witness, unwitnessed
from companion.simulation.own_cards import OwnCards
from companion.simulation.players import Players
from companion.table.blanks import in_the_box
from companion.table.devices import DeviceHealth
from companion.table.dice import DiceZone, RollSighting
from companion.table.evidence import Crop
from companion.table.felt import CardReader
from companion.table.fitness import Fitness
from companion.table.geometry import Area
from companion.table.layout import Layout
from companion.table.sightings import Reading
from companion.table.world import World
from vision.camera_choice import camera_health, camera_opener, is_device
from vision.cameras.frames import SystemClock
from vision.crops import EyePhotographer, crop
from vision.dice.colours import without_clear
from vision.dice.eye import DiceEye
from vision.dice.model import load_model
from vision.dice.owners import load_own_dice
from vision.dice.tray_reader import TrayReader
from vision.dice.tray_watch import Reader
from vision.eye import Eye
from vision.fitness.checkup import Checkup
from vision.fitness.tray_sight import LookedAtTray
from vision.lens import Lenses
from vision.looks import Look, Picture
from vision.store import FrameStore
from vision.virtual.dice.portraits import shown_colours
from vision.virtual.hands import Manners
from vision.virtual.live import LiveTable
from vision.virtual.shot import CameraPose, Shot

SHOT: Final = Shot(CameraPose(6.0), width_px=1536, height_px=1024)
"""How the virtual camera takes its pictures: a marker is about 27 px wide."""
MANNERS: Final = Manners(pause=0.02, pause_s=(1.0, 4.0), cover=0.03, slip=0.02)


NO_EYE: Final = "No camera looks at the dice tray: type each roll in."
NO_TRAY: Final = "No camera looks at a dice tray: whoever rolls taps it on their own page."
"""The same where the companion deals."""


def dice_reader(folder: Path, own: Path | None, has_clear: bool) -> Reader:
    """What reads a tray, by the model in that folder, whose dice are those of the owner's file `own`, which need not be
    there; None where the dice are the virtual table's. `has_clear` says whether clear ones come with the game, which
    the owner may know better. Raises `NoModel` or `BadDiceFile`.
    """
    model = load_model(folder)
    if own is None:
        colours = shown_colours()
        return TrayReader(model, colours=colours if has_clear else without_clear(colours)).read
    dice = load_own_dice(own)
    return TrayReader(model, colours=dice.colours_of_box(has_clear), logos=dice.logos).read


class DiceSnapshot:
    """What the game on the table says of its dice now, reckoned once for each moment. Any thread may ask."""

    def __init__(self, newest: Callable[[], Snapshot | None]) -> None:
        self._newest = newest
        self._last: tuple[Snapshot | None, frozenset[str], tuple[DiceZone, ...]] = (None, frozenset(), ())

    def opened(self) -> frozenset[str]:
        """The private zones of the mat that everybody may see; none where there is no game with dice."""
        return self._now()[1]

    def zones(self) -> tuple[DiceZone, ...]:
        """Where dice are looked at; nowhere where there is no game with dice."""
        return self._now()[2]

    def _now(self) -> tuple[Snapshot | None, frozenset[str], tuple[DiceZone, ...]]:
        newest, last = self._newest(), self._last
        if newest is None or newest.game.dice is None:
            return newest, frozenset(), ()
        if newest is not last[0]:
            view = newest.view(None)
            last = self._last = (newest, newest.game.dice.opened(view), newest.game.dice.zones(view))
        return last


class Photographers:
    """Photographs of acts: of a roll out of the very picture in which it was read, else out of the last ones."""

    def __init__(self, dice: DiceEye, others: EyePhotographer) -> None:
        self._dice = dice
        self._others = others

    def photo(self, at_s: float, frame: int, areas: tuple[Area, ...]) -> Crop | None:
        """As a `Photographer`'s."""
        return self._dice.photo(at_s, frame, areas) or self._others.photo(at_s, frame, areas)


class Eyes:
    """The camera and its thread, if any, and the virtual table, if it is one. Made before the room, begun after it."""

    def __init__(
        self,
        clock: SystemClock,
        camera: str,
        table: LiveTable | None,
        frames: Path | None,
        lenses: Lenses,
        reader: Callable[[bool], Reader],
    ) -> None:
        """`camera` is what `--camera` says, of no meaning at a virtual table; `frames` a folder to keep frames in.

        `reader` gives what reads dice, once there is a game with dice, of which some may be clear.

        Raises `CameraUnknown`, or a `FramesError` where the folder takes nothing.
        """
        opener = table.camera if table else camera_opener(camera, clock)
        self._clock = clock
        self._table = table
        self._store = FrameStore(frames) if frames and opener else None
        keep, is_live = self._store.keep if self._store else None, table is not None or is_device(camera)
        self._told_by = DiceSnapshot(lambda: self._room.session.snapshot() if self._room is not None else None)
        self._eye = (
            Eye(
                opener,
                clock,
                keep=keep,
                is_live=is_live,
                lenses=lenses,
                prints=known_prints(),
                opened=self._told_by.opened,
            )
            if opener
            else None
        )
        self._dice = DiceEye(self._eye, reader, self._tell_roll, self._told_by.zones) if self._eye else None
        self.photographer = Photographers(self._dice, EyePhotographer(self._eye)) if self._eye and self._dice else None
        """Takes the photographs of acts; None where there is nothing to look through."""
        self._checkup = Checkup(self._eye.picture, clock) if self._eye else None
        self.witness: Witness = unwitnessed
        """Told of what hands do at a virtual table; may be set before `start`."""
        self._players: Players | None = None
        self.own_cards = OwnCards()
        """What people at a virtual table hold, for their own pages."""
        self._room: Room | None = None

    @property
    def are_open(self) -> bool:
        """Whether there is anything to look through."""
        return self._eye is not None

    def devices(self) -> tuple[DeviceHealth, ...]:
        """The lines on the status page: the camera's, and the virtual players' where they have stopped."""
        camera = self._eye.health() if self._eye else camera_health()
        return (camera, *self._dice_health(), *(self._players.health() if self._players else ()))

    def _dice_health(self) -> tuple[DeviceHealth, ...]:
        if self._dice is not None:
            return self._dice.health()
        if self._room is None:
            return ()
        now = self._room.session.snapshot()
        has_tray = tray_on(now.game.dice, now.game.mat.layout(now.view(None)))
        return (DeviceHealth("dice", "absent", NO_TRAY if now.is_dealt else NO_EYE),) if has_tray else ()

    def world(self) -> World | None:
        """The virtual table of the present game."""
        return self._players.world if self._players else None

    def lay_for_me(self) -> None:
        """Let the hands at a virtual table lay what it lacks."""
        if self._players is not None:
            self._players.lay_for_me()

    def picture(self, width_px: int) -> tuple[int, bytes] | None:
        """What the camera sees, with the pieces' names on it, and the count of the look; None before the first."""
        if self._eye is None or self._room is None:
            return None
        now = self._room.session.snapshot()
        kinds = now.game.mat.pieces
        return self._eye.jpeg({marker: kinds[kind].label for marker, kind in now.markings.kit.kinds.items()}, width_px)

    def seen(self) -> int | None:
        """The count of the look that `picture` would draw now; None before the first."""
        return self._eye.seen() if self._eye else None

    def crop(self, area: Area) -> bytes:
        """This part of the mat in the newest picture, as a JPEG; empty where the mat is not read."""
        picture = self._eye.picture() if self._eye else None
        return crop(picture, (area,)) if picture is not None else b""

    def fitness(self, may_be_clear: bool | None = None) -> Fitness | None:
        """Whether the table is fit to be read; None without a camera, or before its first picture.

        `may_be_clear` says whether clear dice may be rolled, None where that goes by the game.
        """
        if self._checkup is None or self._room is None:
            return None
        now = self._room.session.snapshot()
        view = now.view(None)
        zones = now.game.mat.expected(view).zones
        names = {zone.zone: str(name_of(zone)) for zone in zones}
        found = self._checkup.newest(
            now.markings.kit, names, self._tray(now.game, now.game.mat.layout(view), may_be_clear)
        )
        pace = self._dice.pace() if self._dice is not None else None
        return replace(found, checks=(*found.checks, pace)) if found is not None and pace is not None else found

    def _tray(self, game: AnyGame, layout: Layout, may_be_clear: bool | None) -> LookedAtTray | None:
        zone, by_game = tray_on(game.dice, layout), bool(self.has_clear_by_game())
        return LookedAtTray(layout.find(zone), by_game if may_be_clear is None else may_be_clear) if zone else None

    def has_clear_by_game(self) -> bool | None:
        """Whether clear dice come with the present game; None where it has no dice."""
        now = self._room.session.snapshot() if self._room is not None else None
        return now.game.dice.may_be_clear(now.view(None)) if now is not None and now.game.dice is not None else None

    def read_dice_anew(self) -> None:
        """The owner's dice are others now: read what lies in the tray by them."""
        if self._dice is not None:
            self._dice.reload()

    def has_bots_at_work(self) -> bool:
        """Whether virtual players may move pieces at any moment."""
        if self._table is None or self._room is None:
            return False
        now = self._room.session.snapshot()
        return not (now.paused or now.is_over)

    def newest_picture(self) -> Picture | None:
        """The newest look with its pixels; None before the first."""
        return self._eye.picture() if self._eye else None

    def look_at(self, session: Session) -> None:
        """Look for the mat of the game that is on the table now, by the markers that may lie on it now."""
        now = session.snapshot()
        view, dice = now.view(None), now.game.dice
        layout = now.game.mat.layout(view)
        if self._eye:
            self._eye.watch(layout, now.markings.kit.printed)
        if self._dice:
            self._dice.watch(layout, tray_on(now.game.dice, layout), dice is not None and dice.may_be_clear(view))

    def start(self, room: Room, pace_s: float, reader: CardReader | None = None, *, patience: float = PATIENCE) -> None:
        """Begin to look, and to play at a virtual table; `reader` is its virtual board's. The room has a game.

        `pace_s` and `patience` are those of a `Session`.
        """
        self._room = room
        if self._table:
            # A virtual table waits for its camera: the scale alone must not set the bots going.
            room.see(Reading(self._clock.now(), unseen="The camera is starting."))
            self._players = Players(
                lambda: room.session,
                self._set_table,
                pace_s=pace_s,
                patience=patience,
                witness=self.witness,
                reader=reader,
                own_cards=self.own_cards,
            ).start()
        if self._eye:
            now = room.session.snapshot()
            self._eye.start(now.game.mat.layout(now.view(None)), now.markings.kit.printed, self._tell)
        if self._dice:
            self._dice.start()

    def _set_table(self, game: AnyGame, view: View[Any, Any]) -> World:
        """The pieces of a game where its beginning, or the middle of a resumed game, has them."""
        assert self._table is not None  # only a virtual table has players
        # In a virtual box every blank card is some card, whether somebody has said which or not.
        kit = in_the_box(self._room.session.snapshot().markings.kit if self._room else game.mat.kit)
        return self._table.set_table(game.mat.layout(view), kit, game.mat.pieces, game.mat.expected(view))

    def _tell(self, look: Look) -> None:
        """Let the referee know of a look; not that there is no camera, which would be told all evening."""
        if self._room and look.health.status != "absent":
            self._room.see(look.reading)

    def _tell_roll(self, roll: RollSighting) -> None:
        if self._room:
            self._room.roll(roll)

    def stop_playing(self) -> None:
        """Let the virtual players lay down their hands."""
        if self._players:
            self._players.close()

    def close(self) -> None:
        """Give the camera back."""
        if self._dice:
            self._dice.close()
        if self._eye:
            self._eye.close()
        if self._store:
            self._store.close()
