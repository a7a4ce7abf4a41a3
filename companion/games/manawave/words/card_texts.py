"""What cards and tiles of a playset say, in paragraphs: made from their data, so that print and rules agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from companion.games.drawings import PieceText
from companion.games.manawave.data.effects import NOUNS, Amount, Condition, Effect, in_words
from companion.games.manawave.data.playset import (
    Card,
    ClansPlayset,
    FamilyCard,
    Modality,
    MonumentCard,
    Playset,
    TileCard,
)
from companion.games.manawave.mat.looks import SEATED
from companion.games.manawave.state.model import ManaView
from companion.games.manawave.words.sentences import COMPARISONS, LEGEND, QUERIES, SCOPES, TARGETS
from companion.games.parts import Card as OpenCard
from companion.games.parts import CardGroup
from companion.language.message import NOTHING, Message, filled, listing, lone, names, say, sentences, written
from companion.language.values import Count, Name, Noun

_COUNTER: Final = Noun("counter")
_METRICS: Final = {
    **NOUNS,
    "modality": Noun("Modality counters"),
    "families": Noun("Families"),
    "families_min": Noun("Families in the smallest column"),
}
_TYPES: Final = {"tribe": say("Tribe"), "geography": say("Land"), "monument": say("Monument")}


def piece_texts(playsets: Sequence[Playset]) -> dict[str, PieceText]:
    """What is printed on each piece of these playsets that says something, by its kind."""
    found = {
        "source": PieceText(say("Source"), (say("The wave begins here."),)),
        "sink": PieceText(say("Sink"), (say("The wave ends here."),)),
        "nexus": PieceText(say("Nexus"), (say("The wave passes here."),)),
    }
    for playset in playsets:
        found |= dict(_of_clans(playset) if isinstance(playset, ClansPlayset) else _of_nexus(playset.tile))
    return found


def about(playset: Playset, kind: str) -> Message:
    """What a card or tile says, by its kind, in a line or two for who chooses it; `NOTHING` where it says nothing."""
    what, _, name = kind.partition(":")
    if not isinstance(playset, ClansPlayset):
        tile = playset.tiles.get(name)
        if tile is None:
            return NOTHING
        does = say("When the wave comes: {effects}.", effects=effects_text(tile.on_wave))
        return sentences(_head(tile), *_says(tile, does))
    if what == "family" and name in playset.families:
        family = playset.families[name]
        modalities = (modality_words(mode, each) for mode, each in enumerate(family.modality))
        return written(family.text) if family.text else sentences(_brought_words(family), *modalities)
    if what == "monument" and name in playset.monuments:
        return monument_text(playset.monuments[name])
    if what == "faction" and name in playset.factions:
        families = (Name(each.title) for each in playset.family if each.faction == name)
        return say("Its Families: {families}.", families=listing(families, ","))
    if what.startswith("clan") and name in playset.clans:
        clan = playset.clans[name]
        return sentences(*_says(clan, say("Each wave: {effects}.", effects=effects_text(clan.effects))))
    return NOTHING


def cards(view: ManaView) -> tuple[CardGroup, ...]:
    """What lies open: the choices, the Monuments, and each Tribe; or the choices and the tiles on the lines.

    What their words mean comes last: it is the same all game long.
    """
    table = view.table
    sort = "family" if table.is_clans else "choice"
    groups: list[tuple[Message, Mapping[str, Message]]] = [
        (say("Choices"), dict.fromkeys((f"{sort}:{each}" for each in table.choices), NOTHING))
    ]
    if table.is_clans:
        world = table.clans
        laid = (f"monument:{each}" for each in (*world.monuments, *world.offers) if each)
        groups.append((say("Monuments"), dict.fromkeys(laid, NOTHING)))
        for seat, tribe in enumerate(world.tribes):
            clans = (f"clan_of_seat_{seat + 1}:{clan.card}" for clan in tribe.clans if clan.card)
            kinds = (*clans, *(f"family:{each.kind}" for each in tribe.families))
            groups.append((say("Cards of {who}", who=view.who(seat)), dict.fromkeys(kinds, NOTHING)))
    else:
        owners = dict[str, dict[str, None]]()
        for tile in table.nexus.tiles:
            owners.setdefault(tile.kind, {})[view.name(tile.seat)] = None
        lying = {f"tile_of_seat_1:{kind}": say("{who}", who=names(who)) for kind, who in owners.items()}
        groups.append((say("Tiles on the lines, by their signs"), lying))
    lying_open = (CardGroup(title, tuple(_cards(view, kinds))) for title, kinds in groups if kinds)
    words = LEGEND[table.setup.playset.edition].items()
    legend = tuple(OpenCard("", written(name), text) for name, text in words)
    return (*lying_open, CardGroup(say("Words on the cards"), legend))


def _cards(view: ManaView, kinds: Mapping[str, Message]) -> Iterator[OpenCard]:
    playset, titles = view.table.setup.playset, view.table.setup.playset.titles()
    for kind, owner in kinds.items():
        yield OpenCard(kind, lone(Name(titles[kind.partition(":")[2]])), about(playset, kind), owner)


def _brought_words(family: FamilyCard) -> Message | None:
    """What a Family brings with it when it is placed; None where the playset does not say."""
    if family.initial is None:
        return None
    brought = in_words(family.initial.items()).values
    return say("Brings {counters}.", counters=listing(brought)) if brought else say("Brings nothing.")


def modality_words(mode: int, modality: Modality) -> Message:
    """What a Family does in a modality, each time the wave comes, and how many counters it needs for it."""
    effects = effects_text(modality.effects)
    if not modality.cost:
        return say("Modality {mode}: {effects}.", mode=mode, effects=effects)
    needed = Count(modality.cost, _COUNTER)
    return say("Modality {mode}, with {needed}: {effects}.", mode=mode, needed=needed, effects=effects)


def _of_clans(playset: ClansPlayset) -> Iterator[tuple[str, PieceText]]:
    for monument in playset.monument:
        which = say("Default Monument.") if monument.default else say("Playset Monument.")
        yield f"monument:{monument.id}", _text_of(monument, which, monument_text(monument))
    for clan in playset.clan:
        for seat in SEATED:
            yield f"clan_of_seat_{seat}:{clan.id}", _text_of(clan, *_says(clan, effects_text(clan.effects)))
    for faction in playset.faction:
        own = (each for each in playset.family if each.faction == faction.id)
        families = (say("{copies} × {family}", copies=each.copies, family=Name(each.title)) for each in own)
        yield f"faction:{faction.id}", _text_of(faction, *_says(faction, *families))
    for family in playset.family:
        of = say("Faction {faction}", faction=Name(playset.factions[family.faction].title))
        does = (
            say("{cost}: {effects}", cost=each.cost, effects=effects_text(each.effects)) for each in family.modality
        )
        brought = _brought_words(family)
        yield f"family:{family.id}", _text_of(family, of, *((brought,) if brought else ()), *_says(family, *does))


def _of_nexus(tiles: Iterable[TileCard]) -> Iterator[tuple[str, PieceText]]:
    for tile in tiles:
        told = _text_of(tile, _head(tile), *_says(tile, effects_text(tile.on_wave)))
        yield from ((f"{kind}:{tile.id}", told) for kind in ("choice", *(f"tile_of_seat_{seat}" for seat in SEATED)))


def _text_of(card: Card, *text: Message) -> PieceText:
    return PieceText(written(card.title), text)


def _head(tile: TileCard) -> Message:
    type_, population = _TYPES[tile.type], Count(tile.population, NOUNS["population"])
    return (
        say("{type}, {population}.", type=type_, population=population)
        if tile.population
        else say("{type}.", type=type_)
    )


def _says(card: Card, *usual: Message) -> tuple[Message, ...]:
    """The author's own words for a card; where there are none the companion's."""
    return (written(card.text),) if card.text else usual


# --- what Monuments and effects say ---


def monument_text(card: MonumentCard) -> Message:
    """What a Monument says: its own words, or the companion's."""
    return sentences(*_says(card, *_resolve(card)))


def _resolve(card: MonumentCard) -> Iterator[Message]:
    resolve = card.resolve
    if resolve.min_round > 1:
        yield say("From round {round}.", round=resolve.min_round)
    if (lose := resolve.lose_if) is not None:
        yield say("Who has {number} or less {what} loses.", number=lose.at_most, what=_METRICS[lose.metric])
    if (least := resolve.threshold) is not None:
        number = say("{number}", number=least.add)
        if least.per_round:
            number = say("{times} × round", times=least.per_round)
            if least.add:
                number = say("{times} × round + {more}", times=least.per_round, more=least.add)
        what, scope = _METRICS[least.metric], SCOPES[least.scope]
        yield say("Once a side has {number} {what} {scope}.", number=number, what=what, scope=scope)
    for index, each in enumerate(resolve.compare):
        text = _COMPARED[each.prefer, bool(index)].text
        yield filled(text, what=_METRICS[each.metric], scope=SCOPES[each.scope])


_SOME: Final = Name("Some")
_COMPARED: Final[Mapping[tuple[str, bool], Message]] = {
    ("more", False): say("More {what} {scope} wins.", what=_SOME, scope=_SOME),
    ("more", True): say("If equal, more {what} {scope}.", what=_SOME, scope=_SOME),
    ("fewer", False): say("Less {what} {scope} wins.", what=_SOME, scope=_SOME),
    ("fewer", True): say("If equal, less {what} {scope}.", what=_SOME, scope=_SOME),
}
"""What a Monument compares, with samples in the gaps, by which is better, and whether something was compared before."""


def effects_text(effects: tuple[Effect, ...]) -> Message:
    """What these effects do, in a few words each."""
    told = [effect_text(each) for each in effects if each.op != "none"]
    return say("{effects}", effects=listing(told, ";")) if told else say("nothing")


def effect_text(effect: Effect) -> Message:
    """One effect in a few words."""
    if effect.op in ("win", "lose"):
        when = listing(map(_condition, effect.when))
        return say("win if {when}", when=when) if effect.op == "win" else say("lose if {when}", when=when)
    noun = NOUNS[effect.counter or "mana"]
    # Soulstain goes to the Tribe, or in the older game to its player, whatever else is said.
    is_tribes = effect.counter == "soulstain" and effect.to != "player"
    to = say("to the Tribe") if is_tribes else TARGETS[effect.to]
    if isinstance(effect.amount, int):
        what = say("{number} {to}", number=Count(effect.amount, noun), to=to)
    else:
        what = say("{noun} {to}: {amount}", noun=noun, to=to, amount=_amount(effect.amount))
    if effect.op == "remove":
        what = say("take away {what}", what=what)
    if effect.when:
        return say("{what}, if {when}", what=what, when=listing(map(_condition, effect.when)))
    return what


def _amount(amount: Amount) -> Message:
    parts = list[Message]()
    if amount.base:
        parts.append(say("{base}", base=amount.base))
    if amount.per:
        query = QUERIES[amount.per]
        if amount.div > 1:
            way = say("rounded up") if amount.round == "up" else say("rounded down")
            query = say("{query} / {div} {way}", query=query, div=amount.div, way=way)
        if amount.times != 1:
            query = say("{times} × {query}", times=amount.times, query=query)
        parts.append(say("{query}", query=query))
    words = say("{parts}", parts=listing(parts, "and")) if parts else say("0")
    if amount.less_per:
        less = QUERIES[amount.less_per]
        if amount.less_times != 1:
            less = say("{times} × {query}", times=amount.less_times, query=less)
        words = say("{words}, less {less}", words=words, less=less)
    if amount.max is not None:
        words = say("{words}, at most {most}", words=words, most=amount.max)
    return say("{words}, at least {least}", words=words, least=amount.min) if amount.min else words


def _condition(each: Condition) -> Message:
    query = QUERIES[each.query]
    cmp = COMPARISONS[each.cmp]
    if each.other:
        return say("{query} is {cmp} {other}", other=QUERIES[each.other], query=query, cmp=cmp)
    return say("{query} is {cmp} {value}", value=each.value or 0, query=query, cmp=cmp)
