"""What rules, cards, components and councilors say, in a sentence, and what came of an act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.data.effects import Effect
from companion.games.atlantis_rising.mat import looks
from companion.games.atlantis_rising.rules import actions, acts, course, decisions, odds, operations
from companion.games.atlantis_rising.state import model, steps
from companion.games.atlantis_rising.state.ground import TILES, tile
from companion.games.atlantis_rising.words import vocabulary
from companion.games.core import ActionView, RuleId, Seat
from companion.games.parts import Card, CardGroup
from companion.games.shared.files import read_as
from companion.games.shared.gains import change_words
from companion.language.message import NOTHING, Message, listing, lone, say, sentences, written
from companion.language.values import Name

_ROLLED: Final = (decisions.Roll, decisions.Spend, decisions.LetLie)
_SAID: Final = (decisions.ChooseFlood, acts.BuyBarrier, acts.BuyUnflood, decisions.PlaceBarrier, decisions.Unflood)
"""Acts whose own sentence says what sank, rose or was fenced."""
_PAID: Final = (acts.BuyBarrier, acts.BuyUnflood, acts.Build, decisions.Spend, decisions.Keep, decisions.KeepHidden)
"""Acts whose own sentence says who paid what."""
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


def text_of(box: contents.Box, act: model.AtlantisAction) -> Message:
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


def about(view: model.AtlantisView, act: model.AtlantisAction) -> Message:
    """What to know before tapping an act: what its card says, or which tile it floods; `NOTHING` for nothing."""
    box = view.table.box
    match act:
        case acts.DrawMisfortune(card) if card in _RULES_OF:
            return RULES[_RULES_OF[card]]
        case acts.DrawMisfortune(card) if (peninsula := contents.BASIC.get(card)) is not None:
            dry = view.table.dry[peninsula]
            return say("{tile} sinks.", tile=vocabulary.tile_words(peninsula, dry)) if dry else NOTHING
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
    told = (say("{card}: {text}", card=vocabulary.card_words(box, each), text=card_effect(box, each)) for each in known)
    return sentences(*told) or NOTHING


def component_text(component: contents.Component) -> Message:
    """What a component costs, and what it does."""
    return sentences(say("Costs {price}.", price=vocabulary.price_words(component.cost)), component_use(component))


def cards(view: model.AtlantisView) -> tuple[CardGroup, ...]:
    """The councilors, the library cards that this view may see, and the Blueprint."""
    titles, groups = (say("Councilors"), say("Library cards"), say("Blueprint")), (_councilors, _held, _blueprint)
    found = [CardGroup(title, tuple(each(view))) for title, each in zip(titles, groups, strict=True)]
    return tuple(each for each in found if each.cards)


def _councilors(view: model.AtlantisView) -> Iterator[Card]:
    table = view.table
    seated = [(name, lone(view.who(seat))) for seat, name in enumerate(table.councilors)]
    for name, owner in (*seated, (table.hologram, say("Hologram"))):
        if name:
            board = table.box.councilors[name]
            yield Card(f"councilor:{name}", lone(Name(board.name)), effect_words(board.effect), owner)


def _held(view: model.AtlantisView) -> Iterator[Card]:
    box = view.table.box
    for seat, hand in enumerate(view.table.hands):
        own = view.own.cards if view.own is not None and seat == view.seat else ()
        for card in own or hand:
            if card != contents.HIDDEN:
                name, owner = vocabulary.card_words(box, card), lone(view.who(seat))
                yield Card(looks.library(card), name, card_effect(box, card), owner)


def _blueprint(view: model.AtlantisView) -> Iterator[Card]:
    for each in view.table.blueprint:
        component = view.table.box.components[each.component]
        kind = "built" if each.round else "unbuilt"
        yield Card(f"{kind}:{each.component}", lone(Name(component.name)), component_text(component))


def came_of(
    before: model.AtlantisView, act: ActionView[model.AtlantisAction], after: model.AtlantisView
) -> Message | None:
    """What came of an act, in a short sentence or two; None where `describe` has said it all."""
    done = act.action
    parts = [_rolled(before, done, after), text_of(before.table.box, done), *_water(before, done, after)]
    if not isinstance(done, (*_ROLLED, *_PAID)):
        parts += _gains(before.table, after, getattr(done, "seat", None))
    parts += _progress(before.table, done, after.table)
    if after.table.ended and not before.table.ended:
        parts.append(course.outcome_text(after.table))
    return sentences(*parts) or None


def piece_of(table: model.Table, act: model.AtlantisAction) -> str:
    """The kind of piece that an act is about; empty for none."""
    match act:
        case acts.DrawMisfortune(card) | decisions.Peek(card):
            return looks.misfortune(card)
        case decisions.DrawCard(_, card) | decisions.PlayCard(_, card, _) | decisions.DiscardCard(_, card):
            return looks.library(card)
        case acts.Build(_, component, _):
            return f"built:{component}"
        case acts.TakeCouncilor(_, councilor) | acts.ChooseCouncilor(_, councilor) | acts.RevealCouncilor(councilor):
            return f"councilor:{councilor}"
        case decisions.ChooseFlood(peninsula) if peninsula in table.barriers:
            return "barrier"
        case decisions.ChooseFlood(peninsula) if table.dry[peninsula]:
            return f"flooded:{tile(peninsula, table.dry[peninsula])}"
        case acts.MoveWrath():
            return ""
        case _:
            return vocabulary.shown(act)


# --- rolls ---


def _rolled(before: model.AtlantisView, act: model.AtlantisAction, after: model.AtlantisView) -> Message | None:
    """How a roll stands or ended: success and what it brings, nothing and what was needed, or what is missing yet."""
    attempt = before.table.step
    if not isinstance(attempt, steps.Attempt) or not isinstance(act, _ROLLED):
        return None
    need, lying = actions.wanted_words(before.table, attempt), actions.lying_after(attempt, act)
    lacking = odds.needed(before.table, lying)
    if lacking <= 0:
        won = list(_won(before.table, after, attempt.rollers[0]))
        return say("Success: {won}.", won=listing(won, ",")) if won else say("Success.")
    step = after.table.step
    if isinstance(step, steps.Attempt) and (step.place, step.space) == (attempt.place, attempt.space):
        return say("Not yet: {need} is needed, {missing} more.", need=need, missing=lacking)
    if isinstance(act, decisions.LetLie):
        return say("{need} was needed, {total} lay there.", need=need, total=actions.total(before.table, attempt))
    return say("Nothing: {need} was needed.", need=need)


def _won(before: model.Table, after: model.AtlantisView, roller: Seat) -> Iterator[Message]:
    """What a success has brought: resources, or a follower, whoever gets it."""
    was, now = before.reserves[roller], after.table.reserves[roller]
    yield from _changed(was, now, [name for name in contents.RESOURCES if now[name] > was[name]])
    if isinstance(after.table.step, steps.Recruiting):
        yield say("a new follower")
    yield from _joined(before, after, None)


# --- what everybody has ---


def _joined(before: model.Table, after: model.AtlantisView, actor: Seat | None) -> Iterator[Message]:
    """Who has more followers or volunteers: of whoever acted without the name."""
    if model.Phase.SETUP in (before.phase, after.table.phase):
        return
    for kind, noun in (("follower", vocabulary.FOLLOWER), ("volunteer", vocabulary.VOLUNTEER)):
        tables = (before, after.table)
        was, now = (Counter(each.seat for each in table.atlanteans if each.kind == kind) for table in tables)
        for seat in range(after.table.players):
            if now[seat] > was[seat]:
                words = change_words(noun, now[seat] - was[seat], now[seat])
                yield words if seat == actor else say("{who} {change}", who=after.who(seat), change=words)


def _gains(before: model.Table, after: model.AtlantisView, actor: Seat | None) -> Iterator[Message]:
    """Who has more or less of what: of whoever acted without the name."""
    found = list[Message]()
    for seat, (was, now) in enumerate(zip(before.reserves, after.table.reserves, strict=False)):
        if changes := list(_changed(was, now, contents.GOODS)):
            words, who = listing(changes, ","), after.who(seat)
            found.append(lone(words) if seat == actor else say("{who} {changes}", who=who, changes=words))
    found += _joined(before, after, actor)
    if found:
        yield say("{gains:capital}.", gains=say("{gains}", gains=listing(found, ";")))


def _changed(was: contents.Price, now: contents.Price, names: Iterable[str]) -> Iterator[Message]:
    for name in names:
        if now[name] != was[name]:
            yield change_words(vocabulary.RESOURCE_WORDS[name], now[name] - was[name], now[name])


# --- water ---


def _water(before: model.AtlantisView, act: model.AtlantisAction, after: model.AtlantisView) -> Iterator[Message]:
    """What sank, what is dry again, which barrier stopped a flood, and whose pieces return."""
    was, now = before.table, after.table
    if not isinstance(act, _SAID):
        for peninsula, (old, new) in enumerate(zip(was.dry, now.dry, strict=True)):
            for ring in range(old, new, -1):
                yield say("{tile} sinks.", tile=vocabulary.tile_words(peninsula, ring))
            for ring in range(old + 1, new + 1):
                yield say("{tile} is dry again.", tile=vocabulary.tile_words(peninsula, ring))
        for peninsula, (old, new) in enumerate(zip(was.stopped, now.stopped, strict=True)):
            if new > old:
                yield say("The barrier of {where} stops the flood.", where=vocabulary.PENINSULA_WORDS[peninsula])
    swept = _swept(was, now)
    if swept:
        pieces = listing(vocabulary.piece_words(after, seat, kind) for seat, kind in swept)
        yield say("{pieces:capital} {number?returns|return}.", pieces=say("{pieces}", pieces=pieces), number=len(swept))


def _swept(was: model.Table, now: model.Table) -> list[tuple[Seat, contents.PieceKind]]:
    """The pieces that stood on a tile that sank, and are at hand again."""
    sunk = {place for place, (peninsula, ring) in TILES.items() if now.dry[peninsula] < ring <= was.dry[peninsula]}
    there = ([each.key[:3] for each in table.atlanteans if each.place in sunk] for table in (was, now))
    stood, stay = map(Counter, there)
    return [(seat, kind) for seat, kind, _ in (stood - stay).elements()]


# --- cards, components and the wrath ---


def _progress(before: model.Table, act: model.AtlantisAction, after: model.Table) -> Iterator[Message]:
    """How many components are built, and what the wrath floods from now on."""
    if isinstance(act, acts.Build):
        built = sum(bool(each.round) for each in after.blueprint)
        yield say("{built} of {all} are built.", built=built, all=len(after.blueprint))
        yield component_use(before.box.components[act.component])
    if before.wrath_value != after.wrath_value:
        yield say("The wrath is {wrath} now.", wrath=after.wrath_value)
