"""Set-up, the beginning of a round, and the Hologram's councilor (A-010 to A-018, A-128 to A-149, A-160)."""

from __future__ import annotations

from collections import Counter
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.games.atlantis_rising.acts import (
    ChooseCouncilor,
    LayComponent,
    RevealCouncilor,
    TakeColour,
    TakeCouncilor,
    TakeMarker,
)
from companion.games.atlantis_rising.box import LETTERS, POWER_CORE
from companion.games.atlantis_rising.changes import earn, energy, in_order, pushed, with_table
from companion.games.atlantis_rising.model import (
    COLOURS,
    FEW_COLOURS,
    Atlantean,
    AtlantisState,
    AtlantisView,
    Built,
    Phase,
    Setup,
    Table,
)
from companion.games.atlantis_rising.phases.part import Moment
from companion.games.atlantis_rising.steps import Studying
from companion.games.core import Memory, RuleId
from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import NOTHING, Message, say
from companion.language.values import Count, Name, Noun

Prepared: TypeAlias = TakeColour | TakeCouncilor | LayComponent | TakeMarker
Shown: TypeAlias = RevealCouncilor | ChooseCouncilor
FEW_PLAYERS = 3
"""Up to so many have more followers, and three colours to choose from."""
WITH_HOLOGRAM = 2
"""Up to so many players have the Hologram (A-133, A-146)."""
REVEALED = 2
"""Boards that are turned up each round for it (A-139)."""
BOARD = Noun("board")
_BEGUN_BY: Final[dict[int, tuple[RuleId, ...]]] = {
    1: ("A-136", "A-144", "A-146", "A-147"),
    2: ("A-131", "A-133", "A-136"),
    3: ("A-128",),
}
"""The rules of set-up by the number of players, where they are few."""


def followers(players: int) -> tuple[int, int]:
    """How many followers each begins with, and how many more lie in the supply (A-012, A-015, A-128, A-131, A-144)."""
    return {1: (4, 3), 2: (4, 3), 3: (3, 3)}.get(players, (2, 2))


class Preparing(Moment[Prepared]):
    """Colours, councilors, the Blueprint, and who begins, one after another."""

    acts = (TakeColour, TakeCouncilor, LayComponent, TakeMarker)
    rule = "A-010"
    law = say("Before the first round everybody has a colour and a councilor, and the Blueprint lies there")

    def legal(self, state: AtlantisState) -> tuple[Prepared, ...]:
        table = state.table
        seats = range(table.setup.players)
        if "" in table.colours:
            free = [each for each in colours(table.setup) if each not in table.colours]
            return tuple(TakeColour(seat, each) for seat in seats if not table.colours[seat] for each in free)
        if "" in table.councilors:
            left = [each for each in table.setup.box.councilors if each not in table.councilors]
            return tuple(TakeCouncilor(seat, each) for seat in seats if not table.councilors[seat] for each in left)
        if missing := lacking(table):
            return tuple(LayComponent(each) for each in missing)
        return tuple(TakeMarker(seat) for seat in seats)

    def apply(self, state: AtlantisState, act: Prepared) -> AtlantisState:
        table = state.table
        if isinstance(act, TakeColour):
            few = table.setup.players <= FEW_PLAYERS
            taken = replace(table, colours=put(table.colours, act.seat, act.colour))
            return with_table(state, taken, "A-012", "A-013", *(("A-135",) if few else ()))
        if isinstance(act, TakeCouncilor):
            taken = replace(table, councilors=put(table.councilors, act.seat, act.councilor))
            return with_table(state, taken, "A-011")
        if isinstance(act, LayComponent):
            laid = sorted((*table.blueprint, Built(act.component)), key=lambda each: _rank(table.setup, each.component))
            return with_table(state, replace(table, blueprint=tuple(laid)), "A-010", "A-160")
        rules = _BEGUN_BY.get(table.setup.players, ("A-012", "A-015", "A-127"))
        return with_table(state, _begun(replace(table, starter=act.seat)), "A-018", *rules)

    def asked(self, view: AtlantisView) -> Asked:
        table = view.table
        if "" in table.colours:
            seats = tuple(seat for seat, colour in enumerate(table.colours) if not colour)
            text = say("Take a colour each: {who}.", who=people(view, seats))
            return Asked(seats, text, say("Put its Leader and followers before you."), "A-012", any_order=True)
        if "" in table.councilors:
            seats = tuple(seat for seat, name in enumerate(table.councilors) if not name)
            text = say("Take a councilor board each: {who}.", who=people(view, seats))
            return Asked(seats, text, say("Choose, or deal them out."), "A-011", any_order=True)
        if lacking(table):
            letters = Counter(table.setup.box.components[name].letter for name in lacking(table))
            letter = next(each for each in LETTERS if letters[each])
            text = say("Draw a component {letter} for the Blueprint.", letter=Name(letter))
            return Asked((), text, say("The level says how many of each letter."), "A-160")
        text = say("Who swam last takes the starting marker.")
        return Asked((), text, say("They begin the first round."), "A-018")

    def label(self, view: AtlantisView, act: Prepared) -> Label:
        box = view.table.setup.box
        if isinstance(act, TakeColour):
            return Label(say("{colour}", colour=Noun(act.colour)), say("{who} takes", who=view.who(act.seat)))
        if isinstance(act, TakeCouncilor):
            name = Name(box.councilors[act.councilor].name)
            return Label(say("{name}", name=name), say("{who} takes", who=view.who(act.seat)))
        if isinstance(act, LayComponent):
            name = Name(box.components[act.component].name)
            return Label(say("{name}", name=name), say("The component that was drawn"), f"unbuilt:{act.component}")
        return Label(say("{who}", who=view.who(act.seat)), say("The starting marker goes to"), "starting_player")

    def told(self, before: AtlantisView, act: Prepared) -> Message:
        box = before.table.setup.box
        if isinstance(act, TakeColour):
            return say("{who} plays {colour}.", who=before.who(act.seat), colour=Noun(act.colour))
        if isinstance(act, TakeCouncilor):
            name = Name(box.councilors[act.councilor].name)
            return say("{who} is the {name}.", who=before.who(act.seat), name=name)
        if isinstance(act, LayComponent):
            return say("{name} comes into the Blueprint.", name=Name(box.components[act.component].name))
        return say("{who} begins.", who=before.who(act.seat))

    def refusal(self, state: AtlantisState, act: Prepared, now: Message, is_moment: bool) -> IllegalAction:
        table = state.table
        if is_moment and isinstance(act, TakeColour) and act.colour not in colours(table.setup):
            return IllegalAction("A-135", say("With up to three players only red, blue and yellow can be chosen."))
        if is_moment and isinstance(act, TakeColour | TakeCouncilor):
            return IllegalAction("A-011", say("That is taken, or that seat has one. Choose what is offered."))
        return super().refusal(state, act, now, is_moment)


class Revealing(Moment[Shown]):
    """Each round the starting player turns two boards up and gives one to the Hologram (A-139, Q-28, Q-29)."""

    acts = (RevealCouncilor, ChooseCouncilor)
    rule = "A-139"
    law = say("Each round two boards of the stack are turned up, and the starting player gives one to the Hologram")

    def legal(self, state: AtlantisState) -> tuple[Shown, ...]:
        table = state.table
        if len(table.revealed) < REVEALED:
            return tuple(RevealCouncilor(each) for each in table.stack or table.stack_discards)
        return tuple(ChooseCouncilor(table.starter, each) for each in table.revealed)

    def apply(self, state: AtlantisState, act: Shown) -> AtlantisState:
        table = state.table
        if isinstance(act, RevealCouncilor):
            stack, discards = (table.stack, table.stack_discards) if table.stack else (table.stack_discards, ())
            left = tuple(each for each in stack if each != act.councilor)
            shown = replace(table, stack=left, stack_discards=discards, revealed=(*table.revealed, act.councilor))
            return with_table(state, shown, "A-139", *(() if table.stack else ("A-141",)))
        (other,) = (each for each in table.revealed if each != act.councilor)
        chosen = replace(
            table,
            revealed=(),
            hologram=act.councilor,
            stack_discards=(*table.stack_discards, other),
            phase=Phase.PLACE,
        )
        if table.setup.box.councilors[act.councilor].effect.op == "artifact":
            return with_table(state, pushed(chosen, Studying(table.starter, True)), "A-139", "A-142", "A-175")
        return with_table(state, chosen, "A-139", "A-142")

    def asked(self, view: AtlantisView) -> Asked:
        table = view.table
        who = view.who(table.starter)
        if len(table.revealed) < REVEALED:
            left = Count(REVEALED - len(table.revealed), BOARD)
            text = say("{who} turns up {many} of the councilor stack.", who=who, many=left)
            return Asked((table.starter,), text, say("One of the two is the Hologram's this round."), "A-139")
        text = say("{who} gives one of the two boards to the Hologram.", who=who)
        return Asked((table.starter,), text, say("The other goes onto the councilor discards."), "A-139")

    def label(self, view: AtlantisView, act: Shown) -> Label:
        name = Name(view.table.setup.box.councilors[act.councilor].name)
        group = say("The board that was turned up")
        if isinstance(act, ChooseCouncilor):
            group = say("The Hologram is")
        return Label(say("{name}", name=name), group)

    def ask(self, view: AtlantisView, act: Shown) -> Message:
        return say("Turn up a councilor board") if isinstance(act, RevealCouncilor) else NOTHING

    def told(self, before: AtlantisView, act: Shown) -> Message:
        name = Name(before.table.setup.box.councilors[act.councilor].name)
        if isinstance(act, RevealCouncilor):
            return say("{name} is turned up.", name=name)
        return say("The Hologram is the {name} this round.", name=name)

    def memory(self, before: AtlantisView, act: Shown) -> Memory | None:
        if not isinstance(act, RevealCouncilor):
            return None
        name = Name(before.table.setup.box.councilors[act.councilor].name)
        return Memory(
            say("Everybody has seen the board: {name}.", name=name),
            say("Put it back on top of the councilor stack, face down: it will come again."),
        )


def colours(setup: Setup) -> tuple[str, ...]:
    """The colours that can be chosen (A-135)."""
    return FEW_COLOURS if setup.players <= FEW_PLAYERS else COLOURS


def lacking(table: Table) -> tuple[str, ...]:
    """The components that may come into the Blueprint next: those of the first letter of which some are missing."""
    box, there = table.setup.box, [each.component for each in table.blueprint]
    wanted = box.levels[table.setup.level - 1].components
    for letter in LETTERS:
        of_letter = [name for name, each in box.components.items() if each.letter == letter]
        if sum(name in there for name in of_letter) < wanted[letter]:
            return tuple(name for name in of_letter if name not in there)
    return ()


def _rank(setup: Setup, name: str) -> int:
    """Components lie in the order of the data, the Power Core last."""
    names = [each for each in setup.box.components if each != POWER_CORE]
    return names.index(name) if name != POWER_CORE else len(names)


def _begun(table: Table) -> Table:
    """The table as the first round begins, once a Scholar has chosen an artifact (Q-54)."""
    setup = table.setup
    at_hand, more = followers(setup.players)
    pieces = [Atlantean(seat, "leader") for seat in range(setup.players)]
    pieces += [Atlantean(seat, "follower") for seat in range(setup.players) for _ in range(at_hand)]
    stack: tuple[str, ...] = ()
    if setup.players <= WITH_HOLOGRAM:
        pieces.append(Atlantean(table.starter, "hologram"))
        stack = tuple(name for name in setup.box.councilors if name not in table.councilors)
    if setup.players == 1 or (setup.players == WITH_HOLOGRAM and setup.two_player_automaton):
        pieces.append(Atlantean(table.starter, "automaton"))
    table = replace(table, atlanteans=in_order(pieces), supply=(more,) * setup.players, stack=stack, round=1)
    table = _opened(table)
    scholars = [seat for seat, name in enumerate(table.councilors) if _is_scholar(table, name)]
    return pushed(table, *(Studying(seat, False) for seat in scholars))


def _is_scholar(table: Table, name: str) -> bool:
    return table.setup.box.councilors[name].effect.op == "artifact"


def next_round(table: Table) -> Table:
    """The table as the next round begins: the marker goes clockwise, and the Hologram with it (A-056, A-137, A-140)."""
    discards = (*table.stack_discards, table.hologram) if table.hologram else table.stack_discards
    table = replace(
        table,
        round=table.round + 1,
        starter=(table.starter + 1) % table.setup.players,
        drawn=0,
        forbidden=(),
        numbers=(),
        used=(),
        hologram="",
        scholar_artifact="",
        stack_discards=discards,
    )
    moved = (
        replace(each, seat=table.starter) if each.kind in ("hologram", "automaton") else each
        for each in table.atlanteans
    )
    return _opened(replace(table, atlanteans=in_order(moved)))


def _opened(table: Table) -> Table:
    """The table with the first phase of a round; alone one takes 1 energy (A-147)."""
    if table.setup.players == 1:
        table = earn(table, 0, energy(1))
    return replace(table, phase=Phase.REVEAL if table.setup.players <= WITH_HOLOGRAM else Phase.PLACE)
