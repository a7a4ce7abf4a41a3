"""The public facts of Waves that the host may set, and what setting them does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.core import Facts, FactValue, Seat, State, seat_name
from companion.games.shared.facts import FactField, with_facts
from companion.games.shared.irregular import mark
from companion.games.waves.data import figures
from companion.games.waves.laws.invariants import violations
from companion.games.waves.rules.course import COURSE, title
from companion.games.waves.state import hidden, model, tablets
from companion.games.waves.state.model import Phase
from companion.games.waves.words import house_rules
from companion.games.waves.words.names import place_of, rebel, side_name
from companion.language.message import Message, say
from companion.language.values import Name

_CARDS = tuple((cls, say("{card}", card=figures.NOUNS[cls])) for cls in model.CLASSES)
_NO_CARD: tuple[tuple[FactValue, Message], ...] = ((0, say("none")), *_CARDS)
_FACES: tuple[tuple[FactValue, Message], ...] = ((0, say("face down")), *_CARDS)
_ROUND, _PILES = say("Round"), say("Piles")


def fact_fields(table: model.Table, name: tuple[str, ...]) -> tuple[FactField, ...]:
    """Every public fact with its present value; `name` is what to call each seat."""
    return (
        *_round(table, name),
        *_places(table, name),
        *_piles(table, name),
        *figures.COUNCIL_CARD.fact_fields(table.setup.council_card),
        *house_rules.fact_fields(table.setup),
    )


def correct(state: model.WavesState, facts: Facts) -> model.WavesState:
    """The state with these facts set and play moved on to what is to be done next.

    A seat whose hand no longer matches what the companion was told counts as not told. Breaking a conservation law
    marks the state irregular. Raises `IllegalAction` for an unknown fact or a value out of range.
    """
    values = with_facts("Waves", fact_fields(state.table, ()), facts)
    phase = Phase(values["phase"])
    table = _table(state.table, values, facts)
    if phase in (Phase.TABLET, Phase.DIRECT, Phase.EXTRAS) and hidden.face_down_rebels(table):
        phase = Phase.REVEAL  # neither the True Majority nor the extras are known before they are turned up
    if phase is not state.table.phase:
        table = _from_start(table, phase, facts)
    if "active" in facts and table.active != model.UNKNOWN:
        table = replace(table, true_majority=table.active)
    table = _following(table, state.table, phase)
    secrets = tuple(_still_told(table, seat, secret) for seat, secret in enumerate(state.secrets))
    return mark(COURSE.settle(State(table, secrets)), violations)


def owner_file(table: model.Table, facts: Facts) -> dict[str, Any]:
    """What is told of the box among these facts, as owner/waves.toml keeps it."""
    numbers = figures.COUNCIL_CARD.owner_file(facts, figures.council_table(table.setup.mode, table.setup.players))
    return {**numbers, **house_rules.owner_file(facts)}


def _round(table: model.Table, names: tuple[str, ...]) -> Iterator[FactField]:
    setup = table.setup
    seats = tuple((seat, _seat(names, seat)) for seat in range(setup.players))
    places = tuple((slot, place_of(setup, slot, names)) for slot in range(setup.slot_count))
    titles = tuple((phase.value, title(setup, phase)) for phase in setup.phases)
    yield FactField("phase", say("Phase"), _ROUND, table.phase.value, choices=titles)
    yield FactField("round", say("Round"), _ROUND, table.round, 1, 99)
    yield FactField("token", say("Wave token"), _ROUND, table.token, choices=((-1, say("nobody")), *places))
    if setup.is_head_to_head:
        yield FactField(
            "first", say("Goes first in the game"), _ROUND, table.first, choices=((-1, say("not drawn")), *seats)
        )
    most = figures.SHELLS if tablets.most_shells(table) is not None else figures.DECK_SIZE
    yield FactField("shells", say("Shells in the centre"), _ROUND, table.shells, 0, most)
    yield FactField("active", say("Active tablet"), _ROUND, table.active, choices=_NO_CARD)
    if setup.gap_after >= 0:
        yield FactField("gap", say("Unassociated Elder"), _ROUND, table.gap_elder, choices=_NO_CARD)


def _places(table: model.Table, names: tuple[str, ...]) -> Iterator[FactField]:
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
        yield FactField(
            f"drawn.{seat}", say("Drawn in this round"), group, table.drawn[seat], 0, figures.HEAD_TO_HEAD_DRAW
        )


def _piles(table: model.Table, names: tuple[str, ...]) -> Iterator[FactField]:
    yield FactField("deck", say("Cards in the deck"), _PILES, table.deck, 0, figures.DECK_SIZE)
    for cls in model.CLASSES:
        label = say("Discarded {card:many}", card=figures.NOUNS[cls])
        yield FactField(f"discard.{cls}", label, _PILES, table.discard[cls - 1], 0, 20)
    for side, pile in enumerate(table.collected):
        group = side_name(table.setup, side, names)
        for cls in model.CLASSES:
            label = say("Collected {elder:many}", elder=figures.NOUNS[cls])
            yield FactField(f"collected.{side}.{cls}", label, group, pile[cls - 1], 0, 20)


def _seat(names: tuple[str, ...], seat: Seat) -> Message:
    return say("{who}", who=Name(seat_name(names, seat)))


def _table(table: model.Table, values: Mapping[str, Any], given: Facts) -> model.Table:
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


def _setup(setup: model.Setup, given: Facts) -> model.Setup:
    return house_rules.corrected(
        replace(setup, council_card=figures.COUNCIL_CARD.corrected(setup.council_card, given)), given
    )


def _is_new_hand(table: model.Table, slot: int, given: Facts) -> bool:
    """Whether the hand of a slot's owner is told to be another than it was: a slot passed over gets its turn again."""
    seat = table.setup.owner(slot)
    return given.get(f"hand.{seat}", table.hands[seat].count) != table.hands[seat].count


def _slot(values: Mapping[str, Any], index: int) -> model.Slot:
    posture, count, face = (values[f"agent.{index}.{each}"] for each in ("posture", "count", "face"))
    agent = None if posture == "none" or count == 0 else model.Agent(posture, count, face)
    return model.Slot(values[f"elder.{index}"], agent)


def _hand(table: model.Table, values: Mapping[str, Any], seat: int) -> model.Hand:
    """A hand, with the cards that were seen to go there as far as there is room for them."""
    agents = (hidden.face_down(table, slot) for slot in table.setup.own_slots(seat))
    room = values[f"hand.{seat}"] + sum(agent.count for agent in agents if agent is not None)
    seen = table.hands[seat].seen
    return model.Hand(values[f"hand.{seat}"], seen if sum(seen) <= room else model.NONE)


def _from_start(table: model.Table, phase: Phase, given: Facts) -> model.Table:
    """The table with nothing done yet of what comes in this phase of the round or after it."""
    is_head_to_head, seats, order = table.setup.is_head_to_head, range(table.setup.players), list(Phase)
    told = {"drawn": tuple(given.get(f"drawn.{seat}", 0) for seat in seats)} if is_head_to_head else {}
    done: dict[Phase, dict[str, Any]] = {
        Phase.SHELLS: {"open_majority": model.UNKNOWN, "skipped": (), **told},
        Phase.TABLET: {"true_majority": model.UNKNOWN, "active": given.get("active", model.UNKNOWN)},
        Phase.DIRECT: {"acted": False},
        Phase.WAVE_1: {"returned": False},
        Phase.DRAW: {} if is_head_to_head else {"drawn": (0,) * len(seats)},
    }
    later = (cleared for each, cleared in done.items() if order.index(phase) <= order.index(each))
    return replace(table, **{field: value for cleared in later for field, value in cleared.items()})


def _following(table: model.Table, before: model.Table, phase: Phase) -> model.Table:
    """The table in this phase with what follows from the Elders as they are now said to lie."""
    order = table.setup.phases
    now, begins, waves = (order.index(each) for each in (phase, Phase.SHELLS, Phase.WAVE_1))
    return replace(
        table,
        phase=phase,
        fixed_power=_fixed_power(table, before, phase),
        council=model.NONE if now <= begins else _council(table, before, now >= waves),
        # The Open Majority is counted while all of them lie (W-041).
        open_majority=tablets.open_majority(table) if begins < now < waves else table.open_majority,
    )


def _fixed_power(table: model.Table, before: model.Table, phase: Phase) -> tuple[int, ...]:
    """Elder powers that the active tablet fixes (W-123), by the Elders as they lie now.

    Where the Elder to the right has left by now, the power fixed before counts, else the Elder's own. After the Waves
    nothing is fixed any more.
    """
    fixed = tablets.fixed_powers(table)
    if phase not in (Phase.TABLET, Phase.DIRECT, Phase.EXTRAS, Phase.WAVE_1, Phase.WAVE_2):
        return before.fixed_power if fixed else ()
    kept = before.fixed_power or tuple(figures.POWER[slot.elder] for slot in table.slots)
    return tuple(new if tablets.right_elder(table, slot) else kept[slot] for slot, new in enumerate(fixed))


def _council(table: model.Table, before: model.Table, in_waves: bool) -> model.Counts:
    """The Elders as the round began (W-132): those that lie, and in the Waves those that have left as well."""
    counts = before.council
    if not in_waves or counts == model.NONE:
        return tablets.council(table)
    for was, now in zip(before.slots, table.slots, strict=True):
        if was.elder != now.elder and model.UNKNOWN not in (was.elder, now.elder):
            counts = model.plus(model.lose(counts, was.elder, 1), now.elder)
    return counts


def _counts(values: Mapping[str, Any], key: str) -> model.Counts:
    one, two, three, four, five = (values[f"{key}.{cls}"] for cls in model.CLASSES)
    return (one, two, three, four, five)


def _top(top: model.Class, discard: model.Counts) -> model.Class:
    if top != model.UNKNOWN and discard[top - 1]:
        return top
    return next((cls for cls in model.CLASSES if discard[cls - 1]), model.UNKNOWN)


def _still_told(table: model.Table, seat: int, secret: model.Hidden | None) -> model.Hidden | None:
    """The secret of a seat as far as it still agrees with the public table."""
    if secret is None or sum(secret.hand) != table.hands[seat].count:
        return None
    told = zip((hidden.face_down(table, slot) for slot in table.setup.own_slots(seat)), secret.agents, strict=True)
    agents = tuple(None if down is None else cls for down, cls in told)
    if model.UNKNOWN in agents:
        return None
    return replace(secret, agents=tuple(cls or model.UNKNOWN for cls in agents))
