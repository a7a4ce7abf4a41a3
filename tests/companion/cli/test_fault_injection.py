"""How often faults have happened, counted where they happen."""

from __future__ import annotations

from companion.cli.table.fault_injection import FaultInjection
from companion.table.fault_plans import BoardRates, FaultPlan, FrameRates
from hardware.virtual.faulty_board import Failing
from tests.hardware.virtual.test_faulty_board import Noted
from tests.vision.fakes import FakeClock
from tests.vision.virtual.test_bad_camera import Counting
from vision.virtual.bad_camera import BadCamera, CameraFaults


def test_faults_of_a_camera_are_counted_by_kind_and_those_at_once_beside_them() -> None:
    clock, faults = FakeClock(), CameraFaults(1)
    camera, spoiling = BadCamera(Counting(clock), faults, clock), FaultInjection(None, faults)
    assert spoiling.told() == {}
    spoiling.follow(FaultPlan(camera=FrameRates(lost=0.5, late=1.0)))
    came = [camera.read(1.0) for _ in range(50)]
    assert spoiling.told() == {"camera.lost": came.count(None), "camera.late": 50}
    for what in ("vanish", "return", "freeze", "thaw", "vanish"):
        spoiling.fail(what)
    assert spoiling.told() == {
        "camera.lost": came.count(None),
        "camera.late": 50,
        "camera.vanish": 2,
        "camera.freeze": 1,
    }


def test_each_failure_of_a_board_is_counted_when_it_begins() -> None:
    board = Noted()
    failing = Failing(board, 1)
    failing.rates = BoardRates(reboot_every_s=20, hang_every_s=20, unplug_every_s=20, unplug_for_s=3)
    while board.now_s < 500:
        board.now_s = round(board.now_s + 0.05, 2)
        failing.turn(board.now_s)
    happened = [what for what, _ in board.acts]
    wanted = {"reboot": "power off", "hang": "hang", "unplug": "unplug"}
    assert dict(failing.told) == {name: happened.count(act) for name, act in wanted.items()}
    assert min(failing.told.values()) > 0
