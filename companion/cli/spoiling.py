"""Brings a plan of faults to the virtual devices of `companion play`."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.table.fault_plans import NO_FAULTS, FaultPlan
from hardware.virtual.board import VirtualBoard
from vision.virtual.bad_camera import CameraFaults


class Spoiling:
    """The `Spoiler` of one virtual table."""

    def __init__(self, board: VirtualBoard | None, camera: CameraFaults) -> None:
        self._board = board
        self._camera = camera
        self._plan = NO_FAULTS
        self._lock = threading.Lock()

    @property
    def plan(self) -> FaultPlan:
        """What goes wrong now."""
        return self._plan

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
