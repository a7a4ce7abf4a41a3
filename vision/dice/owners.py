"""The owner's own dice: their colours and logos, as they were enrolled and are kept in a file.

BadDiceFile (CompanionError, ValueError)   a file of dice that is damaged, or says what cannot be
"""

from __future__ import annotations

import base64
import binascii
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

import cv2
import msgspec
import numpy as np

from companion.errors import CompanionError
from companion.runtime.plain_file import plain, read_plain_text
from companion.runtime.plain_text import NotUtf8
from companion.runtime.toml_text import parse_toml
from vision.cameras.frames import Pixels
from vision.dice.colours import Reference, is_sound, shipped_colours, too_near
from vision.dice.logos import SIDE_PX, Logo

LONGEST_FACE = 20_000
"""Letters of a kept face: one of noise alone, the worst there is, has 3 500."""


class BadDiceFile(CompanionError, ValueError):
    """A file of the owner's dice that cannot be read; the message names it."""


class KeptLogo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One logo in the file."""

    value: Annotated[int, msgspec.Meta(ge=1, le=6)]
    rgb: str
    """The colour that is measured where this face is on top, "#rrggbb"."""
    face: Annotated[str, msgspec.Meta(max_length=LONGEST_FACE)]
    """A PNG in base64: the face in grey, `SIDE_PX` px wide and high."""

    def as_logo(self, colour: str) -> Logo:
        """The logo as the reader takes it, on dice of this name; ValueError where the file has no face or colour."""
        shown = Reference(colour, "enrolled", self.rgb)
        if not is_sound(shown):
            raise ValueError(f'"{self.rgb}" is no colour of a face; write it as "#rrggbb"')
        return Logo(colour, self.value, shown.lab(), decoded(self.face))


class OwnDie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice of one colour."""

    name: str
    status: Literal["owner"]
    rgb: str = ""
    """The body's colour, "#rrggbb"; empty where `clear`."""
    clear: bool = False
    logo: tuple[KeptLogo, ...] = ()

    def reference(self) -> Reference:
        """Its colour as the reader takes it."""
        return Reference(self.name, "enrolled", self.rgb, self.clear)


@dataclass(frozen=True)
class OwnDice:
    """All dice of an owner, by name."""

    dice: tuple[OwnDie, ...] = ()

    def of(self, name: str) -> OwnDie | None:
        """The dice of that name, if there are any."""
        return next((each for each in self.dice if each.name == name), None)

    def with_one(self, die: OwnDie) -> OwnDice:
        """These and those, in place of dice of the same name."""
        return OwnDice(tuple(sorted((*self.without(die.name).dice, die), key=lambda each: each.name)))

    def without(self, name: str) -> OwnDice:
        """All but those of that name."""
        return OwnDice(tuple(each for each in self.dice if each.name != name))

    def tables(self) -> dict[str, list[dict[str, object]]]:
        """What is written to the file: `die`, a list of tables."""
        return {"die": [msgspec.to_builtins(each) for each in self.dice]}

    @cached_property
    def colours(self) -> tuple[Reference, ...]:
        """The colours for `read_picture`: the owner's, and those that come with the companion and are like none."""
        own = tuple(each.reference() for each in self.dice)
        names = {each.name for each in own}
        others = [
            each for each in shipped_colours() if each.name not in names and not any(too_near(each, one) for one in own)
        ]
        return (*own, *others)

    @cached_property
    def logos(self) -> tuple[Logo, ...]:
        """The logos for `read_picture`."""
        return tuple(each.as_logo(die.name) for die in self.dice for each in die.logo)


def load_own_dice(path: Path) -> OwnDice:
    """The dice of a file; none where there is no such file. Raises `BadDiceFile`."""
    try:
        return parse_own_dice(read_plain_text(plain(path)), str(path))
    except FileNotFoundError:
        return OwnDice()
    except (OSError, NotUtf8) as error:
        raise BadDiceFile(_damaged(str(path), str(error))) from error


class _File(msgspec.Struct, forbid_unknown_fields=True):
    die: tuple[OwnDie, ...] = ()


def parse_own_dice(text: str, source: str) -> OwnDice:
    """The dice of a file's text; raises `BadDiceFile`, which names the `source`."""
    try:
        dice = msgspec.convert(parse_toml(text), _File).die
        for name, count in Counter(each.name for each in dice).items():
            if count > 1:
                raise ValueError(f'"{name}" stands there twice')
        for each in dice:
            if not is_sound(each.reference()):
                raise ValueError(f'"{each.name}" has no colour that a die can have')
        own = OwnDice(dice)
        _ = own.logos  # a face that is no picture is found now and not in a game
    except (tomllib.TOMLDecodeError, ValueError) as error:
        raise BadDiceFile(_damaged(source, str(error))) from error
    return own


def _damaged(source: str, why: str) -> str:
    return f"{source} cannot be used: {why}. Mend that line, or delete the file and enrol your dice again."


def encoded(face: Pixels) -> str:
    """A grey face as it is kept."""
    return base64.b64encode(cv2.imencode(".png", face)[1].tobytes()).decode("ascii")


def decoded(kept: str) -> Pixels:
    """The grey face (`SIDE_PX`, `SIDE_PX`) that was kept; raises ValueError where it is none."""
    try:
        stored = np.frombuffer(base64.b64decode(kept, validate=True), np.uint8)
        face = cv2.imdecode(stored, cv2.IMREAD_GRAYSCALE) if len(stored) else None
    except (binascii.Error, cv2.error):
        face = None
    if face is None or face.shape != (SIDE_PX, SIDE_PX):
        raise ValueError(f"the face of a logo is no picture of {SIDE_PX} x {SIDE_PX} px")
    return np.asarray(face, np.uint8)
