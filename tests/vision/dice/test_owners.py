"""The file of the owner's dice: what is written is read again, and what is damaged is named."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import tomli_w

from vision.dice.logos import SIDE_PX
from vision.dice.owners import BadDiceFile, ClearDiceKept, KeptLogo, OwnDice, OwnDie, decoded, encoded, load_own_dice

FACE = np.random.default_rng(7).integers(0, 256, (SIDE_PX, SIDE_PX)).astype(np.uint8)
OWN = OwnDice(
    (
        OwnDie("glass", "owner", clear=True),
        OwnDie("red", "owner", "#b5202b", logo=(KeptLogo(6, "#7a1c22", encoded(FACE)),)),
    )
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "dice.toml"
    file.write_text(tomli_w.dumps(OWN.tables()), encoding="utf-8")
    read = load_own_dice(file)
    assert read == OWN
    (logo,) = read.logos
    assert (logo.colour, logo.value) == ("red", 6)
    assert np.array_equal(logo.face, FACE)
    assert [(each.name, each.source) for each in read.colours[:2]] == [("glass", "enrolled"), ("red", "enrolled")]


def test_dice_are_replaced_and_forgotten_by_name() -> None:
    assert OWN.with_one(OwnDie("red", "owner", "#c01010")).of("red") == OwnDie("red", "owner", "#c01010")
    assert [each.name for each in OWN.with_one(OwnDie("blue", "owner", "#1f4fa3")).dice] == ["blue", "glass", "red"]
    assert OWN.without("red").dice == OWN.dice[:1]
    assert OWN.without("red").of("red") is None


def test_whether_the_box_has_clear_dice_is_kept_and_else_goes_by_the_game(tmp_path: Path) -> None:
    red = OWN.without("glass")
    assert [red.may_be_clear(by_game) for by_game in (True, False)] == [True, False]
    assert [red.with_clear(said).may_be_clear(not said) for said in (True, False)] == [True, False]
    file = tmp_path / "dice.toml"
    for said in (True, False, None):
        file.write_text(tomli_w.dumps(red.with_clear(said).tables()), encoding="utf-8")
        assert load_own_dice(file) == red.with_clear(said)
        assert load_own_dice(file).without("red").has_clear is said
    has_clear = [any(each.clear for each in red.colours_of_box(by_game)) for by_game in (True, False)]
    assert has_clear == [True, False]


def test_clear_dice_that_were_enrolled_are_in_the_box() -> None:
    assert OWN.may_be_clear(by_game=False)
    with pytest.raises(ClearDiceKept, match="glass was enrolled as clear dice, so the box has some"):
        OWN.with_clear(False)
    none = OWN.without("glass").with_clear(False)
    assert none.with_one(OwnDie("blue", "owner", "#1f4fa3")).has_clear is False
    assert none.with_one(OwnDie("glass", "owner", clear=True)).may_be_clear(by_game=False)


def test_without_a_file_there_are_none(tmp_path: Path) -> None:
    assert load_own_dice(tmp_path / "dice.toml") == OwnDice()


RED = '[[die]]\nname = "red"\nstatus = "owner"\nrgb = "#b5202b"\n'


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[[die]\n", "Expected ']]'"),
        (RED + RED, '"red" stands there twice'),
        (RED.replace("#b5202b", "red"), '"red" has no colour that a die can have'),
        (RED + "clear = true\n", '"red" has no colour that a die can have'),
        (RED.replace("owner", "assumed"), "Invalid enum value 'assumed'"),
        (RED + "hue = 3\n", "unknown field `hue`"),
        ('clear_dice = false\n[[die]]\nname = "ice"\nstatus = "owner"\nclear = true\n', '"ice" is clear'),
        (RED + '[[die.logo]]\nvalue = 7\nrgb = "#101010"\nface = ""\n', "<= 6"),
        (
            RED + '[[die.logo]]\nvalue = 6\nrgb = "#101010"\nface = "AAAA"\n',
            "the face of a logo is no picture of 48 x 48 px",
        ),
        (RED + '[[die.logo]]\nvalue = 6\nrgb = "grey"\nface = ""\n', '"grey" is no colour of a face'),
        (RED + '[[die.logo]]\nvalue = 6\nrgb = "#101010"\nface = "~"\n', "the face of a logo is no picture"),
    ],
)
def test_a_damaged_file_is_named(tmp_path: Path, text: str, wrong: str) -> None:
    file = tmp_path / "dice.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadDiceFile) as bad:
        load_own_dice(file)
    assert str(bad.value).startswith(f"{file} cannot be used: ")
    assert wrong in str(bad.value)
    assert str(bad.value).endswith("Mend that line, or delete the file and enrol your dice again.")


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / "dice.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(BadDiceFile, match=r"cannot be used: .*enrol your dice again"):
        load_own_dice(file)
    with pytest.raises(BadDiceFile, match="Is a directory"):
        load_own_dice(tmp_path)


def test_a_face_of_another_size_is_none() -> None:
    with pytest.raises(ValueError, match="no picture of 48 x 48 px"):
        decoded(encoded(FACE[:20]))
