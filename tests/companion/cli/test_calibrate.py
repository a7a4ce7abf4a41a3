"""`companion calibrate` over a folder of pictures, as people use it without a camera at hand."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.runtime.fsync import draft_of
from companion.storage.home import Home, HomeUnusable
from tests.companion.commands import call, refused
from tests.vision.boards import BOARD, WIDE, Pose, picture, poses
from vision.cameras.frames import Camera, NoCamera
from vision.lens import Lenses, load_lenses


def write(folder: Path, chosen: list[Pose]) -> Path:
    folder.mkdir()
    for number, pose in enumerate(chosen):
        cv2.imwrite(str(folder / f"{number:02}.png"), picture(pose, seed=number))
    return folder


@pytest.mark.slow
def test_a_folder_of_pictures_gives_the_lens_and_it_is_kept(tmp_path: Path) -> None:
    shots, data = write(tmp_path / "shots", poses()), tmp_path / "data"
    result = call("calibrate", "--camera", shots, "--name", "Camera test", "--data", data)
    assert result.exit_code == 0, result.output
    assert "View 1 is taken. Now the upper left corner." in result.output
    assert "Camera test at 1280 x 720 px: 14 views, and corners lie within 0." in result.output
    assert f"Kept in {data / 'lenses.toml'}" in result.output
    lens = load_lenses(data / "lenses.toml").of("Camera test", 1280, 720)
    assert lens is not None
    assert lens.k1 == pytest.approx(WIDE.k1, abs=0.02)
    assert f"by up to {lens.bend_px():.0f} px" in result.output
    assert lens.bend_px() == pytest.approx(WIDE.bend_px(), rel=0.05)
    # Another camera is added, and this one stays; without a name it is that of the pictures. One is cut off, and told.
    (shots / "cut.png").write_bytes((shots / "00.png").read_bytes()[:999])
    told = call("calibrate", "--camera", shots, "--data", data)
    assert (told.exit_code, "cut.png is cut off" in told.stderr) == (1, True)
    both = load_lenses(data / "lenses.toml")
    assert [each.camera for each in both.known] == ["Camera test", "Folder shots"]
    # A damaged file is told, and written anew.
    (data / "lenses.toml").write_text("[[lens]\n", encoding="utf-8")
    again = call("calibrate", "--camera", shots, "--data", data)
    assert "was damaged and is written anew: calibrate your other cameras again too." in again.output
    assert len(load_lenses(data / "lenses.toml").known) == 1


def test_a_poor_set_is_refused_and_nothing_is_kept(tmp_path: Path) -> None:
    shots, data = tmp_path / "shots", tmp_path / "data"
    shots.mkdir()
    board = cv2.resize(BOARD.generateImage((1400, 1000), marginSize=60), (350, 250), interpolation=cv2.INTER_AREA)
    for name, left, top in (("a middle", 155, 55), ("b corner", 20, 10)):
        wall = np.full((360, 640, 3), 110, np.uint8)
        wall[top : top + 250, left : left + 350] = board[..., np.newaxis]
        cv2.imwrite(str(shots / f"{name}.png"), wall)
    text = refused("calibrate", "--camera", shots, "--data", data)
    assert text.startswith("2 views of the board are too few: 12 are needed.")
    assert not (data / "lenses.toml").exists()


def test_pictures_without_the_board_are_refused(tmp_path: Path) -> None:
    shots = tmp_path / "shots"
    shots.mkdir()
    cv2.imwrite(str(shots / "wall.png"), np.full((360, 640, 3), 110, np.uint8))
    (shots / "phone.heic").write_bytes(b"\0\0\0\x18ftypheic")
    result = call("calibrate", "--camera", shots, "--data", tmp_path / "data")
    assert "companion: 1 of 2 files cannot be read. phone.heic is a HEIC picture" in result.stderr
    assert "The board is not seen. Now the middle of the picture." in result.output
    assert str(result.exception).startswith("0 views of the board are too few")


def test_without_a_camera_there_is_nothing_to_calibrate(tmp_path: Path) -> None:
    text = refused("calibrate", "--camera", "none", "--data", tmp_path / "data")
    assert text == "Without a camera there is no lens to calibrate. Name one with --camera."
    assert refused("calibrate", "--camera", tmp_path / "nowhere", "--data", tmp_path / "data").startswith(
        "There is no camera, file or folder"
    )


def test_where_no_camera_is_found_it_says_how_to_calibrate_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Camera:
        raise NoCamera("No camera: tap what is done.")

    for module in ("seeing.calibrate", "seeing.enrol_dice"):
        monkeypatch.setattr(f"companion.cli.{module}.camera_opener", lambda *_: nowhere)
    assert refused("calibrate", "--data", tmp_path / "data") == (
        "No camera is found. Plug one in and run this again, or name it with --camera. Where the camera is elsewhere, "
        "take 12 pictures of the board with it and name their folder: companion calibrate --camera FOLDER."
    )
    assert refused("enrol-dice", "--camera", "auto", "--colour", "red", "--data", tmp_path / "data") == (
        "No camera is found. Plug one in and run this again, or name pictures of the dice as IMAGE."
    )


def test_a_data_folder_that_takes_no_lens_is_a_sentence(tmp_path: Path) -> None:
    home = Home(tmp_path).make()
    draft_of(home.lenses).mkdir()
    with pytest.raises(HomeUnusable) as refusal:
        home.keep_lenses(Lenses((WIDE,)).tables())
    assert str(refusal.value) == (
        f"Cannot write {tmp_path / 'lenses.toml'}: Is a directory. The lens is not kept; make room, or choose another "
        "folder with --data FOLDER, and calibrate again."
    )
    draft_of(home.lenses).rmdir()
    home.keep_lenses(Lenses((WIDE,)).tables())
    assert load_lenses(home.lenses).known == (WIDE,)
