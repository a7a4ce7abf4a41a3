"""The folder of bombs: what lies in it, and that each is left out in words."""

from __future__ import annotations

from pathlib import Path

from companion.bench.picture_bombs import PictureBombs
from vision.cameras.stored import NOT_PLAIN, TOO_LARGE, load, pictures_in

SIDE_PX = 10_000


def test_the_folder_stands_in_for_the_camera_and_all_but_one_is_refused(tmp_path: Path) -> None:
    assert PictureBombs([], SIDE_PX).prepare(tmp_path) == ("--camera", str(tmp_path / "pictures"))
    told = {path.name: load(path) for path in pictures_in(tmp_path / "pictures")}
    assert not isinstance(told.pop("good.png"), str)
    assert told == {
        "endless.png": NOT_PLAIN,
        "huge.png": f"has {SIDE_PX} x {SIDE_PX} pixels, and 64 megapixels are the most. Save it smaller.",
        "pipe.png": NOT_PLAIN,
        "sparse.png": TOO_LARGE,
        "thin.png": "has 1 x 60000 pixels, which show no table. Take it again.",
    }
