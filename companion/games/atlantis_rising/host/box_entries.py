"""Entries of the owner's box as fields of a form: effects, one thing each, and figures that fit together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, get_args

from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.data.effects import GREATEST, NO_EFFECT, Effect, Op
from companion.games.atlantis_rising.host.box_check import GREATEST_NUMBER
from companion.games.atlantis_rising.rules.operations import AT_ONCE, OPERATIONS, asking
from companion.games.atlantis_rising.words import vocabulary
from companion.games.owners_box import TICKED, BoxEntry, BoxField, BoxValue
from companion.games.shared.figures import Status
from companion.language.message import Message, listing, lone, say
from companion.language.values import Name

LONGEST_TEXT: Final = 400
"""Letters of what a card says."""
COUNTED, SHARED, NAMED = asking("number"), asking("who"), asking("peninsula")
_WHO: Final = (
    ("", say("whoever has set it off")),
    ("each", say("every player")),
    ("current", say("the current player")),
)
_AGAIN: Final = (("", say("any of one's Atlanteans")), ("leader", say("the Leader alone")))
_PER: Final = (("", say("once a round")), ("atlantean", say("for each Atlantean")))
_PENINSULAS: Final = tuple(zip(contents.PENINSULAS, vocabulary.PENINSULA_WORDS, strict=True))
_TILES: Final = (("", say("all tiles")), ("wild", say("Mountains, Hills and Forests alone")))
LONGEST_NAME: Final = 40
"""Letters of what a thing is called."""
KINDS: Final[tuple[contents.PieceKind, ...]] = get_args(contents.PieceKind)
MOST_EFFECTS: Final = 3
"""Effects of a component one after another, at each of the two times."""
_NO_SPACES: Final = contents.Spaces("single", 1)
_SPACES: Final = (
    ("none", say("It has none")),
    ("single", say("For one Atlantean each")),
    ("double", say("For two Atlanteans each")),
)
_NEEDED: Final = (("", say("nobody in particular")), *((kind, vocabulary.PIECES[kind]) for kind in KINDS))
MOST_COPIES: Final = 36
SHIPPED_AS: Final[Mapping[contents.Known, Status]] = {
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
_EMPTY: Final = contents.Level({}, 0, 0, 0)


def effect_fields(
    prefix: str, group: Message, effect: Effect, ops: frozenset[Op], is_assumed: bool = False
) -> Iterator[BoxField]:
    """The fields of one effect, whose keys begin with this; `ops` are what a thing of its kind can do."""

    def field(name: str, label: Message, among: frozenset[Op], value: str, **more: Any) -> Iterator[BoxField]:
        known = tuple(sorted(among & ops))
        if known:
            needs = (f"{prefix}.op", known)
            yield BoxField(
                f"{prefix}.{name}", label, value=value, group=group, is_assumed=is_assumed, needs=needs, **more
            )

    operations = tuple((op, each.title) for op, each in OPERATIONS.items() if op in ops)
    yield BoxField(
        *(f"{prefix}.op", say("What it does"), "choice", effect.op, 0, 0, operations),
        group=group,
        is_assumed=is_assumed,
    )
    low = -GREATEST if "wrath_step" in ops else 0
    yield from field("n", say("How many"), COUNTED, str(effect.n), kind="number", low=low, high=GREATEST)
    who = effect.who if effect.who in dict(_WHO) else ""
    yield from field("who", say("Whom it concerns"), SHARED, who, kind="choice", choices=_WHO)
    again = effect.who if effect.who in dict(_AGAIN) else ""
    only = frozenset[Op]({"act_again"})
    yield from field("again", say("Who acts again"), only, again, kind="choice", choices=_AGAIN)
    only = frozenset[Op]({"extra_energy_at_centre"})
    yield from field("per", say("How often"), only, effect.per, kind="choice", choices=_PER)
    what = effect.what if effect.what in contents.PENINSULAS else contents.PENINSULAS[0]
    yield from field("what", say("Which peninsula"), NAMED, what, kind="choice", choices=_PENINSULAS)
    # A Leader's is for its own tile, whichever that is: there is nothing to choose.
    only = frozenset[Op]({"number_minus"} if "reroll_once" not in ops else set())
    tiles = effect.what if effect.what == "wild" else ""
    yield from field("tiles", say("Which tiles"), only, tiles, kind="choice", choices=_TILES)
    only = frozenset[Op]({"manual"})
    label = say("What it says; the prompt will show it")
    yield from field("text", label, only, effect.text, kind="long", low=0, high=LONGEST_TEXT)


def effect_table(prefix: str, values: Mapping[str, BoxValue]) -> dict[str, Any]:
    """An effect as the owner's file has it, from the fields that begin with this."""
    given = {key.removeprefix(f"{prefix}."): value for key, value in values.items() if key.startswith(f"{prefix}.")}
    names = {"op": "op", "n": "n", "who": "who", "again": "who", "per": "per", "what": "what", "tiles": "what"}
    names["text"] = "text"
    # The operation first: in the file all else belongs to it.
    return {names[key]: value for key, value in given.items() if value != ""}


def component_entry(box: contents.Box, name: str) -> BoxEntry:
    """A component: cost, spaces, and what it does when it is built and when it is activated."""
    component, row = box.components[name], f"components.{name}"
    paths = tuple(f"{row}.{each}" for each in contents.Component.__struct_fields__ if each != "letter")
    if name == contents.POWER_CORE:
        fields = (_name_field(component.name), *_cost_fields(component, has_energy=True))
        return BoxEntry(
            row, lone(Name(component.name)), paths, component.status, fields, vocabulary.price_words(component.cost)
        )
    fields = (
        _name_field(component.name),
        *_cost_fields(component),
        *_space_fields(component),
        *_effects_of(component, "on_build", component.on_build, say("When it is built")),
        *_effects_of(component, "on_activate", component.on_activate, say("When somebody acts on it")),
    )
    does = listing(map(effect_words, (*component.on_build, *component.on_activate)), ";")
    brief = say(
        "{letter}: {price}. {does}",
        letter=Name(component.letter),
        price=vocabulary.price_words(component.cost),
        does=does,
    )
    return BoxEntry(row, lone(Name(component.name)), paths, component.status, fields, brief)


def thing_entry(
    row: str, name: str, thing: contents.Card | contents.Councilor, ops: frozenset[Op], is_added: bool
) -> BoxEntry:
    """A councilor or a card: what it is called and what it does."""
    key = f"{row}.{name}"
    kept = [each for each in type(thing).__struct_fields__ if is_added or each != "copies" or row == "artifacts"]
    return BoxEntry(
        key,
        lone(Name(thing.name)),
        tuple(f"{key}.{each}" for each in kept),
        thing.status,
        (_name_field(thing.name), *effect_fields("effect", say("Effect"), thing.effect, ops)),
        effect_words(thing.effect),
        is_added,
    )


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


def _name_field(name: str) -> BoxField:
    return BoxField("name", say("Name"), "text", name, 1, LONGEST_NAME)


def _cost_fields(component: contents.Component, has_energy: bool = False) -> Iterator[BoxField]:
    kinds = ("gold", "crystal", "atlantium", "energy")
    # Energy is asked where it is paid; a component that costs some keeps its field.
    for kind in kinds if has_energy or component.cost.energy else kinds[:3]:
        number, label = str(component.cost[kind]), say("{kind:capital}", kind=vocabulary.RESOURCE_WORDS[kind])
        is_assumed = "cost" in component.assumed
        yield BoxField(f"cost.{kind}", label, "number", number, 0, GREATEST, group=say("Cost"), is_assumed=is_assumed)


def _space_fields(component: contents.Component) -> Iterator[BoxField]:
    group, is_assumed = say("Spaces"), "spaces" in component.assumed
    spaces = component.spaces or _NO_SPACES
    there, two = ("spaces.kind", ("single", "double")), ("spaces.kind", ("double",))
    kind = "none" if component.spaces is None else spaces.kind
    yield BoxField("spaces.kind", say("Spaces"), "choice", kind, 0, 0, _SPACES, group, is_assumed)
    many, more = str(spaces.n), str(spaces.n5)
    yield BoxField("spaces.n", say("How many"), "number", many, 0, GREATEST, (), group, is_assumed, there)
    label = say("More with 5+ players")
    yield BoxField("spaces.n5", label, "number", more, 0, GREATEST, (), group, is_assumed, there)
    who = say("Who alone may stand there (none: everybody)")
    for each in KINDS:
        ticked = TICKED if each in spaces.allow else ""
        yield BoxField(f"allow.{each}", vocabulary.PIECES[each], "flag", ticked, 0, 0, (), who, is_assumed, there)
    label = say("Who has to be one of the two")
    yield BoxField("spaces.need", label, "choice", spaces.need or "", 0, 0, _NEEDED, group, is_assumed, two)
    label, ticked = say("That one goes out of the game"), TICKED if spaces.removes else ""
    yield BoxField("spaces.removes", label, "flag", ticked, 0, 0, (), group, is_assumed, two)


def _effects_of(
    component: contents.Component, key: str, effects: Sequence[Effect], group: Message
) -> Iterator[BoxField]:
    """The effects that there are, and one more that does nothing yet."""
    shown = (*effects, NO_EFFECT)[: max(MOST_EFFECTS, len(effects))]
    for number, effect in enumerate(shown):
        heading = group if number == 0 else say("{when}, then", when=group)
        yield from effect_fields(f"{key}.{number}", heading, effect, AT_ONCE, key in component.assumed)


def tiles_entry(box: contents.Box, name: contents.Peninsula) -> BoxEntry:
    """The six tiles of a peninsula, ring 1 first."""
    tiles, row = box.peninsula[name], f"peninsula.{name}"
    return BoxEntry(
        row,
        vocabulary.TILE_WORDS[contents.NUMBERED[name]],
        tuple(f"{row}.{each}" for each in contents.Tiles.__struct_fields__),
        tiles.status,
        tuple(field for ring in range(contents.RINGS) for field in _tile(tiles, ring)),
        _tiles_words(tiles),
    )


def _tile(tiles: contents.Tiles, ring: int) -> Iterator[BoxField]:
    number = say("Tile {ring}", ring=ring + 1)
    if ring == 0:
        number = say("Tile 1, beside the centre")
    if ring == contents.RINGS - 1:
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


def _tiles_words(tiles: contents.Tiles) -> Message:
    spaces = listing((lone(each) for each in tiles.spaces), ",")
    if tiles.kind == "libraries":
        icons = listing((dict(_ICONS)[each] for each in tiles.icon), ";")
        return say("{icons}. Spaces: {spaces}", icons=icons, spaces=spaces)
    numbers = (each if isinstance(each, tuple) else (each,) for each in tiles.number)
    shown = listing((lone(Name("/".join(map(str, each)))) for each in numbers), ",")
    return say("{numbers}. Spaces: {spaces}", numbers=shown, spaces=spaces)


def wrath_entry(box: contents.Box) -> BoxEntry:
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


def basic_entry(box: contents.Box) -> BoxEntry:
    """How many basic misfortunes name each peninsula."""
    many = [int(getattr(box.basic, name)) for name in contents.PENINSULAS]
    fields = (
        BoxField(name, words, "number", str(number), 0, MOST_COPIES)
        for name, words, number in zip(contents.PENINSULAS, vocabulary.TILE_WORDS, many, strict=True)
    )
    paths = tuple(f"basic.{each}" for each in (*contents.PENINSULAS, "status"))
    brief = listing(map(lone, many), ",")
    title = say("Basic misfortunes of each peninsula")
    return BoxEntry("basic", title, paths, box.basic.status, tuple(fields), say("{numbers}", numbers=brief))


def copies_entry(box: contents.Box, owned: frozenset[str], row: Literal["library", "special"]) -> BoxEntry:
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
    is_typed = any(f"{row}.{name}.copies" in owned for name in getattr(contents.SHIPPED, row))
    status = box.known.get(row, "owner" if is_typed else SHIPPED_AS[row])
    return BoxEntry(f"copies.{row}", title, paths, status, tuple(fields), total)


def letters_entry(box: contents.Box, owned: frozenset[str]) -> BoxEntry:
    """The letter of each component but the Power Core."""
    fields = (
        BoxField(
            *(name, lone(Name(each.name)), "choice", each.letter, 0, 0),
            tuple((letter, lone(Name(letter))) for letter in contents.LETTERS),
        )
        for name, each in box.components.items()
        if name != contents.POWER_CORE
    )
    typed = tuple(f"components.{name}.letter" for name in box.components if name != contents.POWER_CORE)
    status = box.known.get("letters", "owner" if owned & set(typed) else SHIPPED_AS["letters"])
    paths = (*typed, "known.letters")
    return BoxEntry("letters", say("Letters of the components"), paths, status, tuple(fields))


def levels_entry(box: contents.Box, owned: frozenset[str]) -> BoxEntry:
    """What each difficulty level sets."""
    status = box.known.get("levels", "owner" if "levels" in owned else SHIPPED_AS["levels"])
    fields = list[BoxField]()
    for number in contents.LEVELS:
        level = box.levels[number - 1] if number <= len(box.levels) else _EMPTY
        group = say("Level {number}", number=number)
        for letter in contents.LETTERS:
            label, many = say("Components {letter}", letter=Name(letter)), level.components.get(letter, 0)
            fields.append(BoxField(f"{number}.{letter}", label, "number", str(many), 0, GREATEST, group=group))
        named = (
            ("calm_seas", say("Calm Seas"), level.calm_seas),
            ("controlled_floods", say("Controlled Floods"), level.controlled_floods),
            ("energy", say("Energy of each player"), level.energy),
        )
        for key, label, many in named:
            # The booklet leaves this place blank (decision Q-01).
            is_blank = number == contents.LEVELS[-1] and key == "calm_seas" and status != "owner"
            field = BoxField(
                *(f"{number}.{key}", label, "number", str(many), 0, GREATEST), group=group, is_assumed=is_blank
            )
            fields.append(field)
    return BoxEntry("levels", say("Difficulty levels"), ("levels", "known.levels"), status, tuple(fields))
