"""What came out of a case against what its file expects: facts, fields, legal actions, words, and what is amiss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.games.core import Action, Prompt, State
from companion.games.errors import IllegalAction
from companion.games.game import AnyGame
from companion.referee.comparison import compare, position_of
from companion.referee.mismatch import Fix, Mismatch, fixes, mismatches
from companion.scenarios.files import ScenarioError, Seen, Wrong, action_words, flat, texts
from companion.table.seen import BACK, TableView, ZoneView, show

AnyState = State[Any, Any]


def as_action(path: Path, where: str, game: AnyGame, raw: object) -> Any:
    """An action of the game from its plain form. Raises `ScenarioError` where it is none."""
    try:
        return msgspec.convert(raw, game.action_type)
    except msgspec.ValidationError as error:
        words = action_words(raw) if isinstance(raw, dict) else repr(raw)
        raise ScenarioError(path, where, f"{words} is not an action of {game.title}: {error}.") from error


def expectations(path: Path, expect: Mapping[str, Any], game: AnyGame, state: AnyState) -> Iterator[str]:
    """Each of these expectations that the position does not meet, a sentence each."""
    facts = {key: value for key, value in expect.items() if key not in _PARTS}
    view = game.view(state, None)
    found = {field.key: field.value for field in game.facts(view)}
    for key, value in flat(facts).items():
        if key not in found:
            raise ScenarioError(path, f"expect.{key}", f"{game.title} has no such fact.")
        if found[key] != value:
            yield f"{key}: expected {value!r}, got {found[key]!r}"
    for key, part in _PARTS.items():
        if key in expect:
            yield from part(path, game, state, expect[key])


def _outcome(path: Path, game: AnyGame, state: AnyState, wanted: Any) -> Iterator[str]:
    outcome = game.outcome(state)
    winners = list(outcome.winners) if outcome else []
    if winners != wanted:
        yield f"outcome: expected winners {wanted}, got {winners}"


def _table(path: Path, game: AnyGame, state: AnyState, wanted: Any) -> Iterator[str]:
    yield from _differing(path, "table", wanted, _plain(state.table))


def _secrets(path: Path, game: AnyGame, state: AnyState, wanted: Any) -> Iterator[str]:
    yield from _differing(path, "secrets", wanted, _plain(state.secrets))


def _plain(record: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(record))


def _differing(path: Path, where: str, wanted: Any, found: Any) -> Iterator[str]:
    """Only what is expected is looked at: fields that are not named may be anything."""
    if not isinstance(wanted, dict) or found is None:
        if wanted != found:
            yield f"{where}: expected {wanted!r}, got {'nothing' if found is None else repr(found)}"
        return
    for key, value in wanted.items():
        if isinstance(found, list) and key.isdecimal() and int(key) < len(found):
            yield from _differing(path, f"{where}.{key}", value, found[int(key)])
        elif isinstance(found, dict) and key in found:
            yield from _differing(path, f"{where}.{key}", value, found[key])
        else:
            raise ScenarioError(path, f"expect.{where}.{key}", "There is no such field in this position.")


def _legal(path: Path, game: AnyGame, state: AnyState, wanted: Any) -> Iterator[str]:
    legal = game.legal_actions(state)
    for index, raw in enumerate(_listed(path, "legal", wanted), 1):
        if not _is_legal(game, state, legal, as_action(path, f"expect.legal, number {index}", game, raw)):
            yield f"legal {index}, {action_words(raw)}: expected to be legal, but it is not."


def _not_legal(path: Path, game: AnyGame, state: AnyState, wanted: Any) -> Iterator[str]:
    legal = game.legal_actions(state)
    for index, raw in enumerate(_listed(path, "not_legal", wanted), 1):
        if _is_legal(game, state, legal, as_action(path, f"expect.not_legal, number {index}", game, raw)):
            yield f"not_legal {index}, {action_words(raw)}: expected not to be legal, but it is."


def _is_legal(game: AnyGame, state: AnyState, legal: Sequence[Action], act: Action) -> bool:
    """Whether it is one of the legal acts; of open ones, of which examples alone are listed, whether it is taken."""
    if act in legal or not act.is_open:
        return act in legal
    try:
        game.apply_action(state, act)
    except IllegalAction:
        return False
    return True


def _listed(path: Path, key: str, wanted: Any) -> list[Any]:
    if not isinstance(wanted, list):
        raise ScenarioError(path, f"expect.{key}", f"{wanted!r} is no list of actions. Write them in brackets.")
    return wanted


def _prompt_contains(path: Path, game: AnyGame, state: AnyState, wanted: Any) -> Iterator[str]:
    words = _said(game.prompt(game.view(state, None)))
    yield from (f"prompt: expected {part!r} in {words!r}" for part in texts(wanted) if part not in words)


def _prompt_lacks(path: Path, game: AnyGame, state: AnyState, wanted: Any) -> Iterator[str]:
    words = _said(game.prompt(game.view(state, None)))
    yield from (f"prompt: expected no {part!r} in {words!r}" for part in texts(wanted) if part in words)


def _prompt_of(path: Path, game: AnyGame, state: AnyState, wanted: Any) -> Iterator[str]:
    seats = {str(seat): seat for seat in range(game.seat_count(state.table))}
    for key, parts in (wanted if isinstance(wanted, dict) else {"": ()}).items():
        if key not in seats:
            raise ScenarioError(path, "expect.prompt_of", f"{key!r} is no seat. Use 0 to {len(seats) - 1}.")
        words = _said(game.prompt(game.view(state, seats[key])))
        yield from (
            f"prompt of seat {key}: expected {part!r} in {words!r}" for part in texts(parts) if part not in words
        )


def _notes_contain(path: Path, game: AnyGame, state: AnyState, wanted: Any) -> Iterator[str]:
    prompt = game.prompt(game.view(state, None))
    words = " ".join(map(str, (*prompt.assumed, *prompt.house_rules, *prompt.advice)))
    yield from (f"notes: expected {part!r} in {words!r}" for part in texts(wanted) if part not in words)


def _said(prompt: Prompt) -> str:
    return f"{prompt.phase}: {prompt.text} {prompt.why}"


_PARTS: dict[str, Callable[[Path, AnyGame, AnyState, Any], Iterator[str]]] = {
    "outcome": _outcome,
    "table": _table,
    "secrets": _secrets,
    "legal": _legal,
    "not_legal": _not_legal,
    "prompt_contains": _prompt_contains,
    "prompt_lacks": _prompt_lacks,
    "prompt_of": _prompt_of,
    "notes_contain": _notes_contain,
}
"""What can be expected beside facts, in the order in which differences are told."""


def seen_wrongly(path: Path, index: int, look: Seen, game: AnyGame, state: AnyState) -> Iterator[str]:
    """Where what is named as wrong on a table that shows these zones is not what the file expects, a sentence each."""
    held = compare(position_of(game, state), _look(path, index, look, game, state))
    named = {each.zone: each for each in mismatches(held)}
    wanted = {each.zone: each for each in look.expect}
    moves = fixes(held)
    for zone, each in named.items():
        if zone not in wanted:
            yield f"Seen {index}: {zone} was not expected to be named, but: {each.text} ({each.rule})"
    for zone, expected in wanted.items():
        if zone not in named:
            yield f"Seen {index}: {zone} was expected to be named as wrong, but it was not."
        else:
            yield from (f"Seen {index}, {zone}: {text}" for text in _misnamed(expected, named[zone], moves))


def _look(path: Path, index: int, look: Seen, game: AnyGame, state: AnyState) -> TableView:
    """The table as it must look, but for the zones that the file gives."""
    shown = flat(look.zones)
    zones = {zone.zone: show(zone.zone, zone.content) for zone in game.mat.expected(game.view(state, None)).zones}
    for zone, kinds in shown.items():
        where = f"seen, number {index}: {zone}"
        if zone not in zones:
            raise ScenarioError(path, where, f"No such zone. There are: {', '.join(zones)}.")
        if not isinstance(kinds, list) or not all(kind == BACK or kind in game.mat.pieces for kind in kinds):
            text = f"{kinds!r} is no list of pieces. Use {BACK} or one of: {', '.join(game.mat.pieces)}."
            raise ScenarioError(path, where, text)
        pieces = Counter(kinds)
        zones[zone] = ZoneView(zone, tuple(sorted(kind for kind in kinds if kind != BACK)), pieces[BACK])
    for each in look.expect:
        if each.zone not in zones:
            text = f"{each.zone!r} is no zone. There are: {', '.join(zones)}."
            raise ScenarioError(path, f"seen, number {index}: expect", text)
    return TableView(tuple(zones.values()))


def _misnamed(expected: Wrong, named: Mismatch, moves: tuple[Fix, ...]) -> Iterator[str]:
    if expected.rule and named.rule != expected.rule:
        yield f"expected rule {expected.rule}, got {named.text} ({named.rule})"
    said = str(named.text)
    yield from (f"expected {part!r} in {said!r}" for part in texts(expected.contains) if part not in said)
    remedy = " ".join(str(fix.text) for fix in moves if expected.zone in (fix.source, fix.target))
    yield from (
        f"expected {part!r} in the remedy {remedy!r}" for part in texts(expected.fix_contains) if part not in remedy
    )
