"""What has not changed is not read again, and what is told is the same as if it were."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

import cv2
import numpy as np
import pytest

from companion.table.layout import Layout
from tests.many import one_quick
from tests.vision.fakes import NEAR, cards
from tests.vision.render import Printed, Shot, corner_markers, render
from tests.vision.virtual.mats import KIT, LARGE_PX, LAYOUT, PIECES, painter, shown, small
from tests.vision.virtual.worlds import tables_of
from vision.cameras.frames import Frame, Pixels
from vision.incremental import READS, WHOLE_EVERY_S, IncrementalFinder, Seen
from vision.looks import Look, Looker
from vision.markers import MarkerFinder
from vision.virtual.hands import Manners
from vision.virtual.headless import HeadlessTable, shot_for
from vision.virtual.scene import Hand, PhysicalPiece, Scene
from vision.virtual.shot import CameraPose, Light
from vision.virtual.shot import Shot as Taken

EVERY_S = 0.1
NOISY = replace(NEAR, noise=4.0)
SHOT, QUIET = small(CameraPose(6.0)), small(CameraPose(6.0), noise=0.0)
HARD = small(CameraPose(6.0), light=Light(0.45, 0.5), noise=4.0, blur_px=0.9)
CARDS = tuple(
    PhysicalPiece(
        f"card:{1 + each % 5}",
        KIT.markers(f"card:{1 + each % 5}")[each // 5],
        90 + 60 * each,
        200,
        angle_deg=7.0 * each,
    )
    for each in range(8)
)


class Watched:
    """A finder that is shown picture after picture, a tenth of a second apart."""

    def __init__(self, whole_every_s: float = 1e9) -> None:
        self.finder = IncrementalFinder(whole_every_s)
        self.at_s = 5.0

    def show(self, pixels: Pixels) -> Seen:
        self.at_s += EVERY_S
        return self.finder.look(grey(pixels), self.at_s)


def grey(pixels: Pixels) -> Pixels:
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def three_quarters(pixels: Pixels) -> Pixels:
    """The same picture, three quarters as wide."""
    height, width = pixels.shape[:2]
    return np.asarray(cv2.resize(pixels, (width * 3 // 4, height * 3 // 4), interpolation=cv2.INTER_AREA), np.uint8)


@cache
def read(pixels_of: Taken, scene: Scene) -> list[int]:
    """The markers of a scene's picture that is read whole."""
    return [int(each) for each in MarkerFinder().find(shown(pixels_of, scene)).ids]


def picture(layout: Layout, seed: int, more: list[Printed] | None = None, shot: Shot = NOISY) -> Pixels:
    printed = [*corner_markers(layout), *cards(layout), *(more or [])]
    return render(layout, printed, replace(shot, seed=seed)).pixels


def settled(watched: Watched, pictures: Iterator[Pixels]) -> Seen:
    """The last of the readings after which nothing more is due."""
    return [watched.show(next(pictures)) for _ in range(READS + 1)][-1]


def found(seen: Seen) -> list[int]:
    return [int(each) for each in seen.markers.ids]


# --- what is read -----------------------------------------------------------------------------------------------------


def test_a_still_table_is_read_some_times_and_then_carried_over(layout: Layout) -> None:
    watched = Watched()
    # In noise a reading may disagree, and a place is then looked at for a while more.
    seen = [watched.show(picture(layout, seed)) for seed in range(3 * READS)]
    assert all(each.has_read for each in seen[:READS])
    assert {id(each.markers) for each in seen[-5:]} == {id(seen[-1].markers)}
    assert not any(each.has_read or each.read.any() for each in seen[-5:])
    assert found(seen[-1]) == sorted([*range(4), *(each.marker for each in cards(layout))])


def test_after_two_seconds_all_is_read_once(layout: Layout) -> None:
    watched, pixels = Watched(WHOLE_EVERY_S), picture(layout, 1)
    read = [watched.show(pixels).read.mean() for _ in range(round(3 * WHOLE_EVERY_S / EVERY_S))]
    whole = [at for at, share in enumerate(read) if share == 1]
    # The readings that make sure of the first one, and one each two seconds after the last of them.
    assert whole == [*range(READS), READS + 19, READS + 39]
    assert sum(read) == len(whole)


def test_another_size_and_a_time_that_ran_backwards_begin_anew(layout: Layout) -> None:
    watched, pixels = Watched(), picture(layout, 1)
    for _ in range(READS + 1):
        seen = watched.show(pixels)
    assert not seen.has_read
    assert watched.show(three_quarters(pixels)).read.all()
    for _ in range(READS + 1):
        seen = watched.show(pixels)
    assert not seen.has_read
    watched.at_s -= 60
    assert watched.show(pixels).read.all()
    assert not watched.finder.look(grey(pixels), watched.at_s + 0.1).has_read
    assert watched.finder.look(grey(pixels), watched.at_s + 0.2, is_new=True).read.all()


@pytest.mark.parametrize("gain", one_quick([0.93, 1.05]))
def test_a_lamp_that_flickers_changes_nothing(layout: Layout, gain: float) -> None:
    watched = Watched()
    settled(watched, (picture(layout, seed) for seed in range(READS + 5)))
    for seed in range(20, 24):
        assert (
            watched.show(picture(layout, seed, shot=replace(NOISY, gain=gain if seed % 2 else 1.0))).read.mean() < 0.01
        )


@pytest.mark.slow
def test_a_light_that_changes_slowly_is_noticed_in_time(layout: Layout) -> None:
    """Each step is far below what a block must differ by, on one side of the table only; they add up."""
    watched, base = Watched(), picture(layout, 1, shot=replace(NOISY, noise=0.0))
    for _ in range(READS):
        watched.show(base)
    steps = []
    for step in range(1, 30):
        darker = base.astype(np.float32)
        darker[:, :270] *= 1 - 0.004 * step
        steps.append(watched.show(darker.astype(np.uint8)).has_read)
    assert not any(steps[:3])
    assert any(steps)


# --- what changes -----------------------------------------------------------------------------------------------------


ARM = Hand(150, 240, 180)
"""Over the second card."""
CHANGES = {
    "a slip of half a millimetre": Scene((replace(CARDS[0], x_mm=CARDS[0].x_mm + 0.5), *CARDS[1:])),
    "another card of its kind": Scene((replace(CARDS[0], marker=KIT.markers("card:1")[3]), *CARDS[1:])),
    "a card more": Scene((*CARDS, PhysicalPiece("card:1", KIT.markers("card:1")[4], 300, 330, layer=9))),
    "a card less": Scene(CARDS[1:]),
    "a card over another": Scene((*CARDS, PhysicalPiece("card:1", KIT.markers("card:1")[4], 105, 206, layer=9))),
    "a hand": Scene(CARDS, hands=(ARM,)),
}


@pytest.mark.parametrize(
    "light", [pytest.param(HARD, id="hard", marks=pytest.mark.slow), pytest.param(SHOT, id="normal")]
)
@pytest.mark.parametrize("change", one_quick(CHANGES, 2))
def test_a_change_is_read_at_once_and_what_it_leaves_is_carried_over(change: str, light: Taken) -> None:
    # Without noise: two pictures of one scene are alike, and must be read alike.
    watched, quiet, seen, times = Watched(), replace(light, noise=0.0), list[Seen](), READS + 2
    for scene in (Scene(CARDS), CHANGES[change], Scene(CARDS)):
        for _ in range(times):
            seen.append(watched.show(shown(quiet, scene)))
            assert found(seen[-1]) == read(quiet, scene), scene
    for changed in (seen[times : 2 * times], seen[2 * times :]):
        # At once, as often as it takes to be sure, and no more than is near.
        assert all(each.has_read for each in changed[:READS])
        assert max(each.read.mean() for each in changed) < 0.3
        assert not changed[-1].has_read


PASSING = Scene(CARDS, hands=(ARM,))


@pytest.mark.parametrize("looks", one_quick([1, 5, READS - 2]))
def test_what_a_hand_only_passed_over_is_carried_over_as_it_leaves(looks: int) -> None:
    watched, seen = Watched(), list[Seen]()
    for number, scene in enumerate([*[Scene(CARDS)] * (READS + 2), *[PASSING] * looks, Scene(CARDS)]):
        seen.append(watched.show(shown(QUIET, scene)))
        assert found(seen[-1]) == read(QUIET, scene), number
    assert [each.has_read for each in seen[READS:]] == [False, False, *[True] * looks, False]
    assert len(seen[-2].markers) < len(seen[-1].markers), "the hand hid some"
    # What looks at the picture itself, as for arms over the rim, is told where it differs from the one before.
    assert (seen[-1].changed >= seen[-2].read).all()
    assert not seen[-1].read.any()


@pytest.mark.parametrize("looks", one_quick([2, READS + 2]))
def test_a_card_that_is_taken_away_under_a_hand_is_gone_as_the_hand_leaves(looks: int) -> None:
    """However long the hand stays: what it hides in parts comes to rest in parts, and the others are unknown then."""
    watched, left = Watched(), Scene((CARDS[0], *CARDS[2:]))
    under = replace(PASSING, pieces=left.pieces)
    scenes = [*[Scene(CARDS)] * (READS + 2), *[PASSING] * looks, *[under] * looks, *[left] * 2]
    scenes += [*[PASSING] * looks, *[Scene(CARDS)] * 2]
    for number, scene in enumerate(scenes):
        assert found(watched.show(shown(QUIET, scene))) == read(QUIET, scene), number


@pytest.mark.slow
def test_the_same_pictures_at_another_time_are_read_alike() -> None:
    """A recording counts its time from another beginning; whole readings must fall on the same pictures."""
    once, again = IncrementalFinder(), IncrementalFinder()
    draw = painter(replace(SHOT, width_px=640, height_px=427)).render
    for number in range(50):
        at_s, pixels = number * 0.1, grey(draw(Scene(CARDS[: number // 12]), number))
        one, other = once.look(pixels, at_s), again.look(pixels, at_s + 12345.678)
        assert (one.read == other.read).all()
        assert (one.markers.corners_px == other.markers.corners_px).all()


# --- whole looks ------------------------------------------------------------------------------------------------------


def frames(seed: int, shot: Taken, count: int, manners: Manners) -> Iterator[Frame]:
    """What the camera shows of hands that do one act of a game after another, with a rest between them."""
    eyes = HeadlessTable(LAYOUT, KIT, PIECES, seed, manners=manners, shot=shot)
    (first, _), *then = tables_of(seed)
    eyes.world.set_out(first)
    rest = 0
    for _ in range(count):
        rest = 0 if eyes.world.busy() else rest + 1
        if rest > 6:
            eyes.world.lay(*then.pop(0))
        yield eyes.frame()


def same(some: Look, others: Look) -> None:
    """Both looks say the same: the same facts in the same places, and the same of the rim."""
    assert [each.marker for each in some.sightings] == [each.marker for each in others.sightings]
    for marker in {each.marker for each in some.sightings}:
        ones, twos = ([(s.x_mm, s.y_mm) for s in look.sightings if s.marker == marker] for look in (some, others))
        apart = np.linalg.norm(np.array(ones)[:, None] - np.array(twos)[None], axis=2)
        assert apart.min(axis=0).max() < 0.3, marker
        assert apart.min(axis=1).max() < 0.3, marker
    assert [(each.marker, each.reason) for each in some.rejected] == [
        (each.marker, each.reason) for each in others.rejected
    ]
    # Between two samples of the rim noise decides, and the mat is fitted anew only where its corners are read.
    spots = [[(spot.x_mm, spot.y_mm) for spot in look.reading.reaching] for look in (some, others)]
    assert len(spots[0]) == len(spots[1])
    assert all(np.hypot(x - u, y - v) <= 3 for (x, y), (u, v) in zip(*spots, strict=True))
    assert (some.state, some.verdict, some.health) == (others.state, others.verdict, others.health)
    assert {each.at_s for each in some.sightings} == {some.reading.at_s}
    assert (some.number, some.reading.at_s) == (others.number, others.reading.at_s)


def play_and_compare(seed: int, shot: Taken, count: int) -> None:
    # Without noise two readings of one picture are alike, and what differs is what was not read.
    manners = Manners(pause=0.2, pause_s=(0.5, 1.0), cover=0.3, slip=0.2)
    steady, whole = (Looker(LAYOUT, KIT.printed, whole_every_s=each) for each in (WHOLE_EVERY_S, 0.0))
    looks = list[Look]()
    for frame in frames(seed, replace(shot, noise=0.0), count, manners):
        looks.append(steady.look(frame, "Camera"))
        same(looks[-1], whole.look(frame, "Camera"))
    places = [{(each.marker, each.x_mm) for each in look.sightings} for look in looks]
    # Something was carried over, something changed, and arms were seen: else nothing was compared.
    assert any(one == other for one, other in pairwise(places))
    assert any(one != other for one, other in pairwise(places))
    assert any(look.reading.reaching for look in looks)


def test_a_stretch_of_a_game_is_told_as_if_every_picture_were_read_whole() -> None:
    play_and_compare(3, SHOT, 40)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_long_stretches_in_hard_light_are_told_so_too(seed: int) -> None:
    play_and_compare(seed, replace(shot_for("hard", seed), width_px=LARGE_PX[0], height_px=LARGE_PX[1]), 300)


@pytest.mark.slow
@pytest.mark.parametrize("way_mm", [(4.0,), (10.0, 20.0, 40.0)], ids=["a knock", "a push"])
def test_a_bumped_camera_is_noticed_at_once_and_read_again_within_a_second(way_mm: tuple[float, ...]) -> None:
    """In the first picture that shows it, though everything is not read anew by itself for two seconds."""
    looker, scene = Looker(LAYOUT, KIT.printed), Scene(CARDS)
    stays = [0.0, *way_mm]
    painters = [painter(replace(SHOT, pose=replace(SHOT.pose, shift_mm=(each, 0.0)))) for each in stays]
    pictures = [painters[0]] * 8 + painters[1:-1] + [painters[-1]] * 12
    states = [
        looker.look(Frame(each.render(scene, number), number * EVERY_S, number), "Camera").state
        for number, each in enumerate(pictures)
    ]
    moved = 8 + len(way_mm)
    assert states[:8] == ["in view"] * 8
    assert states[8:moved] == ["moved"] * len(way_mm)
    last_move_s = (moved - 1) * EVERY_S
    again = next(number for number, state in enumerate(states) if number >= moved and state == "in view")
    assert again * EVERY_S <= last_move_s + 1.0
    assert set(states[again:]) == {"in view"}


def test_a_picture_of_another_size_is_no_bump() -> None:
    """On a slow machine pictures become smaller in the middle of a game."""
    looker = Looker(LAYOUT, KIT.printed)
    looks = []
    for number in range(1, 9):
        pixels = painter(SHOT).render(Scene(CARDS), number)
        if number > 4:
            pixels = three_quarters(pixels)
        looks.append(looker.look(Frame(pixels, number * EVERY_S, number), "Camera"))
    assert {look.state for look in looks} == {"in view"}
    assert len({tuple(each.marker for each in look.sightings) for look in looks}) == 1
