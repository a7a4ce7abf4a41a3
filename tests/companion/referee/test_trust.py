"""A scale that lies is set aside after a while, with a sentence, and believed again once it has proved itself."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.games.bots import Autopilot
from companion.games.core import OFF_MAT
from companion.referee.fuse import zone_at
from companion.referee.trust import SET_ASIDE_AFTER_S, MarkerTrust, ScaleTrust
from companion.table.felt import MOST_PIECES
from companion.table.geometry import zone_area
from companion.table.seen import ZoneView
from companion.table.sightings import MarkerId, Reading, Sighting
from tests.companion.referee.perfect import look_at
from tests.companion.referee.positions import GAME, NAMES, AnyState, after, first, legal, where
from tests.companion.referee.table import Table
from tests.games.sealed_bid.layout import KIT, LAYOUT
from tests.games.sealed_bid.model import NOBODY, NUMBERS, Discard, TakePrize, TurnUpPrize
from tests.said import said


def pearls(count: int, **more: bool) -> ZoneView:
    return ZoneView("bowl", ("pearl",) * count, **more)  # type: ignore[arg-type]


class Scale:
    """A camera, a scale and a game over one bowl, looked at ten times a second."""

    def __init__(self) -> None:
        self.trust, self.at_s = ScaleTrust(), 0.0

    def look(self, seen: int, felt: int, wanted: int, for_s: float, *, covered: bool = False) -> bool:
        """Whether the scale is set aside once it has been so for so long."""
        for _ in range(round(for_s * 10)):
            self.at_s += 0.1
            view = pearls(seen, covered=covered)
            self.trust = self.trust.next(round(self.at_s, 1), view, pearls(felt), pearls(wanted))
        return self.trust.is_aside


def test_a_scale_that_contradicts_camera_and_game_is_set_aside_after_ten_seconds() -> None:
    scale = Scale()
    assert not scale.look(3, 2, 3, SET_ASIDE_AFTER_S)
    assert scale.look(3, 2, 3, 0.2)


def test_one_that_is_only_late_is_believed() -> None:
    scale = Scale()
    for _ in range(5):
        assert not scale.look(3, 2, 3, 9.0)
        assert not scale.look(3, 3, 3, 0.1)


def test_while_camera_and_game_differ_nobody_knows_who_is_right() -> None:
    scale = Scale()
    assert not scale.look(2, 3, 3, 60.0)
    assert not scale.look(2, 3, 2, 9.0)  # tapped: from now on the scale alone contradicts
    assert scale.look(2, 3, 2, 1.2)


def test_while_the_bowl_is_covered_nothing_follows() -> None:
    scale = Scale()
    assert not scale.look(0, 2, 3, 60.0, covered=True)
    assert scale.look(3, 2, 3, 11.0)
    assert scale.look(0, 3, 3, 60.0, covered=True)


def test_it_is_believed_again_once_it_has_agreed_on_two_numbers() -> None:
    scale = Scale()
    scale.look(3, 2, 3, 11.0)
    assert scale.look(2, 2, 2, 60.0)  # a stuck one agrees by chance
    assert scale.look(1, 2, 1, 5.0)
    assert scale.look(2, 2, 2, 60.0)
    assert not scale.look(1, 1, 1, 0.1)


def test_a_moment_of_delay_does_not_undo_an_agreement() -> None:
    scale = Scale()
    scale.look(3, 2, 3, 11.0)
    scale.look(2, 2, 2, 3.0)
    assert scale.look(1, 2, 1, 1.0)  # the scale takes a second to rest
    assert not scale.look(1, 1, 1, 0.1)


# --- at the table -----------------------------------------------------------------------------------------------------


def test_the_page_says_so_and_the_camera_goes_on_alone() -> None:
    state = next(where(lambda each: bool(each.table.pearls)))
    table = Table(state)
    table.watcher.feel(state.table.pearls + 2)
    table.show(state, looks=50)
    assert "Look, then tap what is true." in str(table.watcher.sight.text)
    assert table.watcher.sight.note == ""
    assert table.show(state, looks=70) == "settled"
    assert said(table.watcher.sight.note) == (
        f"The scale is set aside: it feels {state.table.pearls + 2} at the bowl, and the camera sees otherwise. "
        "Empty and tare it; it counts again once both agree on two numbers."
    )
    table.watcher.feel(None)  # a load that drifts is no whole number now and then: the note stays
    table.show(state, looks=1)
    assert str(table.watcher.sight.note).startswith(
        "The scale is set aside: it contradicted the camera at the bowl, and cannot count just now."
    )


LIARS: dict[str, Callable[[int, random.Random], int | None]] = {
    "stuck": lambda true, rng: 2,
    "one too many": lambda true, rng: true + 1,
    "one too few": lambda true, rng: max(0, true - 1),
    "by chance": lambda true, rng: rng.randrange(6),
    "gone now and then": lambda true, rng: None if rng.random() < 0.5 else rng.randrange(6),
    "far too many": lambda true, rng: MOST_PIECES,
}
QUICK = ("gone now and then",)


@pytest.mark.parametrize(
    "liar", [each if each in QUICK else pytest.param(each, marks=pytest.mark.slow) for each in LIARS]
)
def test_a_lying_scale_never_makes_a_wrong_position_and_the_game_goes_on(liar: str) -> None:
    rng, autopilot = random.Random(liar), Autopilot(GAME, 1)
    truth, known = (GAME.new_game({"players": 4, "cards": cards}, {}) for cards in ("virtual", "own"))
    table, ply, taps, was_aside = Table(known), 0, 0, 0
    while (proposal := autopilot.propose(truth, ply, frozenset())) is not None:
        truth, act = GAME.apply_action(truth, proposal[0]), proposal[0].public()
        known = GAME.apply_action(known, act)
        table.watcher.feel(LIARS[liar](truth.table.pearls, rng))
        is_aside = bool(table.watcher.sight.note)
        table.show(known, looks=12)
        if len(table.acts) + taps <= ply:
            # What cannot be seen is tapped; what can be seen needs a tap only while nobody knows which of the two lies.
            assert act.sense in OFF_MAT or not is_aside or table.watcher.sight.state == "open"
            table.tap(act)
            taps += 1
        was_aside += is_aside
        ahead = [GAME.apply_action(known, each) for each in GAME.legal_actions(known)[:1]]
        assert table.state in (known, *ahead)
        ply += 1
    assert was_aside > 20


# --- cards in wrong sleeves -------------------------------------------------------------------------------------------

ONE, LIKE_ONE, TWO = KIT.markers("card:1")[0], KIT.markers("card:1")[1], KIT.markers("card:2")[0]


class Cards:
    """Cards that are read somewhere ten times a second."""

    def __init__(self) -> None:
        self.trust, self.at_s = MarkerTrust(), 0.0

    def look(self, after_s: float = 0.1, **places: float) -> frozenset[MarkerId]:
        """What is set aside after a look at which each of these is read so many millimetres to the right."""
        self.at_s += after_s
        named = {"one": ONE, "like_one": LIKE_ONE, "two": TWO}
        seen = [Sighting(named[name], x_mm, 300.0, 0.0, 18.0, 1.0, self.at_s) for name, x_mm in places.items()]
        self.trust = self.trust.next(self.at_s, seen, KIT.single)
        return self.trust.aside


def test_two_cards_that_change_places_at_once_are_set_aside_until_they_change_back() -> None:
    cards = Cards()
    assert not cards.look(one=100, two=300)
    assert cards.look(one=301, two=99) == {ONE, TWO}
    assert cards.look(one=500) == {ONE, TWO}
    assert cards.look(30.0, one=300, two=100) == {ONE, TWO}
    assert not cards.look(one=100, two=300)


@pytest.mark.parametrize(
    "then",
    [
        {"one": 300, "two": 300},  # one of them is laid on the other
        {"one": 300},  # one is taken away
        {"one": 300, "two": 120},  # not where the other lay
        {"one": 104, "two": 296},  # hardly moved
    ],
)
def test_cards_that_hands_may_have_moved_are_believed(then: dict[str, float]) -> None:
    cards = Cards()
    cards.look(one=100, two=300)
    assert not cards.look(**then)


def test_in_a_second_hands_may_have_exchanged_them() -> None:
    cards = Cards()
    cards.look(one=100, two=300)
    assert not cards.look(1.0, one=300, two=100)


def test_of_two_cards_of_one_kind_each_is_as_good_as_the_other() -> None:
    cards = Cards()
    cards.look(one=100, like_one=300)
    assert not cards.look(one=300, like_one=100)


def test_a_pair_is_believed_again_where_the_game_has_one_of_them_and_could_not_have_the_other() -> None:
    cards = Cards()
    cards.look(one=100, two=300)
    cards.look(one=300, two=100)

    def after_a_look(**wanted: tuple[str, ...]) -> frozenset[MarkerId]:
        named = {"one": ONE, "two": TWO}
        return cards.trust.agreeing(KIT.single, {named[name]: kinds for name, kinds in wanted.items()}).aside

    assert after_a_look(one=("card:2",), two=("card:1",)) == {ONE, TWO}
    assert after_a_look(one=("card:1", "card:2")) == {ONE, TWO}
    assert after_a_look(two=("card:2",)) == frozenset()


def exchanged(state: AnyState, at_s: float, one: MarkerId, other: MarkerId) -> Reading:
    """A look at a position in which two cards read as each other."""
    reading, swap = look_at(GAME, state, at_s), {one: other, other: one}
    found = (replace(each, marker=swap.get(each.marker, each.marker)) for each in reading.sightings)
    return replace(reading, sightings=tuple(found))


def show_exchanged(table: Table, truth: AnyState, one: MarkerId, other: MarkerId, looks: int = 15) -> str:
    for _ in range(looks):
        table.at_s = round(table.at_s + 0.1, 1)
        table.look(exchanged(truth, table.at_s, one, other))
    return table.watcher.sight.state


def read_at(state: AnyState) -> dict[str, list[MarkerId]]:
    """The markers of single pieces that perfect eyes read in each zone."""
    found: dict[str, list[MarkerId]] = {}
    for each in look_at(GAME, state, 0.0).sightings:
        zone = zone_at(LAYOUT, each.x_mm, each.y_mm)
        if zone is not None and each.marker in KIT.single:
            found.setdefault(zone.zone, []).append(each.marker)
    return found


def prize_and_another() -> tuple[AnyState, TakePrize, MarkerId, MarkerId]:
    """Where a prize is to be taken and an earlier one lies before a seat, both the only card of their kind in sight.

    The act, and the markers of both.
    """
    for state in where(lambda each: any(act.seat != NOBODY for act in legal(each, TakePrize))):
        places = read_at(state)
        count = Counter(KIT.kinds[marker] for markers in places.values() for marker in markers)
        single = {zone: markers[0] for zone, markers in places.items() if markers and count[KIT.kinds[markers[0]]] == 1}
        earlier = [marker for zone, marker in single.items() if zone.startswith("won")]
        if "prize" in single and earlier:
            return state, legal(state, TakePrize)[0], single["prize"], earlier[0]
    raise AssertionError("no such position")


def test_prizes_in_each_others_sleeves_hide_their_places_and_are_named() -> None:
    state, act, *markers = prize_and_another()
    table = Table(state)
    assert show_exchanged(table, state, *markers) == "looking"
    labels = [GAME.mat.pieces[KIT.kinds[marker]].label for marker in sorted(markers)]
    places = {marker: zone for zone, found in read_at(state).items() for marker in found}
    names = {zone.zone: zone.name for zone in GAME.mat.expected(GAME.view(state, None, NAMES)).zones}
    # Each is read where the other lies.
    where_read = [names[places[marker]] for marker in sorted(markers, reverse=True)]
    read = [f"{label} at {name}" for label, name in zip(labels, where_read, strict=True)]
    assert said(table.watcher.sight.note) == (
        f"The cards read as {read[0]} and {read[1]} are set aside: they changed places faster than hands can. "
        "Tap what is done there, and put the right marker into each sleeve."
    )
    assert table.watcher.sight.has_misread
    # What is done with them is tapped: it is no fact that shows.
    assert show_exchanged(table, after(state, act), *markers) == "looking"
    assert table.acts == []
    table.tap(act)
    assert show_exchanged(table, after(state, act), *markers) == "looking"
    assert table.acts == []
    assert table.show(table.state) == "settled"
    assert (table.watcher.sight.note, table.watcher.sight.has_misread) == ("", False)


def discard_on_its_kind() -> tuple[AnyState, MarkerId, MarkerId]:
    """Where a card like the top of the discard pile may be discarded: its marker, and that of another in sight."""
    for state in where(lambda each: any(act.card == each.table.top for act in legal(each, Discard))):
        kind, places = f"card:{state.table.top}", read_at(state)
        others = [
            marker
            for zone, markers in places.items()
            for marker in markers
            if zone != "discard" and KIT.kinds[marker] == kind
        ]
        if others:
            return state, places["discard"][0], others[0]
    raise AssertionError("no such position")


def test_cards_of_one_kind_in_each_others_sleeves_are_no_discard() -> None:
    state, top, other = discard_on_its_kind()
    table = Table(state)
    assert show_exchanged(table, state, top, other, looks=10) == "settled"
    assert table.acts == []


def test_two_taps_that_lead_back_to_the_same_look_are_no_third_act() -> None:
    """A 2 over a 1 and a 1 over it, both tapped while the camera saw nothing: a third may have to discard (B-013)."""
    state = next(where(lambda each: len({act.seat for act in legal(each, Discard)}) == 3, players=4))
    top = state.table.top
    other = next(act for act in legal(state, Discard) if act.card != top)
    beside = after(state, other)
    back = next(act for act in legal(beside, Discard) if act.card == top)
    table = Table(state)
    table.tap(other)
    table.tap(back)
    assert table.state == after(beside, back)
    assert any(act.card == top for act in legal(table.state, Discard))
    assert table.show(table.state, looks=8) == "settled"
    assert table.acts == []


# --- what the host says -----------------------------------------------------------------------------------------------


def misread_prize() -> tuple[Table, AnyState, str]:
    """A table whose fresh prize is read as the next number, told rightly by a tap, and the kind that is read."""
    state, act = first(TurnUpPrize)
    table, wrong = Table(state), act.card % len(NUMBERS) + 1
    table.tap(act)
    read = after(state, TurnUpPrize(wrong))
    assert table.show(read) == "mismatch"
    return table, read, f"card:{wrong}"


def test_the_host_sets_a_misread_place_aside_and_takes_it_back() -> None:
    table, read, kind = misread_prize()
    assert table.watcher.set_aside("prize", table.state)
    assert table.show(read, looks=20) == "looking"
    assert said(table.watcher.sight.note) == (
        f"The card read as {GAME.mat.pieces[kind].label} at the prize is set aside. Tap what is done there, and put "
        "the right marker into each sleeve."
    )
    assert table.watcher.believe()
    assert table.show(read) == "mismatch"
    assert table.watcher.sight.note == ""
    assert not table.watcher.believe()


def test_a_place_that_shows_the_game_is_not_set_aside() -> None:
    table, read, _ = misread_prize()
    for other in ("nowhere", *(each.zone for each in LAYOUT.zones if each.zone != "prize")):
        assert not table.watcher.set_aside(other, table.state)
    assert table.show(read) == "mismatch"


def test_a_discard_that_was_tapped_while_its_place_was_hidden_is_one_act() -> None:
    """Another seat may lay the same card on it (B-013): what comes to light is what was tapped, and no second one."""
    state = next(where(lambda each: len({act.seat for act in legal(each, Discard)}) == 2))
    asked = GAME.prompt(GAME.view(state, None)).seats[0]
    act = next(each for each in legal(state, Discard) if each.seat == asked and each.card != state.table.top)
    hand = (zone_area(LAYOUT.find("discard")),)
    table = Table(state)
    assert table.show(state, 15, covers=hand) == "looking"
    table.tap(act)
    truth = table.state
    assert act.card == truth.table.top != state.table.top
    assert Discard(GAME.prompt(GAME.view(truth, None)).seats[0], act.card) in GAME.legal_actions(truth)
    assert table.show(truth, 15, covers=hand) == "looking"
    assert table.show(truth, 15) == "settled"
    assert table.acts == []
