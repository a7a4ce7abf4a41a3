"""What a report speaks of: the cards, modalities and effects of a playset, each with its place and its words."""

from __future__ import annotations

import msgspec

from companion.games.manawave.data.effects import Amount, Effect
from companion.games.manawave.data.playset import ClansPlayset, NexusPlayset, Playset
from companion.language.message import Message, say
from companion.language.values import Name
from companion.playsets.core import Path


class EffectOf(msgspec.Struct, frozen=True):
    """One effect of one card."""

    key: str
    """As a tally names it."""
    path: Path
    card: str
    """The card as a tally names it: "family/3"."""
    mode: int | None
    """Of which modality it is; None for a card without any."""
    effect: Effect
    words: Message

    @property
    def mode_key(self) -> str:
        """The modality as a tally names it."""
        return f"{self.card.partition('/')[2]}/{self.mode}"


def effects_of(playset: Playset) -> tuple[EffectOf, ...]:
    """Every effect that does something, in the order of the file."""
    found = list[EffectOf]()
    if isinstance(playset, NexusPlayset):
        for index, tile in enumerate(playset.tile):
            found += [
                _of_card(f"tile/{index}", ("tile", index, "on_wave"), tile.title, n, e)
                for n, e in enumerate(tile.on_wave)
            ]
        return tuple(each for each in found if each.effect.op != "none")
    for index, clan in enumerate(playset.clan):
        found += [
            _of_card(f"clan/{index}", ("clan", index, "effects"), clan.title, n, e) for n, e in enumerate(clan.effects)
        ]
    for index, family in enumerate(playset.family):
        for mode, modality in enumerate(family.modality):
            for number, effect in enumerate(modality.effects):
                words = say(
                    "{card}, modality {mode}: {effect}", card=Name(family.title), mode=mode, effect=_words(effect)
                )
                path: Path = ("family", index, "modality", mode, "effects", number)
                found.append(EffectOf(f"family/{index}/{mode}/{number}", path, f"family/{index}", mode, effect, words))
    return tuple(each for each in found if each.effect.op != "none")


def _of_card(card: str, path: Path, title: str, number: int, effect: Effect) -> EffectOf:
    words = say("{card}: {effect}", card=Name(title), effect=_words(effect))
    return EffectOf(f"{card}/{number}", (*path, number), card, None, effect, words)


def _words(effect: Effect) -> Message:
    """An effect as its file says it, in short."""
    if effect.op in ("win", "lose"):
        return say("{op}", op=Name(effect.op))
    amount = Name(_amount(effect.amount))
    return say(
        "{op} {amount} {counter}, {to}",
        op=Name(effect.op),
        amount=amount,
        counter=Name(effect.counter),
        to=Name(effect.to or "player"),
    )


def _amount(amount: int | Amount) -> str:
    """An amount in the words of its file."""
    if isinstance(amount, int):
        return str(amount)
    parts = [str(amount.base)] if amount.base or not amount.per else []
    parts += [f"per {amount.per}"] if amount.per else []
    parts += [f"less per {amount.less_per}"] if amount.less_per else []
    return " ".join(parts)


def title_of(playset: Playset, card: str) -> Name:
    """What people call a card that a tally names "family/3"."""
    kind, _, index = card.partition("/")
    cards = getattr(playset, kind)
    title: str = cards[int(index)].title
    return Name(title)


def path_of(card: str) -> Path:
    """Where a card that a tally names stands."""
    kind, _, index = card.partition("/")
    return kind, int(index)


def drawn_cards(playset: Playset) -> tuple[str, ...]:
    """The cards of the pile, as a tally names them."""
    if isinstance(playset, ClansPlayset):
        return tuple(f"family/{index}" for index in range(len(playset.family)))
    return tuple(f"tile/{index}" for index in range(len(playset.tile)))


def cards_with_effects(playset: Playset) -> tuple[str, ...]:
    """The cards that do anything, as a tally names them."""
    return tuple(dict.fromkeys(each.card for each in effects_of(playset)))
