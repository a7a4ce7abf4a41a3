"""Changes of an owner's file, an entry of the box at a time: kept, set back, put back, and taken from another owner."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.games.errors import BadOption, BadOwner
from companion.games.owners_box import (
    STATUS_WORDS,
    BadEntry,
    BadField,
    BoxEntry,
    BoxField,
    BoxSection,
    BoxValue,
    Owner,
    OwnersBox,
    Part,
)
from companion.language.message import NOTHING, Message, say


class BoxChange(msgspec.Struct, frozen=True):
    """One field that differs between two owner's files; what is empty in one of them is not there."""

    entry: Message
    group: Message
    label: Message
    was: Message | str
    now: Message | str


# --- places in the file -----------------------------------------------------------------------------------------------


def part_of(owner: Owner, paths: Iterable[str]) -> dict[str, Any]:
    """What the owner's file says at these places, those that are there."""
    found = dict[str, Any]()
    for path in paths:
        at: Any = owner
        for key in path.split("."):
            at = at.get(key) if isinstance(at, Mapping) else None
        if at is not None:
            found[path] = at
    return found


def with_part(owner: Owner, part: Part, cleared: Iterable[str] = ()) -> dict[str, Any]:
    """The owner's file with what stands in `part` at its places, after the places in `cleared` were emptied."""
    after = dict[str, Any](owner)
    for path in cleared:
        after = _without(after, path.split("."))
    for path, value in part.items():
        after = _with(after, path.split("."), value)
    return after


def _without(table: Mapping[str, Any], path: Sequence[str]) -> dict[str, Any]:
    rest, inner = {key: value for key, value in table.items() if key != path[0]}, table.get(path[0])
    if len(path) > 1 and isinstance(inner, Mapping):
        kept = _without(inner, path[1:])
        return {key: kept if key == path[0] else value for key, value in table.items() if key != path[0] or kept}
    return rest if len(path) == 1 else dict(table)


def _with(table: Mapping[str, Any], path: Sequence[str], value: Any) -> dict[str, Any]:
    if len(path) == 1:
        return {**table, path[0]: value}
    inner = table.get(path[0])
    return {**table, path[0]: _with(inner if isinstance(inner, Mapping) else {}, path[1:], value)}


def stamp(owner: Owner, entry: BoxEntry) -> str:
    """A short text that is another one as soon as the owner's file says something else of this entry."""
    return hashlib.sha256(repr(sorted(part_of(owner, entry.paths).items())).encode()).hexdigest()[:16]


# --- entries ----------------------------------------------------------------------------------------------------------


def entries_of(sections: Iterable[BoxSection]) -> dict[str, BoxEntry]:
    """The entries of a box by their keys."""
    return {entry.key: entry for section in sections for entry in section.entries}


def corrected(box: OwnersBox, owner: Owner, entry: BoxEntry, form: Mapping[str, str]) -> dict[str, Any]:
    """The owner's file with an entry as it stands in a form: all of its fields, a flag that is not ticked left out.

    Raises `BadEntry`, which says of each field what is wrong; nothing is taken then.
    """
    part = box.part(owner, entry, read_form(entry, form))
    after = with_part(owner, part)
    _check(box, owner, after)
    return after


def read_form(entry: BoxEntry, form: Mapping[str, str]) -> dict[str, BoxValue]:
    """What was typed into the fields that mean something beside the others. Raises `BadEntry`."""
    values, reasons = dict[str, BoxValue](), dict[str, Message]()
    for field in entry.fields:
        if not is_needed(field, form):
            continue
        try:
            values[field.key] = field.read(form.get(field.key, ""))
        except BadField as error:
            reasons[field.key] = error.reason
    if reasons:
        raise BadEntry(reasons)
    return values


def is_needed(field: BoxField, form: Mapping[str, str]) -> bool:
    """Whether a field means something beside what else stands in its form."""
    key, values = field.needs
    return not key or form.get(key, "") in values


def added(box: OwnersBox, owner: Owner, section: str, name: str) -> tuple[str, dict[str, Any]]:
    """The key of one more entry, and the owner's file with it. Raises `BadEntry`."""
    key, part = box.added(owner, section, name)
    after = with_part(owner, part)
    _check(box, owner, after)
    return key, after


def replaced(box: OwnersBox, owner: Owner, paths: Iterable[str], part: Part) -> dict[str, Any]:
    """The owner's file with this content in the place of all that stands at these paths; {}: what is shipped counts.

    Raises `BadEntry` where the box could no longer be played.
    """
    after = with_part(owner, part, paths)
    _check(box, owner, after)
    return after


def _check(box: OwnersBox, before: Owner, after: Owner) -> None:
    """Raise `BadEntry` for errors that were not there before: who mends a broken box does so one entry at a time."""
    try:
        old = {fault.text for fault in box.faults(before).errors}
    except BadOption:
        old = set()
    try:
        new = [fault.text for fault in box.faults(after).errors if fault.text not in old]
    except BadOption as error:
        new = [error.reason]
    if new:
        raise BadEntry({"" if number == 0 else f"#{number}": text for number, text in enumerate(new)})


# --- another owner's file ---------------------------------------------------------------------------------------------


def taken(box: OwnersBox, owner: Owner, other: Owner, whole: bool) -> dict[str, Any]:
    """The owner's file after another one was taken: in place of all of it, or entry by entry those that the other has.

    Raises `BadOwner` that `is_sent` where the other file is no box, `BadOption` where the owner's own is none, and
    `BadEntry` where the box could not be played with it.
    """
    try:
        other = box.with_origins(other)
        theirs = entries_of(box.sections(other))
    except BadOwner as error:
        raise error.sent() from error
    after = dict[str, Any](other)
    if not whole:
        after, mine = dict(owner), entries_of(box.sections(owner))
        for key, entry in theirs.items():
            part = part_of(other, entry.paths)
            if part:
                after = with_part(after, part, mine[key].paths if key in mine else ())
    _check(box, owner if not whole else {}, after)
    return after


def changes(box: OwnersBox, before: Owner, after: Owner) -> tuple[BoxChange, ...]:
    """What people would read otherwise after a change, field by field."""
    old, new = entries_of(box.sections(before)), entries_of(box.sections(after))
    found = list[BoxChange]()
    for key in dict.fromkeys((*old, *new)):
        found += _changes_of(old.get(key), new.get(key))
    return tuple(found)


def _changes_of(old: BoxEntry | None, new: BoxEntry | None) -> Iterator[BoxChange]:
    there = new or old
    assert there is not None
    was = _read(old)
    now = _read(new)
    for key in dict.fromkeys((*was, *now)):
        before, after = was.get(key), now.get(key)
        if before is None or after is None or before.value != after.value:
            field = after or before
            assert field is not None
            shown = ("" if each is None else each.shown() for each in (before, after))
            yield BoxChange(there.title, field.group, field.label, *shown)
    if old is not None and new is not None and old.status != new.status and was == now:
        yield BoxChange(there.title, NOTHING, say("Where it comes from"), *_from(old, new))


def _from(old: BoxEntry, new: BoxEntry) -> tuple[Message, Message]:
    return STATUS_WORDS[old.status], STATUS_WORDS[new.status]


def _read(entry: BoxEntry | None) -> dict[str, BoxField]:
    """The fields of an entry that mean something, by their keys."""
    if entry is None:
        return {}
    form = {field.key: field.value for field in entry.fields}
    return {field.key: field for field in entry.fields if is_needed(field, form)}


def touched(sections: Iterable[BoxSection], before: Owner, after: Owner) -> tuple[str, ...]:
    """The keys of the entries of which two owner's files say different things."""
    return tuple(
        key
        for key, entry in entries_of(sections).items()
        if part_of(before, entry.paths) != part_of(after, entry.paths)
    )
