"""The first secret choice: a veto, two Factions, and where the Clans stand (M-010 to M-013)."""

from __future__ import annotations

from itertools import combinations, permutations

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.acts import Commit, Found, Open, TakeBack
from companion.games.manawave.model import BOTH, PLACES, ManaState, ManaView, Phase, Table
from companion.games.manawave.phases.part import changed
from companion.games.manawave.phases.secret import Secret
from companion.games.manawave.playset import POSITIONS
from companion.language.message import Message, listing, say
from companion.language.values import Name

TAKEN = 2
"""Factions that a player selects (M-011)."""


class Founding(Secret):
    """One Monument vetoed, two Factions selected, a Clan at each Monument."""

    titles = {Phase.FOUND: say("Found your Tribe")}
    acts = (Found, TakeBack, Open)
    commit = Found
    rule = "M-010"
    opening = "M-013"
    law = say("Each player vetoes one Monument, selects two Factions, and places a Clan at each position")

    def due(self, table: Table) -> tuple[Seat, ...]:
        return BOTH

    def examples(self, table: Table, seat: Seat) -> tuple[Commit, ...]:
        clans = [each.id for each in table.clans_set.clan]
        return tuple(
            Found(seat, veto, factions, order)
            for veto in PLACES
            for factions in combinations(table.clans.factions, TAKEN)
            for order in permutations(clans, POSITIONS)
        )

    def check(self, table: Table, choice: Commit) -> None:
        assert isinstance(choice, Found)
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

    def words(self, view: ManaView, choice: Commit) -> Message:
        assert isinstance(choice, Found)
        if choice == choice.public():
            return say("a veto, Factions and Clans")
        titles = view.table.setup.playset.titles()
        return say(
            "a veto of {monument}; {factions}; Clans {clans}",
            monument=Name(titles[view.table.clans.offers[choice.veto - 1]]),
            factions=listing(Name(titles[each]) for each in choice.factions),
            clans=listing((Name(titles[each]) for each in choice.clans), ","),
        )

    def task(self, view: ManaView) -> Message:
        return say("Veto one Monument, select two Factions, place your Clans.")

    def reason(self, view: ManaView) -> Message:
        return say("A Monument that nobody vetoes replaces the one at its position.")
