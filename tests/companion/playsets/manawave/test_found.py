"""What many games show: the tool finds what is broken in sets that were broken on purpose."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.manawave.data.playset import SHIPPED, Playset, playset_of
from companion.playsets.core import BOTS, Bots, Finding, ShareChart, Sheet, Tally, TrialReport, add
from companion.playsets.manawave.counts import Counts, judge_together
from companion.playsets.manawave.findings import PICKS
from companion.playsets.manawave.trial import ONE_IN
from tests.companion.playsets.manawave.sets import MANAWAVE, SETS, forty, shipped


def tried(playset: Playset, step: int = 1, **games: int) -> TrialReport:
    """The report on so many games of each kind of bots; of the seeds every so many."""
    tallies: dict[Bots, Tally] = {}
    for bots in BOTS:
        tally = tallies.setdefault(bots, {})
        for seed in range(step, step * games.get(bots, 0) + 1, step):
            add(tally, MANAWAVE.play(playset, bots, seed))
    return MANAWAVE.report(playset, tallies)


def of_tallies(random: Mapping[str, int], greedy: Mapping[str, int] | None = None, **set_of: Any) -> list[Finding]:
    """What is found in the shipped set with Clans where games had shown this."""
    playset = playset_of({**shipped(), **set_of})
    tallies: dict[Bots, Tally] = {"random": dict(random)}
    if greedy:
        tallies["greedy"] = dict(greedy)
    return [*MANAWAVE.report(playset, tallies).findings]


def texts(findings: list[Finding] | TrialReport) -> str:
    """All findings, one a line."""
    found = findings.findings if isinstance(findings, TrialReport) else findings
    return "\n".join(str(each.text) for each in found)


def broken(name: str) -> Playset:
    """A set of `sets/`."""
    return playset_of(tomllib.loads((SETS / f"{name}.toml").read_text(encoding="utf-8")))


CLANS: dict[str, int] = {f"effect/clan/{index}/0/games": 1000 for index in range(3)}
"""The effects of the three Clans have happened."""
QUIET: dict[str, int] = {**CLANS, "games": 1000, "won/0": 500, "won/1": 500, "how/monument/0": 1000, "rounds/7": 1000}
"""A thousand games in which nothing stands out."""


def test_of_fair_games_nothing_is_said() -> None:
    fair = {**QUIET, "pick/seat/0/of": 1000, "pick/seat/0/won": 500, "pick/first/2/of": 200, "pick/first/2/won": 110}
    assert of_tallies(fair) == []


def test_a_seat_that_wins_too_often_is_the_fault_of_the_set_up() -> None:
    (found,) = of_tallies({**QUIET, "pick/seat/0/of": 1000, "pick/seat/0/won": 560})
    assert (found.weight, found.path) == ("warning", ())
    assert str(found.text).startswith("The first seat wins 56.0 % (52.9–59.0) of decided games by random bots.")
    assert "The rules favour no seat" in str(found.text)


@pytest.mark.parametrize(
    ("pick", "words", "path"),
    [
        ("pair/0+2", "Who takes the Factions Ember and Tide wins", ()),
        ("faction/1", "Who alone takes the Faction Reef wins", ("faction", 1)),
        ("veto/3", "Who vetoes Anvil of Storms wins", ("monument", 3)),
        ("clan/2@1", "Who alone places Stream Clan at position 1 wins", ("clan", 2)),
        ("first/4", "Whose first card is Shell Masons wins", ()),
        ("card/4", "Who has more copies of Shell Masons wins", ()),
    ],
)
def test_a_pick_that_wins_too_often_is_named(pick: str, words: str, path: tuple[str | int, ...]) -> None:
    (found,) = of_tallies({**QUIET, f"pick/{pick}/of": 400, f"pick/{pick}/won": 280})
    assert str(found.text).startswith(words)
    assert "70.0 % (65.3–74.3)" in str(found.text)
    assert found.path == path


def test_of_many_picks_at_once_chance_alone_is_not_named() -> None:
    """A share that would be named alone is not, among a dozen that are looked at."""
    alone = {**QUIET, "pick/card/0/of": 400, "pick/card/0/won": 222}
    assert len(of_tallies(alone)) == 1
    many = {f"pick/card/{card}/{what}": number for card in range(1, 12) for what, number in (("of", 400), ("won", 200))}
    assert of_tallies({**alone, **many}) == []
    counts = Counts("random", {**alone, **many})
    assert judge_together([counts], PICKS) == 12
    assert counts.level == pytest.approx(1 - 0.05 / 12)


def test_monuments_that_never_decide_are_named_and_one_that_decides_all() -> None:
    there = {"monument/3/there": 400, "monument/5/there": 900, "monument/0/there": 500, "monument/0/decided": 490}
    mute, all_of_it = of_tallies({**QUIET, **there})
    assert "never decide anything: Anvil of Storms, Quiet Altar. Each stood in 400 games or more (0.95 %" in str(
        mute.text
    )
    assert mute.weight == "warning"
    assert str(all_of_it.text).startswith("Stone of Multitudes decides 98.0 % (96.4–98.9) of the games by random bots")


def test_of_a_threshold_that_nobody_reaches_it_is_said_how_near_anybody_came() -> None:
    there = {"monument/3/there": 400, "monument/3/short/7": 20, "monument/3/short/2": 1, "monument/4/short/0": 3}
    (found,) = of_tallies({**QUIET, **there, "monument/4/there": 100})
    assert str(found.text).endswith(
        "Anvil of Storms: in the game that came nearest 2 attack more would have been enough."
    )


def test_what_was_offered_and_vetoed_each_time_is_named() -> None:
    (found,) = of_tallies({**QUIET, "monument/4/offered": 300, "monument/4/vetoed": 300})
    assert str(found.text) == "Bulwark Arch was revealed 300 times and vetoed each time."


def test_a_modality_that_nobody_uses_and_an_effect_that_never_happens_are_named() -> None:
    # Of Cinder Spears modality 0 was used and did nothing, and nobody has used modality 1.
    lay = {"family/0/in_play": 500, "mode/0/0/games": 500, "mode/0/0/waves": 2000}
    found = of_tallies({**QUIET, **lay})
    assert [each.path for each in found] == [("family", 0, "modality", 0, "effects", 0), ("family", 0, "modality", 1)]
    assert "An effect never happens: Cinder Spears, modality 0: add 2 attack, clan. In 500 games" in texts(found)
    assert "Nobody has ever used modality 1 of Cinder Spears, in 500 games with it (0.76 % at most)." in texts(found)


def test_cards_that_change_no_winner_are_named_with_how_sure_it_is() -> None:
    again = {"without/family/0/of": 100, "without/family/1/of": 300, "without/family/2/of": 5, "without/clan/0/of": 200}
    found = of_tallies({**QUIET, **again, "without/clan/0/winner": 30})
    assert (
        "What these cards do has never changed who wins: Cinder Spears, Ash Oathkeepers. Each was left out of 100"
        in (texts(found))
    )
    assert "No card changes who wins oftener than Flame Clan: without what it does 15.0 % (10.7–20.6)" in texts(found)


def test_cards_that_greedy_bots_leave_or_always_take_are_named() -> None:
    greedy = {
        **QUIET,
        "family/2/offered": 300,
        "family/2/taken": 2,
        "family/3/offered": 300,
        "family/3/taken": 300,
        "family/4/in_play": 90,
        "mode/4/0/games": 90,
        "effect/family/4/0/0/games": 90,
    }
    found = texts(
        of_tallies(
            {**QUIET, "mode/4/1/games": 9, "effect/family/4/1/0/games": 9, "effect/family/4/1/1/games": 9}, greedy
        )
    )
    assert "Greedy bots hardly ever take these when they lie there: Pyre Wardens (0.7 %)." in found
    assert "Greedy bots nearly always take these when they lie there: Sparkcallers (100.0 %)." in found
    assert "Greedy bots have never used these modalities: Shell Masons 1." in found


def test_games_without_end_are_a_fault_and_come_first() -> None:
    stuck = {**QUIET, "games": 1010, "how/stuck": 10, "pick/seat/0/of": 1000, "pick/seat/0/won": 900}
    first, second = of_tallies(stuck)
    assert (first.weight, second.weight) == ("fault", "warning")
    assert str(first.text).startswith("1.0 % (0.5–1.8) of games by random bots do not end: they were broken off")
    (again, _) = of_tallies(stuck, options={"same_pick": "again"})
    assert "both want the same card again and again. Say same_pick = “both”" in str(again.text)


def test_games_that_end_by_the_pile_alone_are_named() -> None:
    by_pile = {**CLANS, "games": 1000, "won/nobody": 1000, "how/pile": 980, "how/monument/0": 20, "rounds/8": 1000}
    (found,) = of_tallies(by_pile)
    assert str(found.text).startswith("98.0 % (96.9–98.7) of games by random bots end only because the pile ran out")


def test_charts_have_all_figures() -> None:
    report = tried(SHIPPED["clans"], random=8, greedy=1)
    charts = {chart.key: chart for section in report.sections for chart in section.charts}
    ends = charts["ends_random"]
    assert isinstance(ends, ShareChart)
    assert sum(row.share.count for row in ends.rows) == 8
    monuments = charts["monuments"]
    assert isinstance(monuments, Sheet)
    assert len(monuments.rows) == len(monuments.paths) == 9
    assert str(report.lead).startswith("8 games by random bots: a median of 7 rounds")
    assert len({*charts}) == sum(len(section.charts) for section in report.sections)


@pytest.mark.slow
def test_what_never_happens_is_found_in_games() -> None:
    found = tried(broken("never"), step=ONE_IN, random=420, greedy=4)
    said = texts(found)
    assert "An effect never happens: Sleepers, modality 0: add 3 attack, tribe." in said
    assert "Nobody has ever used modality 1 of Tenders" in said
    assert "These Monuments never decide anything: Tower." in said
    idle = next(each for each in found.findings if "never changed who wins" in str(each.text))
    assert "Sleepers" in str(idle.text)


@pytest.mark.slow
def test_games_without_end_and_the_golden_card_are_found_in_games() -> None:
    found = tried(broken("endless"), random=300, greedy=6)
    faults = [each for each in found.findings if each.weight == "fault"]
    # By greedy bots none ends; at random they do not where three cards alike lie open, which is rare.
    assert any("100.0 %" in str(each.text) and "by greedy bots do not end" in str(each.text) for each in faults)
    assert all("do not end" in str(each.text) for each in faults)
    assert "Who has more copies of Golden wins 8" in texts(found) or "Who has more copies of Golden wins 9" in texts(
        found
    )


@pytest.mark.slow
def test_a_set_of_forty_families_is_tried() -> None:
    reading = MANAWAVE.read(forty())
    report = tried(reading.playset, random=40, greedy=1)
    charts = {chart.key: chart for section in report.sections for chart in section.charts}
    cards = charts["cards"]
    assert isinstance(cards, Sheet)
    assert len(cards.rows) == 40
