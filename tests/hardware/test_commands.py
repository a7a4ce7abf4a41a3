"""Things to do: one after the other, each answered once."""

from __future__ import annotations

from hardware.commands import Answer, Errands


def test_the_second_waits_for_the_first() -> None:
    errands = Errands()
    first = errands.add("tare", None, is_on=True)
    second = errands.add("calibrate", 12, is_on=True)
    assert errands.send(1.0).id == first
    assert errands.due_s() == 1.25
    assert errands.send(1.25).id == first
    errands.done(first, True, "")
    errand = errands.send(1.3)
    assert (errand.id, errand.what, errand.count) == (second, "calibrate", 12)


def test_an_answer_that_nobody_waits_for_is_nothing() -> None:
    errands = Errands()
    task = errands.add("tare", None, is_on=True)
    errands.done(task, True, "")  # not sent yet
    errands.send(1.0)
    errands.done(task + 1, True, "")
    errands.done(task, False, "The load moves.")
    errands.done(task, True, "")
    assert errands.take() == (Answer(task, False, "The load moves."),)
    assert errands.take() == ()
    assert errands.due_s() == float("inf")


def test_time_runs_from_the_first_sending() -> None:
    errands = Errands()
    task = errands.add("tare", None, is_on=True)
    errands.expire(100.0)
    errands.send(100.0)
    errands.send(119.0)
    errands.expire(119.9)
    assert errands.take() == ()
    errands.expire(120.0)
    assert [answer.id for answer in errands.take()] == [task]
