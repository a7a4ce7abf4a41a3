"""What the strip shows: the island as a map, the wrath bar, the phase; for the public, and each of its lights once.

In order round the ring: the six peninsulas, each from its tip to the centre, then the centre, the wrath bar, and the
tone of the phase. Between them it is dark. Floods still to be chosen follow the wrath bar at once: on it, red on red,
nobody could count them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import NUMBERED, RINGS
from companion.games.atlantis_rising.state import changes, steps
from companion.games.atlantis_rising.state.model import AtlantisView, Deck, Phase, Setup, Table
from companion.games.atlantis_rising.words.vocabulary import FLOOD
from companion.games.core import Seat
from companion.games.game import public_view
from companion.games.parts import NAMES, LightSample
from companion.games.shared.phases import people
from companion.language.message import NOTHING, Message, listing, lone, say
from companion.language.values import Count, Noun
from companion.lights.grid import CELLS, cells
from companion.lights.scene import Glow, Motion, Scene

PENINSULAS = ("Mountains", "Hills", "Forests", "Cities", "Libraries", "Forges")
"""In table order; peninsulas are numbered from 0 in it."""
_NOUNS: Final = tuple(map(Noun, PENINSULAS))
FEW_DRY = 2
"""At so many dry tiles of the peninsulas, or fewer, the centre is in danger (A-043)."""
_ARM = RINGS + 1
"""Cells of a peninsula: its tiles, ring 6 at its tip to ring 1 at the centre, and one between it and the next."""
_CENTRE = len(PENINSULAS) * _ARM
_WRATH = _CENTRE + 2
"""Where the wrath bar begins: after the centre and one cell between."""
ARM_COLOURS = ("#ff7a2a", "#ffd21a", "#2aff5a", "#2ae8d8", "#d07aff", "#ff4a9a")
WATER, SURGE, WHITE, RED = "#0a3cff", "#4aa8ff", "#ffffff", "#ff2020"
POINT = Noun("red point")
WRATH_COLOURS = ("#22c55e", "#ffe11a", "#ff8a1a", "#ff2020")
"""By the wrath value: 0, 1, 2, and 3 or more (A-051)."""
_DRY, _TONE, _FAINT, _EMPTY = 0.45, 0.6, 0.35, 0.3
"""Levels. Through a gamma of 2.8, 0.3 is the least that still shines on a strip at half its brightness."""
_OF_WRATH: Final[tuple[Message, str, float, Motion]] = (say("Wrath of the gods"), RED, _TONE, "steady")
TONES: Final[Mapping[Phase, tuple[Message, str, float, Motion]]] = {
    Phase.SETUP: (say("Set-up"), WHITE, _FAINT, "steady"),
    Phase.REVEAL: (say("Choose the Hologram"), WHITE, _TONE, "breathe"),
    Phase.PLACE: (say("Place Atlanteans"), WHITE, _TONE, "steady"),
    Phase.MISFORTUNE: (say("Suffer misfortunes"), "#8a3cff", _TONE, "steady"),
    Phase.ACTIONS: (say("Take actions"), "#ffa21a", _TONE, "steady"),
    Phase.WRATH: _OF_WRATH,
    Phase.COUNTER: _OF_WRATH,
    Phase.END: (say("End of the round"), RED, _FAINT, "steady"),
}
"""By phase (A-022): its words, and its colour, which is fainter or breathes before and after those of a round."""


def lights(view: AtlantisView, asked: Sequence[Seat] = (), in_danger: Sequence[int] = ()) -> Scene:
    """The scene. One sentence tells of the whole island; what happens has words of its own.

    `asked` are the seats that are to act, `in_danger` the peninsulas that a card or a choice may flood next.
    """
    table, of = view.table, ring_cells(view.table)
    if table.ended == "won":
        text = say("Atlantis rises: everything shines, and light runs out from the centre.")
        runs: tuple[Motion, ...] = ("travel", "travel_back")
        outward = (cells(_CENTRE - 1, 3, WHITE, NOTHING, 1.0, motion, 5.0, of=of) for motion in runs)
        return Scene((Glow(0.0, 1.0, "#ffd24a", text, 0.5), *outward))
    if table.ended == "lost":
        text = say("Atlantis is lost: all is blue and grows dark.")
        return Scene((Glow(0.0, 1.0, WATER, text, 0.5, "breathe", 8.0),))
    phase, colour, level, motion = TONES[table.phase]
    first = _WRATH + len(table.box.wrath.values) + 1
    words = say("Phase: {phase}.", phase=phase)
    if asked:
        words = say("Phase: {phase}. To act: {who}.", phase=phase, who=people(view, asked))
    glows = [cells(first, of - first - 1, colour, words, level, motion, 4.0, of=of)]
    for arm in range(len(PENINSULAS)):
        glows += _arm(table, arm, of)
    glows += [*_moved(table, in_danger, of), *_middle(table, of)]
    if (seat := turn_of(table)) is not None:
        glows += _chase(view, seat)
    return Scene(tuple(glows))


def ring_cells(table: Table) -> int:
    """Cells of the ring: 60, or more where the wrath track is long."""
    most = max(table.box.wrath.values, default=0)
    return max(CELLS, _WRATH + len(table.box.wrath.values) + 2 * most + 4)


def _arm(table: Table, arm: int, of: int) -> Iterator[Glow]:
    """Water from the tip inward, then the land, the barrier at its border."""
    dry, name, risen = table.dry[arm], _NOUNS[arm], table.tide[arm] if table.tide else 0
    depth, border = RINGS - dry, arm * _ARM + RINGS - dry
    if risen < 0 and depth:
        text = say("Water runs up the {peninsula}: ring {ring} floods.", peninsula=name, ring=dry + 1)
        if risen < -1:
            rings = listing((lone(ring) for ring in range(dry - risen, dry, -1)), "and")
            text = say("Water runs up the {peninsula}: rings {rings} flood.", peninsula=name, rings=rings)
        yield cells(arm * _ARM, depth, SURGE, text, 1.0, "breathe", 1.0, of=of)
    elif not dry and arm == named(table):
        text = say("{name} are under water and a card names them: red pulses, two floods elsewhere.", name=name)
        yield cells(arm * _ARM, depth, RED, text, 0.8, "breathe", 3.0, of=of)
    elif depth:
        yield cells(arm * _ARM, depth, WATER, NOTHING, 0.9, of=of)
    if not dry:
        return
    yield cells(border, dry, ARM_COLOURS[arm], NOTHING, _DRY, of=of)
    if arm in table.barriers:
        yield cells(border, 1, WHITE, of=of)
    elif risen > 0:
        text = say("A bright light returns on the {peninsula}: ring {ring} is dry again.", peninsula=name, ring=dry)
        yield cells(border, risen, ARM_COLOURS[arm], text, 1.0, "breathe", 1.0, of=of)


def _moved(table: Table, in_danger: Sequence[int], of: int) -> Iterator[Glow]:
    """The next tile to flood, but where a barrier or what has just happened is shown there, one sentence for all; then
    where a barrier stood, on a peninsula without land at its last tile."""
    hidden = (*table.barriers, *table.broken, *(arm for arm, by in enumerate(table.tide) if by > 0))
    arms = [arm for arm in in_danger if table.dry[arm] and arm not in hidden]
    where = [say("{peninsula} {ring}", peninsula=_NOUNS[arm], ring=table.dry[arm]) for arm in arms]
    text = say("The outermost land pulses where a tile may flood next: {where}.", where=listing(where, ","))
    for arm in arms:
        yield cells(arm * _ARM + RINGS - table.dry[arm], 1, ARM_COLOURS[arm], text, 1.0, "breathe", 3.0, of=of)
        text = NOTHING
    for arm in table.broken:
        text = say("A white light flashes on the {peninsula}: the barrier is gone.", peninsula=_NOUNS[arm])
        place = arm * _ARM + min(RINGS - table.dry[arm], RINGS - 1)
        yield cells(place, 1, WHITE, text, 1.0, "breathe", 0.5, of=of)


def _middle(table: Table, of: int) -> Iterator[Glow]:
    """The centre, which tells of dry land and barriers; the wrath bar, filled up to the counter, its colour the value
    there; then a red point for each flood that is left, with a dark cell between two."""
    parts = []
    for arm, name in enumerate(_NOUNS):
        dry = table.dry[arm] or say("none")
        parts.append(say("{peninsula} {dry}", peninsula=name, dry=dry))
        if arm in table.barriers:
            parts[-1] = say("{peninsula} {dry} and a barrier (white)", peninsula=name, dry=dry)
    island = say("Dry tiles, blue is water: {parts}.", parts=listing(parts, ","))
    if sum(table.dry) <= FEW_DRY:
        text = say("{island} The centre is red and pulses: hardly any land is left around it.", island=island)
        yield cells(_CENTRE, 1, RED, text, 1.0, "breathe", 1.5, of=of)
    else:
        text = say("{island} The centre is white: land is left around it.", island=island)
        yield cells(_CENTRE, 1, WHITE, text, 0.8, of=of)
    spaces, space = len(table.box.wrath.values), table.wrath
    colour, floods = WRATH_COLOURS[min(table.wrath_value, len(WRATH_COLOURS) - 1)], Count(table.wrath_value, FLOOD)
    words = say("Wrath bar: space {space} of {spaces}, {floods}.", space=space + 1, spaces=spaces, floods=floods)
    yield cells(_WRATH, spaces, WHITE, NOTHING, _EMPTY, of=of)
    yield cells(_WRATH, space + 1, colour, words, 0.8, of=of)
    if space == spaces - 1:
        yield cells(_WRATH + space, 1, colour, say("It blinks at the last space."), 1.0, "breathe", 1.0, of=of)
    if left := floods_left(table):
        first = _WRATH + spaces + 2
        yield cells(first - 1, 2 * left + 1, "#000000", of=of)
        text = say("{points}: so many floods are still to be chosen.", points=Count(left, POINT))
        for number in range(left):
            yield cells(first + 2 * number, 1, RED, NOTHING if number else text, of=of)


def _chase(view: AtlantisView, seat: int) -> Iterator[Glow]:
    """Four lights on the seat's side, each brighter than the one before: the last is before the seat."""
    side = 1 / view.table.players
    text, middle = say("Lights run up to {who}: the turn is there.", who=view.who(seat)), (seat + 0.5) * side
    # Narrow, for it covers what of the island lies there, and on its own side.
    step = min(1 / CELLS, side / 14)
    starts = [(middle + (2 * number - 6.5) * step) % 1.0 for number in range(4)]
    yield Glow(starts[0], 8 * step, "#000000", NOTHING)
    for start, level in zip(starts, (0.35, 0.5, 0.7), strict=False):
        yield Glow(start, step, WHITE, NOTHING, level, "steady", 1.0)
    yield Glow(starts[-1], step * 1.5, WHITE, text, 1.0, "breathe", 1.0)


# --- what may come next, and whose turn it is ---


def in_danger(table: Table) -> tuple[int, ...]:
    """The peninsulas with a dry tile that the next flood may take.

    While somebody chooses, and before the wrath, all that may be chosen; while misfortunes are drawn, those that the
    next card may name. Floods that a card leaves open would put all of them in danger, and tell nothing.
    """
    step = table.step
    if isinstance(step, steps.Flooding):
        return changes.choosable(table, step)
    if table.phase is Phase.WRATH and table.wrath_value:
        return changes.floodable(table)
    if table.phase is not Phase.MISFORTUNE or table.drawn == len(table.drawers):
        return ()
    may_come = {each for card in changes.next_misfortunes(table) for each in _named_by(table, card)}
    return tuple(each for each in changes.floodable(table) if each in may_come)


def named(table: Table) -> int | None:
    """The depleted peninsula that the last misfortune names, from its draw to the last of the floods elsewhere."""
    step, discards = table.step, table.misfortunes.discards
    is_now = "A-042" in table.why or (isinstance(step, steps.Flooding) and step.cause == "depleted")
    is_named = table.phase is Phase.MISFORTUNE and is_now and discards
    return next(_named_by(table, discards[-1]), None) if is_named else None


def turn_of(table: Table) -> Seat | None:
    """Who draws the next misfortune, where somebody else drew the last one (A-034)."""
    order = table.drawers
    if table.phase is not Phase.MISFORTUNE or table.steps or table.drawn == len(order):
        return None
    seat = order[table.drawn]
    return seat if not table.drawn or order[table.drawn - 1] != seat else None


def floods_left(table: Table) -> int:
    """How many floods of the wrath are still to be chosen."""
    if table.phase is Phase.WRATH:
        return table.wrath_value
    floods = [step for step in table.steps if isinstance(step, steps.Flooding) and step.cause == "wrath"]
    return sum(step.left for step in floods) if table.phase is Phase.COUNTER else 0


def _named_by(table: Table, card: str) -> Iterator[int]:
    """The peninsula that a misfortune names, if it names one."""
    special, name = table.box.special.get(card), card.removeprefix("basic_")
    if special is not None and special.effect.op == "flood_peninsula":
        name = special.effect.what
    if name in NUMBERED:
        yield NUMBERED[name]


def samples() -> tuple[LightSample, ...]:
    """Each light, with what it is for."""
    names = NAMES[:4]
    setup = Setup(players=len(names), level=1)
    begin = Table(setup=setup, phase=Phase.PLACE, misfortunes=Deck(()), library=Deck(()), drawn=4)
    later = replace(begin, dry=(4, 6, 3, 5, 0, 2), wrath=3, phase=Phase.MISFORTUNE, barriers=(1, 3))
    dire = replace(later, dry=(0, 1, 0, 1, 0, 0), wrath=5, barriers=())
    named = replace(later.misfortunes, discards=("basic_libraries",))
    told = {
        say("Set-up"): replace(begin, phase=Phase.SETUP),
        say("The Hologram is chosen"): replace(begin, phase=Phase.REVEAL),
        say("Place Atlanteans"): begin,
        say("The turn comes to seat 3"): replace(later, drawn=2),
        (danger := say("Misfortunes: arms in danger")): later,
        say("A tile floods"): replace(later, tide=(0, 0, -1, 0, 0, 0)),
        say("A barrier is discarded"): replace(later, barriers=(1,), broken=(3,)),
        say("A card names a depleted arm"): replace(later, misfortunes=named, why=("A-042",)),
        say("Actions"): replace(later, phase=Phase.ACTIONS),
        say("A tile is unflooded"): replace(later, phase=Phase.ACTIONS, tide=(1, 0, 0, 0, 0, 0)),
        say("Wrath: two floods to choose"): replace(later, phase=Phase.WRATH),
        say("Last space of the wrath track"): replace(later, phase=Phase.WRATH, wrath=5),
        say("End of the round"): replace(later, phase=Phase.END, wrath=4),
        say("Two tiles left"): dire,
        say("Won"): replace(dire, ended="won"),
        say("Lost"): replace(dire, ended="lost"),
    }
    arms = {danger: (0, 2, 5)}
    shown = {title: lights(public_view(table, names), (), arms.get(title, ())) for title, table in told.items()}
    return tuple(LightSample(title, scene, "island", names) for title, scene in shown.items())
