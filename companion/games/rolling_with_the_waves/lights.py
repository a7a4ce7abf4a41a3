"""What the strip shows in Rolling with the Waves: each seat's infamy, the first player, the phase; for the public.

Each seat's side has an edge at both ends, in the tone of the phase; within them a white dot where the seat is the first
player, and its infamy as a bar.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from companion.games.core import PublicTable, Secret, View
from companion.games.shared.seats import SEAT_COLOURS
from companion.language.message import NOTHING, Message, listing, say, sentences
from companion.language.values import Name
from companion.lights.grid import CELLS
from companion.lights.scene import Glow, Motion, Scene

Phase = Literal["draft", "allocate", "reveal", "write", "cannon", "ports", "anchor", "end"]

MOST_INFAMY = 18
BLUE, AMBER, GREEN, WHITE, RED, GREY, GOLD, DARK = (
    "#1a5cff",
    "#ffa21a",
    "#22c55e",
    "#ffffff",
    "#ff2020",
    "#8a8a8a",
    "#ffc53d",
    "#000000",
)
RAINBOW = ("#ff4a3d", "#ff9a3d", "#ffd93d", "#6fdc6f", "#4aa8ff", "#a46fff")
TONES: dict[Phase, str] = {
    "draft": BLUE,
    "allocate": AMBER,
    "reveal": WHITE,
    "write": WHITE,
    "cannon": RED,
    "ports": GREEN,
    "anchor": BLUE,
    "end": GOLD,
}
PHASE_WORDS: dict[Phase, Message] = {
    "draft": say("Draft."),
    "allocate": say("Allocate, and call when you are done."),
    "reveal": say("All edges flash white: open the screens together."),
    "write": say("Write and trigger."),
    "cannon": say("Cannons."),
    "ports": say("Ports: infamy comes in."),
    "anchor": say("Drop anchor."),
    "end": say("The game is over."),
}
STEPS = ("i", "ii", "iii", "iv", "v", "vi", "vii")
"""Of Write & Trigger."""

_EDGE, _DOT_AT, _DOT, _BAR_AT, _BAR = 1 / 15, 2 / 15, 1 / 15, 4 / 15, 9 / 15
"""Shares of a seat's side. With four seats and 60 pixels: 1 pixel an edge, 1 the dot, 9 the bar, 1 dark between."""


class Volley(msgspec.Struct, frozen=True):
    """A cannon that is fired: as many pulses as shots hit, and as were stopped by the Hull."""

    shooter: int
    target: int
    stolen: int
    blocked: int = 0


class WholeTable(PublicTable, frozen=True, kw_only=True):
    """What everybody sees of one position of the whole game, as far as the strip tells it. Seats count from 0."""

    infamy: tuple[int, ...]
    """Of each seat, 0 to 18."""
    first: int
    """The first player; in `anchor`, who becomes it."""
    phase: Phase
    acts: int | None = None
    """Whose draft it is."""
    asked: tuple[int, ...] = ()
    """Seats that have to decide something now."""
    called: tuple[int, ...] = ()
    """Seats that have called out (R-055)."""
    step: int = 0
    """Of Write & Trigger, 1 to 7."""
    volley: Volley | None = None
    gained: tuple[int, ...] = ()
    """Infamy that each seat has just gained from its Ports; `infamy` counts it."""
    near_end: tuple[int, ...] = ()
    """Seats that are one step from a condition that ends the game (R-161, R-162)."""
    winners: tuple[int, ...] = ()


WholeView: TypeAlias = View[WholeTable, Secret]


def lights(view: WholeView) -> Scene:
    """The scene."""
    told = view.table
    if told.phase == "end":
        return Scene(tuple(_end(view)))
    words = PHASE_WORDS[told.phase]
    if told.phase == "write" and told.step:
        words = say(
            "Write and trigger, step {step} of {last}: a white light sweeps to the right.",
            step=Name(STEPS[told.step - 1]),
            last=Name(STEPS[-1]),
        )
    if told.phase == "anchor":
        words = say("Drop anchor: a blue wave runs, and {who} becomes the first player.", who=view.who(told.first))
    glows: list[Glow] = []
    for seat in range(len(view.names)):
        glows += [*_edges(view, seat, None if seat else words), *_side(view, seat)]
    if told.phase == "write" and told.step:
        glows += _sweep(WHITE, 3.0, told.step)
    elif told.phase == "anchor":
        glows += _sweep(BLUE, 4.0, 1)
    elif told.volley is not None:
        glows += _fire(view, told.volley)
    return Scene(tuple(glows))


def _edges(view: WholeView, seat: int, words: Message | None) -> Iterator[Glow]:
    """Both ends of a side; `words` tell of the phase.

    Whoever acts or still allocates breathes; near the end they are gold and blink.
    """
    told = view.table
    colour, level, who = TONES[told.phase], 0.6, view.who(seat)
    text: Message | None = None
    near: Message | None = None
    motion: Motion = "steady"
    period_s = 2.0
    if told.phase == "draft" and (seat == told.acts or seat in told.asked):
        text, level, motion = say("{who} drafts.", who=who), 1.0, "breathe"
    elif seat in told.asked:
        text, level, motion = say("{who} decides.", who=who), 1.0, "breathe"
    elif told.phase == "allocate" and seat in told.called:
        colour, text, level = GREEN, say("{who} has called: green and steady.", who=who), 0.9
    elif told.phase == "allocate":
        text, motion, period_s = say("{who} allocates: amber and breathing.", who=who), "breathe", 3.0
    elif told.phase == "reveal":
        level, motion, period_s = 1.0, "breathe", 0.7
    if seat in told.near_end:
        colour, level, motion, period_s = GOLD, 1.0, "breathe", 1.0
        near = say("{who} blinks gold: one step from the end.", who=who)
    side = 1 / len(view.names)
    yield Glow(seat * side, _EDGE * side, colour, sentences(words, text, near), level, motion, period_s)
    yield Glow((seat + 1 - _EDGE) * side, _EDGE * side, colour, NOTHING, level, motion, period_s)


def _side(view: WholeView, seat: int) -> Iterator[Glow]:
    """Dot and bar."""
    told = view.table
    side, who = 1 / len(view.names), view.who(seat)
    if seat == told.first:
        motion: Motion = "breathe" if told.phase == "anchor" else "steady"
        text = say("A white dot before {who}: first player.", who=who)
        yield Glow((seat + _DOT_AT) * side, _DOT * side, WHITE, text, 1.0, motion)
    infamy = min(told.infamy[seat], MOST_INFAMY)
    begin, one = (seat + _BAR_AT) * side, _BAR * side / MOST_INFAMY
    if infamy:
        text = say("{who}: {infamy} of {most} infamy.", who=who, infamy=infamy, most=MOST_INFAMY)
        yield Glow(begin, infamy * one, SEAT_COLOURS[seat], text, 0.85)
    gained = min(told.gained[seat], infamy) if told.phase == "ports" and told.gained else 0
    if gained:
        text = say("{who} gains {infamy}, green at the end of the bar.", who=who, infamy=gained)
        yield Glow(begin + (infamy - gained) * one, gained * one, GREEN, text, 1.0, "breathe", 2.0)


def _sweep(colour: str, period_s: float, crests: int) -> Iterator[Glow]:
    """As many crests as the step's number, one behind the other, each with a tail."""
    for crest in range(crests):
        for behind, length, level in ((0.0, 0.03, 1.0), (0.03, 0.03, 0.4)):
            yield Glow((-0.08 * crest - behind) % 1.0, length, colour, NOTHING, level, "travel", period_s)


def _fire(view: WholeView, volley: Volley) -> Iterator[Glow]:
    """Pulses on the shorter way from shooter to target: red what is stolen, ahead; grey what is blocked, and still."""
    side, seats = 1 / len(view.names), len(view.names)
    turns = (volley.target - volley.shooter) % seats
    is_back = turns > seats - turns
    away = (turns - seats if is_back else turns) * side
    begin = (volley.shooter + 0.5) * side
    shots = volley.stolen + volley.blocked
    text = say(
        "{shooter} fires at {target}: {stolen} red, stolen; {blocked} grey, blocked.",
        shooter=view.who(volley.shooter),
        target=view.who(volley.target),
        stolen=volley.stolen,
        blocked=volley.blocked,
    )
    start = begin + min(0.0, away)
    # Over everything that lies on the way, so that the pulses can be counted.
    yield Glow(start % 1.0, abs(away), DARK, NOTHING)
    yield Glow(start % 1.0, abs(away), RED, text, 0.35)
    size = min(1 / CELLS, abs(away) / (4 * shots + 1)) if shots else 0.0
    for shot in range(shots):
        at = begin + away * (shot + 1) / (shots + 1) - size / 2
        if size == 1 / CELLS:  # on whole pixels of the usual strip
            at = round(at * CELLS) / CELLS
        # What was stopped is nearest the cannon.
        is_stolen = shot >= volley.blocked
        yield Glow((at - size) % 1.0, 3 * size, DARK, NOTHING)
        if is_stolen:
            yield Glow(at % 1.0, size, RED, NOTHING, 1.0, "breathe", 1.0)
        else:
            yield Glow(at % 1.0, size, GREY, NOTHING, 0.9)


def _end(view: WholeView) -> Iterator[Glow]:
    """A rainbow that goes round; the winners' sides are gold and do not move."""
    told, share = view.table, 1 / len(RAINBOW)
    winners = listing(view.who(seat) for seat in told.winners) if told.winners else say("Nobody")
    text = say(
        "{winners} {number?wins|win}: gold before them, a rainbow round the table.",
        winners=winners,
        number=max(1, len(told.winners)),
    )
    said = sentences(PHASE_WORDS["end"], text)
    for number, colour in enumerate(RAINBOW):
        yield Glow(number * share, share, colour, NOTHING if number else said, 0.5, "travel", 12.0)
    side = 1 / len(view.names)
    for seat in told.winners:
        yield Glow(seat * side, side, GOLD, NOTHING)
