"""What a seat puts together on its phone before it locks in: each step is a draft, and only the last tap is an act.

A draft is an act of the seat as it stands so far; whatever is offered from it is within the caps and costs (M-060 to
M-071), and can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from msgspec.structs import replace

from companion.games.core import Choice
from companion.games.errors import IllegalAction
from companion.games.manawave.data.effects import COUNTERS, MADE, NOUNS
from companion.games.manawave.rules import foundation, investment, lines, purchases, selection, tiles
from companion.games.manawave.rules.course import COURSE
from companion.games.manawave.rules.secret import Secret
from companion.games.manawave.state.acts import Attach, End, Found, Invest, ManaAction, Numbers, Scatter, slot
from companion.games.manawave.state.model import PLACES, Family, ManaView, Table, Tribe
from companion.games.manawave.words.card_texts import about, modality_words
from companion.games.shared.phases import put
from companion.language.message import NOTHING, Message, say
from companion.language.values import Name

Draft: TypeAlias = Found | Attach | Invest | Scatter
ENDS: tuple[End, End] = ("top", "bottom")


def draft_of(view: ManaView) -> Draft | None:
    """What this seat has put together so far, or what it begins with; None where it has nothing to put together."""
    table, seat, begun = view.table, view.seat, view.draft
    part = COURSE.moment(table)
    if seat is None or table.ended or not isinstance(part, Secret) or seat not in part.waiting(table):
        return None
    match part:
        case foundation.Founding():
            founds = Found(seat, 0, (), tuple(each.id for each in table.clans_set.clan))
            return begun if isinstance(begun, Found) and len(begun.clans) == len(PLACES) else founds
        case selection.Placing():
            families, fresh = table.clans.tribes[seat].families, Family(table.picked[seat])
            places = (0, *selection.open_positions(table, seat))
            if isinstance(begun, Attach) and len(begun.modes) == len(families) and begun.position in places:
                return begun
            modes = tuple(each.mode for each in families)
            return Attach(seat, 0, "", next(iter(purchases.open_modes(table.clans_set, fresh)), 0), modes)
        case investment.Investing():
            keeps = purchases.whole(table.clans.tribes[seat], seat)
            return begun if isinstance(begun, Invest) and so_far(table, begun) is not None else keeps
        case lines.Scattering():
            first = part.examples(table, seat)[0]
            return begun if isinstance(begun, Scatter) and _fits_tiles(table, begun, first) else first
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


def so_far(table: Table, draft: Invest) -> Tribe | None:
    """The Tribe as a draft leaves it; None where it is against a rule."""
    try:
        return purchases.worked_off(table.clans_set, table.clans.tribes[draft.seat], draft)
    except IllegalAction:
        return None


def step(
    draft: Draft, label: Message, group: Message, key: str = "", piece: str = "", about: Message = NOTHING
) -> Choice[ManaAction]:
    """A tap that makes this the draft; by its key it is the same tap whatever number its label says."""
    return Choice(label, (), group, piece, draft=draft, key=key, about=about)


def _lock_in(draft: Draft, words: Message) -> Choice[ManaAction]:
    text = say("Lock in: {choice}", choice=words)
    return Choice(text, (draft,), say("Lock in"), is_pressed=True, is_main=True)


def _card(view: ManaView, draft: Draft, label: Message, group: Message, kind: str) -> Choice[ManaAction]:
    """A step that is about a card: drawn, and with what it says."""
    return step(draft, label, group, piece=kind, about=about(view.table.setup.playset, kind))


def _modality(view: ManaView, family: str, mode: int) -> Message:
    """What a Family does in a modality, by its number."""
    return modality_words(mode, view.table.clans_set.families[family].modality[mode])


# --- how a Tribe is founded ---


def _of_found(view: ManaView, draft: Found) -> Iterator[Choice[ManaAction]]:
    table, title = view.table, view.table.title
    if draft.veto and len(draft.factions) == foundation.TAKEN:
        yield _lock_in(draft, foundation.Founding().words(view, draft))
    for position, offer in zip(PLACES, table.clans.offers, strict=True):
        if position != draft.veto:
            text = say("{monument}, at {position}", monument=title(offer), position=position)
            yield _card(view, replace(draft, veto=position), text, say("Veto one Monument"), f"monument:{offer}")
    for faction in table.clans.factions:
        if faction not in draft.factions:
            text = say("{faction}", faction=title(faction))
            yield _card(view, with_faction(draft, faction), text, say("Select two Factions"), f"faction:{faction}")
    for index, position in enumerate(PLACES):
        for clan in draft.clans:
            if clan != draft.clans[index]:
                text, old = say("{clan}", clan=title(clan)), title(draft.clans[index])
                group = say("At position {position} instead of {clan}", position=position, clan=old)
                there = swapped(draft, index, clan)
                yield _card(view, there, text, group, f"clan_of_seat_{draft.seat + 1}:{clan}")


def with_faction(draft: Found, faction: str) -> Found:
    """The draft with this one selected: a third one takes the place of the one that was selected first."""
    return replace(draft, factions=(*draft.factions, faction)[-foundation.TAKEN :])


def swapped(draft: Found, index: int, clan: str) -> Found:
    """The draft with that Clan at the place of this index, and the one that stood there in its place."""
    there = put(draft.clans, draft.clans.index(clan), draft.clans[index])
    return replace(draft, clans=put(there, index, clan))


# --- where a Family is attached ---


def _of_attach(view: ManaView, draft: Attach) -> Iterator[Choice[ManaAction]]:
    table, seat, playset = view.table, draft.seat, view.table.clans_set
    if draft.position:
        yield _lock_in(draft, selection.Placing().words(view, draft))
    for position in selection.open_positions(table, seat):
        for end in ENDS:
            there = replace(draft, position=position, end=end)
            if there != draft:
                yield step(there, end_words(end, position), say("Where it is attached"))
    card = playset.families[table.picked[seat]]
    for mode in purchases.open_modes(playset, Family(card.id)):
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
    view: ManaView, draft: Attach | Invest, modes: tuple[int, ...], families: Sequence[Family]
) -> Iterator[Choice[ManaAction]]:
    playset = view.table.clans_set
    for index, family in enumerate(families):
        title = say("{family}", family=Name(playset.families[family.kind].title))
        for mode in purchases.open_modes(playset, family):
            if mode != modes[index]:
                changed, does = replace(draft, modes=put(modes, index, mode)), _modality(view, family.kind, mode)
                yield step(changed, mode_label(mode), title, f"{index}.{mode}", about=does)


# --- what is bought ---


def _of_invest(view: ManaView, draft: Invest) -> Iterator[Choice[ManaAction]]:
    table, part, tribe = view.table, investment.Investing(), view.table.clans.tribes[draft.seat]
    found = so_far(table, draft)
    assert found is not None  # else it is no draft
    lies = found.counters
    if is_whole(table, draft):
        yield _lock_in(draft, part.words(view, draft))
    first = purchases.whole(tribe, draft.seat)
    if draft != first:
        yield step(first, say("Begin again"), say("Your choice so far"))
    for index, kind in enumerate(MADE):
        group = say("Tribe: mana into {counter}", counter=NOUNS[kind])
        yield from _steps(table, draft, "tribe", index, group)
    for position in PLACES:
        for index, counter in enumerate(COUNTERS):
            group = say("{counter:capital} of the Tribe to Clan {position}", counter=NOUNS[counter], position=position)
            yield from _steps(table, draft, "assign", slot("assign", position, index), group, lies.of(counter))
        for index, made in enumerate(MADE):
            group = say("Clan {position}: mana into {counter}", counter=NOUNS[made], position=position)
            yield from _steps(table, draft, "clan", slot("clan", position, index), group)
    for index, family in enumerate(tribe.families):
        title = Name(table.clans_set.families[family.kind].title)
        yield from _steps(table, draft, "bought", index, say("Modality counters on {family}", family=title))
    yield from _modes(view, draft, draft.modes, _bought(table, draft))
    for each in purchases.plans(table.clans_set, tribe, draft.seat):
        if each != draft:
            yield step(each, part.words(view, each), say("A proposal"))


def _bought(table: Table, draft: Invest) -> tuple[Family, ...]:
    """The Families of the Tribe with the counters that are bought for them."""
    families = zip(table.clans.tribes[draft.seat].families, draft.bought, strict=True)
    return tuple(replace(each, counters=each.counters + more) for each, more in families)


def is_whole(table: Table, draft: Invest) -> bool:
    """Whether a decision may be locked in: nothing that has to be given to a Clan is left."""
    return investment.Investing().misfit(table, draft) is None


def _steps(
    table: Table, draft: Invest, field: Numbers, index: int, group: Message, left: int = 0
) -> Iterator[Choice[ManaAction]]:
    """One more, all that is left, one fewer: what of it is within the rules."""
    has: int = getattr(draft, field)[index]
    ways = (
        (1, say("One more: {number}", number=has + 1), "+"),
        (left if left > 1 else 0, say("All: {number}", number=has + left), "all"),
        (-1 if has else 0, say("One fewer: {number}", number=has - 1), "-"),
    )
    for by, label, key in ways:
        if by and (changed := with_number(table, draft, field, index, has + by)) is not None:
            yield step(changed, label, group, f"{index}{key}")


def with_number(table: Table, draft: Invest, field: Numbers, index: int, number: int) -> Invest | None:
    """The draft with another number in one place; None where that is against a rule."""
    changed = draft.with_number(field, index, number)
    if field == "bought":  # one whose counters do not cover its modality any more is in its old one
        families, bought = table.clans.tribes[draft.seat].families, _bought(table, changed)
        modes = zip(families, bought, changed.modes, strict=True)
        fit = (mode if mode in purchases.open_modes(table.clans_set, now) else was.mode for was, now, mode in modes)
        changed = replace(changed, modes=tuple(fit))
    return changed if so_far(table, changed) is not None else None


# --- what is placed on tiles ---


def _fits_tiles(table: Table, draft: Scatter, first: Scatter) -> bool:
    used, pool = tiles.spent(draft), table.nexus.pools[draft.seat]
    is_shape = (len(draft.own), len(draft.other)) == (len(first.own), len(first.other))
    return is_shape and all(used.of(kind) <= pool.of(kind) for kind in (*tiles.OWN_KINDS, *tiles.OTHER_KINDS))


def _of_scatter(view: ManaView, draft: Scatter) -> Iterator[Choice[ManaAction]]:
    table, seat, part = view.table, draft.seat, lines.Scattering()
    yield _lock_in(draft, part.words(view, draft))
    for each in part.examples(table, seat):
        if each != draft and any((*each.own, *each.other)):
            text = say("Lock in: {choice}", choice=part.words(view, each))
            yield Choice(text, (each,), say("All in one tap"))
    pool, used = table.nexus.pools[seat], tiles.spent(draft)
    both = zip(("own", "other"), tiles.sides(table.nexus_set, table.nexus, draft), strict=True)
    for field, (lying, kinds, numbers) in both:
        for at, (tile, kind) in enumerate(product(lying, kinds)):
            group = say("{counter:capital} on {tile}", counter=NOUNS[kind], tile=table.title(tile.kind))
            has = numbers[at]
            if used.of(kind) < pool.of(kind):
                more = replace(draft, **{field: put(numbers, at, has + 1)})
                yield step(more, say("One more: {number}", number=has + 1), group, f"{at}+")
            if has:
                fewer = replace(draft, **{field: put(numbers, at, has - 1)})
                yield step(fewer, say("One fewer: {number}", number=has - 1), group, f"{at}-")
