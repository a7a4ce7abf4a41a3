"""`companion read-dice`: its lines, its exit status, and what it says of files and models that are none."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.cli import cli, main
from tests.companion.commands import run, sentence
from tests.vision.dice.drawn import cloth, coded, table, write_model
from vision.dice.network import NetworkUnusable


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return write_model(tmp_path / "model")


def call(model: Path, *arguments: str | Path) -> Result:
    """The command inside this process at 2 px/mm; nothing but its own exit may come out of it."""
    asked = ["read-dice", "--model", model, "--px-per-mm", "2", *arguments]
    result = CliRunner().invoke(cli, [str(each) for each in asked], prog_name="companion")
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    return result


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two pictures: one is read, one has a die between two values; and a text."""
    place = tmp_path / "pictures"
    place.mkdir()
    cv2.imwrite(str(place / "a-read.png"), table([6, 2]))
    cv2.imwrite(str(place / "b-doubt.png"), table([4, 2.5]))
    (place / "notes.txt").write_text("No picture.", encoding="utf-8")
    return place


def test_a_picture_is_a_line_and_all_read_is_0(model: Path, folder: Path) -> None:
    result = call(model, folder / "a-read.png")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{folder}/a-read.png: 2 dice: 2, 6.\n"


def test_a_doubt_is_told_and_is_3(model: Path, folder: Path) -> None:
    result = call(model, folder)
    assert result.exit_code == 3
    assert result.stdout == (
        f"{folder}/a-read.png: 2 dice: 2, 6.\n"
        f"{folder}/b-doubt.png: 1 die: 4. One die cannot be read for certain: say what it shows, or turn it into the "
        "light.\n"
    )


def test_what_might_be_clear_is_asked_about_unless_the_box_has_no_clear_dice(model: Path, tmp_path: Path) -> None:
    """2 over 5 looks like a 5 in a clear die: asked about in a photograph, but by an owner without clear dice."""
    image, data = tmp_path / "clear.png", tmp_path / "data"
    pixels = cloth(320, 280)
    coded(pixels, 5, 40, 30, body=(80, 90, 80))  # what a clear body on this cloth looks like
    cv2.imwrite(str(image), pixels)
    assert call(model, image, "--data", data).exit_code == 3
    assert call(model, image, "--data", data, "--no-clear").stdout == f"{image}: 1 die: 5.\n"
    said = CliRunner().invoke(cli, ["enrol-dice", "--data", str(data), "--clear-dice", "no"])
    assert said.exit_code == 0
    assert call(model, image, "--data", data).exit_code == 0
    assert call(model, image, "--data", data, "--clear").exit_code == 3


def test_json_has_exactly_its_keys_and_no_value_that_is_not_read(model: Path, folder: Path) -> None:
    result = call(model, "--json", folder)
    assert result.exit_code == 3
    read, doubtful = map(json.loads, result.stdout.splitlines())
    assert list(read) == ["image", "verdict", "dice"]
    assert (read["image"], read["verdict"], doubtful["verdict"]) == (f"{folder}/a-read.png", "read", "doubtful")
    assert list(read["dice"][0]) == ["value", "colour", "box", "confidence", "state"]
    assert [die["value"] for die in read["dice"]] == [6, 2]
    assert [(die["value"], die["state"]) for die in doubtful["dice"]] == [(4, "read"), (None, "doubtful")]
    assert read["dice"][0]["box"] == [65.5, 105.5, 97.5, 137.5]
    assert 0.98 <= read["dice"][0]["confidence"] <= 1


def test_what_cannot_be_opened_is_1_and_the_others_are_read(model: Path, folder: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    bare.mkdir()
    film = tmp_path / "film.mp4"
    film.write_bytes(b"no film")
    gone = tmp_path / "gone.jpg"
    result = call(model, folder / "notes.txt", gone, bare, film, tmp_path / "gone.mp4", folder / "b-doubt.png")
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 1
    assert sorted(result.stderr.splitlines()) == sorted(
        [
            f"companion: {folder}/notes.txt holds no picture that can be read. Save it again as .jpg or .png.",
            f"companion: There is no file {gone}. See that its name is written as it is on the disk.",
            f"companion: {bare} holds no picture. Put pictures into it (.png, .jpg, .jpeg, .bmp, .webp, .mp4, .avi, "
            ".mov, .mkv, .webm, .m4v), or name another folder.",
            f"companion: {film} holds no film that can be read. Save it again as .mp4 or .avi.",
            f"companion: There is no file {tmp_path}/gone.mp4. See that its name is written as it is on the disk.",
        ]
    )


def test_json_gives_such_a_file_a_line_of_its_own(model: Path, folder: Path) -> None:
    result = call(model, "--json", folder / "notes.txt")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {"image": f"{folder}/notes.txt", "verdict": "failed", "dice": []}


def test_a_black_picture_has_failed(model: Path, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "black.png"), np.zeros((240, 320, 3), np.uint8))
    result = call(model, tmp_path / "black.png")
    assert result.exit_code == 1
    assert result.stdout.endswith(
        "black.png: The picture is black. Take the cover off the lens, or switch a light on.\n"
    )


def test_drawings_are_written_beside_each_other(model: Path, folder: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "new" / "drawn"
    result = call(model, "--draw", drawn, folder, folder / "a-read.png")
    assert result.exit_code == 3
    assert sorted(each.name for each in drawn.iterdir()) == ["a-read-2.jpg", "a-read.jpg", "b-doubt.jpg"]
    picture = cv2.imread(str(drawn / "a-read.jpg"))
    assert picture is not None
    assert picture.shape == table([6, 2]).shape


def test_a_photograph_is_not_drawn_over(model: Path, folder: Path) -> None:
    photo = folder / "own.jpg"
    cv2.imwrite(str(photo), table([6]))
    before = photo.read_bytes()
    told = sentence(run("read-dice", "--model", model, "--px-per-mm", "2", "--draw", folder, photo))
    assert told == (
        f"{photo} is there already, and this command did not write it, so it is left as it is. "
        "Name another folder with --draw."
    )
    assert photo.read_bytes() == before


def test_a_folder_that_cannot_be_drawn_into_is_told(
    model: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = folder / "notes.txt" / "drawn"
    asked = ["--model", model, "--px-per-mm", "2", "--draw", taken, folder / "a-read.png"]
    monkeypatch.setattr(sys, "argv", ["companion", "read-dice", *map(str, asked)])
    with pytest.raises(SystemExit) as raised:
        main()
    assert raised.value.code == 1
    assert capsys.readouterr().err == (
        f"companion: {taken}/a-read.jpg cannot be written: Not a directory. Name another folder with --draw.\n"
    )


def test_without_a_model_nothing_is_read(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["companion", "read-dice", "--model", str(tmp_path), str(folder)])
    with pytest.raises(SystemExit) as raised:
        main()
    assert raised.value.code == 1
    assert capsys.readouterr().err == (
        f"companion: The dice model is not there: {tmp_path}/detector.onnx is missing. Install the companion again, or "
        "name a folder with a model.\n"
    )


def test_a_network_of_another_kind_is_told(model: Path, folder: Path) -> None:
    for each in folder.glob("*.png"):
        cv2.imwrite(str(each), cloth(96, 96))
    (model / "detector.onnx").write_bytes((model / "classifier.onnx").read_bytes())
    asked = ["read-dice", "--model", str(model), "--px-per-mm", "2", str(folder)]
    result = CliRunner().invoke(cli, asked)
    assert isinstance(result.exception, NetworkUnusable)
    assert "is another network" in str(result.exception)


@pytest.mark.parametrize("wrong", [("--px-per-mm", "0"), ("--die-mm", "0.5"), ("--px-per-mm", "wide")])
def test_figures_that_cannot_be_meant_are_usage_errors(model: Path, folder: Path, wrong: tuple[str, str]) -> None:
    result = CliRunner().invoke(cli, ["read-dice", "--model", str(model), *wrong, str(folder)])
    assert result.exit_code == 2
    assert wrong[0] in result.output


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """A film of 1.8 s: one die lies there, another rolls in until 1 s."""
    path = tmp_path / "film.avi"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"FFV1"), 10, (320, 240))
    assert video.isOpened()
    for number in range(18):
        pixels = cloth(320, 240)
        coded(pixels, 2, 12, 40)
        coded(pixels, 5, 30 + 3 * min(number, 10), 20)
        video.write(pixels)
    video.release()
    return path


def test_a_film_is_a_line_a_roll(model: Path, film: Path, tmp_path: Path) -> None:
    result = call(model, "--draw", tmp_path / "drawn", film)
    assert result.exit_code == 0
    assert result.stdout == f"{film}, 1.4 s: 2 dice: 2, 5.\n"
    assert [each.name for each in (tmp_path / "drawn").iterdir()] == ["film-1.4s.jpg"]


def test_a_roll_in_json_has_its_time(model: Path, film: Path) -> None:
    (line,) = map(json.loads, call(model, "--json", film).stdout.splitlines())
    assert list(line) == ["image", "at_s", "verdict", "dice"]
    assert (line["at_s"], line["verdict"]) == (1.4, "read")
    assert [die["value"] for die in line["dice"]] == [5, 2]


def test_dice_that_never_rest_are_doubtful(model: Path, tmp_path: Path) -> None:
    path = tmp_path / "short.avi"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"FFV1"), 10, (320, 240))
    for number in range(6):
        pixels = cloth(320, 240)
        coded(pixels, 5, 20 + 4 * number, 20)
        video.write(pixels)
    video.release()
    result = call(model, path)
    assert result.exit_code == 3
    assert result.stdout == (
        f"{path}, 0.5 s: No roll came to rest. Film on until the dice have lain still for a second.\n"
    )


def test_the_help_names_each_exit_status() -> None:
    told = CliRunner().invoke(cli, ["read-dice", "--help"]).output
    assert "Exit status 0 where everything is read, 3 where something is doubtful, 1" in " ".join(told.split())
