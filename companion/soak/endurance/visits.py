"""People who come to the table now and then: they take a seat, tap what is theirs to tell, and leave it to the bots."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from companion.games.game import AnyGame
from companion.soak.endurance.client import Device, NotAnswered
from companion.soak.endurance.streams import OpenPage

EVERY_S: Final = 40.0
"""From one visit to the next: often enough for some in a run of minutes, and rare enough that bots play most acts."""
STAY_S: Final = 20.0
"""Bots do nothing for a seat in which a person sits, so nobody stays for longer."""


class Visits:
    """One visitor after another. One thread uses it."""

    def __init__(self, port: int, game: AnyGame, rng: random.Random) -> None:
        self.pages: list[OpenPage] = []
        """The page of each seat so far that a visitor held open."""
        self.count = self.taps = 0
        self._port, self._game, self._rng = port, game, rng
        self._next_s = EVERY_S / 2
        self._device: Device | None = None
        self._seat, self._until_s = 0, 0.0

    def step(self, table: Mapping[str, Any], now_s: float) -> None:
        """What a visitor does now; `table` is what the companion tells everybody."""
        try:
            if self._device is None:
                if now_s >= self._next_s:
                    self._next_s, self._until_s = now_s + EVERY_S, now_s + STAY_S
                    # Whoever is to act may have something to tell.
                    self._sit_down(self._rng.choice(table["prompt"]["seats"] or range(len(table["seats"]))) + 1)
            elif now_s >= self._until_s or self._tap(self._device):
                self.end()
        except NotAnswered:
            self.end()

    def end(self) -> None:
        """The visitor leaves, if there is one."""
        device, self._device = self._device, None
        if device is not None:
            self.pages[-1].leave()
            device.post(f"/seat/{self._seat}/leave", {})

    def _sit_down(self, seat: int) -> None:
        device = Device(self._port)
        if device.post(f"/seat/{seat}/take", {"name": f"Visitor {self.count + 1}"}).is_done:
            self._device, self._seat, self.count = device, seat, self.count + 1
            self.pages.append(OpenPage(self._port, f"/seat/{seat}/stream", device).start())

    def _tap(self, device: Device) -> bool:
        """Tap the first thing that is this seat's to tell and that nothing shows; whether anything was tapped."""
        seen = device.get(f"/seat/{self._seat}/seat.json")
        if not seen.is_done:
            return False
        told = seen.read()
        if told["sight"]["state"] != "settled":
            return False
        for choice in told["choices"]:
            acts = [msgspec.convert(each, self._game.action_type) for each in choice["actions"]]
            if all(act.sense == "told" and act.actor == self._seat - 1 for act in acts):
                tap_id = f"visit-{self._rng.getrandbits(48):x}"
                is_done = device.tap(f"/seat/{self._seat}/tap", choice["actions"], told["revision"], tap_id).is_done
                self.taps += is_done
                return is_done
        return False
