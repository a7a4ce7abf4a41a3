"""A card laid on the reader: an act where the game takes it as one, told once whoever sees the card as well."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.journal import read_journal
from companion.live.handlers import LiveGame
from companion.live.inputs import Asked, Felt
from companion.live.requests import End, Undo
from companion.live.resume import replay
from companion.live.tags import NOT_NAMED
from companion.live.taker import judge_all
from companion.live.timeline import Timeline, state_hash
from companion.recording.format import Became
from companion.table.evidence import Evidence
from companion.table.felt import Feeling
from tests.companion.recording.recorded import Table, again
from tests.companion.tables import HOST, NOON
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.game import SealedBid
from tests.games.sealed_bid.model import BidAction, PlaceToken, TurnUpPrize
from tests.said import said

DEALT = 10
"""Acts until the first prize is to be turned up."""
TAGS = {kind: tag for tag, kind in SEALED_BID.mat.kit.tags.items()}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A recorded game in which the first prize is to be turned up, by board and camera."""
    made = Table(tmp_path)
    made.taker.take(Felt(Feeling(count=0)))
    made.look()
    made.play(DEALT)
    yield made
    made.close()


def next_prize(table: Table) -> TurnUpPrize:
    """The prize that lies on top of the deck; from now on it lies on its place on the mat."""
    proposal = table.autopilot.propose(table.truth, table.played, frozenset())
    assert proposal is not None
    act = proposal[0]
    assert isinstance(act, TurnUpPrize)
    table.truth, table.played = SEALED_BID.apply_action(table.truth, act), table.played + 1
    return act


def lay(table: Table, kind: str, count: int | None = 0) -> None:
    feel(table, TAGS[kind], count)


def lift(table: Table) -> None:
    feel(table, "")


def feel(table: Table, card: str, count: int | None = 0) -> None:
    assert table.taker.take(Felt(Feeling(count=count, card=card))).accepted
    assert judge_all(table.taker)


def acts_of(table: Table) -> list[BidAction]:
    return [step.action for step in table.timeline.done[DEALT:]]  # type: ignore[misc]  # no correction is among them


def test_a_card_on_the_reader_is_the_act_and_the_camera_tells_it_no_more(table: Table) -> None:
    act = next_prize(table)
    lay(table, f"card:{act.card}")
    assert acts_of(table) == [act]
    step = table.timeline.done[-1]
    assert (step.by, step.evidence) == ("board", Evidence("reader"))
    table.look(10)
    lift(table)
    table.look()
    assert acts_of(table) == [act]
    assert table.live.sight.state in ("settled", "open")
    assert (table.live.pressed, table.live.refused_presses) == ("", 0)
    assert replay(GAMES, read_journal(table.journal.path)).state == table.timeline.state


def test_a_camera_that_looks_before_the_card_lies_on_the_mat_asks_for_it_there(table: Table) -> None:
    before = table.truth
    act = next_prize(table)
    then, table.truth = table.truth, before
    lay(table, f"card:{act.card}")
    table.look()
    assert acts_of(table) == [act]
    assert said([fix.text for fix in table.live.sight.fixes]) == [f"Lay the card {act.card} at the prize."]
    table.truth = then
    table.look()
    assert acts_of(table) == [act]
    assert table.live.sight.fixes == ()


def test_a_card_that_the_camera_has_seen_first_is_no_second_act(table: Table) -> None:
    act = next_prize(table)
    table.look(10)
    assert acts_of(table) == [act]
    assert table.timeline.done[-1].by == "camera"
    lay(table, f"card:{act.card}")
    lift(table)
    lay(table, f"card:{act.card}")
    assert acts_of(table) == [act]
    assert table.live.pressed == ""


@pytest.mark.parametrize("card", ["04ffffff", "", TAGS["card:1"].upper()])
def test_a_card_is_told_when_it_comes_to_lie_there_and_an_unknown_one_never(table: Table, card: str) -> None:
    feel(table, card)
    feel(table, card)
    known = [TurnUpPrize(1)] if card == TAGS["card:1"].upper() else []
    assert acts_of(table) == known
    assert (table.live.pressed, table.live.refused_presses) == ((NOT_NAMED, 1) if card == "04ffffff" else ("", 0))


def test_a_card_that_lies_there_when_the_board_is_heard_again_was_not_laid_now(table: Table) -> None:
    table.taker.take(Felt(Feeling(is_away=True)))
    lay(table, "card:1")
    assert acts_of(table) == []
    lift(table)
    lay(table, "card:1")
    assert acts_of(table) == [TurnUpPrize(1)]


def test_what_a_card_left_from_before_stands_for_is_no_act_of_a_new_game(table: Table) -> None:
    live = LiveGame(Timeline(SEALED_BID, table.timeline.state), table.journal, lambda: NOON)
    live.take(Felt(Feeling(card=TAGS["card:2"])))
    assert not live.timeline.done
    live.take(Felt(Feeling(card=TAGS["card:3"])))
    assert [step.action for step in live.timeline.done] == [TurnUpPrize(3)]


def test_a_full_disk_loses_nothing_and_the_card_is_laid_again(table: Table) -> None:
    table.journal.is_full = True
    lay(table, "card:4")
    assert acts_of(table) == []
    assert table.live.pressed == (
        "Card reader: The disk is full. Nothing was changed. Lift the card and lay it there again."
    )
    assert table.live.refused_presses == 1
    table.journal.is_full = False
    lay(table, "card:4")
    assert acts_of(table) == []
    lift(table)
    lay(table, "card:4")
    assert acts_of(table) == [TurnUpPrize(4)]
    assert table.live.pressed == ""


def test_an_undo_takes_the_act_back_and_the_card_that_still_lies_there_does_not_do_it_again(table: Table) -> None:
    lay(table, "card:4")
    undo = Undo(1, table.timeline.revision)
    assert table.taker.take(Asked(HOST, undo)).accepted
    lay(table, "card:4")
    assert acts_of(table) == []
    assert table.live.paused
    lift(table)
    lay(table, "card:5")
    assert acts_of(table) == [TurnUpPrize(5)]
    assert not table.live.paused


def test_a_press_with_the_card_is_not_the_act_behind_it(table: Table) -> None:
    table.taker.take(Felt(Feeling(count=0, card=TAGS["card:3"], presses=("next",))))
    assert acts_of(table) == [TurnUpPrize(3)]
    assert table.live.pressed == "Button “next”: an act was recognised just now. If you mean the next one, press again."


def test_no_card_is_an_act_once_the_game_was_ended(table: Table) -> None:
    assert table.taker.take(Asked(HOST, End())).accepted
    lay(table, "card:1")
    assert (acts_of(table), table.live.pressed) == ([], "")


def test_an_act_that_is_not_legal_is_refused_in_words(table: Table) -> None:
    class Mistaken(SealedBid):
        reader = dataclasses.replace(SealedBid.reader, act=lambda known, kind: PlaceToken(0))

    live = LiveGame(Timeline(Mistaken(), table.timeline.state), table.journal, lambda: NOON)
    live.take(Felt(Feeling()))
    assert live.take(Felt(Feeling(card=TAGS["card:2"]))).accepted
    assert not live.timeline.done
    assert str(live.pressed).startswith("Card reader: ")
    assert live.refused_presses == 1


def test_a_recording_with_a_card_comes_to_the_same_position(table: Table) -> None:
    act = next_prize(table)
    lay(table, f"card:{act.card}")
    table.look()
    lift(table)
    table.play(8)
    recording = table.close()
    felt = [entry.step.feeling.card for entry in recording.entries if isinstance(entry.step, Felt)]
    assert TAGS[f"card:{act.card}"] in felt
    assert sum(isinstance(entry.step, Became) for entry in recording.entries) == len(table.timeline.done)
    replayed = again(recording, table.frames.__getitem__)
    assert (replayed.diverged, replayed.state_hash) == ("", state_hash(table.timeline.state))
    assert replayed.acts == DEALT + 9
