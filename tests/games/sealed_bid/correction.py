"""The public facts of Sealed Bid that the host may set, and its laws, written apart from the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.core import FactField, Facts, State
from companion.games.errors import IllegalAction
from tests.games.sealed_bid.model import DECK_SIZE, NO_BID, NUMBERS, ROUNDS, SEATS, BidState, Hidden, Phase, Table
from tests.games.sealed_bid.rules import TITLES, settle


def fact_fields(table: Table, names: tuple[str, ...]) -> Iterator[FactField]:
    """Every public fact with its present value."""
    yield FactField(
        "phase", "Phase", "Round", table.phase.value, choices=tuple((each.value, TITLES[each]) for each in Phase)
    )
    yield FactField("round", "Round", "Round", table.round, 1, ROUNDS)
    yield FactField(
        "prize", "Prize", "Round", table.prize, choices=((0, "none"), *((each, str(each)) for each in NUMBERS))
    )
    yield FactField("deck", "Cards in the deck", "Piles", table.deck, 0, DECK_SIZE)
    for number in NUMBERS:
        yield FactField(f"discard.{number}", f"Discarded {number}s", "Piles", table.discard[number - 1], 0, 9)
    bids = ((NO_BID, "none"), (0, "face down"), *((number, str(number)) for number in NUMBERS))
    for seat in range(SEATS):
        group = names[seat] if seat < len(names) else f"Seat {seat + 1}"
        yield FactField(f"hand.{seat}", "Cards in hand", group, table.hands[seat], 0, 9)
        yield FactField(f"bid.{seat}", "Bid", group, table.bids[seat], choices=bids)
        for number in NUMBERS:
            yield FactField(f"won.{seat}.{number}", f"Won {number}s", group, table.won[seat][number - 1], 0, 9)


def correct(state: BidState, facts: Facts) -> BidState:
    """The state with these facts set. Raises `IllegalAction` with rule "host"."""
    fields = {field.key: field for field in fact_fields(state.table, ())}
    for key, value in facts.items():
        if key not in fields:
            raise IllegalAction("host", f"Sealed Bid has no fact {key!r}. Pick one from the host page's list.")
        fields[key].check(value)
    values: dict[str, Any] = {key: field.value for key, field in fields.items()} | dict(facts)
    table = replace(
        state.table,
        why=("host",),
        phase=Phase(values["phase"]),
        round=values["round"],
        prize=values["prize"],
        deck=values["deck"],
        discard=tuple(values[f"discard.{number}"] for number in NUMBERS),
        hands=tuple(values[f"hand.{seat}"] for seat in range(SEATS)),
        bids=tuple(values[f"bid.{seat}"] for seat in range(SEATS)),
        won=tuple(tuple(values[f"won.{seat}.{number}"] for number in NUMBERS) for seat in range(SEATS)),
        over=False,
    )
    told = tuple(_still_told(table, seat, secret) for seat, secret in enumerate(state.secrets))
    return mark(settle(State(table, told)))


def _still_told(table: Table, seat: int, secret: Hidden | None) -> Hidden | None:
    if secret is None or sum(secret.hand) != table.hands[seat]:
        return None
    if table.bids[seat] != 0:
        return replace(secret, bid=0)
    return secret if secret.bid else None


def mark(state: BidState) -> BidState:
    """The state with its broken laws named, from public knowledge alone."""
    public: BidState = State(state.table, (None,) * SEATS)
    return State(replace(state.table, irregular=violations(public)), state.secrets)


def violations(state: BidState) -> tuple[str, ...]:
    """The broken laws, each a sentence with its rule id."""
    return tuple(_broken(state))


def _broken(state: BidState) -> Iterator[str]:
    table = state.table
    known: Counter[int] = Counter([table.prize, *(bid for bid in table.bids if bid > 0)])
    for pile in (table.discard, *table.won, *(secret.hand for secret in state.secrets if secret)):
        known.update(dict(zip(NUMBERS, pile, strict=True)))
    known.update(secret.bid for secret in state.secrets if secret)
    lying = sum(map(sum, (table.discard, *table.won))) + bool(table.prize) + sum(bid != NO_BID for bid in table.bids)
    total = table.deck + sum(table.hands) + lying
    if total != DECK_SIZE:
        yield f"{total} cards are counted instead of {DECK_SIZE} (B-009)."
    yield from (f"There are {known[number]} cards with a {number} (B-009)." for number in NUMBERS if known[number] > 2)
    for seat, secret in enumerate(state.secrets):
        if secret and (sum(secret.hand) != table.hands[seat] or bool(secret.bid) != (table.bids[seat] == 0)):
            yield f"Seat {seat + 1} holds other cards than the companion was told of (B-009)."
    if table.over:
        return
    if table.phase in (Phase.DEAL, Phase.PRIZE) and any(bid != NO_BID for bid in table.bids):
        yield "There are bids before there is a prize (B-003)."
    if table.phase is Phase.SEAL and any(bid > 0 for bid in table.bids):
        yield "A bid lies open before all are sealed (B-005)."
    if table.phase is Phase.AWARD and 0 in table.bids:
        yield "A bid is still face down at the award (B-005)."
    if table.phase in (Phase.SEAL, Phase.REVEAL) and not table.prize:
        yield "There are bids but no prize (B-003)."
    if max(table.hands) > 3:
        yield "A seat holds more than three cards (B-002)."
