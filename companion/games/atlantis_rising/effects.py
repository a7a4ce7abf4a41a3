"""What cards, components and councilors do, as data: one operation each, with a number and whom it concerns.

Ledger: section 4.3. There is no code in data: what no operation can say is `manual`, and the host enters what changed.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

Op: TypeAlias = Literal[
    "none",
    "manual",
    # at once
    "gain_energy",
    "gain_resource_any",
    "gain_volunteers",
    "place_barrier",
    "unflood",
    "draw_library",
    "amplify",
    "exchange_resources",
    "remove_misfortune",
    "wrath_step",
    "new_library_deck",
    "act_again",
    "flood_choice",
    "flood_peninsula",
    "return_placed",
    "lose_energy",
    "discard_library",
    # until the end of the round
    "number_plus",
    "forbid",
    # while a die lies there
    "die_plus",
    # for as long as a card lies there, or a Leader stands there
    "number_minus",
    "cost_minus",
    "reroll_once",
    "extra_atlantean",
    "may_use_flooded_tile",
    "artifact",
    "act_although_flooded",
    "extra_energy_at_centre",
    "extra_resource",
    "keep_extra_card",
]
Who: TypeAlias = Literal["", "each", "current", "leader"]
"""Whom it concerns: whoever has set it off, every player, the current player, or of the first only the Leaders."""

AT_ONCE: Final[frozenset[Op]] = frozenset(
    (
        "none",
        "manual",
        "gain_energy",
        "gain_resource_any",
        "gain_volunteers",
        "place_barrier",
        "unflood",
        "draw_library",
        "amplify",
        "exchange_resources",
        "remove_misfortune",
        "wrath_step",
        "new_library_deck",
        "act_again",
        "flood_choice",
        "flood_peninsula",
        "return_placed",
        "lose_energy",
        "discard_library",
        "number_plus",
        "forbid",
    )
)
"""What is done when it is set off, and leaves nothing but what it has changed."""
ON_CARDS: Final[frozenset[Op]] = AT_ONCE | {"die_plus"}
ON_ARTIFACTS: Final[frozenset[Op]] = frozenset(("none", "manual", "number_minus", "keep_extra_card"))
ON_COUNCILORS: Final[frozenset[Op]] = frozenset(
    (
        "none",
        "manual",
        "number_minus",
        "cost_minus",
        "reroll_once",
        "extra_atlantean",
        "may_use_flooded_tile",
        "artifact",
        "act_although_flooded",
        "extra_energy_at_centre",
        "extra_resource",
        "keep_extra_card",
    )
)
GREATEST: Final = 9
"""The greatest number of an effect, and of a price."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that something does."""

    op: Op
    n: int = 1
    """How many, or by how much; only `wrath_step` goes below 0."""
    who: Who = ""
    per: Literal["", "atlantean"] = ""
    """Of what is gained once a round: for each Atlantean instead."""
    what: str = ""
    """The peninsula that `forbid` and `flood_peninsula` name; "wild" where only numbers of those change."""
    text: str = ""
    """Of `manual`: what the card says, in the owner's words."""


NO_EFFECT: Final = Effect("none")
