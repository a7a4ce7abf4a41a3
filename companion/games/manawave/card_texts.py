"""What cards and tiles of a playset say, in paragraphs: made from their data, so that print and rules agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from companion.games.cards import Card as OpenCard
from companion.games.cards import CardGroup
from companion.games.drawings import PieceText
from companion.games.manawave.looks import SEATED
from companion.games.manawave.model import ManaView
from companion.games.manawave.monument_words import effects_text, monument_text
from companion.games.manawave.playset import Card, ClansPlayset, FamilyCard, Modality, NexusPlayset, Playset, TileCard
from companion.games.manawave.purchases import NOUNS
from companion.language.message import NOTHING, Message, listing, lone, names, say, sentences, written
from companion.language.values import Count, Name

_TYPES: Final = {"tribe": say("Tribe"), "geography": say("Land"), "monument": say("Monument")}


def piece_texts(playsets: Sequence[Playset]) -> dict[str, PieceText]:
    """What is printed on each piece of these playsets that says something, by its kind."""
    found = {
        "source": PieceText(say("Source"), (say("The wave begins here."),)),
        "sink": PieceText(say("Sink"), (say("The wave ends here."),)),
        "nexus": PieceText(say("Nexus"), (say("The wave passes here."),)),
    }
    for playset in playsets:
        found |= dict(_of_clans(playset) if isinstance(playset, ClansPlayset) else _of_nexus(playset))
    return found


def about(playset: Playset, kind: str) -> Message:
    """What a card or tile says, by its kind, in a line or two for who chooses it; `NOTHING` where it says nothing."""
    what, _, name = kind.partition(":")
    if isinstance(playset, NexusPlayset):
        tile = playset.tiles.get(name)
        return _about_tile(tile) if tile is not None else NOTHING
    if what == "family" and name in playset.families:
        return _about_family(playset.families[name])
    if what == "monument" and name in playset.monuments:
        return monument_text(playset.monuments[name])
    if what == "faction" and name in playset.factions:
        families = (Name(each.title) for each in playset.family if each.faction == name)
        return say("Its Families: {families}.", families=listing(families, ","))
    clan = next((each for each in playset.clan if each.id == name), None)
    if what.startswith("clan") and clan is not None:
        return written(clan.text) if clan.text else say("Each wave: {effects}.", effects=effects_text(clan.effects))
    return NOTHING


def cards(view: ManaView) -> tuple[CardGroup, ...]:
    """What lies open: the choices, the Monuments, and each Tribe; or the choices and the tiles on the lines."""
    table = view.table
    sort = "family" if table.is_clans else "choice"
    groups = [(say("Choices"), [(f"{sort}:{each}", NOTHING) for each in table.choices])]
    if table.is_clans:
        world = table.clans
        laid = dict.fromkeys((*world.monuments, *world.offers))
        groups.append((say("Monuments"), [(f"monument:{each}", NOTHING) for each in laid if each]))
        for seat, tribe in enumerate(world.tribes):
            kinds = [(f"clan_of_seat_{seat + 1}:{clan.card}", NOTHING) for clan in tribe.clans if clan.card]
            kinds += [(f"family:{each.kind}", NOTHING) for each in dict.fromkeys(tribe.families)]
            groups.append((say("Cards of {who}", who=view.who(seat)), kinds))
    else:
        owners = dict[str, dict[str, None]]()
        for tile in table.nexus.tiles:
            owners.setdefault(tile.kind, {})[view.name(tile.seat)] = None
        lying = [(f"tile_of_seat_1:{kind}", say("{who}", who=names(who))) for kind, who in owners.items()]
        groups.append((say("Tiles on the lines, by their signs"), lying))
    return tuple(CardGroup(title, tuple(_cards(view, dict(kinds)))) for title, kinds in groups if kinds)


def _cards(view: ManaView, kinds: Mapping[str, Message]) -> Iterator[OpenCard]:
    playset, titles = view.table.setup.playset, view.table.setup.playset.titles()
    for kind, owner in kinds.items():
        yield OpenCard(kind, lone(Name(titles[kind.partition(":")[2]])), about(playset, kind), owner)


def _about_family(family: FamilyCard) -> Message:
    if family.text:
        return written(family.text)
    told = (modality_words(each) for each in family.modality)
    return sentences(brought_words(family), *told)


def brought_words(family: FamilyCard) -> Message | None:
    """What a Family brings with it when it is placed; None where the playset does not say."""
    if family.initial is None:
        return None
    brought = [
        Count(number, NOUNS[kind])
        for kind in family.initial.__struct_fields__
        if (number := getattr(family.initial, kind))
    ]
    return say("Brings {counters}.", counters=listing(brought)) if brought else say("Brings nothing.")


def modality_words(modality: Modality) -> Message:
    """What a Family does in a modality, each time the wave comes."""
    return say("Modality {cost}: {effects}.", cost=modality.cost, effects=effects_text(modality.effects))


def _about_tile(tile: TileCard) -> Message:
    if tile.text:
        return sentences(_head(tile), written(tile.text))
    return sentences(_head(tile), say("When the wave comes: {effects}.", effects=effects_text(tile.on_wave)))


def _of_clans(playset: ClansPlayset) -> Iterator[tuple[str, PieceText]]:
    for monument in playset.monument:
        which = say("Default Monument.") if monument.default else say("Playset Monument.")
        yield f"monument:{monument.id}", _told(monument, which, monument_text(monument))
    for clan in playset.clan:
        for seat in SEATED:
            yield f"clan_of_seat_{seat}:{clan.id}", _told(clan, *(_own(clan) or (effects_text(clan.effects),)))
    for faction in playset.faction:
        families = (
            say("{copies} × {family}", copies=each.copies, family=Name(each.title))
            for each in playset.family
            if each.faction == faction.id
        )
        yield f"faction:{faction.id}", _told(faction, *(_own(faction) or families))
    for family in playset.family:
        of = say("Faction {faction}", faction=Name(playset.factions[family.faction].title))
        yield f"family:{family.id}", _told(family, of, *_of_family(family))


def _told(card: Card, *text: Message) -> PieceText:
    return PieceText(written(card.title), text)


def _of_family(family: FamilyCard) -> Iterator[Message]:
    if (brought := brought_words(family)) is not None:
        yield brought
    if family.text:
        yield written(family.text)
        return
    for modality in family.modality:
        yield say("{cost}: {effects}", cost=modality.cost, effects=effects_text(modality.effects))


def _of_nexus(playset: NexusPlayset) -> Iterator[tuple[str, PieceText]]:
    for tile in playset.tile:
        told = _told(tile, _head(tile), *(_own(tile) or (effects_text(tile.on_wave),)))
        yield f"choice:{tile.id}", told
        for seat in SEATED:
            yield f"tile_of_seat_{seat}:{tile.id}", told


def _head(tile: TileCard) -> Message:
    if tile.population:
        return say(
            "{type}, {population}.", type=_TYPES[tile.type], population=Count(tile.population, NOUNS["population"])
        )
    return say("{type}.", type=_TYPES[tile.type])


def _own(card: Card) -> tuple[Message, ...]:
    """The author's own words for a card; empty where there are none."""
    return (written(card.text),) if card.text else ()
