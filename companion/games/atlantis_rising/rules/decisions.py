"""What can be done within an act, each with what is said of it: dice, cards, and what somebody has to choose."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

from companion.games.atlantis_rising.data.contents import HIDDEN, SHIPPED, Resource
from companion.games.atlantis_rising.rules import act
from companion.games.atlantis_rising.rules.act import EFFECTS, GAP
from companion.games.core import Seat, Sense
from companion.language.message import say

What: TypeAlias = Literal[
    "gold", "crystal", "ore", "atlantium", "energy", "flood", "unflood", "barrier", "wrath", "volunteer"
]
"""What may be changed by hand."""
TRAY: Final = "dice_tray"


class ChooseFlood(act.AtPeninsula, frozen=True):
    """A peninsula is chosen that floods (A-042, A-044, A-052)."""

    button = say("{tile}", tile=GAP)
    group = say("What floods")
    log = say("{tile} floods.", tile=GAP)


class Roll(act.Drawn, frozen=True):
    """The dice of an action came to rest, in the order of their rollers (A-058, A-065)."""

    values: tuple[int, ...]
    sense = "rolled"
    on = (TRAY,)
    button = say("{values}", values=GAP)
    group = say("The dice show")
    log = say("{all} {number?rolls|roll} {rolled} for {tried}.", all=GAP, number=GAP, rolled=GAP, tried=GAP)
    seen = say("Everybody has seen the roll: {rolled}.", rolled=GAP)
    back = say("Put the dice back into the tray as they lay. A new roll is another one.")


class Spend(act.Deciding, frozen=True):
    """A seat spends energy on its own die, counted from 0 (A-061, A-067, A-090)."""

    die: int
    energy: int
    is_optional = True
    button = say("{energy}", energy=GAP)
    group = say("{who} adds energy", who=GAP)
    log = say("{who} adds {energy}.", who=GAP, energy=GAP)


class LetLie(act.DecidingTogether, frozen=True):
    """The dice count as they lie."""

    button = say("Let it lie")
    group = say("The dice")
    log = say("The roll for {tried} fails.", tried=GAP)


class Reroll(act.OfSeat, frozen=True):
    """The player of a Priest has dice of a failed action rolled once more (A-171, Q-55)."""

    dice: tuple[int, ...]
    is_optional = True
    button = say("Roll die {dice} once more", dice=GAP)
    group = say("{who}'s Priest", who=GAP)
    log = say("{who} has the Priest's second try.", who=GAP)


class GiveRecruit(act.ToSeat, frozen=True):
    """A seat gets the new follower (A-069)."""

    on = ()
    group = say("The new follower goes to")
    log = say("{who} gets a new follower.", who=GAP)


class DrawCard(act.Deciding, frozen=True):
    """A library card is drawn (A-074)."""

    card: str
    sense: ClassVar[Sense] = "felt"
    kind = "chance"
    reveals = True
    on = ("drawn", "artifacts", *EFFECTS)
    button = act.CARD
    group = say("{who} has drawn", who=GAP)
    log = say("{who} draws {card}.", who=GAP, card=GAP)
    seen = act.CARD_SEEN
    back = say("Put it back on top of the library deck, face down: it will come again.")
    settles = say("Draw a library card")


class DrawHidden(DrawCard, frozen=True):
    """The same where hands are closed: nobody else sees which it is (Q-33). Unnamed, its seat does not tell."""

    sense = "told"
    seen = say("{who} has seen the card.", who=GAP)

    def public(self) -> DrawHidden:
        return DrawHidden(self.seat, HIDDEN)


class Keep(act.Deciding, frozen=True):
    """A seat keeps these of the cards that it has drawn, and pays for those beyond the icon's (A-075 to A-078)."""

    cards: tuple[str, ...]
    energy: int
    on = ("drawn", "artifacts", *EFFECTS)
    group = say("{who} keeps", who=GAP)


class KeepHidden(Keep, frozen=True):
    """The same where hands are closed; an artifact is laid open (A-084), and what is discarded all see (Q-33)."""

    discarded: tuple[str, ...] = ()
    reveals = True
    seen = say("{who} has seen the cards that were drawn.", who=GAP)
    back = say("{who} takes those drawn back, and chooses anew.", who=GAP)

    def public(self) -> KeepHidden:
        cards = sorted(card if card in SHIPPED.artifacts else HIDDEN for card in self.cards)
        return KeepHidden(self.seat, tuple(cards), self.energy, self.discarded)


class PlayCard(act.Deciding, frozen=True):
    """A library card is played (A-083): whose it was no camera sees; on `die`, counted from 0, where it changes one."""

    card: str
    die: int = -1
    is_optional = True
    reveals = True
    button = act.CARD
    group = say("{who} plays", who=GAP)
    log = say("{who} plays {card}.", who=GAP, card=GAP)
    seen = act.CARD_SEEN
    back = say("{who} takes it back into the hand.", who=GAP)


class DiscardCard(act.Deciding, frozen=True):
    """A library card is discarded (A-082)."""

    card: str
    sense = "seen"
    on = ("artifacts", *EFFECTS)
    button = act.CARD
    group = say("{who} discards", who=GAP)
    log = say("{who} discards {card}.", who=GAP, card=GAP)


class DiscardHidden(DiscardCard, frozen=True):
    """The same out of a closed hand: everybody sees it now (Q-33)."""

    reveals = True
    seen = say("Everybody has seen the card that {who} discarded: {card}.", who=GAP, card=GAP)
    back = say("It goes back to the hand.")


class PlaceBarrier(act.AtPeninsula, frozen=True):
    """A barrier is placed at a peninsula (A-098)."""

    button = say("{peninsula}", peninsula=GAP)
    group = say("A barrier at")
    shows = "barrier"
    log = say("A barrier protects {where}.", where=GAP)


class Unflood(act.AtPeninsula, frozen=True):
    """The flooded tile of a peninsula nearest to the centre is turned dry (A-101)."""

    button = say("{next_tile}", next_tile=GAP)
    group = say("Turn dry")
    log = say("{next_tile} is dry again.", next_tile=GAP)


class Gain(act.Deciding, frozen=True):
    """A seat takes a resource of its choice."""

    resource: Resource
    button = act.RESOURCE
    group = act.TAKES
    log = say("{who} takes {one}.", who=GAP, one=GAP)


class TurnIn(act.Deciding, frozen=True):
    """A seat turns in a resource for a moment (A-169)."""

    resource: Resource
    is_routine = True
    button = act.RESOURCE
    group = say("{who} turns in", who=GAP)
    log = say("{who} turns in {one}.", who=GAP, one=GAP)


class Exchange(act.Deciding, frozen=True):
    """A seat exchanges one resource for another."""

    given: Resource
    taken: Resource
    button = say("{given} for {taken}", given=GAP, taken=GAP)
    group = say("{who} exchanges", who=GAP)
    log = say("{who} exchanges {one_given} for {one_taken}.", who=GAP, one_given=GAP, one_taken=GAP)


class Enough(act.Deciding, frozen=True):
    """A seat does no more of what it may do."""

    is_routine = True


class Peek(act.Drawn, frozen=True):
    """The next card of the misfortune deck is looked at by all (A-170)."""

    card: str
    sense = "told"
    button = act.MISFORTUNE
    group = say("The next misfortune")
    log = say("One of the next misfortunes is {misfortune}.", misfortune=GAP)
    seen = say("Everybody has seen a coming misfortune: {misfortune}.", misfortune=GAP)
    settles = say("Look at the next misfortune")


class RemoveMisfortune(act.Deciding, frozen=True):
    """A misfortune goes out of the game, from the cards looked at or from the discards (A-170)."""

    card: str
    source: Literal["top", "discards"]
    on = ("misfortunes", "misfortune_discards", *EFFECTS)
    button = act.MISFORTUNE
    group = say("{who} takes out", who=GAP)
    log = say("{misfortune:capital} goes out of the game.", misfortune=GAP)


class Repeat(act.OfPlace, frozen=True):
    """A piece that has acted acts again (A-166)."""

    group = act.ONCE_MORE
    log = say("{piece} on {place} acts once more.", piece=GAP, place=GAP)


class Recall(act.OfPiece, frozen=True):
    """A seat takes one of its placed pieces back."""

    on = EFFECTS
    button = say("{kind} from {place}", kind=GAP, place=GAP)
    group = act.TAKES_BACK
    log = say("{piece} comes back from {place}.", piece=GAP, place=GAP)


class GiveBenefit(act.ToSeat, frozen=True):
    """A seat gets what a component gives."""

    group = say("It goes to")
    log = say("{who} gets what it gives.", who=GAP)


class GiveUp(act.ToSeat, frozen=True):
    """A follower of this seat goes out of the game (A-168)."""

    group = say("The follower of")
    log = say("A follower of {who} goes out of the game.", who=GAP)


class Adjust(act.DecidingTogether, frozen=True):
    """The host enters one thing that a card has changed, where no operation says it."""

    what: What
    seat: Seat
    """Whose; -1 for nobody's."""
    peninsula: int
    by: Literal[1, -1]
    group = act.CHANGED


class Settled(act.DecidingTogether, frozen=True):
    """What was to be settled by hand is."""

    is_routine = True
    button = say("That is all")
    group = act.CHANGED
    log = say("What {title} says is done.", title=GAP)


Tried: TypeAlias = Roll | Spend | LetLie | Reroll
Read: TypeAlias = DrawCard | DrawHidden | Keep | KeepHidden
Spared: TypeAlias = DiscardCard | DiscardHidden
Changed: TypeAlias = Gain | TurnIn | Exchange | Enough
Foreseen: TypeAlias = Peek | RemoveMisfortune | Enough
Repeated: TypeAlias = Repeat | Enough
Mended: TypeAlias = Adjust | Settled
OfCards: TypeAlias = Read | PlayCard | Spared | Foreseen
OfDice: TypeAlias = Tried | GiveRecruit | Repeated
OfIsland: TypeAlias = ChooseFlood | PlaceBarrier | Unflood | Recall
OfGoods: TypeAlias = Changed | GiveBenefit | GiveUp | Mended
