"""One game by bots: it is played by the rules of the engine, the same for the same seed, and counted rightly."""

from __future__ import annotations

import pytest

from companion.games.manawave.data.playset import SHIPPED, ClansPlayset, Edition, NexusPlayset, playset_of
from companion.games.manawave.host.options import new_game
from companion.games.manawave.rules.course import COURSE
from companion.games.manawave.rules.wave import changes
from companion.games.manawave.state.acts import ManaAction
from companion.games.manawave.state.model import ManaState
from companion.playsets.core import Bots
from companion.playsets.manawave.clans_count import traced, without
from companion.playsets.manawave.game import Unwatched, begun, play
from companion.playsets.manawave.trial import ONE_IN, played
from tests.companion.playsets.manawave.sets import MANAWAVE, SETS, forty, shipped

EDITIONS: tuple[Edition, ...] = ("clans", "nexus")


class Held:
    """Holds each act against what the engine allows, and what comes of it against what the engine makes of it."""

    def __init__(self) -> None:
        self.acts = 0

    def saw(self, before: ManaState, act: ManaAction, after: ManaState) -> None:
        """Apply it once more, with every check."""
        assert COURSE.apply_action(before, act) == after
        self.acts += 1


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_every_act_is_legal_and_does_what_the_engine_says(edition: Edition, bots: Bots) -> None:
    for seed in range(3 if bots == "random" else 1):
        held = Held()
        ending = play(SHIPPED[edition], bots, seed, held)
        assert ending.state.table.ended
        assert held.acts > 30


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_begins_as_a_new_game_with_this_playset(edition: Edition) -> None:
    table = shipped(edition)
    state = new_game({"bots": "random"}, {"playset": table})
    assert begun(playset_of(table), "random") == state


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_same_seed_gives_the_same_game(edition: Edition) -> None:
    one, other = (played(SHIPPED[edition], "random", 4) for _ in range(2))
    assert one == other
    assert played(SHIPPED[edition], "random", 5) != one


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_counted_of_a_game_adds_up(edition: Edition) -> None:
    for seed in range(1, 6):
        tally = played(SHIPPED[edition], "random", seed)
        rounds = next(int(key.partition("/")[2]) for key in tally if key.startswith("rounds/"))
        card = "family" if edition == "clans" else "tile"
        assert tally["games"] == 1
        assert sum(number for key, number in tally.items() if key.startswith("won/")) == 1
        assert sum(number for key, number in tally.items() if key.startswith("how/")) == 1
        offered = sum(
            number for key, number in tally.items() if key.startswith(f"{card}/") and key.endswith("/offered")
        )
        assert rounds <= offered <= 3 * rounds
        course_of = [key for key in tally if key.startswith("course/population/")]
        assert sum(tally[key] for key in course_of) == 2 * rounds
        assert all(
            tally[f"{key.rpartition('/')[0]}/of"] >= number for key, number in tally.items() if key.endswith("/won")
        )
        assert any(key.startswith("without/") for key in tally) == (seed % ONE_IN == 0)


def test_traced_effects_change_what_they_change_untraced() -> None:
    playset = SHIPPED["clans"]
    assert isinstance(playset, ClansPlayset)
    state = play(playset, "random", 3, Unwatched()).state
    for position in (1, 2, 3):
        plain = [*changes(playset, state.table.clans, position, 7)]
        found = [*changes(traced(playset), state.table.clans, position, 7)]
        assert found == plain
        assert all(each.counter.effect for each, _ in found)  # type: ignore[union-attr]  # that is what they are for


def test_a_game_played_without_a_card_is_the_same_but_for_it() -> None:
    """The same is drawn, chosen and placed."""
    playset = SHIPPED["clans"]
    assert isinstance(playset, ClansPlayset)
    one, other = (play(each, "random", 8, Unwatched()).state.table for each in (playset, without(playset, "family/0")))
    assert one.gone == other.gone or one.round != other.round
    columns = [
        [[each.kind for each in clan.families] for tribe in table.clans.tribes for clan in tribe.clans]
        for table in (one, other)
    ]
    assert columns[0] == columns[1] or one.round != other.round
    assert without(playset, "family/0").family[1:] == playset.family[1:]
    assert without(playset, "clan/1").clan[1].effects == ()


def test_a_game_that_would_not_end_is_broken_off() -> None:
    import tomllib

    playset = playset_of(tomllib.loads((SETS / "endless.toml").read_text(encoding="utf-8")))
    tally = played(playset, "greedy", 1)
    assert tally["how/stuck"] == 1
    assert tally["won/nobody"] == 1


def test_a_set_of_forty_families_is_played() -> None:
    reading = MANAWAVE.read(forty())
    assert reading.faults == ()
    tally = MANAWAVE.play(reading.playset, "random", 4)
    assert tally["games"] == 1
    report = MANAWAVE.report(reading.playset, {"random": tally})
    cards = next(chart for section in report.sections for chart in section.charts if chart.key == "cards")
    assert len(cards.rows) == 40  # type: ignore[union-attr]  # a sheet


def test_conditions_of_the_older_game_are_counted() -> None:
    playset = SHIPPED["nexus"]
    assert isinstance(playset, NexusPlayset)
    tally: dict[str, int] = {}
    for seed in range(1, 12):
        for key, number in played(playset, "random", seed).items():
            tally[key] = tally.get(key, 0) + number
    spire = next(index for index, each in enumerate(playset.tile) if each.id == "cursed_spire")
    assert tally[f"effect/tile/{spire}/1/waves"] >= 3
    assert tally[f"how/tile/{spire}/2"] == tally[f"effect/tile/{spire}/2/decided"] > 0
