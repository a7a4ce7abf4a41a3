"""What the strip shows in Atlantis Rising: the island as a map, the wrath bar, the phase; for the public.

In order round the ring: the six peninsulas, each from its tip to the centre, then the centre, the wrath bar, and the
tone of the phase. Between them it is dark. Floods still to be chosen follow the wrath bar at once: on it, red on red,
nobody could count them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from companion.games.core import PublicTable, Secret, View
from companion.language.message import NOTHING, Message, listing, lone, say
from companion.language.values import Count, Noun
from companion.lights.grid import CELLS, cells
from companion.lights.scene import Glow, Motion, Scene

Phase = Literal["setup", "hologram", "place", "misfortune", "actions", "wrath", "end"]

PENINSULAS = ("Mountains", "Hills", "Forests", "Cities", "Libraries", "Forges")
"""In table order; peninsulas are numbered from 0 in it."""
TILES = 6
"""Of a peninsula, ring 6 at its tip to ring 1 at the centre."""
FEW_DRY = 2
"""At so many dry tiles of the peninsulas, or fewer, the centre is in danger (A-043)."""
_ARM = TILES + 1
"""Cells of a peninsula: its tiles, and one between it and the next."""
_CENTRE = len(PENINSULAS) * _ARM
_WRATH = _CENTRE + 2
"""Where the wrath bar begins: after the centre and one cell between."""

ARM_COLOURS = ("#ff7a2a", "#ffd21a", "#2aff5a", "#2ae8d8", "#d07aff", "#ff4a9a")
WATER, SURGE, WHITE, RED = "#0a3cff", "#4aa8ff", "#ffffff", "#ff2020"
PHASE_TONES: dict[Phase, str] = {
    "setup": WHITE,
    "hologram": WHITE,
    "place": WHITE,
    "misfortune": "#8a3cff",
    "actions": "#ffa21a",
    "wrath": RED,
    "end": RED,
}
"""The four of a round (A-022); what comes before and after one of them has its tone, and less of it."""
PHASE_WORDS: dict[Phase, Message] = {
    "setup": say("Set-up"),
    "hologram": say("Choose the Hologram"),
    "place": say("Place Atlanteans"),
    "misfortune": say("Suffer misfortunes"),
    "actions": say("Take actions"),
    "wrath": say("Wrath of the gods"),
    "end": say("End of the round"),
}
FLOOD, POINT = Noun("flood"), Noun("red point")
WRATH_COLOURS = ("#22c55e", "#ffe11a", "#ff8a1a", "#ff2020")
"""By the wrath value: 0, 1, 2, and 3 or more (A-051)."""
_DRY, _TONE, _FAINT, _EMPTY = 0.45, 0.6, 0.35, 0.3
"""Levels. Through a gamma of 2.8, 0.3 is the least that still shines on a strip at half its brightness."""
_TONES: dict[Phase, tuple[float, Motion]] = {
    "setup": (_FAINT, "steady"),
    "hologram": (_TONE, "breathe"),
    "end": (_FAINT, "steady"),
}
"""How the tone shines before and after the phases of a round."""


class AtlantisTable(PublicTable, frozen=True, kw_only=True):
    """What everybody sees of one position, as far as the strip tells it. Peninsulas and seats count from 0."""

    dry: tuple[int, ...]
    """Dry tiles of each peninsula, 0 to 6."""
    wrath_values: tuple[int, ...]
    """Along the track, from its first space."""
    wrath_space: int
    """Where the counter stands, from 0."""
    phase: Phase
    barriers: tuple[int, ...] = ()
    """Peninsulas at which one stands; each has a dry tile."""
    in_danger: tuple[int, ...] = ()
    """Peninsulas that a card or a choice may flood next."""
    tide: tuple[int, ...] = (0,) * 6
    """By how many tiles each peninsula has just risen, below 0 sunk; `dry` counts the former and no more the latter."""
    broken: tuple[int, ...] = ()
    """Peninsulas whose barrier was just discarded."""
    named: int | None = None
    """The depleted peninsula that a card names: two floods elsewhere (A-042)."""
    floods_left: int = 0
    """Floods still to be chosen in the Wrath phase."""
    asked: tuple[int, ...] = ()
    """The seats that are to act, which the words of the phase name."""
    turn_of: int | None = None
    """The seat to which the turn has just come (A-034)."""
    outcome: Literal["", "won", "lost"] = ""


AtlantisView: TypeAlias = View[AtlantisTable, Secret]


def lights(view: AtlantisView) -> Scene:
    """The scene. One sentence tells of the whole island; what happens has words of its own."""
    told = view.table
    if told.outcome:
        return Scene(tuple(_won(told) if told.outcome == "won" else _lost()))
    of = ring_cells(told)
    first = _WRATH + len(told.wrath_values) + 1
    words = say("Phase: {phase}.", phase=PHASE_WORDS[told.phase])
    if told.asked:
        asked = listing((view.who(seat) for seat in told.asked), ",")
        words = say("Phase: {phase}. To act: {who}.", phase=PHASE_WORDS[told.phase], who=asked)
    level, motion = _TONES.get(told.phase, (_TONE, "steady"))
    glows = [cells(first, of - first - 1, PHASE_TONES[told.phase], words, level, motion, 4.0, of=of)]
    for arm in range(len(PENINSULAS)):
        glows += _arm(told, arm, of)
    glows += [*_danger(told, of), *_broken(told, of)]
    glows += [*_centre(told, of), *_wrath(told, of), *_floods_left(told, of)]
    if told.turn_of is not None:
        glows += _chase(view, told.turn_of)
    return Scene(tuple(glows))


def ring_cells(told: AtlantisTable) -> int:
    """Cells of the ring: 60, or more where the wrath track is long."""
    most = max(told.wrath_values, default=0)
    return max(CELLS, _WRATH + len(told.wrath_values) + 2 * most + 4)


def _island(told: AtlantisTable) -> Message:
    """Dry land and barriers in words."""
    parts = []
    for arm, name in enumerate(PENINSULAS):
        dry = told.dry[arm] or say("none")
        part = (
            say("{peninsula} {dry} and a barrier (white)", peninsula=Noun(name), dry=dry)
            if arm in told.barriers
            else say("{peninsula} {dry}", peninsula=Noun(name), dry=dry)
        )
        parts.append(part)
    return say("Dry tiles, blue is water: {parts}.", parts=listing(parts, ","))


def _arm(told: AtlantisTable, arm: int, of: int) -> Iterator[Glow]:
    """Water from the tip inward, then the land, the barrier at its border."""
    first, dry = arm * _ARM, told.dry[arm]
    depth = TILES - dry
    if depth:
        yield _water(told, arm, of)
    if not dry:
        return
    border = first + depth
    colour, name = ARM_COLOURS[arm], Noun(PENINSULAS[arm])
    yield cells(border, dry, colour, NOTHING, _DRY, of=of)
    if arm in told.barriers:
        yield cells(border, 1, WHITE, of=of)
    elif told.tide[arm] > 0:
        text = say("A bright light returns on the {peninsula}: ring {ring} is dry again.", peninsula=name, ring=dry)
        yield cells(border, told.tide[arm], colour, text, 1.0, "breathe", 1.0, of=of)


def _broken(told: AtlantisTable, of: int) -> Iterator[Glow]:
    """Where the barrier stood; on a peninsula without land, at its last tile."""
    for arm in told.broken:
        text = say("A white light flashes on the {peninsula}: the barrier is gone.", peninsula=Noun(PENINSULAS[arm]))
        place = arm * _ARM + min(TILES - told.dry[arm], TILES - 1)
        yield cells(place, 1, WHITE, text, 1.0, "breathe", 0.5, of=of)


def _danger(told: AtlantisTable, of: int) -> Iterator[Glow]:
    """The next tile to flood, but where a barrier or what has just happened is shown there. One sentence for all."""
    hidden = (*told.barriers, *told.broken, *(arm for arm, by in enumerate(told.tide) if by > 0))
    arms = [arm for arm in told.in_danger if told.dry[arm] and arm not in hidden]
    where = [say("{peninsula} {ring}", peninsula=Noun(PENINSULAS[arm]), ring=told.dry[arm]) for arm in arms]
    text = say("The outermost land pulses where a tile may flood next: {where}.", where=listing(where, ","))
    for number, arm in enumerate(arms):
        place, words = arm * _ARM + TILES - told.dry[arm], NOTHING if number else text
        yield cells(place, 1, ARM_COLOURS[arm], words, 1.0, "breathe", 3.0, of=of)


def _water(told: AtlantisTable, arm: int, of: int) -> Glow:
    first, dry, name = arm * _ARM, told.dry[arm], Noun(PENINSULAS[arm])
    depth = TILES - dry
    if told.tide[arm] < 0:
        text = say("Water runs up the {peninsula}: ring {ring} floods.", peninsula=name, ring=dry + 1)
        if told.tide[arm] < -1:
            rings = listing((lone(ring) for ring in range(dry - told.tide[arm], dry, -1)), "and")
            text = say("Water runs up the {peninsula}: rings {rings} flood.", peninsula=name, rings=rings)
        return cells(first, depth, SURGE, text, 1.0, "breathe", 1.0, of=of)
    if arm == told.named and not dry:
        text = say(
            "{peninsula} are under water and a card names them: red pulses, two floods elsewhere.", peninsula=name
        )
        return cells(first, depth, RED, text, 0.8, "breathe", 3.0, of=of)
    return cells(first, depth, WATER, NOTHING, 0.9, of=of)


def _centre(told: AtlantisTable, of: int) -> Iterator[Glow]:
    if sum(told.dry) <= FEW_DRY:
        text = say("{island} The centre is red and pulses: hardly any land is left around it.", island=_island(told))
        yield cells(_CENTRE, 1, RED, text, 1.0, "breathe", 1.5, of=of)
    else:
        text = say("{island} The centre is white: land is left around it.", island=_island(told))
        yield cells(_CENTRE, 1, WHITE, text, 0.8, of=of)


def _wrath(told: AtlantisTable, of: int) -> Iterator[Glow]:
    """Filled from the first space to the counter's; its colour is the value there."""
    spaces, space = len(told.wrath_values), told.wrath_space
    value = told.wrath_values[space]
    colour = WRATH_COLOURS[min(value, len(WRATH_COLOURS) - 1)]
    is_last = space == spaces - 1
    words = say(
        "Wrath bar: space {space} of {spaces}, {floods}.", space=space + 1, spaces=spaces, floods=Count(value, FLOOD)
    )
    yield cells(_WRATH, spaces, WHITE, NOTHING, _EMPTY, of=of)
    yield cells(_WRATH, space + 1, colour, words, 0.8, of=of)
    if is_last:
        yield cells(_WRATH + space, 1, colour, say("It blinks at the last space."), 1.0, "breathe", 1.0, of=of)


def _floods_left(told: AtlantisTable, of: int) -> Iterator[Glow]:
    """One red point each, with a dark cell between two."""
    first = _WRATH + len(told.wrath_values) + 2
    if told.phase == "wrath" and told.floods_left:
        yield cells(first - 1, 2 * told.floods_left + 1, "#000000", of=of)
        for number in range(told.floods_left):
            points = Count(told.floods_left, POINT)
            text = say("{points}: so many floods are still to be chosen.", points=points)
            yield cells(first + 2 * number, 1, RED, NOTHING if number else text, of=of)


def _chase(view: AtlantisView, seat: int) -> Iterator[Glow]:
    """Four lights on the seat's side, each brighter than the one before: the last is before the seat."""
    side = 1 / len(view.names)
    text = say("Lights run up to {who}: the turn is there.", who=view.who(seat))
    middle = (seat + 0.5) * side
    # Narrow, for it covers what of the island lies there, and on its own side.
    step = min(1 / CELLS, side / 14)
    yield Glow((middle - 6.5 * step) % 1.0, 8 * step, "#000000", NOTHING)
    for number, level in enumerate((0.35, 0.5, 0.7, 1.0)):
        last = number == 3
        motion: Motion = "breathe" if last else "steady"
        start = (middle + (2 * number - 6.5) * step) % 1.0
        yield Glow(start, step * (1.5 if last else 1.0), WHITE, text if last else NOTHING, level, motion, 1.0)


def _won(told: AtlantisTable) -> Iterator[Glow]:
    """All lights up, and two lights that run outward from the centre, one each way."""
    of = ring_cells(told)
    text = say("Atlantis rises: everything shines, and light runs out from the centre.")
    yield Glow(0.0, 1.0, "#ffd24a", text, 0.5)
    ways: tuple[Motion, ...] = ("travel", "travel_back")
    for motion in ways:
        yield cells(_CENTRE - 1, 3, WHITE, NOTHING, 1.0, motion, 5.0, of=of)


def _lost() -> Iterator[Glow]:
    yield Glow(0.0, 1.0, WATER, say("Atlantis is lost: all is blue and grows dark."), 0.5, "breathe", 8.0)
