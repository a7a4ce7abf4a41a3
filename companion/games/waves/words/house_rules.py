"""What of a game is not as the rulebook has it: options off their default, and what the owner tells of the box.

Of the Rule Tablets it is asked on the host page and kept in owner/waves.toml (A-24, A-25). The final book pictures
the first game's sides, and each tablet shows its class; where no text tells one of them it is deduced, and said to be,
until somebody has looked.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.games.core import Facts
from companion.games.shared.facts import FactField
from companion.games.waves.data.figures import COUNCIL_CARD, DATA, NOUNS, OPTIONS
from companion.games.waves.state.model import CLASSES, Class, Setup, Variants
from companion.games.waves.words.names import tablet_of
from companion.language.message import Message, listing, say, written

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


def class_told(setup: Setup, side: str) -> Class:
    """The class that the owner tells of a side where this game takes it for another's; 0 where that is not so."""
    return dict(setup.told or ()).get(side, 0)


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


@lru_cache(maxsize=64)
def assumed(setup: Setup) -> tuple[Message, ...]:
    """What nobody has confirmed of this game's figures and tablets, in words (A-24, A-25, A-43)."""
    side = setup.tablets[_UNSURE - 1]
    lines = [*COUNCIL_CARD.assumed(setup.council_card)]
    if _is_first_game(setup) and not _is_confirmed(setup, side):
        line = say(
            "The {cls:many}' side of the first game is assumed: “{tablet}”. Compare your book's picture.",
            cls=NOUNS[_UNSURE],
            tablet=DATA.tablets[side].name,
        )
        lines.append(line)
    unsure = [tablet_of(side, cls) for side, cls in _deduced(setup) if not _is_confirmed(setup, side)]
    if len(unsure) == 1:
        lines.append(say("The class of a tablet is assumed: {tablets}. Compare yours.", tablets=unsure[0]))
    elif unsure:
        titles = listing(unsure, ",")
        lines.append(say("The classes of these tablets are assumed: {tablets}. Compare yours.", tablets=titles))
    return tuple(lines)


@lru_cache(maxsize=64)
def house_rules(setup: Setup) -> tuple[Message, ...]:
    """The options of this game that are off their default, in words."""
    lines = list[Message]()
    for name in Variants.__struct_fields__:
        option, chosen = OPTIONS[name], getattr(setup.variants, name)
        if all(getattr(setup, key) == value for key, value in option.needs.items()):
            lines += [written(each.house_rule) for each in option.values[1:] if each.value == chosen]
    if setup.edition == "breakers":
        lines.append(say("Played by the older rules, with Breakers."))
        if setup.mode != "head_to_head":
            lines.append(say("Whether they knew this mode is not known: the newer book's rules are taken."))
    if setup.gap_after not in (-1, setup.players - 1):
        lines.append(say("The unassociated Elder lies after seat {seat}.", seat=setup.gap_after + 1))
    for cls, side in zip(CLASSES, setup.tablets, strict=True):
        if (class_told(setup, side) or DATA.tablets[side].cls) != cls:
            tablet = DATA.tablets[side].name
            lines.append(say("The tablet “{tablet}” counts as one of the {cls:many}.", tablet=tablet, cls=NOUNS[cls]))
    return tuple(lines)


def advice(setup: Setup) -> tuple[Message, ...]:
    """What to know before a game with these tablets begins (W-135)."""
    advanced = [tablet for side in setup.tablets if (tablet := DATA.tablets[side]).level == "advanced"]
    if not advanced:
        return ()
    titles = listing((say("“{tablet}”", tablet=tablet.name) for tablet in advanced), ",")
    return (
        say("Advanced tablets are in use: {tablets}. Play without them with people new to the game.", tablets=titles),
    )
