"""The public facts of Sealed Bid that the host may set, and the owner's figures among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import Facts, State, seat_name
from companion.games.shared.facts import FactField, with_facts
from companion.games.shared.irregular import mark
from companion.language.message import Message, lone, say
from companion.language.values import Name, Noun
from tests.games.sealed_bid.course import COURSE, title_of
from tests.games.sealed_bid.data.figures import PATH, PEARL_CARD
from tests.games.sealed_bid.invariants import violations
from tests.games.sealed_bid.model import (
    CHIPS,
    COPIES,
    DECK_SIZE,
    HIDDEN,
    LARGEST_BID,
    MOST_GOLD,
    NOBODY,
    NUMBERS,
    PEARLS,
    ROUNDS,
    TITLES,
    UNKNOWN,
    Bid,
    BidState,
    Guess,
    Guessing,
    Hidden,
    Phase,
    Purses,
    Table,
    Titled,
    Titles,
    Wager,
    Wagering,
    titles_of,
)
from tests.games.sealed_bid.phases import wagers
from tests.games.sealed_bid.phases.guesses import possible_guesses, sealed

_NO_BID, _FACE_DOWN, _SEALED, _OPEN = "none", "face down", "sealed", "open"
_FACES: dict[str, Message] = {
    _NO_BID: say("none"),
    _FACE_DOWN: say("face down"),
    **{str(number): lone(number) for number in NUMBERS},
}
_CARDS = ((UNKNOWN, say("none")), *((number, lone(number)) for number in NUMBERS))
_ROUND, _PILES = say("Round"), say("Piles")
_TITLES = say("Titles")


def fact_fields(table: Table, names: tuple[str, ...]) -> Iterator[FactField]:
    """Every public fact with its present value."""
    seats = range(table.setup.players)
    setup = table.setup
    left_out = {
        *(() if setup.luck else (Phase.LUCK,)),
        *(() if setup.titles is True else (Phase.TITLE,)),
        *(() if table.guessing is not None else (Phase.GUESS, Phase.OPEN)),
        *(() if table.wagering is not None else (Phase.WAGER, Phase.OPEN_WAGERS)),
        *(() if setup.pawn else (Phase.GUARD, Phase.RELEASE)),
        *(() if setup.line else (Phase.LINE,)),
        *(() if setup.coins else (Phase.PAY,)),
    }
    phases = tuple((each.value, title_of(each)) for each in Phase if each not in left_out)
    yield FactField("phase", say("Phase"), _ROUND, table.phase.value, choices=phases)
    yield FactField("round", say("Round"), _ROUND, table.round, 1, ROUNDS)
    owners = ((NOBODY, say("nobody")), *((seat, lone(Name(seat_name(names, seat)))) for seat in seats))
    yield FactField("token", say("Start token"), _ROUND, table.token, choices=owners)
    yield FactField("prize", say("Prize"), _ROUND, table.prize, choices=_CARDS)
    yield FactField("pearls", say("Pearls in the bowl"), _ROUND, table.pearls, 0, 2 * PEARLS)
    if setup.pawn:
        places = (("post", say("on its post")), ("prize", say("on the prize")))
        yield FactField("guard", say("Guard"), _ROUND, "prize" if table.is_guarded else "post", choices=places)
    if setup.line:
        yield FactField("line", say("Tiles in the line"), _ROUND, table.tiles_laid, 0, ROUNDS)
    if isinstance(table.purses, Purses):
        yield FactField("paid", say("Who is to be paid"), _ROUND, table.purses.due, choices=owners)
        yield FactField("owed", say("Gold to be paid"), _ROUND, table.purses.owed, 0, NUMBERS[-1])
    yield from PEARL_CARD.fact_fields(table.setup.pearls)
    yield FactField("deck", say("Cards in the deck"), _PILES, table.deck, 0, DECK_SIZE)
    yield FactField("top", say("Top of the discard pile"), _PILES, table.top, choices=_CARDS)
    for number in NUMBERS:
        label = say("Discarded {number}s", number=number)
        yield FactField(f"discard.{number}", label, _PILES, table.discard[number - 1], 0, COPIES + 3)
    if setup.titles is True:
        holders = {each.title: each.seat for each in titles_of(table).taken}
        yield FactField("title", say("Who takes a title"), _TITLES, titles_of(table).due, choices=owners)
        for title in TITLES:
            label = say("{title:capital}", title=Noun(title))
            yield FactField(f"title.{title}", label, _TITLES, holders.get(title, NOBODY), choices=owners)
    for seat in seats:
        yield from _of_seat(table, seat, lone(Name(seat_name(names, seat))))
        yield from _of_guess(table, seat, names)
        yield from _wager_fields(table, seat, names)


def _of_seat(table: Table, seat: int, group: Message) -> Iterator[FactField]:
    bid = table.bids[seat]
    face = _NO_BID if bid is None else str(bid.face or _FACE_DOWN)
    yield FactField(f"hand.{seat}", say("Cards in hand"), group, table.hands[seat], 0, 9)
    yield FactField(f"bid.{seat}", say("Bid"), group, face, choices=tuple(_FACES.items()))
    yield FactField(f"bid.{seat}.cards", say("Cards of the bid"), group, bid.count if bid else 0, 0, LARGEST_BID)
    yield FactField(f"owes.{seat}", say("Cards to discard"), group, int(table.owes[seat]), 0, 1)
    if table.setup.luck:
        yield FactField(f"rolls.{seat}", say("Dice to roll"), group, int(table.rolls[seat]), 0, 1)
        yield FactField(f"luck.{seat}", say("Points of luck"), group, table.luck[seat], 0, ROUNDS + 1)
    if isinstance(table.purses, Purses):
        yield FactField(f"gold.{seat}", say("Gold"), group, table.purses.gold[seat], 0, MOST_GOLD)
    for number in NUMBERS:
        label = say("Won {number}s", number=number)
        yield FactField(f"won.{seat}.{number}", label, group, table.won[seat][number - 1], 0, COPIES + 3)


def _of_guess(table: Table, seat: int, names: tuple[str, ...]) -> Iterator[FactField]:
    guessing = table.guessing
    if guessing is None:
        return
    opened, group = guessing.opened[seat], lone(Name(seat_name(names, seat)))
    value = _SEALED if guessing.sealed[seat] else _NO_BID if opened is None else str(opened)
    seats = ((str(each), lone(Name(seat_name(names, each)))) for each in range(table.setup.players))
    choices = ((_NO_BID, say("none")), (_SEALED, say("sealed")), *seats, (str(NOBODY), say("nobody")))
    yield FactField(f"guess.{seat}", say("Guess"), group, value, choices=choices)
    label = say("Points by guesses")
    yield FactField(f"guess.{seat}.points", label, group, guessing.points[seat], 0, ROUNDS + 1)


def _wager_fields(table: Table, seat: int, names: tuple[str, ...]) -> Iterator[FactField]:
    wagering = table.wagering
    if wagering is None:
        return
    opened, group = wagering.opened[seat], lone(Name(seat_name(names, seat)))
    value = _SEALED if wagering.sealed[seat] else _NO_BID if opened is None else _OPEN
    lies = ((_NO_BID, say("none")), (_SEALED, say("sealed")), (_OPEN, say("open")))
    yield FactField(f"wager.{seat}", say("Wager"), group, value, choices=lies)
    for place, of in enumerate(possible_guesses(table)):
        label = say("Chips on nobody") if of == NOBODY else say("Chips on {who}", who=Name(seat_name(names, of)))
        yield FactField(f"wager.{seat}.{of}", label, group, opened[place] if opened else 0, 0, CHIPS)
    label = say("Points by wagers")
    yield FactField(f"wager.{seat}.points", label, group, wagering.points[seat], 0, CHIPS * (ROUNDS + 1))


def correct(state: BidState, facts: Facts) -> BidState:
    """The state with these facts set. Raises `IllegalAction` with rule "host"."""
    values = with_facts("Sealed Bid", fact_fields(state.table, ()), facts)
    seats = range(state.table.setup.players)
    low, high = PEARL_CARD.corrected(state.table.setup.pearls, facts)
    table = replace(
        state.table,
        why=("host",),
        setup=replace(state.table.setup, pearls=(low, high)),
        phase=Phase(values["phase"]),
        round=values["round"],
        token=values["token"],
        prize=values["prize"],
        pearls=values["pearls"],
        deck=values["deck"],
        top=values["top"],
        discard=tuple(values[f"discard.{number}"] for number in NUMBERS),
        hands=tuple(values[f"hand.{seat}"] for seat in seats),
        bids=tuple(_bid(values[f"bid.{seat}"], values[f"bid.{seat}.cards"]) for seat in seats),
        owes=tuple(bool(values[f"owes.{seat}"]) for seat in seats),
        rolls=tuple(bool(values.get(f"rolls.{seat}")) for seat in seats),
        luck=tuple(values.get(f"luck.{seat}", 0) for seat in seats),
        titles=_titles(values) if state.table.setup.titles else UNSET,
        won=tuple(tuple(values[f"won.{seat}.{number}"] for number in NUMBERS) for seat in seats),
        over=False,
        is_guarded=values.get("guard") == "prize" or UNSET,
        tiles=values.get("line") or UNSET,
    )
    if isinstance(table.purses, Purses):
        table = replace(table, purses=_purses(table, table.purses, values))
    if table.guessing is not None:
        table = replace(table, guesses=_guessing(values, seats))
    if table.wagering is not None:
        table = replace(table, wagers=_wagering(values, seats))
    told = tuple(_still_told(table, seat, secret) for seat, secret in enumerate(state.secrets))
    return mark(COURSE.settle(_with_guesses(State(table, told), state)), violations)


def _purses(table: Table, before: Purses, values: Mapping[str, Any]) -> Purses:
    """The corrected purses. Prizes that a seat still has keep their order, and others come to the right of them."""
    rows = []
    for row, pile in zip(before.rows, table.won, strict=True):
        left, kept = Counter(dict(zip(NUMBERS, pile, strict=True))), list[int]()
        for number in row:
            if left[number]:
                left[number] -= 1
                kept.append(number)
        rows.append((*kept, *left.elements()))
    gold = tuple(values[f"gold.{seat}"] for seat in range(table.setup.players))
    return Purses(gold, tuple(rows), values["paid"], values["owed"])


def _guessing(values: Mapping[str, Any], seats: range) -> Guessing:
    guesses = [values[f"guess.{seat}"] for seat in seats]
    return Guessing(
        tuple(guess == _SEALED for guess in guesses),
        tuple(None if guess in (_SEALED, _NO_BID) else int(guess) for guess in guesses),
        tuple(values[f"guess.{seat}.points"] for seat in seats),
    )


def _wagering(values: Mapping[str, Any], seats: range) -> Wagering:
    lies = [values[f"wager.{seat}"] for seat in seats]
    chips = [tuple(values[f"wager.{seat}.{of}"] for of in (*seats, NOBODY)) for seat in seats]
    return Wagering(
        tuple(each == _SEALED for each in lies),
        tuple(laid if each == _OPEN else None for each, laid in zip(lies, chips, strict=True)),
        tuple(values[f"wager.{seat}.points"] for seat in seats),
    )


def _with_guesses(after: BidState, before: BidState) -> BidState:
    """The corrected position with the guesses that are still sealed in it; of one that nobody sealed none is known."""
    for seat in sealed(after.table):
        after = after.with_sealed(seat, before.sealed_by(seat) or (Guess(seat, HIDDEN),))
    for seat in wagers.sealed(after.table):
        after = after.with_sealed(seat, before.sealed_by(seat) or (Wager(seat, ()),))
    return after


def _titles(values: Mapping[str, Any]) -> Titles:
    taken = (Titled(title, values[f"title.{title}"]) for title in TITLES if values[f"title.{title}"] != NOBODY)
    return Titles(values["title"], tuple(taken))


def _bid(face: str, count: int) -> Bid | None:
    if face == _NO_BID:
        return None
    return Bid(UNKNOWN if face == _FACE_DOWN else int(face), max(1, count))


def owner_file(facts: Facts) -> dict[str, Any]:
    """The pearls among these facts, as owner/sealed_bid.toml keeps them."""
    return PEARL_CARD.owner_file(facts, PATH)


def _still_told(table: Table, seat: int, secret: Hidden | None) -> Hidden | None:
    if secret is None or sum(secret.hand) != table.hands[seat]:
        return None
    bid = table.bids[seat]
    if bid is None or bid.face != UNKNOWN:
        return replace(secret, bid=UNKNOWN)
    return secret if secret.bid else None
