"""What of a game is not as the rulebook has it: figures that nobody has confirmed, and options off their default."""

from __future__ import annotations

from companion.games.waves import told
from companion.games.waves.cards import CLASSES
from companion.games.waves.data import COUNCIL_CARD, DATA, NOUNS
from companion.games.waves.model import (
    Setup,
    Table,
    Variants,
)
from companion.language.message import Message, listing, say

_VARIANTS = {
    ("leftover_shells", "add"): say("Shells left over from the last round stay in the centre."),
    ("shell_cap", "none"): say("Other things stand in where more than 5 shells are needed."),
    ("deck_empty", "stop"): say("Once the deck is empty, nobody draws any more."),
    ("optional_collect", True): say("A player may leave an Elder that could be collected."),
    ("rotate_gap", True): say("The unassociated Elder moves with the others."),
    ("ring_elders_include_gap", False): say("The unassociated Elder is nobody's Elder to the right."),
    ("ring_agents_skip_gap", False): say(
        "Beside the unassociated Elder no Agent is copied: the Agent there keeps its own power."
    ),
    ("h2h_empty_hand", "skip"): say("With nothing in hand, a player's first Elder gets no Agent."),
}


def assumed(table: Table) -> tuple[Message, ...]:
    """What nobody has confirmed of this game's figures and tablets, in words (A-24, A-25, A-43)."""
    setup = table.setup
    return (*COUNCIL_CARD.assumed(setup.council_card), *told.assumed(setup))


def house_rules(table: Table) -> tuple[Message, ...]:
    """The options of this game that are off their default, in words."""
    setup, usual = table.setup, Variants()
    lines = [
        _VARIANTS[name, value]
        for name in Variants.__struct_fields__
        if (value := getattr(setup.variants, name)) != getattr(usual, name) and _means_something(setup, name)
    ]
    if setup.edition == "breakers":
        lines.append(say("Played by the older rules, with Breakers."))
        if setup.mode != "head_to_head":
            lines.append(say("Whether they knew this mode is not known: the newer book's rules are taken."))
    if setup.gap_after not in (-1, setup.players - 1):
        lines.append(say("The unassociated Elder lies after seat {seat}.", seat=setup.gap_after + 1))
    for cls, side in zip(CLASSES, setup.tablets, strict=True):
        if (told.class_told(setup, side) or DATA.tablets[side].cls) != cls:
            tablet = DATA.tablets[side].name
            lines.append(say("The tablet “{tablet}” counts as one of the {cls:many}.", tablet=tablet, cls=NOUNS[cls]))
    return tuple(lines)


def _means_something(setup: Setup, variant: str) -> bool:
    """Whether a variant can matter in this mode."""
    if variant == "h2h_empty_hand":
        return setup.is_head_to_head
    return setup.gap_after >= 0 or "gap" not in variant


def advice(table: Table) -> tuple[Message, ...]:
    """What to know before a game with these tablets begins (W-135)."""
    advanced = [DATA.tablets[side] for side in table.setup.tablets if DATA.tablets[side].level == "advanced"]
    if not advanced:
        return ()
    return (
        say(
            "Advanced tablets are in use: {tablets}. Play without them with people new to the game.",
            tablets=listing((say("“{tablet}”", tablet=tablet.name) for tablet in advanced), ","),
        ),
    )
