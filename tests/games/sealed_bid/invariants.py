"""The laws of Sealed Bid's positions, written apart from the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.language.message import Message, say
from tests.games.sealed_bid.model import (
    COPIES,
    DECK_SIZE,
    HAND,
    LARGEST_BID,
    MOST_GOLD,
    NOBODY,
    NUMBERS,
    PEARLS,
    UNKNOWN,
    BidAction,
    BidState,
    Guess,
    PayGold,
    Phase,
    Purses,
    RollLuck,
    Table,
    TakePrize,
    Wager,
)

_CARDS = ("B-002", "B-003", "B-004", "B-005", "B-009", "B-011", "B-012", "B-017", "B-018", "B-019")
LAWS = (*_CARDS, "B-020", "B-021", "B-040", "B-042", "B-043", "B-045")


def violations(state: BidState) -> tuple[Message, ...]:
    """The broken laws, each a sentence with its rule id."""
    table = state.table
    things = (*_of_things(table), *_of_luck(table), *_of_props(table), *_of_purses(table))
    return (*_of_cards(state), *_of_phases(table), *things, *_of_guesses(state), *_of_wagers(state))


def _of_cards(state: BidState) -> Iterator[Message]:
    table = state.table
    lying = sum(map(sum, (table.discard, *table.won))) + bool(table.prize) + sum(bid.count for bid in table.bids if bid)
    total = table.deck + sum(table.hands) + lying
    if total != DECK_SIZE:
        yield say("{cards} cards are counted instead of {all} (B-009).", cards=total, all=DECK_SIZE)
    known: Counter[int] = Counter([table.prize])
    for pile in (table.discard, *table.won, *(secret.hand for secret in state.secrets if secret)):
        known.update(dict(zip(NUMBERS, pile, strict=True)))
    for bid, secret in zip(table.bids, state.secrets, strict=True):
        if bid is not None:
            known[bid.face or (secret.bid if secret else UNKNOWN)] += bid.count
    most = [number for number in NUMBERS if known[number] > COPIES]
    for number in most:
        yield say("There are {cards} cards with a {number} (B-009).", cards=known[number], number=number)
    for seat, (bid, secret) in enumerate(zip(table.bids, state.secrets, strict=True)):
        is_sealed = bid is not None and bid.face == UNKNOWN
        if secret and (sum(secret.hand) != table.hands[seat] or bool(secret.bid) != is_sealed):
            yield say("Seat {seat} holds other cards than the companion was told of (B-009).", seat=seat + 1)


def _of_phases(table: Table) -> Iterator[Message]:
    if table.over:
        return
    bids = [bid for bid in table.bids if bid is not None]
    before = (Phase.TOKEN, Phase.DEAL, Phase.PRIZE, Phase.PEARLS)
    after = (Phase.DISCARD, Phase.DRAW, Phase.PASS)
    if bids and table.phase in (*before, *after):
        yield say("There are bids outside the bidding (B-003).")
    if any(bid.face for bid in bids) and table.phase is Phase.SEAL:
        yield say("A bid lies open before all are sealed (B-005).")
    if any(bid.face == UNKNOWN for bid in bids) and table.phase is Phase.AWARD:
        yield say("A bid is still face down at the award (B-005).")
    if not table.prize and table.phase in (Phase.PEARLS, Phase.SEAL, Phase.REVEAL):
        yield say("There is bidding but no prize (B-003).")
    if table.prize and table.phase in (Phase.TOKEN, Phase.DEAL, *after):
        yield say("A prize lies there out of its time (B-003).")


def _of_things(table: Table) -> Iterator[Message]:
    if max(table.hands) > HAND:
        yield say("A seat holds more than three cards (B-002).")
    if any(bid is not None and not 1 <= bid.count <= LARGEST_BID for bid in table.bids):
        yield say("A bid has more than two cards (B-004).")
    if not 0 <= table.pearls <= PEARLS:
        yield say("{there} pearls are in the bowl, and the box has {all} (B-012).", there=table.pearls, all=PEARLS)
    if table.phase is not Phase.TOKEN and table.token == NOBODY:
        yield say("Nobody has the start token (B-011).")


def _of_luck(table: Table) -> Iterator[Message]:
    if not table.setup.luck and (any(table.rolls) or any(table.luck) or table.rolled):
        yield say("Dice are rolled in a game without luck (B-017).")
    if any(table.rolls) and table.phase not in (Phase.AWARD, Phase.LUCK):
        yield say("Dice are to be rolled out of their time (B-017).")
    if max(table.luck) > table.round:
        yield say("A seat has more points of luck than there were rounds (B-017).")


def _of_props(table: Table) -> Iterator[Message]:
    if table.is_guarded and not (table.setup.pawn and table.prize):
        yield say("The guard stands on no prize (B-018).")
    if table.tiles_laid > (table.round if table.setup.line else 0):
        yield say("More tiles lie in the line than there were rounds (B-019).")


def _of_purses(table: Table) -> Iterator[Message]:
    purses = table.purses
    if not isinstance(purses, Purses):
        return
    if purses.due != NOBODY and (table.over or table.phase is not Phase.PAY):
        yield say("Somebody is to be paid out of time (B-020).")
    if not all(0 <= gold <= MOST_GOLD for gold in purses.gold):
        yield say("A seat has more gold than the box has for it (B-020).")
    for row, pile in zip(purses.rows, table.won, strict=True):
        if Counter(row) != Counter(dict(zip(NUMBERS, pile, strict=True))):
            yield say("Other prizes lie in a row than were won (B-021).")


def _wrong_gold(before: BidState, action: BidAction, after: BidState) -> tuple[str, ...]:
    """What an act changed of the gold otherwise than B-020 says, or of a row otherwise than B-021."""
    old, new = before.table.purses, after.table.purses
    if not isinstance(old, Purses) or not isinstance(new, Purses):
        return ()
    gained = [now - then for then, now in zip(old.gold, new.gold, strict=True)]
    paid = old.owed if isinstance(action, PayGold) else 0
    seats = enumerate(old.gold)
    asked = [paid and (paid if seat == old.due else -int(has > 0)) for seat, has in seats]
    wrong = [f"{type(action).__name__} changed the gold by {gained} (B-020)."] if gained != asked else []
    won = action.seat if isinstance(action, TakePrize) else NOBODY
    for seat, (row, longer) in enumerate(zip(old.rows, new.rows, strict=True)):
        if longer != ((before.table.prize, *row) if seat == won else row):
            wrong.append(f"{type(action).__name__} made the row of seat {seat} {longer} (B-021).")
    return tuple(wrong)


_OPENED = (Phase.OPEN, Phase.OPEN_WAGERS, Phase.REVEAL, Phase.RELEASE, Phase.AWARD)
"""Phases in which guesses may lie open, and wagers."""


def _of_guesses(state: BidState) -> Iterator[Message]:
    table = state.table
    sealed = [seat for seat, acts in enumerate(state.sealed) if any(isinstance(act, Guess) for act in acts)]
    if table.guessing is None:
        if sealed:
            yield say("A guess is sealed in a game without guesses (B-040).")
        return
    if sealed != [seat for seat, is_sealed in enumerate(table.guessing.sealed) if is_sealed]:
        yield say("Other guesses are sealed than everybody was told of (B-040).")
    if sealed and (table.over or table.phase not in (Phase.GUESS, Phase.SEAL, Phase.OPEN)):
        yield say("A guess is sealed out of its time (B-040).")
    is_open = [guess is not None for guess in table.guessing.opened]
    if any(is_open) and (table.over or table.phase not in _OPENED):
        yield say("A guess is open before all bids are sealed, or after the award (B-042).")
    if max(table.guessing.points) > table.round:
        yield say("A seat has more points by guesses than there were rounds (B-040).")


def _of_wagers(state: BidState) -> Iterator[Message]:
    table = state.table
    sealed = [seat for seat, acts in enumerate(state.sealed) if any(isinstance(act, Wager) for act in acts)]
    if table.wagering is None:
        if sealed:
            yield say("A wager is sealed in a game without wagers (B-043).")
        return
    if sealed != [seat for seat, is_sealed in enumerate(table.wagering.sealed) if is_sealed]:
        yield say("Other wagers are sealed than everybody was told of (B-043).")
    if sealed and (table.over or table.phase not in (Phase.WAGER, Phase.SEAL, Phase.OPEN_WAGERS)):
        yield say("A wager is sealed out of its time (B-043).")
    opened = [chips for chips in table.wagering.opened if chips is not None]
    if opened and (table.over or table.phase not in _OPENED):
        yield say("A wager is open before all bids are sealed, or after the award (B-045).")
    known = (act.chips for acts in state.sealed for act in acts if isinstance(act, Wager) and act.chips)
    if any(not 1 <= sum(chips) <= 3 for chips in (*opened, *known)):
        yield say("A wager has no chip, or more than three (B-043).")
    if max(table.wagering.points) > 3 * table.round:
        yield say("A seat has more points by wagers than it had chips (B-043).")


def _wrong_wagers(before: BidState, action: BidAction, after: BidState) -> tuple[str, ...]:
    """What an act changed of the points otherwise than B-043 says: a chip on the right one is a point, at the award."""
    old, new = before.table.wagering, after.table.wagering
    if old is None or new is None:
        return ()
    gained = [now - then for then, now in zip(old.points, new.points, strict=True)]
    right = [0] * len(gained)
    if isinstance(action, TakePrize):  # what lies on nobody comes last, and nobody is seat -1
        right = [0 if chips is None else chips[action.seat] for chips in old.opened]
    if gained == right:
        return ()
    return (f"{type(action).__name__} changed the points by wagers by {gained} (B-043).",)


def _wrong_guesses(before: BidState, action: BidAction, after: BidState) -> tuple[str, ...]:
    """What an act changed of the points otherwise than B-040 says: a right guess is a point, at the award."""
    old, new = before.table.guessing, after.table.guessing
    if old is None or new is None:
        return ()
    won = action.seat if isinstance(action, TakePrize) else None
    gained = [now - then for then, now in zip(old.points, new.points, strict=True)]
    if gained == [int(won is not None and guess == won) for guess in old.opened]:
        return ()
    return (f"{type(action).__name__} changed the points by guesses by {gained} (B-040).",)


def wrong_step(before: BidState, action: BidAction, after: BidState) -> tuple[str, ...]:
    """What an act changed otherwise than B-017 says (a six is a point of whoever rolled it), B-020, B-021 and B-040."""
    gained = [new - old for old, new in zip(before.table.luck, after.table.luck, strict=True)]
    seats = [action.seat] if isinstance(action, RollLuck) and action.value == 6 else []
    sealed = (*_wrong_guesses(before, action, after), *_wrong_wagers(before, action, after))
    guesses = (*sealed, *_wrong_gold(before, action, after))
    if gained == [int(seat in seats) for seat in range(len(gained))]:
        return guesses
    return (f"{type(action).__name__} changed the points of luck by {gained} (B-017).", *guesses)
