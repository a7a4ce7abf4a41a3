"""Entries of the owner's box whose figures only fit together: tiles of a peninsula, track, decks, letters, levels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from companion.games.atlantis_rising.box import (
    LETTERS,
    LEVELS,
    PENINSULAS,
    POWER_CORE,
    RINGS,
    SHIPPED,
    Box,
    Known,
    Level,
    Peninsula,
    Tiles,
)
from companion.games.atlantis_rising.box_check import GREATEST_NUMBER
from companion.games.atlantis_rising.effects import GREATEST
from companion.games.atlantis_rising.vocabulary import TILE_WORDS
from companion.games.owners_box import BoxEntry, BoxField
from companion.games.shared.figures import Status
from companion.language.message import Message, listing, lone, say
from companion.language.values import Name

MOST_COPIES: Final = 36
SHIPPED_AS: Final[Mapping[Known, Status]] = {
    "library": "assumed",
    "special": "assumed",
    "letters": "assumed",
    "levels": "rulebook",
}
"""Where the entries without a row of their own come from, as long as no owner has typed them."""
_ICONS: Final = (
    ("both", say("Keep both cards")),
    ("one_discard", say("Keep one, discard the other")),
    ("one_bottom", say("Keep one, the other goes below the deck")),
)
_NUMBERS: Final = {
    "wild": say("Number to reach"),
    "cities": say("Number to reach"),
    "forges": say("Atlantium for one ore"),
}
_EMPTY: Final = Level({}, 0, 0, 0)


def tiles_entry(box: Box, name: Peninsula) -> BoxEntry:
    """The six tiles of a peninsula, ring 1 first."""
    tiles, row = box.peninsula[name], f"peninsula.{name}"
    return BoxEntry(
        row,
        TILE_WORDS[PENINSULAS.index(name)],
        tuple(f"{row}.{each}" for each in Tiles.__struct_fields__),
        tiles.status,
        tuple(field for ring in range(RINGS) for field in _tile(tiles, ring)),
        _tiles_words(tiles),
    )


def _tile(tiles: Tiles, ring: int) -> Iterator[BoxField]:
    number = say("Tile {ring}", ring=ring + 1)
    if ring == 0:
        number = say("Tile 1, beside the centre")
    if ring == RINGS - 1:
        number = say("Tile 6, at the tip")
    if tiles.kind == "libraries":
        icon = tiles.icon[ring] if ring < len(tiles.icon) else ""
        yield BoxField(f"icon.{ring}", say("Icon"), "choice", icon, choices=_ICONS, group=number)
    else:
        value = tiles.number[ring] if ring < len(tiles.number) else ""
        many = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        low = 1 if tiles.kind == "forges" else 0
        yield BoxField(f"number.{ring}", _NUMBERS[tiles.kind], "numbers", many, low, GREATEST_NUMBER, group=number)
    label = say("Spaces for two") if tiles.kind == "cities" else say("Spaces")
    spaces = str(tiles.spaces[ring]) if ring < len(tiles.spaces) else ""
    yield BoxField(f"spaces.{ring}", label, "number", spaces, 1, GREATEST, group=number)


def _tiles_words(tiles: Tiles) -> Message:
    spaces = listing((lone(each) for each in tiles.spaces), ",")
    if tiles.kind == "libraries":
        icons = listing((dict(_ICONS)[each] for each in tiles.icon), ";")
        return say("{icons}. Spaces: {spaces}", icons=icons, spaces=spaces)
    numbers = (each if isinstance(each, tuple) else (each,) for each in tiles.number)
    shown = listing((lone(Name("/".join(map(str, each)))) for each in numbers), ",")
    return say("{numbers}. Spaces: {spaces}", numbers=shown, spaces=spaces)


def wrath_entry(box: Box) -> BoxEntry:
    """The wrath track."""
    track = ", ".join(map(str, box.wrath.values))
    label = say("The values along the track, as many as it has")
    field = BoxField("values", label, "numbers", track, 0, GREATEST)
    return BoxEntry(
        "wrath",
        say("Wrath track"),
        ("wrath.values", "wrath.status"),
        box.wrath.status,
        (field,),
        lone(Name(track)),
    )


def basic_entry(box: Box) -> BoxEntry:
    """How many basic misfortunes name each peninsula."""
    many = [int(getattr(box.basic, name)) for name in PENINSULAS]
    fields = (
        BoxField(name, words, "number", str(number), 0, MOST_COPIES)
        for name, words, number in zip(PENINSULAS, TILE_WORDS, many, strict=True)
    )
    paths = tuple(f"basic.{each}" for each in (*PENINSULAS, "status"))
    brief = listing(map(lone, many), ",")
    title = say("Basic misfortunes of each peninsula")
    return BoxEntry("basic", title, paths, box.basic.status, tuple(fields), say("{numbers}", numbers=brief))


def copies_entry(box: Box, owned: frozenset[str], row: Literal["library", "special"]) -> BoxEntry:
    """How many there are of each card of a deck; `owned` are the places where the owner has typed something."""
    cards = box.library if row == "library" else box.special
    title = say("Library cards of each name") if row == "library" else say("Special misfortunes of each name")
    fields = (
        BoxField(name, lone(Name(card.name)), "number", str(card.copies), 0, MOST_COPIES)
        for name, card in cards.items()
    )
    total = say("{total} cards", total=sum(card.copies for card in cards.values()))
    paths = (*(f"{row}.{name}.copies" for name in cards), f"known.{row}")
    # An added card has its number from the beginning, which nobody has typed.
    is_typed = any(f"{row}.{name}.copies" in owned for name in getattr(SHIPPED, row))
    status = box.known.get(row, "owner" if is_typed else SHIPPED_AS[row])
    return BoxEntry(f"copies.{row}", title, paths, status, tuple(fields), total)


def letters_entry(box: Box, owned: frozenset[str]) -> BoxEntry:
    """The letter of each component but the Power Core."""
    fields = (
        BoxField(
            *(name, lone(Name(each.name)), "choice", each.letter, 0, 0),
            tuple((letter, lone(Name(letter))) for letter in LETTERS),
        )
        for name, each in box.components.items()
        if name != POWER_CORE
    )
    typed = tuple(f"components.{name}.letter" for name in box.components if name != POWER_CORE)
    status = box.known.get("letters", "owner" if owned & set(typed) else SHIPPED_AS["letters"])
    paths = (*typed, "known.letters")
    return BoxEntry("letters", say("Letters of the components"), paths, status, tuple(fields))


def levels_entry(box: Box, owned: frozenset[str]) -> BoxEntry:
    """What each difficulty level sets."""
    status = box.known.get("levels", "owner" if "levels" in owned else SHIPPED_AS["levels"])
    fields = list[BoxField]()
    for number in LEVELS:
        level = box.levels[number - 1] if number <= len(box.levels) else _EMPTY
        group = say("Level {number}", number=number)
        for letter in LETTERS:
            label, many = say("Components {letter}", letter=Name(letter)), level.components.get(letter, 0)
            fields.append(BoxField(f"{number}.{letter}", label, "number", str(many), 0, GREATEST, group=group))
        named = (
            ("calm_seas", say("Calm Seas"), level.calm_seas),
            ("controlled_floods", say("Controlled Floods"), level.controlled_floods),
            ("energy", say("Energy of each player"), level.energy),
        )
        for key, label, many in named:
            # The booklet leaves this place blank (decision Q-01).
            is_blank = number == LEVELS[-1] and key == "calm_seas" and status != "owner"
            field = BoxField(
                *(f"{number}.{key}", label, "number", str(many), 0, GREATEST), group=group, is_assumed=is_blank
            )
            fields.append(field)
    return BoxEntry("levels", say("Difficulty levels"), ("levels", "known.levels"), status, tuple(fields))
