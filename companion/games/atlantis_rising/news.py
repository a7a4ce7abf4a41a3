"""What came of an act: how a roll ended, what sank, who got or lost what, and what a card says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.atlantis_rising import acts, decisions, looks
from companion.games.atlantis_rising.box import RESOURCES, Price
from companion.games.atlantis_rising.effect_words import VOLUNTEER, component_use
from companion.games.atlantis_rising.ground import TILES, tile
from companion.games.atlantis_rising.model import POOL, Atlantean, AtlantisAction, AtlantisView, Phase, Table
from companion.games.atlantis_rising.phases.attempts import lying_after, missing, total, wanted_words
from companion.games.atlantis_rising.steps import Attempt, Recruiting
from companion.games.atlantis_rising.texts import text_of
from companion.games.atlantis_rising.vocabulary import (
    PENINSULA_WORDS,
    RESOURCE_WORDS,
    piece_words,
    tile_words,
)
from companion.games.atlantis_rising.words import outcome_text
from companion.games.core import ActionView, Seat
from companion.games.shared.gains import change_words
from companion.language.message import Message, listing, say, sentences
from companion.language.values import Noun

FOLLOWER: Final = Noun("follower")
_ROLLED: Final = (decisions.Roll, decisions.Spend, decisions.LetLie)
_SAID: Final = (decisions.ChooseFlood, acts.BuyBarrier, acts.BuyUnflood, decisions.PlaceBarrier, decisions.Unflood)
"""Acts whose own sentence says what sank, rose or was fenced."""
_PAID: Final = (acts.BuyBarrier, acts.BuyUnflood, acts.Build, decisions.Spend, decisions.Keep, decisions.KeepHidden)
"""Acts whose own sentence says who paid what."""


def came_of(before: AtlantisView, act: ActionView[AtlantisAction], after: AtlantisView) -> Message | None:
    """What came of an act, in a short sentence or two; None where `describe` has said it all."""
    done = act.action
    parts = [_rolled(before, done, after), text_of(before.table.setup.box, done), *_water(before, done, after)]
    if not isinstance(done, (*_ROLLED, *_PAID)):
        parts += _gains(before.table, after, getattr(done, "seat", None))
    parts += _progress(before.table, done, after.table)
    if after.table.ended and not before.table.ended:
        parts.append(outcome_text(after.table))
    return sentences(*parts) or None


def piece_of(before: AtlantisView, act: AtlantisAction) -> str:
    """The kind of piece that an act is about; empty for none."""
    match act:
        case acts.DrawMisfortune(card) | decisions.Peek(card):
            return looks.misfortune(card)
        case decisions.DrawCard(_, card) | decisions.PlayCard(_, card, _) | decisions.DiscardCard(_, card):
            return looks.library(card)
        case acts.Build(_, component, _):
            return f"built:{component}"
        case acts.LayComponent(component):
            return f"unbuilt:{component}"
        case acts.TakeCouncilor(_, councilor) | acts.ChooseCouncilor(_, councilor) | acts.RevealCouncilor(councilor):
            return f"councilor:{councilor}"
        case decisions.ChooseFlood(peninsula) if peninsula in before.table.barriers:
            return "barrier"
        case decisions.ChooseFlood(peninsula) if before.table.dry[peninsula]:
            return f"flooded:{tile(peninsula, before.table.dry[peninsula])}"
        case acts.BuyBarrier() | decisions.PlaceBarrier():
            return "barrier"
        case acts.TakeMarker() | acts.PassMarker():
            return "starting_player"
        case _:
            return ""


# --- rolls ---


def _rolled(before: AtlantisView, act: AtlantisAction, after: AtlantisView) -> Message | None:
    """How a roll stands or ended: success and what it brings, nothing and what was needed, or what is missing yet."""
    attempt = before.table.steps[-1] if before.table.steps else None
    if not isinstance(attempt, Attempt) or not isinstance(act, _ROLLED):
        return None
    need, lying = wanted_words(before.table, attempt), lying_after(attempt, act)
    lacking = missing(before.table, lying)
    if lacking <= 0:
        won = list(_won(before.table, after, attempt.rollers[0]))
        return say("Success: {won}.", won=listing(won, ",")) if won else say("Success.")
    step = after.table.steps[-1] if after.table.steps else None
    if isinstance(step, Attempt) and (step.place, step.space) == (attempt.place, attempt.space):
        return say("Not yet: {need} is needed, {missing} more.", need=need, missing=lacking)
    if isinstance(act, decisions.LetLie):
        return say("{need} was needed, {total} lay there.", need=need, total=total(before.table, attempt))
    return say("Nothing: {need} was needed.", need=need)


def _won(before: Table, after: AtlantisView, roller: Seat) -> Iterator[Message]:
    """What a success has brought: resources, or a follower, whoever gets it."""
    was, now = before.reserves[roller], after.table.reserves[roller]
    for name in RESOURCES:
        if getattr(now, name) > getattr(was, name):
            yield change_words(RESOURCE_WORDS[name], getattr(now, name) - getattr(was, name), getattr(now, name))
    if after.table.steps and isinstance(after.table.steps[-1], Recruiting):
        yield say("a new follower")
    yield from _joined(before, after, None)


# --- what everybody has ---


def _joined(before: Table, after: AtlantisView, actor: Seat | None) -> Iterator[Message]:
    """Who has more followers or volunteers: of whoever acted without the name."""
    for kind, noun in (("follower", FOLLOWER), ("volunteer", VOLUNTEER)):
        was, now = (
            Counter(each.seat for each in table.atlanteans if each.kind == kind) for table in (before, after.table)
        )
        if after.table.phase is Phase.SETUP or before.phase is Phase.SETUP:
            continue
        for seat in range(after.table.setup.players):
            if now[seat] > was[seat]:
                words = change_words(noun, now[seat] - was[seat], now[seat])
                yield words if seat == actor else say("{who} {change}", who=after.who(seat), change=words)


def _gains(before: Table, after: AtlantisView, actor: Seat | None) -> Iterator[Message]:
    """Who has more or less of what: of whoever acted without the name."""
    found = list(_gains_of(before, after, actor))
    found += _joined(before, after, actor)
    if found:
        yield say("{gains:capital}.", gains=say("{gains}", gains=listing(found, ";")))


def _gains_of(before: Table, after: AtlantisView, actor: Seat | None) -> Iterator[Message]:
    for seat, (was, now) in enumerate(zip(before.reserves, after.table.reserves, strict=False)):
        changes = [
            change_words(RESOURCE_WORDS[name], getattr(now, name) - getattr(was, name), getattr(now, name))
            for name in Price.__struct_fields__
            if getattr(now, name) != getattr(was, name)
        ]
        if not changes:
            continue
        if seat == actor:
            yield say("{changes}", changes=listing(changes, ","))
        else:
            yield say("{who} {changes}", who=after.who(seat), changes=listing(changes, ","))


# --- water ---


def _water(before: AtlantisView, act: AtlantisAction, after: AtlantisView) -> Iterator[Message]:
    """What sank, what is dry again, which barrier stopped a flood, and whose pieces return."""
    was, now = before.table, after.table
    if not isinstance(act, _SAID):
        for peninsula, (old, new) in enumerate(zip(was.dry, now.dry, strict=True)):
            for ring in range(old, new, -1):
                yield say("{tile} sinks.", tile=tile_words(peninsula, ring))
            for ring in range(old + 1, new + 1):
                yield say("{tile} is dry again.", tile=tile_words(peninsula, ring))
        for peninsula, (old, new) in enumerate(zip(was.stopped, now.stopped, strict=True)):
            if new > old:
                yield say("The barrier of {where} stops the flood.", where=PENINSULA_WORDS[peninsula])
    swept = _swept(was, now)
    if swept:
        pieces = listing(piece_words(after, each.seat, each.kind) for each in swept)
        yield say("{pieces:capital} {number?returns|return}.", pieces=say("{pieces}", pieces=pieces), number=len(swept))


def _swept(was: Table, now: Table) -> list[Atlantean]:
    """The pieces that stood on a tile that sank, and are at hand again."""
    sunk = {place for place, (peninsula, ring) in TILES.items() if now.dry[peninsula] < ring <= was.dry[peninsula]}
    stay = Counter((each.seat, each.kind, each.place) for each in now.atlanteans if each.place != POOL)
    found = list[Atlantean]()
    for each in was.atlanteans:
        if each.place not in sunk:
            continue
        stay[each.seat, each.kind, each.place] -= 1
        if stay[each.seat, each.kind, each.place] < 0:
            found.append(each)
    return found


# --- cards, components and the wrath ---


def _progress(before: Table, act: AtlantisAction, after: Table) -> Iterator[Message]:
    """How many components are built, and what the wrath floods from now on."""
    if isinstance(act, acts.Build):
        built = sum(bool(each.round) for each in after.blueprint)
        yield say("{built} of {all} are built.", built=built, all=len(after.blueprint))
        yield component_use(before.setup.box.components[act.component])
    if before.wrath_value != after.wrath_value:
        yield say("The wrath is {wrath} now.", wrath=after.wrath_value)
