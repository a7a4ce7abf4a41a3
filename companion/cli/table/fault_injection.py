"""Brings a plan of faults to the virtual devices of `companion play`."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import Final

from companion.table.fault_plans import NO_FAULTS, FaultPlan
from hardware.virtual.board import VirtualBoard
from vision.virtual.bad_camera import CameraFaults

_COUNTED: Final = {
    "reboot": "board.reboot",
    "hang": "board.hang",
    "unplug": "board.unplug",
    "vanish": "camera.vanish",
    "freeze": "camera.freeze",
}
"""What the host lets happen at once, under the name by which the same is counted where a plan does it."""


class FaultInjection:
    """The `Spoiler` of one virtual table."""

    def __init__(self, board: VirtualBoard | None, camera: CameraFaults) -> None:
        self._board = board
        self._camera = camera
        self._plan = NO_FAULTS
        self._at_once = Counter[str]()
        self._lock = threading.Lock()

    @property
    def plan(self) -> FaultPlan:
        """What goes wrong now."""
        return self._plan

    def told(self) -> dict[str, int]:
        """How often each fault of a device has happened so far, such as "to_host.lost"; what has not is left out."""
        board, counts = self._board, Counter(dict(self._at_once))
        parts = {"camera": self._camera.told}
        if board is not None:
            parts |= {"to_board": board.to_board.told, "to_host": board.to_host.told, "board": board.failing.told}
        for part, told in parts.items():
            # A copy is made at one stroke: other threads count on meanwhile.
            counts.update({f"{part}.{name}": number for name, number in dict(told).items() if name != "messages"})
        return dict(counts)

    def follow(self, plan: FaultPlan) -> None:
        """Have these faults from now on, and no others."""
        with self._lock:
            self._plan = plan
            self._camera.rates = plan.camera
            if self._board is not None:
                self._board.to_board.rates, self._board.to_host.rates = plan.to_board, plan.to_host
                self._board.failing.rates = plan.board

    def fail(self, what: str) -> None:
        """Let this happen now, once: a key of `FAILURES`; what the table has not is nothing."""
        camera, board = self._camera, self._board
        if what in _COUNTED:
            self._at_once[_COUNTED[what]] += 1
        if what in ("vanish", "return"):
            camera.is_away = what == "vanish"
        elif what in ("freeze", "thaw"):
            camera.is_frozen = what == "freeze"
        elif board is not None:
            acts: dict[str, tuple[Callable[[], None], ...]] = {
                # The board notices that its power was gone at its next turn only.
                "reboot": (board.power_off, board.turn, board.power_on),
                "hang": (board.hang,),
                "unplug": (board.unplug,),
                "plug": (board.plug_in,),
            }
            for act in acts.get(what, ()):
                act()
