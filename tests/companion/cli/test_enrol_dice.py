"""`companion enrol-dice`: what it keeps, lists, forgets and refuses, and that read-dice goes by it."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.cli import cli
from companion.cli.seeing.enrol_dice import LOOKS, NothingShown, newest
from companion.errors import CompanionError
from companion.runtime.fsync import draft_of
from companion.storage.home import Home, HomeUnusable
from tests.vision.dice.drawn import cloth, write_model
from tests.vision.dice.logo_dice import BLUE, Shape, logo_die
from vision.cameras.frames import Frame
from vision.dice.owners import load_own_dice


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return write_model(tmp_path / "model")


def picture(path: Path, *dice: tuple[int, Shape, float], turn_deg: float = 0.0) -> Path:
    """Blue dice in a row: column of its cell, what is on it, its code."""
    pixels = cloth(640, 240)
    for column, shape, value in dice:
        logo_die(pixels, column, 30, shape, turn_deg, BLUE, value=value)
    cv2.imwrite(str(path), pixels)
    return path


def call(tmp_path: Path, *arguments: str | Path, command: str = "enrol-dice") -> Result:
    """The command with a data folder of its own; nothing but its exit or a sentence may come out of it."""
    asked = [command, "--data", tmp_path / "data", *arguments]
    result = CliRunner().invoke(cli, [str(each) for each in asked], prog_name="companion")
    assert result.exception is None or isinstance(result.exception, SystemExit | CompanionError)
    return result


def enrol(tmp_path: Path, model: Path, *arguments: str | Path) -> Result:
    return call(tmp_path, "--model", model, "--px-per-mm", "2", *arguments)


def test_colour_and_logo_are_kept_and_read_dice_goes_by_them(tmp_path: Path, model: Path) -> None:
    plain = picture(tmp_path / "plain.png", (20, "none", 3), (60, "none", 5))
    starred = picture(tmp_path / "logo.png", (40, "arrow", 2.5))
    file = tmp_path / "data" / "owner" / "dice.toml"
    first = enrol(tmp_path, model, plain, "--colour", "sea")
    assert first.output == f"sea: #1f4fa3. By 2 dice; kept in {file}.\n"
    second = enrol(tmp_path, model, starred, "--colour", "sea", "--logo", "6")
    assert second.output == f"sea: #1f4fa3, its 6 is a logo. By 1 die; kept in {file}.\n"
    assert call(tmp_path, "--list").output == "sea: #1f4fa3, its 6 is a logo.\n"
    mixed = picture(tmp_path / "mixed.png", (20, "none", 4), (60, "arrow", 2.5), turn_deg=75)
    asked = ("--model", model, "--px-per-mm", "2", "--json", mixed)
    read = call(tmp_path, *asked, command="read-dice")
    assert read.exit_code == 0
    assert [(die["value"], die["colour"]) for die in json.loads(read.output)["dice"]] == [(4, "sea"), (6, "sea")]
    forgotten = call(tmp_path, "--forget", "sea")
    assert forgotten.output == "sea is forgotten.\n"
    assert load_own_dice(file).dice == ()
    read = call(tmp_path, *asked, command="read-dice")
    assert read.exit_code == 3
    assert [die["colour"] for die in json.loads(read.output)["dice"]] == ["blue", "blue"]


def test_nothing_enrolled_is_told(tmp_path: Path) -> None:
    assert call(tmp_path, "--list").output == (
        "No dice are enrolled: they are named by the colours that come with the companion.\n"
    )
    result = call(tmp_path, "--forget", "red")
    assert str(result.exception) == "No dice are enrolled as red. Choose one of: none."


def test_that_the_box_has_no_clear_dice_is_said_once(tmp_path: Path) -> None:
    none = "The box has no clear dice: nothing is asked because it might be clear.\n"
    assert call(tmp_path, "--clear-dice", "no").output == none
    assert call(tmp_path, "--list").output.endswith(none)
    assert call(tmp_path, "--clear-dice", "game").output == "Whether the box has clear dice goes by the game.\n"
    assert call(tmp_path, "--list").output == (
        "No dice are enrolled: they are named by the colours that come with the companion.\n"
    )
    assert "stand alone" in call(tmp_path, "--clear-dice", "yes", "--list").output


def test_a_picture_without_dice_is_named_and_nothing_is_kept(tmp_path: Path, model: Path) -> None:
    bare = picture(tmp_path / "bare.png")
    result = enrol(tmp_path, model, bare, "--colour", "sea")
    assert str(result.exception) == (
        f"{bare}: No die is seen that could be enrolled. No die. Lay the dice apart, in good light."
    )
    assert not (tmp_path / "data" / "owner" / "dice.toml").exists()


def test_a_damaged_file_is_a_sentence_for_every_command(tmp_path: Path, model: Path) -> None:
    plain = picture(tmp_path / "plain.png", (20, "none", 3))
    assert enrol(tmp_path, model, plain, "--colour", "sea").exit_code == 0
    file = tmp_path / "data" / "owner" / "dice.toml"
    file.write_text("[[die]\n", encoding="utf-8")
    for result in (
        call(tmp_path, "--list"),
        call(tmp_path, "--forget", "sea"),
        enrol(tmp_path, model, plain, "--colour", "sea"),
        call(tmp_path, "--model", model, plain, command="read-dice"),
    ):
        assert str(result.exception).startswith(f"{file} cannot be used: ")
        assert str(result.exception).endswith("Mend that line, or delete the file and enrol your dice again.")
    assert file.read_text(encoding="utf-8") == "[[die]\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "Name pictures of dice of one colour, and the colour"),
        (("a.png",), "Say what the dice shown are to be called: --colour NAME."),
        (("--colour", "red"), "Name either pictures of the dice or a --camera."),
        (("a.png", "--camera", "auto", "--colour", "red"), "Name either pictures of the dice or a --camera."),
        (("--list", "--forget", "red"), "--list, --forget and --clear-dice stand alone."),
        (("--list", "--colour", "red"), "--list, --forget and --clear-dice stand alone."),
        (("a.png", "--colour", "red", "--logo", "7"), "--logo"),
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    result = call(tmp_path, *arguments)
    assert result.exit_code == 2
    assert words in " ".join(result.output.split())


def test_what_is_no_camera_is_told(tmp_path: Path, model: Path) -> None:
    for name in ("none", str(tmp_path)):
        result = enrol(tmp_path, model, "--camera", name, "--colour", "red")
        assert str(result.exception) == (
            f"{name} is no camera that dice can be shown to. Name a camera, or pictures as IMAGE."
        )


class Showing:
    """A camera with so many pictures; each is as bright as its number."""

    name = "Camera test"
    notes: tuple[str, ...] = ()

    def __init__(self, count: int) -> None:
        self.left, self.number = count, 0

    def read(self, timeout_s: float) -> Frame | None:
        if self.number >= self.left:
            return None
        self.number += 1
        return Frame(np.full((4, 4, 3), self.number, np.uint8), float(self.number), self.number)

    def close(self) -> None:
        """Nothing is held open."""


def test_a_camera_is_given_time_to_find_its_exposure() -> None:
    assert newest(Showing(100))[0, 0, 0] == LOOKS
    assert newest(Showing(3))[0, 0, 0] == 3
    with pytest.raises(NothingShown) as refused:
        newest(Showing(0))
    assert str(refused.value) == "Camera test gives no picture. Unplug it, plug it in again, and repeat."


def test_a_folder_that_takes_no_dice_is_told(tmp_path: Path) -> None:
    home = Home(tmp_path).make()
    draft_of(home.dice).mkdir()
    with pytest.raises(HomeUnusable) as refused:
        home.keep_dice({"die": []})
    assert str(refused.value) == (
        f"Cannot write {home.dice}: Is a directory. What was shown is not kept; make room, or choose another folder "
        "with --data FOLDER, and enrol again."
    )
