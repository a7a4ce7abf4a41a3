"""Entries of the owner's box as fields of a form: effects, one thing each, and figures that fit together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias, get_args

from msgspec.structs import replace

from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.data.effects import GREATEST, NO_EFFECT, Effect, Op
from companion.games.atlantis_rising.host.box_check import CAN, GREATEST_NUMBER
from companion.games.atlantis_rising.rules.operations import AT_ONCE, OPERATIONS, asking
from companion.games.atlantis_rising.words import vocabulary
from companion.games.owners_box import TICKED, BoxEntry, BoxField
from companion.games.shared.figures import Status
from companion.language.message import NOTHING, Message, listing, lone, say
from companion.language.values import Name

_Choices: TypeAlias = Sequence[tuple[str, Message]]
LONGEST_TEXT: Final = 400
"""Letters of what a card says."""
LONGEST_NAME: Final = 40
"""Letters of what a thing is called."""
MOST_EFFECTS: Final = 3
"""Effects of a component one after another, at each of the two times."""
MOST_COPIES: Final = 36
COUNTED, NAMED = asking("number"), asking("peninsula")
_WHO: Final = (
    ("", say("whoever has set it off")),
    ("each", say("every player")),
    ("current", say("the current player")),
)
_AGAIN: Final = (("", say("any of one's Atlanteans")), ("leader", say("the Leader alone")))
_PER: Final = (("", say("once a round")), ("atlantean", say("for each Atlantean")))
_PENINSULAS: Final = tuple(zip(contents.PENINSULAS, vocabulary.PENINSULA_WORDS, strict=True))
_TILES: Final = (("", say("all tiles")), ("wild", say("Mountains, Hills and Forests alone")))
_TOLD: Final[Mapping[str, tuple[str, Message, frozenset[Op], _Choices]]] = {
    "n": ("n", say("How many"), COUNTED, ()),
    "who": ("who", say("Whom it concerns"), asking("who"), _WHO),
    "again": ("who", say("Who acts again"), frozenset({"act_again"}), _AGAIN),
    "per": ("per", say("How often"), frozenset({"extra_energy_at_centre"}), _PER),
    "what": ("what", say("Which peninsula"), NAMED, _PENINSULAS),
    "tiles": ("what", say("Which tiles"), frozenset({"number_minus"}), _TILES),
    "text": ("text", say("What it says; the prompt will show it"), frozenset({"manual"}), ()),
}
"""What is asked of an effect: by the end of its key what of the effect it is, its label, of which operations, and what
it can be."""
KINDS: Final[tuple[contents.PieceKind, ...]] = get_args(contents.PieceKind)
_SPACES: Final = (
    ("none", say("It has none")),
    ("single", say("For one Atlantean each")),
    ("double", say("For two Atlanteans each")),
)
_NEEDED: Final = (("", say("nobody in particular")), *((kind, vocabulary.PIECES[kind]) for kind in KINDS))
SHIPPED_AS: Final[Mapping[contents.Known, tuple[Status, Message]]] = {
    "library": ("assumed", say("Library cards of each name")),
    "special": ("assumed", say("Special misfortunes of each name")),
    "letters": ("assumed", say("Letters of the components")),
    "levels": ("rulebook", say("Difficulty levels")),
}
"""Where the entries without a row of their own come from as long as no owner has typed them, and their titles."""
OF_LEVEL: Final = {
    "calm_seas": say("Calm Seas"),
    "controlled_floods": say("Controlled Floods"),
    "energy": say("Energy of each player"),
}
"""What a level sets besides components."""
_ICONS: Final = (
    ("both", say("Keep both cards")),
    ("one_discard", say("Keep one, discard the other")),
    ("one_bottom", say("Keep one, the other goes below the deck")),
)
_EMPTY: Final = contents.Level({}, 0, 0, 0)


# --- fields ---


def _number(key: str, label: Message, number: int, high: int = GREATEST, low: int = 0, **more: Any) -> BoxField:
    return BoxField(key, label, "number", str(number), low, high, **more)


def _choice(key: str, label: Message, value: str, choices: _Choices, **more: Any) -> BoxField:
    return BoxField(key, label, "choice", value, choices=tuple(choices), **more)


def _flag(key: str, label: Message, is_ticked: bool, **more: Any) -> BoxField:
    return BoxField(key, label, "flag", TICKED if is_ticked else "", **more)


def _name_field(name: str) -> BoxField:
    return BoxField("name", say("Name"), "text", name, 1, LONGEST_NAME)


def _below(group: Message, fields: Iterable[BoxField], is_assumed: bool = False) -> Iterator[BoxField]:
    """These fields below a heading, but for those that have one."""
    return (replace(each, group=each.group or group, is_assumed=is_assumed) for each in fields)


def _effect_fields(prefix: str, effect: Effect, ops: frozenset[Op]) -> Iterator[BoxField]:
    """The fields of one effect, whose keys begin with this; `ops` are what a thing of its kind can do."""
    titles = [(op, each.title) for op, each in OPERATIONS.items() if op in ops]
    yield _choice(f"{prefix}.op", say("What it does"), effect.op, titles)
    for name, (of, label, among, choices) in _TOLD.items():
        key, value, needs = f"{prefix}.{name}", getattr(effect, of), (f"{prefix}.op", tuple(sorted(among & ops)))
        # A Leader's is for its own tile, whichever that is: there is nothing to choose.
        if not among & ops or (name == "tiles" and "reroll_once" in ops):
            continue
        if choices:
            yield _choice(key, label, value if value in dict(choices) else choices[0][0], choices, needs=needs)
        elif name == "n":
            yield _number(key, label, value, low=-GREATEST if "wrath_step" in ops else 0, needs=needs)
        else:
            yield BoxField(key, label, "long", value, 0, LONGEST_TEXT, needs=needs)


def effect_table(given: Mapping[str, Any]) -> dict[str, Any]:
    """An effect as the owner's file has it, from its fields; the operation is the first, to which all else belongs."""
    return {_TOLD[key][0] if key in _TOLD else key: value for key, value in given.items() if value != ""}


def effect_words(effect: Effect) -> Message:
    """An effect in a few words: "Get energy: 2"."""
    if effect.op == "manual" and effect.text:
        return lone(Name(effect.text))
    title = OPERATIONS[effect.op].title
    if effect.op in NAMED and effect.what in contents.PENINSULAS:
        where = vocabulary.TILE_WORDS[contents.NUMBERED[effect.what]]
        return say("{does}: {where}", does=title, where=where)
    if effect.op in COUNTED:
        return say("{does}: {number}", does=title, number=effect.n)
    return title


# --- entries with a row of their own ---


def _entry(
    row: str, title: Message, thing: Any, fields: Iterable[BoxField], brief: Message, without: str = "", **more: Any
) -> BoxEntry:
    """The entry of one thing, whose are all places of its row but this one."""
    paths = tuple(f"{row}.{each}" for each in thing.__struct_fields__ if each != without)
    return BoxEntry(row, title, paths, thing.status, tuple(fields), brief, **more)


def component_entry(box: contents.Box, name: str) -> BoxEntry:
    """A component: cost, spaces, and what it does when it is built and when it is activated."""
    component, is_core = box.components[name], name == contents.POWER_CORE
    brief = vocabulary.price_words(component.cost)
    # Energy is asked where it is paid; a component that costs some keeps its field.
    kinds = ("gold", "crystal", "atlantium", "energy")[: None if is_core or component.cost.energy else 3]
    words = {kind: say("{kind:capital}", kind=vocabulary.RESOURCE_WORDS[kind]) for kind in kinds}
    costs = [_number(f"cost.{kind}", label, component.cost[kind]) for kind, label in words.items()]
    fields = [_name_field(component.name), *_below(say("Cost"), costs, "cost" in component.assumed)]
    if not is_core:
        fields += _below(say("Spaces"), _space_fields(component), "spaces" in component.assumed)
        for key, group in (("on_build", say("When it is built")), ("on_activate", say("When somebody acts on it"))):
            # The effects that there are, and one more that does nothing yet.
            effects = getattr(component, key)
            for at, effect in enumerate((*effects, NO_EFFECT)[: max(MOST_EFFECTS, len(effects))]):
                heading = group if at == 0 else say("{when}, then", when=group)
                fields += _below(heading, _effect_fields(f"{key}.{at}", effect, AT_ONCE), key in component.assumed)
        does = listing(map(effect_words, (*component.on_build, *component.on_activate)), ";")
        brief = say("{letter}: {price}. {does}", letter=Name(component.letter), price=brief, does=does)
    return _entry(f"components.{name}", lone(Name(component.name)), component, fields, brief, "letter")


def _space_fields(component: contents.Component) -> Iterator[BoxField]:
    spaces = component.spaces or contents.Spaces("single", 1)
    there, two = ("spaces.kind", ("single", "double")), ("spaces.kind", ("double",))
    yield _choice("spaces.kind", say("Spaces"), "none" if component.spaces is None else spaces.kind, _SPACES)
    yield _number("spaces.n", say("How many"), spaces.n, needs=there)
    yield _number("spaces.n5", say("More with 5+ players"), spaces.n5, needs=there)
    who = say("Who alone may stand there (none: everybody)")
    for each in KINDS:
        yield _flag(f"allow.{each}", vocabulary.PIECES[each], each in spaces.allow, group=who, needs=there)
    yield _choice("spaces.need", say("Who has to be one of the two"), spaces.need or "", _NEEDED, needs=two)
    yield _flag("spaces.removes", say("That one goes out of the game"), spaces.removes, needs=two)


def thing_entries(box: contents.Box, row: str) -> Iterator[BoxEntry]:
    """The councilors or the cards of a row: what each is called and what it does."""
    for name, thing in getattr(box, row).items():
        fields = (_name_field(thing.name), *_below(say("Effect"), _effect_fields("effect", thing.effect, CAN[row])))
        is_added = name not in getattr(contents.SHIPPED, row)
        # How many there are of each of the others is an entry of its own.
        without = "" if is_added or row == "artifacts" else "copies"
        does = effect_words(thing.effect)
        yield _entry(f"{row}.{name}", lone(Name(thing.name)), thing, fields, does, without, is_added=is_added)


def tiles_entry(box: contents.Box, name: contents.Peninsula) -> BoxEntry:
    """The six tiles of a peninsula, ring 1 first."""
    tiles, where = box.peninsula[name], vocabulary.TILE_WORDS[contents.NUMBERED[name]]
    fields = (field for ring in range(contents.RINGS) for field in _tile(tiles, ring))
    return _entry(f"peninsula.{name}", where, tiles, fields, _tiles_words(tiles))


def _tile(tiles: contents.Tiles, ring: int) -> Iterator[BoxField]:
    ends = {0: say("Tile 1, beside the centre"), contents.RINGS - 1: say("Tile 6, at the tip")}
    group = ends.get(ring) or say("Tile {ring}", ring=ring + 1)
    if tiles.kind == "libraries":
        icon = tiles.icon[ring] if ring < len(tiles.icon) else ""
        yield _choice(f"icon.{ring}", say("Icon"), icon, _ICONS, group=group)
    else:
        value = tiles.number[ring] if ring < len(tiles.number) else ""
        many = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        label, low = (say("Atlantium for one ore"), 1) if tiles.kind == "forges" else (say("Number to reach"), 0)
        yield BoxField(f"number.{ring}", label, "numbers", many, low, GREATEST_NUMBER, group=group)
    label = say("Spaces for two") if tiles.kind == "cities" else say("Spaces")
    spaces = str(tiles.spaces[ring]) if ring < len(tiles.spaces) else ""
    yield BoxField(f"spaces.{ring}", label, "number", spaces, 1, GREATEST, group=group)


def _tiles_words(tiles: contents.Tiles) -> Message:
    spaces = listing(map(lone, tiles.spaces), ",")
    if tiles.kind == "libraries":
        icons = listing((dict(_ICONS)[each] for each in tiles.icon), ";")
        return say("{icons}. Spaces: {spaces}", icons=icons, spaces=spaces)
    numbers = (each if isinstance(each, tuple) else (each,) for each in tiles.number)
    shown = listing((lone(Name("/".join(map(str, each)))) for each in numbers), ",")
    return say("{numbers}. Spaces: {spaces}", numbers=shown, spaces=spaces)


def deck_entries(box: contents.Box, owned: frozenset[str]) -> Iterator[BoxEntry]:
    """The wrath track, how many basic misfortunes name each peninsula, and what stands in several rows."""
    track, label = ", ".join(map(str, box.wrath.values)), say("The values along the track, as many as it has")
    field = BoxField("values", label, "numbers", track, 0, GREATEST)
    yield _entry("wrath", say("Wrath track"), box.wrath, (field,), lone(Name(track)))
    many = [int(getattr(box.basic, name)) for name in contents.PENINSULAS]
    named = zip(contents.PENINSULAS, vocabulary.TILE_WORDS, many, strict=True)
    brief = say("{numbers}", numbers=listing(map(lone, many), ","))
    fields = (_number(*each, MOST_COPIES) for each in named)
    yield _entry("basic", say("Basic misfortunes of each peninsula"), box.basic, fields, brief)
    yield from (_known_entry(box, owned, known) for known in SHIPPED_AS)


# --- entries of what stands in several rows ---


def places(box: contents.Box, known: contents.Known) -> tuple[str, ...]:
    """Where the owner's file says something of such an entry; the letter of the Power Core is no field of it."""
    if known == "levels":
        return ("levels",)
    if known == "letters":
        return tuple(f"components.{name}.letter" for name in box.components)
    return tuple(f"{known}.{name}.copies" for name in getattr(box, known))


def _known_entry(box: contents.Box, owned: frozenset[str], known: contents.Known) -> BoxEntry:
    """How many there are of each card of a deck, the letters, or the levels; the owner has typed what is `owned`."""
    own = [each for each in places(box, known) if each != f"components.{contents.POWER_CORE}.letter"]
    # An added card has its number from the beginning, which nobody has typed.
    typed = owned.intersection(own if known == "letters" else places(contents.SHIPPED, known))
    shipped_as, title = SHIPPED_AS[known]
    status = box.known.get(known, "owner" if typed else shipped_as)
    key, brief = str(known), NOTHING
    if known == "letters":
        letters = [(letter, lone(Name(letter))) for letter in contents.LETTERS]
        components = [each for each in box.components.items() if each[0] != contents.POWER_CORE]
        fields = [_choice(name, lone(Name(each.name)), each.letter, letters) for name, each in components]
    elif known == "levels":
        fields = [*_levels(box, status)]
    else:
        cards: Mapping[str, contents.Card] = getattr(box, known)
        fields = [_number(name, lone(Name(card.name)), card.copies, MOST_COPIES) for name, card in cards.items()]
        key, brief = f"copies.{known}", say("{total} cards", total=sum(card.copies for card in cards.values()))
    return BoxEntry(key, title, (*own, f"known.{known}"), status, tuple(fields), brief)


def _levels(box: contents.Box, status: Status) -> Iterator[BoxField]:
    """What each difficulty level sets."""
    for number in contents.LEVELS:
        level = box.levels[number - 1] if number <= len(box.levels) else _EMPTY
        group = say("Level {number}", number=number)
        for letter in contents.LETTERS:
            label, many = say("Components {letter}", letter=Name(letter)), level.components.get(letter, 0)
            yield _number(f"{number}.{letter}", label, many, group=group)
        for key, label in OF_LEVEL.items():
            # The booklet leaves this place blank (decision Q-01).
            is_blank = number == contents.LEVELS[-1] and key == "calm_seas" and status != "owner"
            yield _number(f"{number}.{key}", label, getattr(level, key), group=group, is_assumed=is_blank)
