"""What the strip shows in Manawave: the wave's way from Source to Sink, round or strength beside the Source; public.

In order: the Source, a light for each round (or for the wave's strength), the positions, the Sink. Positions are the
three Monuments (`clans`) or the lines (`nexus`); the half of a position towards the Source is the first seat's, the
other one the second's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from companion.games.core import PublicTable, Seat, View
from companion.games.game import public_view
from companion.games.manawave.rules import monuments
from companion.games.manawave.rules.course import COURSE
from companion.games.manawave.rules.phase import Halting, owing
from companion.games.manawave.rules.secret import Secret
from companion.games.manawave.state.model import ManaView, Phase, Table
from companion.games.parts import NAMES, LightSample
from companion.language.message import NOTHING, Message, filled, say
from companion.language.values import Count, Name, Noun
from companion.lights.grid import CELLS, cells
from companion.lights.scene import Glow, Scene

Edition = Literal["clans", "nexus"]
Moment = Literal["open", "secret", "wave", "resolution", "war", "sacrifice", "growth", "over"]

MONUMENTS = 3
NEXUS_TILES = 5
"""M-221: 5 Nexus tiles have 2 x 5 - 1 lines; fewer of them take the first ones."""
MOST_LIGHTS = 8
"""Lights beside the Source: the rounds of a game (24 Families, three a round)."""
_SOURCE, _COUNT, _WAY, _SINK = 0, 3, 13, 57
"""First cells. The way has 43: three Monuments of 13, or nine lines of 3, with 2 between two of them."""
_WAY_CELLS, _ENDS, _BETWEEN = 43, 2, 2

PURPLE, PULSE, TRAIL, GOLD = "#a44aff", "#bfe3ff", "#1a4fff", "#ffc53d"
RED, MAROON, GREEN, VIOLET, WHITE, DARK = "#ff2020", "#b01840", "#22c55e", "#7a4aff", "#ffffff", "#000000"
LIGHT = Noun("purple light")


class ManawaveTable(PublicTable, frozen=True, kw_only=True):
    """What everybody sees of one position, as far as the strip tells it. Seats count from 0, places on the wave's way
    from 1."""

    edition: Edition
    count: int
    """Round counters (`clans`), or the wave's strength (`nexus`)."""
    phase: Moment
    at: int = 0
    """Where the wave is, or which place is resolved: 0 the Source, then the places, one more the Sink."""
    committed: tuple[int, ...] = ()
    """Seats that have made their secret choice. What they chose is not here."""
    sides: tuple[int, ...] = ()
    """Seats that lose population (war), sacrifice it, or gain it (growth) at `at`."""
    winners: tuple[int, ...] = ()
    """Once the game is over; none: a draw."""
    asked: tuple[int, ...] = ()
    """Who has yet to choose, or to move pieces."""


ManawaveView: TypeAlias = View[ManawaveTable, Any]


def strip(view: ManaView) -> Scene:
    """The scene of a position."""
    return lights(public_view(_shown_of(view.table), tuple(view.name(seat) for seat in range(2))))


def lights(view: ManawaveView) -> Scene:
    """The scene of what the strip tells."""
    told = view.table
    if told.phase == "over":
        return Scene(tuple(_over(view)))
    glows = [cells(_SOURCE, _ENDS, WHITE, NOTHING, 0.7), cells(_SINK, _ENDS, WHITE, NOTHING, 0.45), *_counted(told)]
    # Each place at rest, so that their number can be seen.
    every = range(1, places(told.edition) + 1)
    glows += [cells(*place_cells(told.edition, place), TRAIL, NOTHING, 0.35) for place in every]
    if told.phase == "secret":
        return Scene((*glows, *_secret(view)))
    if told.phase == "wave":
        glows += _wave(told)
    elif told.phase == "resolution":
        text = say("Gold breathes at {place}: it is resolved now.", place=place_name(told))
        glows.append(cells(*place_cells(told.edition, told.at), GOLD, text, 1.0, "breathe"))
    elif told.phase in _STEPS:
        glows += _conflict(view)
    for seat in told.asked:
        glows.append(cells(_before(seat), 1, WHITE, say("A light before {who}: move your pieces.", who=view.who(seat))))
    return Scene(tuple(glows))


def places(edition: Edition) -> int:
    """Places on the wave's way between Source and Sink."""
    return MONUMENTS if edition == "clans" else 2 * NEXUS_TILES - 1


def place_name(told: ManawaveTable) -> Message:
    """What people call the place at `at`; lines as in M-221: N0, N0.5, N1 …"""
    if told.at == 0:
        return say("the Source")
    if told.at > places(told.edition):
        return say("the Sink")
    if told.edition == "clans":
        return say("Monument {number}", number=told.at)
    return say("line {name}", name=Name(f"N{(told.at - 1) / 2:g}"))


def place_cells(edition: Edition, place: int) -> tuple[int, int]:
    """First cell of a place (from 1) and how many it has."""
    number = places(edition)
    length = (_WAY_CELLS - _BETWEEN * (number - 1)) // number
    return _WAY + (place - 1) * (length + _BETWEEN), length


def _counted(told: ManawaveTable) -> Iterator[Glow]:
    number, shown = told.count, min(told.count, MOST_LIGHTS)
    what = say("Round {number}", number=number) if told.edition == "clans" else say("Strength {number}", number=number)
    lamps = Count(shown, LIGHT)
    text = say("{what}: {lights} beside the Source.", what=what, lights=lamps)
    if shown < number:
        text = say("{what}: {lights} beside the Source and more than fit.", what=what, lights=lamps)
    if shown:
        yield cells(_COUNT, shown, PURPLE, text, 0.9)


def _before(seat: Seat) -> int:
    """The cell before a player."""
    return CELLS * (2 * seat + 1) // 4


def _secret(view: ManawaveView) -> Iterator[Glow]:
    yield cells(_WAY, _WAY_CELLS, VIOLET, say("The way breathes violet: a secret choice."), 0.5, "breathe", 5.0)
    for seat in (*view.table.committed, *view.table.asked):
        who, middle = view.who(seat), _before(seat)
        yield cells(middle - 2, 5, DARK)
        if seat in view.table.committed:
            yield cells(middle, 1, WHITE, say("A steady light before {who}: locked in.", who=who))
        else:
            yield cells(middle, 1, VIOLET, say("A faint light before {who}: still choosing.", who=who), 0.5)


def _wave(told: ManawaveTable) -> Iterator[Glow]:
    """The way behind the wave, and its pulse at the place where it stands; in `nexus` as long as it is strong."""
    sink = places(told.edition) + 1
    first, length = {0: (_SOURCE, _ENDS), sink: (_SINK, _ENDS)}.get(told.at) or place_cells(told.edition, told.at)
    end = first + length
    if told.at > 0:
        yield cells(_WAY, max(0, min(end, _WAY + _WAY_CELLS) - _WAY), TRAIL, NOTHING, 0.6)
    if told.edition == "nexus":
        length = max(1, min(told.count, end))
    words = {0: say("The wave starts at the Source."), sink: say("The wave has reached the Sink.")}
    text = words.get(told.at) or say("The wave stands at {place}: work off its list.", place=place_name(told))
    yield cells(end - length, length, PULSE, text, 1.0, "breathe", 1.5)


_SOME: Final = Name("Some")
_STEPS: Final[Mapping[str, tuple[Message, str, float, tuple[Any, ...]]]] = {
    "war": (
        say("Red flashes at {place} on {who}'s side: population is lost.", place=_SOME, who=_SOME),
        RED,
        1.0,
        ("breathe", 0.5),
    ),
    "sacrifice": (say("Dim maroon at {place} on {who}'s side: a sacrifice.", place=_SOME, who=_SOME), MAROON, 0.8, ()),
    "growth": (
        say("Green at {place} on {who}'s side: population grows.", place=_SOME, who=_SOME),
        GREEN,
        0.9,
        ("breathe", 3.0),
    ),
}
"""The light of each step of a conflict: its words with samples in their gaps, colour, brightness, how it moves."""


def _conflict(view: ManawaveView) -> Iterator[Glow]:
    told, where = view.table, place_name(view.table)
    first, length = place_cells(told.edition, told.at)
    if not told.sides:
        phase = Noun(told.phase)
        text = say("White at {place}: nobody's population changes in {phase}.", place=where, phase=phase)
        yield cells(first, length, WHITE, text, 0.45)
    text, colour, bright, moves = _STEPS[told.phase]
    half = length // 2
    for seat in told.sides:
        words, start = filled(text.text, place=where, who=view.who(seat)), first + seat * (length - half)
        yield cells(start, half, colour, words, bright, *moves)  # the middle cell is nobody's


def _over(view: ManawaveView) -> Iterator[Glow]:
    if not view.table.winners:
        yield Glow(0.0, 1.0, WHITE, say("A draw: the whole ring is white."), 0.6)
    for seat in view.table.winners:
        text = say("{who} wins: that side of the ring is gold.", who=view.who(seat))
        yield Glow(seat / 2, 0.5, GOLD, text, 1.0, "breathe", 4.0)


def _shown_of(table: Table) -> ManawaveTable:
    now, (phase, at, sides) = COURSE.moment(table), _moment(table)
    asked = now.waiting(table) if isinstance(now, Secret) else owing(table)
    return ManawaveTable(
        edition=table.setup.playset.edition,
        count=table.round,
        phase=phase,
        at=at,
        committed=tuple(seat for seat, is_so in enumerate(table.committed) if is_so),
        sides=sides,
        winners=monuments.WINNERS[table.ended] if table.ended else (),
        asked=() if table.ended else asked,
    )


def _moment(table: Table) -> tuple[Moment, int, tuple[Seat, ...]]:
    """What the strip calls this moment, where it is, and whose population changes."""
    now = COURSE.moment(table)
    if table.ended or isinstance(now, Secret):
        return "over" if table.ended else "secret", 0, ()
    halt = now.halt(table) if isinstance(now, Halting) else None
    match table.phase:
        case Phase.WAVE | Phase.PROCESS:
            return "wave", halt[0] + (not table.is_clans) if halt else 0, ()
        case Phase.RESOLVE:
            return "resolution", halt[0] if halt else 1, ()
        case Phase.CONFLICT if halt:
            return halt[1], halt[0], monuments.changing(table.clans, *halt)
        case Phase.CONSOLIDATE if table.is_clans:
            return "open", 0, ()
        case Phase.PAY | Phase.LAY | Phase.CONSOLIDATE:
            return "wave", places(table.setup.playset.edition) + 1, ()
    return "open", 0, ()


def samples() -> tuple[LightSample, ...]:
    """Everything that the strip says, with what it is for; the mats are named as the editions."""
    clans = ManawaveTable(edition="clans", count=3, phase="open")
    nexus = ManawaveTable(edition="nexus", count=5, phase="wave", at=4)
    told = {
        say("Start: round 3"): clans,
        say("Secret choice"): replace(clans, phase="secret", asked=(0, 1)),
        say("Secret choice: one locked in"): replace(clans, phase="secret", committed=(1,), asked=(0,)),
        say("Execution: at the Source"): replace(clans, phase="wave"),
        say("Execution: at Monument 2"): replace(clans, phase="wave", at=2),
        say("Execution: at the Sink"): replace(clans, phase="wave", at=4),
        say("Resolution"): replace(clans, phase="resolution", at=1),
        say("War"): replace(clans, phase="war", at=2, sides=(0,)),
        say("Sacrifice"): replace(clans, phase="sacrifice", at=2, sides=(0, 1)),
        say("Growth"): replace(clans, phase="growth", at=3, sides=(1,)),
        say("Nexus: strength 5 at N1.5"): nexus,
        say("Nexus: at the Sink"): replace(nexus, at=10),
        say("Won by the first seat"): replace(clans, phase="over", winners=(0,)),
        say("A draw"): replace(clans, phase="over"),
    }
    names = NAMES[:2]
    return tuple(
        LightSample(title, lights(public_view(table, names)), table.edition, names) for title, table in told.items()
    )
