"""The public facts that the host may set: round, island, what every player has, where each Atlantean stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.host.options import TITLE
from companion.games.atlantis_rising.laws.invariants import violations
from companion.games.atlantis_rising.rules.course import COURSE, TITLES
from companion.games.atlantis_rising.rules.preparation import WITH_HOLOGRAM
from companion.games.atlantis_rising.state import model
from companion.games.atlantis_rising.state.changes import counted, in_order
from companion.games.atlantis_rising.state.ground import every_place, free_spaces
from companion.games.atlantis_rising.state.hidden import fitted
from companion.games.atlantis_rising.state.steps import Attempt, Drawing, Sacrificing, Sharing
from companion.games.atlantis_rising.words import vocabulary
from companion.games.core import FactField, Facts, Seat, seat_name
from companion.games.shared.facts import with_facts
from companion.games.shared.irregular import mark
from companion.language.message import Message, lone, say
from companion.language.values import Name

NONE: Final = "none"
MOST_ROUNDS: Final = 99
MOST_OWNED: Final = 99
_ROUND, _ISLAND, _BLUEPRINT = say("Round"), say("Island"), say("Blueprint")
_MOST_COPIES: Final = 20
_OF_PIECES: Final = (Attempt, Sharing, Sacrificing)
"""What is under way and names pieces by where they stand."""
AT_HAND: Final = "at hand"
_PLACED: Final = (model.Phase.PLACE, model.Phase.MISFORTUNE, model.Phase.ACTIONS)
"""Phases in which Atlanteans may stand somewhere."""
_Keyed: TypeAlias = tuple[str, model.Atlantean]


def fact_fields(table: model.Table, names: tuple[str, ...]) -> Iterator[FactField]:
    """Every public fact with its present value."""
    yield from _of_round(table, names)
    for each, name in enumerate(contents.PENINSULAS):
        where = vocabulary.PENINSULA_WORDS[each]
        label = say("Dry tiles of {where}", where=where)
        yield FactField(f"dry.{name}", label, _ISLAND, table.dry[each], 0, contents.RINGS)
        label = say("Barrier at {where}", where=where)
        yield FactField(f"barrier.{name}", label, _ISLAND, int(each in table.barriers), 0, 1)
    for place, built in enumerate(table.blueprint, 1):
        component = Name(table.box.components[built.component].name)
        label = say("{component}: built in round (0: not yet)", component=component)
        yield FactField(f"built.{place}", label, _BLUEPRINT, built.round, 0, max(table.round, built.round))
    for seat in range(table.players):
        yield from _of_seat(table, seat, lone(Name(seat_name(names, seat))))
    if table.phase is not model.Phase.SETUP:
        yield from piece_facts(table, names)
    unseen = say("Library cards that not all have seen") if table.setup.is_closed else say("Left in the library deck")
    yield from _of_deck(table, "library", unseen)
    yield from _of_deck(table, "misfortune", say("Left in the misfortune deck"))


def _of_round(table: model.Table, names: tuple[str, ...]) -> Iterator[FactField]:
    phases = tuple((each.value, TITLES[each]) for each in _phases(table))
    yield FactField("phase", say("Phase"), _ROUND, table.phase.value, choices=phases)
    yield FactField("round", say("Round"), _ROUND, table.round, min(1, table.round), MOST_ROUNDS)
    seats = tuple((seat, lone(Name(seat_name(names, seat)))) for seat in range(table.players))
    yield FactField("starter", say("Starting player"), _ROUND, table.starter, choices=seats)
    spaces = len(table.box.wrath.values)
    yield FactField("wrath", say("Wrath counter, space"), _ROUND, table.wrath + 1, 1, spaces)
    yield FactField("volunteers", say("Volunteers in the supply"), _ROUND, table.volunteers, 0, model.VOLUNTEERS)


def _phases(table: model.Table) -> tuple[model.Phase, ...]:
    """The phases that can be set: before the first round there is no other."""
    if table.phase is model.Phase.SETUP:
        return (model.Phase.SETUP,)
    has_hologram = table.players <= WITH_HOLOGRAM
    return tuple(
        each
        for each in model.Phase
        if each is not model.Phase.SETUP and (has_hologram or each is not model.Phase.REVEAL)
    )


def _of_seat(table: model.Table, seat: Seat, group: Message) -> Iterator[FactField]:
    for name in contents.GOODS:
        label = say("{resource:capital}", resource=vocabulary.RESOURCE_WORDS[name])
        yield FactField(f"{name}.{seat}", label, group, table.reserves[seat][name], 0, MOST_OWNED)
    label = say("Followers in the supply")
    yield FactField(f"supply.{seat}", label, group, table.supply[seat], 0, max(table.supply[seat], contents.RINGS + 1))
    hand, box = table.hands[seat], table.box
    unnamed = (contents.HIDDEN,) if table.setup.is_closed else ()
    known = dict.fromkeys((*box.library, *box.artifacts, *unnamed, *hand))
    cards = ((NONE, say("none")), *((card, vocabulary.card_words(box, card)) for card in known))
    for place in range(max(len(hand), model.HAND_LIMIT)):
        held = hand[place] if place < len(hand) else NONE
        yield FactField(f"card.{seat}.{place + 1}", say("Card {number}", number=place + 1), group, held, choices=cards)


def _of_deck(table: model.Table, key: str, group: Message) -> Iterator[FactField]:
    """How many of each card lie in a deck, but for those of which the place is known."""
    deck = table.library if key == "library" else table.misfortunes
    box, lying = table.box, dict(deck.cards)
    cards = {contents.ARTIFACT: say("Artifacts"), **{name: vocabulary.card_words(box, name) for name in box.library}}
    if key == "misfortune":
        cards = {
            name: vocabulary.misfortune_words(box, name)
            for name in (*contents.BASIC, contents.CALM, contents.CONTROLLED, *box.special)
        }
    for name, words in cards.items():
        many = lying.get(name, 0)
        yield FactField(f"{key}.{name}", words, group, many, 0, max(many, _MOST_COPIES))


# --- setting them ---


def correct(state: model.AtlantisState, facts: Facts) -> model.AtlantisState:
    """The state with these facts set. Raises `IllegalAction` with rule "host".

    What is under way is dropped where something is changed that it may hang on.
    """
    table = state.table
    fields = tuple(fact_fields(table, ()))
    values = with_facts(TITLE, fields, facts)
    changed = {field.key for field in fields if field.value != values[field.key]}
    phase = model.Phase(values["phase"])
    seats = range(table.players)
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
        dry=tuple(values[f"dry.{name}"] for name in contents.PENINSULAS),
        barriers=tuple(each for each, name in enumerate(contents.PENINSULAS) if values[f"barrier.{name}"]),
        blueprint=tuple(
            model.Built(each.component, values[f"built.{place}"]) for place, each in enumerate(table.blueprint, 1)
        ),
        reserves=tuple(contents.Price(*(values[f"{name}.{seat}"] for name in contents.GOODS)) for seat in seats),
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
    return mark(COURSE.settle(fitted(replace(state, table=_ended(table, after)), table)), violations)


def _without_steps(table: model.Table, is_other_phase: bool) -> model.Table:
    """The table without what is under way and hangs on pieces that stand elsewhere now, or on the phase.

    Library cards that were drawn lie on their deck again.
    """
    gone = [each for each in table.steps if is_other_phase or isinstance(each, _OF_PIECES)]
    back = tuple(card for each in gone if isinstance(each, Drawing) for card in each.drawn if card != contents.HIDDEN)
    table = replace(table, steps=tuple(each for each in table.steps if each not in gone))
    if is_other_phase:
        table = replace(table, drawn=0, revealed=(), stack=(*table.stack, *table.revealed))
    return replace(table, library=replace(table.library, top=(*back, *table.library.top)))


def _ended(before: model.Table, table: model.Table) -> model.Table:
    """The table as its end follows from its tiles and from what is built."""
    is_built = any(each.component == contents.POWER_CORE and each.round for each in table.blueprint)
    stays_lost = before.ended == "lost" and not any(table.dry)
    return replace(table, ended="won" if is_built else "lost" if stays_lost else UNSET)


def _hand(values: dict[str, Any], seat: Seat) -> tuple[str, ...]:
    held = (value for key, value in values.items() if key.startswith(f"card.{seat}."))
    return tuple(card for card in held if card != NONE)


def _cards(values: dict[str, Any], key: str) -> tuple[tuple[str, int], ...]:
    start = f"{key}."
    return counted({name.removeprefix(start): many for name, many in values.items() if name.startswith(start)})


def piece_facts(table: model.Table, names: tuple[str, ...]) -> Iterator[FactField]:
    """The place of each piece while pieces are placed, and while they act whether it has."""
    if table.phase not in _PLACED:
        return
    box = table.box
    held = (each.place for each in table.atlanteans if each.place != model.POOL)
    open_places = dict.fromkeys((*every_place(table), *held))
    places = ((AT_HAND, say("at hand")), *((place, vocabulary.place_words(box, place)) for place in open_places))
    for key, each in _keyed(table):
        group = lone(Name(seat_name(names, each.seat)))
        label = say("{piece:capital} stands on", piece=vocabulary.PIECES[each.kind])
        yield FactField(key, label, group, each.place or AT_HAND, choices=places)
        if table.phase is model.Phase.ACTIONS and each.place != model.POOL:
            where = vocabulary.place_words(box, each.place)
            label = say("{piece:capital} on {place} has acted", piece=vocabulary.PIECES[each.kind], place=where)
            yield FactField(f"acted.{key}", label, group, int(each.acted), 0, 1)


def _keyed(table: model.Table) -> Iterator[_Keyed]:
    """Every piece with the key of its fact: those of a kind are counted in rising order."""
    count = Counter[tuple[int, str]]()
    for each in table.atlanteans:
        count[each.seat, each.kind] += 1
        yield f"piece.{each.seat}.{each.kind}.{count[each.seat, each.kind]}", each


def corrected_pieces(table: model.Table, values: dict[str, Any], changed: set[str]) -> model.Table:
    """The table with every piece where the facts say; outside of its phases each is at hand.

    `table` has the other facts already.
    """
    keyed = list(_keyed(table))
    if table.phase not in _PLACED:
        back = (each if each.place == model.POOL else model.Atlantean(each.seat, each.kind) for _, each in keyed)
        return replace(table, atlanteans=in_order(back))
    moved = [(key, each) for key, each in keyed if key in changed]
    stay = [_with_acted(table, each, key, values) for key, each in keyed if key not in changed]
    table = replace(table, atlanteans=in_order(stay))
    for key, each in moved:
        place = model.POOL if values[key] == AT_HAND else values[key]
        space = next(iter(free_spaces(table, place)), 0) if place != model.POOL else 0
        now = _with_acted(table, model.Atlantean(each.seat, each.kind, place, space), key, values)
        table = replace(table, atlanteans=in_order((*table.atlanteans, now)))
    return table


def _with_acted(table: model.Table, piece: model.Atlantean, key: str, values: dict[str, Any]) -> model.Atlantean:
    """A placed piece that has acted or not, as the facts say; before the actions none has."""
    if piece.place == model.POOL:
        return piece
    return replace(piece, acted=table.phase is model.Phase.ACTIONS and bool(values.get(f"acted.{key}", piece.acted)))
