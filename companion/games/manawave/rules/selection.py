"""The beginning of a round: the counter, three cards, who takes which, and where a Clan gets it (M-020 to M-045)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from companion.games.core import RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.data.effects import in_words
from companion.games.manawave.data.playset import OFFERED, Initial
from companion.games.manawave.rules.phase import Carrying, Gaps, Moment, changed, choice_of, moved, reset
from companion.games.manawave.rules.purchases import check_mode, open_modes, set_modes
from companion.games.manawave.rules.secret import Secret, Unseen
from companion.games.manawave.state import model
from companion.games.manawave.state.acts import LETTERS, Attach, Choose, DrawCard, End, LayFamily, StartWave
from companion.games.shared.phases import Label
from companion.language.message import NOTHING, Message, filled, listing, say
from companion.language.values import Name


class Starting(Moment[StartWave], phase=model.Phase.START):
    """The dial at the Source is turned on by one."""

    def legal(self, state: model.ManaState) -> tuple[StartWave, ...]:
        return (StartWave(),)

    def apply(self, state: model.ManaState, act: StartWave) -> model.ManaState:
        return changed(state, (self.rule,), round=state.table.round + 1, choices=(), picked=(), phase=model.Phase.DRAW)

    def gaps(self, view: model.ManaView, act: StartWave) -> Gaps:
        return {"number": view.table.round + 1}


class Drawing(Moment[DrawCard], phase=model.Phase.DRAW):
    """Three cards of the pile, as Choices A, B and C."""

    following = model.Phase.CHOOSE

    def has_work(self, state: model.ManaState) -> bool:
        return len(state.table.choices) < OFFERED

    def legal(self, state: model.ManaState) -> tuple[DrawCard, ...]:
        # Only where a host's corrections have left too few: then any may lie there.
        return tuple(DrawCard(kind) for kind in dict(state.table.pile) or cards_of(state.table))

    def apply(self, state: model.ManaState, act: DrawCard) -> model.ManaState:
        pile, choices = dict(state.table.pile), (*state.table.choices, act.card)
        pile[act.card] = pile.get(act.card, 0) - 1
        return changed(state, (self.rule,), pile=model.pile_of(pile), choices=choices)

    def gaps(self, view: model.ManaView, act: DrawCard) -> Gaps:
        return {"letter": Name(LETTERS[len(view.table.choices)]), "card": view.table.title(act.card)}

    def piece(self, view: model.ManaView, act: DrawCard) -> str:
        return choice_kind(view.table, act.card)

    def refusal(self, state: model.ManaState, act: DrawCard, now: Message, is_on: bool) -> IllegalAction:
        if is_on:
            rule = "M-033" if state.table.is_clans else self.rule
            return IllegalAction(rule, say("No such card is left in the pile."))
        return super().refusal(state, act, now, is_on)


class Choosing(Secret[Choose], phase=model.Phase.CHOOSE):
    """One letter each; both may take the same (M-031, M-032)."""

    following = model.Phase.PLACE

    def due(self, table: model.Table) -> tuple[Seat, ...]:
        return () if table.picked else model.BOTH

    def examples(self, table: model.Table, seat: Seat) -> tuple[Choose, ...]:
        return tuple(Choose(seat, letter) for letter in LETTERS)

    def check(self, table: model.Table, choice: Choose) -> None:
        if choice.letter not in LETTERS:
            raise IllegalAction(self.rule, say("Indicate one of the Choices A, B and C."))

    def after(self, state: model.ManaState) -> model.ManaState:
        table = state.table
        letters = [choice_of(table, seat, Choose).letter for seat in model.BOTH]
        is_shared = letters[0] == letters[1]
        if is_shared and table.is_clans and table.clans_set.options.same_pick == "again":
            return reset(state, (self.rule,))
        why = (self.rule, "M-032") if table.is_clans else (self.rule,)
        picked = tuple(table.choices[LETTERS.index(letter)] for letter in letters)
        return reset(state, why, picked=picked, is_shared=is_shared)

    def words(self, view: model.ManaView, choice: Choose) -> Message:
        return choice_words(view, choice) if choice.letter else say("one of A, B and C")

    def label(self, view: model.ManaView, act: Unseen) -> Label:
        """With the card that a letter stands for."""
        label = super().label(view, act)
        if not isinstance(act, Choose) or not act.letter:
            return label
        return Label(label.text, label.group, choice_kind(view.table, view.table.choices[LETTERS.index(act.letter)]))


def choice_kind(table: model.Table, card: str) -> str:
    """The kind of piece of a card that is revealed as a choice."""
    return f"family:{card}" if table.is_clans else f"choice:{card}"


def choice_words(view: model.ManaView, choice: Choose) -> Message:
    """The card that a seat has indicated, with its letter."""
    card = view.table.choices[LETTERS.index(choice.letter)]
    return say("{letter}: {card}", letter=Name(choice.letter), card=view.table.title(card))


def cards_of(table: model.Table) -> tuple[str, ...]:
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

    following = model.Phase.AIM


# --- where a Family is attached ---


_SOME: Final = Name("Some")
_ENDS: Final[Mapping[End, Message]] = {
    "top": say("{family} to the top of {clan} at {position}", family=_SOME, clan=_SOME, position=1),
    "bottom": say("{family} to the bottom of {clan} at {position}", family=_SOME, clan=_SOME, position=1),
}
"""What a choice says, by the end of a column; what stands in the gaps is a sample."""


class Placing(Secret[Attach], phase=model.Phase.PLACE):
    """Each attaches the Family taken to a column, unseen."""

    following = model.Phase.ATTACH

    def due(self, table: model.Table) -> tuple[Seat, ...]:
        return tuple(seat for seat in model.BOTH if any(open_positions(table, seat)))

    def examples(self, table: model.Table, seat: Seat) -> tuple[Attach, ...]:
        fresh = model.Family(table.picked[seat])
        modes = tuple(each.mode for each in table.clans.tribes[seat].families)
        return tuple(
            Attach(seat, position, end, mode, modes)
            for position in open_positions(table, seat)
            for end in ("top", "bottom")
            for mode in open_modes(table.clans_set, fresh)
        )

    def check(self, table: model.Table, choice: Attach) -> None:
        seat = choice.seat
        if choice.position not in model.PLACES or choice.end not in ("top", "bottom"):
            raise IllegalAction("M-040", say("Attach the Family to the top or the bottom of the column at 1, 2 or 3."))
        if choice.position not in open_positions(table, seat):
            raise IllegalAction("M-040", say("That column is full. Choose another Clan."))
        check_mode(table.clans_set, model.Family(table.picked[seat]), choice.mode, "M-043")
        if any(type(mode) is not int for mode in choice.modes):
            raise IllegalAction("M-044", say("A modality is a number. Look at the columns again, and choose anew."))
        set_modes(table.clans_set, table.clans.tribes[seat], choice.modes)

    def words(self, view: model.ManaView, choice: Attach) -> Message:
        if not choice.position or len(view.table.picked) != len(model.BOTH):
            return say("where the Family is attached")
        card = view.table.clans.clan(choice.seat, choice.position).card
        clan, at = Name(view.table.clans_set.clans[card].title), choice.position
        family = taken(view.table, choice.seat)
        text = filled(_ENDS[choice.end].text, family=family, clan=clan, position=at)
        if choice.mode:
            # Hardly ever: one that has no counters yet is in its first modality.
            text = say("{placed}, modality {mode}", placed=text, mode=choice.mode)
        changed_modes = mode_words(view, choice.seat, choice.modes)
        return say("{placed}; {changes}", placed=text, changes=changed_modes) if changed_modes else text

    def gaps(self, view: model.ManaView, act: Unseen) -> Gaps:
        return {**super().gaps(view, act), "family": taken(view.table, act.seat)}

    def reason(self, view: model.ManaView) -> Message:
        brings = [brought_words(view.table, seat) for seat in model.BOTH]
        if brings[0] == brings[1]:
            return say("It brings {brings}. Modalities of other Families may change too.", brings=brings[0])
        return say("Each Family brings population. Modalities of other Families may change too.")


class Attaching(Carrying[LayFamily], phase=model.Phase.ATTACH):
    """Each lays the card at its column and what it brings on the tracker; the three Choices go."""

    following = model.Phase.WAVE

    def carried_out(self, table: model.Table, seat: Seat) -> model.Clans:
        return table.clans.with_tribe(seat, attached(table, choice_of(table, seat, Attach)))

    def left(self, state: model.ManaState) -> model.ManaState:
        return without_choices(super().left(state), "M-033")

    def gaps(self, view: model.ManaView, act: LayFamily) -> Gaps:
        choice, table = choice_of(view.table, act.seat, Attach), view.table
        family, brings = taken(table, act.seat), brought_words(table, act.seat)
        return {**super().gaps(view, act), "family": family, "brings": brings, "position": choice.position}

    def variant(self, view: model.ManaView, act: LayFamily) -> str:
        return choice_of(view.table, act.seat, Attach).end

    def piece(self, view: model.ManaView, act: LayFamily) -> str:
        return f"family:{view.table.picked[act.seat]}"


def taken(table: model.Table, seat: Seat) -> Name:
    """What the Family is called that a seat has taken."""
    return Name(table.clans_set.families[table.picked[seat]].title)


def mode_words(view: model.ManaView, seat: Seat, modes: tuple[int, ...]) -> Message:
    """Which Families change their modality, in words; no words where none does."""
    playset, families = view.table.clans_set, view.table.clans.tribes[seat].families
    texts = [
        say("{family} in modality {mode}", family=Name(playset.families[each.kind].title), mode=mode)
        for each, mode in zip(families, modes, strict=False)
        if each.mode != mode
    ]
    return say("{changes}", changes=listing(texts, ",")) if texts else NOTHING


def open_positions(table: model.Table, seat: Seat) -> tuple[int, ...]:
    """The positions whose column takes one Family more (B-24)."""
    most = table.clans_set.setup.max_families_per_clan
    return tuple(each for each in model.PLACES if len(table.clans.clan(seat, each).families) < most)


def brought(table: model.Table, seat: Seat) -> Initial:
    """What the Family of a seat brings with it: less where both have taken the same card (B-02)."""
    setup, card = table.clans_set.setup, table.clans_set.families[table.picked[seat]]
    if table.is_shared:
        return setup.family_initial_same_pick
    return card.initial or setup.family_initial


def brought_words(table: model.Table, seat: Seat) -> Message:
    """The same in words."""
    return say("{brings}", brings=in_words(brought(table, seat).items()))


def attached(table: model.Table, choice: Attach) -> model.Tribe:
    """The Tribe of a seat once its Family is attached as it had chosen (M-040 to M-044)."""
    tribe = set_modes(table.clans_set, table.clans.tribes[choice.seat], choice.modes)
    family = model.Family(table.picked[choice.seat], 0, choice.mode)
    clan: model.Clan = tribe.at(choice.position)
    column = {"above": (family, *clan.above)} if choice.end == "top" else {"below": (*clan.below, family)}
    clan = replace(clan, **column)
    return tribe.with_clan(choice.position, clan.with_initial(brought(table, choice.seat)))


def without_choices(state: model.ManaState, *rules: RuleId) -> model.ManaState:
    """The state once the three cards are gone (M-033)."""
    table = state.table
    gone = model.pile_of(Counter(dict(table.gone)) + Counter(table.choices))
    return moved(state, (*table.why, *rules), gone=gone, choices=(), picked=(), is_shared=False)
