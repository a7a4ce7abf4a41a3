"""What is said of each act and asked at each moment: the texts of sayings.toml, and what stands in their gaps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from companion.games.atlantis_rising.data.contents import Price
from companion.games.atlantis_rising.state import model
from companion.games.atlantis_rising.state.changes import lacking
from companion.games.atlantis_rising.state.ground import spaces
from companion.games.atlantis_rising.words import vocabulary
from companion.games.core import Action, Memory, RuleId, Seat
from companion.games.shared.files import read_as
from companion.games.shared.phases import Asked, people
from companion.language.message import Gap, Message, Value, filled, gaps, listing, lone, say
from companion.language.values import Count, Name, Noun

BOARD, ARTIFACT = Noun("board"), Noun("artifact")


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of an act."""

    button: str = ""
    group: str = ""
    """The heading above its button."""
    shows: str = ""
    """The kind of piece beside its button, before the name of a component that it is about."""
    log: str = ""
    seen: str = ""
    """What an undo makes nobody forget."""
    back: str = ""
    """What is done by hand when it is undone."""
    settles: str = ""
    """The words of the button by which a seat lets chance settle it; empty for none."""


class ByRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said by a rule: what somebody is asked for, and why; or a law, where an act is refused."""

    text: str
    rule: RuleId
    why: str = ""
    any_order: bool = False


class Sayings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of it, by names of acts, of moments, and of the classes in which rules are written."""

    acts: dict[str, Said]
    asks: dict[str, ByRule]
    laws: dict[str, ByRule]


SAYINGS: Final = read_as(__package__, "sayings.toml", Sayings)


def _laid_open(view: model.AtlantisView, act: Any) -> Message:
    kept = (card for card in act.cards if card in view.table.box.artifacts)
    return vocabulary.cards_words(view.table.box, (*kept, *act.discarded))


def _unseen(view: model.AtlantisView, step: Any) -> Count:
    deck = view.table.misfortunes
    return Count(min(model.SEEN_CARDS, deck.count) - len(deck.top), vocabulary.CARD)


def _step(view: model.AtlantisView) -> Any:
    """The step that is dealt with now, of whatever kind."""
    return view.table.steps[-1]


GAPS: Final[Mapping[str, Callable[[model.AtlantisView, Any], Value]]] = {
    "who": lambda view, act: view.who(act.seat),
    "starter": lambda view, it: view.who(view.table.starter),
    "next": lambda view, it: view.who((view.table.starter + 1) % view.table.players),
    "drawer": lambda view, act: view.who(view.table.drawers[view.table.drawn]),
    "drawn": lambda view, it: view.table.drawn + 1,
    "drawers": lambda view, it: len(view.table.drawers),
    "colour": lambda view, act: Noun(act.colour),
    "board": lambda view, act: Name(view.table.box.councilors[act.councilor].name),
    "boards": lambda view, it: Count(model.DRAWN - len(view.table.revealed), BOARD),
    "component": lambda view, it: Name(view.table.box.components[it.component].name),
    "letter": lambda view, it: Name(view.table.box.components[lacking(view.table)[0]].letter),
    "artifact": lambda view, act: vocabulary.card_words(view.table.box, act.artifact),
    "artifacts": lambda view, step: Count(model.DRAWN - len(step.drawn), ARTIFACT),
    "card": lambda view, act: vocabulary.card_words(view.table.box, act.card),
    "cards": lambda view, act: vocabulary.cards_words(view.table.box, act.cards),
    "gone": lambda view, act: vocabulary.cards_words(view.table.box, act.discarded),
    "laid_open": _laid_open,
    "many_cards": lambda view, step: Count(step.left, vocabulary.CARD),
    "kept": lambda view, step: Count(step.kept, vocabulary.CARD),
    "beyond": lambda view, step: Count(len(view.table.hands[step.seat]) - model.HAND_LIMIT, vocabulary.CARD),
    "unseen": _unseen,
    "misfortune": lambda view, act: vocabulary.misfortune_words(view.table.box, act.card),
    "kind": lambda view, act: vocabulary.PIECES[act.piece],
    "piece": lambda view, act: vocabulary.piece_words(view, act.seat, act.piece),
    "acting": lambda view, act: vocabulary.acting_words(view, act.piece, act.place, act.rollers),
    "atlanteans": lambda view, step: Count(step.left, vocabulary.ATLANTEAN),
    "place": lambda view, act: vocabulary.place_words(view.table.box, act.place),
    "under": lambda view, act: spaces(view.table.setup, act.place)[act.space].number,
    "peninsula": lambda view, act: lone(vocabulary.PENINSULA_WORDS[act.peninsula]),
    "where": lambda view, act: vocabulary.PENINSULA_WORDS[act.peninsula],
    "tile": lambda view, act: vocabulary.tile_words(act.peninsula, view.table.dry[act.peninsula]),
    "next_tile": lambda view, act: vocabulary.tile_words(act.peninsula, view.table.dry[act.peninsula] + 1),
    "tiles": lambda view, step: Count(step.left, vocabulary.TILE),
    "barriers": lambda view, step: Count(step.left, vocabulary.BARRIER),
    "wrath": lambda view, it: Count(view.table.wrath_value, vocabulary.TILE),
    "paid": lambda view, act: vocabulary.paid_words(view, act.paid),
    "energies": lambda view, act: vocabulary.paid_words(view, (Price(energy=each) for each in act.paid)),
    "barrier_cost": lambda view, act: model.BARRIER_COST,
    "unflood_cost": lambda view, act: model.UNFLOOD_COST,
    "spent": lambda view, act: act.energy,
    "energy": lambda view, act: Count(act.energy, vocabulary.ENERGY),
    "tried": lambda view, act: vocabulary.place_words(view.table.box, _step(view).place),
    "all": lambda view, act: listing(map(view.who, _step(view).seats)),
    "number": lambda view, act: len(_step(view).seats),
    "values": lambda view, act: listing(map(lone, act.values), ","),
    "rolled": lambda view, act: listing(map(lone, act.values)),
    "die": lambda view, act: act.die + 1,
    "dice": lambda view, act: listing(lone(die + 1) for die in act.dice),
    "resource": lambda view, act: Noun(act.resource),
    "given": lambda view, act: Noun(act.given),
    "taken": lambda view, act: Noun(act.taken),
    "one": lambda view, act: Count(1, vocabulary.RESOURCE_WORDS[act.resource]),
    "one_given": lambda view, act: Count(1, vocabulary.RESOURCE_WORDS[act.given]),
    "one_taken": lambda view, act: Count(1, vocabulary.RESOURCE_WORDS[act.taken]),
    "resources": lambda view, step: Count(step.left, vocabulary.RESOURCE),
    "more_resources": lambda view, step: Count(step.left - len(step.given), vocabulary.RESOURCE),
    "sign": lambda view, act: say("1 more") if act.by > 0 else say("1 less"),
    "what": lambda view, act: vocabulary.RESOURCE_WORDS[act.what],
    "title": lambda view, it: Name(_step(view).title),
    "words": lambda view, step: Name(step.text),
}
"""What stands in each gap of a text about an act, or about the step that is dealt with now."""


def said(text: str, view: model.AtlantisView, it: Any, known: Mapping[str, Value] = MappingProxyType({})) -> Message:
    """A text with what it is about in its gaps, but for those that are known; of a gap alone, the message in it."""
    names = [part.name for part in gaps(text) if isinstance(part, Gap)]
    given = {name: known[name] if name in known else GAPS[name](view, it) for name in names}
    alone = given.get(text[1:-1])
    return alone if isinstance(alone, Message) else filled(text, **given)


def asked(name: str, view: model.AtlantisView, seats: tuple[Seat, ...], about: Mapping[str, Value]) -> Asked:
    """What these are asked for, by its name in sayings.toml; the first of them is "who" in it."""
    found, step = SAYINGS.asks[name], view.table.step
    known = {"people": people(view, seats), **({"who": view.who(seats[0])} if seats else {}), **about}
    text, why = (said(each, view, step, known) for each in (found.text, found.why))
    return Asked(seats, text, why, found.rule, found.any_order)


def remembered(name: str, view: model.AtlantisView, act: Action) -> Memory:
    """What taking an act back makes nobody forget, by a name in sayings.toml."""
    found = SAYINGS.acts[name]
    return Memory(said(found.seen, view, act), said(found.back, view, act))
