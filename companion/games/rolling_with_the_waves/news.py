"""What came of an act in a whole game: Infamy, loot, levels, chests that are safe, and who wins."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.core import ActionView, Seat
from companion.games.rolling_with_the_waves.charts import level, loaded
from companion.games.rolling_with_the_waves.model import (
    Aim,
    DiceAction,
    DiceView,
    Draft,
    DropAnchor,
    Stow,
    Write,
)
from companion.games.rolling_with_the_waves.phases.part import CHEST_WORDS, INFAMY
from companion.games.rolling_with_the_waves.strokes import ROW_WORDS, strokes
from companion.games.rolling_with_the_waves.whole import CHESTS, NOBODY, TRACKS, Fired, Whole
from companion.games.rolling_with_the_waves.words import outcome_text
from companion.games.shared.gains import changes_of
from companion.games.shared.phases import people
from companion.language.message import Message, listing, say, sentences


def came_of(before: DiceView, act: ActionView[DiceAction], after: DiceView) -> Message | None:
    """What came of an act, in a short sentence or two; None where `describe` has said it all."""
    match act.action:
        case Draft(seat, _, _, "pay"):
            left = after.table.played.maps[seat].infamy
            return say("{who} has {infamy} Infamy left.", who=after.who(seat), infamy=left)
        case Write():
            return _listed(_written(before, after))
        case Aim() | Stow():
            return _volley(before, after)
        case DropAnchor() if after.table.over:
            return outcome_text(after)
        case _:
            return None


def piece_of(act: ActionView[DiceAction]) -> str:
    """The die that an act is about; empty for none."""
    match act.action:
        case Draft(_, colour, value, _):
            return f"die:{colour}:{value}"
        case _:
            return ""


# --- writing ---


def _written(before: DiceView, after: DiceView) -> Iterator[Message]:
    """What everybody has reached by writing: a level, a chest that is safe, Infamy."""
    was, now = before.table.played, after.table.played
    for seat in now.seats:
        reached = list(_reached(was, now, seat))
        if reached:
            yield say("{who}: {reached}", who=after.who(seat), reached=listing(reached, ","))
    yield from _from_ports(after, was, now)


def _reached(was: Whole, now: Whole, seat: Seat) -> Iterator[Message]:
    """Levels of tracks and shots of cannons that a map has new, and chests that nobody can rob any more."""
    sheet, done = now.setup.sheet, strokes(was.maps[seat], now.maps[seat], now.setup.sheet)
    for stroke in done:
        if not stroke.is_circle or stroke.pen != "colour" or stroke.row not in TRACKS:
            continue
        yield say(
            "{row} reaches {sum}, level {level}", row=ROW_WORDS[stroke.row], sum=stroke.value, level=stroke.place + 1
        )
    for cannon in loaded(now.maps[seat], sheet):
        if any(stroke.row == cannon for stroke in done):
            yield say("{cannon} is full and fires", cannon=ROW_WORDS[cannon])
    for chest in CHESTS:
        if now.maps[seat].buried[chest] and not was.maps[seat].buried[chest]:
            yield say("{chest} is safe", chest=CHEST_WORDS[chest])


def _from_ports(view: DiceView, was: Whole, now: Whole) -> Iterator[Message]:
    """Who has how much Infamy now, and who got one more for the greatest sum (R-133)."""
    if now.gained == was.gained or not any(now.gained):
        return
    richer = [seat for seat, more in enumerate(now.gained) if more]
    amounts = (say("{who} {infamy}", who=view.who(seat), infamy=now.maps[seat].infamy) for seat in richer)
    yield say("Infamy now: {amounts}", amounts=listing(amounts, ","))
    levels = [level(chart, now.setup.sheet, "ports") for chart in now.maps]
    first = [seat for seat in richer if now.gained[seat] > levels[seat]]
    if first:
        yield say("the greatest sum, and 1 more: {who}", who=people(view, first))


# --- volleys ---


def _volley(before: DiceView, after: DiceView) -> Message | None:
    """What a volley came to once it is over: what the Hull stopped, whose the loot was, and Infamy."""
    fired = after.table.played.volley
    if fired is None or fired == before.table.played.volley:
        return None
    one, other = ([chart.infamy for chart in view.table.played.maps] for view in (before, after))
    gained = (
        words if seat == fired.shooter else say("{who} {change}", who=after.who(seat), change=words)
        for seat, words in changes_of(INFAMY, one, other)
    )
    return sentences(*_shots(after, fired), _listed(gained)) or None


def _shots(view: DiceView, fired: Fired) -> Iterator[Message]:
    if fired.kept:
        yield say("Stolen from {target}'s {chest}.", target=view.who(fired.target), chest=CHEST_WORDS[fired.chest])
    if fired.lost:
        yield say("{number} {number?value has|values have} no room and {number?is|are} lost.", number=fired.lost)
    if fired.target != NOBODY and fired.blocked:
        yield say(
            "{target}'s Hull stops {shots} {shots?shot|shots}.", target=view.who(fired.target), shots=fired.blocked
        )


def _listed(parts: Iterator[Message]) -> Message | None:
    found = tuple(parts)
    return say("{parts}.", parts=listing(found, ";")) if found else None
