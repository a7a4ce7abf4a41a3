"""A soak without pictures: units repeat and are kept, and whatever eyes or dealer do wrong is in the report."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from companion.cli import cli
from companion.cli import soak as soak_cli
from companion.dealer import Dealer
from companion.games.core import Action, AnyGame, Seat
from companion.games.errors import BadOption
from companion.games.option_text import options_text
from companion.games.registry import GAMES
from companion.games.waves.actions import Discard
from companion.games.waves.model import Goal
from companion.soak import Light, Soak, play_unit, soak, summary
from companion.soaking import STUCK_S, Unit, open_game
from companion.table.expected import Backs, ExpectedTable, ExpectedZone, Pieces
from companion.table.laying import Area
from companion.table.layout import Layout
from companion.table.sightings import Reading, Sighting
from tests.companion.instant import HANDS_TAKE_S, LOOK_EVERY_S, EyesOf, PerfectEyes, perfect_eyes

WAVES = GAMES["waves"]
FIVE = {"mode": "teams", "players": 5}


@pytest.fixture
def task(tmp_path: Path) -> Soak:
    return Soak("waves", 2, 3, "normal", tmp_path)


def play(task: Soak, eyes_of: EyesOf = perfect_eyes, rounds: int = 1) -> Unit:
    return play_unit(task, 0, rounds, eyes_of)


# --- units ------------------------------------------------------------------------------------------------------------


def test_what_is_seen_perfectly_is_understood_rightly_and_without_a_question(task: Soak) -> None:
    unit = play(task, rounds=2)
    assert (unit.wrong, unit.notes) == ((), ())
    assert (unit.rounds, unit.questions, unit.mismatches) == (2, 0, 0)
    # Told are five cards dealt to each of four (W-012) and one drawn by each a round (W-081); all else is seen, but for
    # the act of the third round that the players have begun.
    assert len(unit.settling_s) == unit.acts - (4 * 5 + 2 * 4) - 1
    assert max(unit.settling_s) < 1.5
    assert unit.moments > unit.acts / 2
    worked = (unit.seconds - (unit.frames - 1) * LOOK_EVERY_S) / HANDS_TAKE_S
    assert worked == pytest.approx(round(worked), abs=0.01)
    assert unit.acts / 2 < worked <= unit.acts


def test_a_unit_repeats_but_for_the_time_it_took(task: Soak) -> None:
    one, other = play(task), play(task)
    assert replace(one, took_s=0) == replace(other, took_s=0)
    another = play(replace(task, seed=4))
    assert replace(another, took_s=0) != replace(one, took_s=0)


def test_rounds_are_shared_out_among_units(tmp_path: Path) -> None:
    def units(rounds: int) -> tuple[tuple[int, int], ...]:
        return Soak("waves", rounds, 1, "normal", tmp_path).units()

    assert units(32) == ((0, 15), (1, 15), (2, 2))
    assert units(15) == ((0, 15),)
    assert units(1) == ((0, 1),)


def test_a_unit_that_needs_more_rounds_than_a_game_has_plays_another_game(
    task: Soak, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = WAVES.new_game
    # With a goal of one Elder a game is over after a round or two.
    monkeypatch.setattr(type(WAVES), "new_game", lambda self, *given: _short(start(*given)))
    unit = play(task, rounds=4)
    assert unit.wrong == ()
    assert unit.rounds == 4
    assert unit.games > 1


def _short(state: object) -> object:
    table = state.table  # type: ignore[attr-defined]
    setup = replace(table.setup, goals=(Goal(1, 1),) * len(table.setup.goals))
    return replace(state, table=replace(table, setup=setup))  # type: ignore[type-var]


def test_finished_units_are_kept_and_not_played_again(tmp_path: Path) -> None:
    task, first, again = Soak("waves", 16, 3, "normal", tmp_path / "kept"), list[Unit](), list[Unit]()
    units = soak(task, perfect_eyes, 2, first.append)
    assert [(unit.number, unit.rounds) for unit in units] == [(0, 15), (1, 1)]
    assert sorted(unit.number for unit in first) == [0, 1]
    # Blind eyes would find much that is wrong: nothing is looked at any more.
    assert soak(task, blind_eyes, 2, again.append) == units
    assert tuple(again) == units
    # A file that was torn, as by a power cut, is played again; the other is not.
    torn = task.file(1, 1)
    whole = torn.read_bytes()
    torn.write_bytes(whole[: len(whole) // 2])
    (tmp_path / "kept" / "notes.txt").write_text("of no concern")
    once_more = soak(task, perfect_eyes, 1, lambda unit: None)
    assert once_more[0] == units[0]
    assert replace(once_more[1], took_s=0) == replace(units[1], took_s=0)
    assert json.loads(torn.read_bytes())["rounds"] == 1
    assert sorted(each.name for each in task.folder.glob("*.new")) == []


def test_units_of_another_light_seed_or_length_are_not_taken_for_these(task: Soak) -> None:
    names = {
        task.file(0, 5),
        task.file(1, 5),
        task.file(0, 4),
        replace(task, seed=4).file(0, 5),
        replace(task, light="hard").file(0, 5),
        replace(task, options=FIVE).file(0, 5),
        replace(task, options={**FIVE, "players": 6}).file(0, 5),
    }
    assert len(names) == 7
    assert replace(task, options=dict(reversed(FIVE.items()))).file(0, 5) == replace(task, options=FIVE).file(0, 5)


@pytest.mark.rule("W-005", "W-011", "W-100")
@pytest.mark.parametrize(
    "options",
    [
        {"mode": "head_to_head", "players": 2},
        {"mode": "all_vs_all", "players": 3},
        {"mode": "teams", "players": 5},
        {"mode": "all_vs_all", "players": 6},
    ],
    ids=options_text,
)
def test_every_mat_is_understood_by_eyes_made_for_it(task: Soak, options: dict[str, Any]) -> None:
    unit = play(replace(task, options=options))
    assert (unit.wrong, unit.mismatches) == ((), 0)
    assert unit.rounds == 1


def test_chosen_options_win_over_those_that_vary(monkeypatch: pytest.MonkeyPatch) -> None:
    varied = {"cards": "virtual", "edition": "breakers", "players": 6}
    monkeypatch.setattr(type(WAVES), "varied_options", lambda self, rng: varied)
    opening = open_game(WAVES, 1, FIVE)
    assert opening.options == {"cards": "own", "edition": "breakers", "mode": "teams", "players": 5}
    setup = opening.start.table.setup
    assert (setup.mode, setup.players, setup.edition, setup.cards) == ("teams", 5, "breakers", "own")
    assert opening.layout == WAVES.layout(WAVES.view(opening.start, None))


# --- errors are found -------------------------------------------------------------------------------------------------


class LyingEyes(PerfectEyes):
    """Eyes that make one mistake, and go on making it."""

    def __init__(self, game: AnyGame, layout: Layout, lie: Callable[[ExpectedTable], ExpectedTable]) -> None:
        super().__init__(game, layout)
        self._lie = lie

    def read(self, table: ExpectedTable, covers: object = ()) -> tuple[Sighting, ...]:
        return super().read(self._lie(table))


def liar(lie: Callable[[ExpectedTable], ExpectedTable]) -> EyesOf:
    return lambda game, layout, seed, light: LyingEyes(game, layout, lie)


def in_zone(zone: str, other: Callable[[ExpectedZone], object]) -> EyesOf:
    """Eyes that see one zone otherwise than it is."""

    def lie(table: ExpectedTable) -> ExpectedTable:
        zones = (replace(each, content=other(each)) if each.zone == zone else each for each in table.zones)
        return ExpectedTable(tuple(zones))

    return liar(lie)


def blind_eyes(game: AnyGame, layout: Layout, seed: int, light: Light) -> PerfectEyes:
    """Eyes before which somebody stands."""
    return BlindEyes(game, layout)


class BlindEyes(PerfectEyes):
    def look(self) -> Reading:
        return Reading(super().look().at_s, unseen="Something hides the mat.")


def another_elder(zone: ExpectedZone) -> Pieces:
    """The Elder read as the next class."""
    assert isinstance(zone.content, Pieces)
    return Pieces(tuple(f"card:{int(kind[5:]) % 5 + 1}" for kind in zone.content.kinds))


def test_an_elder_read_as_another_class_is_a_wrong_inference(task: Soak) -> None:
    unit = play(task, in_zone("elder.2", another_elder))
    assert len(unit.wrong) == 1
    assert unit.wrong[0].startswith("seed 30000, ")
    assert "TurnUpElder(slot=2" in unit.wrong[0]
    assert unit.wrong[0].count("TurnUpElder(slot=2") == 2  # what was done, and what was understood
    assert unit.rounds == 0


def test_a_card_that_is_never_seen_is_missed(task: Soak) -> None:
    unit = play(task, in_zone("elder.2", lambda zone: Pieces(())))
    assert len(unit.wrong) == 1
    assert "TurnUpElder(slot=2" in unit.wrong[0]
    assert "was not understood" in unit.wrong[0]
    assert unit.seconds > STUCK_S


def test_a_covered_card_that_is_reported_as_bare_ground_is_found(task: Soak) -> None:
    """A hand over an Elder: honest eyes see neither the card nor the ground, these see the ground."""

    class Covered(PerfectEyes):
        begins_s = 1e9

        def seen(self) -> tuple[Sighting, ...]:
            table = self.world.table
            lies = any(zone.zone == "elder.1" and zone.content != Pieces(()) for zone in table.zones)
            if lies and self.begins_s == 1e9:
                self.begins_s = self._looks * LOOK_EVERY_S + 3
            if lies and self._looks * LOOK_EVERY_S >= self.begins_s:
                zones = (replace(each, content=Pieces(())) if each.zone == "elder.1" else each for each in table.zones)
                return self.read(ExpectedTable(tuple(zones)))
            return super().seen()

    unit = play(task, lambda game, layout, seed, light: Covered(game, layout))
    assert unit.mismatches == 1
    assert "a rightly laid table was called wrong" in unit.notes[0]
    assert "elder" in unit.notes[0].lower()
    assert len(unit.wrong) == 1


def test_honest_eyes_over_a_covered_card_wait_and_say_nothing_wrong(task: Soak) -> None:
    class Covered(PerfectEyes):
        """A hand lies over the discard pile and an Elder for eight seconds of every thirty."""

        def seen(self) -> tuple[Sighting, ...]:
            self.covers = (Area(80, 80, 320, 220),) if self._looks % 300 < 80 else ()
            return super().seen()

    unit = play(task, lambda game, layout, seed, light: Covered(game, layout))
    assert (unit.wrong, unit.mismatches) == ((), 0)
    assert unit.rounds == 1


def test_eyes_that_see_nothing_are_not_waited_for_without_end(task: Soak) -> None:
    unit = play(task, blind_eyes)
    assert len(unit.wrong) == 1
    assert "the players could not go on" in unit.wrong[0]
    assert "Something hides the mat." in unit.wrong[0]
    assert (unit.acts, unit.rounds) == (0, 0)


def test_a_table_that_is_called_wrong_for_good_ends_the_unit(task: Soak) -> None:
    """While cards are dealt, of which only taps tell, a card is seen that nobody has laid."""

    class Ghost(PerfectEyes):
        def seen(self) -> tuple[Sighting, ...]:
            if self._looks < 15:
                return super().seen()
            zones = (
                replace(each, content=Backs("back", 1)) if each.zone == "follower.3" else each
                for each in self.world.table.zones
            )
            return self.read(ExpectedTable(tuple(zones)))

    unit = play(task, lambda game, layout, seed, light: Ghost(game, layout))
    assert len(unit.wrong) == 1
    assert "the players could not go on" in unit.wrong[0]
    assert unit.mismatches == 1
    assert "Seat 4's Follower place" in unit.notes[0]


def test_a_card_that_nobody_laid_is_found(task: Soak) -> None:
    """A face-down card is seen where the first to play is to lay one (W-050): the act is believed before it is done."""

    class Early(PerfectEyes):
        def seen(self) -> tuple[Sighting, ...]:
            lies = {zone.zone: zone.content for zone in self.world.table.zones}
            if lies["centre"] == Pieces(()):  # shells are laid before anybody plays
                return super().seen()
            first = next(zone for zone in lies if zone.startswith("token.") and lies[zone] != Pieces(()))[-1]
            zones = (
                replace(each, content=Backs("back", 1)) if each.zone == f"follower.{first}" else each
                for each in self.world.table.zones
            )
            return self.read(ExpectedTable(tuple(zones)))

    unit = play(task, lambda game, layout, seed, light: Early(game, layout))
    assert len(unit.wrong) == 1
    assert "PlayAgents(" in unit.wrong[0]
    assert unit.wrong[0].endswith(" was understood before anything was done")


def test_a_discard_out_of_the_asked_order_is_never_taken_silently_for_anothers(
    task: Soak, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is asked first is believed to discard (W-082): where another does, the soak must say so."""
    honest, out_of_order = Dealer.next, list[Action]()

    def last_first(dealer: Dealer, people: frozenset[Seat]) -> Action | None:
        act = honest(dealer, people)
        if not isinstance(act, Discard):
            return act
        seats = WAVES.prompt(WAVES.view(dealer.known(), None)).seats
        if len(seats) < 2:
            return act
        other = next(
            each
            for each in WAVES.legal_actions(dealer.truth)
            if isinstance(each, Discard) and each.seat == seats[-1] != seats[0]
        )
        out_of_order.append(other)
        return other

    monkeypatch.setattr(Dealer, "next", last_first)
    unit = play(task)
    assert out_of_order
    assert len(unit.wrong) == 1
    assert f"{out_of_order[0]!r} was done, Discard(" in unit.wrong[0]


def test_a_unit_with_something_wrong_is_not_kept(task: Soak) -> None:
    assert play(task, in_zone("elder.2", another_elder)).wrong
    assert list(task.folder.iterdir()) == []
    assert not play(task).wrong
    assert list(task.folder.iterdir()) == [task.file(0, 1)]


# --- the report -------------------------------------------------------------------------------------------------------


def unit_of(number: int, **changes: object) -> Unit:
    unit = Unit(
        number=number,
        rounds=5,
        games=1,
        acts=100,
        frames=3000,
        seconds=300.0,
        took_s=60.0,
        settling_s=(0.4, 0.5, 0.6),
        questions=0,
        mismatches=0,
        moments=90,
        tally={"pauses": 6, "rests": 4, "slips": 3},
        wrong=(),
    )
    return replace(unit, **changes)


def test_the_report_in_words(tmp_path: Path) -> None:
    units = (unit_of(0), unit_of(1, rounds=2, tally={"pauses": 6, "rests": 5, "slips": 4}, settling_s=(0.5, 9.9)))
    assert summary(Soak("waves", 7, 3, "hard", tmp_path), units, 61.4).splitlines() == [
        "7 rounds of waves in 61 s, hard light, seed 3",
        "2 games, 200 acts, 10 minutes at the table",
        "6000 frames, 50.0 a second and process",
        "settling: median 0.50 s, 95 % under 0.60 s",
        "compared at 180 settled moments",
        "hands: 12 pauses in mid-act, 9 rests over the mat, 7 slips",
        "questions: 0",
        "mismatches shown on a right table: 0",
        "wrong inferences: 0",
    ]


def test_the_report_says_what_was_asked_and_what_was_wrong(tmp_path: Path) -> None:
    unit = unit_of(0, questions=1, notes=("seed 30000, 5.0 s: asked: A, B",), wrong=("seed 30000, 9.0 s: act 3: ...",))
    lines = summary(Soak("waves", 5, 3, "normal", tmp_path), (unit,), 1.0).splitlines()
    assert lines[-5:] == [
        "questions: 1",
        "mismatches shown on a right table: 0",
        "  seed 30000, 5.0 s: asked: A, B",
        "wrong inferences: 1",
        "  seed 30000, 9.0 s: act 3: ...",
    ]


def test_the_report_says_which_game_it_was(tmp_path: Path) -> None:
    first = summary(Soak("waves", 5, 3, "normal", tmp_path, options=FIVE), (unit_of(0),), 2.0).splitlines()[0]
    assert first == "5 rounds of waves (mode teams, players 5) in 2 s, normal light, seed 3"


def call(*arguments: str | int | Path) -> Result:
    return CliRunner().invoke(cli, ["soak", *map(str, arguments)], prog_name="companion")


def other_elders(game: AnyGame, layout: Layout, seed: int, light: Light) -> PerfectEyes:
    """The liar as a function of this module: units run in processes of their own."""
    return in_zone("elder.2", another_elder)(game, layout, seed, light)


def test_the_command_ends_well_where_nothing_was_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak_cli, "headless_table", perfect_eyes)
    options = ("waves", "--rounds", 1, "--seed", 3, "--shards", 1, "--keep", tmp_path / "kept")
    result = call(*options)
    assert result.exit_code == 0, result.output
    assert "1 rounds of waves (mode all_vs_all, players 4) in " in result.output
    assert "hands: 0 pauses in mid-act, 0 rests over the mat, 0 slips\n" in result.output
    assert "wrong inferences: 0\n" in result.output
    (kept,) = (tmp_path / "kept").iterdir()
    # Gone on with, it would not be looked at again; afresh it is.
    monkeypatch.setattr(soak_cli, "headless_table", other_elders)
    assert call(*options).exit_code == 0
    result = call(*options, "--afresh")
    assert result.exit_code == 1
    assert not kept.exists()
    assert "wrong inferences: 1\n  seed 30000, " in result.output
    assert "TurnUpElder(slot=2" in result.output


def test_the_help_says_what_it_does_and_how_it_ends() -> None:
    result = call("--help")
    assert result.exit_code == 0
    for words in ("through a virtual camera", "Exit status 1", "--rounds", "--seed", "--light", "--shards", "--keep"):
        assert words in result.output


def test_the_command_plays_the_mode_that_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak_cli, "headless_table", perfect_eyes)
    result = call("waves", "--rounds", 1, "--mode", "head_to_head", "--shards", 1, "--keep", tmp_path / "kept")
    assert result.exit_code == 0, result.output
    assert "1 rounds of waves (mode head_to_head, players 2) in " in result.output
    (kept,) = (tmp_path / "kept").iterdir()
    assert "mode=head_to_head" in kept.name


def test_a_game_that_cannot_be_had_is_told_before_anything_is_played(tmp_path: Path) -> None:
    result = call("waves", "--mode", "teams", "--players", 3, "--keep", tmp_path / "kept")
    assert isinstance(result.exception, BadOption)
    assert str(result.exception).startswith("Teams is not played by 3.")
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize(
    "wrong", [("uno",), ("waves", "--light", "none"), ("waves", "--rounds", "0"), ("waves", "--shards", "0")]
)
def test_options_that_make_no_sense_are_refused(wrong: tuple[str, ...], tmp_path: Path) -> None:
    result = call(*wrong, "--keep", tmp_path / "kept")
    assert result.exit_code == click.UsageError.exit_code
    assert not (tmp_path / "kept").exists()
