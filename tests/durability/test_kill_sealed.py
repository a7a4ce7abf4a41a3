"""Kill -9 between a sealed choice and its opening: it is there again, is opened as it was, and nobody read it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.journal import read_journal, read_keys
from companion.recording.format import Recording, recordings
from tests.companion.recording.recorded import again
from tests.durability.phones import Person, Sitting, Told
from tests.games.registered import SEALED_BID

CHOICES = {0: 1, 1: -1}
"""What each seat guesses: Ada that the bid of Bo takes the prize, Bo that nobody's does."""


class Recorded:
    """One run of `companion record` with everybody's own cards, as a process of its own, log and all."""

    def __init__(self, folder: Path, number: int, *arguments: str) -> None:
        self.log = folder / f"log-{number}.txt"
        command = [
            sys.executable,
            "-m",
            "tests.games",
            "record",
            SEALED_BID.name,
            "--to",
            str(folder / f"rec-{number}"),
        ]
        own = ["--camera", "none", "--board", "none", "--port", "0", "--address", "127.0.0.1"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*command, *own, "--data", str(folder / "data"), *arguments],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        self.port, self.game = 0, ""
        for line in self.process.stdout:
            if found := re.search(r"Table page +http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(found[1])
            if found := re.search(r"Saved as +(\S+)", line):
                self.game = found[1]
                break
        assert self.game, self.log.read_text()

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def _public(port: int) -> Any:
    _, body = Person(None, Told(), 0).ask(port, "GET", "/table.json")
    return msgspec.json.decode(body)["view"]["table"]


def _play_to(people: list[Sitting], port: int, phase: str) -> None:
    while _public(port)["phase"] != phase:
        next(each for each in people if each.seen(port)["choices"]).tap(port)


@pytest.mark.slow
def test_a_choice_outlives_its_companion_and_is_read_by_nobody_before_its_time(tmp_path: Path) -> None:
    people = [Sitting(seat, Told(), seat) for seat in CHOICES]
    table = Recorded(tmp_path, 1, "--cards", "own", "--guess", "--players", "2")
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
        table = Recorded(tmp_path, number, "--resume", table.game)
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
