"""The box of Atlantis Rising as its owner corrects it: what can be typed, and what the owner's file says then.

What only fits together is one entry: how many there are of each card, the letters of all components, the levels.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Final

from companion.games.atlantis_rising.box import SHIPPED, Box, Known, Typed, box_of, typed_of
from companion.games.atlantis_rising.box_check import faults
from companion.games.atlantis_rising.box_parts import OWNED, part_of_entry
from companion.games.atlantis_rising.box_pieces import component_entry, thing_entry
from companion.games.atlantis_rising.box_sums import (
    SHIPPED_AS,
    basic_entry,
    copies_entry,
    letters_entry,
    levels_entry,
    tiles_entry,
    wrath_entry,
)
from companion.games.atlantis_rising.effects import AT_ONCE, ON_ARTIFACTS, ON_CARDS, ON_COUNCILORS
from companion.games.atlantis_rising.options import FILE, read_typed
from companion.games.box_edits import with_part
from companion.games.owners_box import (
    BadEntry,
    BoxEntry,
    BoxFault,
    BoxFaults,
    BoxSection,
    BoxValue,
    Owner,
    OwnersBox,
    Part,
)
from companion.language.message import Message, say
from companion.language.values import Name
from companion.runtime.look_alikes import look_of

LONGEST_NAME: Final = 40
"""Letters of what a card is called."""
_DECKS: Final[tuple[Known, ...]] = ("library", "special")
"""Where cards can be added: nobody has told us how many different ones there are."""


class AtlantisBox(OwnersBox):
    """Some seventy entries; the status of each is that of data.toml until its owner keeps it."""

    file = FILE

    def sections(self, owner: Owner) -> tuple[BoxSection, ...]:
        read_typed(owner)
        return _sections(typed_of(owner))

    def part(self, owner: Owner, entry: BoxEntry, values: Mapping[str, BoxValue]) -> Part:
        return part_of_entry(entry.key, values)

    def faults(self, owner: Owner) -> BoxFaults:
        box = read_typed(owner)
        found = faults(box, frozenset(path for path, _ in typed_of(owner)))
        return BoxFaults(*(tuple(BoxFault(text, _entry_of(box, text)) for text in texts) for texts in found))

    def told(self, other: Owner) -> Owner:
        box, typed = read_typed(other), dict(typed_of(other))
        known = {
            each: SHIPPED_AS[each]
            for each, paths in (
                *((row, [f"{row}.{name}.copies" for name in getattr(box, row)]) for row in _DECKS),
                ("letters", [f"components.{name}.letter" for name in box.components]),
                ("levels", ["levels"]),
            )
            if each not in box.known and any(path in typed for path in paths) and not _has_looked(box, typed, paths)
        }
        return with_part(other, {f"known.{each}": status for each, status in known.items()})

    def added(self, owner: Owner, section: str, name: str) -> tuple[str, Part]:
        if section not in _DECKS:
            raise BadEntry({"": say("Nothing can be added here.")})
        called = name.strip()
        if not 1 <= len(called) <= LONGEST_NAME:
            raise BadEntry({"": say("Write what the card is called, in 1 to {most} letters.", most=LONGEST_NAME)})
        box = read_typed(owner)
        taken = {*box.library, *box.artifacts, *box.special}
        # A name in other letters than ours leaves no key; the card is called so all the same.
        key = _key_of(called) or next(key for number in count(1) if (key := f"card_{number}") not in taken)
        names = {look_of(each.name) for deck in (box.library, box.artifacts, box.special) for each in deck.values()}
        if key in taken or look_of(called) in names:
            raise BadEntry({"": say("There is a card {name} already. Call this one otherwise.", name=Name(called))})
        return f"{section}.{key}", {f"{section}.{key}": {"name": called, "copies": 0, "status": "assumed"}}


@lru_cache(maxsize=8)
def _sections(typed: Typed) -> tuple[BoxSection, ...]:
    # The page asks for them several times a request, mostly for the same.
    box, owned = box_of(typed), frozenset(path for path, _ in typed)
    return (
        BoxSection(
            "tiles",
            say("Tiles"),
            tuple(tiles_entry(box, name) for name in box.peninsula),
            say("Of each peninsula six tiles, from the one beside the centre to the tip."),
        ),
        BoxSection(
            "decks",
            say("Track, decks and levels"),
            (
                *(wrath_entry(box), basic_entry(box), copies_entry(box, owned, "library")),
                *(copies_entry(box, owned, "special"), letters_entry(box, owned), levels_entry(box, owned)),
            ),
        ),
        BoxSection("components", say("Components"), tuple(component_entry(box, name) for name in box.components)),
        BoxSection("councilors", say("Councilors"), tuple(_things(box, "councilors"))),
        BoxSection(
            "library",
            say("Library cards"),
            tuple(_things(box, "library")),
            say("How many there are of each stands under “Track, decks and levels”."),
            say("Add a library card"),
        ),
        BoxSection("artifacts", say("Artifacts"), tuple(_things(box, "artifacts"))),
        BoxSection(
            "special",
            say("Special misfortunes"),
            tuple(_things(box, "special")),
            say("How many there are of each stands under “Track, decks and levels”."),
            say("Add a special misfortune"),
        ),
    )


def _has_looked(box: Box, typed: Mapping[str, object], paths: Sequence[str]) -> bool:
    """Whether an owner has looked at what a file says here, which does not tell so itself.

    A file that was written by this companion says of rows alone what their owner has kept. One that says of each row
    where it comes from is a copy of data.toml, or goes back to one.
    """
    if paths == ["levels"]:
        return box.levels != SHIPPED.levels
    rows = (path.rpartition(".")[0] for path in paths if path in typed)
    return all(typed.get(f"{row}.status", OWNED) == OWNED for row in rows)


def _things(box: Box, row: str) -> Iterator[BoxEntry]:
    ops = {"councilors": ON_COUNCILORS, "library": ON_CARDS, "artifacts": ON_ARTIFACTS, "special": AT_ONCE}[row]
    shipped = getattr(SHIPPED, row)
    for name, thing in getattr(box, row).items():
        yield thing_entry(row, name, thing, ops, is_added=name not in shipped)


def _entry_of(box: Box, text: Message) -> str:
    """The entry where a fault is put right, by the row that its sentence names."""
    row = text.given.get("row")
    if not isinstance(row, Name):
        return ""
    group, _, name = row.text.partition(".")
    if not name:
        return f"copies.{group}" if group in _DECKS else group if group == "basic" else ""
    return row.text if name in getattr(box, group, {}) else ""


def _key_of(name: str) -> str:
    """What a card is called in the file: "Tome of Dawn" is tome_of_dawn; "" where nothing of it is left."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    return "_".join("".join(letter if letter.isalnum() else " " for letter in plain).split())
