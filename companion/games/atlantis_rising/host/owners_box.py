"""What the owner's file says of an entry, from the fields of its form. The shape is that of data.toml."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, Final

from companion.games import owners_box
from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.host import box_entries
from companion.games.atlantis_rising.host.box_check import faults
from companion.games.atlantis_rising.host.options import FILE, read_typed
from companion.games.atlantis_rising.rules.operations import AT_ONCE, ON_ARTIFACTS, ON_CARDS, ON_COUNCILORS
from companion.games.box_edits import with_part
from companion.language.message import Message, say
from companion.language.values import Name
from companion.runtime.look_alikes import look_of

OWNED = "owner"
"""The status of what an owner has kept."""
_DECKS: Final[tuple[contents.Known, ...]] = ("library", "special")
"""Where cards can be added: nobody has told us how many different ones there are."""


def part_of_entry(key: str, values: Mapping[str, owners_box.BoxValue]) -> owners_box.Part:
    """The content of an entry, by its places in the file."""
    group, _, name = key.partition(".")
    match group:
        case "peninsula":
            return _tiles(key, values)
        case "wrath":
            return {"wrath.values": _list(values["values"]), "wrath.status": OWNED}
        case "basic":
            return {**{f"basic.{each}": value for each, value in values.items()}, "basic.status": OWNED}
        case "copies":
            return {**{f"{name}.{card}.copies": value for card, value in values.items()}, f"known.{name}": OWNED}
        case "letters":
            return {**{f"components.{each}.letter": value for each, value in values.items()}, "known.letters": OWNED}
        case "levels":
            return {"levels": [_level(number, values) for number in contents.LEVELS], "known.levels": OWNED}
        case "components":
            return _component(key, values)
    return {
        f"{key}.name": values["name"],
        f"{key}.effect": box_entries.effect_table("effect", values),
        f"{key}.status": OWNED,
    }


def _tiles(key: str, values: Mapping[str, owners_box.BoxValue]) -> owners_box.Part:
    part: dict[str, Any] = {}
    for name in ("number", "icon", "spaces"):
        column = [_one(values[f"{name}.{ring}"]) for ring in range(contents.RINGS) if f"{name}.{ring}" in values]
        if column:
            part[f"{key}.{name}"] = column
    return {**part, f"{key}.status": OWNED}


def _level(number: int, values: Mapping[str, owners_box.BoxValue]) -> dict[str, Any]:
    named = {key: values[f"{number}.{key}"] for key in ("calm_seas", "controlled_floods", "energy")}
    return {"components": {letter: values[f"{number}.{letter}"] for letter in contents.LETTERS}, **named}


def _component(key: str, values: Mapping[str, owners_box.BoxValue]) -> owners_box.Part:
    # Every kind is written: what is left out would stay as it is shipped.
    part: dict[str, Any] = {
        f"{key}.name": values["name"],
        f"{key}.cost": {kind: values.get(f"cost.{kind}", 0) for kind in contents.GOODS},
    }
    if "spaces.kind" in values:
        part[f"{key}.spaces"] = _spaces(values)
        for when in ("on_build", "on_activate"):
            part[f"{key}.{when}"] = _effects(when, values)
    return {**part, f"{key}.status": OWNED, f"{key}.assumed": []}


def _spaces(values: Mapping[str, owners_box.BoxValue]) -> dict[str, Any] | bool:
    if values["spaces.kind"] == "none":
        return False
    spaces: dict[str, Any] = {"kind": values["spaces.kind"], "n": values["spaces.n"], "n5": values["spaces.n5"]}
    spaces["allow"] = [kind for kind in box_entries.KINDS if values[f"allow.{kind}"]]
    spaces["need"] = values.get("spaces.need") or False
    return {**spaces, "removes": bool(values.get("spaces.removes"))}


def _effects(when: str, values: Mapping[str, owners_box.BoxValue]) -> list[dict[str, Any]]:
    numbers = sorted({int(key.split(".")[1]) for key in values if key.startswith(f"{when}.")})
    effects = [box_entries.effect_table(f"{when}.{number}", values) for number in numbers]
    return [each for each in effects if each["op"] != "none"]


def _one(value: owners_box.BoxValue) -> Any:
    """A number alone, or the list of one for each space."""
    return value if not isinstance(value, tuple) else value[0] if len(value) == 1 else list(value)


def _list(value: owners_box.BoxValue) -> list[int]:
    return list(value) if isinstance(value, tuple) else []


class AtlantisBox(owners_box.OwnersBox):
    """Some seventy entries; the status of each is that of data.toml until its owner keeps it."""

    file = FILE

    def sections(self, owner: owners_box.Owner) -> tuple[owners_box.BoxSection, ...]:
        read_typed(owner)
        return _sections(contents.typed_of(owner))

    def part(
        self, owner: owners_box.Owner, entry: owners_box.BoxEntry, values: Mapping[str, owners_box.BoxValue]
    ) -> owners_box.Part:
        return part_of_entry(entry.key, values)

    def faults(self, owner: owners_box.Owner) -> owners_box.BoxFaults:
        box = read_typed(owner)
        found = faults(box, frozenset(path for path, _ in contents.typed_of(owner)))
        return owners_box.BoxFaults(
            *(tuple(owners_box.BoxFault(text, _entry_of(box, text)) for text in texts) for texts in found)
        )

    def with_origins(self, other: owners_box.Owner) -> owners_box.Owner:
        box, typed = read_typed(other), dict(contents.typed_of(other))
        known = {
            each: box_entries.SHIPPED_AS[each]
            for each, paths in (
                *((row, [f"{row}.{name}.copies" for name in getattr(box, row)]) for row in _DECKS),
                ("letters", [f"components.{name}.letter" for name in box.components]),
                ("levels", ["levels"]),
            )
            if each not in box.known and any(path in typed for path in paths) and not _has_looked(box, typed, paths)
        }
        return with_part(other, {f"known.{each}": status for each, status in known.items()})

    def added(self, owner: owners_box.Owner, section: str, name: str) -> tuple[str, owners_box.Part]:
        if section not in _DECKS:
            raise owners_box.BadEntry({"": say("Nothing can be added here.")})
        called = name.strip()
        if not 1 <= len(called) <= box_entries.LONGEST_NAME:
            raise owners_box.BadEntry(
                {"": say("Write what the card is called, in 1 to {most} letters.", most=box_entries.LONGEST_NAME)}
            )
        box = read_typed(owner)
        taken = {*box.library, *box.artifacts, *box.special}
        # A name in other letters than ours leaves no key; the card is called so all the same.
        key = _key_of(called) or next(key for number in count(1) if (key := f"card_{number}") not in taken)
        names = {look_of(each.name) for deck in (box.library, box.artifacts, box.special) for each in deck.values()}
        if key in taken or look_of(called) in names:
            raise owners_box.BadEntry(
                {"": say("There is a card {name} already. Call this one otherwise.", name=Name(called))}
            )
        return f"{section}.{key}", {f"{section}.{key}": {"name": called, "copies": 0, "status": "assumed"}}


@lru_cache(maxsize=8)
def _sections(typed: contents.Typed) -> tuple[owners_box.BoxSection, ...]:
    # The page asks for them several times a request, mostly for the same.
    box, owned = contents.box_of(typed), frozenset(path for path, _ in typed)
    return (
        owners_box.BoxSection(
            "tiles",
            say("Tiles"),
            tuple(box_entries.tiles_entry(box, name) for name in box.peninsula),
            say("Of each peninsula six tiles, from the one beside the centre to the tip."),
        ),
        owners_box.BoxSection(
            "decks",
            say("Track, decks and levels"),
            (
                *(
                    box_entries.wrath_entry(box),
                    box_entries.basic_entry(box),
                    box_entries.copies_entry(box, owned, "library"),
                ),
                *(
                    box_entries.copies_entry(box, owned, "special"),
                    box_entries.letters_entry(box, owned),
                    box_entries.levels_entry(box, owned),
                ),
            ),
        ),
        owners_box.BoxSection(
            "components", say("Components"), tuple(box_entries.component_entry(box, name) for name in box.components)
        ),
        owners_box.BoxSection("councilors", say("Councilors"), tuple(_things(box, "councilors"))),
        owners_box.BoxSection(
            "library",
            say("Library cards"),
            tuple(_things(box, "library")),
            say("How many there are of each stands under “Track, decks and levels”."),
            say("Add a library card"),
        ),
        owners_box.BoxSection("artifacts", say("Artifacts"), tuple(_things(box, "artifacts"))),
        owners_box.BoxSection(
            "special",
            say("Special misfortunes"),
            tuple(_things(box, "special")),
            say("How many there are of each stands under “Track, decks and levels”."),
            say("Add a special misfortune"),
        ),
    )


def _has_looked(box: contents.Box, typed: Mapping[str, object], paths: Sequence[str]) -> bool:
    """Whether an owner has looked at what a file says here, which does not tell so itself.

    A file that was written by this companion says of rows alone what their owner has kept. One that says of each row
    where it comes from is a copy of data.toml, or goes back to one.
    """
    if paths == ["levels"]:
        return box.levels != contents.SHIPPED.levels
    rows = (path.rpartition(".")[0] for path in paths if path in typed)
    return all(typed.get(f"{row}.status", OWNED) == OWNED for row in rows)


def _things(box: contents.Box, row: str) -> Iterator[owners_box.BoxEntry]:
    ops = {"councilors": ON_COUNCILORS, "library": ON_CARDS, "artifacts": ON_ARTIFACTS, "special": AT_ONCE}[row]
    shipped = getattr(contents.SHIPPED, row)
    for name, thing in getattr(box, row).items():
        yield box_entries.thing_entry(row, name, thing, ops, is_added=name not in shipped)


def _entry_of(box: contents.Box, text: Message) -> str:
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
