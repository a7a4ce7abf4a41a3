"""What everybody does on paper now, step by step and on whose map: what is written, and what a volley came to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from companion.games.core import Seat, ToDo
from companion.games.rolling_with_the_waves.course import apply_legal, legal_actions
from companion.games.rolling_with_the_waves.model import DiceState, DiceView, Write
from companion.games.rolling_with_the_waves.phases.part import DIE, ICON_WORDS, known_to_all
from companion.games.rolling_with_the_waves.strokes import ROW_WORDS, Stroke, strokes, told
from companion.games.rolling_with_the_waves.whole import (
    BURY_ICONS,
    CHEST_ICONS,
    NOBODY,
    STEPS,
    Fired,
    Icon,
    Phase,
    Whole,
)
from companion.language.message import Message, listing, say
from companion.language.values import Count

_STEP_WORDS: dict[Phase, Message] = {
    Phase.RAISE: say("Raise Spirits"),
    Phase.CHESTS: say("chests"),
    Phase.BURY: say("Bury"),
    Phase.HULL: say("Hull"),
    Phase.CANNONS: say("cannons"),
    Phase.PORTS: say("Ports"),
    Phase.CREW: say("Crew"),
}


class Written(msgspec.Struct, frozen=True):
    """One icon that is written now, and the game before and after it."""

    act: Write
    before: Whole
    after: Whole


def run(known: DiceState) -> tuple[Written, ...]:
    """What is written now, icon after icon, until somebody has to be asked; empty where nothing is."""
    found, state = list[Written](), known
    while not state.table.over:
        legal = legal_actions(state)
        if len(legal) != 1 or not isinstance(legal[0], Write):
            break
        after = apply_legal(state, legal[0])
        found.append(Written(legal[0], state.table.played, after.table.played))
        state = after
    return tuple(found)


def steps_of(written: Sequence[Written]) -> list[Message]:
    """What the steps of these icons are called, in their order."""
    icons = {each.act.icon for each in written}
    return [words for phase, words in _STEP_WORDS.items() if icons & {*STEPS[phase]}]


def run_now(view: DiceView) -> tuple[Written, ...]:
    """The same where this is known; empty in phases in which nothing is written, and after the end."""
    table = view.table
    return () if table.over or table.played.phase not in STEPS else run(known_to_all(view))


def strokes_now(view: DiceView) -> tuple[tuple[Stroke, ...], ...]:
    """What the pen does on each map by the newest volley, and by what is written now; nothing while nothing is."""
    whole = view.table.played
    if view.table.over:
        return ((),) * len(whole.maps)
    written = run_now(view)
    last = written[-1].after.maps if written else whole.maps
    return tuple(
        (*_of_volley(whole, seat), *strokes(now, then, whole.setup.sheet))
        for seat, (now, then) in enumerate(zip(whole.maps, last, strict=True))
    )


def _of_volley(whole: Whole, seat: Seat) -> Iterator[Stroke]:
    """What the newest volley has the pen do on this map, which is drawn as it is after it."""
    fired, chart = whole.volley, whole.maps[seat]
    if fired is None:
        return
    if seat == fired.target:
        top = len(chart.chests[fired.chest]) + len(fired.loot) - 1
        for taken, value in enumerate(fired.loot):
            yield Stroke(f"chest.{fired.chest}", top - taken, "erase", value)
    if seat == fired.shooter:
        if fired.kept:
            first = len(chart.chests[fired.into]) - len(fired.kept)
            for place, value in enumerate(fired.kept, first):
                yield Stroke(f"chest.{fired.into}", place, "write", value)
        for cannon in fired.cannons:
            for square in range(whole.setup.sheet.squares(cannon)):
                yield Stroke(cannon, square, "erase")
        for circle in range(chart.infamy - fired.gained, chart.infamy):
            yield Stroke("infamy", circle, "colour", is_circle=True)


def to_do(view: DiceView) -> tuple[ToDo, ...]:
    """The steps on paper, in their order: of the newest volley, and of what is written now."""
    whole = view.table.played
    if view.table.over:
        return ()
    volley = (_volley(view, whole.volley),) if whole.volley is not None else ()
    written = run_now(view)
    return (*volley, *(_written(view, each) for each in written))


def _written(view: DiceView, step: Written) -> ToDo:
    """Whoever writes from that icon, or gains by it: a line each."""
    icon, sheet = step.act.icon, step.before.setup.sheet
    lines, whose = list[Message](), list[Seat]()
    for seat in step.before.seats:
        done = strokes(step.before.maps[seat], step.after.maps[seat], sheet)
        words = [*told(done, _row(icon)), *_dice(step, seat)]
        if words:
            lines.append(say("{who}: {done}.", who=view.who(seat), done=listing(words, ";")))
        elif icon in step.before.icons[seat]:
            lines.append(say("{who}: nothing, for no square is empty.", who=view.who(seat)))
        whose += [seat] * (len(lines) - len(whose))
    return ToDo(say("{icon:capital}", icon=ICON_WORDS[icon]), tuple(lines), tuple(whose))


def _row(icon: Icon) -> str:
    """The row of the map that is written from an icon."""
    if icon in CHEST_ICONS:
        return f"chest.{CHEST_ICONS.index(icon)}"
    if icon in BURY_ICONS:
        return f"chest.{BURY_ICONS.index(icon)}"
    return icon.removeprefix("cannon_")


def _dice(step: Written, seat: Seat) -> Iterator[Message]:
    """The dice that a new level of Crew brings (R-142)."""
    more = step.after.bag[seat] - step.before.bag[seat]  # the palette begins with the colours of the seats
    if more > 0:
        yield say("put {dice} of the own colour into the bag", dice=Count(more, DIE))


def _volley(view: DiceView, fired: Fired) -> ToDo:
    """What the newest volley came to: shots, blocked ones, and what both write and erase (R-119 to R-126)."""
    who = view.who(fired.shooter)
    lines, whose = list[Message](), list[Seat | None]()
    if fired.target != NOBODY:
        lines.append(
            say(
                "{target}'s Hull blocked {blocked}, and {stolen} {stolen?value was|values were} stolen.",
                target=view.who(fired.target),
                blocked=fired.blocked,
                stolen=len(fired.loot),
            )
        )
        whose.append(None)
    if fired.loot:
        loot = listing(fired.loot, ",")
        lines.append(
            say(
                "{target}: erase {loot} from {chest}.",
                target=view.who(fired.target),
                loot=loot,
                chest=ROW_WORDS[f"chest.{fired.chest}"],
            )
        )
        whose.append(fired.target)
        if fired.kept:
            written, chest = listing(fired.kept, ","), ROW_WORDS[f"chest.{fired.into}"]
            lines.append(
                say("{who}: write {values} into {chest}, in this order.", who=who, values=written, chest=chest)
                if len(fired.kept) > 1
                else say("{who}: write {values} into {chest}.", who=who, values=written, chest=chest)
            )
    cannons = listing(ROW_WORDS[cannon] for cannon in fired.cannons)
    lines.append(
        say("{who}: colour {infamy} Infamy; erase all of {cannons}.", who=who, infamy=fired.gained, cannons=cannons)
    )
    whose += [fired.shooter] * (len(lines) - len(whose))
    return ToDo(say("{who}'s volley", who=who), tuple(lines), tuple(whose))
