"""What pieces, places and prices are called in sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.state import ground, model
from companion.games.core import Seat
from companion.language.message import Message, listing, lone, say
from companion.language.values import Count, Name, Noun

DIE: Final = Noun("die", "dice")
ENERGY: Final = Noun("energy", "energy")
SPACE, CARD, TILE = Noun("space"), Noun("card"), Noun("tile")
ATLANTEAN, BARRIER, RESOURCE = Noun("Atlantean"), Noun("barrier"), Noun("resource")
FOLLOWER, VOLUNTEER, FLOOD, MISFORTUNE = Noun("follower"), Noun("volunteer"), Noun("flood"), Noun("misfortune")
PENINSULA_WORDS: Final = (
    say("the Mountains"),
    say("the Hills"),
    say("the Forests"),
    say("the Cities"),
    say("the Libraries"),
    say("the Forges"),
)
"""In table order."""
PIECES: Final[dict[contents.PieceKind, Message]] = {
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
TILE_WORDS: Final = (say("Mountains"), say("Hills"), say("Forests"), say("Cities"), say("Libraries"), say("Forges"))


def place_words(box: contents.Box, place: str) -> Message:
    """A place: "Forests 4", "the centre", "build space 2", "Spirit Seal"."""
    if place == model.CENTRE:
        return say("the centre")
    if place in model.BUILD_SPACES:
        return say("build space {number}", number=model.BUILD_SPACES.index(place) + 1)
    if place in ground.TILES:
        return tile_words(*ground.TILES[place])
    return say("{component}", component=Name(box.components[place].name))


def tile_words(peninsula: int, ring: int) -> Message:
    """A tile: "Forests 4"."""
    return say("{peninsula} {ring}", peninsula=TILE_WORDS[peninsula], ring=ring)


def price_words(price: contents.Price) -> Message:
    """A price: "2 gold, 1 crystal"; "nothing"."""
    parts = [say("{many}", many=Count(price[name], RESOURCE_WORDS[name])) for name in contents.GOODS if price[name]]
    return say("{parts}", parts=listing(parts, ",")) if parts else say("nothing")


def card_words(box: contents.Box, card: str) -> Message:
    """A library card or an artifact; one that not everybody may know is a card."""
    if card == contents.HIDDEN:
        return say("a card")
    return say("{card}", card=Name(box.card(card).name))


def cards_words(box: contents.Box, cards: Collection[str]) -> Message:
    """Several library cards, those that not everybody may know by their number."""
    named = [card_words(box, card) for card in cards if card != contents.HIDDEN]
    unnamed = len(cards) - len(named)
    if unnamed:
        named.append(lone(Count(unnamed, CARD)))
    return say("{cards}", cards=listing(named, "and"))


def misfortune_words(box: contents.Box, card: str) -> Message:
    """A misfortune card."""
    if card == contents.CALM:
        return say("Calm Seas")
    if card == contents.CONTROLLED:
        return say("Controlled Flood")
    if card in contents.BASIC:
        return say("{peninsula} flood", peninsula=TILE_WORDS[contents.BASIC[card]])
    return say("{card}", card=Name(box.special[card].name))


def paid_words(view: model.AtlantisView, paid: Iterable[contents.Price]) -> Message:
    """Who pays what."""
    paying = [(view.who(seat), price_words(price)) for seat, price in enumerate(paid) if price.total]
    parts = [say("{price} from {who}", who=who, price=price) for who, price in paying]
    return say("{parts}", parts=listing(parts, ";")) if parts else say("nothing")


def piece_words(view: model.AtlantisView, seat: Seat, kind: contents.PieceKind) -> Message:
    """A piece and whose it is: "Ada's follower"."""
    return say("{who}'s {piece}", who=view.who(seat), piece=PIECES[kind])


def acting_words(view: model.AtlantisView, kind: contents.PieceKind, place: str, rollers: Sequence[Seat]) -> Message:
    """A piece that is to act where it stands, or who rolls there for a group."""
    where = place_words(view.table.box, place)
    if not rollers:
        return say("{piece} on {place}", piece=PIECES[kind], place=where)
    who = listing(map(view.who, dict.fromkeys(rollers)), "and")
    return say("{place}: {who}, {dice}", place=where, who=who, dice=Count(len(rollers), DIE))
