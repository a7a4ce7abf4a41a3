"""Pull the plug: a real table under load is killed at random moments; nothing that anyone was told is lost."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.journal import read_journal
from companion.live.chronicle import log_of
from companion.live.resume import replay
from companion.live.timeline import Timeline
from tests.durability.phones import PATIENCE_S, Person, Played, Told
from tests.games.registered import SEALED_BID
from tests.many import many

KILLS = many(20)
SEED = 20250101
MOST_EVENTS = 90
"""Log lines that may come, over all streams, between two kills."""
AMONG_BOTS = ("--cards", "virtual", "--auto")
PLAYERS = (0, 1)
"""Seats where a person sits and taps; bots have the others."""


def _run_until(table: Played, told: Told, people: list[Person], events: int) -> bool:
    """Let people play for so many log lines, then kill the companion; False where the game was over before."""
    for person in people:
        person.sit(table.port)
    threads = [threading.Thread(target=person.live, args=(table.port,)) for person in people]
    threads.append(threading.Thread(target=people[0].poll, args=(table.port,)))
    for thread in threads:
        thread.start()
    with told.changed:
        target = told.events + events
        moved = told.changed.wait_for(lambda: told.events >= target or told.is_over, PATIENCE_S)
        in_time = told.events >= target
    for _ in range(random.Random(events).randrange(20_000)):
        pass  # the kill falls at any point between two acts
    table.kill()
    for thread in threads:
        thread.join()
    assert moved, f"the table stood still after {told.events} lines"
    return in_time


def _check(folder: Path, game: str, told: Told) -> Timeline:
    """Everything that was told of this game is in its journal, and the journal is sound."""
    rows = read_journal(folder / "data" / "games" / f"{game}.journal")
    timeline = replay(GAMES, rows)  # also compares the hash of every position
    texts = {
        (seat, line.number): str(line.text) for seat in (None, *PLAYERS) for line in log_of(timeline.history, seat)
    }
    for (seat, told_game, row), text in told.lines.items():
        if told_game == game:
            assert texts.get((seat, row)) == text
    assert told.rows.get(game, 0) <= len(rows)
    assert {tap for tap, tapped in told.taps.items() if tapped == game} <= set(timeline.taps)
    assert told.contradictions == []
    return timeline


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_nothing_that_anyone_was_told_is_lost_when_the_plug_is_pulled(tmp_path: Path) -> None:
    rng, told = random.Random(SEED), Told()
    people = [Person(seat, told, rng.getrandbits(32)) for seat in (None, *PLAYERS)]
    kills, games, unseen = 0, [""], 0
    resume = False
    while kills < KILLS:
        begun = ("--resume", games[-1]) if resume else ("--seed", str(len(games)))
        table = Played(SEALED_BID.name, tmp_path, *AMONG_BOTS, *begun, program=("tests.games", "play"))
        if not resume:
            games.append(table.game)
        assert table.game == games[-1]
        kills += _run_until(table, told, people, rng.randint(1, MOST_EVENTS))
        timeline = _check(tmp_path, table.game, told)
        unseen += timeline.last_row > max(row for _, game, row in told.lines if game == table.game)
        resume = timeline.game.outcome(timeline.state) is None
        told.is_over = False
    rows = {(game, row) for _, game, row in told.lines}
    print(f"{kills} kills, {len(games) - 1} games, {len(rows)} rows told in {len(told.lines)} lines, ", end="")
    print(f"{len(told.taps)} taps answered; {unseen} times a row was on the disk that nobody had been told of")
    assert kills == KILLS
    assert len(rows) > 10 * KILLS
    assert len(told.taps) > KILLS
