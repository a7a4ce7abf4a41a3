"""What the owner of the box tells of its Rule Tablets: asked on the host page, kept in owner/waves.toml (A-24, A-25).

The final book pictures the first game's sides, and each tablet shows its class; where no text tells one of them it is
deduced, and said to be, until somebody has looked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.games.core import FactField, Facts
from companion.games.waves.cards import CLASSES, Class
from companion.games.waves.data import DATA, NOUNS
from companion.games.waves.model import Setup
from companion.language.message import Message, listing, say

GROUP: Final = say("Rule Tablets")
FIRST: Final = "first_seers"
"""The side of the first game, as a fact and in the owner's file."""
CLASSES_TOLD: Final = "tablet_classes"
"""The table of classes in the owner's file, by sides."""
_CLASS: Final = "tablet_class."
_UNSURE: Final = DATA.first_unsure


def fact_fields(setup: Setup) -> Iterator[FactField]:
    """What may be told of the tablets in use, each with what is taken for now."""
    side = setup.tablets[_UNSURE - 1]
    if _is_first_game(setup):
        sides = tuple(
            (name, say("{tablet}", tablet=tablet.name))
            for name, tablet in DATA.tablets.items()
            if tablet.cls == _UNSURE
        )
        label = say("The {cls:many}' side in the book's picture of the first game", cls=NOUNS[_UNSURE])
        yield FactField(FIRST, label, GROUP, side, choices=sides, status=_status(setup, side))
    classes = tuple((cls, say("{cls:many}", cls=NOUNS[cls])) for cls in CLASSES)
    for side, cls in _deduced(setup):
        label = say("Class of the tablet “{tablet}”", tablet=DATA.tablets[side].name)
        value = class_told(setup, side) or cls
        yield FactField(f"{_CLASS}{side}", label, GROUP, value, choices=classes, status=_status(setup, side))


def corrected(setup: Setup, facts: Facts) -> Setup:
    """The setup with what is told among these facts: another side of the first game is in use at once.

    A tablet that turns out to be another class's stays where it is in this game.
    """
    tablets, confirmed, told = list(setup.tablets), set(setup.confirmed or ()), dict(setup.told or ())
    if FIRST in facts:
        confirmed.discard(tablets[_UNSURE - 1])
        tablets[_UNSURE - 1] = str(facts[FIRST])
        confirmed.add(tablets[_UNSURE - 1])
    for side, cls in _deduced(setup):
        given = facts.get(f"{_CLASS}{side}")
        if isinstance(given, int):
            confirmed.add(side)
            told.pop(side, None)
            told |= {side: given} if given != cls else {}
    return replace(
        setup,
        tablets=tuple(tablets),
        confirmed=tuple(side for side in tablets if side in confirmed) or msgspec.UNSET,
        told=tuple(sorted(told.items())) or msgspec.UNSET,
    )


def owner_file(facts: Facts) -> dict[str, Any]:
    """What to keep in the owner's file of what is told among these facts; empty for nothing."""
    classes = {key.removeprefix(_CLASS): cls for key, cls in facts.items() if key.startswith(_CLASS)}
    kept: dict[str, Any] = {FIRST: facts[FIRST]} if FIRST in facts else {}
    return {**kept, CLASSES_TOLD: classes} if classes else kept


def assumed(setup: Setup) -> tuple[Message, ...]:
    """What is deduced of the tablets in use and nobody has confirmed, a sentence each for the prompt, or none."""
    return (*_first_assumed(setup), *_classes_assumed(setup))


def class_told(setup: Setup, side: str) -> Class:
    """The class that the owner tells of a side where this game takes it for another's; 0 where that is not so."""
    return dict(setup.told or ()).get(side, 0)


def _first_assumed(setup: Setup) -> tuple[Message, ...]:
    side = setup.tablets[_UNSURE - 1]
    if not _is_first_game(setup) or _is_confirmed(setup, side):
        return ()
    return (
        say(
            "The {cls:many}' side of the first game is assumed: “{tablet}”. Compare your book's picture.",
            cls=NOUNS[_UNSURE],
            tablet=DATA.tablets[side].name,
        ),
    )


def _classes_assumed(setup: Setup) -> tuple[Message, ...]:
    sides = [(side, cls) for side, cls in _deduced(setup) if not _is_confirmed(setup, side)]
    if not sides:
        return ()
    titles = listing(
        (say("“{tablet}” ({cls:many})", tablet=DATA.tablets[side].name, cls=NOUNS[cls]) for side, cls in sides), ","
    )
    if len(sides) == 1:
        return (say("The class of a tablet is assumed: {tablets}. Compare yours.", tablets=titles),)
    return (say("The classes of these tablets are assumed: {tablets}. Compare yours.", tablets=titles),)


def _is_first_game(setup: Setup) -> bool:
    """Whether the sides in use are the first game's, with the one that is deduced or that the owner has told."""
    first, side = list(DATA.sets["first"]), setup.tablets[_UNSURE - 1]
    if _is_confirmed(setup, side):
        first[_UNSURE - 1] = side
    return setup.tablets == tuple(first)


def _is_confirmed(setup: Setup, side: str) -> bool:
    return side in (setup.confirmed or ())


def _status(setup: Setup, side: str) -> str:
    return "owner" if _is_confirmed(setup, side) else "assumed"


def _deduced(setup: Setup) -> tuple[tuple[str, Class], ...]:
    """The sides in use whose class is deduced, with the class that this game takes them for."""
    used = zip(CLASSES, setup.tablets, strict=True)
    return tuple((side, cls) for cls, side in used if side in DATA.deduced)
