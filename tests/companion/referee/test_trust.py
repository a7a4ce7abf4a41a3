"""A scale that lies is set aside after a while, with a sentence, and believed again once it has proved itself."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.autopilot import Autopilot
from companion.games.core import Action
from companion.games.registry import GAMES
from companion.games.waves.actions import Collect, Discard, TurnUpElder
from companion.games.waves.mat import KIT
from companion.referee.fuse import zone_at
from companion.referee.trust import SET_ASIDE_AFTER_S, MarkerTrust, ScaleTrust
from companion.table.felt import MOST_PIECES
from companion.table.laying import Area
from companion.table.seen import ZoneView
from companion.table.sightings import MarkerId, Reading, Sighting
from tests.companion.games.waves.mats import LAYOUT
from tests.companion.referee.perfect import look_at
from tests.companion.referee.test_watching import AnyState, Table, after, first

WAVES = GAMES["waves"]


def shells(count: int, **more: bool) -> ZoneView:
    return ZoneView("centre", ("shell",) * count, **more)  # type: ignore[arg-type]


class Scale:
    """A camera, a scale and a game over one bowl, looked at ten times a second."""

    def __init__(self) -> None:
        self.trust, self.at_s = ScaleTrust(), 0.0

    def look(self, seen: int, felt: int, wanted: int, for_s: float, *, covered: bool = False) -> bool:
        """Whether the scale is set aside once it has been so for so long."""
        for _ in range(round(for_s * 10)):
            self.at_s += 0.1
            view = shells(seen, covered=covered)
            self.trust = self.trust.next(round(self.at_s, 1), view, shells(felt), shells(wanted))
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
    state, _ = first(Action)
    while not state.table.shells:
        state = WAVES.apply_action(state, WAVES.legal_actions(state)[0])
    table = Table(state)
    table.watcher.feel(state.table.shells + 2)
    table.show(state, looks=50)
    assert "Look, then tap what is true." in table.watcher.sight.text
    assert table.watcher.sight.note == ""
    assert table.show(state, looks=70) == "settled"
    assert table.watcher.sight.note.startswith(
        f"The scale is set aside: it feels {state.table.shells + 2} at the centre, and the camera sees otherwise."
    )
    table.watcher.feel(None)  # a load that drifts is no whole number now and then: the note stays
    table.show(state, looks=1)
    assert table.watcher.sight.note.startswith(
        "The scale is set aside: it contradicted the camera at the centre, and cannot count just now."
    )


LIARS: dict[str, Callable[[int, random.Random], int | None]] = {
    "stuck": lambda true, rng: 2,
    "one too many": lambda true, rng: true + 1,
    "one too few": lambda true, rng: max(0, true - 1),
    "by chance": lambda true, rng: rng.randrange(6),
    "gone now and then": lambda true, rng: None if rng.random() < 0.5 else rng.randrange(6),
    "far too many": lambda true, rng: MOST_PIECES,
}
QUICK = ("one too many", "by chance", "gone now and then")


@pytest.mark.parametrize(
    "liar", [each if each in QUICK else pytest.param(each, marks=pytest.mark.slow) for each in LIARS]
)
def test_a_lying_scale_never_makes_a_wrong_position_and_the_game_goes_on(liar: str) -> None:
    rng, autopilot = random.Random(liar), Autopilot(WAVES, 1)
    options = WAVES.varied_options(rng)
    truth = WAVES.new_game({**options, "cards": "virtual"}, {})
    known = WAVES.new_game({**options, "cards": "own"}, {})
    table, taps, was_aside = Table(known), 0, 0
    for ply in range(80):
        proposal = autopilot.propose(truth, ply, frozenset())
        assert proposal is not None
        truth, act = WAVES.apply_action(truth, proposal[0]), proposal[0].public()
        known = WAVES.apply_action(known, act)
        table.watcher.feel(LIARS[liar](truth.table.shells, rng))
        is_aside = bool(table.watcher.sight.note)
        table.show(known, looks=12)
        if len(table.acts) + taps <= ply:
            # What cannot be seen is tapped; what can be seen needs a tap only while nobody knows which of the two lies.
            assert act.sense == "told" or not is_aside or table.watcher.sight.state == "open"
            table.tap(act)
            taps += 1
        was_aside += is_aside
        ahead = [WAVES.apply_action(known, each) for each in WAVES.legal_actions(known)[:1]]
        assert table.state in (known, *ahead)
    assert was_aside > 20


# --- cards in wrong sleeves -------------------------------------------------------------------------------------------

SCHOLAR, OTHER, KEEPER = KIT.markers("card:1")[0], KIT.markers("card:1")[1], KIT.markers("card:2")[0]


class Cards:
    """Cards that are read somewhere ten times a second."""

    def __init__(self) -> None:
        self.trust, self.at_s = MarkerTrust(), 0.0

    def look(self, after_s: float = 0.1, **places: float) -> frozenset[MarkerId]:
        """What is set aside after a look at which each of these is read so many millimetres to the right."""
        self.at_s += after_s
        named = {"scholar": SCHOLAR, "other": OTHER, "keeper": KEEPER}
        seen = [Sighting(named[name], x_mm, 300.0, 0.0, 18.0, 1.0, self.at_s) for name, x_mm in places.items()]
        self.trust = self.trust.next(self.at_s, seen, KIT.single)
        return self.trust.aside


def test_two_cards_that_change_places_at_once_are_set_aside_until_they_change_back() -> None:
    cards = Cards()
    assert not cards.look(scholar=100, keeper=300)
    assert cards.look(scholar=301, keeper=99) == {SCHOLAR, KEEPER}
    assert cards.look(scholar=500) == {SCHOLAR, KEEPER}
    assert cards.look(30.0, scholar=300, keeper=100) == {SCHOLAR, KEEPER}
    assert not cards.look(scholar=100, keeper=300)


@pytest.mark.parametrize(
    "then",
    [
        {"scholar": 300, "keeper": 300},  # one of them is laid on the other
        {"scholar": 300},  # one is taken away
        {"scholar": 300, "keeper": 120},  # not where the other lay
        {"scholar": 104, "keeper": 296},  # hardly moved
    ],
)
def test_cards_that_hands_may_have_moved_are_believed(then: dict[str, float]) -> None:
    cards = Cards()
    cards.look(scholar=100, keeper=300)
    assert not cards.look(**then)


def test_in_a_second_hands_may_have_exchanged_them() -> None:
    cards = Cards()
    cards.look(scholar=100, keeper=300)
    assert not cards.look(1.0, scholar=300, keeper=100)


def test_of_two_cards_of_one_kind_each_is_as_good_as_the_other() -> None:
    cards = Cards()
    cards.look(scholar=100, other=300)
    assert not cards.look(scholar=300, other=100)


def test_a_pair_is_believed_again_where_the_game_has_one_of_them_and_could_not_have_the_other() -> None:
    cards = Cards()
    cards.look(scholar=100, keeper=300)
    cards.look(scholar=300, keeper=100)

    def after_a_look(**wanted: tuple[str, ...]) -> frozenset[MarkerId]:
        named = {"scholar": SCHOLAR, "keeper": KEEPER}
        return cards.trust.agreeing(KIT.single, {named[name]: kinds for name, kinds in wanted.items()}).aside

    assert after_a_look(scholar=("card:2",), keeper=("card:1",)) == {SCHOLAR, KEEPER}
    assert after_a_look(scholar=("card:1", "card:2")) == {SCHOLAR, KEEPER}
    assert after_a_look(keeper=("card:2",)) == frozenset()


def exchanged(state: AnyState, at_s: float, *kinds: str) -> Reading:
    """A look at a position in which the only cards of two kinds read as each other."""
    reading = look_at(WAVES, state, at_s)
    one, other = (KIT.markers(kind)[0] for kind in kinds)
    swap = {one: other, other: one}
    found = (replace(each, marker=swap.get(each.marker, each.marker)) for each in reading.sightings)
    return replace(reading, sightings=tuple(found))


def two_elders() -> tuple[AnyState, Action, tuple[str, str]]:
    """A position in which an Elder is to be collected, the act, and the kinds of that Elder and of another."""
    for seed in range(40):
        state, act = first(Collect, seed)
        seen = Counter(KIT.single.get(each.marker, "") for each in look_at(WAVES, state, 0.0).sightings)
        kind = f"card:{state.table.slots[act.slot].elder}"  # type: ignore[attr-defined]
        elders = [f"card:{slot.elder}" for slot in state.table.slots]
        rest = [each for each in elders if each != kind and seen[each] == 1]
        if seen[kind] == 1 and rest:
            return state, act, (kind, rest[0])
    raise AssertionError("no such position")


def show_exchanged(table: Table, truth: AnyState, kinds: tuple[str, str], looks: int = 15) -> str:
    for _ in range(looks):
        table.at_s = round(table.at_s + 0.1, 1)
        table.look(exchanged(truth, table.at_s, *kinds))
    return table.watcher.sight.state


def test_elders_in_each_others_sleeves_hide_their_places_and_are_named() -> None:
    state, act, kinds = two_elders()
    table = Table(state)
    labels = sorted((WAVES.piece_kinds()[kind].label for kind in kinds), key=lambda label: label)
    assert show_exchanged(table, state, kinds) == "looking"
    note = table.watcher.sight.note
    assert note.startswith("The cards read as ")
    assert all(label in note for label in labels)
    assert note.endswith(
        " are set aside: they changed places faster than hands can. Tap what is done there, and put the right marker "
        "into each sleeve."
    )
    assert table.watcher.sight.has_misread
    # What is done with them is tapped: it is no fact that shows.
    assert show_exchanged(table, after(state, act), kinds) == "looking"
    assert table.acts == []
    table.tap(act)
    assert show_exchanged(table, after(state, act), kinds) == "looking"
    assert table.acts == []
    assert table.show(table.state) == "settled"
    assert (table.watcher.sight.note, table.watcher.sight.has_misread) == ("", False)


def discard_on_its_kind() -> tuple[AnyState, Discard, MarkerId, MarkerId]:
    """Where a card like the top of the discard pile may be discarded: its marker, and that of another in sight."""
    for seed in range(200):
        state, _ = first(Discard, seed)
        table = state.table
        act = next((each for each in WAVES.legal_actions(state) if getattr(each, "card", 0) == table.top), None)
        places = {}
        for each in look_at(WAVES, state, 0.0).sightings:
            zone = zone_at(LAYOUT, each.x_mm, each.y_mm)
            if zone is not None and KIT.kinds.get(each.marker) == f"card:{table.top}":
                places[zone.zone] = each.marker
        others = [marker for zone, marker in places.items() if zone != "discard"]
        if isinstance(act, Discard) and others and "discard" in places:
            return state, act, places["discard"], others[0]
    raise AssertionError("no such position")


def test_cards_of_one_kind_in_each_others_sleeves_are_no_discard() -> None:
    state, act, top, elder = discard_on_its_kind()
    table = Table(state)
    swap = {top: elder, elder: top}
    for _ in range(10):
        table.at_s = round(table.at_s + 0.1, 1)
        reading = look_at(WAVES, state, table.at_s)
        found = (replace(each, marker=swap.get(each.marker, each.marker)) for each in reading.sightings)
        table.look(replace(reading, sightings=tuple(found)))
    assert (table.acts, table.watcher.sight.state) == ([], "settled")
    assert act.card == state.table.top


def test_two_taps_that_lead_back_to_the_same_look_are_no_third_act() -> None:
    """A Keeper over a Scholar and a Scholar over it, all tapped while the camera saw nothing (W-082)."""
    state, _ = next(
        found
        for found in (first(Discard, seed) for seed in range(50))
        if found[0].table.top and len(WAVES.prompt(WAVES.view(found[0], None)).seats) > 2
    )
    top, kinds = state.table.top, WAVES.legal_actions(state)
    other = next(each for each in kinds if isinstance(each, Discard) and each.card != top)
    beside = after(state, other)
    back = next(each for each in WAVES.legal_actions(beside) if isinstance(each, Discard) and each.card == top)
    table = Table(state)
    table.tap(other)
    table.tap(back)
    assert table.state == after(beside, back)
    assert table.show(table.state, looks=8) == "settled"
    assert table.acts == []


# --- what the host says -----------------------------------------------------------------------------------------------


def misread_elder() -> tuple[Table, AnyState, str, str]:
    """A table whose fresh Elder is read as the next class, told rightly by a tap; its zone, and the kind read there."""
    state, act = first(TurnUpElder)
    table, elder = Table(state), act.elder  # type: ignore[attr-defined]
    table.tap(act)
    wrong = elder % 5 + 1
    read = after(state, TurnUpElder(act.slot, wrong))  # type: ignore[attr-defined]
    assert table.show(read) == "mismatch"
    return table, read, f"elder.{act.slot}", f"card:{wrong}"  # type: ignore[attr-defined]


def test_the_host_sets_a_misread_place_aside_and_takes_it_back() -> None:
    table, read, zone, kind = misread_elder()
    assert table.watcher.set_aside(zone, table.state)
    assert table.show(read, looks=20) == "looking"
    sight = table.watcher.sight
    label = WAVES.piece_kinds()[kind].label
    assert sight.note.startswith(f"The card read as {label} at ")
    assert sight.note.endswith(" is set aside. Tap what is done there, and put the right marker into each sleeve.")
    assert table.watcher.believe()
    assert table.show(read) == "mismatch"
    assert table.watcher.sight.note == ""
    assert not table.watcher.believe()


def test_a_place_that_shows_the_game_is_not_set_aside() -> None:
    table, read, zone, _ = misread_elder()
    for other in ("nowhere", "discard", *(each.zone for each in LAYOUT.zones if each.zone != zone)):
        assert not table.watcher.set_aside(other, table.state)
    assert table.show(read) == "mismatch"


def test_a_discard_that_was_tapped_while_its_place_was_hidden_is_one_act() -> None:
    """Another seat may lay the same card on it (W-082): what comes to light is what was tapped, and no second one."""
    state, act = next(
        found
        for found in (first(Discard, seed) for seed in (2, 3, 5, 7, 9))
        if len(WAVES.prompt(WAVES.view(found[0], None)).seats) > 1
    )
    assert isinstance(act, Discard)
    zone = LAYOUT.find("discard")
    hand = (Area(zone.x_mm, zone.y_mm, zone.width_mm, zone.height_mm),)
    table = Table(state)
    assert table.show(state, 15, covers=hand) == "looking"
    table.tap(act)
    truth = table.state
    assert act.card == truth.table.top != state.table.top
    assert Discard(WAVES.prompt(WAVES.view(truth, None)).seats[0], act.card) in WAVES.legal_actions(truth)
    assert table.show(truth, 15, covers=hand) == "looking"
    assert table.show(truth, 15) == "settled"
    assert table.acts == []
