"""A soak without pictures: units repeat and are kept, and whatever eyes or dealer do wrong is in the report."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from companion.cli import cli
from companion.cli.checks import soak as soak_cli
from companion.games.core import Action, Seat
from companion.games.errors import BadOption
from companion.games.game import AnyGame
from companion.games.option_text import options_text
from companion.simulation.dealer import Dealer
from companion.soak import runner
from companion.soak.runner import Light, Soak, play_unit, soak, summary
from companion.soak.table import STUCK_S
from companion.soak.unit import Unit, open_game
from companion.table.expected import Backs, ExpectedTable, ExpectedZone, Pieces
from companion.table.geometry import Area
from companion.table.layout import Layout
from companion.table.sightings import Reading, Sighting
from tests.companion.instant import HANDS_TAKE_S, LOOK_EVERY_S, EyesOf, PerfectEyes, perfect_eyes
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.game import SealedBid
from tests.games.sealed_bid.model import Discard

THREE: dict[str, Any] = {"players": 3, "luck": False, "guess": False}
"""A game of which every act is seen or told of, whatever other options vary."""
IN_TURN = {"players": 4, "order": "turn"}


@pytest.fixture
def task(tmp_path: Path) -> Soak:
    return Soak("sealed_bid", 2, 3, "normal", tmp_path, options=THREE)


def play(task: Soak, eyes_of: EyesOf = perfect_eyes, rounds: int = 1) -> Unit:
    return play_unit(task, 0, rounds, eyes_of)


# --- units ------------------------------------------------------------------------------------------------------------


def test_what_is_seen_perfectly_is_understood_rightly_and_without_a_question(
    task: Soak, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest, done = Dealer.carry_out, list[Action]()

    def carry_out(dealer: Dealer, act: Action, tell: Callable[[Action], bool]) -> None:
        done.append(act)
        honest(dealer, act, tell)

    monkeypatch.setattr(Dealer, "carry_out", carry_out)
    unit = play(task, rounds=2)
    assert (unit.wrong, unit.notes) == ((), ())
    assert (unit.rounds, unit.questions, unit.mismatches) == (2, 0, 0)
    # Cards drawn are told of; all else is seen, but for the act of the third round that the players have begun.
    assert unit.acts == len(done)
    assert len(unit.settling_s) == sum(act.sense != "told" for act in done) - 1
    assert max(unit.settling_s) < 1.5
    assert unit.moments > unit.acts / 2
    worked = (unit.seconds - (unit.frames - 1) * LOOK_EVERY_S) / HANDS_TAKE_S
    assert worked == pytest.approx(round(worked), abs=0.01)
    assert unit.acts / 2 < worked <= unit.acts


@pytest.mark.slow
def test_a_unit_repeats_but_for_the_time_it_took(task: Soak) -> None:
    one, other = play(task, rounds=2), play(task, rounds=2)
    assert replace(one, took_s=0) == replace(other, took_s=0)
    another = play(replace(task, seed=4), rounds=2)
    assert replace(another, took_s=0) != replace(one, took_s=0)


def test_rounds_are_shared_out_among_units(tmp_path: Path) -> None:
    def units(rounds: int) -> tuple[tuple[int, int], ...]:
        return Soak("sealed_bid", rounds, 1, "normal", tmp_path).units()

    assert units(32) == ((0, 15), (1, 15), (2, 2))
    assert units(15) == ((0, 15),)
    assert units(1) == ((0, 1),)


@pytest.mark.slow
def test_a_unit_that_needs_more_rounds_than_a_game_has_plays_another_game(task: Soak) -> None:
    unit = play(task, rounds=4)
    assert unit.wrong == ()
    assert (unit.rounds, unit.games) == (4, 2)  # a game has three rounds


def test_each_round_is_told_of_as_it_is_done(task: Soak, monkeypatch: pytest.MonkeyPatch) -> None:
    far = list[tuple[int, int]]()
    monkeypatch.setattr(runner, "say_how_far", lambda number, rounds: far.append((number, rounds)))
    assert play(task, rounds=4).wrong == ()
    assert far == [(0, 1), (0, 2), (0, 3), (0, 4)]


@pytest.mark.slow
def test_finished_units_are_kept_and_not_played_again(tmp_path: Path) -> None:
    task, first, again = (
        Soak("sealed_bid", 16, 3, "normal", tmp_path / "kept", options={"players": 2}),
        list[int](),
        list[int](),
    )
    units = soak(task, perfect_eyes, 2, first.append)
    assert [(unit.number, unit.rounds) for unit in units] == [(0, 15), (1, 1)]
    assert sum(first) == 16
    # Blind eyes would find much that is wrong: nothing is looked at any more.
    assert soak(task, blind_eyes, 2, again.append) == units
    assert again == [15, 1]
    # A file that was torn, as by a power cut, is played again; the other is not.
    torn = task.file(1, 1)
    whole = torn.read_bytes()
    torn.write_bytes(whole[: len(whole) // 2])
    (tmp_path / "kept" / "notes.txt").write_text("of no concern")
    once_more = soak(task, perfect_eyes, 1, lambda rounds: None)
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
        replace(task, options=IN_TURN).file(0, 5),
        replace(task, options={**IN_TURN, "players": 2}).file(0, 5),
    }
    assert len(names) == 7
    backwards = dict(reversed(IN_TURN.items()))
    assert replace(task, options=backwards).file(0, 5) == replace(task, options=IN_TURN).file(0, 5)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"players": 2}, IN_TURN], ids=options_text)
def test_every_mat_is_understood_by_eyes_made_for_it(task: Soak, options: dict[str, Any]) -> None:
    unit = play(replace(task, options=options))
    assert (unit.wrong, unit.mismatches) == ((), 0)
    assert unit.rounds == 1


def test_chosen_options_win_over_those_that_vary(monkeypatch: pytest.MonkeyPatch) -> None:
    varied = {"cards": "virtual", "players": 2, "ties": "earlier"}
    monkeypatch.setattr(
        SealedBid, "simulation", dataclasses.replace(SealedBid.simulation, varied_options=lambda rng: varied)
    )
    opening = open_game(SEALED_BID, 1, IN_TURN)
    assert opening.options == {"cards": "own", "players": 4, "order": "turn", "ties": "earlier"}
    setup = opening.start.table.setup
    assert (setup.players, setup.order, setup.ties, setup.cards) == (4, "turn", "earlier", "own")
    assert opening.layout == SEALED_BID.mat.layout(SEALED_BID.view(opening.start, None))


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


def another_card(zone: ExpectedZone) -> Pieces:
    """The card read as the next number."""
    assert isinstance(zone.content, Pieces)
    return Pieces(tuple(f"card:{int(kind[5:]) % 6 + 1}" for kind in zone.content.kinds))


def test_a_card_read_as_another_one_is_a_wrong_inference(task: Soak) -> None:
    unit = play(task, in_zone("prize", another_card))
    assert len(unit.wrong) == 1
    assert unit.wrong[0].startswith("seed 30000, ")
    assert unit.wrong[0].count("TurnUpPrize(card=") == 2  # what was done, and what was understood
    assert unit.rounds == 0


def test_a_card_that_is_never_seen_is_missed(task: Soak) -> None:
    unit = play(task, in_zone("prize", lambda zone: Pieces(())))
    assert len(unit.wrong) == 1
    assert "TurnUpPrize(card=" in unit.wrong[0]
    assert "was not understood" in unit.wrong[0]
    assert unit.seconds > STUCK_S


@pytest.mark.slow
def test_a_covered_card_that_is_reported_as_bare_ground_is_found(task: Soak) -> None:
    """A hand over the prize: honest eyes see neither the card nor the ground, these see the ground."""

    class Covered(PerfectEyes):
        begins_s = 1e9

        def seen(self) -> tuple[Sighting, ...]:
            table = self.world.table
            lies = any(zone.zone == "prize" and zone.content != Pieces(()) for zone in table.zones)
            if lies and self.begins_s == 1e9:
                self.begins_s = self._looks * LOOK_EVERY_S + 1.5
            if lies and self._looks * LOOK_EVERY_S >= self.begins_s:
                zones = (replace(each, content=Pieces(())) if each.zone == "prize" else each for each in table.zones)
                return self.read(ExpectedTable(tuple(zones)))
            return super().seen()

    bare = replace(task, options={**THREE, "pawn": False, "line": False})
    unit = play(bare, lambda game, layout, seed, light: Covered(game, layout))
    assert unit.mismatches == 1
    assert "a rightly laid table was called wrong" in unit.notes[0]
    assert "prize" in unit.notes[0].lower()
    assert len(unit.wrong) == 1


@pytest.mark.slow
def test_honest_eyes_over_a_covered_card_wait_and_say_nothing_wrong(task: Soak) -> None:
    class Covered(PerfectEyes):
        """A hand lies over the discard pile and the prize for eight seconds of every thirty."""

        def seen(self) -> tuple[Sighting, ...]:
            self.covers = (Area(110, 20, 160, 120),) if self._looks % 300 < 80 else ()
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


@pytest.mark.slow
def test_a_table_that_is_called_wrong_for_good_ends_the_unit(task: Soak) -> None:
    """While cards are dealt, of which only taps tell, a card is seen that nobody has laid."""

    class Ghost(PerfectEyes):
        def seen(self) -> tuple[Sighting, ...]:
            if self._looks < 15:
                return super().seen()
            zones = (
                replace(each, content=Backs("back", 1)) if each.zone == "bid.2" else each
                for each in self.world.table.zones
            )
            return self.read(ExpectedTable(tuple(zones)))

    unit = play(task, lambda game, layout, seed, light: Ghost(game, layout))
    assert len(unit.wrong) == 1
    assert "the players could not go on" in unit.wrong[0]
    assert unit.mismatches == 1
    assert "Seat 3's bid" in unit.notes[0]


def test_cards_that_nobody_laid_are_found(task: Soak) -> None:
    """Two face-down cards are seen where the first seat is to bid (B-015): the act is believed before it is done."""

    class Early(PerfectEyes):
        def seen(self) -> tuple[Sighting, ...]:
            lies = {zone.zone: zone.content for zone in self.world.table.zones}
            if lies["bowl"] == Pieces(()):  # pearls are laid before anybody bids
                return super().seen()
            first = next(zone for zone in lies if zone.startswith("token.") and lies[zone] != Pieces(()))[-1]
            zones = (
                replace(each, content=Backs("back", 2)) if each.zone == f"bid.{first}" else each
                for each in self.world.table.zones
            )
            return self.read(ExpectedTable(tuple(zones)))

    # What is sealed on phones comes before it, and figures hide what lies there.
    options = {**IN_TURN, "guess": False, "pawn": False, "line": False}
    unit = play(replace(task, options=options), lambda game, layout, seed, light: Early(game, layout))
    assert len(unit.wrong) == 1
    assert "SealBid(" in unit.wrong[0]
    assert unit.wrong[0].endswith(" was understood before anything was done")


def test_a_discard_out_of_the_asked_order_is_never_taken_silently_for_anothers(
    task: Soak, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is asked first is believed to discard (B-013): where another does, the soak must say so."""
    honest, out_of_order = Dealer.next, list[Action]()

    def last_first(dealer: Dealer, people: frozenset[Seat]) -> Action | None:
        act = honest(dealer, people)
        if not isinstance(act, Discard):
            return act
        seats = SEALED_BID.prompt(SEALED_BID.view(dealer.known(), None)).seats
        if len(seats) < 2:
            return act
        other = next(
            each
            for each in SEALED_BID.legal_actions(dealer.truth)
            if isinstance(each, Discard) and each.seat == seats[-1] != seats[0]
        )
        out_of_order.append(other)
        return other

    monkeypatch.setattr(Dealer, "next", last_first)
    unit = play(task)
    assert out_of_order
    assert len(unit.wrong) == 1
    assert f"{out_of_order[0]!r} was done, Discard(" in unit.wrong[0]


@pytest.mark.slow
def test_a_unit_with_something_wrong_is_not_kept(task: Soak) -> None:
    assert play(task, in_zone("prize", another_card)).wrong
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
    assert summary(Soak("sealed_bid", 7, 3, "hard", tmp_path), units, 61.4).splitlines() == [
        "7 rounds of sealed_bid in 61 s, hard light, seed 3",
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
    lines = summary(Soak("sealed_bid", 5, 3, "normal", tmp_path), (unit,), 1.0).splitlines()
    assert lines[-5:] == [
        "questions: 1",
        "mismatches shown on a right table: 0",
        "  seed 30000, 5.0 s: asked: A, B",
        "wrong inferences: 1",
        "  seed 30000, 9.0 s: act 3: ...",
    ]


def test_the_report_says_which_game_it_was(tmp_path: Path) -> None:
    first = summary(Soak("sealed_bid", 5, 3, "normal", tmp_path, options=IN_TURN), (unit_of(0),), 2.0).splitlines()[0]
    assert first == "5 rounds of sealed_bid (players 4, order turn) in 2 s, normal light, seed 3"


def call(*arguments: str | int | Path) -> Result:
    return CliRunner().invoke(cli, ["soak", *map(str, arguments)], prog_name="companion")


def other_prizes(
    game: AnyGame, layout: Layout, seed: int, light: Light, *, model: Path, has_clear: bool
) -> PerfectEyes:
    """The liar as a function of this module: units run in processes of their own."""
    return in_zone("prize", another_card)(game, layout, seed, light)


@pytest.mark.slow
def test_the_command_plays_with_the_options_asked_for_and_ends_well_where_nothing_was_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soak_cli, "headless_table", perfect_eyes)
    options = ("sealed_bid", "-o", "order=turn", "--rounds", 1, "--seed", 3, "--shards", 1, "--keep", tmp_path / "kept")
    result = call(*options)
    assert result.exit_code == 0, result.output
    assert "1 rounds of sealed_bid (players 3, order turn) in " in result.output
    assert "hands: 0 pauses in mid-act, 0 rests over the mat, 0 slips\n" in result.output
    assert "wrong inferences: 0\n" in result.output
    (kept,) = (tmp_path / "kept").iterdir()
    assert "order=turn" in kept.name
    # Gone on with, it would not be looked at again; afresh it is.
    monkeypatch.setattr(soak_cli, "headless_table", other_prizes)
    assert call(*options).exit_code == 0
    result = call(*options, "--afresh")
    assert result.exit_code == 1
    assert not kept.exists()
    assert "wrong inferences: 1\n  seed 30000, " in result.output
    assert "TurnUpPrize(card=" in result.output


def test_the_help_says_what_it_does_and_how_it_ends() -> None:
    result = call("--help")
    assert result.exit_code == 0
    for words in ("through a virtual camera", "Exit status 1", "--rounds", "--seed", "--light", "--shards", "--keep"):
        assert words in result.output


def test_a_game_that_cannot_be_had_is_told_before_anything_is_played(tmp_path: Path) -> None:
    result = call("sealed_bid", "--players", 5, "--keep", tmp_path / "kept")
    assert isinstance(result.exception, BadOption)
    assert str(result.exception) == "Players (players) cannot be '5'. Choose one of: 3, 2, 4."
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize(
    "wrong",
    [("uno",), ("sealed_bid", "--light", "none"), ("sealed_bid", "--rounds", "0"), ("sealed_bid", "--shards", "0")],
)
def test_options_that_make_no_sense_are_refused(wrong: tuple[str, ...], tmp_path: Path) -> None:
    result = call(*wrong, "--keep", tmp_path / "kept")
    assert result.exit_code == click.UsageError.exit_code
    assert not (tmp_path / "kept").exists()
