"""The world of a new game: Factions and Monuments are laid open, and what was revealed is set out (M-001 to M-016)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import Final, NamedTuple

from msgspec.structs import replace

from companion.games.core import RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.data.playset import OFFERED, POSITIONS
from companion.games.manawave.rules.phase import Gaps, Moment, Secret, changed, choice_of, reset
from companion.games.manawave.state.acts import Found, LayOut, Settle, Survive, What
from companion.games.manawave.state.model import BOTH, PLACES, Clan, Clans, ManaState, ManaView, Phase, Table, pile_of
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, listing, say
from companion.language.values import Count, Name, Noun


class _Row(NamedTuple):
    """A row of cards that are laid open."""

    field: str
    """Where in the world they are laid."""
    rule: RuleId
    group: Message
    task: Message
    why: Message
    log: Message


_ROWS: Final[dict[What, _Row]] = {
    "faction": _Row(
        *("factions", "M-001", say("The Faction revealed")),
        say("Reveal Faction {number} of 3 at its place."),
        say("Each player will take two of them."),
        say("Faction {number}: {name}."),
    ),
    "default": _Row(
        *("monuments", "M-002", say("The Default Monument")),
        say("Shuffle the Default Monuments, and lay one at position {number}."),
        say("Position 1 lies at the Source."),
        say("Default Monument at position {number}: {name}."),
    ),
    "playset": _Row(
        *("offers", "M-003", say("The Playset Monument")),
        say("Draw a Playset Monument, and lay it beside position {number}."),
        say("It may replace the Monument there. Each player may veto one."),
        say("Playset Monument for position {number}: {name}."),
    ),
}


class World(Moment[LayOut]):
    """Three Factions, a Default Monument at each position, and a Playset Monument for each."""

    titles = {Phase.WORLD: say("The world")}
    following = Phase.FOUND
    acts = (LayOut,)
    rule = "M-001"
    button = say("{name}")
    seen = say("All have seen {name}.")
    back = say("It lies face down among its like again.")
    law = say("Three Factions are revealed, then the Default Monuments laid, then a Playset Monument for each position")

    def has_work(self, state: ManaState) -> bool:
        return len(state.table.clans.offers) < len(PLACES)

    def legal(self, state: ManaState) -> tuple[LayOut, ...]:
        playset, world = state.table.clans_set, state.table.clans
        if len(world.factions) < OFFERED:
            return tuple(LayOut("faction", each.id) for each in playset.faction if each.id not in world.factions)
        what: What = "default" if len(world.monuments) < len(PLACES) else "playset"
        laid = {*world.monuments, *world.offers}
        return tuple(
            LayOut(what, each.id)
            for each in playset.monument
            if each.default == (what == "default") and each.id not in laid
        )

    def apply(self, state: ManaState, act: LayOut) -> ManaState:
        world, row = state.table.clans, _ROWS[act.what]
        return changed(state, (row.rule,), world=replace(world, **{row.field: (*getattr(world, row.field), act.name)}))

    def gaps(self, view: ManaView, act: LayOut) -> Gaps:
        laid = getattr(view.table.clans, _ROWS[act.what].field)
        return {"name": view.table.title(act.name), "number": len(laid) + 1}

    def asked(self, view: ManaView) -> Asked:
        act = self.first(view)
        row = _ROWS[act.what]
        return Asked((), self.said(row.task, view, act), row.why, row.rule)

    def label(self, view: ManaView, act: LayOut) -> Label:
        sort = "faction" if act.what == "faction" else "monument"
        return Label(self.said(self.button, view, act), _ROWS[act.what].group, f"{sort}:{act.name}")

    def described(self, before: ManaView, act: LayOut) -> Message:
        return self.said(_ROWS[act.what].log, before, act)

    def refusal(self, state: ManaState, act: LayOut, now: Message, is_on: bool) -> IllegalAction:
        if is_on and act.what != "faction":
            return IllegalAction(_ROWS[act.what].rule, say("{law}. This one does not come now.", law=self.law))
        return super().refusal(state, act, now, is_on)


class Surviving(Moment[Survive]):
    """With the option that one alone stays: which, the lot says (B-01)."""

    titles = {Phase.SURVIVE: say("Which Monument stays")}
    following = Phase.SETTLE
    acts = (Survive,)
    rule = "M-014"
    law = say("Of the Playset Monuments that nobody has vetoed one stays, by lot")
    task = say("Draw one of the Monuments that nobody has vetoed: it stays.")
    why = say("The others are set aside.")
    button, group = say("{name}, at position {position}"), say("It stays")
    log = say("{name} stays, at position {position}.")
    seen = say("All have seen that {name} stays.")

    def has_work(self, state: ManaState) -> bool:
        table = state.table
        return table.clans_set.options.veto == "one_at_random" and not table.at and len(kept(table)) > 1

    def legal(self, state: ManaState) -> tuple[Survive, ...]:
        return tuple(Survive(each) for each in kept(state.table))

    def apply(self, state: ManaState, act: Survive) -> ManaState:
        return changed(state, ("M-014",), at=act.position)

    def gaps(self, view: ManaView, act: Survive) -> Gaps:
        return {"name": _offer(view.table, act.position), "position": act.position}


class Settling(Moment[Settle]):
    """What was revealed is laid out, and the pile is made (M-014 to M-016)."""

    titles = {Phase.SETTLE: say("Lay out")}
    acts = (Settle,)
    rule = "M-013"
    law = say("Once both choices are open, Monuments, Clans and pile are laid out so")
    task = say("Take the Playset Monuments away. Lay out the Clans with their population, and shuffle the pile.")
    why = say("The pile has {cards}: of each player one set of each Faction selected.")
    button, group = say("All is laid out, and the pile is shuffled"), say("Lay out")
    log = say("The Monuments are: {names}.")

    def legal(self, state: ManaState) -> tuple[Settle, ...]:
        return (Settle(),)

    def apply(self, state: ManaState, act: Settle) -> ManaState:
        world, pile = settled(state.table), pile_of(made_pile(state.table))
        return reset(state, ("M-013", "M-014", "M-015", "M-016"), world=world, pile=pile, phase=Phase.START, at=0)

    def gaps(self, view: ManaView, act: Settle) -> Gaps:
        pile = Count(sum(made_pile(view.table).values()), Noun("Family", "Families"))
        return {"cards": pile, "names": listing(map(view.table.title, settled(view.table).monuments), ",")}

    def asked(self, view: ManaView) -> Asked:
        table, world = view.table, settled(view.table)
        new = [
            place for place, one, other in zip(PLACES, world.monuments, table.clans.offers, strict=True) if one == other
        ]
        asked = super().asked(view)
        if view.seat is not None:
            clans = listing((table.title(clan.card) for clan in world.tribes[view.seat].clans), ",")
            text = say("Lay your Clans at 1, 2, 3: {clans}. Each gets its first population.", clans=clans)
            return replace(asked, text=text)
        if new:
            places = listing(say("position {number}", number=each) for each in new)
            text = say(
                "Put the new Monument at {places}. Lay out the Clans with their population, and shuffle the pile.",
                places=places,
            )
            return replace(asked, text=text)
        return asked


def kept(table: Table) -> tuple[int, ...]:
    """The positions whose Playset Monument nobody has vetoed (M-014)."""
    vetoes = {found.veto for found in founded(table)}
    return tuple(each for each in PLACES if each not in vetoes)


def founded(table: Table) -> tuple[Found, ...]:
    """What each seat had committed."""
    return tuple(choice_of(table, seat, Found) for seat in BOTH)


def settled(table: Table) -> Clans:
    """The world once what both had committed is laid out (M-014, M-016)."""
    world, playset = table.clans, table.clans_set
    stays = (table.at,) if table.at else kept(table)
    monuments = tuple(
        world.offers[index] if position in stays else world.monuments[index] for index, position in enumerate(PLACES)
    )
    after = replace(world, monuments=monuments, offers=("",) * len(PLACES))
    for seat, found in zip(BOTH, founded(table), strict=True):
        clans = tuple(Clan(card).with_initial(playset.setup.clan_initial) for card in found.clans)
        after = after.with_tribe(seat, replace(world.tribes[seat], factions=found.factions, clans=clans))
    return after


def made_pile(table: Table) -> dict[str, int]:
    """The Families of the pile: of each player so many sets of each Faction selected (M-015)."""
    playset, cards = table.clans_set, Counter[str]()
    for found in founded(table):
        for each in playset.family:
            if each.faction in found.factions:
                cards[each.id] += each.copies * playset.setup.pile_sets_per_player_faction
    return dict(cards)


def _offer(table: Table, position: int) -> Name:
    return table.title(table.clans.offers[position - 1])


# --- what both choose in secret ---


TAKEN = 2
"""Factions that a player selects (M-011)."""


class Founding(Secret[Found]):
    """One Monument vetoed, two Factions selected, a Clan at each Monument."""

    titles = {Phase.FOUND: say("Found your Tribe")}
    following = Phase.SURVIVE
    commit = Found
    rule = "M-010"
    opening = "M-013"
    law = say("Each player vetoes one Monument, selects two Factions, and places a Clan at each position")
    task = say("Veto one Monument. Then select two Factions, and place your Clans.")
    why = say("A Monument that nobody vetoes replaces the one at its position.")

    def due(self, table: Table) -> tuple[Seat, ...]:
        return BOTH

    def examples(self, table: Table, seat: Seat) -> tuple[Found, ...]:
        clans = [each.id for each in table.clans_set.clan]
        return tuple(
            Found(seat, veto, factions, order)
            for veto in PLACES
            for factions in combinations(table.clans.factions, TAKEN)
            for order in permutations(clans, POSITIONS)
        )

    def check(self, table: Table, choice: Found) -> None:
        if choice.veto not in PLACES:
            raise IllegalAction("M-010", say("Veto the Playset Monument of one position: 1, 2 or 3."))
        known = set(choice.factions) <= set(table.clans.factions)
        if len(choice.factions) != TAKEN or len(set(choice.factions)) != TAKEN or not known:
            raise IllegalAction("M-011", say("Select two different Factions of the three that were revealed."))
        clans = {each.id for each in table.clans_set.clan}
        if len(choice.clans) != POSITIONS or len(set(choice.clans)) != POSITIONS or not set(choice.clans) <= clans:
            raise IllegalAction("M-012", say("Place each of your three Clans at one position, one Clan at each."))

    def after(self, state: ManaState) -> ManaState:
        return changed(state, ("M-013",), at=0)

    def words(self, view: ManaView, choice: Found) -> Message:
        if choice == choice.public():
            return say("a veto, Factions and Clans")
        title = view.table.title
        return say(
            "a veto of {monument}; {factions}; Clans {clans}",
            monument=_offer(view.table, choice.veto),
            factions=listing(map(title, choice.factions)),
            clans=listing(map(title, choice.clans), ","),
        )
