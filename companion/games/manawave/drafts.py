"""What a seat puts together on its phone before it commits: each step is a draft, and only the last tap is an act.

A draft is an act of the seat as it stands so far; whatever is offered from it is within the caps and costs (M-060 to
M-071), and can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from companion.games.core import Choice, Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.acts import Attach, End, Found, Invest, ManaAction, Scatter
from companion.games.manawave.card_texts import about, modality_words
from companion.games.manawave.course import part_of
from companion.games.manawave.effects import COUNTERS
from companion.games.manawave.model import PLACES, Family, ManaView, Table
from companion.games.manawave.phases.foundation import TAKEN, Founding
from companion.games.manawave.phases.investment import Investing
from companion.games.manawave.phases.placement import Placing, open_positions
from companion.games.manawave.phases.process import Scattering
from companion.games.manawave.phases.secret import Secret
from companion.games.manawave.playset import ClansPlayset
from companion.games.manawave.purchase_plans import plans
from companion.games.manawave.purchases import KINDS, MADE, NOUNS, Ledger, open_modes, whole, worked_off
from companion.games.manawave.tiles import OTHER_KINDS, OWN_KINDS, spent, tribes_of
from companion.language.message import NOTHING, Message, say
from companion.language.values import Name

Draft: TypeAlias = Found | Attach | Invest | Scatter
ENDS: tuple[End, End] = ("top", "bottom")
_COMMIT, _STEP = say("Commit"), say("Your choice so far")


def draft_of(view: ManaView) -> Draft | None:
    """What this seat has put together so far, or what it begins with; None where it has nothing to put together."""
    table, seat = view.table, view.seat
    part = part_of(table)
    if seat is None or table.ended or not isinstance(part, Secret) or seat not in part.waiting(table):
        return None
    begun = view.draft
    match part:
        case Founding():
            return begun if isinstance(begun, Found) and len(begun.clans) == len(PLACES) else _first_found(table, seat)
        case Placing():
            return begun if isinstance(begun, Attach) and _fits_column(table, begun) else _first_attach(table, seat)
        case Investing():
            first = replace(whole(table.clans.tribes[seat]), seat=seat)
            return begun if isinstance(begun, Invest) and ledger(table, begun) is not None else first
        case Scattering():
            first_ = _first_scatter(table, seat)
            return begun if isinstance(begun, Scatter) and _fits_tiles(table, begun, first_) else first_
    return None


def drafted(view: ManaView) -> Iterator[Choice[ManaAction]]:
    """Every step from the draft, and the commitment where it is whole."""
    draft = draft_of(view)
    match draft:
        case Found():
            yield from _of_found(view, draft)
        case Attach():
            yield from _of_attach(view, draft)
        case Invest():
            yield from _of_invest(view, draft)
        case Scatter():
            yield from _of_scatter(view, draft)


def ledger(table: Table, draft: Invest) -> Ledger | None:
    """What a draft comes to; None where it is against a rule."""
    try:
        return worked_off(table.clans_set, table.clans.tribes[draft.seat], draft)
    except IllegalAction:
        return None


def step(
    draft: Draft, label: Message, group: Message, key: str = "", piece: str = "", about: Message = NOTHING
) -> Choice[ManaAction]:
    """A tap that makes this the draft; by its key it is the same tap whatever number its label says."""
    return Choice(label, (), group, piece, draft=draft, key=key, about=about)


def _card(view: ManaView, draft: Draft, label: Message, group: Message, kind: str) -> Choice[ManaAction]:
    """A step that is about a card: drawn, and with what it says."""
    return step(draft, label, group, piece=kind, about=about(view.table.setup.playset, kind))


def _modality(view: ManaView, family: str, mode: int) -> Message:
    """What a Family does in a modality, by its number."""
    found = (each for each in view.table.clans_set.families[family].modality if each.cost == mode)
    return next(map(modality_words, found), NOTHING)


# --- what a Tribe begins with ---


def _first_found(table: Table, seat: Seat) -> Found:
    return Found(seat, 0, (), tuple(each.id for each in table.clans_set.clan))


def _of_found(view: ManaView, draft: Found) -> Iterator[Choice[ManaAction]]:
    table, titles = view.table, view.table.setup.playset.titles()
    if draft.veto and len(draft.factions) == TAKEN:
        text = say("Commit: {choice}", choice=Founding().words(view, draft))
        yield Choice(text, (draft,), _COMMIT, is_pressed=True, is_main=True)
    for position, offer in zip(PLACES, table.clans.offers, strict=True):
        if position != draft.veto:
            text = say("{monument}, at {position}", monument=Name(titles[offer]), position=position)
            yield _card(view, replace(draft, veto=position), text, say("Veto one Monument"), f"monument:{offer}")
    for faction in table.clans.factions:
        if faction not in draft.factions:
            text = say("{faction}", faction=Name(titles[faction]))
            yield _card(view, with_faction(draft, faction), text, say("Select two Factions"), f"faction:{faction}")
    for index, position in enumerate(PLACES):
        for clan in draft.clans:
            if clan != draft.clans[index]:
                text = say("{clan}", clan=Name(titles[clan]))
                group = say(
                    "At position {position} instead of {clan}", position=position, clan=Name(titles[draft.clans[index]])
                )
                there = swapped(draft, index, clan)
                yield _card(view, there, text, group, f"clan_of_seat_{draft.seat + 1}:{clan}")


def with_faction(draft: Found, faction: str) -> Found:
    """The draft with this one selected: a third one takes the place of the one that was selected first."""
    return replace(draft, factions=(*draft.factions, faction)[-TAKEN:])


def swapped(draft: Found, index: int, clan: str) -> Found:
    """The draft with that Clan at the place of this index, and the one that stood there in its place."""
    other = draft.clans.index(clan)
    places = list(draft.clans)
    places[index], places[other] = clan, draft.clans[index]
    return replace(draft, clans=tuple(places))


# --- where a Family is attached ---


def _first_attach(table: Table, seat: Seat) -> Attach:
    fresh = open_modes(table.clans_set, Family(table.picked[seat]))
    modes = tuple(each.mode for each in table.clans.tribes[seat].families)
    return Attach(seat, 0, "", fresh[0] if fresh else 0, modes)


def _fits_column(table: Table, draft: Attach) -> bool:
    families = table.clans.tribes[draft.seat].families
    return len(draft.modes) == len(families) and draft.position in (0, *open_positions(table, draft.seat))


def _of_attach(view: ManaView, draft: Attach) -> Iterator[Choice[ManaAction]]:
    table, seat = view.table, draft.seat
    playset = table.clans_set
    if draft.position:
        words = Placing().words(view, draft)
        yield Choice(say("Commit: {choice}", choice=words), (draft,), _COMMIT, is_pressed=True, is_main=True)
    for position in open_positions(table, seat):
        for end in ENDS:
            there = replace(draft, position=position, end=end)
            if there != draft:
                yield step(there, end_words(end, position), say("Where it is attached"))
    card = playset.families[table.picked[seat]]
    for mode in open_modes(playset, Family(card.id)):
        if mode != draft.mode:
            title = say("{family}", family=Name(card.title))
            yield step(replace(draft, mode=mode), mode_label(mode), title, about=_modality(view, card.id, mode))
    yield from _modes(view, draft, draft.modes, table.clans.tribes[seat].families)


def end_words(end: End, position: int) -> Message:
    """An end of a column, in words."""
    if end == "top":
        return say("Top of column {position}", position=position)
    return say("Bottom of column {position}", position=position)


def mode_label(mode: int) -> Message:
    """A modality by its number."""
    return say("Modality {mode}", mode=mode)


def _modes(
    view: ManaView, draft: Attach | Invest, modes: Sequence[int], families: Sequence[Family]
) -> Iterator[Choice[ManaAction]]:
    playset = view.table.clans_set
    for index, family in enumerate(families):
        title = say("{family}", family=Name(playset.families[family.kind].title))
        for mode in open_modes(playset, family):
            if mode != modes[index]:
                changed, does = replace(draft, modes=_put(modes, index, mode)), _modality(view, family.kind, mode)
                yield step(changed, mode_label(mode), title, f"{index}.{mode}", about=does)


# --- what is bought ---


def _of_invest(view: ManaView, draft: Invest) -> Iterator[Choice[ManaAction]]:
    table, part = view.table, Investing()
    found = ledger(table, draft)
    assert found is not None  # else it is no draft
    if _is_whole(table, draft):
        text = say("Commit: {choice}", choice=part.words(view, draft))
        yield Choice(text, (draft,), _COMMIT, is_pressed=True, is_main=True)
    first = replace(whole(table.clans.tribes[draft.seat]), seat=draft.seat)
    if draft != first:
        yield step(first, say("Begin again"), _STEP)
    for index, kind in enumerate(MADE):
        group = say("Tribe: mana into {counter}", counter=NOUNS[kind])
        yield from _steps(table, draft, "tribe", index, group)
    for position in PLACES:
        for index, counter in enumerate(COUNTERS):
            group = say("{counter:capital} of the Tribe to Clan {position}", counter=NOUNS[counter], position=position)
            yield from _steps(table, draft, "assign", KINDS * (position - 1) + index, group, found.left.of(counter))
        for index, made in enumerate(MADE):
            group = say("Clan {position}: mana into {counter}", counter=NOUNS[made], position=position)
            yield from _steps(table, draft, "clan", len(MADE) * (position - 1) + index, group)
    for index, family in enumerate(table.clans.tribes[draft.seat].families):
        title = Name(table.clans_set.families[family.kind].title)
        yield from _steps(table, draft, "bought", index, say("Modality counters on {family}", family=title))
    bought = [
        replace(each, counters=each.counters + more)
        for each, more in zip(table.clans.tribes[draft.seat].families, draft.bought, strict=True)
    ]
    yield from _modes(view, draft, draft.modes, bought)
    for each in plans(table.clans_set, table.clans.tribes[draft.seat], draft.seat):
        if each != draft:
            yield step(each, part.words(view, each), say("A proposal"))


def _is_whole(table: Table, draft: Invest) -> bool:
    try:
        Investing().check(table, draft)
    except IllegalAction:
        return False
    return True


def _steps(
    table: Table, draft: Invest, field: str, index: int, group: Message, left: int = 0
) -> Iterator[Choice[ManaAction]]:
    """One more, all that is left, one fewer: what of it is within the rules."""
    numbers: tuple[int, ...] = getattr(draft, field)
    has = numbers[index]
    ways = [(has + 1, say("One more: {number}", number=has + 1), "+")]
    if left > 1:
        ways.append((has + left, say("All: {number}", number=has + left), "all"))
    if has:
        ways.append((has - 1, say("One fewer: {number}", number=has - 1), "-"))
    for number, label, key in ways:
        changed = with_number(table.clans_set, table, draft, field, index, number)
        if changed is not None:
            yield step(changed, label, group, f"{index}{key}")


def with_number(
    playset: ClansPlayset, table: Table, draft: Invest, field: str, index: int, number: int
) -> Invest | None:
    """The draft with another number in one place; None where that is against a rule."""
    changed = replace(draft, **{field: _put(getattr(draft, field), index, number)})
    if field == "bought":
        changed = _affordable_modes(playset, table, changed)
    return changed if ledger(table, changed) is not None else None


def _affordable_modes(playset: ClansPlayset, table: Table, draft: Invest) -> Invest:
    """The draft with each Family in a modality that its counters cover: where one was given back, in its old one."""
    modes = list(draft.modes)
    for index, (family, more) in enumerate(zip(table.clans.tribes[draft.seat].families, draft.bought, strict=True)):
        if modes[index] not in open_modes(playset, replace(family, counters=family.counters + more)):
            modes[index] = family.mode
    return replace(draft, modes=tuple(modes))


# --- what is placed on tiles ---


def _first_scatter(table: Table, seat: Seat) -> Scatter:
    own = len(OWN_KINDS) * len(tribes_of(table.nexus_set, table.nexus, seat))
    other = len(OTHER_KINDS) * len(tribes_of(table.nexus_set, table.nexus, 1 - seat))
    return Scatter(seat, (0,) * own, (0,) * other, is_told=True)


def _fits_tiles(table: Table, draft: Scatter, first: Scatter) -> bool:
    used, pool = spent(draft.own, draft.other), table.nexus.pools[draft.seat]
    is_shape = (len(draft.own), len(draft.other)) == (len(first.own), len(first.other))
    return is_shape and all(used.of(kind) <= pool.of(kind) for kind in (*OWN_KINDS, *OTHER_KINDS))


def _of_scatter(view: ManaView, draft: Scatter) -> Iterator[Choice[ManaAction]]:
    table, seat = view.table, draft.seat
    text = say("Commit: {choice}", choice=Scattering().words(view, draft))
    yield Choice(text, (draft,), _COMMIT, is_pressed=True, is_main=True)
    pool, used = table.nexus.pools[seat], spent(draft.own, draft.other)
    sides = (
        ("own", tribes_of(table.nexus_set, table.nexus, seat), OWN_KINDS, draft.own),
        ("other", tribes_of(table.nexus_set, table.nexus, 1 - seat), OTHER_KINDS, draft.other),
    )
    for field, tiles, kinds, numbers in sides:
        for index, tile in enumerate(tiles):
            title = Name(table.nexus_set.tiles[tile.kind].title)
            for place, kind in enumerate(kinds):
                at = index * len(kinds) + place
                group = say("{counter:capital} on {tile}", counter=NOUNS[kind], tile=title)
                if used.of(kind) < pool.of(kind):
                    more = replace(draft, **{field: _put(numbers, at, numbers[at] + 1)})
                    yield step(more, say("One more: {number}", number=numbers[at] + 1), group, f"{at}+")
                if numbers[at]:
                    fewer = replace(draft, **{field: _put(numbers, at, numbers[at] - 1)})
                    yield step(fewer, say("One fewer: {number}", number=numbers[at] - 1), group, f"{at}-")


def _put(numbers: Sequence[int], index: int, number: int) -> tuple[int, ...]:
    return (*numbers[:index], number, *numbers[index + 1 :])
