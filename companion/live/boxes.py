"""The boxes of the owner: what the owner's files say of them, and every change of these, one after another.

A change counts for games that begin later. A running game, and a saved one, keeps what its owner had typed at its
beginning (row 1 of its journal).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import msgspec
import tomli_w

from companion.games.box_edits import (
    BoxChange,
    added,
    changes,
    corrected,
    entries_of,
    part_of,
    replaced,
    stamp,
    taken,
    touched,
)
from companion.games.owners_box import BadEntry, BoxEntry, BoxFaults, BoxSection, OwnersBox
from companion.games.registry import Registry
from companion.language.message import say
from companion.storage.box_file import BoxFile, Former
from companion.storage.home import Home

Content: TypeAlias = dict[str, Any]
CHANGED: Final = say(
    "This entry was changed on another page since you opened it. What you typed still stands here. Look at what is kept"
    " now, and send yours again."
)


NOTHING_TYPED: Final = say("You have typed nothing yet. Your box says what is shipped, so nothing is set aside.")


class BoxLook(msgspec.Struct, frozen=True):
    """A box as it stands in its owner's file."""

    sections: tuple[BoxSection, ...]
    faults: BoxFaults
    stamps: dict[str, str]
    """By entry: another text as soon as the file says something else of it."""
    former: frozenset[str]
    """The entries that said something else before, and can be put back."""
    newest: tuple[str, ...]
    """The entries that the newest change touched, those of them that can be put back."""
    typed: frozenset[str]
    """The entries of which the file says something."""

    @property
    def entries(self) -> dict[str, BoxEntry]:
        """All entries by their keys."""
        return entries_of(self.sections)


class Boxes:
    """The boxes of all games that have one which is corrected entry by entry."""

    def __init__(self, home: Home, registry: Registry) -> None:
        self._home = home
        self._registry = registry
        self._lock = threading.Lock()

    def names(self) -> tuple[str, ...]:
        """The games that have such a box."""
        return tuple(name for name, game in self._registry.items() if game.box.page is not None)

    def look(self, game: str) -> BoxLook:
        """The box as it stands. Raises `BadOwnerFile` or `BadOption` where its file is none."""
        box, file = self._of(game)
        content, former = file.read(), file.former()
        sections = box.sections(content)
        entries = entries_of(sections)
        known = frozenset(
            key
            for key, part in former.parts.items()
            if part != part_of(content, entries[key].paths if key in entries else part)
        )
        return BoxLook(
            sections,
            box.faults(content),
            {key: stamp(content, entry) for key, entry in entries.items()},
            known,
            tuple(key for key in former.newest if key in known),
            frozenset(key for key, entry in entries.items() if part_of(content, entry.paths)),
        )

    def as_toml(self, game: str) -> bytes:
        """What the owner has typed, as a file for another owner. Raises `BadOwnerFile`."""
        _, file = self._of(game)
        return tomli_w.dumps(file.read()).encode()

    def correct(self, game: str, key: str, form: Mapping[str, str], seen: str) -> None:
        """Keep an entry as it stands in a form. `seen` is its stamp when the form was drawn.

        Raises `BadEntry` for what cannot stand there, `LookupError` for an entry that is not there, and what `look`
        and `BoxFile.replace` raise; nothing is changed then. So do all the others below.
        """

        def change(box: OwnersBox, content: Content, former: Former) -> Content:
            entry = entries_of(box.sections(content))[key]
            if stamp(content, entry) != seen:
                raise BadEntry({"": CHANGED})
            return corrected(box, content, entry, form)

        self._change(game, change)

    def set_back(self, game: str, key: str) -> None:
        """An entry says again what is shipped; one that was added is gone."""

        def change(box: OwnersBox, content: Content, former: Former) -> Content:
            return replaced(box, content, entries_of(box.sections(content))[key].paths, {})

        self._change(game, change)

    def put_back(self, game: str, keys: tuple[str, ...]) -> None:
        """These entries say again what they said before their newest change; done twice, nothing has changed."""

        def change(box: OwnersBox, content: Content, former: Former) -> Content:
            entries = entries_of(box.sections(content))
            cleared = [path for key in keys if key in entries for path in entries[key].paths]
            part = {path: value for key in keys for path, value in former.parts[key].items()}
            return replaced(box, content, cleared, part)

        self._change(game, change)

    def add(self, game: str, section: str, name: str) -> str:
        """The key of one more entry of a section."""
        keys = list[str]()

        def change(box: OwnersBox, content: Content, former: Former) -> Content:
            key, after = added(box, content, section, name)
            keys.append(key)
            return after

        self._change(game, change)
        return keys[0]

    def would_change(self, game: str, other: Content, whole: bool) -> tuple[BoxChange, ...]:
        """What would change if another owner's file were taken. Raises as `take` does, and changes nothing."""
        box, file = self._of(game)
        content = file.read()
        return changes(box, content, taken(box, content, other, whole))

    def take(self, game: str, other: Content, whole: bool) -> None:
        """Take another owner's file: in place of all that was typed, or those entries that it has.

        Raises `BadOption` too, where that file is no box.
        """
        self._change(game, lambda box, content, former: taken(box, content, other, whole))

    def set_aside(self, game: str) -> str:
        """Nothing is typed any more, whatever the file was; the name under which it lies beside its place now.

        Raises `BadEntry` where nothing was typed.
        """
        _, file = self._of(game)
        with self._lock:
            aside = file.set_aside()
        if not aside:
            raise BadEntry({"": NOTHING_TYPED})
        return aside

    def _of(self, game: str) -> tuple[OwnersBox, BoxFile]:
        found = self._registry[game].box.page if game in self._registry else None
        if found is None:
            raise LookupError(game)
        return found, BoxFile(self._home, game)

    def _change(self, game: str, change: Callable[[OwnersBox, Content, Former], Content]) -> None:
        box, file = self._of(game)
        with self._lock:
            before, former = file.read(), file.former()
            after = change(box, before, former)
            sections = (*box.sections(before), *box.sections(after))  # what is in both counts as it is after it
            newest = touched(sections, before, after)
            entries = entries_of(sections)
            said = {key: part_of(before, entries[key].paths) for key in newest}
            if newest:
                file.replace(after, Former(newest, {**former.parts, **said}))
