"""What is odd in a playset and shows by reading alone: what can never happen in a game, and what stands there twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from companion.games.manawave.data.effects import Condition, Effect
from companion.games.manawave.data.playset import (
    Card,
    ClansPlayset,
    Metric,
    MonumentCard,
    NexusPlayset,
    Playset,
    Resolve,
)
from companion.language.message import Message, say
from companion.language.values import Name
from companion.playsets.core import Path, Remark
from companion.playsets.manawave.bounds import (
    NO_END,
    Seat,
    Span,
    all_effects,
    always_holds,
    amount_span,
    can_hold,
    clans_seats,
    initials,
    last_round,
    most_mana,
    nexus_seats,
)

LONG_GAME = 40
"""Rounds; with more of them a game takes a day."""


def odd(playset: Playset) -> tuple[Remark, ...]:
    """Everything that is odd in a playset with which games can be played."""
    found = list(_of_clans(playset) if isinstance(playset, ClansPlayset) else _of_nexus(playset))
    return tuple(dict.fromkeys(found))


def _of_clans(playset: ClansPlayset) -> Iterator[Remark]:
    yield from _length(playset)
    for seat, path, effects in clans_seats(playset):
        yield from _effects(seat, path, effects)
    yield from _costs(playset)
    yield from _monuments(playset)
    for index, faction in enumerate(playset.faction):
        if not any(each.faction == faction.id for each in playset.family):
            text = say(
                "{faction} has no Family: who takes it brings no cards. Write some.", faction=Name(faction.title)
            )
            yield Remark(("faction", index), text)
    yield from _twins("clan", playset.clan)
    yield from _twins("faction", playset.faction, only_names=True)
    yield from _twins("family", playset.family)
    yield from _twins("monument", playset.monument)


def _of_nexus(playset: NexusPlayset) -> Iterator[Remark]:
    yield from _length(playset)
    for index, (seat, path, effects) in enumerate(nexus_seats(playset)):
        yield from _effects(seat, path, effects)
        tile = playset.tile[index]
        for number, effect in enumerate(effects):
            yield from _of_tile(playset, (*path, number), tile.type == "tribe", effect)
        can_win = [each.op == "win" and can_hold(each.when, seat.spans) is None for each in effects]
        if tile.type == "monument" and not any(can_win) and not any(each.op == "lose" for each in effects):
            text = say(
                "{tile} is a Monument that nobody wins or loses by. Give it an effect with “win” or “lose”.",
                tile=Name(tile.title),
            )
            yield Remark(path[:2], text)
    yield from _twins("tile", playset.tile)


def _length(playset: Playset) -> Iterator[Remark]:
    rounds = last_round(playset)
    if rounds > LONG_GAME:
        key = "family" if isinstance(playset, ClansPlayset) else "tile"
        text = say("A game may last {rounds} rounds: the pile has that many cards. Write fewer copies.", rounds=rounds)
        yield Remark((key,), text)


# --- effects ---


def _effects(seat: Seat, path: Path, effects: Iterable[Effect]) -> Iterator[Remark]:
    for number, effect in enumerate(effects):
        yield from _conditions((*path, number, "when"), effect.when, seat.spans)
        if effect.op not in ("add", "remove"):
            continue
        amounts = amount_span(effect, seat.spans)
        if amounts[1] <= 0:
            text = say("This effect always comes to 0, so it never does anything. Change its amount, or leave it out.")
            yield Remark((*path, number, "amount") if effect.amount != 0 else (*path, number), text)
        if effect.op == "remove" and effect.counter == "soulstain" and seat.spans["soulstain"][1] == 0:
            text = say("Soulstain is taken away here, and no card brings any. Let one add it, or leave this out.")
            yield Remark((*path, number), text)


def _conditions(path: Path, when: Sequence[Condition], spans: dict[str, Span]) -> Iterator[Remark]:
    broken = can_hold(when, spans)
    if broken is not None:
        index = when.index(broken)
        yield Remark((*path, index), _never(broken, when[:index], spans))
        return
    for index, each in enumerate(when):
        if always_holds(each, spans):
            text = say("This condition holds in every game: leave it out, or ask for something else.")
            yield Remark((*path, index), text)


def _never(broken: Condition, before: Sequence[Condition], spans: dict[str, Span]) -> Message:
    asked = say(
        "{query} {cmp} {value}",
        query=Name(broken.query),
        cmp=Name(broken.cmp),
        value=Name(broken.other) if broken.other else broken.value or 0,
    )
    if any(each.query == broken.query for each in before):
        return say("“{asked}” never holds beside the conditions before it, so the effect never happens.", asked=asked)
    low, high = spans.get(broken.query, (0, NO_END))
    if broken.query in ("round", "strength"):
        return say(
            "“{asked}” never holds, so the effect never happens: the last game ends with {query} {last}.",
            asked=asked,
            query=Name(broken.query),
            last=int(high),
        )
    if high == 0:
        return say(
            "“{asked}” never holds, so the effect never happens: {query} is always 0 here.",
            asked=asked,
            query=Name(broken.query),
        )
    if high != NO_END:
        return say(
            "“{asked}” never holds, so the effect never happens: {query} is from {low} to {high} here.",
            asked=asked,
            query=Name(broken.query),
            low=int(low),
            high=int(high),
        )
    return say(
        "“{asked}” never holds, so the effect never happens: it is never less than {low}.", asked=asked, low=int(low)
    )


def _of_tile(playset: NexusPlayset, path: Path, is_tribe: bool, effect: Effect) -> Iterator[Remark]:
    """What is odd about an effect of a tile for where it puts counters."""
    if effect.op not in ("add", "remove") or effect.counter in ("", "soulstain"):
        return
    if effect.counter == "mana":
        text = say("Mana does nothing in a game with tiles: nothing is bought with it. Choose another counter.")
        if effect.to == "pool":
            text = say("Mana in a pool is lost: it can be placed on no tile. Choose another counter.")
        yield Remark((*path, "counter"), text)
    if effect.to == "self" and not is_tribe:
        yield Remark((*path, "to"), say("This tile takes no counters: tribe tiles alone do. Choose another target."))
    is_other = effect.to in ("opposing_nearest", "opposing_line", "adjacent", "self")
    if is_other and not any(each.type == "tribe" for each in playset.tile):
        yield Remark(
            (*path, "to"), say("No tile of this set is a tribe, so no counter is ever laid. Write tribe tiles.")
        )


# --- costs ---


def _costs(playset: ClansPlayset) -> Iterator[Remark]:
    most, price = most_mana(playset), playset.convert.clan.modality.mana
    for index, family in enumerate(playset.family):
        first: dict[object, int] = {}
        for number, modality in enumerate(family.modality):
            path: Path = ("family", index, "modality", number)
            if modality.cost * price > most:
                text = say(
                    "No game can pay for it: it takes {mana} mana, and by the last round but one no Tribe has had "
                    "more than {most}.",
                    mana=modality.cost * price,
                    most=int(most),
                )
                if most == 0:
                    text = say(
                        "No game can pay for it: no card of this set brings mana. Let one do it, or say cost = 0."
                    )
                yield Remark((*path, "cost"), text)
            effects = tuple(each for each in modality.effects if each.op != "none")
            if effects in first and effects:
                text = say(
                    "It does the same as modality {other} of this Family. Change one of them.", other=first[effects]
                )
                yield Remark(path, text)
            first.setdefault(effects, number)


# --- Monuments ---


def _monuments(playset: ClansPlayset) -> Iterator[Remark]:
    last, makes = last_round(playset), makers(playset)
    for index, monument in enumerate(playset.monument):
        path: Path = ("monument", index, "resolve")
        resolve = monument.resolve
        if resolve.min_round > last:
            text = say(
                "Nobody can win by {monument}: it speaks from round {round}, and the last game ends with round {last}.",
                monument=Name(monument.title),
                round=resolve.min_round,
                last=last,
            )
            yield Remark((*path, "min_round"), text)
            continue
        yield from _mute(path, monument, resolve, makes)


def _mute(path: Path, monument: MonumentCard, resolve: Resolve, makes: frozenset[str]) -> Iterator[Remark]:
    """What keeps a Monument from ever deciding anything."""
    title = Name(monument.title)
    lose = resolve.lose_if
    can_lose = lose is not None and lose.at_most >= 0
    if lose is not None and not can_lose:
        yield Remark(
            (*path, "lose_if", "at_most"), say("Nobody has less than 0, so nobody loses by it. Say 0 or more.")
        )
    silent = [_is_even(each.metric, each.scope, makes) for each in resolve.compare]
    for number, is_even in enumerate(silent):
        if is_even:
            each = resolve.compare[number]
            text = say(
                "Both sides always have as much {metric}, so this comparison decides nothing. Compare something else.",
                metric=Name(each.metric),
            )
            if each.metric == "families":
                text = say(
                    "Both Tribes always have as many Families, so this comparison decides nothing. Take families_min, "
                    "or the scope clan_here."
                )
            yield Remark((*path, "compare", number), text)
    threshold = resolve.threshold
    is_never = threshold is not None and threshold.metric not in makes and threshold.per_round + threshold.add > 0
    if threshold is not None and is_never:
        text = say(
            "No card or purchase of this set brings {metric}, so nobody reaches the threshold.",
            metric=Name(threshold.metric),
        )
        yield Remark((*path, "threshold"), text)
    if not can_lose and (is_never or all(silent)):
        text = say("Nobody can win by {monument}: nothing that it looks at ever differs.", monument=title)
        if not resolve.compare and lose is None:
            text = say("Nobody can win by {monument}: it has no “compare” and no “lose_if”. Write one.", monument=title)
        yield Remark(path, text)


def makers(playset: ClansPlayset) -> frozenset[str]:
    """The metrics that can be more than 0 in some game."""
    found = {"population", "families", "families_min"}
    found |= {each.counter for each in all_effects(playset) if each.op == "add" and each.counter and each.amount != 0}
    for each in (playset.setup.clan_initial, *initials(playset)):
        found |= {name for name in each.__struct_fields__ if getattr(each, name)}
    if "mana" in found:
        found |= {"attack", "shield", "growth", "modality"}
    return frozenset(found)


def _is_even(metric: Metric, scope: str, makes: frozenset[str]) -> bool:
    """Whether both sides have as much of it at all times."""
    return metric not in makes or (metric == "families" and scope == "tribe")


# --- doubled ---


def _twins(key: str, cards: Sequence[Card], only_names: bool = False) -> Iterator[Remark]:
    """Cards that people cannot tell apart, and those that do the same."""
    names, contents = dict[str, str](), dict[object, str]()
    for index, card in enumerate(cards):
        title = card.title.casefold()
        if title in names:
            text = say(
                "{card} has the name of {other}: nobody can tell them apart.",
                card=Name(card.id),
                other=Name(names[title]),
            )
            yield Remark((key, index, "name"), text)
        names.setdefault(title, card.id)
        if only_names:
            continue
        content = _content(card)
        if content in contents:
            text = say(
                "{card} does the same as {other}. Say copies = 2 there, or change one of them.",
                card=Name(card.id),
                other=Name(contents[content]),
            )
            if not hasattr(card, "copies"):
                text = say(
                    "{card} does the same as {other}. Change one of them.",
                    card=Name(card.id),
                    other=Name(contents[content]),
                )
            yield Remark((key, index), text)
        contents.setdefault(content, card.id)


def _content(card: Card) -> object:
    """What a card does, whatever it is called and however many there are."""
    fields = msgspec.structs.asdict(card)
    return tuple((name, value) for name, value in fields.items() if name not in ("id", "name", "text", "copies"))
