"""Reveal: once everybody has called all mini boards are open together; how dice lay behind a screen is seen or told."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from companion.games.core import Memory, Seat
from companion.games.errors import IllegalAction
from companion.games.rolling_with_the_waves.model import DiceState, DiceView, OpenBoard, ShowBoard, ShowDie
from companion.games.rolling_with_the_waves.phases.allocation import (
    closed_boards,
    laid,
    laid_words,
    open_icons,
    refused_icon,
    ways,
    without,
)
from companion.games.rolling_with_the_waves.phases.part import Part, changed, die_words, icon_words
from companion.games.rolling_with_the_waves.whole import ICONS, Die, Icon, Phase, Whole
from companion.games.shared.phases import Asked, Label, put
from companion.language.message import Message, listing, say

Shown: TypeAlias = OpenBoard | ShowDie | ShowBoard
EXAMPLES = 12
"""Ways in which the dice of a board may lie that are listed: there are hundreds."""


class Opening(Part[Shown]):
    """What is sealed the companion opens, in the order of the seats; of the rest somebody says where each die lies."""

    titles = {Phase.REVEAL: say("Reveal")}
    acts = (OpenBoard, ShowDie, ShowBoard)
    rule = "R-060"
    law = say("All mini boards are opened together, once everybody has called")

    def has_work(self, state: DiceState, phase: Phase) -> bool:
        whole = state.table.played
        return bool(closed_boards(whole) or whole.screened)

    def legal(self, state: DiceState) -> tuple[Shown, ...]:
        whole = state.table.played
        if seats := closed_boards(whole):
            return tuple(OpenBoard(seats[0], icons) for icons in ways(whole, seats[0], laid(state, seats[0])))
        found = list[Shown]()
        for seat in whole.screened:
            on = whole.icons[seat]
            if not on:
                found += [ShowBoard(seat, icons) for icons in examples(all_ways(whole, seat))]
            found += [ShowDie(seat, icon) for icon in open_icons(whole, seat, on)]
        return tuple(found)

    def allows(self, state: DiceState, act: Shown) -> bool:
        whole = state.table.played
        if not isinstance(act, ShowBoard):
            return act in self.legal(state)
        return act.seat in whole.screened and not closed_boards(whole) and act.icons in all_ways(whole, act.seat)

    def apply(self, state: DiceState, act: Shown) -> DiceState:
        whole, seat = state.table.played, act.seat
        if isinstance(act, OpenBoard):
            opened = put(whole.icons, seat, act.icons)
            after = changed(state, ("R-060",), icons=opened, placed=put(whole.placed, seat, 0))
            return after.with_sealed(seat, ())
        icons = act.icons if isinstance(act, ShowBoard) else (*whole.icons[seat], act.icon)
        is_all = len(icons) == len(whole.nests[seat])
        behind = without(whole, seat) if is_all else whole.behind
        return changed(state, ("R-060",), icons=put(whole.icons, seat, icons), behind=behind)

    def asked(self, view: DiceView) -> Asked:
        whole = view.table.played
        if not whole.screened:
            return Asked((), say("Open all screens together."), say("Everybody has called."), "R-060")
        following = (
            say("{who}'s {die}", who=view.who(seat), die=die_words(whole.nests[seat][len(whole.icons[seat])]))
            for seat in whole.screened
        )
        text = say(
            "Push your mini boards onto their places on the mat, and say where each die lies. Next: {dice}.",
            dice=listing(following, ","),
        )
        return Asked(whole.screened, text, say("Everybody has called."), "R-060", any_order=True)

    def label(self, view: DiceView, act: Shown) -> Label:
        whole = view.table.played
        nest, group = whole.nests[act.seat], say("{who}'s mini board", who=view.who(act.seat))
        if isinstance(act, ShowDie):
            die = die_words(nest[len(whole.icons[act.seat])])
            return Label(say("{die} on {icon}", die=die, icon=icon_words(act.icon)), group)
        return Label(laid_words(nest, act.icons), group)

    def told(self, before: DiceView, act: Shown) -> Message:
        whole, who = before.table.played, before.who(act.seat)
        nest = whole.nests[act.seat]
        if isinstance(act, ShowDie):
            die = die_words(nest[len(whole.icons[act.seat])])
            return say("{who}'s {die} lies on {icon}.", who=who, die=die, icon=icon_words(act.icon))
        return say("{who} has allocated: {laid}.", who=who, laid=laid_words(nest, act.icons))

    def memory(self, before: DiceView, act: Shown) -> Memory:
        nest, on = before.table.played.nests[act.seat], before.table.played.icons[act.seat]
        icons = (*on, act.icon) if isinstance(act, ShowDie) else act.icons
        seen = say("Everybody has seen {who}'s dice: {laid}.", who=before.who(act.seat), laid=laid_words(nest, icons))
        return Memory(seen, say("They stay so."))

    def refusal(self, state: DiceState, act: Shown, now: Message) -> IllegalAction:
        whole, seat = state.table.played, act.seat
        if whole.phase is not Phase.REVEAL:
            return super().refusal(state, act, now)
        if isinstance(act, OpenBoard) or seat not in whole.screened or closed_boards(whole):
            return IllegalAction("R-060", say("A mini board is opened as it was sealed, in the order of the seats."))
        if isinstance(act, ShowDie):
            return refused_icon(whole, seat, whole.icons[seat], act.icon)
        return refused_board(whole, seat, act.icons)


def refused_board(whole: Whole, seat: Seat, icons: tuple[Icon, ...]) -> IllegalAction:
    """Why the dice of a mini board cannot lie so."""
    on: tuple[Icon, ...] = ()
    for icon in icons:
        if icon not in open_icons(whole, seat, on):
            return refused_icon(whole, seat, on, icon)
        on = (*on, icon)
    words = say("Each of the dice that were drafted lies on an icon. Look at the mini board again.")
    return IllegalAction("R-050", words)


def all_ways(whole: Whole, seat: Seat) -> tuple[tuple[Icon, ...], ...]:
    """Every way in which the dice of a mini board that lay behind the screen may lie, those known already in front.

    Dice that show the same are told apart by nobody: of them the one that lies further left comes first.
    """
    told, nest = whole.icons[seat], whole.nests[seat]
    found = ways(whole, seat, (*told, *(None,) * (len(nest) - len(told))))
    return tuple(way for way in found if told or _is_in_order(nest, way))


def _is_in_order(nest: Sequence[Die], way: Sequence[Icon]) -> bool:
    places = [(die, ICONS.index(icon)) for die, icon in zip(nest, way, strict=True)]
    return all(one[0] != other[0] or one[1] <= other[1] for one, other in combinations(places, 2))


@lru_cache(maxsize=256)
def examples(of: tuple[tuple[Icon, ...], ...]) -> tuple[tuple[Icon, ...], ...]:
    """Some of these ways, the same ones for the same ways."""
    return tuple(random.Random(str(of)).sample(of, min(EXAMPLES, len(of))))
