"""Before the first round of Waves: lay out, give the Wave token, deal, turn up the Council (W-009..W-019, W-100..)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.core import RuleId, Seat
from companion.games.shared.phases import Asked, Label
from companion.games.waves.data.figures import CARD, DATA, SHELL, SHELLS
from companion.games.waves.rules import actions, deck, moment
from companion.games.waves.state import hidden, model
from companion.games.waves.words.names import tablet_of
from companion.language.message import Message, listing, say, sentences, written
from companion.language.values import Count

_Given = actions.PlaceToken | actions.NameFirst | actions.LayToken


class Token(moment.WavesMoment[_Given]):
    """The lot gives the Wave token; in Head to head it names who goes first, and the other lays the token."""

    titles = {model.Phase.TOKEN: say("Setup: the Wave token")}
    acts = (actions.PlaceToken, actions.NameFirst, actions.LayToken)

    def legal(self, state: model.WavesState) -> tuple[_Given, ...]:
        table, setup = state.table, state.table.setup
        if table.token >= 0:
            return ()
        if not setup.is_head_to_head:
            return tuple(actions.PlaceToken(slot) for slot in range(len(table.slots)))
        if table.first < 0:
            return tuple(actions.NameFirst(seat) for seat in range(setup.players))
        return tuple(actions.LayToken(1 - table.first, slot) for slot in setup.own_slots(table.first))

    def apply(self, state: model.WavesState, act: _Given) -> model.WavesState:
        match act:
            case actions.PlaceToken(slot):
                return moment.because(state, "W-009", token=slot)
            case actions.NameFirst(seat):
                return moment.because(state, "W-101", first=seat)
            case actions.LayToken(_, slot):
                return moment.because(state, "W-101", token=slot)

    def asked(self, view: model.WavesView) -> Asked:
        table, setup = view.table, view.table.setup
        if not setup.is_head_to_head:
            text = sentences(_lay_out(setup), say("Then draw lots for the Wave token."))
            return Asked((), text, sentences(say("A random player begins."), _tablets(setup)), "W-009")
        if table.first < 0:
            text = say("Draw lots: who goes first? Tap the name.")
            return Asked((), text, say("A random player goes first."), "W-101")
        other, first = 1 - table.first, view.who(table.first)
        one, two = (slot + 1 for slot in setup.own_slots(table.first))
        if view.seat == other:
            text = say(
                "Lay the Wave token at place {one} or {two}, beside an Elder of {first}.", one=one, two=two, first=first
            )
        else:
            text = say(
                "{who} lays the Wave token at place {one} or {two}, beside an Elder of {first}.",
                who=view.who(other),
                one=one,
                two=two,
                first=first,
            )
        why = say("{first} goes first. The opponent chooses at which of {first}'s Elders.", first=first)
        return Asked((other,), text, why, "W-101")

    def misfit(self, state: model.WavesState, act: _Given) -> moment.Law:
        first, setup = state.table.first, state.table.setup
        if not setup.is_head_to_head:
            return "W-009", say("The lot gives the Wave token to one of the players. Tap who gets it.")
        if first < 0:
            return "W-101", say("Draw lots first: tap which of the two players goes first.")
        return "W-101", say(
            "Seat {first} goes first, so seat {other} lays the Wave token, at place {places}.",
            first=first + 1,
            other=2 - first,
            places=listing((slot + 1 for slot in setup.own_slots(first)), "or"),
        )


class Deal(deck.FromDeck):
    """The hands. Nobody shuffles once the first card is dealt."""

    titles = {model.Phase.DEAL: say("Setup: the hands")}
    acts = (actions.Draw, actions.Reshuffle)

    def drawer(self, table: model.Table) -> Seat | None:
        """One card at a time, clockwise from the first seat (W-012, W-013)."""
        short = [seat for seat, hand in enumerate(table.hands) if hand.count < table.setup.limits[seat]]
        return min(short, key=lambda seat: table.hands[seat].count, default=None)

    def rules_of_draw(self, table: model.Table, seat: Seat) -> tuple[RuleId, ...]:
        limits = table.setup.limits
        in_this_mode = moment.when(table.setup.is_head_to_head, "W-102")
        return ("W-012", *in_this_mode, *moment.when(limits[seat] > min(limits), "W-013"))

    def asked(self, view: model.WavesView) -> Asked:
        table, seat = view.table, self.drawer(view.table)
        limits, is_head_to_head = table.setup.limits, table.setup.is_head_to_head
        usual, most = min(limits), max(limits)
        text = say("Deal {number} to each player, face down.", number=usual)
        why, rule = say("Every hand starts with {cards}.", cards=Count(usual, CARD)), "W-012"
        if most > usual:
            solo = view.who(limits.index(most))
            text = say(
                "Deal {number} to each player and {most} to {who}, face down.", number=usual, most=most, who=solo
            )
            why, rule = say("The solo player holds up to {cards} in the whole game.", cards=Count(most, CARD)), "W-013"
        elif is_head_to_head:
            text, rule = say("Deal {cards} from the deck to each player, face down.", cards=Count(usual, CARD)), "W-102"
        if not is_head_to_head and not any(hand.count for hand in table.hands):
            text = sentences(say("Shuffle all cards."), text)
        return Asked(() if seat is None else (seat,), text, why, rule)

    def label(self, view: model.WavesView, act: actions.WavesAction) -> Label:
        if isinstance(act, actions.Draw):
            return Label(say("{who} is dealt a card", who=view.who(act.seat)), say("Deal one by one"))
        return super().label(view, act)


class Council(deck.FromDeck):
    """The first Elders; in Head to head the game's first step."""

    titles = {model.Phase.COUNCIL: say("Setup: the Council")}
    acts = (actions.TurnUpElder, actions.TurnUpGapElder, actions.Reshuffle)

    def is_short(self, table: model.Table) -> bool:
        return super().is_short(table) or any(slot.elder == model.UNKNOWN for slot in table.slots)

    def taken(self, state: model.WavesState, seat: Seat | None) -> Iterable[actions.WavesAction]:
        bare = [index for index, slot in enumerate(state.table.slots) if slot.elder == model.UNKNOWN]
        classes = hidden.drawable(state)
        return (*(actions.TurnUpElder(index, cls) for index in bare for cls in classes), *super().taken(state, seat))

    def apply(self, state: model.WavesState, act: actions.WavesAction) -> model.WavesState:
        if not isinstance(act, actions.TurnUpElder):
            return super().apply(state, act)
        rules = ("W-015", "W-019", *moment.when(state.table.setup.is_head_to_head, "W-100"))
        slots = moment.slots_with(state.table, act.slot, elder=act.elder)
        return moment.because(state, *rules, slots=slots, deck=state.table.deck - 1)

    def asked(self, view: model.WavesView) -> Asked:
        setup, elders = view.table.setup, [slot.elder for slot in view.table.slots]
        if setup.is_head_to_head:
            why = say("Each player has two Elders, across from each other.")
            if any(elder != model.UNKNOWN for elder in elders):
                return Asked((), say("Turn up one card from the deck at each of the four places."), why, "W-100")
            turn_up = say("Then shuffle and turn up one card at each of the four places.")
            return Asked((), sentences(_lay_out(setup), turn_up), sentences(why, _tablets(setup)), "W-100")
        if deck.wants_gap_elder(view.table) and all(elders):
            why = say("It is nobody's Elder, and counts for both majorities.")
            return Asked((), deck.turn_up_gap(view), why, "W-016")
        text = say("Turn up one card from the deck in front of each player.")
        return Asked((), text, say("These Elders are the first Council."), "W-015")


def _lay_out(setup: model.Setup) -> Message:
    """What lies on the table before anything else does (W-008, W-010, W-014)."""
    mode, shells = written(DATA.modes[setup.mode].title), Count(SHELLS, SHELL)
    card = say("Lay out the {mode} Council card for {players} players.", mode=mode, players=setup.players)
    if setup.is_head_to_head:
        card = say("Lay out the {mode} Council card.", mode=mode)
    return sentences(card, say("Put {shells} into the supply, the tablets in their row.", shells=shells))


def _tablets(setup: model.Setup) -> Message:
    sides = zip(setup.tablets, model.CLASSES, strict=True)
    return say("Tablets: {tablets}.", tablets=listing(tablet_of(side, cls) for side, cls in sides))
