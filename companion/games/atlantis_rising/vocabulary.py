"""What pieces, places and prices are called in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from companion.games.atlantis_rising.box import CALM, CONTROLLED, HIDDEN, PENINSULAS, Box, PieceKind, Price
from companion.games.atlantis_rising.ground import TILES
from companion.games.atlantis_rising.model import BUILD_SPACES, CENTRE, AtlantisView, Phase
from companion.games.core import Seat
from companion.language.message import Message, listing, say
from companion.language.values import Count, Name, Noun

DIE: Final = Noun("die", "dice")
ENERGY: Final = Noun("energy", "energy")
SPACE, CARD, TILE = Noun("space"), Noun("card"), Noun("tile")
ATLANTEAN, BARRIER, RESOURCE = Noun("Atlantean"), Noun("barrier"), Noun("resource")
PHASES: Final[dict[Phase, Message]] = {
    Phase.SETUP: say("Set-up"),
    Phase.REVEAL: say("Hologram"),
    Phase.PLACE: say("Place Atlanteans"),
    Phase.MISFORTUNE: say("Misfortunes"),
    Phase.ACTIONS: say("Actions"),
    Phase.WRATH: say("Wrath of the gods"),
    Phase.COUNTER: say("Wrath of the gods"),
    Phase.END: say("End of the round"),
}
PENINSULA_WORDS: Final = (
    say("the Mountains"),
    say("the Hills"),
    say("the Forests"),
    say("the Cities"),
    say("the Libraries"),
    say("the Forges"),
)
"""In table order."""
PIECES: Final[dict[PieceKind, Message]] = {
    "leader": say("Leader"),
    "follower": say("follower"),
    "volunteer": say("volunteer"),
    "hologram": say("Hologram"),
    "automaton": say("Automaton"),
}
RESOURCE_WORDS: Final = {
    "gold": Noun("gold", "gold"),
    "crystal": Noun("crystal"),
    "ore": Noun("ore", "ore"),
    "atlantium": Noun("Atlantium", "Atlantium"),
    "energy": ENERGY,
}
TILE_WORDS: Final = (
    say("Mountains"),
    say("Hills"),
    say("Forests"),
    say("Cities"),
    say("Libraries"),
    say("Forges"),
)


def place_words(box: Box, place: str) -> Message:
    """A place: "Forests 4", "the centre", "build space 2", "Spirit Seal"."""
    if place == CENTRE:
        return say("the centre")
    if place in BUILD_SPACES:
        return say("build space {number}", number=BUILD_SPACES.index(place) + 1)
    if place in TILES:
        peninsula, ring = TILES[place]
        return say("{peninsula} {ring}", peninsula=TILE_WORDS[peninsula], ring=ring)
    return say("{component}", component=Name(box.components[place].name))


def tile_words(peninsula: int, ring: int) -> Message:
    """A tile: "Forests 4"."""
    return say("{peninsula} {ring}", peninsula=TILE_WORDS[peninsula], ring=ring)


def price_words(price: Price) -> Message:
    """A price: "2 gold, 1 crystal"; "nothing"."""
    parts = [
        say("{many}", many=Count(getattr(price, name), RESOURCE_WORDS[name]))
        for name in Price.__struct_fields__
        if getattr(price, name)
    ]
    return say("{parts}", parts=listing(parts, ",")) if parts else say("nothing")


def card_words(box: Box, card: str) -> Message:
    """A library card or an artifact; one that not everybody may know is a card."""
    if card == HIDDEN:
        return say("a card")
    return say("{card}", card=Name(box.card(card).name))


def cards_words(box: Box, cards: Iterable[str]) -> Message:
    """Several library cards, those that not everybody may know by their number."""
    cards = tuple(cards)
    named = [card_words(box, card) for card in cards if card != HIDDEN]
    unnamed = len(cards) - len(named)
    if unnamed:
        named.append(say("{many}", many=Count(unnamed, CARD)))
    return say("{cards}", cards=listing(named, "and"))


def misfortune_words(box: Box, card: str) -> Message:
    """A misfortune card."""
    if card == CALM:
        return say("Calm Seas")
    if card == CONTROLLED:
        return say("Controlled Flood")
    if card.startswith("basic_"):
        names: tuple[str, ...] = PENINSULAS
        return say("{peninsula} flood", peninsula=TILE_WORDS[names.index(card.removeprefix("basic_"))])
    return say("{card}", card=Name(box.special[card].name))


def paid_words(view: AtlantisView, paid: Iterable[Price]) -> Message:
    """Who pays what."""
    parts = [
        say("{who} {price}", who=view.who(seat), price=price_words(price))
        for seat, price in enumerate(paid)
        if price.total
    ]
    return say("{parts}", parts=listing(parts, ";")) if parts else say("nothing")


def piece_words(view: AtlantisView, seat: Seat, kind: PieceKind) -> Message:
    """A piece and whose it is: "Ada's follower"."""
    return say("{who}'s {piece}", who=view.who(seat), piece=PIECES[kind])


def acting_words(view: AtlantisView, kind: PieceKind, place: str, rollers: Sequence[Seat]) -> Message:
    """A piece that is to act where it stands, or who rolls there for a group."""
    where = place_words(view.table.setup.box, place)
    if not rollers:
        return say("{piece} on {place}", piece=PIECES[kind], place=where)
    who = listing(map(view.who, dict.fromkeys(rollers)), "and")
    return say("{place}: {who}, {dice}", place=where, who=who, dice=Count(len(rollers), DIE))
