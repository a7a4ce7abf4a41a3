"""What of a game is not as the rulebook has it: figures that nobody has confirmed, and options off their default."""

from __future__ import annotations

import msgspec

from companion.games.waves.cards import CLASSES
from companion.games.waves.data import COUNCIL_CARD, DATA, PLURALS
from companion.games.waves.model import (
    Setup,
    Table,
    Variants,
)

_VARIANTS = {
    ("leftover_shells", "add"): "Shells left over from the last round stay in the centre.",
    ("shell_cap", "none"): "Other things stand in where more than 5 shells are needed.",
    ("deck_empty", "stop"): "Once the deck is empty, nobody draws any more.",
    ("optional_collect", True): "A player may leave an Elder that could be collected.",
    ("rotate_gap", True): "The unassociated Elder moves with the others.",
    ("ring_elders_include_gap", False): "The unassociated Elder is nobody's Elder to the right.",
    ("ring_agents_skip_gap", False): (
        "Beside the unassociated Elder no Agent is copied: the Agent there keeps its own power."
    ),
    ("h2h_empty_hand", "skip"): "With nothing in hand, a player's first Elder gets no Agent.",
}


def assumed(table: Table) -> tuple[str, ...]:
    """What nobody has confirmed of this game's figures and tablets, in words (A-24, A-25, A-43)."""
    setup = table.setup
    return (*COUNCIL_CARD.assumed(setup.council_card), *_first_side(setup), *_deduced_classes(setup))


def _is_confirmed(setup: Setup, side: str) -> bool:
    return setup.confirmed is not msgspec.UNSET and side in setup.confirmed


def _first_side(setup: Setup) -> tuple[str, ...]:
    """That the first game's side of one class is deduced: said where its sides are in use (A-25)."""
    side = setup.tablets[DATA.first_unsure - 1]
    if setup.tablets != DATA.sets["first"] or _is_confirmed(setup, side):
        return ()
    return (
        f"The {PLURALS[DATA.first_unsure]}' side of the first game is assumed: “{DATA.tablets[side].title}”. "
        f'Compare your book\'s picture; if it is right, write first_seers = "{side}" at the top of owner/waves.toml, '
        "else choose the sides one by one.",
    )


def _deduced_classes(setup: Setup) -> tuple[str, ...]:
    """That the classes of some sides in use are deduced (A-24)."""
    sides = {
        side: cls
        for cls, side in zip(CLASSES, setup.tablets, strict=True)
        if side in DATA.deduced and not _is_confirmed(setup, side)
    }
    if not sides:
        return ()
    titles = ", ".join(f"“{DATA.tablets[side].title}” ({PLURALS[cls]})" for side, cls in sides.items())
    lines = ", ".join(f"{side} = {cls}" for side, cls in sides.items())
    return (
        f"The classes of these tablets are assumed: {titles}. Compare your tablets, and write those that are right "
        f"under [tablet_classes] in owner/waves.toml: {lines}.",
    )


def house_rules(table: Table) -> tuple[str, ...]:
    """The options of this game that are off their default, in words."""
    setup, usual = table.setup, Variants()
    lines = [
        _VARIANTS[name, value]
        for name in Variants.__struct_fields__
        if (value := getattr(setup.variants, name)) != getattr(usual, name) and _means_something(setup, name)
    ]
    if setup.edition == "breakers":
        lines.append("Played by the older rules, with Breakers.")
        if setup.mode != "head_to_head":
            lines.append("Whether they knew this mode is not known: the newer book's rules are taken.")
    if setup.gap_after not in (-1, setup.players - 1):
        lines.append(f"The unassociated Elder lies after seat {setup.gap_after + 1}.")
    for cls, side in zip(CLASSES, setup.tablets, strict=True):
        if DATA.tablets[side].cls != cls:
            lines.append(f"The tablet “{DATA.tablets[side].title}” counts as one of the {PLURALS[cls]}.")
    return tuple(lines)


def _means_something(setup: Setup, variant: str) -> bool:
    """Whether a variant can matter in this mode."""
    if variant == "h2h_empty_hand":
        return setup.is_head_to_head
    return setup.gap_after >= 0 or "gap" not in variant


def advice(table: Table) -> tuple[str, ...]:
    """What to know before a game with these tablets begins (W-135)."""
    advanced = [DATA.tablets[side].title for side in table.setup.tablets if DATA.tablets[side].level == "advanced"]
    if not advanced:
        return ()
    return (f"Advanced tablets are in use: “{'”, “'.join(advanced)}”. Play without them with people new to the game.",)
