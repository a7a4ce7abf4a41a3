"""Family Placement: at which Clan, at which end of its column, in which modality. Ledger: M-040 to M-045."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.acts import Attach, Commit, LayFamily, Open, TakeBack
from companion.games.manawave.model import BOTH, PLACES, Clan, Family, ManaState, ManaView, Phase, Table, Tribe, pile_of
from companion.games.manawave.phases.part import Carrying, changed
from companion.games.manawave.phases.secret import NOBODY, Secret, choice_of
from companion.games.manawave.phases.world import initial_words, with_initial
from companion.games.manawave.playset import Initial
from companion.games.manawave.purchases import check_mode, open_modes, set_modes
from companion.games.shared.phases import Label, put
from companion.language.message import NOTHING, Message, listing, say
from companion.language.values import Name


class Placing(Secret):
    """Each attaches the Family taken to a column, unseen."""

    titles = {Phase.PLACE: say("Placement")}
    acts = (Attach, TakeBack, Open)
    commit = Attach
    rule = "M-040"
    opening = "M-045"
    law = say("Each player attaches the Family taken to the top or the bottom of one column")

    def due(self, table: Table) -> tuple[Seat, ...]:
        return tuple(seat for seat in BOTH if any(open_positions(table, seat)))

    def examples(self, table: Table, seat: Seat) -> tuple[Commit, ...]:
        fresh = Family(table.picked[seat])
        modes = tuple(each.mode for each in table.clans.tribes[seat].families)
        return tuple(
            Attach(seat, position, end, mode, modes)
            for position in open_positions(table, seat)
            for end in ("top", "bottom")
            for mode in open_modes(table.clans_set, fresh)
        )

    def check(self, table: Table, choice: Commit) -> None:
        assert isinstance(choice, Attach)
        seat = choice.seat
        if choice.position not in PLACES or choice.end not in ("top", "bottom"):
            raise IllegalAction("M-040", say("Attach the Family to the top or the bottom of the column at 1, 2 or 3."))
        if choice.position not in open_positions(table, seat):
            raise IllegalAction("M-040", say("That column is full. Choose another Clan."))
        check_mode(table.clans_set, Family(table.picked[seat]), choice.mode, "M-043")
        if any(type(mode) is not int for mode in choice.modes):
            raise IllegalAction("M-044", say("A modality is a number. Look at the columns again, and choose anew."))
        set_modes(table.clans_set, table.clans.tribes[seat], choice.modes)

    def after(self, state: ManaState) -> ManaState:
        due = self.due(state.table)
        return changed(state, ("M-045",), phase=Phase.ATTACH, owed=tuple(seat in due for seat in BOTH))

    def words(self, view: ManaView, choice: Commit) -> Message:
        assert isinstance(choice, Attach)
        if not choice.position or len(view.table.picked) != len(BOTH):
            return say("where the Family is attached")
        playset = view.table.clans_set
        card = playset.families[view.table.picked[choice.seat]]
        clan = Name(playset.clans[view.table.clans.clan(choice.seat, choice.position).card].title)
        family = Name(card.title)
        text = (
            say(
                "{family} to the top of {clan} at {position}, modality {mode}",
                family=family,
                clan=clan,
                position=choice.position,
                mode=choice.mode,
            )
            if choice.end == "top"
            else say(
                "{family} to the bottom of {clan} at {position}, modality {mode}",
                family=family,
                clan=clan,
                position=choice.position,
                mode=choice.mode,
            )
        )
        changed_modes = mode_words(view, choice.seat, choice.modes)
        return say("{placed}; {changes}", placed=text, changes=changed_modes) if changed_modes else text

    def task(self, view: ManaView) -> Message:
        assert view.seat is not None
        card = view.table.clans_set.families[view.table.picked[view.seat]]
        return say("Attach {family} to the top or bottom of a column.", family=Name(card.title))

    def reason(self, view: ManaView) -> Message:
        brings = [initial_words(brought(view.table, seat)) for seat in BOTH]
        if brings[0] == brings[1]:
            return say("It brings {brings}. Modalities of other Families may change too.", brings=brings[0])
        return say("Each Family brings population. Modalities of other Families may change too.")


class Attaching(Carrying[LayFamily]):
    """Each lays the card at its column and what it brings on the tracker; the three Choices go."""

    titles = {Phase.ATTACH: say("Lay the Families")}
    acts = (LayFamily,)
    rule = "M-040"
    law = say("Each player lays the Family where it was placed, with the counters that it brings")
    wait = say("Wait until the other Family lies there.")
    why = say("What it brings goes on the tracker of that Clan.")
    asks = "M-041"

    def apply(self, state: ManaState, act: LayFamily) -> ManaState:
        table, seat = state.table, act.seat
        choice = choice_of(table, seat)
        assert isinstance(choice, Attach)
        world = table.clans.with_tribe(seat, attached(table, choice))
        owed = put(table.owed, seat, False)
        after = changed(state, ("M-040", "M-041", "M-042"), world=world, owed=owed)
        return after if any(owed) else after_choices(after)

    def task(self, view: ManaView, seat: Seat) -> Message:
        table = view.table
        choice = table.opened[seat]
        assert isinstance(choice, Attach)
        who = view.who(seat)
        family = Name(table.clans_set.families[table.picked[seat]].title)
        brings = initial_words(brought(table, seat))
        if choice.end == "top":
            return say(
                "{who}: lay {family} at the top of column {position}, with {brings}.",
                who=who,
                family=family,
                position=choice.position,
                brings=brings,
            )
        return say(
            "{who}: lay {family} at the bottom of column {position}, with {brings}.",
            who=who,
            family=family,
            position=choice.position,
            brings=brings,
        )

    def label(self, view: ManaView, act: LayFamily) -> Label:
        card = view.table.picked[act.seat]
        title = view.table.clans_set.families[card].title
        return Label(say("{family} lies there", family=Name(title)), view_group(view, act.seat), f"family:{card}")

    def told(self, before: ManaView, act: LayFamily) -> Message:
        table = before.table
        title = Name(table.clans_set.families[table.picked[act.seat]].title)
        choice = table.opened[act.seat]
        position = choice.position if isinstance(choice, Attach) else 0
        return say(
            "{who} lays {family} at position {position}.", who=before.who(act.seat), family=title, position=position
        )


def view_group(view: ManaView, seat: Seat) -> Message:
    """The heading of what a seat does."""
    return say("{who}", who=view.who(seat))


def mode_words(view: ManaView, seat: Seat, modes: tuple[int, ...]) -> Message:
    """Which Families change their modality, in words; no words where none does."""
    playset, families = view.table.clans_set, view.table.clans.tribes[seat].families
    texts = [
        say("{family} in modality {mode}", family=Name(playset.families[each.kind].title), mode=mode)
        for each, mode in zip(families, modes, strict=False)
        if each.mode != mode
    ]
    return say("{changes}", changes=listing(texts, ",")) if texts else NOTHING


# --- what follows ---


def open_positions(table: Table, seat: Seat) -> tuple[int, ...]:
    """The positions whose column takes one Family more (B-24)."""
    most = table.clans_set.setup.max_families_per_clan
    return tuple(each for each in PLACES if len(table.clans.clan(seat, each).families) < most)


def brought(table: Table, seat: Seat) -> Initial:
    """What the Family of a seat brings with it: less where both have taken the same card (B-02)."""
    setup, card = table.clans_set.setup, table.clans_set.families[table.picked[seat]]
    if table.is_shared:
        return setup.family_initial_same_pick
    return card.initial or setup.family_initial


def attached(table: Table, choice: Attach) -> Tribe:
    """The Tribe of a seat once its Family is attached as it had chosen (M-040 to M-044)."""
    tribe = set_modes(table.clans_set, table.clans.tribes[choice.seat], choice.modes)
    family = Family(table.picked[choice.seat], 0, choice.mode)
    clan: Clan = tribe.at(choice.position)
    clan = (
        replace(clan, above=(family, *clan.above))
        if choice.end == "top"
        else replace(clan, below=(*clan.below, family))
    )
    return tribe.with_clan(choice.position, with_initial(clan, brought(table, choice.seat)))


def after_choices(state: ManaState) -> ManaState:
    """The state once the three cards are gone, and the next phase begins (M-033)."""
    table = state.table
    gone = dict(table.gone)
    for card in table.choices:
        gone[card] = gone.get(card, 0) + 1
    following = Phase.WAVE if table.is_clans else Phase.PROCESS
    why = (*table.why, "M-033") if table.is_clans else table.why
    return changed(
        state, why, gone=pile_of(gone), choices=(), picked=(), is_shared=False, opened=NOBODY, phase=following, at=0
    )
