"""The beginning of a round: the counter, three cards, and who takes which (M-020 to M-033, M-200 to M-211)."""

from __future__ import annotations

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.data.playset import OFFERED
from companion.games.manawave.rules.phase import Gaps, Moment, changed, choice_of, reset
from companion.games.manawave.rules.secret import Secret, Unseen
from companion.games.manawave.state.acts import LETTERS, Choose, DrawCard, StartWave
from companion.games.manawave.state.model import BOTH, ManaState, ManaView, Phase, Table, pile_of
from companion.games.shared.phases import Label
from companion.language.message import Message, say
from companion.language.values import Name


class Starting(Moment[StartWave], phase=Phase.START):
    """The dial at the Source is turned on by one."""

    acts = (StartWave,)

    def legal(self, state: ManaState) -> tuple[StartWave, ...]:
        return (StartWave(),)

    def apply(self, state: ManaState, act: StartWave) -> ManaState:
        return changed(state, (self.rule,), round=state.table.round + 1, choices=(), picked=(), phase=Phase.DRAW)

    def gaps(self, view: ManaView, act: StartWave) -> Gaps:
        return {"number": view.table.round + 1}


class Drawing(Moment[DrawCard], phase=Phase.DRAW):
    """Three cards of the pile, as Choices A, B and C."""

    following = Phase.CHOOSE
    acts = (DrawCard,)

    def has_work(self, state: ManaState) -> bool:
        return len(state.table.choices) < OFFERED

    def legal(self, state: ManaState) -> tuple[DrawCard, ...]:
        # Only where a host's corrections have left too few: then any may lie there.
        return tuple(DrawCard(kind) for kind in dict(state.table.pile) or cards_of(state.table))

    def apply(self, state: ManaState, act: DrawCard) -> ManaState:
        pile, choices = dict(state.table.pile), (*state.table.choices, act.card)
        pile[act.card] = pile.get(act.card, 0) - 1
        return changed(state, (self.rule,), pile=pile_of(pile), choices=choices)

    def gaps(self, view: ManaView, act: DrawCard) -> Gaps:
        return {"letter": Name(LETTERS[len(view.table.choices)]), "card": view.table.title(act.card)}

    def piece(self, view: ManaView, act: DrawCard) -> str:
        return choice_kind(view.table, act.card)

    def refusal(self, state: ManaState, act: DrawCard, now: Message, is_on: bool) -> IllegalAction:
        if is_on:
            return IllegalAction(
                "M-033" if state.table.is_clans else self.rule, say("No such card is left in the pile.")
            )
        return super().refusal(state, act, now, is_on)


class Choosing(Secret[Choose], phase=Phase.CHOOSE):
    """One letter each; both may take the same (M-031, M-032)."""

    following = Phase.PLACE
    commit = Choose

    def due(self, table: Table) -> tuple[Seat, ...]:
        return () if table.picked else BOTH

    def examples(self, table: Table, seat: Seat) -> tuple[Choose, ...]:
        return tuple(Choose(seat, letter) for letter in LETTERS)

    def check(self, table: Table, choice: Choose) -> None:
        if choice.letter not in LETTERS:
            raise IllegalAction(self.rule, say("Indicate one of the Choices A, B and C."))

    def after(self, state: ManaState) -> ManaState:
        table = state.table
        letters = [choice_of(table, seat, Choose).letter for seat in BOTH]
        is_shared = letters[0] == letters[1]
        if is_shared and table.is_clans and table.clans_set.options.same_pick == "again":
            return reset(state, (self.rule,))
        why = (self.rule, "M-032") if table.is_clans else (self.rule,)
        picked = tuple(table.choices["ABC".index(letter)] for letter in letters)
        return reset(state, why, picked=picked, is_shared=is_shared)

    def words(self, view: ManaView, choice: Choose) -> Message:
        return choice_words(view, choice) if choice.letter else say("one of A, B and C")

    def label(self, view: ManaView, act: Unseen) -> Label:
        """With the card that a letter stands for."""
        label = super().label(view, act)
        if not isinstance(act, Choose) or not act.letter:
            return label
        return Label(label.text, label.group, choice_kind(view.table, view.table.choices[LETTERS.index(act.letter)]))


def choice_kind(table: Table, card: str) -> str:
    """The kind of piece of a card that is revealed as a choice."""
    return f"family:{card}" if table.is_clans else f"choice:{card}"


def choice_words(view: ManaView, choice: Choose) -> Message:
    """The card that a seat has indicated, with its letter."""
    card = view.table.choices[LETTERS.index(choice.letter)]
    return say("{letter}: {card}", letter=Name(choice.letter), card=view.table.title(card))


def cards_of(table: Table) -> tuple[str, ...]:
    """Every card that may be in the pile."""
    if table.is_clans:
        return tuple(each.id for each in table.clans_set.family)
    return tuple(each.id for each in table.nexus_set.tile)


class WaveStarting(Starting):
    """The same in the older game: the wave gets stronger (M-200)."""


class TileDrawing(Drawing):
    """Three tile cards (M-210)."""


class TileChoosing(Choosing):
    """One letter each (M-211)."""

    following = Phase.AIM
