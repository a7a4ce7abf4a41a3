"""What cards and tablets say, for who chooses them or looks at them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.cards import Card, CardGroup
from companion.games.waves.actions import ActivateTablet, WavesAction
from companion.games.waves.cards import CLASSES
from companion.games.waves.data import DATA, NOUNS, POWER
from companion.games.waves.model import WavesView
from companion.games.waves.words import tablet_text
from companion.language.message import NOTHING, Message, lone, say
from companion.language.values import Count


def about(view: WavesView, act: WavesAction) -> Message:
    """What to know before tapping an act: what a tablet changes; `NOTHING` for nothing."""
    match act:
        case ActivateTablet(tablet):
            return _tablet(view, tablet)
        case _:
            return NOTHING


def _tablet(view: WavesView, cls: int) -> Message:
    return tablet_text(DATA.tablets[view.table.setup.tablets[cls - 1]], view.table.setup.edition)


def cards(view: WavesView) -> tuple[CardGroup, ...]:
    """The own hand, and the tablet of each class."""
    hand = tuple(_hand(view))
    tablets = tuple(
        Card(
            f"tablet:{view.table.setup.tablets[cls - 1]}",
            lone(DATA.tablets[view.table.setup.tablets[cls - 1]].name),
            _tablet(view, cls),
            say("Active now") if view.table.active == cls else say("{cls:many}", cls=NOUNS[cls]),
        )
        for cls in CLASSES
    )
    groups = ((say("Your hand"), hand), (say("Rule Tablets"), tablets))
    return tuple(CardGroup(title, found) for title, found in groups if found)


def _hand(view: WavesView) -> Iterator[Card]:
    for cls, number in zip(CLASSES, view.own.hand if view.own is not None else (), strict=False):
        if number:
            name = say("{cards}", cards=Count(number, NOUNS[cls]))
            yield Card(f"card:{cls}", name, say("Power {power}.", power=POWER[cls]))
