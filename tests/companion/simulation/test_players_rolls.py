"""Dice beside cards at a virtual table: a roll is an act among others, named, thrown, counted, and taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games.dice import Roll
from companion.live.requests import NameRoll, Pause
from companion.simulation.last_throw import ANSWERED_AFTER_S, START_S
from companion.soak.endurance.account import hold
from companion.table.dice import DieSighting, RollSighting
from tests.companion.party import Party
from tests.companion.tables import HOST, check_replay, open_room, undo
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import DIE_COLOURS, Phase, RollLuck


@pytest.fixture
def party(tmp_path: Path) -> Iterator[Party]:
    """Bots at a table with a tray."""
    with open_room(tmp_path / "data", has_hands=True) as room:
        yield Party(room, luck=True)


def rolls(party: Party) -> list[RollLuck]:
    """The rolls that the companion has counted."""
    return [act for act in party.acts if isinstance(act, RollLuck)]


def rolled(party: Party) -> list[RollLuck]:
    """The rolls that hands have made, as they wrote them down."""
    acts = [deed.act for deed in party.deeds if deed.what == "done" and deed.act]
    return [RollLuck(act["seat"], act["value"]) for act in acts if act["type"] == "RollLuck"]


def open_rolls(party: Party) -> tuple[Roll, ...]:
    assert SEALED_BID.dice is not None
    return SEALED_BID.dice.open_rolls(party.now.view(None))


def to_dice(party: Party) -> int:
    """Let the players play until dice are thrown; how often they were by then."""
    before = party.world.thrown
    party.go_on(lambda: party.world.thrown > before)
    return party.world.thrown


def unread(roll: RollSighting) -> RollSighting:
    """The same of which no value is sure."""
    dice = tuple(replace(die, value=None, state="cocked") for die in roll.dice)
    return replace(roll, verdict="doubtful", dice=dice, text="One die leans.")


def test_bots_roll_what_the_rules_dealt_and_go_on_once_it_is_counted(party: Party) -> None:
    party.go_on(lambda: party.now.outcome is not None)
    assert rolls(party) == rolled(party)
    assert len(rolls(party)) == party.world.thrown >= 3
    account = hold(SEALED_BID, party.session._timeline.done, party.deeds)
    assert (account.wrong, account.missing) == ((), ())
    assert account.by["camera"] > len(rolls(party))
    check_replay(party.room)


def test_of_several_open_rolls_the_one_is_named_that_is_thrown(party: Party) -> None:
    to_dice(party)
    (act,) = rolled(party)
    assert len(open_rolls(party)) > 1
    assert party.now.roll.named == f"seat{act.seat}"
    (die,) = party.world.dice
    assert (die.value, die.colour) == (act.value, DIE_COLOURS[act.seat])
    party.go_on(lambda: rolls(party) == [act])


def test_nothing_is_rolled_before_the_tray_was_looked_at(party: Party) -> None:
    steps = 0
    while not party.world.thrown:
        party.look()
        party.players.step()
        steps += 1
    assert steps * 0.1 >= START_S - 0.1


def test_what_is_asked_about_is_said_by_those_who_look_and_it_is_not_thrown_again(party: Party) -> None:
    assert party.eyes is not None
    party.eyes.dice_as_read = unread
    thrown = to_dice(party)
    party.look()
    assert party.now.roll.state == "question"
    party.rest(round(ANSWERED_AFTER_S / 0.1) - 2)
    assert party.now.roll.state == "question"  # so that people can read it
    party.go_on(lambda: len(rolls(party)) == 1)
    assert rolls(party) == rolled(party)[:1]
    assert party.world.thrown == thrown


def test_a_roll_that_was_left_out_is_thrown_once_more_and_is_the_same_act(party: Party) -> None:
    def with_another(roll: RollSighting) -> RollSighting:
        """A die is seen where none lies: nobody says that this is all."""
        return replace(roll, dice=(*roll.dice, DieSighting(1, (1,), "blue", 200.0, 400.0, 0.9, "read")))

    assert party.eyes is not None
    party.eyes.dice_as_read = with_another
    to_dice(party)
    party.go_on(lambda: party.now.roll.state == "left out")
    assert rolls(party) == []
    party.eyes.dice_as_read = lambda roll: roll
    party.go_on(lambda: len(rolls(party)) == 1)
    assert rolls(party) == rolled(party)[:1]
    assert party.world.thrown == len(rolled(party)) + 1


def test_where_another_seat_was_named_the_right_one_is_said(party: Party) -> None:
    assert party.eyes is not None
    party.eyes.dice_as_read = unread
    to_dice(party)
    party.look()
    (act,) = rolled(party)
    another = next(roll.key for roll in open_rolls(party) if roll.key != f"seat{act.seat}")
    party.ask(NameRoll(another, party.now.roll.number))
    party.go_on(lambda: party.now.roll.state != "question")
    assert rolls(party) == [act]


def test_a_roll_that_was_counted_wrongly_is_told_apart_from_the_truth(party: Party) -> None:
    def misread(roll: RollSighting) -> RollSighting:
        return replace(roll, dice=tuple(replace(die, value=die.value % 6 + 1) for die in roll.dice if die.value))

    assert party.eyes is not None
    party.eyes.dice_as_read = misread
    party.go_on(lambda: party.deeds[-1].what == "anew")
    (wrong, *_) = hold(SEALED_BID, party.session._timeline.done, party.deeds).wrong
    assert "RollLuck" in wrong
    assert "was understood" in wrong


def test_a_persons_roll_is_left_to_them_and_becomes_part_of_the_truth(party: Party) -> None:
    party.go_on(lambda: party.table.phase is Phase.AWARD)
    party.sit_down(0)
    party.go_on(lambda: party.table.phase is Phase.LUCK)
    assert "seat0" in {roll.key for roll in open_rolls(party)}  # else the seed gives that seat the prize
    party.go_on(lambda: [roll.key for roll in open_rolls(party)] == ["seat0"])
    thrown = party.world.thrown
    party.rest(300)
    assert party.world.thrown == thrown
    party.world.roll("tray", (DIE_COLOURS[0],), (5,))
    party.go_on(lambda: party.table.phase is not Phase.LUCK)
    assert rolls(party)[-1] == RollLuck(0, 5)
    party.rest(3)
    assert [deed.what for deed in party.deeds if deed.act and deed.act["type"] == "RollLuck"][-1] == "adopted"


def test_a_roll_that_is_taken_back_is_rolled_again_as_it_was(party: Party) -> None:
    # Dice that are on their way count when they come to rest: nobody throws any more.
    party.go_on(lambda: bool(rolls(party)) and party.table.phase is not Phase.LUCK)
    act, thrown = rolls(party)[0], party.world.thrown
    party.ask(undo(party.session, len(party.acts) - party.acts.index(act)))
    party.rest(20)
    assert party.deeds[-1].what == "rewound"
    assert rolls(party) == []
    held = party.world.thrown
    party.rest(100)
    assert party.world.thrown == held >= thrown  # the host holds the bots
    party.ask(Pause(False))
    party.go_on(lambda: len(rolls(party)) == 1)
    assert rolls(party) == [act]
    party.go_on(lambda: party.now.outcome is not None)
    assert party.session.submit(HOST, Pause(True)).accepted
    check_replay(party.room)
