"""The beginning of a round: the counter, three cards, and who takes which (M-020 to M-033, M-200 to M-211)."""

from __future__ import annotations

from typing import ClassVar

from companion.games.core import Memory, RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.acts import LETTERS, Choose, Commit, DrawCard, Open, StartWave, TakeBack
from companion.games.manawave.model import BOTH, ManaState, ManaView, Phase, Table, pile_of
from companion.games.manawave.phases.part import Part, changed
from companion.games.manawave.phases.secret import Secret, reset
from companion.games.manawave.playset import OFFERED
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, say
from companion.language.values import Name


class Starting(Part[StartWave]):
    """The dial at the Source is turned on by one."""

    titles = {Phase.START: say("Start Manawave")}
    acts = (StartWave,)
    rule = "M-020"
    law = say("Each round begins with one counter more for the wave")

    def has_work(self, table: Table) -> bool:
        return True

    def legal(self, state: ManaState) -> tuple[StartWave, ...]:
        return (StartWave(),)

    def apply(self, state: ManaState, act: StartWave) -> ManaState:
        return changed(state, (self.rule,), round=state.table.round + 1, choices=(), picked=(), phase=Phase.DRAW)

    def asked(self, view: ManaView) -> Asked:
        number = view.table.round + 1
        if view.table.is_clans:
            text = say("Turn the dial at the Source to {number}: round {number} begins.", number=number)
            return Asked((), text, say("A Round counter is added."), "M-020")
        text = say("Turn the dial at the Source to {number}: the wave has strength {number}.", number=number)
        return Asked((), text, say("A strength token is added."), "M-200")

    def label(self, view: ManaView, act: StartWave) -> Label:
        number = view.table.round + 1
        return Label(say("The dial shows {number}", number=number), say("Source"))

    def told(self, before: ManaView, act: StartWave) -> Message:
        number = before.table.round + 1
        if before.table.is_clans:
            return say("Round {number} begins.", number=number)
        return say("The wave has strength {number}.", number=number)


class Drawing(Part[DrawCard]):
    """Three cards of the pile, as Choices A, B and C."""

    titles = {Phase.DRAW: say("Selection")}
    acts = (DrawCard,)
    rule = "M-030"
    gone: ClassVar[RuleId] = "M-033"
    """By which rule a card that was drawn does not come again."""
    law = say("Three cards of the pile are revealed as Choices A, B and C")

    def has_work(self, table: Table) -> bool:
        return len(table.choices) < OFFERED

    def legal(self, state: ManaState) -> tuple[DrawCard, ...]:
        table = state.table
        left = dict(table.pile)
        # Only where a host's corrections have left too few: then any may lie there.
        return tuple(DrawCard(kind) for kind in left or cards_of(table))

    def apply(self, state: ManaState, act: DrawCard) -> ManaState:
        table = state.table
        pile = dict(table.pile)
        pile[act.card] = pile.get(act.card, 0) - 1
        return changed(state, (self.rule,), pile=pile_of(pile), choices=(*table.choices, act.card))

    def asked(self, view: ManaView) -> Asked:
        letter = LETTERS[len(view.table.choices)]
        text = say("Reveal the next card of the pile as Choice {letter}.", letter=Name(letter))
        return Asked((), text, say("Each player will take one of three, unseen."), self.rule)

    def label(self, view: ManaView, act: DrawCard) -> Label:
        title = view.table.setup.playset.titles()[act.card]
        letter = LETTERS[len(view.table.choices)]
        group = say("Choice {letter}", letter=Name(letter))
        return Label(say("{card}", card=Name(title)), group, choice_kind(view.table, act.card))

    def told(self, before: ManaView, act: DrawCard) -> Message:
        title = before.table.setup.playset.titles()[act.card]
        letter = LETTERS[len(before.table.choices)]
        return say("Choice {letter}: {card}.", letter=Name(letter), card=Name(title))

    def memory(self, before: ManaView, act: DrawCard) -> Memory:
        title = Name(before.table.setup.playset.titles()[act.card])
        return Memory(say("All have seen {card}.", card=title), say("It goes face down on top of the pile again."))

    def refusal(self, state: ManaState, act: DrawCard, now: Message) -> IllegalAction:
        if state.table.phase is Phase.DRAW:
            return IllegalAction(self.gone, say("No such card is left in the pile."))
        return super().refusal(state, act, now)


class Choosing(Secret):
    """One letter each; both may take the same (M-031, M-032)."""

    titles = {Phase.CHOOSE: say("Choose a card")}
    acts = (Choose, TakeBack, Open)
    commit = Choose
    rule = "M-031"
    opening = "M-031"
    law = say("Each player indicates one of the Choices A, B and C")

    def due(self, table: Table) -> tuple[Seat, ...]:
        return () if table.picked else BOTH

    def examples(self, table: Table, seat: Seat) -> tuple[Commit, ...]:
        return tuple(Choose(seat, letter) for letter in LETTERS)

    def check(self, table: Table, choice: Commit) -> None:
        assert isinstance(choice, Choose)
        if choice.letter not in LETTERS:
            raise IllegalAction(self.rule, say("Indicate one of the Choices A, B and C."))

    def after(self, state: ManaState) -> ManaState:
        table = state.table
        is_shared = letters(table)[0] == letters(table)[1]
        if is_shared and table.is_clans and table.clans_set.options.same_pick == "again":
            return reset(state, (self.rule,))
        why = (self.rule, "M-032") if table.is_clans else (self.rule,)
        return reset(state, why, picked=picks(table), is_shared=is_shared)

    def words(self, view: ManaView, choice: Commit) -> Message:
        assert isinstance(choice, Choose)
        return choice_words(view, choice) if choice.letter else say("one of A, B and C")

    def task(self, view: ManaView) -> Message:
        return say("Choose A, B or C on your phone.")

    def reason(self, view: ManaView) -> Message:
        if view.table.is_clans:
            return say("Both may take the same card: then each places a copy of it, which brings less with it.")
        return say("Both may take the same card: then each places a copy of it.")


def letters(table: Table) -> tuple[str, str]:
    """What both have indicated, once that is open."""
    found = []
    for seat in BOTH:
        choice = table.opened[seat]
        assert isinstance(choice, Choose)
        found.append(choice.letter)
    return found[0], found[1]


def picks(table: Table) -> tuple[str, str]:
    """The cards that both have indicated."""
    one, other = (table.choices["ABC".index(letter)] for letter in letters(table))
    return one, other


def choice_kind(table: Table, card: str) -> str:
    """The kind of piece of a card that is revealed as a choice."""
    return f"family:{card}" if table.is_clans else f"choice:{card}"


def choice_words(view: ManaView, choice: Choose) -> Message:
    """The card that a seat has indicated, with its letter."""
    card = view.table.choices[LETTERS.index(choice.letter)]
    return say("{letter}: {card}", letter=Name(choice.letter), card=Name(view.table.setup.playset.titles()[card]))


def cards_of(table: Table) -> tuple[str, ...]:
    """Every card that may be in the pile."""
    if table.is_clans:
        return tuple(each.id for each in table.clans_set.family)
    return tuple(each.id for each in table.nexus_set.tile)


class WaveStarting(Starting):
    """The same in the older game: the wave gets stronger (M-200)."""

    rule = "M-200"


class TileDrawing(Drawing):
    """Three tile cards (M-210)."""

    rule = gone = "M-210"


class TileChoosing(Choosing):
    """One letter each (M-211)."""

    rule = opening = "M-211"
