"""Kill -9 between a sealed choice and its opening: it is there again, is opened as it was, and nobody read it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.journal import read_journal, read_keys
from companion.recording.format import Recording, recordings
from tests.companion.recording.recorded import again
from tests.durability.phones import Person, Played, Sitting, Told
from tests.games.registered import SEALED_BID

CHOICES = {0: 1, 1: -1}
"""What each seat guesses: Ada that the bid of Bo takes the prize, Bo that nobody's does."""


def _recorded(folder: Path, number: int, *arguments: str) -> Played:
    """One run of `companion record`."""
    to = ("--to", str(folder / f"rec-{number}"))
    return Played(SEALED_BID.name, folder, *to, *arguments, program=("tests.games", "record"))


def _public(port: int) -> Any:
    _, body = Person(None, Told(), 0).ask(port, "GET", "/table.json")
    return msgspec.json.decode(body)["view"]["table"]


def _play_to(people: list[Sitting], port: int, phase: str) -> None:
    while _public(port)["phase"] != phase:
        next(each for each in people if each.seen(port)["choices"]).tap(port)


@pytest.mark.slow
def test_a_choice_outlives_its_companion_and_is_read_by_nobody_before_its_time(tmp_path: Path) -> None:
    people = [Sitting(seat, Told(), seat) for seat in CHOICES]
    table = _recorded(tmp_path, 1, "--cards", "own", "--guess", "--players", "2")
    for person in people:
        person.sit(table.port)
    _play_to(people, table.port, "guess")
    for number, (seat, guess) in enumerate(CHOICES.items(), 2):
        act = {"type": "Guess", "seat": seat, "guess": guess}
        people[seat].tap(table.port, act)
        assert people[seat].seen(table.port)["view"]["sealed"][seat] == [act]
        assert people[1 - seat].seen(table.port)["view"]["sealed"][seat] == [{**act, "guess": -2}]
        table.kill()  # between the choice and its opening
        _check_files(tmp_path, table.game)
        table = _recorded(tmp_path, number, "--resume", table.game)
        assert people[seat].seen(table.port)["view"]["sealed"][seat] == [act]
    _play_to(people, table.port, "reveal")
    assert _public(table.port)["guesses"]["opened"] == [*CHOICES.values()]
    table.kill()
    for number in (1, 2, 3):
        (file,) = recordings(tmp_path / f"rec-{number}")
        assert again(Recording.open(file)).diverged == ""


def _check_files(folder: Path, game: str) -> None:
    """No file but the keys' tells what was chosen."""
    journal = folder / "data" / "games" / f"{game}.journal"
    keys = [*read_keys(journal).values()]
    sealed = [row.read() for row in read_journal(journal) if "seal" in row.read()]
    assert [each["seal"] for each in sealed] == [seal.seal for seal in keys]
    assert all(each["action"]["guess"] == -2 for each in sealed)
    told = [rb'"guess":%d\b' % guess for guess in (*CHOICES.values(), 0)]
    for file in (each for each in folder.rglob("*") if each.is_file() and each.suffix != ".keys"):
        content = file.read_bytes()
        assert not any(re.search(each, content) for each in told), file
        assert not any(seal.key.encode() in content for seal in keys), file
