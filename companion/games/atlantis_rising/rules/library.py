"""Library cards: drawn, kept as the tile says, discarded above the hand limit, and played (A-074 to A-083)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import HIDDEN
from companion.games.atlantis_rising.data.effects import Op
from companion.games.atlantis_rising.rules import decisions
from companion.games.atlantis_rising.rules.actions import judged
from companion.games.atlantis_rising.rules.activation import KEPT_BY, applied
from companion.games.atlantis_rising.rules.moments import Refusing, StepMoment
from companion.games.atlantis_rising.rules.operations import AT_ONCE
from companion.games.atlantis_rising.state import changes, hidden
from companion.games.atlantis_rising.state.model import HAND_LIMIT, AtlantisState, AtlantisView, Table
from companion.games.atlantis_rising.state.steps import Attempt, Discarding, Drawing
from companion.games.atlantis_rising.words.vocabulary import refused, remembered
from companion.games.core import Memory, Seat
from companion.games.errors import IllegalAction
from companion.games.shared.phases import put
from companion.language.message import Message


class Reading(StepMoment[Drawing, decisions.Read]):
    """Which card is drawn chance says; which is kept, whoever drew it."""

    idle = ("A-079",)

    def has_work(self, state: AtlantisState) -> bool:
        step = self.step(state.table)
        return bool(step.drawn or (step.left and state.table.library.count))

    def settled(self, state: AtlantisState) -> AtlantisState | None:
        step = self.step(state.table)
        if step.drawn and step.left and not state.table.library.count:
            return changes.with_table(state, changes.stepped(state.table, replace(step, left=0)), "A-079")
        return super().settled(state)

    def legal(self, state: AtlantisState) -> tuple[decisions.Read, ...]:
        table = state.table
        step = self.step(table)
        if step.left:
            if table.setup.is_closed:
                # Unnamed, where its seat does not tell.
                may_be = hidden.drawable(state, step.seat) if state.secrets[step.seat] is not None else ()
                return tuple(decisions.DrawHidden(step.seat, card) for card in (*may_be, HIDDEN))
            return tuple(decisions.DrawCard(step.seat, card) for card in changes.next_library_cards(table))
        return ways_to_keep(state, step)

    def apply(self, state: AtlantisState, act: decisions.Read) -> AtlantisState:
        table = state.table
        step = self.step(table)
        if isinstance(act, decisions.DrawCard):
            is_hidden = isinstance(act, decisions.DrawHidden)
            drawn = replace(step, left=step.left - 1, drawn=(*step.drawn, HIDDEN if is_hidden else act.card))
            if is_hidden:
                state = hidden.drawn_unseen(state, act.seat, act.card)
            table = state.table if is_hidden else changes.library_card_drawn(table, act.card)
            return changes.with_table(state, changes.stepped(table, drawn), "A-074")
        why = (KEPT_BY[step.icon], *(("A-078", "A-091") if act.energy else ()))
        if isinstance(act, decisions.KeepHidden):
            after = hidden.kept_unseen(state, act.seat, act.cards, act.discarded, step)
            return changes.with_table(after, changes.earn(after.table, act.seat, changes.energy(-act.energy)), *why)
        return changes.with_table(state, kept_of(table, step, act.cards, act.energy), *why)

    def asks(self, table: Table) -> str:
        step = self.step(table)
        if step.left:
            return "Drawing_closed" if table.setup.is_closed else "Drawing"
        return f"Drawing_keeps_{step.icon}" if step.kept == len(step.drawn) else f"Drawing_{step.icon}"

    def called(self, view: AtlantisView, act: decisions.Read) -> str:
        if isinstance(act, decisions.DrawCard):
            return super().called(view, act)
        has_gone = isinstance(act, decisions.KeepHidden) and act.discarded
        return "Keep" + ("_pays" if act.energy else "") + ("_discards" if has_gone else "")

    def memory(self, before: AtlantisView, act: decisions.Read) -> Memory:
        if isinstance(act, decisions.DrawHidden) and before.seat == act.seat and act.card != HIDDEN:
            return remembered("DrawHidden_own", before, act)
        if isinstance(act, decisions.KeepHidden):
            is_open = act.discarded or not {*act.cards}.isdisjoint(before.table.box.artifacts)
            return remembered("KeepHidden_open" if is_open else "KeepHidden", before, act)
        return super().memory(before, act)

    def fault(self, state: AtlantisState, act: decisions.Read) -> IllegalAction | None:
        if not isinstance(act, decisions.Keep):
            return None
        if act.seat != self.step(state.table).seat:
            return refused("own_cards")
        return refused("further_card")


class Discards(StepMoment[Discarding, decisions.Spared]):
    """Above the hand limit, or because a misfortune says so; a card may be played instead of the former."""

    def has_work(self, state: AtlantisState) -> bool:
        step = self.step(state.table)
        hand = state.table.hands[step.seat]
        return bool(hand and (step.left or len(hand) > HAND_LIMIT))

    def legal(self, state: AtlantisState) -> tuple[decisions.Spared, ...]:
        step = self.step(state.table)
        kind = decisions.DiscardHidden if state.table.setup.is_closed else decisions.DiscardCard
        return tuple(kind(step.seat, card) for card in hidden.held(state, step.seat))

    def apply(self, state: AtlantisState, act: decisions.Spared) -> AtlantisState:
        is_due = bool(self.step(state.table).left)
        state = hidden.seen(state, act.seat, act.card)
        table = discarded(state.table, act.seat, act.card)
        return changes.with_table(state, changes.one_less(table) if is_due else table, "A-036" if is_due else "A-082")

    def asks(self, table: Table) -> str:
        return "Discarding" if self.step(table).left else "Discarding_limit"


def ways_to_keep(state: AtlantisState, step: Drawing) -> tuple[decisions.Keep, ...]:
    """What a seat may keep of the drawn cards; of those that it alone has seen and does not tell, all they may be."""
    table, kept = state.table, step.kept
    secret = state.secrets[step.seat] if table.setup.is_closed else None
    drawn = tuple(sorted(step.drawn if secret is None else secret.drawn))
    most = min(len(drawn), kept + table.reserves[step.seat].energy)
    ways = dict[decisions.Keep, bool]()
    for some in (some for many in range(kept, most + 1) for some in combinations(drawn, many)):
        if not table.setup.is_closed:
            ways[decisions.Keep(step.seat, some, len(some) - kept)] = True
            continue
        rest = hidden.less(drawn, some) if step.icon == "one_discard" else ()
        for cards, gone, fits in hidden.named(state, step.seat, some, rest):
            ways[decisions.KeepHidden(step.seat, cards, len(some) - kept, gone)] = fits
    return tuple(way for way, fits in ways.items() if fits) or tuple(ways)


def kept_of(table: Table, step: Drawing, cards: tuple[str, ...], paid: int) -> Table:
    """The table after these of the drawn cards were kept, and the others went where the tile says."""
    rest = list(step.drawn)
    for card in cards:
        rest.remove(card)
    table = changes.popped(changes.earn(table, step.seat, changes.energy(-paid)))
    hands, library = put(table.hands, step.seat, (*table.hands[step.seat], *cards)), table.library
    pile = "bottom" if step.icon == "one_bottom" else "discards"
    return replace(table, hands=hands, library=replace(library, **{pile: (*getattr(library, pile), *rest)}))


def discarded(table: Table, seat: Seat, card: str) -> Table:
    """The table after a card left a hand for the discards (A-082, Q-33)."""
    library = replace(table.library, discards=(*table.library.discards, card))
    return replace(_without(table, seat, card), library=library)


class Plays(Refusing[decisions.PlayCard]):
    """A card that is played goes onto the discards once it has done what it says."""

    def legal(self, state: AtlantisState) -> tuple[decisions.PlayCard, ...]:
        step, library = state.table.step, state.table.box.library

        def held(seat: Seat) -> Iterator[tuple[str, Op]]:
            return ((card, library[card].effect.op) for card in hidden.held(state, seat) if card in library)

        if isinstance(step, Attempt):
            dice = () if step.rolls else enumerate(step.rollers)
            ways = ((seat, card, die) for die, seat in dice for card, op in held(seat) if op == "die_plus")
            return tuple(decisions.PlayCard(*way) for way in ways)
        if isinstance(step, Discarding) and step.left:
            return ()
        seats = (step.seat,) if isinstance(step, Discarding) else range(state.table.players)
        return tuple(decisions.PlayCard(seat, card) for seat in seats for card, op in held(seat) if op in AT_ONCE)

    def apply(self, state: AtlantisState, act: decisions.PlayCard) -> AtlantisState:
        state = hidden.seen(state, act.seat, act.card)
        table = state.table
        card = table.box.library[act.card]
        if card.effect.op == "die_plus":
            step = changes.step_of(table, Attempt)
            raised = replace(step, bonus=put(step.bonus, act.die, step.bonus[act.die] + card.effect.n))
            return judged(state, changes.stepped(discarded(table, act.seat, act.card), raised), ("A-083",))
        after = applied(_without(table, act.seat, act.card), (card.effect,), act.seat, card.name)
        library = replace(after.library, discards=(*after.library.discards, act.card))
        renews = ("A-080",) if card.effect.op == "new_library_deck" else ()
        return changes.with_table(state, replace(after, library=library), "A-083", *renews)

    def called(self, view: AtlantisView, act: decisions.PlayCard) -> str:
        return "PlayCard_die" if act.die >= 0 else "PlayCard"

    def refusal(self, state: AtlantisState, act: decisions.PlayCard, now: Message, is_on: bool) -> IllegalAction:
        table = state.table
        if not (0 <= act.seat < table.players and act.card in hidden.held(state, act.seat)):
            return refused("not_held")
        if act.card in table.box.artifacts:
            return refused("artifact")
        return refused("within_act")


def _without(table: Table, seat: Seat, card: str) -> Table:
    hand = list(table.hands[seat])
    hand.remove(card)
    return replace(table, hands=put(table.hands, seat, tuple(hand)))
