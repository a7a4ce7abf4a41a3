"""Sensors that lie in a soak: when and how they do, what the person does beside them, and that silence is found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from companion.cli import cli
from companion.cli.checks import soak as soak_cli
from companion.soak.runner import Soak, play_unit, summary
from companion.soak.sensor_faults import HONEST_S, LIARS, LIE_S, LIES, MOST_DRIFT, Liar, LyingSensor
from companion.soak.unit import Unit
from companion.table.faults import HEALTHY, Faults
from companion.table.sightings import Reading, Sighting
from tests.companion.instant import PerfectEyes, perfect_eyes
from tests.companion.soak.test_runner import unit_of
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.layout import KIT


class Watched:
    """A sensor that lies for a while, and what came of it."""

    def __init__(self, liar: Liar, seed: int = 1) -> None:
        self.faults = HEALTHY
        self.sensor = LyingSensor(liar, seed, KIT, self.spoil)
        self.at_s = 0.0

    def spoil(self, faults: Faults) -> None:
        self.faults = faults

    def ways(self, for_s: float, *markers: str) -> Iterator[tuple[float, str]]:
        """How it lies at each tenth of a second, while a card of each of these kinds lies in sight."""
        cards = tuple(
            Sighting(KIT.markers(kind)[0], 100.0 * place, 100.0, 0.0, 18.0, 1.0, 0.0)
            for place, kind in enumerate(markers, 1)
        )
        while self.at_s < for_s:
            self.at_s += 0.1
            self.sensor.look(Reading(self.at_s, cards))
            yield self.at_s, self.sensor.way


@pytest.mark.parametrize("liar", LIARS)
def test_lies_and_honesty_take_turns_for_seconds_to_a_minute(liar: Liar) -> None:
    watched = Watched(liar)
    changes, last = [0.0], ""
    for at_s, way in watched.ways(3000, "card:1", "card:2", "token", "back"):
        assert way == "" or f"lie: {way}" in LIES
        if bool(way) != bool(last):
            changes.append(at_s)
        last = way
    spells = [later - earlier for earlier, later in pairwise(changes)]
    honest, lies = spells[::2], spells[1::2]
    assert HONEST_S[0] <= min(honest) <= max(honest) <= HONEST_S[1] + 0.2
    assert LIE_S[0] <= min(lies) <= max(lies) <= LIE_S[1] + 0.2
    assert sum(watched.sensor.told.values()) == len(lies) + bool(last) > 30
    assert len(watched.sensor.told) == {"scale": 3, "camera": 3, "markers": 1}[liar]


def test_the_same_seed_lies_the_same_way() -> None:
    one, same, other = (list(Watched("camera", seed).ways(300)) for seed in (1, 1, 2))
    assert one == same != other


def test_a_scale_weighs_too_much_or_too_little_or_always_the_same() -> None:
    watched, told = Watched("scale"), dict[str, set[float]]()
    for at_s, way in watched.ways(3000):
        true = float(at_s % 10 // 5 + 4)
        weight = watched.sensor.load(true)
        told.setdefault(way, set()).add(round(weight - true, 1))
        assert weight >= 0
    assert told[""] == {0.0}
    assert told["off"] <= {-3.0, -2.0, -1.0, 1.0, 2.0, 3.0}
    assert told["stuck"] == {-1.0, 0.0, 1.0}
    assert len(told["drifting"]) > 40
    assert max(map(abs, told["drifting"])) <= MOST_DRIFT
    assert watched.faults == HEALTHY


def test_markers_are_exchanged_between_two_cards_in_sight_and_put_back() -> None:
    watched = Watched("markers")
    assert not any(way for _, way in watched.ways(60, "card:1", "token", "back"))  # one card: nothing to exchange
    seen = set()
    for _, way in watched.ways(600, "card:1", "card:2", "token", "back"):
        seen.add((way, *map(frozenset, watched.faults.exchanged)))
    assert seen == {("",), ("exchanged", frozenset(KIT.markers(kind)[0] for kind in ("card:1", "card:2")))}


# --- at the table -----------------------------------------------------------------------------------------------------


def lied_to(game: str, liar: Liar, seed: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a sensor lie again and again through four rounds: nothing wrong is accepted in silence, and play goes on."""
    monkeypatch.setattr("companion.soak.sensor_faults.HONEST_S", (1.0, 8.0))
    unit = play_unit(Soak(game, 4, seed, "normal", folder, liar=liar), 0, 4, perfect_eyes)
    assert unit.wrong == ()
    assert unit.rounds == 4
    assert sum(unit.tally.get(lie, 0) for lie in LIES) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("liar", ["camera", "markers"])
def test_nothing_wrong_is_accepted_in_silence_and_the_game_goes_on(
    liar: Liar, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lied_to(SEALED_BID.name, liar, seed, tmp_path, monkeypatch)


class Mistaken(PerfectEyes):
    """Eyes that read every one as a two from the first lie on: for good, or while it is told."""

    is_for_good = False
    misreads = False

    def spoil(self, faults: Faults) -> None:
        self.misreads = self.is_for_good or faults != HEALTHY

    def look(self) -> Reading:
        reading = super().look()
        if not self.misreads:
            return reading
        others = dict(zip(KIT.markers("card:1"), KIT.markers("card:2"), strict=False))
        found = (replace(each, marker=others.get(each.marker, each.marker)) for each in reading.sightings)
        return replace(reading, sightings=tuple(found))


class Misled(Mistaken):
    is_for_good = True


@pytest.fixture
def short_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.soak.sensor_faults.HONEST_S", (1.0, 1.5))
    monkeypatch.setattr("companion.soak.sensor_faults.LIE_S", (2.0, 4.0))


@pytest.mark.usefixtures("short_lies")
def test_a_card_taken_for_another_in_silence_is_found(tmp_path: Path) -> None:
    task = Soak(SEALED_BID.name, 4, 3, "normal", tmp_path, liar="camera")
    unit = play_unit(task, 0, 4, lambda game, layout, seed, light: Misled(game, layout))
    assert len(unit.wrong) == 1
    assert "accepted in silence: act " in unit.wrong[0]
    assert re.search(r"was not done; Every piece (that shows )?lies where the game has it\.", unit.wrong[0])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_wrong_act_that_the_companion_names_is_taken_back_and_told_rightly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Silence is allowed for as long as a lie lasts: what is left is that it is named after it, and mended.
    monkeypatch.setattr("companion.soak.faulty_table.GRACE_S", 60.0)
    monkeypatch.setattr("companion.soak.sensor_faults.HONEST_S", (8.0, 9.0))
    monkeypatch.setattr("companion.soak.sensor_faults.LIE_S", (10.0, 20.0))
    task = Soak(SEALED_BID.name, 2, 6, "normal", tmp_path, liar="camera")
    unit = play_unit(task, 0, 2, lambda game, layout, seed, light: Mistaken(game, layout))
    assert unit.wrong == ()
    assert unit.rounds == 2
    assert unit.tally["taken back"] >= 1
    assert any("taken back: act " in note for note in unit.notes)


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_report_names_the_liar_and_counts_its_lies(tmp_path: Path) -> None:
    tally = {"lie: stuck": 3, "lie: off": 2, "set aside": 4, "told for the liar": 6, "taken back": 1}
    units: tuple[Unit, ...] = (unit_of(0, tally=tally), unit_of(1, tally={"lie: stuck": 1}))
    lines = summary(
        Soak(SEALED_BID.name, 10, 3, "normal", tmp_path, board="python", liar="scale"), units, 1.0
    ).splitlines()
    assert "liar: scale, 6 lies (4 stuck, 2 off)" in lines
    assert "because of it: set aside 4, acts told by tap 6, wrong acts noticed and taken back 1" in lines
    assert "wrong states accepted in silence: 0" in lines


def test_units_with_a_liar_are_not_taken_for_honest_ones(tmp_path: Path) -> None:
    honest = Soak(SEALED_BID.name, 5, 3, "normal", tmp_path)
    files = {Soak(SEALED_BID.name, 5, 3, "normal", tmp_path, liar=liar).file(0, 5) for liar in LIARS}
    assert len(files | {honest.file(0, 5)}) == 4


def test_the_command_takes_a_board_where_the_scale_is_to_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boards: list[str] = []

    def board(name: str) -> _NoBoard:
        boards.append(name)
        return _NoBoard()

    def played(task: Soak, *rest: object) -> tuple[Unit, ...]:
        boards.append(task.board)
        return ()

    monkeypatch.setattr(soak_cli, "headless_board", board)
    monkeypatch.setattr(soak_cli, "soak", played)
    arguments = ["soak", SEALED_BID.name, "--rounds", "1", "--liar", "scale", "--keep", str(tmp_path)]
    found = CliRunner().invoke(cli, arguments, prog_name="companion")
    assert found.exit_code == 0, found.output
    assert boards in (["python", "python"], ["micropython", "micropython"])
    assert "liar: scale, 0 lies" in found.output


class _NoBoard:
    def close(self) -> None:
        """There is none."""
