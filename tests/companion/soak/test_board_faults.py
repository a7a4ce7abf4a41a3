"""Plans of faults in files: what they may say, and the sentence where they say something else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.errors import CompanionError
from companion.soak.board_faults import QUIET_S, FollowingBoard, PlanUnreadable, read_plan
from companion.table.fault_plans import BoardRates, FaultPlan, FrameRates, LineRates
from companion.table.felt import Feeling

DOC = Path(__file__).parents[3] / "docs" / "faults.md"


def written(folder: Path, text: str) -> Path:
    file = folder / "plan.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_plan_of_the_page_is_read(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)
    assert example
    assert read_plan(written(tmp_path, example[1])) == FaultPlan(
        seed=3,
        to_board=LineRates(lost=0.1, spoilt=0.05),
        to_host=LineRates(lost=0.1, swapped=0.1, late=0.1, late_s=0.3),
        board=BoardRates(reboot_every_s=60, hang_every_s=90, unplug_every_s=120),
        camera=FrameRates(lost=0.1, twice=0.05, late=0.1, late_s=0.3, vanish_every_s=60, vanish_for_s=4),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[to_host]\nlost = 2", "is no plan of faults: Expected `float` <= 1.0 - at `$.to_host.lost`. docs/faults.md"),
        ("[to_host]\nloss = 0.1", "is no plan of faults: Object contains unknown field `loss` - at `$.to_host`."),
        ("[wire]\nlost = 0.1", "is no plan of faults: Object contains unknown field `wire`."),
        ("[to_host]\nlost = nan", "is no plan of faults:"),
        ("[to_host\nlost = 1", "is no TOML:"),
        ("seed = 7", "plans no faults. Give one a rate, such as lost = 0.1 under [to_host]."),
        ("[pages]\ncut = 0.1", "plans faults of pages, and a soak has none. Leave out [pages]."),
    ],
)
def test_what_is_no_plan_is_told(tmp_path: Path, text: str, said: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(PlanUnreadable) as told:
        read_plan(file)
    assert str(told.value).startswith(f"{file} ")
    assert said in str(told.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(
        PlanUnreadable, match=r"Cannot read .*: No such file or directory\. Name a file like the one in"
    ):
        read_plan(tmp_path / "missing.toml")


def test_faults_cannot_be_recorded(tmp_path: Path) -> None:
    plan = written(tmp_path, "[to_host]\nlost = 0.1")
    done = CliRunner().invoke(cli, ["soak", "sealed_bid", "--faults", str(plan), "--record", str(tmp_path / "record")])
    assert isinstance(done.exception, CompanionError)
    assert str(done.exception) == "Frames that are lost on purpose cannot be recorded. Leave out --faults or --record."


class Noted:
    """A board that notes what it is told."""

    def __init__(self) -> None:
        self.plan: FaultPlan | None = None
        self.failed_s: list[float] = []
        self.pressed: list[str] = []
        self.hears = True

    def names(self) -> tuple[str, ...]:
        return ("next",)

    def press(self, button: str) -> None:
        self.pressed.append(button)

    def set_load(self, pieces: float) -> None:
        self.load = pieces

    def lay_card(self, uid: str | None) -> None:
        self.card = uid

    def step(self, now_s: float) -> tuple[Feeling, ...]:
        return (Feeling(count=1),)

    def close(self) -> None:
        self.is_closed = True

    def follow(self, plan: FaultPlan) -> None:
        self.plan = plan

    def fail(self, now_s: float) -> None:
        self.failed_s.append(now_s)

    def is_heard(self) -> bool:
        return self.hears


def test_a_board_fails_by_its_plan_but_not_right_behind_a_press() -> None:
    inner, plan = Noted(), FaultPlan(board=BoardRates(hang_every_s=10))
    board = FollowingBoard(inner, plan)
    assert inner.plan is plan
    assert board.step(1.0) == (Feeling(count=1),)
    board.press("next")
    board.step(1.0 + QUIET_S / 2)
    board.step(1.0 + QUIET_S)
    assert inner.failed_s == [1.0, 1.0 + QUIET_S]
    assert inner.pressed == ["next"]


def test_nobody_presses_what_is_not_heard() -> None:
    inner = Noted()
    board = FollowingBoard(inner, FaultPlan())
    assert board.names() == ("next",)
    inner.hears = False
    assert board.names() == ()
