"""What Sealed Bid shows of a view: the mat, a line a player, the strip, and which rule a zone stands for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.games.core import PlayerPanel, RuleId
from companion.lights.scene import Glow, Scene
from companion.table.expected import Anything, Backs, Content, ExpectedTable, ExpectedZone, Pieces, Pile
from tests.games.sealed_bid.layout import layout_of
from tests.games.sealed_bid.model import NUMBERS, PEARLS, TRAY, UNKNOWN, BidAction, BidView, Counts, Phase
from tests.games.sealed_bid.rules import may_seal, points
from tests.games.sealed_bid.words import prompt, winners

COLOURS = ("#cc6633", "#3399cc", "#99cc33", "#9a8cf0")


def expected_table(view: BidView) -> ExpectedTable:
    """Every zone with what it must hold."""
    zones = dict(_zones(view))
    return ExpectedTable(
        tuple(zones[zone.zone] for zone in layout_of(view.table.setup.players, view.table.setup.luck).zones)
    )


def _zones(view: BidView) -> Iterator[tuple[str, ExpectedZone]]:
    table, acting = view.table, prompt(view).seats
    # More pearls than the box has are other things, without a marker: only people can count them.
    bowl: Content = Pieces(("pearl",) * table.pearls) if table.pearls <= PEARLS else Anything()
    top = f"card:{table.top}" if table.top else ""
    shared: tuple[tuple[str, Content, str], ...] = (
        ("deck", Pile("back", table.deck), "the deck"),
        ("prize", Pieces((f"card:{table.prize}",) if table.prize else ()), "the prize"),
        ("discard", Pile("back", sum(table.discard), top), "the discard pile"),
        ("bowl", bowl, "the bowl"),
        ("supply", Anything(), "the supply"),
        (TRAY, Anything(), "the dice tray"),
    )
    for zone, content, name in shared:
        yield zone, ExpectedZone(zone, content, name.removeprefix("the ").capitalize(), name=name)
    for seat, bid in enumerate(table.bids):
        whose, zone, lies = f"{view.name(seat)}'s", f"bid.{seat}", bid.count if bid else 0
        faces: Content = Pieces((f"card:{bid.face}",) * lies if bid else ())
        shown = Backs("back", lies) if bid and bid.face == UNKNOWN else faces
        note = "to act" if seat in acting else ""
        yield zone, ExpectedZone(zone, shown, f"{view.name(seat)}: bid", note, f"{whose} bid")
        token = Pieces(("token",) if table.token == seat else ())
        yield f"token.{seat}", ExpectedZone(f"token.{seat}", token, name=f"{whose} token place")
        won = Pieces(cards(table.won[seat]))
        yield f"won.{seat}", ExpectedZone(f"won.{seat}", won, f"{view.name(seat)}: won", name=f"{whose} prizes")


def cards(counts: Counts) -> tuple[str, ...]:
    """The kinds of so many cards, lowest first."""
    return tuple(f"card:{number}" for number in NUMBERS for _ in range(counts[number - 1]))


_RULES = {
    "deck": "B-009",
    "prize": "B-003",
    "discard": "B-007",
    "bowl": "B-012",
    "token": "B-011",
    "won": "B-006",
    "bid": "B-004",
    TRAY: "B-017",
}


def rule_of_zone(view: BidView, zone: str, done: Sequence[BidAction] = ()) -> RuleId:
    """The rule that says what a zone must show now; a bid out of turn, where they are sealed in turn, breaks B-015."""
    kind, _, seat = zone.partition(".")
    table = view.table
    if kind == "bid" and table.phase is Phase.SEAL:
        is_early = table.setup.order == "turn" and table.bids[int(seat)] is None and int(seat) not in may_seal(table)
        return "B-015" if is_early else "B-004"
    return "B-005" if kind == "bid" and table.phase is Phase.REVEAL else _RULES.get(kind, prompt(view).rule)


def breach(view: BidView, zone: str, shown: Sequence[str]) -> tuple[RuleId, str] | None:
    """A bid turned up that has two numbers, and what to do about it (B-004); None where it has one."""
    kind, _, seat = zone.partition(".")
    counts = Counter(number for number in NUMBERS for each in shown if each == f"card:{number}")
    if kind != "bid" or view.table.phase is not Phase.REVEAL or len(counts) < 2:
        return None
    least, *others = sorted(counts)
    back = " and ".join(f"the {number}" for number in others)
    return "B-004", (
        f"{view.name(int(seat))} shows a bid of {len(counts)} numbers, and it must be of one. The table decides. "
        f"Proposal: the {least} stays, {back} goes back to the hand; then the host corrects bid and hand."
    )


def own_pieces(view: BidView) -> tuple[str, ...]:
    """The cards in this seat's hand, as far as the companion was told."""
    return cards(view.own.hand) if view.own is not None else ()


def panels(view: BidView) -> tuple[PlayerPanel, ...]:
    """Points and cards of each player."""
    table, score = view.table, points(view.table)
    return tuple(
        PlayerPanel(
            seat,
            (
                f"{score[seat]} points",
                *([f"{table.luck[seat]} by luck"] if table.setup.luck else ()),
                f"{table.hands[seat]} cards in hand{', token' if table.token == seat else ''}",
            ),
            cards(table.won[seat]),
        )
        for seat in range(table.setup.players)
    )


def lights(view: BidView) -> Scene:
    """The seats that act, whoever is asked first breathing; the pearls; the token's way; or the winners."""
    table, share = view.table, 1 / view.table.setup.players
    if table.over:
        return Scene(tuple(_seat(view, seat, share, "wins", False) for seat in winners(view)))
    glows = [_seat(view, seat, share, "acts", not place) for place, seat in enumerate(prompt(view).seats)]
    if table.pearls:
        text = f"{table.pearls} pearl{'s' if table.pearls != 1 else ''} in the bowl."
        glows.append(Glow(0.96, 0.01 * min(table.pearls, PEARLS), "#ffe9c4", text, 0.5))
    if table.phase is Phase.PASS:
        glows.append(Glow(0.0, 0.05, "#2fd0ff", "The token runs clockwise to the next seat.", 1.0, "travel", 6.0))
    return Scene(tuple(glows))


def _seat(view: BidView, seat: int, share: float, word: str, is_first: bool) -> Glow:
    text = f"{view.name(seat)} {word}."
    return Glow(seat * share, 0.9 * share, COLOURS[seat], text, 0.8, "breathe" if is_first else "steady")
