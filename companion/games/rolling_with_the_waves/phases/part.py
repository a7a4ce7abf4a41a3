"""What every phase answers to, and the small steps and words that they share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from companion.games.core import Action, RuleId, Seat, State
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.charts import Points
from companion.games.rolling_with_the_waves.figures import FREE
from companion.games.rolling_with_the_waves.model import DiceState, DiceView
from companion.games.rolling_with_the_waves.whole import Chart, Die, Icon, Phase, Setup, Whole
from companion.games.shared import part
from companion.games.shared.phases import Asked, put
from companion.language.message import Listing, Message, listing, lone, say
from companion.language.values import Noun

X = TypeVar("X", bound=Action)


class Part(part.Part[DiceState, DiceView, X]):
    """One phase or several in which the same is done; all in it are acts of a few kinds."""

    titles: ClassVar[dict[Phase, Message]]
    """Its phases, and what people call them."""

    @abstractmethod
    def has_work(self, state: DiceState, phase: Phase) -> bool:
        """Whether anything is to be done in that phase."""

    @abstractmethod
    def asked(self, view: DiceView) -> Asked:
        """What the table is to do."""

    def refusal(self, state: DiceState, act: X, now: Message) -> IllegalAction:
        """Why an act is not legal; `now` is what people call the present phase."""
        return self.refused(now, state.table.played.phase in self.titles)


# --- small steps ---


def changed(state: DiceState, why: tuple[RuleId, ...], **changes: Any) -> DiceState:
    """The state after an act by these rules, with fields of its whole game changed."""
    table = replace(state.table, why=why, whole=replace(state.table.played, **changes))
    return State(table, state.secrets, state.sealed)


def known_to_all(view: DiceView) -> DiceState:
    """The position as everybody knows it, whoever has this view."""
    return State(view.table, (None,) * len(view.table.played.maps), view.sealed)


def gain(whole: Whole, infamy: int, more: int) -> int:
    """Infamy after a gain, never beyond the circles of the map (A-17)."""
    cap = whole.setup.sheet.cap
    return min(infamy + more, max(cap, infamy)) if cap else infamy + more


def charted(whole: Whole, seat: Seat, **changes: Any) -> tuple[Chart, ...]:
    """All maps, with some of one seat's changed."""
    return put(whole.maps, seat, replace(whole.maps[seat], **changes))


# --- words ---

DIE, INFAMY = Noun("die", "dice"), Noun("Infamy", "Infamy")
FREEBOOTER = Noun("Freebooter")
ICON_WORDS: dict[Icon, Message] = {
    "raise": say("Raise Spirits"),
    "chest1": say("chest 1"),
    "chest2": say("chest 2"),
    "chest3": say("chest 3"),
    "bury1": say("Bury chest 1"),
    "bury2": say("Bury chest 2"),
    "bury3": say("Bury chest 3"),
    "hull": say("Hull"),
    "cannon_small": say("the small cannon"),
    "cannon_large": say("the large cannon"),
    "ports": say("Ports"),
    "crew": say("Crew"),
}
CHEST_WORDS = (say("chest 1"), say("chest 2"), say("chest 3"))


def colour_noun(colour: str) -> Noun:
    """What a die of that colour is called."""
    return FREEBOOTER if colour == FREE else Noun(colour)


def die_words(die: Die) -> Message:
    """A die in words: "red 5"."""
    return say("{colour} {value}", colour=colour_noun(die.colour), value=die.value)


def die_kind(die: Die) -> str:
    """The kind of piece that a die is, with what it shows."""
    return f"die:{die.colour}:{die.value}"


def dice_words(dice: Iterable[Die]) -> Listing:
    """Several dice in words."""
    return listing(map(die_words, dice), ",")


def icon_words(icon: Icon) -> Message:
    """An icon in words."""
    return ICON_WORDS[icon]


def points_words(setup: Setup, each: Points) -> Message:
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


def number(value: int) -> Message:
    """A number alone."""
    return lone(value)
