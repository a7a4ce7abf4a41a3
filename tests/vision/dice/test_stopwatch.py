"""How long rolls take, by looks of which the times are told; and what the setup page says of it."""

from __future__ import annotations

from vision.dice.stopwatch import KEPT, Stopwatch, check_pace


def looked(watch: Stopwatch, *looks: tuple[float, float, bool, bool]) -> Stopwatch:
    for began_s, ended_s, is_read, is_told in looks:
        watch.looked(began_s, ended_s, is_read, is_told)
    return watch


def test_a_roll_takes_from_the_first_look_at_dice_at_rest_until_it_is_told() -> None:
    watch = looked(
        Stopwatch(),
        (1.0, 1.2, True, False),  # before it: the tray as it was
        (2.0, 2.0, False, False),  # the dice roll
        (2.1, 2.4, True, False),
        (2.5, 2.55, True, False),
        (2.6, 2.7, True, True),
    )
    assert watch.roll_s is not None
    assert round(watch.roll_s, 3) == 0.6
    assert watch.look_s is not None
    assert round(watch.look_s, 3) == 0.3


def test_one_roll_that_was_held_up_does_not_tell_for_all() -> None:
    watch = Stopwatch()
    for number, took_s in enumerate((0.5, 9.0, 0.6)):
        looked(watch, (100.0 * number, 100.0 * number + took_s, True, True))
    assert watch.roll_s is not None
    assert round(watch.roll_s, 3) == 0.6
    for number in range(KEPT):
        looked(watch, (900.0 + number, 900.2 + number, True, True))
    assert watch.look_s is not None
    assert round(watch.look_s, 3) == 0.2


def test_what_the_setup_page_says() -> None:
    watch = Stopwatch()
    assert check_pace(watch).verdict == "unknown"
    assert check_pace(watch).text == "That is told once the dice tray has been looked at."
    check = check_pace(looked(watch, (0.0, 0.25, True, False)))
    assert (check.title, check.verdict, check.figure) == (
        "How long a roll takes",
        "fit",
        "0.25 s for a look at the tray",
    )
    assert check.text == (
        "On this machine a roll should be on the pages about 0.7 s after the last die has come to rest, going by one "
        "look. The first roll will tell."
    )
    check = check_pace(looked(watch, (0.5, 0.55, True, True)))
    assert check.text == "On this machine a roll is on the pages about 0.6 s after the last die has come to rest."
    slow = check_pace(looked(Stopwatch(), (0.0, 4.0, True, True)))
    assert slow.verdict == "barely"
    assert slow.text == (
        "On this machine a roll is on the pages about 4.0 s after the last die has come to rest. Close what else runs "
        "on it, or type rolls in meanwhile."
    )
