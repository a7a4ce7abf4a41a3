"""What cards, components and councilors do, as data: one operation each, with a number and whom it concerns.

Ledger: section 4.3. There is no code in data: what no operation can say is `manual`, and the host enters what changed.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

_Gained: TypeAlias = Literal["gain_energy", "gain_resource_any", "gain_volunteers", "place_barrier", "unflood"]
_Used: TypeAlias = Literal["draw_library", "amplify", "exchange_resources", "remove_misfortune", "wrath_step"]
_Suffered: TypeAlias = Literal["flood_choice", "flood_peninsula", "return_placed", "lose_energy", "discard_library"]
_AtOnce: TypeAlias = Literal[_Gained, _Used, "new_library_deck", "act_again", _Suffered]
_OfLeader: TypeAlias = Literal["cost_minus", "reroll_once", "extra_atlantean", "may_use_flooded_tile", "artifact"]
_OfLeaderToo: TypeAlias = Literal["act_although_flooded", "extra_energy_at_centre", "extra_resource"]
_Lasting: TypeAlias = Literal["number_minus", _OfLeader, _OfLeaderToo, "keep_extra_card"]
"""For as long as a card lies there, or a Leader stands there."""
Op: TypeAlias = Literal["none", "manual", _AtOnce, "number_plus", "forbid", "die_plus", _Lasting]
Who: TypeAlias = Literal["", "each", "current", "leader"]
"""Whom it concerns: whoever has set it off, every player, the current player, or of the first only the Leaders."""
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
