"""The owner's dice, shown once: their colours and their logos: `companion enrol-dice`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, TypeAlias

import click

from companion.cli.picture_files import files_in, load_picture
from companion.errors import CompanionError
from companion.runtime.terminal import echo
from companion.storage.home import Home
from vision.camera_choice import camera_opener, is_device
from vision.cameras.frames import Camera, NoCamera, Pixels, SystemClock
from vision.dice.enrolment import NotEnrolled, ShownDie, enrol, look_at_dice
from vision.dice.model import load_model
from vision.dice.owners import OwnDice, OwnDie, load_own_dice
from vision.dice.words import counted

READ_TIMEOUT_S = 5.0
LOOKS = 15
"""So many pictures of a camera are passed over until exposure and white balance stand: half a second or a whole one."""


ClearDice: TypeAlias = Literal["yes", "no", "game"]
HAS_CLEAR: dict[ClearDice, bool | None] = {"yes": True, "no": False, "game": None}
CLEAR_TOLD: dict[bool | None, str] = {
    True: "The box has clear dice: one that might be clear is asked about where its value is not certain.",
    False: "The box has no clear dice: nothing is asked because it might be clear.",
    None: "Whether the box has clear dice goes by the game.",
}


class NothingShown(CompanionError, ValueError):
    """There is no picture to enrol dice from."""


def enrol_shown_dice(
    images: tuple[Path, ...],
    colour: str | None,
    logo: int | None,
    is_clear: bool,
    camera: str | None,
    die_mm: float,
    px_per_mm: float | None,
    lists: bool,
    forget: str | None,
    clear_dice: ClearDice | None,
    model_folder: Path,
    folder: Path,
) -> None:
    """Keep, list or forget dice, or that the box has clear ones.

    Raises `click.UsageError`, `NothingShown`, `NotEnrolled` and `ClearDiceKept`.
    """
    _check(images, colour, camera, logo, is_clear, lists, forget, clear_dice)
    home = Home(folder).make()
    own = load_own_dice(home.dice)
    if lists:
        echo(*_listed(own))
    elif forget is not None:
        _forget(home, own, forget)
    elif clear_dice is not None:
        said = own.with_clear(HAS_CLEAR[clear_dice])
        home.keep_dice(said.tables())
        echo(clear_words(said))
    else:
        assert colour is not None  # checked above
        model = load_model(model_folder)
        shown = list[ShownDie]()
        for name, pixels in _pictures(images, camera):
            try:
                shown += look_at_dice(pixels, px_per_mm, model, die_mm)
            except NotEnrolled as error:
                raise NotEnrolled(f"{name}: {error}") from None
        die = enrol(own, colour, shown, logo=logo, is_clear=is_clear)
        home.keep_dice(own.with_one(die).tables())
        echo(f"{_die_words(die)} By {counted(len(shown))}; kept in {home.dice}.")


def _check(
    images: tuple[Path, ...],
    colour: str | None,
    camera: str | None,
    logo: int | None,
    is_clear: bool,
    lists: bool,
    forget: str | None,
    clear_dice: ClearDice | None,
) -> None:
    """That one thing is asked for, whole. Raises `click.UsageError`."""
    shows = bool(images or colour is not None or camera is not None or logo is not None or is_clear)
    if shows + lists + (forget is not None) + (clear_dice is not None) > 1:
        raise click.UsageError("--list, --forget and --clear-dice stand alone.")
    if shows and colour is None:
        raise click.UsageError("Say what the dice shown are to be called: --colour NAME.")
    if shows and bool(images) == (camera is not None):
        raise click.UsageError("Name either pictures of the dice or a --camera.")
    if not shows and not lists and forget is None and clear_dice is None:
        raise click.UsageError("Name pictures of dice of one colour, and the colour: IMAGE --colour NAME.")


def _pictures(images: tuple[Path, ...], camera: str | None) -> Iterable[tuple[str, Pixels]]:
    """Each picture with its name, one after another: many large ones together fill the memory."""
    if camera is None:
        return ((str(path), load_picture(path)) for image in images for path in files_in(image))
    opener = camera_opener(camera, SystemClock()) if is_device(camera) else None
    if opener is None:
        raise NothingShown(f"{camera} is no camera that dice can be shown to. Name a camera, or pictures as IMAGE.")
    try:
        looked_through = opener()
    except NoCamera as error:
        raise NothingShown(
            "No camera is found. Plug one in and run this again, or name pictures of the dice as IMAGE."
        ) from error
    try:
        return [(looked_through.name, newest(looked_through))]
    finally:
        looked_through.close()


def newest(camera: Camera) -> Pixels:
    """What a camera shows once it has looked for a while. Raises `NothingShown` where it gives no picture."""
    pixels: Pixels | None = None
    for _ in range(LOOKS):
        frame = camera.read(READ_TIMEOUT_S)
        if frame is not None:
            pixels = frame.pixels
    if pixels is None:
        raise NothingShown(f"{camera.name} gives no picture. Unplug it, plug it in again, and repeat.")
    return pixels


def _forget(home: Home, own: OwnDice, name: str) -> None:
    if own.of(name) is None:
        have = ", ".join(each.name for each in own.dice) or "none"
        raise NothingShown(f"No dice are enrolled as {name}. Choose one of: {have}.")
    home.keep_dice(own.without(name).tables())
    echo(f"{name} is forgotten.")


def _listed(own: OwnDice) -> tuple[str, ...]:
    none = "No dice are enrolled: they are named by the colours that come with the companion."
    dice = tuple(map(_die_words, own.dice)) or (none,)
    return dice if own.has_clear is None else (*dice, clear_words(own))


def clear_words(own: OwnDice) -> str:
    """What is kept of whether the box has clear dice."""
    return CLEAR_TOLD[own.has_clear]


def _die_words(die: OwnDie) -> str:
    values = sorted(each.value for each in die.logo)
    logos = "".join(f", its {value} is a logo" for value in values)
    return f"{die.name}: {'clear' if die.clear else die.rgb}{logos}."
