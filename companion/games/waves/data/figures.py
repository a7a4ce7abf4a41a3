"""The figures of Waves: read from data.toml, overlaid by what the owner of the box typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from companion.games.shared.figures import Figure, OwnerFigure, OwnerFigures
from companion.games.shared.files import read_as
from companion.games.shared.options import read_options
from companion.language.message import say
from companion.language.values import Name, Noun


class ClassData(msgspec.Struct, frozen=True):
    """One class of Elder cards."""

    name: str
    plural: str
    power: int
    colour: str
    sign: str


class GoalData(msgspec.Struct, frozen=True):
    """What a side must have collected."""

    different: Figure
    total: Figure


class Mode(msgspec.Struct, frozen=True):
    """One way to play."""

    title: str
    goals: dict[str, str]
    """Which of the goals it is played for, by number of players."""
    seating: dict[str, str] = {}
    """The usual seating of teams, a letter a seat, by number of players."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of players that may play it (W-005)."""
        return tuple(int(players) for players in self.goals)


class Tablet(msgspec.Struct, frozen=True, rename={"cls": "class"}):
    """One side of a Rule Tablet."""

    cls: int
    title: str
    level: Literal["calm", "base", "advanced"]
    rule: str
    text: str
    direct: bool = False

    @property
    def name(self) -> Name:
        """The title as it stands on the piece, for sentences."""
        return Name(self.title)


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of data.toml."""

    version: str
    deduced: tuple[str, ...]
    """Sides whose class nobody has told."""
    first_unsure: int
    """The class whose side of the first game nobody has told."""
    figures: dict[str, Figure]
    classes: tuple[ClassData, ...]
    goals: dict[str, GoalData]
    modes: dict[str, Mode]
    council_card: dict[str, dict[str, dict[str, Figure]]]
    tablets: dict[str, Tablet]
    sets: dict[str, tuple[str, ...]]


DATA = read_as(__package__, "data.toml", Data)
OPTIONS = read_options(__package__)
POWER: tuple[int, ...] = (0, *(cls.power for cls in DATA.classes))
"""Printed power by class (W-002); index 0 is no card."""
NAMES: tuple[str, ...] = ("unknown card", *(cls.name for cls in DATA.classes))
NOUNS: tuple[Noun, ...] = (Noun("unknown card"), *(Noun(cls.name, cls.plural) for cls in DATA.classes))
"""What a card of each class is called in sentences: "Scholar", "Scholars"."""
SHELL: Final = Noun("shell")
CARD: Final = Noun("card")
ELDER: Final = Noun("Elder")
CLASS: Final = Noun("class", "classes")
DECK_OF_CLASS = DATA.figures["cards_a_class"].value
DECK_SIZE = DECK_OF_CLASS * len(DATA.classes)
SHELLS = DATA.figures["shells"].value
HAND = DATA.figures["hand"].value
SOLO_HAND = DATA.figures["solo_hand"].value
HEAD_TO_HEAD_DRAW = DATA.figures["head_to_head_draw"].value
COUNCIL_CARD = OwnerFigures(
    "owner/waves.toml",
    say("Council card"),
    say("Shells on the Council card"),
    tuple(
        OwnerFigure(
            cls.name.lower(),
            f"council_card.{index}",
            say("Shells for {cls:many}", cls=NOUNS[index]),
            say("{cls:many}", cls=NOUNS[index]),
            0,
            SHELLS,
        )
        for index, cls in enumerate(DATA.classes, 1)
    ),
)


def council_card(mode: str, players: int, owner: Mapping[str, Any]) -> tuple[Figure, ...]:
    """Shells by class, Scholar first, for a mode and number of players; the owner's numbers win (W-004, A-43).

    `owner` is the content of the owner's waves.toml. Raises `BadOption` for numbers a card cannot carry.
    """
    return COUNCIL_CARD.read(DATA.council_card[mode][str(players)], owner, council_table(mode, players))


def council_table(mode: str, players: int) -> tuple[str, ...]:
    """Where the Council card of a mode and number of players stands in data.toml and in the owner's file."""
    return "council_card", mode, str(players)
