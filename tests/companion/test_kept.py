"""Saved games and recordings of an earlier version come to the positions that they came to then (kept/README.md)."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.registry import GAMES
from companion.journal import read_journal
from companion.live.resume import replay
from companion.live.timeline import state_hash
from tests.companion.commands import call, run
from tests.companion.tables import hash_now, open_room

pytestmark = [
    pytest.mark.waves,
    pytest.mark.rolling_with_the_waves,
    pytest.mark.atlantis_rising,
    pytest.mark.manawave,
]

KEPT = Path(__file__).parent / "kept"


class SavedThen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What that version made of one journal; `states` has the position's hash after so many rows."""

    file: str
    game: str
    options: dict[str, Any]
    rows: int
    acts: int
    states: dict[str, str]

    @property
    def last(self) -> str:
        return self.states[str(self.rows)]


class RecordedThen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What that version made of one recorded game; `states` has the position's hash after so many entries."""

    file: str
    game: str
    options: dict[str, Any]
    entries: int
    acts: int
    states: dict[str, str]

    @property
    def last(self) -> str:
        return self.states[str(self.entries)]


TOLD = tomllib.loads((KEPT / "kept.toml").read_text(encoding="utf-8"))
SAVED = msgspec.convert(TOLD["journal"], tuple[SavedThen, ...])
RECORDED = msgspec.convert(TOLD["recording"], tuple[RecordedThen, ...])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with copies of the saved games."""
    games = tmp_path / "data" / "games"
    games.mkdir(parents=True)
    for then in SAVED:
        shutil.copyfile(KEPT / then.file, games / then.file)
    return games.parent


def test_all_files_are_listed() -> None:
    """None is left out in silence."""
    found = {*KEPT.rglob("*.journal"), *KEPT.rglob("steps*.jsonl")}
    listed = {*(then.file for then in SAVED), *(then.file for then in RECORDED)}
    assert {str(path.relative_to(KEPT)) for path in found} == listed


@pytest.mark.slow
@pytest.mark.parametrize("then", SAVED, ids=[then.file for then in SAVED])
def test_a_saved_game_stands_where_it_stood_after_every_tenth_row(then: SavedThen, data: Path) -> None:
    rows = read_journal(data / "games" / then.file)
    head = rows[0].read()
    assert (len(rows), head["game"], head["options"]) == (then.rows, then.game, then.options)
    assert list(then.states) == [*map(str, range(10, then.rows, 10)), str(then.rows)]
    assert {number: state_hash(replay(GAMES, rows[: int(number)]).state) for number in then.states} == then.states


@pytest.mark.parametrize("then", SAVED, ids=[then.file for then in SAVED])
def test_a_saved_game_is_told_of_and_gone_on_with(then: SavedThen, data: Path) -> None:
    game = Path(then.file).stem
    verified, history = run("verify", game, data=data), run("history", game, data=data)
    assert verified.out.startswith(f"{game}: {then.rows} rows, {then.acts} acts, all sound.\n")
    assert (history.status, len(history.out.splitlines())) == (0, then.rows - 1)
    with open_room(data) as room:
        session = room.open_saved(game)
        assert (hash_now(session), session.opening_words) == (then.last, "")


@pytest.mark.slow
def test_recorded_games_are_replayed_to_where_they_stood() -> None:
    """The replay holds each position against the recorded one; the recorded ones are held against the list here."""
    result = call("replay", KEPT)
    positions = [line.partition(f"{KEPT}/")[2] for line in result.output.splitlines() if " position " in line]
    expected = sorted(
        f"{each.file}: {each.entries} entries, {each.acts} acts, position {each.last}" for each in RECORDED
    )
    assert (result.exit_code, sorted(positions)) == (0, expected), result.output


@pytest.mark.parametrize("then", RECORDED, ids=[then.file for then in RECORDED])
def test_a_recording_has_the_positions_that_are_listed(then: RecordedThen) -> None:
    head, *lines = (json.loads(line)["entry"] for line in (KEPT / then.file).read_bytes().splitlines())
    assert (head["game"], head["options"], len(lines)) == (then.game, then.options, then.entries)
    states = {str(number): entry["step"].get("state") for number, entry in enumerate(lines, 1)}
    became = [number for number, state in states.items() if state is not None]
    assert states[became[-1]] == then.last
    assert {*then.states} == {*became[9::10], str(then.entries)}
    assert {number: states[number] for number in became[9::10]}.items() <= then.states.items()
