"""What Sealed Bid shows of a view: the mat, a line a player, the strip, and which rule a zone stands for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.games.core import PlayerPanel, RuleId
from companion.games.shared.seats import SEAT_COLOURS
from companion.language.message import NOTHING, Message, listing, say
from companion.language.values import Count, Name
from companion.lights.scene import Glow, Scene
from companion.table.expected import (
    Anything,
    At,
    Backs,
    Content,
    ExpectedTable,
    ExpectedZone,
    InOrder,
    Pieces,
    Pile,
    Place,
    Touching,
    Worth,
)
from companion.table.layout import Layout
from tests.games.sealed_bid.course import COURSE, winners
from tests.games.sealed_bid.layout import KIT, layout_of
from tests.games.sealed_bid.model import (
    COINS,
    GOLD,
    GUARD,
    NUMBERS,
    PEARLS,
    TRAY,
    UNKNOWN,
    BidView,
    Counts,
    Phase,
    Purses,
    Table,
    titles_of,
)
from tests.games.sealed_bid.phases.bids import may_seal
from tests.games.sealed_bid.phases.guesses import own_guess, who
from tests.games.sealed_bid.phases.part import GOLD_NOUN, PEARL
from tests.games.sealed_bid.phases.wagers import in_words, own_wager


def owned(view: BidView) -> tuple[str, ...]:
    """Kinds of the cards that this seat holds, as far as it was told."""
    return cards(view.own.hand) if view.own is not None else ()


def mat_of(table: Table) -> Layout:
    """The mat on which such a game is played."""
    setup = table.setup
    props, coins = bool(setup.pawn or setup.line), bool(setup.coins)
    return layout_of(setup.players, setup.luck, setup.titles is True, props, coins)


_PLACES = {
    "deck": (say("Deck"), say("the deck")),
    "prize": (say("Prize"), say("the prize")),
    "discard": (say("Discard pile"), say("the discard pile")),
    "bowl": (say("Bowl"), say("the bowl")),
    "supply": (say("Supply"), say("the supply")),
    TRAY: (say("Dice tray"), say("the dice tray")),
    "post": (say("Guard's post"), say("the guard's post")),
    "line": (say("Line"), say("the line")),
}
"""What the places that belong to nobody are called, alone and in a sentence."""


def _titles(view: BidView, seat: int) -> tuple[str, ...]:
    return tuple(f"title:{each.title}" for each in titles_of(view.table).taken if each.seat == seat)


def expected_table(view: BidView) -> ExpectedTable:
    """Every zone with what it must hold."""
    zones = dict(_zones(view))
    return ExpectedTable(tuple(zones[zone.zone] for zone in mat_of(view.table).zones))


def _zones(view: BidView) -> Iterator[tuple[str, ExpectedZone]]:
    table, acting = view.table, COURSE.prompt(view).seats
    # More pearls than the box has are other things, without a marker: only people can count them.
    bowl: Content = Pieces(("pearl",) * table.pearls) if table.pearls <= PEARLS else Anything()
    top = f"card:{table.top}" if table.top else ""
    tiles = tuple(f"tile:{number}" for number in range(1, table.tiles_laid + 1))
    shared: dict[str, Content] = {
        "deck": Pile("back", table.deck),
        "prize": Pieces((f"card:{table.prize}",) if table.prize else ()),
        "discard": Pile("back", sum(table.discard), top),
        "bowl": bowl,
        "supply": Anything(),
        TRAY: Anything(),
        "post": Pieces(()),
        "line": Pieces(tiles),
    }
    guard = (GUARD,) if table.setup.pawn else ()
    standing = {"prize": guard if table.is_guarded else (), "post": () if table.is_guarded else guard}
    for zone, content in shared.items():
        label, name = _PLACES[zone]
        places = tuple(_line(table, tiles)) if zone == "line" else ()
        yield zone, ExpectedZone(zone, content, label, name=name, standing=standing.get(zone, ()), places=places)
    for seat, bid in enumerate(table.bids):
        who, zone, lies = view.who(seat), f"bid.{seat}", bid.count if bid else 0
        faces: Content = Pieces((f"card:{bid.face}",) * lies if bid else ())
        shown = Backs("back", lies) if bid and bid.face == UNKNOWN else faces
        place, label = f"title.{seat}", say("{who}: titles", who=who)
        yield place, ExpectedZone(place, Pieces(_titles(view, seat)), label, name=say("{who}'s titles", who=who))
        note = say("to act") if seat in acting else NOTHING
        yield zone, ExpectedZone(zone, shown, say("{who}: bid", who=who), note, say("{who}'s bid", who=who))
        token = Pieces(("token",) if table.token == seat else ())
        yield f"token.{seat}", ExpectedZone(f"token.{seat}", token, name=say("{who}'s token place", who=who))
        yield from _own(table, seat, who)


def _own(table: Table, seat: int, who: Name) -> Iterator[tuple[str, ExpectedZone]]:
    """What a seat has won: its prizes, in a row where they are paid in gold (B-021), and that gold (B-020)."""
    won, purses = cards(table.won[seat]), table.purses
    label, name = say("{who}: won", who=who), say("{who}'s prizes", who=who)
    if not isinstance(purses, Purses):
        yield f"won.{seat}", ExpectedZone(f"won.{seat}", Pieces(won), label, name=name)
        return
    row = tuple(f"card:{number}" for number in purses.rows[seat])
    order = (InOrder(row),) if len(row) > 1 else ()
    yield f"won.{seat}", ExpectedZone(f"won.{seat}", Pieces(row), label, name=name, places=order)
    gold: Content = Worth(((GOLD, purses.gold[seat]),), COINS)
    label, name = say("{who}: gold", who=who), say("{who}'s gold", who=who)
    yield f"purse.{seat}", ExpectedZone(f"purse.{seat}", gold, label, name=name)


WITHIN_MM = 3.0
"""So far off a tile may lie."""


def _line(table: Table, tiles: Sequence[str]) -> Iterator[Place]:
    """Where the tiles of the line lie: the first on its place, each other against the one before (B-019)."""
    if not tiles:
        return
    zone, size = mat_of(table).find("line"), KIT.size(tiles[0])
    assert zone.first is not None  # as layouts.toml has it
    yield At(tiles[0], zone.first.x_mm + size.width_mm / 2, zone.first.y_mm + size.height_mm / 2, WITHIN_MM)
    for before, tile in pairwise(tiles):
        yield Touching(tile, "line", before, WITHIN_MM)


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
    "title": "B-030",
    "post": "B-018",
    "line": "B-019",
    "purse": "B-020",
    TRAY: "B-017",
}


def rule_of_zone(view: BidView, zone: str) -> RuleId:
    """The rule that says what a zone must show now; a bid out of turn, where they are sealed in turn, breaks B-015."""
    kind, _, seat = zone.partition(".")
    table = view.table
    if kind == "won" and table.setup.coins:
        return "B-021"
    if kind == "bid" and table.phase is Phase.SEAL:
        is_early = table.setup.order == "turn" and table.bids[int(seat)] is None and int(seat) not in may_seal(table)
        return "B-015" if is_early else "B-004"
    return "B-005" if kind == "bid" and table.phase is Phase.REVEAL else _RULES.get(kind, COURSE.prompt(view).rule)


def breach(view: BidView, zone: str, shown: Sequence[str]) -> tuple[RuleId, Message] | None:
    """A bid turned up that has two numbers, and what to do about it (B-004); None where it has one."""
    kind, _, seat = zone.partition(".")
    counts = Counter(number for number in NUMBERS for each in shown if each == f"card:{number}")
    if kind != "bid" or view.table.phase is not Phase.REVEAL or len(counts) < 2:
        return None
    least, *others = sorted(counts)
    text = say(
        "{who} shows a bid of {numbers} numbers, and it must be of one. The table decides. "
        "Proposal: the {least} stays, {others} goes back to the hand; then the host corrects bid and hand.",
        who=view.who(int(seat)),
        numbers=len(counts),
        least=least,
        others=listing(say("the {number}", number=number) for number in others),
    )
    return "B-004", text


def panels(view: BidView) -> tuple[PlayerPanel, ...]:
    """Points and cards of each player."""
    table, score = view.table, view.table.points
    return tuple(
        PlayerPanel(
            seat,
            (
                say("{points} points", points=score[seat]),
                *([say("{points} by luck", points=table.luck[seat])] if table.setup.luck else ()),
                *_guess_lines(view, seat),
                *_wager_lines(view, seat),
                *_gold_line(table, seat),
                _in_hand(table.hands[seat], table.token == seat),
            ),
            (*cards(table.won[seat]), *_titles(view, seat)),
            f"{score[seat]}",
        )
        for seat in range(table.setup.players)
    )


def _guess_lines(view: BidView, seat: int) -> Iterator[Message]:
    """What is known of a seat's guess, and its points by guesses."""
    guessing = view.table.guessing
    if guessing is None:
        return
    own, opened = own_guess(view), guessing.opened[seat]
    if guessing.points[seat]:
        yield say("{points} by guesses", points=guessing.points[seat])
    if opened is not None:
        yield say("guess: {who}", who=who(view, opened))
    elif seat == view.seat and own is not None:
        yield say("your guess: {who}", who=who(view, own))
    elif guessing.sealed[seat]:
        yield say("a guess is sealed")


def _wager_lines(view: BidView, seat: int) -> Iterator[Message]:
    """What is known of a seat's wager, and its points by wagers."""
    wagering = view.table.wagering
    if wagering is None:
        return
    own, opened = own_wager(view), wagering.opened[seat]
    if wagering.points[seat]:
        yield say("{points} by wagers", points=wagering.points[seat])
    if opened is not None:
        yield say("wager: {wager}", wager=in_words(view, opened))
    elif seat == view.seat and own is not None:
        yield say("your wager: {wager}", wager=in_words(view, own))
    elif wagering.sealed[seat]:
        yield say("a wager is sealed")


def _gold_line(table: Table, seat: int) -> Iterator[Message]:
    if isinstance(table.purses, Purses):
        yield say("{number} {piece}", number=table.purses.gold[seat], piece=GOLD_NOUN)


def _in_hand(cards: int, has_token: bool) -> Message:
    if has_token:
        return say("{cards} cards in hand, token", cards=cards)
    return say("{cards} cards in hand", cards=cards)


def lights(view: BidView) -> Scene:
    """The seats that act, whoever is asked first breathing; the pearls; the token's way; or the winners."""
    table, share = view.table, 1 / view.table.setup.players
    if table.over:
        return Scene(
            tuple(_seat(seat, share, say("{who} wins.", who=view.who(seat)), False) for seat in winners(table))
        )
    glows = [
        _seat(seat, share, say("{who} acts.", who=view.who(seat)), not place)
        for place, seat in enumerate(COURSE.prompt(view).seats)
    ]
    if table.pearls:
        text = say("{pearls} in the bowl.", pearls=Count(table.pearls, PEARL))
        glows.append(Glow(0.96, 0.01 * min(table.pearls, PEARLS), "#ffe9c4", text, 0.5))
    if table.phase is Phase.PASS:
        glows.append(Glow(0.0, 0.05, "#2fd0ff", say("The token runs clockwise to the next seat."), 1.0, "travel", 6.0))
    return Scene(tuple(glows))


def _seat(seat: int, share: float, text: Message, is_first: bool) -> Glow:
    return Glow(seat * share, 0.9 * share, SEAT_COLOURS[seat], text, 0.8, "breathe" if is_first else "steady")
