"""What the strip shows in Rolling with the Waves: each seat's infamy, the first player, the phase; for the public.

Each seat's side has an edge at both ends, in the tone of the phase; within them a white dot where the seat is the first
player, and its infamy as a bar.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.game import public_view
from companion.games.parts import NAMES, LightSample
from companion.games.rolling_with_the_waves.host.options import new_game
from companion.games.rolling_with_the_waves.mat.kit import SIDE
from companion.games.rolling_with_the_waves.rules import course, evening, rounds, scribe
from companion.games.rolling_with_the_waves.state import charts, model, records
from companion.games.shared.seats import SEAT_COLOURS
from companion.language.message import NOTHING, Message, filled, listing, say, sentences
from companion.language.values import Name
from companion.lights.grid import CELLS
from companion.lights.scene import Glow, Motion, Scene

MOST_INFAMY: Final = 18
BLUE, AMBER, GREEN, WHITE, RED = "#1a5cff", "#ffa21a", "#22c55e", "#ffffff", "#ff2020"
GREY, GOLD, DARK = "#8a8a8a", "#ffc53d", "#000000"
READY, RESTING = "#f3cd86", "#74d9dc"
"""Where dice alone are counted: while the tray waits, and after the end."""
RAINBOW: Final = ("#ff4a3d", "#ff9a3d", "#ffd93d", "#6fdc6f", "#4aa8ff", "#a46fff")
_WRITE = (WHITE, say("Write and trigger."))
TONES: Final[dict[records.Phase, tuple[str, Message]]] = {
    **dict.fromkeys((records.Phase.FIRST, records.Phase.ROLL, records.Phase.DRAFT), (BLUE, say("Draft."))),
    records.Phase.ALLOCATE: (AMBER, say("Allocate, and call when you are done.")),
    records.Phase.REVEAL: (WHITE, say("All edges flash white: open the screens together.")),
    **dict.fromkeys(records.STEPS, _WRITE),
    records.Phase.FIRE: (RED, say("Cannons.")),
    records.Phase.PORTS: (GREEN, say("Ports: infamy comes in.")),
    records.Phase.ANCHOR: (BLUE, NOTHING),
}
"""The tone of each phase, and what the strip says of it."""

_EDGE, _DOT_AT, _DOT, _BAR_AT, _BAR = 1 / 15, 2 / 15, 1 / 15, 4 / 15, 9 / 15
"""Shares of a seat's side. With four seats and 60 pixels: 1 pixel an edge, 1 the dot, 9 the bar, 1 dark between."""


def lights_of_evening(view: model.DiceView) -> Scene:
    """Of dice alone a calm light all round: it breathes while the tray waits."""
    table = view.table
    if table.over:
        return Scene((Glow(0, 1, RESTING, evening.outcome_text(table), 0.4),))
    words = say("The tray waits for roll {number}.", number=len(table.rolls) + 1)
    return Scene((Glow(0, 1, READY, words, 0.5, "breathe", 4.0),))


def lights(view: model.DiceView) -> Scene:
    """The strip of a whole game."""
    return scene(view, () if view.table.played.phase is records.Phase.ALLOCATE else course.COURSE.prompt(view).seats)


def scene(view: model.DiceView, asked: Collection[Seat]) -> Scene:
    """The same where these seats have to decide something now."""
    whole = view.table.played
    if view.table.over:
        return Scene(tuple(_end(view)))
    is_writing, words = TONES[whole.phase] is _WRITE, TONES[whole.phase][1]
    step = list(records.STEPS).index(whole.phase) + 1 if is_writing else 0
    if is_writing:
        now, last = Name(records.NUMERALS[step - 1]), Name(records.NUMERALS[-1])
        words = say("Write and trigger, step {step} of {last}: a white light sweeps to the right.", step=now, last=last)
    if whole.phase is records.Phase.ANCHOR:
        who = view.who(rounds.next_first(whole))
        words = say("Drop anchor: a blue wave runs, and {who} becomes the first player.", who=who)
    glows: list[Glow] = []
    for seat in range(len(whole.maps)):
        glows += [*_edges(view, seat, NOTHING if seat else words, asked), *_side(view, seat)]
    if is_writing:
        glows += _sweep(WHITE, 3.0, step)
    elif whole.phase is records.Phase.ANCHOR:
        glows += _sweep(BLUE, 4.0, 1)
    elif whole.phase is records.Phase.FIRE and whole.volley is not None and whole.volley.target != records.NOBODY:
        glows += _fire(view, whole.volley)
    return Scene(tuple(glows))


def _edges(view: model.DiceView, seat: Seat, words: Message, asked: Collection[Seat]) -> Iterator[Glow]:
    """Both ends of a side; `words` tell of the phase.

    Whoever acts or still allocates breathes; near the end they are gold and blink.
    """
    whole, who = view.table.played, view.who(seat)
    phase, is_left = whole.phase, whole.closed[seat]
    colour, level, period_s, text, near = TONES[phase][0], 0.6, 2.0, NOTHING, NOTHING
    motion: Motion = "steady"
    if seat in asked:
        text, level, motion = say("{who} decides.", who=who), 1.0, "breathe"
        if TONES[phase] is TONES[records.Phase.DRAFT]:
            text = say("{who} drafts.", who=who)
    elif phase is records.Phase.ALLOCATE and whole.called[seat] and not is_left:
        colour, text, level = GREEN, say("{who} has called: green and steady.", who=who), 0.9
    elif phase is records.Phase.ALLOCATE:
        text, motion, period_s = say("{who} allocates: amber and breathing.", who=who), "breathe", 3.0
    elif phase is records.Phase.REVEAL:
        level, motion, period_s = 1.0, "breathe", 0.7
    if charts.is_near_end(whole.maps[seat], whole.setup.sheet) and not is_left:
        colour, level, motion, period_s = GOLD, 1.0, "breathe", 1.0
        near = say("{who} blinks gold: one step from the end.", who=who)
    side = 1 / len(whole.maps)
    yield Glow(seat * side, _EDGE * side, colour, sentences(words, text, near), level, motion, period_s)
    yield Glow((seat + 1 - _EDGE) * side, _EDGE * side, colour, NOTHING, level, motion, period_s)


def _side(view: model.DiceView, seat: Seat) -> Iterator[Glow]:
    """Dot and bar; once Ports are written the bar counts what comes in."""
    whole = view.table.played
    side, who, is_anchor = 1 / len(whole.maps), view.who(seat), whole.phase is records.Phase.ANCHOR
    if seat == (rounds.next_first(whole) if is_anchor else max(whole.first, 0)):
        motion: Motion = "breathe" if is_anchor else "steady"
        text = say("A white dot before {who}: first player.", who=who)
        yield Glow((seat + _DOT_AT) * side, _DOT * side, WHITE, text, 1.0, motion)
    more = charts.income(whole)[seat] if whole.phase is records.Phase.PORTS and scribe.icon_now(whole) == "ports" else 0
    infamy = min(charts.gain(whole, whole.maps[seat].infamy, more), MOST_INFAMY)
    begin, one, gained = (seat + _BAR_AT) * side, _BAR * side / MOST_INFAMY, min(more, infamy)
    if infamy:
        text = say("{who}: {infamy} of {most} infamy.", who=who, infamy=infamy, most=MOST_INFAMY)
        yield Glow(begin, infamy * one, SEAT_COLOURS[seat], text, 0.85)
    if gained:
        text = say("{who} gains {infamy}, green at the end of the bar.", who=who, infamy=gained)
        yield Glow(begin + (infamy - gained) * one, gained * one, GREEN, text, 1.0, "breathe", 2.0)


def _sweep(colour: str, period_s: float, crests: int) -> Iterator[Glow]:
    """As many crests as the step's number, one behind the other, each with a tail."""
    for crest in range(crests):
        for behind, length, level in ((0.0, 0.03, 1.0), (0.03, 0.03, 0.4)):
            yield Glow((-0.08 * crest - behind) % 1.0, length, colour, NOTHING, level, "travel", period_s)


def _fire(view: model.DiceView, volley: records.Fired) -> Iterator[Glow]:
    """Pulses on the shorter way from shooter to target: red what is stolen, ahead; grey what is blocked, and still."""
    seats, stolen = len(view.table.played.maps), len(volley.loot)
    side, turns = 1 / seats, (volley.target - volley.shooter) % seats
    is_back = turns > seats - turns
    away = (turns - seats if is_back else turns) * side
    begin = (volley.shooter + 0.5) * side
    shots = stolen + volley.blocked
    who, whom, sums = view.who(volley.shooter), view.who(volley.target), {"stolen": stolen, "blocked": volley.blocked}
    words = "{shooter} fires at {target}: {stolen} red, stolen; {blocked} grey, blocked."
    text = filled(words, shooter=who, target=whom, **sums)
    start = begin + min(0.0, away)
    # Over everything that lies on the way, so that the pulses can be counted.
    yield Glow(start % 1.0, abs(away), DARK, NOTHING)
    yield Glow(start % 1.0, abs(away), RED, text, 0.35)
    size = min(1 / CELLS, abs(away) / (4 * shots + 1)) if shots else 0.0
    for shot in range(shots):
        at = begin + away * (shot + 1) / (shots + 1) - size / 2
        if size == 1 / CELLS:  # on whole pixels of the usual strip
            at = round(at * CELLS) / CELLS
        yield Glow((at - size) % 1.0, 3 * size, DARK, NOTHING)
        if shot >= volley.blocked:  # what was stopped is nearest the cannon
            yield Glow(at % 1.0, size, RED, NOTHING, 1.0, "breathe", 1.0)
        else:
            yield Glow(at % 1.0, size, GREY, NOTHING, 0.9)


def _end(view: model.DiceView) -> Iterator[Glow]:
    """A rainbow that goes round; the winners' sides are gold and do not move."""
    whole, share = view.table.played, 1 / len(RAINBOW)
    best = charts.winners(whole)
    who, number = listing(map(view.who, best)) if best else say("Nobody"), max(1, len(best))
    text = say("{winners} {number?wins|win}: gold before them, a rainbow round the table.", winners=who, number=number)
    said = sentences(say("The game is over."), text)
    for number, colour in enumerate(RAINBOW):
        yield Glow(number * share, share, colour, NOTHING if number else said, 0.5, "travel", 12.0)
    side = 1 / len(whole.maps)
    for seat in best:
        yield Glow(seat * side, side, GOLD, NOTHING)


# --- samples ---


def samples() -> tuple[LightSample, ...]:
    """Each light of a whole game, with what it is for."""
    names, table = NAMES[:4], new_game({"players": 4}, {}).table
    maps = tuple(records.Chart(infamy=infamy) for infamy in (5, 7, 0, 18))
    rich = (records.Chart(infamy=3, ports=(6, 6)), *maps[1:3], records.Chart(infamy=14, ports=(6, 6, 6)))
    safe = (*maps[:3], replace(maps[3], buried=(True, True, False)))
    three, one = (
        records.Fired(0, ("small",), target, 0, blocked, loot, records.NO_CHEST, 0, 0)
        for target, blocked, loot in ((2, 0, (4, 4, 4)), (3, 2, (4,)))
    )
    told: dict[Message, dict[str, Any]] = {
        say("Draft"): {},
        say("Allocate: one has called"): {"phase": records.Phase.ALLOCATE, "called": (False, False, True, False)},
        say("Allocate: all have called"): {"phase": records.Phase.ALLOCATE, "called": (True,) * 4},
        say("Reveal"): {"phase": records.Phase.REVEAL},
        say("Write, step iii"): {"phase": records.Phase.BURY},
        say("Cannon: 3 stolen"): {"phase": records.Phase.FIRE, "fired": three},
        say("Cannon: 1 stolen, 2 blocked"): {"phase": records.Phase.FIRE, "fired": one},
        say("Ports"): {"phase": records.Phase.PORTS, "maps": rich},
        say("Drop Anchor"): {"phase": records.Phase.ANCHOR},
        say("One step from the end"): {"maps": safe},
    }
    draft = replace(table.played, phase=records.Phase.DRAFT, first=1, maps=maps)
    positions = {title: replace(table, whole=replace(draft, **changes)) for title, changes in told.items()}
    positions[say("The end")] = replace(table, whole=draft, over=True)
    asked = {title: (1,) if each.played.phase is records.Phase.DRAFT else () for title, each in positions.items()}
    scenes = ((title, scene(public_view(each, names), asked[title])) for title, each in positions.items())
    return tuple(LightSample(title, each, SIDE, names) for title, each in scenes)
