"""The history of a game in words, for one pair of eyes: its log, its accounts, and what cannot be unseen. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from companion.games.core import ActionView, Facts, FactValue, Memory, Seat
from companion.games.game import AnyGame
from companion.games.shared.facts import FactField
from companion.language.message import Message, listing, say, sentences
from companion.language.values import Name
from companion.live.requests import LogLine
from companion.live.steps import Step
from companion.live.timeline import Event, History
from companion.referee.comparison import name_of
from companion.table.evidence import Evidence


class Account(msgspec.Struct, frozen=True):
    """One act, who told of it, and what it was learned from, for one seat's eyes."""

    line: LogLine
    at: str
    """When, ISO 8601 with zone."""
    by: str
    stands: bool
    """Whether it has not been taken back."""
    evidence: Evidence | None
    zones: tuple[Message, ...] = ()
    """What to call the zones of the evidence in the middle of a sentence."""


def log_of(history: History, seat: Seat | None, after: int = 0) -> tuple[LogLine, ...]:
    """Lines whose row number is above `after`, oldest first, as `seat` may read them."""
    events = history.events
    first = len(events)
    while first and events[first - 1].number > after:  # from the end: mostly the newest few are asked for
        first -= 1
    return tuple(line_of(history.game, event, seat) for event in events[first:])


def accounts_of(history: History, seat: Seat | None, row: int | None = None) -> Iterator[Account]:
    """The acts, or the one of that row; none where that row has no act."""
    standing = {step.number for step in history.done}
    return (
        _account(history.game, event, seat, event.number in standing)
        for event in history.events
        if event.kind == "act" and row in (None, event.number)
    )


def describe(game: AnyGame, step: Step, seat: Seat | None, names: tuple[str, ...]) -> Message:
    """A step in words, from what `seat` may know of it."""
    before = game.view(step.before, seat, names)
    if step.action is None:
        facts = listing(_corrected(game.facts(before), step.facts), ";")
        return (
            say("The host types in {facts}.", facts=facts)
            if step.is_kept
            else say("The host corrects {facts}.", facts=facts)
        )
    seen: ActionView[Any] = game.view_action(step.action, seat)
    return game.describe(before, seen)


def _corrected(fields: Sequence[FactField], facts: Facts) -> Iterator[Message]:
    """What is corrected, group after group, with what each value is called."""
    groups: dict[str, tuple[Message, list[Message]]] = {}
    for field in (each for each in fields if each.key in facts):
        _, told = groups.setdefault(str(field.group), (field.group, []))
        value = _value_words(field, facts[field.key])
        told.append(say("{fact} {value}", fact=field.short or field.label, value=value))
    for group, told in groups.values():
        yield say("{group}: {facts}", group=group, facts=listing(told, ","))


def _value_words(field: FactField, value: FactValue) -> Message | Name:
    """A value as the host page calls it."""
    words = next((words for known, words in field.choices if known == value), None)
    return Name(str(value)) if words is None else words


def remembered(game: AnyGame, steps: Sequence[Step], names: tuple[str, ...]) -> tuple[Message, ...]:
    """What taking these steps back cannot make the table forget, in public words, each sentence once.

    What to do with the piece is told of a single act only: of several, the later ones decide where it goes.
    """
    memories = _memories(game, steps, None, names)
    return counted([memory.text if len(steps) == 1 else memory.seen for memory in memories])


def counted(told: Sequence[Message]) -> tuple[Message, ...]:
    """Each sentence once, in the order of the first, with how often it was there where that was more than once."""
    return tuple(
        text if number == 1 else say("{number} × {text}", number=number, text=text)
        for text, number in Counter(told).items()
    )


def _account(game: AnyGame, event: Event, seat: Seat | None, stands: bool) -> Account:
    (step,) = event.steps
    zones: tuple[Message, ...] = ()
    if step.evidence is not None:
        table = game.mat.expected(game.view(step.after, None, event.names))
        zones = tuple(name_of(zone) for zone in table.zones if zone.zone in step.evidence.zones)
    return Account(line_of(game, event, seat), step.at, step.by, stands, step.evidence, zones)


def line_of(game: AnyGame, event: Event, seat: Seat | None) -> LogLine:
    """What happened in one row, as `seat` may read it."""
    if event.kind in ("seat", "end"):
        return LogLine(event.number, event.text, (), event.kind)
    if event.kind in ("undo", "redo"):
        moved = _with_freed(event, _moved(game, event, seat))
        return LogLine(event.number, moved, (), event.kind)
    (step,) = event.steps
    text, proven = describe(game, step, seat, event.names), step.evidence is not None
    if event.recalled is not None:
        (memory,) = _memories(game, [event.recalled], seat, event.names)
        text = sentences(text, say("It was another before the undo."), memory.seen)
    # What the host corrects rests on no rule.
    rules = step.after.table.why if step.action is not None else ()
    return LogLine(event.number, _with_freed(event, text), rules, event.kind, proven)


def _with_freed(event: Event, text: Message) -> Message:
    """The same, and who has no longer to choose what everybody has seen of them, and why."""
    if not event.freed:
        return text
    if event.kind == "undo":
        why = say("The game stands before the first of these choices.")
    elif event.kind == "correction":
        why = say("The host has corrected that choice.")
    elif any(step.opened for step in event.steps):
        why = say("It is opened again.")
    else:
        why = say("The round is over.")
    who = listing(Name(event.names[seat]) for seat in event.freed)
    told = say("What all saw before an undo binds {who} no more.", who=who)
    return sentences(text, why, told)


def _moved(game: AnyGame, event: Event, seat: Seat | None) -> Message:
    """A sentence on what was taken back or done again, and on what of it cannot be unseen."""
    steps = event.steps
    if event.kind == "undo" and not steps:
        return say("The end of the game is taken back.")
    first, number = describe(game, steps[0], seat, event.names), len(steps)
    if event.kind == "redo":
        if number == 1:
            return say("1 act is done again: {first}", first=first)
        return say("{number} acts are done again, from: {first}", number=number, first=first)
    said = (
        say("1 act is taken back: {first}", first=first)
        if number == 1
        else say("{number} acts are taken back, from: {first}", number=number, first=first)
    )
    seen = (each.seen for each in _memories(game, steps, seat, event.names))
    return sentences(said, *counted(tuple(seen)))


def _memories(game: AnyGame, steps: Sequence[Step], seat: Seat | None, names: tuple[str, ...]) -> list[Memory]:
    found = (
        game.memory(game.view(step.before, seat, names), game.view_action(step.action, seat))
        for step in steps
        if step.action is not None
    )
    return [memory for memory in found if memory is not None]
