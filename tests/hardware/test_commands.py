"""Things to do: one after the other, each answered once."""

from __future__ import annotations

from hardware.commands import Answer, Commands


def test_the_second_waits_for_the_first() -> None:
    commands = Commands()
    first = commands.add("tare", None, is_on=True)
    second = commands.add("calibrate", 12, is_on=True)
    assert commands.send(1.0).id == first
    assert commands.due_s() == 1.25
    assert commands.send(1.25).id == first
    commands.done(first, True, "")
    command = commands.send(1.3)
    assert (command.id, command.what, command.count) == (second, "calibrate", 12)


def test_an_answer_that_nobody_waits_for_is_nothing() -> None:
    commands = Commands()
    task = commands.add("tare", None, is_on=True)
    commands.done(task, True, "")  # not sent yet
    commands.send(1.0)
    commands.done(task + 1, True, "")
    commands.done(task, False, "The load moves.")
    commands.done(task, True, "")
    assert commands.take() == (Answer(task, False, "The load moves."),)
    assert commands.take() == ()
    assert commands.due_s() == float("inf")


def test_time_runs_from_the_first_sending() -> None:
    commands = Commands()
    task = commands.add("tare", None, is_on=True)
    commands.expire(100.0)
    commands.send(100.0)
    commands.send(119.0)
    commands.expire(119.9)
    assert commands.take() == ()
    commands.expire(120.0)
    assert [answer.id for answer in commands.take()] == [task]
