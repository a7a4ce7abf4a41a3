"""The boards of Sealed Bid: the round for the tablet that all share, and the own hand for a phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from companion.games.board import Board, Cell, Mark
from companion.games.core import Choice, Seat
from companion.games.shared.seats import SEAT_COLOURS
from companion.language.message import Message, say, sentences
from companion.language.values import Count, Name, Noun
from tests.games.sealed_bid.model import NUMBERS, UNKNOWN, BidAction, BidView, Discard, Number, SealBid
from tests.games.sealed_bid.phases.bids import may_seal
from tests.games.sealed_bid.phases.guesses import possible_guesses, who
from tests.games.sealed_bid.phases.wagers import CHIP, put_so_far, still_to_wager

CARD, POINT, PEARL = Noun("card"), Noun("point"), Noun("pearl")
Taps: TypeAlias = dict[tuple[Number, ...], Choice[BidAction]]
"""What a seat may do with cards of its hand, by the cards."""
SIDE, GAP = 60.0, 6.0
ROW = SIDE + GAP


def boards(view: BidView, choices: Sequence[Choice[BidAction]]) -> tuple[Board, ...]:
    """What is drawn beside the mat for these eyes, with what they may tap; nothing in a game without boards."""
    if view.table.setup.board is not True:
        return ()
    if view.seat is None:
        return (_round(view),)
    own_acts = ((act, choice) for choice in choices for act in choice.actions[:1] if act.actor == view.seat)
    taps = {_cards(act): choice for act, choice in own_acts}
    taps.pop((), None)
    if view.seat in still_to_wager(view.table):
        return (_wager(view, {choice.key: choice for choice in choices}), _round(view))
    own = _hand(view, taps) if view.own is not None else _unknown_hand(taps) if taps else None
    return (_round(view),) if own is None else (own, _round(view))


def _round(view: BidView) -> Board:
    """The prize and its pearls above, and a row a seat: who it is, its bid, its points."""
    seats = range(view.table.setup.players)
    width = 4 * ROW + GAP
    cells = (*_prize(view), *(cell for seat in seats for cell in _row(view, seat)))
    return Board("round", say("Round {round}", round=view.table.round), width, ROW * (len(seats) + 1) + GAP, cells)


def _prize(view: BidView) -> Iterator[Cell]:
    table = view.table
    words = say("The prize is a {number}.", number=table.prize) if table.prize else say("No prize lies there.")
    pieces = (f"card:{table.prize}",) if table.prize else ()
    yield Cell("prize", words, GAP, GAP, SIDE, SIDE, pieces=pieces)
    pearls = Count(table.pearls, PEARL)
    bowl = say("{pearls} in the bowl.", pearls=pearls)
    x = GAP + ROW
    yield Cell("bowl", bowl, x, GAP, SIDE, SIDE, "round", f"{table.pearls}", say("{pearls:noun}", pearls=pearls))


def _row(view: BidView, seat: Seat) -> Iterator[Cell]:
    table, name, y = view.table, Name(view.name(seat)), GAP + ROW * (seat + 1)
    yield Cell(f"name.{seat}", None, GAP, y, ROW + SIDE, SIDE, text=say("{who}", who=name), colour=SEAT_COLOURS[seat])
    bid, x = table.bids[seat], GAP + 2 * ROW
    if bid is None:
        is_next = seat in may_seal(table) and table.prize != UNKNOWN and not any(table.owes)
        words = say("{who} has still to bid.", who=name) if is_next else say("{who} has no bid.", who=name)
        yield Cell(f"bid.{seat}", words, x, y, SIDE, SIDE, "hex", mark="now" if is_next else "")
    elif bid.face == UNKNOWN:
        words = say("{who} has sealed {cards}.", who=name, cards=Count(bid.count, CARD))
        yield Cell(f"bid.{seat}", words, x, y, SIDE, SIDE, "hex", mark="tick", pieces=("back",) * bid.count)
    else:
        cards = Count(bid.count, CARD)
        words = say("{who} has bid {value}, with {cards}.", who=name, value=bid.value, cards=cards)
        yield Cell(f"bid.{seat}", words, x, y, SIDE, SIDE, "hex", f"{bid.value}", mark="ring")
    points = Count(table.points[seat], POINT)
    words = say("{who} has {points}.", who=name, points=points)
    text = say("{points:noun}", points=points)
    yield Cell(f"points.{seat}", words, x + ROW, y, SIDE, SIDE, number=f"{points.number}", text=text)


def _wager(view: BidView, steps: Mapping[str, Choice[BidAction]]) -> Board:
    """A row for each on whom chips may lie: who it is, how many lie there, and a place to lay one and to take one."""
    chips, cells = put_so_far(view), list[Cell]()
    for row, (of, number) in enumerate(zip(possible_guesses(view.table), chips, strict=True)):
        y, name = GAP + ROW * row, who(view, of)
        colour = SEAT_COLOURS[of] if of in range(view.table.setup.players) else ""
        cells.append(Cell(f"name.{of}", None, GAP, y, SIDE, SIDE, text=name, colour=colour))
        lies = say("{chips} on {who}.", chips=Count(number, CHIP), who=name)
        cells.append(Cell(f"chips.{of}", lies, GAP + ROW, y, SIDE, SIDE, "round", f"{number}"))
        on, off = say("Lay a chip on {who}.", who=name), say("Take a chip off {who}.", who=name)
        cells.append(Cell(f"on.{of}", on, GAP + 2 * ROW, y, SIDE, SIDE, number="+", choice=steps.get(f"on.{of}")))
        cells.append(Cell(f"off.{of}", off, GAP + 3 * ROW, y, SIDE, SIDE, number="-", choice=steps.get(f"off.{of}")))
    return Board("wager", say("Your wager"), 4 * ROW + GAP, ROW * len(chips) + GAP, tuple(cells))


def _unknown_hand(taps: Taps) -> Board:
    """A cell for each thing that may be done with cards that only this seat knows."""
    cells = tuple(_blind(at, choice) for at, choice in enumerate(taps.values()))
    return Board("hand", say("Your hand"), ROW * max(len(cells), 4) + GAP, SIDE + 2 * GAP, cells)


def _blind(at: int, choice: Choice[BidAction]) -> Cell:
    words, text = choice.group, choice.label
    return Cell(f"{at}", words, GAP + ROW * at, GAP, SIDE, SIDE, text=text, choice=choice)


def _hand(view: BidView, taps: Taps) -> Board:
    """A cell a number: how many cards of it are in hand. Tapping it bids or discards one, and below it bids a pair."""
    cells = tuple(cell for number in NUMBERS for cell in _number(view, number, taps))
    return Board("hand", say("Your hand"), ROW * len(NUMBERS) + GAP, SIDE * 1.5 + 3 * GAP, cells)


def _number(view: BidView, number: Number, taps: Taps) -> Iterator[Cell]:
    assert view.own is not None  # only who knows a hand has a board of it
    held, x = view.own.hand[number - 1], GAP + ROW * (number - 1)
    cards = Count(held, CARD)
    words = say("You hold {cards} of number {number}.", cards=cards, number=number)
    mine = sentences(words, _sealed(view, number))
    text = say("{cards}", cards=cards)
    mark: Mark = "tick" if view.own.bid == number else "" if held else "cross"
    single = taps.get((number,))
    yield Cell(f"{number}", mine, x, GAP, SIDE, SIDE, "box", f"{number}", text, mark, choice=single)
    pair = taps.get((number, number))
    if pair is not None:
        both = say("Both cards of number {number}.", number=number)
        yield Cell(f"{number}.pair", both, x, SIDE + 2 * GAP, SIDE, SIDE / 2, text=say("a pair"), choice=pair)


def _cards(act: BidAction) -> tuple[Number, ...]:
    """The cards that an act takes out of a hand; none where it is neither a bid nor a discard."""
    match act:
        case SealBid(_, cards):
            return cards
        case Discard(_, card):
            return (card,)
        case _:
            return ()


def _sealed(view: BidView, number: Number) -> Message | None:
    assert view.own is not None
    return say("Your bid is of it.") if view.own.bid == number else None
