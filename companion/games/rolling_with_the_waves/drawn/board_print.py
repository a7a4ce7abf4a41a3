"""A mini board as it is printed: thin lines around the fields and grey words, so that nothing is taken for a die."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.rolling_with_the_waves.figures import PRINTED
from companion.games.rolling_with_the_waves.mini_board import HEIGHT_MM, PLACES, WIDTH_MM, area
from companion.games.rolling_with_the_waves.whole import BURY_ICONS, STEPS, Icon
from companion.table.ink import GREY, Drawing, Field, Ink, Words

KIND = "mini_board"
ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii")
_NAMES: Final[dict[Icon, str]] = {
    "raise": "Raise Spirits",
    "chest1": "Chest 1",
    "chest2": "Chest 2",
    "chest3": "Chest 3",
    "bury1": "Bury chest 1",
    "bury2": "Bury chest 2",
    "bury3": "Bury chest 3",
    "hull": "Hull",
    "cannon_small": "Small cannon",
    "cannon_large": "Large cannon",
    "ports": "Ports",
    "crew": "Crew",
}
_SIDE_WORDS: Final = (
    "One die on each icon,",
    "or all three on one",
    "bury icon.",
    "",
    "None where no square",
    "is empty, none on a",
    "buried chest. No empty",
    "chest is buried.",
)
_SIDE_LEFT, _SIDE_TOP, _ROOM = 109.5, 38.0, 25.0


def draw(colour: str, number: int) -> Drawing:
    """The mini board of one crew."""
    return Drawing(KIND, number, f"Mini board, {colour}", WIDTH_MM, HEIGHT_MM, (*_fields(), *_words(colour)))


def _fields() -> Iterator[Ink]:
    steps = dict(zip((icon for icons in STEPS.values() for icon in icons), _numerals(), strict=True))
    for icon in PLACES:
        field = area(icon)
        yield Field(field, line=GREY)
        words = f"{steps[icon]}  {_NAMES[icon]}"
        yield Words(field.x_mm + 1, field.y_mm + 2.6, words, 6.5, colour=GREY, room_mm=_ROOM)
        if icon in BURY_ICONS:
            note = f"all {PRINTED.draw_per_player} dice"
            yield Words(field.x_mm + 1, field.y_mm + 5.2, note, 6, colour=GREY, room_mm=_ROOM)


def _numerals() -> Iterator[str]:
    for numeral, icons in zip(ROMAN, STEPS.values(), strict=True):
        yield from (numeral for _ in icons)


def _words(colour: str) -> Iterator[Ink]:
    yield Words(_SIDE_LEFT, _SIDE_TOP, "Mini board", 9, colour=GREY, bold=True, room_mm=_ROOM)
    yield Words(_SIDE_LEFT, _SIDE_TOP + 4.5, colour.capitalize(), 9, colour=GREY, room_mm=_ROOM)
    for line, text in enumerate(_SIDE_WORDS):
        yield Words(_SIDE_LEFT, _SIDE_TOP + 11 + 3 * line, text, 6, colour=GREY, room_mm=_ROOM)
    call = "Lay your dice on the icons, unseen by the others. Call out when all lie. Once all have called, move none."
    yield Words(4, 110.5, call, 6.5, colour=GREY, room_mm=WIDTH_MM - 8)
    push = "Then open the screen, or push this board onto its place on the mat, as it lies: its dice are read there."
    yield Words(4, 114.5, push, 6.5, colour=GREY, room_mm=WIDTH_MM - 8)
