"""What dice, icons and rows of a Pirate Map are called, and what some rules of the game say, in our words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from companion.games.core import RuleId
from companion.games.rolling_with_the_waves.data.figures import FREE, CannonName
from companion.games.rolling_with_the_waves.state import charts, records
from companion.games.shared.files import read_as
from companion.language.message import Listing, Message, listing, say, written
from companion.language.values import Count, Noun

DIE, INFAMY = Noun("die", "dice"), Noun("Infamy", "Infamy")
FREEBOOTER = Noun("Freebooter")
POINT = Noun("point")
CHEST_WORDS: Final = tuple(say("chest {chest}", chest=chest + 1) for chest in records.CHESTS)
ROW_NAMES: Final[dict[records.Row, Message]] = {
    "raise": say("Raise Spirits"),
    **{f"chest.{chest}": CHEST_WORDS[chest] for chest in records.CHESTS},
    "hull": say("Hull"),
    "small": say("small cannon"),
    "large": say("large cannon"),
    "ports": say("Ports"),
    "crew": say("Crew"),
    "infamy": say("Infamy"),
}
"""What each row is called alone."""
ROW_WORDS: Final[dict[records.Row, Message]] = {
    row: say("the {cannon}", cannon=words) if row in records.CANNONS else words for row, words in ROW_NAMES.items()
}
"""The same within a sentence."""
BOTH = say("both cannons")


def colour_noun(colour: str) -> Noun:
    """What a die of that colour is called."""
    return FREEBOOTER if colour == FREE else Noun(colour)


def die_words(die: records.Die) -> Message:
    """A die in words: "red 5"."""
    return say("{colour} {value}", colour=colour_noun(die.colour), value=die.value)


def die_kind(die: records.Die) -> str:
    """The kind of piece that a die is, with what it shows."""
    return f"die:{die.colour}:{die.value}"


def dice_words(dice: Iterable[records.Die]) -> Listing:
    """Several dice in words."""
    return listing(map(die_words, dice), ",")


def icon_words(icon: records.Icon | None) -> Message:
    """An icon within a sentence; None for one of which nobody is told."""
    if icon is None:
        return say("an icon")
    words = ROW_WORDS[records.ROW_OF[icon]]
    return say("Bury {chest}", chest=words) if icon in records.BURY_ICONS else words


def icon_title(icon: records.Icon) -> Message:
    """An icon alone, where it is drawn or printed."""
    if icon in records.BURY_ICONS:
        return icon_words(icon)
    return say("{icon:capital}", icon=ROW_NAMES[records.ROW_OF[icon]])


def die_on_icon(die: records.Die, icon: records.Icon | None) -> Message:
    """A die and where it lies: "red 5 on Hull"."""
    return say("{die} on {icon}", die=die_words(die), icon=icon_words(icon))


def cannons_words(cannons: Sequence[CannonName]) -> Message:
    """Cannons in words."""
    return BOTH if len(cannons) > 1 else ROW_WORDS[cannons[0]]


def laid_words(nest: Sequence[records.Die], icons: Sequence[records.Icon | None]) -> Message:
    """Which die lies where, in words."""
    if len(icons) > 1 and len({*icons}) == 1 and icons[0] in records.BURY_ICONS:
        return say("{dice} on {icon}", dice=Count(len(icons), DIE), icon=icon_words(icons[0]))
    return say("{laid}", laid=listing(map(die_on_icon, nest, icons), ","))


def points_words(setup: records.Setup, each: charts.Points) -> Message:
    """The points of a map, line by line; of the owner's bonuses it says so."""
    words = say(
        "treasure {treasure}, buried {buried}, full tracks {tracks}, Infamy {infamy}",
        treasure=each.treasure,
        buried=each.buried,
        tracks=each.tracks,
        infamy=each.infamy,
    )
    further = [
        say("{bonus} (owner) {points}", bonus=bonus.words, points=points)
        for bonus, points in zip(setup.bonuses, each.bonuses, strict=True)
    ]
    return say("{words}, {further}", words=words, further=listing(further, ",")) if further else words


def house_rules(setup: records.Setup) -> tuple[Message, ...]:
    """The options of this game that are off their default, in words."""
    told = (
        (say("Of equal Infamy the first player fires first."), setup.cannon_tie == "from_first"),
        (say("A Hull stops shots of each cannon."), setup.hull_applies == "cannon"),
        (say("With equal greatest Ports nobody gets more."), setup.ports_tie == "none"),
        (say("With equal Ports everybody gets one more, even with none."), setup.ports_tie == "all"),
        (say("A die on Raise Spirits may be raised."), setup.raise_on_raise),
        (say("A die may be wasted on a full icon."), setup.allocate_to_full),
        (say("Of equals the first seat wins."), setup.final_tie == "seat_order"),
    )
    return (*(text for text, is_played in told if is_played), *(bonus.rule() for bonus in setup.bonuses))


_RULES: Final = read_as(__package__, "rules.toml", dict[str, dict[RuleId, str]])
RULES: Final[Mapping[RuleId, Message]] = {rule: written(text) for rule, text in _RULES["words"].items()}
