"""The public facts of Waves that the host may set, and what setting them does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.core import FactField, Facts, FactValue, Seat, State, seat_name
from companion.games.shared.facts import with_facts
from companion.games.shared.irregular import mark
from companion.games.waves import told
from companion.games.waves.cards import CLASSES, NONE, UNKNOWN, Class, Counts, lose, plus
from companion.games.waves.data import (
    COUNCIL_CARD,
    DECK_SIZE,
    HEAD_TO_HEAD_DRAW,
    NOUNS,
    POWER,
    SHELLS,
    council_table,
)
from companion.games.waves.knowledge import face_down
from companion.games.waves.laws.invariants import violations
from companion.games.waves.legal import council, open_majority
from companion.games.waves.model import (
    Agent,
    Hand,
    Hidden,
    Phase,
    Setup,
    Slot,
    Table,
    WavesState,
)
from companion.games.waves.phases import enter, phases, settle
from companion.games.waves.tablets import fixed_powers, most_shells, right_elder
from companion.games.waves.words import place_of, rebel, side_name, title
from companion.language.message import Message, say
from companion.language.values import Name

_CARDS = tuple((cls, say("{card}", card=NOUNS[cls])) for cls in CLASSES)
_NO_CARD: tuple[tuple[FactValue, Message], ...] = ((0, say("none")), *_CARDS)
_FACES: tuple[tuple[FactValue, Message], ...] = ((0, say("face down")), *_CARDS)
_ROUND, _PILES = say("Round"), say("Piles")


def fact_fields(table: Table, name: tuple[str, ...]) -> tuple[FactField, ...]:
    """Every public fact with its present value; `name` is what to call each seat."""
    return (
        *_round(table, name),
        *_places(table, name),
        *_piles(table, name),
        *COUNCIL_CARD.fact_fields(table.setup.council_card),
        *told.fact_fields(table.setup),
    )


def correct(state: WavesState, facts: Facts) -> WavesState:
    """The state with these facts set and play moved on to what is to be done next.

    A seat whose hand no longer matches what the companion was told counts as not told. Breaking a conservation law
    marks the state irregular. Raises `IllegalAction` for an unknown fact or a value out of range.
    """
    values = with_facts("Waves", fact_fields(state.table, ()), facts)
    phase = Phase(values["phase"])
    table = _table(state.table, values, facts)
    if phase in (Phase.TABLET, Phase.DIRECT, Phase.EXTRAS) and _has_hidden_rebels(table):
        phase = Phase.REVEAL  # neither the True Majority nor the extras are known before they are turned up
    if phase is not state.table.phase:
        table = _from_start(table, phase, facts)
    if "active" in facts and table.active != UNKNOWN:
        table = replace(table, true_majority=table.active)
    table = replace(
        table,
        fixed_power=_fixed_power(table, state.table, phase),
        council=_council(table, state.table, phase),
        open_majority=_open_majority(table, phase),
    )
    secrets = tuple(_still_told(table, seat, secret) for seat, secret in enumerate(state.secrets))
    return mark(settle(enter(State(table, secrets), phase)), violations)


def _has_hidden_rebels(table: Table) -> bool:
    agents = [face_down(table, index) for index in range(len(table.slots))]
    return any(agent is not None and agent.posture == "rebel" for agent in agents)


def owner_file(table: Table, facts: Facts) -> dict[str, Any]:
    """What is told of the box among these facts, as owner/waves.toml keeps it."""
    numbers = COUNCIL_CARD.owner_file(facts, council_table(table.setup.mode, table.setup.players))
    return {**numbers, **told.owner_file(facts)}


def _round(table: Table, names: tuple[str, ...]) -> Iterator[FactField]:
    setup = table.setup
    seats = tuple((seat, _seat(names, seat)) for seat in range(setup.players))
    places = tuple((slot, place_of(setup, slot, names)) for slot in range(setup.slot_count))
    titles = tuple((phase.value, title(setup, phase)) for phase in phases(setup))
    yield FactField("phase", say("Phase"), _ROUND, table.phase.value, choices=titles)
    yield FactField("round", say("Round"), _ROUND, table.round, 1, 99)
    yield FactField("token", say("Wave token"), _ROUND, table.token, choices=((-1, say("nobody")), *places))
    if setup.is_head_to_head:
        yield FactField(
            "first", say("Goes first in the game"), _ROUND, table.first, choices=((-1, say("not drawn")), *seats)
        )
    most = SHELLS if most_shells(table) is not None else DECK_SIZE
    yield FactField("shells", say("Shells in the centre"), _ROUND, table.shells, 0, most)
    yield FactField("active", say("Active tablet"), _ROUND, table.active, choices=_NO_CARD)
    if setup.gap_after >= 0:
        yield FactField("gap", say("Unassociated Elder"), _ROUND, table.gap_elder, choices=_NO_CARD)


def _places(table: Table, names: tuple[str, ...]) -> Iterator[FactField]:
    setup = table.setup
    postures: tuple[tuple[FactValue, Message], ...] = (
        ("none", say("none")),
        ("follower", say("Follower")),
        ("rebel", say("{rebel}", rebel=rebel(setup).noun)),
    )
    for index, slot in enumerate(table.slots):
        group, agent = place_of(setup, index, names), slot.agent
        yield FactField(f"elder.{index}", say("Elder"), group, slot.elder, choices=_NO_CARD)
        posture = agent.posture if agent else "none"
        yield FactField(f"agent.{index}.posture", say("Agents"), group, posture, choices=postures)
        yield FactField(f"agent.{index}.count", say("Number of Agents"), group, agent.count if agent else 0, 0, 20)
        yield FactField(f"agent.{index}.face", say("Agents show"), group, agent.face if agent else 0, choices=_FACES)
        if not setup.is_head_to_head:
            yield FactField(f"hand.{index}", say("Cards in hand"), group, table.hands[index].count, 0, 40)
    for seat, hand in enumerate(table.hands if setup.is_head_to_head else ()):
        group = _seat(names, seat)
        yield FactField(f"hand.{seat}", say("Cards in hand"), group, hand.count, 0, 40)
        yield FactField(f"drawn.{seat}", say("Drawn in this round"), group, table.drawn[seat], 0, HEAD_TO_HEAD_DRAW)


def _piles(table: Table, names: tuple[str, ...]) -> Iterator[FactField]:
    yield FactField("deck", say("Cards in the deck"), _PILES, table.deck, 0, DECK_SIZE)
    for cls in CLASSES:
        label = say("Discarded {card:many}", card=NOUNS[cls])
        yield FactField(f"discard.{cls}", label, _PILES, table.discard[cls - 1], 0, 20)
    for side, pile in enumerate(table.collected):
        group = side_name(table.setup, side, names)
        for cls in CLASSES:
            label = say("Collected {elder:many}", elder=NOUNS[cls])
            yield FactField(f"collected.{side}.{cls}", label, group, pile[cls - 1], 0, 20)


def _seat(names: tuple[str, ...], seat: Seat) -> Message:
    return say("{who}", who=Name(seat_name(names, seat)))


def _table(table: Table, values: Mapping[str, Any], given: Facts) -> Table:
    discard, slots = _counts(values, "discard"), tuple(_slot(values, index) for index in range(len(table.slots)))
    changed = replace(
        table,
        why=("host",),
        setup=_setup(table.setup, given),
        round=values["round"],
        token=values["token"],
        first=values.get("first", table.first),
        shells=values["shells"],
        active=values["active"],
        slots=slots,
        gap_elder=values.get("gap", table.gap_elder),
        collected=tuple(_counts(values, f"collected.{side}") for side in range(len(table.collected))),
        deck=values["deck"],
        discard=discard,
        top=_top(table.top, discard),
        drawn=tuple(values.get(f"drawn.{seat}", drawn) for seat, drawn in enumerate(table.drawn)),
        skipped=tuple(
            slot for slot in table.skipped if slots[slot].agent is None and not _is_new_hand(table, slot, given)
        ),
        winner=-1,
    )
    return replace(changed, hands=tuple(_hand(changed, values, seat) for seat in range(table.setup.players)))


def _setup(setup: Setup, given: Facts) -> Setup:
    return told.corrected(replace(setup, council_card=COUNCIL_CARD.corrected(setup.council_card, given)), given)


def _is_new_hand(table: Table, slot: int, given: Facts) -> bool:
    """Whether the hand of a slot's owner is told to be another than it was: a slot passed over gets its turn again."""
    seat = table.setup.owner(slot)
    return given.get(f"hand.{seat}", table.hands[seat].count) != table.hands[seat].count


def _slot(values: Mapping[str, Any], index: int) -> Slot:
    posture, count = values[f"agent.{index}.posture"], values[f"agent.{index}.count"]
    agent = None if posture == "none" or count == 0 else Agent(posture, count, values[f"agent.{index}.face"])
    return Slot(values[f"elder.{index}"], agent)


def _hand(table: Table, values: Mapping[str, Any], seat: int) -> Hand:
    """A hand, with the cards that were seen to go there as far as there is room for them."""
    agents = (face_down(table, slot) for slot in table.setup.own_slots(seat))
    room = values[f"hand.{seat}"] + sum(agent.count for agent in agents if agent is not None)
    seen = table.hands[seat].seen
    return Hand(values[f"hand.{seat}"], seen if sum(seen) <= room else NONE)


def _from_start(table: Table, phase: Phase, given: Facts) -> Table:
    """The table with nothing done yet of what comes in this phase of the round or after it."""
    order, changes = list(Phase), dict[str, Any]()
    done: dict[Phase, dict[str, Any]] = {
        Phase.SHELLS: {"open_majority": UNKNOWN, "skipped": ()},
        Phase.TABLET: {"true_majority": UNKNOWN, "active": given.get("active", UNKNOWN)},
        Phase.DIRECT: {"acted": False},
        Phase.WAVE_1: {"returned": False},
        Phase.DRAW: {} if table.setup.is_head_to_head else {"drawn": (0,) * table.setup.players},
    }
    if table.setup.is_head_to_head:
        drawn = (given.get(f"drawn.{seat}", 0) for seat in range(table.setup.players))
        done[Phase.SHELLS]["drawn"] = tuple(drawn)
    for later, cleared in done.items():
        if order.index(phase) <= order.index(later):
            changes.update(cleared)
    return replace(table, **changes)


def _fixed_power(table: Table, before: Table, phase: Phase) -> tuple[int, ...]:
    """Elder powers that the active tablet fixes (W-123), by the Elders as they lie now.

    Where the Elder to the right has left by now, the power fixed before counts, else the Elder's own. After the Waves
    nothing is fixed any more.
    """
    if phase not in (Phase.TABLET, Phase.DIRECT, Phase.EXTRAS, Phase.WAVE_1, Phase.WAVE_2):
        return before.fixed_power if fixed_powers(table) else ()
    kept = before.fixed_power or tuple(POWER[slot.elder] for slot in table.slots)
    return tuple(new if right_elder(table, slot) else kept[slot] for slot, new in enumerate(fixed_powers(table)))


def _council(table: Table, before: Table, phase: Phase) -> Counts:
    """The Elders as the round began (W-132): those that lie, and in the Waves those that have left as well."""
    order = phases(table.setup)
    if order.index(phase) <= order.index(Phase.SHELLS):
        return NONE
    if order.index(phase) < order.index(Phase.WAVE_1) or before.council == NONE:
        return council(table)
    counts = before.council
    for was, now in zip(before.slots, table.slots, strict=True):
        if was.elder != now.elder and UNKNOWN not in (was.elder, now.elder):
            counts = plus(lose(counts, was.elder, 1), now.elder)
    return counts


def _open_majority(table: Table, phase: Phase) -> Class:
    """The Open Majority by the Elders as they are now said to lie, while all of them do (W-041)."""
    order = phases(table.setup)
    while_all_lie = order.index(Phase.SHELLS) < order.index(phase) < order.index(Phase.WAVE_1)
    return open_majority(table) if while_all_lie else table.open_majority


def _counts(values: Mapping[str, Any], key: str) -> Counts:
    one, two, three, four, five = (values[f"{key}.{cls}"] for cls in CLASSES)
    return (one, two, three, four, five)


def _top(top: Class, discard: Counts) -> Class:
    if top != UNKNOWN and discard[top - 1]:
        return top
    return next((cls for cls in CLASSES if discard[cls - 1]), UNKNOWN)


def _still_told(table: Table, seat: int, secret: Hidden | None) -> Hidden | None:
    """The secret of a seat as far as it still agrees with the public table."""
    if secret is None or sum(secret.hand) != table.hands[seat].count:
        return None
    agents = []
    for slot, cls in zip(table.setup.own_slots(seat), secret.agents, strict=True):
        if face_down(table, slot) is not None and cls == UNKNOWN:
            return None
        agents.append(cls if face_down(table, slot) is not None else UNKNOWN)
    return replace(secret, agents=tuple(agents))
