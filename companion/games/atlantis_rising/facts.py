"""The public facts that the host may set: the round, the island, and what every player has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.atlantis_rising.box import ARTIFACT, CALM, CONTROLLED, HIDDEN, PENINSULAS, POWER_CORE, RINGS, Price
from companion.games.atlantis_rising.course import settle
from companion.games.atlantis_rising.decks import counted
from companion.games.atlantis_rising.hidden_moves import fitted
from companion.games.atlantis_rising.laws.invariants import violations
from companion.games.atlantis_rising.model import HAND_LIMIT, VOLUNTEERS, AtlantisState, Built, Deck, Phase, Table
from companion.games.atlantis_rising.options import TITLE
from companion.games.atlantis_rising.piece_facts import corrected_pieces, piece_facts
from companion.games.atlantis_rising.steps import Attempt, Drawing, Sacrificing, Sharing
from companion.games.atlantis_rising.vocabulary import (
    PENINSULA_WORDS,
    PHASES,
    RESOURCE_WORDS,
    card_words,
    misfortune_words,
)
from companion.games.core import FactField, Facts, Seat, seat_name
from companion.games.shared.facts import with_facts
from companion.games.shared.irregular import mark
from companion.language.message import Message, lone, say
from companion.language.values import Name

NONE: Final = "none"
MOST_ROUNDS: Final = 99
MOST_OWNED: Final = 99
_ROUND, _ISLAND, _BLUEPRINT = say("Round"), say("Island"), say("Blueprint")
_FEW: Final = 2
"""Up to so many players have a Hologram, and the phase in which its councilor is chosen."""
_MOST_COPIES: Final = 20
_OF_PIECES: Final = (Attempt, Sharing, Sacrificing)
"""What is under way and names pieces by where they stand."""


def fact_fields(table: Table, names: tuple[str, ...]) -> Iterator[FactField]:
    """Every public fact with its present value."""
    yield from _of_round(table, names)
    for each, name in enumerate(PENINSULAS):
        where = PENINSULA_WORDS[each]
        yield FactField(f"dry.{name}", say("Dry tiles of {where}", where=where), _ISLAND, table.dry[each], 0, RINGS)
        label = say("Barrier at {where}", where=where)
        yield FactField(f"barrier.{name}", label, _ISLAND, int(each in table.barriers), 0, 1)
    for place, built in enumerate(table.blueprint, 1):
        component = Name(table.setup.box.components[built.component].name)
        label = say("{component}: built in round (0: not yet)", component=component)
        yield FactField(f"built.{place}", label, _BLUEPRINT, built.round, 0, max(table.round, built.round))
    for seat in range(table.setup.players):
        yield from _of_seat(table, seat, lone(Name(seat_name(names, seat))))
    if table.phase is not Phase.SETUP:
        yield from piece_facts(table, names)
    unseen = say("Library cards that not all have seen") if table.setup.is_closed else say("Left in the library deck")
    yield from _of_deck(table, "library", unseen)
    yield from _of_deck(table, "misfortune", say("Left in the misfortune deck"))


def _of_round(table: Table, names: tuple[str, ...]) -> Iterator[FactField]:
    phases = tuple((each.value, PHASES[each]) for each in _phases(table))
    yield FactField("phase", say("Phase"), _ROUND, table.phase.value, choices=phases)
    yield FactField("round", say("Round"), _ROUND, table.round, min(1, table.round), MOST_ROUNDS)
    seats = tuple((seat, lone(Name(seat_name(names, seat)))) for seat in range(table.setup.players))
    yield FactField("starter", say("Starting player"), _ROUND, table.starter, choices=seats)
    spaces = len(table.setup.box.wrath.values)
    yield FactField("wrath", say("Wrath counter, space"), _ROUND, table.wrath + 1, 1, spaces)
    yield FactField("volunteers", say("Volunteers in the supply"), _ROUND, table.volunteers, 0, VOLUNTEERS)


def _phases(table: Table) -> tuple[Phase, ...]:
    """The phases that can be set: before the first round there is no other."""
    if table.phase is Phase.SETUP:
        return (Phase.SETUP,)
    has_hologram = table.setup.players <= _FEW
    return tuple(each for each in Phase if each is not Phase.SETUP and (has_hologram or each is not Phase.REVEAL))


def _of_seat(table: Table, seat: Seat, group: Message) -> Iterator[FactField]:
    for name in Price.__struct_fields__:
        label = say("{resource:capital}", resource=RESOURCE_WORDS[name])
        yield FactField(f"{name}.{seat}", label, group, getattr(table.reserves[seat], name), 0, MOST_OWNED)
    label = say("Followers in the supply")
    yield FactField(f"supply.{seat}", label, group, table.supply[seat], 0, max(table.supply[seat], RINGS + 1))
    hand, box = table.hands[seat], table.setup.box
    unnamed = (HIDDEN,) if table.setup.is_closed else ()
    known = dict.fromkeys((*box.library, *box.artifacts, *unnamed, *hand))
    cards = ((NONE, say("none")), *((card, card_words(box, card)) for card in known))
    for place in range(max(len(hand), HAND_LIMIT)):
        held = hand[place] if place < len(hand) else NONE
        yield FactField(f"card.{seat}.{place + 1}", say("Card {number}", number=place + 1), group, held, choices=cards)


def _of_deck(table: Table, key: str, group: Message) -> Iterator[FactField]:
    """How many of each card lie in a deck, but for those of which the place is known."""
    box, lying = table.setup.box, dict(_deck(table, key).cards)
    cards = {ARTIFACT: say("Artifacts"), **{name: card_words(box, name) for name in box.library}}
    if key == "misfortune":
        basic = (f"basic_{name}" for name in PENINSULAS)
        cards = {name: misfortune_words(box, name) for name in (*basic, CALM, CONTROLLED, *box.special)}
    for name, words in cards.items():
        many = lying.get(name, 0)
        yield FactField(f"{key}.{name}", words, group, many, 0, max(many, _MOST_COPIES))


def _deck(table: Table, key: str) -> Deck:
    return table.library if key == "library" else table.misfortunes


# --- setting them ---


def correct(state: AtlantisState, facts: Facts) -> AtlantisState:
    """The state with these facts set. Raises `IllegalAction` with rule "host".

    What is under way is dropped where something is changed that it may hang on.
    """
    table = state.table
    fields = tuple(fact_fields(table, ()))
    values = with_facts(TITLE, fields, facts)
    changed = {field.key for field in fields if field.value != values[field.key]}
    phase = Phase(values["phase"])
    seats = range(table.setup.players)
    after = replace(
        table,
        why=("host",),
        tide=(),
        broken=(),
        phase=phase,
        round=values["round"],
        starter=values["starter"],
        wrath=values["wrath"] - 1,
        volunteers=values["volunteers"],
        dry=tuple(values[f"dry.{name}"] for name in PENINSULAS),
        barriers=tuple(each for each, name in enumerate(PENINSULAS) if values[f"barrier.{name}"]),
        blueprint=tuple(
            Built(each.component, values[f"built.{place}"]) for place, each in enumerate(table.blueprint, 1)
        ),
        reserves=tuple(Price(*(values[f"{name}.{seat}"] for name in Price.__struct_fields__)) for seat in seats),
        supply=tuple(values[f"supply.{seat}"] for seat in seats),
        hands=tuple(_hand(values, seat) for seat in seats),
        library=replace(table.library, cards=_cards(values, "library")),
        misfortunes=replace(table.misfortunes, cards=_cards(values, "misfortune")),
    )
    moved = {key for key in changed if key.startswith("piece.")}
    if moved or phase is not table.phase:
        after = _without_steps(corrected_pieces(after, values, changed), phase is not table.phase)
    elif any(key.startswith("acted.") for key in changed):
        after = corrected_pieces(after, values, changed)
    return mark(settle(fitted(replace(state, table=_ended(table, after)), table)), violations)


def _without_steps(table: Table, is_other_phase: bool) -> Table:
    """The table without what is under way and hangs on pieces that stand elsewhere now, or on the phase.

    Library cards that were drawn lie on their deck again.
    """
    gone = [each for each in table.steps if is_other_phase or isinstance(each, _OF_PIECES)]
    back = tuple(card for each in gone if isinstance(each, Drawing) for card in each.drawn if card != HIDDEN)
    table = replace(table, steps=tuple(each for each in table.steps if each not in gone))
    if is_other_phase:
        table = replace(table, drawn=0, revealed=(), stack=(*table.stack, *table.revealed))
    return replace(table, library=replace(table.library, top=(*back, *table.library.top)))


def _ended(before: Table, table: Table) -> Table:
    """The table as its end follows from its tiles and from what is built."""
    is_built = any(each.component == POWER_CORE and each.round for each in table.blueprint)
    stays_lost = before.ended == "lost" and not any(table.dry)
    return replace(table, ended="won" if is_built else "lost" if stays_lost else UNSET)


def _hand(values: dict[str, Any], seat: Seat) -> tuple[str, ...]:
    held = (value for key, value in values.items() if key.startswith(f"card.{seat}."))
    return tuple(card for card in held if card != NONE)


def _cards(values: dict[str, Any], key: str) -> tuple[tuple[str, int], ...]:
    start = f"{key}."
    return counted({name.removeprefix(start): many for name, many in values.items() if name.startswith(start)})
