"""Everything that can be done in Waves, as records, each with what is said of it."""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.games.core import Seat
from companion.games.waves.data.figures import CARD, ELDER, SHELL
from companion.games.waves.rules.act import CARD_ALONE, ON_DECK, OfDealer, OfOwner, OfSeat, TurnedUp
from companion.games.waves.state.model import UNKNOWN, Class, Posture, SlotIndex
from companion.language.message import say
from companion.language.values import Name, Noun

_WHO, _TABLET, _REBEL = Name("Ann"), Name("Shift Change"), Noun("Rebel")
_ONCE: Final = say("The Wave token is given once, before the first round.")


class PlaceToken(OfDealer, frozen=True):
    """The lot gives the Wave token to a slot (W-009)."""

    slot: SlotIndex
    kind = "chance"
    on = ("token.:slot",)
    law = "W-009", _ONCE
    button = say("{who}", who=_WHO)
    group = say("Who gets the Wave token?")
    piece = "token"
    log = say("{who} gets the Wave token by lot.", who=_WHO)


class NameFirst(OfDealer, frozen=True):
    """Head to head: the lot says who goes first (W-101)."""

    seat: Seat
    sense = "told"
    kind = "chance"
    law = "W-101", _ONCE
    button = say("{who} goes first", who=_WHO)
    group = say("Who goes first?")
    log = say("{who} goes first by lot.", who=_WHO)


class LayToken(OfSeat, frozen=True):
    """Head to head: a player lays the Wave token at an Elder of the other, who goes first (W-101)."""

    slot: SlotIndex
    kind = "choice"
    on = ("token.:slot",)
    law = "W-101", _ONCE
    button = say("At place {place}, {elder}", place=1, elder=ELDER)
    group = say("Where does the Wave token lie?")
    piece = "token"
    log = say("{who} lays the Wave token beside the {elder} of {owner}.", who=_WHO, elder=ELDER, owner=_WHO)


class Draw(OfSeat, frozen=True):
    """A seat takes the top card of the deck into its hand; only that seat knows which."""

    card: Class = UNKNOWN
    sense = "told"
    kind = "chance"
    reveals = True
    of_dealer = True
    is_routine = True
    on = ("deck",)
    law = "W-081", say("Cards are drawn when hands are dealt and at the end of a round.")
    law_of_two = "W-107", say("Nobody draws now: with two players cards are drawn amid the plays.")
    button = say("{who} has drawn", who=_WHO)
    group = say("Draw one by one")
    log = say("{who} draws a {drawn}.", who=_WHO, drawn=CARD)
    seen = say("{who} has seen the card drawn from the deck.", who=_WHO)
    back = ON_DECK

    def public(self) -> Draw:
        return Draw(self.seat)


class TurnUpElder(TurnedUp, OfDealer, frozen=True):
    """The top card of the deck is laid face up at a slot (W-015)."""

    slot: SlotIndex
    elder: Class
    on = ("deck", "elder.:slot")
    law = "W-015", say("Elders are turned up from the deck before the first round only.")
    group = say("Elder of {who}", who=_WHO)
    log = say("A {elder} is turned up in front of {who}.", elder=ELDER, who=_WHO)
    seen = say("Everybody has seen the {elder} in front of {who}.", elder=ELDER, who=_WHO)


class TurnUpGapElder(TurnedUp, OfDealer, frozen=True):
    """The top card of the deck becomes the unassociated Elder (W-016, W-084)."""

    elder: Class
    on = ("deck", "elder.gap")
    law = "W-084", say("The unassociated Elder is turned up in the setup and at the end of a round.")
    group = say("The unassociated Elder")
    log = say("A {elder} is turned up as the unassociated Elder.", elder=ELDER)
    seen = say("Everybody has seen the unassociated {elder}.", elder=ELDER)


class DiscardGapElder(OfDealer, frozen=True):
    """The unassociated Elder goes face up to the discard pile (W-084)."""

    on = ("elder.gap", "discard")
    law = "W-084", say("The unassociated Elder is replaced at the end of a round.")
    button = say("The unassociated {elder} is discarded", elder=ELDER)
    group = say("The unassociated Elder")
    piece = "card"
    log = say("The unassociated {elder} is discarded.", elder=ELDER)


class PlaceShells(OfDealer, frozen=True):
    """The centre is set to this many shells: by the Council card (W-043, W-044), or by a tablet (W-134)."""

    count: int
    sense = "felt"
    empties = True
    on = ("centre",)
    law = "W-043", say("Shells are placed at the start of a round.")
    misfit = say("The Council card asks for {wanted} in the centre, not {number}.", wanted=SHELL, number=1)
    button = say("{number} in the centre", number=1)
    group = say("Shells")
    piece = "shell"
    log = say("{shells} in the centre (the Council card asks for {due}).", shells=SHELL, due=1)


class PlayAgents(OfSeat, frozen=True):
    """A seat lays cards face down at a slot: all see how many and how, the seat alone knows which (W-051..W-055)."""

    slot: SlotIndex
    posture: Posture
    cards: tuple[Class, ...]
    kind = "choice"
    on = (":posture.:slot",)
    law = (
        "W-040",
        say("Agents are played after the shells are placed and before the {rebels:many} are turned up.", rebels=_REBEL),
    )

    def public(self) -> PlayAgents:
        return PlayAgents(self.seat, self.slot, self.posture, (UNKNOWN,) * len(self.cards))


class RevealRebels(TurnedUp, OfOwner, frozen=True):
    """All Rebels of a slot are turned face up (W-060)."""

    face: Class
    on = ("rebel.:slot",)
    law = "W-060", say("{rebels:many} are turned up once the last player has placed Agents.", rebels=_REBEL)
    misfit = say("{who} has no face-down {rebels:many} that can be {card:many}.", who=_WHO, rebels=_REBEL, card=CARD)
    button = say("{card:many}", card=CARD)
    group = say("{rebels:many} of {who}", rebels=_REBEL, who=_WHO)
    log = say("{who} turns up {rebels:many}: {card:many}.", who=_WHO, rebels=_REBEL, card=CARD)
    seen = say("Everybody has seen the {rebels:many} of {who}: {card:many}.", rebels=_REBEL, who=_WHO, card=CARD)
    back = say("Turn them face down again and play on with them.")
    settles = say("Turn up your {rebels:many}", rebels=_REBEL)
    settles_at = say("Turn up your {rebels:many} at place {place}", rebels=_REBEL, place=1)


class ActivateTablet(OfDealer, frozen=True):
    """The tablet of a class is laid in the active place (W-063)."""

    tablet: Class
    on = ("tablets", "tablet.active")
    law = "W-063", say("A tablet becomes active once all {rebels:many} lie open.", rebels=_REBEL)
    misfit = say("The True Majority is with the {majority:many}: take their tablet.", majority=ELDER)
    button = say("{tablet} is active", tablet=_TABLET)
    group = say("Tablet")
    piece = "tablet"
    log = say("The {elder:many}' tablet “{tablet}” is active.", elder=ELDER, tablet=_TABLET)


class RotateElders(OfDealer, frozen=True):
    """Every Elder moves to the slot on its right (W-126)."""

    on = ("elder.*",)
    law = "W-126", say("Elders move only where the active tablet says so, at once.")
    button = say("All Elders have moved right")
    group = say("Tablet")
    log = say("Every Elder moves to the player on its right.")


class DiscardExtras(OfOwner, frozen=True):
    """All Rebels of a slot but one go to the discard pile (W-066)."""

    is_routine = True
    on = ("rebel.:slot", "discard")
    law = "W-066", say("Extra {rebels:many} are discarded once the tablet is active.", rebels=_REBEL)
    button = say("{who} has one {rebels} left", who=_WHO, rebels=_REBEL)
    group = say("Extra {rebels:many}", rebels=_REBEL)
    log = say("{who} discards the extra {rebels:many}.", who=_WHO, rebels=_REBEL)
    settles = say("Keep one {rebels}, discard the others", rebels=_REBEL)


class RevealFollower(TurnedUp, OfOwner, frozen=True):
    """A Follower is turned face up on its turn in the Wave (W-070)."""

    face: Class
    on = ("follower.:slot",)
    law = "W-070", say("A Follower is turned up on its turn in the Wave.")
    group = say("Follower of {who}", who=_WHO)
    log = say("{who} turns up the Follower: a {card}.", who=_WHO, card=CARD)
    seen = say("Everybody has seen the Follower of {who}: a {card}.", who=_WHO, card=CARD)
    back = say("Turn it face down again and play on with it.")
    settles = say("Turn up your Follower")
    settles_at = say("Turn up your Follower at place {place}", place=1)


class Collect(OfOwner, frozen=True):
    """The Elder of a slot joins its side's collection and a shell leaves the centre (W-073)."""

    side: int
    on = ("elder.:slot", "collection.:side", "centre")
    law = "W-072", say("Elders are collected in the Waves only.")
    button = say("{who} has collected the {elder}", who=_WHO, elder=ELDER)
    group = say("Collect")
    piece = "card"
    settles = say("Collect the {elder}", elder=ELDER)


class TakeElder(OfOwner, frozen=True):
    """The Elder of a slot goes to the hand of the player in front of it (W-074)."""

    on = ("elder.:slot",)
    law = "W-074", say("An Elder goes to a hand in the Waves only.")
    button = say("{who} has taken the {elder} to hand", who=_WHO, elder=ELDER)
    group = say("To hand")
    piece = "card"
    settles = say("Take the {elder} into your hand", elder=ELDER)


class PassToken(OfDealer, frozen=True):
    """The Wave token goes to the next slot clockwise (W-080)."""

    slot: SlotIndex
    is_routine = True
    on = ("token.*",)
    law = "W-080", say("The Wave token moves once both Waves are over.")
    button = say("{who} has the Wave token", who=_WHO)
    group = say("Wave token")
    piece = "token"
    log = say("The Wave token goes to {who}.", who=_WHO)


class Reshuffle(OfDealer, frozen=True):
    """The discard pile becomes the new deck (W-088)."""

    on = ("deck", "discard")
    law = "W-088", say("The discard pile becomes the deck only when a card is needed and the deck is empty.")
    button = say("The deck is shuffled")
    group = say("Deck")
    log = say("The discard pile is shuffled into a new deck.")


class Discard(OfSeat, frozen=True):
    """A seat over its limit lays a card of its choice face up on the discard pile (W-082)."""

    card: Class
    kind = "choice"
    reveals = True
    on = ("discard",)
    law = "W-082", say("Hands are discarded down at the end of a round.")
    button = CARD_ALONE
    group = say("{who} discards", who=_WHO)
    piece = "card"
    log = say("{who} discards a {card}.", who=_WHO, card=CARD)
    seen = say("Everybody has seen the {card} that {who} discarded.", card=CARD, who=_WHO)
    back = say("It goes back to the hand.")


class NextRound(OfDealer, frozen=True):
    """The Agents become the Council of the next round and the tablet goes back (W-083, W-085)."""

    on = ("elder.*", "follower.*", "rebel.*", "tablet.active", "tablets")
    law = "W-083", say("The Agents become Elders at the end of the round.")
    button = say("The new Council is in place")
    group = say("Next round")
    log = say("Round {round}: the Agents are the new Council.", round=2)


_AtTheDeck: TypeAlias = Draw | TurnUpElder | TurnUpGapElder | DiscardGapElder | Reshuffle | Discard
_OfTheRound: TypeAlias = PlaceToken | NameFirst | LayToken | PlaceShells | PlayAgents | PassToken | NextRound
_OfTheTablet: TypeAlias = RevealRebels | ActivateTablet | RotateElders | DiscardExtras
_OfTheWaves: TypeAlias = RevealFollower | Collect | TakeElder
WavesAction: TypeAlias = _AtTheDeck | _OfTheRound | _OfTheTablet | _OfTheWaves
"""Every action."""
