"""The world of a new game: Factions and Monuments are laid open, and what was revealed is set out (M-001 to M-016)."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from msgspec.structs import replace

from companion.games.core import Memory
from companion.games.errors import IllegalAction
from companion.games.manawave.acts import Found, LayOut, Settle, Survive, What
from companion.games.manawave.model import BOTH, PLACES, Clan, Clans, ManaState, ManaView, Phase, Table, pile_of
from companion.games.manawave.phases.part import Part, changed
from companion.games.manawave.phases.secret import choice_of, reset
from companion.games.manawave.playset import OFFERED, ClansPlayset, Initial
from companion.games.manawave.purchases import NOUNS
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, listing, say
from companion.language.values import Count, Name, Noun

Laid: TypeAlias = LayOut
POPULATION = Noun("population", "population")


class World(Part[Laid]):
    """Three Factions, a Default Monument at each position, and a Playset Monument for each."""

    titles = {Phase.WORLD: say("The world")}
    acts = (LayOut,)
    rule = "M-001"
    law = say("Three Factions are revealed, then the Default Monuments laid, then a Playset Monument for each position")

    def has_work(self, table: Table) -> bool:
        return len(table.clans.offers) < len(PLACES)

    def legal(self, state: ManaState) -> tuple[Laid, ...]:
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

    def apply(self, state: ManaState, act: Laid) -> ManaState:
        world = state.table.clans
        if act.what == "faction":
            return changed(state, ("M-001",), world=replace(world, factions=(*world.factions, act.name)))
        if act.what == "default":
            return changed(state, ("M-002",), world=replace(world, monuments=(*world.monuments, act.name)))
        return changed(state, ("M-003",), world=replace(world, offers=(*world.offers, act.name)))

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

    def label(self, view: ManaView, act: Laid) -> Label:
        title = Name(view.table.setup.playset.titles()[act.name])
        if act.what == "faction":
            return Label(say("{name}", name=title), say("The Faction revealed"), f"faction:{act.name}")
        group = say("The Default Monument") if act.what == "default" else say("The Playset Monument")
        return Label(say("{name}", name=title), group, f"monument:{act.name}")

    def told(self, before: ManaView, act: Laid) -> Message:
        world, title = before.table.clans, Name(before.table.setup.playset.titles()[act.name])
        if act.what == "faction":
            return say("Faction {number}: {name}.", number=len(world.factions) + 1, name=title)
        laid = world.monuments if act.what == "default" else world.offers
        if act.what == "default":
            return say("Default Monument at position {number}: {name}.", number=len(laid) + 1, name=title)
        return say("Playset Monument for position {number}: {name}.", number=len(laid) + 1, name=title)

    def memory(self, before: ManaView, act: Laid) -> Memory:
        title = Name(before.table.setup.playset.titles()[act.name])
        return Memory(say("All have seen {name}.", name=title), say("It lies face down among its like again."))

    def refusal(self, state: ManaState, act: Laid, now: Message) -> IllegalAction:
        if state.table.phase is Phase.WORLD and act.what != "faction":
            rule = "M-002" if act.what == "default" else "M-003"
            return IllegalAction(rule, say("{law}. This one does not come now.", law=self.law))
        return super().refusal(state, act, now)


class Surviving(Part[Survive]):
    """With the option that one alone stays: which, the lot says (B-01)."""

    titles = {Phase.SURVIVE: say("Which Monument stays")}
    acts = (Survive,)
    rule = "M-014"
    law = say("Of the Playset Monuments that nobody has vetoed one stays, by lot")

    def has_work(self, table: Table) -> bool:
        return table.clans_set.options.veto == "one_at_random" and not table.at and len(kept(table)) > 1

    def legal(self, state: ManaState) -> tuple[Survive, ...]:
        return tuple(Survive(each) for each in kept(state.table))

    def apply(self, state: ManaState, act: Survive) -> ManaState:
        return changed(state, ("M-014",), at=act.position)

    def asked(self, view: ManaView) -> Asked:
        text = say("Draw one of the Monuments that nobody has vetoed: it stays.")
        return Asked((), text, say("The others are set aside."), "M-014")

    def label(self, view: ManaView, act: Survive) -> Label:
        title = Name(_offer(view.table, act.position))
        text = say("{name}, at position {position}", name=title, position=act.position)
        return Label(text, say("It stays"))

    def told(self, before: ManaView, act: Survive) -> Message:
        return say(
            "{name} stays, at position {position}.",
            name=Name(_offer(before.table, act.position)),
            position=act.position,
        )

    def memory(self, before: ManaView, act: Survive) -> Memory:
        return Memory(say("All have seen that {name} stays.", name=Name(_offer(before.table, act.position))))


class Settling(Part[Settle]):
    """What was revealed is laid out, and the pile is made (M-014 to M-016)."""

    titles = {Phase.SETTLE: say("Lay out")}
    acts = (Settle,)
    rule = "M-013"
    law = say("Once both choices are open, Monuments, Clans and pile are laid out so")

    def has_work(self, table: Table) -> bool:
        return True

    def legal(self, state: ManaState) -> tuple[Settle, ...]:
        return (Settle(),)

    def apply(self, state: ManaState, act: Settle) -> ManaState:
        table = state.table
        after = reset(
            state,
            ("M-013", "M-014", "M-015", "M-016"),
            world=settled(table),
            pile=pile_of(made_pile(table)),
            phase=Phase.START,
            at=0,
        )
        return after

    def asked(self, view: ManaView) -> Asked:
        table, world = view.table, settled(view.table)
        new = [position for position in PLACES if world.monuments[position - 1] == table.clans.offers[position - 1]]
        pile = Count(sum(made_pile(table).values()), Noun("Family", "Families"))
        own = view.seat
        if own is not None:
            titles = table.setup.playset.titles()
            clans = listing((Name(titles[clan.card]) for clan in world.tribes[own].clans), ",")
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

    def told(self, before: ManaView, act: Settle) -> Message:
        world = settled(before.table)
        titles = before.table.setup.playset.titles()
        names = listing((Name(titles[each]) for each in world.monuments), ",")
        return say("The Monuments are: {names}.", names=names)


# --- what follows from what was revealed ---


def kept(table: Table) -> tuple[int, ...]:
    """The positions whose Playset Monument nobody has vetoed (M-014)."""
    vetoes = {found.veto for found in founded(table)}
    return tuple(each for each in PLACES if each not in vetoes)


def founded(table: Table) -> tuple[Found, ...]:
    """What each seat had committed."""
    choices = tuple(choice_of(table, seat) for seat in BOTH)
    return tuple(each for each in choices if isinstance(each, Found))


def settled(table: Table) -> Clans:
    """The world once what both had committed is laid out (M-014, M-016)."""
    world, playset = table.clans, table.clans_set
    stays = (table.at,) if table.at else kept(table)
    monuments = tuple(
        world.offers[index] if position in stays else world.monuments[index] for index, position in enumerate(PLACES)
    )
    after = replace(world, monuments=monuments, offers=("",) * len(PLACES))
    for seat, found in zip(BOTH, founded(table), strict=True):
        clans = tuple(with_initial(Clan(card), playset.setup.clan_initial) for card in found.clans)
        after = after.with_tribe(seat, replace(world.tribes[seat], factions=found.factions, clans=clans))
    return after


def with_initial(clan: Clan, initial: Initial) -> Clan:
    """A Clan with what it begins with, or what a Family brings with it, added (M-016, M-041)."""
    counters = clan.counters
    for kind in counters.__struct_fields__:
        counters = counters.plus(kind, getattr(initial, kind))  # type: ignore[arg-type]  # the names of counters
    return replace(clan, population=clan.population + initial.population, counters=counters)


def made_pile(table: Table) -> dict[str, int]:
    """The Families of the pile: of each player so many sets of each Faction selected (M-015)."""
    return families_of(table.clans_set, [found.factions for found in founded(table)])


def families_of(playset: ClansPlayset, selected: list[tuple[str, ...]]) -> dict[str, int]:
    """How many of each Family are in the pile of players who have selected these Factions."""
    cards = Counter[str]()
    for factions in selected:
        for each in playset.family:
            if each.faction in factions:
                cards[each.id] += each.copies * playset.setup.pile_sets_per_player_faction
    return dict(cards)


def initial_words(initial: Initial) -> Message:
    """What a Clan begins with, or what a Family brings, in words."""
    kinds = ((name, getattr(initial, name)) for name in initial.__struct_fields__)
    return say("{brings}", brings=listing((Count(number, NOUNS[name]) for name, number in kinds if number), ","))


def _offer(table: Table, position: int) -> str:
    return table.setup.playset.titles()[table.clans.offers[position - 1]]
