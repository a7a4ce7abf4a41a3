"""What stands first on a seat's page, what is folded, and how a roll is told."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

import web
from companion.games.core import Action, Choice, Prompt, Seat, ToDo
from companion.games.shared.seats import SEAT_COLOURS
from companion.language.message import Message, say
from companion.live.room import Room
from companion.live.snapshot import Snapshot
from tests.games.sealed_bid.model import Discard, Draw, PlacePearls, PlaceToken
from web.render.choices import MOST_AT_ONCE, SHOWN_OF_A_LIST, Offered, arranged, own_effects, tapper
from web.render.lobby import PLAIN_COLOUR
from web.render.turn import awaited, headline, parted, turn_of

GROUP, OTHER = say("Things"), say("Other things")
END = Choice[Action](say("All is done"), (PlaceToken(0),), GROUP, is_main=True)


def choice(act: Action, label: str = "Do it", group: Message = GROUP, **more: Any) -> Choice[Action]:
    return Choice(say("{label}", label=say(label)), (act,), group, **more)


def pearls(many: int) -> list[Choice[Action]]:
    return [choice(PlacePearls(count), f"{count} pearls") for count in range(many)]


def offered(
    room: Room, monkeypatch: pytest.MonkeyPatch, choices: list[Choice[Action]], asked: tuple[int, ...]
) -> Offered:
    snapshot = room.session.snapshot()
    prompt = Prompt(say("Now"), asked, say("Do something."), say("So it is."), "B-011")
    monkeypatch.setattr(Snapshot, "prompt", lambda self, view: prompt)
    return arranged(snapshot, snapshot.view(0), choices, is_all=False)


def labels(of: Offered) -> tuple[list[str], list[str], list[str]]:
    """The main ones, the shown ones, and the titles of what is folded."""
    shown = [str(each.label) for group in of.groups for each in group.buttons]
    return [str(each.label) for each in of.main], shown, [str(fold.title) for fold in of.folds]


def test_the_step_that_is_asked_for_stands_alone_and_what_begins_with_it_is_folded(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    longer = Choice[Action](say("All is done, and more"), (*END.actions, PlacePearls(1)), OTHER)
    made = offered(room, monkeypatch, [longer, *pearls(2), END], ())
    assert labels(made) == (["All is done"], ["0 pearls", "1 pearls"], ["Other things"])
    assert made.folds[0].groups[0].buttons[0].label == longer.label


def test_what_is_anothers_is_folded_under_their_name_and_never_first(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, bens, nobodys = choice(Draw(0), "Mine"), choice(Draw(1), "Yours"), choice(PlaceToken(2), "Anybody's")
    name = room.session.snapshot().names
    made = offered(room, monkeypatch, [bens, nobodys, own], asked=(1, 2))
    assert labels(made) == ([], ["Mine"], [f"Tap for {name[1]}", "Tap for the table"])
    made = offered(room, monkeypatch, [bens, nobodys], asked=(1,))
    assert labels(made) == ([], [], [f"Tap for {name[1]}"])
    assert not made.is_asked
    # Where nobody is asked by name all may tap it, and the public page taps for everybody.
    assert tapper(nobodys, 0, ()) == 0
    assert tapper(bens, None, (1,)) is None


def test_of_a_long_list_the_first_are_shown_and_the_rest_is_one_tap_away(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    (group,) = offered(room, monkeypatch, pearls(16), (0,)).groups
    assert (len(group.buttons), len(group.more), group.count) == (SHOWN_OF_A_LIST, 12, 16)
    (group,) = offered(room, monkeypatch, pearls(MOST_AT_ONCE), (0,)).groups
    assert (len(group.buttons), group.more) == (MOST_AT_ONCE, ())


def test_a_roll_of_two_dice_is_told_die_by_die_and_one_die_by_its_face(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    rolls = list(combinations_with_replacement(range(1, 7), 2))
    two = [choice(PlacePearls(at), f"{values}", values=values) for at, values in enumerate(rolls)]
    (group,) = offered(room, monkeypatch, two, (0,)).groups
    assert group.faces is not None
    assert group.faces.dice == 2
    assert '"4,5":"[{\\"type\\":\\"PlacePearls\\",\\"count\\":16}]"' in group.faces.sends
    assert len(group.buttons) == 21, "for a page without script"
    (group,) = offered(room, monkeypatch, two[1:], (0,)).groups
    assert group.faces is None, "not every roll may come"
    one = [choice(PlacePearls(value), f"{value}", values=(value,)) for value in range(1, 7)]
    (group,) = offered(room, monkeypatch, one, (0,)).groups
    assert group.is_one_die
    assert [str(each.picture).count("<circle") for each in group.buttons] == [1, 2, 3, 4, 5, 6]


def test_dice_to_take_stand_close_together_and_what_needs_many_words_has_a_line_of_its_own(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = [choice(PlacePearls(at), f"red {at}", values=(at % 6 + 1,), about=say("free")) for at in range(15)]
    (group,) = offered(room, monkeypatch, dice, (0,)).groups
    assert (len(group.buttons), group.more, group.are_dice, group.is_wide) == (15, (), True, False)
    told = choice(PlacePearls(0), "A card", about=say("You may swap two of your cards once in each round."))
    (group,) = offered(room, monkeypatch, [told, choice(PlacePearls(1))], (0,)).groups
    assert (group.are_dice, group.is_wide) == (False, True)


def test_what_nobody_is_asked_for_is_folded_beside_what_is(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Discard, "is_optional", True)
    aside = [choice(Discard(0, number), f"{number}", OTHER) for number in (1, 2)]
    assert labels(offered(room, monkeypatch, [*aside, *pearls(2)], (0,)))[1:] == (
        ["0 pearls", "1 pearls"],
        ["Other things"],
    )


def test_what_nobody_is_asked_for_is_never_the_step_itself(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside a roll it would be the one bright button of the page."""
    monkeypatch.setattr(Discard, "is_optional", True)
    made = arranged(room.session.snapshot(), room.session.snapshot().view(0), [choice(Discard(0, 1))], is_all=True)
    assert labels(made) == ([], ["Do it"], [])
    made = arranged(room.session.snapshot(), room.session.snapshot().view(0), pearls(1), is_all=True)
    assert labels(made) == (["0 pearls"], [], [])


def test_the_head_says_whose_turn_it_is(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    view = room.session.snapshot().view(0)
    told = []
    for seats in ((0,), (1,), (1, 2), (0, 1), (0, 1, 2), ()):
        turn = turn_of(Prompt(say("Now"), seats, say("Do it."), say("So."), "B-011"), view)
        assert turn is not None
        told.append((turn.kind, str(turn.words), turn.seat))
    one, two = view.names[1:3]
    assert told == [
        ("mine", "Your turn", None),
        ("others", f"{one} acts", 1),
        ("others", f"{one} and {two} act", None),
        ("mine", f"You, {one}", None),
        ("mine", "Everybody", None),
        ("all", "All together", None),
    ]
    turn = turn_of(Prompt(say("Now"), (), say("Deal."), say("So."), "B-011"), view, is_dealers=True)
    assert turn is not None
    assert (turn.kind, str(turn.words)) == ("others", "The dealer acts")


def test_who_is_waited_for_is_named(room: Room) -> None:
    snapshot = room.session.snapshot()
    view, one = snapshot.view(0), snapshot.view(None).name(1)

    def named(*seats: Seat, is_dealers: bool = False) -> list[str]:
        asked = Prompt(say("Now"), seats, say("Do it."), say("So."), "B-011")
        return [str(each) for each in awaited(snapshot, view, asked, is_dealers=is_dealers)]

    assert named(1, 0) == [one, "you"]
    assert named() == ["everybody"]
    assert named(0, is_dealers=True) == ["the dealer"]


def test_a_long_prompt_is_its_first_sentence_and_the_rest() -> None:
    assert headline(say("Take a die.")) == ("Take a die.", "")
    text = say("Choose together who acts next: Hills 1, Forests 2 and Cities 4.")
    assert headline(text) == ("Choose together who acts next:", "Hills 1, Forests 2 and Cities 4.")
    text = say("Your turn, face down. Follow with one card. Rebel with several.")
    assert headline(text) == ("Your turn, face down.", "Follow with one card. Rebel with several.")


def test_seats_have_on_their_page_the_colours_of_the_strip() -> None:
    style = (Path(web.__file__).parent / "static" / "style.css").read_text()
    found = re.findall(r"\.seat-\d { --seat: (#[0-9a-f]{6})", style)
    assert tuple(found) == (*SEAT_COLOURS, PLAIN_COLOUR)


def test_what_is_to_be_done_is_parted_into_the_own_and_the_others() -> None:
    steps = (
        ToDo(say("Hull"), (say("Ann writes."), say("Ben writes.")), (0, 1)),
        ToDo(say("Ports"), (say("All write."),)),
    )
    own, others = parted(steps, 0)
    assert [(each.number, [*map(str, each.lines)]) for each in own] == [(1, ["Ann writes."]), (2, ["All write."])]
    assert [(each.number, [*map(str, each.lines)]) for each in others] == [(1, ["Ben writes."])]


def test_a_drawing_takes_no_tap_that_is_anothers(room: Room) -> None:
    """A finger on the own phone never plays for somebody else by chance; their choices are folded under their name."""
    snapshot, own, others = room.session.snapshot(), choice(Discard(0, 1)), choice(Discard(1, 1))
    assert own_effects(snapshot, snapshot.view(0), [own, others]) == {own.effect}
    assert own_effects(snapshot, snapshot.view(1), [own, others]) == {others.effect}
    assert own_effects(snapshot, snapshot.view(None), [own, others]) == {own.effect, others.effect}, "the host's table"


def test_what_is_mostly_done_another_way_is_folded_on_a_phone_alone(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    seldom = choice(Discard(0, 1), "By hand", OTHER, is_seldom=True)
    every = [seldom, *pearls(2)]
    assert labels(offered(room, monkeypatch, every, (0,)))[1:] == (["0 pearls", "1 pearls"], ["Other things"])
    assert labels(offered(room, monkeypatch, [seldom], (0,)))[1:] == ([], ["Other things"])
