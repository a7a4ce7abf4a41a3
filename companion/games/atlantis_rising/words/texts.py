"""What rules, cards, components and councilors say, in a sentence, for who chooses them or looks at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.data.effects import Effect
from companion.games.atlantis_rising.mat.looks import library
from companion.games.atlantis_rising.rules import acts, decisions, operations
from companion.games.atlantis_rising.state.model import AtlantisAction, AtlantisView
from companion.games.atlantis_rising.words.vocabulary import card_words, price_words, tile_words
from companion.games.core import RuleId
from companion.games.parts import Card, CardGroup
from companion.games.shared.files import read_as
from companion.language.message import NOTHING, Message, lone, say, sentences, written
from companion.language.values import Name

_FILE: Final = read_as(__package__, "rules.toml", dict[str, dict[RuleId, str]])
RULES: Final[Mapping[RuleId, Message]] = {rule: written(text) for rule, text in _FILE["words"].items()}
"""What each rule says that has anything to check at the table, by its id."""
_RULES_OF: Final = {contents.CALM: "A-038", contents.CONTROLLED: "A-044"}
"""The rules that say what these misfortunes do."""


def effect_words(effect: Effect) -> Message:
    """What one effect does, in a sentence."""
    return operations.OPERATIONS[effect.op].says(effect)


def effects_words(effects: Iterable[Effect]) -> Message:
    """What several do, one sentence after another; `NOTHING` for none."""
    return sentences(*(effect_words(each) for each in effects)) or NOTHING


def card_effect(box: contents.Box, card: str) -> Message:
    """What a library card or an artifact does."""
    effect = box.card(card).effect
    if effect.op == "number_minus" and not effect.what:
        return say("All numbers are {n} lower for you.", n=effect.n)
    return effect_words(effect)


def component_use(component: contents.Component) -> Message:
    """What a component does, and when: once it is built, or whenever somebody acts there; `NOTHING` for nothing."""
    at_once, later = effects_words(component.on_build), effects_words(component.on_activate)
    first = say("Once it is built: {what}", what=at_once) if at_once else None
    return sentences(first, say("Whoever acts there: {what}", what=later) if later else None) or NOTHING


def text_of(box: contents.Box, act: AtlantisAction) -> Message:
    """What the card, the component or the board says that an act is about; `NOTHING` for none."""
    match act:
        case acts.DrawMisfortune(card) if card == contents.CALM:
            return RULES[_RULES_OF[card]]
        case acts.DrawMisfortune(card) if card in box.special:
            return effect_words(box.special[card].effect)
        case decisions.DrawCard(_, card) | decisions.PlayCard(_, card, _) | decisions.KeepArtifact(_, card):
            return card_effect(box, card) if card != contents.HIDDEN else NOTHING
        case acts.TakeCouncilor(_, councilor) | acts.ChooseCouncilor(_, councilor):
            return effect_words(box.councilors[councilor].effect)
        case acts.LayComponent(component):
            return component_use(box.components[component])
        case _:
            return NOTHING


def about(view: AtlantisView, act: AtlantisAction) -> Message:
    """What to know before tapping an act: what its card says, or which tile it floods; `NOTHING` for nothing."""
    box = view.table.box
    match act:
        case acts.DrawMisfortune(card) if card in _RULES_OF:
            return RULES[_RULES_OF[card]]
        case acts.DrawMisfortune(card) if (peninsula := contents.BASIC.get(card)) is not None:
            dry = view.table.dry[peninsula]
            return say("{tile} sinks.", tile=tile_words(peninsula, dry)) if dry else NOTHING
        case decisions.DiscardCard(_, card) | decisions.DrawArtifact(card):
            return card_effect(box, card) if card != contents.HIDDEN else NOTHING
        case decisions.Keep(_, cards, _):
            return _of_cards(box, cards)
        case acts.Build(_, component, _):
            return component_text(box.components[component])
        case acts.RevealCouncilor(councilor):
            return effect_words(box.councilors[councilor].effect)
        case _:
            return text_of(box, act)


def _of_cards(box: contents.Box, cards: Iterable[str]) -> Message:
    """What several cards say, each with its name."""
    known = [card for card in dict.fromkeys(cards) if card != contents.HIDDEN]
    if len(known) == 1:
        return card_effect(box, known[0])
    told = (say("{card}: {text}", card=card_words(box, each), text=card_effect(box, each)) for each in known)
    return sentences(*told) or NOTHING


def component_text(component: contents.Component) -> Message:
    """What a component costs, and what it does."""
    return sentences(say("Costs {price}.", price=price_words(component.cost)), component_use(component))


def cards(view: AtlantisView) -> tuple[CardGroup, ...]:
    """The councilors, the library cards that this view may see, and the Blueprint."""
    groups = (
        (say("Councilors"), _councilors(view)),
        (say("Library cards"), _held(view)),
        (say("Blueprint"), _blueprint(view)),
    )
    return tuple(CardGroup(title, found) for title, each in groups if (found := tuple(each)))


def _councilors(view: AtlantisView) -> Iterator[Card]:
    table = view.table
    seated = [(name, lone(view.who(seat))) for seat, name in enumerate(table.councilors)]
    for name, owner in (*seated, (table.hologram, say("Hologram"))):
        if name:
            board = table.box.councilors[name]
            yield Card(f"councilor:{name}", lone(Name(board.name)), effect_words(board.effect), owner)


def _held(view: AtlantisView) -> Iterator[Card]:
    box = view.table.box
    for seat, hand in enumerate(view.table.hands):
        own = view.own.cards if view.own is not None and seat == view.seat else ()
        for card in own or hand:
            if card != contents.HIDDEN:
                yield Card(library(card), card_words(box, card), card_effect(box, card), lone(view.who(seat)))


def _blueprint(view: AtlantisView) -> Iterator[Card]:
    for each in view.table.blueprint:
        component = view.table.box.components[each.component]
        kind = "built" if each.round else "unbuilt"
        yield Card(f"{kind}:{each.component}", lone(Name(component.name)), component_text(component))
