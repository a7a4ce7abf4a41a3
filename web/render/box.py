"""The owner's box as its page shows it: what is missing, entries in lines, and one entry as a form."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.games.box_edits import BoxChange
from companion.games.owners_box import TICKED, BoxEntry, BoxField
from companion.language.message import Message, Text
from companion.live.boxes import BoxLook


class ShownField(msgspec.Struct, frozen=True):
    """A field with what stands in it now, and what is wrong with that."""

    field: BoxField
    value: str
    reason: Text | None
    kept: Message | str | None
    """What is kept, where something else was typed and refused; else None."""

    @property
    def is_ticked(self) -> bool:
        """Whether a flag is set."""
        return self.value == TICKED


class FieldGroup(msgspec.Struct, frozen=True):
    """Fields below one heading."""

    heading: Message
    fields: tuple[ShownField, ...]


class ShownChanges(msgspec.Struct, frozen=True):
    """What would change in one entry."""

    entry: Message
    changes: tuple[BoxChange, ...]


def field_groups(
    entry: BoxEntry, typed: Mapping[str, str] | None = None, reasons: Mapping[str, Text] | None = None
) -> tuple[FieldGroup, ...]:
    """The fields of an entry under their headings; with what was typed in them, where that was refused."""
    groups = dict[Message, list[ShownField]]()
    for field in entry.fields:
        value = field.value if typed is None else typed.get(field.key, "")
        kept = field.shown() if typed is not None and value != field.value else None
        shown = ShownField(field, value, (reasons or {}).get(field.key), kept)
        groups.setdefault(field.group, []).append(shown)
    return tuple(FieldGroup(heading, tuple(fields)) for heading, fields in groups.items())


def is_assumed(entry: BoxEntry) -> bool:
    """Whether something of an entry is nobody's knowledge."""
    return entry.status == "assumed" or any(field.is_assumed for field in entry.fields)


def assumed_entries(look: BoxLook) -> tuple[BoxEntry, ...]:
    """The entries of which something is assumed, in the order of the page."""
    return tuple(entry for entry in look.entries.values() if is_assumed(entry))


def assumed_counts(look: BoxLook) -> dict[str, int]:
    """How many entries of each section have something that is assumed, by the sections' keys."""
    return {section.key: sum(map(is_assumed, section.entries)) for section in look.sections}


def next_assumed(look: BoxLook, key: str) -> BoxEntry | None:
    """The next entry after this one of which something is assumed, and after the last one the first; None for none."""
    keys = list(look.entries)
    at = keys.index(key) if key in keys else -1
    for each in (*keys[at + 1 :], *keys[: max(0, at)]):
        if is_assumed(look.entries[each]):
            return look.entries[each]
    return None


def by_entry(changes: tuple[BoxChange, ...]) -> tuple[ShownChanges, ...]:
    """Changes under the entries that they are of."""
    found = dict[Message, list[BoxChange]]()
    for change in changes:
        found.setdefault(change.entry, []).append(change)
    return tuple(ShownChanges(entry, tuple(each)) for entry, each in found.items())
