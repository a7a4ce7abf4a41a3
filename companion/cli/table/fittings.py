"""What is fitted to the table of `companion play` besides the camera: the board, the Pi's header, the light."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Final

from companion.cli.board.names import AUTO, NONE, VIRTUAL
from companion.cli.table.strip_drivers import lights_a_wled, open_strip
from companion.errors import CompanionError
from companion.lights.lamp import Lamp
from companion.live.room import Room
from companion.outputs.lamp import Signals
from companion.outputs.strip import Glimpse, Lighting, Strip
from companion.storage.settings import Settings
from companion.table.devices import DeviceHealth
from companion.table.felt import Buttons, Feeling, load_on
from companion.table.world import World
from hardware.link import BoardLink
from hardware.pi_header import no_header, open_header
from hardware.ports import Finder
from hardware.strips import StripRecorder, write_recording
from hardware.virtual.board import VirtualBoard
from hardware.virtual.process import BoardProcess
from hardware.wled_before import Before
from vision.cameras.frames import Clock
from web.http.pairing import Pairing

log = logging.getLogger(__name__)

STRIP_FILE: Final = "strip.jsonl"
NO_HEADER: Final = "None are set up at a Raspberry Pi. Tap instead."


class Fittings:
    """Board, header and light of one table. Made before the room, begun after it."""

    def __init__(
        self,
        settings: Settings,
        board: str,
        clock: Clock,
        *,
        is_virtual: bool,
        record: Path | None = None,
        kept: Path | None = None,
    ) -> None:
        """`board` is what `--board` says, `record` a folder for what the strip shows. Raises `CompanionError`.

        `kept` is a file for how a WLED shone before.
        """
        if board == VIRTUAL and not is_virtual:
            raise CompanionError("A virtual board stands at a virtual table only. Leave out --board, or add --virtual.")
        self._settings = settings
        self._record = record
        self._room: Room | None = None
        self._present: Callable[[], World | None] = lambda: None
        self.pairing = Pairing()
        self._board = VirtualBoard(BoardProcess(), clock.now, self._load) if board == VIRTUAL else None
        opener = self._board.open if self._board else Finder("" if board == AUTO else board)
        self._link = None if board == NONE else BoardLink(opener, self._feel, companion=version("table-companion"))
        self._header = open_header(settings.header, self._press) if settings.header else no_header(NO_HEADER)
        self._recorder = StripRecorder(clock.now) if record else None
        self._strip = open_strip(settings.strip, self._link, clock.now, is_virtual=is_virtual, kept=kept)
        self._left = None if lights_a_wled(settings.strip) else Before(kept)
        """WLEDs of earlier runs, which a strip behind a WLED sees to itself."""
        strips: list[Strip] = [self._strip] if self._strip else []
        strips += [self._recorder] if self._recorder else []
        self.lighting = Lighting(lambda: self._at().session.snapshot(), strips, settings.strip, news=self._news)
        self._signals = Signals(lambda: self._at().session, self._header, self.pairing.is_open)

    def devices(self) -> tuple[DeviceHealth, ...]:
        """The lines on the status page."""
        none = DeviceHealth("board", "absent", "No board is used. Tap what the scale and the buttons would tell.")
        board = self._link.health() if self._link else none
        strip = self._strip.health() if self._strip else ()
        return (board, *strip, *self.lighting.health(), self._header.health())

    @property
    def buttons(self) -> Buttons | None:
        """The buttons that a page may press: those of a virtual board."""
        return self._board

    @property
    def virtual_board(self) -> VirtualBoard | None:
        """The board, where it is a virtual one."""
        return self._board

    @property
    def can_pair(self) -> bool:
        """Whether a button at the table can let a device in."""
        return "pair" in self._header.buttons

    def strip(self) -> Glimpse:
        """The strip as it glows now."""
        return self.lighting.now()

    @property
    def full_light(self) -> float:
        """Share of a lamp's light at which a white strip shines, as brightness and current allow, 0 to 1."""
        strip = self._settings.strip
        white = bytes([255]) * (3 * strip.pixels)
        return Lamp(strip.gamma, strip.brightness, strip.max_ma).light(white)[0] / 255

    def strip_trouble(self) -> str:
        """Why the strip cannot shine now, as a sentence; "" where it can."""
        driver = self._settings.strip.driver
        if driver == "none":
            return "companion.toml says that no strip is there: driver under [strip] is none."
        if driver != "board":
            faults = [each.text for each in self._strip.health() if each.status == "failed"] if self._strip else []
            return faults[0] if faults else ""
        if self._link is None:
            return "No board is used, so there is no strip to be measured. Start the companion with one."
        hello = self._link.hello()
        if hello is None:
            return "The board is not there, so its strip cannot be measured. Look at its cable, then measure again."
        if not hello.fitted.strip:
            return "No strip is fitted to the board, so there is no light to be measured."
        return self.lighting.health()[0].text if self.lighting.health() else ""

    def start(self, room: Room, world: Callable[[], World | None]) -> None:
        """Begin to feel and to light. The room has a game; `world` is the virtual table, if it is one."""
        self._room, self._present = room, world
        if self._board:
            self._board.start()
        if self._link:
            self._link.start()
        if self._strip:
            self._strip.start()
        if self._left and self._left.is_any():
            threading.Thread(target=self._left.give_back_others, name="wled left", daemon=True).start()
        self.lighting.start()
        self._signals.start()

    def close(self) -> None:
        """Put out the light and give everything back."""
        self._signals.close()
        self.lighting.close()
        if self._strip:
            self._strip.close()
        self._header.close()
        if self._link:
            self._link.close()
        if self._board:
            self._board.close()
        if self._recorder and self._record:
            try:
                write_recording(self._record / STRIP_FILE, self._recorder.shown())
            except OSError as error:
                log.error("What the strip showed is not recorded: %s. The game itself is.", error.strerror)

    def _at(self) -> Room:
        assert self._room is not None  # nothing runs before `start`
        return self._room

    def _news(self, seen: int, timeout_s: float) -> bool:
        """Whether there is another moment than the one seen; waits so long for it."""
        return self._at().session.wait(seen, timeout_s).change != seen

    def _feel(self, feeling: Feeling) -> None:
        self._at().feel(feeling)

    def _press(self, button: str) -> None:
        """A button on the header; before the game is open it is nothing."""
        if button == "pair":
            self.pairing.press()
        elif self._room is not None:
            self._room.press(button)

    def _load(self) -> float:
        """What lies on the virtual scale now."""
        world = self._present()
        if world is None:
            return 0.0
        now = self._at().session.snapshot()
        return load_on(now.game.mat.layout(now.view(None)), world.lying())
