"""The owner's own dice: their colours and logos, as they were enrolled and are kept in a file.

BadDiceFile (CompanionError, ValueError)     a file of dice that is damaged, or says what cannot be
ClearDiceKept (CompanionError, ValueError)   no clear dice are to be in a box of which some are enrolled
"""

from __future__ import annotations

import base64
import binascii
import tomllib
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

import cv2
import msgspec
import numpy as np

from companion.errors import CompanionError
from companion.runtime.look_alikes import is_a_role
from companion.runtime.plain_file import read_plain_text
from companion.runtime.plain_text import NotUtf8
from companion.runtime.text import odd_sign
from companion.runtime.toml_text import parse_toml
from vision.cameras.frames import Pixels
from vision.dice.colours import Reference, is_sound, shipped_colours, too_near, without_clear
from vision.dice.logos import SIDE_PX, Logo

LONGEST_FACE = 20_000
"""Letters of a kept face: one of noise alone, the worst there is, has 3 500."""


class BadDiceFile(CompanionError, ValueError):
    """A file of the owner's dice that cannot be read; the message names it."""


class ClearDiceKept(CompanionError, ValueError):
    """A box that is to have no clear dice, though some were enrolled; the message says what to do."""


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
    has_clear: bool | None = None
    """Whether there are clear ones in the box, as the owner said; None where that was left to the game."""

    def of(self, name: str) -> OwnDie | None:
        """The dice of that name, if there are any."""
        return next((each for each in self.dice if each.name == name), None)

    def with_one(self, die: OwnDie) -> OwnDice:
        """These and those, in place of dice of the same name. Clear ones are clear dice in the box."""
        dice = tuple(sorted((*self.without(die.name).dice, die), key=lambda each: each.name))
        return OwnDice(dice, None if die.clear and not self.has_clear else self.has_clear)

    def without(self, name: str) -> OwnDice:
        """All but those of that name."""
        return replace(self, dice=tuple(each for each in self.dice if each.name != name))

    def clear_ones(self) -> tuple[str, ...]:
        """The names of those that are clear."""
        return tuple(each.name for each in self.dice if each.clear)

    def with_clear(self, has_clear: bool | None) -> OwnDice:
        """The same in a box that has clear dice, has none, or has them where the game does (None).

        Raises `ClearDiceKept` where it is to have none and dice of it were enrolled as clear ones.
        """
        if has_clear is False and (names := self.clear_ones()):
            raise ClearDiceKept(
                f"{names[0]} was enrolled as clear dice, so the box has some. "
                f"Forget them first: companion enrol-dice --forget {names[0]}"
            )
        return replace(self, has_clear=has_clear)

    def may_be_clear(self, by_game: bool) -> bool:
        """Whether a die may be a clear one, where the game says that its own box has some, or none."""
        return self.has_clear if self.has_clear is not None else by_game or bool(self.clear_ones())

    def tables(self) -> dict[str, object]:
        """What is written to the file: `clear_dice` where it was said, and `die`, a list of tables."""
        said = {} if self.has_clear is None else {"clear_dice": self.has_clear}
        return {**said, "die": [msgspec.to_builtins(each) for each in self.dice]}

    def colours_of_box(self, by_game: bool) -> tuple[Reference, ...]:
        """The colours for `read_tray`, at a game whose own box has clear dice or has none."""
        return self.colours if self.may_be_clear(by_game) else without_clear(self.colours)

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


def can_be_called(name: str) -> bool:
    """Whether dice may have this name: it can be shown, and is none of what pages call a seat or a role."""
    return odd_sign(name, has_lines=False) is None and name == name.strip() != "" and not is_a_role(name)


def load_own_dice(path: Path) -> OwnDice:
    """The dice of a file; none where there is no such file. Raises `BadDiceFile`."""
    try:
        return parse_own_dice(read_plain_text(path), str(path))
    except FileNotFoundError:
        return OwnDice()
    except (OSError, NotUtf8) as error:
        raise BadDiceFile(_damaged(str(path), str(error))) from error


class _File(msgspec.Struct, forbid_unknown_fields=True):
    clear_dice: bool | None = None
    die: tuple[OwnDie, ...] = ()


def parse_own_dice(text: str, source: str) -> OwnDice:
    """The dice of a file's text; raises `BadDiceFile`, which names the `source`."""
    try:
        file = msgspec.convert(parse_toml(text), _File)
        dice = file.die
        for name, count in Counter(each.name for each in dice).items():
            if count > 1:
                raise ValueError(f'"{name}" stands there twice')
        for each in dice:
            if not can_be_called(each.name):
                raise ValueError(f'dice cannot be called "{each.name}"')
            if not is_sound(each.reference()):
                raise ValueError(f'"{each.name}" has no colour that a die can have')
        clear = OwnDice(dice).clear_ones()
        if clear and file.clear_dice is False:
            raise ValueError(f'clear_dice is false, and "{clear[0]}" is clear')
        own = OwnDice(dice, file.clear_dice)
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
