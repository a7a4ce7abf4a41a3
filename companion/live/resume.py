"""A saved game again: what the rows of a journal say, checked, back to a timeline. No row is trusted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from companion.errors import CompanionError
from companion.games.core import Seat
from companion.games.deal import CARDS, DEALT
from companion.games.errors import IllegalAction
from companion.games.game import AnyGame
from companion.games.registry import Registry
from companion.journal import Row, Seal
from companion.live.seats import clean_name
from companion.live.steps import AnyState, Step
from companion.live.timeline import Sitting, Timeline, state_hash
from companion.table.evidence import Evidence
from companion.table.geometry import lay_table


class Unplayable(CompanionError):
    """Sound rows that these rules cannot play; the message names the row and what to do."""


def start_payload(game: AnyGame, options: Mapping[str, Any], start: AnyState, game_id: str = "") -> dict[str, Any]:
    """Row 1: the game, the version of its rules, the options, and the resolved data inside the first state.

    With the id of the playthrough, where it has one, so that files that were exchanged can be told apart.
    """
    return {
        **({"id": game_id} if game_id else {}),
        "game": game.name,
        "rules_version": game.rules_version,
        "options": dict(options),
        "state": msgspec.to_builtins(start),
    }


def replay(
    registry: Registry,
    rows: Sequence[Row],
    check: Callable[[], None] = lambda: None,
    keys: Mapping[str, Seal] = MappingProxyType({}),
) -> Timeline:
    """The timeline of a journal's rows. Raises `Unplayable` for a game, version or act that is not known here.

    `check` is called before every row: whoever has no time for a file of a million rows raises something there. What
    is sealed and not opened yet is known to whoever has the `keys`; without them it is played on sealed.
    """
    if not rows or rows[0].kind != "start":
        raise Unplayable("The journal does not begin with the start of a game. Choose another game to resume.")
    try:
        head = msgspec.convert(rows[0].read(), _Head)
    except (ValueError, RecursionError) as error:
        raise Unplayable("The game does not begin as a game must. Choose another game to resume.") from error
    game = registry.get(head.game)
    if game is None:
        raise Unplayable(f"This companion does not know the game {head.game!r}. Update it, then resume.")
    if head.rules_version != game.rules_version:
        raise Unplayable(
            f"The game was played by rules {head.rules_version!r}, this companion has {game.rules_version!r}. "
            "Resume it with the version that wrote it; its history can still be read."
        )
    if _has_too_many(head.state):
        raise Unplayable("The game begins with more pieces than any game has. Its history can still be read.")
    try:
        start = msgspec.convert(head.state, game.state_type)
        _show(timeline := Timeline(game, start))
    except msgspec.ValidationError as error:
        raise Unplayable(
            f"The game begins with a position that these rules cannot read: {error}. "
            "Resume it with the version that wrote it; its history can still be read."
        ) from error
    except Exception as error:  # rules that meet a position which no game of theirs leads to
        raise Unplayable(
            f"The game begins with a position that these rules cannot play ({type(error).__name__}). "
            "Its history can still be read."
        ) from error
    if head.options is None:
        raise Unplayable("The game does not tell its options. Its history can still be read.")
    if start.is_dealt and not isinstance(head.seed, int | str):
        raise Unplayable("The game does not tell what its cards follow from. Its history can still be read.")
    timeline.seals.update(keys)
    timeline.seals.update((each.seal, each) for row in rows for each in opened_in(row))
    for row in rows[1:]:
        check()
        _replay_row(timeline, row)
    return timeline


def begins_dealt(row: Row) -> bool:
    """Whether the companion dealt the cards of a game that begins so; no where the row does not tell."""
    try:
        head = row.read()
        is_told = any(secret is not None for secret in head["state"]["secrets"])
        return is_told and head["options"].get(CARDS.key) == DEALT
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return False


def game_id_of(row: Row) -> str:
    """The id that row 1 gives its game; empty where it gives none, as in files of older versions."""
    try:
        return str(row.read().get("id", ""))
    except (ValueError, AttributeError, RecursionError):
        return ""


def opened_in(row: Row) -> tuple[Seal, ...]:
    """The sealed choices that a row opens; none where it tells of none that can be read."""
    if row.kind != "act" or '"opened"' not in row.payload:
        return ()
    try:
        return msgspec.convert(row.read().get("opened", ()), tuple[Seal, ...])
    except (ValueError, RecursionError):
        return ()


class _Head(msgspec.Struct):
    """What row 1 has to tell."""

    game: str
    rules_version: str
    options: dict[str, Any] | None = None
    state: Any = None
    seed: Any = None


_MOST = 1_000
"""Of anything in a position: rules and pages lay it out piece by piece."""


def _has_too_many(state: object) -> bool:
    """Whether a number in a position is larger than that of any game, however deep it lies."""
    left = [state]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left += value.values()
        elif isinstance(value, list):
            left += value
        elif isinstance(value, int | float) and value > _MOST:
            return True
    return False


class _Back(msgspec.Struct):
    """How many acts were taken back, or done again."""

    steps: int


class _Seated(msgspec.Struct):
    """Who sits in a seat from now on; nobody where there is no key."""

    seat: Seat
    name: str
    key_hash: str | None


def _show(timeline: Timeline) -> None:
    """Ask the rules for what every page needs of a position: they raise what they like where it is none of theirs."""
    game, names = timeline.game, timeline.names()
    for seat in (None, *range(timeline.seat_count)):
        view = game.view(timeline.state, seat, names)
        game.prompt(view), game.choices(view), game.screen.panels(view), game.facts(view), game.light.scene(view)
        lay_table(game.mat.expected(view), game.mat.layout(view), game.mat.kit)
    game.outcome(timeline.state)


def _replay_row(timeline: Timeline, row: Row) -> None:
    try:
        payload = row.read()
        if row.kind in ("act", "correct"):
            timeline.push_step(row.number, _step(timeline, row, payload))
        elif row.kind == "undo":
            timeline.push_undo(row.number, _steps(payload, timeline.play_count, 0))
        elif row.kind == "redo":
            timeline.push_redo(row.number, _steps(payload, len(timeline.undone), 1))
        elif row.kind == "seat":
            told = msgspec.convert(payload, _Seated)
            _check_within(told.seat, 0, timeline.seat_count - 1)
            # A file that somebody else sent may say anything, and whoever sits there is named on every page.
            name = clean_name(told.name, told.seat, ())
            sitting = None if told.key_hash is None else Sitting(name, told.key_hash)
            timeline.push_seat(row.number, told.seat, sitting)
        elif row.kind == "end":
            timeline.push_end(row.number)
    except Exception as error:  # of a payload that no companion wrote the rules raise what they like
        # Without the reason in full: it may quote what only one seat may know.
        cause = f"against {error.rule}" if isinstance(error, IllegalAction) else "unreadable"
        raise Unplayable(
            f"Row {row.number} cannot be played by these rules ({cause}). Its history can still be read."
        ) from error
    if state_hash(timeline.state) != row.state_hash:
        raise Unplayable(
            f"Row {row.number} leads to another position than when it was written: the rules have changed. "
            "Resume the game with the version that wrote it; its history can still be read."
        )


def _steps(payload: dict[str, Any], most: int, least: int) -> int:
    steps = msgspec.convert(payload, _Back).steps
    _check_within(steps, least, most)
    return steps


def _check_within(number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise ValueError("there is none of that number")


def _step(timeline: Timeline, row: Row, payload: dict[str, Any]) -> Step:
    game, before = timeline.game, timeline.state
    if "facts" in payload:
        after, is_kept = game.correct(before, payload["facts"]), bool(payload.get("kept"))
        return Step(row.number, None, payload["facts"], before, after, at=row.at, by=row.by, is_kept=is_kept)
    action = msgspec.convert(payload["action"], game.action_type)
    seal = payload.get("seal", "")
    if seal in timeline.seals:
        public, action = action, msgspec.convert(timeline.seals[seal].choice, game.action_type)
        if action.public() != public:
            raise ValueError("another act is sealed than was told")
    after, evidence = game.apply_action(before, action), _evidence(payload)
    step = Step(row.number, action, {}, before, after, payload.get("tap", ""), row.at, row.by, evidence, seal=seal)
    _check_opened(timeline, row)
    return step


def _check_opened(timeline: Timeline, row: Row) -> None:
    """Raises ValueError where a row opens what nobody sealed so."""
    opened, given = opened_in(row), {step.seal for step in timeline.done if step.seal}
    if any(each.seal not in given or not each.is_sound for each in opened):
        raise ValueError("it opens another choice than was sealed")


def _evidence(payload: dict[str, Any]) -> Evidence | None:
    """What the act was learned from; None where nobody wrote it down, or in a way that is not known here."""
    try:
        return msgspec.convert(payload.get("evidence"), Evidence | None)
    except msgspec.ValidationError:
        return None  # a game is not unplayable for that
