"""Rules cases as text: read a scenario file, play it, and say what came out differently (docs/scenarios.md).

ScenarioError (CompanionError, ValueError)   the file cannot be played as it is written
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec

from companion.errors import CompanionError
from companion.games.core import AnyGame, FactValue, State
from companion.games.errors import GameError, IllegalAction

MOST_RULES = 6
_NOT_FACTS = ("outcome", "prompt_contains")


class ScenarioError(CompanionError, ValueError):
    """A scenario file that is not understood; the text names the file, the key and what to do."""

    def __init__(self, path: Path, key: str, problem: str) -> None:
        super().__init__(f"{path}: {key}: {problem}" if key else f"{path}: {problem}")


class Refused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action that must be refused, by this rule, once `after` actions have been played (all of them if left out)."""

    action: dict[str, Any]
    rule: str
    after: int = -1


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One case: a position, actions, and what must come of them. Nested tables of facts are the same as dotted keys."""

    title: str
    game: str
    rules: tuple[str, ...]
    expect: dict[str, Any]
    source: str = ""
    options: dict[str, Any] = {}
    before: dict[str, Any] = {}
    secrets: dict[str, dict[str, Any]] = {}
    actions: tuple[dict[str, Any], ...] = ()
    refused: tuple[Refused, ...] = ()


def load_scenario(path: Path) -> Scenario:
    """The scenario in a file. Raises `ScenarioError` where the file cannot be read, is not TOML, or has a wrong key."""
    try:
        scenario = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Scenario)
    except OSError as error:
        raise ScenarioError(path, "", f"The file cannot be read ({error.strerror}). Check the path.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ScenarioError(path, "", f"This is not TOML: {error}. Mend that line.") from error
    except msgspec.ValidationError as error:
        raise ScenarioError(path, "", f"{error}. Compare with docs/scenarios.md.") from error
    if not 1 <= len(scenario.rules) <= MOST_RULES:
        raise ScenarioError(path, "rules", f"{len(scenario.rules)} ids. Name 1 to {MOST_RULES}, or split the scenario.")
    return scenario


def run_scenario(path: Path, registry: Mapping[str, AnyGame]) -> list[str]:
    """What came out differently from what the file expects, a sentence each; empty where all is as expected.

    Raises `ScenarioError` where the file cannot be played: an unknown game, option, fact or action, or a position that
    breaks the game's laws before anything is done.
    """
    scenario = load_scenario(path)
    if scenario.game not in registry:
        raise ScenarioError(path, "game", f"{scenario.game!r} is not known. Choose one of: {', '.join(registry)}.")
    return list(_Run(path, scenario, registry[scenario.game]).differences())


class _Run:
    """One playing of one scenario."""

    def __init__(self, path: Path, scenario: Scenario, game: AnyGame) -> None:
        self._path, self._scenario, self._game = path, scenario, game

    def differences(self) -> Iterator[str]:
        state = self._before()
        refused = [
            (item.after if item.after >= 0 else len(self._scenario.actions), item) for item in self._scenario.refused
        ]
        late = [after for after, _ in refused if after > len(self._scenario.actions)]
        if late:
            raise ScenarioError(
                self._path, "refused", f"after = {late[0]}, but there are {len(self._scenario.actions)} actions."
            )
        for number in range(len(self._scenario.actions) + 1):
            for index, (after, item) in enumerate(refused, 1):
                if after == number:
                    yield from self._try_refused(state, index, item)
            if number < len(self._scenario.actions):
                raw = self._scenario.actions[number]
                try:
                    state = self._game.apply_action(state, self._action(raw, f"actions, number {number + 1}"))
                except IllegalAction as error:
                    yield f"Action {number + 1}, {_words(raw)}, was refused: {error}"
                    return
        yield from self._expectations(state)

    def _before(self) -> State[Any, Any]:
        """The position before the first action."""
        scenario, game = self._scenario, self._game
        try:
            state = game.new_game(scenario.options, {})
        except GameError as error:
            raise ScenarioError(self._path, "options", str(error)) from error
        facts = _flat(scenario.before)
        if facts:
            try:
                state = game.correct(state, facts)
            except IllegalAction as error:
                raise ScenarioError(self._path, "before", error.reason) from error
        state = State(state.table, self._told(state))
        broken = game.violations(state)
        if broken:
            text = f"{' '.join(broken)} Set facts that keep the game's laws."
            raise ScenarioError(self._path, "before", text)
        return state

    def _told(self, state: State[Any, Any]) -> tuple[Any, ...]:
        secrets, kind = list(state.secrets), get_args(self._game.state_type)[1]
        for key, raw in self._scenario.secrets.items():
            if not key.isdecimal() or int(key) >= len(secrets):
                raise ScenarioError(self._path, f"secrets.{key}", f"Not a seat. Use 0 to {len(secrets) - 1}.")
            try:
                secrets[int(key)] = msgspec.convert(raw, kind)
            except msgspec.ValidationError as error:
                raise ScenarioError(self._path, f"secrets.{key}", f"{error}.") from error
        return tuple(secrets)

    def _action(self, raw: dict[str, Any], where: str) -> Any:
        try:
            return msgspec.convert(raw, self._game.action_type)
        except msgspec.ValidationError as error:
            raise ScenarioError(
                self._path, where, f"{_words(raw)} is not an action of {self._game.title}: {error}."
            ) from error

    def _try_refused(self, state: State[Any, Any], index: int, item: Refused) -> Iterator[str]:
        action = self._action(item.action, f"refused, number {index}")
        try:
            self._game.apply_action(state, action)
        except IllegalAction as error:
            if error.rule != item.rule:
                yield f"Refused {index}, {_words(item.action)}: expected rule {item.rule}, got {error}"
        else:
            yield f"Refused {index}, {_words(item.action)}: expected a refusal by {item.rule}, but it was accepted."

    def _expectations(self, state: State[Any, Any]) -> Iterator[str]:
        view = self._game.view(state, None)
        found = {field.key: field.value for field in self._game.facts(view)}
        for key, value in _flat({k: v for k, v in self._scenario.expect.items() if k not in _NOT_FACTS}).items():
            if key not in found:
                raise ScenarioError(self._path, f"expect.{key}", f"{self._game.title} has no such fact.")
            if found[key] != value:
                yield f"{key}: expected {value!r}, got {found[key]!r}"
        if "outcome" in self._scenario.expect:
            outcome = self._game.outcome(state)
            winners = list(outcome.winners) if outcome else []
            if winners != self._scenario.expect["outcome"]:
                yield f"outcome: expected winners {self._scenario.expect['outcome']}, got {winners}"
        text, words = self._game.prompt(view).text, self._scenario.expect.get("prompt_contains", [])
        for part in [words] if isinstance(words, str) else words:
            if part not in text:
                yield f"prompt: expected {part!r} in {text!r}"


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, FactValue]:
    """Nested tables as dotted keys: TOML reads `elder.0 = 4` as a table in a table."""
    flat: dict[str, FactValue] = {}
    for key, value in table.items():
        flat.update(_flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value})
    return flat


def _words(raw: Mapping[str, Any]) -> str:
    """An action as a person reads it: its type, then its parts."""
    parts = ", ".join(f"{key} {value}" for key, value in raw.items() if key != "type")
    return f"{raw.get('type', 'an action without type')}({parts})"
