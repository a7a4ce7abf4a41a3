"""What cards, components and councilors do, a short sentence for each effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from companion.games.atlantis_rising.box import PENINSULAS, Box, Component
from companion.games.atlantis_rising.effects import Effect, Op
from companion.games.atlantis_rising.vocabulary import BARRIER, CARD, ENERGY, PENINSULA_WORDS, RESOURCE, TILE
from companion.language.message import NOTHING, Message, say, sentences
from companion.language.values import Count, Noun

MISFORTUNE = Noun("misfortune")
SPACE_ON_TRACK, VOLUNTEER, PIECE = Noun("space"), Noun("volunteer"), Noun("piece")


def effect_words(effect: Effect) -> Message:
    """What one effect does, in a sentence."""
    return _SAID[effect.op](effect)


def effects_words(effects: Iterable[Effect]) -> Message:
    """What several do, one sentence after another; `NOTHING` for none."""
    return sentences(*(effect_words(each) for each in effects)) or NOTHING


def card_effect(box: Box, card: str) -> Message:
    """What a library card or an artifact does."""
    effect = box.card(card).effect
    if effect.op == "number_minus" and not effect.what:
        return say("All numbers are {n} lower for you.", n=effect.n)
    return effect_words(effect)


def component_use(component: Component) -> Message:
    """What a component does, and when: once it is built, or whenever somebody acts there; `NOTHING` for nothing."""
    at_once, later = effects_words(component.on_build), effects_words(component.on_activate)
    return (
        sentences(
            say("Once it is built: {what}", what=at_once) if at_once else None,
            say("Whoever acts there: {what}", what=later) if later else None,
        )
        or NOTHING
    )


def _energy(effect: Effect) -> Message:
    many = Count(effect.n, ENERGY)
    return say("Everybody takes {many}.", many=many) if effect.who == "each" else say("Take {many}.", many=many)


def _less_energy(effect: Effect) -> Message:
    many = Count(effect.n, ENERGY)
    return say("Everybody loses {many}.", many=many) if effect.who == "each" else say("Lose {many}.", many=many)


def _discards(effect: Effect) -> Message:
    many = Count(effect.n, CARD)
    if effect.who == "each":
        return say("Everybody discards {many}.", many=many)
    return say("Discard {many}.", many=many)


def _wrath(effect: Effect) -> Message:
    many = Count(abs(effect.n), SPACE_ON_TRACK)
    if effect.n < 0:
        return say("The wrath counter goes back by {many}.", many=many)
    return say("The wrath counter goes on by {many}.", many=many)


def _again(effect: Effect) -> Message:
    if effect.who == "leader":
        return say("Your Leader acts once more.")
    return say("One of your pieces acts once more.")


def _named(effect: Effect) -> Message:
    return PENINSULA_WORDS[PENINSULAS.index(next(each for each in PENINSULAS if each == effect.what))]


def _easier(effect: Effect) -> Message:
    if effect.what == "wild":
        return say("Numbers of Mountains, Hills and Forests are {n} lower for you.", n=effect.n)
    return say("Numbers beside the Leader are {n} lower.", n=effect.n)


def _at_centre(effect: Effect) -> Message:
    many = Count(effect.n, ENERGY)
    if effect.per == "atlantean":
        return say("Each of your Atlanteans in the centre beside the Leader takes {many} more.", many=many)
    return say("In the centre you take {many} more, once a round.", many=many)


_SAID: Final[dict[Op, Callable[[Effect], Message]]] = {
    "none": lambda effect: say("Nothing is known of what it does."),
    "manual": lambda effect: say("Do what it says; the host enters what changed."),
    "gain_energy": _energy,
    "gain_resource_any": lambda effect: say(
        "Take {many} of your choice, but no energy.", many=Count(effect.n, RESOURCE)
    ),
    "gain_volunteers": lambda effect: say("Take {many}.", many=Count(effect.n, VOLUNTEER)),
    "place_barrier": lambda effect: say("Place {many}.", many=Count(effect.n, BARRIER)),
    "unflood": lambda effect: say("Turn {many} dry.", many=Count(effect.n, TILE)),
    "draw_library": lambda effect: say("Draw and keep {many}.", many=Count(effect.n, CARD)),
    "amplify": lambda effect: say("Show up to {many}; take one more of a kind.", many=Count(effect.n, RESOURCE)),
    "exchange_resources": lambda effect: say("Exchange up to {many}.", many=Count(effect.n, RESOURCE)),
    "remove_misfortune": lambda effect: say("Take {many} out of the game.", many=Count(effect.n, MISFORTUNE)),
    "wrath_step": _wrath,
    "new_library_deck": lambda effect: say("Shuffle the library discards into the library deck."),
    "act_again": _again,
    "flood_choice": lambda effect: say("{many} of different peninsulas flood.", many=Count(effect.n, TILE)),
    "flood_peninsula": lambda effect: say(
        "{many} of {where} {many?floods|flood}.", many=Count(effect.n, TILE), where=_named(effect)
    ),
    "return_placed": lambda effect: say("Take back {many} that you have placed.", many=Count(effect.n, PIECE)),
    "lose_energy": _less_energy,
    "discard_library": _discards,
    "number_plus": lambda effect: say("Numbers of Mountains, Hills and Forests are {n} higher this round.", n=effect.n),
    "forbid": lambda effect: say("Actions of {where} give nothing this round.", where=_named(effect)),
    "die_plus": lambda effect: say("Add {n} to your die once it lies there.", n=effect.n),
    "number_minus": _easier,
    "cost_minus": lambda effect: say(
        "What is built beside the Leader costs {many} less.", many=Count(effect.n, RESOURCE)
    ),
    "reroll_once": lambda effect: say("A failed roll beside the Leader may be rolled once more."),
    "extra_atlantean": lambda effect: say("The Leader's tile holds {n} more.", n=effect.n),
    "may_use_flooded_tile": lambda effect: say("The Leader may stand on a flooded tile, and others beside it."),
    "artifact": lambda effect: say("Draw two artifacts of the box and keep one."),
    "act_although_flooded": lambda effect: say("Whoever stands beside the Leader acts though the tile floods."),
    "extra_energy_at_centre": _at_centre,
    "extra_resource": lambda effect: say(
        "The first success of a round beside the Leader gives {many} more.", many=Count(effect.n, RESOURCE)
    ),
    "keep_extra_card": lambda effect: say(
        "Of cards drawn in the Libraries keep {many} more.", many=Count(effect.n, CARD)
    ),
}
