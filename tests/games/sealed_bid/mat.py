"""What Sealed Bid says and shows: prompts, choices, the log, the mat and the strip."""

from __future__ import annotations

from companion.games.core import ActionView, Choice, PlayerPanel, Prompt
from companion.lights.scene import Glow, Scene
from companion.table.expected import Anything, Backs, Content, ExpectedTable, ExpectedZone, Pieces, Pile
from companion.table.kit import Kit, MarkedPiece, PieceSize, check_kit
from companion.table.layout import Fan, Layout, Spot, Zone, check_layout
from companion.table.pieces import PieceKind
from tests.games.sealed_bid.model import (
    NO_BID,
    NOBODY,
    NUMBERS,
    SEATS,
    UNKNOWN,
    BidAction,
    BidState,
    BidView,
    Counts,
    Draw,
    Phase,
    Reveal,
    SealBid,
    TakePrize,
    TurnUpPrize,
)
from tests.games.sealed_bid.rules import TITLES, best_bid, face_down, legal_actions, next_to_deal, points, unsealed

COLOURS = ("#cc6633", "#3399cc", "#99cc33")

LAYOUT = check_layout(
    Layout(
        "sealed-bid-3",
        600,
        400,
        (
            Zone("deck", 10, 10, 66, 92),
            Zone("prize", 100, 10, 66, 92),
            Zone("discard", 190, 10, 400, 92, Spot(200, 12), Fan(dx_mm=26)),
            Zone("board", 10, 330, 580, 60),
            *(Zone(f"bid.{seat}", 10 + 190 * seat, 120, 66, 92) for seat in range(SEATS)),
            *(
                Zone(f"won.{seat}", 10 + 190 * seat, 230, 180, 92, Spot(14 + 190 * seat, 232), Fan(dx_mm=26))
                for seat in range(SEATS)
            ),
        ),
    )
)

KIT = check_kit(
    Kit(
        18,
        {"card": PieceSize(63, 88, 12.75, 12.75, bare=(Spot(38.75, 12.75),))},
        {
            "back": MarkedPiece("card", 4, is_shared=True),
            **{f"card:{each}": MarkedPiece("card", 10 + 20 * each, 20) for each in NUMBERS},
        },
    ),
    LAYOUT,
)

PIECES = {
    "back": PieceKind("back", "face-down card", "card", "#334455", sign="?"),
    **{f"card:{each}": PieceKind(f"card:{each}", f"card {each}", "card", "#eeeeee", str(each)) for each in NUMBERS},
}


def prompt(view: BidView) -> Prompt:
    """Phase, who acts, what to do and why."""
    table = view.table
    if table.over:
        return Prompt("The game is over", (), outcome_text(view), "Three rounds are played.", "B-008")
    title = f"Round {table.round} · {TITLES[table.phase]}"
    if table.phase is Phase.DEAL:
        seat = next_to_deal(table)
        return Prompt(
            title, () if seat is None else (seat,), "Deal three cards to each player.", "Hands are secret.", "B-002"
        )
    if table.phase is Phase.PRIZE:
        return Prompt(title, (), "Turn up the top card of the deck.", "It is the prize of this round.", "B-003")
    if table.phase is Phase.SEAL:
        seats = unsealed(table)
        text = "Seal one of your cards as your bid." if view.seat in seats else f"Still to bid: {_names(view, seats)}."
        return Prompt(title, seats, text, f"The prize is worth {table.prize}.", "B-004")
    if table.phase is Phase.REVEAL:
        seats = face_down(table)
        return Prompt(title, seats, f"Turn up the bids of {_names(view, seats)}.", "All have bid.", "B-005")
    winner = best_bid(table)
    text = "Nobody takes the prize: discard it." if winner == NOBODY else f"{view.name(winner)} takes the prize."
    return Prompt(title, () if winner == NOBODY else (winner,), text, "Equal bids cancel.", "B-006")


def _names(view: BidView, seats: tuple[int, ...]) -> str:
    return ", ".join(view.name(seat) for seat in seats)


def winners(view: BidView) -> tuple[int, ...]:
    """Seats with most points (B-008)."""
    score = points(view.table)
    return tuple(seat for seat in range(SEATS) if score[seat] == max(score))


def outcome_text(view: BidView) -> str:
    """Who won, in a sentence."""
    return f"{_names(view, winners(view))}: most points, {max(points(view.table))}."


def choices(view: BidView, known: BidState) -> tuple[Choice[BidAction], ...]:
    """What this view may tap, as in Waves: everything reportable with own cards, own choices with virtual ones."""
    return tuple(_choice(view, action) for action in legal_actions(known) if _may_report(view, action))


def _may_report(view: BidView, action: BidAction) -> bool:
    if view.table.cards == "virtual":
        return action.kind == "choice" and action.actor == view.seat
    return action.kind != "choice" or view.seat is None or action.actor == view.seat


def _choice(view: BidView, action: BidAction) -> Choice[BidAction]:
    card = getattr(action, "card", UNKNOWN)
    label = {
        Draw: "has drawn",
        TurnUpPrize: f"A {card} is turned up",
        SealBid: f"Bid {card}" if card else "has sealed a bid",
        Reveal: f"A {card}",
        TakePrize: "The prize is taken",
    }[type(action)]
    return Choice(label, (action,), type(action).__name__, f"card:{card}" if card else "")


def describe(before: BidView, act: ActionView[BidAction]) -> str:
    """One sentence for the log."""
    match act.action:
        case Draw(seat, card):
            return f"{before.name(seat)} draws {f'a {card}' if card else 'a card'}."
        case TurnUpPrize(card):
            return f"The prize is a {card}."
        case SealBid(seat, card):
            return f"{before.name(seat)} seals a bid{f' ({card})' if card else ''}."
        case Reveal(seat, card):
            return f"{before.name(seat)} has bid {card}."
        case TakePrize(seat):
            return "Nobody takes the prize." if seat == NOBODY else f"{before.name(seat)} takes the prize."


def _cards(counts: Counts) -> tuple[str, ...]:
    return tuple(f"card:{number}" for number in NUMBERS for _ in range(counts[number - 1]))


def expected_table(view: BidView) -> ExpectedTable:
    """Every zone with what it must hold."""
    table = view.table
    content: dict[str, Content] = {
        "deck": Pile("back", table.deck),
        "prize": Pieces((f"card:{table.prize}",) if table.prize else ()),
        "discard": Pieces(_cards(table.discard)),
        "board": Anything(),
    }
    for seat, bid in enumerate(table.bids):
        content[f"bid.{seat}"] = (
            Backs("back", 1) if bid == UNKNOWN else Pieces(() if bid == NO_BID else (f"card:{bid}",))
        )
        content[f"won.{seat}"] = Pieces(_cards(table.won[seat]))
    return ExpectedTable(tuple(ExpectedZone(zone.zone, content[zone.zone]) for zone in LAYOUT.zones))


def own_pieces(view: BidView) -> tuple[str, ...]:
    """The cards in this seat's hand, as far as the companion was told."""
    return _cards(view.own.hand) if view.own is not None else ()


def panels(view: BidView) -> tuple[PlayerPanel, ...]:
    """Points and cards of each player."""
    score = points(view.table)
    lines = [(f"{score[seat]} points", f"{view.table.hands[seat]} cards in hand") for seat in range(SEATS)]
    return tuple(PlayerPanel(seat, lines[seat], _cards(view.table.won[seat])) for seat in range(SEATS))


def lights(view: BidView) -> Scene:
    """The seats that act, or the winners."""
    seats = winners(view) if view.table.over else prompt(view).seats
    word, share = "wins" if view.table.over else "acts", 1 / SEATS
    return Scene(tuple(Glow(seat * share, share, COLOURS[seat], f"{view.name(seat)} {word}.", 0.8) for seat in seats))
