"""Sealed Bid: a small game with real secrets, on which the shared rooms are tested. Positions and actions, as records.

B-001  Two to four seats; a deck of the numbers 1 to 6, six cards of each; a start token and five pearls.
B-002  Each seat is dealt three cards, one at a time, clockwise from the token; only that seat sees them.
B-003  A round begins with a prize: the top card of the deck, turned up.
B-004  Then each seat seals its bid, face down: one card of its hand, or two of one number, the seats in any order.
B-005  When all have sealed, the bids are turned up one by one, in any order.
B-006  The highest bid (its number times its cards) made by one seat alone takes the prize and a pearl out of the bowl.
       Equal bids cancel; without a winner the prize is discarded.
B-007  All bids are discarded in the order of the seats, a prize that nobody takes after them.
B-008  After three rounds, or when no card is left to turn up, whoever has most prize points wins; a tie is shared.
B-009  Conservation: thirty-six cards, never more than six of a number.
B-010  A seat without cards bids nothing, and has nothing to discard.
B-011  The lot gives the token to a seat; after a round it passes clockwise to the next.
B-012  After the prize so many pearls are laid into the bowl as the card of pearls says for it; those in it count.
B-013  Whoever did not win a round discards a card of its hand, face up, the seats in any order; not after the last.
B-014  Then everybody draws up to three cards, one at a time, whoever has fewest first, clockwise from the token.
B-015  House rule "turn": bids are sealed in turn, clockwise from the token.
B-016  House rule "earlier", with B-015: of equal bids the one sealed first wins.
B-017  House rule "luck": whoever did not take the prize rolls one die of its colour, all at once; a six is a point.
B-018  House rule "pawn": once its pearls lie there a guard is set on the prize; it leaves before the award.
B-019  House rule "line": with each prize the tile of the round is laid, the first on its place, the others touching the
       one before.
B-020  House rule "coins": whoever takes a prize is paid its number in gold; everybody else gives a gold back, if they
       have any. It lies in coins of 5 and 1 at each seat, and decides nothing.
B-021  With B-020: the prizes of a seat lie in a row, the newest on the left.
B-030  House rule "titles": whoever takes a prize turns up one of four title cards and lays it open at its place; it is
       worth points. The kit cannot name them: the owner of the box says of each once which title it is.
B-040  House rule "guess": after the pearls each seat seals on its phone a guess whose bid will take the prize, or that
       nobody's will, the seats in any order; a right guess is a point.
B-041  A seat may take its guess back until all have sealed theirs.
B-042  All guesses are opened together once all bids are sealed; none is changed once another's is known.
B-043  House rule "wager", without guesses: after the pearls each seat seals one to three chips on its phone, each on
       whose bid will take the prize, or on nobody's, the seats in any order; each chip on the right one is a point.
B-044  A wager is put together chip by chip, and every chip may be taken off again; until it is sealed nobody else
       learns that anything is put together.
B-045  A sealed wager is taken back, opened and kept as a guess is (B-041, B-042).
"""

from __future__ import annotations

from enum import Enum
from typing import ClassVar, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from companion.games.core import Action, Kind, PublicTable, Seat, Secret, Sense, State, View
from companion.games.deal import DEALT
from companion.games.shared.figures import Figure
from companion.games.shared.seats import OfSeat

Number: TypeAlias = int
"""1 to 6; 0 where the number is not known, or no card lies there."""
Counts: TypeAlias = tuple[int, ...]
"""How many cards of each number, 1 first."""
Chips: TypeAlias = tuple[int, ...]
"""How many chips lie on each seat, and on nobody; empty where that is not told."""

GOLD = "gold"
"""The name of the coins (B-020)."""
COINS: tuple[int, ...] = (5, 1)
MOST_GOLD = 20
"""So much the box has for each seat."""
HAND, ROUNDS, COPIES, PEARLS, LARGEST_BID = 3, 3, 6, 5, 2
NUMBERS: tuple[Number, ...] = tuple(range(1, 7))
CHIPS = 3
"""At most so many are wagered (B-043)."""
DECK_SIZE = COPIES * len(NUMBERS)
TITLES: dict[str, int] = {"crown": 3, "cup": 2, "key": 1, "ring": 1}
"""What each title is worth (B-030)."""
DIE: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
LUCKY = 6
"""What a die must show for a point (B-017)."""
DIE_COLOURS: tuple[str, ...] = ("red", "blue", "green", "purple")
"""Of each seat's die."""
TRAY = "tray"
GUARD = "guard"
"""The pawn that stands on the prize (B-018)."""
UNKNOWN: Number = 0
NOBODY: Seat = -1
HIDDEN: Seat = -2
"""A guess that is not told."""
NONE: Counts = (0,) * len(NUMBERS)


def plus(counts: Counts, number: Number, more: int = 1) -> Counts:
    """The multiset with `more` cards of a number; an unknown number changes nothing."""
    return tuple(count + (more if number == each else 0) for each, count in zip(NUMBERS, counts, strict=True))


class Phase(Enum):
    """Where the game stands, in the order of play."""

    TOKEN = "token"
    DEAL = "deal"
    PRIZE = "prize"
    LINE = "line"
    PEARLS = "pearls"
    GUARD = "guard"
    GUESS = "guess"
    WAGER = "wager"
    SEAL = "seal"
    OPEN = "open"
    OPEN_WAGERS = "open wagers"
    REVEAL = "reveal"
    RELEASE = "release"
    AWARD = "award"
    PAY = "pay"
    TITLE = "title"
    LUCK = "luck"
    DISCARD = "discard"
    DRAW = "draw"
    PASS = "pass"


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What a new game settles: seats, who deals, house rules, and the card of pearls for low and for high prizes."""

    players: int = 3
    cards: Literal["own", "virtual"] = "own"
    order: Literal["any", "turn"] = "any"
    ties: Literal["cancel", "earlier"] = "cancel"
    pearls: tuple[Figure, Figure]
    luck: bool = False
    board: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether pages draw boards beside the mat."""
    guess: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether guesses are sealed (B-040)."""
    wager: bool | UnsetType = UNSET
    """Whether chips are wagered (B-043); unset where not, so that older games are written as before."""
    titles: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether prizes bring titles (B-030)."""
    pawn: bool | UnsetType = UNSET
    """Whether a guard stands on the prize (B-018); unset where not, so that older games are written as before."""
    line: bool | UnsetType = UNSET
    """Whether tiles are laid in a line (B-019); unset as above."""
    coins: bool | UnsetType = UNSET
    """Whether prizes are paid in gold (B-020, B-021); unset as above."""

    def pearls_for(self, prize: Number) -> int:
        """The pearls that the bowl gets for a prize (B-012)."""
        return self.pearls[prize > len(NUMBERS) // 2].value


class Bid(msgspec.Struct, frozen=True):
    """The bid that lies before a seat: its number, UNKNOWN while it lies face down, and how many cards it has."""

    face: Number
    count: int

    @property
    def value(self) -> int:
        """What it is worth (B-006)."""
        return self.face * self.count


class Guessing(msgspec.Struct, frozen=True):
    """The guesses of the round (B-040)."""

    sealed: tuple[bool, ...]
    opened: tuple[Seat | None, ...]
    points: tuple[int, ...]
    """Of each seat, of all rounds."""


class Wagering(msgspec.Struct, frozen=True):
    """The wagers of the round (B-043)."""

    sealed: tuple[bool, ...]
    opened: tuple[Chips | None, ...]
    points: tuple[int, ...]
    """Of each seat, of all rounds."""


class Rolled(msgspec.Struct, frozen=True):
    """One die that was rolled."""

    seat: Seat
    value: int


class Titled(msgspec.Struct, frozen=True):
    """A title, and the seat before which it lies."""

    title: str
    seat: Seat


class Titles(msgspec.Struct, frozen=True):
    """The titles of a game (B-030): who has still to take one, and those that were taken, in their order."""

    due: Seat = NOBODY
    taken: tuple[Titled, ...] = ()


class Purses(msgspec.Struct, frozen=True):
    """The gold of each seat and its prizes, the newest first (B-020, B-021); and who is to be paid how much."""

    gold: tuple[int, ...]
    rows: tuple[tuple[Number, ...], ...]
    due: Seat = NOBODY
    owed: int = 0


class Table(PublicTable, frozen=True, kw_only=True):
    """What everybody knows."""

    setup: Setup
    phase: Phase = Phase.TOKEN
    round: int = 1
    token: Seat = NOBODY
    hands: tuple[int, ...]
    bids: tuple[Bid | None, ...]
    owes: tuple[bool, ...]
    """Who has still to discard a card (B-013)."""
    prize: Number = UNKNOWN
    pearls: int = 0
    won: tuple[Counts, ...]
    discard: Counts = NONE
    top: Number = UNKNOWN
    """The number on top of the discard pile."""
    deck: int = DECK_SIZE
    rolls: tuple[bool, ...]
    """Who has still to roll a die (B-017)."""
    luck: tuple[int, ...]
    """Points of luck of each seat (B-017)."""
    rolled: tuple[Rolled, ...] = ()
    """Every roll of the game, the newest last."""
    titles: Titles | msgspec.UnsetType = msgspec.UNSET
    """Unset in a game without them, which is written as before (B-030)."""
    over: bool = False
    is_guarded: bool | UnsetType = UNSET
    """Whether the guard stands on the prize (B-018); unset while it does not."""
    tiles: int | UnsetType = UNSET
    """How many tiles lie in the line (B-019); unset while none does."""

    guesses: Guessing | msgspec.UnsetType = msgspec.UNSET
    """Left out where nobody guesses."""
    wagers: Wagering | UnsetType = UNSET
    """Left out where nobody wagers."""

    @property
    def wagering(self) -> Wagering | None:
        """The wagers; None where nobody wagers."""
        return self.wagers if isinstance(self.wagers, Wagering) else None

    purses: Purses | UnsetType = UNSET
    """Left out in a game without coins (B-020)."""

    @property
    def guessing(self) -> Guessing | None:
        """The guesses; None where nobody guesses."""
        return self.guesses if isinstance(self.guesses, Guessing) else None

    @property
    def tiles_laid(self) -> int:
        """How many tiles lie in the line."""
        return self.tiles or 0

    @property
    def points(self) -> tuple[int, ...]:
        """Points of each seat: of its prizes (B-008), its luck (B-017), its titles (B-030), its guesses (B-040) and its
        wagers (B-043)."""
        prizes = (sum(number * count for number, count in zip(NUMBERS, pile, strict=True)) for pile in self.won)
        taken = titles_of(self).taken
        titles = [sum(TITLES[each.title] for each in taken if each.seat == seat) for seat in range(self.setup.players)]
        guessed = self.guessing.points if self.guessing is not None else (0,) * self.setup.players
        wagered = self.wagering.points if self.wagering is not None else (0,) * self.setup.players
        return tuple(map(sum, zip(prizes, self.luck, titles, guessed, wagered, strict=True)))

    @property
    def deals(self) -> bool:
        return self.setup.cards == DEALT

    @property
    def clockwise(self) -> tuple[Seat, ...]:
        """Every seat once, from the one that has the token."""
        first = max(self.token, 0)
        return tuple((first + step) % self.setup.players for step in range(self.setup.players))


def titles_of(table: Table) -> Titles:
    """The titles of a game; none where it is played without."""
    return Titles() if table.titles is msgspec.UNSET else table.titles


class Hidden(Secret, frozen=True):
    """What one seat alone knows: its hand, and the number of its bid while that lies face down."""

    hand: Counts = NONE
    bid: Number = UNKNOWN


BidState: TypeAlias = State[Table, Hidden]
BidView: TypeAlias = View[Table, Hidden]


class PlaceToken(Action, frozen=True):
    """The lot gives the token to a seat (B-011)."""

    seat: Seat
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return (f"token.{self.seat}",)


class Draw(OfSeat, frozen=True):
    """A seat takes the top card of the deck (B-002, B-014)."""

    card: Number = UNKNOWN
    sense: ClassVar[Sense] = "told"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("deck",)

    def public(self) -> Draw:
        return Draw(self.seat)


class TurnUpPrize(Action, frozen=True):
    """The top card of the deck becomes the prize (B-003)."""

    card: Number
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("deck", "prize")


class LayTile(Action, frozen=True):
    """The tile of this round is laid at the end of the line (B-019)."""

    number: int
    sense: ClassVar[Sense] = "seen"
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("line",)


class MoveGuard(Action, frozen=True):
    """The guard is set on the prize, or goes back to its post (B-018). It has no marker: only a tap tells of it."""

    to_prize: bool
    sense: ClassVar[Sense] = "told"

    def zones(self) -> tuple[str, ...]:
        return ("prize", "post")


class PlacePearls(Action, frozen=True):
    """The bowl is set to this many pearls (B-012)."""

    count: int
    sense: ClassVar[Sense] = "felt"
    empties: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("bowl",)


class Guess(OfSeat, frozen=True):
    """A seat seals whose bid it thinks will take the prize; NOBODY that none will (B-040)."""

    guess: Seat
    kind: ClassVar[Kind] = "choice"
    seals: ClassVar[bool] = True

    def public(self) -> Guess:
        return Guess(self.seat, HIDDEN)


class TakeBackGuess(OfSeat, frozen=True):
    """A seat takes its guess back (B-041)."""

    kind: ClassVar[Kind] = "choice"
    takes_back: ClassVar[bool] = True


class OpenGuess(Action, frozen=True):
    """The guess of a seat is opened (B-042)."""

    seat: Seat
    guess: Seat
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    opens: ClassVar[bool] = True


class Wager(OfSeat, frozen=True):
    """A seat seals chips on whose bids it thinks will take the prize (B-043)."""

    chips: Chips
    kind: ClassVar[Kind] = "choice"
    seals: ClassVar[bool] = True
    is_open: ClassVar[bool] = True

    def public(self) -> Wager:
        return Wager(self.seat, ())


class TakeBackWager(OfSeat, frozen=True):
    """A seat takes its wager back (B-045)."""

    kind: ClassVar[Kind] = "choice"
    takes_back: ClassVar[bool] = True


class OpenWager(Action, frozen=True):
    """The wager of a seat is opened (B-045)."""

    seat: Seat
    chips: Chips
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    opens: ClassVar[bool] = True
    is_open: ClassVar[bool] = True


class SealBid(OfSeat, frozen=True):
    """A seat lays a card, or two of one number, face down as its bid: all see how many, the seat alone knows which."""

    cards: tuple[Number, ...]
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"

    def zones(self) -> tuple[str, ...]:
        return (f"bid.{self.seat}",)

    def public(self) -> SealBid:
        return SealBid(self.seat, (UNKNOWN,) * len(self.cards))


class Reveal(Action, frozen=True):
    """A sealed bid is turned up (B-005)."""

    seat: Seat
    card: Number
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return (f"bid.{self.seat}",)


class TakePrize(Action, frozen=True):
    """The winner of the round takes the prize and a pearl, or nobody does; all bids are discarded (B-006, B-007)."""

    seat: Seat
    sense: ClassVar[Sense] = "seen"
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("prize", "bid.*", "won.*", "bowl", "discard")


class TakeTitle(Action, frozen=True):
    """Whoever took the prize lays a title card open (B-030)."""

    seat: Seat
    title: str
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "chance"
    reveals: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return (f"title.{self.seat}",)


class PayGold(Action, frozen=True):
    """Whoever took the prize is paid for it, and everybody else gives a gold back (B-020)."""

    seat: Seat
    sense: ClassVar[Sense] = "seen"
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("purse.*",)


class RollLuck(OfSeat, frozen=True):
    """A seat that did not take the prize has rolled its die (B-017)."""

    value: int
    sense: ClassVar[Sense] = "rolled"
    kind: ClassVar[Kind] = "chance"

    def zones(self) -> tuple[str, ...]:
        return (TRAY,)


class Discard(OfSeat, frozen=True):
    """A seat that did not win lays a card of its hand face up on the discard pile (B-013)."""

    card: Number
    sense: ClassVar[Sense] = "seen"
    kind: ClassVar[Kind] = "choice"
    reveals: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("discard",)


class PassToken(Action, frozen=True):
    """The token goes clockwise to the next seat, and the next round begins (B-011)."""

    seat: Seat
    sense: ClassVar[Sense] = "seen"
    of_dealer: ClassVar[bool] = True

    def zones(self) -> tuple[str, ...]:
        return ("token.*",)


BidAction: TypeAlias = (
    PlaceToken
    | Draw
    | TurnUpPrize
    | LayTile
    | PlacePearls
    | MoveGuard
    | Guess
    | TakeBackGuess
    | Wager
    | TakeBackWager
    | SealBid
    | OpenGuess
    | OpenWager
    | Reveal
    | TakePrize
    | PayGold
    | TakeTitle
    | RollLuck
    | Discard
    | PassToken
)
