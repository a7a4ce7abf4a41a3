"""What cards, boards and components say, for who chooses them or looks at them: in the words of their effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from companion.games.atlantis_rising import acts, decisions
from companion.games.atlantis_rising.box import CALM, CONTROLLED, HIDDEN, PENINSULAS, Box, Component
from companion.games.atlantis_rising.effect_words import card_effect, component_use, effect_words
from companion.games.atlantis_rising.looks import library
from companion.games.atlantis_rising.model import AtlantisAction, AtlantisView
from companion.games.atlantis_rising.sayings import RULES
from companion.games.atlantis_rising.vocabulary import card_words, price_words, tile_words
from companion.games.cards import Card, CardGroup
from companion.games.core import Seat
from companion.language.message import NOTHING, Message, lone, say, sentences
from companion.language.values import Name

COUNCILORS, LIBRARY, BLUEPRINT = say("Councilors"), say("Library cards"), say("Blueprint")
_RULES_OF: Final = {CALM: "A-038", CONTROLLED: "A-044"}
"""The rules that say what these misfortunes do."""


def text_of(box: Box, act: AtlantisAction) -> Message:
    """What the card, the component or the board says that an act is about; `NOTHING` for none."""
    match act:
        case acts.DrawMisfortune(card) if card == CALM:
            return RULES[_RULES_OF[card]]
        case acts.DrawMisfortune(card) if card in box.special:
            return effect_words(box.special[card].effect)
        case decisions.DrawCard(_, card) | decisions.PlayCard(_, card, _) if card != HIDDEN:
            return card_effect(box, card)
        case decisions.KeepArtifact(_, card):
            return card_effect(box, card)
        case acts.TakeCouncilor(_, councilor) | acts.ChooseCouncilor(_, councilor):
            return effect_words(box.councilors[councilor].effect)
        case acts.LayComponent(component):
            return component_use(box.components[component])
        case _:
            return NOTHING


def about(view: AtlantisView, act: AtlantisAction) -> Message:
    """What to know before tapping an act: what its card says, or which tile it floods; `NOTHING` for nothing."""
    box = view.table.setup.box
    match act:
        case acts.DrawMisfortune(card) if card in _RULES_OF:
            return RULES[_RULES_OF[card]]
        case acts.DrawMisfortune(card) if card.startswith("basic_"):
            peninsula = [*PENINSULAS].index(card.removeprefix("basic_"))  # type: ignore[arg-type]  # one of them
            dry = view.table.dry[peninsula]
            return say("{tile} sinks.", tile=tile_words(peninsula, dry)) if dry else NOTHING
        case decisions.DiscardCard(_, card) if card != HIDDEN:
            return card_effect(box, card)
        case decisions.DrawArtifact(card):
            return card_effect(box, card)
        case decisions.Keep(_, cards, _):
            return _of_cards(box, cards)
        case acts.Build(_, component, _):
            return component_text(box.components[component])
        case acts.RevealCouncilor(councilor):
            return effect_words(box.councilors[councilor].effect)
        case _:
            return text_of(box, act)


def _of_cards(box: Box, cards: Iterable[str]) -> Message:
    """What several cards say, each with its name."""
    known = [card for card in dict.fromkeys(cards) if card != HIDDEN]
    if len(known) == 1:
        return card_effect(box, known[0])
    told = (say("{card}: {text}", card=card_words(box, each), text=card_effect(box, each)) for each in known)
    return sentences(*told) or NOTHING


def component_text(component: Component) -> Message:
    """What a component costs, and what it does."""
    price = say("Costs {price}.", price=price_words(component.cost))
    return sentences(price, component_use(component))


def cards(view: AtlantisView) -> tuple[CardGroup, ...]:
    """The councilors, the library cards that this view may see, and the Blueprint."""
    groups = ((COUNCILORS, _councilors(view)), (LIBRARY, _held(view)), (BLUEPRINT, _blueprint(view)))
    return tuple(CardGroup(title, found) for title, each in groups if (found := tuple(each)))


def _councilors(view: AtlantisView) -> Iterator[Card]:
    table = view.table
    seated = [(name, say("{who}", who=view.who(seat))) for seat, name in enumerate(table.councilors) if name]
    if table.hologram:
        seated.append((table.hologram, say("Hologram")))
    for name, owner in seated:
        board = table.setup.box.councilors[name]
        yield Card(f"councilor:{name}", lone(Name(board.name)), effect_words(board.effect), owner)


def _held(view: AtlantisView) -> Iterator[Card]:
    box = view.table.setup.box
    for seat, hand in enumerate(view.table.hands):
        who = say("{who}", who=view.who(seat))
        for card in _own(view, seat) or hand:
            if card != HIDDEN:
                yield Card(library(card), card_words(box, card), card_effect(box, card), who)


def _blueprint(view: AtlantisView) -> Iterator[Card]:
    for each in view.table.blueprint:
        component = view.table.setup.box.components[each.component]
        kind = "built" if each.round else "unbuilt"
        yield Card(f"{kind}:{each.component}", lone(Name(component.name)), component_text(component))


def _own(view: AtlantisView, seat: Seat) -> tuple[str, ...]:
    """The cards of a closed hand, to whoever holds it; none else."""
    return view.own.cards if view.own is not None and seat == view.seat else ()
