"""The report in words, from samples made by hand."""

from __future__ import annotations

import msgspec
import pytest

from companion.soak.endurance.account import Account
from companion.soak.endurance.plot import fault_marks
from companion.soak.endurance.report import Endurance, Outage, Sample, endurance_text
from companion.soak.endurance.vitals import Vitals


def sample(at_s: float, memory_kb: int = 204_800, **told: int) -> Sample:
    """A look at a companion of 200 MB that keeps half a core busy."""
    vitals = Vitals(memory_kb, 30 + int(at_s) % 3, 90, 5.0 + at_s / 2, 40_000)
    return Sample(at_s, vitals, {name.replace("_", ".", 1): count for name, count in told.items()})


def report(**changes: object) -> Endurance:
    """Fifty minutes, a look every half a minute, in which all was well."""
    quiet = Endurance(
        "sealed_bid",
        7,
        tuple(sample(30.0 * number, board_hang=number // 50) for number in range(101)),
        (Account(60, {"camera": 40, "host": 20}), Account(10, {"camera": 10})),
        (
            Outage("board", 10.0, 4.0),
            Outage("board", 50.0, 8.0),
            Outage("board", 90.0, 5.0),
            Outage("camera", 99.0, 6.0),
        ),
        2,
        3,
        5,
        1,
        40,
        2000,
        (),
    )
    return msgspec.structs.replace(quiet, **changes)


def test_a_quiet_time_in_words() -> None:
    assert endurance_text(report()) == "\n".join(
        (
            "50.0 minutes of sealed_bid, seed 7",
            "2 games, 70 acts in their journals (camera 50, host 20)",
            "visits: 5, taps of visitors: 1",
            "pages connected 40 times and heard 2000 events",
            "faults: board.hang 2",
            "board failed 3 times; back after 5 s in the median, 8 s at the longest",
            "camera failed once; back after 6 s in the median, 6 s at the longest",
            "questions: 2; looks that found the table called wrong: 3",
            "memory: 200.0 MB in the first tenth of the time, 200.0 MB at its half, 200.0 MB in the last",
            "memory is flat to 2%: +0.0% from the second tenth to the last, +0.0 kB a minute",
            "descriptors: 30 at first, 30 at last, 30 to 30; threads: 90 at first, 90 at last, 90 to 90",
            "processor: 0.50 cores busy",
            "wrong inferences: 0",
            "All was well.",
        )
    )
    assert report().is_well


def test_memory_that_grows_is_not_well() -> None:
    # 100 kB a look, two looks a minute: 200 kB a minute. The second tenth has the looks 10 to 19, the last 90 to 100:
    # from 101450 to 109500 kB in the median.
    found = report(samples=tuple(sample(30.0 * number, 100_000 + 100 * number) for number in range(101)))
    text = endurance_text(found)
    assert "memory is NOT flat to 2%: +7.9% from the second tenth to the last, +200.0 kB a minute" in text
    assert text.endswith("\nSomething was wrong.")
    assert not found.is_well


def test_memory_of_a_short_time_is_told_and_not_judged() -> None:
    found = report(samples=tuple(sample(17.0 * number, 100_000 + 100 * number) for number in range(101)))
    assert "memory is not judged in less than 30 minutes: +7.9% from the second tenth" in endurance_text(found)
    assert found.is_well


def test_troubles_are_told_and_counted() -> None:
    wrong = Account(5, {}, ("row 3: this was done, that was understood",))
    found = report(accounts=(wrong,), troubles=tuple(f"trouble {number}" for number in range(12)))
    lines = endurance_text(found).splitlines()
    assert lines[-13:-11] == ["wrong inferences: 1", "troubles: 12"]
    assert lines[-11:] == [*(f"  trouble {number}" for number in range(10)), "Something was wrong."]
    assert not found.is_well


def test_a_time_too_short_is_not_judged_by_its_memory() -> None:
    found = report(samples=(sample(0.0, 100), sample(2.0, 900)))
    assert "memory cannot be judged: 2 looks are too few" in endurance_text(found)
    assert found.is_well
    assert "The process was not looked at." in endurance_text(report(samples=()))


@pytest.mark.parametrize("text", [msgspec.json.encode(report())])
def test_figures_survive_json(text: bytes) -> None:
    assert msgspec.json.decode(text, type=Endurance) == report()


def test_each_fault_has_its_mark_at_the_first_look_after_it() -> None:
    samples = (
        sample(0.0, board_unplug=1),
        sample(2.0, board_unplug=1, to_host=9),
        sample(4.0, board_unplug=3, camera_freeze=1),
    )
    assert fault_marks(samples) == {"board.unplug": [0.0, 4.0, 4.0], "camera.freeze": [4.0]}
