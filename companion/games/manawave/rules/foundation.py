"""The world of a new game: Factions and Monuments are laid open, and what was revealed is set out (M-001 to M-016)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import Final

from msgspec.structs import replace

from companion.games.core import Memory, RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.data.playset import OFFERED, POSITIONS
from companion.games.manawave.rules.phase import Moment, Secret, changed, choice_of, reset
from companion.games.manawave.state.acts import Found, LayOut, Open, Settle, Survive, TakeBack, What
from companion.games.manawave.state.model import BOTH, PLACES, Clan, Clans, ManaState, ManaView, Phase, Table, pile_of
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, listing, say
from companion.language.values import Count, Name, Noun

_LAID: Final[dict[What, tuple[str, RuleId, Message]]] = {
    "faction": ("factions", "M-001", say("The Faction revealed")),
    "default": ("monuments", "M-002", say("The Default Monument")),
    "playset": ("offers", "M-003", say("The Playset Monument")),
}
"""Where in the world a card of each kind is laid, by which rule, and what it is called."""


class World(Moment[LayOut]):
    """Three Factions, a Default Monument at each position, and a Playset Monument for each."""

    titles = {Phase.WORLD: say("The world")}
    following = Phase.FOUND
    acts = (LayOut,)
    rule = "M-001"
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
        world, (field, rule, _) = state.table.clans, _LAID[act.what]
        return changed(state, (rule,), world=replace(world, **{field: (*getattr(world, field), act.name)}))

    def asked(self, view: ManaView) -> Asked:
        world = view.table.clans
        if len(world.factions) < OFFERED:
            number, more = len(world.factions) + 1, say("Each player will take two of them.")
            return Asked((), say("Reveal Faction {number} of 3 at its place.", number=number), more, "M-001")
        if len(world.monuments) < len(PLACES):
            position = len(world.monuments) + 1
            text = say("Shuffle the Default Monuments, and lay one at position {position}.", position=position)
            return Asked((), text, say("Position 1 lies at the Source."), "M-002")
        position = len(world.offers) + 1
        text = say("Draw a Playset Monument, and lay it beside position {position}.", position=position)
        return Asked((), text, say("It may replace the Monument there. Each player may veto one."), "M-003")

    def label(self, view: ManaView, act: LayOut) -> Label:
        sort = "faction" if act.what == "faction" else "monument"
        return Label(say("{name}", name=view.table.title(act.name)), _LAID[act.what][2], f"{sort}:{act.name}")

    def described(self, before: ManaView, act: LayOut) -> Message:
        title, number = before.table.title(act.name), len(getattr(before.table.clans, _LAID[act.what][0])) + 1
        if act.what == "faction":
            return say("Faction {number}: {name}.", number=number, name=title)
        if act.what == "default":
            return say("Default Monument at position {number}: {name}.", number=number, name=title)
        return say("Playset Monument for position {number}: {name}.", number=number, name=title)

    def memory(self, before: ManaView, act: LayOut) -> Memory:
        title = before.table.title(act.name)
        return Memory(say("All have seen {name}.", name=title), say("It lies face down among its like again."))

    def refusal(self, state: ManaState, act: LayOut, now: Message, is_on: bool) -> IllegalAction:
        if is_on and act.what != "faction":
            return IllegalAction(_LAID[act.what][1], say("{law}. This one does not come now.", law=self.law))
        return super().refusal(state, act, now, is_on)


class Surviving(Moment[Survive]):
    """With the option that one alone stays: which, the lot says (B-01)."""

    titles = {Phase.SURVIVE: say("Which Monument stays")}
    following = Phase.SETTLE
    acts = (Survive,)
    rule = "M-014"
    law = say("Of the Playset Monuments that nobody has vetoed one stays, by lot")

    def has_work(self, state: ManaState) -> bool:
        table = state.table
        return table.clans_set.options.veto == "one_at_random" and not table.at and len(kept(table)) > 1

    def legal(self, state: ManaState) -> tuple[Survive, ...]:
        return tuple(Survive(each) for each in kept(state.table))

    def apply(self, state: ManaState, act: Survive) -> ManaState:
        return changed(state, ("M-014",), at=act.position)

    def asked(self, view: ManaView) -> Asked:
        text = say("Draw one of the Monuments that nobody has vetoed: it stays.")
        return Asked((), text, say("The others are set aside."), "M-014")

    def label(self, view: ManaView, act: Survive) -> Label:
        text = say("{name}, at position {position}", name=_offer(view.table, act.position), position=act.position)
        return Label(text, say("It stays"))

    def described(self, before: ManaView, act: Survive) -> Message:
        name = _offer(before.table, act.position)
        return say("{name} stays, at position {position}.", name=name, position=act.position)

    def memory(self, before: ManaView, act: Survive) -> Memory:
        return Memory(say("All have seen that {name} stays.", name=_offer(before.table, act.position)))


class Settling(Moment[Settle]):
    """What was revealed is laid out, and the pile is made (M-014 to M-016)."""

    titles = {Phase.SETTLE: say("Lay out")}
    acts = (Settle,)
    rule = "M-013"
    law = say("Once both choices are open, Monuments, Clans and pile are laid out so")

    def legal(self, state: ManaState) -> tuple[Settle, ...]:
        return (Settle(),)

    def apply(self, state: ManaState, act: Settle) -> ManaState:
        world, pile = settled(state.table), pile_of(made_pile(state.table))
        return reset(state, ("M-013", "M-014", "M-015", "M-016"), world=world, pile=pile, phase=Phase.START, at=0)

    def asked(self, view: ManaView) -> Asked:
        table, world = view.table, settled(view.table)
        new = [position for position in PLACES if world.monuments[position - 1] == table.clans.offers[position - 1]]
        pile = Count(sum(made_pile(table).values()), Noun("Family", "Families"))
        own = view.seat
        if own is not None:
            clans = listing((table.title(clan.card) for clan in world.tribes[own].clans), ",")
            text = say("Lay your Clans at 1, 2, 3: {clans}. Each gets its first population.", clans=clans)
        elif new:
            text = say(
                "Put the new Monument at {places}. Lay out the Clans with their population, and shuffle the pile.",
                places=listing(say("position {number}", number=each) for each in new),
            )
        else:
            text = say(
                "Take the Playset Monuments away. Lay out the Clans with their population, and shuffle the pile."
            )
        why = say("The pile has {cards}: of each player one set of each Faction selected.", cards=pile)
        return Asked((), text, why, "M-013")

    def label(self, view: ManaView, act: Settle) -> Label:
        return Label(say("All is laid out, and the pile is shuffled"), say("Lay out"))

    def described(self, before: ManaView, act: Settle) -> Message:
        names = listing(map(before.table.title, settled(before.table).monuments), ",")
        return say("The Monuments are: {names}.", names=names)


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
    acts = (Found, TakeBack, Open)
    commit = Found
    rule = "M-010"
    opening = "M-013"
    law = say("Each player vetoes one Monument, selects two Factions, and places a Clan at each position")
    tasks = say("Veto one Monument. Then select two Factions, and place your Clans.")
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
