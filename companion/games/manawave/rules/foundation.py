"""The world of a new game: Factions and Monuments are laid open, and what was revealed is set out (M-001 to M-016)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import Final

from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.data.playset import OFFERED, POSITIONS
from companion.games.manawave.rules.phase import Gaps, Moment, changed, choice_of, reset
from companion.games.manawave.rules.secret import Secret
from companion.games.manawave.state.acts import Found, LayOut, Settle, Survive, What
from companion.games.manawave.state.model import BOTH, PLACES, Clan, Clans, ManaState, ManaView, Phase, Table, pile_of
from companion.language.message import Message, listing, say
from companion.language.values import Count, Name, Noun

_ROWS: Final[dict[What, str]] = {"faction": "factions", "default": "monuments", "playset": "offers"}
"""Where in the world a card of each kind is laid."""


class World(Moment[LayOut], phase=Phase.WORLD):
    """Three Factions, a Default Monument at each position, and a Playset Monument for each."""

    following = Phase.FOUND

    def has_work(self, state: ManaState) -> bool:
        return len(state.table.clans.offers) < len(PLACES)

    def legal(self, state: ManaState) -> tuple[LayOut, ...]:
        playset, world = state.table.clans_set, state.table.clans
        if len(world.factions) < OFFERED:
            return tuple(LayOut("faction", each.id) for each in playset.faction if each.id not in world.factions)
        what: What = "default" if len(world.monuments) < len(PLACES) else "playset"
        alike = [each.id for each in playset.monument if each.default == (what == "default")]
        # Only where a host's corrections have left too few: then one may lie in another row too.
        for laid in ({*world.monuments, *world.offers}, {*getattr(world, _ROWS[what])}):
            if left := [name for name in alike if name not in laid]:
                return tuple(LayOut(what, name) for name in left)
        return ()

    def apply(self, state: ManaState, act: LayOut) -> ManaState:
        world, row = state.table.clans, _ROWS[act.what]
        laid = replace(world, **{row: (*getattr(world, row), act.name)})
        return changed(state, (self.texts[act.what].rule,), world=laid)

    def variant(self, view: ManaView, act: LayOut) -> str:
        return act.what

    def gaps(self, view: ManaView, act: LayOut) -> Gaps:
        return {"name": view.table.title(act.name), "number": len(getattr(view.table.clans, _ROWS[act.what])) + 1}

    def piece(self, view: ManaView, act: LayOut) -> str:
        return f"faction:{act.name}" if act.what == "faction" else f"monument:{act.name}"

    def refusal(self, state: ManaState, act: LayOut, now: Message, is_on: bool) -> IllegalAction:
        if is_on and act.what != "faction":
            words = say("{law}. This one does not come now.", law=self.law)
            return IllegalAction(self.texts[act.what].rule, words)
        return super().refusal(state, act, now, is_on)


class Surviving(Moment[Survive], phase=Phase.SURVIVE):
    """With the option that one alone stays: which, the lot says (B-01)."""

    following = Phase.SETTLE

    def has_work(self, state: ManaState) -> bool:
        table = state.table
        return table.clans_set.options.veto == "one_at_random" and not table.at and len(kept(table)) > 1

    def legal(self, state: ManaState) -> tuple[Survive, ...]:
        return tuple(Survive(each) for each in kept(state.table))

    def apply(self, state: ManaState, act: Survive) -> ManaState:
        return changed(state, ("M-014",), at=act.position)

    def gaps(self, view: ManaView, act: Survive) -> Gaps:
        return {"name": _offer(view.table, act.position), "position": act.position}


class Settling(Moment[Settle], phase=Phase.SETTLE):
    """What was revealed is laid out, and the pile is made (M-014 to M-016)."""

    def legal(self, state: ManaState) -> tuple[Settle, ...]:
        return (Settle(),)

    def apply(self, state: ManaState, act: Settle) -> ManaState:
        world, pile = settled(state.table), pile_of(made_pile(state.table))
        return reset(state, ("M-013", "M-014", "M-015", "M-016"), world=world, pile=pile, phase=Phase.START, at=0)

    def variant(self, view: ManaView, act: Settle) -> str:
        world, offers = settled(view.table), view.table.clans.offers
        has_new = any(one == other for one, other in zip(world.monuments, offers, strict=True))
        return "of_seat" if view.seat is not None else "replaced" if has_new else ""

    def gaps(self, view: ManaView, act: Settle) -> Gaps:
        table, world = view.table, settled(view.table)
        pile = Count(sum(made_pile(table).values()), Noun("Family", "Families"))
        new = [place for place in PLACES if world.monuments[place - 1] == table.clans.offers[place - 1]]
        places = listing(say("position {number}", number=each) for each in new)
        clans = listing((table.title(clan.card) for clan in world.tribes[view.seat or 0].clans), ",")
        names = listing(map(table.title, world.monuments), ",")
        return {"cards": pile, "names": names, "places": places, "clans": clans}


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


class Founding(Secret[Found], phase=Phase.FOUND):
    """One Monument vetoed, two Factions selected, a Clan at each Monument."""

    following = Phase.SURVIVE

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
        monument, factions = _offer(view.table, choice.veto), listing(map(title, choice.factions))
        return say(
            "a veto of {monument}; {factions}; Clans {clans}",
            monument=monument,
            factions=factions,
            clans=listing(map(title, choice.clans), ","),
        )
