"""One award of Sealed Bid as one object: the bids that lie open, a number and how many cards a seat, and who wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.errors import BadOption
from tests.games.sealed_bid.model import LARGEST_BID, NUMBERS, Bid
from tests.games.sealed_bid.options import new_game
from tests.games.sealed_bid.phases.award import best_bid


class Award(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One object as it is written; the bids are those of the seats in their order."""

    bids: tuple[
        tuple[Annotated[int, msgspec.Meta(ge=1, le=NUMBERS[-1])], Annotated[int, msgspec.Meta(ge=1, le=LARGEST_BID)]],
        ...,
    ]
    winner: Seat
    token: Seat = 0
    options: dict[str, Any] = {}
    id: str = ""
    rules: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()


def check_line(raw: Mapping[str, Any]) -> tuple[str, ...] | None:
    """What came out differently; None where this is no award. Raises `BadOption` for one that cannot be set up."""
    if not raw.keys() >= {"bids", "winner"}:
        return None
    try:
        award = msgspec.convert(dict(raw), Award)
    except msgspec.ValidationError as error:
        raise BadOption(f"This is no award of Sealed Bid: {error}.") from error
    table = new_game({"players": len(award.bids), **award.options}, {}).table
    found = best_bid(replace(table, token=award.token, bids=tuple(Bid(*bid) for bid in award.bids)))
    return () if found == award.winner else (f"winner: expected {award.winner}, got {found}",)
