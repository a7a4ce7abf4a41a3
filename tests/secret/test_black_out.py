"""A whole companion, its camera over mini boards with bright dice: no pixel of them leaves before all have called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import cv2
import pytest

from tests.durability.phones import Played, Sitting, Told
from tests.durability.test_kill_allocation import GAME, to_allocation
from tests.vision.private_places import BLACK_MOST, BOARDS, brightest, laden, painter
from vision.virtual.shot import CameraPose, Shot

PATIENCE = 400
"""Answers that are waited for, each as long as the next frame takes."""
PLAYERS = 3
BRIGHT = 150
"""Of 255: no black place comes to it, and white boards and dice do."""
pytestmark = [pytest.mark.slow, pytest.mark.rolling_with_the_waves]


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of one picture, for a camera: a white board with white dice lies in each private place."""
    folder = tmp_path_factory.mktemp("pictures")
    shot = Shot(CameraPose(8.0), width_px=1536, height_px=1024, noise=0.0)
    cv2.imwrite(str(folder / "000001.png"), painter(shot).render(laden(*BOARDS)))
    return folder


class Onlooker(Sitting):
    """A guest who looks at pictures."""

    def picture(self, port: int, path: str = "/camera.jpg?width=1280") -> bytes:
        status, body = self.ask(port, "GET", path)
        return body if status == 200 else b""

    def wait_for(self, port: int, test: Callable[[bytes], bool]) -> bytes:
        """The first picture that passes the test."""
        for _ in range(PATIENCE):
            if (jpeg := self.picture(port)) and test(jpeg):
                return jpeg
            self.events(port)
        raise AssertionError("the camera shows no such picture")

    def events(self, port: int) -> None:
        """Follow the camera's page until something moves there."""
        for event, _, _ in self._stream(port):
            if event:
                return


def frames_in(folder: Path) -> Iterator[bytes]:
    """Every picture below a folder, as a file; one of those that are alike."""
    files = (path for path in sorted(folder.rglob("*")) if path.suffix in (".png", ".jpg"))
    yield from dict.fromkeys(path.read_bytes() for path in files)


def levels(jpegs: Iterable[bytes]) -> int:
    """The brightest level in any private place; 0 where there is no picture at all."""
    return max((brightest(each, zone) for each in jpegs for zone in BOARDS), default=0)


def seen_before_the_last_call(folder: Path, table: Played, people: list[Sitting]) -> dict[str, int]:
    """The brightest level in any private place while dice are drafted and allocated, by outlet."""
    eyes = Onlooker(None, Told(), 9)
    shown = [eyes.wait_for(table.port, lambda jpeg: True)]
    to_allocation(table, people)
    for person in people[:-1]:
        person.tap(table.port, {"type": "LayBehindScreen", "seat": person.seat})
    shown.append(eyes.wait_for(table.port, lambda jpeg: True))
    kept = [*frames_in(folder)]
    assert kept
    return {"camera page": levels(shown), "frames": levels(kept)}


@pytest.mark.parametrize("program", ["companion", "tests.secret.sees_all"])
def test_no_pixel_of_a_mini_board_is_seen_before_all_have_called(program: str, pictures: Path, tmp_path: Path) -> None:
    people = [Sitting(seat, Told(), seat) for seat in range(PLAYERS)]
    to = ("--players", f"{PLAYERS}", "--to", str(tmp_path / "recording"))
    table = Played(GAME, tmp_path, *to, program=(program, "record"), camera=str(pictures))
    before = seen_before_the_last_call(tmp_path, table, people)
    people[-1].tap(table.port, {"type": "LayBehindScreen", "seat": PLAYERS - 1})

    def is_open(jpeg: bytes) -> bool:
        return min(brightest(jpeg, f"board.{seat}") for seat in range(PLAYERS)) > BRIGHT

    Onlooker(None, Told(), 9).wait_for(table.port, is_open)  # then all of them are seen, and so the camera does see
    table.kill()
    told = {name: level <= BLACK_MOST for name, level in before.items()}
    assert told == dict.fromkeys(before, program == "companion"), before
