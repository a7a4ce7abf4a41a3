"""A game with cards that its owner names, played through pixels by careless people, and replayed from its frames."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.checks.soak import headless_table
from companion.cli.saved.recordings import ReadingsInTurn
from companion.games.registry import GAMES
from companion.recording.format import FRAMES, Recording, recordings
from companion.recording.replayer import replay
from companion.soak.runner import Soak, play_unit
from tests.games.registered import SEALED_BID
from tests.vision.fakes import FakeClock
from vision.recorded import RecordedFrames

USUAL = {each.key: each.choices[0][0] for each in SEALED_BID.options() if each.key != "cards"}
TITLED = {**USUAL, "titles": True, "players": 2}


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_blank_cards_are_named_as_they_come_and_take_part_in_play(tmp_path: Path) -> None:
    task = Soak("sealed_bid", 3, 7, "normal", tmp_path / "units", record=tmp_path / "records", options=TITLED)
    task.folder.mkdir()
    unit = play_unit(task, 0, 3, headless_table)
    assert unit.wrong == ()
    assert (unit.rounds, unit.mismatches) == (3, 0), unit.notes
    assert 1 <= unit.tally["cards named"] <= 3
    (folder,) = (tmp_path / "records").iterdir()
    (file,) = recordings(folder)
    recording = Recording.open(file)
    again = replay(recording, GAMES, ReadingsInTurn(RecordedFrames(folder / FRAMES), recording), clock=FakeClock())
    assert (again.diverged, again.reread) == ("", "")
    assert again.entries == len(recording.entries)
