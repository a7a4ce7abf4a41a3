"""The folder of rendered pictures: whole or not at all, filled from where it stands; and what the command says."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.training.cycles.marks import RECIPE
from vision.training.cycles.render import Picture, Progress, fill, main, missing, names, png, store

PIXELS = np.random.default_rng(0).integers(0, 256, (9, 7, 3), np.uint8)


def quiet(total: int) -> Progress:
    return Progress(total, io.StringIO(), lambda: 0.0)


def made(seed: int) -> Picture:
    return np.full((4, 4, 3), seed, np.uint8), [], []


def test_pictures_are_written_as_they_are() -> None:
    read = cv2.imdecode(np.frombuffer(png(PIXELS), np.uint8), cv2.IMREAD_COLOR)
    assert read is not None
    assert np.array_equal(read[..., ::-1], PIXELS)


def test_a_stopped_command_goes_on_with_what_is_missing(tmp_path: Path) -> None:
    def pulled(seed: int) -> Picture:
        if seed == 7:
            raise KeyboardInterrupt
        return made(seed)

    with pytest.raises(KeyboardInterrupt):
        fill(tmp_path, missing(tmp_path, 5, 4), pulled, quiet(4))
    assert missing(tmp_path, 5, 4) == [7, 8]
    fill(tmp_path, missing(tmp_path, 5, 4), made, quiet(2))
    assert missing(tmp_path, 5, 4) == []
    assert len(list(tmp_path.iterdir())) == 8


def test_a_scene_counts_only_with_picture_and_line_of_this_recipe(tmp_path: Path) -> None:
    for seed in range(4):
        store(tmp_path, seed, made(seed))
    names(tmp_path, 0)[0].unlink()
    names(tmp_path, 1)[1].write_bytes(b'{"recipe":')
    old = json.loads(names(tmp_path, 2)[1].read_bytes()) | {"recipe": RECIPE - 1}
    names(tmp_path, 2)[1].write_text(json.dumps(old))
    assert missing(tmp_path, 0, 5) == [0, 1, 2, 4]


def test_progress_says_how_long_each_took_and_what_is_left() -> None:
    times: Iterator[float] = iter([0.0, 4.0, 12.0])
    stream = io.StringIO()
    progress = Progress(12, stream, lambda: next(times))
    progress.step()
    progress.step()
    first, second = stream.getvalue().splitlines()
    assert first == "Rendering  [##----------------------]  1/12  4.0 s each, 1 min left"
    assert second == "Rendering  [####--------------------]  2/12  6.0 s each, 1 min left"


@pytest.mark.skipif(find_spec("bpy") is not None, reason="has the renderer")
def test_without_the_renderer_it_says_how_to_get_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--out", str(tmp_path), "--count", "1"]) == 1
    assert "This Python has no bpy. Make an environment for it" in capsys.readouterr().err


def test_what_is_whole_needs_no_renderer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store(tmp_path, 3, made(3))
    assert main(["--out", str(tmp_path), "--count", "1", "--seed", "3"]) == 0
    assert f"{tmp_path} holds the 1 scenes from 3 on" in capsys.readouterr().out


def test_a_python_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nowhere = tmp_path / "nowhere" / "python"
    assert main(["--out", str(tmp_path), "--count", "1", "--python", str(nowhere)]) == 1
    assert f"{nowhere} cannot be run (No such file or directory). Name the Python" in capsys.readouterr().err


def test_counts_that_make_no_sense_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--out", str(tmp_path), "--count", "0"])
    assert "--count and --threads must be 1 or more" in capsys.readouterr().err
