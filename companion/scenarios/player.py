"""One scenario played: its position, its actions, and what must be refused or named as wrong on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec

from companion.games.core import State
from companion.games.errors import GameError, IllegalAction
from companion.games.game import AnyGame
from companion.scenarios.expectations import as_action, expectations, seen_wrongly
from companion.scenarios.files import (
    Midway,
    Refused,
    Scenario,
    ScenarioError,
    Seen,
    action_words,
    flat,
    load_scenario,
    texts,
    variants,
)


def run_scenario(path: Path, registry: Mapping[str, AnyGame]) -> list[str]:
    """What came out differently from what the file expects, a sentence each; empty where all is as expected.

    A case for several options is played with each; its sentences say with which. Raises `ScenarioError` where the file
    cannot be played: an unknown game, option, fact or action, or a position that breaks the game's laws.
    """
    found = []
    for words, scenario in variants(load_scenario(path)):
        told = play(path, scenario, registry)
        found += [f"With {words}: {text}" if words else text for text in told]
    return found


def play(path: Path, scenario: Scenario, registry: Mapping[str, AnyGame]) -> list[str]:
    """What came out differently in one playing. `path` is for the words of a `ScenarioError`."""
    if scenario.game not in registry:
        raise ScenarioError(path, "game", f"{scenario.game!r} is not known. Choose one of: {', '.join(registry)}.")
    return list(_Playing(path, scenario, registry[scenario.game]).differences())


class _Playing:
    """One playing of one scenario."""

    def __init__(self, path: Path, scenario: Scenario, game: AnyGame) -> None:
        self._path, self._scenario, self._game = path, scenario, game

    def differences(self) -> Iterator[str]:
        state = self._before()
        self._check_afters()
        yield from self._offered_wrongly()
        for number in range(len(self._scenario.actions) + 1):
            yield from self._at(number, state)
            if number < len(self._scenario.actions):
                raw = self._scenario.actions[number]
                try:
                    action = as_action(self._path, f"actions, number {number + 1}", self._game, raw)
                    state = self._game.apply_action(state, action)
                except IllegalAction as error:
                    yield f"Action {number + 1}, {action_words(raw)}, was refused: {error}"
                    return
        yield from expectations(self._path, self._scenario.expect, self._game, state)

    def _at(self, number: int, state: State[Any, Any]) -> Iterator[str]:
        """What is tried, and what is seen, after so many actions."""
        for index, item in enumerate(self._scenario.refused, 1):
            if self._number(item) == number:
                yield from self._try_refused(state, index, item)
        for index, look in enumerate(self._scenario.seen, 1):
            if self._number(look) == number:
                yield from seen_wrongly(self._path, index, look, self._game, state)
        for stage in self._scenario.midway:
            if stage.after == number:
                found = expectations(self._path, stage.expect, self._game, state)
                yield from (f"After {number} actions, {text}" for text in found)

    def _offered_wrongly(self) -> Iterator[str]:
        """Where a game is made that must not be, or refused in other words."""
        for index, item in enumerate(self._scenario.not_offered, 1):
            try:
                self._game.new_game({**self._scenario.options, **item.options}, {})
            except GameError as error:
                missing = [part for part in texts(item.contains) if part not in str(error)]
                yield from (f"Not offered {index}: expected {part!r} in {str(error)!r}" for part in missing)
            else:
                yield f"Not offered {index}, {item.options}: expected to be refused, but a game was made."

    def _number(self, item: Refused | Seen) -> int:
        return item.after if item.after >= 0 else len(self._scenario.actions)

    def _check_afters(self) -> None:
        last = len(self._scenario.actions)
        groups: tuple[tuple[str, tuple[Refused | Seen | Midway, ...]], ...] = (
            ("refused", self._scenario.refused),
            ("seen", self._scenario.seen),
            ("midway", self._scenario.midway),
        )
        for key, items in groups:
            late = [item.after for item in items if item.after > last]
            if late:
                raise ScenarioError(self._path, key, f"after = {late[0]}, but there are {last} actions.")

    def _before(self) -> State[Any, Any]:
        """The position before the first action."""
        scenario, game = self._scenario, self._game
        try:
            state = game.new_game(scenario.options, {})
        except GameError as error:
            raise ScenarioError(self._path, "options", str(error)) from error
        self._game = game = game.bound(state)
        fields = scenario.before.get("table", {})
        facts = flat({key: value for key, value in scenario.before.items() if key != "table"})
        if facts:
            try:
                state = game.correct(state, facts)
            except IllegalAction as error:
                raise ScenarioError(self._path, "before", str(error.reason)) from error
        table = self._with_fields(state.table, fields) if fields else state.table
        state = State(table, self._secrets_of(state))
        broken = game.violations(state)
        if broken:
            text = f"{' '.join(map(str, (*broken, *self._left_out())))} Set facts that keep the game's laws."
            raise ScenarioError(self._path, "before", text)
        return State(msgspec.structs.replace(state.table, irregular=()), state.secrets)

    def _with_fields(self, table: Any, fields: object) -> Any:
        """The public table with some of its fields replaced."""
        where = "before.table"
        if not isinstance(fields, dict):
            raise ScenarioError(self._path, where, "This must be a table of fields. Write [before.table].")
        plain = self._merged(msgspec.json.decode(msgspec.json.encode(table)), fields, where)
        try:
            return msgspec.convert(plain, type(table))
        except msgspec.ValidationError as error:
            raise ScenarioError(self._path, where, f"{error}.") from error

    def _merged(self, plain: Any, changes: Any, where: str) -> Any:
        if not isinstance(changes, dict) or plain is None:
            return changes
        keys = [str(key) for key in (range(len(plain)) if isinstance(plain, list) else plain)]
        for key, value in changes.items():
            if key not in keys:
                raise ScenarioError(self._path, f"{where}.{key}", f"No such field. There are: {', '.join(keys)}.")
            place: Any = int(key) if isinstance(plain, list) else key
            plain[place] = self._merged(plain[place], value, f"{where}.{key}")
        return plain

    def _secrets_of(self, state: State[Any, Any]) -> tuple[Any, ...]:
        secrets, kind = list(state.secrets), get_args(self._game.state_type)[1]
        for key, raw in self._scenario.secrets.items():
            if not key.isdecimal() or int(key) >= len(secrets):
                raise ScenarioError(self._path, f"secrets.{key}", f"Not a seat. Use 0 to {len(secrets) - 1}.")
            unknown = sorted(set(raw) - set(kind.__struct_fields__))
            if unknown:
                known = ", ".join(kind.__struct_fields__)
                raise ScenarioError(self._path, f"secrets.{key}.{unknown[0]}", f"No such field. There are: {known}.")
            try:
                secrets[int(key)] = msgspec.convert(raw, kind)
            except msgspec.ValidationError as error:
                raise ScenarioError(self._path, f"secrets.{key}", f"{error}.") from error
        return tuple(secrets)

    def _left_out(self) -> Iterator[str]:
        """What stands in for the fields that a secret does not give, a sentence a seat."""
        kind = get_args(self._game.state_type)[1]
        usual = msgspec.json.decode(msgspec.json.encode(kind()))
        for seat, raw in self._scenario.secrets.items():
            missing = [name for name in kind.__struct_fields__ if name not in raw]
            if missing:
                taken = ", ".join(str(usual[name]) for name in missing)
                yield f"[secrets] {seat} has no {' and no '.join(missing)}: {taken} was taken."

    def _try_refused(self, state: State[Any, Any], index: int, item: Refused) -> Iterator[str]:
        action = as_action(self._path, f"refused, number {index}", self._game, item.action)
        try:
            self._game.apply_action(state, action)
        except IllegalAction as error:
            if error.rule != item.rule:
                yield f"Refused {index}, {action_words(item.action)}: expected rule {item.rule}, got {error}"
        else:
            words = action_words(item.action)
            yield f"Refused {index}, {words}: expected a refusal by {item.rule}, but it was accepted."
