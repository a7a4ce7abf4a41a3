"""What an act may change, and to what, written apart from the rules: every field of the table is held to the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.core import RuleId
from companion.games.manawave.data.effects import CLEARED
from companion.games.manawave.laws.choice_laws import rule_of
from companion.games.manawave.laws.witness import Spot, numbers
from companion.games.manawave.state.acts import (
    COMMITS,
    Consolidate,
    DrawCard,
    Fight,
    Harvest,
    LayFamily,
    LayOut,
    ManaAction,
    Open,
    Pay,
    Process,
    RunWave,
    Settle,
    Slide,
    TakeBack,
)
from companion.games.manawave.state.model import Clans, Family, ManaState, Nexus, Phase, Table
from companion.laws.manawave.act_laws import wrong_act
from companion.laws.manawave.result_laws import results

LAWS: Final = (
    *("M-001", "M-002", "M-003", "M-010", "M-011", "M-012", "M-013", "M-014", "M-015", "M-016", "M-020"),
    *("M-030", "M-031", "M-032", "M-033", "M-040", "M-041", "M-042", "M-043", "M-044", "M-045", "M-050"),
    *("M-052", "M-053", "M-060", "M-061", "M-062", "M-063", "M-064", "M-065", "M-066", "M-067", "M-069"),
    *("M-070", "M-071", "M-074", "M-080", "M-081", "M-090", "M-091", "M-093", "M-094", "M-096", "M-100"),
    *("M-101", "M-103", "M-122", "M-200", "M-210", "M-211", "M-220", "M-221", "M-223", "M-224", "M-230"),
    *("M-231", "M-234", "M-250", "M-260", "M-261", "M-271"),
)
_FIELDS: Final = (
    *("setup", "phase", "round", "pile", "gone", "choices", "picked", "is_shared", "committed", "opened", "owed"),
    *("at", "step", "hit", "ended"),
)
"""Of a table, all but its world, and what an act says of itself."""
_STEPS: Final = {"war": "M-091", "sacrifice": "M-093", "growth": "M-094"}


def wrong_step(before: ManaState, action: ManaAction, after: ManaState) -> tuple[str, ...]:
    """What an act changed otherwise than the rules say, in English."""
    found = tuple(wrong_act(before, action))
    if found:
        return found
    old, new = before.table, after.table
    texts = [
        (*_wrong_fields(action, wanted, old, new), *_wrong_world(action, wanted, old, new))
        for wanted in results(old, action)
    ]
    return (*min(texts, key=len), *_wrong_secrets(before, action, after))


def _wrong_fields(action: ManaAction, wanted: Table, old: Table, new: Table) -> Iterator[str]:
    kind = type(action).__name__
    for name in _FIELDS:
        is_now, should = getattr(new, name), getattr(wanted, name)
        if is_now != should:
            text = f"{kind} left {name} {_in_words(is_now)} instead of {_in_words(should)}"
            yield f"{text} ({_rule_of_field(action, name, wanted, old, new)})."


def _in_words(value: object) -> str:
    return value.value if isinstance(value, Phase) else f"{value}"


def _rule_of_field(action: ManaAction, name: str, wanted: Table, old: Table, new: Table) -> RuleId:
    is_clans = old.is_clans
    if name == "ended":
        ends = {Phase.CONSOLIDATE: "M-103" if is_clans else "M-271", Phase.PROCESS: "M-234"}
        return ends.get((wanted if wanted.ended else new).phase, "M-081")
    if name in ("pile", "gone", "choices"):
        if isinstance(action, Settle):
            return "M-015"
        return "M-210" if not is_clans else "M-030" if isinstance(action, DrawCard) else "M-033"
    always = {
        "setup": "M-122",
        "round": "M-020" if is_clans else "M-200",
        "picked": "M-032" if is_clans else "M-211",
        "is_shared": "M-032" if is_clans else "M-211",
        "step": "M-090",
        "hit": "M-090",
        "phase": rule_of(old, wanted.phase),
    }
    return always.get(name) or rule_of(old, old.phase)


def _wrong_secrets(before: ManaState, action: ManaAction, after: ManaState) -> Iterator[str]:
    """A choice is sealed whole, and nothing of it is known before its time."""
    wanted: ManaState = before
    if isinstance(action, COMMITS):
        wanted = before.with_sealed(action.seat, (action,))
    elif isinstance(action, TakeBack | Open):
        wanted = before.with_sealed(action.seat, ())
    if (after.sealed, after.secrets) != (wanted.sealed, before.secrets):
        rule = rule_of(before.table, before.table.phase)
        yield f"{type(action).__name__} left {after.sealed} sealed instead of {wanted.sealed} ({rule})."


# --- the world ---


def _wrong_world(action: ManaAction, wanted: Table, old: Table, new: Table) -> Iterator[str]:
    if new.world == wanted.world:
        return
    kind, default = type(action).__name__, _default_rule(action, old)
    if isinstance(wanted.world, Clans) and isinstance(new.world, Clans):
        texts = _wrong_clans(action, wanted.world, new.world, default)
    elif isinstance(wanted.world, Nexus) and isinstance(new.world, Nexus):
        texts = _wrong_tiles(wanted.world, new.world, default)
    else:
        texts = iter([("left a world of the other game", "M-122")])
    for text, rule in texts:
        yield f"{kind} {text} ({rule})."
    now, should = numbers(new.world), numbers(wanted.world)
    if now.keys() == should.keys():
        for spot, number in should.items():
            if now[spot] != number:
                seat, place, what = spot
                where = f"{what} of seat {seat + 1} at {place or 'its tracker'}"
                yield f"{kind} left {now[spot]} {where} instead of {number} ({_rule_of_number(action, spot, default)})."


def _default_rule(action: ManaAction, old: Table) -> RuleId:
    if isinstance(action, Open):
        return "M-074" if old.phase is Phase.INVEST else rule_of(old, old.phase)
    own = {
        Settle: "M-016",
        LayFamily: "M-041",
        RunWave: "M-052",
        Pay: "M-069",
        Slide: "M-223",
        Process: "M-231",
        Harvest: "M-260",
    }
    return own.get(type(action)) or rule_of(old, old.phase)


def _rule_of_number(action: ManaAction, spot: Spot, default: RuleId) -> RuleId:
    _, place, what = spot
    match action:
        case RunWave():
            return "M-052" if place else "M-053"
        case Fight():
            return _STEPS[action.step] if what == "population" else "M-096"
        case Consolidate():
            return "M-100" if what in CLEARED else "M-101"
        case Harvest():
            return "M-261" if what == "population" else "M-260"
    return default


def _wrong_clans(action: ManaAction, wanted: Clans, new: Clans, default: RuleId) -> Iterator[tuple[str, RuleId]]:
    """What lies otherwise than it should, numbers apart."""
    is_settled = isinstance(action, Settle)
    laid = {"faction": "M-001", "default": "M-002", "playset": "M-003"}
    rule = laid[action.what] if isinstance(action, LayOut) else "M-014" if is_settled else default
    for name in ("factions", "monuments", "offers"):
        if getattr(new, name) != getattr(wanted, name):
            yield f"left {name} {getattr(new, name)} instead of {getattr(wanted, name)}", rule
    for seat, (now, should) in enumerate(zip(new.tribes, wanted.tribes, strict=True), 1):
        if now.factions != should.factions:
            yield f"left seat {seat} the Factions {now.factions}", "M-011" if is_settled else default
        if [clan.card for clan in now.clans] != [clan.card for clan in should.clans]:
            yield f"left the Clans of seat {seat} otherwise", "M-012" if is_settled else default
            continue
        for position, (one, other) in enumerate(zip(now.clans, should.clans, strict=True), 1):
            for end, is_now, is_due in (("above", one.above, other.above), ("below", one.below, other.below)):
                where = f"{end} Clan {position} of seat {seat}"
                yield from ((f"{text} {where}", rule) for text, rule in _wrong_column(action, is_now, is_due, default))


def _wrong_column(
    action: ManaAction, now: tuple[Family, ...], should: tuple[Family, ...], default: RuleId
) -> Iterator[tuple[str, RuleId]]:
    lays, pays = isinstance(action, LayFamily), isinstance(action, Pay | Open)
    if [each.kind for each in now] != [each.kind for each in should]:
        yield f"left {[each.kind for each in now]}", "M-040" if lays else default
        return
    if [each.counters for each in now] != [each.counters for each in should]:
        yield "left other Modality counters", "M-070" if pays else "M-101"
    if [each.mode for each in now] != [each.mode for each in should]:
        yield "left other modalities", "M-042" if lays else "M-071" if pays else default


def _wrong_tiles(wanted: Nexus, new: Nexus, default: RuleId) -> Iterator[tuple[str, RuleId]]:
    now, should = ([(each.seat, each.line, each.row, each.kind) for each in world.tiles] for world in (new, wanted))
    if now != should:
        yield f"left the tiles {now} instead of {should}", default
