"""The strip that companion.toml names, under the light of a real game: alive, dead, and at a virtual table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli.table.fittings import Fittings
from companion.cli.table.strip_drivers import open_strip
from companion.language.message import say
from companion.lights.scene import Glow, Scene
from companion.lights.strip import BadStrip, StripSettings
from companion.live.room import Room
from companion.outputs.strip import FRAME_S, Lighting
from companion.storage.settings import Settings
from hardware.strips import NoStrip, StripTooLong
from hardware.virtual.wled import VirtualWled
from hardware.wled import WledStrip
from tests.companion.outputs.test_strip import shine
from tests.companion.tables import HOST, open_room, own, tap_first
from vision.cameras.frames import SystemClock

WHITE = Scene((Glow(0.0, 1.0, "#ffffff", say("Full light.")),))


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with open_room(tmp_path) as made:
        own(made)
        yield made


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """What calls the table looks for another game so often that nobody waits for it at the end."""
    monkeypatch.setattr("companion.outputs.lamp.LOOK_EVERY_S", 0.02)


def fittings(virtual: bool = True, **strip: Any) -> Fittings:
    return Fittings(Settings(strip=StripSettings(**strip)), "none", SystemClock(), is_virtual=virtual)


def test_a_whole_game_goes_on_with_a_strip_that_nobody_answers_for(room: Room) -> None:
    clock, gone = Clock(), VirtualWled(60).start()
    gone.unplug()
    strip = WledStrip(gone.host, 60, ddp_port=gone.ddp_port, clock=clock)
    lighting = Lighting(room.session.snapshot, (strip,), StripSettings(), clock)
    seen, acts = set(), 0
    while room.session.snapshot().outcome is None and acts < 150:
        assert tap_first(room.session, HOST).accepted
        acts += 1
        clock.now_s += 0.5
        lighting.step()
        strip.send_step()
        if acts % 50 == 1:
            strip.ask_step()
        seen.add(lighting.now().text)
    assert acts > 20
    assert len(seen) > 3, "the pages tell the light all the same"
    assert lighting.health() == (), "the strip raises nothing into the light"
    assert strip.health().status == "failed"
    assert strip.sent().frames == 0
    lighting.close()
    strip.close()


def test_what_the_table_holds_reaches_a_wled_and_lets_go_again(room: Room) -> None:
    clock, wled = Clock(), VirtualWled(20)
    wled.start()
    settings = StripSettings(pixels=20, gamma=1.0, brightness=1.0, max_ma=2000)
    strip = WledStrip(wled.host, 20, ddp_port=wled.ddp_port, clock=clock)
    lighting = Lighting(room.session.snapshot, (strip,), settings, clock)
    strip.ask_step()

    def run(seconds: float) -> bytes:
        for _ in range(round(seconds / FRAME_S)):
            clock.now_s += FRAME_S
            lighting.step()
            strip.send_step()
        assert wled.wait_for(strip.sent().frames)
        return wled.packets[-1].data

    game = run(2.0)
    lighting.hold(WHITE, 5.0)
    assert run(2.0) == bytes([255]) * 60
    lighting.release()
    assert run(2.0) == game
    lighting.close()
    strip.send_step()
    assert wled.wait_for(strip.sent().frames)
    assert wled.packets[-1].data == bytes(60)
    strip.close()
    wled.close()


@pytest.mark.usefixtures("hasty")
def test_a_virtual_wled_comes_with_a_virtual_table(room: Room) -> None:
    shine(room)
    fitted = fittings(driver="wled", address="virtual")
    fitted.start(room, lambda: None)
    wled = fitted._strip.wled  # type: ignore[union-attr]
    assert wled.wait_for(3)
    (_, strip, *_) = fitted.devices()
    assert (strip.device, strip.status) == ("strip", "ok")
    assert fitted.strip_trouble() == ""
    fitted.close()
    assert wled.state["on"] is False


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("chip", ["ws2812", "apa102"])
def test_a_virtual_spi_strip_comes_with_a_virtual_table(room: Room, chip: str) -> None:
    fitted = fittings(driver="spi", device="virtual", chip=chip)
    fitted.start(room, lambda: None)
    while fitted.devices()[1].status != "ok":
        fitted.lighting._closing.wait(0.01)
    assert fitted.strip_trouble() == ""
    fitted.close()


def test_a_strip_that_fails_is_on_the_status_page_and_keeps_measuring_from_beginning() -> None:
    fitted = fittings(virtual=False, driver="wled", address="127.0.0.1:9")
    (board, strip, _) = fitted.devices()
    assert (board.device, strip.device, strip.status) == ("board", "strip", "failed")
    assert fitted.strip_trouble() == strip.text
    assert strip.text.startswith("The strip takes no light: the WLED at 127.0.0.1:9 does not answer.")
    nothing = fittings(virtual=False, driver="none")
    assert len(nothing.devices()) == 2
    assert nothing.strip_trouble() == "companion.toml says that no strip is there: driver under [strip] is none."


@pytest.mark.parametrize(
    ("name", "settings"),
    [("address", {"driver": "wled", "address": "virtual"}), ("device", {"driver": "spi", "device": "virtual"})],
)
def test_a_virtual_strip_stands_at_a_virtual_table_only(name: str, settings: dict[str, str]) -> None:
    with pytest.raises(BadStrip) as refused:
        open_strip(StripSettings(**settings), None, Clock(), is_virtual=False)  # type: ignore[arg-type]
    assert str(refused.value) == (
        f"A virtual strip stands at a virtual table only. Mend {name} under [strip] in companion.toml, or add "
        "--virtual."
    )


def test_the_boards_strip_is_as_it_was() -> None:
    assert open_strip(StripSettings(), None, Clock(), is_virtual=False) is None
    assert open_strip(StripSettings(driver="none"), NoStrip(), Clock(), is_virtual=False) is None
    strip = open_strip(StripSettings(), NoStrip(), Clock(), is_virtual=False)
    assert strip is not None
    strip.start()
    strip.show(bytes(690))
    with pytest.raises(StripTooLong):
        strip.show(bytes(693))
    assert strip.health() == ()
    strip.close()
