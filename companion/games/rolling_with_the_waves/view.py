"""What a whole game shows of a view besides its boards: the mat, a line a player, and the strip."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.core import PlayerPanel
from companion.games.game import public_view
from companion.games.rolling_with_the_waves import lights as strip
from companion.games.rolling_with_the_waves.charts import income, is_near_end, points, winners
from companion.games.rolling_with_the_waves.mat import LABELS, layout
from companion.games.rolling_with_the_waves.model import TRAY, DiceView
from companion.games.rolling_with_the_waves.phases.anchor import next_first
from companion.games.rolling_with_the_waves.phases.part import colour_noun, dice_words, die_kind, gain
from companion.games.rolling_with_the_waves.phases.scribe import icon_now
from companion.games.rolling_with_the_waves.whole import NOBODY, STEPS, Phase, Whole
from companion.games.rolling_with_the_waves.words import prompt, standing
from companion.language.message import NOTHING, Message, say
from companion.lights.scene import Scene
from companion.table.expected import Anything, ExpectedTable, ExpectedZone, Pieces

PHASES: dict[Phase, strip.Phase] = {
    Phase.FIRST: "draft",
    Phase.ROLL: "draft",
    Phase.DRAFT: "draft",
    Phase.ALLOCATE: "allocate",
    Phase.REVEAL: "reveal",
    Phase.RAISE: "write",
    Phase.CHESTS: "write",
    Phase.BURY: "write",
    Phase.HULL: "write",
    Phase.CANNONS: "write",
    Phase.FIRE: "cannon",
    Phase.PORTS: "ports",
    Phase.CREW: "write",
    Phase.ANCHOR: "anchor",
}
"""What the strip calls each phase."""


def panels(view: DiceView) -> tuple[PlayerPanel, ...]:
    """Points, Infamy and drafted dice of each player."""
    whole = view.table.played
    return tuple(
        PlayerPanel(
            seat,
            standing(view, seat),
            tuple(die_kind(die) for die in nest),
            f"{points(whole, seat).total}",
        )
        for seat, nest in enumerate(whole.nests)
    )


def expected_table(view: DiceView) -> ExpectedTable:
    """Every zone may hold anything: dice carry no marker. What lies in the tray and in each nest is noted."""
    return ExpectedTable(tuple(_zones(view)))


def _zones(view: DiceView) -> Iterator[ExpectedZone]:
    whole = view.table.played
    for zone in layout(view.table).zones:
        kind, _, place = zone.zone.partition(".")
        seat = int(place) if place else -1
        note = NOTHING
        if seat >= len(whole.maps):  # written on the mat it would only stand in the way of the others' words
            yield ExpectedZone(zone.zone, Anything(), NOTHING, NOTHING, name=say("unused place"))
            continue
        label: Message = LABELS[kind]
        if kind == TRAY and whole.pool:
            note = say("{dice}", dice=dice_words(whole.pool))
        if kind == "nest" and 0 <= seat < len(whole.nests):
            label = say("{who}: crow's nests", who=view.who(seat))
            is_here = not whole.placed[seat] and not whole.icons[seat] and seat not in whole.screened
            if whole.nests[seat] and is_here:
                note = say("{dice}", dice=dice_words(whole.nests[seat]))
        if kind == "board" and 0 <= seat < len(whole.maps):
            label = say("{who}: mini board", who=view.who(seat))
        if kind == "map" and 0 <= seat < len(whole.maps):
            label = say("{who}: map, {colour}", who=view.who(seat), colour=colour_noun(whole.setup.colours[seat]))
        # Behind its screen nobody sees a mini board, and so none lies on the mat.
        is_away = kind == "board" and whole.phase in (Phase.DRAFT, Phase.ALLOCATE)
        yield ExpectedZone(zone.zone, Pieces(()) if is_away else Anything(), label, note)


def lights(view: DiceView) -> Scene:
    """The strip."""
    whole = view.table.played
    names = tuple(view.name(seat) for seat in range(len(whole.maps)))
    return strip.lights(public_view(strip_table(view), names))


def strip_table(view: DiceView) -> strip.WholeTable:
    """What of this position the strip tells."""
    whole = view.table.played
    infamy = tuple(chart.infamy for chart in whole.maps)
    if view.table.over:
        return strip.WholeTable(infamy=infamy, first=max(whole.first, 0), phase="end", winners=winners(whole))
    more: dict[str, Any] = {}
    if whole.phase is Phase.ANCHOR:
        more["first"] = next_first(whole)
    if whole.phase is Phase.PORTS and icon_now(whole, whole.phase) == "ports":
        more["gained"] = income(whole)
        more["infamy"] = tuple(gain(whole, each, got) for each, got in zip(infamy, more["gained"], strict=True))
    told = whole.volley
    if whole.phase is Phase.FIRE and told is not None and told.target != NOBODY:
        more["volley"] = strip.Volley(told.shooter, told.target, len(told.loot), told.blocked)
    asked = prompt(view).seats
    shared: dict[str, Any] = {
        "infamy": infamy,
        "first": max(whole.first, 0),
        "phase": PHASES[whole.phase],
        "asked": () if whole.phase is Phase.ALLOCATE else asked,
        "called": tuple(seat for seat in whole.seats if whole.called[seat]),
        "step": step_of(whole),
        "near_end": tuple(seat for seat in whole.seats if is_near_end(whole.maps[seat], whole.setup.sheet)),
    }
    return strip.WholeTable(**{**shared, **more})


def step_of(whole: Whole) -> int:
    """The number of the present step of writing, from 1; 0 outside of it."""
    return list(STEPS).index(whole.phase) + 1 if whole.phase in STEPS else 0
