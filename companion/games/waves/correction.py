"""The public facts of Waves that the host may set, and what setting them does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.core import FactField, Facts, FactValue, State
from companion.games.errors import IllegalAction
from companion.games.waves.apply import enter, settle
from companion.games.waves.cards import CLASSES, NONE, UNKNOWN, Class, Counts
from companion.games.waves.data import DECK_SIZE, NAMES, PLURALS, POWER, SHELLS, Figure
from companion.games.waves.invariants import violations
from companion.games.waves.knowledge import face_down
from companion.games.waves.model import Agent, Hand, Hidden, Phase, Slot, Table, WavesState
from companion.games.waves.refusals import TITLES
from companion.games.waves.tablets import fixed_powers

_NO_CARD: tuple[tuple[FactValue, str], ...] = ((0, "none"), *((cls, NAMES[cls]) for cls in CLASSES))
_FACES: tuple[tuple[FactValue, str], ...] = ((0, "face down"), *((cls, NAMES[cls]) for cls in CLASSES))
_POSTURES: tuple[tuple[FactValue, str], ...] = (("none", "none"), ("follower", "Follower"), ("rebel", "Rebel"))


def fact_fields(table: Table, name: tuple[str, ...]) -> tuple[FactField, ...]:
    """Every public fact with its present value; `name` is what to call each seat."""
    return (*_round(table, name), *_places(table, name), *_piles(table, name), *_card(table))


def correct(state: WavesState, facts: Facts) -> WavesState:
    """The state with these facts set and play moved on to what is to be done next.

    A seat whose hand no longer matches what the companion was told counts as not told. Breaking a conservation law
    marks the state irregular. Raises `IllegalAction` for an unknown fact or a value out of range.
    """
    fields = {field.key: field for field in fact_fields(state.table, ())}
    for key, value in facts.items():
        if key not in fields:
            raise IllegalAction("host", f"Waves has no fact {key!r}. Pick one from the host page's list.")
        fields[key].check(value)
    values: dict[str, Any] = {key: field.value for key, field in fields.items()}
    values.update(facts)
    phase = Phase(values["phase"])
    table = _table(state.table, values, facts)
    if phase in (Phase.TABLET, Phase.DIRECT, Phase.EXTRAS) and _has_hidden_rebels(table):
        phase = Phase.REVEAL  # neither the True Majority nor the extras are known before they are turned up
    if phase is not state.table.phase:
        table = _from_start(table, phase, facts)
    if "active" in facts and table.active != UNKNOWN:
        table = replace(table, true_majority=table.active)
    table = replace(table, fixed_power=_fixed_power(table, state.table))
    secrets = tuple(_still_told(table, seat, secret) for seat, secret in enumerate(state.secrets))
    return mark(settle(enter(State(table, secrets), phase)))


def _has_hidden_rebels(table: Table) -> bool:
    agents = [face_down(table, index) for index in range(len(table.slots))]
    return any(agent is not None and agent.posture == "rebel" for agent in agents)


def mark(state: WavesState) -> WavesState:
    """The state with its broken laws named, from public knowledge alone."""
    public: WavesState = State(state.table, (None,) * len(state.secrets))
    return State(replace(state.table, irregular=violations(public)), state.secrets)


def owner_file(table: Table, facts: Facts) -> dict[str, Any]:
    """The Council card's numbers among these facts, as owner/waves.toml keeps them."""
    numbers = {NAMES[cls].lower(): facts[f"council_card.{cls}"] for cls in CLASSES if f"council_card.{cls}" in facts}
    return {"council_card": {table.setup.mode: {str(len(table.slots)): numbers}}} if numbers else {}


def _round(table: Table, name: tuple[str, ...]) -> Iterator[FactField]:
    seats = tuple((seat, _name(name, seat)) for seat in range(table.setup.players))
    yield FactField(
        "phase", "Phase", "Round", table.phase.value, choices=tuple((phase.value, TITLES[phase]) for phase in Phase)
    )
    yield FactField("round", "Round", "Round", table.round, 1, 99)
    yield FactField("token", "Wave token", "Round", table.token, choices=((-1, "nobody"), *seats))
    yield FactField("shells", "Shells in the centre", "Round", table.shells, 0, SHELLS)
    yield FactField("active", "Active tablet", "Round", table.active, choices=_NO_CARD)


def _places(table: Table, name: tuple[str, ...]) -> Iterator[FactField]:
    for index, (slot, hand) in enumerate(zip(table.slots, table.hands, strict=True)):
        group, agent = _name(name, index), slot.agent
        yield FactField(f"elder.{index}", "Elder", group, slot.elder, choices=_NO_CARD)
        yield FactField(
            f"agent.{index}.posture", "Agents", group, agent.posture if agent else "none", choices=_POSTURES
        )
        yield FactField(f"agent.{index}.count", "Number of Agents", group, agent.count if agent else 0, 0, 20)
        yield FactField(f"agent.{index}.face", "Agents show", group, agent.face if agent else 0, choices=_FACES)
        yield FactField(f"hand.{index}", "Cards in hand", group, hand.count, 0, 30)


def _piles(table: Table, name: tuple[str, ...]) -> Iterator[FactField]:
    yield FactField("deck", "Cards in the deck", "Piles", table.deck, 0, DECK_SIZE)
    for cls in CLASSES:
        yield FactField(f"discard.{cls}", f"Discarded {PLURALS[cls]}", "Piles", table.discard[cls - 1], 0, 20)
    for side, pile in enumerate(table.collected):
        for cls in CLASSES:
            key, label = f"collected.{side}.{cls}", f"Collected {PLURALS[cls]}"
            yield FactField(key, label, _name(name, side), pile[cls - 1], 0, 20)


def _card(table: Table) -> Iterator[FactField]:
    for cls, figure in zip(CLASSES, table.setup.council_card, strict=True):
        label = f"Shells for {PLURALS[cls]}"
        yield FactField(f"council_card.{cls}", label, "Council card", figure.value, 0, SHELLS, status=figure.status)


def _name(names: tuple[str, ...], seat: int) -> str:
    return names[seat] if seat < len(names) else f"Seat {seat + 1}"


def _table(table: Table, values: Mapping[str, Any], given: Facts) -> Table:
    slots, hands = [], []
    for index, hand in enumerate(table.hands):
        posture, count = values[f"agent.{index}.posture"], values[f"agent.{index}.count"]
        agent = None if posture == "none" or count == 0 else Agent(posture, count, values[f"agent.{index}.face"])
        slots.append(Slot(values[f"elder.{index}"], agent))
        down = agent.count if agent is not None and agent.face == UNKNOWN else 0
        seen = hand.seen if sum(hand.seen) <= values[f"hand.{index}"] + down else NONE
        hands.append(Hand(values[f"hand.{index}"], seen))
    discard = _counts(values, "discard")
    return replace(
        table,
        why=("host",),
        setup=replace(table.setup, council_card=_figures(table, given)),
        round=values["round"],
        token=values["token"],
        shells=values["shells"],
        active=values["active"],
        slots=tuple(slots),
        hands=tuple(hands),
        collected=tuple(_counts(values, f"collected.{side}") for side in range(len(table.collected))),
        deck=values["deck"],
        discard=discard,
        top=_top(table.top, discard),
        winner=-1,
    )


def _from_start(table: Table, phase: Phase, given: Facts) -> Table:
    """The table with nothing done yet of what comes in this phase of the round or after it."""
    order, changes = list(Phase), dict[str, Any]()
    done: dict[Phase, dict[str, Any]] = {
        Phase.SHELLS: {"open_majority": UNKNOWN},
        Phase.TABLET: {"true_majority": UNKNOWN, "active": given.get("active", UNKNOWN)},
        Phase.DIRECT: {"rotated": False},
        Phase.WAVE_1: {"returned": False},
        Phase.DRAW: {"drawn": 0},
    }
    for later, cleared in done.items():
        if order.index(phase) <= order.index(later):
            changes.update(cleared)
    return replace(table, **changes)


def _fixed_power(table: Table, before: Table) -> tuple[int, ...]:
    """Elder powers that the active tablet fixes (W-123), by the Elders as they lie now.

    Where the Elder to the right has left by now, the power fixed before counts, else the Elder's own.
    """
    elders = [slot.elder for slot in table.slots]
    kept = before.fixed_power or tuple(POWER[elder] for elder in elders)
    return tuple(new if elders[index - 1] else kept[index] for index, new in enumerate(fixed_powers(table)))


def _counts(values: Mapping[str, Any], key: str) -> Counts:
    one, two, three, four, five = (values[f"{key}.{cls}"] for cls in CLASSES)
    return (one, two, three, four, five)


def _figures(table: Table, given: Facts) -> tuple[Figure, ...]:
    """The Council card with the numbers that the host gave; a number given is a number confirmed."""
    figures = list(table.setup.council_card)
    for index, cls in enumerate(CLASSES):
        value = given.get(f"council_card.{cls}")
        if isinstance(value, int):
            figures[index] = Figure(value, "owner", "typed from the card")
    return tuple(figures)


def _top(top: Class, discard: Counts) -> Class:
    if top != UNKNOWN and discard[top - 1]:
        return top
    return next((cls for cls in CLASSES if discard[cls - 1]), UNKNOWN)


def _still_told(table: Table, seat: int, secret: Hidden | None) -> Hidden | None:
    """The secret of a seat as far as it still agrees with the public table."""
    if secret is None or sum(secret.hand) != table.hands[seat].count:
        return None
    if face_down(table, seat) is None:
        return replace(secret, agent=UNKNOWN)
    return secret if secret.agent != UNKNOWN else None
