"""What a camera's lens bends, told from the printed board: `companion calibrate`."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from companion.errors import CompanionError
from companion.printing.board import COLUMNS, MARKER_MM, ROWS, SQUARE_MM
from companion.runtime.terminal import echo
from companion.storage.home import Home
from vision.camera_choice import camera_opener, is_device
from vision.cameras.files import PictureFolder, VideoFile
from vision.cameras.frames import Camera, CameraEnded, NoCamera, SystemClock
from vision.cameras.reconnect import Opener
from vision.charuco import BoardSize, Showing
from vision.lens import Lens, load_lenses
from vision.lens_calibration import calibrate

READ_TIMEOUT_S = 1.0
BOARD = BoardSize(COLUMNS, ROWS, SQUARE_MM, MARKER_MM)
HOW = (
    "Hold the calibration board (the last sheet of companion print) before the camera, so that it fills a third of the "
    "picture. Show it in the middle and in all four corners, and tilt it to each side."
)


_NO_CAMERA = (
    "No camera is found. Plug one in and run this again, or name it with --camera. Where the camera is elsewhere, take "
    "12 pictures of the board with it and name their folder: companion calibrate --camera FOLDER."
)


class NoPictures(CompanionError, ValueError):
    """There is no camera to calibrate."""


def calibrate_camera(folder: Path, camera: str, name: str | None) -> None:
    """Look at the board until its views are enough, and keep the lens. Raises `NoPictures`."""
    home = Home(folder).make()
    before = load_lenses(home.lenses)
    clock = SystemClock()
    opener = _opener(camera, clock)
    if opener is None:
        raise NoPictures("Without a camera there is no lens to calibrate. Name one with --camera.")
    try:
        looked_through = opener()
    except NoCamera as error:
        raise NoPictures(_NO_CAMERA) from error
    try:
        echo(HOW)
        views = _show(looked_through, Showing(BOARD, is_live=is_device(camera)))
        # Of pictures on the disk the notes tell which could not be read; then the status is not 0 either.
        unread = () if is_device(camera) else looked_through.notes
        for each in unread:
            echo(f"companion: {each}", err=True)
        lens = calibrate(views.views, name or looked_through.name, f"{datetime.now(UTC):%Y-%m-%d}")
    finally:
        looked_through.close()
    home.keep_lenses(before.with_one(lens).tables())
    if before.trouble:
        echo(f"{home.lenses} was damaged and is written anew: calibrate your other cameras again too.")
    echo(*_lens_words(lens, home.lenses))
    if unread:
        sys.exit(1)


def _opener(camera: str, clock: SystemClock) -> Opener | None:
    """As for playing, but pictures from the disk are gone through once, and as fast as they are read."""
    path = Path(camera)
    known = camera_opener(camera, clock)
    if isinstance(known, partial) and known.func is PictureFolder:
        return partial(PictureFolder, path, clock, every_s=0.0, loops=False)
    if isinstance(known, partial) and known.func is VideoFile:
        return partial(VideoFile, path, clock, paced=False)
    return known


def _show(camera: Camera, showing: Showing) -> Showing:
    """Look until the views are enough, or the pictures have ended; every sentence is said once until another comes."""
    said = ""
    while not (showing.is_live and showing.is_enough):
        try:
            frame = camera.read(READ_TIMEOUT_S)
        except CameraEnded:
            break
        text = (
            showing.look(frame.pixels)
            if frame
            else f"{camera.name} gives no picture. Wait, or unplug it and begin again."
        )
        if text and text != said:
            echo(text)
            said = text
    return showing


def _lens_words(lens: Lens, file: Path) -> tuple[str, str]:
    return (
        f"{lens.camera} at {lens.width_px} x {lens.height_px} px: {lens.views} views, and corners lie within "
        f"{lens.error_px:.2f} px of where the lens has them. It bends the picture by up to {lens.bend_px():.0f} px.",
        f"Kept in {file}; it is used from the next start on.",
    )
