"""What the owner's file says of an entry, from the fields of its form. The shape is that of data.toml."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, Final

from companion.games import owners_box
from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.host import box_entries
from companion.games.atlantis_rising.host.box_check import faults
from companion.games.atlantis_rising.host.options import FILE, read_typed
from companion.games.box_edits import with_part
from companion.language.message import Message, say
from companion.language.values import Name
from companion.runtime.look_alikes import look_of

OWNED = "owner"
"""The status of what an owner has kept."""
_DECKS: Final[tuple[contents.Known, ...]] = ("library", "special")
"""Where cards can be added: nobody has told us how many different ones there are."""
_NO_COST: Final = dict.fromkeys(contents.GOODS, 0)
_COPIES: Final = say("How many there are of each stands under “Track, decks and levels”.")
_THINGS: Final[Mapping[str, tuple[Message, ...]]] = {
    "councilors": (say("Councilors"),),
    "library": (say("Library cards"), _COPIES, say("Add a library card")),
    "artifacts": (say("Artifacts"),),
    "special": (say("Special misfortunes"), _COPIES, say("Add a special misfortune")),
}
"""The sections of things with one effect: what each is called, what is said of it, and what a button says that adds
one."""


def _tree(values: Mapping[str, owners_box.BoxValue]) -> dict[str, Any]:
    """The values in tables within tables, as their keys have dots."""
    tree = dict[str, Any]()
    for key, value in values.items():
        at, (*path, last) = tree, key.split(".")
        for step in path:
            at = at.setdefault(step, {})
        at[last] = list(value) if isinstance(value, tuple) else value
    return tree


def _content(key: str, tree: dict[str, Any]) -> dict[str, Any]:
    """What is in an entry, by its places in the file, but for where it comes from."""
    group, _, name = key.partition(".")
    match group:
        case "peninsula":
            return {f"{key}.{column}": [_one(each) for each in tiles.values()] for column, tiles in tree.items()}
        case "wrath" | "basic":
            return {f"{key}.{each}": value for each, value in tree.items()}
        case "copies":
            return {f"{name}.{card}.copies": value for card, value in tree.items()}
        case "letters":
            return {f"components.{each}.letter": value for each, value in tree.items()}
        case "levels":
            letters = [{letter: level.pop(letter) for letter in contents.LETTERS} for level in tree.values()]
            levels = zip(letters, tree.values(), strict=True)
            return {"levels": [{"components": components, **level} for components, level in levels]}
        case "components":
            # Every kind is written: what is left out would stay as it is shipped.
            part: dict[str, Any] = {f"{key}.name": tree["name"], f"{key}.cost": {**_NO_COST, **tree["cost"]}}
            if "spaces" in tree:
                part[f"{key}.spaces"] = _spaces(tree["spaces"], tree.get("allow", {}))
                for when in ("on_build", "on_activate"):
                    effects = map(box_entries.effect_table, tree[when].values())
                    part[f"{key}.{when}"] = [each for each in effects if each["op"] != "none"]
            return part
    return {f"{key}.name": tree["name"], f"{key}.effect": box_entries.effect_table(tree["effect"])}


def _spaces(spaces: dict[str, Any], allow: dict[str, Any]) -> dict[str, Any] | bool:
    if spaces["kind"] == "none":
        return False
    need, removes = spaces.get("need") or False, bool(spaces.get("removes"))
    who = [kind for kind, is_ticked in allow.items() if is_ticked]
    return {**{key: spaces[key] for key in ("kind", "n", "n5")}, "allow": who, "need": need, "removes": removes}


def _one(value: Any) -> Any:
    """A number alone, or the list of one for each space."""
    return value[0] if isinstance(value, list) and len(value) == 1 else value


class AtlantisBox(owners_box.OwnersBox):
    """Some seventy entries; the status of each is that of data.toml until its owner keeps it."""

    file = FILE

    def sections(self, owner: owners_box.Owner) -> tuple[owners_box.BoxSection, ...]:
        read_typed(owner)
        return _sections(contents.typed_of(owner))

    def part(
        self, owner: owners_box.Owner, entry: owners_box.BoxEntry, values: Mapping[str, owners_box.BoxValue]
    ) -> owners_box.Part:
        key = entry.key
        known = key.removeprefix("copies.")
        status = f"known.{known}" if known in box_entries.SHIPPED_AS else f"{key}.status"
        part = {**_content(key, _tree(values)), status: OWNED}
        return {**part, f"{key}.assumed": []} if key.startswith("components.") else part

    def faults(self, owner: owners_box.Owner) -> owners_box.BoxFaults:
        box = read_typed(owner)
        found = faults(box, frozenset(path for path, _ in contents.typed_of(owner)))
        errors, warnings = ([owners_box.BoxFault(text, _entry_of(box, text)) for text in texts] for texts in found)
        return owners_box.BoxFaults(tuple(errors), tuple(warnings))

    def with_origins(self, other: owners_box.Owner) -> owners_box.Owner:
        box, typed = read_typed(other), dict(contents.typed_of(other))
        found = dict[str, Any]()
        for known, (status, _) in box_entries.SHIPPED_AS.items():
            paths = [path for path in box_entries.places(box, known) if path in typed]
            if known not in box.known and paths and not _has_looked(box, typed, paths):
                found[f"known.{known}"] = status
        return with_part(other, found)

    def added(self, owner: owners_box.Owner, section: str, name: str) -> tuple[str, owners_box.Part]:
        if section not in _DECKS:
            raise owners_box.BadEntry({"": say("Nothing can be added here.")})
        called, most = name.strip(), box_entries.LONGEST_NAME
        if not 1 <= len(called) <= most:
            raise owners_box.BadEntry({"": say("Write what the card is called, in 1 to {most} letters.", most=most)})
        box = read_typed(owner)
        cards = {**box.library, **box.artifacts, **box.special}
        # A name in other letters than ours leaves no key; the card is called so all the same.
        key = _key_of(called) or next(key for number in count(1) if (key := f"card_{number}") not in cards)
        if key in cards or look_of(called) in {look_of(each.name) for each in cards.values()}:
            text = say("There is a card {name} already. Call this one otherwise.", name=Name(called))
            raise owners_box.BadEntry({"": text})
        return f"{section}.{key}", {f"{section}.{key}": {"name": called, "copies": 0, "status": "assumed"}}


@lru_cache(maxsize=8)
def _sections(typed: contents.Typed) -> tuple[owners_box.BoxSection, ...]:
    # The page asks for them several times a request, mostly for the same.
    box, owned = contents.box_of(typed), frozenset(path for path, _ in typed)
    tiles = [box_entries.tiles_entry(box, name) for name in box.peninsula]
    components = [box_entries.component_entry(box, name) for name in box.components]
    about = say("Of each peninsula six tiles, from the one beside the centre to the tip.")
    found: list[tuple[str, Iterable[owners_box.BoxEntry], tuple[Message, ...]]] = [
        ("tiles", tiles, (say("Tiles"), about)),
        ("decks", box_entries.deck_entries(box, owned), (say("Track, decks and levels"),)),
        ("components", components, (say("Components"),)),
        *((row, box_entries.thing_entries(box, row), words) for row, words in _THINGS.items()),
    ]
    return tuple(owners_box.BoxSection(key, title, tuple(each), *more) for key, each, (title, *more) in found)


def _has_looked(box: contents.Box, typed: Mapping[str, object], paths: Sequence[str]) -> bool:
    """Whether an owner has looked at what a file says here, which does not tell so itself.

    A file that was written by this companion says of rows alone what their owner has kept. One that says of each row
    where it comes from is a copy of data.toml, or goes back to one.
    """
    if paths == ["levels"]:
        return box.levels != contents.SHIPPED.levels
    return all(typed.get(f"{path.rpartition('.')[0]}.status", OWNED) == OWNED for path in paths)


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
