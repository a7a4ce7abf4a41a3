"""The True Majority: Rebels are turned up, its tablet becomes active, extra Rebels go (W-056, W-060..W-067)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.shared.phases import Asked
from companion.games.waves.data.figures import DATA, NOUNS
from companion.games.waves.rules import actions, moment
from companion.games.waves.state import hidden, model, tablets
from companion.games.waves.words.names import owners, places, rebel
from companion.language.message import Message, listing, names, say, sentences
from companion.language.values import Count, Noun

_REBEL = Noun("Rebel")


class Reveal(moment.WavesMoment[actions.RevealRebels]):
    """All have played: Rebels are turned up."""

    titles = {model.Phase.REVEAL: say("True Majority: turn up the {rebels:many}", rebels=_REBEL)}
    acts = (actions.RevealRebels,)

    def title(self, setup: model.Setup, phase: model.Phase) -> Message:
        return rebel(setup).step

    def has_work(self, state: model.WavesState) -> bool:
        return bool(hidden.face_down_rebels(state.table))

    def legal(self, state: model.WavesState) -> tuple[actions.RevealRebels, ...]:
        down = hidden.face_down_rebels(state.table)
        return tuple(actions.RevealRebels(slot, face) for slot in down for face in hidden.possible_faces(state, slot))

    def apply(self, state: model.WavesState, act: actions.RevealRebels) -> model.WavesState:
        return moment.turned_up(state, act.slot, act.face, "W-060", "W-056")

    def asked(self, view: model.WavesView) -> Asked:
        down = hidden.face_down_rebels(view.table)
        text = sentences(*_turn_up(view, down), say("Followers stay face down."))
        return Asked(owners(view.table.setup, down), text, say("Everyone has played."), "W-060")


def _turn_up(view: model.WavesView, down: dict[model.SlotIndex, int]) -> Iterator[Message]:
    """Who turns up how many, and with two places each, at which."""
    setup, noun = view.table.setup, rebel(view.table.setup).noun
    seats = owners(setup, down)
    if not setup.is_head_to_head:
        players, number = names(view.name(seat) for seat in seats), sum(down.values())
        yield say("{players}: turn your {rebels:noun} face up.", players=players, rebels=Count(number, noun))
        return
    for seat in seats:
        own = [slot for slot in down if setup.owner(slot) == seat]
        yield say(
            "{who}: turn your {rebels:noun} at {number?place|places} {places} face up.",
            who=view.who(seat),
            rebels=Count(sum(down[slot] for slot in own), noun),
            number=len(own),
            places=listing(slot + 1 for slot in own),
        )


class Tablet(moment.WavesMoment[actions.ActivateTablet]):
    """The tablet of the True Majority becomes active."""

    titles = {model.Phase.TABLET: say("True Majority: the tablet")}
    acts = (actions.ActivateTablet,)

    def settled(self, state: model.WavesState) -> model.WavesState | None:
        """The open cards are counted first (W-061)."""
        counted = tablets.true_majority(state.table)
        if counted != state.table.true_majority:
            return moment.with_table(state, true_majority=counted)
        return super().settled(state)

    def legal(self, state: model.WavesState) -> tuple[actions.ActivateTablet, ...]:
        table = state.table
        is_due = table.true_majority != model.UNKNOWN and table.active == model.UNKNOWN
        return (actions.ActivateTablet(table.true_majority),) if is_due else ()

    def apply(self, state: model.WavesState, act: actions.ActivateTablet) -> model.WavesState:
        state = moment.with_table(state, active=act.tablet)
        table, tablet, powers = state.table, tablets.active_tablet(state.table), tablets.fixed_powers(state.table)
        return moment.because(
            state,
            *("W-061", *moment.when(model.is_tie(tablets.open_table(table)), "W-062"), "W-063", "W-116", "W-119"),
            *moment.when(tablet is not None and tablet.direct, "W-065"),
            *moment.when(powers, "W-123", "W-118"),
            *moment.when(table.setup.gap_after >= 0, "W-045"),
            *moment.when(table.setup.is_head_to_head, "W-105"),
            fixed_power=powers,
        )

    def asked(self, view: model.WavesView) -> Asked:
        table, cls, counts = view.table, view.table.true_majority, tablets.open_table(view.table)
        noun, number = NOUNS[cls], counts[cls - 1]
        why = say("{cls:many} have the most open cards, {number}: True Majority.", cls=noun, number=number)
        if model.is_tie(counts):
            why = say(
                "{cls:many} tie for the most open cards, {number}, and have the highest power: True Majority.",
                cls=noun,
                number=number,
            )
        tablet = DATA.tablets[table.setup.tablets[cls - 1]].name
        text = say("Lay the {cls:many}' tablet “{tablet}” beside the Council.", cls=noun, tablet=tablet)
        return Asked((), text, why, "W-063")


class Extras(moment.WavesMoment[actions.DiscardExtras]):
    """Of the Rebels of a slot one stays."""

    titles = {model.Phase.EXTRAS: say("Discard extra {rebels:many}", rebels=_REBEL)}
    acts = (actions.DiscardExtras,)

    def legal(self, state: model.WavesState) -> tuple[actions.DiscardExtras, ...]:
        return tuple(map(actions.DiscardExtras, _with_extras(state.table)))

    def apply(self, state: model.WavesState, act: actions.DiscardExtras) -> model.WavesState:
        table, agent = state.table, state.table.slots[act.slot].agent
        assert agent is not None  # only slots with extra Rebels are asked
        slots = moment.slots_with(table, act.slot, agent=replace(agent, count=1))
        discard = model.plus(table.discard, agent.face, agent.count - 1)
        return moment.because(state, "W-066", "W-067", "W-087", slots=slots, discard=discard, top=agent.face)

    def asked(self, view: model.WavesView) -> Asked:
        slots, noun = _with_extras(view.table), rebel(view.table.setup).noun
        whose = places(view, slots)
        each = say("the Fish") if len(whose) == len(slots) else say("each Fish")
        text = say(
            "{players}: keep one {rebel} over {fish}, discard the others face up.",
            players=listing(whose),
            rebel=noun,
            fish=each,
        )
        why = say("Extra {rebels:many} count for the True Majority only.", rebels=noun)
        return Asked(owners(view.table.setup, slots), text, why, "W-066")


def _with_extras(table: model.Table) -> tuple[model.SlotIndex, ...]:
    return tuple(index for index, slot in enumerate(table.slots) if slot.agent is not None and slot.agent.count > 1)
