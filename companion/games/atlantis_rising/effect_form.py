"""An effect as fields of a form: an operation in words, and what it needs besides; and read back from there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.games.atlantis_rising.box import PENINSULAS
from companion.games.atlantis_rising.effects import GREATEST, Effect, Op
from companion.games.atlantis_rising.vocabulary import PENINSULA_WORDS
from companion.games.owners_box import BoxField, BoxValue
from companion.language.message import Message, say

LONGEST_TEXT: Final = 400
"""Letters of what a card says."""
OPERATIONS: Final[dict[Op, Message]] = {
    "none": say("Nothing"),
    "manual": say("Something else: settled by hand, as its text says"),
    "gain_energy": say("Get energy"),
    "gain_resource_any": say("Get resources of any kind"),
    "gain_volunteers": say("Get volunteers"),
    "place_barrier": say("Place barriers"),
    "unflood": say("Turn flooded tiles dry"),
    "draw_library": say("Draw library cards"),
    "amplify": say("Turn resources in, and get them back with one more"),
    "exchange_resources": say("Exchange resources, one for one"),
    "remove_misfortune": say("Take misfortunes out of the game"),
    "wrath_step": say("Move the wrath counter (below 0: back)"),
    "new_library_deck": say("Shuffle the library anew"),
    "act_again": say("One that has acted acts again"),
    "flood_choice": say("Flood tiles of one's choice"),
    "flood_peninsula": say("Flood one peninsula"),
    "return_placed": say("Take placed Atlanteans back"),
    "lose_energy": say("Lose energy"),
    "discard_library": say("Discard library cards"),
    "number_plus": say("Mountains, Hills and Forests are harder this round"),
    "forbid": say("A peninsula gives nothing this round"),
    "die_plus": say("A die that was rolled counts more"),
    "number_minus": say("Tiles need less"),
    "cost_minus": say("A component costs less"),
    "reroll_once": say("A roll may be made again"),
    "extra_atlantean": say("More Atlanteans fit on its tile"),
    "may_use_flooded_tile": say("May stand on a flooded tile"),
    "artifact": say("Has an artifact"),
    "act_although_flooded": say("Acts though its tile has flooded"),
    "extra_energy_at_centre": say("More energy at the centre"),
    "extra_resource": say("One's first success a round gives more"),
    "keep_extra_card": say("Keeps more cards of a draw"),
}
COUNTED: Final[frozenset[Op]] = frozenset(
    {
        *("gain_energy", "gain_resource_any", "gain_volunteers", "place_barrier", "unflood", "draw_library", "amplify"),
        *("exchange_resources", "remove_misfortune", "wrath_step", "flood_choice", "flood_peninsula", "return_placed"),
        *("lose_energy", "discard_library", "number_plus", "die_plus", "number_minus", "cost_minus"),
        *("extra_atlantean", "extra_energy_at_centre", "extra_resource", "keep_extra_card"),
    }
)
"""Those that need a number."""
SHARED: Final[frozenset[Op]] = frozenset(
    {
        *("gain_energy", "gain_resource_any", "gain_volunteers", "place_barrier", "unflood", "draw_library", "amplify"),
        *("exchange_resources", "remove_misfortune", "flood_choice", "return_placed", "lose_energy", "discard_library"),
    }
)
"""Those of which it must be said whom they concern."""
NAMED: Final[frozenset[Op]] = frozenset({"forbid", "flood_peninsula"})
"""Those that name a peninsula."""
_WHO: Final = (
    ("", say("whoever has set it off")),
    ("each", say("every player")),
    ("current", say("the current player")),
)
_AGAIN: Final = (("", say("any of one's Atlanteans")), ("leader", say("the Leader alone")))
_PER: Final = (("", say("once a round")), ("atlantean", say("for each Atlantean")))
_PENINSULAS: Final = tuple(zip(PENINSULAS, PENINSULA_WORDS, strict=True))
_TILES: Final = (("", say("all tiles")), ("wild", say("Mountains, Hills and Forests alone")))


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

    operations = tuple((op, words) for op, words in OPERATIONS.items() if op in ops)
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
    what = effect.what if effect.what in PENINSULAS else PENINSULAS[0]
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
