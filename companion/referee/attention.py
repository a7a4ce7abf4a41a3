"""What the table itself asks for, laid over a game's scene: look there, move that, answer, put it back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.language.message import NOTHING, Message, say
from companion.language.values import Name
from companion.lights.scene import Glow, Scene
from companion.referee.mismatch import Fix
from companion.referee.sight import Sight
from companion.table.layout import Layout

WRONG = "#ff5a36"
MOVE = "#8affc1"
ASKS = "#ffffff"
BACK = "#c9b8ff"
_DARK = "#000000"

_BEHIND = 0.45
"""Level of the game's own light while something else is to be seen."""
_WRONG_DASHES, _MOVE_DASHES = 3, 2
_DASH = 0.16
"""Of a side: a dash, and as much dark between two."""
_WRONG_MARKS, _MOVE_MARKS = (0.24,), (0.14, 0.14, 0.14)
"""Of a side, what lies between two sides: a mark, or two with dark between them."""
_MARGIN = 0.12
"""Of a side: the dark on either hand of marks."""
_DOTS = 3
"""A side, all round, for a question."""
_DOT = 0.1
_HEAD, _TAIL = 0.05, ((0.05, 0.55), (0.05, 0.3))
"""Of the ring: the light that goes back, and its tail with levels."""


def attend(scene: Scene, sight: Sight, layout: Layout, names: Sequence[str]) -> Scene:
    """The scene with what a sight asks of the table over it; the same scene where it asks nothing.

    Each form is its own, whatever the colour. Something wrong at a seat: three dashes on that seat's side. Wrong at a
    place that is nobody's: one mark between every two sides. A piece to be moved at a seat, two dashes; at a place that
    is nobody's, two marks. A question: dots all round. Pieces to be put back: a light that runs back, anticlockwise,
    beneath the dashes of the seats where they are. `names` are those of the seats, in their order.
    """
    glows = tuple(_glows(sight, layout, names))
    if not glows:
        return scene
    return Scene((*(replace(glow, level=glow.level * _BEHIND) for glow in scene.glows), *glows))


def seat_of(zone: str, layout: Layout) -> int | None:
    """The seat at whose place a zone lies, or None where it is everybody's or the mat has no such zone."""
    return next((each.seat for each in layout.zones if each.zone == zone), None)


def _glows(sight: Sight, layout: Layout, names: Sequence[str]) -> Iterator[Glow]:
    if sight.state == "mismatch":
        yield from _wrong(sight, layout, names)
    elif sight.state == "in_progress":
        yield from _to_move(sight.fixes[:1], layout, names)  # people move one piece after the other
    elif sight.state == "question":
        yield from _asking(len(names))
    elif sight.state == "restoring":
        yield from _going_back()
        yield from _to_move(sight.fixes, layout, names)


def _wrong(sight: Sight, layout: Layout, names: Sequence[str]) -> Iterator[Glow]:
    """The sides at which something is wrong; what it is stands beside the prompt, and once is enough."""
    seats = {seat_of(each.zone, layout) for each in sight.mismatches}
    if None in seats:
        yield from _marks(
            len(names), _WRONG_MARKS, WRONG, say("Marks between the seats: look at the places that all share.")
        )
    for seat, name in enumerate(names):
        if seat in seats:
            text = say("Dashes before {name}: look there.", name=Name(name))
            yield from _dashes(seat, len(names), _WRONG_DASHES, WRONG, text)


def _to_move(fixes: Sequence[Fix], layout: Layout, names: Sequence[str]) -> Iterator[Glow]:
    """The sides from and to which pieces are to be moved; where all of it is nobody's, marks between the sides."""
    seats = {seat_of(zone, layout) for fix in fixes for zone in (fix.source, fix.target) if zone}
    if seats == {None}:
        text = say("Two marks between the seats: move a piece at the places that all share.")
        yield from _marks(len(names), _MOVE_MARKS, MOVE, text)
    for seat, name in enumerate(names):
        if seat in seats:
            text = say("Two dashes before {name}: move a piece there.", name=Name(name))
            yield from _dashes(seat, len(names), _MOVE_DASHES, MOVE, text)


def _dashes(seat: int, seats: int, count: int, colour: str, text: Message) -> Iterator[Glow]:
    side, taken = 1 / seats, (2 * count - 1) * _DASH
    yield Glow(seat * side, side, _DARK, NOTHING)
    for dash in range(count):
        start = (seat + (1 - taken) / 2 + 2 * dash * _DASH) * side
        yield Glow(start, _DASH * side, colour, NOTHING if dash else text, motion="breathe", period_s=1.2)


def _marks(seats: int, lengths: Sequence[float], colour: str, text: Message) -> Iterator[Glow]:
    """At each corner light and dark in turn, of these lengths, with dark around."""
    side, whole = 1 / seats, sum(lengths)
    for corner in range(seats):
        yield Glow((corner - whole / 2 - _MARGIN) * side % 1.0, (whole + 2 * _MARGIN) * side, _DARK, NOTHING)
        for number, length in enumerate(lengths[::2]):
            start = (corner - whole / 2 + sum(lengths[: 2 * number])) * side % 1.0
            told = text if (corner, number) == (0, 0) else NOTHING
            yield Glow(start, length * side, colour, told, motion="breathe", period_s=1.2)


def _asking(seats: int) -> Iterator[Glow]:
    step = 1 / (seats * _DOTS)
    for dot in range(seats * _DOTS):
        text = NOTHING if dot else say("Dots all round: tap which act was done.")
        yield Glow((dot + 0.5) * step - _DOT / seats / 2, _DOT / seats, ASKS, text, 0.85, "breathe", 3.0)


def _going_back() -> Iterator[Glow]:
    text = say("A light runs back, anticlockwise: put the pieces back as they lay.")
    yield Glow(0.0, _HEAD, BACK, text, 1.0, "travel_back", 5.0)
    start = _HEAD
    for length, level in _TAIL:
        yield Glow(start, length, BACK, NOTHING, level, "travel_back", 5.0)
        start += length
