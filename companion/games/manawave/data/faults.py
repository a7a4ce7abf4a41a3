"""What is wrong in a playset, so that no game can be played with it: each fault with the path where it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

import msgspec

from companion.games.manawave.data.effects import OF_CLANS, OF_NEXUS, Amount, Effect
from companion.games.manawave.data.playset import OFFERED, POSITIONS, Card, ClansPlayset, Initial, NexusPlayset, Playset
from companion.games.shared.called import fault_in_name, fault_in_text, texts_in
from companion.language.message import Message, names, say
from companion.language.values import Name

Path: TypeAlias = tuple[str | int, ...]
LARGEST: Final = 999
_PLAIN: Final = ("add", "remove", "none")
"""What effects may do on a card that is no Monument of the older game."""


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong, and where: keys and numbers from 0, as in a TOML file."""

    path: Path
    text: Message

    @property
    def place(self) -> str:
        """Where it stands as people count in the file: "family 4, modality 2, cost"."""
        words = list[str]()
        for step in self.path:
            if isinstance(step, int) and words:
                words[-1] += f" {step + 1}"
            else:
                words.append(str(step))
        return ", ".join(words)


def faults(playset: Playset) -> tuple[Fault, ...]:
    """The same with the places."""
    found = _of_clans(playset) if isinstance(playset, ClansPlayset) else _of_nexus(playset)
    plain = msgspec.to_builtins(playset)
    return (*found, *_large((), plain), *_unfit(plain), *_called(playset))


def _large(path: Path, value: object) -> Iterator[Fault]:
    """Numbers larger than any in a game: a saved one with such a number is not opened."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _large((*path, key), each)
    elif isinstance(value, list | tuple):
        for index, each in enumerate(value):
            yield from _large((*path, index), each)
    elif isinstance(value, int) and abs(value) > LARGEST:
        text = say("{number} is larger than any number here may be. Say {most} or less.", number=value, most=LARGEST)
        yield Fault(path, text)


def _unfit(plain: object) -> Iterator[Fault]:
    """Names and texts that would not read on a page as they stand there."""
    for path, text in texts_in(plain):
        fault = fault_in_name(text) if path[-1] in ("name", "author") else fault_in_text(text)
        if fault is not None:
            yield Fault(path, fault)


def _called(playset: Playset) -> Iterator[Fault]:
    """The same of what a card without a name is called, by its id."""
    rows = ("clan", "faction", "family", "monument") if isinstance(playset, ClansPlayset) else ("tile",)
    for row in rows:
        for index, card in enumerate(getattr(playset, row)):
            if not card.name and (fault := fault_in_name(card.title)) is not None:
                yield Fault((row, index, "id"), fault)


def _of_clans(playset: ClansPlayset) -> Iterator[Fault]:
    for key in ("clan", "faction", "family", "monument"):
        yield from _doubles(key, getattr(playset, key))
    if playset.setup.positions != POSITIONS:
        yield Fault(("setup", "positions"), say("The mat has {number} positions. Say positions = 3.", number=POSITIONS))
    if (number := len(playset.clan)) != POSITIONS:
        yield Fault(("clan",), say("There are {number} Clans. Write 3, one for each position.", number=number))
    if (number := len(playset.faction)) < OFFERED:
        yield Fault(("faction",), say("There are {number} Factions. Write 3 or more.", number=number))
    if (number := sum(each.default for each in playset.monument)) < POSITIONS:
        yield Fault(("monument",), say("{number} Monuments are Defaults. Mark 3 or more.", number=number))
    if (number := len(playset.monument) - number) < POSITIONS:
        yield Fault(("monument",), say("{number} Monuments are no Defaults. Write 3 or more.", number=number))
    yield from _rounds(playset)
    if playset.setup.max_families_per_clan < 1:
        yield Fault(("setup", "max_families_per_clan"), say("A column takes no Family. Say 1 or more."))
    yield from _piles(playset)
    yield from _initials(playset)
    yield from _families(playset)
    for index, clan in enumerate(playset.clan):
        yield from _effects(("clan", index, "effects"), clan.effects, *OF_CLANS, _PLAIN)
    for key, rates in (("clan", playset.convert.clan), ("tribe", playset.convert.tribe)):
        for kind in rates.__struct_fields__:
            if getattr(rates, kind).mana < 1:
                yield Fault(("convert", key, kind, "mana"), say("A counter costs 1 mana or more."))


def _rounds(playset: Playset) -> Iterator[Fault]:
    if playset.setup.end_when_pile_below < OFFERED:
        text = say("Three cards are drawn in a round, so a round needs them. Say 3 or more.")
        yield Fault(("setup", "end_when_pile_below"), text)


def _families(playset: ClansPlayset) -> Iterator[Fault]:
    """What is wrong with a Family, its Faction, its copies and its modalities."""
    factions = {each.id for each in playset.faction}
    for index, family in enumerate(playset.family):
        path: Path = ("family", index)
        if family.faction not in factions:
            known = names(sorted(factions), ",")
            text = say(
                "{family} belongs to {faction}, which is no Faction here. Choose one of: {known}.",
                family=Name(family.id),
                faction=Name(family.faction),
                known=known,
            )
            yield Fault((*path, "faction"), text)
        if family.copies < 1:
            yield Fault((*path, "copies"), say("{family} has no copy. Say 1 or more.", family=Name(family.id)))
        if not any(each.cost <= 0 for each in family.modality):
            text = say("{family} has no modality of cost 0, and a fresh Family needs one.", family=Name(family.id))
            yield Fault((*path, "modality"), text)
        for number, modality in enumerate(family.modality):
            if modality.cost < 0:
                text = say("{family}: a modality costs less than nothing.", family=Name(family.id))
                yield Fault((*path, "modality", number, "cost"), text)
            yield from _effects((*path, "modality", number, "effects"), modality.effects, *OF_CLANS, _PLAIN)


def _initials(playset: ClansPlayset) -> Iterator[Fault]:
    """Whether Clans and Families bring something, and take nothing away."""
    kinds = ("clan_initial", "family_initial", "family_initial_same_pick")
    brought: list[tuple[Path, Initial | None]] = [(("setup", kind), getattr(playset.setup, kind)) for kind in kinds]
    brought += [(("family", index, "initial"), each.initial) for index, each in enumerate(playset.family)]
    for path, initial in brought:
        for kind, number in initial.items() if initial is not None else ():
            if number < 0:
                yield Fault((*path, kind), say("Nobody begins with less than nothing. Say 0 or more."))


def _piles(playset: ClansPlayset) -> Iterator[Fault]:
    """Whether two players who take the same two smallest Factions have a round's cards at all."""
    sizes = Counter[str]()
    for family in playset.family:
        sizes[family.faction] += family.copies * playset.setup.pile_sets_per_player_faction
    smallest = sorted(sizes[each.id] for each in playset.faction)[:2]
    if 2 * sum(smallest) < playset.setup.end_when_pile_below:
        yield Fault(("family",), say("Two Factions have too few Families for one round. Write more, or more copies."))


def _of_nexus(playset: NexusPlayset) -> Iterator[Fault]:
    yield from _doubles("tile", playset.tile)
    board = playset.board
    if not 1 <= board.nexus <= 5:
        text = say("The mat has places for 1 to 5 Nexus tiles, not {number}.", number=board.nexus)
        yield Fault(("board", "nexus"), text)
    if not 1 <= board.max_rows <= 5:
        yield Fault(("board", "max_rows"), say("The mat has 1 to 5 rows, not {number}.", number=board.max_rows))
    if board.strength_start < 0:
        yield Fault(("board", "strength_start"), say("The wave cannot begin with less than no strength."))
    if sum(each.copies for each in playset.tile) < playset.setup.end_when_pile_below:
        yield Fault(("tile",), say("There are too few tile cards for one round. Write more, or more copies."))
    yield from _rounds(playset)
    for index, tile in enumerate(playset.tile):
        path: Path = ("tile", index)
        if tile.copies < 1:
            yield Fault((*path, "copies"), say("{tile} has no copy. Say 1 or more.", tile=Name(tile.id)))
        if tile.population < 0 or (tile.population and tile.type != "tribe"):
            text = say("{tile} cannot have that population: tribe tiles alone have any.", tile=Name(tile.id))
            yield Fault((*path, "population"), text)
        allowed = (*_PLAIN, "win", "lose") if tile.type == "monument" else _PLAIN
        yield from _effects((*path, "on_wave"), tile.on_wave, *OF_NEXUS, allowed)


def _doubles(key: str, cards: Iterable[Card]) -> Iterator[Fault]:
    seen = set[str]()
    for index, card in enumerate(cards):
        is_word = card.id.isascii() and card.id.replace("_", "").isalnum() and card.id == card.id.lower()
        if not is_word:
            text = say("“{id}” is no id: write small letters, digits and _.", id=Name(card.id[:40]))
            yield Fault((key, index, "id"), text)
        if card.id in seen:
            yield Fault((key, index, "id"), say("{id} is there twice. Give one another id.", id=Name(card.id)))
        seen.add(card.id)


def _effects(
    path: Path,
    effects: Iterable[Effect],
    targets: tuple[str, ...],
    queries: tuple[str, ...],
    allowed: tuple[str, ...],
) -> Iterator[Fault]:
    for index, effect in enumerate(effects):
        here = (*path, index)
        if effect.op not in allowed:
            known = names(allowed, ",")
            text = say("“{op}” means nothing on this card. Choose one of: {known}.", op=Name(effect.op), known=known)
            yield Fault((*here, "op"), text)
        if effect.op in ("add", "remove"):
            if not effect.counter:
                yield Fault(here, say("An effect that adds or removes names a counter."))
            if effect.counter != "soulstain" and effect.to == "player":
                yield Fault((*here, "to"), say("A player takes Soulstain alone. Counters go “to” a tile, or “pool”."))
            elif effect.counter != "soulstain" and effect.to not in targets:
                known = names(targets, ",")
                text = say("“{to}” is no target here. Choose one of: {known}.", to=Name(effect.to), known=known)
                yield Fault((*here, "to"), text)
        if isinstance(effect.amount, Amount):
            yield from _amount((*here, "amount"), effect.amount)
        elif effect.op in ("add", "remove") and effect.amount < 0:
            yield Fault((*here, "amount"), say('An amount is 0 or more. To take away, say op = "remove".'))
        for name in effect.queries:
            if name not in queries:
                known = names(queries, ",")
                yield Fault(
                    here, say("“{query}” is no query here. Choose one of: {known}.", query=Name(name), known=known)
                )
        for number, condition in enumerate(effect.when):
            if (condition.value is None) == (not condition.other):
                yield Fault((*here, "when", number), say("A condition has either a value or another query."))


def _amount(path: Path, amount: Amount) -> Iterator[Fault]:
    if amount.div < 1:
        yield Fault((*path, "div"), say("A division is by 1 or more."))
    if amount.min < 0:
        yield Fault((*path, "min"), say("The least amount is 0 or more."))
    if amount.max is not None and amount.max < amount.min:
        yield Fault((*path, "max"), say("The most is less than the least."))
