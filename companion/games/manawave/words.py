"""Prompts and the log, as the phases say them, and how a game ended."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.games.core import ActionView, Memory, Prompt
from companion.games.manawave.acts import ManaAction
from companion.games.manawave.course import part_for, part_of, title_of
from companion.games.manawave.errands import to_do
from companion.games.manawave.model import ManaView, Setup, Table
from companion.games.manawave.monuments import WINNERS
from companion.games.manawave.phases.showdown import deciding
from companion.games.manawave.playset import SHIPPED, ClansPlayset, NexusPlayset
from companion.games.shared.phases import people
from companion.language.message import Message, listing, say
from companion.language.values import Name

END: Final = say("The game is over")
_FIGURES: Final = {
    "setup.end_when_pile_below": say("with how few cards no round begins"),
    "convert.clan.growth": say("what growth costs a Clan"),
    "convert.tribe.growth": say("what growth costs a Tribe"),
    "board.nexus": say("how many Nexus tiles there are"),
    "board.strength_start": say("with what strength the wave begins"),
}
"""The figures of the shipped sets that nobody has given."""


def prompt(view: ManaView) -> Prompt:
    """What the table is to do."""
    table = view.table
    rules = house_rules(table.setup)
    if table.ended:
        return Prompt(END, (), outcome_text(view), end_reason(view), end_rule(table), house_rules=rules)
    title = title_of(table)
    if table.round and table.is_clans:
        title = say("Round {round} · {phase}", round=table.round, phase=title)
    elif table.round:
        title = say("Wave {round} · {phase}", round=table.round, phase=title)
    shown = part_of(table).asked(view).prompt(title, rules)
    return replace(shown, assumed=assumed(table), to_do=to_do(view))


def describe(before: ManaView, act: ActionView[ManaAction]) -> Message:
    """An act in a sentence, for the log."""
    part = part_for(before.table, act.action)
    assert part is not None  # an act of this state of the design
    return part.told(before, act.action)


def memory(before: ManaView, act: ActionView[ManaAction]) -> Memory | None:
    """What taking the act back makes nobody forget."""
    part = part_for(before.table, act.action)
    return part.memory(before, act.action) if part is not None and act.action.reveals else None


def outcome_text(view: ManaView) -> Message:
    """Who has won, in a sentence."""
    ended = view.table.ended
    winners = WINNERS[ended] if ended else ()
    return say("{who} wins.", who=people(view, winners)) if winners else say("The game ends in a draw.")


def end_reason(view: ManaView) -> Message:
    """Why it ended."""
    table = view.table
    if not table.is_clans:
        if end_rule(table) == "M-271":
            return say("Too few cards are left for another wave.")
        return say("A Monument said so.")
    found = deciding(table) if end_rule(table) == "M-081" else None
    if found is not None:
        monument = Name(table.clans_set.monuments[table.clans.monuments[found[0] - 1]].title)
        return say("{monument} at position {position} said so.", monument=monument, position=found[0])
    return say("Too few Families are left for another round.")


def end_rule(table: Table) -> str:
    """The rule by which it ended."""
    rules = ("M-081", "M-103") if table.is_clans else ("M-234", "M-271")
    return next((rule for rule in rules if rule in table.why), rules[0])


def assumed(table: Table) -> tuple[Message, ...]:
    """Which figures of the playset nobody has given, in words; of a designer's own none."""
    if table.setup.own:
        return ()
    origins = table.setup.playset.status
    figures = [_FIGURES[each.of] for each in origins if each.status == "assumed"]
    cards = say("All cards of this set are ours, and assumed.")
    return (cards, say("Assumed as well: {figures}.", figures=listing(figures, ","))) if figures else (cards,)


def house_rules(setup: Setup) -> tuple[Message, ...]:
    """What is off the default of this game, in words."""
    playset, found = setup.playset, list[Message]()
    if setup.own:
        found.append(say("Played with a playset of one's own: {name}.", name=Name(playset.name or "without a name")))
    if setup.counters == "told" and isinstance(playset, ClansPlayset):
        found.append(say("Counters are kept beside the mat: nobody sees them there."))
    if setup.pieces == "families" and isinstance(playset, NexusPlayset):
        found.append(say("Pieces of the lines are called Families."))
    if isinstance(playset, NexusPlayset):
        if playset.board.geometry == "hex_lattice":
            found.append(say("Pieces lie on the places of a honeycomb."))
        elif playset.board.geometry == "same_line":
            found.append(say("A piece is stopped on its own line alone. It may cover others: tap each slide."))
        return tuple(found)
    assert isinstance(playset, ClansPlayset)
    options, usual = playset.options, SHIPPED["clans"]
    assert isinstance(usual, ClansPlayset)
    told = {
        "veto": say("Of the Monuments that nobody vetoes one stays, by lot."),
        "same_pick": say("Where both choose the same card, both choose again."),
        "cap_counts_existing": say("Caps of conversion count what lies there already."),
        "tribe_mana_assignable": say("Mana of the Tribe is not assigned to Clans."),
        "mana_persists": say("Mana is taken away at Consolidation."),
        "pile_empty": say("Where nobody has won in time, more population wins."),
        "phase_order": say("Conflicts come before the Monuments are resolved."),
    }
    found += [words for key, words in told.items() if getattr(options, key) != getattr(usual.options, key)]
    return tuple(found)
