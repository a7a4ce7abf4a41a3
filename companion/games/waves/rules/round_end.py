"""The end of a round of Waves: token, draws, discards, the next Council (W-080..W-088)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.core import RuleId, Seat
from companion.games.shared.phases import Asked, Label
from companion.games.waves.data.figures import CARD, NOUNS
from companion.games.waves.rules import actions, deck
from companion.games.waves.rules.moment import Law, WavesMoment, because, in_hand, when
from companion.games.waves.state import hidden, model, tablets, turns
from companion.games.waves.words.names import class_noun, place
from companion.language.message import listing, names, say, sentences
from companion.language.values import Count


class TokenPassed(WavesMoment[actions.PassToken]):
    """The Wave token goes on clockwise."""

    titles = {model.Phase.PASS_TOKEN: say("End of round: the Wave token")}
    acts = (actions.PassToken,)

    def legal(self, state: model.WavesState) -> tuple[actions.PassToken, ...]:
        return (actions.PassToken((state.table.token + 1) % len(state.table.slots)),)

    def apply(self, state: model.WavesState, act: actions.PassToken) -> model.WavesState:
        rules = ("W-107", "W-108") if state.table.setup.is_head_to_head else ("W-080",)
        return because(state, *rules, token=act.slot, phase=model.Phase.DRAW)

    def asked(self, view: model.WavesView) -> Asked:
        after = (view.table.token + 1) % len(view.table.slots)
        if view.table.setup.is_head_to_head:
            text = say("Move the Wave token to the next Elder clockwise: {place}.", place=place(view, after))
            return Asked((), text, say("It moves one Elder clockwise each round."), "W-108")
        text = say("Give the Wave token to {who}.", who=view.who(after))
        return Asked((), text, say("It moves clockwise every round."), "W-080")

    def misfit(self, state: model.WavesState, act: actions.PassToken) -> Law:
        if state.table.setup.is_head_to_head:
            return "W-108", say("The Wave token goes to the next Elder clockwise.")
        return "W-080", say("The Wave token goes to the next player clockwise.")


class OneCardEach(deck.FromDeck):
    """One card each, as far as the deck goes."""

    titles = {model.Phase.DRAW: say("End of round: draw")}
    acts = (actions.Draw, actions.Reshuffle)

    def drawer(self, table: model.Table) -> Seat | None:
        return next(iter(turns.still_to_draw(table)), None)

    def rules_of_draw(self, table: model.Table, seat: Seat) -> tuple[RuleId, ...]:
        return ("W-081", *when(table.hands[seat].count + 1 < table.setup.limits[seat], "W-086"))

    def asked(self, view: model.WavesView) -> Asked:
        table, seats = view.table, turns.still_to_draw(view.table)
        if table.deck == 0:
            return deck.SHUFFLE
        now, later = seats[: table.deck], seats[table.deck :]
        players, number = names(view.name(seat) for seat in later), len(later)
        if len(now) == table.setup.players:
            text = say("Everyone draws 1 card, the token holder first.")
        elif len(now) > 1:
            text = say("{players} draw 1 card each.", players=names(view.name(seat) for seat in now))
        elif view.seat == now[0]:
            text = say("Draw 1 card.")
        else:
            text = say("{who} draws 1 card.", who=view.who(now[0]))
        if later and turns.can_reshuffle(table):
            then = say(
                "Then shuffle the discard pile: {players} {number?draws|draw} from that deck.",
                players=players,
                number=number,
            )
            text = sentences(text, then)
        elif later:
            then = say("Then the deck is empty: {players} {number?draws|draw} none.", players=players, number=number)
            text = sentences(text, then)
        return Asked(seats[:1], text, say("One card each, however many were played."), "W-081")

    def misfit(self, state: model.WavesState, act: actions.WavesAction) -> Law:
        turn = self.drawer(state.table)
        if not isinstance(act, actions.Draw) or turn is None or act.seat == turn:
            return super().misfit(state, act)
        return "W-081", say(
            "Seat {seat} draws next: one card each, from the new token holder clockwise.", seat=turn + 1
        )


class Limit(WavesMoment[actions.Discard]):
    """Hands over their limit are discarded down.

    One seat after the other is asked, because a card on the pile does not show whose it was. Any order may be tapped.
    """

    titles = {model.Phase.DISCARD: say("End of round: discard")}
    acts = (actions.Discard,)

    def has_work(self, state: model.WavesState) -> bool:
        return bool(turns.over_limit(state.table))

    def legal(self, state: model.WavesState) -> tuple[actions.Discard, ...]:
        seats = turns.over_limit(state.table)
        return tuple(actions.Discard(seat, cls) for seat in seats for cls in hidden.discardable(state, seat))

    def apply(self, state: model.WavesState, act: actions.Discard) -> model.WavesState:
        table = state.table
        discard, cards, limits = model.plus(table.discard, act.card), (act.card, -1), table.setup.limits
        rules = ("W-082", "W-087", *when(limits[act.seat] > min(limits), "W-013"))
        rules = (*rules, *when(table.setup.is_head_to_head, "W-107"))
        return in_hand(state, act.seat, cards, *rules, is_seen=True, discard=discard, top=act.card)

    def asked(self, view: model.WavesView) -> Asked:
        table, seats = view.table, turns.over_limit(view.table)
        over = {seat: table.hands[seat].count - table.setup.limits[seat] for seat in seats}
        first, *others = seats
        text = say("{who} discards {cards}, face up.", who=view.who(first), cards=Count(over[first], CARD))
        if view.seat == first:
            text = say("Discard {number} of your cards, face up.", number=over[first])
        if others:
            players = [say("{who} ({number})", who=view.who(seat), number=over[seat]) for seat in others]
            text = sentences(text, say("Then {players}.", players=listing(players)))
        why = say("{cards} is the limit.", cards=Count(table.setup.limits[first], CARD))
        return Asked(seats, text, why, "W-107" if table.setup.is_head_to_head else "W-082")

    def label(self, view: model.WavesView, act: actions.Discard) -> Label:
        label = super().label(view, act)
        return replace(label, group=say("Discard")) if view.seat == act.seat else label

    def misfit(self, state: model.WavesState, act: actions.Discard) -> Law:
        hands, seat = state.table.hands, act.seat
        if not 0 <= seat < len(hands):
            return "W-082", say("There is no seat {seat}. Tap the seat that discards.", seat=seat + 1)
        most = state.table.setup.limits[seat]
        if hands[seat].count <= most:
            return "W-082", say("Only a hand of more than {most} cards is discarded down.", most=most)
        card = class_noun(act.card)
        return "W-087", say("Show the card that is discarded: a {card} cannot be in this hand.", card=card)


class Gap(deck.FromDeck):
    """Three players: the unassociated Elder is replaced (W-084, A-34)."""

    titles = {model.Phase.GAP: say("End of round: the unassociated Elder")}
    acts = (actions.DiscardGapElder, actions.TurnUpGapElder, actions.Reshuffle)

    def has_work(self, state: model.WavesState) -> bool:
        return state.table.gap_elder != model.UNKNOWN or super().has_work(state)

    def legal(self, state: model.WavesState) -> tuple[actions.WavesAction, ...]:
        return super().legal(state) if state.table.gap_elder == model.UNKNOWN else (actions.DiscardGapElder(),)

    def apply(self, state: model.WavesState, act: actions.WavesAction) -> model.WavesState:
        """The new one ends the phase."""
        table, gone = state.table, state.table.gap_elder
        match act:
            case actions.TurnUpGapElder(elder):
                return because(state, "W-084", gap_elder=elder, deck=table.deck - 1, phase=model.Phase.NEXT_ROUND)
            case actions.DiscardGapElder():
                discard = model.plus(table.discard, gone)
                return because(state, "W-084", "W-087", gap_elder=model.UNKNOWN, discard=discard, top=gone)
        return super().apply(state, act)

    def asked(self, view: model.WavesView) -> Asked:
        table, why = view.table, say("It is replaced after every round.")
        if table.gap_elder != model.UNKNOWN:
            elder = NOUNS[table.gap_elder]
            text = say("Put the unassociated {elder} on the discard pile, face up.", elder=elder)
            return Asked((), text, why, "W-084")
        return Asked((), deck.turn_up_gap(view), why, "W-084") if table.deck else deck.SHUFFLE


class NewCouncil(WavesMoment[actions.NextRound]):
    """The Agents become the next Council."""

    titles = {model.Phase.NEXT_ROUND: say("End of round: the new Council")}
    acts = (actions.NextRound,)

    def legal(self, state: model.WavesState) -> tuple[actions.NextRound, ...]:
        return (actions.NextRound(),)

    def apply(self, state: model.WavesState, act: actions.NextRound) -> model.WavesState:
        table = state.table
        return because(
            state,
            *("W-083", "W-085", "W-040"),
            slots=tuple(model.Slot(slot.elder if slot.agent is None else slot.agent.face) for slot in table.slots),
            phase=model.Phase.SHELLS,
            round=table.round + 1,
            open_majority=model.UNKNOWN,
            true_majority=model.UNKNOWN,
            active=model.UNKNOWN,
            acted=False,
            fixed_power=(),
            council=model.NONE,
            returned=False,
            drawn=(0,) * table.setup.players,
            skipped=(),
        )

    def asked(self, view: model.WavesView) -> Asked:
        tablet = tablets.active_tablet(view.table)
        text = say("The Agents are the new Elders: move them into the Council.")
        if tablet is not None:
            text = sentences(text, say("Put the tablet “{tablet}” back.", tablet=tablet.name))
        return Asked((), text, say("A new round begins."), "W-083")
