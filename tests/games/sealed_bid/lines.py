"""One award of Sealed Bid as one object: the bids that lie open, a number and how many cards a seat, and who wins.

Where dice are rolled it may say what each seat's die shows, and the points of luck that come of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from companion.games.core import Seat, State
from companion.games.errors import BadCase
from tests.games.sealed_bid.course import COURSE
from tests.games.sealed_bid.model import DIE, LARGEST_BID, NUMBERS, Bid, Phase, RollLuck, TakePrize
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
    dice: tuple[Annotated[int, msgspec.Meta(ge=0, le=DIE[-1])], ...] = ()
    """What the die of each seat shows, in their order; 0 where it rolls none."""
    luck: tuple[int, ...] = ()
    """Points of luck that each seat then has."""
    options: dict[str, Any] = {}
    id: str = ""
    rules: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()


def check_line(raw: Mapping[str, Any]) -> tuple[str, ...] | None:
    """What came out differently; None where this is no award.

    Raises `BadCase` or `BadOption` for one that cannot be set up.
    """
    if not raw.keys() >= {"bids", "winner"}:
        return None
    try:
        award = msgspec.convert(dict(raw), Award)
    except msgspec.ValidationError as error:
        raise BadCase(f"This is no award of Sealed Bid: {error}.") from error
    table = new_game({"players": len(award.bids), **award.options}, {}).table
    found = best_bid(replace(table, token=award.token, bids=tuple(Bid(*bid) for bid in award.bids)))
    wrong = () if found == award.winner else (f"winner: expected {award.winner}, got {found}",)
    return (*wrong, *_check_luck(award))


def _check_luck(award: Award) -> tuple[str, ...]:
    """What came of the dice otherwise than expected. Raises `IllegalAction` for a die that is not rolled."""
    if not award.dice:
        return ()
    state = new_game({"players": len(award.bids), "luck": True, **award.options}, {})
    bids = tuple(Bid(*bid) for bid in award.bids)
    table = replace(state.table, token=award.token, phase=Phase.AWARD, bids=bids, prize=NUMBERS[0])
    state = COURSE.apply_action(State(table, (None,) * len(bids)), TakePrize(best_bid(table)))
    for seat, value in enumerate(award.dice):
        if value:
            state = COURSE.apply_action(state, RollLuck(seat, value))
    found = state.table.luck
    return () if found == award.luck else (f"luck: expected {award.luck}, got {found}",)
