"""The public facts that the host may set: round, island, what every player has, where each Atlantean stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

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
from companion.games.core import Facts, Seat, seat_name
from companion.games.shared.facts import FactField, with_facts
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


def fact_fields(table: model.Table, names: tuple[str, ...]) -> Iterator[FactField]:
    """Every public fact with its present value."""
    seats = tuple((seat, lone(Name(seat_name(names, seat)))) for seat in range(table.players))
    yield from _of_round(table, seats)
    for each, (name, where) in enumerate(zip(contents.PENINSULAS, vocabulary.PENINSULA_WORDS, strict=True)):
        label = say("Dry tiles of {where}", where=where)
        yield FactField(f"dry.{name}", label, _ISLAND, table.dry[each], 0, contents.RINGS)
        has_barrier, label = int(each in table.barriers), say("Barrier at {where}", where=where)
        yield FactField(f"barrier.{name}", label, _ISLAND, has_barrier, 0, 1)
    for place, built in enumerate(table.blueprint, 1):
        component = Name(table.box.components[built.component].name)
        label = say("{component}: built in round (0: not yet)", component=component)
        yield FactField(f"built.{place}", label, _BLUEPRINT, built.round, 0, table.round)
    for seat, group in seats:
        yield from _of_seat(table, seat, group)
    if table.phase in _PLACED:
        yield from _of_pieces(table, dict(seats))
    box, unseen, special = table.box, say("Left in the library deck"), table.box.special
    if table.setup.is_closed:
        unseen = say("Library cards that not all have seen")
    words = {contents.ARTIFACT: say("Artifacts"), **{name: vocabulary.card_words(box, name) for name in box.library}}
    yield from _of_deck(table.library, "library", unseen, words)
    names_ = (*contents.BASIC, contents.CALM, contents.CONTROLLED, *special)
    words = {name: vocabulary.misfortune_words(box, name) for name in names_}
    yield from _of_deck(table.misfortunes, "misfortune", say("Left in the misfortune deck"), words)


def _of_round(table: model.Table, seats: tuple[tuple[Seat, Message], ...]) -> Iterator[FactField]:
    # Before the first round there is no other phase.
    unset = {model.Phase.SETUP} if table.players <= WITH_HOLOGRAM else {model.Phase.SETUP, model.Phase.REVEAL}
    is_begun, spaces = table.phase is not model.Phase.SETUP, len(table.box.wrath.values)
    phases = [each for each in model.Phase if each not in unset] if is_begun else [model.Phase.SETUP]
    choices = tuple((each.value, TITLES[each]) for each in phases)
    yield FactField("phase", say("Phase"), _ROUND, table.phase.value, choices=choices)
    yield FactField("round", say("Round"), _ROUND, table.round, 1, MOST_ROUNDS)
    yield FactField("starter", say("Starting player"), _ROUND, table.starter, choices=seats)
    yield FactField("wrath", say("Wrath counter, space"), _ROUND, table.wrath + 1, 1, spaces)
    yield FactField("volunteers", say("Volunteers in the supply"), _ROUND, table.volunteers, 0, model.VOLUNTEERS)


def _of_seat(table: model.Table, seat: Seat, group: Message) -> Iterator[FactField]:
    for name in contents.GOODS:
        label = say("{resource:capital}", resource=vocabulary.RESOURCE_WORDS[name])
        yield FactField(f"{name}.{seat}", label, group, table.reserves[seat][name], 0, MOST_OWNED)
    label = say("Followers in the supply")
    yield FactField(f"supply.{seat}", label, group, table.supply[seat], 0, contents.RINGS + 1)
    hand, box = table.hands[seat], table.box
    unnamed = (contents.HIDDEN,) if table.setup.is_closed else ()
    known = dict.fromkeys((*box.library, *box.artifacts, *unnamed, *hand))
    cards = ((NONE, say("none")), *((card, vocabulary.card_words(box, card)) for card in known))
    shown = (*hand, *(NONE,) * (model.HAND_LIMIT - len(hand)))
    for number, held in enumerate(shown, 1):
        yield FactField(f"card.{seat}.{number}", say("Card {number}", number=number), group, held, choices=cards)


def _of_deck(deck: model.Deck, key: str, group: Message, words: dict[str, Message]) -> Iterator[FactField]:
    """How many of each card lie in a deck, but for those of which the place is known."""
    lying = dict(deck.cards)
    for name, called in words.items():
        yield FactField(f"{key}.{name}", called, group, lying.get(name, 0), 0, _MOST_COPIES)


def _of_pieces(table: model.Table, seats: dict[Seat, Message]) -> Iterator[FactField]:
    """The place of each piece while pieces are placed, and while they act whether it has."""
    held = (each.place for each in table.atlanteans if each.place != model.POOL)
    words = {place: vocabulary.place_words(table.box, place) for place in (*every_place(table), *held)}
    places = ((AT_HAND, say("at hand")), *words.items())
    for key, each in _keyed(table):
        group, piece = seats[each.seat], vocabulary.PIECES[each.kind]
        label = say("{piece:capital} stands on", piece=piece)
        yield FactField(key, label, group, each.place or AT_HAND, choices=places)
        if table.phase is model.Phase.ACTIONS and each.place != model.POOL:
            label = say("{piece:capital} on {place} has acted", piece=piece, place=words[each.place])
            yield FactField(f"acted.{key}", label, group, int(each.acted), 0, 1)


def _keyed(table: model.Table) -> Iterator[tuple[str, model.Atlantean]]:
    """Every piece with the key of its fact: those of a kind are counted in rising order."""
    count = Counter[tuple[int, str]]()
    for each in table.atlanteans:
        count[each.seat, each.kind] += 1
        yield f"piece.{each.seat}.{each.kind}.{count[each.seat, each.kind]}", each


# --- setting them ---


def correct(state: model.AtlantisState, facts: Facts) -> model.AtlantisState:
    """The state with these facts set. Raises `IllegalAction` with rule "host".

    What is under way is dropped where something is changed that it may hang on.
    """
    table, fields = state.table, tuple(fact_fields(state.table, ()))
    values = with_facts(TITLE, fields, facts)
    changed = {field.key for field in fields if field.value != values[field.key]}
    phase, seats, blueprint = model.Phase(values["phase"]), range(table.players), enumerate(table.blueprint, 1)
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
        blueprint=tuple(model.Built(each.component, values[f"built.{place}"]) for place, each in blueprint),
        reserves=tuple(contents.Price(*(values[f"{name}.{seat}"] for name in contents.GOODS)) for seat in seats),
        supply=tuple(values[f"supply.{seat}"] for seat in seats),
        hands=tuple(tuple(card for card in _below(values, f"card.{seat}.").values() if card != NONE) for seat in seats),
        library=replace(table.library, cards=counted(_below(values, "library."))),
        misfortunes=replace(table.misfortunes, cards=counted(_below(values, "misfortune."))),
    )
    is_other_phase = phase is not table.phase
    if is_other_phase or any(key.startswith("piece.") for key in changed):
        after = _without_steps(_with_pieces(after, values, changed), is_other_phase)
    elif any(key.startswith("acted.") for key in changed):
        after = _with_pieces(after, values, changed)
    # Its end follows from its tiles and from what is built.
    is_built = any(each.component == contents.POWER_CORE and each.round for each in after.blueprint)
    stays_lost = table.ended == "lost" and not any(after.dry)
    after = replace(after, ended="won" if is_built else "lost" if stays_lost else UNSET)
    return mark(COURSE.settle(fitted(replace(state, table=after), table)), violations)


def _below(values: dict[str, Any], start: str) -> dict[str, Any]:
    """The values of the facts whose keys begin so, by what follows."""
    return {key.removeprefix(start): value for key, value in values.items() if key.startswith(start)}


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


def _with_pieces(table: model.Table, values: dict[str, Any], changed: set[str]) -> model.Table:
    """The table, which has the other facts already, with every piece where the facts say; outside of its phases each is
    at hand."""
    keyed = list(_keyed(table))
    if table.phase not in _PLACED:
        back = (each if each.place == model.POOL else model.Atlantean(each.seat, each.kind) for _, each in keyed)
        return replace(table, atlanteans=in_order(back))

    def as_acted(piece: model.Atlantean, key: str) -> model.Atlantean:
        """A placed piece that has acted or not, as the facts say; before the actions none has."""
        if piece.place == model.POOL:
            return piece
        has_acted = bool(values.get(f"acted.{key}", piece.acted))
        return replace(piece, acted=table.phase is model.Phase.ACTIONS and has_acted)

    table = replace(table, atlanteans=in_order(as_acted(each, key) for key, each in keyed if key not in changed))
    for key, each in keyed:
        if key in changed:
            place = model.POOL if values[key] == AT_HAND else values[key]
            space = next(iter(free_spaces(table, place)), 0) if place != model.POOL else 0
            now = as_acted(model.Atlantean(each.seat, each.kind, place, space), key)
            table = replace(table, atlanteans=in_order((*table.atlanteans, now)))
    return table
