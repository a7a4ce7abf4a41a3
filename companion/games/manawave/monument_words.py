"""What a Monument says, in a sentence, and what cards do, in a few words each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.manawave.effects import Amount, Condition, Effect
from companion.games.manawave.playset import MonumentCard, Resolve
from companion.games.manawave.purchases import NOUNS
from companion.language.message import Message, listing, say, sentences, written
from companion.language.values import Count, Noun

_METRICS: Final = {
    **NOUNS,
    "modality": Noun("Modality counters"),
    "families": Noun("Families"),
    "families_min": Noun("Families in the smallest column"),
}
_SCOPES: Final = {"clan_here": say("here"), "tribe": say("in the Tribe")}
_CMP: Final = {
    ">=": say("at least"),
    "<=": say("at most"),
    "==": say("exactly"),
    ">": say("more than"),
    "<": say("less than"),
}
_QUERIES: Final = {
    "round": say("the round"),
    "strength": say("the wave's strength"),
    "clan_population": say("the Clan's population"),
    "opposing_population": say("the other side's population"),
    "tribe_population": say("the Tribe's population"),
    "own_population": say("own population"),
    "self_population": say("its own population"),
    "families_in_clan": say("the Clan's Families"),
    "families_adjacent": say("the Families next to it"),
    "families_adjacent_same_faction": say("the Families of its Faction next to it"),
    "soulstain": say("own Soulstain"),
    "opposing_soulstain": say("the other side's Soulstain"),
    "clan_mana": say("the Clan's mana"),
    "tribe_mana": say("the Tribe's mana"),
    "family_modality": say("its Modality counters"),
    "opposing_attack": say("the other Clan's attack"),
    "tiles_on_line": say("own pieces on its line"),
    "row": say("its row"),
}
_TARGETS: Final = {
    "clan": say("to the Clan"),
    "tribe": say("to the Tribe"),
    "adjacent_clans": say("to each Clan beside it"),
    "all_clans": say("to each own Clan"),
    "opposing_clan": say("to the other Clan"),
    "self": say("on itself"),
    "adjacent": say("on each own piece that touches it"),
    "opposing_nearest": say("on the other side's nearest piece"),
    "opposing_line": say("on every piece of the other side on the line"),
    "pool": say("to place"),
    "player": say("to its player"),
}


def monument_text(card: MonumentCard) -> Message:
    """What a Monument says: its own words, or the companion's."""
    return written(card.text) if card.text else sentences(*_resolve(card.resolve))


def _resolve(resolve: Resolve) -> Iterator[Message]:
    if resolve.min_round > 1:
        yield say("From round {round}.", round=resolve.min_round)
    if (lose := resolve.lose_if) is not None:
        yield say("Who has {number} or less {what} loses.", number=lose.at_most, what=_METRICS[lose.metric])
    if (least := resolve.threshold) is not None:
        what_ = _METRICS[least.metric]
        scope = _SCOPES[least.scope]
        if least.per_round:
            number = say("{times} × round", times=least.per_round)
            if least.add:
                number = say("{times} × round + {more}", times=least.per_round, more=least.add)
            yield say("Once a side has {number} {what} {scope}.", number=number, what=what_, scope=scope)
        else:
            yield say("Once a side has {number} {what} {scope}.", number=least.add, what=what_, scope=scope)
    for index, each in enumerate(resolve.compare):
        what = _METRICS[each.metric]
        scope_ = _SCOPES[each.scope]
        if index:
            yield (
                say("If equal, more {what} {scope}.", what=what, scope=scope_)
                if each.prefer == "more"
                else say("If equal, less {what} {scope}.", what=what, scope=scope_)
            )
        else:
            yield (
                say("More {what} {scope} wins.", what=what, scope=scope_)
                if each.prefer == "more"
                else say("Less {what} {scope} wins.", what=what, scope=scope_)
            )


def effects_text(effects: tuple[Effect, ...]) -> Message:
    """What these effects do, in a few words each."""
    told = [effect_text(each) for each in effects if each.op != "none"]
    return say("{effects}", effects=listing(told, ";")) if told else say("nothing")


def effect_text(effect: Effect) -> Message:
    """One effect in a few words."""
    if effect.op in ("win", "lose"):
        when = listing(map(_condition, effect.when))
        return say("win if {when}", when=when) if effect.op == "win" else say("lose if {when}", when=when)
    noun = NOUNS[effect.counter or "mana"]
    # Soulstain goes to the Tribe, or in the older game to its player, whatever else is said.
    is_tribes = effect.counter == "soulstain" and effect.to != "player"
    to = say("to the Tribe") if is_tribes else _TARGETS[effect.to]
    what: Message = (
        say("{number} {to}", number=Count(effect.amount, noun), to=to)
        if isinstance(effect.amount, int)
        else say("{noun} {to}: {amount}", noun=noun, to=to, amount=_amount(effect.amount))
    )
    if effect.op == "remove":
        what = say("take away {what}", what=what)
    if effect.when:
        return say("{what}, if {when}", what=what, when=listing(map(_condition, effect.when)))
    return what


def _amount(amount: Amount) -> Message:
    parts = list[Message]()
    if amount.base:
        parts.append(say("{base}", base=amount.base))
    if amount.per:
        query = _QUERIES[amount.per]
        if amount.div > 1:
            way = say("rounded up") if amount.round == "up" else say("rounded down")
            query = say("{query} / {div} {way}", query=query, div=amount.div, way=way)
        if amount.times != 1:
            query = say("{times} × {query}", times=amount.times, query=query)
        parts.append(say("{query}", query=query))
    words = say("{parts}", parts=listing(parts, "and")) if parts else say("0")
    if amount.less_per:
        less = _QUERIES[amount.less_per]
        if amount.less_times != 1:
            less = say("{times} × {query}", times=amount.less_times, query=less)
        words = say("{words}, less {less}", words=words, less=less)
    if amount.max is not None:
        words = say("{words}, at most {most}", words=words, most=amount.max)
    return say("{words}, at least {least}", words=words, least=amount.min) if amount.min else words


def _condition(each: Condition) -> Message:
    query = _QUERIES[each.query]
    cmp = _CMP[each.cmp]
    if each.other:
        return say("{query} is {cmp} {other}", other=_QUERIES[each.other], query=query, cmp=cmp)
    return say("{query} is {cmp} {value}", value=each.value or 0, query=query, cmp=cmp)
