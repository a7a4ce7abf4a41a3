"""Lamp and buzzer: they call once, and shine as long as somebody has to look."""

from __future__ import annotations

import threading

import pytest

from companion.live.requests import Client, End
from companion.live.room import Room
from companion.live.session import Session
from companion.outputs.lamp import Signals
from companion.table.felt import Feeling
from tests.companion.tables import own, play_to, wait_for


class Caller:
    """What lamp and buzzer did."""

    def __init__(self) -> None:
        self.did: list[str] = []
        self.lit, self.dark = threading.Event(), threading.Event()

    def attend(self, on: bool) -> None:
        self.did.append("lamp on" if on else "lamp off")
        now, before = (self.lit, self.dark) if on else (self.dark, self.lit)
        before.clear()
        now.set()

    def beep(self) -> None:
        self.did.append("beep")


def wrong(session: Session, room: Room) -> None:
    """Lay a pearl into the bowl that does not belong there."""
    room.feel(Feeling(count=1))
    wait_for(session, lambda now: now.sight.state == "mismatch")


def test_a_wrong_table_calls_once_and_the_lamp_shines_until_it_is_right(room: Room) -> None:
    session, caller = own(room), Caller()
    signals = Signals(lambda: session, caller)
    room.feel(Feeling(count=0))
    signals.step(wait_for(session, lambda now: now.sight.state == "settled"))
    assert caller.did == []
    wrong(session, room)
    for _ in range(3):
        signals.step(session.snapshot())
    assert caller.did == ["beep", "lamp on"]
    room.feel(Feeling(count=0))
    signals.step(wait_for(session, lambda now: now.sight.state == "settled"))
    assert caller.did == ["beep", "lamp on", "lamp off"]


def test_a_game_that_the_host_ended_calls_nobody(room: Room) -> None:
    session, caller = own(room), Caller()
    signals = Signals(lambda: session, caller)
    room.feel(Feeling(count=0))
    wait_for(session, lambda now: now.sight.state == "settled")
    wrong(session, room)
    signals.step(session.snapshot())
    session.submit(Client("host"), End())
    signals.step(wait_for(session, lambda now: now.ended))
    assert caller.did == ["beep", "lamp on", "lamp off"]


def test_each_press_that_means_nothing_beeps(room: Room) -> None:
    session, caller = own(room), Caller()
    signals = Signals(lambda: session, caller)
    play_to(session, "seal")
    for button in ("seat9", "seat8"):
        room.feel(Feeling(presses=(button,)))
        signals.step(wait_for(session, lambda now, button=button: button[-1] in now.pressed))  # type: ignore[misc]
        signals.step(session.snapshot())
    assert caller.did == ["beep", "beep"]


def test_the_lamp_shines_while_a_device_may_be_paired(room: Room) -> None:
    session, caller, pairing = own(room), Caller(), [True]
    signals = Signals(lambda: session, caller, lambda: pairing[0])
    signals.step(session.snapshot())
    pairing[0] = False
    signals.step(session.snapshot())
    assert caller.did == ["lamp on", "lamp off"]


def test_the_thread_follows_the_game_and_the_next_one(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.outputs.lamp.LOOK_EVERY_S", 0.02)
    caller = Caller()
    first = own(room)
    room.feel(Feeling(count=0))
    signals = Signals(lambda: room.session, caller).start()
    try:
        wait_for(first, lambda now: now.sight.state == "settled")
        wrong(first, room)
        assert caller.lit.wait(30)
        second = own(room)
        wait_for(second, lambda now: now.sight.state == "restoring")
        room.feel(Feeling(count=0))
        wait_for(second, lambda now: now.sight.state == "settled")
        assert caller.dark.wait(30)
        wrong(second, room)
        assert caller.lit.wait(30)
    finally:
        signals.close()
    assert caller.did.count("beep") == 2
