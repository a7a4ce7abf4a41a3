"""What came of an act: what a revealed card says, what Clans and Tribes have now, and who wins."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.core import ActionView
from companion.games.manawave.data.effects import NOUNS
from companion.games.manawave.data.playset import SHIPPED, ClansPlayset, NexusPlayset
from companion.games.manawave.rules.monuments import WINNERS, deciding_now, monument_title
from companion.games.manawave.rules.selection import choice_kind, choice_words
from companion.games.manawave.state import acts
from companion.games.manawave.state.model import BOTH, ManaView, Setup, Table
from companion.games.manawave.words.card_texts import about
from companion.games.manawave.words.sentences import HOUSE_RULES
from companion.games.shared.gains import changed_words
from companion.games.shared.phases import people
from companion.language.message import NOTHING, Message, listing, say, sentences
from companion.language.values import Name


def came_of(before: ManaView, act: ActionView[acts.ManaAction], after: ManaView) -> Message | None:
    """What came of an act, in a short sentence or two; None where `describe` has said it all."""
    is_laid = isinstance(act.action, acts.DrawCard | acts.LayOut)
    says = about(before.table.setup.playset, piece_of(before, act.action)) if is_laid else NOTHING
    parts = [says, *_taken(before, act.action, after), *_kept(before, act.action, after)]
    if after.table.ended and not before.table.ended and not isinstance(act.action, acts.Resolve):
        parts.append(outcome_text(after))
    return sentences(*parts) or None


def piece_of(before: ManaView, act: acts.ManaAction) -> str:
    """The kind of piece that an act is about; empty for none."""
    table = before.table
    match act:
        case acts.DrawCard(card):
            return choice_kind(table, card)
        case acts.LayOut(what, name):
            return f"faction:{name}" if what == "faction" else f"monument:{name}"
        case acts.Open(_, acts.Choose(_, letter)) if letter:
            return choice_kind(table, table.choices[acts.LETTERS.index(letter)])
        case acts.LayFamily(seat) | acts.Slide(seat):
            return choice_kind(table, table.picked[seat])
        case acts.Survive(position):
            return f"monument:{table.clans.offers[position - 1]}"
        case acts.Resolve(position):
            return f"monument:{table.clans.monuments[position - 1]}"
        case _:
            return ""


def _taken(before: ManaView, act: acts.ManaAction, after: ManaView) -> Iterator[Message]:
    """Once the second card is open (M-032): that it is the same, or the other's too, as both are opened at once."""
    if not isinstance(act, acts.Open) or not isinstance(act.choice, acts.Choose):
        return
    if after.table.is_shared > before.table.is_shared:
        yield say("Both have taken the same card.")
        return
    other = 1 - act.seat
    first = before.table.opened[other]
    if isinstance(first, acts.Choose) and first.letter:
        yield say("{who} has chosen {choice}.", who=before.who(other), choice=choice_words(before, first))


def _kept(before: ManaView, act: acts.ManaAction, after: ManaView) -> Iterator[Message]:
    """How much Soulstain each side has now, where it is another."""
    one, other = (tuple(view.table.world.stain(seat) for seat in BOTH) for view in (before, after))
    changes = list(changed_words(after, NOUNS["soulstain"], one, other))
    if changes:
        yield say("{changes}.", changes=listing(changes, ";"))


# --- how a game ended ---


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
        return say("What a Monument says decides it.")
    found = deciding_now(table) if end_rule(table) == "M-081" else None
    if found is not None:
        monument = monument_title(table, found[0])
        return say("{monument} at position {position} decides it.", monument=monument, position=found[0])
    return say("Too few Families are left for another round.")


def end_rule(table: Table) -> str:
    """The rule by which it ended."""
    rules = ("M-081", "M-103") if table.is_clans else ("M-234", "M-271")
    return next((rule for rule in rules if rule in table.why), rules[0])


def house_rules(setup: Setup) -> tuple[Message, ...]:
    """What is off the default of this game, in words."""
    playset, found, usual = setup.playset, list[Message](), SHIPPED["clans"]
    if setup.own:
        found.append(say("Played with a playset of one's own: {name}.", name=Name(playset.name or "without a name")))
    if isinstance(playset, ClansPlayset) and isinstance(usual, ClansPlayset):
        if setup.counters == "told":
            found.append(say("Counters are kept beside the mat: nobody sees them there."))
        one, other = playset.options, usual.options
        return (*found, *(words for key, words in HOUSE_RULES.items() if getattr(one, key) != getattr(other, key)))
    assert isinstance(playset, NexusPlayset)
    if setup.pieces == "families":
        found.append(say("Pieces of the lines are called Families."))
    if playset.board.geometry == "hex_lattice":
        found.append(say("Pieces lie on the places of a honeycomb."))
    elif playset.board.geometry == "same_line":
        found.append(say("A piece is stopped on its own line alone. It may cover others: tap each slide."))
    return tuple(found)
